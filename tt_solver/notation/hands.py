"""From text to cards: hands, cards and ranks as players write them.

Plain hands, which is what recorded hands look like, are read here by looking up each card; everything
else goes to `tt_solver.notation.free_form`, which reads all forms and words the diagnoses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from tt_solver.errors import Flaw, NotationError, Span
from tt_solver.game.cards import CARDS, JOKER, Card
from tt_solver.notation.spellings import ENGLISH, JOKERS, Lexicon

MAX_LENGTH = 20_000
"""Characters in one text. Four decks written out in words are under 4,000."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards in the order they were typed. Hands are equal if their cards are, in that order.

    Attributes:
        cards: the cards; a card of two decks may be there twice.
        text: the text they were read from, or None for a hand made without one.
        spans: the place of each card in the text; empty for a hand made without one. A card of a group,
            as the king in `S:AKQ`, has the place of its rank.

    >>> str(Hand.of([JOKER, Card(0)]))
    'JK AS'
    """

    cards: tuple[Card, ...]
    text: str | None = field(default=None, compare=False)
    spans: tuple[Span, ...] = field(default=(), compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """A hand of *cards*, without a text.

        Raises:
            NotationError: they are no cards.
        """
        try:
            held = tuple(cards)
        except TypeError:
            held = (cards,)  # type: ignore[assignment]
        wrong = [card for card in held if not isinstance(card, Card) or card.code not in range(len(CARDS))]
        if wrong:
            hint = 'pass a string such as "7H 7S", or a sequence of cards'
            raise NotationError(Flaw(f"{wrong[0]!r:.60} is not a card", hint=hint))
        return cls(held)

    @classmethod
    def joined(cls, parts: Mapping[str, Hand]) -> Hand:
        """Some hands as one. Its text names each but the first, so that an error can point to a card of any of them."""
        cards: list[Card] = []
        spans: list[Span] = []
        text = ""
        for name, part in parts.items():
            if not part.cards:
                continue
            text += f", {name} " if name else ""
            spelled = part if part.text is not None else parse_hand(str(part))
            cards += spelled.cards
            spans += [span.moved(len(text)) for span in spelled.spans]
            text += spelled.text or ""
        return cls(tuple(cards), text, tuple(spans))

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __str__(self) -> str:
        """The hand in the notation that is read back everywhere, as in KS 10H JK."""
        return " ".join(map(str, self.cards))


def parse_hand(text: str) -> Hand:
    """Return the cards written in *text*, in that order.

    Cards are written `7H`, `h7`, `10♦`, `Td`, `♥7`, `🂷`, `queen of hearts`; jokers `JK`, `joker`, `*`, `🃏`; a
    suit may be named once: `S:AKQ H:7`, `♠AKQ`, `A-2-3 of hearts`, or by its place in `AKQ.7..T9`. Between cards stand
    spaces, commas, hyphens, brackets, quotes, bullets, `&`, `and`, or nothing (`7h7s7c`); `#` starts a comment.

    Raises:
        NotationError: something cannot be read as a card, or can be read in two ways, or there is no card.
            It holds all flaws of the text.

    >>> str(parse_hand("7h, 7♠ & seven of clubs | S:AK joker"))
    '7H 7S 7C AS KS JK'
    >>> parse_hand("7x")
    Traceback (most recent call last):
    tt_solver.errors.NotationError: '7x' is not a card: no suit 'x'
    """
    _check_length(text)
    return _plain_hand(text) or Hand(*_read_generally(text))


AnyHand = Hand | str | Iterable[Card | str]
"""A hand as callers have it: parsed, as text, or any iterable of cards, each a card or its text."""


def as_hand(hand: AnyHand) -> Hand:
    """The hand, however it was given.

    Raises:
        NotationError: it is a text that cannot be read.
    """
    if isinstance(hand, Hand):
        return hand
    if isinstance(hand, str):
        return parse_hand(hand)
    cards: list[Card | str] = (
        list(hand) if isinstance(hand, Iterable) and not isinstance(hand, Mapping) else [cast(Card, hand)]
    )
    if cards and all(isinstance(card, str) for card in cards):
        return parse_hand(" ".join(cast(Iterable[str], cards)))
    return Hand.of([parse_card(card) if isinstance(card, str) else card for card in cards])


def parse_card(text: str) -> Card:
    """Return the one card written in *text*.

    Raises:
        NotationError: the text cannot be read, or holds more than one card.

    >>> parse_card("ten of hearts")
    <Card 10H>
    """
    return parse_single(text).cards[0]


def parse_single(text: str) -> Hand:
    """Return the one card written in *text* as a hand, which knows the place of the card and has notes on its reading.

    Raises:
        NotationError: the text cannot be read, or holds more than one card.
    """
    hand = parse_hand(text)
    if len(hand) > 1:
        flaw = Flaw(f"{len(hand)} cards instead of one", hand.spans, f"give one card, as in {hand.cards[0]}")
        raise NotationError(flaw, text=text)
    return hand


def parse_rank(text: str) -> int:
    """Return the rank written in *text*, 1 for the ace to 13 for the king. A plural s is no suit here.

    Raises:
        NotationError: the text is not a rank.

    >>> parse_rank("10s"), parse_rank("jacks"), parse_rank("A")
    (10, 11, 1)
    """
    _check_length(text)
    rank = ENGLISH.ranks.get(text.lower())
    if rank is not None and text != "0":
        return rank
    from tt_solver.notation.free_form import read_rank

    return read_rank(text)


def parse_wild(text: str) -> int:
    """Return the wild rank written in *text*, 0 for "none".

    Raises:
        NotationError: the text is neither.
    """
    return 0 if text.strip().casefold() == "none" else parse_rank(text)


def _read_generally(text: str) -> tuple[tuple[Card, ...], str, tuple[Span, ...], tuple[str, ...]]:
    from tt_solver.notation.free_form import read_hand

    cards, spans, notes = read_hand(text)
    return cards, text, spans, notes


def _check_length(text: str) -> None:
    if len(text) > MAX_LENGTH:
        message = f"the text has {len(text):,} characters, too many for one hand"
        raise NotationError(Flaw(message, hint="write each hand on a line of its own"), text=text)


# Plain hands: cards that stand by themselves, one spelling each, looked up as they are.


def _plain_spellings(lexicon: Lexicon) -> dict[str, Card]:
    """Cards and jokers in every mix of cases that need no folding but lower case, and no note on how they were read."""
    ranks = {form: rank for word, rank in lexicon.ranks.items() for form in (word, word.upper()) if word != "0"}
    suits = {form: suit for word, suit in lexicon.suits.items() for form in (word, word.upper())}
    cards = {form: JOKER for word in JOKERS for form in (word, word.upper(), word.title())}
    for rank_form, rank in ranks.items():
        for suit_form, suit in suits.items():
            cards[rank_form + suit_form] = cards[suit_form + rank_form] = Card.of(rank, suit)
    return cards


_PLAIN = _plain_spellings(ENGLISH)


def _plain_hand(text: str) -> Hand | None:
    """The hand if it holds nothing but plain cards, spaces and commas: what recorded hands look like."""
    tokens = text.replace(",", " ").split()
    try:
        cards = tuple([_PLAIN[token] for token in tokens])
    except KeyError:
        return None
    if not cards:
        return None
    spans = []
    end = 0
    for token in tokens:
        start = text.index(token, end)
        end = start + len(token)
        spans.append(Span(start, end))
    return Hand(cards, text, tuple(spans))
