"""Slips in a call, and the call that was meant: options without a hyphen, values without quotes, a missing command."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence

from tt_solver.errors import DiagnosedError, Flaw, NotationError, Span
from tt_solver.notation.hands import parse_hand, parse_wild

_NUMBERS = {"r": "-r", "round": "-r", "c": "-c", "cards": "-c", "decks": "--decks", "players": "--players"}
_WILDS = {"w": "-w", "wild": "-w"}
_FLAGS = {"json": "--json", "all": "--all", "ascii": "--ascii"}

_BARE_OPTION = rf"""(?ix)(?<!\S)(?:
    (?P<number>{"|".join(_NUMBERS)})[\s=:]+(?P<count>\d+)
  | (?P<short>r)(?P<digits>\d+)
  | (?P<wild>{"|".join(_WILDS)})[\s=:]+(?P<rank>\w+)
  | (?P<flag>{"|".join(_FLAGS)})
)(?!\S)"""


def with_option_hints(error: NotationError, read: Callable[[str], object]) -> NotationError:
    """The error of a text, with a hint at each option in it that lacks its hyphen, as in `7h 7s r 2`.

    *read* is what failed: it reads the text again without these words, so that the other errors stay.
    """
    text = error.text or ""
    found = [(match.span(), meant) for match in re.finditer(_BARE_OPTION, text) if (meant := _meant(match, text))]
    if not found:
        return error
    flaws = [
        Flaw(f"'{text[start:end]}' is not a card", (Span(start, end),), f"did you mean {meant}?")
        for (start, end), meant in found
    ]
    rest = text
    for (start, end), _ in found:
        rest = rest[:start] + " " * (end - start) + rest[end:]
    try:
        if rest.strip():
            read(rest)
    except NotationError as others:
        flaws += others.flaws
    return NotationError(*sorted(flaws, key=lambda flaw: (not flaw.spans, flaw.spans)), text=text)


def _meant(match: re.Match[str], text: str) -> str | None:
    """The option with its hyphen, or None if the words may be something else."""
    if match["flag"]:
        return _FLAGS[match["flag"].lower()]
    if match["short"]:
        return f"-r {match['digits']}"
    if match["wild"]:
        try:
            parse_wild(match["rank"])
        except DiagnosedError:
            return None
        return f"-w {match['rank']}"
    # After a rank, a c is a suit that stands apart.
    if match["number"] in ("c", "C") and re.search(r"(?i)(?:10|[\datjqk])\s*\Z", text[: match.start()]):
        return None
    return f"{_NUMBERS[match['number'].lower()]} {match['count']}"


def ask_whose_cards(option: str, words: Sequence[str] | None) -> None:
    """Ask about words of the hand that follow *option* and its value while others stand before it.

    In `layoff 9h jd --table "4h 5h 6h" "jc js jh"` the last argument may be a meld of the table, and in
    `discard 7h 8h --seen 3s 3h` the last card may be one of those that were seen.

    Raises:
        DiagnosedError: there are such words; the hint shows how to write both.
    """
    arguments = sys.argv[1:]
    for at, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name != option:
            continue
        start = at + 1 if equals else at + 2
        following = arguments[start : start + 1]
        if not words or not following or following[0] not in words or not _stand_before(arguments[start:], words):
            continue
        value = value if equals else arguments[at + 1]
        raise DiagnosedError(
            Flaw(
                f"it is not clear whether '{following[0]}' belongs to {option} or to the {_noun(option)}",
                hint=f"for {option}, write {_together(option, value, arguments[start:], words)}; "
                f"otherwise write it before {option}",
            )
        )


def _noun(option: str) -> str:
    return "melds" if option == "--hand" else "hand"


def _stand_before(tail: Sequence[str], words: Sequence[str]) -> bool:
    """Whether not all of *words* are in the *tail* of the arguments."""
    left = len(words)
    for argument in reversed(tail):
        if left and argument == words[left - 1]:
            left -= 1
    return left > 0


def _together(option: str, value: str, tail: Sequence[str], words: Sequence[str]) -> str:
    """The option with its value and the words right after it: repeated for each group, or in quotes."""
    mine = [value]
    for argument in tail:
        if argument not in words:
            break
        mine.append(argument)
    if option != "--hand" and all(len(word.split()) > 1 for word in mine):
        return " ".join(f'{option} "{word}"' for word in mine)
    return f'{option} "{" ".join(mine)}"'


def card_count(text: str) -> int:
    """How many cards *text* holds, or 0 if it cannot be read as cards."""
    try:
        return len(parse_hand(text))
    except NotationError:
        return 0
