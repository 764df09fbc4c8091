"""The two engines give the same plans and the same costs."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence

import pytest

from tests.engines import SIZES, difference, least_after_discard, native, needs_native, position_at, without
from tt_solver.engine.after_draw import PythonEngine
from tt_solver.engine.cost import packed
from tt_solver.game.calendar import MAX_CARDS
from tt_solver.game.cards import CARDS
from tt_solver.game.rules import CLASSIC, MAX_DECKS, MAX_POINTS, PRESETS, Rules


def assert_same(seed: int, count: int, sizes: Sequence[int] = SIZES, decks: int | None = None) -> None:
    """The engines agree on that many hands of a seed."""
    for number in range(count):
        found = difference(position_at(seed, number, sizes, decks))
        assert found is None, f"seed {seed}, hand {number}\n{found}"


# -- the same plans -------------------------------------------------------------------------------------


@needs_native
def test_same_plans_under_all_rules(seed: int) -> None:
    """Both engines lay out the same melds, whatever the rules and the hand."""
    assert_same(seed, 3000)


@needs_native
@pytest.mark.parametrize("size", [15, 16, 20])
def test_same_plans_for_large_hands(seed: int, size: int) -> None:
    """Both engines agree on hands larger than the game deals, up to the largest they take."""
    assert_same(seed, 200, (size,))


@needs_native
def test_same_plans_from_many_decks(seed: int) -> None:
    """Both engines agree where a rank may have more copies than a suit's nibble could count in all."""
    assert_same(seed, 400, (5, 9, 13, 16, 20), MAX_DECKS)


@needs_native
@pytest.mark.parametrize("preset", PRESETS)
def test_same_plans_by_preset(preset: str) -> None:
    """Both engines agree on ordinary deals of every round of a preset."""
    rng = random.Random(preset)
    for number in range(300):
        size = rng.randint(3, 14)
        wild = rng.choice((size if size <= 13 else 1, rng.randint(0, 13)))
        codes = tuple(card.code for card in rng.sample(CARDS[:52] * 2, size))
        assert difference((PRESETS[preset], codes, wild)) is None, number


@needs_native
@pytest.mark.parametrize("options", [{}, {"max_wilds": 1}, {"max_set": 4}, {"all_wild": "own-rank"}], ids=str)
def test_same_plans_at_the_most_points(options: dict[str, object]) -> None:
    """No cost is too large for the numbers of the native engine: 20 cards of 999 points each are counted right."""
    most = dict.fromkeys(("ace_points", "wild_points", "joker_points"), MAX_POINTS)
    rules = CLASSIC.with_options({**most, **options})
    rng = random.Random(str(options))
    for number in range(100):
        dear = [52, *(code for code in range(52) if code % 13 in (0, number % 13))]
        codes, wild = rng.sample(dear * MAX_DECKS, MAX_CARDS), number % 13 + 1
        assert native(rules).plan(codes, wild) == PythonEngine(rules).plan(codes, wild), codes
    alone = (0, 13, 26, 39) * 5
    distinct = rules.with_options({"max_wilds": 0, "all_wild": "no"})
    assert native(distinct).cost(alone, 1) == PythonEngine(distinct).cost(alone, 1) == packed(20 * MAX_POINTS, 20, 0)


@needs_native
def test_order_of_cards_does_not_matter() -> None:
    """The native engine gives the same plan however the hand was typed."""
    rng = random.Random(13)
    engine = native(PRESETS["encyclopedia"])
    for _ in range(200):
        codes = rng.sample([*range(52)] * 2, 13)
        assert engine.plan(codes, 13) == engine.plan(sorted(codes), 13)


# -- many hands with one call ---------------------------------------------------------------------------


@needs_native
@pytest.mark.parametrize("rules", [CLASSIC, Rules(max_wilds=1)], ids=["free", "capped"])
def test_what_was_forgotten_is_learned_again(rules: Rules) -> None:
    """An engine that has seen far more suits than it can remember gives the plans of a new one."""
    rules = rules
    rng = random.Random(313)
    hands = [(*rng.choices([code for code in range(52) if code % 13 != 4], k=14), *[4] * 6) for _ in range(600)]
    old = native(rules)
    plans = [old.plan(hand, 5) for hand in hands]
    assert plans == [old.plan(hand, 5) for hand in hands]
    assert plans[:100] == [native(rules).plan(hand, 5) for hand in hands[:100]]
    assert plans[:20] == [PythonEngine(rules).plan(hand, 5) for hand in hands[:20]]


