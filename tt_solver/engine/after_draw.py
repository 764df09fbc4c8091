"""The best of a hand after a draw, over all discards, in one search instead of one for each discard.

To discard a card is to lose it at no cost, so each suit gets a second vector: the least cost where *at
most* one of its naturals is thrown. The lowest card of a suit may then be left over, start a run, or be
the one thrown. Why the search over sets, which was made for hands without a discard, still finds the best:

* "At most" is what makes its shortcuts hold. A card that has no neighbour joins the set of its rank at no
  cost, so nothing is gained by throwing it from the set instead.
* An answer in which nothing was thrown is not a play. If a natural were left over, it would be cheaper to
  throw it; if a wild were, to throw that, which is tried as well. So all cards are in melds, and a meld of
  four or more has a card to spare: a wild, or a card at an end. Only where every meld has three cards,
  each discard is tried by itself.
* Throwing a wild: under capped rules the search tries it beside the naturals, with one wild fewer to lay
  out. Under free rules a wild could stand for any natural, which is then thrown instead, so throwing one
  gains nothing while there is a meld, and is tried by itself where there is none.

The compiled twin is `native/after_draw.pxi`, which finds the same costs in another way: change both.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from tt_solver.engine.cost import INF, Cost, is_out, melds_of
from tt_solver.engine.search import (
    HIGH_ACE_BIT,
    JOKER,
    MEMO_LIMIT,
    NOWHERE,
    Pick,
    Search,
    Suits,
    Vector,
    add_vectors,
    without_sets,
)
from tt_solver.game.melds import MAX_RUN
from tt_solver.game.rules import Rules

if TYPE_CHECKING:
    from typing_extensions import Buffer

SortedHand = tuple[Suits, Suits, int]
"""A hand as the engine takes it: its naturals by suit, its wilds of the round by suit, its jokers."""
Pair = tuple[Vector, Vector]
"""The vectors of some cards: as they are, and with at most one natural thrown."""


class Tails:
    """The least cost of some sets and of the wilds left over, by the wilds that the suits use.

    Attributes:
        all: as it is.
        fewer: with a wild thrown.
        least, least_fewer: the least of each.
        beside: the tails with more sets made, by how many cards they have and the fewest sets forced.
    """

    __slots__ = ("all", "beside", "fewer", "least", "least_fewer")

    def __init__(self, tail: Vector, fewer: Vector) -> None:
        self.all = tail
        self.fewer = fewer
        self.least = min(tail)
        self.least_fewer = min(fewer)
        self.beside: dict[tuple[int, int], Tails | None] = {}


class PythonEngine(Search):
    """The engine in Python: the search, and all that advice asks beside it. One thread at a time."""

    def __init__(self, rules: Rules) -> None:
        self.pair_memos: dict[tuple[int, int], dict[int, Pair]] = {}
        self.join_memos: dict[tuple[int, int], dict[tuple[int, int], Pair]] = {}
        self.tails: dict[tuple[int, int, int, int], Tails] = {}
        super().__init__(rules)

    def costs(self, hands: Buffer, size: int, wild: int) -> array[int]:
        """As in `protocol.Engine`."""
        codes = memoryview(hands).cast("B")
        if size < 1 or len(codes) % size:
            raise ValueError(f"{len(codes)} codes are not hands of {size} cards")
        return array("i", (self.cost(codes[at : at + size], wild) for at in range(0, len(codes), size)))

    def discards(self, codes: Sequence[int], wild: int) -> dict[int, Cost]:
        """As in `protocol.Engine`."""
        return {code: self.cost(_without(codes, code), wild) for code in sorted(set(codes))}

    def after_draws(
        self, codes: Sequence[int], wild: int, drawable: Sequence[int], *, bare_out: bool = False
    ) -> list[Cost]:
        """As in `protocol.Engine`."""
        return self._after_draws(codes, wild, drawable, bare_out, {})

    def neighbours(
        self, codes: Sequence[int], wild: int, drawable: Sequence[int], *, bare_out: bool = False
    ) -> dict[int, list[Cost]]:
        """As in `protocol.Engine`."""
        known: dict[SortedHand, Cost] = {}
        return {
            code: self._after_draws(_without(codes, code), wild, drawable, bare_out, known)
            for code in sorted(set(codes))
        }

    def _after_draws(
        self, kept: Sequence[int], wild: int, drawable: Sequence[int], bare_out: bool, known: dict[SortedHand, Cost]
    ) -> list[Cost]:
        """As `after_draws`; *known* holds what was found for the hands met so far, by their sorted cards."""
        held = self.sort(kept, wild)
        drawn_is_thrown = self.cost(kept, wild)
        costs = []
        for code in drawable:
            drawn = self._add_card(held, code, wild)
            # Under free rules the suit of a wild does not matter.
            key = (drawn[0], (sum(drawn[1]), 0, 0, 0), drawn[2]) if self._is_free(drawn) else drawn
            cost = known.get(key)
            if cost is None:
                codes = (*kept, code)
                whole = self.cost(codes, wild) if bare_out else INF
                cost = Cost(whole if is_out(whole) else self._least(codes, drawn, wild, drawn_is_thrown))
                known[key] = cost
            costs.append(cost)
        return costs

    def _add_card(self, held: SortedHand, code: int, wild: int) -> SortedHand:
        """A sorted hand with one card more."""
        suits, of_rank, jokers = held
        if code == JOKER:
            return suits, of_rank, jokers + 1
        suit, position = divmod(code, 13)
        if position + 1 == wild:
            return suits, _raised(of_rank, suit, 1), jokers
        return _raised(suits, suit, self.bits[position]), of_rank, jokers

    def _is_free(self, held: SortedHand) -> bool:
        """Whether no limit of the rules is in reach of the wilds of this hand."""
        return sum(held[1]) + held[2] <= self.limit and self.set_cap == INF

    def _least(self, codes: Sequence[int], held: SortedHand, wild: int, bound: int) -> int:
        """The least cost over all discards from *codes*, which are *held* sorted; *bound* is that of one of them."""
        if self.entries > MEMO_LIMIT:
            self._forget()
        self.best = bound
        if self._is_free(held):
            self._least_free(held, wild, bound)
        else:
            self._least_capped(held, wild)
        all_in_threes = is_out(self.best) and 3 * melds_of(self.best) == len(codes)
        # A single run without room for all wilds is cut into two melds, which the search does not see.
        may_overflow = len(codes) > MAX_RUN + 1 and melds_of(self.best) == 1
        if all_in_threes or may_overflow:
            return min(self.cost(_without(codes, code), wild) for code in set(codes))
        return self.best

    # -- free rules -------------------------------------------------------------------------------

    def _least_free(self, held: SortedHand, wild: int, bound: int) -> None:
        """Search under free rules; where no meld can be made, compare what wilds and naturals cost."""
        suits, of_rank, jokers = held
        ranked = sum(of_rank)
        wilds = ranked + jokers
        if not self.free or wilds != self.wilds:
            self._select_memo(wilds, True, NOWHERE)
        self._throw_free(self._choices(suits), 0, wilds, 0, *suits)
        if wilds and not melds_of(self.best) and self.best < bound:
            natural = self.best + self._spares(ranked, jokers, 0, wild)[wilds].cost
            self.best = min(bound, natural, self._least_wild_thrown(held, wild))

    def _least_wild_thrown(self, held: SortedHand, wild: int) -> int:
        """The least cost where a wild is thrown, by itself: the suit of it does not matter under free rules."""
        suits, of_rank, jokers = held
        ranked = sum(of_rank)
        of_round = self.solve(suits, (ranked - 1, 0, 0, 0), jokers, wild) if ranked else INF
        joker = self.solve(suits, (ranked, 0, 0, 0), jokers - 1, wild) if jokers else INF
        return min(of_round, joker)

    def _throw_free(
        self, choices: list[list[Pick]], depth: int, wilds: int, cost: int, x0: int, x1: int, x2: int, x3: int
    ) -> None:
        """Try every pick of the ranks from *depth* on, with *wilds* left for the suits, and throw one natural."""
        joined = self.joined
        last = depth + 1 == len(choices)
        for size, need, t0, t1, t2, t3, _ in choices[depth]:
            left = wilds - need
            if left < 0:
                continue
            y0, y1, y2, y3 = x0 - t0, x1 - t1, x2 - t2, x3 - t3
            total = cost + 1 if size else cost
            if not last:
                self._throw_free(choices, depth + 1, left, total, y0, y1, y2, y3)
                continue
            a, a1 = joined.get((y0, y1)) or self._join(y0, y1)
            b, b1 = joined.get((y2, y3)) or self._join(y2, y3)
            floor = total + min(a[left] + b1[left], a1[left] + b[left])
            if floor < self.best:
                if left:
                    shares = range(left + 1)
                    floor = total + min([min(a[v] + b1[left - v], a1[v] + b[left - v]) for v in shares])
                self.best = min(self.best, floor)

    # -- capped rules -----------------------------------------------------------------------------

    def _least_capped(self, held: SortedHand, wild: int) -> None:
        """Search under capped rules, once for each way to let wilds count as the naturals they are."""
        suits, of_rank, jokers = held
        offers = [0, 0, 0, 0]
        if self.rules.wild_as_natural and self.limit < sum(of_rank) + jokers:
            offers = [count if suit else 0 for suit, count in zip(suits, of_rank, strict=True)]
        if any(offers) and self._wilds_differ(jokers, wild):
            for kept in product(*(range(count + 1) for count in offers)):
                self._least_with_offers(held, kept, sum(kept), wild)
        else:
            self._least_with_offers(held, offers, 0, wild)

    def _least_with_offers(self, held: SortedHand, offers: Sequence[int], aside: int, wild: int) -> None:
        """Search with *offers* wilds of each suit that may count as naturals, and *aside* that do."""
        suits, of_rank, jokers = held
        ranked = sum(of_rank)
        wilds = ranked + jokers
        own = self._place(wild) if any(offers) else NOWHERE
        self._select_memo(wilds, False, own)
        for suit, count in enumerate(offers):
            if count:
                suits = _raised(suits, suit, count << 4 * own)
        self._throw_capped(self._choices(suits), 0, self._tails(ranked, jokers, aside, wild), *suits)

    def _tails(self, ranked: int, jokers: int, aside: int, wild: int) -> Tails:
        """The tails of a search with those wilds."""
        key = (ranked, jokers, aside, wild)
        if key not in self.tails:
            wilds = ranked + jokers
            spares = self._spares(ranked, jokers, aside, wild)
            whole = [spares[wilds - v].cost for v in range(wilds + 1)]
            self.tails[key] = Tails(whole, [*self._one_wild_less(ranked, jokers, aside, wild), INF])
        return self.tails[key]

    def _one_wild_less(self, ranked: int, jokers: int, aside: int, wild: int) -> Vector:
        """The least cost of the wilds outside melds of naturals where one is thrown, by how many are inside."""
        wilds = ranked + jokers
        fewer = [(ranked - 1, jokers)] * (ranked > aside) + [(ranked, jokers - 1)] * (jokers > 0)
        ends = [self._spares(*kinds, aside, wild) for kinds in fewer]
        return [min((end[wilds - 1 - v].cost for end in ends), default=INF) for v in range(wilds)]

    def _throw_capped(
        self, choices: list[list[Pick]], depth: int, tails: Tails, x0: int, x1: int, x2: int, x3: int
    ) -> None:
        """Try every pick of the ranks from *depth* on beside the sets of *tails*, and throw one natural or one wild."""
        joined = self.joined
        last = depth + 1 == len(choices)
        for pick in choices[depth]:
            beside = self._beside_sets(tails, pick) if pick[0] else tails
            if beside is None:
                continue
            y0, y1, y2, y3 = x0 - pick[2], x1 - pick[3], x2 - pick[4], x3 - pick[5]
            if not last:
                self._throw_capped(choices, depth + 1, beside, y0, y1, y2, y3)
                continue
            left = joined.get((y0, y1)) or self._join(y0, y1)
            right = joined.get((y2, y3)) or self._join(y2, y3)
            (a, a1), (b, b1) = left, right
            natural = min(a[-1] + b1[-1], a1[-1] + b[-1]) + beside.least
            if natural < self.best or a[-1] + b[-1] + beside.least_fewer < self.best:
                whole, short = _both(left, right, self.wilds)
                cost = min(*map(int.__add__, short, beside.all), *map(int.__add__, whole, beside.fewer))
                self.best = min(self.best, cost)

    def _beside_sets(self, tails: Tails, pick: Pick) -> Tails | None:
        """The tails with the sets of *pick* made too; None if no number of wilds makes it sets."""
        alike = pick[0], pick[6]
        if alike not in tails.beside:
            sets = self._set_vector(pick)
            shorter = without_sets(tails.all, sets, self.wilds)
            fewer = without_sets(tails.fewer, sets, self.wilds)
            tails.beside[alike] = None if shorter is None or fewer is None else Tails(shorter, fewer)
            self.entries += 1
        return tails.beside[alike]

    # -- one suit ---------------------------------------------------------------------------------

    def _pair(self, x: int) -> Pair:
        """The vector of suit *x*, and that with at most one of its naturals thrown."""
        found = self.thrown.get(x)
        if found is not None:
            return found
        whole = self._vector(x)
        pair = self.thrown[x] = whole, self._thrown_vector(x) if x else whole
        self.entries += 1
        return pair

    def _thrown_vector(self, x: int) -> Vector:
        """The least cost of suit *x* with at most one natural thrown, by its wilds; at the end the least of all."""
        wilds = self.wilds
        lowest = ((x & -x).bit_length() - 1) >> 2
        rest = x - (1 << 4 * lowest)
        whole, short = self._pair(rest)
        if self._may_be_own(lowest):
            out = short[: wilds + 1]
        else:
            lost = self.losses[lowest]
            out = [min(whole[v], short[v] + lost) for v in range(wilds + 1)]
        if self.either and not lowest:
            out = list(map(min, out, self._pair(rest + HIGH_ACE_BIT)[1]))
        for left, fewest, most in self._runs(lowest, rest):
            after = self._pair(left)[1]
            for used in range(fewest, most + 1):
                for v in range(used, wilds + 1):
                    out[v] = min(out[v], after[v - used] + 1)
        out.append(min(out))
        return out

    def _join(self, x: int, y: int) -> Pair:
        """The vectors of two suits together, which most of the neighbours of a hand have in common."""
        joined = self.joined[x, y] = _both(self._pair(x), self._pair(y), self.wilds)
        self.entries += 1
        return joined

    def _select_memo(self, wilds: int, free: bool, own: int) -> None:
        super()._select_memo(wilds, free, own)
        self.thrown = self.pair_memos.setdefault((wilds, own), {})
        self.joined = self.join_memos.setdefault((wilds, own), {})

    def _forget(self) -> None:
        self.pair_memos.clear()
        self.join_memos.clear()
        self.tails.clear()
        super()._forget()


def _without(codes: Sequence[int], code: int) -> tuple[int, ...]:
    """*codes* with one *code* less."""
    at = codes.index(code)
    return (*codes[:at], *codes[at + 1 :])


def _raised(counts: Suits, suit: int, by: int) -> Suits:
    """The counts of four suits with *by* added to one of them."""
    raised = list(counts)
    raised[suit] += by
    return raised[0], raised[1], raised[2], raised[3]


def _both(left: Pair, right: Pair, wilds: int) -> Pair:
    """The vectors of two parts together, up to *wilds*, each with its least at the end."""
    (a, a1), (b, b1) = left, right
    whole = add_vectors(a, b, wilds)
    short = list(map(min, add_vectors(a, b1, wilds), add_vectors(a1, b, wilds)))
    return [*whole, min(whole)], [*short, min(short)]
