"""What the compiled dealer offers to Python."""

from collections.abc import Iterable

class Dealer:
    def __init__(self, seed: int, shoe: Iterable[int]) -> None: ...
    def take(self, number: int) -> bytes: ...
