"""The layoff command: text, JSON, hands from standard input, and tables that leave a choice."""

from __future__ import annotations

import json

from tests.program import run_program

WITH_A_WILD = "5H 6H 4D 8H"


def test_command_text() -> None:
    """The command tells the discard, what is laid off where with the places of wilds, and what it saves."""
    result = run_program("layoff", "9h", "4s", "qc", "kd", "--table", WITH_A_WILD, "-r", "2", "--ascii")
    assert result.status == 0
    assert result.stdout.splitlines() == [
        "round 2, 4 cards, 4s wild (classic with layoff=last-turn)",
        "lay off   9H 4S=10H on 5H 6H 4D=7H 8H",
        "deadwood  KD (10) QC (10)",
        "20 points; 33 without laying off",
    ]


def test_command_json() -> None:
    """The record is that of solve with the lay-offs by meld of the table."""
    result = run_program(
        "layoff", "8s ks 2d 7h 6c", "--table", "kd kh kc", "--table", "9s 10s js qs", "-r", "2", "--json"
    )
    record = json.loads(result.stdout)
    assert list(record)[-3:] == ["score", "out", "layoffs"]
    assert (record["discard"], record["points"], record["deadwood"]) == ("7H", 8, ["2D", "6C"])
    assert record["layoffs"] == [{"meld": 1, "cards": ["8S", "KS"], "as": ["8S", "KS"]}]


def test_command_reads_hands_from_stdin() -> None:
    """Hands come one a line; a bad one is told and the status remembers it."""
    result = run_program("layoff", "--table", "9s 10s js qs", "-r", "1", stdin="8s ks 2d\n7x\n")
    assert (result.status, result.stdout.splitlines()[-1]) == (1, "2 points; 20 without laying off")
    assert result.stderr.startswith("stdin:2: '7x' is not a card")


def test_command_asks_for_places() -> None:
    """A table that leaves a choice is an error with a caret under the meld and a way out."""
    result = run_program("layoff", "8s 2d 3h", "--table", "9s 10s js | ks 4d 4c", "-w", "4")
    assert (result.status, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        "error: KS 4D 4C can be read in more than one way: a set of Ks, or JS QS KS",
        "  9s 10s js | ks 4d 4c",
        "              ^^^^^^^^",
        "  hint: write what a wild stands for, as in 4D=K",
    ]
