"""`tt-solver layoff`: the best own melds and lay-offs of one hand, or of each hand that is read."""

from __future__ import annotations

from typing import Annotated

import typer

from tt_solver.cli import options as opt
from tt_solver.cli.command import game_command
from tt_solver.cli.hands import each_hand
from tt_solver.cli.streams import Streams
from tt_solver.notation.hands import Hand
from tt_solver.notation.laydowns import parse_claim
from tt_solver.output.laydown import lay_off_as_text
from tt_solver.solver.answer import json_line
from tt_solver.solver.situation import Situation
from tt_solver.table.layoff import lay_off_in


@game_command
def layoff(
    streams: Streams,
    situation: Situation,
    table: Annotated[
        list[str],
        typer.Option(
            "--table",
            metavar='"MELD | MELD"',
            help="The melds on the table, their cards in order; 4D=7H states what a wild stands for. May be repeated.",
            show_default=False,
        ),
    ],
    hand: opt.HandArgument = None,
    json: opt.JsonOption = False,
) -> None:
    """The fewest points by own melds and by laying off on the table's melds together, exact.

    \b
    $ tt-solver layoff 8s ks 2d 7h 6c --table "9s 10s js qs" -r 2
    round 2, 4 cards, 4s wild, after the draw (classic with layoff=last-turn)
    discard   7H
    lay off   8S KS on 9S 10S JS QS
    deadwood  2D (2) 6C (6)
    8 points; 23 without laying off
    """
    laid = opt.read_option("--table", parse_claim, "\n".join(table))

    def answer(held: Hand) -> str:
        found = lay_off_in(situation, held, laid)
        return json_line(found.to_dict()) if json else lay_off_as_text(found, streams.out_looks)

    each_hand(hand, streams, answer, example="tt-solver layoff 8s ks 2d --table '9s 10s js'", apart=not json)
