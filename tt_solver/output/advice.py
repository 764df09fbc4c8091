"""Advice on discards and draws as text for people."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tt_solver.errors import counted
from tt_solver.game.cards import Card
from tt_solver.output.arrangement import heading
from tt_solver.output.looks import PLAIN, Looks, bold, card_text, row
from tt_solver.output.tables import text_table
from tt_solver.table.advice import DiscardAdvice, DiscardChoice, DrawAdvice

DISCARD_HEADS = ("discard", "points", "out next draw", "points next draw")
DRAW_HEADS = ("draw", "points", "chance to go out")


def discard_text(advice: DiscardAdvice, looks: Looks = PLAIN) -> str:
    """The advice on a discard for people: every discard, the one for the last turn, the one for any other."""
    columns = 2 if advice.last_turn else len(DISCARD_HEADS)
    rows = [_choice_row(choice, looks)[:columns] for choice in advice.discards]
    lines = [_heading(advice, looks), text_table(DISCARD_HEADS[:columns], rows, looks)]
    return "\n".join([*lines, *_discard_verdict(advice, looks)])


def draw_text(advice: DrawAdvice, looks: Looks = PLAIN, *, last_turn: bool = False) -> str:
    """The advice on a draw for people: what each draw leads to, the outs, and which draw is better for what."""
    take, stock = advice.take, advice.stock
    rows = [(f"upcard {_uncolored(advice.upcard, looks)}", str(take.points), _chance(Fraction(take.out)))]
    if stock.expected is not None:
        rows.append(("stock", _points(stock.expected), _chance(stock.out)))
    lines = [_heading(advice, looks), text_table(DRAW_HEADS, rows, looks)]
    outs = [card_text(out.card, looks) + (f" x{out.copies}" if out.copies > 1 else "") for out in stock.outs]
    if stock.expected is not None:
        lines.append(row("outs", outs or ["none"], looks))
    if take.discards:
        lines.append(row("discard", [_any_of(take.discards, looks), "after the upcard"], looks))
    return "\n".join([*lines, *_draw_verdict(advice, last_turn, looks)])


def _heading(advice: DiscardAdvice | DrawAdvice, looks: Looks) -> str:
    return f"{heading(advice, looks)}, {counted(advice.unseen, 'card')} unseen"


def _choice_row(choice: DiscardChoice, looks: Looks) -> tuple[str, ...]:
    card = _uncolored(choice.card, looks)
    if choice.out:
        return card, f"{choice.points}, out", "", ""
    if choice.next_out is None or choice.next_expected is None:
        return card, str(choice.points), "", ""
    return card, str(choice.points), _chance(choice.next_out), _points(choice.next_expected)


def _discard_verdict(advice: DiscardAdvice, looks: Looks) -> list[str]:
    """What to throw on the last turn and on any other, and whether the two differ."""
    card = advice.recommended
    if card is None:
        return [bold("go out", looks) + " without a discard: all cards are in melds"]
    going_out = [choice.card for choice in advice.discards if choice.out]
    if going_out:
        return [bold("go out", looks) + f" with {_any_of(going_out, looks)}"]
    last = bold("last turn", looks) + f": {_any_of(advice.best, looks)} leaves {_in_points(advice.discards[0].points)}"
    if advice.last_turn:
        return [last]
    choice = advice.choice(card)
    assert choice.next_expected is not None, "without a draw only the last turn or going out is advised on"
    chance = f"goes out next with {_chance(choice.next_out)}" if choice.next_out else "cannot go out next"
    other = f": {card_text(card, looks)} {chance}, {_in_points(choice.next_expected)} to expect"
    return [last, bold("any other turn", looks) + other, *_difference(advice, choice)]


def _difference(advice: DiscardAdvice, recommended: DiscardChoice) -> list[str]:
    """Why the discard for the last turn is not the one for any other, if it is not."""
    if recommended.card in advice.best:
        return []
    most_outs = max(advice.choice(card).outs for card in advice.best)
    if recommended.outs > most_outs:
        return ["the two differ: the fewest points now are not the best chance to go out next"]
    if all(map(advice.situation.is_wild, advice.best)):
        return ["the two differ: before the last turn a wild is worth keeping"]
    return ["the two differ: the fewest points now are not the fewest to expect after the next draw"]


def _draw_verdict(advice: DrawAdvice, last_turn: bool, looks: Looks) -> list[str]:
    """Which draw is better for points and for going out, and by how much."""
    if advice.take.out:
        return [bold("take the upcard", looks) + ": it goes out"]
    if advice.stock.expected is None:
        return [bold("take the upcard", looks) + ": no card is left in the stock"]
    saved = f"by {_in_points(advice.difference)}" if advice.difference else "both the same"
    points = f"{_draw(advice.fewest_points)}, {saved}"
    if last_turn:
        return [bold("last turn", looks) + f": {points}"]
    chances = f", {_chance(advice.stock.out)} against 0" if advice.stock.out else ", neither can"
    lines = [
        bold("fewest points", looks) + f": {points}",
        bold("going out", looks) + f": {_draw(advice.go_out)}{chances}",
    ]
    if {advice.fewest_points, advice.go_out} == {"upcard", "stock"}:
        lines.append("the two differ: over a whole game it hardly matters which one you follow")
    return lines


def _draw(which: str) -> str:
    return {"upcard": "take the upcard", "stock": "draw from the stock", "either": "either draw"}[which]


def _any_of(cards: Sequence[Card], looks: Looks) -> str:
    """Cards to choose from: `7S, 7H or 7D`."""
    *others, last = (card_text(card, looks) for card in cards)
    return f"{', '.join(others)} or {last}" if others else last


def _uncolored(card: Card, looks: Looks) -> str:
    """A card for a table, whose columns count characters."""
    return card_text(card, looks._replace(color=False))


def _chance(chance: Fraction) -> str:
    """A chance as a fraction and in percent."""
    if chance.denominator == 1:
        return "certain" if chance else "0"
    return f"{chance} ({float(chance):.1%})"


def _points(points: Fraction | int) -> str:
    """Points to two places, whole numbers as such."""
    return str(points) if Fraction(points).denominator == 1 else f"{float(points):.2f}"


def _in_points(points: Fraction | int) -> str:
    return f"{_points(points)} point{'' if points == 1 else 's'}"
