"""Exact search for the cheapest arrangement of a hand, on plain integers.

A *suit* is an int of 14 nibbles: nibble i counts the copies of the card at position i, 0 for the ace
to 12 for the king; nibble 13 holds an ace that stands above the king. Cards of the wild rank are kept
out of the suits, except where a wild may count as the natural it is: then the nibble of the wild rank
says how many wilds of that suit could.

A *cost* is that of `tt_solver.engine.cost`, so that + and < follow the order in which arrangements are compared.
A *vector* lists the least cost of some cards by the number of wilds they use.

The search runs over the sets: each rank that could hold sets gives a choice of cards to them, and what
remains of the four suits can only make runs and melds around a single natural. Those are independent
but for the wilds they share, so memoised one-suit vectors are added up. Why that is exact:

* Given the naturals that stand in sets, the suits share nothing but wilds, and a suit's vector tries
  every run (or loss) of its lowest card, hence every way to split the suit.
* A card with no neighbour in reach can share no run with another natural. If its rank has a set, the
  card joins it at no cost, so only *live* cards are tried outside (where sets have no upper bound).
* *Free* rules (no limit that the wilds of this hand could reach, sets of any size): once there is one
  meld, every spare wild finds a place, so a vector may count "at most" w wilds. A run always takes the
  nearest natural, for passing one over with a wild is never cheaper: the two cards could be swapped.
* *Capped* rules: that swap could put one wild too many into the other meld, and a spare wild may find
  no room. Vectors count exactly w wilds and a run may pass over naturals.

The compiled twin is `native/search.pyx`: change both. Its headers have the sections below: `one_suit.pxd`, `sets.pxd`,
`outside.pxd` for the wilds outside, and `lay_out.pxd` for the melds of the winner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from tt_solver.engine.cost import INF, MELD, Cost, left_of, melds_of, packed
from tt_solver.engine.plan import Plan, PlannedMeld, WildCount
from tt_solver.game.cards import JOKER as JOKER_CARD
from tt_solver.game.cards import Card, Suit
from tt_solver.game.melds import MAX_RUN
from tt_solver.game.rules import Rules

JOKER = JOKER_CARD.code
HIGH_ACE = 13
HIGH_ACE_BIT = 1 << 4 * HIGH_ACE
NOWHERE = -1
ONES = 0x11111111111111
SUIT_BITS = 56
SUIT_MASK = (1 << SUIT_BITS) - 1
MEMO_LIMIT = 20_000
"""How many vectors are kept, some 5 MB; when there are more, all are forgotten."""

Vector = list[int]
Suits = tuple[int, int, int, int]
Run = tuple[int, int, int]
"""What a run leaves of its suit, and the fewest and most wilds it may use."""
Pick = tuple[int, int, int, int, int, int, int]
"""Cards of one rank that go to sets: how many, the wilds one set of them needs, what they take from each
of the four suits, and the fewest sets that copies of one card force (0 where a set may hold both)."""


class Spare(NamedTuple):
    """What becomes of the wilds outside the melds of naturals: the cost, melds of wilds, and the rest."""

    cost: int
    melds: tuple[WildCount, ...]
    left: WildCount


NO_PICK: Pick = (0, 0, 0, 0, 0, 0, 0)
NO_CHOICES = [[NO_PICK]]
NO_WILDS = WildCount(0, 0)
IMPOSSIBLE = Spare(INF, (), NO_WILDS)


class Live(dict[int, int]):
    """For the positions present in a suit, those whose card may share a run with another natural."""

    def __init__(self, cap: int, either: bool) -> None:
        super().__init__()
        self.reach = max(2, cap + 1) if cap else 0
        self.either = either

    def __missing__(self, present: int) -> int:
        held = present | (present & 1) << 4 * HIGH_ACE if self.either else present
        if self.reach:
            near = 0
            for distance in range(1, self.reach + 1):
                near |= held >> 4 * distance | held << 4 * distance
            live = held & near
        else:
            middle = held & held >> 4 & held >> 8
            live = middle | middle << 4 | middle << 8
        if self.either and live & HIGH_ACE_BIT:
            live |= 1
        self[present] = live
        return live


class Search:
    """The search under the house *rules*. It keeps what it learns about suits; one thread at a time."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.limit = INF if rules.max_wilds == "any" else rules.max_wilds
        self.set_cap = rules.set_cap or INF
        self.single_cap = max(MAX_RUN - 1, self.set_cap - 1)
        self.either = rules.ace == "either"
        self.top = 13 if rules.ace == "low" else 14
        self.points = _points_by_position(rules)
        self.losses = [packed(points, 1, 0) for points in self.points]
        self.bits = _card_bits(rules.ace == "high")
        self.memos: dict[tuple[int, int], dict[int, Vector]] = {}
        self.entries = 0
        self.lives: dict[int, Live] = {}
        self.rows: dict[tuple[int, ...], list[Pick]] = {}
        self.set_vectors: dict[tuple[int, int, int], Vector] = {}
        self.spare_lists: dict[tuple[int, int, int, int], tuple[Spare, ...]] = {}
        self._select_memo(0, True, NOWHERE)

    def cost(self, codes: Sequence[int], wild: int) -> Cost:
        """As in `protocol.Engine`."""
        cost = self.solve(*self.sort(codes, wild), wild)
        return Cost(cost + MELD if len(codes) > MAX_RUN and self._overflows(len(codes)) else cost)

    def plan(self, codes: Sequence[int], wild: int) -> Plan:
        """As in `protocol.Engine`."""
        self.best: int = self.cost(codes, wild)
        return self._lay_out()

    # -- one hand ---------------------------------------------------------------------------------

    def sort(self, codes: Iterable[int], wild: int) -> tuple[Suits, Suits, int]:
        """The naturals as suits, the wilds of the round by suit, and the number of jokers."""
        packed = jokers = 0
        bits = self.bits
        for code in codes:
            if code == JOKER:
                jokers += 1
            else:
                packed += bits[code]
        x0 = packed & SUIT_MASK
        x1 = packed >> SUIT_BITS & SUIT_MASK
        x2 = packed >> 2 * SUIT_BITS & SUIT_MASK
        x3 = packed >> 3 * SUIT_BITS
        if not wild:
            return (x0, x1, x2, x3), (0, 0, 0, 0), jokers
        at = 4 * self._place(wild)
        w0, w1, w2, w3 = x0 >> at & 15, x1 >> at & 15, x2 >> at & 15, x3 >> at & 15
        return (x0 - (w0 << at), x1 - (w1 << at), x2 - (w2 << at), x3 - (w3 << at)), (w0, w1, w2, w3), jokers

    def solve(self, suits: Suits, of_rank: Suits, jokers: int, wild: int) -> int:
        """The least cost of a sorted hand; the arrangement that has it is kept for `plan`."""
        ranked = of_rank[0] + of_rank[1] + of_rank[2] + of_rank[3]
        wilds = ranked + jokers
        self.held = (ranked, jokers, wild)
        self.best = INF
        self.picks: list[Pick] = []
        if self.entries > MEMO_LIMIT:
            self._forget()
        if wilds <= self.limit and self.set_cap == INF:
            if not self.free or wilds != self.wilds:
                self._select_memo(wilds, True, NOWHERE)
            self._search_free(self._choices(suits), 0, wilds, 0, *suits)
            if wilds and not melds_of(self.best):
                self.spares = self._spares(ranked, jokers, 0, wild)
                self.best += self.spares[wilds].cost
            return self.best
        return self._solve_capped(suits, of_rank, jokers, wild)

    def _solve_capped(self, suits: Suits, of_rank: Suits, jokers: int, wild: int) -> int:
        """The least cost where wilds are limited or sets have an end.

        Wilds that may count as naturals are offered to their suits. Where all wilds are worth the same, one
        search offers all of them. Where it matters which are left over, each search sets aside so many of
        the round's wilds as naturals; they end when one reaches the cost of a search that need not.
        """
        wilds = sum(of_rank) + jokers
        offers = (0, 0, 0, 0)
        if self.rules.wild_as_natural and self.limit < wilds:
            c0, c1, c2, c3 = (count if suit else 0 for suit, count in zip(suits, of_rank, strict=True))
            offers = (c0, c1, c2, c3)
        bound = -1
        if any(offers) and self._wilds_differ(jokers, wild):
            self._search_offers(suits, of_rank, jokers, wild, offers, 0)
            bound, self.best = self.best, INF
            for kept in product(*(range(count + 1) for count in offers)):
                self._search_offers(suits, of_rank, jokers, wild, kept, sum(kept))
                if self.best == bound:
                    break
        else:
            self._search_offers(suits, of_rank, jokers, wild, offers, 0)
        return self.best

    def _search_offers(
        self, suits: Suits, of_rank: Suits, jokers: int, wild: int, offers: tuple[int, ...], aside: int
    ) -> None:
        """Search with *offers* wilds of each suit that may count as naturals, and *aside* that do."""
        ranked, wilds = sum(of_rank), sum(of_rank) + jokers
        own = self._place(wild) if any(offers) else NOWHERE
        self._select_memo(wilds, False, own)
        self.spares = self._spares(ranked, jokers, aside, wild)
        self.pairs: dict[tuple[int, ...], Vector] = {}
        x0, x1, x2, x3 = suits
        if own >= 0:
            x0, x1, x2, x3 = (suit + (count << 4 * own) for suit, count in zip(suits, offers, strict=True))
        tail = [self.spares[wilds - v].cost for v in range(wilds + 1)]
        self._search_capped(self._choices((x0, x1, x2, x3)), 0, tail, x0, x1, x2, x3)

    def _overflows(self, held: int) -> bool:
        """Whether the only meld of the winner is a run that has no place for all wilds, and must be cut in two."""
        if not self.free or melds_of(self.best) != 1 or any(pick[0] for pick in self.winner[1]):
            return False
        inside = held - left_of(self.best)
        return inside > MAX_RUN and inside - self.wilds > 1

    def _place(self, wild: int) -> int:
        """The position of the cards of the wild rank in their suits."""
        return HIGH_ACE if wild == 1 and self.rules.ace == "high" else wild - 1

    def _select_memo(self, wilds: int, free: bool, own: int) -> None:
        """Select what is known of hands with that many wilds; *own* is the position where wilds may be naturals."""
        self.wilds = wilds
        self.free = free
        self.own = own
        self.cap = min(self.limit, wilds)
        self.memo = self.memos.setdefault((wilds, own), {})
        self.live = self.lives.get(self.cap) or self.lives.setdefault(self.cap, Live(self.cap, self.either))

    def _forget(self) -> None:
        """Forget everything, so that memory does not grow with the number of hands."""
        self.memos.clear()
        self.rows.clear()
        self.entries = 0
        self._select_memo(self.wilds, self.free, self.own)

    def _wilds_differ(self, jokers: int, wild: int) -> bool:
        """Whether it matters if a joker or a wild of the round is left over."""
        same_points = self._wild_points(wild) == self.rules.joker_points
        return jokers > 0 and not (same_points and self.rules.wild_melds != "own-rank")

    def _wild_points(self, wild: int) -> int:
        """What a leftover wild of the round costs."""
        if self.rules.wild_points != "face":
            return self.rules.wild_points
        return self.points[self._place(wild)] if wild else 0

    # -- one suit ---------------------------------------------------------------------------------

    def _vector(self, x: int) -> Vector:
        """The least cost of suit *x* by the wilds that it may use (free) or uses (capped).

        At the end stands what one wild changes (free), or the least of all (capped).

        The lowest card is left over, or starts a run, or is an ace that goes above the king. A wild that
        may count as a natural, but does not, is not left over: it goes back to the other wilds.
        """
        found = self.memo.get(x)
        if found is not None:
            return found
        if not x:
            out = [0] * (self.wilds + 2) if self.free else [0] + [INF] * self.wilds + [0]
        elif self.free:
            out = self._free_vector(x)
        else:
            out = self._capped_vector(x)
        self.memo[x] = out
        self.entries += 1
        return out

    def _free_vector(self, x: int) -> Vector:
        memo = self.memo
        wilds = self.wilds
        lowest = ((x & -x).bit_length() - 1) >> 2
        rest = x - (1 << 4 * lowest)
        lost = self.losses[lowest]
        out = [cost + lost for cost in memo.get(rest) or self._vector(rest)]
        if self.either and not lowest:
            out = list(map(min, out, self._vector(rest + HIGH_ACE_BIT)))
        for left, fewest, _ in self._free_runs(lowest, rest):
            after = memo.get(left) or self._vector(left)
            for v in range(fewest, wilds + 1):
                cost = after[v - fewest] + 1
                if cost < out[v]:
                    out[v] = cost
        out[-1] = out[1] - out[0] if wilds else 0
        return out

    def _capped_vector(self, x: int) -> Vector:
        memo = self.memo
        wilds = self.wilds
        lowest = ((x & -x).bit_length() - 1) >> 2
        rest = x - (1 << 4 * lowest)
        lost = 0 if self._may_be_own(lowest) else self.losses[lowest]
        out = [cost + lost for cost in memo.get(rest) or self._vector(rest)]
        if self.either and not lowest:
            out = list(map(min, out, self._vector(rest + HIGH_ACE_BIT)))
        for left, fewest, most in self._capped_runs(lowest, rest):
            after = memo.get(left) or self._vector(left)
            for used in range(fewest, most + 1):
                for v in range(used, wilds + 1):
                    cost = after[v - used] + 1
                    if cost < out[v]:
                        out[v] = cost
        out[-1] = min(out)
        return out

    def _may_be_own(self, position: int) -> bool:
        """Whether the cards at *position* are wilds that may count as naturals."""
        return position == self.own or (position == HIGH_ACE and self.own == 0)

    def _runs(self, lowest: int, rest: int) -> list[Run]:
        """Every run, or meld around one natural, whose lowest natural is at *lowest*, beside *rest* of the suit."""
        return self._free_runs(lowest, rest) if self.free else self._capped_runs(lowest, rest)

    def _stop(self, lowest: int) -> int:
        """The first position that a run from *lowest* cannot reach: no run has the ace at both ends."""
        return 13 if self.either and not lowest else self.top

    def _free_runs(self, lowest: int, rest: int) -> list[Run]:
        """The run takes one natural after another, always the nearest; it may end after each."""
        wilds = self.wilds
        stop = self._stop(lowest)
        runs = [(rest, 2, 2)] if wilds >= 2 else []
        highest = lowest
        inside = 0
        while True:
            above = rest >> 4 * highest + 4
            if not above:
                return runs
            gap = ((above & -above).bit_length() - 1) >> 2
            inside += gap
            highest += gap + 1
            if inside > wilds or highest >= stop:
                return runs
            rest -= 1 << 4 * highest
            fewest = inside + 1 if highest == lowest + 1 else inside
            if fewest <= wilds:
                runs.append((rest, fewest, fewest))

    def _capped_runs(self, lowest: int, rest: int) -> list[Run]:
        """The run may pass over naturals with its wilds, and may hold a wild in its own place."""
        runs: list[Run] = []
        own = self._may_be_own(lowest)
        self._grow_capped(lowest, lowest, rest, 0, int(own), int(not own), runs)
        return runs

    def _grow_capped(
        self, lowest: int, highest: int, rest: int, inside: int, own: int, plain: int, runs: list[Run]
    ) -> None:
        """End the run at *highest*, and let it take each later natural in reach.

        It has *inside* substitutes so far, *own* wilds in their own place, and *plain* other naturals,
        of which a meld needs one. Wilds at its ends need no position: a run has room for 13 cards.
        """
        cap = self.cap
        span = highest - lowest + 1
        if plain:
            fewest = inside + max(0, 3 - span)
            most = min(cap, self.single_cap if span == 1 else inside + MAX_RUN - span)
            if fewest <= most and fewest + own <= self.wilds:
                runs.append((rest, fewest + own, min(most + own, self.wilds)))
        room = min(cap, self.wilds - own) - inside
        for position in range(highest + 1, min(self._stop(lowest), highest + 2 + room)):
            if rest >> 4 * position & 15:
                taken = rest - (1 << 4 * position)
                within = inside + position - highest - 1
                if not self._may_be_own(position):
                    self._grow_capped(lowest, position, taken, within, own, plain + 1, runs)
                elif within + own < self.wilds:
                    self._grow_capped(lowest, position, taken, within, own + 1, plain, runs)

    # -- the sets ---------------------------------------------------------------------------------

    def _choices(self, suits: Suits) -> list[list[Pick]]:
        """For each rank that may hold sets, the picks to try: fewest of each suit first, none at all last."""
        x0, x1, x2, x3 = suits
        n0 = (x0 | x0 >> 1 | x0 >> 2 | x0 >> 3) & ONES
        n1 = (x1 | x1 >> 1 | x1 >> 2 | x1 >> 3) & ONES
        n2 = (x2 | x2 >> 1 | x2 >> 2 | x2 >> 3) & ONES
        n3 = (x3 | x3 >> 1 | x3 >> 2 | x3 >> 3) & ONES
        copies = x0 | x1 | x2 | x3
        several = (copies >> 1 | copies >> 2 | copies >> 3) & ONES | n0 & n1 | (n0 | n1) & n2 | (n0 | n1 | n2) & n3
        if self.own >= 0:
            several &= ~(1 << 4 * self.own)
        if not several:
            return NO_CHOICES
        fewest = 2 if self.cap else 3
        if self.set_cap == INF:
            live = self.live
            l0, l1, l2, l3 = live[n0], live[n1], live[n2], live[n3]
        else:
            l0 = l1 = l2 = l3 = ONES
        rows = self.rows
        choices: list[list[Pick]] = []
        while several:
            low = several & -several
            several ^= low
            at = low.bit_length() - 1
            c0, c1, c2, c3 = x0 >> at & 15, x1 >> at & 15, x2 >> at & 15, x3 >> at & 15
            if c0 + c1 + c2 + c3 >= fewest:
                key = (at, fewest, c0, c1, c2, c3, l0 & low, l1 & low, l2 & low, l3 & low)
                row = rows.get(key)
                choices.append(row if row is not None else self._row(key))
        return choices or NO_CHOICES

    def _row(self, key: tuple[int, ...]) -> list[Pick]:
        """Every pick of *fewest* cards or more of the rank with its bits at *at*, with all cards that are not live.

        No pick at all comes last; it is left out where all cards have to go together and are a set.
        """
        at, fewest, c0, c1, c2, c3, l0, l1, l2, l3 = key
        range1 = range(0 if l1 else c1, c1 + 1)
        range2 = range(0 if l2 else c2, c2 + 1)
        range3 = range(0 if l3 else c3, c3 + 1)
        distinct = self.rules.set_suits == "distinct"
        row = []
        for a in range(0 if l0 else c0, c0 + 1):
            for b in range1:
                for c in range2:
                    for d in range3:
                        size = a + b + c + d
                        if size >= fewest:
                            most = max(a, b, c, d) if distinct else 0
                            row.append((size, 3 - size if size < 3 else 0, a << at, b << at, c << at, d << at, most))
        if l0 or l1 or l2 or l3 or c0 + c1 + c2 + c3 < 3:
            row.append(NO_PICK)
        self.rows[key] = row
        self.entries += 1
        return row

    def _set_vector(self, pick: Pick) -> Vector:
        """The fewest sets that hold all cards of *pick*, by the exact number of wilds in them."""
        size, most = pick[0], pick[6]
        key = (size, most, self.wilds)
        found = self.set_vectors.get(key)
        if found is None:
            found = [INF] * (self.wilds + 1)
            for sets in range(max(1, most), size + 1):
                fewest = max(0, 3 * sets - size)
                for v in range(fewest, min(sets * self.cap, self.wilds, sets * self.set_cap - size) + 1):
                    found[v] = min(found[v], sets)
            self.set_vectors[key] = found
        return found

    # -- the search -------------------------------------------------------------------------------

    def _search_free(
        self, choices: list[list[Pick]], depth: int, wilds: int, cost: int, x0: int, x1: int, x2: int, x3: int
    ) -> None:
        """Try every pick of the ranks from *depth* on, with *wilds* left for the suits."""
        memo = self.memo
        last = depth + 1 == len(choices)
        for pick in choices[depth]:
            size, need, t0, t1, t2, t3, _ = pick
            left = wilds - need
            if left < 0:
                continue
            y0, y1, y2, y3 = x0 - t0, x1 - t1, x2 - t2, x3 - t3
            total = cost + 1 if size else cost
            if not last:
                self.picks.append(pick)
                self._search_free(choices, depth + 1, left, total, y0, y1, y2, y3)
                self.picks.pop()
                continue
            a = memo.get(y0) or self._vector(y0)
            b = memo.get(y1) or self._vector(y1)
            c = memo.get(y2) or self._vector(y2)
            d = memo.get(y3) or self._vector(y3)
            if left < 2:
                total += a[0] + b[0] + c[0] + d[0]
                if left:
                    total += min(a[-1], b[-1], c[-1], d[-1])
            elif total + a[left] + b[left] + c[left] + d[left] < self.best:
                ab = add_vectors(a, b, left)
                cd = add_vectors(c, d, left)
                total += min([ab[v] + cd[left - v] for v in range(left + 1)])
            else:
                continue
            if total < self.best:
                self.best = total
                self.winner = ((y0, y1, y2, y3), (*self.picks, pick))

    def _search_capped(
        self, choices: list[list[Pick]], depth: int, tail: Vector, x0: int, x1: int, x2: int, x3: int
    ) -> None:
        """Try every pick of the ranks from *depth* on.

        *tail* is the least cost of the sets so far and of the wilds left over, by the wilds of the suits.
        """
        memo = self.memo
        wilds = self.wilds
        pairs = self.pairs
        shorter: dict[tuple[int, int], Vector | None] = {}
        last = depth + 1 == len(choices)
        for pick in choices[depth]:
            size, _, t0, t1, t2, t3, _ = pick
            key = (size, pick[6])
            if key not in shorter:
                shorter[key] = without_sets(tail, self._set_vector(pick), wilds) if size else tail
            left = shorter[key]
            if left is None:
                continue
            y0, y1, y2, y3 = x0 - t0, x1 - t1, x2 - t2, x3 - t3
            if not last:
                self.picks.append(pick)
                self._search_capped(choices, depth + 1, left, y0, y1, y2, y3)
                self.picks.pop()
                continue
            a = memo.get(y0) or self._vector(y0)
            b = memo.get(y1) or self._vector(y1)
            c = memo.get(y2) or self._vector(y2)
            d = memo.get(y3) or self._vector(y3)
            if a[-1] + b[-1] + c[-1] + d[-1] >= self.best:
                continue
            ab = pairs.get((y0, y1))
            if ab is None:
                ab = pairs[y0, y1] = add_vectors(a, b, wilds)
            cd = pairs.get((y2, y3, 0))
            if cd is None:
                cd = pairs[y2, y3, 0] = add_vectors(c, d, wilds)
            cost = min(map(int.__add__, add_vectors(ab, cd, wilds), left))
            if cost < self.best:
                self.best = cost
                self.winner = ((y0, y1, y2, y3), (*self.picks, pick))
                self.won = (self.own, self.spares)

    # -- the wilds outside the melds of naturals ---------------------------------------------------

    def _spares(self, ranked: int, jokers: int, taken: int, wild: int) -> tuple[Spare, ...]:
        """What becomes of y wilds outside the melds of naturals, by y, if *taken* of the rank are inside."""
        points = self._wild_points(wild)
        key = (ranked, jokers, taken, points)
        found = self.spare_lists.get(key)
        if found is None:
            found = tuple(self._spare(y, ranked - taken, jokers, points) for y in range(ranked + jokers + 1))
            self.spare_lists[key] = found
        return found

    def _spare(self, count: int, ranked: int, jokers: int, points: int) -> Spare:
        """The cheapest end of *count* wilds, of which *ranked* and *jokers* can be had."""
        ends = [IMPOSSIBLE]
        for beside in range(max(0, count - ranked), min(jokers, count) + 1):
            ends.extend(self._ends(count - beside, beside, points))
        return min(ends, key=lambda spare: spare.cost)

    def _ends(self, ranked: int, jokers: int, points: int) -> Iterator[Spare]:
        """The ways to meld some of these wilds among themselves and to lose the rest."""
        rules = self.rules

        def lose(lost: WildCount, melds: tuple[WildCount, ...]) -> Spare:
            value = lost.ranked * points + lost.jokers * rules.joker_points
            return Spare(packed(value, sum(lost), len(melds)), melds, lost)

        yield lose(WildCount(ranked, jokers), ())
        if rules.wild_melds == "yes" and ranked + jokers >= 3:
            yield lose(NO_WILDS, (WildCount(ranked, jokers),))
        if rules.wild_melds == "own-rank":
            for sets, inside, beside in product(range(1, ranked + 1), range(1, ranked + 1), range(jokers + 1)):
                fits = 3 * sets <= inside + beside <= sets * self.set_cap
                if fits and sets <= inside and beside <= sets * self.limit:
                    lost = WildCount(ranked - inside, jokers - beside)
                    yield lose(lost, self._own_rank_sets(sets, inside, beside))

    def _own_rank_sets(self, sets: int, ranked: int, jokers: int) -> tuple[WildCount, ...]:
        """That many sets of the wild rank of even size, the jokers in them substitutes within the limit."""
        melds = []
        for left in range(sets, 0, -1):
            size = (ranked + jokers) // left
            beside = min(jokers, self.limit, size - 1)
            melds.append(WildCount(size - beside, beside))
            ranked -= size - beside
            jokers -= beside
        return tuple(melds)

    # -- the melds of the winner ------------------------------------------------------------------

    def _lay_out(self) -> Plan:
        """The melds of the last search's winner."""
        suits, picks = self.winner
        if self.free:
            melds = [PlannedMeld(False, _set_cards(pick), pick[1]) for pick in picks if pick[0]]
            wilds = self.wilds - sum(meld.substitutes for meld in melds)
            shares = _split([self._vector(x) for x in suits], wilds)
        else:
            own, self.spares = self.won
            picks = tuple(pick for pick in picks if pick[0])
            self._select_memo(self.wilds, False, own)
            vectors = [self._vector(x) for x in suits] + [self._set_vector(pick) for pick in picks]
            shares = _split(vectors, self._spent(vectors))
            melds = [g for pick, v in zip(picks, shares[4:], strict=True) for g in self._deal_sets(pick, v)]
        left: list[int] = []
        for suit, (x, share) in enumerate(zip(suits, shares, strict=False)):
            self._trace(suit, x, share, melds, left)
        return self._finish(melds, left)

    def _spent(self, vectors: list[Vector]) -> int:
        """The fewest wilds in melds of naturals at which the least cost is reached."""
        wilds = self.wilds
        total = vectors[0]
        for vector in vectors[1:]:
            total = add_vectors(total, vector, wilds)
        return next(v for v in range(wilds + 1) if total[v] + self.spares[wilds - v].cost == self.best)

    def _deal_sets(self, pick: Pick, wilds: int) -> Iterator[PlannedMeld]:
        """The sets of *pick*: its cards dealt out in turn, so that copies of a card go to different sets."""
        cards = _set_cards(pick)
        sets = self._set_vector(pick)[wilds]
        parts = [cards[start::sets] for start in range(sets)]
        wilds -= sum(max(0, 3 - len(part)) for part in parts)
        for part in parts:
            needed = max(0, 3 - len(part))
            more = min(wilds, self.cap - needed, self.set_cap - len(part) - needed)
            wilds -= more
            yield PlannedMeld(False, part, needed + more)

    def _trace(self, suit: int, x: int, wilds: int, melds: list[PlannedMeld], left: list[int]) -> None:
        """Repeat the choices that attain the vector of *x* at *wilds*: losing the card first, short runs first."""
        while x:
            want = self._vector(x)[wilds]
            lowest = ((x & -x).bit_length() - 1) >> 2
            rest = x - (1 << 4 * lowest)
            own = self._may_be_own(lowest)
            if self._vector(rest)[wilds] + (0 if own else self.losses[lowest]) == want:
                if not own:
                    left.append(suit * 13 + lowest % 13)
                x = rest
                continue
            run = self._find_run(lowest, rest, wilds, want)
            if run is None:
                x = rest + HIGH_ACE_BIT
                continue
            after, used = run
            positions = [position for position in range(14) if (x - after) >> 4 * position & 1]
            owned = sum(map(self._may_be_own, positions))
            melds.append(_run(tuple(suit * 13 + position % 13 for position in positions), used - owned))
            x = after
            wilds -= used

    def _find_run(self, lowest: int, rest: int, wilds: int, want: int) -> tuple[int, int] | None:
        """What is left of the suit after a run that makes it cost *want*, and the wilds the run uses."""
        for left, fewest, most in self._runs(lowest, rest):
            after = self._vector(left)
            for used in range(fewest, min(most, wilds) + 1):
                if after[wilds - used] + 1 == want:
                    return left, used
        return None

    def _finish(self, melds: list[PlannedMeld], left: list[int]) -> Plan:
        """The plan, with the wilds outside the melds of naturals settled."""
        owned = sum(map(self._owned, melds))
        spare = self.wilds - owned - sum(meld.substitutes for meld in melds)
        if self.free and melds:
            return Plan(Cost(self.best), tuple(_spread(melds, spare)), (), tuple(left), NO_WILDS)
        ranked, jokers, wild = self.held
        end = self._spares(ranked, jokers, owned, wild)[spare]
        return Plan(Cost(self.best), tuple(melds), end.melds, tuple(left), end.left)

    def _owned(self, meld: PlannedMeld) -> int:
        """How many of the meld's naturals are wilds in their own place."""
        return sum(code % 13 == self.own % 13 for code in meld.naturals) if self.own >= 0 else 0


