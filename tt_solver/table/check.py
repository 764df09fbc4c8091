"""Checking a claimed laydown: is each group a meld, is it a going out, and were fewer points possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tt_solver.errors import Flaw, HandSizeError
from tt_solver.game.calendar import Deal, cards_in_words, decks_in_play, find_deal, require_possible, require_size
from tt_solver.game.cards import Card
from tt_solver.game.melds import Fault, Meld, judge
from tt_solver.game.rules import CLASSIC, Rules
from tt_solver.notation.hands import AnyHand, Hand, as_hand, parse_card
from tt_solver.notation.laydowns import AnyClaim, Claim, ClaimedMeld, as_claim
from tt_solver.solver.best import Arrangement, arrange

MAY_BE_TWO = 6
"""A group of so many cards may have been meant as two melds."""


@dataclass(frozen=True, slots=True)
class CheckedMeld:
    """One group of a claim: the meld that it is, or every condition that it fails.

    Attributes:
        cards: the cards in the order in which they were written.
        meld: the meld; None if it is none.
        faults: the conditions it fails, each with the cards that show it.
    """

    cards: tuple[Card, ...]
    meld: Meld | None
    faults: tuple[Fault, ...] = ()

    @property
    def reason(self) -> str | None:
        """Why it is no meld, or None."""
        return "; ".join(fault.message for fault in self.faults) or None


@dataclass(frozen=True, slots=True)
class LaydownCheck:
    """What is to be said of a claimed laydown.

    Attributes:
        hand: all cards that are known to be held, the discard among them.
        deal: the round, the number of cards dealt and the wild rank.
        rules: the house rules.
        melds: the groups as they were claimed.
        discard: the card thrown: as given, else the dearest left over of a hand after the draw.
        deadwood: the cards held that are neither thrown nor in a meld that stands, in card order.
        points: the points of the deadwood.
        best: the best arrangement of the same cards, the discard free to choose.
        legal: whether each group is a meld, and each card is held as often as it is used.
        out: whether it is a going out.
        claimed: whether a going out was claimed.
        reasons: all that is wrong with it, a sentence each; empty if it could not be better.
    """

    hand: tuple[Card, ...]
    deal: Deal
    rules: Rules
    melds: tuple[CheckedMeld, ...]
    discard: Card | None
    deadwood: tuple[Card, ...]
    points: int
    best: Arrangement
    legal: bool
    out: bool
    claimed: bool
    reasons: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether the laydown is legal, and a going out if that was claimed."""
        return self.legal and (self.out or not self.claimed)

    @property
    def best_points(self) -> int:
        """The fewest points that were possible."""
        return self.best.points

    @property
    def penalty(self) -> int:
        """What the house adds for a wrong claim of going out."""
        return self.rules.wrong_out if self.claimed and not self.out else 0

    @property
    def score(self) -> int:
        """What the round writes down: the points, doubled where the rules double, and the penalty undoubled."""
        return self.points * self.rules.multiplier(self.deal.wild) + self.penalty


def check_laydown(
    claim: AnyClaim,
    *,
    discard: Card | str | None = None,
    hand: AnyHand | None = None,
    out: bool = False,
    round_no: int | None = None,
    hand_size: int | None = None,
    wild: int | str | None = None,
    rules: Rules = CLASSIC,
    decks: int | None = None,
) -> LaydownCheck:
    """Return whether the melds of *claim* can be laid down, are a going out, and could be better.

    The order of the cards in a group does not matter; a wild that is stated to be a card is held to it.
    Going out means that as many cards as are dealt are melded and nothing is left but the discard. With
    the wild rank alone, it means that every card is melded.

    Args:
        claim: the melds, as text such as `5H 6H 4D=7H | KS KD KC`, or as melds or groups of cards.
        discard: the card thrown. It is one of *hand*, or was thrown before where *hand* has as many cards as
            the round deals.
        hand: the cards held, after the discard or after the draw; by default the claim and the discard.
        out: a going out is claimed, so that a wrong claim costs what the rules say.
        round_no: the round of the game, from 1.
        hand_size: or the number of cards that the round deals.
        wild: the wild rank by hand, as for `solve`. With none of the three the number of cards kept decides.
        rules: the house rules.
        decks: how many decks are in play; by default what the rules say, else 2.

    Raises:
        NotationError: a text cannot be read.
        ImpossibleHandError: the decks have fewer copies of a card.
        HandSizeError: the round deals fewer cards, or the hand is not of its size.
        RulesError: there is no such round.

    >>> check_laydown("5H 6S 7H", wild=7).melds[0].reason
    '6S and 5H differ in suit and in rank'
    >>> check_laydown("7H 7S 7C", discard="KD", round_no=1).out
    True
    """
    laid = as_claim(claim)
    thrown = parse_card(discard) if isinstance(discard, str) else discard
    given = None if hand is None else as_hand(hand)
    deal = find_deal(rules, _kept(laid, thrown, given), round_no=round_no, hand_size=hand_size, wild=wild)
    held = _held(laid, thrown, given, deal)
    for cards in (Hand(laid.cards, laid.text, laid.spans), held):
        require_possible(cards, rules, decks_in_play(rules, decks))
    _require_size(held if given is None else given, deal, exactly=given is not None)
    return _check(laid, held.cards, thrown, out, deal, rules)


def _kept(claim: Claim, discard: Card | None, hand: Hand | None) -> int:
    """How many cards are held after the discard."""
    if hand is None:
        return len(claim.cards)
    return len(hand) - _is_spare(discard, claim, hand)


