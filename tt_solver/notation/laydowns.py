"""Notation of melds: a text of several groups of cards, in which a wild may say what it stands for.

Groups stand between `|` or line breaks, or each in brackets. What a wild stands for is written right after
it: `7D=7H` or `7D(7H)`, or by its rank alone as `KS=5`. Inside a group, cards are written as in any hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tt_solver.errors import MAX_FLAWS, Flaw, NotationError, Span
from tt_solver.game.cards import Card
from tt_solver.game.melds import Meld, Place
from tt_solver.notation.hands import MAX_LENGTH, AnyHand, as_hand, parse_hand, parse_rank, parse_single
from tt_solver.notation.spellings import CONNECTORS, LINE_ENDS, SEPARATORS


@dataclass(frozen=True, slots=True)
class ClaimedMeld:
    """A group of cards that is said to be a meld, in the order in which they were written.

    Attributes:
        cards: the cards.
        places: for each card what it is stated to stand for; None where nothing is stated.
        span: the place of the group in its text; None for a group made without one.
        spans: the place of each card in the text; empty for a group made without one.
    """

    cards: tuple[Card, ...]
    places: tuple[Place, ...]
    span: Span | None = field(default=None, compare=False)
    spans: tuple[Span, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, group: Meld | Iterable[Card]) -> ClaimedMeld:
        """The claim of a meld, its wilds held to their places, or of a group of cards of which nothing is stated."""
        if not isinstance(group, Meld):
            cards = tuple(group)
            return cls(cards, (None,) * len(cards))
        return cls(group.cards, tuple(group.rank if place is None else place for place in group.stands_for))

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))


@dataclass(frozen=True, slots=True)
class Claim:
    """Groups of cards that are said to be melds, the text they were read from, and notes on how it was read."""

    melds: tuple[ClaimedMeld, ...]
    text: str | None = field(default=None, compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the claim, in the order in which they were written."""
        return tuple(card for meld in self.melds for card in meld.cards)

    @property
    def spans(self) -> tuple[Span, ...]:
        """The place of each card in the text."""
        return tuple(span for meld in self.melds for span in meld.spans)


AnyClaim = Claim | str | Iterable[Meld | AnyHand]
"""A claim as callers have it: parsed, as text, or as melds or groups of cards, each as text if you like."""


def as_claim(claim: AnyClaim) -> Claim:
    """The claim, read where it is text. Texts in a list are a meld each, unless one of them is a single card.

    Raises:
        NotationError: a text cannot be read.

    >>> len(as_claim(["4h 5h 6h", "jc jd jh"]).melds), len(as_claim(["4h", "5h", "6h"]).melds)
    (2, 1)
    """
    if isinstance(claim, Claim):
        return claim
    if isinstance(claim, str):
        return parse_claim(claim)
    groups = list(claim)
    texts = [group for group in groups if isinstance(group, str)]
    if texts and len(texts) == len(groups):
        are_melds = all(len(parse_claim(text).cards) > 1 for text in texts)
        return parse_claim(("\n" if are_melds else " ").join(texts))
    return Claim(tuple(ClaimedMeld.of(one if isinstance(one, Meld) else as_hand(one)) for one in groups))