def _points_by_position(rules: Rules) -> list[int]:
    """What a natural costs that is left over, by its position in its suit."""
    points = [rules.card_points(Card.of(rank, Suit.SPADES), wild=0) for rank in range(1, 14)]
    return [*points, points[0]]


def _card_bits(high_ace: bool) -> tuple[int, ...]:
    """For each code 0 to 51, the one to add to the four suits, which lie side by side in one int."""
    places = [HIGH_ACE if high_ace and position == 0 else position for position in range(13)]
    return tuple(1 << SUIT_BITS * suit + 4 * place for suit in range(4) for place in places)


def add_vectors(a: Vector, b: Vector, wilds: int) -> Vector:
    """The least cost of two parts by the wilds that they use together, up to *wilds*."""
    out = [a[0] + cost for cost in b[: wilds + 1]]
    for i in range(1, wilds + 1):
        if a[i] < INF:
            for j in range(wilds + 1 - i):
                cost = a[i] + b[j]
                if cost < out[i + j]:
                    out[i + j] = cost
    return out


def without_sets(tail: Vector, sets: Vector, wilds: int) -> Vector | None:
    """*tail* by the wilds left beside *sets*; None if no number of wilds will do."""
    out = [INF] * (wilds + 1)
    possible = False
    for used in range(wilds + 1):
        if sets[used] < INF:
            possible = True
            for v in range(wilds + 1 - used):
                cost = tail[v + used] + sets[used]
                if cost < out[v]:
                    out[v] = cost
    return out if possible else None


