"""The check command: text, JSON, exit statuses, and laydowns from standard input."""

from __future__ import annotations

import json

import pytest

from tests.program import run_program

KEYS = ["schema", "legal", "out", "melds", "deadwood", "points", "best_points", "reasons"]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["7h 7s 7c", "--discard", "kd", "-r", "1", "--out"], 0),
        (["7h", "7s", "7c", "-r", "1"], 0),
        (["7h 7s 7c", "9d 10d jd", "-r", "4", "--out"], 0),
        (["4c 5c 6c", "--hand", "4c 5c 6c 8d", "-r", "2"], 0),
        (["4c 5c 6c", "--hand", "4c 5c 6c 8d", "-r", "2", "--out"], 1),
        (["5h 6s 7h", "-w", "7"], 1),
        (["7h 7h 7h", "-w", "3"], 2),
        (["7h 7x", "-w", "3"], 2),
        (["", "-w", "3"], 2),
    ],
)
def test_status(arguments: list[str], status: int) -> None:
    """The status is 1 where the laydown is not legal or the claim fails, 2 where it cannot be read."""
    assert run_program("check", *arguments).status == status


def test_text() -> None:
    """The text has each group, what is left, the verdict, all reasons, and what would be better."""
    result = run_program(
        "check",
        "AD 2D 7C=3D 4D 5D",
        "--hand",
        "AD 2D 4D 5D KS KH 7C",
        "-r",
        "5",
        "--out",
        "-s",
        "wrong_out=20",
        "--ascii",
    )
    assert result.stdout.splitlines() == [
        "round 5, 7 cards, 7s wild (classic with wrong_out=20)",
        "run       AD 2D 7C=3D 4D 5D",
        "deadwood  KS (10) KH (10)",
        "20 points, not out, score 40 (20 for the wrong claim)",
        "  the hand is not out: KS KH are left over",
        "  fewer points were possible: 12, not 20",
        "  the claim to go out fails: 20 points are added (wrong_out)",
        "",
        "12 points with",
        "set       KS KH 7C=K",
        "deadwood  AD (1) 2D (2) 4D (4) 5D (5)",
    ]


def test_json() -> None:
    """The record has these keys in this order, and a reason for each group that is not a meld."""
    result = run_program("check", "5h 6s 7h | 8c 8d 8h", "-w", "K", "--json")
    assert json.loads(result.stdout) == {
        "schema": 1,
        "legal": False,
        "out": False,
        "melds": [
            {
                "cards": ["5H", "6S", "7H"],
                "legal": False,
                "kind": None,
                "reason": "6S and 5H differ in suit and in rank",
            },
            {"cards": ["8H", "8D", "8C"], "legal": True, "kind": "set", "reason": None},
        ],
        "deadwood": ["6S", "5H", "7H"],
        "points": 18,
        "best_points": 18,
        "reasons": ["5H 6S 7H is not a meld: 6S and 5H differ in suit and in rank"],
    }
    assert list(json.loads(result.stdout)) == KEYS


def test_laydowns_from_stdin() -> None:
    """Laydowns come one a line; the status remembers those that are not legal and those that cannot be read."""
    result = run_program("check", "-r", "1", "--json", stdin="7h 7s 7c\n# none\n5h 6s 7d\n7x\n")
    assert [json.loads(line)["legal"] for line in result.stdout.splitlines()] == [True, False]
    assert result.stderr.startswith("stdin:4: '7x' is not a card")
    assert result.status == 1
    assert run_program("check", "-r", "1", stdin="7h 7s 7c\n").status == 0
    assert run_program("check", "-r", "1", stdin="7x\n").status == 2
    assert run_program("check", "-r", "1", stdin="\n").status == 2


def test_carets_of_a_claim() -> None:
    """What cannot be read has a caret under it in the text as it was typed."""
    result = run_program("check", "5h 6h 7d=7x | 8q", "-w", "7")
    assert result.stderr.splitlines()[:4] == [
        "error: '7x' is not a card: no suit 'x'",
        "error: '8q' has no suit",
        "  5h 6h 7d=7x | 8q",
        "           ^^   ^^",
    ]
