"""Advice by brute force from the oracle: every discard, every card that may be drawn, every discard after it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tests import mixes, oracle
from tt_solver.game.cards import RANK_NAMES, Card
from tt_solver.game.rules import Rules
from tt_solver.table.advice import DiscardAdvice, DrawAdvice, best_discards, draw_odds


class Situation(NamedTuple):
    """A hand after a draw whose last card came from the discard pile, and what else is known."""

    hand: tuple[Card, ...]
    seen: tuple[Card, ...]
    wild: int
    rules: Rules
    decks: int

    @property
    def before(self) -> tuple[Card, ...]:
        """The hand before the draw."""
        return self.hand[:-1]

    @property
    def upcard(self) -> Card:
        """The card that was, or may be, taken."""
        return self.hand[-1]

    @property
    def unseen(self) -> Counter[Card]:
        """Every card that may come from the stock, with its copies."""
        return Counter(mixes.shoe(self.rules, self.decks)) - Counter(self.hand) - Counter(self.seen)

    def __str__(self) -> str:
        names = " ".join(map(str, self.hand))
        options = " ".join(f"{option}={value}" for option, value in self.rules.changed.items())
        wild = RANK_NAMES[self.wild] or "none"
        seen = " ".join(map(str, self.seen))
        return f"{names}, wild {wild}, {self.decks} decks, seen {seen}, {self.rules.name} {options}"


def random_situation(rng: random.Random, sizes: Sequence[int] = (2, 3, 4, 4, 5, 5, 6, 7, 8)) -> Situation:
    """A situation of any option mix; mostly few cards are unseen, so that brute force has an end."""
    rules = mixes.random_rules(rng).with_options(
        {
            "discard_to_go_out": rng.choice(("required", "required", "optional")),
            "return_taken_card": rng.choice((True, False)),
        }
    )
    decks, wild, size = rng.randint(1, 3), rng.randint(0, 13), rng.choice(sizes)
    cards = mixes.random_hand(rng, rules, size, decks, wild)
    rest = sorted((Counter(mixes.shoe(rules, decks)) - Counter(cards)).elements())
    most = len(rest) if size < 5 else 14 if size < 7 else 5
    unseen = rng.choice((1, 5, most, most))
    return Situation(cards, tuple(rng.sample(rest, len(rest) - min(unseen, len(rest)))), wild, rules, decks)


class Advisor:
    """What the oracle says in one situation. It remembers the hands it has met there."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.wild = situation.wild
        self.rules = situation.rules
        self.known: dict[tuple[Card, ...], oracle.Best] = {}

    def best(self, cards: Sequence[Card]) -> oracle.Best:
        key = tuple(sorted(cards))
        if key not in self.known:
            self.known[key] = oracle.best(key, self.wild, self.rules)
        return self.known[key]

    def melds_whole(self, cards: Sequence[Card]) -> bool:
        """Whether *cards* go out without a discard."""
        return self.rules.discard_to_go_out == "optional" and self.best(cards).leftover_cards == 0

    def turn(self, cards: Sequence[Card]) -> tuple[int, bool]:
        """The fewest points after a discard from *cards*, and whether they go out."""
        bests = [self.best(oracle.without(cards, [card])) for card in set(cards)]
        if self.melds_whole(cards) or any(best.leftover_cards == 0 for best in bests):
            return 0, True
        return min(best.points for best in bests), False

    def stock(self, kept: Sequence[Card]) -> tuple[Fraction, Fraction, list[tuple[Card, int]]]:
        """The points to expect from a draw to *kept*, the chance to go out, and the outs with their copies."""
        unseen = self.situation.unseen
        turns = {card: self.turn((*kept, card)) for card in unseen}
        expected = Fraction(sum(unseen[card] * points for card, (points, _) in turns.items()), unseen.total())
        outs = [(card, unseen[card]) for card in sorted(unseen) if turns[card][1]]
        return expected, Fraction(sum(copies for _, copies in outs), unseen.total()), outs

    def preference(self, card: Card) -> tuple[bool, int, Card]:
        """Which of equally good discards to make."""
        return card.is_joker or card.rank == self.wild, -oracle.value(card, self.wild, self.rules), card

    def may_throw(self) -> list[Card]:
        """The distinct cards that may be thrown, where the last of the hand was taken."""
        hand, taken = self.situation.hand, self.situation.upcard
        kept = set(self.situation.before)
        return [card for card in set(hand) if self.rules.return_taken_card or card != taken or card in kept]

    # -- whole answers ----------------------------------------------------------------------------

    def discards(self) -> list[tuple[Card, int, bool, Fraction, Fraction]]:
        """Every discard with its points, whether it goes out, the chance to go out next, the points to expect."""
        found = []
        for card in self.may_throw():
            kept = oracle.without(self.situation.hand, [card])
            best = self.best(kept)
            expected, out, _ = self.stock(kept)
            found.append((card, best.points, best.leftover_cards == 0, out, expected))
        return sorted(found, key=lambda choice: (choice[1], not choice[2], self.preference(choice[0])))

    def take(self) -> tuple[int, bool, list[Card]]:
        """What taking the upcard leads to: points, out, and the discards that reach it."""
        bests = {card: self.best(oracle.without(self.situation.hand, [card])) for card in self.may_throw()}
        going_out = sorted((c for c, best in bests.items() if best.leftover_cards == 0), key=self.preference)
        if going_out or self.melds_whole(self.situation.hand):
            return 0, True, going_out
        fewest = min(best.points for best in bests.values())
        return fewest, False, sorted((c for c, best in bests.items() if best.points == fewest), key=self.preference)


