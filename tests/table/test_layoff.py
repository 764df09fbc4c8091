"""Laying off: the worked cases, the places of wilds on the table, and brute force over every order of laying off."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations, product
from typing import NamedTuple

import pytest

from tests import mixes
from tests.cases import cards
from tests.layoff_oracle import DECKS, Lying, difference, is_legal, is_wild, random_lying, random_situation
from tt_solver.errors import ImpossibleHandError, MeldError
from tt_solver.game.cards import CARDS, Card, Suit
from tt_solver.game.melds import Meld, Place, judge
from tt_solver.game.rules import PRESETS, Rules
from tt_solver.notation.laydowns import parse_claim
from tt_solver.solver.situation import Situation
from tt_solver.table.layoff import lay_off, table_melds

ENCYCLOPEDIA = PRESETS["encyclopedia"]
WITH_A_WILD = "5H 6H 4D 8H"


def test_random_situations() -> None:
    """In four hundred situations over every option mix, the answer is the best that brute force finds."""
    rng = random.Random(313)
    for _ in range(400):
        situation = random_situation(rng, (2, 3, 3, 4, 4, 5, 6))
        assert difference(situation) is None, situation


# -- the worked cases -------------------------------------------------------------------------------------


class WorkedCase(NamedTuple):
    """A hand, the table and the answer: points with and without laying off, the discard, what is laid off."""

    number: int
    hand: str
    table: str
    rules: Rules
    points: int
    alone: int
    discard: str | None
    laid: str


WORKED = (
    WorkedCase(81, "8S KS 2D 7H 6C", "9S 10S JS QS", Rules(), 8, 23, "7H", "8S KS"),
    WorkedCase(83, "9H 4S 2C 2D KC", WITH_A_WILD, ENCYCLOPEDIA, 0, 9, "KC", "9H"),
    WorkedCase(84, "9H 4S QC KD", WITH_A_WILD, ENCYCLOPEDIA, 35, 44, None, "9H"),
    WorkedCase(84, "9H 4S QC KD", WITH_A_WILD, Rules(), 20, 33, None, "9H 4S"),
    WorkedCase(85, "8S 7S 6S AD", "9S 10S JS QS", Rules(), 1, 1, None, ""),
)


@pytest.mark.parametrize("case", WORKED, ids=lambda case: f"{case.number}-{case.rules.name}")
def test_worked_case(case: WorkedCase) -> None:
    """Own melds and lay-offs together leave the points that were worked out by hand, in the round of fours."""
    answer = lay_off(case.hand, case.table, round_no=2, rules=case.rules)
    assert (answer.points, answer.points_alone) == (case.points, case.alone)
    assert answer.arrangement.discard == (cards(case.discard)[0] if case.discard else None)
    assert [card for one in answer.layoffs for card in one.cards] == list(cards(case.laid))


def test_worked_case_of_a_set() -> None:
    """Both kings go on the set of kings, and the nine is thrown (case 82)."""
    answer = lay_off("KH KD 2C 9S", "KS KD KC", round_no=1)
    assert (answer.points, answer.points_alone, str(answer.arrangement.discard)) == (2, 21, "9S")
    assert answer.layoffs[0].cards == cards("KH KD")


def test_own_meld_needed() -> None:
    """Where only players with a meld of their own may lay off, one without lays off nothing."""
    rules = Rules(layoff_needs_meld=True)
    assert lay_off("8S KS 2D", "9S 10S JS QS", wild=4, rules=rules).points == 20
    assert lay_off("8S KS 2D 7H 7C 7D", "9S 10S JS QS", wild=4, rules=rules).points == 2


def test_several_cards_follow_each_other() -> None:
    """A run grows card by card at both ends, a wild in the place of one that is missing; its place is told."""
    answer = lay_off("7S 4H QS KS", "9S 10S JS", wild=4)
    assert answer.arrangement.out
    (one,) = answer.layoffs
    assert one.cards == cards("7S 4H QS KS")
    assert one.places == cards("7S 8S QS KS")


@pytest.mark.parametrize(
    ("hand", "table", "rules", "left"),
    [
        pytest.param("AS", "JS QS KS", Rules(), 1, id="nothing above the king"),
        pytest.param("AS", "JS QS KS", Rules(ace="either"), 0, id="the ace above the king"),
        pytest.param("KS", "AS 2S 3S", Rules(ace="either"), 1, id="no turning the corner"),
        pytest.param("9C", "9S 9H 9D", Rules(max_set=3), 1, id="a full set"),
        pytest.param("9S", "9S 9H 9D", Rules(set_suits="distinct"), 1, id="the suit is there"),
        pytest.param("4S 4H", "9S 9H 9D", Rules(max_wilds=1), 1, id="one wild a meld"),
        pytest.param("4S", "3S 5S 4H=4S 6S", Rules(max_wilds=1), 1, id="a wild is not taken"),
        pytest.param("4S", "5S 6S 7S", Rules(max_wilds=0), 0, id="a wild in its own place"),
        pytest.param("4S", "5S 6S 7S", Rules(max_wilds=0, wild_as_natural=False), 1, id="a wild is always one"),
        pytest.param("9C 9D", "4S=9 4H=9 4D=9", Rules(), 0, id="wilds said to be nines"),
        pytest.param("9C", "4S 4H 4D", Rules(), 1, id="wilds alone are their own rank"),
        pytest.param("4C JK", "4S 4H 4D", Rules(max_wilds=0, jokers=1), 0, id="free wilds take wilds"),
        pytest.param("4C JK", "4S 4H 4D", Rules(max_wilds=0, jokers=1, all_wild="own-rank"), 1, id="own rank"),
        pytest.param("10H 6H", "4S=7H 4H=8H 4D=9H", Rules(), 0, id="wilds said to be a run"),
        pytest.param("AS", "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", Rules(ace="either"), 0, id="thirteen cards"),
        pytest.param("AS AS", "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", Rules(ace="either"), 1, id="no more"),
    ],
)
def test_limits(hand: str, table: str, rules: Rules, left: int) -> None:
    """A meld on the table stays legal: as many cards are left over as it cannot take. Fours are wild."""
    assert len(lay_off(hand, table, wild=4, rules=rules).arrangement.deadwood) == left


# -- the places of wilds on the table ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "rules", "places"),
    [
        pytest.param("5H 6H 4D 8H", Rules(), "5H 6H 7H 8H", id="inside"),
        pytest.param("5H 6H 4D", Rules(), "5H 6H 7H", id="at the end"),
        pytest.param("4D 5H 6H", Rules(), "4H 5H 6H", id="at the start"),
        pytest.param("6H 5H 4D", Rules(), "4H 5H 6H", id="downwards"),
        pytest.param("4D QS KS", Rules(), "JS QS KS", id="nothing above the king"),
        pytest.param("QS KS 4D", Rules(), "JS QS KS", id="the only place"),
        pytest.param("QS KS 4D", Rules(ace="either"), "QS KS AS", id="above the king"),
        pytest.param("9S 9H 4D", Rules(), "9S 9H 9", id="a set"),
        pytest.param("KS 4D=K 4C", Rules(), "KS K K", id="one place stated"),
        pytest.param("KS 4D=QS 4C", Rules(), "JS QS KS", id="another place stated"),
        pytest.param("4D 4S 3S", Rules(max_wilds=1), "3S 4S 5S", id="one in its own place"),
        pytest.param("4H 4S 4D", Rules(), "4S 4H 4D", id="wilds alone"),
        pytest.param("JK=9 JK JK", Rules(jokers=2), "9 9 9", id="jokers alone"),
        pytest.param("4D=8H 5H 6H 7H", Rules(), "5H 6H 7H 8H", id="stated against the order"),
    ],
)
def test_places_on_the_table(table: str, rules: Rules, places: str) -> None:
    """What a wild stands for follows from what is stated, then from the order; wilds alone are of their own rank."""
    (meld,) = table_melds(parse_claim(table), Situation.of(rules=rules, wild=4))
    assert " ".join(meld.places) == places


def test_only_legal_place() -> None:
    """Where the order would take too many wilds, the only legal reading is taken: the king in its own place."""
    (meld,) = table_melds(parse_claim("QS KD KS"), Situation.of(rules=Rules(max_wilds=1), wild=13))
    assert (meld.cards, " ".join(meld.places)) == (cards("KD QS KS"), "JS QS KS")


@pytest.mark.parametrize(
    ("table", "rules"),
    [
        pytest.param("KS 4D 4C", Rules(), id="a set or a run"),
        pytest.param("6H 4D 5H", Rules(), id="below or above"),
        pytest.param("JK JK JK", Rules(jokers=2), id="jokers of no rank"),
        pytest.param("5H 4D 4S 4C", Rules(max_set=3), id="upwards or downwards"),
    ],
)
def test_places_left_open(table: str, rules: Rules) -> None:
    """A meld whose wilds could stand for different cards is asked about, at its place."""
    text = f"9S 10S JS | {table}"
    with pytest.raises(MeldError) as caught:
        lay_off("8S", text, wild=4, rules=rules)
    (flaw,) = caught.value.flaws
    assert "can be read in more than one way" in flaw.message
    assert [text[start:end] for start, end in flaw.spans] == [table]


def test_every_bad_meld_is_told() -> None:
    """All groups on the table that are no melds are told at once, each with its place and why."""
    with pytest.raises(MeldError) as caught:
        lay_off("8S", "9S 10S | 5H 6S 7H | KS KD KC | 4H 4D=8S 7H 6H", wild=4)
    assert [flaw.message for flaw in caught.value.flaws] == [
        "9S 10S is not a meld: a meld has three cards or more",
        "5H 6S 7H is not a meld: 6S and 5H differ in suit and in rank",
        "4H 4D 7H 6H is not a meld: 4D=8S and 6H differ in suit and in rank",
    ]
    assert [flaw.spans[0].start for flaw in caught.value.flaws] == [0, 9, 31]


def test_order_says_the_same_as_places() -> None:
    """A run with two naturals, written in order, is read as with its wilds' places stated."""
    rng = random.Random(3)
    tried = 0
    while tried < 200:
        rules, wild = mixes.random_rules(rng), rng.randint(1, 13)
        meld = random_lying(rng, list(mixes.shoe(rules, 2)), wild, rules)
        if meld and meld.suit is not None and sum(not is_wild(card, wild) for card in meld.cards) >= 2:
            tried += 1
            texts = (str(meld), " ".join(map(str, meld.cards)), " ".join(map(str, meld.cards[::-1])))
            situation = Situation.of(rules=rules, wild=wild)
            stated, upwards, downwards = (table_melds(parse_claim(text), situation) for text in texts)
            assert stated == upwards == downwards, (meld, wild, rules)


