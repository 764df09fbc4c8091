"""An arrangement as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tt_solver.errors import counted
from tt_solver.game.calendar import Deal
from tt_solver.game.cards import RANK_NAMES
from tt_solver.game.melds import Meld
from tt_solver.output.looks import PLAIN, Looks, bold, card_text, row
from tt_solver.solver.answer import Answer
from tt_solver.solver.best import Arrangement

if TYPE_CHECKING:
    from tt_solver.solver.all_best import AllOptimal


def as_text(answer: Arrangement, looks: Looks = PLAIN) -> str:
    """The answer for people: the round, the melds, the deadwood with its values, points and score."""
    lines = [heading(answer, looks)]
    if answer.after_draw:
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
        counted(deal.hand_size, "card") if deal.hand_size else "",
        wild,
    ]
    return ", ".join(part for part in parts if part)


def heading(answer: Answer, looks: Looks) -> str:
    """The situation of an answer: `round 2, 4 cards, 4s wild (classic)`."""
    changed = ", ".join(f"{name}={option_text(value)}" for name, value in answer.rules.changed.items())
    rules = " with ".join(filter(None, (answer.rules.name, changed)))
    what = deal_in_words(answer.deal) + (", after the draw" if answer.after_draw else "")
    return bold(what, looks) + f" ({rules})"


def option_text(value: bool | int | str) -> str:
    """The value of a rule option as it is typed."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def arrangement_rows(answer: Arrangement, looks: Looks) -> list[str]:
    """The melds and the deadwood, a row each."""
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
    """The points, whether the hand is out, and the score where it differs."""
    points = counted(answer.points, "point")
    if answer.score != answer.points:
        points += f", score {answer.score} (doubled)"
    return bold(f"{points}, out" if answer.out else points, looks)
