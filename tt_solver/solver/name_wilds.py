"""The wilds of a plan by name: which wild of the hand stands in which meld, and which are left over.

The compiled twin is `native/name_wilds.pxd`: change both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tt_solver.engine.plan import Plan, PlannedMeld
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
        for meld in plan.melds:
            for code in meld.naturals:
                if CARDS[code].rank == wild:
                    self.ranked.remove(CARDS[code])
        apart = [*plan.wild_melds, plan.left_wilds]
        self.ranked_inside = len(self.ranked) - sum(count.ranked for count in apart)

    def own_place(self, run: PlannedMeld) -> list[Card]:
        """The wild that could stand in its own place in *run*, if there is one."""
        suit = CARDS[run.naturals[0]].suit
        mine = next((card for card in self.ranked if card.suit == suit), None)
        if mine is None or not run.substitutes or not self.ranked_inside:
            return []
        naturals = [CARDS[code] for code in run.naturals]
        fillers = [card for card in [*self.ranked, *self.jokers] if card != mine][: run.substitutes - 1]
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


def _display_order(meld: PlannedMeld) -> tuple[bool, int, tuple[int, ...]]:
    """Sets by rank, then runs."""
    return meld.is_run, 0 if meld.is_run else meld.naturals[0] % 13, meld.naturals


def name_wilds(plan: Plan, cards: Iterable[Card], wild: int, rules: Rules) -> tuple[list[Meld], list[Card]]:
    """The melds of *plan*, and the wilds left over, with each wild of *cards* by name."""
    wilds = _Wilds(cards, plan, wild, rules)
    planned = sorted(plan.melds, key=_display_order)
    own = [wilds.own_place(meld) if meld.is_run else [] for meld in planned]
    melds = []
    for meld, owned in zip(planned, own, strict=True):
        naturals = [CARDS[code] for code in meld.naturals]
        others = wilds.take(meld.substitutes - len(owned), naturals[0].suit if meld.is_run else None)
        melds.append(_laid([*naturals, *owned, *others], wild, rules))
    melds += [_laid(wilds.apart(*count), wild, rules) for count in plan.wild_melds]
    return melds, wilds.apart(*plan.left_wilds)


def _laid(cards: Sequence[Card], wild: int, rules: Rules) -> Meld:
    """The meld that *cards* are. The judge has the last word on every answer of the engine."""
    meld = judge(cards, wild, rules)
    if isinstance(meld, Meld):
        return meld
    names = " ".join(map(str, cards))
    raise RuntimeError(f"the engine laid out {names}, which is not a meld: {meld[0].message}")
