"""Files of recorded hands as chunks of whole lines in UTF-8, whatever they are packed and encoded in.

A chunk ends where a record ends, so chunks can be read apart from each other. However long the file,
only one chunk of it is held; a line that is too long to be a hand is cut.
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

BLOCK = 96 << 10
"""How many bytes are read at a time, and about how many a chunk has, where nothing else is asked for."""

MAX_LINE = 1 << 23
"""The most bytes of one line that are looked at; the rest of a longer one is passed over."""

MARKS = (
    (BOM_UTF8, "utf-8"),
    (BOM_UTF32_LE, "utf-32-le"),
    (BOM_UTF32_BE, "utf-32-be"),
    (BOM_UTF16_LE, "utf-16-le"),
    (BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks and what they announce; those of UTF-32 first, for one of them starts like UTF-16."""

GZIP_MAGIC = b"\x1f\x8b"
GZIP_ONLY = 31
"""The window setting of zlib that takes a gzip header and nothing else."""

Blocks = Iterator[bytes]
"""Bytes in the pieces in which they come; an empty one tells that the next has to be waited for."""

Cut = Callable[[bytes, bool], int]
"""Where the last record ends that is complete in these bytes, 0 if none is; told whether more will come."""


class Chunk(NamedTuple):
    """Whole records of a file: their bytes, the number of their first line, and how far the file is read."""

    data: bytes
    first_line: int
    position: int


@dataclass
class SourceFile:
    """A file of recorded hands, or standard input, by the name that it is told by.

    An ordinary file is opened when it is read, as often as it is; anything else can be read only once.

    Attributes:
        path: the file, or None where *stream* is given.
        size: its bytes, or None where that cannot be known.
    """

    name: str
    path: str | None = None
    stream: BinaryIO | None = None
    size: int | None = field(init=False, default=None)
    _held: list[bytes] = field(init=False, default_factory=list)
    _read: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        if self.path is None:
            return
        about = os.stat(self.path)
        opened = open(self.path, "rb", buffering=0)  # noqa: SIM115 - what is not an ordinary file is kept open
        if stat.S_ISREG(about.st_mode):
            self.size = about.st_size
            opened.close()
        else:
            self.stream = opened

    @property
    def position(self) -> int:
        """How many bytes have been read."""
        return self._read

    def blocks(self, most: int = BLOCK) -> Blocks:
        """The content in UTF-8, without a byte order mark, in blocks of about *most* bytes.

        Raises:
            DiagnosedError: it is packed by gzip and damaged.
        """
        return _in_utf8(_unpacked(self._raw_blocks(most), self.name, most))

    def first_blocks(self) -> Blocks:
        """The content from its start, which `blocks` will give again."""
        if self.stream is None:
            return self.blocks()
        return _in_utf8(_unpacked(self._kept_blocks(), self.name, BLOCK))

    def _raw_blocks(self, most: int) -> Blocks:
        self._read = 0
        with self._opened() as file:
            yield from self._counted(self._held)
            yield from self._counted(_blocks_of(file, most, self.name))

    def _counted(self, blocks: Iterable[bytes]) -> Blocks:
        for block in blocks:
            self._read += len(block)
            yield block

    def _kept_blocks(self) -> Blocks:
        assert self.stream is not None
        yield from [*self._held]
        for block in _blocks_of(self.stream, BLOCK, self.name):
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


def _blocks_of(file: IO[bytes], most: int, name: str) -> Blocks:
    """The content as it arrives, at most *most* bytes at a time, with an empty block before each wait.

    Raises:
        OSError: it cannot be read; the error has the *name* of the file.
    """
    read = getattr(file, "read1", file.read)
    while True:
        if _is_waiting(file):
            yield b""
        try:
            block: bytes = read(most)
        except OSError as error:
            raise OSError(error.errno, error.strerror, name) from None
        if not block:
            return
        yield block


def _is_waiting(file: IO[bytes]) -> bool:
    """Whether there is nothing to be read now, as far as the system can tell."""
    try:
        return not select([file], [], [], 0)[0]
    except (OSError, ValueError):
        return False


