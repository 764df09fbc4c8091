"""House rules and the calendar of rounds, as text for people and as objects for JSON."""

from __future__ import annotations

from typing import Any

from tt_solver.game.calendar import calendar
from tt_solver.game.rules import OPTIONS, SUMMARIES, Rules
from tt_solver.output.arrangement import option_text
from tt_solver.output.looks import Looks
from tt_solver.output.tables import text_table
from tt_solver.solver.answer import SCHEMA


def presets_text(looks: Looks) -> str:
    """Every preset with its summary."""
    return text_table(("preset", "in one line"), list(SUMMARIES.items()), looks)


def rules_text(house: Rules, looks: Looks) -> str:
    """Every option with its value, where that comes from, what it may be and what it means."""
    rows = [
        (name, option_text(house[name]), house.origins[name], option.values, option.meaning)
        for name, option in OPTIONS.items()
    ]
    return text_table(("option", "value", "from", "may be", "meaning"), rows, looks)


def rules_record(house: Rules) -> dict[str, Any]:
    """The rules for JSON: the preset they stand on, and each option's value and origin."""
    options = {name: {"value": house[name], "from": house.origins[name]} for name in OPTIONS}
    return {"schema": SCHEMA, "name": house.name, "options": options}


def calendar_text(house: Rules, looks: Looks) -> str:
    """The cards and the wild rank of every round."""
    rows = [(str(deal.round_no), str(deal.hand_size), str(deal.wild_name)) for deal in calendar(house)]
    return text_table(("round", "cards", "wild"), rows, looks)


def calendar_records(house: Rules) -> list[dict[str, Any]]:
    """The calendar for JSON, a record a round."""
    return [
        {"schema": SCHEMA, "round": deal.round_no, "cards": deal.hand_size, "wild": deal.wild_name}
        for deal in calendar(house)
    ]