def parse_claim(text: str) -> Claim:
    """Return the groups of cards written in *text*, with what each wild is stated to stand for.

    A word `set` or `run` before a group, as it is printed before a meld, is read over.

    Raises:
        NotationError: something cannot be read, or no card is there. It holds all flaws of the text.

    >>> [meld.places for meld in parse_claim("5H 6H 4D=7H | KS KD 4C(K)").melds]
    [(None, None, <Card 7H>), (None, None, 13)]
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(Flaw(f"the text has {len(text):,} characters, too many for one laydown"), text=text)
    return _ClaimReader(text).claim()


_WORD = rf"[^\s{re.escape(SEPARATORS)}=]+"
_BLANK = rf"[^\S{LINE_ENDS}]*"
_STATEMENT = (
    rf"={_BLANK}(?P<stated>(?:{_WORD}(?:{_BLANK}\bof\b{_BLANK}{_WORD})?)?)"
    rf"|(?<=[^\s{re.escape(SEPARATORS)}=])\((?P<inside>[^()|{LINE_ENDS}]*)\)"
)
_GROUP = rf"[^|()\[\]{{}}{LINE_ENDS}]+"
_LABEL = rf"(?i)^{_BLANK}(?:set|run)\b:?"
_FULL_WIDTH = str.maketrans("｜（）［］｛｝＝", "|()[]{}=")
_OPENED_BY = {")": "(", "]": "[", "}": "{"}

_PLACE_HINT = "write what a wild stands for right after it, as in 7D=7H, or by its rank in a set, as in KS=5"
_APART_HINT = "put each meld in brackets of its own, or write | between melds"


class _Statement(NamedTuple):
    """What is stated of the card before *span*: the place written in *word*."""

    span: Span
    word: Span


class _ClaimReader:
    """Reads one text. What has been read is blanked out, so that places always count in the text as it was typed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.flaws: list[Flaw] = []
        self.notes: list[str] = []
        plain = re.sub(f"#[^{LINE_ENDS}]*", _blanks, text.translate(_FULL_WIDTH))
        self.statements = [
            _Statement(Span(*match.span()), Span(*match.span(match.lastgroup or 0)))
            for match in re.finditer(_STATEMENT, plain)
        ]
        self.rest = re.sub(_STATEMENT, _blanks, plain)

    def claim(self) -> Claim:
        """The claim, or all flaws as a NotationError."""
        self._check_brackets()
        melds = [self._meld(*group) for group in self._groups()]
        if not melds and not self.flaws:
            self.flaws.append(Flaw("no melds", hint="write melds as in 7H 7S 7C | 9D 10D JD"))
        if self.flaws:
            raise NotationError(*self._told(), text=self.text)
        return Claim(tuple(melds), self.text, tuple(self.notes))

    def _told(self) -> list[Flaw]:
        """The flaws in the order of their places, and how many more there are."""
        told = sorted(self.flaws, key=lambda flaw: (not flaw.spans, flaw.spans))
        more = len(told) - MAX_FLAWS
        return [*told[:MAX_FLAWS], Flaw(f"and {more:,} more")] if more > 0 else told

    def _flaw(self, what: str, span: Span, hint: str) -> None:
        self.flaws.append(Flaw(f"'{self.text[span.start : span.end]}' {what}", (span,), hint))

    def _check_brackets(self) -> None:
        """Tell of brackets without a partner."""
        waiting: list[int] = []
        for match in re.finditer(r"[()\[\]{}]", self.rest):
            if match[0] not in _OPENED_BY:
                waiting.append(match.start())
            elif waiting and self.rest[waiting[-1]] == _OPENED_BY[match[0]]:
                waiting.pop()
            else:
                self._flaw("has no matching bracket", Span(*match.span()), _APART_HINT)
        for at in waiting:
            self._flaw("has no matching bracket", Span(at, at + 1), _APART_HINT)

    def _groups(self) -> Iterator[tuple[str, Span, list[_Statement]]]:
        """Each part of the text that holds more than separators, its place, and what is stated in it."""
        for match in re.finditer(_GROUP, self.rest):
            group = re.sub(_LABEL, _blanks, match[0])
            mine = [one for one in self.statements if match.start() <= one.span.start < match.end()]
            if mine or any(word.lower() not in CONNECTORS for word in re.findall(_WORD, group)):
                yield group, Span(*match.span()), mine

    def _meld(self, group: str, span: Span, statements: list[_Statement]) -> ClaimedMeld:
        """The meld of one group; empty, with its flaws kept, where the cards cannot be read."""
        places = [self._place(one) for one in statements]
        if not re.search(_WORD, group):
            for one in statements:
                self._flaw("does not follow a card", one.span, _PLACE_HINT)
            return ClaimedMeld((), ())
        try:
            hand = parse_hand(group)
        except NotationError as error:
            self.flaws += [flaw.moved(span.start) for flaw in error.flaws]
            return ClaimedMeld((), ())
        self.notes += hand.notes
        spans = tuple(place.moved(span.start) for place in hand.spans)
        stated = {self._card_before(one, spans): place for one, place in zip(statements, places, strict=True)}
        return ClaimedMeld(hand.cards, tuple(stated.get(at) for at in range(len(spans))), span, spans)

    def _card_before(self, statement: _Statement, spans: Sequence[Span]) -> int | None:
        """Which card the statement is about: the one that ends right before it. None with the flaw kept."""
        start = statement.span.start
        for at, card in enumerate(spans):
            if card.end <= start and not self.text[card.end : start].strip():
                return at
        self._flaw("does not follow a single card", statement.span, _PLACE_HINT)
        return None

    def _place(self, statement: _Statement) -> Place:
        """The card or rank that is stated, or None with its flaws kept."""
        start, end = statement.word
        word = self.text[start:end]
        if not word.strip():
            self._flaw("names no card or rank", statement.span, _PLACE_HINT)
            return None
        try:
            single = parse_single(word)
        except NotationError as error:
            return self._rank(word, start, error)
        self.notes += single.notes
        card = single.cards[0]
        if card.is_joker:
            self._flaw("is not a place in a meld: a wild stands for a card or a rank", statement.word, _PLACE_HINT)
        return card

    def _rank(self, word: str, start: int, error: NotationError) -> Place:
        """The rank that is stated, or None with the flaws of *error* kept, which say why the word is no card."""
        try:
            return parse_rank(word)
        except NotationError:
            self.flaws += [flaw.moved(start) for flaw in error.flaws]
            return None


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])
