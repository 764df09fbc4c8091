"""One search for all discards and all draws after them: the costs that a search for each of them finds."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

import pytest

from tests import cases, mixes
from tests.engines import least_after_discard, needs_native
from tt_solver.engine.after_draw import PythonEngine
from tt_solver.engine.cost import is_out
from tt_solver.game.cards import CARDS, Card
from tt_solver.game.rules import PRESETS, Rules

DECKS = 3


def difference(cards: Sequence[Card], wild: int, rules: Rules) -> str | None:
    """How one search over all discards differs from a search for each of them; None if it does not."""
    codes = [card.code for card in cards]
    engine = PythonEngine(rules)
    apart = min(engine.cost(codes[:at] + codes[at + 1 :], wild) for at in range(len(codes)))
    (one,) = PythonEngine(rules).after_draws(codes[:-1], wild, codes[-1:])
    return None if one == apart else f"{one} in one search, {apart} apart: {cards} {wild} {rules.name} {rules.changed}"


@pytest.mark.parametrize("ace", ["low", "high", "either"])
@pytest.mark.parametrize("all_wild", ["yes", "own-rank", "no"])
@pytest.mark.parametrize("jokers", [0, 2])
def test_one_search_of_free_rules(ace: str, all_wild: str, jokers: int) -> None:
    """Without limits on wilds, one search finds what a search for each discard finds, on hands of rare shapes."""
    rng = random.Random(f"{ace} {all_wild} {jokers}")
    rules = Rules().with_options({"ace": ace, "all_wild": all_wild, "jokers": jokers})
    for wild, size in product((0, 1, 7, 13), range(2, 15)):
        for _ in range(4):
            cards = mixes.random_hand(rng, rules, size, rng.randint(1, DECKS), wild)
            assert not (found := difference(cards, wild, rules)), found


def test_one_search_of_any_rules() -> None:
    """Under any mix of options, limits and points of 0 included, one search finds what one for each discard finds."""
    rng = random.Random(313)
    for _ in range(2000):
        rules, wild, size = mixes.random_rules(rng), rng.randint(0, 13), rng.randint(2, 17)
        cards = mixes.random_hand(rng, rules, size, DECKS, wild)
        assert not (found := difference(cards, wild, rules)), found


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("7H 7S 7C 9D 10D JD", id="every-meld-of-three"),
        pytest.param("7H 7S 7C 5D", id="nothing-to-lose-but-the-stranger"),
        pytest.param("7S 8S 8H 8D 8C", id="one-natural-among-wilds"),
        pytest.param("8S 8H 8D 8C 8S", id="only-wilds"),
        pytest.param("KS 8H 8D", id="a-meld-of-all-cards"),
        pytest.param("2C 5D JH 8S", id="no-meld"),
        pytest.param("JK JK JK 2S", id="jokers-and-one-natural"),
        pytest.param("JK 8S", id="joker-or-wild"),
        pytest.param("6C AC KD 3C 9C QC 4C 5C 6C JC 10C KC KS 8C 7C 2C", id="a-run-too-long-for-its-wilds"),
    ],
)
def test_one_search_of_rare_shapes(text: str, preset: str) -> None:
    """Where nothing need be thrown, or only wilds can be, one search finds what one for each discard finds."""
    rules = PRESETS[preset].with_options({"jokers": 2})
    assert not (found := difference(cases.cards(text), 8, rules)), found


def test_neighbours_and_draws() -> None:
    """The neighbours of a hand hold what each draw after each discard leads to, one by one."""
    rng = random.Random(5)
    for number in range(40):
        rules, wild = mixes.random_rules(rng), rng.randint(0, 13)
        codes = [card.code for card in mixes.random_hand(rng, rules, rng.randint(2, 9), DECKS, wild)]
        drawable = rng.sample(range(len(CARDS)), 12)
        engine, bare_out = PythonEngine(rules), number % 2 == 0
        neighbours = engine.neighbours(codes, wild, drawable, bare_out=bare_out)
        assert list(neighbours) == list(engine.discards(codes, wild)) == sorted(set(codes))
        for code, costs in neighbours.items():
            at = codes.index(code)
            kept = codes[:at] + codes[at + 1 :]
            assert engine.discards(codes, wild)[code] == engine.cost(kept, wild)
            assert costs == engine.after_draws(kept, wild, drawable, bare_out=bare_out)
            for drawn, cost in zip(drawable, costs, strict=True):
                whole = engine.cost([*kept, drawn], wild)
                bare = bare_out and is_out(whole)
                assert cost == (whole if bare else least_after_discard(engine.rules, [*kept, drawn], wild))


def test_what_was_forgotten_is_learned_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that has to forget all the time gives the costs of one that remembers."""
    rng = random.Random(60)
    for number in range(60):
        rules, wild = mixes.random_rules(rng), rng.randint(0, 13)
        hands = [[card.code for card in mixes.random_hand(rng, rules, 8, DECKS, wild)] for _ in range(4)]
        drawable = rng.sample(range(len(CARDS)), 8)
        costs = []
        for limit in (60, 20_000):
            monkeypatch.setattr("tt_solver.engine.search.MEMO_LIMIT", limit)
            monkeypatch.setattr("tt_solver.engine.after_draw.MEMO_LIMIT", limit)
            engine = PythonEngine(rules)
            costs.append([(engine.neighbours(hand, wild, drawable), engine.plan(hand, wild)) for hand in hands])
        assert costs[0] == costs[1], f"rules {number}: {hands} {wild} {rules.name} {rules.changed}"


