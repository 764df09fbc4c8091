"""`tt-solver layoff`: the best own melds and lay-offs of one hand, or of each hand that is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

import typer

from tt_solver.cli import options as opt
from tt_solver.cli.command import game_command
from tt_solver.cli.hands import each_hand, read_given
from tt_solver.cli.slips import ask_whose_cards, card_count
from tt_solver.cli.streams import Streams
from tt_solver.errors import DiagnosedError, Flaw, MeldError
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
    ask_whose_cards("--table", hand)
    _ask_about_melds_in_the_hand(hand)
    laid = read_given(streams, "--table", parse_claim, "\n".join(table))

    def answer(held: Hand) -> str:
        try:
            found = lay_off_in(situation, held, laid)
        except MeldError as error:
            raise _with_bars(error) from None
        return json_line(found.to_dict()) if json else lay_off_as_text(found, streams.out_looks)

    each_hand(hand, streams, answer, example="tt-solver layoff 8s ks 2d --table '9s 10s js'", apart=not json)


def _ask_about_melds_in_the_hand(words: Sequence[str] | None) -> None:
    """Ask about an argument of three cards or more beside other arguments: it may be a meld of the table."""
    group = next((word for word in words or () if card_count(word) > 2), None) if words and len(words) > 1 else None
    if group:
        message = f"it is not clear whether '{group}' is a meld of the table or part of the hand"
        hint = f'for a meld, write --table "{group}"; otherwise write the hand as one argument'
        raise DiagnosedError(Flaw(message, hint=hint))


def _with_bars(error: MeldError) -> MeldError:
    """The error, with a hint where a group on the table may be several melds, or the start of one without quotes."""
    flaws = []
    for flaw in error.flaws:
        start, end = flaw.spans[0] if flaw.spans else (0, 0)
        typed = (error.text or "")[start:end]
        parts = [part.strip() for part in re.split(r"[,;/]|\band\b", typed)]
        if len(parts) > 1 and all(card_count(part) > 2 for part in parts):
            flaw = flaw._replace(hint=f'to separate melds, write |, as in "{" | ".join(parts)}"')
        elif not flaw.hint and card_count(typed) > 5:
            flaw = flaw._replace(hint='to separate melds, write |, as in "JC JS JH | 6H 7H 8H"')
        elif not flaw.hint and card_count(typed) == 1:
            flaw = flaw._replace(hint='put quotes around the melds, as in --table "4H 5H 6H | JC JS JH"')
        flaws.append(flaw)
    return MeldError(*flaws, text=error.text, source=error.source)
