"""The deal command: forms that the other commands read, and seeds."""

from __future__ import annotations

import json

import pytest

from tests.program import run_program


def test_text_is_read_back() -> None:
    """Dealt hands go through batch line by line, and without their rounds through solve."""
    dealt = run_program("deal", "-n", "22", "--seed", "5", "--upcard")
    assert (dealt.stderr, dealt.status) == ("", 0)
    scored = run_program("batch", stdin=dealt.stdout)
    assert (scored.status, scored.stdout.count("\n")) == (0, 22)
    alone = run_program("deal", "-n", "22", "--seed", "5", "--no-round")
    solved = run_program("solve", "--json", stdin=alone.stdout)
    points = [str(json.loads(line)["points"]) for line in solved.stdout.splitlines()]
    assert points == [line.split("\t")[0] for line in scored.stdout.splitlines()]


@pytest.mark.parametrize(
    "options",
    [
        ("-r", "13", "--rules", "fifteens"),
        ("-c", "14", "-w", "K"),
        ("-w", "none"),
        ("-s", "jokers=2", "--decks", "4"),
        ("--players", "5"),
    ],
)
def test_json_is_read_back(options: tuple[str, ...]) -> None:
    """Dealt objects say all that batch needs to know, whatever they were dealt by."""
    dealt = run_program("deal", "-n", "3", "--json", "--upcard", "--seed", "5", *options)
    records = [json.loads(line) for line in dealt.stdout.splitlines()]
    assert all(list(record)[:3] == ["round", "hand", "upcard"] for record in records)
    scored = run_program("batch", "--from", "jsonl", "--to", "jsonl", stdin=dealt.stdout)
    assert (scored.stderr, scored.status) == ("", 0)
    answers = [json.loads(line) for line in scored.stdout.splitlines()]
    assert [answer["hand"] for answer in answers] == [record["hand"] for record in records]
    assert all(answer["record"]["upcard"] for answer in answers)


def test_fresh_seed_is_told() -> None:
    """Without a seed one is drawn and told, and it deals the same hands again."""
    first = run_program("deal", "-n", "3")
    word, seed = first.stderr.split()
    assert word == "seed"
    assert run_program("deal", "-n", "3", "--seed", seed).stdout == first.stdout


def test_tables_in_text() -> None:
    """With players, each line tells behind its cards whose hand it is."""
    dealt = run_program("deal", "--players", "2", "--upcard", "--seed", "1", "-r", "2")
    first, second = dealt.stdout.splitlines()
    assert first.startswith("2 ")
    assert first.partition(" # ")[2].startswith("table 1, player 1, upcard ")
    assert second.partition(" # ")[2].startswith("table 1, player 2, upcard ")


def test_wild_by_hand_in_text() -> None:
    """Where the wild is set by hand the round would tell another, so lines are hands alone."""
    dealt = run_program("deal", "-c", "4", "-w", "9", "--seed", "1")
    assert len(dealt.stdout.split()) == 4
