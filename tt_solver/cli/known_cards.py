"""Options of the commands that give advice: what is known besides the hand, and which turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from tt_solver.notation.hands import Hand, parse_hand

SeenOption = Annotated[
    list[str] | None,
    typer.Option(
        "--seen",
        metavar="CARDS",
        help="Other cards known not to be in the stock: the discard pile, melds on the table. May be repeated.",
        show_default=False,
    ),
]
LastTurnOption = Annotated[
    bool, typer.Option("--last-turn", help="Somebody has gone out: only the points of this turn count.")
]


def read_seen(texts: Sequence[str] | None) -> Hand:
    """The cards of every `--seen`; a blank one, as for a pile that is still empty, holds none.

    Raises:
        NotationError: a text cannot be read.
    """
    text = " ".join(filter(str.strip, texts or ()))
    return parse_hand(text) if text else Hand.of(())
