"""The wilds of a plan by name: which wild of the hand stands in which meld, and which are left over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tt_solver.engine.search import Group, Plan
from tt_solver.game.cards import CARDS, Card, Suit
from tt_solver.game.melds import Meld, judge
from tt_solver.game.rules import Rules


class _Wilds:
    """The wilds of a hand, handed out to the melds of its plan in card order."""

    def __init__(self, cards: Iterable[Card], plan: Plan, wild: int, rules: Rules) -> None:
        wilds = sorted(card for card in cards if rules.is_wild(card, wild))
        self.ranked = [card for card in wilds if not card.is_joker]
        self.jokers = [card for card in wilds if card.is_joker]
        self.wild = wild
        self.rules = rules
        for group in plan.groups:
            for code in group.naturals:
                if CARDS[code].rank == wild:
                    self.ranked.remove(CARDS[code])
        apart = [*plan.wild_groups, plan.left_wilds]
        self.ranked_inside = len(self.ranked) - sum(group.ranked for group in apart)

    def own_place(self, group: Group) -> list[Card]:
        """The wild that could stand in its own place in the run *group*, if there is one."""
        suit = CARDS[group.naturals[0]].suit
        mine = next((card for card in self.ranked if card.suit == suit), None)
        if mine is None or not group.substitutes or not self.ranked_inside:
            return []
        naturals = [CARDS[code] for code in group.naturals]
        fillers = [card for card in [*self.ranked, *self.jokers] if card != mine][: group.substitutes - 1]
        meld = judge([*naturals, mine, *fillers], self.wild, self.rules)
        if isinstance(meld, Meld) and (mine, mine) in zip(meld.cards, meld.stands_for, strict=True):
            self.ranked.remove(mine)
            self.ranked_inside -= 1
            return [mine]
        return []

    def take(self, count: int, but_suit: Suit | None) -> list[Card]:
        """*count* substitutes: cards of the wild rank first, those of *but_suit* last; then jokers."""
        ranked = min(count, self.ranked_inside)
        chosen = sorted(self.ranked, key=lambda card: card.suit == but_suit)[:ranked]
        for card in chosen:
            self.ranked.remove(card)
        self.ranked_inside -= ranked
        return chosen + self._pop(self.jokers, count - ranked)

    def apart(self, ranked: int, jokers: int) -> list[Card]:
        """Wilds outside the melds of naturals."""
        return self._pop(self.ranked, ranked) + self._pop(self.jokers, jokers)

    @staticmethod
    def _pop(cards: list[Card], count: int) -> list[Card]:
        taken = cards[:count]
        del cards[:count]
        return taken


def _is_run(group: Group) -> bool:
    codes = group.naturals
    return len(codes) > 1 and codes[0] % 13 != codes[1] % 13


def _display_order(group: Group) -> tuple[bool, int, tuple[int, ...]]:
    is_run = _is_run(group)
    return is_run, 0 if is_run else group.naturals[0] % 13, group.naturals


def name_wilds(plan: Plan, cards: Iterable[Card], wild: int, rules: Rules) -> tuple[list[Meld], list[Card]]:
    """The melds of *plan*, and the wilds left over, with each wild of *cards* by name."""
    wilds = _Wilds(cards, plan, wild, rules)
    groups = sorted(plan.groups, key=_display_order)
    own = [wilds.own_place(group) if _is_run(group) else [] for group in groups]
    melds = []
    for group, owned in zip(groups, own, strict=True):
        naturals = [CARDS[code] for code in group.naturals]
        others = wilds.take(group.substitutes - len(owned), naturals[0].suit if _is_run(group) else None)
        melds.append(_laid([*naturals, *owned, *others], wild, rules))
    melds += [_laid(wilds.apart(*group), wild, rules) for group in plan.wild_groups]
    return melds, wilds.apart(*plan.left_wilds)


def _laid(cards: Sequence[Card], wild: int, rules: Rules) -> Meld:
    """The meld that *cards* are. The judge has the last word on every answer of the engine."""
    meld = judge(cards, wild, rules)
    if isinstance(meld, Meld):
        return meld
    names = " ".join(map(str, cards))
    raise RuntimeError(f"the engine laid out {names}, which is no meld: {meld[0].message}")
