"""Recorded hands in CSV: rows under a header with a column `hand` and one of `round`, `cards` and `wild`.

The columns may have any order, names in any case, and commas, semicolons, tabs or vertical bars between them. The hand
may be split over columns `card1`, `card2` and so on. A quote that is never closed affects its own line only.

Results of this program are read too: an error that it wrote is passed on, and what JSON recorded beside the first keys
stands in a column `record`.

The compiled twin is in `native/lines.pyx`: change both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from json import JSONDecodeError, dumps
from typing import Any

from tt_solver.errors import DiagnosedError, Flaw, Source, Span
from tt_solver.notation.spellings import INVISIBLE
from tt_solver.records.json_lines import GAME, Member, json_object, scanned
from tt_solver.records.recorded import (
    RecordedHand,
    Stated,
    card_number,
    folded,
    is_blank,
    readable,
    unused,
    visible,
)
from tt_solver.records.results import ADDED, added_columns
from tt_solver.records.sources import MAX_LINE, Cut, SourceFile, cut_lines, line_end, lines_in

SEPARATORS = ",;\t|"
TAB = "\t"

MOST_LINES = 50
"""The most lines of a quoted field. In a longer one, the quote was never closed."""

MOST_BYTES = 1 << 16
"""The most bytes of a quoted field."""

MOST_OF_ROW = 1 << 20
"""About the most bytes of a row: a longer row ends with the line where it reaches them, even inside quotes."""

BEFORE_HEADER = re.compile(rb'(?i:"?sep=[^\r\n"]"?[ \t,;|]*(?:\r\n?|\n))?(?:[ \t]*(?:\r\n?|\n))*')
"""The line `sep=;`, which says the separator to a spreadsheet, and blank lines.

Programs that read that line as a row put quotes around it, or empty cells behind it. The header shows the separator
too.
"""

SEPARATOR_LINE = re.compile(r'"?sep=[^"]', re.IGNORECASE)

QUOTED = re.compile(rb'"(?:[^"]++|"")*+"')
QUOTED_TEXT = re.compile(r'"((?:[^"]++|"")*+)"')


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a CSV file.

    Attributes:
        names: the header as it was written.
        separator: what stands between fields.
        hand: the columns of the hand: one, or one for each card.
        stated: the columns of `round`, `cards`, `wild`, `rules` and `changed`, if they are there.
        others: all other columns, by a name that no other column has.
        record: the column `record`, which may hold keys of JSON, or None.
        error: the column of errors that this program wrote, or None.
        rows_from: the number of the line where the rows start, from 1.
    """

    names: tuple[str, ...]
    separator: str
    hand: tuple[int, ...]
    stated: dict[str, int]
    others: dict[str, int] = field(default_factory=dict)
    record: int | None = None
    error: int | None = None
    rows_from: int = 1


@dataclass(slots=True)
class CsvHand(RecordedHand):
    """A hand recorded in a row."""

    layout: Layout = field(kw_only=True)
    row: list[str] = field(kw_only=True)
    members: list[Member] | None = field(kw_only=True, default=None)
    """The keys of JSON in the column `record`, or None if there is no object."""

    def cells(self, columns: Sequence[str]) -> list[str]:
        """The row with as many fields as the header. The last field keeps a surplus, unless that is blank."""
        count = len(self.layout.names)
        if not _surplus(self.row, self.layout):
            return self.row[:count] + [""] * (count - len(self.row))
        rest = self.layout.separator.join(self.row[count - 1 :])
        return [*self.row[: count - 1], rest]

    def others(self) -> str:
        cells = self.cells(())
        others = {readable(name): readable(cells[at]) for name, at in self.layout.others.items()}
        if self.layout.record is not None and self._is_read(cells[self.layout.record]):
            del others["record"]
        plain = dumps(others, ensure_ascii=False, separators=(",", ":"))
        members = [member for member in self.members or () if member.key not in GAME]
        if not members:
            return plain
        written = ((name, dumps(cell, ensure_ascii=False)) for name, cell in others.items())
        return json_object([*written, *((member.key, member.written) for member in members)])

    def _is_read(self, cell: str) -> bool:
        """Whether the field in the column `record` is an object, or blank in results of this program."""
        return self.members is not None or (self.layout.error is not None and is_blank(cell))


# -- records in bytes -----------------------------------------------------------------------------------


