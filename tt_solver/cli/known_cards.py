"""Options of the commands that give advice: which cards are known besides the hand, and which turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from tt_solver.cli.hands import read_given
from tt_solver.cli.streams import Streams
from tt_solver.notation.hands import Hand, parse_hand

SeenOption = Annotated[
    list[str] | None,
    typer.Option(
        "--seen",
        metavar="CARDS",
        help="Other cards that cannot be drawn, such as the discard pile and melds on the table. May be repeated.",
        show_default=False,
    ),
]
LastTurnOption = Annotated[
    bool, typer.Option("--last-turn", help="A player has gone out, so only the points of this turn count.")
]


def read_seen(streams: Streams, texts: Sequence[str] | None, hand: Sequence[str] | None) -> Hand:
    """The cards of every `--seen`. A blank value holds none, as for a pile that is still empty.

    Raises:
        NotationError: a text cannot be read.
        DiagnosedError: words of the *hand* may belong to `--seen`.
    """
    if not texts:
        return Hand.of(())
    from tt_solver.cli.slips import ask_whose_cards

    ask_whose_cards("--seen", hand)
    text = " ".join(filter(str.strip, texts))
    return read_given(streams, "--seen", parse_hand, text) if text else Hand.of(())
