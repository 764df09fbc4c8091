"""What to throw, and where to draw from: exact points, chances and expectations one draw ahead.

All cards that nobody has shown are equally likely to come from the stock, those in the hands of others
too: they are as hidden as the stock is. Points are those of the hand, before a round doubles them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import compress
from operator import mul
from typing import NamedTuple, cast

from tt_solver.engine.after_draw import AdviceEngine, draw_engine
from tt_solver.engine.search import LEFT, POINT, Engine
from tt_solver.errors import Flaw, HandSizeError, ImpossibleHandError, Span
from tt_solver.game.calendar import (
    MAX_CARDS,
    Deal,
    calendar,
    cards_in_words,
    decks_in_play,
    find_deal,
    require_possible,
)
from tt_solver.game.cards import CARDS, Card
from tt_solver.game.rules import CLASSIC, Rules
from tt_solver.notation.hands import AnyHand, Hand, as_hand, parse_card, parse_hand
from tt_solver.solver.best import engine_for


class DiscardChoice(NamedTuple):
    """What one discard leads to.

    Attributes:
        card: the card thrown.
        points: the points that it leaves.
        out: whether it goes out.
        unseen: how many cards may be drawn from the stock next.
        outs: how many of these go out.
        sum_after: the points after each of them and the best discard, added up.
    """

    card: Card
    points: int
    out: bool
    unseen: int
    outs: int
    sum_after: int

    @property
    def next_out(self) -> Fraction:
        """The chance that a draw from the stock then goes out."""
        return Fraction(self.outs, self.unseen)

    @property
    def next_expected(self) -> Fraction:
        """The points to expect after that draw and the best discard."""
        return Fraction(self.sum_after, self.unseen)


class DiscardAdvice(NamedTuple):
    """Every discard from a hand after the draw, and which to make.

    Attributes:
        hand: the cards as they were given.
        deal: the round, the number of cards dealt and the wild rank.
        rules: the house rules.
        unseen: how many cards may be drawn next.
        discards: every distinct discard, fewest points first; among equals not a wild, then the dearer card,
            then card order.
        best: those that leave the fewest points, in the same order; the first is what a last turn throws. Empty
            where only going out without a discard leaves none.
        recommended: the card to throw: on the last turn the first of the best, on any other one that goes out, else
            one with the best chance to go out next, then the fewest points to expect, wilds kept. None where the
            hand goes out without a discard.
        last_turn: whether it is advice for the last turn.
    """

    hand: tuple[Card, ...]
    deal: Deal
    rules: Rules
    unseen: int
    discards: tuple[DiscardChoice, ...]
    best: tuple[Card, ...]
    recommended: Card | None
    last_turn: bool

    def choice(self, card: Card) -> DiscardChoice:
        """What throwing *card* leads to."""
        return next(choice for choice in self.discards if choice.card == card)


class Out(NamedTuple):
    """A card that goes out when it is drawn, and how many copies of it are unseen."""

    card: Card
    copies: int


class UpcardTurn(NamedTuple):
    """What taking the upcard leads to.

    Attributes:
        points: the fewest points that a discard then leaves.
        out: whether it goes out.
        discards: the discards that reach that, the first to be preferred; none where it goes out without one.
    """

    points: int
    out: bool
    discards: tuple[Card, ...]


class StockTurn(NamedTuple):
    """What a draw from the stock leads to.

    Attributes:
        expected: the points to expect after the best discard.
        out: the chance to go out.
        outs: the cards that go out, in card order.
    """

    expected: Fraction
    out: Fraction
    outs: tuple[Out, ...]


class DrawAdvice(NamedTuple):
    """The upcard against the stock.

    Attributes:
        hand: the cards as they were given.
        deal: the round, the number of cards dealt and the wild rank.
        rules: the house rules.
        upcard: the card that may be taken.
        unseen: how many cards may be drawn from the stock.
        take: what taking the upcard leads to.
        stock: what drawing from the stock leads to.
    """

    hand: tuple[Card, ...]
    deal: Deal
    rules: Rules
    upcard: Card
    unseen: int
    take: UpcardTurn
    stock: StockTurn

    @property
    def fewest_points(self) -> str:
        """Which draw leaves the fewer points to expect: `upcard`, `stock` or `either`. On the last turn, what to do."""
        return _better(-self.take.points, -self.stock.expected)

    @property
    def go_out(self) -> str:
        """Which draw has the better chance to go out: `upcard`, `stock` or `either`."""
        return _better(int(self.take.out), self.stock.out)

    @property
    def difference(self) -> Fraction:
        """How many points the better draw is expected to save."""
        return abs(self.stock.expected - self.take.points)


def _better(upcard: int, stock: Fraction) -> str:
    return "either" if upcard == stock else "upcard" if upcard > stock else "stock"


def best_discards(
    hand: AnyHand,
    *,
    round_no: int | None = None,
    hand_size: int | None = None,
    wild: int | str | None = None,
    rules: Rules = CLASSIC,
    decks: int | None = None,
    seen: AnyHand = (),
    taken: Card | str | None = None,
    last_turn: bool = False,
) -> DiscardAdvice:
    """Return every discard from *hand*, with what it leaves and what the next draw makes of that.

    On the last turn the fewest points are best. On any other the discard with the best chance to go out next is,
    then the one with the fewest points to expect; a wild is kept, unless throwing it goes out.

    Args:
        hand: the cards after the draw, one more than the round deals.
        round_no: the round of the game, from 1.
        hand_size: or the number of cards that the round deals.
        wild: the wild rank by hand, as in `solve`; alone, the hand may have any size. With none of the three
            the size of the hand decides.
        rules: the house rules.
        decks: how many decks are in play; by default what the rules say, else 2.
        seen: other cards that cannot be drawn: the discard pile, melds on the table.
        taken: the card that was just taken from the discard pile. Where the rules forbid to return it, it is no
            discard, but another copy of it is: that one was not taken.
        last_turn: recommend for the last turn.

    Raises:
        NotationError: a text cannot be read.
        ImpossibleHandError: the decks have fewer copies of a card than are known, or none is left to draw, or
            the card taken is not in the hand.
        HandSizeError: it is no hand after the draw.
        RulesError: there is no such round.

    >>> advice = best_discards("7h 8h Ks 2d", round_no=1, decks=1)
    >>> str(advice.recommended), str(advice.choice(advice.recommended).next_expected)
    ('KS', '631/48')
    """
    held = as_hand(hand)
    deal = _deal_of(held, rules, _AFTER_DRAW, round_no=round_no, hand_size=hand_size, wild=wild)
    unseen = _unseen(held, {"seen": _known(seen)}, rules, decks)
    taken = parse_card(taken) if isinstance(taken, str) else taken
    if taken is not None and taken not in held.cards:
        hint = "the card taken is one of the hand after the draw"
        raise ImpossibleHandError(Flaw(f"{taken} is not in the hand", hint=hint), text=held.text)
    choices = _choices(held.cards, deal.wild, rules, unseen)
    discards = tuple(choice for choice in choices if _may_throw(choice.card, held.cards, taken, rules))
    bare_out = _goes_out_bare(held.cards, deal.wild, rules)
    best, recommended = _recommend(discards, deal.wild, rules, bare_out, last_turn)
    return DiscardAdvice(held.cards, deal, rules, unseen.total(), discards, best, recommended, last_turn)


def draw_odds(
    hand: AnyHand,
    upcard: Card | str,
    *,
    round_no: int | None = None,
    hand_size: int | None = None,
    wild: int | str | None = None,
    rules: Rules = CLASSIC,
    decks: int | None = None,
    seen: AnyHand = (),
) -> DrawAdvice:
    """Return what taking *upcard* leads to, and what a draw from the stock does, one turn each.

    On the last turn the fewer expected points are exactly right. Earlier they are a guide beside the chance
    to go out.

    Args:
        hand: the cards before the draw, as many as the round deals.
        upcard: the card on the discard pile.
        round_no: as in `best_discards`.
        hand_size: as there.
        wild: as there.
        rules: as there.
        decks: as there.
        seen: as there, the upcard not among them.

    Raises:
        HandSizeError: it is no hand before the draw.
        NotationError, ImpossibleHandError, RulesError: as in `best_discards`.

    >>> odds = draw_odds("7h 8h Ks", "2d", round_no=1, decks=1)
    >>> odds.take.points, str(odds.stock.expected), str(odds.stock.out), odds.fewest_points, odds.go_out
    (17, '229/12', '1/8', 'upcard', 'stock')
    """
    held = as_hand(hand)
    deal = _deal_of(held, rules, _BEFORE_DRAW, round_no=round_no, hand_size=hand_size, wild=wild)
    card = parse_card(upcard) if isinstance(upcard, str) else upcard
    shown = as_hand(upcard if isinstance(upcard, str) else [card])
    unseen = _unseen(held, {"upcard": shown, "seen": _known(seen)}, rules, decks)
    costs = _engine_for(rules).after_draws(_codes(held.cards), deal.wild, _codes(unseen), bare_out=rules.bare_out)
    take = _take(held.cards, card, deal.wild, rules)
    return DrawAdvice(held.cards, deal, rules, card, unseen.total(), take, _stock_turn(costs, unseen))


# -- what is asked --------------------------------------------------------------------------------------


class _Moment(NamedTuple):
    """When in a turn a hand is looked at: how many cards more than dealt it has, and how errors say so."""

    more: int
    words: str
    hint: str


_AFTER_DRAW = _Moment(1, "after the draw", "give the hand with the card that was drawn")
_BEFORE_DRAW = _Moment(0, "before the draw", "give the hand without the card that may be drawn")


def _deal_of(
    hand: Hand,
    rules: Rules,
    moment: _Moment,
    *,
    round_no: int | None,
    hand_size: int | None,
    wild: int | str | None,
) -> Deal:
    """The deal that *hand* belongs to at that moment of a turn; with nothing given, the one it has the size for."""
    _require_size(hand, moment, range(1, MAX_CARDS), None)
    if round_no is hand_size is wild is None:
        sizes = [deal.hand_size for deal in calendar(rules) if deal.hand_size is not None]
        hint = f"name the wild rank alone for any number of cards up to {MAX_CARDS} with the draw"
        _require_size(hand, moment, range(min(sizes), max(sizes) + 1), hint)
        hand_size = len(hand) - moment.more
    deal = find_deal(rules, len(hand), round_no=round_no, hand_size=hand_size, wild=wild)
    if deal.hand_size is not None:
        _require_size(hand, moment, range(deal.hand_size, deal.hand_size + 1), moment.hint)
    return deal


def _require_size(hand: Hand, moment: _Moment, sizes: range, hint: str | None) -> None:
    """Check that *hand*, at that moment, is one of a deal of one of those *sizes*."""
    if len(hand) - moment.more not in sizes:
        fewest, most = sizes[0] + moment.more, sizes[-1] + moment.more
        wanted = cards_in_words(most) if fewest == most else f"{fewest} to {cards_in_words(most)}"
        flaw = Flaw(f"{cards_in_words(len(hand))}, but a hand has {wanted} {moment.words}", hint=hint)
        raise HandSizeError(flaw, text=hand.text)


def _unseen(hand: Hand, others: Mapping[str, Hand], rules: Rules, decks: int | None) -> Counter[Card]:
    """The cards that may come from the stock: all decks without *hand* and the *others* that are known."""
    decks = decks_in_play(rules, decks)
    unseen = Counter({card: decks * (rules.jokers if card.is_joker else 1) for card in CARDS})
    for part in (hand, *others.values()):
        unseen.subtract(part.cards)
    if min(unseen.values()) < 0:
        require_possible(hand, rules, decks)
        require_possible(_joined(hand, others), rules, decks)
    unseen = +unseen
    if not unseen:
        raise ImpossibleHandError(Flaw("no card is left to draw: all of them are known"), text=hand.text)
    return unseen


def _known(cards: AnyHand | None) -> Hand:
    """Cards that are known besides the hand; there may be none."""
    return as_hand(cards) if cards else Hand.of(())


def _joined(hand: Hand, others: Mapping[str, Hand]) -> Hand:
    """All known cards as one hand, in whose text the *others* follow under their names."""
    named = {f", {name} ": part for name, part in others.items() if part.cards}
    cards: list[Card] = []
    spans: list[Span] = []
    text = ""
    for label, part in {"": hand, **named}.items():
        text += label
        spelled = part if part.text is not None else parse_hand(str(part))
        cards += spelled.cards
        spans += [Span(start + len(text), end + len(text)) for start, end in spelled.spans]
        text += spelled.text or ""
    return Hand(tuple(cards), text, tuple(spans))


def _may_throw(card: Card, cards: Sequence[Card], taken: Card | None, rules: Rules) -> bool:
    """Whether the rules let *card* be thrown: they may forbid to return the one *taken*, but not a copy beside it."""
    return rules.return_taken_card or card != taken or cards.count(card) > 1


# -- the answers ----------------------------------------------------------------------------------------


def _engine_for(rules: Rules) -> AdviceEngine:
    """The engine in use, of this thread."""
    engine = engine_for(rules)
    return draw_engine(engine.table) if isinstance(engine, Engine) else cast(AdviceEngine, engine)


def _choices(cards: Sequence[Card], wild: int, rules: Rules, unseen: Counter[Card]) -> list[DiscardChoice]:
    """What each distinct discard leads to, in the order of `DiscardAdvice.discards`."""
    engine = _engine_for(rules)
    codes = _codes(cards)
    left = engine.discards(codes, wild)
    drawn = engine.neighbours(codes, wild, _codes(unseen), bare_out=rules.bare_out)
    copies, total = list(unseen.values()), unseen.total()
    choices = []
    for code, cost in left.items():
        outs, points = _added(drawn[code], copies)
        choices.append(DiscardChoice(CARDS[code], cost // POINT, cost < LEFT, total, outs, points))
    return sorted(choices, key=lambda one: (one.points, not one.out, rules.discard_order(one.card, wild)))


def _codes(cards: Iterable[Card]) -> list[int]:
    return [card.code for card in cards]


def _stock_turn(costs: Sequence[int], unseen: Counter[Card]) -> StockTurn:
    """What a draw from the stock leads to, where *costs* has the least after each card of *unseen*, in that order."""
    outs = [Out(card, unseen[card]) for card, cost in zip(unseen, costs, strict=True) if cost < LEFT]
    copies, points = _added(costs, list(unseen.values()))
    return StockTurn(Fraction(points, unseen.total()), Fraction(copies, unseen.total()), tuple(outs))


def _added(costs: Sequence[int], copies: Sequence[int]) -> tuple[int, int]:
    """How many cards go out, and the points of all added up, from *costs* by card and the *copies* of each."""
    outs = sum(compress(copies, [cost < LEFT for cost in costs])) if min(costs) < LEFT else 0
    return outs, sum(map(mul, copies, [cost // POINT for cost in costs]))


def _goes_out_bare(cards: Sequence[Card], wild: int, rules: Rules) -> bool:
    """Whether *cards* go out without a discard."""
    return rules.bare_out and _engine_for(rules).cost(_codes(cards), wild) < LEFT


def _take(cards: Sequence[Card], upcard: Card, wild: int, rules: Rules) -> UpcardTurn:
    """What taking *upcard* leads to."""
    held = (*cards, upcard)
    costs = {CARDS[code]: cost for code, cost in _engine_for(rules).discards(_codes(held), wild).items()}
    allowed = [card for card in costs if _may_throw(card, held, upcard, rules)]
    allowed.sort(key=lambda card: rules.discard_order(card, wild))
    going_out = tuple(card for card in allowed if costs[card] < LEFT)
    if going_out or _goes_out_bare(held, wild, rules):
        return UpcardTurn(0, True, going_out)
    fewest = min(costs[card] // POINT for card in allowed)
    return UpcardTurn(fewest, False, tuple(card for card in allowed if costs[card] // POINT == fewest))


def _recommend(
    discards: Sequence[DiscardChoice], wild: int, rules: Rules, bare_out: bool, last_turn: bool
) -> tuple[tuple[Card, ...], Card | None]:
    """The discards that leave the fewest points, and the one to make; see `DiscardAdvice`."""
    going_out = [choice.card for choice in discards if choice.out]
    if bare_out and not going_out:
        return (), None
    best = tuple(choice.card for choice in discards if choice.points == discards[0].points)
    if last_turn:
        return best, best[0]
    if going_out:
        return best, min(going_out, key=lambda card: rules.discard_order(card, wild))
    plain = [choice for choice in discards if not rules.is_wild(choice.card, wild)] or discards
    chance, points = min((-one.outs, one.sum_after) for one in plain)
    equal = [one.card for one in plain if (-one.outs, one.sum_after) == (chance, points)]
    return best, min(equal, key=lambda card: rules.discard_order(card, wild))
