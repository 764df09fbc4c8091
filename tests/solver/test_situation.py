"""What a hand is played in: which round it belongs to, and whether it can be held there."""

from __future__ import annotations

from typing import Any

import pytest

from tt_solver.errors import HandSizeError, ImpossibleHandError, RulesError, Span
from tt_solver.game.calendar import Deal
from tt_solver.game.cards import CARDS, JOKER
from tt_solver.game.rules import PRESETS, Rules
from tt_solver.notation.hands import Hand, parse_hand
from tt_solver.solver.situation import Situation

UP_DOWN = PRESETS["up-and-down"]


@pytest.mark.parametrize(
    ("held", "given", "deal"),
    [
        (3, {}, Deal(1, 3, 3)),
        (4, {}, Deal(2, 4, 4)),
        (14, {}, Deal(11, 13, 13)),
        (5, {"round_no": 2}, Deal(2, 4, 4)),
        (5, {"hand_size": 5}, Deal(3, 5, 5)),
        (5, {"wild": 9}, Deal(None, None, 9)),
        (5, {"wild": 0}, Deal(None, None, 0)),
        (7, {"hand_size": 7, "wild": 9}, Deal(5, 7, 9)),
        (7, {"round_no": 5, "wild": 0}, Deal(5, 7, 0)),
        (17, {"hand_size": 17, "wild": 9}, Deal(None, 17, 9)),
        (7, {"round_no": 5, "hand_size": 7}, Deal(5, 7, 7)),
    ],
)
def test_deal_of_a_hand(held: int, given: dict[str, Any], deal: Deal) -> None:
    """The round, the cards dealt, the wild rank or the size of the hand lead to its deal."""
    assert Situation.of(**given).settled(held).deal == deal


def test_longer_games_decide_by_their_own_calendar() -> None:
    """Fourteen cards are a whole hand where a round deals them; 13 is the first leg of an up-and-down game."""
    assert Situation.of(rules=PRESETS["fifteens"]).settled(14).deal == Deal(12, 14, 1)
    assert Situation.of(rules=PRESETS["fifteens"]).settled(16).deal == Deal(13, 15, 2)
    assert Situation.of(rules=UP_DOWN, hand_size=13).settled(13).deal == Deal(11, 13, 13)
    assert Situation.of(rules=UP_DOWN, round_no=12).settled(13).deal == Deal(12, 13, 13)


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        ({"round_no": 0}, "there is no round 0", "rounds 1 to 11"),
        ({"round_no": 12}, "there is no round 12", "fourteens, fifteens, up-and-down"),
        ({"hand_size": 14}, "no round deals 14 cards", "fourteens"),
        ({"hand_size": 15}, "no round deals 15 cards", "fifteens"),
        ({"hand_size": 2}, "no round deals 2 cards", "3 to 13"),
        ({"hand_size": 21, "wild": 5}, "no round deals 21 cards", "1 to 20 cards"),
        ({"round_no": 2, "hand_size": 5}, "round 2 deals 4 cards, not 5", None),
    ],
)
def test_deals_that_do_not_exist(given: dict[str, Any], message: str, hint: str | None) -> None:
    """A round or a deal that the game does not have is an error that names the games which have it."""
    with pytest.raises(RulesError) as caught:
        Situation.of(**given).settled(5)
    assert caught.value.message == message
    assert hint is None or hint in (caught.value.hint or "")


@pytest.mark.parametrize("held", [0, 1, 2, 15, 21])
def test_sizes_that_no_round_has(held: int) -> None:
    """With nothing else known, a hand must be one that some round deals, or that and a draw."""
    with pytest.raises(HandSizeError, match="rounds deal 3 to 13"):
        Situation().settled(held)


def test_wrong_number_of_cards() -> None:
    """A hand is as large as the deal or one larger; else the error says what was expected."""
    situation = Situation(round_no=2, hand_size=4)
    situation.require_size(Hand(CARDS[:4]))
    situation.require_size(Hand(CARDS[:5]))
    situation.require_size(Hand(CARDS[:3]), or_fewer=True)
    for held in (3, 6):
        with pytest.raises(HandSizeError, match=f"{held} cards, but round 2 deals 4"):
            situation.require_size(Hand(CARDS[:held]))
    for held in (0, 21):
        with pytest.raises(HandSizeError, match="1 to 20"):
            Situation(wild_by_hand=4).require_size(Hand(CARDS[:held]))


def test_more_copies_than_decks() -> None:
    """Every card with too many copies is named, with the place of each copy."""
    hand = parse_hand("7H 8S 7H KD 7H")
    Situation(decks=3).require_possible(hand)
    with pytest.raises(ImpossibleHandError, match="3 copies of 7H, but 2 decks have 2") as caught:
        Situation(decks=2).require_possible(hand)
    assert caught.value.flaws[0].spans == (Span(0, 2), Span(6, 8), Span(12, 14))
    with pytest.raises(ImpossibleHandError, match="1 deck has 1"):
        Situation(decks=1).require_possible(parse_hand("7H 7H 8H"))


def test_jokers_are_off_or_counted() -> None:
    """A joker is refused where there are none, in its own words, and beyond what the decks have."""
    with pytest.raises(ImpossibleHandError, match=r"^jokers are off$"):
        Situation(decks=2).require_possible(Hand((JOKER,)))
    with_jokers = Situation.of(rules=Rules(jokers=1))
    with_jokers.require_possible(Hand((JOKER, JOKER)))
    with pytest.raises(ImpossibleHandError, match="3 copies of the joker, but 2 decks have 2"):
        with_jokers.require_possible(Hand((JOKER,) * 3))


def test_odd_deals_are_known() -> None:
    """A deal whose cards and wild never meet in a round is told apart."""
    assert Situation(round_no=5, hand_size=7).is_on_calendar
    assert not Situation(round_no=5, hand_size=7, wild_by_hand=9).is_on_calendar
