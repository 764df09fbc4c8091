"""What other programs send to end this one: it cleans up first, and then ends by that very signal."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

CLEANING = 1.0
"""For how many seconds after Ctrl-C another one is passed over, so that it does not disturb the cleaning up."""


class _TerminatedError(BaseException):
    """The process has been told to end."""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the block like an error, so that nothing half done stays, and then the process.

    Ctrl-C ends it too, as ever, but those who press it several times in a row are heard once.
    """
    received = 0
    interrupted = -CLEANING

    def receive(number: int, frame: FrameType | None) -> None:
        nonlocal received
        received = number
        raise _TerminatedError

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        if monotonic() - interrupted >= CLEANING:
            interrupted = monotonic()
            raise KeyboardInterrupt

    replaced = {}
    for name, handler in (("SIGINT", interrupt), ("SIGTERM", receive), ("SIGHUP", receive)):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            replaced[number] = signal.signal(number, handler)
    try:
        yield
    except _TerminatedError:
        signal.signal(received, signal.SIG_DFL)
        os.kill(os.getpid(), received)
    except KeyboardInterrupt:
        if replaced.pop(signal.SIGINT, None):
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process is about to end
        raise
    finally:
        for number, usual in replaced.items():
            signal.signal(number, usual)
