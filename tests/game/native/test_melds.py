"""The compiled judge against the judge, under each value of each rule option."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from tests import mixes
from tests.engines import needs_native
from tt_solver.game.cards import CARDS, Card
from tt_solver.game.melds import Meld, MeldKind, judge
from tt_solver.game.rules import OPTIONS, PRESETS, Rules, Value

Verdict = tuple[bool, list[str], list[str]] | None
"""Whether a meld is a run, its cards and what they stand for; None for what is not a meld."""


def values_of(option: str) -> Iterator[Value]:
    """Every word that the option may be, and a few of its numbers."""
    about = OPTIONS[option]
    yield from (True, False) if about.truth else about.words
    if about.low <= about.high:
        yield from sorted({about.low, *(n for n in (-50, 1, 2, 3, 4, 12, 13) if about.low <= n <= about.high)})


EVERY_VALUE = [(option, value) for option in OPTIONS for value in values_of(option)]


def verdict(group: Sequence[Card], wild: int, rules: Rules) -> Verdict:
    """What the judge in Python says of a group."""
    meld = judge(group, wild, rules)
    if not isinstance(meld, Meld):
        return None
    return meld.kind is MeldKind.RUN, list(map(str, meld.cards)), list(meld.places)


def assert_same(rng: random.Random, rules: Rules, groups: int) -> int:
    """Both judges agree on random groups under *rules*; how many of these are melds."""
    from tt_solver.game.native.melds import Judge

    compiled, melds = Judge(rules), 0
    for number in range(groups):
        wild = rng.randint(0, 13)
        size = rng.randint(1, 8) if number % 10 else rng.randint(9, 16)
        group = mixes.random_hand(rng, rules, size, 3, wild)
        expected = verdict(group, wild, rules)
        melds += expected is not None
        found = compiled.judge([card.code for card in group], wild)
        assert found == expected, (" ".join(map(str, group)), wild, rules)
    return melds


@needs_native
@pytest.mark.parametrize(("option", "value"), EVERY_VALUE, ids=lambda part: str(part))
def test_same_verdict_under_every_option(option: str, value: Value) -> None:
    """Whatever an option is set to, on any preset, both judges see the same melds in the same groups."""
    rng = random.Random(f"{option}={value}")
    bases = [PRESETS["classic"], PRESETS["encyclopedia"], Rules(jokers=2, max_wilds=2, all_wild="own-rank")]
    assert sum(assert_same(rng, base.with_options({option: value}), 150) for base in bases) > 0


@needs_native
@pytest.mark.parametrize("seed", range(20))
def test_same_verdict_under_random_rules(seed: int) -> None:
    """Both judges agree under any mix of options, also on groups that no engine proposes."""
    rng = random.Random(seed)
    for _ in range(10):
        assert_same(rng, mixes.random_rules(rng), 60)


@needs_native
@pytest.mark.parametrize(("option", "value"), EVERY_VALUE, ids=lambda part: str(part))
def test_same_points_and_order(option: str, value: Value) -> None:
    """Whatever an option is set to, every card costs the same, and is discarded in the same order."""
    from tt_solver.game.native.melds import Judge

    rules = Rules(jokers=2).with_options({option: value})
    compiled = Judge(rules)
    for wild in range(14):
        assert compiled.multiplier(wild) == rules.multiplier(wild)
        ordered = sorted(CARDS, key=lambda card: rules.discard_order(card, wild))
        for card, after in zip(ordered, [*ordered[1:], ordered[0]], strict=True):
            assert compiled.card_points(card.code, wild) == rules.card_points(card, wild)
            assert compiled.is_discarded_before(card.code, after.code, wild) == (after != ordered[0])


@needs_native
@pytest.mark.parametrize("codes", [[53], [-1], [0] * 21])
def test_what_is_not_judged(codes: list[int]) -> None:
    """Codes that are not cards, and more cards than a hand has, are refused."""
    from tt_solver.game.native.melds import Judge

    with pytest.raises(ValueError, match="at most 20 cards"):
        Judge(Rules()).judge(codes, 3)