def _split(vectors: list[Vector], wilds: int) -> list[int]:
    """How many of *wilds* each vector gets where their sum is least."""
    sums = [vectors[0]]
    for vector in vectors[1:]:
        sums.append(add_vectors(sums[-1], vector, wilds))
    shares = [0] * len(vectors)
    for i in range(len(vectors) - 1, 0, -1):
        shares[i] = next(v for v in range(wilds + 1) if sums[i - 1][wilds - v] + vectors[i][v] == sums[i][wilds])
        wilds -= shares[i]
    shares[0] = wilds
    return shares


def _set_cards(pick: Pick) -> tuple[int, ...]:
    """The codes of the cards of *pick*, suit by suit."""
    cards: list[int] = []
    for suit, taken in enumerate(pick[2:6]):
        if taken:
            position = (taken.bit_length() - 1) >> 2
            cards += [suit * 13 + position % 13] * (taken >> 4 * position)
    return tuple(cards)


def _spread(melds: list[PlannedMeld], spare: int) -> list[PlannedMeld]:
    """The melds with *spare* more wilds: in the first with room, where a set has no end and a run has 13 cards."""
    out = []
    for meld in melds:
        more = min(spare, MAX_RUN - len(meld.naturals) - meld.substitutes) if meld.is_run else spare
        out.append(meld._replace(substitutes=meld.substitutes + more))
        spare -= more
    if not spare:
        return out
    halves = _cut(out[0])
    return _spread(halves, spare + out[0].substitutes - sum(half.substitutes for half in halves))


def _cut(run: PlannedMeld) -> list[PlannedMeld]:
    """A full run of 13 cards as two runs with the substitutes they need, so that there is room again."""
    codes = run.naturals
    positions = [code % 13 or (HIGH_ACE if at else 0) for at, code in enumerate(codes)]
    half = next((at for at in range(1, len(codes)) if positions[at] - positions[0] >= 6), len(codes) - 1)
    return [_bare_run(codes[:half], positions[:half]), _bare_run(codes[half:], positions[half:])]


def _bare_run(codes: tuple[int, ...], positions: list[int]) -> PlannedMeld:
    """The run through *codes* with as few substitutes as it can have."""
    return _run(codes, max(3, positions[-1] - positions[0] + 1) - len(codes))


def _run(codes: tuple[int, ...], substitutes: int) -> PlannedMeld:
    """The run through *codes*; one through a single natural is a set as well, which has no end."""
    return PlannedMeld(len(codes) > 1, codes, substitutes)
