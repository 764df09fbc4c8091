"""What an engine is asked, and the plan that it answers with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tt_solver.engine.cost import Cost

if TYPE_CHECKING:
    from array import array

    from typing_extensions import Buffer


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


class Engine(Protocol):
    """What both engines offer, with the same answers. An engine is made for house rules and serves one thread.

    Cards are codes as in `tt_solver.game.cards`. *wild* is the wild rank, 1 to 13; 0: none.
    """

    def cost(self, codes: Sequence[int], wild: int) -> Cost:
        """The least cost of the cards *codes*, at most 20."""

    def plan(self, codes: Sequence[int], wild: int) -> Plan:
        """An arrangement of the least cost, the same one whatever the order of *codes*."""

    def costs(self, hands: Buffer, size: int, wild: int) -> array[int]:
        """The least cost of each of many hands of *size* cards, whose codes lie one after another in the bytes *hands*.

        An array of 32-bit numbers, one for each hand.
        """

    def discards(self, codes: Sequence[int], wild: int) -> dict[int, Cost]:
        """What each distinct card of *codes* leaves when it is thrown: by code, in order of the codes."""

    def after_draws(
        self, codes: Sequence[int], wild: int, drawable: Sequence[int], *, bare_out: bool = False
    ) -> list[Cost]:
        """The least cost after the best discard, for each card of *drawable* that may be drawn to *codes*.

        With *bare_out* a hand that melds whole needs no discard, and the cost is that of its melds.
        """

    def neighbours(
        self, codes: Sequence[int], wild: int, drawable: Sequence[int], *, bare_out: bool = False
    ) -> dict[int, list[Cost]]:
        """For each distinct discard from *codes*, by code, what `after_draws` gives for the other cards."""
