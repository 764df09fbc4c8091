# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled twin of `tt_solver.engine.search` and `after_draw`: the same search in the same order, and so the same plans.

The names and the proofs are those of that module. Here a vector lies in a table of a fixed size, the picks in one array,
and nothing is allocated for a hand. Every array has a fixed size, which `bounds` states; a hand that would not fit is
refused at the door.
"""

from array import array

from cpython cimport array as c_array
from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from tt_solver.engine.native.bounds cimport HIGH_ACE, MAX_COPIES, MAX_WILDS, POSITIONS, VECTOR, Suit
from tt_solver.engine.native.cost cimport INF, MELD, Cost, is_out, left_of, melds_of, packed
from tt_solver.engine.native.lay_out cimport lay_out
from tt_solver.engine.native.memo cimport Memo, init_memo, release_memo
from tt_solver.engine.native.one_suit cimport add_vectors, all_vectors
from tt_solver.engine.native.outside cimport End, find_end, place_of, spares, wilds_differ
from tt_solver.engine.native.plan cimport Plan
from tt_solver.engine.native.sets cimport choose, prepare_set_vectors, set_vector
from tt_solver.engine.native.state cimport NO_HAND, NO_MEMORY, NO_ROOM, NO_TROUBLE, Pick, Row, Search, card_at
from tt_solver.game.native.cards cimport JOKER, KINDS, MAX_CARDS, NOWHERE
from tt_solver.game.native.melds cimport MAX_RUN
from tt_solver.game.native.rules cimport MAX_POINTS, card_points, init_rules, points_of_wild

from tt_solver.engine import plan as py_plan

cdef enum:
    MOST_BITS = 15      # of the number of slots of a memo: 15 for few wilds, 11 for many
    FEWEST_BITS = 11
    NOT_YET = -1        # a cost that was not asked for
    KEY_PLACE = 56      # the first bit of a key above the suit


# -- one hand -----------------------------------------------------------------------------------------


cdef bint sort(const Search* s, const uint8_t* codes, int count, int wild, SortedHand* hand) noexcept nogil:
    """Sort a hand of at most 20 cards; false if a code is not a card, or comes too often to be counted."""
    cdef int at, suit, jokers = 0, strange = 0
    cdef int place = 4 * place_of(s, wild)
    cdef Suit x[4]
    for at in range(count):
        strange |= codes[at] > JOKER
    if strange or count > MAX_CARDS or (count > MAX_COPIES and too_many_copies(codes, count)):
        return False
    x[0] = x[1] = x[2] = x[3] = 0
    for at in range(count):
        for suit in range(4):
            x[suit] += s.adds[codes[at]][suit]
        jokers += codes[at] == JOKER
    for suit in range(4):
        hand.of_rank[suit] = <int> (x[suit] >> place & 15) if wild else 0
        hand.suits[suit] = x[suit] - ((<Suit> hand.of_rank[suit]) << place if wild else 0)
    hand.held = count
    hand.wild = wild
    hand.jokers = jokers
    return True


cdef bint too_many_copies(const uint8_t* codes, int count) noexcept nogil:
    """Whether a natural comes so often that a nibble cannot count it."""
    cdef int at, other, copies
    for at in range(count):
        copies = 0
        for other in range(count):
            copies += codes[other] == codes[at]
        if copies > MAX_COPIES and codes[at] != JOKER:
            return True
    return False


cdef Cost solve_hand(Search* s, const SortedHand* hand) noexcept nogil:
    """The least cost of *hand*; void where the search is in trouble."""
    cdef Cost cost = solve(s, hand.suits, hand.of_rank, hand.jokers, hand.wild)
    return cost + MELD if hand.held > MAX_RUN and overflows(s, hand.held) else cost


cdef bint init_memo_for(const Search* s, Memo* memo) noexcept nogil:
    """Make the memo for the hand's number of wilds, which may have the more slots the more hands have as many.

    False without memory.
    """
    cdef bint limited = s.wilds > s.rules.max_wilds or s.rules.capped_sets
    cdef int bits = max(MOST_BITS - max(0, s.wilds - 2), FEWEST_BITS)
    return init_memo(memo, s.wilds + 2 if limited else s.wilds + 1, bits)


cdef inline bint select_memo(Search* s, bint is_free, int own) noexcept nogil:
    """Select the memo of the hand's number of wilds; *own* is the position where wilds may be naturals. False without memory."""
    s.free = is_free
    s.own = own
    s.cap = min(s.rules.max_wilds, s.wilds)
    s.memo = &s.memos[s.wilds]
    if s.memo.memory == NULL and not init_memo_for(s, s.memo):
        s.trouble = NO_MEMORY
        return False
    s.memo_key = <uint64_t> (own - NOWHERE + 1) << KEY_PLACE
    s.costs = s.wilds + 1 if is_free else s.wilds + 2
    if not (is_free or prepare_set_vectors(s)):
        s.trouble = NO_MEMORY
        return False
    return True


