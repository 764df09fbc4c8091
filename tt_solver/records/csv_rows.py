"""Recorded hands in CSV: rows under a header with a column `hand` and one of `round`, `cards` and `wild`.

Columns may stand in any order, be named in any case and be separated by commas, semicolons, tabs or
vertical bars. The hand may be split over columns `card1`, `card2` and so on. A quote that is never
closed spoils its own line only, not the rest of the file.

The compiled twin is in `native/lines.pyx`: change both.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, count
from json import dumps

from tt_solver.errors import DiagnosedError, Flaw, Source, Span
from tt_solver.records.recorded import RecordedHand, Stated, readable
from tt_solver.records.sources import MAX_LINE, Cut, SourceFile, cut_lines, line_end, lines_in

SEPARATORS = ",;\t|"

MOST_LINES = 50
"""The most lines that a quoted field may have; a longer one is a quote that was never closed."""

MOST_BYTES = 1 << 16
"""And the most bytes."""

MOST_OF_ROW = 1 << 20
"""About the most bytes of a row: it ends with the line in which it has so many, whatever opens there."""

STATED = ("round", "cards", "wild", "rules")

BEFORE_HEADER = re.compile(rb'(?i:"?sep=[^\r\n"]"?[ \t,;|]*(?:\r\n?|\n))?(?:[ \t]*(?:\r\n?|\n))*')
"""A line that tells a spreadsheet the separator, which the header shows as well, and blank lines.

Programs that take that line for a row put quotes around it, or empty cells behind.
"""

QUOTED = re.compile(rb'"(?:[^"]++|"")*+"')
QUOTED_TEXT = re.compile(r'"((?:[^"]++|"")*+)"')
CARD_COLUMN = re.compile(r"card[ _-]?0*(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Layout:
    """What the columns of a CSV file hold.

    Attributes:
        names: the header as it was written.
        separator: what stands between fields.
        hand: the columns of the hand: one, or one for each card.
        stated: the columns of `round`, `cards`, `wild` and `rules` that there are.
        others: all other columns, by a name that no other column has.
        rows_from: where the rows start: how many lines the header takes with all before it.
    """

    names: tuple[str, ...]
    separator: str
    hand: tuple[int, ...]
    stated: dict[str, int]
    others: dict[str, int] = field(default_factory=dict)
    rows_from: int = 1


@dataclass(slots=True)
class CsvHand(RecordedHand):
    """A hand recorded in a row."""

    layout: Layout = field(kw_only=True)
    row: list[str] = field(kw_only=True)

    def cells(self, columns: Sequence[str]) -> list[str]:
        """The row in as many fields as the header has; what is too much is kept in the last, unless it is blank."""
        count = len(self.layout.names)
        if not _surplus(self.row, self.layout):
            return self.row[:count] + [""] * (count - len(self.row))
        rest = self.layout.separator.join(self.row[count - 1 :])
        return [*self.row[: count - 1], rest]

    def others(self) -> str:
        cells = self.cells(())
        others = {readable(name): readable(cells[at]) for name, at in self.layout.others.items()}
        return dumps(others, ensure_ascii=False, separators=(",", ":"))


# -- records in bytes -----------------------------------------------------------------------------------


def _record_end(data: bytes, start: int, separators: bytes) -> tuple[int, bool]:
    """Where the record that starts at *start* ends, and whether that is certain whatever bytes follow.

    A quote opens a field only at its start. If it holds line breaks, it must be closed right before a
    separator or a line end, and soon; else it opens nothing, and the record ends with the quote's line.
    """
    at = start
    while at - start < MOST_OF_ROW:
        if data.startswith(b'"', at):
            quoted = QUOTED.match(data, at, at + MOST_BYTES)
            if quoted is None or quoted.end() == len(data):
                end, certain = _whole_line(data, at)
                return end, certain and len(data) - at > MOST_BYTES
            if line_end(data, at) < quoted.end() and not _is_whole(data, quoted, separators):
                return line_end(data, at), True
            at = quoted.end()
        at = _next(data, at, separators)
        if at >= len(data):
            return len(data), False
        if data[at] not in separators:
            return _whole_line(data, at)
        at += 1
    return _whole_line(data, at)


def _whole_line(data: bytes, at: int) -> tuple[int, bool]:
    """Where the line that *at* is in ends, and whether that is certain."""
    end = line_end(data, at)
    return end, end < len(data) or data.endswith(b"\n")


def _is_whole(data: bytes, quoted: re.Match[bytes], separators: bytes) -> bool:
    """Whether a quoted field of several lines is closed as it should be."""
    return data[quoted.end()] in separators + b"\r\n" and lines_in(quoted[0]) < MOST_LINES


def _next(data: bytes, start: int, separators: bytes) -> int:
    """The place of the next separator or line end."""
    found = _stops(separators).search(data, start)
    return found.start() if found else len(data)


@cache
def _stops(separators: bytes) -> re.Pattern[bytes]:
    return re.compile(b"[\r\n" + re.escape(separators) + b"]")


@cache
def _open_at_line_end(separators: bytes) -> re.Pattern[bytes]:
    """Finds every field, and perhaps more, that opens a quote and does not close it in its line."""
    return re.compile(b"(?:^|(?<=[\r\n" + re.escape(separators) + b']))"(?:[^"\r\n]++|"")*+(?=[\r\n]|\\Z)')


def _long_records(data: bytes, separators: bytes) -> Iterator[tuple[int, int, bool]]:
    """Start and end of each record of several lines, and whether that is certain whatever bytes follow."""
    at = 0
    while found := _open_at_line_end(separators).search(data, at):
        last_end = max(data.rfind(b"\n", at, found.start()), data.rfind(b"\r", at, found.start()))
        start = max(at, last_end + 1)
        end, certain = _record_end(data, start, separators)
        yield start, end, certain
        at = max(end, found.end())


def long_rows(data: bytes, layout: Layout) -> Iterator[tuple[int, int]]:
    """Where the rows of several lines start and end in *data*, whole rows; some rows of one line may be among them."""
    found = _long_records(data, layout.separator.encode()) if b'"' in data else iter(())
    return ((start, end) for start, end, _ in found)


def cut_rows(layout: Layout) -> Cut:
    """How chunks of a file of that layout are cut: never inside a row."""
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
    """The layout of the CSV file *source*, or None if it is empty. With *known*, the rows need not tell the round.

    Raises:
        DiagnosedError: the header names no hand, or nothing to tell the round by, or one of them twice.
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


