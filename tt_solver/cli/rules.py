"""`tt-solver rules`: the presets, every option of one set of rules, and the calendar of rounds."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tt_solver.cli import options as opt
from tt_solver.cli.status import ending
from tt_solver.cli.streams import Streams
from tt_solver.errors import DiagnosedError, Flaw
from tt_solver.game.calendar import calendar
from tt_solver.game.rules import OPTIONS, PRESETS, SUMMARIES, Rules
from tt_solver.output.arrangement import Looks, option_text
from tt_solver.output.tables import table
from tt_solver.solver.json_form import SCHEMA, json_line


def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME|FILE|rounds]",
            help="A preset, a file of house rules, or the calendar of rounds.",
            autocompletion=opt.complete_rules_or_rounds,
        ),
    ] = None,
    base: opt.RulesOption = None,
    options: opt.SetOption = None,
    decks: opt.DecksOption = None,
    players: opt.PlayersOption = None,
    json: opt.JsonOption = False,
    color: opt.ColorOption = "auto",
    ascii_only: opt.AsciiOption = False,
) -> None:
    """The presets; one preset's options and where each value comes from; the calendar of rounds.

    \b
    $ tt-solver rules
    $ tt-solver rules encyclopedia
    $ tt-solver rules my-table.toml --set ace=either
    $ tt-solver rules rounds --rules up-and-down
    """
    streams = Streams.standard(color, ascii_only)
    with ending(streams):
        wants_calendar = name is not None and name.casefold() == opt.CALENDAR
        if name is not None and not wants_calendar:
            if base is not None:
                raise DiagnosedError(Flaw("the rules are named twice", hint="leave out --rules"))
            base = name
        if name is base is None and not (options or decks or players):
            shown, records = presets_text(streams.out_looks), [rules_record(preset) for preset in PRESETS.values()]
        else:
            house = opt.house_rules(base, options, decks=decks, players=players)
            if wants_calendar:
                shown, records = calendar_text(house, streams.out_looks), calendar_records(house)
            else:
                shown, records = rules_text(house, streams.out_looks), [rules_record(house)]
        for line in map(json_line, records) if json else [shown]:
            streams.put(line)


def presets_text(looks: Looks) -> str:
    """Every preset with its summary."""
    return table(("preset", "in one line"), list(SUMMARIES.items()), looks)


def rules_text(house: Rules, looks: Looks) -> str:
    """Every option with its value, where that comes from, what it may be and what it means."""
    rows = [
        (name, option_text(house[name]), house.origins[name], option.values, option.meaning)
        for name, option in OPTIONS.items()
    ]
    return table(("option", "value", "from", "may be", "meaning"), rows, looks)


def rules_record(house: Rules) -> dict[str, Any]:
    """The rules for JSON: the preset they stand on, and each option's value and origin."""
    options = {name: {"value": house[name], "from": house.origins[name]} for name in OPTIONS}
    return {"schema": SCHEMA, "name": house.name, "options": options}


def calendar_text(house: Rules, looks: Looks) -> str:
    """The cards and the wild rank of every round."""
    rows = [(str(deal.round_no), str(deal.hand_size), str(deal.wild_name)) for deal in calendar(house)]
    return table(("round", "cards", "wild"), rows, looks)


def calendar_records(house: Rules) -> list[dict[str, Any]]:
    """The calendar for JSON, a record a round."""
    return [
        {"schema": SCHEMA, "round": deal.round_no, "cards": deal.hand_size, "wild": deal.wild_name}
        for deal in calendar(house)
    ]
