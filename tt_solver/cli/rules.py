"""`tt-solver rules`: the presets, every option of one set of rules, one option, and the calendar."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from tt_solver.cli import options as opt
from tt_solver.cli.status import ending
from tt_solver.cli.streams import Streams
from tt_solver.errors import DiagnosedError, Flaw
from tt_solver.game.rules import OPTIONS, PRESETS
from tt_solver.output.rule_option import rule_option_record, rule_option_text
from tt_solver.output.rules import calendar_records, calendar_text, presets_text, rules_record, rules_text
from tt_solver.solver.answer import json_line


def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME|FILE|OPTION|rounds]",
            help="A preset, a file of house rules, one rule option, or rounds for the calendar.",
            autocompletion=opt.complete_rules_topic,
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
    """The presets; one preset's options and where each value comes from; one option; the calendar of rounds.

    \b
    $ tt-solver rules
    $ tt-solver rules encyclopedia
    $ tt-solver rules my-table.toml --set ace=either
    $ tt-solver rules joker_points
    $ tt-solver rules rounds --rules up-and-down
    """
    streams = Streams.standard(color, ascii_only)
    with ending(streams):
        word = (name or "").strip().casefold().replace("-", "_")
        asks_for_all = name is None and base is None and not (options or decks or players)
        if asks_for_all:
            shown, records = presets_text(streams.out_looks), [rules_record(preset) for preset in PRESETS.values()]
        elif word == opt.CALENDAR or word in OPTIONS:
            house = opt.house_rules(base, options, decks=decks, players=players)
            if word == opt.CALENDAR:
                shown, records = calendar_text(house, streams.out_looks), calendar_records(house)
            else:
                shown, records = rule_option_text(word, house, streams.out_looks), [rule_option_record(word, house)]
        else:
            house = opt.house_rules(_named(name, base), options, decks=decks, players=players)
            shown, records = rules_text(house, streams.out_looks), [rules_record(house)]
        for line in map(json_line, records) if json else [shown]:
            streams.put(line)


def _named(name: str | None, base: str | None) -> str | None:
    """The preset or file that is named, as an argument or by `--rules`.

    Raises:
        DiagnosedError: it is named twice, or *name* looks like a rule option and not like a preset.
    """
    if name is None:
        return base
    if base is not None:
        raise DiagnosedError(Flaw("the rules are named twice", hint="leave out --rules"))
    from difflib import get_close_matches

    word = name.strip().casefold()
    near = get_close_matches(word.replace("-", "_"), OPTIONS, n=1, cutoff=0.7)
    if near and not get_close_matches(word, PRESETS, n=1) and not os.path.exists(name):
        raise DiagnosedError(Flaw(f"there is no preset or rule option {name!r}", hint=f"did you mean {near[0]}?"))
    return name
