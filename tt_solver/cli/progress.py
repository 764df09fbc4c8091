"""How far a long work is, on a terminal: drawn after a second, erased at the end."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from tt_solver.cli.streams import Streams
from tt_solver.errors import DiagnosedError

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

DELAY = 1.0
"""Seconds of work before anything is drawn."""


class Progress:
    """Hands done, hands a second and the time left, on standard error if that is a terminal.

    What is wrong meanwhile goes through `diagnose`, so that it stands above the progress.
    """

    def __init__(self, streams: Streams, size: int | None) -> None:
        self.streams = streams
        self.size = size
        self.began = time.monotonic()
        self.hands = 0
        self.bar: Bar | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.bar is not None:
            self.bar.stop()

    def advance(self, hands: int, done: int) -> None:
        """Tell of *hands* more, with *done* of the bytes to be read."""
        self.hands += hands
        elapsed = time.monotonic() - self.began
        if self.bar is None and self.streams.err_looks.terminal and elapsed > DELAY:
            self.bar = self._drawn()
        if self.bar is not None:
            speed = f"{self.hands / elapsed:,.0f} hands/s"
            self.bar.update(self.bar.task_ids[0], completed=done, hands=f"{self.hands:,} hands", speed=speed)

    def diagnose(self, error: DiagnosedError) -> None:
        """Tell what is wrong with a line."""
        if self.bar is None:
            self.streams.diagnose(error)
            return
        from rich.text import Text

        from tt_solver.output.diagnosis import diagnosis

        self.bar.console.print(Text.from_ansi(diagnosis(error, self.streams.err_looks)), soft_wrap=True)

    def _drawn(self) -> Bar:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        color = self.streams.err_looks.color
        console = Console(file=self.streams.err, no_color=not color, highlight=False)
        columns: list[Any] = [TextColumn("{task.fields[hands]}"), BarColumn(), TextColumn("{task.fields[speed]}")]
        bar = Bar(*columns, TimeRemainingColumn(), console=console, transient=True)
        bar.add_task("", total=self.size, hands="", speed="")
        bar.start()
        return bar
