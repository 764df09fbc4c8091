"""Random hands and whole tables, the same for a seed on every machine and in every version of Python.

The generator is SplitMix64: a state of 64 bits, which the seed is the first of, grows by a constant at
each step and is mixed to the number drawn. A number below n is the upper half of the product of n and
the number drawn; the few draws that would make some numbers likelier are drawn again (Lemire's method).
Cards come off the shoe by a Fisher-Yates shuffle that ends when there are enough.

The compiled twin is `native/dealer.pyx`: change both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from typing import NamedTuple

from tt_solver.engine.choice import engine_name
from tt_solver.errors import Flaw, ImpossibleHandError
from tt_solver.game.calendar import calendar
from tt_solver.game.cards import CARDS, Card
from tt_solver.solver.situation import Situation

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


class SplitMix64:
    """The generator that starts from *seed*, of which the lower 64 bits count.

    >>> SplitMix64(1234567).draw()
    6457827717110365317
    """

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def draw(self) -> int:
        """The next number, from 0 to 2**64 - 1."""
        self.state = z = (self.state + GAMMA) & MASK
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        return z ^ z >> 31

    def below(self, bound: int) -> int:
        """A number from 0 to *bound* - 1, each as likely as any other."""
        product = self.draw() * bound
        # Each number has floor or ceil of 2**64 / bound products; refusing the surplus makes them equal.
        if product & MASK < bound:
            surplus = (MASK + 1) % bound
            while product & MASK < surplus:
                product = self.draw() * bound
        return product >> 64

    def take(self, cards: list[Card], number: int) -> tuple[Card, ...]:
        """*number* of the *cards* in random order; they are moved to the front of the list."""
        for at in range(number):
            other = at + self.below(len(cards) - at)
            cards[at], cards[other] = cards[other], cards[at]
        return tuple(cards[:number])


class DealtTable(NamedTuple):
    """What has been dealt to a table: a hand for each player, and the card turned up if one was."""

    situation: Situation
    hands: tuple[tuple[Card, ...], ...]
    upcard: Card | None


def deal_tables(seed: int, situation: Situation, *, players: int = 1, upcard: bool = False) -> Iterator[DealtTable]:
    """Tables without end, each dealt from a full shoe: in that *situation*, where it tells no round in each by turns.

    Raises:
        ImpossibleHandError: the decks have too few cards.
        RulesError: there is no such round.

    >>> table = next(deal_tables(313, Situation.of(round_no=1), upcard=True))
    >>> " ".join(map(str, table.hands[0])), str(table.upcard)
    ('JD KS 4S', '9C')
    """
    if situation.round_no is None and situation.hand_size is None:
        rounds = [
            situation._replace(round_no=deal.round_no, hand_size=deal.hand_size) for deal in calendar(situation.rules)
        ]
    else:
        rounds = [situation.settled(0)]
    shoe = situation.shoe
    for one in rounds:
        _require_cards(one, players, upcard, len(shoe))
    take = _taker(seed, shoe)
    return (_table(take, len(shoe), one, players, upcard) for one in cycle(rounds))


def _taker(seed: int, shoe: tuple[Card, ...]) -> Callable[[int], tuple[Card, ...]]:
    """Return what takes a number of cards from the full *shoe* in random order; compiled code where it is built."""
    if engine_name() == "native":
        try:
            from tt_solver.table.native.dealer import Dealer
        except ImportError:
            pass
        else:
            dealer = Dealer(seed, [card.code for card in shoe])
            return lambda number: tuple([CARDS[code] for code in dealer.take(number)])
    generator = SplitMix64(seed)
    return lambda number: generator.take(list(shoe), number)


def _table(
    take: Callable[[int], tuple[Card, ...]], held: int, situation: Situation, players: int, upcard: bool
) -> DealtTable:
    size = situation.hand_size or 0
    dealt = players * size
    # One more is drawn even if it is not turned up, so that a seed deals the same hands either way.
    taken = take(min(dealt + 1, held))
    hands = tuple(taken[first : first + size] for first in range(0, dealt, size))
    return DealtTable(situation, hands, taken[dealt] if upcard else None)


def _require_cards(situation: Situation, players: int, upcard: bool, held: int) -> None:
    needed = players * (situation.hand_size or 0) + upcard
    if needed > held:
        flaw = Flaw(f"dealing needs {needed} cards, but the decks have {held}", hint="use more decks, as in --decks 3")
        raise ImpossibleHandError(flaw)
