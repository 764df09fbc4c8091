"""From a hand and the rules to its best arrangement, proved: melds, deadwood, points and score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tt_solver.engine.choice import AnyEngine, engine_class, kept_by_thread
from tt_solver.engine.search import LEFT, POINT, Table
from tt_solver.errors import DiagnosedError
from tt_solver.game.calendar import Deal, decks_in_play, find_deal, require_possible, require_size
from tt_solver.game.cards import CARDS, Card, Suit
from tt_solver.game.melds import Meld, MeldKind
from tt_solver.game.rules import CLASSIC, Rules
from tt_solver.notation.hands import AnyHand, Hand, as_hand
from tt_solver.solver.name_wilds import name_wilds


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The best arrangement of a hand.

    Attributes:
        hand: the cards as they were given, the discard among them.
        deal: the round, the number of cards dealt and the wild rank.
        rules: the house rules.
        melds: sets by rank, then runs by suit, then melds of wilds.
        deadwood: the cards outside melds, in card order.
        discard: the card thrown, where the hand had one card more than the round deals.
        points: the points of the deadwood.
        score: what the round writes down for them, twice the points where the rules double.
        out: whether nothing is left over.
    """

    hand: tuple[Card, ...]
    deal: Deal
    rules: Rules
    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]
    discard: Card | None
    points: int
    score: int
    out: bool

    @property
    def deadwood_points(self) -> tuple[int, ...]:
        """The points of each card of the deadwood."""
        return tuple(self.rules.card_points(card, self.deal.wild) for card in self.deadwood)


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
    held, deal = place_hand(hand, round_no=round_no, hand_size=hand_size, wild=wild, rules=rules, decks=decks)
    return arrange(held.cards, deal, rules)


def place_hand(
    hand: AnyHand,
    *,
    round_no: int | None,
    hand_size: int | None,
    wild: int | str | None,
    rules: Rules,
    decks: int | None,
) -> tuple[Hand, Deal]:
    """The hand, read and checked, and the deal it belongs to; arguments and errors as in `solve`."""
    held = as_hand(hand)
    require_possible(held, rules, decks_in_play(rules, decks))
    deal = find_deal(rules, len(held), round_no=round_no, hand_size=hand_size, wild=wild)
    require_size(held, deal)
    return held, deal


def arrange(cards: tuple[Card, ...], deal: Deal, rules: Rules) -> Arrangement:
    """The best arrangement of *cards*, which are known to be a hand of *deal*."""
    if not deal.is_after_draw(len(cards)):
        return _arranged(cards, cards, None, deal, rules)
    discard = best_discard(cards, deal.wild, rules)
    best = _arranged(cards, without(cards, discard), discard, deal, rules)
    if rules.bare_out and not best.out:
        whole = _arranged(cards, cards, None, deal, rules)
        return whole if whole.out else best
    return best


def best_discard(cards: Sequence[Card], wild: int, rules: Rules) -> Card:
    """The card whose discard leaves the fewest points.

    Among equals, where leftover cards cost nothing, one that goes out; then by the order of the rules.
    """
    engine = engine_for(rules)

    def rank(card: Card) -> tuple[int, bool, tuple[bool, int, Card]]:
        cost = engine.cost([other.code for other in without(cards, card)], wild)
        return cost // POINT, cost >= LEFT, rules.discard_order(card, wild)

    return min(set(cards), key=rank)


def _new_engine(rules: Rules) -> AnyEngine:
    return engine_class()(table_of(rules))


_kept = kept_by_thread(_new_engine)


def engine_for(rules: Rules) -> AnyEngine:
    """The engine for *rules* of this thread.

    Raises:
        EngineError: the environment asks for an engine that is not there.
    """
    return _kept(rules)


def table_of(rules: Rules) -> Table:
    """*rules* as the engine needs them."""
    naturals = tuple(rules.card_points(Card.of(rank, Suit.SPADES), wild=0) for rank in range(1, 14))
    return Table(
        points=(*naturals, naturals[0]),
        ace=rules.ace,
        max_wilds=None if rules.max_wilds == "any" else rules.max_wilds,
        all_wild=rules.wild_melds,
        max_set=rules.set_cap,
        distinct=rules.set_suits == "distinct",
        own_place=rules.wild_as_natural,
        wild_points=None if rules.wild_points == "face" else rules.wild_points,
        joker_points=rules.joker_points,
    )


def _arranged(
    hand: tuple[Card, ...], kept: Sequence[Card], discard: Card | None, deal: Deal, rules: Rules
) -> Arrangement:
    plan = engine_for(rules).plan([card.code for card in kept], deal.wild)
    melds, spare = name_wilds(plan, kept, deal.wild, rules)
    return arrangement_of(hand, melds, [*(CARDS[code] for code in plan.left), *spare], discard, deal, rules)


def arrangement_of(
    hand: tuple[Card, ...],
    melds: Iterable[Meld],
    deadwood: Iterable[Card],
    discard: Card | None,
    deal: Deal,
    rules: Rules,
) -> Arrangement:
    left = tuple(sorted(deadwood))
    points = sum(rules.card_points(card, deal.wild) for card in left)
    score = points * rules.multiplier(deal.wild)

    def order(meld: Meld) -> tuple[bool, bool, int, tuple[Card, ...]]:
        only_wilds = all(rules.is_wild(card, deal.wild) for card in meld.cards)
        return only_wilds, meld.kind is MeldKind.RUN, meld.rank or 0, meld.cards

    ordered = tuple(sorted(melds, key=order))
    return Arrangement(hand, deal, rules, ordered, left, discard, points, score, not left)


def without(cards: Sequence[Card], card: Card) -> tuple[Card, ...]:
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])
