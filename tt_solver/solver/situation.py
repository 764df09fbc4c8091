"""What a hand is played in: house rules, decks, and the round with its number of cards and its wild rank.

A `Situation` is made and checked here, from whatever was given: options of the command line, a record, or keywords of a
function. Everything that works on a hand is given the situation, and hands it on.

The compiled twin is `native/situation.pxd`, which settles rounds and counts copies: change both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from operator import index
from typing import NamedTuple, SupportsIndex

from tt_solver.errors import Flaw, HandSizeError, ImpossibleHandError, RulesError, counted
from tt_solver.game.calendar import (
    MAX_CARDS,
    Deal,
    calendar,
    deal_of_hand,
    deal_of_round,
    deal_of_size,
    sizes_dealt,
)
from tt_solver.game.cards import CARDS, JOKER, RANK_NAMES, Card
from tt_solver.game.rules import CLASSIC, MAX_DECKS, Rules
from tt_solver.notation.hands import Hand, parse_wild


class Situation(NamedTuple):
    """What a hand is played in. `Situation.of` makes one from what is given, and checks it.

    Where nothing is given of the round, it is *open*: the number of cards tells the round. `settled` and `holding` give
    the same situation for a hand, in which the round and the number of cards are known as far as they can be.

    Attributes:
        rules: the house rules.
        decks: how many decks are in play.
        round_no: the round of the game, from 1; None if it is not known.
        hand_size: how many cards a hand keeps; None if that is not known, or any number may be scored.
        wild_by_hand: the wild rank where it was given, 1 to 13 or 0 for none; None leaves it to the calendar.

    >>> Situation.of(round_no=5).settled(7).wild_name, Situation.of(wild="K").wild_name
    ('7', 'K')
    """

    rules: Rules = CLASSIC
    decks: int = CLASSIC.deck_count()
    round_no: int | None = None
    hand_size: int | None = None
    wild_by_hand: int | None = None

    @classmethod
    def of(
        cls,
        *,
        round_no: SupportsIndex | None = None,
        hand_size: SupportsIndex | None = None,
        wild: SupportsIndex | str | None = None,
        rules: Rules = CLASSIC,
        decks: SupportsIndex | None = None,
    ) -> Situation:
        """The situation with these values; see `tt_solver.solve` for what they mean.

        Raises:
            RulesError: a value is not a whole number, or not one that can be.
            NotationError: *wild* is a text and not a rank.
            TypeError: *rules* are not a `Rules`.
        """
        if not isinstance(rules, Rules):
            raise TypeError(f"pass rules such as Rules.preset('classic'), not {rules!r:.40}")
        in_play = _whole("number of decks", decks, range(1, MAX_DECKS + 1), f"1 to {MAX_DECKS} can be in play")
        if isinstance(wild, str):
            wild = parse_wild(wild)
        return cls(
            rules,
            rules.deck_count() if in_play is None else in_play,
            _whole("round", round_no),
            _whole("number of cards", hand_size),
            _whole("wild rank", wild, range(14), "1 for the ace to 13 for the king, 0 for none"),
        )

    def stating(
        self, *, round_no: int | None, hand_size: int | None, wild: int | None, rules: Rules | None
    ) -> Situation:
        """The situation of a record that says these things itself; None leaves what is known here."""
        if round_no is None and hand_size is None:
            round_no, hand_size = self.round_no, self.hand_size
        wild = self.wild_by_hand if wild is None else wild
        if rules is None or rules is self.rules:
            return Situation(self.rules, self.decks, round_no, hand_size, wild)
        return Situation(rules, rules.deck_count(), round_no, hand_size, wild)

    # -- the round ----------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether nothing is known of the round, so that the number of cards tells it."""
        return self.round_no is None and self.hand_size is None and self.wild_by_hand is None

    @property
    def wild(self) -> int:
        """The wild rank, 1 to 13; 0 where no rank is wild. It is known unless the situation is open."""
        if self.wild_by_hand is not None:
            return self.wild_by_hand
        assert self.round_no is not None, "a situation is settled before it is asked for its wild rank"
        return calendar(self.rules)[self.round_no - 1].wild

    @property
    def wild_name(self) -> str | None:
        """The wild rank as it is written, or None."""
        return RANK_NAMES[self.wild] or None

    @property
    def deal(self) -> Deal:
        """The round, the number of cards dealt and the wild rank."""
        return Deal(self.round_no, self.hand_size, self.wild)

    @property
    def is_on_calendar(self) -> bool:
        """Whether some round of the game deals that many cards with that wild rank."""
        return any((known.hand_size, known.wild) == (self.hand_size, self.wild) for known in calendar(self.rules))

    def is_after_draw(self, held: int) -> bool:
        """Whether a hand of *held* cards has one more than it keeps."""
        return self.hand_size is not None and held > self.hand_size

    def settled(self, held: int) -> Situation:
        """The situation of a hand of *held* cards: with a round or a number of cards, the calendar gives the rest.

        Raises:
            RulesError: the game has no such round, or no round that deals so many cards.
            HandSizeError: the situation is open, and no round deals *held* cards or one fewer.
        """
        if self.round_no is not None:
            size = deal_of_round(self.rules, self.round_no).hand_size
            if self.hand_size not in (None, size):
                raise RulesError(Flaw(f"round {self.round_no} deals {size} cards, not {self.hand_size}"))
            return self if self.hand_size == size else self._replace(hand_size=size)
        if self.hand_size is not None:
            deal = deal_of_size(self.rules, self.hand_size, wild_is_given=self.wild_by_hand is not None)
        elif self.wild_by_hand is not None:
            return self
        else:
            deal = deal_of_hand(self.rules, held)
        return self if deal is None else self._replace(round_no=deal.round_no, hand_size=deal.hand_size)

    # -- the hand -----------------------------------------------------------------------------------------

    def holding(self, hand: Hand) -> Situation:
        """The situation of *hand*, after the checks that it can be held in it.

        Raises:
            ImpossibleHandError: more copies of a card than the decks have, or jokers where there are none.
            HandSizeError: the number of cards is neither what the round deals nor one more.
            RulesError: there is no such round.
        """
        self.require_possible(hand)
        settled = self.settled(len(hand))
        settled.require_size(hand)
        return settled

    def before_draw(self, hand: Hand) -> Situation:
        """The situation of *hand*, after the check that it has as many cards as are dealt.

        Raises:
            HandSizeError: it has not.
            RulesError: there is no such round.
        """
        return self._keeping(hand, len(hand), "before the draw", "give the hand without the card that may be drawn")

    def after_draw(self, hand: Hand) -> Situation:
        """The situation of *hand*, after the check that it has one card more than are dealt; errors as above."""
        return self._keeping(hand, len(hand) - 1, "after the draw", "give the hand with the card that was drawn")

    def _keeping(self, hand: Hand, kept: int, when: str, hint: str) -> Situation:
        """The situation of *hand*, of which *kept* cards stay; *when* that is, and a *hint*, are for errors."""

        def require(sizes: range, hint: str | None) -> None:
            if kept not in sizes:
                fewest, most = sizes[0] + len(hand) - kept, sizes[-1] + len(hand) - kept
                wanted = counted(most, "card") if fewest == most else f"{fewest} to {counted(most, 'card')}"
                flaw = Flaw(f"{counted(len(hand), 'card')}, but a hand has {wanted} {when}", hint=hint)
                raise HandSizeError(flaw, text=hand.text)

        require(range(1, MAX_CARDS), None)
        if self.is_open:
            require(
                sizes_dealt(self.rules),
                f"for any other number, up to {MAX_CARDS} cards with the draw, use -w without -r or -c",
            )
            return self._replace(hand_size=kept).settled(kept)
        settled = self.settled(kept)
        if settled.hand_size is not None:
            require(range(settled.hand_size, settled.hand_size + 1), hint)
        return settled

    def require_size(self, hand: Hand, *, or_fewer: bool = False) -> None:
        """Check that *hand* has as many cards as are dealt, or one more; with *or_fewer* no more than that.

        Raises:
            HandSizeError: it has not; the message says what was expected.
        """
        held, size = len(hand), self.hand_size
        if not 1 <= held <= MAX_CARDS:
            message = f"{counted(held, 'card')}: a hand has 1 to {MAX_CARDS} cards"
            raise HandSizeError(Flaw(message, hint="give one hand at a time"), text=hand.text)
        if size is None or held in (size, size + 1) or (or_fewer and held < size):
            return
        where = f"round {self.round_no} deals {size}" if self.round_no else f"{size} are dealt"
        hint = f"give {size} cards" + (f", or {size + 1} for a hand after the draw" if size < MAX_CARDS else "")
        raise HandSizeError(Flaw(f"{counted(held, 'card')}, but {where}", hint=hint), text=hand.text)

    def require_possible(self, hand: Hand) -> None:
        """Check that the decks can deal *hand*.

        Raises:
            ImpossibleHandError: more copies of a card than the decks have, or jokers where there are none.
        """
        flaws = [
            self._excess(card, count, hand)
            for card, count in Counter(hand.cards).items()
            if count > self.decks * self._copies_in_a_deck(card)
        ]
        if flaws:
            raise ImpossibleHandError(*flaws, text=hand.text)

    def _copies_in_a_deck(self, card: Card) -> int:
        return self.rules.jokers if card.is_joker else 1

    def _excess(self, card: Card, count: int, hand: Hand) -> Flaw:
        """What is wrong with *count* copies of *card* in *hand*."""
        spans = tuple(span for held, span in zip(hand.cards, hand.spans, strict=False) if held == card)
        in_a_deck = self._copies_in_a_deck(card)
        if not in_a_deck:
            return Flaw("jokers are off", spans, "to play with them, set the rule option jokers: --set jokers=2")
        needed = -(-count // in_a_deck)
        what = "the joker" if card.is_joker else str(card)
        have = f"{counted(self.decks, 'deck')} {'has' if self.decks == 1 else 'have'} {self.decks * in_a_deck}"
        hint = f"if you play with {needed} decks, add --decks {needed}" if needed <= MAX_DECKS else None
        return Flaw(f"{count} copies of {what}, but {have}", spans, hint)

    # -- the cards ----------------------------------------------------------------------------------------

    @property
    def shoe(self) -> tuple[Card, ...]:
        """All cards of the decks in play, deck by deck in card order."""
        return (CARDS[:52] + (JOKER,) * self.rules.jokers) * self.decks

    def unseen(self, hand: Hand, others: Mapping[str, Hand]) -> Counter[Card]:
        """The cards that nobody has shown, with their copies: all but *hand* and the *others* that are known, by name.

        Raises:
            ImpossibleHandError: the decks have fewer copies of a card than are known.
        """
        unseen = Counter(self.shoe)
        for part in (hand, *others.values()):
            unseen.subtract(part.cards)
        if min(unseen.values()) < 0:
            self.require_possible(hand)
            self.require_possible(Hand.joined({"": hand, **others}))
        return +unseen

    def is_wild(self, card: Card) -> bool:
        """Whether *card* is a wild here."""
        return self.rules.is_wild(card, self.wild)

    def card_points(self, card: Card) -> int:
        """What *card* costs here when it is left over, before any doubling."""
        return self.rules.card_points(card, self.wild)


def _whole(what: str, value: SupportsIndex | None, among: range | None = None, hint: str | None = None) -> int | None:
    """*value* as a whole number *among* those that can be, or None. Other libraries' integers are taken too."""
    if value is None:
        return None
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or (among is not None and number not in among):
        raise RulesError(Flaw(f"{value!r:.40} is not a {what}", hint=hint))
    return number
