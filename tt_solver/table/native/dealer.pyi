"""What the compiled dealer offers to Python."""

from array import array
from collections.abc import Iterable

from tt_solver.engine.native.search import Engine

class Dealer:
    def __init__(self, seed: int, shoe: Iterable[int]) -> None: ...
    def take(self, number: int) -> bytes: ...
    def histogram(self, engine: Engine, size: int, wild: int, hands: int, *, drawn: int = 0) -> array[int]: ...
