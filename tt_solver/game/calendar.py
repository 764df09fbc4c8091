"""The calendar of rounds: how many cards each deals and which rank is wild; and what a hand may be.

A game of 11 rounds deals 3 to 13 cards, and the rank equal to the number of cards is wild. Longer games
add 14 cards with aces wild and 15 with twos, or go up to 13 cards and, with 13 dealt twice, down again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from tt_solver.errors import Flaw, HandSizeError, ImpossibleHandError, RulesError, Span
from tt_solver.game.cards import RANK_NAMES, Card
from tt_solver.game.rules import MAX_DECKS, PRESETS, Rules
from tt_solver.notation.hands import Hand, parse_wild

MAX_CARDS = 20
"""The most cards that a hand may have, the draw included."""


class Deal(NamedTuple):
    """What a hand is played in.

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

    def is_after_draw(self, held: int) -> bool:
        """Whether a hand of *held* cards has one more than it keeps."""
        return self.hand_size is not None and held > self.hand_size


@lru_cache(maxsize=32)
def calendar(rules: Rules) -> tuple[Deal, ...]:
    """The deal of every round of the game, in order.

    >>> [deal.wild_name for deal in calendar(Rules(rounds="up-down"))][10:13]
    ['K', 'K', 'Q']
    """
    up = list(range(3, 14))
    sizes = up + up[::-1] if rules.rounds == "up-down" else list(range(3, rules.rounds + 3))
    return tuple(Deal(number, size, size if size <= 13 else size - 13) for number, size in enumerate(sizes, 1))


def find_deal(
    rules: Rules,
    held: int,
    *,
    round_no: int | None = None,
    hand_size: int | None = None,
    wild: int | str | None = None,
) -> Deal:
    """The deal that a hand of *held* cards belongs to.

    With a round or a number of cards dealt, the calendar gives the rest. *wild* (0 or "none": no rank is wild)
    replaces the wild of the calendar; alone, it lets the hand have any number of cards. With nothing
    given, the hand belongs to the round that deals as many cards as it has, else one fewer.

    Raises:
        RulesError: the game has no such round, or no round that deals so many cards.
        NotationError: *wild* is a text and no rank.
        HandSizeError: with nothing given, no round deals *held* cards or one fewer.
    """
    if isinstance(wild, str):
        wild = parse_wild(wild)
    wild = _whole("wild rank", wild, range(14), "1 for the ace to 13 for the king, 0 for none")
    round_no, hand_size = _whole("round", round_no), _whole("number of cards", hand_size)
    deals = calendar(rules)
    if round_no is not None:
        deal = _round(deals, round_no)
        if hand_size is not None and hand_size != deal.hand_size:
            raise RulesError(Flaw(f"round {round_no} deals {deal.hand_size} cards, not {hand_size}"))
    elif hand_size is not None:
        deal = _dealing(deals, hand_size, wild)
    elif wild is not None:
        return Deal(None, None, wild)
    else:
        deal = _guessed(deals, held)
    return deal if wild is None else Deal(deal.round_no, deal.hand_size, wild)


def _whole(what: str, value: int | None, among: range | None = None, hint: str | None = None) -> int | None:
    """*value*, which has to be a whole number *among* those that can be, or None."""
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if value is not None and not (is_whole and (among is None or value in among)):
        raise RulesError(Flaw(f"{value!r:.40} is no {what}", hint=hint))
    return value


