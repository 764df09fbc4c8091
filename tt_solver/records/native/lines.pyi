"""What the compiled reader and writer of recorded hands offers to Python."""

from collections.abc import Sequence

from typing_extensions import Buffer

from tt_solver.engine.native.search import Engine

def judged(engine: Engine, codes: Sequence[int], wild: int) -> tuple[bool, list[str], list[str]] | None: ...

class Scorer:
    def __init__(
        self,
        engine: Engine,
        *,
        form: str,
        to: str,
        calendar: Sequence[tuple[int, int]],
        given: tuple[int | None, int | None, int | None],
        copies: tuple[int, int],
        multipliers: Sequence[int],
        may_keep_all: bool = False,
        with_round: bool = False,
        head: bytes = b"",
        rules: bytes = b"",
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
