"""Recorded hands in text: lines of ROUND CARD CARD ..., or of hands alone, with blank lines and # comments between.

The compiled twin is in `native/lines.pyx`: change both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO

from tt_solver.errors import DiagnosedError, Flaw, NotationError, RulesError, Span
from tt_solver.notation.hands import parse_hand
from tt_solver.records.recorded import RecordedHand, Stated, shown

COLUMNS = ("round", "hand")
"""The columns that a line of text becomes in CSV."""

ROUND = re.compile(r"\s*(\d{1,9})(?:[\s,;:]+|$)")

OF = re.compile(r"of\b", re.IGNORECASE)
"""What makes a rank of the number before it."""


@dataclass(slots=True)
class TextHand(RecordedHand):
    """A hand recorded in a line of text."""

    def cells(self, columns: Sequence[str]) -> list[str]:
        values = {"round": "" if self.stated.round_no is None else str(self.stated.round_no), "hand": self.hand}
        return [values[column] for column in columns]


def text_hands(text: str, first_line: int, *, hands_only: bool) -> Iterator[TextHand]:
    """The hands in the lines of *text*, of which the first has the number *first_line*."""
    read = _bare_hand if hands_only else _hand_with_round
    for number, line in enumerate(StringIO(text, newline=None), first_line):
        if (content := line.strip()) and content[0] != "#":
            yield read(number, line.rstrip("\n"))


def _bare_hand(number: int, line: str) -> TextHand:
    match = ROUND.match(line)
    if match and _is_hand(line[match.end() :]) and not _is_hand(line):
        return TextHand(number, line, text=line, flaw=_needless_round(line, match))
    return TextHand(number, line, text=line)


def _is_hand(text: str) -> bool:
    try:
        return len(parse_hand(text)) > 0
    except DiagnosedError:
        return False


def _needless_round(line: str, match: re.Match[str]) -> NotationError:
    hint = "each line is a hand alone here: leave its round out, or else -r, -c and -w"
    return NotationError(Flaw(f"{match[1]} is no card", (Span(*match.span(1)),), hint), text=line)


def _hand_with_round(number: int, line: str) -> TextHand:
    match = ROUND.match(line)
    if match is None or (OF.match(line, match.end()) and _is_hand(line)):
        return TextHand(number, line, text=line, flaw=_no_round(line))
    start = match.end()
    return TextHand(number, line[start:], Stated(round_no=int(match[1])), text=line, offset=start)


def _no_round(line: str) -> RulesError:
    word = line.split(maxsplit=1)[0]
    start = line.index(word)
    hint = "a line is ROUND CARD CARD ..., as in 2 7h 7s 7c kd; with -r, -c or -w each line is a hand alone"
    return RulesError(Flaw(f"{shown(word)} is no round", (Span(start, start + len(word)),), hint), text=line)
