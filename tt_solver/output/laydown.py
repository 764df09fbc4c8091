"""Checks of laydowns and lay-offs, as text for people or as records for JSON."""

from __future__ import annotations

from typing import Any

from tt_solver.game.cards import Card
from tt_solver.game.melds import place_name
from tt_solver.output.arrangement import (
    PLAIN,
    Looks,
    arrangement_rows,
    bold,
    card_text,
    heading,
    meld_words,
    row,
    verdict,
)
from tt_solver.solver.best import Arrangement
from tt_solver.solver.json_form import SCHEMA, as_record, names
from tt_solver.table.check import CheckedMeld, LaydownCheck
from tt_solver.table.layoff import LaidOff, LayOff


def check_as_record(check: LaydownCheck) -> dict[str, Any]:
    """The check as JSON has it: these keys in this order."""
    return {
        "schema": SCHEMA,
        "legal": check.legal,
        "out": check.out,
        "melds": [_checked_record(checked) for checked in check.melds],
        "deadwood": names(check.deadwood),
        "points": check.points,
        "best_points": check.best_points,
        "reasons": list(check.reasons),
    }


def _checked_record(checked: CheckedMeld) -> dict[str, Any]:
    meld = checked.meld
    return {
        "cards": names(meld.cards if meld else checked.cards),
        "legal": meld is not None,
        "kind": meld.kind.value if meld else None,
        "reason": checked.reason,
    }


def lay_off_as_record(answer: LayOff) -> dict[str, Any]:
    """The record of the arrangement, with the cards laid off on each meld of the table under `layoffs`."""
    layoffs = [
        {"meld": one.meld, "cards": names(one.cards), "as": [place_name(place) for place in one.places]}
        for one in answer.layoffs
    ]
    return {**as_record(answer.arrangement), "layoffs": layoffs}


# -- text -----------------------------------------------------------------------------------------------


def check_as_text(check: LaydownCheck, looks: Looks = PLAIN) -> str:
    """The check for people: each group, what is left, the verdict with all reasons, and what would be better."""
    lines = [heading(check.best, looks)]
    lines += [_checked_row(checked, looks) for checked in check.melds]
    if check.discard is not None:
        lines.append(row("discard", [card_text(check.discard, looks)], looks))
    left = [f"{card_text(card, looks)} ({check.rules.card_points(card, check.deal.wild)})" for card in check.deadwood]
    lines.append(row("deadwood", left or ["none"], looks))
    lines.append(bold(_check_verdict(check), looks))
    lines += [f"  {reason}" for reason in check.reasons]
    if check.best_points < check.points:
        lines += ["", f"{_points(check.best_points)} with", *_rows(check.best, looks)]
    return "\n".join(lines)


def _checked_row(checked: CheckedMeld, looks: Looks) -> str:
    if checked.meld is None:
        return row("no meld", [card_text(card, looks) for card in checked.cards], looks)
    return row(checked.meld.kind.value, meld_words(checked.meld, looks), looks)


def _check_verdict(check: LaydownCheck) -> str:
    """Whether the laydown is legal and a going out, and what it costs."""
    points = _points(check.points)
    verdict = f"{points}, {'out' if check.out else 'not out'}" if check.legal else f"not legal, {points}"
    why = ["doubled"] if check.rules.multiplier(check.deal.wild) > 1 and check.points else []
    why += [f"{check.penalty} for the wrong claim"] if check.penalty else []
    return f"{verdict}, score {check.score} ({', '.join(why)})" if why else verdict


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


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
