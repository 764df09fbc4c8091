"""Dealing: fair, and the same for a seed everywhere."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tt_solver.errors import ImpossibleHandError, RulesError
from tt_solver.game.cards import CARDS, JOKER
from tt_solver.game.rules import Rules
from tt_solver.solver.situation import Situation
from tt_solver.table.dealer import MASK, SplitMix64, deal_tables


def names(seed: int, rules: Rules, count: int, round_no: int | None = None, players: int = 1) -> list[str]:
    """The hands of the first tables, as text."""
    tables = islice(deal_tables(seed, Situation.of(rules=rules, round_no=round_no), players=players), count)
    return [" ".join(map(str, hand)) for table in tables for hand in table.hands]


def test_generator() -> None:
    """The generator is SplitMix64: its published numbers for the seed 1234567, and the first of seed 0."""
    generator = SplitMix64(1234567)
    assert [generator.draw() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert SplitMix64(0).draw() == 0xE220A8397B1DCDAF


def test_golden_deals() -> None:
    """Seed 313 deals these hands on every machine and in every version."""
    assert names(313, Rules(), 4) == ["JD KS 4S", "8S KH AD 10C", "KC 10D 5S 3H AS", "3C AD AH 3H 7H AD"]
    jokers = Rules().with_options({"jokers": 2, "decks": 1})
    four = ["9H 2S 10C 7D", "AD 5H 3D 10H", "2H 2D 9S JK", "QC 3S AH JD"]
    assert names(7, jokers, 1, round_no=2, players=4) == four


@given(st.integers(1, MASK), st.integers(0, MASK))
def test_number_below(bound: int, seed: int) -> None:
    """A number drawn below a bound is below it, for every bound."""
    assert 0 <= SplitMix64(seed).below(bound) < bound


def test_numbers_that_would_be_likelier_are_drawn_again() -> None:
    """For a bound of three quarters of all numbers, those that two draws would give are refused."""
    bound = 3 << 62

    class Counting(SplitMix64):
        draws = 0

        def draw(self) -> int:
            self.draws += 1
            return super().draw()

    generator = Counting(1)
    counts = Counter(generator.below(bound) * 3 // bound for _ in range(3000))
    assert generator.draws > 3600
    assert all(900 < counts[third] < 1100 for third in range(3))


def test_cards_are_equally_likely() -> None:
    """Each card of the shoe comes about as often as any other."""
    counts = Counter(card for hand in names(1, Rules(), 3000, round_no=11) for card in hand.split())
    assert len(counts) == 52
    assert all(600 < count < 900 for count in counts.values())


@given(st.integers(0, MASK), st.integers(1, 3), st.integers(0, 2), st.integers(1, 4), st.booleans())
def test_tables(seed: int, decks: int, jokers: int, players: int, upcard: bool) -> None:
    """The cards of a table come from its shoe, and each round deals what its calendar says."""
    rules = Rules().with_options({"decks": decks + 1, "jokers": jokers})
    for table in islice(deal_tables(seed, Situation.of(rules=rules), players=players, upcard=upcard), 11):
        dealt = Counter(card for hand in table.hands for card in hand)
        dealt.update([table.upcard] if table.upcard else [])
        assert dealt <= Counter(Situation.of(rules=rules, decks=decks + 1).shoe)
        assert [len(hand) for hand in table.hands] == [table.situation.deal.hand_size] * players
        assert (table.upcard is not None) == upcard


def test_shoe() -> None:
    """The shoe holds the decks one after another, each with its jokers last."""
    assert Situation.of(rules=Rules(jokers=1), decks=2).shoe == (*CARDS[:52], JOKER, *CARDS[:52], JOKER)


def test_too_few_cards() -> None:
    """What cannot be dealt is told before anything is."""
    with pytest.raises(ImpossibleHandError, match="dealing needs 65 cards, but the decks have 52"):
        deal_tables(1, Situation.of(rules=Rules().with_options({"decks": 1}), round_no=11), players=5)
    with pytest.raises(RulesError, match="no round 14"):
        deal_tables(1, Situation.of(rules=Rules(), round_no=14))
