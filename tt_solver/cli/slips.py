"""Slips in a call, and the call that was meant: options without a hyphen, values without quotes, a missing command."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

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


_COMMAND_OF = {
    "--upcard": "draw",
    "--table": "layoff",
    "--taken": "discard",
    "--seen": "discard",
    "--last-turn": "discard",
    "--discard": "check",
    "--hand": "check",
    "--out": "check",
}
"""Options that tell which command is meant."""
_FILES = (".txt", ".csv", ".jsonl", ".gz", ".parquet")


def ask_for_command(arguments: Sequence[str]) -> None:
    """Ask which command is meant if the first argument is not one, with the whole call in the hint where it is clear.

    Raises:
        DiagnosedError: it is not a command. Options that no command explains are left to the parser.
    """
    from tt_solver.cli import COMMANDS

    if arguments[0].startswith("-"):
        named = next((at for at, argument in enumerate(arguments) if argument in COMMANDS), None)
        if named is not None:
            call = [*arguments[named:], *arguments[:named]]
            raise DiagnosedError(Flaw(f"{arguments[0]} stands before the command", hint=_call(call)))
    near = _nearest_command(arguments[0])
    if near:
        raise DiagnosedError(Flaw(f"'{arguments[0]}' is not a command", hint=_call([near, *arguments[1:]])))
    command = _parsed(_command_meant(arguments), arguments)
    if any(map(card_count, command.words)) or card_count(" ".join(command.words)):
        call = [command.name, *command.words, *_without(arguments, command.words)]
        raise DiagnosedError(Flaw(f"'{command.words[0]}' is not a command", hint=_call(call)))
    if arguments[0].partition("=")[0] in command.options:
        call = [command.name, *arguments]
        raise DiagnosedError(Flaw(f"{arguments[0]} is an option, and the command is missing", hint=_call(call)))
    if arguments[0].startswith("-") and arguments[0] != "-":
        return
    hint = _call(["batch", *arguments]) if arguments[0].lower().endswith(_FILES) else None
    commands = f"the commands are: {', '.join(COMMANDS)}"
    raise DiagnosedError(Flaw(f"'{arguments[0]}' is not a command", hint=hint or commands))


def _command_meant(arguments: Sequence[str]) -> str:
    """The command that options or bars between melds suggest: `solve` if nothing suggests another."""
    for argument in arguments:
        if command := _COMMAND_OF.get(argument.partition("=")[0]):
            return command
    return "check" if any("|" in argument for argument in arguments) else "solve"


class _Parsed(NamedTuple):
    """A command, the arguments that are neither its options nor values of them, and the names of its options."""

    name: str
    words: list[str]
    options: set[str]


def _parsed(name: str, arguments: Sequence[str]) -> _Parsed:
    """What the parser makes of *arguments* if the command is the one of that *name*."""
    import typer

    from tt_solver.cli import build_app

    program: Any = typer.main.get_command(build_app((name,)))
    command = program.commands[name]
    context = command.make_context(name, list(arguments), resilient_parsing=True)
    words = context.params["claim" if name == "check" else "hand"]
    return _Parsed(name, list(words or ()), {option for parameter in command.params for option in parameter.opts})


def _without(arguments: Sequence[str], words: Sequence[str]) -> list[str]:
    """The *arguments* without *words*, which are among them in this order."""
    options = []
    left = list(words)
    for argument in reversed(arguments):
        if left and argument == left[-1]:
            left.pop()
        else:
            options.append(argument)
    return options[::-1]


def _nearest_command(word: str) -> str | None:
    from difflib import get_close_matches

    from tt_solver.cli import COMMANDS

    near = get_close_matches(word.casefold(), COMMANDS, n=1)
    return near[0] if near else None


def _call(arguments: Sequence[str]) -> str:
    """A call to paste, quoted for the shell of the system."""
    import shlex
    import subprocess

    words = subprocess.list2cmdline(arguments) if sys.platform == "win32" else shlex.join(arguments)
    return f"did you mean: tt-solver {words}"


def card_count(text: str) -> int:
    """How many cards *text* holds, or 0 if it cannot be read as cards."""
    try:
        return len(parse_hand(text))
    except NotationError:
        return 0
