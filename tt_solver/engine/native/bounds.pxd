"""The sizes that all buffers of the compiled engine follow from, and a suit in one number."""

from libc.stdint cimport uint64_t

ctypedef uint64_t Suit
"""14 nibbles, as in `tt_solver.engine.search`: the copies of each card of a suit by position."""

cdef enum:
    MAX_WILDS = 20      # a hand may be all wilds
    MAX_COPIES = 15     # of one card: what a nibble holds; more are refused too
    POSITIONS = 14
    HIGH_ACE = 13

    VECTOR = MAX_WILDS + 2  # costs by wilds from 0 on, then the least of them
    MAX_ROWS = 10           # ranks that may hold sets: each has at least two of the 20 cards
    # A rank of q cards has at most (1 + q / 4) ** 4 picks, none among them. That grows so fast with q that one
    # rank of 20 cards has the most a hand can have.
    MAX_PICKS = 1296
    MAX_MELDS = 6           # each has at least three of the 20 cards
