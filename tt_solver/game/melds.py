"""The one judge of melds: whether a group of cards is a meld, as what, and what each wild stands for.

A meld is three or more cards. In a *set* all naturals have one rank; in a *run* they have one suit and
stand at different places of a block of at most 13 consecutive places. Wilds take the free places.
The limits of the house are tested on the reading with the fewest substitutes. A group without a
natural card is decided by the option `all_wild` alone.

A wild can be held to a place: one that is stated to be the 7H must stand for the 7H, and counts as
fixed as a natural does. So cards on the table keep their places when others are laid off beside them.

The compiled twin is `native/melds.pxd`: change both. Tests compare the two under every value of every rule option.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from tt_solver.game.cards import ACE, KING, RANK_NAMES, Card
from tt_solver.game.rules import Rules

MAX_RUN = 13
HIGH_ACE = 14
PLACES = {"low": range(1, 14), "high": range(2, 15), "either": range(1, 15)}
"""The places a run may cover by the option `ace`: 1 is the low ace, 14 the high one."""


Place = Card | int | None
"""What a card is stated to stand for: a card, any card of a rank (1 to 13), or None where nothing is stated."""


class MeldKind(Enum):
    """A set or a run."""

    SET = "set"
    RUN = "run"


class Meld(NamedTuple):
    """A legal meld.

    Attributes:
        kind: set or run.
        cards: the cards as they are laid down: naturals first in a set, by place in a run.
        stands_for: for each card the card it stands for: itself for a natural; in a set None for a wild.
        rank: the rank of a set; None for a run.
    """

    kind: MeldKind
    cards: tuple[Card, ...]
    stands_for: tuple[Card | None, ...]
    rank: int | None = None

    @property
    def places(self) -> tuple[str, ...]:
        """What each card stands for in words of the notation: a card, or the rank for a wild in a set."""
        return tuple(RANK_NAMES[self.rank or 0] if card is None else str(card) for card in self.stands_for)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))


class Fault(NamedTuple):
    """A condition that a group of cards fails, and the cards that show it."""

    message: str
    cards: tuple[Card, ...] = ()


class _Fixed(NamedTuple):
    """A card whose place is known: a natural, which stands for itself, or a wild held to a stated place."""

    card: Card
    place: Card | int

    @property
    def rank(self) -> int:
        return self.place.rank if isinstance(self.place, Card) else self.place

    def __str__(self) -> str:
        if self.card == self.place:
            return str(self.card)
        return f"{self.card}={place_name(self.place)}"


class _Parts(NamedTuple):
    """The cards of a group by their part in it.

    Attributes:
        fixed: those whose place is known, by their place.
        free: the wilds that may take any place, in card order.
        wilds: all wilds, in card order.
        size: how many cards there are.
    """

    fixed: list[_Fixed]
    free: list[Card]
    wilds: list[Card]
    size: int

    @property
    def cards(self) -> tuple[Card, ...]:
        return (*(fixed.card for fixed in self.fixed), *self.free)


def place_name(place: Card | int) -> str:
    """A place as it is written: a card, or a rank."""
    return str(place) if isinstance(place, Card) else RANK_NAMES[place]


def judge(
    group: Iterable[Card], wild: int, rules: Rules, places: Iterable[Place] | None = None
) -> Meld | tuple[Fault, ...]:
    """The meld that *group* is under *rules* where the rank *wild* is wild (0: none), or every condition it fails.

    The order of the cards does not matter. A group that is both a set and a run is a set. With *places*, one
    for each card, the meld is held to what they state.

    >>> from tt_solver.notation.hands import parse_hand
    >>> judge(parse_hand("QS 3D KS"), 3, Rules()).places
    ('JS', 'QS', 'KS')
    """
    cards, untrue = _parts(group, wild, rules, places)
    found = _judge_parts(cards, wild, rules)
    if not untrue:
        return found
    return tuple(untrue) if isinstance(found, Meld) else (*untrue, *found)


def readings(group: Iterable[Card], wild: int, rules: Rules, places: Iterable[Place] | None = None) -> tuple[Meld, ...]:
    """Every legal reading of *group*: as a set, and as a run at each place where it can stand, the highest first.

    Wilds alone, of which nothing is stated, are a set of the wild rank.
    """
    cards, untrue = _parts(group, wild, rules, places)
    found = _judge_parts(cards, wild, rules)
    if untrue or not isinstance(found, Meld):
        return ()
    only_wilds = len(cards.wilds) == cards.size
    if only_wilds and (rules.wild_melds == "own-rank" or not cards.fixed):
        return (found,)
    limits = _unlimited(rules) if only_wilds else rules
    runs = _runs(cards, wild, limits)
    legal = [meld for substitutes, meld in runs if not _too_many_in_run(cards, substitutes, limits)]
    return (found, *legal) if found.kind is MeldKind.SET else tuple(legal)


def extended(meld: Meld, card: Card, wild: int, rules: Rules) -> tuple[Meld, ...]:
    """Every meld that *meld* becomes when *card* is laid off on it: in a set, or above or below a run.

    The cards that lie there keep their places.
    """
    places = [meld.rank if place is None else place for place in meld.stands_for]
    ends: list[Place] = [meld.rank]
    if meld.kind is MeldKind.RUN:
        lowest, highest = meld.stands_for[0], meld.stands_for[-1]
        assert lowest is not None, "each card of a run has its place"
        assert highest is not None, "each card of a run has its place"
        ends = [_neighbour(highest, 1), _neighbour(lowest, -1)]
    grown = [
        judge((*meld.cards, card), wild, rules, (*places, end))
        for end in ends
        if rules.is_wild(card, wild) or card == end or card.rank == end
    ]
    return tuple(meld for meld in grown if isinstance(meld, Meld))


def _neighbour(card: Card, step: int) -> Card:
    """The card next to *card* in its suit; past the ends the judge finds no run."""
    assert card.suit is not None
    return Card.of((card.rank - 1 + step) % 13 + 1, card.suit)


def _parts(
    group: Iterable[Card], wild: int, rules: Rules, places: Iterable[Place] | None
) -> tuple[_Parts, list[Fault]]:
    """The cards of *group* by their part in it, and the faults of naturals that are to stand for another card."""
    cards = list(group)
    stated = [None] * len(cards) if places is None else list(places)
    laid = sorted(zip(cards, stated, strict=True), key=lambda one: one[0].code)
    wilds = [card for card, _ in laid if rules.is_wild(card, wild)]
    fixed = [_Fixed(card, card) for card, _ in laid if not rules.is_wild(card, wild)]
    free = wilds
    untrue = []
    if any(place is not None for place in stated):
        untrue = [
            Fault(f"{card} is not wild: it cannot stand for {place_name(place)}", (card,))
            for card, place in laid
            if place is not None and not rules.is_wild(card, wild) and place not in (card, card.rank)
        ]
        fixed += [_Fixed(card, place) for card, place in laid if place is not None and rules.is_wild(card, wild)]
        fixed.sort(key=lambda one: (isinstance(one.place, int), one.place))
        free = [card for card, place in laid if place is None and rules.is_wild(card, wild)]
    return _Parts(fixed, free, wilds, len(cards)), untrue


def _judge_parts(parts: _Parts, wild: int, rules: Rules) -> Meld | tuple[Fault, ...]:
    if parts.size < 3:
        return (Fault("a meld has three cards or more", tuple(sorted(parts.cards))),)
    return _wilds_only(parts, wild, rules) if len(parts.wilds) == parts.size else _set_or_run(parts, wild, rules)


def _set_or_run(parts: _Parts, wild: int, rules: Rules) -> Meld | tuple[Fault, ...]:
    as_set = _as_set(parts, rules)
    if isinstance(as_set, Meld):
        return as_set
    as_run = _as_run(parts, wild, rules)
    if isinstance(as_run, Meld):
        return as_run
    return _nearer(parts.fixed, as_set, as_run)


def _nearer(fixed: Sequence[_Fixed], as_set: tuple[Fault, ...], as_run: tuple[Fault, ...]) -> tuple[Fault, ...]:
    """The faults of what the group was meant to be."""
    first = fixed[0]
    one_rank = all(one.rank == first.rank for one in fixed)
    one_suit = not any(_differ_in_suit(one, first) for one in fixed)
    if one_rank != one_suit:
        return as_set if one_rank else as_run
    if one_rank:
        return (*as_set, *(fault for fault in as_run if fault not in as_set))
    other = next((one for one in fixed if one.rank != first.rank and _differ_in_suit(one, first)), None)
    if other is None:
        return (*as_set, *as_run)
    return (Fault(f"{first} and {other} differ in suit and in rank", (first.card, other.card)),)


def _differ_in_suit(one: _Fixed, other: _Fixed) -> bool:
    """Whether two places are of different suits. A stated rank is of any suit."""
    return isinstance(one.place, Card) and isinstance(other.place, Card) and one.place.suit != other.place.suit


@lru_cache(maxsize=16)
def _unlimited(rules: Rules) -> Rules:
    """*rules* without the limits that melds of wilds only are free of under `all_wild=yes`."""
    return replace(rules, max_wilds="any", max_set="none", set_suits="any")


def _wilds_only(parts: _Parts, wild: int, rules: Rules) -> Meld | tuple[Fault, ...]:
    """A group without a natural card, which `all_wild` decides by what the cards are."""
    wilds = parts.wilds
    jokers = [card for card in wilds if card.is_joker]
    faults = []
    if rules.wild_melds == "no":
        faults.append(Fault("only wilds: a meld needs a natural card (all_wild)", tuple(wilds)))
    elif rules.wild_melds == "own-rank":
        if len(jokers) == len(wilds):
            faults.append(Fault("only jokers: a meld of wilds needs a card of the wild rank (all_wild)", tuple(wilds)))
        faults += [
            Fault(f"{one}: a meld of wilds is a set of the wild rank (all_wild)", (one.card,))
            for one in parts.fixed
            if one.rank != wild
        ]
        faults += [*_too_many_wilds(jokers, rules), *_too_large(wilds, rules)]
    if faults:
        return tuple(faults)
    if parts.fixed and rules.wild_melds == "yes":
        return _set_or_run(parts, wild, _unlimited(rules))
    return _set_of(wild or KING, [], wilds, rules)


def _as_set(parts: _Parts, rules: Rules) -> Meld | tuple[Fault, ...]:
    fixed, wilds = parts.fixed, parts.wilds
    first = fixed[0]
    faults = []
    other = next((one for one in fixed if one.rank != first.rank), None)
    if other is not None:
        faults.append(Fault(f"{first} and {other} differ in rank", (first.card, other.card)))
    if rules.set_suits == "distinct":
        faults += [
            Fault(f"{one.place} twice: the naturals of a set must differ in suit (set_suits)", (one.card, after.card))
            for one, after in pairwise(fixed)
            if one.place == after.place and isinstance(one.place, Card)
        ]
    naturals = [one.card for one in fixed if one.card not in wilds]
    faults += [*_too_large([*naturals, *wilds], rules), *_too_many_wilds(wilds, rules)]
    return tuple(faults) if faults else _set_of(first.rank, naturals, wilds, rules)


def _set_of(rank: int, naturals: Sequence[Card], wilds: Sequence[Card], rules: Rules) -> Meld:
    """The set of *rank*. Only in a set of the wild rank, which has no other naturals, can a wild be a natural."""
    own = tuple(card if rules.wild_as_natural and card.rank == rank else None for card in wilds)
    return Meld(MeldKind.SET, (*naturals, *wilds), (*naturals, *own), rank)


def _too_large(cards: Sequence[Card], rules: Rules) -> list[Fault]:
    """The fault of a set with more cards than the house allows."""
    most = rules.set_cap
    if most is None or len(cards) <= most:
        return []
    option = "set_suits" if most == 4 and rules.set_suits == "distinct" else "max_set"
    return [Fault(f"{len(cards)} cards in a set, but at most {most} are allowed ({option})", tuple(cards))]


def _too_many_wilds(substitutes: Sequence[Card], rules: Rules) -> list[Fault]:
    """The fault of a meld with more substitutes than the house allows."""
    if rules.max_wilds == "any" or len(substitutes) <= rules.max_wilds:
        return []
    count = len(substitutes)
    return [
        Fault(f"{count} wilds stand for other cards, but at most {rules.max_wilds} may (max_wilds)", tuple(substitutes))
    ]


_Run = tuple[list[Card], Meld]
"""The substitutes of a run, and the run."""


def _as_run(parts: _Parts, wild: int, rules: Rules) -> Meld | tuple[Fault, ...]:
    fixed = _in_one_suit(parts.fixed)
    faults = _not_one_run(fixed, parts.free)
    if faults:
        return tuple(faults)
    runs = _runs(parts, wild, rules)
    if not runs:
        return (_gap(fixed, parts.free, rules),)
    substitutes, meld = min(runs, key=lambda run: len(run[0]))
    return tuple(_too_many_in_run(parts, substitutes, rules)) or meld


def _runs(parts: _Parts, wild: int, rules: Rules) -> list[_Run]:
    """Every run that the cards of *group* can be, the highest first, whatever the number of substitutes."""
    fixed = _in_one_suit(parts.fixed)
    if _not_one_run(fixed, parts.free):
        return []
    return [_fill(block, fixed, parts.free, wild) for block in _blocks(fixed, len(parts.free), rules)]


def _too_many_in_run(parts: _Parts, substitutes: Sequence[Card], rules: Rules) -> list[Fault]:
    """The fault of a run with more *substitutes* than the house allows; without `wild_as_natural`, all wilds are."""
    return _too_many_wilds(substitutes if rules.wild_as_natural else parts.wilds, rules)


def _in_one_suit(fixed: list[_Fixed]) -> list[_Fixed]:
    """The cards with a place of a run each; a stated rank is taken in the suit of the first card that has one."""
    if not any(isinstance(one.place, int) for one in fixed):
        return fixed
    suit = next((one.place.suit for one in fixed if isinstance(one.place, Card)), None)
    if suit is None:
        return fixed
    placed = [one if isinstance(one.place, Card) else _Fixed(one.card, Card.of(one.place, suit)) for one in fixed]
    return sorted(placed, key=lambda one: one.place)


def _not_one_run(fixed: Sequence[_Fixed], free: Sequence[Card]) -> list[Fault]:
    """Why cards cannot be one run, wherever it might stand."""
    first = fixed[0]
    if isinstance(first.place, int):
        return [Fault("nothing says which suit the run has", tuple(one.card for one in fixed))]
    faults = []
    other = next((one for one in fixed if _differ_in_suit(one, first)), None)
    if other is not None:
        faults.append(Fault(f"{first} and {other} differ in suit", (first.card, other.card)))
    faults += [
        Fault(f"{place_name(one.place)} twice: a run holds each rank once", (one.card, after.card))
        for one, after in pairwise(fixed)
        if one.place == after.place
    ]
    size = len(fixed) + len(free)
    if size > MAX_RUN:
        cards = (*(one.card for one in fixed), *free)
        faults.append(Fault(f"{size} cards in a run, but a run has at most {MAX_RUN}", cards))
    return faults


def _blocks(fixed: Sequence[_Fixed], wilds: int, rules: Rules) -> Iterator[dict[int, Card | None]]:
    """Every block of places that the fixed cards fit in: the card at each place, None where a wild may stand.

    The block that reaches highest comes first.
    """
    size = len(fixed) + wilds
    places = PLACES[rules.ace]
    for start in range(places.stop - size, places.start - 1, -1):
        block: dict[int, Card | None] = dict.fromkeys(range(start, start + size))
        for one in fixed:
            place = HIGH_ACE if one.rank == ACE and ACE not in block else one.rank
            if place not in block:
                break
            block[place] = one.card
        else:
            yield block


def _fill(
    block: dict[int, Card | None], fixed: Sequence[_Fixed], free: Sequence[Card], wild: int
) -> tuple[list[Card], Meld]:
    """The run with its wilds in place, and those of them that stand for another card.

    A free wild whose own place is free stands there; the others fill the block from below, in card order.
    """
    first = fixed[0].place
    assert isinstance(first, Card), "a place in a run is a card"
    assert first.suit is not None, "a place has a suit"
    stands = {place: Card.of(ACE if place == HIGH_ACE else place, first.suit) for place in block}
    filled = dict(block)
    substitutes = list(free)
    for place, card in stands.items():
        if filled[place] is None and card.rank == wild and card in substitutes:
            filled[place] = card
            substitutes.remove(card)
    waiting = iter(substitutes)
    cards = tuple(card if card is not None else next(waiting) for card in filled.values())
    held = [one.card for one in fixed if one.card != one.place]
    return [*held, *substitutes], Meld(MeldKind.RUN, cards, tuple(stands.values()))


def _gap(fixed: Sequence[_Fixed], free: Sequence[Card], rules: Rules) -> Fault:
    """The fault of cards that no run can hold together: a pair that no run holds, or else all of them."""
    ace = f" (ace={rules.ace})" if any(one.rank == ACE for one in fixed) else ""
    count = len(free)
    wilds = f"{count} wild{'s' * (count != 1)}"
    missing, pair, placed = min((_missing(order) for order in _orders(fixed, rules)), key=lambda one: one[0])
    widest = pair[1][0] - pair[0][0] - 1
    if widest > count:
        first, last = pair[0][1], pair[1][1]
        filler = f"{wilds} cannot fill the gap" if count else "there is no wild to fill the gap"
        if {first.rank, last.rank} == {2, KING} and ace and rules.ace == "either":
            filler = "a run does not go round from king to two"
        return Fault(f"{first} and {last} are not in order: {filler}{ace}", (first.card, last.card))
    names = " ".join(str(one) for _, one in placed)
    message = f"{names} are not in order: {missing} cards are missing, and {wilds} cannot fill the gaps{ace}"
    return Fault(message, tuple(one.card for _, one in placed))


_Placed = tuple[int, _Fixed]
"""A card at its place in a run."""


def _orders(fixed: Sequence[_Fixed], rules: Rules) -> Iterator[list[_Placed]]:
    """The cards by their places, with the ace at each end where it may stand."""
    for ace in {"low": (ACE,), "high": (HIGH_ACE,), "either": (ACE, HIGH_ACE)}[rules.ace]:
        yield sorted(((ace if one.rank == ACE else one.rank, one) for one in fixed), key=lambda placed: placed[0])


def _missing(placed: list[_Placed]) -> tuple[int, tuple[_Placed, _Placed], list[_Placed]]:
    """How many cards are missing between the *placed* ones, the two with the widest gap, and the cards again."""
    widest = max(pairwise(placed), key=lambda pair: pair[1][0] - pair[0][0])
    return sum(after[0] - before[0] - 1 for before, after in pairwise(placed)), widest, placed