def could_lie(group: Sequence[Card], places: Sequence[Place], wild: int, rules: Rules) -> bool:
    """Whether some way to lay down *group* is legal and agrees with what is stated of its cards."""
    for rank in range(1, 14):
        agrees = all(place is None or rank in (place, getattr(place, "rank", 0)) for place in places)
        if agrees and is_legal(Lying(tuple((card, rank) for card in group), None), wild, rules):
            return not stated_twice(group, places, wild, rules)
    if all(is_wild(card, wild) and not isinstance(place, Card) for card, place in zip(group, places, strict=True)):
        return False  # wilds alone are a run only in a suit that is stated
    for suit, start in product(Suit, range(1, 15 - len(group) + 1)):
        for order in permutations(range(len(group))):
            meld = Lying(tuple((group[one], start + at) for at, one in enumerate(order)), suit)
            agrees = all(
                places[one] in (None, 1 if start + at == 14 else start + at, cards(meld.place(start + at))[0])
                for at, one in enumerate(order)
            )
            if agrees and is_legal(meld, wild, rules):
                return True
    return False


def stated_twice(group: Sequence[Card], places: Sequence[Place], wild: int, rules: Rules) -> bool:
    """Whether two cards of a set with a natural are the same one where its suits must differ."""
    plain = [card for card in group if not is_wild(card, wild)]
    stated = [
        place for card, place in zip(group, places, strict=True) if is_wild(card, wild) and isinstance(place, Card)
    ]
    return rules.set_suits == "distinct" and bool(plain) and len({*plain, *stated}) < len(plain) + len(stated)


