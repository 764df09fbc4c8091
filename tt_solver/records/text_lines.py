"""Recorded hands in text: lines of ROUND CARD CARD ..., or hands without a round, with blank lines and # comments.

A line of an error that this program wrote is passed on. Its other results in text are refused: they do not say the
round, and could be taken for hands.

The compiled twin is in `native/lines.pyx`: change both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO

from tt_solver.errors import DiagnosedError, Flaw, NotationError, RulesError, Span
from tt_solver.notation.hands import parse_hand
from tt_solver.notation.spellings import INVISIBLE
from tt_solver.records.json_values import shown
from tt_solver.records.recorded import RecordedHand, Stated, visible

COLUMNS = ("round", "hand")
"""The CSV columns for a line of text."""

ROUND = re.compile(rf"[\s{INVISIBLE}]*(\d{{1,9}})[{INVISIBLE}]*(?:[\s{INVISIBLE},;:]+|$)")

OF = re.compile(r"of\b", re.IGNORECASE)
"""After a number, it makes that number a rank."""

RESULT = re.compile(
    r"(?:0\t[A-Z0-9 |]*\t[A-Z0-9 ]*|[1-9]\d*\t(?:[A-Z0-9]+ [A-Z0-9]+ [A-Z0-9 |]+)?\t[A-Z0-9 ]+)\t[A-Z0-9]*"
)
"""A result in text: points, melds, deadwood and discard. Points above 0 come with deadwood."""

ERROR = re.compile(r"!\t(.*)")
"""An error in text."""


@dataclass(slots=True)
class TextHand(RecordedHand):
    """A hand recorded in a line of text."""

    def cells(self, columns: Sequence[str]) -> list[str]:
        values = {"round": "" if self.stated.round_no is None else str(self.stated.round_no), "hand": self.hand}
        return [values[column] for column in columns]


def text_hands(text: str, first_line: int, *, hands_only: bool) -> Iterator[TextHand]:
    """The hands in the lines of *text*; the first line has the number *first_line*."""
    read = _bare_hand if hands_only else _hand_with_round
    for number, line in enumerate(StringIO(text, newline=None), first_line):
        if (content := visible(line).strip()) and content[0] != "#":
            line = line.rstrip("\n")
            yield _result(number, line) or read(number, line)


def _result(number: int, line: str) -> TextHand | None:
    """The hand of a line that this program wrote as a result, or None."""
    if error := ERROR.match(line):
        return TextHand(number, line, text=line, flaw=DiagnosedError(Flaw(error[1])))
    if not RESULT.fullmatch(line):
        return None
    flaw = Flaw("this is a result of `batch`", hint="to read results again, write them with --to csv or --to jsonl")
    return TextHand(number, line, text=line, flaw=DiagnosedError(flaw))


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
    hint = "with -r, -c or -w, each line is a hand without a round: remove the round, or these options"
    return NotationError(Flaw(f"{match[1]} is not a card", (Span(*match.span(1)),), hint), text=line)


def _hand_with_round(number: int, line: str) -> TextHand:
    match = ROUND.match(line)
    if match is None or (OF.match(line, match.end()) and _is_hand(line)):
        return TextHand(number, line, text=line, flaw=_no_round(line))
    start = match.end()
    return TextHand(number, line[start:], Stated(round_no=int(match[1])), text=line, offset=start)


def _no_round(line: str) -> RulesError:
    word = line.split(maxsplit=1)[0]
    start = line.index(word)
    hint = "write ROUND CARD CARD ..., as in 2 7h 7s 7c kd; with -r, -c or -w, each line is a hand without a round"
    return RulesError(
        Flaw(f"{shown(visible(word))} is not a round", (Span(start, start + len(word)),), hint), text=line
    )
