"""The commands discard and draw: text, JSON, hands from standard input, and what is refused."""

from __future__ import annotations

import json

from tests.program import run_program


def run(*arguments: str, stdin: str = "") -> tuple[list[str], list[str], int]:
    """The lines on both streams and the exit status of the program, with letters for suits."""
    result = run_program(*arguments, stdin=stdin)
    return result.stdout.splitlines(), result.stderr.splitlines(), result.status


def test_discard_as_text() -> None:
    """Every discard is listed, the fewest points first, and both answers are named, with a word if they differ."""
    out, err, status = run("discard", "3s 3h 5c 9d", "--rules", "encyclopedia", "--ascii")
    assert out == [
        "round 1, 3 cards, 3s wild, after the draw (encyclopedia), 100 cards unseen",
        "discard  points  out next draw   points next draw",
        "3S       29      3/10 (30.0%)    14.80",
        "3H       29      3/10 (30.0%)    14.80",
        "9D       35      27/100 (27.0%)  20.65",
        "5C       39      31/100 (31.0%)  22.07",
        "last turn: 3S or 3H leaves 29 points",
        "any other turn: 5C goes out next with 31/100 (31.0%), 22.07 points to expect",
        "the two differ: the fewest points now are not the best chance to go out next",
    ]
    assert (err, status) == ([], 0)


def test_discard_of_the_last_turn_as_text() -> None:
    """On the last turn there is one answer, and the next draw is left out."""
    out, _, status = run("discard", "3s 3h 5c 9d", "--rules", "encyclopedia", "--ascii", "--last-turn")
    assert out[1:] == [
        "discard  points",
        "3S       29",
        "3H       29",
        "9D       35",
        "5C       39",
        "last turn: 3S or 3H leaves 29 points",
    ]
    assert status == 0


def test_going_out_as_text() -> None:
    """All discards that go out are named, or that none is needed."""
    out, _, _ = run("discard", "5h 6h 7h 8h 9h", "--ascii")
    assert out[2:4] == ["9H       0, out", "5H       0, out"]
    assert out[-1] == "go out with 9H or 5H"
    out, _, _ = run("discard", "7H 7S 7C 9D 10D JD", "-s", "discard_to_go_out=optional")
    assert out[-1] == "go out without a discard: all cards are in melds"


def test_discard_as_json() -> None:
    """The record has its keys in their order, fractions in lowest terms, and both answers."""
    out, _, status = run("discard", "7h 8h ks 2d", "--decks", "1", "--json")
    record = json.loads(out[0])
    head = ["schema", "hand", "round", "wild", "rules", "changed"]
    assert list(record) == [*head, "unseen", "discards", "best", "recommended"]
    assert (record["hand"], record["round"], record["wild"]) == (["7H", "8H", "KS", "2D"], 1, "3")
    assert record["unseen"] == 48
    assert record["discards"][0] == {
        "card": "KS",
        "points": 17,
        "out": False,
        "next_out": "1/8",
        "next_out_float": 0.125,
        "next_expected": "631/48",
        "next_expected_float": 631 / 48,
    }
    assert list(record["discards"][0])[3:5] == ["next_out", "next_out_float"]
    assert record["discards"][1]["next_out"] == "0"
    assert (record["best"], record["recommended"]) == (["KS"], "KS")
    assert (len(out), status) == (1, 0)


def test_going_out_bare_as_json() -> None:
    """Where the hand goes out without a discard, there is none to make."""
    out, _, _ = run("discard", "7H 7S 7C 9D 10D JD", "-s", "discard_to_go_out=optional", "--json")
    record = json.loads(out[0])
    assert (record["best"], record["recommended"]) == ([], None)


def test_draw_as_text() -> None:
    """Both draws are shown with the outs, and which is better for what, by how much."""
    out, err, status = run("draw", "7h 8h ks", "--upcard", "2d", "--decks", "2", "--ascii")
    assert out == [
        "round 1, 3 cards, 3s wild (classic with decks=2), 100 cards unseen",
        "draw       points  chance to go out",
        "upcard 2D  17      0",
        "stock      19.19   3/25 (12.0%)",
        "outs      3S x2 3H x2 6H x2 9H x2 3D x2 3C x2",
        "discard   KS after the upcard",
        "fewest points: take the upcard, by 2.19 points",
        "going out: draw from the stock, 3/25 (12.0%) against 0",
        "the two differ: over a whole game it hardly matters which one you follow",
    ]
    assert (err, status) == ([], 0)


def test_draw_of_the_last_turn_as_text() -> None:
    """On the last turn the answer is one draw; going out with the upcard is the answer on any."""
    out, _, _ = run("draw", "7h 8h ks", "--upcard", "2d", "--last-turn")
    assert out[-1] == "last turn: take the upcard, by 2.19 points"
    out, _, _ = run("draw", "7h 8h ks", "--upcard", "9h", "--last-turn")
    assert out[-1] == "take the upcard: it goes out"


def test_draw_as_json() -> None:
    """The record has its keys in their order, and whole numbers as such."""
    out, _, status = run("draw", "ks kd 5c", "--upcard", "2h", "--seen", "8h 9s", "--json")
    record = json.loads(out[0])
    head = ["schema", "hand", "round", "wild", "rules", "changed"]
    assert list(record) == [*head, "upcard", "unseen", "take", "stock", "fewest_points", "go_out"]
    assert record["take"] == {"points": 17, "out": False, "discard": ["KS", "KD"]}
    stock = record["stock"]
    assert list(stock) == ["expected", "expected_float", "out", "out_float", "outs"]
    assert (stock["expected"], stock["out"]) == ("906/49", "1/7")
    assert stock["outs"][0] == {"card": "3S", "copies": 2}
    assert (record["upcard"], record["unseen"]) == ("2H", 98)
    assert (record["fewest_points"], record["go_out"], status) == ("upcard", "stock", 0)


def test_hands_from_standard_input() -> None:
    """Each line is a hand; a bad one is told with its number, and the rest is answered."""
    out, err, status = run("discard", "--json", stdin="7h 8h ks 2d\n7h 8h ks\n# no hand\n5h 6h 7h 8h 9h\n")
    assert [json.loads(line)["recommended"] for line in out] == ["KS", "9H"]
    assert err[0] == "stdin:2: 3 cards, but a hand has 4 to 14 cards after the draw"
    assert status == 1
    out, err, status = run("draw", "--upcard", "2d", "--json", stdin="7h 8h ks\n")
    assert (len(out), err, status) == (1, [], 0)


def test_errors_of_the_commands() -> None:
    """What is known is checked as the hand is, with carets; nothing is printed and the status is 2."""
    out, err, status = run("discard", "2d 2d 5c ks", "--seen", "2d", "--seen", "8h")
    assert (out, status) == ([], 2)
    assert err[:3] == [
        "error: 3 copies of 2D, but 2 decks have 2",
        "  2d 2d 5c ks, seen 2d 8h",
        "  ^^ ^^             ^^",
    ]
    assert run("draw", "7h 8h ks", "--upcard", "2x")[1:] == (
        [
            "--upcard: '2x' is not a card: no suit 'x'",
            "  2x",
            "  ^^",
            "  hint: suits are S H D C or the suit signs, as in 7H",
        ],
        2,
    )
    assert run("draw", "7h 8h ks")[2] == 2
    assert run("discard", "7h 8h ks 2d", "--taken", "9c")[1][0] == "error: 9C is not in the hand"
    assert run("discard", "7h 8h ks 2d", "--seen", "")[2] == 0
