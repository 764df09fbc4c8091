"""The forms in which hands are recorded: lines of text, CSV and JSON Lines, each perhaps packed by gzip."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePath


class Format(StrEnum):
    """A form of recorded hands, and of their results."""

    text = "text"
    csv = "csv"
    jsonl = "jsonl"


TABS = ".tsv"

EXTENSIONS = {
    ".csv": Format.csv,
    TABS: Format.csv,
    ".jsonl": Format.jsonl,
    ".ndjson": Format.jsonl,
    ".json": Format.jsonl,
}
"""The formats by the ends of file names; every other name is one of text."""

PACKED = ".gz"


def format_of(name: str) -> Format:
    """The format that a file of that name has.

    >>> format_of("season.csv.gz").value, format_of("night.txt").value
    ('csv', 'text')
    """
    return EXTENSIONS.get(_extension(name), Format.text)


def separator_of(name: str) -> str | None:
    """What stands between the fields of a CSV file of that name, where the name tells."""
    return "\t" if _extension(name) == TABS else None


def is_packed(name: str) -> bool:
    """Whether a file of that name is to be packed by gzip."""
    return name.lower().endswith(PACKED)


def _extension(name: str) -> str:
    """The end of a name that tells the format, whether the file is packed or not."""
    path = PurePath(name.lower())
    return PurePath(path.stem).suffix if path.suffix == PACKED else path.suffix
