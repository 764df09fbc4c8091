"""The oracle against answers that were worked out by hand, and against its own plainest form."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings

from tests import cases, mixes, oracle
from tests.cases import CASES, DISCARD_CASES, Case, DiscardCase
from tests.strategies import hands_in_play
from tt_solver.game.cards import CARDS, Card
from tt_solver.game.rules import Rules


def best_leftovers(cards: Sequence[Card], wild: int, rules: Rules) -> set[tuple[Card, ...]]:
    """Every choice of leftover cards with which a split is as good as the best."""
    best = oracle.best(cards, wild, rules)
    choices = set(combinations(sorted(cards), best.leftover_cards))
    right = [left for left in choices if sum(oracle.value(card, wild, rules) for card in left) == best.points]
    all_melded = oracle.Best(0, 0, best.melds)
    return {left for left in right if oracle.best(oracle.without(cards, left), wild, rules) == all_melded}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_points_of_a_worked_case(case: Case) -> None:
    """The oracle finds the points that were worked out by hand."""
    assert oracle.best(cases.cards(case.hand), cases.rank(case.wild), case.table.rules).points == case.points


@pytest.mark.parametrize("case", CASES, ids=str)
def test_leftovers_of_a_worked_case(case: Case) -> None:
    """The cards left over are those of the worked case, and the only ones wherever it says so."""
    found = best_leftovers(cases.cards(case.hand), cases.rank(case.wild), case.table.rules)
    assert tuple(sorted(cases.cards(case.left))) in found
    assert (len(found) == 1) == case.unique


@pytest.mark.parametrize("case", DISCARD_CASES, ids=str)
def test_discards_of_a_worked_case(case: DiscardCase) -> None:
    """Each discard leaves the points that were worked out by hand, and those that leave none go out."""
    hand, wild, rules = cases.cards(case.hand), cases.rank(case.wild), case.table.rules
    worked = {card: points for name, points in case.points.items() for card in cases.cards(name)}
    assert oracle.points_by_discard(hand, wild, rules) == worked
    fewest, discards = oracle.best_after_discard(hand, wild, rules)
    assert fewest == min(case.points.values())
    assert (discards if fewest == 0 else frozenset()) == case.out_with


@pytest.mark.parametrize("case", [case for case in DISCARD_CASES if case.bare_out], ids=str)
def test_bare_out_melds_every_card(case: DiscardCase) -> None:
    """Where the worked case goes out with no discard, every card is in a meld."""
    assert oracle.best(cases.cards(case.hand), cases.rank(case.wild), case.table.rules).leftover_cards == 0


@pytest.mark.parametrize("case", cases.SCORE_CASES, ids=str)
def test_points_before_doubling(case: cases.ScoreCase) -> None:
    """The oracle's points are those before doubling and before penalties."""
    assert oracle.best(cases.cards(case.hand), cases.rank(case.wild), case.table.rules).points == case.points


@pytest.mark.parametrize("case", cases.MELD_CASES, ids=str)
def test_what_a_meld_is(case: cases.MeldCase) -> None:
    """A group is a meld if some reading of it keeps all limits, and only then."""
    assert oracle.is_meld(cases.cards(case.group), case.wild, case.rules) is case.meld


@pytest.mark.parametrize("ace", ["low", "high", "either"])
def test_runs_have_thirteen_cards_at_most(ace: str) -> None:
    """All thirteen cards of a suit are one run; an ace at both ends makes fourteen, which is none."""
    rules = cases.classic(ace=ace).rules
    assert oracle.is_meld(CARDS[:13], 0, rules)
    assert not oracle.is_meld((*CARDS[:13], CARDS[0]), 0, rules)


def test_long_groups_with_wilds() -> None:
    """One plain card takes any number of wilds as a set; as a run, only up to thirteen cards."""
    wilds = cases.cards("7S 7H 7D 7C") * 4
    free, capped = cases.classic(all_wild="no").rules, cases.classic(all_wild="no", max_set=5).rules
    assert oracle.is_meld((CARDS[0], *wilds[:13]), 7, free)
    assert oracle.is_meld((CARDS[0], *wilds[:12]), 7, capped)
    assert not oracle.is_meld((CARDS[0], *wilds[:13]), 7, capped)


@settings(deadline=None, max_examples=150)
@given(hands_in_play(max_size=8))
def test_best_is_the_least_of_all_splits(hand: mixes.Hand) -> None:
    """The best split found card by card is as good as the best in the full list of splits, and such a split."""
    cards, wild, rules = hand
    best = oracle.best(cards, wild, rules)
    for split in oracle.all_optimal(cards, wild, rules):
        groups = [[CARDS[code] for code in codes] for codes in split]
        left = oracle.without(cards, [card for group in groups for card in group])
        assert oracle.fault(cards, wild, rules, melds=groups, left=left) is None
        assert len(groups) == best.melds


def test_two_ways_to_split() -> None:
    """Five to seven of spades with two more sixes split in two ways that cost the same (case 12)."""
    hand = cases.cards("5S 6S 7S 6H 6C")
    ways = [[cases.cards("5S 6S 7S")], [cases.cards("6S 6H 6C")]]
    assert oracle.all_optimal(hand, 13, Rules()) == {oracle.arrangement(way) for way in ways}


def test_random_hands_are_in_play() -> None:
    """A random hand has the size asked for, and no card more often than the decks hold it."""
    rng = random.Random(313)
    for _ in range(300):
        rules, decks, wild, size = mixes.random_rules(rng), rng.randint(1, 3), rng.randint(0, 13), rng.randint(3, 12)
        hand = mixes.random_hand(rng, rules, size, decks, wild)
        assert len(hand) == size
        assert all(hand.count(card) <= decks * (rules.jokers if card.is_joker else 1) for card in hand)


def test_random_hands_show_rare_shapes() -> None:
    """Among a few thousand random hands there are doubled cards, hands of wilds, and hands of one suit."""
    rng = random.Random(313)
    hands = [mixes.random_hand(rng, Rules(), 6, 2, 5) for _ in range(2000)]
    assert sum(len(set(hand)) < 6 for hand in hands) > 500
    assert sum(sum(card.rank == 5 for card in hand) >= 4 for hand in hands) > 50
    assert sum(len({card.suit for card in hand if card.rank != 5}) <= 1 for hand in hands) > 100
