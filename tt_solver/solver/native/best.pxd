# cython: cdivision=True
"""The compiled twin of `tt_solver.solver.best`: from a hand to its best arrangement, card by card."""

from libc.stdint cimport uint8_t

from tt_solver.engine.native.cost cimport Cost, is_out, points_of
from tt_solver.engine.native.plan cimport Plan
from tt_solver.engine.native.search cimport SortedHand, cost_of, find_plan, solve_hand, sort
from tt_solver.engine.native.state cimport Search
from tt_solver.game.native.cards cimport MAX_CARDS, NOWHERE
from tt_solver.game.native.melds cimport Meld
from tt_solver.game.native.rules cimport card_points, is_discarded_before
from tt_solver.solver.native.name_wilds cimport Named, name_wilds


cdef struct Arrangement:
    # As `best.Arrangement`: no discard is NOWHERE.
    int discard
    Named named


cdef inline bint arrange(
    Search* s, const uint8_t* codes, int count, int size, int wild, Arrangement* out
) noexcept nogil:
    """As `solver.arrange` where *size* cards are dealt, 0 for any number; false if Python has to see to the hand."""
    cdef uint8_t kept[MAX_CARDS]
    cdef int at, to = 0, discard
    if size == 0 or count <= size:
        out.discard = NOWHERE
        return _arranged(s, codes, count, wild, out)
    discard = _best_discard(s, codes, count, wild)
    if discard == NOWHERE:
        return False
    for at in range(count):
        if at != discard:
            kept[to] = codes[at]
            to += 1
    out.discard = codes[discard]
    if not _arranged(s, kept, to, wild, out):
        return False
    if s.rules.bare_out and out.named.left:
        return _whole_if_out(s, codes, count, wild, out)
    return True


cdef inline bint _arranged(Search* s, const uint8_t* codes, int count, int wild, Arrangement* out) noexcept nogil:
    """The best arrangement of cards that are all kept."""
    cdef SortedHand hand
    cdef Plan plan
    cdef Cost cost
    if not sort(s, codes, count, wild, &hand):
        return False
    cost = solve_hand(s, &hand)
    if s.trouble:
        return False
    find_plan(s, &plan)
    if s.trouble or not name_wilds(s, &hand, &plan, &out.named):
        return False
    _sort_melds(out)
    return out.named.points == points_of(cost)


cdef inline bint _whole_if_out(Search* s, const uint8_t* codes, int count, int wild, Arrangement* out) noexcept nogil:
    """Take the whole hand for the answer if it all melds."""
    cdef Arrangement whole
    if not _arranged(s, codes, count, wild, &whole):
        return False
    if whole.named.left == 0:
        out[0] = whole
        out.discard = NOWHERE
    return True


cdef inline int _best_discard(Search* s, const uint8_t* codes, int count, int wild) noexcept nogil:
    """The place of the card whose discard leaves the fewest points: among equals one that goes out, then not a
    wild, the dearer, the first.

    Candidates come in that order, so that only fewer points, or going out where leftover cards cost nothing, make
    another one better. The points that a discard leaves are at least those of the whole hand less its own.
    """
    cdef uint8_t rest[MAX_CARDS]
    cdef int order[MAX_CARDS]
    cdef int kinds, at, card, points, best = NOWHERE, fewest = 0
    cdef bint out, goes_out = False
    cdef Cost cost
    cdef int whole = points_of(cost_of(s, codes, count, wild))
    if s.trouble or count > MAX_CARDS:
        return NOWHERE
    kinds = _candidates(s, codes, count, wild, order)
    for at in range(kinds):
        if best != NOWHERE and (fewest or goes_out) and whole - card_points(&s.rules, codes[order[at]], wild) >= fewest:
            continue
        for card in range(count - 1):
            rest[card] = codes[card if card < order[at] else card + 1]
        cost = cost_of(s, rest, count - 1, wild)
        if s.trouble:
            return NOWHERE
        points = points_of(cost)
        out = is_out(cost)
        if best == NOWHERE or points < fewest or (points == fewest and out and not goes_out):
            best = order[at]
            fewest = points
            goes_out = out
    return best


cdef inline int _candidates(const Search* s, const uint8_t* codes, int count, int wild, int* order) noexcept nogil:
    """The places of the distinct cards, naturals first, then the dearer, then in card order; how many they are."""
    cdef int at, to, kinds = 0
    for at in range(count):
        to = 0
        while to < kinds and codes[order[to]] != codes[at]:
            to += 1
        if to < kinds:
            continue
        while to > 0 and is_discarded_before(&s.rules, codes[at], codes[order[to - 1]], wild):
            order[to] = order[to - 1]
            to -= 1
        order[to] = at
        kinds += 1
    return kinds


cdef inline bint _shown_before(const Meld* one, const Meld* other) noexcept nogil:
    """Sets by rank, then runs by suit, then melds of wilds."""
    cdef int at
    if one.only_wilds != other.only_wilds:
        return other.only_wilds
    if one.run != other.run:
        return other.run
    if one.rank != other.rank:
        return one.rank < other.rank
    for at in range(min(one.count, other.count)):
        if one.cards[at] != other.cards[at]:
            return one.cards[at] < other.cards[at]
    return one.count < other.count


cdef inline void _sort_melds(Arrangement* out) noexcept nogil:
    """The melds as they are shown."""
    cdef Meld laid
    cdef int at, to
    for at in range(1, out.named.melds):
        if not _shown_before(&out.named.meld[at], &out.named.meld[at - 1]):
            continue
        laid = out.named.meld[at]
        to = at
        while to > 0 and _shown_before(&laid, &out.named.meld[to - 1]):
            out.named.meld[to] = out.named.meld[to - 1]
            to -= 1
        out.named.meld[to] = laid
