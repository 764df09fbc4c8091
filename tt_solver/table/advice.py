"""What to throw, and where to draw from: exact points, chances and expectations one draw ahead.

All cards that nobody has shown are equally likely to come from the stock, those in the hands of others
too: they are as hidden as the stock is. Points are those of the hand, before a round doubles them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from tt_solver.engine.choice import engine_for
from tt_solver.engine.cost import is_out, points_of, totals
from tt_solver.errors import Flaw, ImpossibleHandError
from tt_solver.game.cards import CARDS, Card
from tt_solver.game.rules import CLASSIC, Rules
from tt_solver.notation.hands import AnyHand, Hand, as_hand, parse_card
from tt_solver.solver.answer import Answer, card_names
from tt_solver.solver.situation import Situation


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
    def next_out(self) -> Fraction | None:
        """The chance that a draw from the stock then goes out; None where no card is left to draw."""
        return Fraction(self.outs, self.unseen) if self.unseen else None

    @property
    def next_expected(self) -> Fraction | None:
        """The points to expect after that draw and the best discard; None where no card is left to draw."""
        return Fraction(self.sum_after, self.unseen) if self.unseen else None

    def to_dict(self) -> dict[str, Any]:
        """The discard as JSON has it: fractions exact as text, and as numbers."""
        return {
            "card": str(self.card),
            "points": self.points,
            "out": self.out,
            **_fraction_fields("next_out", self.next_out),
            **_fraction_fields("next_expected", self.next_expected),
        }


@dataclass(frozen=True, slots=True, repr=False)
class DiscardAdvice(Answer):
    """Every discard from a hand after the draw, and which to make.

    Attributes:
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
    situation: Situation
    unseen: int
    discards: tuple[DiscardChoice, ...]
    best: tuple[Card, ...]
    recommended: Card | None
    last_turn: bool

    def __repr__(self) -> str:
        """One line that a person reads.

        >>> best_discards("7h 8h ks 2d", round_no=1)
        <DiscardAdvice 7H 8H KS 2D: throw KS>
        """
        what = "go out without a discard" if self.recommended is None else f"throw {self.recommended}"
        return f"<DiscardAdvice {' '.join(card_names(self.hand))}: {what}>"

    def choice(self, card: Card) -> DiscardChoice:
        """What throwing *card* leads to."""
        return next(choice for choice in self.discards if choice.card == card)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object: these keys in this order."""
        return {
            **self.head(),
            "unseen": self.unseen,
            "discards": [choice.to_dict() for choice in self.discards],
            "best": card_names(self.best),
            "recommended": None if self.recommended is None else str(self.recommended),
        }


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
        expected: the points to expect after the best discard; None where no card is left to draw.
        out: the chance to go out.
        outs: the cards that go out, in card order.
    """

    expected: Fraction | None
    out: Fraction
    outs: tuple[Out, ...]


