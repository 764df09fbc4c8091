"""`tt-solver solve`: the best arrangement of one hand, or of each hand that is read."""

from __future__ import annotations

from typing import Annotated

import typer

from tt_solver.cli import options as opt
from tt_solver.cli.hands import each_hand
from tt_solver.cli.status import ending
from tt_solver.cli.streams import Streams
from tt_solver.notation import Hand
from tt_solver.render import all_as_record, all_as_text, as_record, as_text, json_line
from tt_solver.solver import arrange


def solve(
    hand: opt.HandArgument = None,
    round_no: opt.RoundOption = None,
    cards: opt.CardsOption = None,
    wild: opt.WildOption = None,
    rules: opt.RulesOption = None,
    options: opt.SetOption = None,
    decks: opt.DecksOption = None,
    players: opt.PlayersOption = None,
    every: Annotated[bool, typer.Option("--all", help="Every optimal arrangement.")] = False,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="The most that --all lists.")] = 100,
    json: opt.JsonOption = False,
    color: opt.ColorOption = "auto",
    ascii_only: opt.AsciiOption = False,
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
    streams = Streams.standard(color, ascii_only)
    with ending(streams):
        game = opt.Game.of(
            round_no=round_no, hand_size=cards, wild=wild, rules=rules, options=options, decks=decks, players=players
        )

        if game.warning:
            streams.tell(game.warning)

        def answer(held: Hand) -> str:
            deal = game.deal_of(held)
            if every:
                from tt_solver.optimal import arrange_all

                found = arrange_all(held.cards, deal, game.rules, limit)
                return json_line(all_as_record(found)) if json else all_as_text(found, streams.out_looks)
            best = arrange(held.cards, deal, game.rules)
            return json_line(as_record(best)) if json else as_text(best, streams.out_looks)

        each_hand(hand, streams, answer, example="tt-solver solve 7h 7s 7c kd -r 2", apart=not json)
