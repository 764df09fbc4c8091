"""Signals that end the program: Ctrl-C, and those that other programs send. It cleans up before it ends."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from select import select
from time import monotonic
from types import FrameType
from typing import IO

CLEANING = 1.0
"""For so many seconds after Ctrl-C, the next one is ignored, so that it does not disturb the cleaning up."""


class _TerminatedError(BaseException):
    """The process was told to end."""


class Interrupts:
    """Signals as exceptions. They are raised at once, and raised again by `wait` if Python lost them.

    Python loses an exception that is raised while a destructor runs. And it handles a signal only after a reading
    that begins at the same moment, which may take for ever. So whoever reads calls `wait` before.
    """

    def __init__(self) -> None:
        self.ending: type[BaseException] | None = None
        self.last = 0.0
        self.woken: int | None = None

    def receive(self, number: int, frame: FrameType | None) -> None:
        """The handler of Ctrl-C. Pressed several times in a row, it counts once."""
        if self.ending is None or monotonic() - self.last >= CLEANING:
            self.end(KeyboardInterrupt)

    def end(self, error: type[BaseException]) -> None:
        """Raise *error*, now and by the next `wait`."""
        self.ending = error
        self.last = monotonic()
        raise error

    def wait(self, file: IO[bytes]) -> None:
        """Wait until *file* can be read or a signal arrives, as far as the system can tell, and raise its exception."""
        if self.woken is not None:
            waiting: list[IO[bytes] | int] = [file, self.woken]
            with suppress(OSError, ValueError):  # not a file that the system waits for
                select(waiting, [], [])
            with suppress(BlockingIOError):
                os.read(self.woken, 1 << 10)
        self.check()

    def check(self) -> None:
        """Raise the exception of a signal that arrived."""
        if self.ending is not None:
            self.end(self.ending)

    @contextmanager
    def noticed(self) -> Iterator[None]:
        """Have signals noticed by `wait`, even those that Python has not handled yet."""
        usual_hook, sys.unraisablehook = sys.unraisablehook, _without_interrupts
        try:
            if os.name == "nt":  # where `select` is for sockets only
                yield
                return
            self.woken, waker = os.pipe()
            os.set_blocking(self.woken, False)
            os.set_blocking(waker, False)
            usual = signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
            try:
                yield
            finally:
                signal.set_wakeup_fd(usual)
                os.close(self.woken)
                os.close(waker)
        finally:
            sys.unraisablehook = usual_hook


@contextmanager
def ended_by_ctrl_c() -> Iterator[Interrupts]:
    """Let Ctrl-C end the block, whenever it is pressed.

    The block calls `Interrupts.wait` before it reads. Nothing changes if the process ignores Ctrl-C, as in the
    background of a script.
    """
    interrupts = Interrupts()
    with interrupts.noticed():
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            yield interrupts
            return
        signal.signal(signal.SIGINT, interrupts.receive)
        try:
            yield interrupts
            interrupts.check()
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process is about to end
            raise
        finally:
            if signal.getsignal(signal.SIGINT) == interrupts.receive:
                signal.signal(signal.SIGINT, signal.default_int_handler)


def _without_interrupts(lost: sys.UnraisableHookArgs) -> None:
    """Print an exception that Python lost, unless it is one that `Interrupts.wait` raises again."""
    if not issubclass(lost.exc_type, (KeyboardInterrupt, _TerminatedError)):
        sys.__unraisablehook__(lost)


@contextmanager
def ended_by_signals() -> Iterator[Interrupts]:
    """Let SIGTERM and SIGHUP end the block like an error, so that it cleans up, and then the process.

    Ctrl-C ends the block as in `ended_by_ctrl_c`.
    """
    received = 0
    replaced = {}
    try:
        with ended_by_ctrl_c() as interrupts:

            def receive(number: int, frame: FrameType | None) -> None:
                nonlocal received
                received = number
                interrupts.end(_TerminatedError)

            for name in ("SIGTERM", "SIGHUP"):
                number = getattr(signal, name, None)
                if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                    replaced[number] = signal.signal(number, receive)
            yield interrupts
    except _TerminatedError:
        signal.signal(received, signal.SIG_DFL)
        os.kill(os.getpid(), received)
    finally:
        for number, usual in replaced.items():
            signal.signal(number, usual)