def _record_end(data: bytes, start: int, separators: bytes) -> tuple[int, bool]:
    """Where the record at *start* ends, and whether that is certain whatever bytes follow.

    A quote opens a field only at its start or after blanks. A quoted field with line breaks must be closed right before
    a separator or a line end, and soon. Otherwise the quote opens nothing, and the record ends with the line.
    """
    blanks = _blanks(separators)
    at = start
    while at - start < MOST_OF_ROW:
        opening = blanks.match(data, at).end()  # type: ignore[union-attr]  # it matches everything
        if data.startswith(b'"', opening):
            quoted = QUOTED.match(data, opening, at + MOST_BYTES)
            behind = blanks.match(data, quoted.end()).end() if quoted else len(data)  # type: ignore[union-attr]
            if quoted is None or behind == len(data):
                end, certain = _whole_line(data, at)
                return end, certain and len(data) - at > MOST_BYTES
            if line_end(data, at) < quoted.end() and not _is_whole(data, quoted, behind, separators):
                return line_end(data, at), True
            at = behind if data[behind] in separators + b"\r\n" else quoted.end() if opening == at else opening
        at = _next(data, at, separators)
        if at >= len(data):
            return len(data), False
        if data[at] not in separators:
            return _whole_line(data, at)
        at += 1
    return _whole_line(data, at)


def _whole_line(data: bytes, at: int) -> tuple[int, bool]:
    """Where the line at *at* ends, and whether that is certain."""
    end = line_end(data, at)
    return end, end < len(data) or data.endswith(b"\n")


def _is_whole(data: bytes, quoted: re.Match[bytes], behind: int, separators: bytes) -> bool:
    """Whether a quoted field of several lines is closed as it has to be."""
    return data[behind] in separators + b"\r\n" and lines_in(quoted[0]) < MOST_LINES


def _next(data: bytes, start: int, separators: bytes) -> int:
    """Where the next separator or line end is."""
    found = _stops(separators).search(data, start)
    return found.start() if found else len(data)


@cache
def _stops(separators: bytes) -> re.Pattern[bytes]:
    return re.compile(b"[\r\n" + re.escape(separators) + b"]")


@cache
def _blanks(separators: bytes) -> re.Pattern[bytes]:
    """The blanks that are not separators."""
    return re.compile(b" *" if b"\t" in separators else b"[ \t]*")


@cache
def _open_at_line_end(separators: bytes) -> re.Pattern[bytes]:
    """Finds each field, and perhaps more, that opens a quote and does not close it in the same line."""
    start = b"(?:^|(?<=[\r\n" + re.escape(separators) + b"]))" + _blanks(separators).pattern + b"+"
    return re.compile(start + b'"(?:[^"\r\n]++|"")*+(?=[\r\n]|\\Z)')


def _long_records(data: bytes, separators: bytes) -> Iterator[tuple[int, int, bool]]:
    """Start and end of each record with several lines, and whether that is certain whatever bytes follow."""
    at = 0
    while found := _open_at_line_end(separators).search(data, at):
        last_end = max(data.rfind(b"\n", at, found.start()), data.rfind(b"\r", at, found.start()))
        start = max(at, last_end + 1)
        end, certain = _record_end(data, start, separators)
        yield start, end, certain
        at = max(end, found.end())


def long_rows(data: bytes, layout: Layout) -> Iterator[tuple[int, int]]:
    """Where each row with several lines starts and ends in *data*. Some rows with one line may be among them."""
    found = _long_records(data, layout.separator.encode()) if b'"' in data else iter(())
    return ((start, end) for start, end, _ in found)


def cut_rows(layout: Layout) -> Cut:
    """How to cut a file of that layout into chunks: never inside a row."""
    separators = layout.separator.encode()

    def cut(data: bytes, at_end: bool) -> int:
        end = cut_lines(data, at_end)
        if at_end or b'"' not in data:
            return end
        for start, stop, certain in _long_records(data, separators):
            if not certain:
                return min(end, start)
            if start < end < stop:
                end = stop
        return end

    return cut


# -- the header -----------------------------------------------------------------------------------------


