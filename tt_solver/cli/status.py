"""Exit statuses, and what the program does with an error that a command does not handle itself."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from errno import EBADF

import typer

from tt_solver.cli.streams import Streams
from tt_solver.errors import DiagnosedError, Flaw


class Status(IntEnum):
    """The exit statuses of the program."""

    DONE = 0
    NO = 1
    """The work is done, and the answer is no or some hands were bad."""
    NOTHING_DONE = 2
    DEFECT = 70
    INTERRUPTED = 130
    READER_GONE = 141


@contextmanager
def ending(streams: Streams) -> Iterator[None]:
    """Turn each failure of a command into a message and an exit status."""
    try:
        yield
        streams.out.flush()
    except DiagnosedError as error:
        streams.diagnose(error)
        raise SystemExit(Status.NOTHING_DONE) from None
    except KeyboardInterrupt:
        raise SystemExit(Status.INTERRUPTED) from None
    except BrokenPipeError:
        _silence()
        raise SystemExit(Status.READER_GONE) from None
    except OSError as error:
        try:
            streams.out.flush()
        except OSError:
            _silence()
        streams.diagnose(DiagnosedError(_system_flaw(error)))
        raise SystemExit(Status.NOTHING_DONE) from None
    except (typer.Exit, typer.Abort, typer.BadParameter):
        raise
    except Exception as error:
        streams.tell(_defect(error))
        raise SystemExit(Status.DEFECT) from None


def _system_flaw(error: OSError) -> Flaw:
    """What the system says is wrong."""
    if error.errno == EBADF and error.filename in (None, "stdin"):
        if error.filename:
            return Flaw("stdin is closed", hint="give the input in a pipe or a file, as in: < FILE")
        return Flaw("stdout is closed", hint="send the output to a file or a pipe, as in: > FILE")
    where = f": {error.filename}" if error.filename else ""
    return Flaw(f"{error.strerror or error}{where}")


def _silence() -> None:
    """Send standard output to nowhere, so that Python does not fail to flush it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _defect(error: Exception) -> str:
    """The message for an error that is a defect of this program."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" ({os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno})" if trace else ""
    return (
        f"error: a defect of tt-solver: {type(error).__name__}: {error}{where}\n"
        "  hint: please report it, with the command and the hand"
    )
