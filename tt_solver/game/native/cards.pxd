"""Cards by code, as in `tt_solver.game.cards`, and what a hand can hold."""

from libc.stdint cimport uint8_t

cdef extern from *:
    """
    /* The rank of each card by code: 1 to 13, and 0 for a joker. */
    #define TT_SUIT 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
    static const unsigned char tt_ranks[53] = {TT_SUIT, TT_SUIT, TT_SUIT, TT_SUIT, 0};
    """
    const uint8_t tt_ranks[53]

cdef enum:
    MAX_CARDS = 20      # of a hand; more are refused before anything is searched
    KINDS = 53          # distinct cards
    JOKER = 52
    RANKS = 13
    ACE = 1
    KING = 13
    NOWHERE = -1        # no card, no place, or nothing said


cdef inline int rank_of(int code) noexcept nogil:
    """1 to 13; 0 for a joker."""
    return tt_ranks[code]


cdef inline void insert_sorted(uint8_t* codes, int count, int code) noexcept nogil:
    """Put *code* in its place among *count* sorted ones, behind which there is room."""
    while count > 0 and codes[count - 1] > code:
        codes[count] = codes[count - 1]
        count -= 1
    codes[count] = code
