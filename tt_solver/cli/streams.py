"""Standard input, output and error in one object: what they can show, and how bytes become text."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from io import BufferedWriter, RawIOBase, TextIOWrapper
from typing import BinaryIO, Literal, NamedTuple, TextIO

from tt_solver.errors import DiagnosedError
from tt_solver.notation.hands import MAX_LENGTH
from tt_solver.output.looks import Looks

ColorChoice = Literal["always", "never", "auto"]
SUIT_SIGNS = "♠♥♦♣"
LONGEST_LINE = 4 * MAX_LENGTH + 16
"""In bytes: a line of more has more characters than a hand may have."""


class Streams(NamedTuple):
    """The three streams of a call, and the looks that fit the two that are written to.

    Attributes:
        stdin: the bytes of standard input.
        interactive: whether hands are typed at a terminal.
        out, err: where data and everything else go.
        out_looks, err_looks: width, colour and suit signs of each.
    """

    stdin: BinaryIO
    interactive: bool
    out: TextIO
    err: TextIO
    out_looks: Looks
    err_looks: Looks

    @classmethod
    def standard(cls, color: ColorChoice = "auto", ascii_only: bool = False) -> Streams:
        """The streams of this process. A character that a stream cannot show is written as an escape."""
        _open_closed()
        _buffer_output()
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        return cls(
            stdin=sys.stdin.buffer,
            interactive=sys.stdin.isatty(),
            out=sys.stdout,
            err=sys.stderr,
            out_looks=looks(sys.stdout, color, ascii_only),
            err_looks=looks(sys.stderr, color, ascii_only),
        )

    def lines(self) -> Iterator[str]:
        """The lines of standard input, asked for one by one on a terminal. Its end ends them."""
        while True:
            if self.interactive:
                self.err.write("hand> ")
                self.err.flush()
            line = self._line()
            if not line:
                if self.interactive:
                    self.err.write("\n")
                return
            text = line.decode("utf-8-sig", errors="surrogateescape").rstrip("\r\n")
            yield from text.split("\r")  # as old files end their lines

    def _line(self) -> bytes:
        """The next line, or as much of it as shows that it is too long for a hand."""
        line = self.stdin.readline(LONGEST_LINE)
        rest = line
        while len(rest) == LONGEST_LINE and not rest.endswith(b"\n"):
            rest = self.stdin.readline(LONGEST_LINE)
        return line

    def put(self, text: str) -> None:
        """Write a line of data and let a waiting reader have it."""
        self.out.write(text + "\n")
        self.out.flush()

    def tell(self, text: str) -> None:
        """Write a line about the work to standard error. If nobody can read it, the work goes on."""
        self.out.flush()
        with suppress(OSError):
            self.err.write(text + "\n")
            self.err.flush()

    def diagnose(self, error: DiagnosedError) -> None:
        """Tell what is wrong, with its place and a way out."""
        from tt_solver.output.diagnosis import diagnosis

        self.tell(diagnosis(error, self.err_looks))


def _open_closed() -> None:
    """Give a process that was started with a closed stream an empty one, for as long as it runs."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def _buffer_output() -> None:
    """Put a buffer before standard output where Python was told to have none.

    Without one, a disk that is nearly full takes a part of what is written, and nobody is told of the rest.
    """
    if isinstance(sys.stdout, TextIOWrapper) and isinstance(sys.stdout.buffer, RawIOBase):
        encoding, errors = sys.stdout.encoding, sys.stdout.errors
        sys.stdout = TextIOWrapper(BufferedWriter(sys.stdout.detach()), encoding, errors, line_buffering=True)


def looks(stream: TextIO, color: ColorChoice, ascii_only: bool) -> Looks:
    """How to write on *stream*: folded and coloured on a terminal only, suit signs where they can be written."""
    terminal = stream.isatty()
    return Looks(
        width=shutil.get_terminal_size().columns if terminal else None,
        color=_wants_color(color, terminal),
        signs=not ascii_only and _can_write(SUIT_SIGNS, stream.encoding),
        terminal=terminal,
    )


def _wants_color(color: ColorChoice, terminal: bool) -> bool:
    if color != "auto":
        return color == "always"
    return terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _can_write(text: str, encoding: str | None) -> bool:
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
