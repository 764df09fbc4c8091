"""The cost of an arrangement: its points, leftover cards and melds in one integer.

A cost is ``points << 12 | leftover cards << 6 | melds``. So the costs of two parts can be added, and < compares
arrangements as players do: fewest points first, then fewest leftover cards, then fewest melds. Only this module and
its compiled twin, `cost.pxd`, know where the three numbers lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from operator import mul
from typing import NewType

Cost = NewType("Cost", int)

MELD = 1
"""The cost of one meld."""

_LEFT = 1 << 6
_POINT = 1 << 12

INF = 1 << 40
"""More than any arrangement costs: what cannot be arranged."""


def packed(points: int, left: int, melds: int) -> Cost:
    """The cost of *points* from *left* leftover cards, beside so many *melds* (each at most 63).

    >>> packed(20, 2, 1) < packed(20, 2, 2) < packed(20, 3, 1) < packed(21, 0, 0)
    True
    """
    return Cost(points * _POINT + left * _LEFT + melds * MELD)


def points_of(cost: int) -> int:
    """The points of the leftover cards."""
    return cost // _POINT


def left_of(cost: int) -> int:
    """How many cards are left over."""
    return cost % _POINT // _LEFT


def melds_of(cost: int) -> int:
    """How many melds there are."""
    return cost % _LEFT


def is_out(cost: int) -> bool:
    """Whether nothing is left over."""
    return cost < _LEFT


def totals(costs: Sequence[int], copies: Iterable[int]) -> tuple[int, int]:
    """How many of *costs* leave nothing over, and the sum of their points, each as often as *copies* says.

    >>> totals([packed(0, 0, 3), packed(7, 1, 2)], [2, 3])
    (2, 21)
    """
    copies = list(copies)
    # An out is rare, and this is asked for each discard.
    outs = sum(compress(copies, [cost < _LEFT for cost in costs])) if min(costs, default=INF) < _LEFT else 0
    return outs, sum(map(mul, copies, [cost // _POINT for cost in costs]))
