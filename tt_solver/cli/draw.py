"""`tt-solver draw`: the upcard or the stock."""

from __future__ import annotations

from typing import Annotated

import typer

from tt_solver.cli import options as opt
from tt_solver.cli.command import game_command
from tt_solver.cli.hands import each_hand, read_given
from tt_solver.cli.known_cards import LastTurnOption, SeenOption, read_seen
from tt_solver.cli.streams import Streams
from tt_solver.notation.hands import Hand, parse_single
from tt_solver.output.advice import draw_text
from tt_solver.solver.answer import json_line
from tt_solver.solver.situation import Situation
from tt_solver.table.advice import draw_odds_in


@game_command
def draw(
    streams: Streams,
    situation: Situation,
    upcard: Annotated[
        str,
        typer.Option(
            "--upcard",
            metavar="CARD",
            autocompletion=opt.complete_card,
            help="The card on the discard pile.",
            show_default=False,
        ),
    ],
    hand: opt.HandArgument = None,
    seen: SeenOption = None,
    last_turn: LastTurnOption = False,
    json: opt.JsonOption = False,
) -> None:
    """The upcard or the stock: the points to expect and the chance to go out of each, exact.

    \b
    $ tt-solver draw 7h 8h ks --upcard 2d -r 1
    round 1, 3 cards, 3s wild (classic), 100 cards unseen
    draw       points  chance to go out
    upcard 2D  17      0
    stock      19.19   3/25 (12.0%)
    outs      3S x2 3H x2 6H x2 9H x2 3D x2 3C x2
    discard   KS after the upcard
    fewest points: take the upcard, by 2.19 points
    going out: draw from the stock, 3/25 (12.0%) against 0
    the two differ: over a whole game it hardly matters which one you follow

    Both draws are followed to the end of this turn. Without -r, -c and -w the number of cards tells the round.
    """
    known = read_seen(streams, seen, hand)
    read_given(streams, "--upcard", parse_single, upcard)  # an error of it is reported once, not for each hand

    def answer(held: Hand) -> str:
        advice = draw_odds_in(situation, held, upcard, seen=known)
        if json:
            return json_line(advice.to_dict())
        return draw_text(advice, streams.out_looks, last_turn=last_turn)

    each_hand(hand, streams, answer, example="tt-solver draw 7h 8h ks --upcard 2d -r 1", apart=not json)
