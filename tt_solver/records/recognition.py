"""The format of recorded hands by their first line, where neither an option nor the name of the file says it."""

from __future__ import annotations

import re

from tt_solver.records.csv_rows import is_header
from tt_solver.records.formats import Format
from tt_solver.records.sources import SourceFile

MOST_BYTES = 1 << 16
"""How many bytes are searched for the first line with content."""

FIRST_LINE = re.compile(rb"(?:[ \t]*(?:#[^\r\n]*)?[\r\n]+)*(?P<line>[^\r\n]*)(?P<end>[\r\n]?)")
"""The first line with content, behind blank lines and comments."""

JSON_OBJECT = re.compile(rb'[ \t\[]*(?:\{[ \t]*(?:"(?:[^"\\]|\\.)*"[ \t]*:|\}|\Z)|\[[ \t]*\Z)')
JSON_START = (b"{", b"[")


def recognized(source: SourceFile, *, hands_only: bool) -> Format:
    """The format of *source*: JSON if its first line looks so, CSV if that names a column `hand`, else text.

    With *hands_only*, lines of text are hands without a round. These may begin with any bracket, so a line is JSON only
    if it begins with an object and its first key, or has nothing but the bracket.
    """
    line = _first_line(source).lstrip(b" \t")
    if JSON_OBJECT.match(line) or (line.startswith(JSON_START) and not hands_only):
        return Format.jsonl
    return Format.csv if is_header(line.decode("utf-8", "surrogateescape")) else Format.text


def _first_line(source: SourceFile) -> bytes:
    """The first line with content, or as much of it as is among the first bytes."""
    data = b""
    for block in source.first_blocks():
        data += block
        found = FIRST_LINE.match(data)
        if (found and found["line"].strip() and found["end"]) or len(data) > MOST_BYTES:
            break
    found = FIRST_LINE.match(data)
    return found["line"] if found else b""
