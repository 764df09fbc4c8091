"""Laying off by brute force: every order of laying off, on a table so plain that it is seen to be right."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from tests import mixes, oracle
from tt_solver.game.cards import RANK_NAMES, Card, Suit
from tt_solver.game.rules import Rules
from tt_solver.table.layoff import LayOff, lay_off

DECKS = 8
"""Enough for every hand and table that are made here."""


class Lying(NamedTuple):
    """A meld on the table: each card with its place, in a run 1 to 14 (an ace above the king), in a set the rank."""

    slots: tuple[tuple[Card, int], ...]
    suit: Suit | None

    @property
    def cards(self) -> list[Card]:
        return [card for card, _ in self.slots]

    def __str__(self) -> str:
        return " ".join(f"{card}={self.place(at)}" for card, at in self.slots)

    def place(self, at: int) -> str:
        """What a card at place *at* stands for."""
        rank = RANK_NAMES[1 if at == 14 else at]
        return rank if self.suit is None else rank + self.suit.letter


class Situation(NamedTuple):
    """A hand of *size* cards after the discard, and the melds on the table."""

    hand: tuple[Card, ...]
    size: int
    table: tuple[Lying, ...]
    wild: int
    rules: Rules

    @property
    def text(self) -> str:
        return " | ".join(map(str, self.table))


def is_wild(card: Card, wild: int) -> bool:
    return card.is_joker or card.rank == wild


def stands_for_itself(card: Card, at: int, meld: Lying) -> bool:
    return card.rank == (1 if at == 14 else at) and meld.suit in (None, card.suit)


def is_legal(meld: Lying, wild: int, rules: Rules) -> bool:
    """Whether the cards are a meld, each in its place."""
    if not oracle.is_meld(meld.cards, wild, rules):
        return False
    if any(not is_wild(card, wild) and not stands_for_itself(card, at, meld) for card, at in meld.slots):
        return False
    low, high = {"low": (1, 13), "high": (2, 14), "either": (1, 14)}[rules.ace]
    if meld.suit is not None and not (low <= meld.slots[0][1] <= meld.slots[-1][1] <= high and len(meld.slots) <= 13):
        return False
    plain = [card for card in meld.cards if not is_wild(card, wild)]
    if not plain:
        return rules.all_wild == "yes" or (meld.suit is None and meld.slots[0][1] == wild)
    if meld.suit is None and not fits_a_set(meld, plain, rules):
        return False
    substitutes = [(card, at) for card, at in meld.slots if is_wild(card, wild)]
    if rules.wild_as_natural and meld.suit is not None:
        substitutes = [(card, at) for card, at in substitutes if not stands_for_itself(card, at, meld)]
    return rules.max_wilds == "any" or len(substitutes) <= rules.max_wilds


def fits_a_set(meld: Lying, plain: Sequence[Card], rules: Rules) -> bool:
    if rules.set_suits == "distinct" and (len(meld.slots) > 4 or len({card.suit for card in plain}) < len(plain)):
        return False
    return rules.max_set == "none" or len(meld.slots) <= rules.max_set


def with_one_more(meld: Lying, card: Card, wild: int, rules: Rules) -> Iterator[Lying]:
    """Every legal meld after *card* is laid off on *meld*."""
    ways = [(*meld.slots, (card, meld.slots[-1][1] + 1)), ((card, meld.slots[0][1] - 1), *meld.slots)]
    if meld.suit is None:
        ways = [(*meld.slots, (card, meld.slots[0][1]))]
    yield from (grown for way in ways if is_legal(grown := Lying(way, meld.suit), wild, rules))


def least(hand: Sequence[Card], table: tuple[Lying, ...], wild: int, rules: Rules) -> tuple[int, int, int]:
    """The least points, cards left over and cards laid off, over every order of laying off."""
    found = []
    start = (tuple(sorted(hand)), table)
    seen, waiting = {start}, [start]
    for own, melds in waiting:
        best = oracle.best(own, wild, rules)
        laid = len(hand) - len(own)
        if best.melds or not (laid and rules.layoff_needs_meld):
            found.append((best.points, best.leftover_cards, laid))
        for card in set(own):
            for at, meld in enumerate(melds):
                for grown in with_one_more(meld, card, wild, rules):
                    after = (oracle.without(own, [card]), (*melds[:at], grown, *melds[at + 1 :]))
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)
    return min(found)


def difference(situation: Situation) -> str | None:
    """How the program's answer differs from brute force; None if it does not."""
    hand, size, _, wild, rules = situation
    answer = lay_off(hand, situation.text, hand_size=size, wild=wild, rules=rules, decks=DECKS)
    own = answer.arrangement
    kept = hand if own.discard is None else oracle.without(hand, [own.discard])
    laid = [card for one in answer.layoffs for card in one.cards]
    if sorted([*laid, *own.deadwood, *(card for meld in own.melds for card in meld.cards)]) != sorted(kept):
        return "what is laid off, melded and left over is not the hand"
    if not all(oracle.is_meld(meld.cards, wild, rules) for meld in own.melds):
        return "an own meld is none"
    if own.points != sum(oracle.value(card, wild, rules) for card in own.deadwood):
        return f"{own.points} points, but the deadwood costs otherwise"
    if not lies_legally(answer, situation):
        return f"cannot be laid off: {answer.layoffs}"
    if laid and rules.layoff_needs_meld and not own.melds:
        return "laid off without a meld"
    return wrong_choice(situation, own.discard, (own.points, len(own.deadwood), len(laid)))


