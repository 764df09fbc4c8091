"""What both engines offer. Imported for types only: a protocol takes time to make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from tt_solver.engine.cost import Cost
from tt_solver.engine.plan import Plan

if TYPE_CHECKING:
    from array import array

    from typing_extensions import Buffer


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