cdef Cost solve(Search* s, const Suit* suits, const int* of_rank, int jokers, int wild) noexcept nogil:
    """The least cost of a sorted hand; the arrangement that has it is kept for `lay_out`."""
    s.jokers = jokers
    s.wild = wild
    s.ranked = of_rank[0] + of_rank[1] + of_rank[2] + of_rank[3]
    s.wilds = s.ranked + jokers
    s.best = INF
    if s.wilds <= s.rules.max_wilds and not s.rules.capped_sets:
        solve_free(s, suits)
    else:
        solve_capped(s, suits, of_rank)
    return s.best


cdef inline void solve_free(Search* s, const Suit* suits) noexcept nogil:
    """Solve a hand in which no limit can be reached."""
    cdef End end
    if not select_memo(s, True, NOWHERE):
        return
    choose(s, suits)
    s.improved = False
    search_free(s, 0, s.wilds, 0, suits[0], suits[1], suits[2], suits[3])
    save_winner(s, 0)
    if s.wilds and melds_of(s.best) == 0:
        find_end(s, s.wilds, s.ranked, &end)
        s.best += end.cost


cdef inline void solve_capped(Search* s, const Suit* suits, const int* of_rank) noexcept nogil:
    """Solve a hand where wilds are limited or sets have an end.

    Wilds that may count as naturals are offered to their suits. Where all wilds are worth the same, one search offers
    all of them. Where it matters which are left over, each search sets aside so many of the round's wilds as naturals;
    they end when one reaches the cost of a search that need not.
    """
    cdef bint offered = s.rules.wild_as_natural and s.rules.max_wilds < s.wilds
    cdef int offers[4]
    cdef int suit, offering = 0
    for suit in range(4):
        offers[suit] = of_rank[suit] if offered and suits[suit] else 0
        offering += offers[suit]
    search_offers(s, suits, offers, 0)
    if offering and wilds_differ(s):
        search_aside(s, suits, offers)


cdef inline void search_aside(Search* s, const Suit* suits, const int* offers) noexcept nogil:
    """Make a search for each number of wilds that may be set aside, up to the one that costs what is best so far."""
    cdef Cost bound = s.best
    cdef int a, b, c, d
    cdef int kept[4]
    s.best = INF
    for a in range(offers[0] + 1):
        for b in range(offers[1] + 1):
            for c in range(offers[2] + 1):
                for d in range(offers[3] + 1):
                    if s.best > bound and not s.trouble:
                        kept[0], kept[1], kept[2], kept[3] = a, b, c, d
                        search_offers(s, suits, kept, a + b + c + d)


cdef inline void search_offers(Search* s, const Suit* suits, const int* offers, int aside) noexcept nogil:
    """Search with *offers* wilds of each suit that may count as naturals, and *aside* that do."""
    cdef bint offering = offers[0] or offers[1] or offers[2] or offers[3]
    cdef int own = place_of(s, s.wild) if offering else NOWHERE
    cdef Suit held[4]
    cdef Cost tail[VECTOR]
    cdef const Cost* apart
    cdef int suit, v
    if not select_memo(s, False, own):
        return
    for suit in range(4):
        held[suit] = suits[suit] + ((<Suit> offers[suit]) << (4 * own) if offering else 0)
    apart = spares(s, aside)
    for v in range(s.wilds + 1):
        tail[v] = apart[s.wilds - v]
    choose(s, held)
    s.improved = False
    search_capped(s, 0, tail, held[0], held[1], held[2], held[3])
    save_winner(s, aside)


