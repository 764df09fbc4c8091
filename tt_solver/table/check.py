"""Checking a claimed laydown: is each group a meld, is it a going out, and were fewer points possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tt_solver.errors import Flaw, HandSizeError, counted
from tt_solver.game.cards import Card
from tt_solver.game.melds import Fault, Meld, judge
from tt_solver.game.rules import CLASSIC, Rules
from tt_solver.notation.hands import AnyHand, Hand, as_hand, parse_card
from tt_solver.notation.laydowns import AnyClaim, Claim, ClaimedMeld, as_claim
from tt_solver.solver.answer import SCHEMA, Answer, card_names
from tt_solver.solver.best import Arrangement, arrange
from tt_solver.solver.situation import Situation

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
        """Why it is not a meld, or None."""
        return "; ".join(fault.message for fault in self.faults) or None

    def to_dict(self) -> dict[str, Any]:
        """The group as JSON has it: the cards of a meld as they are laid down, those of any other as written."""
        return {
            "cards": card_names(self.meld.cards if self.meld else self.cards),
            "legal": self.meld is not None,
            "kind": self.meld.kind.value if self.meld else None,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True, repr=False)
class LaydownCheck(Answer):
    """What is to be said of a claimed laydown; *hand* holds all cards that are known to be held, the discard too.

    Attributes:
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
    situation: Situation
    melds: tuple[CheckedMeld, ...]
    discard: Card | None
    deadwood: tuple[Card, ...]
    points: int
    best: Arrangement
    legal: bool
    out: bool
    claimed: bool
    reasons: tuple[str, ...]

    def __repr__(self) -> str:
        """One line that a person reads.

        >>> check_laydown("7h 7s 7c | 2d 3d 5d", wild=9)
        <LaydownCheck not legal, 10 points: 7H 7S 7C | 2D 3D 5D>
        """
        legal = "out" if self.out else "legal" if self.legal else "not legal"
        melds = " | ".join(" ".join(map(str, checked.cards)) for checked in self.melds)
        return f"<LaydownCheck {legal}, {counted(self.points, 'point')}: {melds}>"

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
        return self.points * self.rules.multiplier(self.situation.wild) + self.penalty

    def to_dict(self) -> dict[str, Any]:
        """The JSON object: these keys in this order."""
        return {
            "schema": SCHEMA,
            "legal": self.legal,
            "out": self.out,
            "melds": [checked.to_dict() for checked in self.melds],
            "deadwood": card_names(self.deadwood),
            "points": self.points,
            "best_points": self.best_points,
            "reasons": list(self.reasons),
        }


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
    situation = Situation.of(round_no=round_no, hand_size=hand_size, wild=wild, rules=rules, decks=decks)
    return check_laydown_in(situation, claim, discard=discard, hand=hand, out=out)


def check_laydown_in(
    situation: Situation,
    claim: AnyClaim,
    *,
    discard: Card | str | None = None,
    hand: AnyHand | None = None,
    out: bool = False,
) -> LaydownCheck:
    """As `check_laydown`, in a situation that is made already."""
    laid = as_claim(claim)
    thrown = parse_card(discard) if isinstance(discard, str) else discard
    laid_out = Hand(laid.cards, laid.text, laid.spans)
    given = laid_out if hand is None else as_hand(hand)
    spare = hand is not None and thrown is not None and given.cards.count(thrown) > laid.cards.count(thrown)
    situation = situation.settled(len(given) - spare)
    held = given
    if thrown is not None and _was_thrown_before(given, hand is not None, spare, situation):
        if spare:
            raise _one_too_few(given, thrown)
        held = Hand((*given.cards, thrown), given.text, given.spans)
    for cards in (laid_out, held):
        situation.require_possible(cards)
    situation.require_size(held if hand is None else given, or_fewer=hand is None)
    return _check(laid, held.cards, thrown, out, situation)


def _was_thrown_before(given: Hand, is_whole: bool, spare: bool, situation: Situation) -> bool:
    """Whether the discard is missing from the cards *given*: from melds alone, and from a *whole* hand after it.

    Where the number of cards dealt does not tell, one that is there beside the melds is not missing: it is *spare*.
    """
    if is_whole and situation.hand_size is not None:
        return len(given) == situation.hand_size
    return not spare


