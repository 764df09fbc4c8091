"""Signals that end the program: Ctrl-C, and those that other programs send. It cleans up before it ends."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

CLEANING = 1.0
"""For so many seconds after Ctrl-C, the next one is ignored, so that it does not disturb the cleaning up."""


class _TerminatedError(BaseException):
    """The process was told to end."""


class Interrupts:
    """Ctrl-C as `KeyboardInterrupt`, raised at once, and raised again by `check` if Python lost it.

    Python loses an exception that is raised while a destructor runs. So a loop that waits for input calls `check`
    before each wait.
    """

    def __init__(self) -> None:
        self.last: float | None = None

    def receive(self, number: int, frame: FrameType | None) -> None:
        """The handler of the signal. Ctrl-C pressed several times in a row counts once."""
        if self.last is None or monotonic() - self.last >= CLEANING:
            self.last = monotonic()
            raise KeyboardInterrupt

    def check(self) -> None:
        """Raise `KeyboardInterrupt` if Ctrl-C was pressed."""
        if self.last is not None:
            self.last = monotonic()
            raise KeyboardInterrupt


@contextmanager
def ended_by_ctrl_c() -> Iterator[Interrupts]:
    """Let Ctrl-C end the block, whenever it is pressed.

    The block calls `Interrupts.check` before it waits. Nothing changes if the process ignores Ctrl-C, as in the
    background of a script.
    """
    interrupts = Interrupts()
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield interrupts
        return
    usual_hook, sys.unraisablehook = sys.unraisablehook, _without_interrupts
    signal.signal(signal.SIGINT, interrupts.receive)
    try:
        yield interrupts
        interrupts.check()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process is about to end
        raise
    finally:
        sys.unraisablehook = usual_hook
        if signal.getsignal(signal.SIGINT) == interrupts.receive:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _without_interrupts(lost: sys.UnraisableHookArgs) -> None:
    """Print an exception that Python lost, unless it is the one for Ctrl-C, which `Interrupts.check` raises again."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)


@contextmanager
def ended_by_signals() -> Iterator[Interrupts]:
    """Let SIGTERM and SIGHUP end the block like an error, so that it cleans up, and then the process.

    Ctrl-C ends the block as in `ended_by_ctrl_c`.
    """
    received = 0

    def receive(number: int, frame: FrameType | None) -> None:
        nonlocal received
        received = number
        raise _TerminatedError

    replaced = {}
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            replaced[number] = signal.signal(number, receive)
    try:
        with ended_by_ctrl_c() as interrupts:
            yield interrupts
    except _TerminatedError:
        signal.signal(received, signal.SIG_DFL)
        os.kill(os.getpid(), received)
    finally:
        for number, usual in replaced.items():
            signal.signal(number, usual)
