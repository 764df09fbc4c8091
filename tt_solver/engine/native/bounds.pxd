"""The sizes that all buffers of the compiled engine follow from, and the numbers it counts in."""

from libc.stdint cimport int32_t, uint64_t

ctypedef int32_t Cost
"""Points, leftover cards and melds in one number, as in `tt_solver.engine.search`."""

ctypedef uint64_t Suit
"""14 nibbles, as in `tt_solver.engine.search`: the copies of each card of a suit by position."""

cdef enum:
    MAX_CARDS = 20      # of a hand; more are refused before anything is searched
    MAX_WILDS = 20      # a hand may be all wilds
    MAX_COPIES = 15     # of one card: what a nibble holds; more are refused too
    MAX_POINTS = 999    # of a leftover card; more are refused when the engine is made
    POSITIONS = 14
    RANKS = 13
    HIGH_ACE = 13
    MAX_RUN = 13
    KINDS = 53          # distinct cards
    JOKER = 52
    NOWHERE = -1

    VECTOR = MAX_WILDS + 2  # costs by wilds from 0 on, then the least of them
    MAX_ROWS = 10           # ranks that may hold sets: each has at least two of the 20 cards
    # A rank of q cards has at most (1 + q / 4) ** 4 picks, none among them. That grows so fast with q that one
    # rank of 20 cards has the most a hand can have.
    MAX_PICKS = 1296
    MAX_MELDS = 6           # each has at least three of the 20 cards

    POINT = 1 << 12
    LEFT = 1 << 6
    MELDS = LEFT - 1
    # 20 cards of 999 points cost less than 1 << 27, so INF is above every cost, and the sum of four INF fits 31 bits.
    INF = 1 << 28
