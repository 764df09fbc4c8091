"""What the compiled dealer offers to Python."""

from collections.abc import Iterable
from typing import Self

from typing_extensions import disjoint_base

@disjoint_base
class Dealer:
    def __new__(cls, seed: int, shoe: Iterable[int]) -> Self: ...
    def take(self, number: int) -> bytes: ...
