# cython: cdivision=True
"""What is known about suits: a table from a suit to its vector that is small at first and soon has its whole size.

In a table of that size, a vector that finds no free slot takes the place of another, which has to be worked out again
if it is asked for. So memory does not grow with the number of hands, and what is asked for often is mostly there.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from tt_solver.engine.native.cost cimport Cost

cdef extern from *:
    bint unlikely(bint condition) noexcept nogil  # a word to the C compiler, which Cython defines

cdef enum:
    WINDOW = 4      # slots that a vector may be in
    LINE = 64       # bytes of a line of the processor's cache
    FIRST_BITS = 9
    MORE_BITS = 2   # how much is added when an eighth of the slots is taken


cdef struct Memo:
    # 2 ** *bits* slots, at most 2 ** *most_bits*, and WINDOW - 1 behind them, of *stride* words each: a key that is not
    # 0, then the costs. They begin at a cache line within *memory*. *taken* slots are not free; *turn* tells which slot
    # of a full window is next given to another.
    void* memory
    uint64_t* slots
    size_t stride
    int bits
    int most_bits
    size_t taken
    unsigned turn


cdef inline bint init_memo(Memo* memo, int costs, int most_bits) noexcept nogil:
    """Make the memo one for vectors of that many *costs*; false if there is no memory."""
    memo.stride = 1 + (costs * sizeof(Cost) + 7) // 8
    memo.most_bits = most_bits
    return _allot(memo, min(FIRST_BITS, most_bits))


cdef inline bint _allot(Memo* memo, int bits) noexcept nogil:
    """Give the memo 2 ** *bits* free slots; false if there is no memory."""
    memo.bits = bits
    memo.taken = 0
    memo.memory = calloc(((<size_t> 1) << bits) + WINDOW - 1 + LINE, 8 * memo.stride)
    memo.slots = <uint64_t*> ((<size_t> memo.memory + LINE - 1) // LINE * LINE)
    return memo.memory != NULL


cdef inline void release_memo(Memo* memo) noexcept nogil:
    free(memo.memory)
    memo.memory = memo.slots = NULL


cdef inline uint64_t* _home(const Memo* memo, uint64_t key) noexcept nogil:
    """The first slot of the window of *key*."""
    return memo.slots + <size_t> ((key * <uint64_t> 0x9E3779B97F4A7C15) >> (64 - memo.bits)) * memo.stride


cdef inline const Cost* recall(const Memo* memo, uint64_t key) noexcept nogil:
    """The costs of *key*, or NULL if they are not known. They may be gone when others are kept."""
    cdef const uint64_t* slot = _home(memo, key)
    for _ in range(WINDOW):
        if slot[0] == key:
            return <const Cost*> (slot + 1)
        if slot[0] == 0:
            return NULL
        slot += memo.stride
    return NULL


cdef inline const Cost* keep(Memo* memo, uint64_t key, const Cost* costs, size_t count) noexcept nogil:
    """Keep the *count* costs of *key*, which are not known yet and fit a slot."""
    cdef uint64_t* slot
    if unlikely(memo.bits < memo.most_bits and 8 * memo.taken >= (<size_t> 1) << memo.bits):
        _grow(memo)
    slot = _slot_for(memo, key)
    slot[0] = key
    memcpy(slot + 1, costs, count * sizeof(Cost))
    return <const Cost*> (slot + 1)


cdef inline uint64_t* _slot_for(Memo* memo, uint64_t key) noexcept nogil:
    """A slot of the window of *key*: a free one, or one that is given to another."""
    cdef uint64_t* home = _home(memo, key)
    cdef uint64_t* slot = home
    for _ in range(WINDOW):
        if slot[0] == 0:
            memo.taken += 1
            return slot
        slot += memo.stride
    memo.turn += 1
    return home + memo.turn % WINDOW * memo.stride


cdef inline void _grow(Memo* memo) noexcept nogil:
    """Move to more slots; without memory the memo stays as it is for good."""
    cdef Memo wider = memo[0]
    cdef const uint64_t* slot = memo.slots
    cdef size_t at
    if not _allot(&wider, min(memo.bits + MORE_BITS, memo.most_bits)):
        memo.most_bits = memo.bits
        return
    for at in range(((<size_t> 1) << memo.bits) + WINDOW - 1):
        if slot[0]:
            memcpy(_slot_for(&wider, slot[0]), slot, 8 * memo.stride)
        slot += memo.stride
    free(memo.memory)
    memo[0] = wider
