"""What the compiled reader and writer of recorded hands offers to Python."""

from collections.abc import Sequence

from typing_extensions import Buffer

from tt_solver.engine.native.search import Engine

class Scorer:
    def __init__(
        self,
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
        rows_from: int = 1,
    ) -> None: ...
    def score(
        self, data: Buffer, start: int, end: int, line: int
    ) -> tuple[memoryview, list[tuple[int, int, int, int]], int, dict[tuple[int, int], dict[int, int]]]: ...
