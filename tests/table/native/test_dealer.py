"""The compiled dealer: the same cards from the same seed as in Python, and counts of the hands it deals."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

from tt_solver.engine.native import is_built
from tt_solver.engine.search import POINT, Engine
from tt_solver.game.cards import CARDS
from tt_solver.game.rules import CLASSIC
from tt_solver.solver.best import table_of
from tt_solver.table.dealer import SplitMix64, deal_tables, shoe


def has_dealer() -> bool:
    """Whether the module under test was built."""
    try:
        import tt_solver.table.native.dealer  # noqa: F401
    except ImportError:
        return False
    return is_built()


needs_dealer = pytest.mark.skipif(not has_dealer(), reason="the compiled dealer is not built")

CODES = tuple(card.code for card in shoe(CLASSIC, 2))


@needs_dealer
def test_same_cards_as_python() -> None:
    """From any seed and any shoe, the dealer takes the cards that Python takes."""
    from tt_solver.table.native.dealer import Dealer

    rng = random.Random(4)
    for _ in range(300):
        seed, decks, jokers = rng.getrandbits(70), rng.randint(1, 8), rng.randint(0, 4)
        cards = shoe(CLASSIC.with_options({"jokers": jokers}), decks)
        dealer, generator = Dealer(seed, [card.code for card in cards]), SplitMix64(seed)
        for _ in range(5):
            number = rng.randint(0, len(cards))
            expected = generator.take(list(cards), number)
            assert tuple(CARDS[code] for code in dealer.take(number)) == expected


@needs_dealer
@pytest.mark.parametrize("size", [3, 13])
def test_histogram_counts_the_hands_that_are_dealt(size: int) -> None:
    """The counts are those of the hands that the same seed deals one by one."""
    from tt_solver.engine.native.search import Engine as NativeEngine
    from tt_solver.table.native.dealer import Dealer

    table = table_of(CLASSIC)
    counts = Dealer(313, CODES).histogram(NativeEngine(table), size, size, 400, drawn=1)
    engine = Engine(table)
    tables = islice(deal_tables(313, CLASSIC, hand_size=size), 400)
    points = Counter(engine.cost([card.code for card in one.hands[0]], size) // POINT for one in tables)
    assert {value: count for value, count in enumerate(counts) if count} == points
    assert counts[-1] > 0


@needs_dealer
def test_dealer_checks_what_it_is_asked() -> None:
    """Too many cards, cards that do not exist and hands that cannot be are refused."""
    from tt_solver.engine.native.search import Engine as NativeEngine
    from tt_solver.table.native.dealer import Dealer

    engine, dealer = NativeEngine(table_of(CLASSIC)), Dealer(1, CODES)
    for bad in ([53], [-1], [0] * 513):
        with pytest.raises(ValueError, match=r"shoe|card"):
            Dealer(1, bad)
    for number in (-1, 105):
        with pytest.raises(ValueError, match="cannot be dealt"):
            dealer.take(number)
    for size, wild, hands, drawn in ((21, 3, 1, 0), (-1, 3, 1, 0), (13, 14, 1, 0), (13, 3, -1, 0), (13, 3, 1, 92)):
        with pytest.raises(ValueError, match="dealt"):
            dealer.histogram(engine, size, wild, hands, drawn=drawn)
    assert len(dealer.histogram(engine, 13, 3, 0)) == 0


@needs_dealer
def test_too_many_of_one_card_end_the_counting() -> None:
    """A shoe with more copies of a card than are counted is refused by the search, not miscounted."""
    from tt_solver.engine.native.search import Engine as NativeEngine
    from tt_solver.table.native.dealer import Dealer

    with pytest.raises(ValueError, match="not a hand"):
        Dealer(1, [7] * 20).histogram(NativeEngine(table_of(CLASSIC)), 16, 3, 10)