cdef inline void save_winner(Search* s, int aside) noexcept nogil:
    """Keep the picks of the winner for `lay_out`, if this search has found it: the next one makes new choices."""
    cdef int row
    cdef const Pick* pick
    if not s.improved:
        return
    s.winner.own = s.own
    s.winner.aside = aside
    s.winner.rows = 0
    for row in range(s.rows):
        pick = &s.pick[s.won_path[row]]
        if pick.size:
            s.winner.picks[s.winner.rows] = pick[0]
            s.winner.rows += 1


cdef inline bint overflows(const Search* s, int held) noexcept nogil:
    """Whether the only meld of the winner is a run that has no place for all wilds, and must be cut in two."""
    cdef int inside = held - left_of(s.best)
    return s.free and melds_of(s.best) == 1 and s.winner.rows == 0 and inside > MAX_RUN and inside - s.wilds > 1


# -- the search ---------------------------------------------------------------------------------------


cdef inline void win(Search* s, Cost cost, Suit x0, Suit x1, Suit x2, Suit x3) noexcept nogil:
    """Remember the arrangement at hand as the best so far."""
    cdef int row
    s.best = cost
    s.improved = True
    s.winner.suits[0], s.winner.suits[1], s.winner.suits[2], s.winner.suits[3] = x0, x1, x2, x3
    for row in range(s.rows):
        s.won_path[row] = s.path[row]


cdef void search_free(Search* s, int depth, int wilds, Cost cost, Suit x0, Suit x1, Suit x2, Suit x3) noexcept nogil:
    """Try every pick of the ranks from *depth* on, with *wilds* left for the suits."""
    cdef const Row* row = &s.row[depth]
    cdef const Pick* pick
    cdef int at, left
    cdef Cost total
    cdef Suit y0, y1, y2, y3
    for at in range(row.first, row.end):
        pick = &s.pick[at]
        left = wilds - pick.need
        if left < 0:
            continue
        s.path[depth] = at
        total = cost + 1 if pick.size else cost
        y0, y1, y2, y3 = x0 - pick.taken[0], x1 - pick.taken[1], x2 - pick.taken[2], x3 - pick.taken[3]
        if depth + 1 < s.rows:
            search_free(s, depth + 1, left, total, y0, y1, y2, y3)
        else:
            end_free(s, left, total, y0, y1, y2, y3)


cdef inline void end_free(Search* s, int wilds, Cost cost, Suit x0, Suit x1, Suit x2, Suit x3) noexcept nogil:
    """Compare the best that the suits can make of *wilds*, beside sets of *cost*, with the best so far."""
    cdef const Cost* found[4]
    cdef const Cost* a
    cdef const Cost* b
    cdef const Cost* c
    cdef const Cost* d
    cdef Cost ab[VECTOR]
    cdef Cost cd[VECTOR]
    cdef Cost least
    cdef int v
    all_vectors(s, x0, x1, x2, x3, found)
    a, b, c, d = found[0], found[1], found[2], found[3]
    if cost + a[wilds] + b[wilds] + c[wilds] + d[wilds] >= s.best:
        return
    if wilds <= 1:
        cost += a[0] + b[0] + c[0] + d[0]
        if wilds:
            cost += min(min(a[1] - a[0], b[1] - b[0]), min(c[1] - c[0], d[1] - d[0]))
    else:
        add_vectors(a, b, ab, wilds)
        add_vectors(c, d, cd, wilds)
        least = INF
        for v in range(wilds + 1):
            least = min(least, ab[v] + cd[wilds - v])
        cost += least
    if cost < s.best:
        win(s, cost, x0, x1, x2, x3)


