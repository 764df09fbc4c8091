"""The solver against the oracle: every hand of three cards, the worked cases, and hands of every option mix."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations_with_replacement, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import cases, mixes, oracle
from tests.cases import CASES, DISCARD_CASES, Case, DiscardCase
from tests.strategies import hands_in_play
from tt_solver.game.cards import CARDS, JOKER, Card, Suit
from tt_solver.game.melds import Meld, MeldKind, judge
from tt_solver.game.rules import CLASSIC, PRESETS, Rules
from tt_solver.solver.all_best import solve_all
from tt_solver.solver.best import Arrangement, solve

DECKS = 3
"""Enough for every hand that the mixes make."""

thorough = settings(deadline=None, max_examples=300)


def fault(answer: Arrangement, cards: Sequence[Card], wild: int, rules: Rules) -> str | None:
    """What is wrong with *answer* for *cards*, which the discard is no longer among; None if nothing is."""
    melds = [meld.cards for meld in answer.melds]
    deadwood = sum(oracle.value(card, wild, rules) for card in answer.deadwood)
    if answer.points != deadwood:
        return f"{answer.points} points, but the deadwood comes to {deadwood}"
    return oracle.fault(cards, wild, rules, melds=melds, left=answer.deadwood)


def laid_wrong(meld: Meld, wild: int, rules: Rules) -> str | None:
    """What is wrong with the cards that those of *meld* stand for; None if nothing is. Wilds alone need no places."""
    wilds = [card.is_joker or card.rank == wild for card in meld.cards]
    if all(wilds):
        return None
    if any(not free and card != place for free, card, place in zip(wilds, meld.cards, meld.stands_for, strict=True)):
        return "a plain card does not stand for itself"
    own_place = [card == place for card, place in zip(meld.cards, meld.stands_for, strict=True)]
    used = sum(free and not (own and rules.wild_as_natural) for free, own in zip(wilds, own_place, strict=True))
    if rules.max_wilds != "any" and used > rules.max_wilds:
        return f"{used} wilds substitute"
    places = [place for place in meld.stands_for if place is not None]
    if meld.kind is MeldKind.SET:
        return None if {place.rank for place in places} == {meld.rank} else "two ranks in a set"
    if len(places) < len(meld.cards) or len({place.suit for place in places}) > 1:
        return "a card of a run has no place, or not in its suit"
    low, high = 2 if rules.ace == "high" else 1, 13 if rules.ace == "low" else 14
    blocks = [[*range(at, at + len(places))] for at in range(low, high - len(places) + 2)]
    ranks = [place.rank for place in places]
    in_order = any(ranks == [1 if at == 14 else at for at in block] for block in blocks)
    return None if in_order else "the places are not in a row"


def test_every_hand_of_three_cards() -> None:
    """Each of the 24,752 hands of three cards from two decks is solved as the oracle solves it, in round 1."""
    hands = [hand for hand in combinations_with_replacement(CARDS[:52], 3) if hand[0] != hand[2]]
    assert len(hands) == 24_752
    wrong = [hand for hand in hands if fault(solve(hand, round_no=1), hand, 3, CLASSIC)]
    assert not wrong


@pytest.mark.parametrize("case", CASES, ids=str)
def test_worked_case(case: Case) -> None:
    """The solver finds the points, and the leftover cards where there is no choice, that were worked out by hand."""
    hand, wild, rules = cases.cards(case.hand), cases.rank(case.wild), case.table.rules
    answer = solve(hand, wild=wild, rules=rules)
    assert answer.points == case.points
    assert fault(answer, hand, wild, rules) is None
    if case.unique:
        assert sorted(answer.deadwood) == sorted(cases.cards(case.left))


@pytest.mark.parametrize("case", DISCARD_CASES, ids=str)
def test_worked_discard(case: DiscardCase) -> None:
    """With one card more than the deal, the solver makes a best discard and tells whether that goes out."""
    hand = cases.cards(case.hand)
    answer = solve(hand, hand_size=len(hand) - 1, wild=cases.rank(case.wild), rules=case.table.rules)
    assert answer.out == bool(case.out_with or case.bare_out)
    if case.bare_out:
        assert (answer.discard, answer.points) == (None, 0)
    else:
        assert case.points[str(answer.discard)] == answer.points == min(case.points.values())


@pytest.mark.parametrize("case", cases.SCORE_CASES, ids=str)
def test_worked_score(case: cases.ScoreCase) -> None:
    """The score is the points, doubled where jacks, queens or kings are wild; penalties come on top undoubled."""
    rules = case.table.rules
    answer = solve(cases.cards(case.hand), wild=cases.rank(case.wild), rules=rules)
    assert answer.points == case.points
    assert answer.score + case.wrong_claims * rules.wrong_out == case.score


@pytest.mark.parametrize("case", cases.CALENDAR_CASES, ids=str)
def test_worked_calendar(case: cases.CalendarCase) -> None:
    """Each round of a longer game has the deal and the wild rank of the worked case."""
    for round_no, (size, wild) in case.deals.items():
        deal = solve(CARDS[:size], round_no=round_no, rules=case.table.rules).deal
        assert (deal.hand_size, deal.wild) == (size, cases.rank(wild))


@thorough
@given(hands_in_play())
def test_what_is_judged_a_meld(hand: mixes.Hand) -> None:
    """A group of cards is judged a meld exactly if the oracle finds a reading of it."""
    group, wild, rules = hand
    meld = judge(group, wild, rules)
    assert isinstance(meld, Meld) == oracle.is_meld(group, wild, rules)
    assert not isinstance(meld, Meld) or laid_wrong(meld, wild, rules) is None


@pytest.mark.parametrize("case", cases.MELD_CASES, ids=str)
def test_judged_at_the_edges(case: cases.MeldCase) -> None:
    """The groups at the edges of what a meld is are judged right."""
    assert isinstance(judge(cases.cards(case.group), case.wild, case.rules), Meld) is case.meld


def test_worked_decks() -> None:
    """Where the rules leave it open, the number of decks follows from the number of players (case 98)."""
    decks = {players: CLASSIC.deck_count(players) for players in cases.DECKS_BY_PLAYERS}
    assert decks == cases.DECKS_BY_PLAYERS


@thorough
@given(hands_in_play())
def test_solver_is_as_good_as_the_oracle(hand: mixes.Hand) -> None:
    """Legal melds and deadwood make up the hand, with the least points, leftover cards and melds there are."""
    cards, wild, rules = hand
    answer = solve(cards, wild=wild, rules=rules, decks=DECKS)
    assert fault(answer, cards, wild, rules) is None
    assert [laid_wrong(meld, wild, rules) for meld in answer.melds] == [None] * len(answer.melds)
    assert answer.score == answer.points * (2 if rules.double == "jqk" and wild in (11, 12, 13) else 1)


@pytest.mark.parametrize("size", range(11, 17))
def test_large_hands(size: int) -> None:
    """Hands up to the largest of any game, where melds are long, are solved as the oracle solves them."""
    rng = random.Random(size)
    for _ in range(20 if size < 14 else 4):
        rules, wild = mixes.random_rules(rng), rng.randint(0, 13)
        cards = mixes.random_hand(rng, rules, size, DECKS, wild)
        answer = solve(cards, wild=wild, rules=rules, decks=DECKS)
        assert fault(answer, cards, wild, rules) is None, (cards, wild, rules)


def test_random_hands() -> None:
    """Two thousand hands of rare shapes over every option mix are solved as the oracle solves them."""
    rng = random.Random(313)
    for _ in range(2000):
        rules, wild, decks = mixes.random_rules(rng), rng.randint(0, 13), rng.randint(1, DECKS)
        cards = mixes.random_hand(rng, rules, rng.randint(3, 9), decks, wild)
        answer = solve(cards, wild=wild, rules=rules, decks=decks)
        assert fault(answer, cards, wild, rules) is None, (cards, wild, rules)
        assert not any(laid_wrong(meld, wild, rules) for meld in answer.melds), (answer.melds, wild, rules)


@pytest.mark.parametrize("case", cases.MELD_CASES, ids=str)
def test_groups_at_the_edges(case: cases.MeldCase) -> None:
    """Alone as a hand, a group that is a meld is one; one that is not is split as the oracle splits it."""
    hand = cases.cards(case.group)
    answer = solve(hand, wild=case.wild, rules=case.rules, decks=DECKS)
    assert fault(answer, hand, case.wild, case.rules) is None
    assert ([len(meld.cards) for meld in answer.melds] == [len(hand)]) is case.meld


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("7S 7S 7H 7H 7D 7D 7C 7C", id="all-wild"),
        pytest.param("JK JK 7S 7H JK JK 7D", id="all-wild-with-jokers"),
        pytest.param("JK JK JK JK", id="no-natural"),
        pytest.param("KS 7S 7H JK JK", id="one-natural"),
        pytest.param("4S 4S 5S 5S 6S 6S", id="doubled-run"),
        pytest.param("9S 9S 9H 9H 9D 9D", id="doubled-set"),
        pytest.param("AS 2S 3S QS KS AS", id="runs-at-both-ends"),
        pytest.param("QS KS AS 2S 3S", id="one-ace-for-two-runs"),
        pytest.param("3S 4S 5S 6S 7D 8S 9S 10S", id="runs-that-meet-in-a-wild"),
        pytest.param("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", id="ace-to-ace"),
        pytest.param("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS 7D", id="a-suit-and-a-wild"),
        pytest.param("5S 6S 7S 8S 9S 7S 9H 9D", id="wild-in-its-place-twice"),
    ],
)
def test_rare_shapes(text: str, preset: str) -> None:
    """Shapes that ordinary deals seldom show are solved as the oracle solves them, with sevens wild."""
    rules = PRESETS[preset].with_options({"jokers": 2})
    hand = cases.cards(text)
    assert fault(solve(hand, wild=7, rules=rules), hand, 7, rules) is None


@thorough
@given(hands_in_play(min_size=4))
def test_discard_is_a_best_one(hand: mixes.Hand) -> None:
    """After the draw the discard leaves the fewest points; among equals it goes out, is no wild, is dear, is first."""
    cards, wild, rules = hand
    wild = wild or 13
    answer = solve(cards, hand_size=len(cards) - 1, wild=wild, rules=rules, decks=DECKS)
    fewest, discards = oracle.best_after_discard(cards, wild, rules)
    assert answer.points == fewest

    def preference(card: Card) -> tuple[bool, bool, int, Card]:
        stays_in = oracle.best(oracle.without(cards, [card]), wild, rules).leftover_cards > 0
        return stays_in, card.is_joker or card.rank == wild, -oracle.value(card, wild, rules), card

    assert answer.discard == min(discards, key=preference)
    assert fault(answer, oracle.without(cards, [answer.discard]), wild, rules) is None


@thorough
@given(hands_in_play(), st.randoms())
def test_order_of_the_cards_does_not_matter(hand: mixes.Hand, rng: random.Random) -> None:
    """The same cards in another order get the same melds and the same deadwood."""
    cards, wild, rules = hand
    shuffled = rng.sample(cards, len(cards))
    first, second = (solve(order, wild=wild, rules=rules, decks=DECKS) for order in (cards, shuffled))
    assert (first.melds, first.deadwood) == (second.melds, second.deadwood)


@thorough
@given(hands_in_play(), st.sampled_from(list(permutations(Suit))))
def test_names_of_the_suits_do_not_matter(hand: mixes.Hand, suits: tuple[Suit, ...]) -> None:
    """Renaming the suits changes neither the points nor how many cards and melds there are."""
    cards, wild, rules = hand
    renamed = [card if card.suit is None else Card.of(card.rank, suits[card.suit]) for card in cards]
    first, second = (solve(names, wild=wild, rules=rules, decks=DECKS) for names in (cards, renamed))
    assert first.points == second.points
    assert (len(first.deadwood), len(first.melds)) == (len(second.deadwood), len(second.melds))


@thorough
@given(hands_in_play(), st.sampled_from(CARDS))
def test_one_card_more_costs_at_most_its_points(hand: mixes.Hand, card: Card) -> None:
    """A further card can always be left over, so it adds no more than its own points."""
    cards, wild, rules = hand
    if card == JOKER and not rules.jokers:
        rules = rules.with_options({"jokers": 1})
    decks = DECKS + 1  # the further card may be one copy more
    before, after = (solve(held, wild=wild, rules=rules, decks=decks).points for held in (cards, (*cards, card)))
    assert after <= before + oracle.value(card, wild, rules)


@thorough
@given(hands_in_play(max_size=7))
def test_all_optimal_arrangements(hand: mixes.Hand) -> None:
    """All equally good arrangements are found, each once whatever its wilds stand for, that of `solve` first."""
    cards, wild, rules = hand
    answer = solve_all(cards, wild=wild, rules=rules, decks=DECKS, limit=100_000)
    assert not answer.cut
    assert answer.arrangements[0] == solve(cards, wild=wild, rules=rules, decks=DECKS)
    assert not any(fault(one, cards, wild, rules) for one in answer.arrangements)
    found = [oracle.arrangement([meld.cards for meld in one.melds]) for one in answer.arrangements]
    assert len(found) == len(set(found))
    assert set(found) == oracle.all_optimal(cards, wild, rules)


@thorough
@given(hands_in_play(max_size=7), st.integers(1, 3))
def test_limit_of_all_arrangements(hand: mixes.Hand, limit: int) -> None:
    """With a limit there are that many arrangements at most, and it is told whether there are more."""
    cards, wild, rules = hand
    answer = solve_all(cards, wild=wild, rules=rules, decks=DECKS, limit=limit)
    there_are = len(oracle.all_optimal(cards, wild, rules))
    assert (len(answer.arrangements), answer.cut) == (min(limit, there_are), there_are > limit)
