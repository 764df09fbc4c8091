"""One result, many looks: an arrangement as text for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tt_solver.game.calendar import Deal, cards_in_words
from tt_solver.game.cards import RANK_NAMES, Card, Suit
from tt_solver.game.melds import Meld
from tt_solver.solver.best import Arrangement

if TYPE_CHECKING:
    from tt_solver.solver.all_best import AllOptimal


class Looks(NamedTuple):
    """How text is to look: *width* columns (None: never fold), *color*, suit *signs*, on a *terminal*."""

    width: int | None = None
    color: bool = False
    signs: bool = False
    terminal: bool = False


PLAIN = Looks()

RED, BOLD, RESET = "\x1b[31m", "\x1b[1m", "\x1b[0m"


# -- text -----------------------------------------------------------------------------------------------


def as_text(answer: Arrangement, looks: Looks = PLAIN) -> str:
    """The answer for people: the round, the melds, the deadwood with its values, points and score."""
    lines = [heading(answer, looks)]
    if after_draw(answer):
        lines.append(row("discard", ["none" if answer.discard is None else card_text(answer.discard, looks)], looks))
    lines += arrangement_rows(answer, looks)
    lines.append(verdict(answer, looks))
    return "\n".join(lines)


def all_as_text(answers: AllOptimal, looks: Looks = PLAIN) -> str:
    """The answer for people, followed by every other arrangement that is as good."""
    first, *others = answers.arrangements
    blocks = [as_text(first, looks)]
    count = f"at least {len(others) + 1}" if answers.cut else str(len(others) + 1)
    if others:
        blocks.append(f"{count} best arrangements; the others:")
    elif not answers.cut:
        blocks.append("the only best arrangement")
    blocks += ["\n".join(arrangement_rows(other, looks)) for other in others]
    if answers.cut:
        blocks.append("there are more: raise --limit to see them")
    return "\n\n".join(blocks)


def deal_in_words(deal: Deal) -> str:
    """A deal as a heading says it: `round 2, 4 cards, 4s wild`."""
    wild = "no wild rank" if not deal.wild else f"{RANK_NAMES[deal.wild]}s wild"
    parts = [
        f"round {deal.round_no}" if deal.round_no else "",
        cards_in_words(deal.hand_size) if deal.hand_size else "",
        wild,
    ]
    return ", ".join(part for part in parts if part)


def heading(answer: Arrangement, looks: Looks) -> str:
    rules = answer.rules.name
    changed = ", ".join(f"{name}={option_text(value)}" for name, value in answer.rules.changed.items())
    what = deal_in_words(answer.deal) + (", after the draw" if after_draw(answer) else "")
    return bold(what, looks) + f" ({rules}{' with ' + changed if changed else ''})"


def after_draw(answer: Arrangement) -> bool:
    return answer.deal.is_after_draw(len(answer.hand))


def option_text(value: bool | int | str) -> str:
    """The value of a rule option as it is typed."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def arrangement_rows(answer: Arrangement, looks: Looks) -> list[str]:
    rows = [row(meld.kind.value, meld_words(meld, looks), looks) for meld in answer.melds]
    values = zip(answer.deadwood, answer.deadwood_points, strict=True)
    left = [f"{card_text(card, looks)} ({points})" for card, points in values]
    return [*rows, row("deadwood", left or ["none"], looks)]


def meld_words(meld: Meld, looks: Looks) -> list[str]:
    """The cards of a meld, each wild with what it stands for, as in 4D=7H."""
    words = []
    for card, stands_for in zip(meld.cards, meld.stands_for, strict=True):
        if stands_for is None:
            words.append(f"{card_text(card, looks)}={RANK_NAMES[meld.rank or 0]}")
        elif stands_for == card:
            words.append(card_text(card, looks))
        else:
            words.append(f"{card_text(card, looks)}={card_text(stands_for, looks)}")
    return words


def verdict(answer: Arrangement, looks: Looks) -> str:
    points = f"{answer.points} point{'' if answer.points == 1 else 's'}"
    if answer.score != answer.points:
        points += f", score {answer.score} (doubled)"
    return bold(f"{points}, out" if answer.out else points, looks)


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
    return f"{BOLD}{text}{RESET}" if looks.color else text


def _uncolored(text: str) -> str:
    return text.replace(RED, "").replace(RESET, "") if "\x1b" in text else text
