"""How text looks on a stream: its width, colour, and suits as signs or letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tt_solver.game.cards import RANK_NAMES, Card, Suit


class Looks(NamedTuple):
    """How text is to look: *width* columns (None: never fold), *color*, suit *signs*, on a *terminal*."""

    width: int | None = None
    color: bool = False
    signs: bool = False
    terminal: bool = False


PLAIN = Looks()

RED, BOLD, RESET = "\x1b[31m", "\x1b[1m", "\x1b[0m"

LABEL_WIDTH = 10


def row(label: str, words: Sequence[str], looks: Looks) -> str:
    """A label and its words, folded under each other where a terminal is too narrow."""
    lines = [label.ljust(LABEL_WIDTH)]
    column = LABEL_WIDTH
    for word in words:
        size = len(_uncolored(word))
        if looks.width and column > LABEL_WIDTH and column + size >= looks.width:
            lines.append(" " * LABEL_WIDTH)
            column = LABEL_WIDTH
        lines[-1] += word + " "
        column += size + 1
    return "\n".join(line.rstrip() for line in lines)


def card_text(card: Card, looks: Looks) -> str:
    """A card with its suit sign where signs can be written, red suits in red where colour can."""
    name = str(card)
    if looks.signs and card.suit is not None:
        name = RANK_NAMES[card.rank] + card.suit.sign
    return f"{RED}{name}{RESET}" if looks.color and card.suit in (Suit.HEARTS, Suit.DIAMONDS) else name


def bold(text: str, looks: Looks) -> str:
    """The text in bold where colour can be written."""
    return f"{BOLD}{text}{RESET}" if looks.color else text


def _uncolored(text: str) -> str:
    return text.replace(RED, "").replace(RESET, "") if "\x1b" in text else text