cdef void search_capped(Search* s, int depth, const Cost* tail, Suit x0, Suit x1, Suit x2, Suit x3) noexcept nogil:
    """Try every pick of the ranks from *depth* on.

    *tail* is the least cost of the sets so far and of the wilds left over, by the wilds of the suits.
    """
    cdef const Row* row = &s.row[depth]
    cdef const Pick* pick
    cdef const Cost* beside
    cdef Cost shorter[VECTOR]
    cdef int at
    cdef Suit y0, y1, y2, y3
    for at in range(row.first, row.end):
        pick = &s.pick[at]
        beside = tail
        if pick.size:
            if not without_sets(tail, set_vector(s, pick), shorter, s.wilds):
                continue
            beside = shorter
        s.path[depth] = at
        y0, y1, y2, y3 = x0 - pick.taken[0], x1 - pick.taken[1], x2 - pick.taken[2], x3 - pick.taken[3]
        if depth + 1 < s.rows:
            search_capped(s, depth + 1, beside, y0, y1, y2, y3)
        else:
            end_capped(s, beside, y0, y1, y2, y3)


cdef inline bint without_sets(const Cost* tail, const Cost* sets, Cost* out, int wilds) noexcept nogil:
    """*tail* by the wilds left beside *sets*; false if no number of wilds will do."""
    cdef int used, v
    cdef bint possible = False
    for v in range(wilds + 1):
        out[v] = INF
    for used in range(wilds + 1):
        if sets[used] < INF:
            possible = True
            for v in range(wilds + 1 - used):
                out[v] = min(out[v], tail[v + used] + sets[used])
    return possible


cdef inline void end_capped(Search* s, const Cost* tail, Suit x0, Suit x1, Suit x2, Suit x3) noexcept nogil:
    """Compare the best that the suits can make beside *tail* with the best so far."""
    cdef int wilds = s.wilds
    cdef const Cost* found[4]
    cdef const Cost* a
    cdef const Cost* b
    cdef const Cost* c
    cdef const Cost* d
    cdef Cost ab[VECTOR]
    cdef Cost cd[VECTOR]
    cdef Cost cost = INF
    cdef int v, w
    all_vectors(s, x0, x1, x2, x3, found)
    a, b, c, d = found[0], found[1], found[2], found[3]
    if a[wilds + 1] + b[wilds + 1] + c[wilds + 1] + d[wilds + 1] >= s.best:
        return
    add_vectors(a, b, ab, wilds)
    add_vectors(c, d, cd, wilds)
    for v in range(wilds + 1):
        for w in range(wilds + 1 - v):
            cost = min(cost, ab[v] + cd[w] + tail[v + w])
    if cost < s.best:
        win(s, cost, x0, x1, x2, x3)


# -- the hand as a whole ------------------------------------------------------------------------------


cdef Cost cost_of(Search* s, const uint8_t* codes, int count, int wild) noexcept nogil:
    """The least cost of some cards; void where the search is in trouble."""
    cdef SortedHand hand
    if not sort(s, codes, count, wild, &hand):
        s.trouble = NO_HAND
        return INF
    return solve_hand(s, &hand)


cdef void find_plan(Search* s, Plan* plan) noexcept nogil:
    """The melds of the hand just solved; void where the search is in trouble."""
    if select_memo(s, s.free, s.winner.own):
        lay_out(s, plan)


include "after_draw.pxi"


# -- the engine ---------------------------------------------------------------------------------------


LIMITS = {"cards": MAX_CARDS, "copies": MAX_COPIES, "points": MAX_POINTS}
"""The most cards of a hand, copies of a card and points of a card that this module counts."""


