"""What the compiled reader and writer of recorded hands offers to Python."""

from collections.abc import Sequence
from typing import Self

from typing_extensions import Buffer, disjoint_base

from tt_solver.engine.native.search import Engine

@disjoint_base
class Scorer:
    def __new__(
        cls,
        engine: Engine,
        *,
        form: str,
        to: str,
        calendar: Sequence[tuple[int, int]],
        given: tuple[int | None, int | None, int | None],
        decks: int,
        with_round: bool = False,
        pieces: Sequence[bytes] = (),
        meld_pieces: Sequence[bytes] = (),
        named: bytes = b"",
        options: bytes = b"",
        added: Sequence[bytes] = (),
        separators: tuple[str, str] = (",", ","),
        columns: Sequence[tuple[str, bytes]] = (),
        hand: Sequence[int] = (),
        error: int = -1,
        rows_from: int = 1,
    ) -> Self: ...
    def score(
        self, data: Buffer, start: int, end: int, line: int
    ) -> tuple[memoryview, list[tuple[int, int, int, int]], int, dict[tuple[int, int], dict[int, int]]]: ...
