"""A second solver, so plain that it is seen to be right: try every way to split the hand.

It shares nothing with the solver but the cards and the rule options. Whether a group is a meld is
found by trying every reading of it; the best split by taking the cards in turn, each left over or
in any meld. The wild rank is 1 to 13, or 0 where no rank is wild; jokers are wild always.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tt_solver.game.cards import Card
from tt_solver.game.rules import Rules

Arrangement = tuple[tuple[int, ...], ...]
"""The melds of one split: sorted tuples of card codes, in order."""

_SPANS = {"low": (1, 13), "high": (2, 14), "either": (1, 14)}


@dataclass(frozen=True, order=True)
class Best:
    """How good the best split of a hand is: the least by points, then leftover cards, then melds."""

    points: int
    leftover_cards: int
    melds: int


def value(card: Card, wild: int, rules: Rules) -> int:
    """What *card* costs when it is left over."""
    if card.is_joker:
        return rules.joker_points
    if card.rank == wild and rules.wild_points != "face":
        return rules.wild_points
    if card.rank == 1:
        if rules.ace_points != "auto":
            return rules.ace_points
        return 1 if rules.ace == "low" else 15
    if card.rank in (11, 12, 13):
        return card.rank if rules.face_points == "rank" else 10
    return card.rank


def is_meld(group: Sequence[Card], wild: int, rules: Rules) -> bool:
    """Whether some reading of *group* makes it a set or a run within the limits of the rules."""
    if len(group) < 3:
        return False
    plain = [card for card in group if not card.is_joker and card.rank != wild]
    if not plain:
        return _wilds_are_meld(group, rules)
    return _is_set(group, plain, rules) or _is_run(group, plain, wild, rules)


def _wilds_are_meld(group: Sequence[Card], rules: Rules) -> bool:
    """Whether *group*, all wilds, is a meld: freely under `yes`, as a set of the wild rank under `own-rank`."""
    if rules.all_wild == "yes":
        return True
    if rules.all_wild == "no" or not rules.wild_as_natural:
        return False
    jokers = sum(card.is_joker for card in group)
    return jokers < len(group) and _few_enough(jokers, rules) and _fits_set(len(group), rules)


def _is_set(group: Sequence[Card], plain: list[Card], rules: Rules) -> bool:
    """Whether the plain cards are of one rank; every wild is then a substitute, for no plain card has its rank."""
    if any(card.rank != plain[0].rank for card in plain):
        return False
    if rules.set_suits == "distinct" and len({card.suit for card in plain}) < len(plain):
        return False
    return _few_enough(len(group) - len(plain), rules) and _fits_set(len(group), rules)


def _is_run(group: Sequence[Card], plain: list[Card], wild: int, rules: Rules) -> bool:
    """Whether the plain cards are of one suit and some block of positions holds the whole group."""
    suit = plain[0].suit
    if len(group) > 13 or any(card.suit != suit for card in plain):
        return False
    may_stand = rules.wild_as_natural and any(card.rank == wild and card.suit == suit for card in group)
    ranks = [card.rank for card in plain]
    readings = [ranks, [*ranks, wild]] if may_stand else [ranks]
    return any(
        _few_enough(len(group) - len(naturals), rules) and len(set(naturals)) == len(naturals) and block >= {*naturals}
        for naturals in readings
        for block in _blocks(rules.ace, len(group))
    )


@cache
def _blocks(ace: str, size: int) -> tuple[frozenset[int], ...]:
    """The ranks in each block of *size* consecutive positions; position 14 is the ace above the king."""
    low, high = _SPANS[ace]
    starts = range(low, high - size + 2)
    return tuple(frozenset(1 if place == 14 else place for place in range(at, at + size)) for at in starts)


def _few_enough(substitutes: int, rules: Rules) -> bool:
    return rules.max_wilds == "any" or substitutes <= rules.max_wilds


def _fits_set(size: int, rules: Rules) -> bool:
    return (rules.max_set == "none" or size <= rules.max_set) and (rules.set_suits == "any" or size <= 4)


def best(cards: Sequence[Card], wild: int, rules: Rules) -> Best:
    """The least (points, leftover cards, melds) over all ways to split *cards*."""
    hand = sorted(cards)
    values = [value(card, wild, rules) for card in hand]
    melds = _melds_by_lowest(hand, wild, rules)
    known = {0: (0, 0, 0)}

    def least(rest: int) -> tuple[int, int, int]:
        """The least for the cards whose bits are set in *rest*: its lowest card is left over, or in a meld."""
        if rest in known:
            return known[rest]
        low = rest & -rest
        at = low.bit_length() - 1
        points, leftover, count = least(rest ^ low)
        answer = (points + values[at], leftover + 1, count)
        for meld in melds[at]:
            if meld & rest == meld:
                points, leftover, count = least(rest ^ meld)
                answer = min(answer, (points, leftover, count + 1))
        known[rest] = answer
        return answer

    return Best(*least((1 << len(hand)) - 1))


def _melds_by_lowest(hand: list[Card], wild: int, rules: Rules) -> list[list[int]]:
    """Every meld in *hand* as a bit mask, listed under the place of its lowest card."""
    answers: dict[tuple[Card, ...], bool] = {}  # groups that differ in the copy of a card only are judged once
    melds: list[list[int]] = [[] for _ in hand]
    for mask, group in enumerate(_subsets(hand)):
        if group not in answers:
            answers[group] = is_meld(group, wild, rules)
        if answers[group]:
            melds[(mask & -mask).bit_length() - 1].append(mask)
    return melds


def _subsets(hand: list[Card]) -> list[tuple[Card, ...]]:
    """Every subset of *hand*, at the place that is its bit mask."""
    subsets: list[tuple[Card, ...]] = [()]
    for card in hand:
        subsets += [(*subset, card) for subset in subsets]
    return subsets


def points_by_discard(cards: Sequence[Card], wild: int, rules: Rules) -> dict[Card, int]:
    """The fewest points that are left after each discard."""
    return {card: best(without(cards, [card]), wild, rules).points for card in set(cards)}


def best_after_discard(cards: Sequence[Card], wild: int, rules: Rules) -> tuple[int, frozenset[Card]]:
    """The fewest points over all discards, and the discards that reach them."""
    points = points_by_discard(cards, wild, rules)
    fewest = min(points.values())
    return fewest, frozenset(card for card in points if points[card] == fewest)


def all_optimal(cards: Sequence[Card], wild: int, rules: Rules) -> set[Arrangement]:
    """Every split that is as good as the best one, each once whatever its wilds stand for."""
    hand = sorted(cards)
    melds = _melds_by_lowest(hand, wild, rules)
    found: dict[Best, set[Arrangement]] = {}
    for split in _splits((1 << len(hand)) - 1, melds):
        groups = [tuple(card for at, card in enumerate(hand) if meld >> at & 1) for meld in split]
        left = without(hand, [card for group in groups for card in group])
        score = Best(sum(value(card, wild, rules) for card in left), len(left), len(groups))
        found.setdefault(score, set()).add(arrangement(groups))
    return found[min(found)]


def _splits(rest: int, melds: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """Every choice of disjoint melds among the cards whose bits are set in *rest*."""
    if not rest:
        yield ()
        return
    low = rest & -rest
    yield from _splits(rest ^ low, melds)
    for meld in melds[low.bit_length() - 1]:
        if meld & rest == meld:
            yield from ((meld, *others) for others in _splits(rest ^ meld, melds))


def arrangement(melds: Sequence[Sequence[Card]]) -> Arrangement:
    """The melds as card codes, in an order that does not depend on how they were given."""
    return tuple(sorted(tuple(sorted(card.code for card in meld)) for meld in melds))


def without(cards: Sequence[Card], taken: Sequence[Card]) -> tuple[Card, ...]:
    """*cards* in order with one copy less for each card in *taken*."""
    return tuple(sorted((Counter(cards) - Counter(taken)).elements()))


def fault(
    cards: Sequence[Card], wild: int, rules: Rules, *, melds: Sequence[Sequence[Card]], left: Sequence[Card]
) -> str | None:
    """What is wrong with the claim that *melds* and *left* are a best split of *cards*; None if nothing is."""
    if sorted(card for group in (*melds, left) for card in group) != sorted(cards):
        return "the melds and the deadwood are not the hand"
    for meld in melds:
        if not is_meld(meld, wild, rules):
            return f"{' '.join(map(str, meld))} is not a meld"
    claimed = Best(sum(value(card, wild, rules) for card in left), len(left), len(melds))
    truth = best(cards, wild, rules)
    return None if claimed == truth else f"claimed {claimed}, but there is {truth}"
