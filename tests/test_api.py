"""What callers of the library pass by mistake gets a clear error, the same on both engines, or is read as meant."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from typing import Any

import pytest

from tests.program import run_program
from tt_solver import (
    Card,
    DiagnosedError,
    Hand,
    NotationError,
    Rules,
    RulesError,
    Suit,
    best_discards,
    check_laydown,
    draw_odds,
    lay_off,
    parse_card,
    parse_hand,
    solve,
    solve_all,
    solve_many,
)

HAND = "7h 7s 7c kd"
WORDS = HAND.split()


def test_a_list_of_texts_is_a_hand() -> None:
    """A hand may be a list with the text of each card, everywhere that a hand is taken."""
    assert solve(WORDS, round_no=2).points == 10
    assert (
        best_discards(WORDS, round_no=1, seen=["9h"]).unseen == best_discards(HAND, round_no=1, seen="9h").unseen == 99
    )
    assert draw_odds(WORDS[:3], "kd", round_no=1, seen=["9h", "8h"]).unseen == 98
    assert lay_off(WORDS, "9s 10s js", round_no=2).points == solve(HAND, round_no=2).points
    assert check_laydown("7h 7s 7c", hand=WORDS, round_no=2).points == 10
    assert list(solve_many([WORDS], round_no=2)) == [solve(HAND, round_no=2)]


@pytest.mark.parametrize("seen", ["", (), [], None])
def test_nothing_may_be_seen(seen: Any) -> None:
    """Where no other card is known, an empty text or list says so."""
    assert best_discards(HAND, round_no=1, seen=seen).unseen == 100


@pytest.mark.parametrize(
    "hand", [None, 5, [7, 8, 9], [None], parse_hand(HAND).cards[0], {"7h": 1}, ["7h", 3], [Card(53)], [Card(-1)]]
)
def test_what_is_no_hand(hand: Any) -> None:
    """Something that is neither a text nor cards is told as a hand that cannot be read."""
    with pytest.raises(NotationError, match="is not a card"):
        solve(hand)


def test_a_list_of_none() -> None:
    """To list no arrangement at all is no question."""
    with pytest.raises(ValueError, match="limit is 0"):
        solve_all(HAND, round_no=1, limit=0)


@pytest.mark.parametrize("wild", [14, 27, -1, 100, True, 3.0, [3]])
def test_wild_ranks_that_do_not_exist(wild: Any) -> None:
    """Every function refuses a wild rank that there is not, whichever engine is in use."""
    calls: list[Callable[[], object]] = [
        lambda: solve(HAND, wild=wild),
        lambda: best_discards(HAND, wild=wild),
        lambda: draw_odds(HAND, "2d", wild=wild),
        lambda: check_laydown("7h 7s 7c", wild=wild),
        lambda: lay_off(HAND, "9s 10s js", wild=wild),
    ]
    for call in calls:
        with pytest.raises(RulesError, match="is not a wild rank"):
            call()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"round_no": "2"}, "'2' is not a round"),
        ({"round_no": 2.0}, "2.0 is not a round"),
        ({"round_no": True}, "True is not a round"),
        ({"hand_size": "4"}, "'4' is not a number of cards"),
        ({"decks": 0}, "0 is not a number of decks"),
        ({"decks": 9}, "9 is not a number of decks"),
        ({"decks": 2.5}, "2.5 is not a number of decks"),
        ({"decks": -1}, "-1 is not a number of decks"),
    ],
)
def test_numbers_that_cannot_be(given: dict[str, Any], message: str) -> None:
    """A round, a number of cards or of decks has to be a whole number that can be."""
    with pytest.raises(RulesError) as caught:
        solve(HAND, **given)
    assert caught.value.message == message


@pytest.mark.parametrize("rules", ["encyclopedia", None, {"ace": "high"}])
def test_what_are_no_rules(rules: Any) -> None:
    """Rules are given as such, not by name."""
    with pytest.raises(TypeError, match=r"Rules\.preset"):
        solve(HAND, rules=rules)


def test_a_bad_item_does_not_end_many_hands() -> None:
    """Something that is no hand comes back as its error in its place, and the others are solved."""
    hands: list[Any] = [HAND, None, 5, "7x", HAND]
    outcomes = list(solve_many(hands, round_no=2))
    assert [isinstance(outcome, DiagnosedError) for outcome in outcomes] == [False, True, True, True, False]


def test_one_text_is_not_many_hands() -> None:
    """The characters of one text are not taken for hands."""
    with pytest.raises(TypeError, match="one string is one hand"):
        solve_many(HAND)


@pytest.mark.parametrize("rank", [0, 14, -1])
def test_ranks_that_do_not_exist(rank: int) -> None:
    """There is no card of a rank beyond ace and king."""
    with pytest.raises(ValueError, match="there is no rank"):
        Card.of(rank, Suit.SPADES)


def test_hands_hold_cards() -> None:
    """A hand is made of cards; a text is parsed, not taken apart."""
    with pytest.raises(NotationError):
        Hand.of("7h 7s")  # type: ignore[arg-type]


def test_more_copies_say_how_many_decks_there_would_be() -> None:
    """The hint for too many copies names the number of decks that has them, where one can."""
    with pytest.raises(DiagnosedError) as caught:
        solve("7h 7h 7h 7h kd", wild=3, decks=3)
    assert caught.value.hint == "if you play with 4 decks, add --decks 4"
    with pytest.raises(DiagnosedError) as caught:
        solve("7h " * 9, wild=3)
    assert caught.value.hint is None


def test_going_out_comes_before_the_dearer_discard() -> None:
    """Where a leftover joker costs nothing, the discard that goes out is made, though it is a wild."""
    rules = Rules.preset("encyclopedia").with_options({"jokers": 2, "joker_points": 0})
    answer = solve("7s 7h 7c jk jk", round_no=2, rules=rules)
    assert (str(answer.discard), answer.out) == ("JK", True)
    advice = best_discards("7s 7h 7c jk jk", round_no=2, rules=rules)
    assert (advice.best[0], advice.recommended) == (answer.discard, answer.discard)


@pytest.mark.parametrize(
    ("answer", "command"),
    [
        (lambda: solve("7h 7s 7c kd", round_no=2), "solve 7h 7s 7c kd -r 2"),
        (lambda: solve_all("5s 6s 7s 6h 6c", wild="K"), "solve 5s 6s 7s 6h 6c -w K --all"),
        (lambda: best_discards("7h 8h ks 2d", round_no=1), "discard 7h 8h ks 2d -r 1"),
        (lambda: draw_odds("7h 8h ks", "2d", round_no=1), "draw 7h 8h ks --upcard 2d -r 1"),
        (lambda: check_laydown("7h 7s 7c", discard="kd", round_no=1), "check '7h 7s 7c' --discard kd -r 1"),
        (
            lambda: lay_off("8s ks 2d 7h 6c", "9s 10s js qs", round_no=2),
            "layoff 8s ks 2d 7h 6c --table '9s 10s js qs' -r 2",
        ),
    ],
    ids=lambda part: part.split()[0] if isinstance(part, str) else "",
)
def test_answers_print_and_become_dicts_as_the_command_does(answer: Callable[[], Any], command: str) -> None:
    """`str` of an answer is what the command prints, `to_dict` its JSON object, and `repr` is one line."""
    arguments = shlex.split(command)
    found = answer()
    assert str(found) + "\n" == run_program(*arguments).stdout
    assert found.to_dict() == json.loads(run_program(*arguments, "--json").stdout)
    assert repr(found).startswith(f"<{type(found).__name__} ")
    assert "\n" not in repr(found)


def test_text_is_taken_wherever_a_hand_is() -> None:
    """Cards and melds may be text in any function and in any list, or come from any iterable."""
    hand = "9S KS 2D 7H 6C"
    table = ["9S 10S JS QS", "3h 3d 3c"]
    expected = lay_off(parse_hand(hand), " | ".join(table), round_no=2)
    assert lay_off(hand.split(), table, round_no=2) == expected
    assert lay_off(iter(hand.split()), [parse_hand(one) for one in table], round_no=2) == expected
    assert solve([parse_card("7h"), "7s", "7c"], round_no=1) == solve("7h 7s 7c", round_no=1)
    assert [m.meld is not None for m in check_laydown(["4h 5h 6h", "jc jd jh"], wild=2).melds] == [True, True]
    assert check_laydown(["4h", "5h", "6h"], wild=2) == check_laydown("4h 5h 6h", wild=2)
    assert check_laydown([["4h", "5h", "6h"], "jc jd jh"], wild=2).legal
    advice = best_discards("7h 8h ks 2d", round_no=1, seen=(card for card in ("9h", "6h")), taken="ks")
    assert advice.unseen == 98


class WholeNumber:
    """An integer of another library."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_integers_of_other_libraries_are_integers() -> None:
    """Rounds, sizes, wild ranks, decks and options take what Python takes as an index."""
    given: dict[str, Any] = {"round_no": WholeNumber(2), "wild": WholeNumber(4), "decks": WholeNumber(3)}
    rules = Rules(max_wilds=WholeNumber(1))  # type: ignore[arg-type]
    assert (rules, type(rules.max_wilds)) == (Rules(max_wilds=1), int)
    assert solve("7h 7s 7c kd", rules=rules, **given) == solve("7h 7s 7c kd", rules=rules, round_no=2, wild=4, decks=3)
    assert next(solve_many(["7h 7s 7c"], hand_size=WholeNumber(3))) == solve("7h 7s 7c", hand_size=3)  # type: ignore[arg-type]


def test_a_bad_argument_is_an_error_of_the_call() -> None:
    """What holds for all hands is checked once, before any hand is read."""
    with pytest.raises(RulesError, match="no round 99"):
        solve_many(["7h 7s 7c"], round_no=99)
    with pytest.raises(TypeError, match="pass rules"):
        solve_many(["7h 7s 7c"], rules="classic")  # type: ignore[arg-type]
