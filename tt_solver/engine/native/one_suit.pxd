# cython: cdivision=True
"""One suit: its vector, the runs it could make, and sums of vectors.

The twin of the section "one suit" of `tt_solver.engine.search`.
"""

from libc.string cimport memcpy

from tt_solver.engine.native.bounds cimport HIGH_ACE, POSITIONS, VECTOR, Suit
from tt_solver.engine.native.cost cimport INF, Cost
from tt_solver.engine.native.memo cimport keep, recall
from tt_solver.engine.native.state cimport Search, card_at, copies_at, lowest_position
from tt_solver.game.native.melds cimport MAX_RUN

cdef extern from *:
    bint unlikely(bint condition) noexcept nogil  # a word to the C compiler, which Cython defines


cdef struct Step:
    # A run as far as it has grown: its highest card, what it leaves of the suit, its substitutes, its wilds in their
    # own place and its other naturals; and the next position to grow to, 0 before it was tried to end here.
    int highest
    Suit rest
    int inside
    int own
    int plain
    int ahead


cdef struct Walk:
    # A walk over all runs with the lowest natural at *lowest*, and the run it stands at: what that leaves of the suit
    # and the fewest and most wilds it may use. Each step goes to a higher position, so there are at most 14.
    int lowest
    int stop
    int depth
    Step step[POSITIONS]
    Suit rest
    int fewest
    int most


cdef inline const Cost* vector(Search* s, Suit x) noexcept nogil:
    """The vector of *x*. It may be gone when another vector has been asked for."""
    cdef const Cost* known = recall(s.memo, s.memo_key | x)
    return known if known != NULL else learn(s, x)


cdef inline void all_vectors(Search* s, Suit x0, Suit x1, Suit x2, Suit x3, const Cost** out) noexcept nogil:
    """The vectors of four suits, which are all good until another vector has been asked for."""
    out[0] = recall(s.memo, s.memo_key | x0)
    out[1] = recall(s.memo, s.memo_key | x1)
    out[2] = recall(s.memo, s.memo_key | x2)
    out[3] = recall(s.memo, s.memo_key | x3)
    if unlikely(out[0] == NULL or out[1] == NULL or out[2] == NULL or out[3] == NULL):
        # What is learned about one may take the place of another.
        out[0] = _copied(s, x0, s.recalled[0])
        out[1] = _copied(s, x1, s.recalled[1])
        out[2] = _copied(s, x2, s.recalled[2])
        out[3] = _copied(s, x3, s.recalled[3])


cdef inline const Cost* _copied(Search* s, Suit x, Cost* to) noexcept nogil:
    """The vector of *x*, copied."""
    memcpy(to, vector(s, x), s.costs * sizeof(Cost))
    return to


cdef inline const Cost* learn(Search* s, Suit x) noexcept nogil:
    """Find out the vector of *x* and keep it.

    Calls itself through `vector` at most once for each card and once for each ace that goes above the king.
    """
    cdef Cost out[VECTOR]
    cdef int v
    if x:
        _best_of_suit(s, x, out)
    else:
        for v in range(s.wilds + 1):
            out[v] = 0 if s.free or v == 0 else INF
    out[s.wilds + 1] = INF  # kept only where wilds are limited
    for v in range(s.wilds + 1):
        out[v] = min(out[v], INF)
        out[s.wilds + 1] = min(out[s.wilds + 1], out[v])
    return keep(s.memo, s.memo_key | x, out, s.costs)


cdef inline void _best_of_suit(Search* s, Suit x, Cost* out) noexcept nogil:
    """Lose the lowest card of *x*, put it above the king, or start every run with it."""
    cdef int lowest = lowest_position(x)
    cdef Suit rest = x - card_at(lowest)
    cdef Cost lost = 0 if may_be_own(s, lowest) else s.losses[lowest]
    cdef const Cost* after = vector(s, rest)
    cdef int v, used
    cdef Walk walk
    for v in range(s.wilds + 1):
        out[v] = after[v] + lost
    if s.rules.either and lowest == 0:
        after = vector(s, rest + card_at(HIGH_ACE))
        for v in range(s.wilds + 1):
            out[v] = min(out[v], after[v])
    begin_walk(s, &walk, lowest, rest)
    while next_run(s, &walk):
        after = vector(s, walk.rest)
        for used in range(walk.fewest, walk.most + 1):
            for v in range(used, s.wilds + 1):
                out[v] = min(out[v], after[v - used] + 1)