def lies_legally(answer: LayOff, situation: Situation) -> bool:
    """Whether the table's melds are legal with the cards laid off, each in the place that is told."""
    for one in answer.layoffs:
        meld = situation.table[one.meld]
        names = [str(place) if isinstance(place, Card) else RANK_NAMES[place] for place in one.places]
        options = [
            [
                at
                for at in range(1, 15)
                if name == meld.place(at) or (meld.suit is None and name == str(card) and card.rank == at)
            ]
            for card, name in zip(one.cards, names, strict=True)
        ]
        ways = [
            sorted([*meld.slots, *zip(one.cards, places, strict=True)], key=lambda slot: slot[1])
            for places in product(*options)
        ]
        if not any(
            in_a_row(way, meld) and is_legal(Lying(tuple(way), meld.suit), situation.wild, situation.rules)
            for way in ways
        ):
            return False
    return True


def in_a_row(slots: Sequence[tuple[Card, int]], meld: Lying) -> bool:
    """Whether the places of a run follow each other; in a set they are the same."""
    return all(after[1] - before[1] == (meld.suit is not None) for before, after in pairwise(slots))


def wrong_choice(situation: Situation, discard: Card | None, claimed: tuple[int, int, int]) -> str | None:
    """Whether there is a better discard or a better choice with it."""
    hand, size, table, wild, rules = situation
    if len(hand) <= size:
        truth = least(hand, table, wild, rules)
        return None if claimed == truth else f"claimed {claimed}, but there is {truth}"
    by_discard = {card: least(oracle.without(hand, [card]), table, wild, rules) for card in set(hand)}

    def preference(card: Card) -> tuple[int, bool, bool, int, Card]:
        points, left, _ = by_discard[card]
        is_wild = card.is_joker or card.rank == wild
        return points, left > 0, is_wild, -oracle.value(card, wild, rules), card

    best = min(by_discard, key=preference)
    if rules.discard_to_go_out == "optional" and by_discard[best][1]:
        whole = least(hand, table, wild, rules)
        if whole[1] == 0:
            return None if (discard, claimed) == (None, whole) else f"claimed {claimed}, but all cards can go: {whole}"
    if discard != best or claimed != by_discard[best]:
        return f"claimed {claimed} without {discard}, but there is {by_discard[best]} without {best}"
    return None


def random_lying(rng: random.Random, pool: list[Card], wild: int, rules: Rules) -> Lying | None:
    """A legal meld of cards of *pool*, which are taken from it; None if none was found soon."""
    for _ in range(40):
        size, at, suit = rng.choice((3, 3, 4, 5)), rng.randint(1, 12), rng.choice([None, *Suit])
        slots: list[tuple[Card, int]] = []
        for place in range(at, at + size) if suit is not None else [at] * size:
            left = list(pool)
            for card, _ in slots:
                left.remove(card)
            fits = [c for c in left if c.rank == (1 if place == 14 else place) and suit in (None, c.suit)]
            wilds = [card for card in left if is_wild(card, wild)]
            choice = wilds if wilds and (not fits or rng.random() < 0.3) else fits
            if choice:
                slots.append((rng.choice(choice), place))
        meld = Lying(tuple(slots), suit)
        if len(slots) == size and is_legal(meld, wild, rules):
            for card in meld.cards:
                pool.remove(card)
            return meld
    return None


def random_situation(rng: random.Random, sizes: Sequence[int]) -> Situation:
    """A table of one to three melds and a hand of rare shape with cards that fit on it favoured."""
    rules = mixes.random_rules(rng).with_options(
        {
            "layoff_needs_meld": rng.random() < 0.3,
            "discard_to_go_out": rng.choice(("required", "optional")),
        }
    )
    wild, decks, size = rng.randint(0, 13), rng.randint(1, 3), rng.choice(sizes)
    pool = list(mixes.shoe(rules, decks))
    table = [meld for _ in range(rng.randint(1, 3)) if (meld := random_lying(rng, pool, wild, rules))]
    near = {card for card in pool for meld in table if any(True for _ in with_one_more(meld, card, wild, rules))}
    favoured = rng.choice((near, near | mixes.favourites(rng, wild), mixes.favourites(rng, wild)))
    weight = rng.choice((1, 8, 60))
    draws = [(rng.random() ** (1 / (weight if card in favoured else 1)), card) for card in pool]
    hand = tuple(card for _, card in sorted(draws, reverse=True)[: size + rng.randint(0, 1)])
    return Situation(hand, size, tuple(table), wild, rules) if table else random_situation(rng, sizes)
