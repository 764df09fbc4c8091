# cython: cdivision=True
"""What one search knows: the rules, the hand it is at, and the best arrangement so far."""

from libc.stdint cimport uint64_t

from tt_solver.engine.native.bounds cimport MAX_PICKS, MAX_ROWS, MAX_WILDS, POSITIONS, VECTOR, Suit
from tt_solver.engine.native.cost cimport Cost
from tt_solver.engine.native.memo cimport Memo
from tt_solver.game.native.cards cimport KINDS
from tt_solver.game.native.rules cimport Rules

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline int tt_lowest_bit(unsigned long long x) { unsigned long at; _BitScanForward64(&at, x); return (int)at; }
    #else
    static inline int tt_lowest_bit(unsigned long long x) { return __builtin_ctzll(x); }
    #endif
    """
    int tt_lowest_bit(uint64_t x) noexcept nogil


cdef enum Trouble:
    # Why what was found is void: the codes are no hand, the memory is used up, or a buffer would have been overrun,
    # which the bounds exclude.
    NO_TROUBLE
    NO_HAND
    NO_MEMORY
    NO_ROOM

cdef enum:
    SPARE_BITS = 8      # of the number of lists of spares that are kept; a new one takes the place of another
    SPARE_LISTS = 1 << SPARE_BITS


cdef struct Pick:
    # The cards of one rank that go to sets: how many, the wilds one set of them needs, the most of one suit, and
    # what they take from each suit. A size of 0 is none at all.
    int size
    int need
    int most
    Suit taken[4]


cdef struct Row:
    # The picks of one rank: those from *first* up to, not including, *end*.
    int first
    int end


cdef struct SpareList:
    # The costs of y wilds outside the melds of naturals, by y; *key* tells for which wilds, 0 for none yet.
    uint64_t key
    Cost costs[MAX_WILDS + 1]


cdef struct Winner:
    # What the best arrangement so far leaves of the suits, and its picks. *own* and *aside* are the place of the
    # wilds that may be naturals, and how many of them were set aside as such.
    Suit suits[4]
    int rows
    Pick picks[MAX_ROWS]
    int own
    int aside


cdef struct Search:
    Rules rules
    int single_cap                              # the most wilds beside a single natural
    Cost losses[POSITIONS]                      # of a leftover natural, by position
    Suit adds[KINDS][4]                         # what each card adds to the suits, a joker nothing
    Memo memos[MAX_WILDS + 1]                   # by wilds
    Cost recalled[4][VECTOR]                    # copies of the vectors of four suits
    Cost* set_vectors[MAX_WILDS + 1]            # see `sets.set_vector`
    SpareList spare_lists[SPARE_LISTS]
    Trouble trouble
    # the hand
    bint free
    int wilds
    int cap
    int own
    int ranked
    int jokers
    int wild
    Memo* memo
    uint64_t memo_key                           # what all keys of the hand's vectors have in common
    int costs                                   # of a vector: by wilds from 0 on, then the least where wilds are limited
    # the choices
    int rows
    Row row[MAX_ROWS]
    int picks
    Pick pick[MAX_PICKS]
    int path[MAX_ROWS]
    # the best so far
    Cost best
    int won_path[MAX_ROWS]
    bint improved
    Winner winner


cdef inline int lowest_bit(uint64_t x) noexcept nogil:
    """The place of the lowest bit of *x*, which is not 0."""
    return tt_lowest_bit(x)


cdef inline int lowest_position(Suit x) noexcept nogil:
    """The position of the lowest card of *x*, which is not empty."""
    return tt_lowest_bit(x) >> 2


cdef inline Suit card_at(int position) noexcept nogil:
    """One card at *position*, 0 to 13."""
    return (<Suit> 1) << (4 * position)


cdef inline int copies_at(Suit x, int position) noexcept nogil:
    """How many cards *x* has at *position*, 0 to 13."""
    return <int> (x >> (4 * position) & 15)
