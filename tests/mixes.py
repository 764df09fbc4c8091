"""Random house rules and hands for the comparisons: every mix of options, and hands of rare shapes.

Plain random hands seldom show what goes wrong (many wilds, doubled cards, runs that meet at the ace),
so most hands here are drawn with some cards favoured.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tt_solver.game.cards import CARDS, JOKER, Card, Suit
from tt_solver.game.rules import PRESETS, Rules

Hand = tuple[tuple[Card, ...], int, Rules]
"""The cards of a hand, the wild rank (0: none) and the house rules it is played by."""

CHOICES: dict[str, tuple[int | str | bool, ...]] = {
    "ace": ("low", "high", "either"),
    "max_wilds": ("any", 0, 1, 2, 3),
    "wild_as_natural": (True, False),
    "all_wild": ("yes", "own-rank", "no"),
    "set_suits": ("any", "distinct"),
    "max_set": ("none", 3, 4, 5),
    "jokers": (0, 1, 2),
    "ace_points": ("auto", 0, 1, 11, 15),
    "face_points": (10, "rank"),
    "wild_points": ("face", 0, 1, 15, 25),
    "joker_points": (0, 1, 3, 10, 15, 20),  # often the same as a leftover wild costs
    "double": ("none", "jqk"),
}
"""The options that bear on the answer for one hand, with the values that are mixed."""

OTHERS = frozenset(
    (
        "wrong_out",
        "first_out",
        "rounds",
        "decks",
        "discard_to_go_out",
        "layoff",
        "layoff_needs_meld",
        "return_taken_card",
    )
)
"""The options that do not; tests of their own have them."""


def random_rules(rng: random.Random) -> Rules:
    """A preset with from none to all of the options of `CHOICES` drawn anew."""
    rules = PRESETS[rng.choice(sorted(PRESETS))]
    names = rng.sample(sorted(CHOICES), rng.choice((0, 1, 2, 4, 8, len(CHOICES))))
    return rules.with_options({name: rng.choice(CHOICES[name]) for name in names})


def shoe(rules: Rules, decks: int) -> tuple[Card, ...]:
    """All cards of *decks* decks, jokers included where the rules have them."""
    return (CARDS[:52] + (JOKER,) * rules.jokers) * decks


def random_hand(rng: random.Random, rules: Rules, size: int, decks: int, wild: int) -> tuple[Card, ...]:
    """*size* cards from *decks* decks, in random order, cards of a random rare shape favoured."""
    favoured = favourites(rng, wild)
    weight = rng.choice((1, 8, 60, 400))
    # Drawing by the greatest u ** (1 / weight) is weighted sampling without replacement.
    draws = [(rng.random() ** (1 / (weight if card in favoured else 1)), card) for card in shoe(rules, decks)]
    return tuple(card for _, card in sorted(draws, reverse=True)[:size])


def favourites(rng: random.Random, wild: int) -> frozenset[Card]:
    """The cards of one or two rare shapes, drawn at random."""
    shapes = rng.sample(SHAPES, rng.choice((1, 1, 2)))
    return frozenset[Card]().union(*(shape(rng, wild) for shape in shapes))


def _wilds(rng: random.Random, wild: int) -> list[Card]:
    """Wilds, and some strangers to go with them."""
    return [card for card in CARDS if card.is_joker or card.rank == wild] + rng.sample(CARDS[:52], rng.randint(0, 6))


def _one_suit(rng: random.Random, wild: int) -> list[Card]:
    """One suit, with the wilds."""
    suit = rng.choice(list(Suit))
    return [card for card in CARDS if card.suit == suit or card.rank == wild]


def _few_ranks(rng: random.Random, wild: int) -> list[Card]:
    """Two or three ranks, so that sets of many cards come about."""
    ranks = rng.sample(range(1, 14), rng.choice((2, 3)))
    return [card for card in CARDS if card.rank in ranks]


def _ends(rng: random.Random, wild: int) -> list[Card]:
    """Aces and what stands next to them at both ends, in one or two suits."""
    suits = rng.sample(list(Suit), rng.choice((1, 2)))
    return [card for card in CARDS if card.suit in suits and card.rank in (1, 2, 3, 11, 12, 13)]


def _doubled(rng: random.Random, wild: int) -> list[Card]:
    """A handful of cards that are then drawn from every deck."""
    return rng.sample(CARDS, rng.randint(2, 6))


def _neighbours(rng: random.Random, wild: int) -> list[Card]:
    """Four to six ranks in a row in two suits, where sets and runs compete; the wild rank may be among them."""
    low = rng.randint(1, 10)
    suits = rng.sample(list(Suit), 2)
    return [card for card in CARDS if card.suit in suits and low <= card.rank < low + rng.randint(4, 6)]


SHAPES: tuple[Callable[[random.Random, int], list[Card]], ...] = (
    _wilds,
    _wilds,
    _one_suit,
    _few_ranks,
    _ends,
    _doubled,
    _neighbours,
)
"""What may be favoured; wilds twice, because limits on wilds are where most rules differ."""