def fault_of_discard(situation: Situation, advice: DiscardAdvice) -> str | None:
    """What is wrong with the advice on a discard; None if nothing is."""
    advisor = Advisor(situation)
    truth = advisor.discards()
    told = [(one.card, one.points, one.out, one.next_out, one.next_expected) for one in advice.discards]
    if told != truth:
        return f"discards {advice.discards}, but there are {truth}"
    if advice.unseen != situation.unseen.total():
        return f"{advice.unseen} cards unseen"
    best: list[Card] = []
    recommended: Card | None = None
    if any(choice[2] for choice in truth) or not advisor.melds_whole(situation.hand):
        best = [choice[0] for choice in truth if choice[1] == truth[0][1]]
        recommended = _recommended(advisor, truth)
    if (list(advice.best), advice.recommended) != (best, recommended):
        return f"best {advice.best} and {advice.recommended}, but it is {best} and {recommended}"
    return None


def _recommended(advisor: Advisor, truth: list[tuple[Card, int, bool, Fraction, Fraction]]) -> Card:
    """The card to throw on a turn that is not the last."""
    going_out = [choice[0] for choice in truth if choice[2]]
    if going_out:
        return min(going_out, key=advisor.preference)
    plain = [choice for choice in truth if not advisor.preference(choice[0])[0]]
    return min(plain or truth, key=lambda choice: (-choice[3], choice[4], advisor.preference(choice[0])))[0]


def fault_of_draw(situation: Situation, advice: DrawAdvice) -> str | None:
    """What is wrong with the advice on a draw; None if nothing is."""
    advisor = Advisor(situation)
    stock = advisor.stock(situation.before)
    if (advice.stock.expected, advice.stock.out, [tuple(out) for out in advice.stock.outs]) != stock:
        return f"stock {advice.stock}, but it is {stock}"
    take = advisor.take()
    if (advice.take.points, advice.take.out, list(advice.take.discards)) != take:
        return f"upcard {advice.take}, but it is {take}"
    sides = {(False, False): "either", (True, False): "upcard", (False, True): "stock"}
    points = sides[take[0] < stock[0], take[0] > stock[0]]
    out = sides[take[1] > stock[1], take[1] < stock[1]]
    if (advice.fewest_points, advice.go_out) != (points, out):
        return f"{advice.fewest_points} for points and {advice.go_out} to go out, but it is {points} and {out}"
    return None


def fault(situation: Situation) -> str | None:
    """What is wrong with the advice on either side of the draw; None if nothing is."""
    hand, seen, wild, rules, decks = situation
    discard = best_discards(hand, wild=wild, rules=rules, decks=decks, seen=seen, taken=situation.upcard)
    draw = draw_odds(situation.before, situation.upcard, wild=wild, rules=rules, decks=decks, seen=seen)
    return fault_of_discard(situation, discard) or fault_of_draw(situation, draw)
