"""The real program, run as a player runs it: in pipes, at a terminal, or at work while a test looks on."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

import pytest

import tt_solver

if sys.platform != "win32":
    import fcntl
    import termios

ROOT = Path(tt_solver.__file__).parents[1]
PROGRAM = [sys.executable, "-m", "tt_solver"]

ENVIRONMENT = {
    "PATH": os.defpath,
    "HOME": os.devnull,
    "LC_ALL": "C.UTF-8",
    "TERM": "xterm-256color",
    "COLUMNS": "80",
    "PYTHONIOENCODING": "utf-8",
    "PYTHONDONTWRITEBYTECODE": "1",  # a test that limits the size of files must not cut short what others import
    "PYTHONPATH": str(ROOT),
    # Windows cannot start Python without the first; the second is the engine that the suite runs on.
    **{name: os.environ[name] for name in ("SYSTEMROOT", "TT_SOLVER_ENGINE") if name in os.environ},
}
"""The whole environment of the program, the same on every machine."""

needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


class Result(NamedTuple):
    """What a run of the program left."""

    stdout: str
    stderr: str
    status: int


def run_program(
    *arguments: str,
    stdin: str | bytes = b"",
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    python: Sequence[str] = (),
    encoding: str = "utf-8",
) -> Result:
    """Run the real program with only the given *environment* on top of `ENVIRONMENT`, and *python*'s own options."""
    done = subprocess.run(
        [sys.executable, *python, "-m", "tt_solver", *arguments],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        env={**ENVIRONMENT, **(environment or {})},
        cwd=folder,
        capture_output=True,
        timeout=60,
    )
    out, err = (stream.decode(encoding).replace("\r\n", "\n") for stream in (done.stdout, done.stderr))
    return Result(out, err, done.returncode)


@contextmanager
def started(*arguments: str | Path, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """The program at work, with pipes for its output and no input unless the *options* of `Popen` say otherwise."""
    usual = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": ENVIRONMENT}
    with subprocess.Popen([*PROGRAM, *map(str, arguments)], **{**usual, **options}) as process:
        try:
            yield process
        finally:
            process.kill()


def pipe(stream: IO[bytes] | None) -> IO[bytes]:
    """A stream of a process that was started with a pipe there."""
    assert stream is not None
    return stream


def on_terminal(
    *arguments: str,
    typed: str = "",
    wait_for: str = "",
    then: str = "",
    columns: int = 80,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> tuple[str, int]:
    """Run the program on a terminal that does not echo: all it writes, and its exit status.

    *typed* is typed at once, and *then* when the program has written *wait_for*.
    """
    assert sys.platform != "win32"
    ours, its = os.openpty()
    settings = termios.tcgetattr(its)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(its, termios.TCSANOW, settings)
    termios.tcsetwinsize(its, (24, columns))
    variables = {name: value for name, value in ENVIRONMENT.items() if name != "COLUMNS"}
    os.write(ours, typed.encode())
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        env={**variables, **(environment or {})},
        cwd=folder,
        stdin=its,
        stdout=its,
        stderr=its,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C reaches it
    )
    os.close(its)
    try:
        written = _all_written(ours, wait_for.encode(), then.encode())
    finally:
        os.close(ours)
        status = process.wait(timeout=60)
    return written.decode().replace("\r\n", "\n"), status


def _all_written(terminal: int, wait_for: bytes, then: bytes) -> bytes:
    """What is written to *terminal* until its last writer ends, *then* being typed after *wait_for*."""
    written = b""
    while select.select([terminal], [], [], 60)[0]:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # how Linux tells that the other end is closed
            break
        if not piece:
            break
        written += piece
        if then and wait_for in written:
            os.write(terminal, then)
            then = b""
    return written