@dataclass(frozen=True, slots=True, repr=False)
class DrawAdvice(Answer):
    """The upcard against the stock.

    Attributes:
        upcard: the card that may be taken.
        unseen: how many cards may be drawn from the stock.
        take: what taking the upcard leads to.
        stock: what drawing from the stock leads to.
    """

    hand: tuple[Card, ...]
    situation: Situation
    upcard: Card
    unseen: int
    take: UpcardTurn
    stock: StockTurn

    def __repr__(self) -> str:
        """One line that a person reads.

        >>> draw_odds("7h 8h ks", "2d", round_no=1)
        <DrawAdvice 7H 8H KS, upcard 2D: fewest points upcard, going out stock>
        """
        hand = " ".join(card_names(self.hand))
        return f"<DrawAdvice {hand}, upcard {self.upcard}: fewest points {self.fewest_points}, going out {self.go_out}>"

    @property
    def fewest_points(self) -> str:
        """Which draw leaves the fewer points to expect: `upcard`, `stock` or `either`. On the last turn, what to do."""
        if self.stock.expected is None:
            return "upcard"
        return _better(-self.take.points, -self.stock.expected)

    @property
    def go_out(self) -> str:
        """Which draw has the better chance to go out: `upcard`, `stock` or `either`."""
        return _better(int(self.take.out), self.stock.out) if self.unseen else "upcard"

    @property
    def difference(self) -> Fraction:
        """How many points the better draw is expected to save; 0 where there is only the upcard."""
        return Fraction(0) if self.stock.expected is None else abs(self.stock.expected - self.take.points)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object: these keys in this order; fractions exact as text, and as numbers."""
        take, stock = self.take, self.stock
        return {
            **self.head(),
            "upcard": str(self.upcard),
            "unseen": self.unseen,
            "take": {"points": take.points, "out": take.out, "discard": card_names(take.discards)},
            "stock": {
                **_fraction_fields("expected", stock.expected),
                **_fraction_fields("out", stock.out),
                "outs": [{"card": str(out.card), "copies": out.copies} for out in stock.outs],
            },
            "fewest_points": self.fewest_points,
            "go_out": self.go_out,
        }


def _fraction_fields(name: str, value: Fraction | None) -> dict[str, Any]:
    """A fraction for JSON: exact as text, and as a number."""
    return {name: None, f"{name}_float": None} if value is None else {name: str(value), f"{name}_float": float(value)}


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
        ImpossibleHandError: the decks have fewer copies of a card than are known, or no card is left for a draw that
            matters, or the card taken is not in the hand.
        HandSizeError: the hand has not one card more than the round deals.
        RulesError: there is no such round.

    >>> advice = best_discards("7h 8h Ks 2d", round_no=1, decks=1)
    >>> str(advice.recommended), str(advice.choice(advice.recommended).next_expected)
    ('KS', '631/48')
    """
    situation = Situation.of(round_no=round_no, hand_size=hand_size, wild=wild, rules=rules, decks=decks)
    return best_discards_in(situation, hand, seen=seen, taken=taken, last_turn=last_turn)


