# cython: cdivision=True
"""The choices for each rank that may hold sets, and how wilds fill the sets of a choice.

The twin of the section "the sets" of `tt_solver.engine.search`.
"""

from libc.stdlib cimport malloc

from tt_solver.engine.native.bounds cimport HIGH_ACE, MAX_PICKS, MAX_ROWS, POSITIONS, Suit
from tt_solver.engine.native.cost cimport INF, Cost
from tt_solver.engine.native.state cimport NO_ROOM, Pick, Search, card_at, lowest_bit
from tt_solver.game.native.cards cimport MAX_CARDS, NOWHERE

cdef enum:
    ONES = 0x11111111111111


cdef inline Suit _present(Suit x) noexcept nogil:
    """A bit for each position where *x* has a card."""
    return (x | x >> 1 | x >> 2 | x >> 3) & <Suit> ONES


cdef inline Suit _live(const Search* s, Suit present) noexcept nogil:
    """Of the positions *present* in a suit, those whose card may share a run with another natural."""
    cdef Suit held = present
    cdef Suit near = 0
    cdef int distance
    if s.rules.capped_sets:
        return <Suit> ONES
    if s.rules.either:
        held |= (present & 1) * card_at(HIGH_ACE)
    if s.cap:
        # No two positions are further apart than 13, and no shift is by more than 52.
        for distance in range(1, min(max(2, s.cap + 1), POSITIONS - 1) + 1):
            near |= held >> (4 * distance) | held << (4 * distance)
        near &= held
    else:
        near = held & held >> 4 & held >> 8
        near |= near << 4 | near << 8
    if s.rules.either and near & card_at(HIGH_ACE):
        near |= 1
    return near


cdef inline void choose(Search* s, const Suit* x) noexcept nogil:
    """List, for each rank that may hold sets, the picks to try: fewest of each suit first, none at all last."""
    cdef Suit n0 = _present(x[0]), n1 = _present(x[1]), n2 = _present(x[2]), n3 = _present(x[3])
    cdef Suit copies = x[0] | x[1] | x[2] | x[3]
    cdef Suit several = (copies >> 1 | copies >> 2 | copies >> 3) & <Suit> ONES
    cdef Suit low
    cdef Suit live[4]
    cdef int fewest = 2 if s.cap else 3
    several |= n0 & n1 | (n0 | n1) & n2 | (n0 | n1 | n2) & n3
    if s.own != NOWHERE:
        several &= ~card_at(s.own)
    s.rows = s.picks = 0
    if several:
        live[0], live[1], live[2], live[3] = _live(s, n0), _live(s, n1), _live(s, n2), _live(s, n3)
    while several:
        low = several & (~several + 1)
        several ^= low
        _add_row(s, x, live, low, fewest)
    if s.rows == 0:
        s.rows = 1
        s.row[0].first = 0
        s.row[0].end = 1
        _add_pick(s, 0, 0, 0, 0, 0)


cdef inline void _add_row(Search* s, const Suit* x, const Suit* live, Suit low, int fewest) noexcept nogil:
    """The picks of the rank at *low*: at least *fewest* cards, and every card that is not live."""
    cdef int at = lowest_bit(low)
    cdef int forced = 0, held = 0
    cdef int least[4]
    cdef int most[4]
    cdef int suit, a, b, c, d
    for suit in range(4):
        most[suit] = <int> (x[suit] >> at & 15)
        least[suit] = 0 if live[suit] & low else most[suit]
        held += most[suit]
        forced += least[suit]
    if held < fewest:
        return
    if s.rows == MAX_ROWS:
        s.trouble = NO_ROOM
        return
    s.row[s.rows].first = s.picks
    for a in range(least[0], most[0] + 1):
        for b in range(least[1], most[1] + 1):
            for c in range(least[2], most[2] + 1):
                for d in range(least[3], most[3] + 1):
                    if a + b + c + d >= fewest:
                        _add_pick(s, at, a, b, c, d)
    if forced < held or held < 3:
        _add_pick(s, at, 0, 0, 0, 0)
    s.row[s.rows].end = s.picks
    s.rows += 1


cdef inline void _add_pick(Search* s, int at, int a, int b, int c, int d) noexcept nogil:
    """The pick of so many cards of each suit, of the rank with its bits at *at*."""
    cdef Pick* pick = &s.pick[s.picks]
    if s.picks == MAX_PICKS:
        s.trouble = NO_ROOM
        return
    pick.size = a + b + c + d
    pick.need = 3 - pick.size if 0 < pick.size < 3 else 0
    pick.most = max(max(a, b), max(c, d))
    pick.taken[0] = (<Suit> a) << at
    pick.taken[1] = (<Suit> b) << at
    pick.taken[2] = (<Suit> c) << at
    pick.taken[3] = (<Suit> d) << at
    s.picks += 1


cdef inline int _set_vectors_wide(const Search* s) noexcept nogil:
    """How many numbers of cards of one suit the vectors of sets tell apart."""
    return MAX_CARDS + 1 if s.rules.distinct else 1


cdef inline const Cost* set_vector(const Search* s, const Pick* pick) noexcept nogil:
    """The fewest sets that hold all cards of *pick*, by the exact number of wilds in them."""
    cdef int most = pick.most if s.rules.distinct else 0
    return s.set_vectors[s.wilds] + (pick.size * _set_vectors_wide(s) + most) * (s.wilds + 1)


cdef inline bint prepare_set_vectors(Search* s) noexcept nogil:
    """Work out all vectors of sets for the wilds of the hand; false if there is no memory."""
    cdef int wide = _set_vectors_wide(s)
    cdef int size, most
    cdef Cost* out
    if s.set_vectors[s.wilds] != NULL:
        return True
    out = <Cost*> malloc((MAX_CARDS + 1) * wide * (s.wilds + 1) * sizeof(Cost))
    s.set_vectors[s.wilds] = out
    if out == NULL:
        return False
    for size in range(MAX_CARDS + 1):
        for most in range(wide):
            _fill_set_vector(s, size, most, out)
            out += s.wilds + 1
    return True


cdef inline void _fill_set_vector(const Search* s, int size, int most, Cost* out) noexcept nogil:
    """The vector of *size* cards of a rank of which *most* must stand in different sets."""
    cdef int sets, v
    for v in range(s.wilds + 1):
        out[v] = INF
    for sets in range(max(1, most), size + 1):
        for v in range(max(0, 3 * sets - size), min(min(sets * s.cap, s.wilds), sets * s.rules.set_cap - size) + 1):
            out[v] = min(out[v], sets)
