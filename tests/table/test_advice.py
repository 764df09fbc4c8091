"""Advice on discards and draws: the worked cases, brute force from the oracle, and what must hold of any advice."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import cases, oracle
from tests.advice_oracle import Situation, fault, random_situation
from tests.cases import DISCARD_CASES, DiscardCase
from tt_solver import DiagnosedError, HandSizeError, ImpossibleHandError, NotationError
from tt_solver.game.cards import CARDS, Card, Suit
from tt_solver.game.rules import PRESETS, Rules
from tt_solver.output.diagnosis import diagnosis
from tt_solver.solver.best import solve
from tt_solver.table.advice import DiscardAdvice, DrawAdvice, best_discards, draw_odds

thorough = settings(deadline=None, max_examples=60)


# -- worked cases ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", DISCARD_CASES, ids=str)
def test_worked_discard(case: DiscardCase) -> None:
    """Each discard leaves the points that were worked out by hand, and those that go out are told (cases 68 to 76)."""
    hand = cases.cards(case.hand)
    advice = best_discards(hand, hand_size=len(hand) - 1, wild=case.wild, rules=case.table.rules)
    assert {str(choice.card): choice.points for choice in advice.discards} == case.points
    assert {choice.card for choice in advice.discards if choice.out} == case.out_with
    if case.bare_out:
        assert (advice.best, advice.recommended) == ((), None)
        return
    fewest = min(case.points.values())
    assert {str(card) for card in advice.best} == {name for name, points in case.points.items() if points == fewest}
    assert advice.best[0] == solve(hand, hand_size=len(hand) - 1, wild=case.wild, rules=case.table.rules).discard
    if case.out_with:
        assert advice.recommended in case.out_with


@pytest.mark.parametrize(
    ("hand", "upcard", "seen", "decks", "unseen", "out", "expected", "points"),
    [
        pytest.param("7H 8H KS", "2D", "", 1, 48, "1/8", "229/12", 17, id="77"),
        pytest.param("7H 8H KS", "2D", "", 2, 100, "3/25", "1919/100", 17, id="78"),
        pytest.param("7H 8H KS", "9H", "", 1, 48, "5/48", "311/16", 0, id="79"),
        pytest.param("KS KD 5C", "2H", "8H 9S", 2, 98, "1/7", "906/49", 17, id="80"),
    ],
)
def test_worked_draw(
    hand: str, upcard: str, seen: str, decks: int, unseen: int, out: str, expected: str, points: int
) -> None:
    """Expectations and chances of a draw are the exact fractions that were worked out by hand (cases 77 to 80)."""
    advice = draw_odds(hand, upcard, round_no=1, decks=decks, seen=cases.cards(seen))
    assert (advice.unseen, advice.take.points) == (unseen, points)
    assert (advice.stock.out, advice.stock.expected) == (Fraction(out), Fraction(expected))
    assert advice.take.out == (points == 0)
    assert (advice.fewest_points, advice.go_out) == ("upcard", "upcard" if points == 0 else "stock")
    assert advice.difference == Fraction(expected) - points


def test_worked_outs() -> None:
    """The outs are listed with their copies (cases 77 and 80), and the discards that the upcard leaves to make."""
    one = draw_odds("7H 8H KS", "2D", round_no=1, decks=1)
    assert [str(out.card) for out in one.stock.outs] == ["3S", "3H", "6H", "9H", "3D", "3C"]
    assert {out.copies for out in one.stock.outs} == {1}
    assert [str(card) for card in one.take.discards] == ["KS"]
    two = draw_odds("KS KD 5C", "2H", round_no=1, seen="8H 9S")
    kings = {str(out.card): out.copies for out in two.stock.outs if out.card.rank == 13}
    assert kings == {"KS": 1, "KH": 2, "KD": 1, "KC": 2}
    assert sum(out.copies for out in two.stock.outs) == 14


def test_the_two_answers_may_differ() -> None:
    """Before the last turn a wild is kept and chances count, though other discards leave fewer points (case 74)."""
    hand, rules = "3S 3H 5C 9D", PRESETS["encyclopedia"]
    advice = best_discards(hand, round_no=1, rules=rules)
    assert [str(card) for card in advice.best] == ["3S", "3H"]
    assert str(advice.recommended) == "5C"
    assert best_discards(hand, round_no=1, rules=rules, last_turn=True).recommended == advice.best[0]


def test_a_wild_is_thrown_only_if_it_must_be() -> None:
    """A wild goes when there are only wilds, or when throwing it is the only way out."""
    only_wilds = best_discards("3S 3H 3D 3C", round_no=1, rules=PRESETS["encyclopedia"])
    assert str(only_wilds.recommended) == "3S"
    way_out = best_discards("KS KH KD 3C", round_no=1, rules=Rules(max_wilds=0))
    assert [str(choice.card) for choice in way_out.discards if choice.out] == ["3C"]
    assert str(way_out.recommended) == "3C"


# -- brute force ----------------------------------------------------------------------------------------


def test_advice_is_that_of_brute_force() -> None:
    """In 250 situations of every option mix, all numbers and choices are those that trying everything gives."""
    for number in range(250):
        situation = random_situation(random.Random(number))
        assert not (found := fault(situation)), f"{found}\n{situation}"


def test_deal_is_found_from_the_size_of_the_hand() -> None:
    """A hand after the draw has one card more than dealt, a hand before it as many; the wild rank alone fits any."""
    assert best_discards(CARDS[:4]).deal == (1, 3, 3)
    assert draw_odds(CARDS[:4], CARDS[40]).deal == (2, 4, 4)
    assert best_discards(CARDS[:14]).deal == (11, 13, 13)
    assert best_discards(CARDS[:2], wild="none").deal == (None, None, 0)
    assert draw_odds(CARDS[:1], CARDS[40], wild="J").deal == (None, None, 11)
    assert best_discards(CARDS[:8], hand_size=7, wild="9").deal == (5, 7, 9)


def test_unseen_cards() -> None:
    """Unseen is all that the decks hold, jokers too, less what is known."""
    rules = Rules(jokers=2)
    advice = best_discards("7H 8H KS 2D", round_no=1, rules=rules, decks=2, seen="JK 9C")
    assert advice.unseen == 108 - 6
    odds = draw_odds("7H 8H KS", "JK", round_no=1, rules=rules, decks=1)
    assert odds.unseen == 54 - 4
    assert odds.stock.outs[-1] == (CARDS[52], 1)


def test_the_card_taken() -> None:
    """Where it may not be returned the card taken is no discard, unless a copy beside it is thrown in its place."""
    rules = Rules(return_taken_card=False)
    names = [str(choice.card) for choice in best_discards("7H 8H KS 2D", rules=rules, taken="KS").discards]
    assert sorted(names) == ["2D", "7H", "8H"]
    twice = best_discards("7H 8H KS KS", rules=rules, taken="KS")
    assert "KS" in [str(choice.card) for choice in twice.discards]
    assert len(best_discards("7H 8H KS 2D", taken="KS").discards) == 4
    assert draw_odds("7H 8H 2D", "KS", rules=rules).take == (19, False, cases.cards("8H"))
    assert draw_odds("7H 8H 2D", "KS").take == (17, False, cases.cards("KS"))


# -- what holds of any advice ---------------------------------------------------------------------------


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """A hand of 2 to 14 cards after the draw, with most of the shoe unseen."""
    rng = random.Random(draw(st.integers(0, 10**6)))
    situation = random_situation(rng, sizes=range(2, 15))
    return situation._replace(seen=situation.seen[: draw(st.integers(0, 40))])


def discard_advice(situation: Situation) -> DiscardAdvice:
    hand, seen, wild, rules, decks = situation
    return best_discards(hand, wild=wild, rules=rules, decks=decks, seen=seen, taken=situation.upcard)


def draw_advice(situation: Situation) -> DrawAdvice:
    _, seen, wild, rules, decks = situation
    return draw_odds(situation.before, situation.upcard, wild=wild, rules=rules, decks=decks, seen=seen)


@thorough
@given(situations())
def test_a_discard_is_as_good_as_the_draw_after_it(situation: Situation) -> None:
    """The chance and expectation of a discard are those of the stock where that card lies on the pile."""
    for choice in discard_advice(situation).discards:
        kept = oracle.without(situation.hand, [choice.card])
        after = draw_advice(situation._replace(hand=(*kept, choice.card)))
        assert (after.stock.out, after.stock.expected) == (choice.next_out, choice.next_expected)


@thorough
@given(situations())
def test_chances_add_up(situation: Situation) -> None:
    """The chance to go out is the share of the outs; a draw never adds points; going out now leaves nothing to gain."""
    advice = draw_advice(situation)
    assert advice.unseen == situation.unseen.total()
    assert advice.stock.out * advice.unseen == sum(out.copies for out in advice.stock.outs)
    now = oracle_points(situation.before, situation)
    assert advice.stock.expected is not None
    assert 0 <= advice.stock.expected <= now * (1 - advice.stock.out)
    for choice in discard_advice(situation).discards:
        assert choice.next_expected is not None
        assert choice.next_out is not None
        assert choice.next_expected <= choice.points * (1 - choice.next_out)
        if choice.out:
            assert (choice.points, choice.next_out, choice.next_expected) == (0, Fraction(1), Fraction(0))


def oracle_points(cards: Sequence[Card], situation: Situation) -> int:
    return solve(cards, wild=situation.wild, rules=situation.rules, decks=situation.decks).points


@thorough
@given(situations())
def test_last_turn_throws_what_solve_throws(situation: Situation) -> None:
    """On the last turn the discard, and the going out without one, are those of `solve`."""
    hand, seen, wild, rules, decks = situation
    rules = rules.with_options({"return_taken_card": True})
    wild = wild or 13
    size = len(hand) - 1
    advice = best_discards(hand, hand_size=size, wild=wild, rules=rules, decks=decks, seen=seen, last_turn=True)
    answer = solve(hand, hand_size=size, wild=wild, rules=rules, decks=decks)
    assert advice.recommended == answer.discard
    assert answer.discard is None or advice.choice(answer.discard).points == answer.points


@thorough
@given(situations(), st.sampled_from(list(permutations(Suit))))
def test_names_of_the_suits_do_not_matter(situation: Situation, suits: tuple[Suit, ...]) -> None:
    """Renaming the suits of all known cards renames the cards of the advice and changes no number."""

    def renamed(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(card if card.suit is None else Card.of(card.rank, suits[card.suit]) for card in cards)

    other = situation._replace(hand=renamed(situation.hand), seen=renamed(situation.seen))
    first, second = discard_advice(situation), discard_advice(other)
    named = {renamed([choice.card])[0]: choice[1:] for choice in first.discards}
    assert named == {choice.card: choice[1:] for choice in second.discards}
    assert set(renamed(first.best)) == set(second.best)
    before, after = draw_advice(situation), draw_advice(other)
    assert (before.take[:2], before.stock[:2]) == (after.take[:2], after.stock[:2])
    assert {(*renamed([out.card]), out.copies) for out in before.stock.outs} == set(after.stock.outs)


@thorough
@given(situations(), st.randoms())
def test_order_of_the_cards_does_not_matter(situation: Situation, rng: random.Random) -> None:
    """The same cards typed in another order get the same advice."""
    hand, seen, wild, rules, decks = situation
    shuffled = rng.sample(hand, len(hand))
    first, second = (best_discards(h, wild=wild, rules=rules, decks=decks, seen=seen) for h in (hand, shuffled))
    assert {**first.to_dict(), "hand": ()} == {**second.to_dict(), "hand": ()}


@thorough
@given(situations(), st.randoms())
def test_knowing_a_card_that_cannot_help(situation: Situation, rng: random.Random) -> None:
    """A card that is no out, once seen, is one card fewer to draw: outs and points stay as they are."""
    advice = draw_advice(situation)
    useless = sorted(set(situation.unseen) - {out.card for out in advice.stock.outs})
    if not useless or advice.unseen == 1:
        return
    known = draw_advice(situation._replace(seen=(*situation.seen, rng.choice(useless))))
    assert (known.take, known.stock.outs, known.unseen) == (advice.take, advice.stock.outs, advice.unseen - 1)
    assert known.stock.out * known.unseen == advice.stock.out * advice.unseen


# -- errors ---------------------------------------------------------------------------------------------


def test_impossible_knowledge() -> None:
    """Cards that the decks cannot hold are named with their places in all that is known."""
    with pytest.raises(ImpossibleHandError) as caught:
        best_discards("2d 7h 8h ks", round_no=1, seen="2d 9c 2d")
    assert diagnosis(caught.value).splitlines()[:3] == [
        "error: 3 copies of 2D, but 2 decks have 2",
        "  2d 7h 8h ks, seen 2d 9c 2d",
        "  ^^                ^^    ^^",
    ]
    with pytest.raises(ImpossibleHandError) as caught:
        draw_odds(cases.cards("2D 7H 8H"), cases.cards("2D")[0], decks=1, seen=cases.cards("7H"))
    assert diagnosis(caught.value).splitlines()[:4] == [
        "error: 2 copies of 2D, but 1 deck has 1",
        "error: 2 copies of 7H, but 1 deck has 1",
        "  2D 7H 8H, upcard 2D, seen 7H",
        "  ^^ ^^            ^^       ^^",
    ]


BARE = "7h 8h ks 2d"
ALL_BUT_BARE = tuple(card for card in CARDS[:52] if str(card) not in BARE.upper().split())
ALL_BUT_RUN = tuple(card for card in CARDS[:52] if str(card) not in ("7H", "8H", "9H", "2D"))


def test_last_turn_needs_no_stock() -> None:
    """With every card seen, the last turn is advised on all the same: no card will be drawn."""
    advice = best_discards(BARE, decks=1, seen=ALL_BUT_BARE, last_turn=True)
    assert (str(advice.recommended), advice.unseen) == ("KS", 0)
    assert {(choice.next_out, choice.next_expected) for choice in advice.discards} == {(None, None)}
    assert advice.to_dict()["discards"][0]["next_expected_float"] is None


def test_going_out_needs_no_stock() -> None:
    """With every card seen, a discard that goes out is advised."""
    advice = best_discards("7h 8h 9h 2d", decks=1, seen=ALL_BUT_RUN)
    assert (str(advice.recommended), advice.choice(CARDS[27]).out) == ("2D", True)


def test_the_upcard_needs_no_stock() -> None:
    """With every card seen, there is only the upcard to take, and what it leads to is told."""
    odds = draw_odds("7h 8h ks", "2d", decks=1, seen=ALL_BUT_BARE)
    assert (odds.take.points, odds.unseen, odds.stock.expected, odds.stock.out) == (17, 0, None, Fraction(0))
    assert (odds.fewest_points, odds.go_out, odds.difference) == ("upcard", "upcard", Fraction(0))
    assert odds.to_dict()["stock"]["expected"] is None


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (HandSizeError, "3 cards, but a hand has 4 cards after the draw", {"hand": "7h 8h ks", "round_no": 1}),
        (HandSizeError, "5 cards, but a hand has 4 cards after the draw", {"hand": "7h 8h ks 2d 3d", "round_no": 1}),
        (HandSizeError, "3 cards, but a hand has 4 to 14 cards after the draw", {"hand": "7h 8h ks"}),
        (HandSizeError, "1 card, but a hand has 2 to 20 cards after the draw", {"hand": "7h", "wild": 3}),
        (HandSizeError, "21 cards, but a hand has 2 to 20 cards after the draw", {"hand": CARDS[:21], "wild": 3}),
        (ImpossibleHandError, "jokers are off", {"hand": "7h 8h ks 2d", "seen": "jk"}),
        (ImpossibleHandError, "9C is not in the hand", {"hand": "7h 8h ks 2d", "taken": "9c"}),
        (ImpossibleHandError, "no card is left to draw", {"hand": BARE, "seen": ALL_BUT_BARE, "decks": 1}),
        (NotationError, "2 cards instead of one", {"hand": "7h 8h ks 2d", "taken": "7h 8h"}),
        (NotationError, "'2x' is not a card", {"hand": "7h 8h ks 2d", "seen": "2x"}),
    ],
)
def test_errors_of_discards(error: type[DiagnosedError], message: str, arguments: dict[str, object]) -> None:
    """What cannot be answered is refused with its reason."""
    with pytest.raises(error) as caught:
        best_discards(**arguments)  # type: ignore[arg-type]
    assert caught.value.message.startswith(message)


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (HandSizeError, "4 cards, but a hand has 3 cards before the draw", {"hand": "7h 8h ks 3d", "round_no": 1}),
        (HandSizeError, "2 cards, but a hand has 3 to 13 cards before the draw", {"hand": "7h 8h"}),
        (HandSizeError, "20 cards, but a hand has 1 to 19 cards before the draw", {"hand": CARDS[:20], "wild": 3}),
        (NotationError, "2 cards instead of one", {"hand": "7h 8h ks", "upcard": "7h 8h"}),
    ],
)
def test_errors_of_draws(error: type[DiagnosedError], message: str, arguments: dict[str, object]) -> None:
    """What cannot be answered is refused with its reason."""
    with pytest.raises(error) as caught:
        draw_odds(**{"upcard": "2d", **arguments})  # type: ignore[arg-type]
    assert caught.value.message.startswith(message)
