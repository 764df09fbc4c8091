"""Every best arrangement of a hand, each once, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from typing import Any, NamedTuple

from tt_solver.engine.choice import engine_for
from tt_solver.engine.cost import MELD, Cost, packed
from tt_solver.errors import counted
from tt_solver.game.cards import CARDS, Card
from tt_solver.game.melds import Meld, judge
from tt_solver.game.rules import CLASSIC, Rules
from tt_solver.notation.hands import AnyHand, as_hand
from tt_solver.solver.answer import card_names, in_words, meld_dict
from tt_solver.solver.best import Arrangement, arrange, arrangement_of, without
from tt_solver.solver.situation import Situation


class AllOptimal(NamedTuple):
    """Every best arrangement of a hand, the one that `solve` gives first; *cut* if there are more."""

    arrangements: tuple[Arrangement, ...]
    cut: bool

    def __repr__(self) -> str:
        count = f"at least {len(self.arrangements)}" if self.cut else str(len(self.arrangements))
        return f"<AllOptimal {count} of {counted(self.arrangements[0].points, 'point')}>"

    def __str__(self) -> str:
        """The same words as the command prints."""
        return in_words(self)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object: that of the first arrangement, with all of them under `all`, and whether the list is cut."""
        every = [
            {"melds": [meld_dict(meld) for meld in one.melds], "deadwood": card_names(one.deadwood)}
            for one in self.arrangements
        ]
        return {**self.arrangements[0].to_dict(), "all": every, "all_cut": self.cut}


def solve_all(
    hand: AnyHand,
    *,
    round_no: int | None = None,
    hand_size: int | None = None,
    wild: int | str | None = None,
    rules: Rules = CLASSIC,
    decks: int | None = None,
    limit: int = 100,
) -> AllOptimal:
    """Return every arrangement of *hand* that is as good as the one `solve` gives, which comes first.

    As good means as few points, cards left over and melds. Arrangements with the same groups of cards
    count once, whatever their wilds stand for. After *limit* of them the list is cut. The arguments
    and errors are those of `solve`; of a hand after the draw, the arrangements without that discard.

    Raises:
        ValueError: *limit* is less than 1.
    """
    if limit < 1:
        raise ValueError(f"limit is {limit}, but it must be at least 1")
    situation = Situation.of(round_no=round_no, hand_size=hand_size, wild=wild, rules=rules, decks=decks)
    return solve_all_in(situation, hand, limit)


def solve_all_in(situation: Situation, hand: AnyHand, limit: int) -> AllOptimal:
    """As `solve_all`, in a situation that is made already."""
    held = as_hand(hand)
    best = arrange(held.cards, situation.holding(held))
    found = [best]
    for other in _optimal(best):
        if len(found) > limit:
            break
        if _grouping(other) != _grouping(best):
            found.append(other)
    return AllOptimal(tuple(found[:limit]), len(found) > limit)


def _grouping(arrangement: Arrangement) -> tuple[tuple[Card, ...], ...]:
    """The groups of cards of an arrangement, whatever the wilds stand for."""
    return tuple(sorted(tuple(sorted(meld.cards)) for meld in arrangement.melds))


def _optimal(best: Arrangement) -> Iterator[Arrangement]:
    """Every arrangement as good as *best*, in an order that does not depend on how the hand was typed."""
    kept = best.hand if best.discard is None else without(best.hand, best.discard)
    situation = best.situation
    ordered = tuple(sorted(kept, key=lambda card: (situation.is_wild(card), card)))
    cost = packed(best.points, len(best.deadwood), len(best.melds))
    for melds, left in _Optimal(situation.wild, situation.rules).search(ordered, cost, ()):
        yield arrangement_of(best.hand, melds, left, best.discard, situation)


Split = tuple[list[Meld], list[Card]]
LEFT_OVER = (len(CARDS),)
"""Stands for the choice to leave a card over, after all melds."""


class _Optimal:
    """Splits a hand card by card, and follows only what the engine proves to lead to the least cost."""

    def __init__(self, wild: int, rules: Rules) -> None:
        self.wild = wild
        self.rules = rules
        self.engine = engine_for(rules)
        self.costs: dict[tuple[Card, ...], Cost] = {}

    def search(self, cards: tuple[Card, ...], cost: int, floor: tuple[int, ...]) -> Iterator[Split]:
        """Every split of *cards*, naturals first, that costs *cost*.

        The first card goes to each meld it can be in, or is left over. A second copy of it may not make
        a choice before *floor*, the choice of the first, so that no split comes twice.
        """
        if not cards:
            yield [], []
            return
        for group in self._groups_with_first(cards):
            choice, rest = tuple(sorted(card.code for card in group)), _less(cards, group)
            # To ask the engine takes less time than to judge.
            if choice < floor or self._cost(rest) + MELD != cost:
                continue
            meld = judge(group, self.wild, self.rules)
            if isinstance(meld, Meld):
                for melds, left in self.search(rest, cost - MELD, choice if rest[:1] == cards[:1] else ()):
                    yield [meld, *melds], left
        lost = packed(self.rules.card_points(cards[0], self.wild), 1, 0)
        if self._cost(cards[1:]) + lost == cost:
            for melds, left in self.search(cards[1:], cost - lost, LEFT_OVER if cards[1:2] == cards[:1] else ()):
                yield melds, [cards[0], *left]

    def _cost(self, cards: tuple[Card, ...]) -> Cost:
        found = self.costs.get(cards)
        if found is None:
            found = self.costs[cards] = self.engine.cost([card.code for card in cards], self.wild)
        return found

    def _groups_with_first(self, cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        """Every group that could be a meld of the first of *cards*: of its rank, or of its suit, with any wilds."""
        first, others = cards[0], cards[1:]
        wilds = [card for card in others if self.rules.is_wild(card, self.wild)]
        naturals = others[: len(others) - len(wilds)]
        groups = chain(
            _choices([card for card in naturals if card.rank == first.rank]),
            (group for group in _choices(sorted({c for c in naturals if c.suit == first.suit} - {first})) if group),
        )
        for group, beside in product(groups, list(_choices(wilds))):
            if len(group) + len(beside) >= 2:
                yield first, *group, *beside


def _choices(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every choice of some of *cards*, which are sorted; copies are not told apart."""
    if not cards:
        yield ()
        return
    first = cards[0]
    copies = cards.count(first)
    for rest in _choices(cards[copies:]):
        for count in range(copies + 1):
            yield (*[first] * count, *rest)


def _less(cards: tuple[Card, ...], taken: Iterable[Card]) -> tuple[Card, ...]:
    """*cards* without those *taken*, in the same order."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)
