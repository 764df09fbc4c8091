"""Checks of laydowns, and lay-offs, as text for people."""

from __future__ import annotations

from tt_solver.errors import counted
from tt_solver.game.cards import Card
from tt_solver.game.melds import place_name
from tt_solver.output.arrangement import arrangement_rows, heading, meld_words, verdict
from tt_solver.output.looks import PLAIN, Looks, bold, card_text, row
from tt_solver.solver.best import Arrangement
from tt_solver.table.check import CheckedMeld, LaydownCheck
from tt_solver.table.layoff import LaidOff, LayOff


def check_as_text(check: LaydownCheck, looks: Looks = PLAIN) -> str:
    """The check for people: each group, what is left, the verdict with all reasons, and what would be better."""
    lines = [heading(check.best, looks)]
    lines += [_checked_row(checked, looks) for checked in check.melds]
    if check.discard is not None:
        lines.append(row("discard", [card_text(check.discard, looks)], looks))
    left = [f"{card_text(card, looks)} ({check.situation.card_points(card)})" for card in check.deadwood]
    lines.append(row("deadwood", left or ["none"], looks))
    lines.append(bold(_check_verdict(check), looks))
    lines += [f"  {reason}" for reason in check.reasons]
    if check.best_points < check.points:
        lines += ["", f"{counted(check.best_points, 'point')} with", *_rows(check.best, looks)]
    return "\n".join(lines)


def _checked_row(checked: CheckedMeld, looks: Looks) -> str:
    if checked.meld is None:
        return row("not legal", [card_text(card, looks) for card in checked.cards], looks)
    return row(checked.meld.kind.value, meld_words(checked.meld, looks), looks)


def _check_verdict(check: LaydownCheck) -> str:
    """Whether the laydown is legal and a going out, and what it costs."""
    points = counted(check.points, "point")
    verdict = f"{points}, {'out' if check.out else 'not out'}" if check.legal else f"not legal, {points}"
    why = ["doubled"] if check.rules.multiplier(check.situation.wild) > 1 and check.points else []
    why += [f"{check.penalty} for the wrong claim"] if check.penalty else []
    return f"{verdict}, score {check.score} ({', '.join(why)})" if why else verdict


def _rows(answer: Arrangement, looks: Looks) -> list[str]:
    """The discard, the melds and the deadwood."""
    thrown = [] if answer.discard is None else [row("discard", [card_text(answer.discard, looks)], looks)]
    return [*thrown, *arrangement_rows(answer, looks)]


def lay_off_as_text(answer: LayOff, looks: Looks = PLAIN) -> str:
    """The answer for people: what is thrown, melded and laid off, the deadwood, and what laying off has saved."""
    own = answer.arrangement
    *rows, deadwood = _rows(own, looks)
    laid = [_lay_off_row(one, answer, looks) for one in answer.layoffs]
    summary = verdict(own, looks)
    if answer.points_alone != answer.points:
        summary += f"; {answer.points_alone} without laying off"
    return "\n".join([heading(own, looks), *rows, *laid, deadwood, summary])


def _lay_off_row(laid: LaidOff, answer: LayOff, looks: Looks) -> str:
    words = []
    for card, place in zip(laid.cards, laid.places, strict=True):
        where = card_text(place, looks) if isinstance(place, Card) else place_name(place)
        words.append(card_text(card, looks) + ("" if card == place else f"={where}"))
    return row("lay off", [*words, "on", *meld_words(answer.table[laid.meld], looks)], looks)
