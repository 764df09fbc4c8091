"""Claimed laydowns: the worked cases, going out, and what could be better."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests import mixes, oracle
from tests.cases import cards
from tt_solver.errors import DiagnosedError, HandSizeError, ImpossibleHandError
from tt_solver.game.rules import PRESETS, Rules
from tt_solver.output.arrangement import as_text
from tt_solver.solver.best import solve
from tt_solver.table.check import LaydownCheck, check_laydown

ENCYCLOPEDIA = PRESETS["encyclopedia"]
SIX = "7H 7S 7C | 9D 10D JD"


def reasons(check: LaydownCheck) -> str:
    return "; ".join(check.reasons)


# -- the worked cases -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number_and_claim", ["86 5H 6H 7D", "86 5H 6H 7D=4H", "86 7D=7H 6H 5H"])
def test_wild_at_an_end(number_and_claim: str) -> None:
    """A wild may stand at either end of a run (case 86)."""
    check = check_laydown(number_and_claim.split(" ", 1)[1], wild=7)
    assert (check.legal, check.out, check.points, check.reasons) == (True, True, 0, ())


def test_two_suits_and_ranks() -> None:
    """A group that is neither set nor run is told with two of its cards (case 87)."""
    check = check_laydown("5H 6S 7H", wild=7)
    assert not check.legal
    assert check.melds[0].faults[0].cards == cards("6S 5H")
    assert reasons(check) == "5H 6S 7H is not a meld: 6S and 5H differ in suit and in rank"
    assert check.melds[0].reason == "6S and 5H differ in suit and in rank"


def test_order_in_a_group_is_free() -> None:
    """A wild written behind the king is the jack, for order says nothing (case 88)."""
    check = check_laydown("QS KS 3D", round_no=1)
    assert check.out
    assert check.melds[0].meld is not None
    assert check.melds[0].meld.places == ("JS", "QS", "KS")


def test_card_used_twice() -> None:
    """A card in two melds must be held twice (case 89)."""
    check = check_laydown("7H 8H 9H | 9H 9S 9C", hand="7H 8H 9H 9S 9C 2D", wild=3)
    assert [checked.meld is not None for checked in check.melds] == [True, True]
    assert (check.legal, check.out) == (False, False)
    assert "9H is used twice, but held once" in check.reasons


@pytest.mark.parametrize("rules", [ENCYCLOPEDIA, PRESETS["house"]], ids=str)
def test_only_wilds(rules: Rules) -> None:
    """Wilds alone are a meld only where the house says so (case 90)."""
    check = check_laydown("7H 7S 7C", wild=7, rules=rules)
    assert reasons(check).startswith("7H 7S 7C is not a meld: only wilds")
    for all_wild in ("yes", "own-rank"):
        assert check_laydown("7H 7S 7C", wild=7, rules=rules.with_options({"all_wild": all_wild})).out


def test_card_left_over() -> None:
    """With a card left over the melds stand, but it is no going out (case 91)."""
    check = check_laydown("4C 5C 6C", hand="4C 5C 6C 8D", round_no=2)
    assert (check.legal, check.out, check.points, check.best_points) == (True, False, 8, 8)
    assert check.reasons == ("the hand is not out: 8D is left over",)


def test_more_copies_than_decks() -> None:
    """Three copies of a card from two decks are an error of the input, with the places (case 92)."""
    with pytest.raises(ImpossibleHandError) as caught:
        check_laydown("7H 7H 7H", wild=3)
    assert [start for start, _ in caught.value.flaws[0].spans] == [0, 3, 6]


# -- going out --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "discard", "hand", "deal", "out", "why"),
    [
        pytest.param(SIX, "KD", None, {"hand_size": 6}, True, "", id="claim and discard"),
        pytest.param(SIX, "KD", None, {}, True, "", id="the cards kept tell the round"),
        pytest.param(SIX, None, None, {}, True, "", id="after the discard"),
        pytest.param(SIX, "KD", SIX + " KD", {"round_no": 4}, True, "", id="the discard in the hand"),
        pytest.param(SIX, "KD", SIX, {"round_no": 4}, True, "", id="the discard thrown before"),
        pytest.param(SIX, "KD", SIX + " KD", {"wild": 6}, True, "", id="no deal, the discard in the hand"),
        pytest.param(SIX, "KD", SIX, {"wild": 6}, True, "", id="no deal, the discard thrown before"),
        pytest.param(SIX, None, SIX + " KD", {"round_no": 4}, True, "", id="what is left is the discard"),
        pytest.param(SIX, None, SIX + " KD", {"wild": 6}, False, "KD is left over", id="no deal, no discard"),
        pytest.param(SIX, "KD", SIX + " QD", {"round_no": 4}, False, "KD is not in the hand", id="another discard"),
        pytest.param(
            SIX, "7C", SIX + " KD", {"round_no": 4}, False, "7C is used twice, but held once", id="one of a meld"
        ),
        pytest.param("7H 7S 7C", None, None, {"round_no": 4}, False, "3 of 6 cards are melded", id="not all melded"),
        pytest.param("7H 7S 7C", None, SIX, {"round_no": 4}, False, "9D 10D JD are left over", id="three left over"),
        pytest.param(SIX, None, None, {"hand_size": 5}, False, "one must be left to discard", id="69 no discard"),
    ],
)
def test_going_out(
    claim: str, discard: str | None, hand: str | None, deal: dict[str, Any], out: bool, why: str
) -> None:
    """Going out is: as many cards as are dealt melded, and nothing left but the discard."""
    check = check_laydown(claim, discard=discard, hand=hand and hand.replace("|", " "), **deal)
    assert (check.out, why in reasons(check)) == (out, True)
    assert not check.out or not check.reasons


def test_going_out_without_a_discard() -> None:
    """Where the house lets a hand go out without a discard, all cards may be melded (case 70)."""
    check = check_laydown(SIX, hand_size=5, rules=Rules(discard_to_go_out="optional"))
    assert (check.legal, check.out, check.discard) == (True, True, None)


def test_discard_is_chosen() -> None:
    """After the draw, of the cards left over the dearest is thrown, among equals not a wild, where none is named."""
    check = check_laydown("5C 6C 7C", hand="5C 6C 7C KD KS 9H 2D 3H", hand_size=7, wild="K")
    assert (str(check.discard), check.points) == ("KS", 24)
    check = check_laydown("5C 6C 7C", hand="5C 6C 7C KD QS 9H 2D 3H", hand_size=7, wild="K")
    assert (str(check.discard), check.points) == ("QS", 24)


def test_wrong_claim_costs() -> None:
    """A going out that is claimed and fails adds what the house asks, undoubled; one that holds adds nothing."""
    rules = Rules(wrong_out=20, double="jqk")
    check = check_laydown("4C 5C 6C", hand="4C 5C 6C 8D", out=True, hand_size=4, wild="J", rules=rules)
    assert (check.holds, check.penalty, check.points, check.score) == (False, 20, 8, 36)
    assert check.reasons[-1] == "the claim to go out fails: 20 points are added (wrong_out)"
    check = check_laydown("4C 5C 6C", discard="8D", out=True, hand_size=3, wild="J", rules=rules)
    assert (check.holds, check.penalty, check.score) == (True, 0, 0)
    assert check_laydown("4C 5C 6C", hand="4C 5C 6C 8D", hand_size=4, rules=rules).penalty == 0


def test_better_arrangement() -> None:
    """Where fewer points were possible, the arrangement that has them is told."""
    check = check_laydown("AD 2D 7C 4D 5D", hand="AD 2D 4D 5D KS KH 7C", round_no=5)
    assert (check.legal, check.points, check.best_points) == (True, 20, 12)
    assert check.reasons == ("the hand is not out: KS KH are left over", "fewer points were possible: 12, not 20")
    assert check.best.melds[0].cards == cards("KS KH 7C")


def test_better_discard() -> None:
    """The best is taken over all discards, whatever was thrown."""
    check = check_laydown("5H 6H 7H", discard="9H", hand="5H 6H 7H 8H 9H", round_no=2)
    assert (check.points, check.best_points) == (8, 0)


def test_sizes() -> None:
    """Melds alone may be fewer cards than the deal, not more; a hand has the size of the deal or one more."""
    assert check_laydown("5H 6H 7H", round_no=5).legal
    with pytest.raises(HandSizeError, match="8 cards, but round 4 deals 6"):
        check_laydown("7H 7S 7C | 9D 10D JD QD", discard="2C", round_no=4)
    with pytest.raises(HandSizeError, match="4 cards, but round 4 deals 6"):
        check_laydown("7H 7S 7C", hand="7H 7S 7C 2D", round_no=4)
    with pytest.raises(ImpossibleHandError, match="3 copies of 7H"):
        check_laydown("7H 7H 7S", hand="7H 7H 7H 2D", round_no=2)


def test_every_fault_of_every_meld() -> None:
    """All conditions that fail are told, group by group, with the cards."""
    rules = Rules(max_wilds=1, set_suits="distinct", max_set=3)
    check = check_laydown("9S 9S 9H 3D | 4C 5C 6C | 8H 8D", wild=3, rules=rules)
    assert [checked.reason for checked in check.melds] == [
        "9S twice: the naturals of a set must differ in suit (set_suits); "
        "4 cards in a set, but at most 3 are allowed (max_set)",
        None,
        "a meld has three cards or more",
    ]
    assert sorted(check.deadwood) == sorted(cards("9S 9S 9H 8H 3D 8D"))


# -- what the solver answers ------------------------------------------------------------------------------


def melds_of(text: str) -> str:
    """The melds of a printed answer, joined by bars."""
    return " | ".join(line for line in text.splitlines() if line.startswith(("set", "run")))


def test_solver_and_checker_agree() -> None:
    """What `solve` answers is legal as it is printed and as it is held, and could not be better."""
    rng = random.Random(313)
    checked = 0
    while checked < 500:
        rules, wild, decks = mixes.random_rules(rng), rng.randint(0, 13), rng.randint(1, 3)
        hand = mixes.random_hand(rng, rules, rng.randint(3, 11), decks, wild)
        answer = solve(hand, wild=wild, rules=rules, decks=decks)
        if not answer.melds:
            continue
        checked += 1
        for claim in (answer.melds, melds_of(as_text(answer))):
            check = check_laydown(claim, hand=hand, wild=wild, rules=rules, decks=decks)
            assert check.legal, (hand, wild, rules, check.reasons)
            assert (check.out, check.points, check.best_points) == (answer.out, answer.points, answer.points)
            assert [one.meld for one in check.melds] == list(answer.melds)


def test_checker_and_oracle_agree() -> None:
    """A group of cards is legal where the oracle says that it is a meld."""
    rng = random.Random(99)
    for _ in range(2000):
        rules, wild = mixes.random_rules(rng), rng.randint(0, 13)
        group = mixes.random_hand(rng, rules, rng.randint(2, 7), 3, wild)
        check = check_laydown([group], wild=wild, rules=rules, decks=3)
        assert check.legal == oracle.is_meld(group, wild, rules), (group, wild, rules)


def test_errors_are_diagnosed() -> None:
    """Whatever is wrong with the discard or the hand is an error about the input."""
    for wrong in ({"discard": "7x"}, {"hand": "7x"}, {"wild": "x"}, {"round_no": 40}):
        with pytest.raises(DiagnosedError):
            check_laydown("7H 7S 7C", **wrong)


def test_melds_without_a_bar_between_them() -> None:
    """A large group that is not a meld may have been meant as two, and the way to write these is told."""
    found = check_laydown("5h 6h 7h, ks kc kd", wild=3)
    assert found.reasons[0].endswith("; put | between melds")
    assert check_laydown("5h 6h 7h | ks kc kd", wild=3).legal