cdef class Engine:
    """The compiled engine, which offers what `tt_solver.engine.protocol.Engine` says. It keeps what it learns about suits.

    Raises:
        ValueError: a leftover card costs more than 999 points under the *rules*.
    """

    def __cinit__(self, rules):
        memset(&self.search, 0, sizeof(Search))
        self.busy = False
        init_rules(&self.search.rules, rules)
        _init_search(&self.search)

    def __dealloc__(self):
        cdef int at
        for at in range(MAX_WILDS + 1):
            release_memo(&self.search.memos[at])
            free(self.search.set_vectors[at])

    def cost(self, codes, int wild):
        """The least cost of the cards *codes* where the rank *wild* (1 to 13; 0: none) is wild.

        Raises:
            ValueError: more than 20 cards, more than 15 copies of one, or no such card or rank.
        """
        cdef uint8_t cards[MAX_CARDS]
        cdef int count = self._take(codes, wild, cards)
        return self._cost(cards, count, wild)

    def plan(self, codes, int wild):
        """An arrangement of the least cost, the same one whatever the order of *codes*; errors as in `cost`."""
        cdef uint8_t cards[MAX_CARDS]
        cdef int count = self._take(codes, wild, cards)
        cdef Plan plan
        cdef Cost cost
        self._enter()
        with nogil:
            cost = cost_of(&self.search, cards, count, wild)
            if not self.search.trouble:
                find_plan(&self.search, &plan)
        self._leave()
        return _as_plan(cost, &plan)

    def costs(self, hands, int size, int wild):
        """The least costs of many hands of *size* cards each, whose codes lie one after another in the bytes *hands*.

        An array of 32-bit numbers, one a hand. Other threads run meanwhile. Errors as in `cost`.
        """
        cdef Py_buffer codes
        PyObject_GetBuffer(hands, &codes, PyBUF_SIMPLE)
        try:
            return self._costs(<const uint8_t*> codes.buf, codes.len, size, wild)
        finally:
            PyBuffer_Release(&codes)

    cdef object _costs(self, const uint8_t* codes, Py_ssize_t length, int size, int wild):
        """As `costs` of the *length* bytes at *codes*."""
        cdef Py_ssize_t count = length // size if 1 <= size <= MAX_CARDS else 0
        cdef Py_ssize_t at
        cdef c_array.array out
        _check_wild(wild)
        if length != count * size:
            raise ValueError(f"{length} codes are not hands of {size} cards, 1 to {MAX_CARDS}")
        out = c_array.clone(array("i"), count, zero=False)
        self._enter()
        with nogil:
            for at in range(count):
                out.data.as_ints[at] = cost_of(&self.search, codes + at * size, size, wild)
                if self.search.trouble:
                    break
        self._leave()
        return out

    def discards(self, codes, int wild):
        """What each distinct card of *codes* leaves when it is thrown: the least cost by code. Errors as in `cost`."""
        cdef uint8_t cards[MAX_CARDS]
        cdef uint8_t rest[MAX_CARDS]
        cdef int count = self._take(codes, wild, cards)
        cdef int at
        out = {}
        for at in range(count):
            if not seen_before(cards, at):
                leave_out(cards, count, at, rest)
                out[cards[at]] = self._cost(rest, count - 1, wild)
        return dict(sorted(out.items()))

    def after_draws(self, codes, int wild, drawable, *, bint bare_out=False):
        """The least cost after the best discard, by the card that is drawn to *codes*: a list parallel to *drawable*.

        With *bare_out* a hand that melds whole needs no discard, and the cost is that of its melds. Errors as in
        `cost`; the card drawn counts among the 20.
        """
        cdef uint8_t cards[MAX_CARDS + 1]
        cdef uint8_t draws[KINDS]
        cdef int count = self._take(codes, wild, cards)
        cdef int kinds = _copy(drawable, KINDS, draws)
        return self._after_draws(cards, count, wild, draws, kinds, bare_out)

    def neighbours(self, codes, int wild, drawable, *, bint bare_out=False):
        """For each distinct discard from *codes*, by code, what `after_draws` gives for the other cards.

        All hands that are one discard, one draw and one discard away are solved in one call. Errors as in `cost`.
        """
        cdef Exchange exchange
        cdef uint8_t draws[KINDS]
        cdef Cost costs[MAX_CARDS][KINDS]
        cdef int kinds = _copy(drawable, KINDS, draws)
        cdef int at, place
        exchange.count = self._take(codes, wild, exchange.cards)
        exchange.wild = wild
        exchange.bare_out = bare_out
        self._enter()
        with nogil:
            begin_exchange(&self.search, &exchange)
            for at in range(kinds):
                draw(&self.search, &exchange, draws[at])
                for place in range(exchange.places):
                    costs[place][at] = throw_and_draw(&self.search, &exchange, place)
                if self.search.trouble:
                    break
        self._leave()
        out = {}
        for place in range(exchange.places):
            out[exchange.cards[exchange.first[place]]] = [costs[place][at] for at in range(kinds)]
        return dict(sorted(out.items()))

    cdef list _after_draws(
        self, uint8_t* cards, int count, int wild, const uint8_t* draws, int kinds, bint bare_out
    ):
        """As `after_draws`; behind the *count* cards there is room for the one that is drawn."""
        cdef Cost costs[KINDS]
        cdef Cost undrawn
        cdef int at
        self._enter()
        with nogil:
            undrawn = cost_of(&self.search, cards, count, wild)  # what throwing the card that was drawn leaves
            for at in range(kinds):
                cards[count] = draws[at]
                costs[at] = least_after_discard(&self.search, cards, count + 1, wild, bare_out, undrawn)
                if self.search.trouble:
                    break
        self._leave()
        return [costs[at] for at in range(kinds)]

    cdef object _cost(self, const uint8_t* cards, int count, int wild):
        """As `cost`."""
        cdef Cost cost
        self._enter()
        with nogil:
            cost = cost_of(&self.search, cards, count, wild)
        self._leave()
        return cost

    cdef int _take(self, codes, int wild, uint8_t* cards) except -1:
        """Copy the cards *codes*, if they are no more than a hand may have; how many they are."""
        _check_wild(wild)
        return _copy(codes, MAX_CARDS, cards)

    cdef int _enter(self) except -1:
        """Take the engine for this thread."""
        if self.busy:
            raise RuntimeError("an engine serves one thread at a time")
        self.busy = True
        self.search.trouble = NO_TROUBLE
        return 0

    cdef int _leave(self) except -1:
        """Give the engine back, and tell of trouble it had."""
        self.busy = False
        if self.search.trouble == NO_HAND:
            raise ValueError(f"not a hand: codes are 0 to {JOKER}, with at most {MAX_COPIES} copies of one")
        if self.search.trouble == NO_MEMORY:
            raise MemoryError
        if self.search.trouble == NO_ROOM:
            raise RuntimeError("a hand did not fit the buffers of the engine")
        return 0


