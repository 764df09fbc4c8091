"""Results of recorded hands as lines of JSON, CSV or text: one line for each hand, in the same order.

The compiled twin is `native/results.pxd`: change both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tt_solver.errors import DiagnosedError
from tt_solver.records.formats import Format
from tt_solver.records.recorded import RecordedHand, excerpt, readable
from tt_solver.solver.answer import json_line
from tt_solver.solver.best import Arrangement, Outcome

ADDED = ("points", "score", "out", "discard", "melds", "deadwood", "error")
"""The columns that a result adds to a row, in this order."""


@dataclass(frozen=True, slots=True)
class Target:
    """How results are written.

    Attributes:
        file: the file to name in each JSON object, or None if there is only one.
        columns: the CSV columns for what was recorded.
        separator: what stands between the fields of CSV rows.
    """

    format: Format
    file: str | None = None
    columns: tuple[str, ...] = ()
    separator: str = ","

    @property
    def header(self) -> str:
        """The line before all results, or empty text."""
        if self.format is not Format.csv:
            return ""
        return _row([*self.columns, *added_columns(self.columns)], self.separator)

    def line(self, hand: RecordedHand, outcome: Outcome) -> str:
        """The result of one hand."""
        if self.format is Format.jsonl:
            return _object(hand, outcome, self.file)
        if self.format is Format.csv:
            return _row([*hand.cells(self.columns), *_cells(outcome)], self.separator)
        return _text(outcome)


def added_columns(columns: Iterable[str]) -> list[str]:
    """The columns that results add to *columns*, with `solved_` before a name that is taken.

    >>> added_columns(["round", "hand", "Points"])[:2]
    ['solved_points', 'score']
    """
    taken = {column.strip().casefold() for column in columns}
    names = []
    for name in ADDED:
        while name in taken:
            name = f"solved_{name}"
        taken.add(name)
        names.append(name)
    return names


def encoded(text: str) -> bytes:
    """*text* in UTF-8. Bytes of the input that were not UTF-8 come back as they were."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # halves of characters, from JSON: only their lines are changed
        return b"\n".join(map(_encoded_line, text.split("\n")))


def _encoded_line(line: str) -> bytes:
    try:
        return line.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return readable(line).encode()


def _object(hand: RecordedHand, outcome: Outcome, file: str | None) -> str:
    head = {"line": hand.line} if file is None else {"line": hand.line, "file": readable(file)}
    if isinstance(outcome, DiagnosedError):
        body: dict[str, Any] = {"error": _error(outcome, hand.input), "input": excerpt(readable(hand.input))}
    else:
        body = outcome.to_dict()
    return f'{json_line(head | body)[:-1]},"record":{hand.others()}}}'


def _error(error: DiagnosedError, text: str) -> dict[str, Any]:
    column = error.column if error.text == text else None
    return {"message": excerpt(readable(error.message)), "column": column, "hint": error.hint}


def _cells(outcome: Outcome) -> list[str]:
    """The fields of `ADDED`."""
    if isinstance(outcome, DiagnosedError):
        return ["", "", "", "", "", "", _message(outcome)]
    out = "true" if outcome.out else "false"
    return [str(outcome.points), str(outcome.score), out, *_laid_out(outcome), ""]


def _text(outcome: Outcome) -> str:
    if isinstance(outcome, DiagnosedError):
        return f"!\t{_message(outcome)}"
    discard, melds, deadwood = _laid_out(outcome)
    return f"{outcome.points}\t{melds}\t{deadwood}\t{discard}"


def _laid_out(answer: Arrangement) -> tuple[str, str, str]:
    """The discard, the melds and the deadwood, as in `KS`, `5D KS KS | KH KH 8C` and `2H`."""
    melds = " | ".join(" ".join(map(str, meld.cards)) for meld in answer.melds)
    return "" if answer.discard is None else str(answer.discard), melds, " ".join(map(str, answer.deadwood))


def _message(error: DiagnosedError) -> str:
    """The message of an error in one line without tabs."""
    return " ".join(excerpt(readable(error.message)).split())


def _row(fields: Sequence[str], separator: str) -> str:
    """A CSV row, with quotes around the fields that need them."""
    row = separator.join(fields)
    if row.count(separator) == len(fields) - 1 and not any(sign in row for sign in '"\r\n'):
        return row
    return separator.join(_field(field, separator) for field in fields)


def _field(field: str, separator: str) -> str:
    if any(sign in field for sign in (separator, '"', "\r", "\n")):
        return '"' + field.replace('"', '""') + '"'
    return field
