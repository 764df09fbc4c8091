"""Tables: boxed by Rich on a terminal, aligned columns of the same words elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tt_solver.render import Looks


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], looks: Looks) -> str:
    """The rows under their heads, without a line break at the end."""
    return _boxed(heads, rows, looks) if looks.terminal else _aligned([heads, *rows])


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _boxed(heads: Sequence[str], rows: Sequence[Sequence[str]], looks: Looks) -> str:
    from io import StringIO

    from rich.box import ASCII2, SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=SIMPLE_HEAD if looks.signs else ASCII2, header_style="bold", pad_edge=False)
    for head in heads:
        drawn.add_column(head, overflow="fold")
    for row in rows:
        drawn.add_row(*map(Text, row))
    console = Console(
        file=StringIO(), width=looks.width, force_terminal=looks.color, no_color=not looks.color, legacy_windows=False
    )
    with console.capture() as drawing:
        console.print(drawn)
    return drawing.get().strip("\n")
