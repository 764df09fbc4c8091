"""Cards of one or more ordinary decks: rank, suit, joker, and the order they are listed in."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

RANK_NAMES = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""How each rank is written, by rank: 1 is the ace, 11 to 13 are J Q K. Index 0 is unused."""

ACE, JACK, QUEEN, KING = 1, 11, 12, 13


class Suit(IntEnum):
    """The four suits, in the order in which cards are listed."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        return "SHDC"[self]

    @property
    def sign(self) -> str:
        return "♠♥♦♣"[self]


class Card(NamedTuple):
    """One card, known by its code: 0 to 51 are suit * 13 + rank - 1 in the order S H D C, 52 is the joker.

    Codes follow card order (spades A to K, then hearts, diamonds and clubs, the joker last), so
    sorting cards sorts them as they are printed. Two copies of a card from two decks are equal.

    >>> str(Card.of(10, Suit.HEARTS)), str(JOKER)
    ('10H', 'JK')
    """

    code: int

    @classmethod
    def of(cls, rank: int, suit: Suit) -> Card:
        """The card of *rank* (1 for the ace to 13 for the king) in *suit*.

        Raises:
            ValueError: there is no such rank.
        """
        if not 1 <= rank <= KING:
            raise ValueError(f"there is no rank {rank}")
        return CARDS[suit * 13 + rank - 1]

    @property
    def is_joker(self) -> bool:
        return self.code == 52

    @property
    def rank(self) -> int:
        """1 for the ace to 13 for the king; 0 for a joker, which has none."""
        return _RANKS[self.code]

    @property
    def suit(self) -> Suit | None:
        """The suit, or None for a joker."""
        return _SUITS[self.code]

    def __str__(self) -> str:
        """The card in the notation that is read back everywhere: rank, then suit, as in 10H; JK."""
        return CARD_NAMES[self.code]

    def __repr__(self) -> str:
        return f"<Card {CARD_NAMES[self.code]}>" if self.code in range(len(CARD_NAMES)) else f"Card({self.code!r})"


CARD_NAMES = (*(rank + suit.letter for suit in Suit for rank in RANK_NAMES[1:]), "JK")
"""The canonical spelling of every card, by code."""

_RANKS = (*(code % 13 + 1 for code in range(52)), 0)
_SUITS = (*(suit for suit in Suit for _ in range(13)), None)

CARDS = tuple(Card(code) for code in range(53))
"""Every distinct card, by code; the joker is last."""

JOKER = CARDS[52]
