"""Files of recorded hands as chunks of whole lines in UTF-8: unpacked, and decoded from UTF-16 and UTF-32.

A chunk ends where a record ends, so each chunk can be read by itself. However long the file, only one chunk is held;
a line that is too long for a hand is cut.
"""

from __future__ import annotations

import os
import stat
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE, getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import StringIO
from itertools import chain
from select import select
from typing import IO, BinaryIO, NamedTuple

from tt_solver.errors import DiagnosedError, Flaw, Source
from tt_solver.records.formats import require_text

BLOCK = 96 << 10
"""How many bytes are read at a time by default; a chunk has about as many."""

MAX_LINE = 1 << 23
"""The most bytes of a line that are read; the rest of a longer line is skipped."""

MARKS = (
    (BOM_UTF8, "utf-8"),
    (BOM_UTF32_LE, "utf-32-le"),
    (BOM_UTF32_BE, "utf-32-be"),
    (BOM_UTF16_LE, "utf-16-le"),
    (BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks and their encodings. UTF-32 stands first, since one of its marks starts like one of UTF-16."""

GZIP_MAGIC = b"\x1f\x8b"
GZIP_ONLY = 31
"""The window setting of zlib for gzip and nothing else."""

Blocks = Iterator[bytes]
"""The bytes of a file in pieces, as they arrive. An empty piece says that the next one is not there yet."""

Wait = Callable[[IO[bytes]], None]
"""Waits until something can be read. It may raise to end the work."""

Cut = Callable[[bytes, bool], int]
"""Finds where the last complete record in these bytes ends, or 0. The flag says whether the file ends with them."""


class Chunk(NamedTuple):
    """Whole records of a file: their bytes, the number of their first line, and how far the file is read."""

    data: bytes
    first_line: int
    position: int


@dataclass
class SourceFile:
    """A file of recorded hands, or standard input.

    An ordinary file is opened each time it is read. Anything else can be read only once.

    Attributes:
        name: the name in messages.
        path: the file, or None if *stream* is given.
        size: its number of bytes, or None if that cannot be known.
        json: whether a JSON array in it is read as JSON Lines, one line for each item.
        wait: called before each block is read; by default, nothing but the reading itself waits.
    """

    name: str
    path: str | None = None
    stream: BinaryIO | None = None
    size: int | None = field(init=False, default=None)
    json: bool = field(init=False, default=False)
    wait: Wait = lambda file: None
    _held: list[bytes] = field(init=False, default_factory=list)
    _read: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        if self.path is None:
            return
        about = os.stat(self.path)
        opened = open(self.path, "rb", buffering=0)  # noqa: SIM115 - it stays open unless it is an ordinary file
        if stat.S_ISREG(about.st_mode):
            self.size = about.st_size
            opened.close()
        else:
            self.stream = opened

    @property
    def position(self) -> int:
        """The number of bytes read so far."""
        return self._read

    def blocks(self, most: int = BLOCK) -> Blocks:
        """The content in UTF-8, without byte order marks, in blocks of about *most* bytes.

        Raises:
            DiagnosedError: the file is not text, or a gzip file that is damaged, or a JSON array that is not JSON.
        """
        return self._as_text(self._raw_blocks(most), most)

    def first_blocks(self) -> Blocks:
        """The content from its start; `blocks` gives it again."""
        return self.blocks() if self.stream is None else self._as_text(self._kept_blocks(), BLOCK)

    def _as_text(self, blocks: Blocks, most: int) -> Blocks:
        text = _without_marks(_in_utf8(_unpacked(blocks, self.name, most), self.name))
        if not self.json:
            return text
        from tt_solver.records.json_arrays import json_lines

        return json_lines(text, self.name)

    def _raw_blocks(self, most: int) -> Blocks:
        self._read = 0
        with self._opened() as file:
            yield from self._counted(self._held)
            yield from self._counted(_blocks_of(file, most, self.name, self.wait))

    def _counted(self, blocks: Iterable[bytes]) -> Blocks:
        for block in blocks:
            self._read += len(block)
            yield block

    def _kept_blocks(self) -> Blocks:
        assert self.stream is not None
        yield from [*self._held]
        for block in _blocks_of(self.stream, BLOCK, self.name, self.wait):
            self._held.append(block)
            yield block

    @contextmanager
    def _opened(self) -> Iterator[IO[bytes]]:
        if self.stream is not None:
            yield self.stream
        else:
            assert self.path is not None
            with open(self.path, "rb", buffering=0) as opened:
                yield opened


def _blocks_of(file: IO[bytes], most: int, name: str, wait: Wait) -> Blocks:
    """The content as it arrives, at most *most* bytes at a time, with an empty block before each wait.

    Raises:
        OSError: it cannot be read; the error has the *name* of the file.
    """
    read = getattr(file, "read1", file.read)
    while True:
        if _is_waiting(file):
            yield b""
        wait(file)
        try:
            block: bytes = read(most)
        except OSError as error:
            raise OSError(error.errno, error.strerror, name) from None
        if not block:
            return
        yield block


def _is_waiting(file: IO[bytes]) -> bool:
    """Whether nothing can be read now, as far as the system can tell."""
    try:
        return not select([file], [], [], 0)[0]
    except (OSError, ValueError):
        return False


def chunks(source: SourceFile, cut: Cut, size: int = BLOCK) -> Iterator[Chunk]:
    """The records of *source* in chunks of about *size* bytes. A chunk ends where *cut* finds the end of a record.

    An empty chunk says that the next one is not there yet.
    """
    line, enough = 1, 0
    pieces: list[bytes] = []
    blocks = source.blocks(size)
    for block in blocks:
        pieces.append(block)
        # Bytes without the end of a record are searched again when they have doubled, which bounds the work.
        if block and sum(map(len, pieces)) < enough:
            continue
        data = b"".join(pieces)
        # The same bytes are kept of a long line, in whatever pieces the file arrives.
        if line_end(data, 0) > MAX_LINE + 1:
            yield Chunk(data[: MAX_LINE + 1], line, source.position)
            data = _after_line(data, blocks)
            line += 1
        end = cut(data, False)
        if end:
            whole, data = data[:end], data[end:]
            yield Chunk(whole, line, source.position)
            line += lines_in(whole)
        if not block:
            yield Chunk(b"", line, source.position)
        pieces, enough = [data], 0 if end else min(2 * len(data), MAX_LINE + 2)
    rest = b"".join(pieces)
    while rest:
        end = cut(rest, True)
        yield Chunk(rest[:end], line, source.position)
        line += lines_in(rest[:end])
        rest = rest[end:]


def text_lines(source: SourceFile) -> Iterator[str]:
    """The lines of *source* as text without line ends, as soon as they arrive."""
    for chunk in chunks(source, cut_lines):
        for line in StringIO(chunk.data.decode("utf-8", "surrogateescape"), newline=None):
            yield line.rstrip("\n")


def lines_in(data: bytes) -> int:
    """The number of line ends in *data*: line feeds, carriage returns, or both together."""
    feeds = data.count(b"\n")
    return feeds + data.count(b"\r") - data.count(b"\r\n") if b"\r" in data else feeds


def cut_lines(data: bytes, at_end: bool) -> int:
    """Where the last complete line ends. A carriage return at the end of *data* may be the first half of a line end."""
    if at_end:
        return len(data)
    return data.rfind(b"\n") + 1 or data.rfind(b"\r", 0, -1) + 1


def line_end(data: bytes, start: int) -> int:
    """Where the line at *start* ends, with its line end."""
    feed = data.find(b"\n", start)
    back = data.find(b"\r", start, feed if feed >= 0 else len(data))
    if back >= 0 and back + 1 != feed:
        return back + 1
    return feed + 1 if feed >= 0 else len(data)


def _after_line(data: bytes, blocks: Blocks) -> bytes:
    """The bytes after the first line of *data*; the rest of that line comes from *blocks*."""
    while data:
        end = line_end(data, 0)
        if end < len(data) or data.endswith(b"\n"):
            return data[end:]
        data = data[-1:] if data.endswith(b"\r") else b""
        data += next(filter(None, blocks), b"")
    return b""


def _unpacked(blocks: Blocks, name: str, most: int) -> Blocks:
    """The content of *blocks*, unpacked if it is a gzip file, *most* bytes at a time however well it is packed."""
    first, blocks = _with_at_least(2, blocks)
    if not first.startswith(GZIP_MAGIC):
        yield from blocks
        return
    from zlib import decompressobj, error

    unzip = decompressobj(GZIP_ONLY)
    try:
        for block in blocks:
            if not block:
                yield block
            while block:
                if unzip.eof:
                    block = block.lstrip(b"\0")  # zeros fill up the last block of a tape
                    if not block:
                        break
                    unzip = decompressobj(GZIP_ONLY)
                yield unzip.decompress(block, most)
                block = unzip.unconsumed_tail or unzip.unused_data
    except error:
        raise DiagnosedError(Flaw("the gzip file is damaged"), source=Source(name)) from None
    if not unzip.eof:
        raise DiagnosedError(Flaw("the gzip file is cut short"), source=Source(name))


def _in_utf8(blocks: Blocks, name: str) -> Blocks:
    """The text of *blocks* in UTF-8: UTF-16 and UTF-32 are converted, other bytes stay as they are.

    Raises:
        DiagnosedError: the file *name* is not text.
    """
    first, blocks = _with_at_least(4, blocks)
    require_text(first, name)
    mark, encoding = next(((mark, name) for mark, name in MARKS if first.startswith(mark)), (b"", _unmarked(first)))
    decoder = None if encoding == "utf-8" else getincrementaldecoder(encoding)("replace")
    skip = len(mark)
    for block in blocks:
        data, skip = block[skip:], max(0, skip - len(block))
        yield decoder.decode(data).encode() if decoder else data
    if decoder:
        yield decoder.decode(b"", final=True).encode()


def _without_marks(blocks: Blocks) -> Blocks:
    """The content of *blocks* without byte order marks, which stand in the middle where files were joined."""
    held = b""
    for block in blocks:
        data = held + block if held else block
        if BOM_UTF8 in data:
            data = data.replace(BOM_UTF8, b"")
        held = next((part for part in (BOM_UTF8[:2], BOM_UTF8[:1]) if data.endswith(part)), b"")
        data = data.removesuffix(held)
        if data or not block:
            yield data
    if held:
        yield held


def _unmarked(first: bytes) -> str:
    """The encoding of a file without a byte order mark. In UTF-16, nearly every second byte of a hand is 0."""
    even, odd = first[:64:2], first[1:64:2]
    if even and all(even) and 2 * odd.count(0) >= len(odd) > 0:
        return "utf-16-le"
    if odd and all(odd) and 2 * even.count(0) >= len(even):
        return "utf-16-be"
    return "utf-8"


def _with_at_least(size: int, blocks: Blocks) -> tuple[bytes, Blocks]:
    """The first bytes of *blocks*, at least *size* if there are so many, and all blocks again."""
    first = b""
    for block in blocks:
        first += block
        if len(first) >= size:
            break
    return first, chain([first], blocks)
