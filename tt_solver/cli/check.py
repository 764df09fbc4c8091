"""`tt-solver check`: whether a laydown is legal and a going out, and whether it could be better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from tt_solver.cli import options as opt
from tt_solver.cli.command import game_command
from tt_solver.cli.hands import Reply, each_input
from tt_solver.cli.streams import Streams
from tt_solver.notation.hands import parse_card, parse_hand
from tt_solver.notation.laydowns import parse_claim
from tt_solver.output.laydown import check_as_text
from tt_solver.solver.answer import json_line
from tt_solver.solver.situation import Situation
from tt_solver.table.check import check_laydown_in


@game_command
def check(
    streams: Streams,
    situation: Situation,
    claim: Annotated[
        list[str] | None,
        typer.Argument(
            metavar='["MELD | MELD"]',
            help="Melds with | between them, each on a line, or each in brackets; 7D=7H states what a wild stands for. "
            "Without any, or with -, laydowns are read from stdin.",
            show_default=False,
        ),
    ] = None,
    discard: Annotated[str | None, typer.Option("--discard", metavar="CARD", help="The card thrown.")] = None,
    hand: Annotated[
        str | None,
        typer.Option("--hand", metavar="HAND", help="The cards held. [default: the melds and the discard]"),
    ] = None,
    out: Annotated[bool, typer.Option("--out", help="A going out is claimed.")] = False,
    json: opt.JsonOption = False,
) -> None:
    """Whether a laydown is legal, whether it is a going out, and whether fewer points were possible.

    \b
    $ tt-solver check "7h 7s 7c" --discard kd -r 1
    round 1, 3 cards, 3s wild, after the draw (classic)
    set       7S 7H 7C
    discard   KD
    deadwood  none
    0 points, out

    The exit status is 1 where it is not legal, or no going out although that was claimed.
    """
    thrown = None if discard is None else opt.read_option("--discard", parse_card, discard)
    held = None if hand is None else opt.read_option("--hand", parse_hand, hand)

    def answer(text: str) -> Reply:
        found = check_laydown_in(situation, parse_claim(text), discard=thrown, hand=held, out=out)
        words = json_line(found.to_dict()) if json else check_as_text(found, streams.out_looks)
        return Reply(words, found.holds)

    laid = claim_text(claim) if claim and claim != ["-"] else None
    each_input(laid, streams, answer, example='tt-solver check "7h 7s 7c" -r 1', apart=not json)


def claim_text(words: Sequence[str]) -> str:
    """The text of a laydown that was given as arguments: where each is several cards, each is a meld."""
    text = opt.hand_text(words)
    return "\n".join(words) if all(len(word.split()) > 1 for word in words) else text