def decks_in_play(rules: Rules, decks: int | None) -> int:
    """How many decks there are: *decks*, or what the rules say.

    Raises:
        RulesError: that many cannot be in play.
        TypeError: *rules* are no `Rules`.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules are a Rules, such as Rules.preset('classic'), not {rules!r:.40}")
    in_play = _whole("number of decks", decks, range(1, MAX_DECKS + 1), f"1 to {MAX_DECKS} can be in play")
    return rules.deck_count() if in_play is None else in_play


def is_on_calendar(deal: Deal, rules: Rules) -> bool:
    """Whether some round of the game deals that many cards with that wild rank."""
    return any((known.hand_size, known.wild) == (deal.hand_size, deal.wild) for known in calendar(rules))


def _round(deals: Sequence[Deal], round_no: int) -> Deal:
    if 1 <= round_no <= len(deals):
        return deals[round_no - 1]
    longer = _longer_games(lambda known: len(deals) < round_no <= len(known))
    hint = f"this game has rounds 1 to {len(deals)}" + (f"; longer games: {longer}" if longer else "")
    raise RulesError(Flaw(f"there is no round {round_no}", hint=hint))


def _dealing(deals: Sequence[Deal], hand_size: int, wild: int | None) -> Deal:
    for deal in deals:
        if deal.hand_size == hand_size:
            return deal
    if wild is not None and 1 <= hand_size <= MAX_CARDS:
        return Deal(None, hand_size, wild)
    longer = _longer_games(lambda known: any(deal.hand_size == hand_size for deal in known))
    hint = f"they are dealt in: {longer}" if longer else f"rounds deal 3 to {_largest(deals)} cards"
    if wild is not None:
        hint = f"with a wild rank by hand, 1 to {MAX_CARDS} cards may be dealt"
    raise RulesError(Flaw(f"no round deals {cards_in_words(hand_size)}", hint=hint))


def _longer_games(suits: Callable[[Sequence[Deal]], bool]) -> str:
    """The presets whose calendar is as wanted, by name."""
    return ", ".join(name for name, rules in PRESETS.items() if suits(calendar(rules)))


def _largest(deals: Sequence[Deal]) -> int:
    """The most cards that a round deals."""
    return max(deal.hand_size or 0 for deal in deals)


def _guessed(deals: Sequence[Deal], held: int) -> Deal:
    for size in (held, held - 1):
        for deal in deals:
            if deal.hand_size == size:
                return deal
    raise HandSizeError(
        Flaw(
            f"{cards_in_words(held)}: rounds deal 3 to {_largest(deals)}, and a draw makes one more",
            hint=f"name the wild rank alone to score any number of cards up to {MAX_CARDS}",
        )
    )


def cards_in_words(count: int) -> str:
    """A number of cards as errors say it."""
    return f"{count} card" if count == 1 else f"{count} cards"


def require_size(hand: Hand, deal: Deal) -> None:
    """Check that *hand* is a hand of *deal*, after the discard or after the draw.

    Raises:
        HandSizeError: it is not; the message says what was expected.
    """
    held = len(hand.cards)
    if not 1 <= held <= MAX_CARDS:
        message = f"{cards_in_words(held)}: a hand has 1 to {MAX_CARDS} cards"
        raise HandSizeError(Flaw(message, hint="give each hand by itself"), text=hand.text)
    size = deal.hand_size
    if size is not None and held not in (size, size + 1):
        where = f"round {deal.round_no} deals {size}" if deal.round_no else f"{size} are dealt"
        hint = f"give {size} cards" + (f", or {size + 1} for a hand after the draw" if size < MAX_CARDS else "")
        raise HandSizeError(Flaw(f"{cards_in_words(held)}, but {where}", hint=hint), text=hand.text)


def require_possible(hand: Hand, rules: Rules, decks: int) -> None:
    """Check that *decks* decks can deal *hand*.

    Raises:
        ImpossibleHandError: more copies of a card than the decks have, or jokers where there are none.
    """
    flaws = []
    for card, count in Counter(hand.cards).items():
        most = decks * rules.jokers if card.is_joker else decks
        if count > most:
            spans = tuple(span for held, span in zip(hand.cards, hand.spans, strict=False) if held == card)
            flaws.append(_excess(card, count, decks, rules, spans))
    if flaws:
        raise ImpossibleHandError(*flaws, text=hand.text)


def _excess(card: Card, count: int, decks: int, rules: Rules, spans: tuple[Span, ...]) -> Flaw:
    if card.is_joker and not rules.jokers:
        return Flaw("jokers are off", spans, "to play with them, set the rule option jokers: --set jokers=2")
    per_deck = rules.jokers if card.is_joker else 1
    needed = -(-count // per_deck)
    what = "the joker" if card.is_joker else str(card)
    have = f"{decks} deck has" if decks == 1 else f"{decks} decks have"
    hint = f"if {needed} decks are in play, say so: --decks {needed}" if needed <= MAX_DECKS else None
    return Flaw(f"{count} copies of {what}, but {have} {decks * per_deck}", spans, hint)
