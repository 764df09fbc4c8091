"""What is wrong with an input, where, and how to put it right: one family of errors.

An error holds facts only; `tt_solver.output.diagnosis` makes the text with its carets.
"""

from __future__ import annotations

from typing import NamedTuple, Self

MAX_FLAWS = 20
"""Flaws of one text that are told one by one; the rest are counted."""


def counted(number: int, what: str) -> str:
    """A number of things as sentences say it.

    >>> counted(1, "card"), counted(7, "card")
    ('1 card', '7 cards')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


class Span(NamedTuple):
    """A stretch of a text in code points: from *start* up to, not including, *end*."""

    start: int
    end: int

    def moved(self, by: int) -> Span:
        """The same stretch where *by* characters stand before the text."""
        return Span(self.start + by, self.end + by)


class Flaw(NamedTuple):
    """One thing that is wrong: a sentence, its places in the text if it has any, and a way out."""

    message: str
    spans: tuple[Span, ...] = ()
    hint: str | None = None

    def moved(self, by: int) -> Flaw:
        """The same flaw where *by* characters stand before the text."""
        return self._replace(spans=tuple(span.moved(by) for span in self.spans))


class Source(NamedTuple):
    """Where a text came from: a name such as `night.txt`, and the line in it if it has lines."""

    name: str
    line: int | None = None

    def __str__(self) -> str:
        return self.name if self.line is None else f"{self.name}:{self.line}"


class DiagnosedError(ValueError):
    """Base of every error about an input. It tells all flaws of the input at once.

    A flaw may be given as its sentence alone, as other errors take a text.

    Attributes:
        flaws: the flaws in the order of their places.
        text: the text that the spans of the flaws count in, or None where there is none.
        source: the file and line of the text, or None for a text given by itself.
    """

    def __init__(self, *flaws: Flaw | object, text: str | None = None, source: Source | None = None) -> None:
        super().__init__(*flaws)
        self.flaws = tuple(flaw if isinstance(flaw, Flaw) else Flaw(str(flaw)) for flaw in flaws)
        self.text = text
        self.source = source

    @property
    def message(self) -> str:
        """All flaws in one line."""
        return "; ".join(flaw.message for flaw in self.flaws)

    @property
    def hint(self) -> str | None:
        """The first hint there is."""
        return next((flaw.hint for flaw in self.flaws if flaw.hint), None)

    @property
    def column(self) -> int | None:
        """Where the first flaw with a place starts: 1-based, in code points of the text."""
        return next((flaw.spans[0].start + 1 for flaw in self.flaws if flaw.spans), None)

    def at(self, source: Source) -> Self:
        """The same error, found in *source*."""
        return type(self)(*self.flaws, text=self.text, source=source)

    def __str__(self) -> str:
        return self.message if self.source is None else f"{self.source}: {self.message}"


class NotationError(DiagnosedError):
    """Something in the text cannot be read as a card."""


class ImpossibleHandError(DiagnosedError):
    """The cards can be read but cannot be held: more copies than the decks have, or jokers that are off."""


class HandSizeError(DiagnosedError):
    """The number of cards is neither what the round deals nor one more."""


class RulesError(DiagnosedError):
    """A rule option, value, preset, house-rule file or round that does not exist."""


class MeldError(DiagnosedError):
    """A group of cards on the table is not a meld, or can be read in more than one way."""
