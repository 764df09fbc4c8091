"""Look for the hands that take the engine longest, by climbing from random dense ones.

    python benchmarks/worst.py [--cards 16] [--seconds 20] [--seed 1]

For every kind of rules the slowest hand of the Python engine is printed, with its time from a cold start,
and what the compiled engine takes for it, where that is built.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tt_solver.engine.after_draw import PythonEngine
from tt_solver.engine.native import is_built
from tt_solver.engine.protocol import Engine
from tt_solver.game.cards import CARD_NAMES, JOKER, RANK_NAMES
from tt_solver.game.rules import Rules

TABLES = {
    "classic": Rules(),
    "one wild": Rules(max_wilds=1, all_wild="no"),
    "one wild, high or low ace": Rules(max_wilds=1, all_wild="own-rank", ace="either"),
    "two wilds, strict": Rules(max_wilds=2, wild_as_natural=False),
    "three wilds": Rules(max_wilds=3, ace="either", all_wild="own-rank"),
    "sets of four": Rules(max_set=4),
    "sets of different suits": Rules(set_suits="distinct", max_wilds=2, ace="either"),
}
DECKS, JOKERS, STEPS = 3, 4, 30
EngineMaker = Callable[[Rules], Engine]


def seconds(rules: Rules, hand: list[int], wild: int, kind: EngineMaker = PythonEngine) -> float:
    """How long a new engine takes for the hand."""
    engine = kind(rules)
    start = time.perf_counter()
    engine.plan(hand, wild)
    return time.perf_counter() - start


def dense_hand(rng: random.Random, size: int) -> list[int]:
    """Cards of a few neighbouring ranks, or of two suits, and some jokers."""
    lowest, suit = rng.randrange(9), rng.randrange(4)
    few_ranks = [code for code in range(52) if lowest <= code % 13 < lowest + 5]
    two_suits = [code for code in range(52) if code // 13 in (suit, (suit + 1) % 4)]
    shoe = rng.choice((few_ranks, two_suits)) * DECKS + [JOKER.code] * rng.choice((0, 1, JOKERS))
    return rng.sample(shoe, size)


def changed(rng: random.Random, hand: list[int]) -> list[int]:
    """The hand with one or two cards replaced, as three decks allow."""
    new = list(hand)
    for _ in range(rng.choice((1, 1, 2))):
        new[rng.randrange(len(new))] = rng.randrange(53)
    possible = all(new.count(code) <= (JOKERS if code == JOKER.code else DECKS) for code in new)
    return new if possible else hand


def slowest(rules: Rules, size: int, budget: float, rng: random.Random) -> tuple[float, list[int], int]:
    """The slowest hand found in *budget* seconds: its time, its cards and its wild rank."""
    found: tuple[float, list[int], int] = (0.0, [], 0)
    end = time.perf_counter() + budget
    while time.perf_counter() < end:
        hand, wild = dense_hand(rng, size), rng.randrange(14)
        longest = seconds(rules, hand, wild)
        for _ in range(STEPS):
            other = changed(rng, hand)
            took = seconds(rules, other, wild)
            if took > longest:
                hand, longest = other, took
        found = max(found, (longest, hand, wild))
    _, hand, wild = found
    return least(rules, hand, wild, PythonEngine), hand, wild


def native_engine() -> EngineMaker:
    """The compiled engine."""
    from tt_solver.engine.native.search import Engine as Compiled

    return Compiled


def least(rules: Rules, hand: list[int], wild: int, kind: EngineMaker) -> float:
    """The shortest of a few times, so that other programs do not count."""
    return min(seconds(rules, hand, wild, kind) for _ in range(7))


def main() -> None:
    """Print the slowest hand for every kind of rules."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=20, help="for each kind of rules")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name, rules in TABLES.items():
        took, hand, wild = slowest(rules, options.cards, options.seconds, random.Random(options.seed))
        cards = " ".join(CARD_NAMES[code] for code in sorted(hand))
        compiled = f"{least(rules, hand, wild, native_engine()) * 1000:.2f} ms" if is_built() else "not built"
        wild_name = RANK_NAMES[wild] or "none"
        print(f"{took * 1000:7.1f} ms, compiled {compiled}  {name}: {cards}, wild {wild_name}", flush=True)


if __name__ == "__main__":
    main()