def _layout(names: Sequence[str], separator: str, rows_from: int) -> Layout:
    folded = [name.strip().casefold() for name in names]
    hand = tuple(at for at, name in enumerate(folded) if name == "hand") or _card_columns(folded)
    stated = {name: folded.index(name) for name in STATED if name in folded}
    used = {*hand, *stated.values()}
    others: dict[str, int] = {}
    for at, name in enumerate(names):
        if at not in used:
            others[_unused(name.strip() or f"column_{at + 1}", others)] = at
    return Layout(tuple(names), separator, hand, stated, others, rows_from)


def _card_columns(folded: Sequence[str]) -> tuple[int, ...]:
    """The columns `card1`, `card2` and so on, in the order of their numbers."""
    numbered = [(number, at) for at, name in enumerate(folded) if (number := _number_of_card(name)) is not None]
    return tuple(at for _, at in sorted(numbered))


def _number_of_card(folded: str) -> int | None:
    """The number of a column `card1` and so on, None of any other."""
    match = CARD_COLUMN.fullmatch(folded)
    return int(match[1]) if match else None


def _unused(name: str, used: Container[str]) -> str:
    """*name*, with a number behind it if it is used already."""
    numbered = (f"{name}_{number}" for number in count(2))
    return name if name not in used else next(other for other in numbered if other not in used)


