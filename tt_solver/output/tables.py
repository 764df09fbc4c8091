"""Tables: boxed by Rich on a terminal, aligned columns of the same words elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tt_solver.output.looks import Looks


def text_table(heads: Sequence[str], rows: Sequence[Sequence[str]], looks: Looks) -> str:
    """The rows under their heads, without a line break at the end."""
    if looks.width is None:
        return _aligned([heads, *rows])
    if looks.width < _narrowest([heads, *rows]):
        return _stacked(heads, rows, looks.width)
    return _boxed(heads, rows, looks)


def _narrowest(rows: Sequence[Sequence[str]]) -> int:
    """The columns that a box needs to break no word."""
    longest = [max(len(word) for cell in column for word in cell.split() or [""]) for column in zip(*rows, strict=True)]
    return sum(longest) + 2 * len(longest)


def _stacked(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> str:
    """A row after the other, its cells below each other, for a terminal too narrow for columns."""
    from textwrap import wrap

    blocks = [
        "\n".join("\n  ".join(wrap(f"{head}: {cell}", width - 2)) for head, cell in zip(heads, row, strict=True))
        for row in rows
    ]
    return "\n\n".join(blocks)


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
    lines = [line.rstrip() for line in drawing.get().splitlines()]
    return "\n".join(line for line in lines if line)
