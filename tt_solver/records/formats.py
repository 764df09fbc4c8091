"""The formats of recorded hands, text, CSV and JSON Lines, and what the name of a file says of its format."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePath

from tt_solver.errors import DiagnosedError, Flaw, Source


class Format(StrEnum):
    """A format of recorded hands and of their results."""

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
"""The formats by the end of the file name."""

PACKED = ".gz"

FOREIGN = {
    ".bz2": "a bzip2 file",
    ".xz": "an xz file",
    ".lzma": "an LZMA file",
    ".zip": "a zip file",
    ".zst": "a Zstandard file",
    ".7z": "a 7z file",
    ".rar": "a RAR file",
    ".tar": "a tar file",
    ".tgz": "a tar file",
    ".parquet": "a Parquet file",
    ".feather": "an Arrow file",
    ".arrow": "an Arrow file",
    ".orc": "an ORC file",
    ".avro": "an Avro file",
    ".xlsx": "an Excel workbook",
    ".xls": "an Excel workbook",
    ".ods": "a spreadsheet",
    ".sqlite": "a database",
}
"""Files of other kinds by the end of their names: their bytes are not text, so they are neither read nor written."""

MAGIC = (
    (b"\x1f\x8b", "a gzip file inside a gzip file"),
    *((b"BZh%d" % level, FOREIGN[".bz2"]) for level in range(1, 10)),
    (b"\xfd7zXZ", FOREIGN[".xz"]),
    (b"PK\x03\x04", "a zip file or a spreadsheet"),
    (b"PK\x05\x06", FOREIGN[".zip"]),
    (b"\x28\xb5\x2f\xfd", FOREIGN[".zst"]),
    (b"7z\xbc\xaf", FOREIGN[".7z"]),
    (b"Rar!\x1a", FOREIGN[".rar"]),
    (b"PAR1", FOREIGN[".parquet"]),
    (b"ARROW1", FOREIGN[".arrow"]),
    (b"ORC", FOREIGN[".orc"]),
    (b"Obj\x01", FOREIGN[".avro"]),
    (b"\xd0\xcf\x11\xe0", FOREIGN[".xls"]),
    (b"SQLite format", FOREIGN[".sqlite"]),
    (b"%PDF", "a PDF file"),
)
"""How files of other kinds begin."""

TAR_MAGIC, TAR_PLACE = b"ustar", 257

READ = "`batch` reads text, CSV, JSON Lines and JSON arrays, each also packed by gzip"


def format_of(name: str) -> Format | None:
    """The format that the name of a file says, or None.

    >>> format_of("season.csv.gz").value, format_of("night.txt")
    ('csv', None)
    """
    return EXTENSIONS.get(_extension(name))


def separator_of(name: str) -> str | None:
    """The separator in a CSV file of that name, or None if the name does not say."""
    return "\t" if _extension(name) == TABS else None


def is_packed(name: str) -> bool:
    """Whether a file of that name has to be packed by gzip."""
    return name.lower().endswith(PACKED)


def require_input_name(name: str) -> None:
    """Check that the name of an input is not one for a file of another kind.

    Raises:
        DiagnosedError: it is.
    """
    kind = FOREIGN.get(PurePath(name.lower()).suffix)
    if kind:
        raise _foreign(kind, name)


def require_text(first: bytes, name: str) -> None:
    """Check that the file *name* is not of another kind; *first* are its first bytes, at least four if it has them.

    Raises:
        DiagnosedError: it is.
    """
    kind = next((kind for magic, kind in MAGIC if first.startswith(magic)), None)
    if first[TAR_PLACE:].startswith(TAR_MAGIC):
        kind = FOREIGN[".tar"]
    if kind:
        raise _foreign(kind, name)


def _foreign(kind: str, name: str) -> DiagnosedError:
    hint = "write the table as JSON Lines: `write_ndjson(FILE)` in Polars, or in pandas " + PANDAS
    if kind not in (FOREIGN[".parquet"], FOREIGN[".arrow"]):
        hint = f"{READ}; unpack or export the file first"
    return DiagnosedError(Flaw(f"`batch` does not read {kind}", hint=hint), source=Source(name))


PANDAS = '`to_json(FILE, orient="records", lines=True)`'
"""How pandas writes JSON Lines."""


def require_output_name(name: str) -> None:
    """Check that the name of an output is not one for a file of another kind.

    Raises:
        DiagnosedError: it is.
    """
    kind = FOREIGN.get(PurePath(name.lower()).suffix)
    if kind:
        hint = "name the output .txt, .csv, .tsv or .jsonl, or one of these with .gz behind"
        raise DiagnosedError(Flaw(f"`batch` does not write {kind}", hint=hint), source=Source(name))


def _extension(name: str) -> str:
    """The end of a name that tells the format, with or without `.gz` behind it."""
    path = PurePath(name.lower())
    return PurePath(path.stem).suffix if path.suffix == PACKED else path.suffix