def _one_too_few(hand: Hand, discard: Card) -> HandSizeError:
    """The error of a hand that holds the discard, and has as many cards as there are after it."""
    held = counted(len(hand), "card")
    message = f"{held} with the discard {discard}, but a hand after the draw has {len(hand) + 1}"
    hint = "give every card that was held before the discard, or leave the discard out"
    return HandSizeError(Flaw(message, hint=hint), text=hand.text)


def _check(
    claim: Claim, held: tuple[Card, ...], discard: Card | None, claimed: bool, situation: Situation
) -> LaydownCheck:
    """The check of *claim*, laid down from the cards *held*, which are known to be possible in that situation."""
    rules, wild = situation.rules, situation.wild
    melds = tuple(_checked(group, wild, rules) for group in claim.melds)
    standing = [card for checked in melds if checked.meld for card in checked.cards]
    left = sorted((Counter(held) - Counter(standing)).elements())
    faults = [*_misused(claim, discard, held), *_bad_melds(melds)]
    after_draw = situation.is_after_draw(len(held))
    if after_draw and discard is None:
        discard = _dearest(left, wild, rules)
        if discard is None and not rules.bare_out:
            faults.append(f"all {len(held)} cards are melded: one must be left to discard (discard_to_go_out)")
    if discard in left:
        left.remove(discard)
    best = _best(held, len(held) - (after_draw or discard is not None), situation)
    points = sum(rules.card_points(card, wild) for card in left)
    missing = None if faults else _missing_to_go_out(left, len(standing), situation)
    out = not faults and missing is None
    reasons = (*faults, *_shortcomings(missing, points, best.points, claimed and not out, rules))
    return LaydownCheck(held, situation, melds, discard, tuple(left), points, best, not faults, out, claimed, reasons)


def _checked(group: ClaimedMeld, wild: int, rules: Rules) -> CheckedMeld:
    found = judge(group.cards, wild, rules, group.places)
    return CheckedMeld(group.cards, found) if isinstance(found, Meld) else CheckedMeld(group.cards, None, found)


def _misused(claim: Claim, discard: Card | None, held: Sequence[Card]) -> list[str]:
    """Each card that is used more often than it is held."""
    there = Counter(held)
    used = Counter(claim.cards if discard is None else (*claim.cards, discard))
    return [
        f"{card} is used {_times(count)}, but held {_times(there[card])}"
        if there[card]
        else f"{card} is not in the hand"
        for card, count in sorted(used.items())
        if count > there[card]
    ]


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _bad_melds(melds: Iterable[CheckedMeld]) -> list[str]:
    return [
        f"{' '.join(map(str, one.cards))} is not a meld: {one.reason}"
        + ("; put | between melds" if len(one.cards) >= MAY_BE_TWO else "")
        for one in melds
        if one.meld is None
    ]


def _dearest(cards: Iterable[Card], wild: int, rules: Rules) -> Card | None:
    """The card to throw, if there is one: the dearest, among equals not a wild, then the first in card order."""
    return min(cards, key=lambda c: (-rules.card_points(c, wild), rules.discard_order(c, wild)), default=None)


def _best(held: tuple[Card, ...], kept: int, situation: Situation) -> Arrangement:
    """The best arrangement of the cards *held*, of which *kept* stay in the hand."""
    return replace(arrange(held, situation._replace(hand_size=kept)), situation=situation)


def _missing_to_go_out(left: Sequence[Card], melded: int, situation: Situation) -> str | None:
    """What a legal laydown lacks to be a going out, or None."""
    if left:
        return f"{' '.join(map(str, left))} {'is' if len(left) == 1 else 'are'} left over"
    if situation.hand_size is not None and melded < situation.hand_size:
        return f"{melded} of {situation.hand_size} cards are melded"
    return None


def _shortcomings(missing: str | None, points: int, fewest: int, failed: bool, rules: Rules) -> list[str]:
    """What is wrong beside the melds: the hand is not out, fewer points were possible, or the claim fails."""
    wrong = []
    if missing is not None:
        wrong.append(f"the hand is not out: {missing}")
    if fewest < points:
        wrong.append(f"fewer points were possible: {fewest}, not {points}")
    if failed:
        added = f": {rules.wrong_out} points are added (wrong_out)" if rules.wrong_out else ""
        wrong.append(f"the claim to go out fails{added}")
    return wrong
