"""The calendar of a game: how many cards each round deals, and which rank is wild.

A game of 11 rounds deals 3 to 13 cards, and the rank equal to the number of cards is wild. Longer games
add 14 cards with aces wild and 15 with twos, or go up to 13 cards and, with 13 dealt twice, down again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from tt_solver.errors import Flaw, HandSizeError, RulesError, counted
from tt_solver.game.cards import RANK_NAMES
from tt_solver.game.rules import PRESETS, Rules

MAX_CARDS = 20
"""The most cards that a hand may have, the draw included."""


class Deal(NamedTuple):
    """One round of a game.

    Attributes:
        round_no: the round of the game, from 1; None where only the wild rank is known.
        hand_size: how many cards a hand keeps; None where any number may be scored.
        wild: the wild rank, 1 to 13; 0 where no rank is wild.
    """

    round_no: int | None
    hand_size: int | None
    wild: int

    @property
    def wild_name(self) -> str | None:
        """The wild rank as it is written, or None."""
        return RANK_NAMES[self.wild] or None


@lru_cache(maxsize=32)
def calendar(rules: Rules) -> tuple[Deal, ...]:
    """The deal of every round of the game, in order.

    >>> [deal.wild_name for deal in calendar(Rules(rounds="up-down"))][10:13]
    ['K', 'K', 'Q']
    """
    up = list(range(3, 14))
    sizes = up + up[::-1] if rules.rounds == "up-down" else list(range(3, rules.rounds + 3))
    return tuple(Deal(number, size, size if size <= 13 else size - 13) for number, size in enumerate(sizes, 1))


def deal_of_round(rules: Rules, round_no: int) -> Deal:
    """The deal of that round.

    Raises:
        RulesError: the game has no such round.
    """
    deals = calendar(rules)
    if 1 <= round_no <= len(deals):
        return deals[round_no - 1]
    longer = _longer_games(lambda known: len(deals) < round_no <= len(known))
    hint = f"this game has rounds 1 to {len(deals)}" + (f"; longer games: {longer}" if longer else "")
    raise RulesError(Flaw(f"there is no round {round_no}", hint=hint))


def deal_of_size(rules: Rules, hand_size: int, *, wild_is_given: bool) -> Deal | None:
    """The first deal of that many cards. Where the wild rank *is given* by hand, None if no round deals so many.

    Raises:
        RulesError: no round deals so many cards, and nothing else says which rank is wild; or no hand has so many.
    """
    deals = calendar(rules)
    for deal in deals:
        if deal.hand_size == hand_size:
            return deal
    if wild_is_given and 1 <= hand_size <= MAX_CARDS:
        return None
    longer = _longer_games(lambda known: any(deal.hand_size == hand_size for deal in known))
    hint = f"these rules deal them: {longer}" if longer else f"rounds deal 3 to {_largest(deals)} cards"
    if wild_is_given:
        hint = f"with -w, 1 to {MAX_CARDS} cards can be dealt"
    raise RulesError(Flaw(f"no round deals {counted(hand_size, 'card')}", hint=hint))


def deal_of_hand(rules: Rules, held: int) -> Deal:
    """The deal that a hand of *held* cards belongs to: of as many cards, else one fewer.

    Raises:
        HandSizeError: no round deals so many.
    """
    deals = calendar(rules)
    for size in (held, held - 1):
        for deal in deals:
            if deal.hand_size == size:
                return deal
    raise HandSizeError(
        Flaw(
            f"{counted(held, 'card')}, but rounds deal 3 to {_largest(deals)} cards, and a draw adds one",
            hint=f"to score any number of cards up to {MAX_CARDS}, use -w without -r or -c",
        )
    )


def sizes_dealt(rules: Rules) -> range:
    """From the fewest to the most cards that a round deals."""
    return range(3, _largest(calendar(rules)) + 1)


def _longer_games(suits: Callable[[Sequence[Deal]], bool]) -> str:
    """The presets whose calendar is as wanted, by name."""
    return ", ".join(name for name, rules in PRESETS.items() if suits(calendar(rules)))


def _largest(deals: Sequence[Deal]) -> int:
    """The most cards that a round deals."""
    return max(deal.hand_size or 0 for deal in deals)
