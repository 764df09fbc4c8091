"""Slips in a call: what may be meant in two ways is asked about, and hints show the call that was meant."""

from __future__ import annotations

import re
import sys

import pytest

from tests.program import run_program
from tt_solver.cli import COMMANDS


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (
            ["layoff", "9h", "jd", "qs", "2c", "--table", "4h 5h 6h", "jc js jh"],
            "it is not clear whether 'jc js jh' belongs to --table or to the hand",
            '--table "4h 5h 6h" --table "jc js jh"',
        ),
        (
            ["layoff", "9h jd qs 2c", "--table=4h 5h 6h", "jc js jh"],
            "it is not clear whether 'jc js jh' belongs to --table or to the hand",
            '--table "4h 5h 6h" --table "jc js jh"',
        ),
        (
            ["layoff", "--table", "4h 5h 6h", "jc js jh", "9h", "jd"],
            "it is not clear whether 'jc js jh' is a meld of the table or part of the hand",
            '--table "jc js jh"',
        ),
        (
            ["draw", "7h", "8h", "ks", "--seen", "3s", "3h", "--upcard", "2d"],
            "it is not clear whether '3h' belongs to --seen or to the hand",
            '--seen "3s 3h"',
        ),
        (
            ["check", "4c 5c 6c", "--hand", "4c", "5c", "6c", "8d"],
            "it is not clear whether '5c' belongs to --hand or to the melds",
            '--hand "4c 5c 6c 8d"',
        ),
        (
            ["check", "4h 5h 6h", "jc", "jd", "jh"],
            "it is not clear whether '4h 5h 6h' is a meld by itself",
            "write | between melds",
        ),
    ],
)
def test_what_belongs_to_two_things_is_asked_about(arguments: list[str], message: str, hint: str) -> None:
    """Cards that may belong to an option or to the hand are an error that shows how to write both."""
    out, err, status = run_program(*arguments)
    assert (out, status) == ("", 2)
    assert message in err
    assert hint in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["layoff", "--table", "4h 5h 6h", "9h jd qs", "-r", "1"],
        ["layoff", "9h", "jd", "qs", "--table", "4h 5h 6h", "--table", "jc js jh", "-r", "1"],
        ["discard", "--seen", "3s", "7h", "8h", "ks", "2d", "-r", "1"],
        ["draw", "7h", "8h", "--upcard", "2d", "ks", "--seen", "3s 3h"],
        ["draw", "--upcard", "2d", "--seen", "3s", "7h", "2d", "ks"],
        ["check", "7h", "7s", "7c", "--hand", "7h 7s 7c"],
    ],
)
def test_what_is_clear_is_not_asked_about(arguments: list[str]) -> None:
    """Values in quotes, options before the whole hand, and options of one card are clear."""
    assert run_program(*arguments).status == 0


@pytest.mark.parametrize(
    ("hand", "hints"),
    [
        ("7h 7s r 2", ["-r 2"]),
        ("7h 7s r2", ["-r 2"]),
        ("7h 7s Round: 2", ["-r 2"]),
        ("7h 7s cards 4 wild=k", ["-c 4", "-w k"]),
        ("7h 7s 7c json", ["--json"]),
        ("c 4 7h", ["-c 4"]),
        ("7h 10 c 4 d", ["4D?", "10C"]),
        ("r h", []),
    ],
)
def test_options_without_a_hyphen(hand: str, hints: list[str]) -> None:
    """An option that lacks its hyphen is shown with it, unless the words may be cards."""
    err = run_program("solve", hand).stderr
    assert [hint for hint in hints if f"did you mean {hint}" not in err] == []
    assert err.count("did you mean") == len(hints)


def test_a_laydown_in_several_arguments() -> None:
    """Arguments of several cards are melds, with spaces or without; arguments of one card are one meld."""
    for arguments in (["4h 5h 6h", "jc jd jh"], ["4h5h6h", "jcjdjh"], ["4h5h6h | jcjdjh"]):
        assert "0 points, out" in run_program("check", *arguments, "-r", "4").stdout
    for arguments in (["7h", "7s", "7c"], ["7 of hearts", "7 of spades", "7 of clubs"], ["7h7s", "7c"]):
        assert "0 points, out" in run_program("check", *arguments, "-r", "1").stdout