@needs_native
def test_both_engines_find_the_same_neighbours() -> None:
    """The native engine, which searches in another way, gives the same costs to the last meld."""
    from tt_solver.engine.native.search import Engine as NativeEngine

    rng = random.Random(7)
    for number in range(300):
        rules, wild = mixes.random_rules(rng), rng.randint(0, 13)
        codes = [card.code for card in mixes.random_hand(rng, rules, rng.randint(2, 14), DECKS, wild)]
        drawable = rng.sample(range(len(CARDS)), 12)
        python, native = PythonEngine(rules), NativeEngine(rules)
        for bare_out in (False, True):
            first, second = (e.neighbours(codes, wild, drawable, bare_out=bare_out) for e in (python, native))
            assert first == second, f"hand {number}: {codes} {wild} {rules.name} {rules.changed}"


@needs_native
@pytest.mark.parametrize("size", [14, 17, 19, 20])
def test_native_neighbours_of_large_hands(size: int) -> None:
    """All neighbours found together are what they are found to be one discard at a time, up to the largest hand."""
    from tt_solver.engine.native.search import Engine as NativeEngine

    rng = random.Random(size)
    for number in range(40):
        rules, wild = mixes.random_rules(rng), rng.randint(0, 13)
        codes = [card.code for card in mixes.random_hand(rng, rules, size, DECKS, wild)]
        drawable = rng.sample(range(len(CARDS)), 12)
        engine, bare_out = NativeEngine(rules), number % 2 == 0
        for code, costs in engine.neighbours(codes, wild, drawable, bare_out=bare_out).items():
            at = codes.index(code)
            kept = codes[:at] + codes[at + 1 :]
            expected = engine.after_draws(kept, wild, drawable, bare_out=bare_out)
            assert costs == expected, f"hand {number}: {codes} {wild} {rules.name} {rules.changed}"


@needs_native
def test_native_neighbours_of_many_copies() -> None:
    """With fifteen copies of a card, as many as can be counted, another can be drawn where one of them is thrown."""
    from tt_solver.engine.native.search import Engine as NativeEngine

    engine = NativeEngine(Rules())
    assert engine.neighbours([5] * 15, 0, [5]) == {5: engine.after_draws([5] * 14, 0, [5])}
    with pytest.raises(ValueError, match="copies"):
        engine.neighbours([5] * 15 + [7], 0, [5])
