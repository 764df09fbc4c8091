"""Many hands with one call: lazily, in order, and on an executor of the caller's if one is given."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from tt_solver.errors import DiagnosedError
from tt_solver.game.rules import CLASSIC, Rules
from tt_solver.notation.hands import AnyHand
from tt_solver.solver.best import Outcome, solve_in
from tt_solver.solver.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor, Future

PIECE = 64
"""How many hands go to an executor at a time: to send one costs more than to solve it."""

AHEAD = 32
"""The most pieces that wait for the caller to ask for them."""


def solve_many(
    hands: Iterable[AnyHand],
    *,
    round_no: int | None = None,
    hand_size: int | None = None,
    wild: int | str | None = None,
    rules: Rules = CLASSIC,
    decks: int | None = None,
    executor: Executor | None = None,
) -> Iterator[Outcome]:
    """Yield the best arrangement of each of *hands*, in their order; for a hand that is bad, its error.

    The other arguments are those of `solve`, and hold for all hands. Hands are read as their answers are
    asked for, one by one; with an *executor* (processes, threads, a cluster), up to 2,048 ahead.

    >>> [getattr(outcome, "points", None) for outcome in solve_many(["7h 7s 7c", "9h 4d kh", "7x"])]
    [0, 23, None]
    """
    if isinstance(hands, str):
        raise TypeError("one string is one hand: pass a list of hands, or call solve")
    situation = Situation.of(round_no=round_no, hand_size=hand_size, wild=wild, rules=rules, decks=decks)
    if not situation.is_open:
        situation.settled(0)  # so that a round that does not exist is an error of the call, not one for each hand
    solve_one = partial(_outcome, situation)
    return map(solve_one, hands) if executor is None else _on_executor(solve_one, hands, executor)


def _outcome(situation: Situation, hand: AnyHand) -> Outcome:
    try:
        return solve_in(situation, hand)
    except DiagnosedError as error:
        return error


def _on_executor(
    solve_one: Callable[[AnyHand], Outcome], hands: Iterable[AnyHand], executor: Executor
) -> Iterator[Outcome]:
    waiting: deque[Future[list[Outcome]]] = deque()
    try:
        for piece in _pieces(hands):
            waiting.append(executor.submit(_piece_outcomes, solve_one, piece))
            while waiting and (waiting[0].done() or len(waiting) >= AHEAD):
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _pieces(hands: Iterable[AnyHand]) -> Iterator[Sequence[AnyHand]]:
    """The hands in lists that can be sent to another process."""
    sendable = (tuple(hand) if isinstance(hand, Iterator) else hand for hand in hands)
    while piece := list(islice(sendable, PIECE)):
        yield piece


def _piece_outcomes(solve_one: Callable[[AnyHand], Outcome], hands: Sequence[AnyHand]) -> list[Outcome]:
    return [solve_one(hand) for hand in hands]