def layout_of(source: SourceFile, *, known: bool) -> Layout | None:
    """The layout of the CSV file *source*, or None if it is empty. With *known*, the rows need not say the round.

    Raises:
        DiagnosedError: the header names no hand, or nothing that says the round, or one of these twice.
    """
    data = b""
    for block in source.first_blocks():
        data += block
        start = BEFORE_HEADER.match(data).end()  # type: ignore[union-attr]  # it matches everything
        end, certain = _record_end(data, start, SEPARATORS.encode())
        if certain or len(data) > MAX_LINE:
            break
    if start == len(data):
        return None
    text = data[start:end].decode("utf-8", "surrogateescape").rstrip("\r\n")
    line = 1 + lines_in(data[:start])
    rows_from = line + max(1, lines_in(data[start:end]))
    layouts = [_layout(split_row(text, separator), separator, rows_from) for separator in SEPARATORS]
    best = max(layouts, key=lambda layout: (bool(layout.hand), len(layout.names)))
    try:
        _require_columns(best, text, known)
    except DiagnosedError as error:
        raise error.at(Source(source.name, line)) from None
    return best


def is_header(line: str) -> bool:
    """Whether *line* is the header of a CSV file with a hand."""
    return bool(SEPARATOR_LINE.match(line)) or any(_layout(split_row(line, one), one, 0).hand for one in SEPARATORS)


def _layout(names: Sequence[str], separator: str, rows_from: int) -> Layout:
    plain = [folded(name) for name in names]
    hand = tuple(at for at, name in enumerate(plain) if name == "hand") or _card_columns(plain)
    stated = {name: plain.index(name) for name in GAME if name in plain}
    used = {*hand, *stated.values()}
    others: dict[str, int] = {}
    for at, name in enumerate(names):
        if at not in used:
            others[unused(visible(name).strip() or f"column_{at + 1}", others)] = at
    error = _error_column(plain)
    return Layout(tuple(names), separator, hand, stated, others, others.get("record"), error, rows_from)


def _card_columns(names: Sequence[str]) -> tuple[int, ...]:
    """The columns `card1`, `card2` and so on, in the order of their numbers."""
    numbered = [(number, at) for at, name in enumerate(names) if (number := card_number(name)) is not None]
    return tuple(at for _, at in sorted(numbered))


def _error_column(names: Sequence[str]) -> int | None:
    """The last column of errors that this program wrote: it stands behind the other columns of a result."""
    for end in range(len(names), len(ADDED) - 1, -1):
        start = end - len(ADDED)
        if names[start].endswith(ADDED[0]) and added_columns(names[:start]) == list(names[start:end]):
            return end - 1
    return None


def _require_columns(layout: Layout, text: str, known: bool) -> None:
    names = [folded(name) for name in layout.names]
    cards = [names[at] for at in layout.hand]
    numbers = [card_number(name) for name in cards]
    twice = [name for name in GAME if names.count(name) > 1]
    twice += dict.fromkeys(name for name, number in zip(cards, numbers, strict=True) if numbers.count(number) > 1)
    if twice:
        flaws = [_twice(name, text, several=names.count(name) > 1) for name in twice]
        raise DiagnosedError(*flaws, text=text)
    if not layout.hand:
        hint = "the first line must name the columns, as in: round,hand or: round,card1,card2,card3"
        raise DiagnosedError(Flaw("no column is named hand", (Span(0, len(text)),), hint), text=text)
    if not known and layout.record is None and not layout.stated.keys() & {"round", "cards", "wild"}:
        hint = "add a column round, cards (the number dealt) or wild, or use -r, -c or -w"
        raise DiagnosedError(Flaw("no column says the round", (Span(0, len(text)),), hint), text=text)


def _twice(name: str, text: str, *, several: bool) -> Flaw:
    message = f"two columns are named {name}" if several else f"the column {name} has the number of another"
    return Flaw(message, _places(text, name), "rename one of them")


def _places(text: str, name: str) -> tuple[Span, ...]:
    return tuple(Span(*match.span()) for match in re.finditer(rf"\b{re.escape(name)}\b", text, re.IGNORECASE))


# -- the rows -------------------------------------------------------------------------------------------


def split_row(record: str, separator: str) -> list[str]:
    """The fields of a row. A quote that is not closed is an ordinary character.

    A quoted field may have blanks before and after its quotes.
    """
    if '"' not in record:
        return record.split(separator)
    between = _between_blanks(separator)
    fields, at = [], 0
    while True:
        head = ""
        if quoted := between.match(record, at) or QUOTED_TEXT.match(record, at):
            head, at = quoted[1].replace('""', '"'), quoted.end()
        end = record.find(separator, at)
        fields.append(head + (record[at:] if end < 0 else record[at:end]))
        if end < 0:
            return fields
        at = end + 1


