"""The statistics of a batch: hands, bad lines, how often players were out, and the points of each round."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tt_solver.solver.best import Arrangement, Outcome
from tt_solver.solver.situation import Situation

RoundKey = tuple[int, int]
"""The number of a round and 0; or 0 and the wild rank, if only that is known."""


@dataclass(slots=True)
class Tally:
    """Counts of solved hands. Its size depends on how many different points there are, not on the number of hands.

    Attributes:
        bad: hands that could not be solved.
        out: hands with nothing left over.
        points: for each round, the number of hands by their points.
    """

    bad: int = 0
    out: int = 0
    points: dict[RoundKey, Counter[int]] = field(default_factory=dict)

    @property
    def solved(self) -> int:
        return sum(counts.total() for counts in self.points.values())

    @property
    def hands(self) -> int:
        """All hands, including bad ones."""
        return self.solved + self.bad

    @property
    def all_points(self) -> Counter[int]:
        """The number of hands of all rounds by their points."""
        return sum(self.points.values(), Counter())

    def add(self, outcome: Outcome) -> None:
        """Count one hand."""
        if not isinstance(outcome, Arrangement):
            self.bad += 1
            return
        self.out += outcome.out
        self.points.setdefault(_round_key(outcome.situation), Counter())[outcome.points] += 1

    def merge(self, other: Tally) -> None:
        """Add the counts of *other*."""
        self.bad += other.bad
        self.out += other.out
        for key, counts in other.points.items():
            self.points.setdefault(key, Counter()).update(counts)


def _round_key(situation: Situation) -> RoundKey:
    return (situation.round_no, 0) if situation.round_no else (0, situation.wild)


def mean(counts: Counter[int]) -> float:
    """The mean of at least one hand.

    >>> mean(Counter({10: 3, 30: 1}))
    15.0
    """
    return sum(points * count for points, count in counts.items()) / counts.total()


def quartiles(counts: Counter[int]) -> tuple[int, int, int]:
    """The quartiles: a quarter, a half and three quarters of the hands have at most these points.

    >>> quartiles(Counter([0, 5, 10, 20]))
    (0, 5, 10)
    """
    total = counts.total()
    ranks = [-(-total * part // 4) for part in (1, 2, 3)]
    found: list[int] = []
    passed = 0
    for points in sorted(counts):
        passed += counts[points]
        found += [points] * sum(rank <= passed for rank in ranks[len(found) :])
    return found[0], found[1], found[2]
