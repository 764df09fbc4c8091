"""What a batch comes to: means and quartiles."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tt_solver.records.tally import mean, quartiles


@given(st.lists(st.integers(0, 400), min_size=1))
def test_quartiles(points: list[int]) -> None:
    """A quarter, half and three quarters of the hands have no more points than the quartiles say, and no fewer."""
    ordered = sorted(points)
    found = quartiles(Counter(points))
    for part, quartile in zip((1, 2, 3), found, strict=True):
        assert 4 * sum(one <= quartile for one in ordered) >= part * len(ordered)
        assert 4 * sum(one < quartile for one in ordered) < part * len(ordered)
    assert mean(Counter(points)) == pytest.approx(sum(points) / len(points))
