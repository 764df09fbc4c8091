"""Many hands at once: the answers of single ones, lazily, in order, on any executor."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.program import ROOT
from tests.strategies import any_texts, hands
from tt_solver import Arrangement, DiagnosedError, Rules, Source, parse_hand, solve, solve_many
from tt_solver.notation.hands import AnyHand
from tt_solver.solver.many import AHEAD, PIECE

HANDS = ["7h 7s 7c", "9h 4d kh", "7x", "7h", "7h 7s 7c kd"] * 40


def facts(outcome: Arrangement | DiagnosedError) -> Any:
    """All that an outcome says."""
    if isinstance(outcome, Arrangement):
        return outcome
    return type(outcome), outcome.flaws, outcome.text, outcome.source


def one_by_one(texts: list[str], **given: Any) -> list[Any]:
    """The outcome of each hand by itself."""
    found: list[Any] = []
    for text in texts:
        try:
            found.append(solve(text, **given))
        except DiagnosedError as error:
            found.append(facts(error))
    return found


@settings(deadline=None, max_examples=50)
@given(st.lists(st.one_of(any_texts(), hands(3, 6).map(lambda cards: " ".join(map(str, cards)))), max_size=8))
def test_many_are_as_good_as_one(texts: list[str]) -> None:
    """Each of many hands has the outcome it has alone, in its place."""
    assert [facts(outcome) for outcome in solve_many(texts)] == one_by_one(texts)


def test_arguments_hold_for_all() -> None:
    """The arguments are those of a single call."""
    given: dict[str, Any] = {"round_no": 1, "rules": Rules.preset("encyclopedia"), "decks": 1}
    assert [facts(outcome) for outcome in solve_many(HANDS, **given)] == one_by_one(HANDS, **given)
    (none,) = solve_many(["7h"], wild="none")
    assert isinstance(none, Arrangement)


@pytest.mark.parametrize("executor", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_on_executors(executor: type[ThreadPoolExecutor | ProcessPoolExecutor]) -> None:
    """On threads and on processes, the outcomes are the same and in order."""
    with executor(2) as pool:
        assert [facts(outcome) for outcome in solve_many(HANDS, executor=pool)] == one_by_one(HANDS)


def test_hands_of_every_kind() -> None:
    """Hands may be text, parsed, or any iterable of cards, on an executor too."""
    text = "7h 7s 7c"
    for executor in (None, Immediate()):
        kinds: list[AnyHand] = [text, parse_hand(text), list(parse_hand(text)), iter(parse_hand(text))]
        outcomes = list(solve_many(kinds, executor=executor))
        assert [outcome.points for outcome in outcomes if isinstance(outcome, Arrangement)] == [0, 0, 0, 0]


class Immediate(Executor):
    """Does its work at once, or, if *lazy*, not before the result is asked for."""

    def __init__(self, *, lazy: bool = False) -> None:
        self.lazy = lazy
        self.submitted: list[Future[Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Later(lambda: fn(*args, **kwargs))
        if not self.lazy:
            future.set_result(fn(*args, **kwargs))
        self.submitted.append(future)
        return future


class Later(Future[Any]):
    """Is done when its result is asked for."""

    def __init__(self, work: Any) -> None:
        super().__init__()
        self.work = work

    def result(self, timeout: float | None = None) -> Any:
        if not self.done():
            self.set_result(self.work())
        return super().result(timeout)


def test_hands_are_read_as_they_are_asked_for() -> None:
    """An endless supply of hands is no trouble: one is read at a time, or a bounded number ahead."""
    read: list[int] = []

    def supply() -> Iterator[str]:
        for number in count():
            read.append(number)
            yield "7h 7s 7c"

    assert len(list(islice(solve_many(supply()), 3))) == 3
    assert len(read) == 3
    assert len(list(islice(solve_many(supply(), executor=Immediate(lazy=True)), 3))) == 3
    assert len(read) <= 3 + AHEAD * PIECE


def test_what_is_not_asked_for_is_cancelled() -> None:
    """A caller who stops early leaves no work behind."""
    executor = Immediate(lazy=True)
    outcomes = solve_many(HANDS * 20, executor=executor)
    assert isinstance(outcomes, Iterator)
    next(outcomes)
    outcomes.close()  # type: ignore[attr-defined]
    assert all(future.cancelled() for future in executor.submitted[1:])


@pytest.mark.parametrize("text", ["7x kk", "7h 7h 7h", "7h", "jk 7h 7s"])
def test_errors_travel(text: str) -> None:
    """An error that comes from another process says all that it said there."""
    with pytest.raises(DiagnosedError) as caught:
        solve(text)
    for error in (caught.value, caught.value.at(Source("night.txt", 3))):
        again = pickle.loads(pickle.dumps(error))
        assert (facts(again), str(again)) == (facts(error), str(error))


def test_sample() -> None:
    """The sample that solves a season on a process pool runs."""
    sample = Path(ROOT) / "samples" / "pool.py"
    done = subprocess.run([sys.executable, sample], capture_output=True, text=True, env={"PYTHONPATH": str(ROOT)})
    assert done.stdout == "44 hands, 14 out\n6S 2X 6D 6C: '2X' is not a card: no suit 'X'\n"


def test_importing_is_light() -> None:
    """Importing the package and `solve_many` loads none of the modules that only batches need."""
    heavy = ("concurrent.futures", "csv", "gzip", "json", "multiprocessing", "rich")
    code = f"import sys, tt_solver; tt_solver.solve_many; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "[]\n"