@needs_native
def test_costs_of_many_hands() -> None:
    """Hands in bulk cost what they cost one by one, also when more is learned about suits than is kept."""
    from tt_solver.engine.native.search import Engine as NativeEngine

    rng = random.Random(11)
    hands = [bytes(rng.sample([*range(52)] * 2, 13)) for _ in range(60_000)]
    engine = NativeEngine(CLASSIC)
    costs = engine.costs(b"".join(hands), 13, 13)
    assert (type(costs), len(costs)) == (array, len(hands))
    fresh = PythonEngine(CLASSIC)
    for number in (*range(300), *range(59_700, 60_000)):
        assert costs[number] == fresh.cost(hands[number], 13)
    assert len(engine.costs(b"", 13, 13)) == 0


@needs_native
def test_neighbours_are_what_each_discard_and_draw_leaves(seed: int) -> None:
    """All hands that are a discard, a draw and a discard away cost what the Python engine finds one by one."""
    from tt_solver.engine.native.search import Engine as NativeEngine

    for number in range(60):
        rules, codes, wild = position_at(seed, number, (1, 2, 3, 4, 5, 6, 8))
        rules = rules
        engine = NativeEngine(rules)
        drawable = random.Random(number).sample(range(53), 8)
        kept = {code: without(codes, code) for code in codes}
        expected = {
            code: [least_after_discard(rules, (*rest, drawn), wild) for drawn in drawable]
            for code, rest in kept.items()
        }
        where = f"seed {seed}, hand {number}"
        assert engine.neighbours(codes, wild, drawable) == expected, where
        assert engine.after_draws(kept[codes[0]], wild, drawable) == expected[codes[0]], where
        assert engine.discards(codes, wild) == {c: PythonEngine(rules).cost(rest, wild) for c, rest in kept.items()}, (
            where
        )


@needs_native
def test_bare_out_needs_no_discard() -> None:
    """Where a hand that melds whole may stay as it is, a draw that completes three of a kind goes out."""
    from tt_solver.engine.native.search import Engine as NativeEngine

    engine = NativeEngine(CLASSIC)
    sevens, drawn = (6, 19), (32, 9)
    assert [cost >> 12 for cost in engine.after_draws(sevens, 0, drawn)] == [14, 14]
    assert [cost >> 12 for cost in engine.after_draws(sevens, 0, drawn, bare_out=True)] == [0, 14]


# -- what the native engine refuses ---------------------------------------------------------------------


@needs_native
@pytest.mark.parametrize(
    ("codes", "wild"),
    [((0,) * 21, 0), ((0,) * 16, 0), ((53,), 0), ((-1,), 0), ((256,), 0), ((0,), 14), ((0,), -1)],
)
def test_refused_hand(codes: tuple[int, ...], wild: int) -> None:
    """A hand that does not fit the native engine is refused, never searched wrongly."""
    engine = native(CLASSIC)
    with pytest.raises(ValueError, match=r"cards|copies|is no"):
        engine.plan(codes, wild)
    assert engine.plan((52,) * MAX_CARDS, 0) == PythonEngine(CLASSIC).plan((52,) * MAX_CARDS, 0)


@needs_native
@pytest.mark.parametrize(("hands", "size"), [(b"123", 2), (b"1", 0), (bytes(21), 21), (bytes((0, 53)), 1), (b"1", -1)])
def test_refused_bulk(hands: bytes, size: int) -> None:
    """Bytes that are not hands of that size are refused."""
    from tt_solver.engine.native.search import Engine as NativeEngine

    with pytest.raises(ValueError, match=r"cards|not a hand"):
        NativeEngine(CLASSIC).costs(hands, size, 0)


@needs_native
def test_refused_points() -> None:
    """Points that the costs of the native engine have no room for are refused."""
    rules = Rules(ace="high")
    object.__setattr__(rules, "joker_points", MAX_POINTS + 1)  # which `Rules` itself refuses
    with pytest.raises(ValueError, match="1000 points"):
        native(rules)


@needs_native
def test_limits_are_those_of_the_game() -> None:
    """The native engine counts as many cards and points as a hand may have, and more copies than there are decks."""
    from tt_solver.engine.native.search import LIMITS

    assert (LIMITS["cards"], LIMITS["points"]) == (MAX_CARDS, MAX_POINTS)
    assert LIMITS["copies"] >= MAX_DECKS
