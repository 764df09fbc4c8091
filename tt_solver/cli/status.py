"""Exit statuses, and what becomes of errors that a command does not handle itself."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

import typer

from tt_solver.cli.streams import Streams
from tt_solver.errors import DiagnosedError, Flaw


class Status(IntEnum):
    """What the exit status says."""

    DONE = 0
    NO = 1
    """Done, and the answer is no, or some hands were bad."""
    NOTHING_DONE = 2
    DEFECT = 70
    INTERRUPTED = 130
    READER_GONE = 141


@contextmanager
def ending(streams: Streams) -> Iterator[None]:
    """Turn every way in which a command can fail into its message and its exit status."""
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
        where = f": {error.filename}" if error.filename else ""
        streams.diagnose(DiagnosedError(Flaw(f"{error.strerror or error}{where}")))
        raise SystemExit(Status.NOTHING_DONE) from None
    except (typer.Exit, typer.Abort, typer.BadParameter):
        raise
    except Exception as error:
        streams.tell(_defect(error))
        raise SystemExit(Status.DEFECT) from None


def _silence() -> None:
    """Let nothing more be written where nothing can be, not even while Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _defect(error: Exception) -> str:
    """What we say of an error that is our own."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" ({os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno})" if trace else ""
    return (
        f"error: a defect of tt-solver: {type(error).__name__}: {error}{where}\n"
        "  hint: please report it with the command and the hand that were given"
    )
