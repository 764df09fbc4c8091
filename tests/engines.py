"""The two engines side by side: hands to compare them on, and what they do not agree on."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests import mixes
from tt_solver.engine.after_draw import PythonEngine
from tt_solver.engine.native import is_built
from tt_solver.engine.plan import Plan
from tt_solver.engine.protocol import Engine
from tt_solver.game.rules import Rules

needs_native = pytest.mark.skipif(not is_built(), reason="the native engine is not built")

Position = tuple[Rules, tuple[int, ...], int]
"""The rules, the codes of a hand and the wild rank."""

SIZES = (*range(1, 15), 10, 11, 12, 13, 13, 14)
"""How many cards hands have: mostly what the game deals in its later rounds."""


def position_at(seed: int, number: int, sizes: Sequence[int] = SIZES, decks: int | None = None) -> Position:
    """Hand *number* of *seed*, always the same one, with any rules; from one to three decks unless told."""
    rng = random.Random(f"{seed}/{number}")
    rules = mixes.random_rules(rng)
    wild = rng.choice((0, *range(1, 14)))
    cards = mixes.random_hand(rng, rules, rng.choice(sizes), decks or rng.randint(1, 3), wild)
    return rules, tuple(card.code for card in cards), wild


def difference(position: Position) -> str | None:
    """What the engines do not agree on, with all that is needed to see it again; None if they agree."""
    rules, codes, wild = position
    table = rules
    plans = plan_of(PythonEngine(table), codes, wild), plan_of(native(table), codes, wild)
    if plans[0] == plans[1]:
        return None
    return f"python: {plans[0]}\nnative: {plans[1]}\n  codes {list(codes)}, wild {wild}, {table}"


def plan_of(engine: Engine, codes: Sequence[int], wild: int) -> Plan | str:
    """The plan for a hand, or what was raised instead."""
    try:
        return engine.plan(codes, wild)
    except Exception as error:  # a crash of one engine is a difference like any other
        return f"{type(error).__name__}: {error}"


def native(table: Rules) -> Engine:
    """A new native engine."""
    from tt_solver.engine.native.search import Engine as NativeEngine

    return NativeEngine(table)


def without(codes: Sequence[int], code: int) -> tuple[int, ...]:
    """*codes* with one copy less of *code*."""
    at = list(codes).index(code)
    return (*codes[:at], *codes[at + 1 :])


def least_after_discard(table: Rules, codes: Sequence[int], wild: int) -> int:
    """The least cost that a discard from *codes* leaves, by trying each."""
    engine = PythonEngine(table)
    return min(engine.cost(without(codes, code), wild) for code in set(codes))