def random_claim(rng: random.Random, wild: int, rules: Rules) -> tuple[tuple[Card, ...], list[Place]]:
    """A meld, or a group of rare shape, with true or wrong places stated of its wilds."""
    meld = random_lying(rng, list(mixes.shoe(rules, 2)), wild, rules) if rng.random() < 0.6 else None
    if meld is None or len(meld.slots) > 4:
        group = mixes.random_hand(rng, rules, rng.choice((3, 3, 4)), 3, wild)
        places = rng.choices(CARDS[:52], k=len(group))
    else:
        group = tuple(meld.cards)
        suit = meld.suit or rng.choice(list(Suit))
        places = [Card.of(1 if at == 14 else at, suit) for _, at in meld.slots]
        if rng.random() < 0.3:
            rng.shuffle(places)
    stated = [rng.choice((None, place, place.rank)) for place in places]
    return group, [place if is_wild(card, wild) else None for card, place in zip(group, stated, strict=True)]


def test_judge_held_to_places() -> None:
    """With any places stated, a group is a meld where some way to lay it down is legal and agrees with them."""
    rng = random.Random(11)
    legal = 0
    for _ in range(1500):
        rules, wild = mixes.random_rules(rng), rng.randint(1, 13)
        group, places = random_claim(rng, wild, rules)
        found = judge(group, wild, rules, places)
        assert isinstance(found, Meld) == could_lie(group, places, wild, rules), (group, places, wild, rules, found)
        legal += isinstance(found, Meld)
    assert 300 < legal < 1200


# -- the answer -------------------------------------------------------------------------------------------


def test_order_of_the_hand_does_not_matter() -> None:
    """The same cards in another order are laid off and melded alike."""
    rng = random.Random(7)
    for _ in range(100):
        hand, size, table, wild, rules = random_situation(rng, (4, 5, 6))
        text = " | ".join(map(str, table))
        answers = [
            lay_off(order, text, hand_size=size, wild=wild, rules=rules, decks=DECKS)
            for order in (hand, rng.sample(hand, len(hand)))
        ]
        assert answers[0].layoffs == answers[1].layoffs
        assert answers[0].arrangement.melds == answers[1].arrangement.melds
        assert answers[0].arrangement.discard == answers[1].arrangement.discard


def test_hand_and_table_share_the_decks() -> None:
    """A card that is in the hand and on the table more often than in the decks is told."""
    with pytest.raises(ImpossibleHandError, match="3 copies of KS"):
        lay_off("KS KS 2D", "KS KD KC", wild=4)


def test_rules_tell_that_laying_off_is_on() -> None:
    """Laying off implies its rule, and the answer says so."""
    assert lay_off("KS 2D 3H", "KS KD KC", round_no=1).arrangement.rules.changed == {"layoff": "last-turn"}
