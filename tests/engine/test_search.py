"""Shortcuts that look right and are not: each hand here refutes one, and the solver must not take it."""

from __future__ import annotations

import pytest

from tests.cases import cards
from tt_solver.engine.after_draw import PythonEngine
from tt_solver.game.melds import Meld, judge
from tt_solver.game.rules import PRESETS, Rules
from tt_solver.solver.best import Arrangement, solve

CLASSIC = Rules()
ONE_WILD = Rules(max_wilds=1)
STRICT = Rules(max_wilds=1, wild_as_natural=False)


def answer(hand: str, wild: int, rules: Rules = CLASSIC, *, draw: bool = False) -> Arrangement:
    """The solver's answer for *hand*, which may be one after the draw."""
    held = cards(hand)
    return solve(held, wild=wild, hand_size=len(held) - 1 if draw else None, rules=rules)


def test_a_set_need_not_take_every_card_of_its_rank() -> None:
    """A run of hearts is better than all fours in a set, or than no four in it."""
    assert answer("4C 4D 4H 5H 6H", 3).points == 8


def test_a_run_need_not_take_every_natural_that_it_passes() -> None:
    """With one wild a meld, 4C 5C W 7C leaves the six of clubs to 4C W 6C 7C."""
    assert answer("4C 4C 5C 6C 7C 7C 8C 8H", 8, ONE_WILD).points == 0


def test_a_rank_may_hold_two_sets() -> None:
    """With one wild a meld, four queens and two wilds are two sets."""
    best = answer("7H QC QD QH QS 8D 8H", 8, STRICT)
    assert (best.points, len(best.melds)) == (7, 2)


def test_the_discard_need_not_be_dead_in_the_whole_hand() -> None:
    """Throwing a card of the best arrangement of all cards can leave less than throwing a dead one."""
    best = answer("AD 2D 4H 7H 4S", 4, draw=True)
    assert (str(best.discard), best.points) == ("7H", 0)


def test_a_discard_is_not_free_where_all_cards_meld() -> None:
    """Six cards in two melds of three cannot go out with a discard: one card stays."""
    assert answer("AC AD 5D 9D 9S 5H", 5, draw=True).points == 1


def test_no_run_has_the_ace_at_both_ends() -> None:
    """Fourteen cards from ace to ace are no meld, so one of them is left or cut off into another."""
    rules = Rules(ace="either")
    hand = cards("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KD AS")
    assert not isinstance(judge(hand, 13, rules), Meld)
    assert len(solve(hand, wild=13, rules=rules).melds) == 2


def test_left_over_wilds_may_find_no_room() -> None:
    """With one wild a meld, a second wild stays dead beside the only meld; without the limit it does not."""
    hand = "3C 4C 5C 8D 10S 7H 7D"
    assert answer(hand, 7, STRICT).points == 25
    assert answer(hand, 7).points == 8


def test_a_wild_without_a_meld_is_left_over() -> None:
    """One wild that no meld can take costs its points."""
    assert answer("2C 4S 5H 9D KH", 5).points == 30


def test_a_full_run_has_no_room_for_a_spare_wild() -> None:
    """Thirteen places are full with one wild, so a second wild cuts the run in two."""
    best = answer("AS 2S 3S 4S 6S 7S 8S 9S 10S JS QS KS 5C 5D", 5)
    assert (best.points, len(best.deadwood), len(best.melds)) == (0, 0, 2)


def test_a_full_run_of_few_naturals_is_cut_too() -> None:
    """Twelve wilds and two neighbours overflow a run of 13, however close the naturals stand."""
    best = solve(cards("4S 5S " + "7S 7H 7D 7C " * 3), wild=7, decks=3)
    assert (best.points, len(best.deadwood), len(best.melds)) == (0, 0, 2)


def test_a_wild_in_its_own_place_counts_as_the_rules_say() -> None:
    """5H 6H 7H and a wild six hold one substitute if the six of hearts is a natural, and two if it is a wild."""
    hand = "5H 6H 7H 6S"
    assert answer(hand, 6, ONE_WILD.with_options({"all_wild": "no"})).points == 0
    assert answer(hand, 6, STRICT.with_options({"all_wild": "no"})).points == 6


def test_copies_of_a_card_count() -> None:
    """Two fours of clubs from two decks are two cards: one in a run, one in a set."""
    best = answer("4C 4C 5C 6C 4D 4H", 3)
    assert (best.points, len(best.melds)) == (0, 2)


def test_the_longest_meld_may_be_the_only_one() -> None:
    """Where melds of wilds are forbidden, six wilds can only join the one natural card."""
    best = answer("9S 7S 7H 7D 7C 7S 7H", 7, Rules(all_wild="no"))
    assert (best.points, len(best.melds)) == (0, 1)


def test_which_wilds_are_left_over_matters_with_jokers() -> None:
    """A wild of the round in its own place is no joker: what is left over is the joker, at its own price."""
    rules = PRESETS["encyclopedia"].with_options({"jokers": 2})
    best = answer("5H 6H 7H JK JK 7D 2S", 7, rules)
    assert best.points == sum(best.deadwood_points)
    assert best.points == 2 + 15 + 20


def test_many_copies_of_one_rank() -> None:
    """Sixteen natural kings from four decks are one set; their number does not spill into other ranks."""
    hand = cards("KS KH KD KC " * 4)
    best = solve(hand, wild=3, decks=4)
    assert (best.points, len(best.melds)) == (0, 1)
    assert solve(cards("KS KH KD KC " * 4 + "2S 9H"), wild=3, decks=4).points == 11


@pytest.mark.parametrize("rules", [CLASSIC, ONE_WILD, Rules(max_set=4), Rules(set_suits="distinct")])
def test_dearest_cards_fit_a_cost(rules: Rules) -> None:
    """Twenty cards at the highest points that can be set are counted without running over."""
    dear = rules.with_options({"ace_points": 999, "max_wilds": 0, "all_wild": "no"})
    hand = cards("AS AS AH AH AD AD AC AC " * 2 + "AS AH AD AC")
    scattered = solve(hand, wild=1, rules=dear, decks=5)
    assert scattered.points == 20 * 999


def test_memory_is_bounded() -> None:
    """The engine forgets what it learned about suits when that grows too much, and answers as before."""
    engine = PythonEngine(CLASSIC)
    hand = [card.code for card in cards("AD 2D 4D 5D KS KH 7C")]
    before = engine.plan(hand, 7)
    engine.entries = 10**9
    assert engine.plan(hand, 7) == before
    assert engine.entries < 1000
