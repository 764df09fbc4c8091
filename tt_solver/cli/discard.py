"""`tt-solver discard`: what every discard from a hand leads to, and which to make."""

from __future__ import annotations

from typing import Annotated

import typer

from tt_solver.cli import options as opt
from tt_solver.cli.command import game_command
from tt_solver.cli.hands import each_hand, read_given
from tt_solver.cli.known_cards import LastTurnOption, SeenOption, read_seen
from tt_solver.cli.streams import Streams
from tt_solver.notation.hands import Hand, parse_single
from tt_solver.output.advice import discard_text
from tt_solver.solver.answer import json_line
from tt_solver.solver.situation import Situation
from tt_solver.table.advice import best_discards_in


@game_command
def discard(
    streams: Streams,
    situation: Situation,
    hand: opt.HandArgument = None,
    seen: SeenOption = None,
    taken: Annotated[
        str | None,
        typer.Option(
            "--taken",
            metavar="CARD",
            autocompletion=opt.complete_card,
            help="The card just taken from the discard pile, part of the hand.",
        ),
    ] = None,
    last_turn: LastTurnOption = False,
    json: opt.JsonOption = False,
) -> None:
    """Every discard from a hand after the draw: the points it leaves and the chances of the next draw, exact.

    \b
    $ tt-solver discard 7h 8h ks 2d -r 1
    round 1, 3 cards, 3s wild, after the draw (classic), 100 cards unseen
    discard  points  out next draw  points next draw
    KS       17      3/25 (12.0%)   13.23
    8H       19      0              15.53
    7H       20      0              16.53
    2D       25      3/25 (12.0%)   19.19
    last turn: KS leaves 17 points
    any other turn: KS goes out next with 3/25 (12.0%), 13.23 points to expect

    On the last turn the fewest points are best; on any other the best chance to go out next, then the fewest
    points to expect. Without -r, -c and -w the number of cards tells the round.
    """
    known = read_seen(streams, seen, hand)
    card = None if taken is None else read_given(streams, "--taken", parse_single, taken).cards[0]

    def answer(held: Hand) -> str:
        advice = best_discards_in(situation, held, seen=known, taken=card, last_turn=last_turn)
        return json_line(advice.to_dict()) if json else discard_text(advice, streams.out_looks)

    each_hand(hand, streams, answer, example="tt-solver discard 7h 7s 7c kd -r 1", apart=not json)