def chunks(source: SourceFile, cut: Cut, size: int = BLOCK) -> Iterator[Chunk]:
    """The records of *source* in chunks of about *size* bytes that end where *cut* finds that a record ends.

    An empty chunk tells that the next has to be waited for.
    """
    line, enough = 1, 0
    pieces: list[bytes] = []
    blocks = source.blocks(size)
    for block in blocks:
        pieces.append(block)
        # What holds no end of a record is looked at again when it has doubled, or each block would cost more.
        if block and sum(map(len, pieces)) < enough:
            continue
        data = b"".join(pieces)
        # Whether its end is among these bytes or not, so that it makes no difference in which pieces they came.
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


def text_lines(source: SourceFile, check: Callable[[], None]) -> Iterator[str]:
    """The lines of *source* as text without line ends, as soon as they arrive; *check* is called before each wait."""
    for chunk in chunks(source, cut_lines):
        if chunk.data:
            for line in StringIO(chunk.data.decode("utf-8", "surrogateescape"), newline=None):
                yield line.rstrip("\n")
        else:
            check()


def lines_in(data: bytes) -> int:
    """How many lines end in *data*, by a line feed, a carriage return or both."""
    feeds = data.count(b"\n")
    return feeds + data.count(b"\r") - data.count(b"\r\n") if b"\r" in data else feeds


def cut_lines(data: bytes, at_end: bool) -> int:
    """Where the last complete line ends. A carriage return in the last place may be half of a line end."""
    if at_end:
        return len(data)
    return data.rfind(b"\n") + 1 or data.rfind(b"\r", 0, -1) + 1


def line_end(data: bytes, start: int) -> int:
    """Where the line that *start* is in ends, its line end included."""
    feed = data.find(b"\n", start)
    back = data.find(b"\r", start, feed if feed >= 0 else len(data))
    if back >= 0 and back + 1 != feed:
        return back + 1
    return feed + 1 if feed >= 0 else len(data)


def _after_line(data: bytes, blocks: Blocks) -> bytes:
    """What follows the first line of *data*, the rest of which is still to come from *blocks*."""
    while data:
        end = line_end(data, 0)
        if end < len(data) or data.endswith(b"\n"):
            return data[end:]
        data = data[-1:] if data.endswith(b"\r") else b""
        data += next(filter(None, blocks), b"")
    return b""


def _unpacked(blocks: Blocks, name: str, most: int) -> Blocks:
    """The content of *blocks*, unpacked if that is gzip's, *most* bytes at a time however well it was packed."""
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
                    block = block.lstrip(b"\0")  # what fills up the last block of a tape
                    if not block:
                        break
                    unzip = decompressobj(GZIP_ONLY)
                yield unzip.decompress(block, most)
                block = unzip.unconsumed_tail or unzip.unused_data
    except error:
        raise DiagnosedError(Flaw("the gzip file is damaged"), source=Source(name)) from None
    if not unzip.eof:
        raise DiagnosedError(Flaw("the gzip file is cut short"), source=Source(name))


def _in_utf8(blocks: Blocks) -> Blocks:
    """The text of *blocks* in UTF-8: UTF-16 and UTF-32 are turned into it, all else stays as it is."""
    first, blocks = _with_at_least(4, blocks)
    mark, encoding = next(((mark, name) for mark, name in MARKS if first.startswith(mark)), (b"", _unmarked(first)))
    decoder = None if encoding == "utf-8" else getincrementaldecoder(encoding)("replace")
    skip = len(mark)
    for block in blocks:
        data, skip = block[skip:], max(0, skip - len(block))
        yield decoder.decode(data).encode() if decoder else data
    if decoder:
        yield decoder.decode(b"", final=True).encode()


def _unmarked(first: bytes) -> str:
    """The encoding of a file without a byte order mark: nearly every other byte of such hands in UTF-16 is 0."""
    even, odd = first[:64:2], first[1:64:2]
    if even and all(even) and 2 * odd.count(0) >= len(odd) > 0:
        return "utf-16-le"
    if odd and all(odd) and 2 * even.count(0) >= len(even):
        return "utf-16-be"
    return "utf-8"


def _with_at_least(size: int, blocks: Blocks) -> tuple[bytes, Blocks]:
    """The first bytes of *blocks*, *size* of them if there are so many, and all blocks again."""
    first = b""
    for block in blocks:
        first += block
        if len(first) >= size:
            break
    return first, chain([first], blocks)
