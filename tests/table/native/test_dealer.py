"""The compiled dealer: the same cards from the same seed as in Python."""

from __future__ import annotations

import random

import pytest

from tt_solver.engine.native import is_built
from tt_solver.game.cards import CARDS
from tt_solver.game.rules import Rules
from tt_solver.solver.situation import Situation
from tt_solver.table.dealer import SplitMix64


def has_dealer() -> bool:
    """Whether the module under test was built."""
    try:
        import tt_solver.table.native.dealer  # noqa: F401
    except ImportError:
        return False
    return is_built()


needs_dealer = pytest.mark.skipif(not has_dealer(), reason="the compiled dealer is not built")

CODES = tuple(card.code for card in Situation().shoe)


@needs_dealer
def test_same_cards_as_python() -> None:
    """From any seed and any shoe, the dealer takes the cards that Python takes."""
    from tt_solver.table.native.dealer import Dealer

    rng = random.Random(4)
    for _ in range(300):
        seed, decks, jokers = rng.getrandbits(70), rng.randint(1, 8), rng.randint(0, 4)
        cards = Situation.of(rules=Rules(jokers=jokers), decks=decks).shoe
        dealer, generator = Dealer(seed, [card.code for card in cards]), SplitMix64(seed)
        for _ in range(5):
            number = rng.randint(0, len(cards))
            expected = generator.take(list(cards), number)
            assert tuple(CARDS[code] for code in dealer.take(number)) == expected


@needs_dealer
def test_dealer_checks_what_it_is_asked() -> None:
    """Too many cards and cards that do not exist are refused."""
    from tt_solver.table.native.dealer import Dealer

    dealer = Dealer(1, CODES)
    for bad in ([53], [-1], [0] * 513):
        with pytest.raises(ValueError, match=r"shoe|card"):
            Dealer(1, bad)
    for number in (-1, 105):
        with pytest.raises(ValueError, match="cannot be dealt"):
            dealer.take(number)
