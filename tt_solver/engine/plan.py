"""The plan of an arrangement: melds and leftover cards by code, with the wilds only counted.

The compiled twin is `native/plan.pxd`: change both.
"""

from __future__ import annotations

from typing import NamedTuple

from tt_solver.engine.cost import Cost


class PlannedMeld(NamedTuple):
    """A meld around naturals, its wilds only counted.

    Attributes:
        is_run: whether it is a run. A meld around a single natural is a set.
        naturals: the codes of its naturals. A wild that counts as the card printed on it is one of them.
        substitutes: how many wilds stand in beside them.
    """

    is_run: bool
    naturals: tuple[int, ...]
    substitutes: int


class WildCount(NamedTuple):
    """Some wilds by their sort: cards of the wild rank, and jokers."""

    ranked: int
    jokers: int


class Plan(NamedTuple):
    """The cheapest arrangement, its wilds only counted; `tt_solver.solver.name_wilds` deals them out by name.

    Attributes:
        cost: its cost.
        melds: the melds around naturals.
        wild_melds: the melds of wilds only.
        left: the codes of the naturals left over.
        left_wilds: the wilds left over.
    """

    cost: Cost
    melds: tuple[PlannedMeld, ...]
    wild_melds: tuple[WildCount, ...]
    left: tuple[int, ...]
    left_wilds: WildCount