cdef inline bint may_be_own(const Search* s, int position) noexcept nogil:
    """Whether the cards at *position* are wilds that may count as naturals."""
    return position == s.own or (position == HIGH_ACE and s.own == 0)


cdef inline void begin_walk(const Search* s, Walk* walk, int lowest, Suit rest) noexcept nogil:
    """Stand before the first run whose lowest natural is at *lowest*, beside *rest* of the suit."""
    walk.lowest = lowest
    walk.stop = 13 if s.rules.either and lowest == 0 else s.rules.top
    walk.depth = 0
    _stand(&walk.step[0], lowest, rest, 0, may_be_own(s, lowest), not may_be_own(s, lowest))


cdef inline void _stand(Step* step, int highest, Suit rest, int inside, int own, int plain) noexcept nogil:
    step.highest = highest
    step.rest = rest
    step.inside = inside
    step.own = own
    step.plain = plain
    step.ahead = 0


cdef inline bint next_run(const Search* s, Walk* walk) noexcept nogil:
    """Go to the next run; false if there is none. Shorter ones come first, then those that go on lower."""
    return _next_free(s, walk) if s.free else _next_capped(s, walk)


cdef inline bint _next_free(const Search* s, Walk* walk) noexcept nogil:
    """As `next_run` where a run always takes the nearest natural: one step that goes up."""
    cdef Step* step = &walk.step[0]
    cdef int span, gap
    cdef Suit above
    while walk.depth == 0:
        span = step.highest - walk.lowest + 1
        walk.fewest = walk.most = step.inside + max(0, 3 - span)
        walk.rest = step.rest
        above = step.rest >> (4 * (step.highest + 1))
        gap = lowest_position(above) if above else 0
        step.highest += gap + 1
        step.inside += gap
        if above == 0 or step.inside > s.wilds or step.highest >= walk.stop:
            walk.depth = -1
        else:
            step.rest -= card_at(step.highest)
        if walk.fewest <= s.wilds:
            return True
    return False


cdef inline bint _next_capped(const Search* s, Walk* walk) noexcept nogil:
    """As `next_run` where a run may pass over naturals: each step goes to every later natural in reach."""
    cdef Step* step
    while walk.depth >= 0:
        step = &walk.step[walk.depth]
        if step.ahead == 0:
            step.ahead = step.highest + 1
            if _ends(s, walk, step):
                return True
        if not _grow(s, walk, step):
            walk.depth -= 1
    return False


cdef inline bint _ends(const Search* s, Walk* walk, const Step* step) noexcept nogil:
    """Whether the run may end here. Wilds at its ends need no position: a run has room for 13 cards."""
    cdef int span = step.highest - walk.lowest + 1
    cdef int fewest = step.inside + max(0, 3 - span)
    cdef int most = min(s.cap, s.single_cap if span == 1 else step.inside + MAX_RUN - span)
    if step.plain == 0 or fewest > most or fewest + step.own > s.wilds:
        return False
    walk.rest = step.rest
    walk.fewest = fewest + step.own
    walk.most = min(most + step.own, s.wilds)
    return True


cdef inline bint _grow(const Search* s, Walk* walk, Step* step) noexcept nogil:
    """Let the run take the next natural in reach; false if there is none."""
    cdef int room = min(s.cap, s.wilds - step.own) - step.inside
    cdef int stop = min(walk.stop, step.highest + 2 + room)
    cdef int position = step.ahead, within
    cdef bint own
    while position < stop:
        within = step.inside + position - step.highest - 1
        own = may_be_own(s, position)
        if copies_at(step.rest, position) and not (own and within + step.own >= s.wilds):
            step.ahead = position + 1
            walk.depth += 1
            _stand(step + 1, position, step.rest - card_at(position), within, step.own + own, step.plain + (not own))
            return True
        position += 1
    return False


cdef inline void add_vectors(const Cost* a, const Cost* b, Cost* out, int wilds) noexcept nogil:
    """The least cost of two parts by the wilds that they use together, up to *wilds*."""
    cdef int v, used
    cdef Cost least
    for v in range(wilds + 1):
        least = INF
        for used in range(v + 1):
            least = min(least, a[used] + b[v - used])
        out[v] = least