def best_discards_in(
    situation: Situation,
    hand: AnyHand,
    *,
    seen: AnyHand = (),
    taken: Card | str | None = None,
    last_turn: bool = False,
) -> DiscardAdvice:
    """As `best_discards`, in a situation that is made already."""
    held = as_hand(hand)
    situation = situation.after_draw(held)
    unseen = situation.unseen(held, {"seen": _known(seen)})
    taken = parse_card(taken) if isinstance(taken, str) else taken
    if taken is not None and taken not in held.cards:
        hint = "give the hand after the draw, with the card taken in it"
        raise ImpossibleHandError(Flaw(f"{taken} is not in the hand", hint=hint), text=held.text)
    question = _Question(held.cards, situation)
    if not (unseen or last_turn or question.goes_out()):
        hint = "if it is the last turn, use --last-turn: no card is drawn after it"
        raise ImpossibleHandError(Flaw("no card is left to draw: you have seen them all", hint=hint), text=held.text)
    discards = tuple(choice for choice in question.choices(unseen) if question.may_throw(choice.card, taken))
    best, recommended = question.recommended(discards, last_turn)
    return DiscardAdvice(held.cards, situation, unseen.total(), discards, best, recommended, last_turn)


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
        HandSizeError: the hand has not as many cards as the round deals.
        NotationError, ImpossibleHandError, RulesError: as in `best_discards`.

    >>> odds = draw_odds("7h 8h Ks", "2d", round_no=1, decks=1)
    >>> odds.take.points, str(odds.stock.expected), str(odds.stock.out), odds.fewest_points, odds.go_out
    (17, '229/12', '1/8', 'upcard', 'stock')
    """
    situation = Situation.of(round_no=round_no, hand_size=hand_size, wild=wild, rules=rules, decks=decks)
    return draw_odds_in(situation, hand, upcard, seen=seen)


def draw_odds_in(situation: Situation, hand: AnyHand, upcard: Card | str, *, seen: AnyHand = ()) -> DrawAdvice:
    """As `draw_odds`, in a situation that is made already."""
    held = as_hand(hand)
    situation = situation.before_draw(held)
    card = parse_card(upcard) if isinstance(upcard, str) else upcard
    shown = as_hand(upcard if isinstance(upcard, str) else [card])
    unseen = situation.unseen(held, {"upcard": shown, "seen": _known(seen)})
    take = _Question((*held.cards, card), situation).take_of(card)
    stock = _Question(held.cards, situation).stock_turn(unseen)
    return DrawAdvice(held.cards, situation, card, unseen.total(), take, stock)


def _known(cards: AnyHand | None) -> Hand:
    """Cards that are known besides the hand; there may be none."""
    return as_hand(cards) if cards else Hand.of(())


class _Question:
    """Some cards in their situation, put to the engine."""

    def __init__(self, cards: tuple[Card, ...], situation: Situation) -> None:
        self.cards = cards
        self.codes = _codes(cards)
        self.rules = situation.rules
        self.wild = situation.wild
        self.engine = engine_for(self.rules)

    def may_throw(self, card: Card, taken: Card | None) -> bool:
        """Whether the rules let *card* be thrown: they may forbid to return the one *taken*, but not a copy of it."""
        return self.rules.return_taken_card or card != taken or self.cards.count(card) > 1

    def order(self, card: Card) -> tuple[bool, int, Card]:
        """The order in which equally good discards are made."""
        return self.rules.discard_order(card, self.wild)

    def goes_out_bare(self) -> bool:
        """Whether the cards go out without a discard."""
        return self.rules.bare_out and is_out(self.engine.cost(self.codes, self.wild))

    def goes_out(self) -> bool:
        """Whether the cards go out, with a discard or without."""
        return self.goes_out_bare() or any(map(is_out, self.engine.discards(self.codes, self.wild).values()))

    def choices(self, unseen: Counter[Card]) -> list[DiscardChoice]:
        """What each distinct discard leads to, in the order of `DiscardAdvice.discards`."""
        left = self.engine.discards(self.codes, self.wild)
        drawn = self.engine.neighbours(self.codes, self.wild, _codes(unseen), bare_out=self.rules.bare_out)
        copies, total = list(unseen.values()), unseen.total()
        choices = [
            DiscardChoice(CARDS[code], points_of(cost), is_out(cost), total, *totals(drawn[code], copies))
            for code, cost in left.items()
        ]
        return sorted(choices, key=lambda one: (one.points, not one.out, self.order(one.card)))

    def stock_turn(self, unseen: Counter[Card]) -> StockTurn:
        """What a draw from the stock leads to, where each card of *unseen* may come."""
        if not unseen:
            return StockTurn(None, Fraction(0), ())
        costs = self.engine.after_draws(self.codes, self.wild, _codes(unseen), bare_out=self.rules.bare_out)
        outs = tuple(Out(card, unseen[card]) for card, cost in zip(unseen, costs, strict=True) if is_out(cost))
        copies, points = totals(costs, unseen.values())
        return StockTurn(Fraction(points, unseen.total()), Fraction(copies, unseen.total()), outs)

    def take_of(self, upcard: Card) -> UpcardTurn:
        """What taking *upcard*, which is one of the cards, leads to."""
        costs = {CARDS[code]: cost for code, cost in self.engine.discards(self.codes, self.wild).items()}
        allowed = sorted((card for card in costs if self.may_throw(card, upcard)), key=self.order)
        going_out = tuple(card for card in allowed if is_out(costs[card]))
        if going_out or self.goes_out_bare():
            return UpcardTurn(0, True, going_out)
        fewest = min(points_of(costs[card]) for card in allowed)
        return UpcardTurn(fewest, False, tuple(card for card in allowed if points_of(costs[card]) == fewest))

    def recommended(self, discards: Sequence[DiscardChoice], last_turn: bool) -> tuple[tuple[Card, ...], Card | None]:
        """The discards that leave the fewest points, and the one to make; see `DiscardAdvice`."""
        going_out = [choice.card for choice in discards if choice.out]
        if not going_out and self.goes_out_bare():
            return (), None
        best = tuple(choice.card for choice in discards if choice.points == discards[0].points)
        if last_turn:
            return best, best[0]
        if going_out:
            return best, min(going_out, key=self.order)
        plain = [choice for choice in discards if not self.rules.is_wild(choice.card, self.wild)] or discards
        chance, points = min((-one.outs, one.sum_after) for one in plain)
        equal = [one.card for one in plain if (-one.outs, one.sum_after) == (chance, points)]
        return best, min(equal, key=self.order)


def _codes(cards: Iterable[Card]) -> list[int]:
    return [card.code for card in cards]
