"""`tt-solver rules`: the presets, every option of one set of rules, and the calendar of rounds."""

from __future__ import annotations

from typing import Annotated

import typer

from tt_solver.cli import options as opt
from tt_solver.cli.status import ending
from tt_solver.cli.streams import Streams
from tt_solver.errors import DiagnosedError, Flaw
from tt_solver.game.rules import PRESETS
from tt_solver.output.rules import calendar_records, calendar_text, presets_text, rules_record, rules_text
from tt_solver.solver.answer import json_line


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
