"""Standard input, output and error in one object: what they can show, and how bytes become text."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from io import BufferedWriter, RawIOBase, TextIOWrapper
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple, TextIO

from tt_solver.errors import DiagnosedError
from tt_solver.output.looks import Looks

if TYPE_CHECKING:
    from tt_solver.records.sources import Wait

ColorChoice = Literal["always", "never", "auto"]
SUIT_SIGNS = "♠♥♦♣"
READ_AT_ONCE = 1 << 16
"""In bytes; more than a buffer holds, so that nothing that was read stays in it where no wait would see it."""


class Streams(NamedTuple):
    """The three standard streams, and the looks of the two that are written to.

    Attributes:
        stdin: the bytes of standard input.
        interactive: whether hands are typed at a terminal.
        out, err: where the data go, and where everything else goes.
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
        """The streams of this process. A character that a stream cannot encode is written as an escape."""
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

    def lines(self, wait: Wait, prompt: str) -> Iterator[str]:
        """The lines of standard input, up to its end. On a terminal, *prompt* asks for each.

        *wait* is called before each reading, and may raise: see `tt_solver.cli.signals.Interrupts`.
        """
        if self.interactive:
            return self._typed_lines(wait, prompt)
        from tt_solver.records.sources import SourceFile, text_lines

        return text_lines(SourceFile("stdin", stream=self.stdin, wait=wait))

    def _typed_lines(self, wait: Wait, prompt: str) -> Iterator[str]:
        read = getattr(self.stdin, "read1", self.stdin.read)
        typed = b""
        while True:
            self.err.write(prompt)
            self.err.flush()
            while b"\n" not in typed:
                wait(self.stdin)
                more: bytes = read(READ_AT_ONCE)
                typed += more
                if not more:
                    break
            if not typed:
                self.err.write("\n")
                return
            line, _, typed = typed.partition(b"\n")
            yield line.decode("utf-8-sig", errors="surrogateescape").rstrip("\r")

    def put(self, text: str) -> None:
        """Write a line of data and flush it, so that a waiting reader gets it."""
        self.out.write(text + "\n")
        self.out.flush()

    def tell(self, text: str) -> None:
        """Write a line about the work to standard error. If that fails, the work goes on."""
        self.out.flush()
        with suppress(OSError):
            self.err.write(text + "\n")
            self.err.flush()

    def diagnose(self, error: DiagnosedError) -> None:
        """Write an error to standard error: what is wrong, where, and what to do."""
        from tt_solver.output.diagnosis import diagnosis

        self.tell(diagnosis(error, self.err_looks))


def _open_closed() -> None:
    """Replace standard streams that are closed, as after `>&-` in a shell.

    Reading the new stdin and writing to the new stdout fail as on a closed stream (`OSError`, `EBADF`). What is
    written to the new stderr is lost, and the work goes on.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is not None:
            continue
        descriptor = os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_WRONLY)
        if descriptor != number:  # so that no other file gets this number
            os.dup2(descriptor, number)
            os.close(descriptor)
        setattr(sys, name, open(number, "r" if name == "stdin" else "w", closefd=False))  # noqa: SIM115


def _buffer_output() -> None:
    """Put a buffer before standard output if Python runs without one, as with `python -u`.

    Without a buffer, a disk that is nearly full stores a part of what is written, and the loss of the rest is not
    reported.
    """
    if isinstance(sys.stdout, TextIOWrapper) and isinstance(sys.stdout.buffer, RawIOBase):
        encoding, errors = sys.stdout.encoding, sys.stdout.errors
        sys.stdout = TextIOWrapper(BufferedWriter(sys.stdout.detach()), encoding, errors, line_buffering=True)


def looks(stream: TextIO, color: ColorChoice, ascii_only: bool) -> Looks:
    """How to write to *stream*: folded and coloured only on a terminal, with suit signs if it can encode them."""
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
