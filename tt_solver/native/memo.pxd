# cython: cdivision=True
"""What is known about suits: a hash table from a suit to its vector."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from tt_solver.native.bounds cimport Cost, Suit

cdef enum:
    FIRST_BITS = 11


cdef struct Memo:
    # Slots of *stride* words each, 2 ** (64 - shift) of them, at most half of them taken, so that every search ends.
    # A slot is a suit marked as present, then its vector. A vector stays where it is until another one is kept.
    uint64_t* slots
    size_t stride
    int shift
    size_t last
    size_t taken


cdef inline Suit _marked(Suit x) noexcept nogil:
    """The key of *x*, which is not the zero of a free slot."""
    return x | (<Suit> 1) << 63


cdef inline uint64_t* _slot(const Memo* memo, Suit x) noexcept nogil:
    """The slot of *x*, or the free one where it belongs."""
    cdef size_t at = <size_t> ((x * <Suit> 0x9E3779B97F4A7C15) >> memo.shift)
    cdef uint64_t* slot = memo.slots + at * memo.stride
    while slot[0] != _marked(x) and slot[0] != 0:
        at = (at + 1) & memo.last
        slot = memo.slots + at * memo.stride
    return slot


cdef inline const Cost* recall(const Memo* memo, Suit x) noexcept nogil:
    """The vector of *x*, or NULL if it is not known."""
    cdef const uint64_t* slot = _slot(memo, x)
    return <const Cost*> (slot + 1) if slot[0] else NULL


cdef inline bint _allot(Memo* memo, int bits) noexcept nogil:
    """Give the memo 2 ** *bits* free slots; false if there is no memory."""
    memo.shift = 64 - bits
    memo.last = ((<size_t> 1) << bits) - 1
    memo.slots = <uint64_t*> calloc(memo.last + 1, 8 * memo.stride)
    return memo.slots != NULL


cdef inline Memo* new_memo(int costs) noexcept nogil:
    """An empty memo for vectors of that many costs; NULL if there is no memory."""
    cdef Memo* memo = <Memo*> malloc(sizeof(Memo))
    if memo == NULL:
        return NULL
    memo.stride = 1 + (costs * sizeof(Cost) + 7) // 8
    memo.taken = 0
    if not _allot(memo, FIRST_BITS):
        free(memo)
        return NULL
    return memo


cdef inline void free_memo(Memo* memo) noexcept nogil:
    if memo != NULL:
        free(memo.slots)
        free(memo)


cdef inline bint _double(Memo* memo) noexcept nogil:
    """Give the memo twice as many slots; false if there is no memory."""
    cdef Memo wider = memo[0]
    cdef size_t at
    cdef const uint64_t* slot
    if not _allot(&wider, 64 - memo.shift + 1):
        return False
    for at in range(memo.last + 1):
        slot = memo.slots + at * memo.stride
        if slot[0]:
            memcpy(_slot(&wider, slot[0] & ~((<Suit> 1) << 63)), slot, 8 * memo.stride)
    free(memo.slots)
    memo[0] = wider
    return True


cdef inline const Cost* keep(Memo* memo, Suit x, const Cost* costs, size_t count) noexcept nogil:
    """Keep the *count* costs of *x*, which is not known yet. NULL if there is no memory."""
    cdef uint64_t* slot
    if 2 * (memo.taken + 1) > memo.last and not _double(memo):
        return NULL
    slot = _slot(memo, x)
    slot[0] = _marked(x)
    memcpy(slot + 1, costs, count * sizeof(Cost))
    memo.taken += 1
    return <const Cost*> (slot + 1)
