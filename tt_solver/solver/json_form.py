"""Arrangements as JSON has them: the fields and their order, as the README tells them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tt_solver.game.cards import Card
from tt_solver.game.melds import Meld
from tt_solver.solver.best import Arrangement

if TYPE_CHECKING:
    from tt_solver.solver.all_best import AllOptimal

SCHEMA = 1
"""The number of the JSON records' form. Fields may be added under it; none changes or goes."""


def as_record(answer: Arrangement) -> dict[str, Any]:
    """The answer as JSON has it: these keys in this order, cards in letters, ranks and cards as text.

    >>> from tt_solver.solver.best import solve
    >>> as_record(solve("KS KH 2D", wild=2))["melds"]
    [{'kind': 'set', 'cards': ['KS', 'KH', '2D'], 'as': ['KS', 'KH', 'K']}]
    """
    return {
        "schema": SCHEMA,
        "hand": names(answer.hand),
        "round": answer.deal.round_no,
        "wild": answer.deal.wild_name,
        "rules": answer.rules.name,
        "changed": answer.rules.changed,
        "discard": None if answer.discard is None else str(answer.discard),
        "melds": [meld_record(meld) for meld in answer.melds],
        "deadwood": names(answer.deadwood),
        "points": answer.points,
        "score": answer.score,
        "out": answer.out,
    }


def all_as_record(answers: AllOptimal) -> dict[str, Any]:
    """The record of the first arrangement, with all of them under `all`, and whether the list was cut."""
    every = [
        {"melds": [meld_record(meld) for meld in answer.melds], "deadwood": names(answer.deadwood)}
        for answer in answers.arrangements
    ]
    return {**as_record(answers.arrangements[0]), "all": every, "all_cut": answers.cut}


def json_line(record: dict[str, Any]) -> str:
    """The record as one line of JSON, in ASCII so that no stream spoils it."""
    from json import dumps

    return dumps(record, separators=(",", ":"))


def names(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def meld_record(meld: Meld) -> dict[str, Any]:
    return {"kind": meld.kind.value, "cards": names(meld.cards), "as": list(meld.places)}
