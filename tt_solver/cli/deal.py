"""`tt-solver deal`: random hands and whole tables in the forms that `batch` reads."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer

from tt_solver.cli import options as opt
from tt_solver.cli.command import game_command
from tt_solver.cli.signals import ended_by_signals
from tt_solver.cli.streams import Streams
from tt_solver.output.dealt import table_lines, table_records
from tt_solver.solver.answer import json_line
from tt_solver.solver.situation import Situation
from tt_solver.table.dealer import MASK, deal_tables

NumberOption = Annotated[
    int,
    typer.Option(
        "-n",
        "--number",
        metavar="N",
        parser=opt.whole_number(0),
        help="The number of hands, or of tables with --players.",
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        parser=opt.whole_number(0, MASK),
        help="A whole number. The same seed deals the same hands.",
        show_default=False,
    ),
]


@game_command
def deal(
    streams: Streams,
    situation: Situation,
    number: NumberOption = 1,
    seed: SeedOption = None,
    upcard: Annotated[bool, typer.Option("--upcard", help="Turn a card up at each table.")] = False,
    players: opt.PlayersOption = None,
    no_round: Annotated[bool, typer.Option("--no-round", help="Hands alone, as solve reads them.")] = False,
    json: opt.JsonOption = False,
) -> None:
    """Random hands in the form that batch reads; with --players whole tables.

    \b
    $ tt-solver deal -n 2 --seed 313
    1 JD KS 4S
    2 8S KH AD 10C

    Without -r, -c or -w the rounds of the game follow each other. Where the wild rank is set by hand, the
    lines are hands alone. The same seed gives the same hands on every machine.
    """
    with ended_by_signals():
        start = _fresh_seed() if seed is None else seed
        tables = deal_tables(start, situation, players=players or 1, upcard=upcard)
        if seed is None:
            streams.tell(f"seed {start}")
        with_round = situation.wild_by_hand is None and not no_round
        for table_no, table in enumerate(islice(tables, number), 1):
            lines = (
                map(json_line, table_records(table, table_no, players))
                if json
                else table_lines(table, table_no, players, with_round=with_round)
            )
            streams.out.writelines(f"{line}\n" for line in lines)


def _fresh_seed() -> int:
    from secrets import randbits

    return randbits(32)