def _require_columns(layout: Layout, text: str, known: bool) -> None:
    folded = [name.strip().casefold() for name in layout.names]
    cards = [folded[at] for at in layout.hand]
    numbers = [_number_of_card(name) for name in cards]
    twice = [name for name in STATED if folded.count(name) > 1]
    twice += dict.fromkeys(name for name, number in zip(cards, numbers, strict=True) if numbers.count(number) > 1)
    if twice:
        flaws = [Flaw(f"the column {name} is there twice", _places(text, name), "rename one of them") for name in twice]
        raise DiagnosedError(*flaws, text=text)
    if not layout.hand:
        hint = "the first line names the columns, as in: round,hand or: round,card1,card2,card3"
        raise DiagnosedError(Flaw("no column is named hand", (Span(0, len(text)),), hint), text=text)
    if not known and not layout.stated.keys() & {"round", "cards", "wild"}:
        hint = "name a column round, cards (how many were dealt) or wild, or give -r, -c or -w"
        raise DiagnosedError(Flaw("no column tells the round", (Span(0, len(text)),), hint), text=text)


def _places(text: str, name: str) -> tuple[Span, ...]:
    return tuple(Span(*match.span()) for match in re.finditer(rf"\b{re.escape(name)}\b", text, re.IGNORECASE))


# -- the rows -------------------------------------------------------------------------------------------


def split_row(record: str, separator: str) -> list[str]:
    """The fields of a row. A quote that is not closed is an ordinary character."""
    if '"' not in record:
        return record.split(separator)
    fields, at = [], 0
    while True:
        head = ""
        if quoted := QUOTED_TEXT.match(record, at):
            head, at = quoted[1].replace('""', '"'), quoted.end()
        end = record.find(separator, at)
        fields.append(head + (record[at:] if end < 0 else record[at:end]))
        if end < 0:
            return fields
        at = end + 1


def csv_hands(data: bytes, first_line: int, layout: Layout) -> Iterator[CsvHand]:
    """The hands in the rows of *data*, whose first line has the number *first_line*."""
    for number, record in _rows(data, first_line, layout):
        yield _hand(number, record.decode("utf-8", "surrogateescape").rstrip("\r\n"), len(record), layout)


def _rows(data: bytes, first_line: int, layout: Layout) -> Iterator[tuple[int, bytes]]:
    """Each row that is not blank, and the number of its first line."""
    at, number = 0, first_line
    for start, end in chain(long_rows(data, layout), [(len(data), len(data))]):
        pieces = [*data[at:start].splitlines(keepends=True), data[start:end]]
        for record in pieces:
            if number >= layout.rows_from and record.strip(b"\r\n \t"):
                yield number, record
            number += lines_in(record)
        at = end


def _hand(number: int, record: str, size: int, layout: Layout) -> CsvHand:
    row = split_row(record, layout.separator)
    cells = [row[at].strip() if at < len(row) else "" for at in layout.hand]
    hand = " ".join(cell for cell in cells if cell)
    stated = {name: row[at] for name, at in layout.stated.items() if at < len(row)}
    game = Stated(stated.get("round"), stated.get("cards"), stated.get("wild"), stated.get("rules"))
    flaw = _row_flaw(record, row, size, layout)
    return CsvHand(number, hand, game, record if flaw else "", flaw=flaw, layout=layout, row=row)


def _surplus(row: Sequence[str], layout: Layout) -> Sequence[str]:
    """The fields that the header has no names for, if anything stands in them."""
    surplus = row[len(layout.names) :]
    return surplus if any(field.strip() for field in surplus) else ()


def _row_flaw(record: str, row: Sequence[str], size: int, layout: Layout) -> DiagnosedError | None:
    """What is wrong with the row as a whole."""
    if size > MAX_LINE:
        return DiagnosedError(Flaw(f"the line is longer than {MAX_LINE:,} bytes"))
    surplus = _surplus(row, layout)
    if not surplus:
        return None
    kept = len(record) - len(layout.separator.join(surplus))
    message = f"{len(row)} fields, but the header names {len(layout.names)}"
    hint = f"put quotes around a field that holds {layout.separator!r}"
    return DiagnosedError(Flaw(message, (Span(max(0, kept), len(record)),), hint), text=record)
