"""JSON arrays of records as JSON Lines: an item becomes a line, so that only a few items are held at a time."""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Iterator
from itertools import chain
from json import JSONDecodeError

from tt_solver.errors import DiagnosedError, Flaw, Source, Span
from tt_solver.records.formats import PANDAS
from tt_solver.records.json_values import BLANKS, DECODER
from tt_solver.records.sources import MAX_LINE, Blocks

AROUND = 60
"""How many characters before and after a fault a message shows."""

HINT = f"write JSON Lines instead: `write_ndjson(FILE)` in Polars, or in pandas {PANDAS}"


def json_lines(blocks: Blocks, name: str) -> Blocks:
    """The content of *blocks*, with a line for each item if it is an array of objects, or several arrays.

    Raises:
        DiagnosedError: it is an array and not JSON.
    """
    first = b""
    for block in blocks:
        first += block
        if _is_decided(first):
            break
    content = first.lstrip()
    inside = content[1:].lstrip()
    if content[:1] == b"[" and inside[:1] == b"{":
        yield from _Items(name).lines(first, blocks)
    elif content[:1] != b"[" or inside.strip() != b"]":
        yield first
        yield from blocks


def _is_decided(first: bytes) -> bool:
    """Whether more bytes do not change whether this is an array of objects."""
    content = first.lstrip()
    if content[:1] != b"[":
        return bool(content) or len(first) > MAX_LINE
    inside = content[1:].lstrip()
    return bool(inside) and (inside[:1] != b"]" or bool(inside[1:].strip()))


START, ITEM, NEXT = "[", "an item", ",]"
"""What has to follow: an array, an item or the end of its array, or what stands between and behind items."""


class _Items:
    """The items of arrays, cut out of the text that has arrived so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.text = ""
        self.at = 0
        self.expected = START
        self.items = 0

    def lines(self, first: bytes, blocks: Blocks) -> Blocks:
        """A line for each item. The items before a fault are given out before it is raised."""
        decoder = getincrementaldecoder("utf-8")("surrogateescape")
        whole: Iterator[bytes | None] = chain([first], blocks, [None])
        for block in whole:
            self.text, self.at = self.text[self.at :] + decoder.decode(block or b"", block is None), 0
            lines, fault = self._complete(at_end=block is None)
            if lines or block == b"":
                yield "".join(lines).encode("utf-8", "surrogateescape")
            if fault is not None:
                raise fault

    def _complete(self, *, at_end: bool) -> tuple[list[str], DiagnosedError | None]:
        """The items that are complete, each as a line, and the fault behind them if there is one."""
        lines: list[str] = []
        try:
            while (start := self._after_blanks(self.at)) < len(self.text):
                sign = self.text[start]
                if self.expected == ITEM and sign != "]":
                    end = self._item_end(start, at_end)
                    if end is None:
                        break
                    lines.append(self.text[start:end].replace("\r", " ").replace("\n", " ") + "\n")
                    self.at, self.expected = end, NEXT
                elif sign == "]" and self.expected != START:
                    self.at, self.expected = start + 1, START
                elif sign == self.expected[0]:
                    self.at, self.expected = start + 1, ITEM
                else:
                    raise self._fault(f"expecting {' or '.join(map(repr, self.expected))}", start)
            if at_end and self.expected != START:
                raise self._fault("the array is not closed", len(self.text))
        except DiagnosedError as fault:
            return lines, fault
        return lines, None

    def _item_end(self, start: int, at_end: bool) -> int | None:
        """Where the item at *start* ends, or None if more text has to arrive."""
        try:
            _, end = DECODER.raw_decode(self.text, start)
        except JSONDecodeError as error:
            if at_end or len(self.text) - start > MAX_LINE:
                raise self._fault(error.msg[0].lower() + error.msg[1:].removesuffix(" at"), error.pos) from None
            return None
        except RecursionError:
            raise self._fault("nested too deeply", start) from None
        if not at_end and self._after_blanks(end) == len(self.text):
            return None
        self.items += 1
        return end

    def _after_blanks(self, at: int) -> int:
        return BLANKS.match(self.text, at).end()  # type: ignore[union-attr]  # it matches everything

    def _fault(self, what: str, at: int) -> DiagnosedError:
        """The error that the text is not JSON there."""
        around = self.text[max(0, at - AROUND) : at + AROUND]
        place = min(at, AROUND)
        shown = "".join(character if character.isprintable() else " " for character in around)
        flaw = Flaw(f"not a JSON array: {what}", (Span(place, place + 1),), HINT)
        return DiagnosedError(flaw, text=shown.ljust(place), source=Source(self.name, self.items + 1))
