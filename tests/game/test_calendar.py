"""The calendar of rounds."""

from __future__ import annotations

from tt_solver.game.calendar import Deal, calendar
from tt_solver.game.rules import CLASSIC, PRESETS

UP_DOWN = PRESETS["up-and-down"]


def test_calendar_of_eleven_rounds() -> None:
    """Round r deals r + 2 cards, and the rank equal to their number is wild."""
    assert calendar(CLASSIC) == tuple(Deal(r, r + 2, r + 2) for r in range(1, 12))


def test_calendar_up_and_down() -> None:
    """Thirteen cards are dealt twice in the middle of an up-and-down game, which ends with three."""
    deals = calendar(UP_DOWN)
    assert len(deals) == 22
    assert [deal.hand_size for deal in deals[9:14]] == [12, 13, 13, 12, 11]
    assert deals[21] == Deal(22, 3, 3)
