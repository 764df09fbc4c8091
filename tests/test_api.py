"""What callers of the library pass by mistake gets a clear error, the same on both engines, or is read as meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

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
    "hand", [None, 5, [7, 8, 9], [None], parse_hand(HAND).cards[0], {"7h": 1}, ["7h", Card(3)], [Card(53)], [Card(-1)]]
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
        with pytest.raises(RulesError, match="is no wild rank"):
            call()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"round_no": "2"}, "'2' is no round"),
        ({"round_no": 2.0}, "2.0 is no round"),
        ({"round_no": True}, "True is no round"),
        ({"hand_size": "4"}, "'4' is no number of cards"),
        ({"decks": 0}, "0 is no number of decks"),
        ({"decks": 9}, "9 is no number of decks"),
        ({"decks": 2.5}, "2.5 is no number of decks"),
        ({"decks": -1}, "-1 is no number of decks"),
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
    with pytest.raises(TypeError, match="one text is one hand"):
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
    assert caught.value.hint == "if 4 decks are in play, say so: --decks 4"
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