cdef int _check_wild(int wild) except -1:
    if not 0 <= wild <= 13:
        raise ValueError(f"{wild} is not a rank: the wild rank is 1 to 13, or 0 for none")
    return 0


cdef int _copy(codes, int most, uint8_t* out) except -1:
    """Copy *codes*, if there are no more than *most*, for which there is room; how many they are."""
    cdef int count = 0
    for code in codes:
        if count == most:
            raise ValueError(f"at most {most} cards can be taken here")
        if not 0 <= code <= JOKER:
            raise ValueError(f"{code} is not a card: codes are 0 to {JOKER}")
        out[count] = code
        count += 1
    return count


cdef void _init_search(Search* s) noexcept nogil:
    """Work out what follows from the rules."""
    cdef int position, code, suit
    s.single_cap = max(MAX_RUN - 1, s.rules.set_cap - 1)
    for position in range(POSITIONS):
        s.losses[position] = packed(s.rules.natural_points[position % 13], 1, 0)
    for code in range(JOKER):
        suit = code // 13
        s.adds[code][suit] = card_at(HIGH_ACE if s.rules.high and code % 13 == 0 else code % 13)


cdef object _as_plan(Cost cost, const Plan* plan):
    """The plan as Python knows it."""
    cdef int at, card
    melds = []
    for at in range(plan.melds):
        naturals = tuple([plan.meld[at].codes[card] for card in range(plan.meld[at].naturals)])
        melds.append(py_plan.PlannedMeld(bool(plan.meld[at].is_run), naturals, plan.meld[at].substitutes))
    wilds = [py_plan.WildCount(plan.wild_meld[at].ranked, plan.wild_meld[at].jokers) for at in range(plan.wild_melds)]
    left = tuple([plan.left_codes[at] for at in range(plan.left)])
    left_wilds = py_plan.WildCount(plan.left_wilds.ranked, plan.left_wilds.jokers)
    return py_plan.Plan(cost, tuple(melds), tuple(wilds), left, left_wilds)
