"""`tt-solver solve`: the best arrangement of one hand, or of each hand that is read."""

from __future__ import annotations

from typing import Annotated

import typer

from tt_solver.cli import options as opt
from tt_solver.cli.command import game_command
from tt_solver.cli.hands import each_hand
from tt_solver.cli.streams import Streams
from tt_solver.notation.hands import Hand
from tt_solver.output.arrangement import all_as_text, as_text
from tt_solver.solver.answer import json_line
from tt_solver.solver.best import solve_in
from tt_solver.solver.situation import Situation


@game_command
def solve(
    streams: Streams,
    situation: Situation,
    hand: opt.HandArgument = None,
    every: Annotated[bool, typer.Option("--all", help="Print every arrangement with the fewest points.")] = False,
    limit: Annotated[
        int,
        typer.Option(
            "--limit", metavar="N", parser=opt.whole_number(1), help="The most arrangements that --all prints."
        ),
    ] = 100,
    json: opt.JsonOption = False,
) -> None:
    """The best melds of a hand: deadwood, points and score, exact.

    \b
    $ tt-solver solve 7h 7s 7c kd -r 2
    round 2, 4 cards, 4s wild (classic)
    set       7S 7H 7C
    deadwood  KD (10)
    10 points

    With one card more than the round deals, the best discard is named. Without -r, -c and -w the number
    of cards tells the round.
    """

    def answer(held: Hand) -> str:
        if every:
            from tt_solver.solver.all_best import solve_all_in

            found = solve_all_in(situation, held, limit)
            return json_line(found.to_dict()) if json else all_as_text(found, streams.out_looks)
        best = solve_in(situation, held)
        return json_line(best.to_dict()) if json else as_text(best, streams.out_looks)

    each_hand(hand, streams, answer, example="tt-solver solve 7h 7s 7c kd -r 2", apart=not json)
