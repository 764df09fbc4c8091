"""Laying off: the fewest points over own melds and cards laid off on the table's melds together, proved.

Whatever is laid off, the rest of the hand is a hand of its own, and the engine knows its least cost. So the
search lists, for each meld on the table, every way to lay off cards on it one after another, joins these
ways to all rests that can remain of the hand, each once, and takes the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from tt_solver.engine.choice import engine_for
from tt_solver.engine.cost import Cost, is_out, left_of, melds_of, points_of
from tt_solver.errors import Flaw, MeldError, Span, counted
from tt_solver.game.cards import CARDS, JOKER, RANK_NAMES, Card
from tt_solver.game.melds import Meld, MeldKind, Place, extended, judge, place_name, readings
from tt_solver.game.rules import CLASSIC, Rules
from tt_solver.notation.hands import AnyHand, Hand, as_hand
from tt_solver.notation.laydowns import AnyClaim, Claim, ClaimedMeld, as_claim
from tt_solver.solver.answer import Printed, card_names
from tt_solver.solver.best import Arrangement, arrange, arrangement_of
from tt_solver.solver.situation import Situation


class LaidOff(NamedTuple):
    """Cards laid off on one meld of the table.

    Attributes:
        meld: which meld, counted from 0.
        cards: the cards: by their place in a run; in a set naturals first, then wilds.
        places: for each card what it stands for: itself, another card, or for a wild in a set the rank.
    """

    meld: int
    cards: tuple[Card, ...]
    places: tuple[Card | int, ...]

    def to_dict(self) -> dict[str, Any]:
        """The cards as JSON has them, with what each stands for."""
        return {"meld": self.meld, "cards": card_names(self.cards), "as": [place_name(place) for place in self.places]}


@dataclass(frozen=True, slots=True, repr=False)
class LayOff(Printed):
    """The best that a hand can do with the melds on the table.

    Attributes:
        arrangement: own melds, deadwood, discard and points; its hand holds all cards, those laid off too.
        layoffs: the cards laid off, by the meld of the table.
        table: the melds on the table, before the lay-offs, each wild in its place.
        points_alone: the points without laying off.
    """

    arrangement: Arrangement
    layoffs: tuple[LaidOff, ...]
    table: tuple[Meld, ...]
    points_alone: int

    def __repr__(self) -> str:
        """One line that a person reads.

        >>> lay_off("8S KS 2D 7H 6C", "9S 10S JS QS", round_no=2)
        <LayOff 8 points: 8S KS laid off, 2D 6C left over>
        """
        laid = " ".join(str(card) for one in self.layoffs for card in one.cards)
        left = " ".join(map(str, self.arrangement.deadwood))
        return f"<LayOff {counted(self.points, 'point')}: {laid or 'nothing'} laid off, {left or 'nothing'} left over>"

    @property
    def points(self) -> int:
        """The points of the deadwood."""
        return self.arrangement.points

    def to_dict(self) -> dict[str, Any]:
        """The JSON object: that of the arrangement, and the cards laid off on each meld of the table."""
        return {**self.arrangement.to_dict(), "layoffs": [laid.to_dict() for laid in self.layoffs]}


def lay_off(
    hand: AnyHand,
    table: AnyClaim,
    *,
    round_no: int | None = None,
    hand_size: int | None = None,
    wild: int | str | None = None,
    rules: Rules = CLASSIC,
    decks: int | None = None,
) -> LayOff:
    """Return the fewest points that *hand* can be left with, by own melds and by laying off on *table* together.

    A set takes its rank or a wild, a run the next card at either end or a wild in its place, one card after
    another, as long as the meld is legal. The rule option `layoff=last-turn` is taken to be on. Among equal
    points, the fewest cards are left over, then the fewest laid off, then the melds are the fewest, then a
    fixed order. With one card more than the round deals, the discard is chosen as `solve` does.

    Args:
        hand: 1 to 20 cards, as text or as cards.
        table: the melds on the table, as text such as `5H 6H 4D 8H | KS KD KC`, or as melds or groups of cards.
            A wild keeps its place, which follows from the order of the cards, or is stated as in `4D=7H`.
        round_no: the round of the game, from 1.
        hand_size: or the number of cards that the round deals.
        wild: the wild rank by hand, as for `solve`.
        rules: the house rules.
        decks: how many decks are in play; by default what the rules say, else 2.

    Raises:
        NotationError: a text cannot be read.
        MeldError: a group on the table is not a meld, or leaves open what its wilds stand for.
        ImpossibleHandError: the decks have fewer copies of a card than are in the hand and on the table.
        HandSizeError: neither the number of cards the round deals nor one more.
        RulesError: there is no such round.

    >>> lay_off("8S KS 2D 7H 6C", "9S 10S JS QS", round_no=2).points
    8
    """
    situation = Situation.of(round_no=round_no, hand_size=hand_size, wild=wild, rules=rules, decks=decks)
    return lay_off_in(situation, hand, table)


def lay_off_in(situation: Situation, hand: AnyHand, table: AnyClaim) -> LayOff:
    """As `lay_off`, in a situation that is made already."""
    if situation.rules.layoff == "none":
        laying_off = situation.rules.with_options({"layoff": "last-turn"}, origin="laying off")
        situation = situation._replace(rules=laying_off)
    held = as_hand(hand)
    situation = situation.holding(held)
    laid = as_claim(table)
    situation.require_possible(Hand((*held.cards, *laid.cards), held.text, held.spans))
    return _lay_off_on(held.cards, table_melds(laid, situation), situation)


# -- the melds on the table -----------------------------------------------------------------------------


def table_melds(table: Claim, situation: Situation) -> tuple[Meld, ...]:
    """The melds on the table, each wild in its place.

    Raises:
        MeldError: naming every group that is not a meld, or leaves open what its wilds stand for.
    """
    found = [_as_it_lies(group, situation.wild, situation.rules) for group in table.melds]
    flaws = [one for one in found if isinstance(one, Flaw)]
    if flaws:
        raise MeldError(*flaws, text=table.text)
    return tuple(one for one in found if isinstance(one, Meld))


def _as_it_lies(group: ClaimedMeld, wild: int, rules: Rules) -> Meld | Flaw:
    """The one meld that *group* is by what is stated and by the order of its cards, or what is wrong with it."""
    verdict = judge(group.cards, wild, rules, group.places)
    if not isinstance(verdict, Meld):
        why = "; ".join(fault.message for fault in verdict)
        return Flaw(f"{group} is not a meld: {why}", _spans(group))
    legal = readings(group.cards, wild, rules, group.places)
    sets = [meld for meld in legal if meld.kind is MeldKind.SET and not _is_of_no_rank(group)]
    runs = [meld for meld in legal if meld.kind is MeldKind.RUN]
    in_order = [meld for run in runs for meld in _in_order(run, group, wild, rules)]
    found = sets + in_order or runs
    return found[0] if len(found) == 1 else _open_choice(group, found)


def _spans(group: ClaimedMeld) -> tuple[Span, ...]:
    """The place of the cards of a group in their text."""
    return (Span(group.spans[0].start, group.spans[-1].end),) if group.spans else ()


def _is_of_no_rank(group: ClaimedMeld) -> bool:
    """Whether *group* is jokers only, of which nothing is stated, so that it could be of any rank."""
    return all(card.is_joker for card in group.cards) and not any(group.places)


def _in_order(run: Meld, group: ClaimedMeld, wild: int, rules: Rules) -> Iterator[Meld]:
    """The cards of *group* at the places of *run* in the order in which they are written, upwards or downwards."""
    for places in (run.stands_for, run.stands_for[::-1]):
        if all(map(_agrees, group.places, places)):
            meld = judge(group.cards, wild, rules, places)
            if isinstance(meld, Meld):
                yield meld


def _agrees(stated: Place, place: Card | None) -> bool:
    """Whether a card can stand at *place* by what is stated of it."""
    return stated is None or place is None or stated in (place, place.rank)


def _open_choice(group: ClaimedMeld, found: Sequence[Meld]) -> Flaw:
    """Ask what the wilds of *group* stand for: it could be any of the melds *found*, or of any rank."""
    choices = [f"a set of {RANK_NAMES[meld.rank]}s" if meld.rank else " ".join(meld.places) for meld in found]
    told = ", or ".join(choices[:3]) + (", ..." if len(choices) > 3 else "") if choices else "any rank"
    wilds = (f"{card}={place_name(place)}" for meld in found for card, place in _places(meld) if card != place)
    place = next(wilds, f"{group.cards[0]}=K")
    return Flaw(
        f"{group} can be read in more than one way: {told}",
        _spans(group),
        f"write what a wild stands for, as in {place}",
    )


def _places(meld: Meld) -> list[tuple[Card, Card | int]]:
    """Each card of a meld with what it stands for: a card, or for a wild in a set the rank."""
    places = (meld.rank or 0 if place is None else place for place in meld.stands_for)
    return list(zip(meld.cards, places, strict=True))


# -- the search -----------------------------------------------------------------------------------------


def _lay_off_on(cards: tuple[Card, ...], table: tuple[Meld, ...], situation: Situation) -> LayOff:
    """The best that *cards*, which are known to be a hand of that situation, can do with the melds on the table."""
    best = _LayOffSearch(cards, table, situation).best()
    own = arrange(_unpacked(best.kept), situation._replace(hand_size=None))
    arrangement = arrangement_of(cards, own.melds, own.deadwood, best.discard, situation)
    layoffs = [_laid_off(at, *one) for at, one in enumerate(zip(table, best.growths, strict=True))]
    alone = arrange(cards, situation).points
    return LayOff(arrangement, tuple(one for one in layoffs if one.cards), table, alone)


COPY_BITS = 6
COPIES = (1 << COPY_BITS) - 1
"""Cards are packed into one int, which counts the copies of each; the highest bit of a count stays free."""

FREE_BITS = sum(1 << COPY_BITS * (code + 1) - 1 for code in range(len(CARDS)))


def _packed(cards: Iterable[Card]) -> int:
    return sum(1 << COPY_BITS * card.code for card in cards)


def _unpacked(packed: int) -> tuple[Card, ...]:
    """The packed cards, in card order."""
    cards: list[Card] = []
    while packed:
        code = ((packed & -packed).bit_length() - 1) // COPY_BITS
        copies = packed >> COPY_BITS * code & COPIES
        cards += [CARDS[code]] * copies
        packed -= copies << COPY_BITS * code
    return tuple(cards)


def _has(cards: int, some: int) -> bool:
    """Whether all of the packed cards *some* are among *cards*."""
    return (cards | FREE_BITS) - some & FREE_BITS == FREE_BITS


class _Growth(NamedTuple):
    """One way to lay off on a meld: the cards that stand for themselves, the wilds, and the meld with them.

    In *meld* a joker takes the place of each wild, for it does not matter which wild stands where.
    """

    naturals: tuple[Card, ...]
    wilds: int
    meld: Meld


_Laid = tuple[_Growth, int]
"""What is laid off on one meld: the way, and the packed wilds."""


def _laid_off(at: int, before: Meld, laid: _Laid) -> LaidOff:
    """What has been laid off on the meld *before*, number *at* on the table."""
    growth, wilds = laid
    added = _places(growth.meld)
    for pair in _places(before):
        added.remove(pair)
    waiting = iter(_unpacked(wilds))
    cards = tuple(next(waiting) if card.is_joker else card for card, _ in added)
    return LaidOff(at, cards, tuple(place for _, place in added))


class _Choice(NamedTuple):
    """What may be done: the cards kept, what is laid off on each meld, the card thrown, and the least cost."""

    kept: int
    growths: tuple[_Laid, ...]
    discard: Card | None
    cost: Cost

    @property
    def points(self) -> int:
        return points_of(self.cost)

    @property
    def laid(self) -> int:
        """How many cards are laid off."""
        return sum(len(growth.naturals) + growth.wilds for growth, _ in self.growths)

    @property
    def order(self) -> tuple[int, int, int, int]:
        """Points, cards left over, cards laid off and own melds: the fewest are the best."""
        return self.points, left_of(self.cost), self.laid, melds_of(self.cost)


_Rests = dict[int, tuple[_Laid, ...]]
"""What can remain of a hand, packed, each with one way to lay off the other cards."""


class _LayOffSearch:
    """The search for one hand. What remains of it is packed, and the engine is asked for each rest once."""

    def __init__(self, cards: tuple[Card, ...], table: Sequence[Meld], situation: Situation) -> None:
        self.held = tuple(sorted(cards))
        self.rules = situation.rules
        self.wild = situation.wild
        self.after_draw = situation.is_after_draw(len(cards))
        self.wilds = [card for card in self.held if self.rules.is_wild(card, self.wild)]
        self.wild_bits = sum(COPIES << COPY_BITS * card.code for card in set(self.wilds))
        self.table = table
        self.engine = engine_for(self.rules)
        self.costs: dict[int, Cost] = {}
        self.shares: dict[tuple[int, int], list[int]] = {}

    def best(self) -> _Choice:
        """The best choice; of equals the first, which does not depend on the order in which the hand was typed."""
        rests = self._rests()
        if not self.after_draw:
            return min(self._choices(rests, None), key=lambda choice: choice.order)
        thrown = (choice for card in sorted(set(self.held)) for choice in self._choices(rests, card))
        best = min(thrown, key=self._order_after_draw)
        if self.rules.bare_out and not is_out(best.cost):
            whole = [choice for choice in self._choices(rests, None) if is_out(choice.cost)]
            return min(whole, key=lambda choice: choice.order, default=best)
        return best

    def _order_after_draw(self, choice: _Choice) -> tuple[object, ...]:
        """Points and going out first, then the discard as `solve` prefers it, then the rest."""
        card = choice.discard
        assert card is not None, "a card is thrown after the draw"
        return choice.points, not is_out(choice.cost), self.rules.discard_order(card, self.wild), choice.order

    def _choices(self, rests: _Rests, discard: Card | None) -> Iterator[_Choice]:
        """Each rest without *discard*, where it has that card and the house lets the other cards be laid off."""
        thrown = 0 if discard is None else _packed([discard])
        for rest, growths in rests.items():
            if not _has(rest, thrown):
                continue
            choice = _Choice(rest - thrown, growths, discard, self._cost(rest - thrown))
            # Any meld is better than none, so the least cost is that of an arrangement with a meld if there is one.
            if melds_of(choice.cost) or not (self.rules.layoff_needs_meld and choice.laid):
                yield choice

    def _cost(self, kept: int) -> Cost:
        found = self.costs.get(kept)
        if found is None:
            codes = [card.code for card in _unpacked(kept)]
            found = self.costs[kept] = self.engine.cost(codes, self.wild)
        return found

    def _rests(self) -> _Rests:
        """All that can remain of the hand."""
        rests: _Rests = {_packed(self.held): ()}
        for meld in self.table:
            growths = [(_packed(growth.naturals), growth) for growth in self._growths(meld)]
            after: _Rests = {}
            for rest, laid in rests.items():
                for naturals, growth in growths:
                    if _has(rest, naturals):
                        for wilds in self._shares(rest - naturals, growth.wilds):
                            after.setdefault(rest - naturals - wilds, (*laid, (growth, wilds)))
            rests = after
        return rests

    def _shares(self, rest: int, count: int) -> list[int]:
        """Every choice of *count* wilds of *rest*, packed."""
        key = rest & self.wild_bits, count
        if key not in self.shares:
            self.shares[key] = [_packed(way) for way in self._ways(_unpacked(key[0]), count)]
        return self.shares[key]

    def _ways(self, wilds: Sequence[Card], count: int) -> Iterable[tuple[Card, ...]]:
        """Every choice of *count* of these wilds, which are sorted.

        Without a limit on wilds those of the wild rank are all alike, for none gains by standing in its own
        place. The last ones go, so that the first, which is the one to throw, stays.
        """
        if self.rules.max_wilds != "any":
            return sorted(set(combinations(wilds, count)))
        jokers = sum(card.is_joker for card in wilds)
        ranked = wilds[: len(wilds) - jokers]
        shares = range(max(0, count - len(ranked)), min(jokers, count) + 1)
        return [(*ranked[len(ranked) - count + share :], *[JOKER] * share) for share in shares]

    def _growths(self, meld: Meld) -> list[_Growth]:
        """Every way to lay off cards of the hand on *meld*, one after another, that takes other cards."""
        growths = [_Growth((), 0, meld)]
        seen = {(growths[0].naturals, 0, meld.stands_for)}
        for growth in growths:
            for larger in self._larger(growth):
                key = larger.naturals, larger.wilds, larger.meld.stands_for
                if key not in seen:
                    seen.add(key)
                    growths.append(larger)
        return list({growth[:2]: growth for growth in reversed(growths)}.values())[::-1]

    def _larger(self, growth: _Growth) -> Iterator[_Growth]:
        """The ways to lay off one card more: one that stands for itself, or a wild for another card."""
        wild, rules = self.wild, self.rules
        for card in sorted(set(self.held)):
            if growth.naturals.count(card) < self.held.count(card):
                for meld in extended(growth.meld, card, wild, rules):
                    if _substitutes(meld) == _substitutes(growth.meld):
                        yield _Growth(tuple(sorted((*growth.naturals, card))), growth.wilds, meld)
        in_place = sum(rules.is_wild(card, wild) for card in growth.naturals)
        if in_place + growth.wilds < len(self.wilds):
            for meld in extended(growth.meld, JOKER, wild, rules):
                yield _Growth(growth.naturals, growth.wilds + 1, meld)


def _substitutes(meld: Meld) -> int:
    """How many cards of *meld* stand for another."""
    return sum(card != place for card, place in zip(meld.cards, meld.stands_for, strict=True))