@pytest.mark.parametrize(
    ("call", "message", "hint"),
    [
        (["7h", "7s", "7c", "kd"], "'7h' is not a command", "tt-solver solve 7h 7s 7c kd"),
        (["-r", "2", "7h", "7s", "7c", "kd"], "'7h' is not a command", "tt-solver solve 7h 7s 7c kd -r 2"),
        (["--json", "7x", "7s", "-s", "ace=high"], "'7x' is not a command", "tt-solver solve 7x 7s --json -s ace=high"),
        (["queen", "of", "hearts"], "'queen' is not a command", "tt-solver solve queen of hearts"),
        (["7h 7s 7c | 9d td jd"], "'7h 7s 7c | 9d td jd' is not a command", "tt-solver check '7h 7s 7c | 9d td jd'"),
        (["7h", "8h", "--upcard", "2d"], "'7h' is not a command", "tt-solver draw 7h 8h --upcard 2d"),
        (["7h", "--table=4h 5h 6h"], "'7h' is not a command", "tt-solver layoff 7h '--table=4h 5h 6h'"),
        (["-r", "2", "solve", "7h"], "-r stands before the command", "tt-solver solve 7h -r 2"),
        (["-r", "2"], "-r is an option, and the command is missing", "tt-solver solve -r 2"),
        (["sovle", "7h"], "'sovle' is not a command", "tt-solver solve 7h"),
        (["night.csv", "--stats"], "'night.csv' is not a command", "tt-solver batch night.csv --stats"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows quotes in another way")
def test_a_call_without_a_command(call: list[str], message: str, hint: str) -> None:
    """What is typed first and is no command is an error with the whole call that was meant, to be pasted."""
    out, err, status = run_program(*call)
    assert (out, err, status) == ("", f"error: {message}\n  hint: did you mean: {hint}\n", 2)


def test_unknown_commands_and_options() -> None:
    """What is like no command gets the list of them; an option that no command has is told by the parser."""
    assert "hint: the commands are: solve, batch," in run_program("foo").stderr
    assert "No such option: --bogus" in run_program("--bogus").stderr


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "batch"])
def test_no_type_of_python_in_the_help(command: str) -> None:
    """The help names what an option takes in words of the game, and never a type of Python."""
    assert not re.search(
        r"(?i)<?\b(int|integer|float|text|str|boolean|range)\b[> \[]| x[<>]=|<=x", run_program(command, "-h").stdout
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["solve", "7h", "-r", "x"], "'x' is not a whole number"),
        (["solve", "7h", "-c", "1.5"], "'1.5' is not a whole number"),
        (["solve", "7h", "--limit", "0"], "0 is too small: the least is 1"),
        (["solve", "7h", "--decks", "9"], "9 is too large: the most is 8"),
        (["draw", "7h", "--players", "two"], "'two' is not a whole number"),
        (["deal", "-n", "-1"], "-1 is too small: the least is 0"),
        (["deal", "--seed", "0x10"], "'0x10' is not a whole number"),
        (["solve", "7h", "-r", "9" * 5000], "is not a whole number"),
    ],
)
def test_numbers(call: list[str], message: str) -> None:
    """A number that cannot be read or is out of its range is told in words."""
    out, err, status = run_program(*call)
    assert (out, status) == ("", 2)
    assert message in err


@pytest.mark.parametrize(
    ("setting", "hint"),
    [
        ("joker=20", "did you mean joker_points?"),
        ("joker=2", "did you mean jokers or joker_points?"),
        ("jokers=20", "did you mean joker_points=20? it may be: 0 to 4"),
        ("ace=15", "did you mean ace_points=15? it may be: low, high, either"),
        ("ace=lo", "did you mean low?"),
        ("wild=15", "did you mean max_wilds or wild_points?"),
        ("layof=yes", "did you mean layoff? it may be: none, last-turn"),
    ],
)
def test_options_that_accept_the_value_are_suggested(setting: str, hint: str) -> None:
    """The hint at an unknown option or a bad value names options that take the value."""
    assert f"hint: {hint}" in run_program("rules", "-s", setting).stderr
