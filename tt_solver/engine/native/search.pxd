"""What other compiled modules may use of the search."""

from libc.stdint cimport uint8_t

from tt_solver.engine.native.bounds cimport Suit
from tt_solver.engine.native.cost cimport Cost
from tt_solver.engine.native.plan cimport Plan
from tt_solver.engine.native.state cimport Search


cdef struct SortedHand:
    # A hand sorted: the naturals, the wilds of the round by suit, and the jokers.
    int held
    int wild
    Suit suits[4]
    int of_rank[4]
    int jokers


cdef bint sort(const Search* s, const uint8_t* codes, int count, int wild, SortedHand* hand) noexcept nogil
cdef Cost solve_hand(Search* s, const SortedHand* hand) noexcept nogil
cdef Cost cost_of(Search* s, const uint8_t* codes, int count, int wild) noexcept nogil
cdef void find_plan(Search* s, Plan* plan) noexcept nogil


cdef class Engine:
    cdef Search search
    cdef bint busy

    cdef object _costs(self, const uint8_t* codes, Py_ssize_t length, int size, int wild)
    cdef list _after_draws(self, uint8_t* cards, int count, int wild, const uint8_t* draws, int kinds, bint bare_out)
    cdef object _cost(self, const uint8_t* cards, int count, int wild)
    cdef int _take(self, codes, int wild, uint8_t* cards) except -1
    cdef int _enter(self) except -1
    cdef int _leave(self) except -1