def _is_spare(discard: Card | None, claim: Claim, hand: Hand) -> bool:
    """Whether *hand* has the discard beside the cards of the claim."""
    return discard is not None and hand.cards.count(discard) > claim.cards.count(discard)


def _held(claim: Claim, discard: Card | None, hand: Hand | None, deal: Deal) -> Hand:
    """All cards held before the discard. One that the hand no longer has is added to it."""
    given = hand or Hand(claim.cards, claim.text, claim.spans)
    if hand is None or deal.hand_size is None:
        thrown_before = hand is None or not _is_spare(discard, claim, hand)
    else:
        thrown_before = len(hand) == deal.hand_size
    if discard is None or not thrown_before:
        return given
    if hand is not None and _is_spare(discard, claim, hand):
        held = cards_in_words(len(hand))
        message = f"{held} with the discard {discard}, but a hand after the draw has {len(hand) + 1}"
        hint = "give every card that was held before the discard, or leave the discard out"
        raise HandSizeError(Flaw(message, hint=hint), text=hand.text)
    return Hand((*given.cards, discard), given.text, given.spans)


def _require_size(hand: Hand, deal: Deal, *, exactly: bool) -> None:
    """Check the number of cards: that of a hand, or, of melds alone, not more than that."""
    fewer = deal.hand_size is not None and len(hand) < deal.hand_size
    require_size(hand, deal._replace(hand_size=None) if fewer and not exactly else deal)


def _check(
    claim: Claim, held: tuple[Card, ...], discard: Card | None, claimed: bool, deal: Deal, rules: Rules
) -> LaydownCheck:
    """The check of *claim*, laid down from the cards *held*, which are known to be possible in *deal*."""
    melds = tuple(_checked(group, deal.wild, rules) for group in claim.melds)
    standing = [card for checked in melds if checked.meld for card in checked.cards]
    left = sorted((Counter(held) - Counter(standing)).elements())
    faults = [*_misused(claim, discard, held), *_bad_melds(melds)]
    after_draw = deal.is_after_draw(len(held))
    if after_draw and discard is None:
        discard = _dearest(left, deal.wild, rules)
        if discard is None and not rules.bare_out:
            faults.append(f"all {len(held)} cards are melded: one must be left to discard (discard_to_go_out)")
    if discard in left:
        left.remove(discard)
    best = _best(held, len(held) - (after_draw or discard is not None), deal, rules)
    points = sum(rules.card_points(card, deal.wild) for card in left)
    missing = None if faults else _missing_to_go_out(left, len(standing), deal)
    out = not faults and missing is None
    reasons = (*faults, *_shortcomings(missing, points, best.points, claimed and not out, rules))
    return LaydownCheck(held, deal, rules, melds, discard, tuple(left), points, best, not faults, out, claimed, reasons)


def _checked(group: ClaimedMeld, wild: int, rules: Rules) -> CheckedMeld:
    found = judge(group.cards, wild, rules, group.places)
    return CheckedMeld(group.cards, found) if isinstance(found, Meld) else CheckedMeld(group.cards, None, found)


def _misused(claim: Claim, discard: Card | None, held: Sequence[Card]) -> list[str]:
    """Each card that is used more often than it is held."""
    there = Counter(held)
    used = Counter(claim.cards if discard is None else (*claim.cards, discard))
    return [
        f"{card} is used {_times(count)}, held {_times(there[card])}" if there[card] else f"{card} is not in the hand"
        for card, count in sorted(used.items())
        if count > there[card]
    ]


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _bad_melds(melds: Iterable[CheckedMeld]) -> list[str]:
    return [
        f"{' '.join(map(str, one.cards))} is no meld: {one.reason}"
        + ("; between melds stands |" if len(one.cards) >= MAY_BE_TWO else "")
        for one in melds
        if one.meld is None
    ]


def _dearest(cards: Iterable[Card], wild: int, rules: Rules) -> Card | None:
    """The card to throw, if there is one: the dearest, among equals not a wild, then the first in card order."""
    return min(cards, key=lambda c: (-rules.card_points(c, wild), rules.discard_order(c, wild)), default=None)


def _best(held: tuple[Card, ...], kept: int, deal: Deal, rules: Rules) -> Arrangement:
    """The best arrangement of the cards *held*, of which *kept* stay in the hand."""
    return replace(arrange(held, deal._replace(hand_size=kept), rules), deal=deal)


def _missing_to_go_out(left: Sequence[Card], melded: int, deal: Deal) -> str | None:
    """What a legal laydown lacks to be a going out, or None."""
    if left:
        return f"{' '.join(map(str, left))} {'is' if len(left) == 1 else 'are'} left over"
    if deal.hand_size is not None and melded < deal.hand_size:
        return f"{melded} of {deal.hand_size} cards are melded"
    return None


def _shortcomings(missing: str | None, points: int, fewest: int, failed: bool, rules: Rules) -> list[str]:
    """What is wrong beside the melds: it is no going out, fewer points were possible, or the claim fails."""
    wrong = []
    if missing is not None:
        wrong.append(f"not a going out: {missing}")
    if fewest < points:
        wrong.append(f"fewer points were possible: {fewest}, not {points}")
    if failed:
        added = f": {rules.wrong_out} points are added (wrong_out)" if rules.wrong_out else ""
        wrong.append(f"the claim to go out fails{added}")
    return wrong
