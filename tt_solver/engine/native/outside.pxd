# cython: cdivision=True
"""What becomes of the wilds outside the melds of naturals: melds of their own, or nothing.

The twin of the section "the wilds outside the melds of naturals" of `tt_solver.engine.search`.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from tt_solver.engine.native.bounds cimport HIGH_ACE
from tt_solver.engine.native.cost cimport INF, Cost, packed
from tt_solver.engine.native.state cimport SPARE_BITS, Search, SpareList
from tt_solver.game.native.rules cimport ALL_WILD_OWN_RANK, ALL_WILD_YES, points_of_wild


cdef struct End:
    # An end of some wilds: what it costs, the *sets* it makes of them and the wilds in those, and the wilds lost.
    Cost cost
    int sets
    int ranked_inside
    int jokers_inside
    int ranked_lost
    int jokers_lost


cdef inline int place_of(const Search* s, int wild) noexcept nogil:
    """The position of the cards of the rank *wild* in their suits."""
    return HIGH_ACE if wild == 1 and s.rules.high else wild - 1


cdef inline bint wilds_differ(const Search* s) noexcept nogil:
    """Whether it matters if a joker or a wild of the round is left over."""
    return s.jokers > 0 and (
        points_of_wild(&s.rules, s.wild) != s.rules.joker_points or s.rules.wild_melds == ALL_WILD_OWN_RANK
    )


cdef inline const Cost* spares(Search* s, int aside) noexcept nogil:
    """The least cost of y wilds outside the melds of naturals, by y, if *aside* of the rank are inside.

    Good until the next call.
    """
    cdef uint64_t wilds = (<uint64_t> s.ranked << 5 | s.jokers) << 5 | aside
    cdef uint64_t key = (wilds << 10 | points_of_wild(&s.rules, s.wild)) << 1 | 1
    cdef SpareList* known = &s.spare_lists[(key * <uint64_t> 0x9E3779B97F4A7C15) >> (64 - SPARE_BITS)]
    cdef End end
    cdef int y
    if known.key != key:
        known.key = key
        for y in range(s.wilds + 1):
            find_end(s, y, s.ranked - aside, &end)
            known.costs[y] = end.cost
    return known.costs


cdef inline void find_end(const Search* s, int count, int ranked, End* best) noexcept nogil:
    """The cheapest end of *count* wilds, of which *ranked* of the rank, and the jokers of the hand, can be had."""
    cdef int beside
    memset(best, 0, sizeof(End))
    best.cost = INF
    for beside in range(max(0, count - ranked), min(s.jokers, count) + 1):
        _try_ends(s, count - beside, beside, best)


cdef inline void _try_ends(const Search* s, int ranked, int jokers, End* best) noexcept nogil:
    """Try to meld some of these wilds among themselves and to lose the rest."""
    cdef int sets, inside, beside
    _try_end(s, ranked, jokers, 0, 0, 0, best)
    if s.rules.wild_melds == ALL_WILD_YES and ranked + jokers >= 3:
        _try_end(s, ranked, jokers, 1, ranked, jokers, best)
    if s.rules.wild_melds != ALL_WILD_OWN_RANK:
        return
    for sets in range(1, ranked + 1):
        for inside in range(sets, ranked + 1):
            for beside in range(min(jokers, sets * s.rules.max_wilds) + 1):
                if 3 * sets <= inside + beside <= sets * s.rules.set_cap:
                    _try_end(s, ranked, jokers, sets, inside, beside, best)


cdef inline void _try_end(
    const Search* s, int ranked, int jokers, int sets, int inside, int beside, End* best
) noexcept nogil:
    """Take for the best the end with *sets* of *inside* and *beside*, and the rest of the wilds lost, if it is."""
    cdef int ranked_lost = ranked - inside, jokers_lost = jokers - beside
    cdef int value = ranked_lost * points_of_wild(&s.rules, s.wild) + jokers_lost * s.rules.joker_points
    cdef Cost cost = packed(value, ranked_lost + jokers_lost, sets)
    if cost < best.cost:
        best.cost = cost
        best.sets = sets
        best.ranked_inside = inside
        best.jokers_inside = beside
        best.ranked_lost = ranked_lost
        best.jokers_lost = jokers_lost
