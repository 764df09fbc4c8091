"""The judge: which groups are melds, as what, what each wild stands for, and why others are none."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from tests import mixes, oracle
from tests.cases import cards, rank
from tests.strategies import hands_in_play
from tt_solver.game.cards import CARDS, Card, Suit
from tt_solver.game.melds import Meld, MeldKind, judge
from tt_solver.game.rules import CLASSIC, PRESETS, Rules

ONE_WILD = PRESETS["encyclopedia"]
JOKERS = Rules(jokers=2)
TWO_WILDS = "2 wilds stand for other cards, but at most 1 may (max_wilds)"
OWN_RANK = Rules(jokers=2, max_wilds=1, all_wild="own-rank")


def judged(text: str, wild: str, rules: Rules = CLASSIC) -> Meld:
    """The meld that the cards of *text* are."""
    meld = judge(cards(text), rank(wild) if wild else 0, rules)
    assert isinstance(meld, Meld), meld
    return meld


@pytest.mark.parametrize(
    ("text", "wild", "rules", "kind", "laid", "places"),
    [
        ("7H 7C 7S", "3", CLASSIC, "set", "7S 7H 7C", "7S 7H 7C"),
        ("7H 7H 3S", "3", CLASSIC, "set", "7H 7H 3S", "7H 7H 7"),
        ("7H 6H 5H", "3", CLASSIC, "run", "5H 6H 7H", "5H 6H 7H"),
        ("5H 6H 7D", "7", CLASSIC, "run", "5H 6H 7D", "5H 6H 7H"),
        ("QS KS 3D", "3", CLASSIC, "run", "3D QS KS", "JS QS KS"),
        ("QS KS 3D", "3", Rules(ace="either"), "run", "QS KS 3D", "QS KS AS"),
        ("KS 3D 3C", "3", CLASSIC, "set", "KS 3D 3C", "KS K K"),
        ("5S 4H 4D 8S", "4", CLASSIC, "run", "5S 4H 4D 8S", "5S 6S 7S 8S"),
        ("AH 2H 3H", "3", CLASSIC, "run", "AH 2H 3H", "AH 2H 3H"),
        ("5H 6H 7H 7D 9H", "7", ONE_WILD, "run", "5H 6H 7H 7D 9H", "5H 6H 7H 8H 9H"),
        ("5H 6H 7H 7H 9H", "7", ONE_WILD, "run", "5H 6H 7H 7H 9H", "5H 6H 7H 8H 9H"),
        ("9S 7S 7H", "7", ONE_WILD, "run", "7S 7H 9S", "7S 8S 9S"),
        ("7H 7S 7D", "7", CLASSIC, "set", "7S 7H 7D", "7S 7H 7D"),
        ("7H 7S 7D", "7", Rules(wild_as_natural=False), "set", "7S 7H 7D", "7 7 7"),
        ("7H JK JK", "7", JOKERS, "set", "7H JK JK", "7H 7 7"),
        ("JK JK JK", "", JOKERS, "set", "JK JK JK", "K K K"),
        ("JK KS AS", "A", Rules(ace="either", max_wilds=1, jokers=2), "run", "JK KS AS", "QS KS AS"),
        ("KH QH AH", "3", Rules(ace="high"), "run", "QH KH AH", "QH KH AH"),
        (
            "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KD",
            "K",
            ONE_WILD,
            "run",
            "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KD",
            "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS",
        ),
    ],
)
def test_melds(text: str, wild: str, rules: Rules, kind: str, laid: str, places: str) -> None:
    """A set is laid naturals first, a run in order; a wild stands for a card of the run or the rank of the set."""
    meld = judged(text, wild, rules)
    assert (meld.kind.value, str(meld), " ".join(meld.places)) == (kind, laid, places)


@pytest.mark.parametrize(
    ("text", "wild", "rules", "messages"),
    [
        ("7H 8H", "3", CLASSIC, ["a meld has three cards or more"]),
        ("5H 6S 7H", "3", CLASSIC, ["6S and 5H differ in suit and in rank"]),
        ("5H 6H 8H", "3", CLASSIC, ["6H and 8H are not in order: there is no wild to fill the gap"]),
        ("5H 8H 3S", "3", CLASSIC, ["5H and 8H are not in order: 1 wild cannot fill the gap"]),
        ("QH KH AH", "3", CLASSIC, ["AH and QH are not in order: there is no wild to fill the gap (ace=low)"]),
        (
            "KH AH 2H",
            "3",
            Rules(ace="either"),
            ["2H and KH are not in order: a run does not go round from king to two (ace=either)"],
        ),
        ("5C 6C 6C 7C", "3", CLASSIC, ["6C twice: a run holds each rank once"]),
        ("KS 3H 3D", "3", ONE_WILD, [TWO_WILDS]),
        ("7H 7S 7D", "7", ONE_WILD, ["only wilds: a meld needs a natural card (all_wild)"]),
        ("7H JK JK", "7", OWN_RANK, [TWO_WILDS]),
        (
            "JK JK JK",
            "7",
            OWN_RANK,
            [
                "only jokers: a meld of wilds needs a card of the wild rank (all_wild)",
                "3 wilds stand for other cards, but at most 1 may (max_wilds)",
            ],
        ),
        ("9S 9H 9D 9C 9S", "5", Rules(max_set=4), ["5 cards in a set, but at most 4 are allowed (max_set)"]),
        (
            "7H 7H 7S",
            "3",
            Rules(set_suits="distinct"),
            ["7H twice: the naturals of a set must differ in suit (set_suits)"],
        ),
        (
            "7H 7S 7D 7C 3S",
            "3",
            Rules(set_suits="distinct"),
            ["5 cards in a set, but at most 4 are allowed (set_suits)"],
        ),
        ("5H 6H 7H 7D 9H", "7", Rules(max_wilds=1, wild_as_natural=False), [TWO_WILDS]),
    ],
)
def test_no_melds(text: str, wild: str, rules: Rules, messages: list[str]) -> None:
    """A group that is not a meld fails on conditions that are named with their cards and options."""
    faults = judge(cards(text), rank(wild), rules)
    assert not isinstance(faults, Meld)
    assert [fault.message for fault in faults] == messages
    assert all(set(fault.cards) <= set(cards(text)) for fault in faults)


def test_runs_have_thirteen_cards_at_most() -> None:
    """Fourteen cards are no run, even where the ace may stand at either end."""
    suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    assert judged(suit, "", Rules(ace="either")).kind is MeldKind.RUN
    assert not isinstance(judge(cards(suit + " AS"), 0, Rules(ace="either")), Meld)


@settings(deadline=None, max_examples=1000)
@given(hands_in_play(max_size=7))
def test_judge_agrees_with_the_definition(hand: mixes.Hand) -> None:
    """The judge says meld exactly where some reading of the group fits the definition."""
    group, wild, rules = hand
    assert isinstance(judge(group, wild, rules), Meld) == oracle.is_meld(group, wild, rules)


def fixed_cards(rng: random.Random, rules: Rules, wild: int) -> list[Card]:
    """Some cards of one suit, each once, with wilds of other suits beside them."""
    suit = rng.choice(list(Suit))
    naturals = rng.sample([card for card in CARDS[:52] if card.suit == suit and card.rank != wild], rng.randint(2, 5))
    wilds = [Card.of(wild, other) for other in Suit if other != suit] if wild else []
    return naturals + rng.sample(wilds, rng.randint(0, min(2, len(wilds))))


@pytest.mark.parametrize("ace", ["low", "high", "either"])
def test_cards_that_are_not_in_order_really_are_not(ace: str) -> None:
    """The cards that are named as out of order are not a run by themselves with all the wilds, and end that fault."""
    rng = random.Random(ace)
    found = 0
    for _ in range(4000):
        wild = rng.randint(0, 13)
        rules = Rules().with_options({"ace": ace})
        group = fixed_cards(rng, rules, wild)
        verdict = judge(group, wild, rules)
        if isinstance(verdict, Meld):
            continue
        for fault in verdict:
            if "not in order" not in fault.message:
                continue
            found += 1
            free = [card for card in group if card.rank == wild]
            alone = judge([*fault.cards, *free], wild, rules)
            assert not isinstance(alone, Meld) or len(fault.cards) + len(free) < 3, (group, wild, fault)
            assert all(str(card) in fault.message for card in fault.cards)
    assert found > 500


@pytest.mark.parametrize(
    ("text", "ace", "message"),
    [
        ("KS AS 2S", "either", "2S and KS are not in order: a run does not go round from king to two (ace=either)"),
        ("QS KS AS", "low", "AS and QS are not in order: there is no wild to fill the gap (ace=low)"),
        ("AS 2S 3S", "high", "3S and AS are not in order: there is no wild to fill the gap (ace=high)"),
        ("4S 6S 8S 9H", "low", "4S 6S 8S are not in order: 2 cards are missing, and 1 wild cannot fill the gaps"),
        ("4S 8S 10S 9H", "low", "4S and 8S are not in order: 1 wild cannot fill the gap"),
    ],
)
def test_which_cards_are_not_in_order(text: str, ace: str, message: str) -> None:
    """A run that does not fit names the pair that no run can hold, or all cards if only together they do not fit."""
    (fault,) = judge(cards(text), 9, Rules().with_options({"ace": ace}))  # type: ignore[misc]
    assert fault.message == message
