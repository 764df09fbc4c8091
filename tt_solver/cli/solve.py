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
from tt_solver.solver.best import arrange
from tt_solver.solver.json_form import all_as_record, as_record, json_line


@game_command
def solve(
    streams: Streams,
    game: opt.Game,
    hand: opt.HandArgument = None,
    every: Annotated[bool, typer.Option("--all", help="Every optimal arrangement.")] = False,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="The most that --all lists.")] = 100,
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
        deal = game.deal_of(held)
        if every:
            from tt_solver.solver.all_best import arrange_all

            found = arrange_all(held.cards, deal, game.rules, limit)
            return json_line(all_as_record(found)) if json else all_as_text(found, streams.out_looks)
        best = arrange(held.cards, deal, game.rules)
        return json_line(as_record(best)) if json else as_text(best, streams.out_looks)

    each_hand(hand, streams, answer, example="tt-solver solve 7h 7s 7c kd -r 2", apart=not json)