@cache
def _between_blanks(separator: str) -> re.Pattern[str]:
    """A quoted field with blanks before it, or characters without a width."""
    blank = f"[{'' if separator == TAB else TAB} {INVISIBLE}]"
    return re.compile(rf'{blank}++"((?:[^"]++|"")*+)"{blank}*+(?={re.escape(separator)}|\r|\n|\Z)')


def csv_hands(data: bytes, first_line: int, layout: Layout) -> Iterator[CsvHand]:
    """The hands in the rows of *data*; the first line has the number *first_line*."""
    for number, record in _rows(data, first_line, layout):
        yield _hand(number, record.decode("utf-8", "surrogateescape").rstrip("\r\n"), len(record), layout)


def _rows(data: bytes, first_line: int, layout: Layout) -> Iterator[tuple[int, bytes]]:
    """Each row that is not blank, and the number of its first line."""
    at, number = 0, first_line
    for start, end in chain(long_rows(data, layout), [(len(data), len(data))]):
        pieces = [*data[at:start].splitlines(keepends=True), data[start:end]]
        for record in pieces:
            if number >= layout.rows_from and _has_content(record):
                yield number, record
            number += lines_in(record)
        at = end


def _has_content(record: bytes) -> bool:
    return bool(record.strip(b"\r\n \t")) and not (
        record[0] > 0x7F and is_blank(record.decode("utf-8", "surrogateescape"))
    )


def _hand(number: int, record: str, size: int, layout: Layout) -> CsvHand:
    row = split_row(record, layout.separator)
    cells = [row[at].strip() if at < len(row) else "" for at in layout.hand]
    hand = " ".join(cell for cell in cells if cell)
    members = None if layout.record is None or layout.record >= len(row) else _members(row[layout.record])
    game = _stated(row, layout, members or [])
    told = row[layout.error].strip() if layout.error is not None and layout.error < len(row) else ""
    flaw = _row_flaw(record, row, size, layout)
    text = record if flaw and not told else ""
    if told:  # an error that this program wrote is passed on
        flaw = DiagnosedError(Flaw(told))
    return CsvHand(number, hand, game, text, flaw=flaw, layout=layout, row=row, members=members)


def _members(cell: str) -> list[Member] | None:
    """The keys of the JSON object in *cell*, or None if there is no object."""
    if not cell.lstrip().startswith("{"):
        return None
    try:
        members = scanned(cell)
    except (JSONDecodeError, DiagnosedError, RecursionError):
        return None
    return members if members and len({member.key for member in members}) == len(members) else None


def _stated(row: Sequence[str], layout: Layout, members: Sequence[Member]) -> Stated:
    """What the row says of its game: in its own columns, else in the column `record`."""
    said: dict[str, Any] = {
        member.key: member.written if member.key == "changed" else member.value
        for member in members
        if member.key in GAME and member.value is not None
    }
    said |= {name: row[at] for name, at in layout.stated.items() if at < len(row) and not is_blank(row[at])}
    return Stated(said.get("round"), said.get("cards"), said.get("wild"), said.get("rules"), said.get("changed", ""))


def _surplus(row: Sequence[str], layout: Layout) -> Sequence[str]:
    """The fields behind the last column, unless all of them are blank."""
    surplus = row[len(layout.names) :]
    return surplus if any(field.strip() for field in surplus) else ()


def _row_flaw(record: str, row: Sequence[str], size: int, layout: Layout) -> DiagnosedError | None:
    """The error of a row that cannot be read as a whole."""
    if size > MAX_LINE:
        return DiagnosedError(Flaw(f"the line is longer than {MAX_LINE:,} bytes"))
    surplus = _surplus(row, layout)
    if not surplus:
        return None
    kept = len(record) - len(layout.separator.join(surplus))
    message = f"{len(row)} fields, but the header has {len(layout.names)}"
    hint = f"put quotes around a field that holds {layout.separator!r}"
    return DiagnosedError(Flaw(message, (Span(max(0, kept), len(record)),), hint), text=record)
