"""`tt-solver check`: whether a laydown is legal and a going out, and whether it could be better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from tt_solver.cli import options as opt
from tt_solver.cli.command import game_command
from tt_solver.cli.hands import MELDS, Reply, each_input, read_given
from tt_solver.cli.slips import ask_whose_cards
from tt_solver.cli.streams import Streams
from tt_solver.errors import DiagnosedError, Flaw, NotationError, counted
from tt_solver.notation.hands import parse_hand, parse_single
from tt_solver.notation.laydowns import Claim, parse_claim
from tt_solver.output.laydown import check_as_text
from tt_solver.solver.answer import json_line
from tt_solver.solver.situation import Situation
from tt_solver.table.check import LaydownCheck, check_laydown_in


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
    discard: Annotated[
        str | None, typer.Option("--discard", metavar="CARD", autocompletion=opt.complete_card, help="The card thrown.")
    ] = None,
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
    thrown = None if discard is None else read_given(streams, "--discard", parse_single, discard).cards[0]
    if hand is not None:
        ask_whose_cards("--hand", claim)
    held = None if hand is None else read_given(streams, "--hand", parse_hand, hand)

    def answer(laid: Claim) -> Reply:
        found = check_laydown_in(situation, laid, discard=thrown, hand=held, out=out)
        words = json_line(found.to_dict()) if json else check_as_text(found, streams.out_looks)
        return Reply(words, found.holds, () if held else _notes(found, thrown is not None))

    text = claim_text(claim) if claim and claim != ["-"] else None
    example = 'tt-solver check "7h 7s 7c" -r 1'
    each_input(text, streams, parse_claim, answer, MELDS, example=example, apart=not json)


def _notes(found: LaydownCheck, thrown: bool) -> tuple[str, ...]:
    """How to name the cards that nobody has named, if the round deals more."""
    unnamed = (found.situation.hand_size or 0) - len(found.hand) + thrown
    if unnamed <= 0:
        return ()
    verb = "is" if unnamed == 1 else "are"
    dealt = counted(found.situation.hand_size or 0, "card")
    return (f"{unnamed} of the {dealt} {verb} not given: to check a whole hand, add --hand with all of its cards",)


def claim_text(words: Sequence[str]) -> str:
    """The text of a laydown that was given as arguments. If each holds several cards, each is a meld.

    Raises:
        DiagnosedError: an argument is empty, or some are melds while others, each a single card, may be one more.
    """
    text = opt.hand_text(words)
    counts = [_card_count(word) for word in words]
    in_quotes = all(len(word.split()) > 1 for word in words)
    if min(counts) > 1 and (in_quotes or max(counts) > 2):
        return "\n".join(words)
    if 0 in counts:
        return "\n".join(words) if in_quotes else text
    meld = next((word for word, count in zip(words, counts, strict=True) if count > 2), None)
    if meld and sum(count for count in counts if count < 3) > 2:
        message = f"it is not clear whether '{meld}' is a meld by itself"
        raise DiagnosedError(Flaw(message, hint="write each meld in quotes, or write | between melds"))
    return text


def _card_count(text: str) -> int:
    """How many cards the melds in *text* hold, or 0 if it cannot be read."""
    try:
        return len(parse_claim(text).cards)
    except NotationError:
        return 0
