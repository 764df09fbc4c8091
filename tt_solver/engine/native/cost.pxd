"""The compiled twin of `tt_solver.engine.cost`: the cost of an arrangement in one integer."""

from libc.stdint cimport int32_t

ctypedef int32_t Cost

cdef enum:
    MELD = 1
    _LEFT = 1 << 6
    _POINT = 1 << 12
    # 20 cards of 999 points cost less than 1 << 27, so INF is above every cost, and the sum of four INF fits 31 bits.
    INF = 1 << 28


cdef inline Cost packed(int points, int left, int melds) noexcept nogil:
    """The cost of *points* from *left* leftover cards, beside so many *melds*."""
    return points * _POINT + left * _LEFT + melds * MELD


cdef inline int points_of(Cost cost) noexcept nogil:
    """The points of the leftover cards."""
    return cost // _POINT


cdef inline int left_of(Cost cost) noexcept nogil:
    """How many cards are left over."""
    return (cost & (_POINT - 1)) // _LEFT


cdef inline int melds_of(Cost cost) noexcept nogil:
    """How many melds there are."""
    return cost & (_LEFT - 1)


cdef inline bint is_out(Cost cost) noexcept nogil:
    """Whether nothing is left over."""
    return cost < _LEFT
