"""The table that `batch --stats` ends with."""

from __future__ import annotations

from collections import Counter

from tt_solver.game.cards import RANK_NAMES
from tt_solver.output.looks import Looks
from tt_solver.output.tables import text_table
from tt_solver.records.tally import RoundKey, Tally, mean, quartiles

BARS = 12
"""The most bars of a histogram."""

LONGEST = 40
"""The most signs of a bar."""


def stats_text(tally: Tally, looks: Looks) -> str:
    """The tally for people: totals, a row for each round, and a histogram of all points."""
    solved = tally.solved
    share = f" ({100 * tally.out / solved:.1f} %)" if solved else ""
    hands = "1 hand" if tally.hands == 1 else f"{tally.hands:,} hands"
    totals = f"{hands}, {tally.bad:,} bad, {tally.out:,} out{share}"
    if not solved:
        return totals
    rounds = sorted(tally.points, key=lambda key: (not key[0], key))
    rows = [_row(_round_name(key), tally.points[key]) for key in rounds]
    if len(rows) > 1:
        rows.append(_row("all", tally.all_points))
    heads = ("round", *(head.rjust(7) for head in ("hands", "mean", "1/4", "1/2", "3/4")))
    bars = text_table(("points", "hands".rjust(7), ""), _histogram(tally.all_points), looks)
    return "\n\n".join([totals, text_table(heads, rows, looks), bars])


def _row(name: str, counts: Counter[int]) -> tuple[str, ...]:
    numbers = (f"{counts.total():,}", f"{mean(counts):.2f}", *map(str, quartiles(counts)))
    return (name, *(number.rjust(7) for number in numbers))


def _round_name(key: RoundKey) -> str:
    round_no, wild = key
    return str(round_no) if round_no else f"wild {RANK_NAMES[wild] or 'none'}"


def _histogram(counts: Counter[int]) -> list[tuple[str, str, str]]:
    """A row for each stretch of points, as wide as it takes for few bars."""
    most = max(counts)
    width = next(step * ten for ten in (1, 10, 100, 1000) for step in (1, 2, 5) if most < BARS * step * ten)
    bars = Counter(dict.fromkeys(range(0, most + 1, width), 0))
    for points, count in counts.items():
        bars[points - points % width] += count
    tallest = max(bars.values())
    return [
        (_stretch(low, width), f"{bars[low]:,}".rjust(7), "#" * -(-LONGEST * bars[low] // tallest))
        for low in sorted(bars)
    ]


def _stretch(low: int, width: int) -> str:
    return str(low) if width == 1 else f"{low} to {low + width - 1}"
