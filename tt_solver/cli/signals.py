"""What other programs send to end this one: it cleans up first, and then ends by that very signal."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class _TerminatedError(BaseException):
    """The process has been told to end."""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the block like an error, so that nothing half done stays, and then the process."""
    received = 0

    def receive(number: int, frame: FrameType | None) -> None:
        nonlocal received
        received = number
        raise _TerminatedError

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler is signal.SIG_DFL:
            signal.signal(number, receive)
    try:
        yield
    except _TerminatedError:
        signal.signal(received, signal.SIG_DFL)
        os.kill(os.getpid(), received)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
