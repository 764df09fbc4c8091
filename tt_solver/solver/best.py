"""From a hand and the rules to its best arrangement, proved: melds, deadwood, points and score.

The compiled twin is `native/best.pxd`: change both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tt_solver.engine.choice import engine_for
from tt_solver.engine.cost import is_out, points_of
from tt_solver.errors import DiagnosedError, counted
from tt_solver.game.cards import CARDS, Card
from tt_solver.game.melds import Meld, MeldKind
from tt_solver.game.rules import CLASSIC, Rules
from tt_solver.notation.hands import AnyHand, as_hand
from tt_solver.solver.answer import Answer, card_names, meld_dict
from tt_solver.solver.name_wilds import name_wilds
from tt_solver.solver.situation import Situation


@dataclass(frozen=True, slots=True, repr=False)
class Arrangement(Answer):
    """The best arrangement of a hand; *hand* holds the discard too.

    Attributes:
        melds: sets by rank, then runs by suit, then melds of wilds.
        deadwood: the cards outside melds, in card order.
        discard: the card thrown, where the hand had one card more than the round deals.
        points: the points of the deadwood.
        score: what the round writes down for them, twice the points where the rules double.
        out: whether nothing is left over.
    """

    hand: tuple[Card, ...]
    situation: Situation
    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]
    discard: Card | None
    points: int
    score: int
    out: bool

    @property
    def deadwood_points(self) -> tuple[int, ...]:
        """The points of each card of the deadwood."""
        return tuple(map(self.situation.card_points, self.deadwood))

    def __repr__(self) -> str:
        """One line that a person reads: the points, the melds, the deadwood and the discard.

        >>> solve("7s 7h 7c kd", round_no=2)
        <Arrangement 10 points: 7S 7H 7C | KD>
        """
        parts = [str(meld) for meld in self.melds]
        parts += [" ".join(map(str, self.deadwood))] if self.deadwood else []
        thrown = "" if self.discard is None else f", discard {self.discard}"
        return f"<Arrangement {counted(self.points, 'point')}: {' | '.join(parts)}{thrown}>"

    def to_dict(self) -> dict[str, Any]:
        """The JSON object: these keys in this order, cards in letters, ranks and cards as text.

        >>> solve("KS KH 2D", wild=2).to_dict()["melds"]
        [{'kind': 'set', 'cards': ['KS', 'KH', '2D'], 'as': ['KS', 'KH', 'K']}]
        """
        return {
            **self.head(),
            "discard": None if self.discard is None else str(self.discard),
            "melds": [meld_dict(meld) for meld in self.melds],
            "deadwood": card_names(self.deadwood),
            "points": self.points,
            "score": self.score,
            "out": self.out,
        }


Outcome = Arrangement | DiagnosedError
"""What becomes of one hand among others: its best arrangement, or what is wrong with it."""


def solve(
    hand: AnyHand,
    *,
    round_no: int | None = None,
    hand_size: int | None = None,
    wild: int | str | None = None,
    rules: Rules = CLASSIC,
    decks: int | None = None,
) -> Arrangement:
    """Return an arrangement of *hand* with the fewest deadwood points.

    Among equal points it has the fewest cards left over, then the fewest melds, then a fixed order: the
    same answer however the hand was typed. A hand with one card more than the round deals is a hand
    after the draw; the discard that leaves the fewest points is thrown, among equals one that goes out, then
    not a wild, then the dearer card, then the first in card order.

    Args:
        hand: 1 to 20 cards, as text or as cards.
        round_no: the round of the game, from 1.
        hand_size: or the number of cards that the round deals.
        wild: the wild rank by hand: 1 to 13 or its name, 0 or "none" for no wild. Alone, the hand may
            have any size and nothing is discarded. With none of the three the size of the hand decides.
        rules: the house rules.
        decks: how many decks are in play; by default what the rules say, else 2.

    Raises:
        NotationError: the text cannot be read.
        ImpossibleHandError: the decks have fewer copies of a card.
        HandSizeError: neither the number of cards the round deals nor one more.
        RulesError: there is no such round.

    >>> solve("7s 7d 7h Kd", round_no=2).points
    10
    """
    return solve_in(Situation.of(round_no=round_no, hand_size=hand_size, wild=wild, rules=rules, decks=decks), hand)


def solve_in(situation: Situation, hand: AnyHand) -> Arrangement:
    """As `solve`, in a situation that is made already."""
    held = as_hand(hand)
    return arrange(held.cards, situation.holding(held))


def arrange(cards: tuple[Card, ...], situation: Situation) -> Arrangement:
    """The best arrangement of *cards*, which are known to be a hand of that *situation*."""
    if not situation.is_after_draw(len(cards)):
        return _arranged(cards, cards, None, situation)
    discard = best_discard(cards, situation)
    best = _arranged(cards, without(cards, discard), discard, situation)
    if situation.rules.bare_out and not best.out:
        whole = _arranged(cards, cards, None, situation)
        return whole if whole.out else best
    return best


def best_discard(cards: Sequence[Card], situation: Situation) -> Card:
    """The card whose discard leaves the fewest points.

    Among equals, where leftover cards cost nothing, one that goes out; then by the order of the rules.
    """
    rules, wild = situation.rules, situation.wild
    engine = engine_for(rules)

    def rank(card: Card) -> tuple[int, bool, tuple[bool, int, Card]]:
        cost = engine.cost([other.code for other in without(cards, card)], wild)
        return points_of(cost), not is_out(cost), rules.discard_order(card, wild)

    return min(set(cards), key=rank)


def _arranged(hand: tuple[Card, ...], kept: Sequence[Card], discard: Card | None, situation: Situation) -> Arrangement:
    rules, wild = situation.rules, situation.wild
    plan = engine_for(rules).plan([card.code for card in kept], wild)
    melds, spare = name_wilds(plan, kept, wild, rules)
    return arrangement_of(hand, melds, [*(CARDS[code] for code in plan.left), *spare], discard, situation)


def arrangement_of(
    hand: tuple[Card, ...],
    melds: Iterable[Meld],
    deadwood: Iterable[Card],
    discard: Card | None,
    situation: Situation,
) -> Arrangement:
    """The arrangement of these melds and leftover cards, in the order in which they are shown."""
    rules, wild = situation.rules, situation.wild
    left = tuple(sorted(deadwood))
    points = sum(rules.card_points(card, wild) for card in left)

    def order(meld: Meld) -> tuple[bool, bool, int, tuple[Card, ...]]:
        only_wilds = all(rules.is_wild(card, wild) for card in meld.cards)
        return only_wilds, meld.kind is MeldKind.RUN, meld.rank or 0, meld.cards

    ordered = tuple(sorted(melds, key=order))
    return Arrangement(hand, situation, ordered, left, discard, points, points * rules.multiplier(wild), not left)


def without(cards: Sequence[Card], card: Card) -> tuple[Card, ...]:
    """*cards* with one *card* less."""
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])
