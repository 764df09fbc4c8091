"""What the compiled search offers to Python: an engine, and the limits that its buffers are made for."""

from array import array
from collections.abc import Iterable
from typing import Self

from typing_extensions import Buffer, disjoint_base

from tt_solver.engine.cost import Cost
from tt_solver.engine.plan import Plan
from tt_solver.game.rules import Rules

LIMITS: dict[str, int]

@disjoint_base
class Engine:
    def __new__(cls, rules: Rules) -> Self: ...
    def cost(self, codes: Iterable[int], wild: int) -> Cost: ...
    def plan(self, codes: Iterable[int], wild: int) -> Plan: ...
    def costs(self, hands: Buffer, size: int, wild: int) -> array[int]: ...
    def discards(self, codes: Iterable[int], wild: int) -> dict[int, Cost]: ...
    def after_draws(
        self, codes: Iterable[int], wild: int, drawable: Iterable[int], *, bare_out: bool = False
    ) -> list[Cost]: ...
    def neighbours(
        self, codes: Iterable[int], wild: int, drawable: Iterable[int], *, bare_out: bool = False
    ) -> dict[int, list[Cost]]: ...
