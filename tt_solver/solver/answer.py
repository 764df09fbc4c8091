"""What all answers about a hand have in common: the hand, its situation, and the form they have as JSON.

Each answer gives its JSON object with `to_dict`. The page `json` of the manual tells the fields and their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tt_solver.game.calendar import Deal
from tt_solver.game.cards import Card
from tt_solver.game.melds import Meld
from tt_solver.game.rules import Rules
from tt_solver.solver.situation import Situation

SCHEMA = 1
"""The number of the JSON objects' form. Fields may be added under it; none changes or goes."""


_words: Callable[[object], str] = repr


def print_with(words: Callable[[object], str]) -> None:
    """Let *words* make the text of every answer. The package does so, since the words belong to a room above."""
    global _words
    _words = words


def in_words(answer: object) -> str:
    """The words that the command prints of an answer, with suit signs."""
    return _words(answer)


class Printed:
    """What `print` shows as the command does."""

    __slots__ = ()

    def __str__(self) -> str:
        return in_words(self)


class Answer(Printed):
    """An answer about a hand: a frozen dataclass, whose first fields are these two.

    Attributes:
        hand: the cards as they were given.
        situation: the rules, the decks and the round that they are played in.
    """

    __slots__ = ()

    hand: tuple[Card, ...]
    situation: Situation

    @property
    def deal(self) -> Deal:
        """The round, the number of cards dealt and the wild rank."""
        return self.situation.deal

    @property
    def rules(self) -> Rules:
        """The house rules."""
        return self.situation.rules

    @property
    def after_draw(self) -> bool:
        """Whether the hand has one card more than it keeps."""
        return self.situation.is_after_draw(len(self.hand))

    def head(self) -> dict[str, Any]:
        """How the JSON object begins."""
        return {
            "schema": SCHEMA,
            "hand": card_names(self.hand),
            "round": self.situation.round_no,
            "wild": self.situation.wild_name,
            "rules": self.rules.name,
            "changed": self.rules.changed,
        }


def card_names(cards: Iterable[Card]) -> list[str]:
    """Cards as JSON has them."""
    return [str(card) for card in cards]


def meld_dict(meld: Meld) -> dict[str, Any]:
    """A meld as JSON has it: its kind, its cards and what each stands for."""
    return {"kind": meld.kind.value, "cards": card_names(meld.cards), "as": list(meld.places)}


def json_line(record: object) -> str:
    """The record as one line of JSON, in ASCII so that no stream spoils it."""
    from json import dumps

    return dumps(record, separators=(",", ":"))
