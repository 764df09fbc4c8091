"""One rule option, as text for people and as an object for JSON: what it means, what it may be, and its values."""

from __future__ import annotations

from typing import Any

from tt_solver.game.rules import OPTIONS, PRESETS, Rules
from tt_solver.output.arrangement import option_text
from tt_solver.output.looks import Looks
from tt_solver.solver.answer import SCHEMA


def rule_option_text(name: str, house: Rules, looks: Looks) -> str:
    """The meaning of the option, what it may be, its value in *house*, and its value in each preset."""
    option = OPTIONS[name]
    value = option_text(house[name])
    rows = [
        ("option", name),
        ("meaning", option.meaning),
        ("may be", option.values),
        ("value", f"{value} (from {house.origins[name]})"),
        ("to change it", f"--set {name}={value}"),
        *((f"in {preset}", option_text(rules[name])) for preset, rules in PRESETS.items()),
    ]
    width = max(len(head) for head, _ in rows) + 2
    return "\n".join(_folded(head.ljust(width) + cell, width, looks.width) for head, cell in rows)


def _folded(line: str, indent: int, width: int | None) -> str:
    from textwrap import fill

    if width is None or len(line) < width:
        return line
    return fill(line, max(width - 1, indent + 10), subsequent_indent=" " * indent, break_on_hyphens=False)


def rule_option_record(name: str, house: Rules) -> dict[str, Any]:
    """The option for JSON."""
    option = OPTIONS[name]
    return {
        "schema": SCHEMA,
        "option": name,
        "meaning": option.meaning,
        "may_be": option.values,
        "value": house[name],
        "from": house.origins[name],
        "presets": {preset: rules[name] for preset, rules in PRESETS.items()},
    }
