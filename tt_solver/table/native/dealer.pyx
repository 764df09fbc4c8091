# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled twin of `tt_solver.table.dealer`: the same numbers from the same seed."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from tt_solver.game.native.cards cimport JOKER

cdef extern from *:
    """
    #if defined(_MSC_VER) && defined(_M_X64)
    #include <intrin.h>
    static inline unsigned long long tt_product(unsigned long long a, unsigned long long b, unsigned long long *low) {
        unsigned long long high;
        *low = _umul128(a, b, &high);
        return high;
    }
    #elif defined(__SIZEOF_INT128__)
    static inline unsigned long long tt_product(unsigned long long a, unsigned long long b, unsigned long long *low) {
        unsigned __int128 product = (unsigned __int128)a * b;
        *low = (unsigned long long)product;
        return (unsigned long long)(product >> 64);
    }
    #else
    /* b has at most 32 bits: it is a number of cards. */
    static inline unsigned long long tt_product(unsigned long long a, unsigned long long b, unsigned long long *low) {
        unsigned long long upper = (a >> 32) * b, lower = (a & 0xFFFFFFFFu) * b;
        *low = (upper << 32) + lower;
        return (upper + (lower >> 32)) >> 32;
    }
    #endif
    """
    uint64_t tt_product(uint64_t a, uint64_t b, unsigned long long* low) noexcept nogil

cdef enum:
    MAX_SHOE = 512      # cards of all decks: eight of 52 with four jokers each are 448


cdef inline uint64_t draw(uint64_t* state) noexcept nogil:
    """The next number of SplitMix64."""
    cdef uint64_t z
    state[0] += <uint64_t> 0x9E3779B97F4A7C15
    z = state[0]
    z = (z ^ z >> 30) * <uint64_t> 0xBF58476D1CE4E5B9
    z = (z ^ z >> 27) * <uint64_t> 0x94D049BB133111EB
    return z ^ z >> 31


cdef inline int below(uint64_t* state, int bound) noexcept nogil:
    """A number from 0 to *bound* - 1, each as likely as any other; see `tt_solver.table.dealer`."""
    cdef unsigned long long low
    cdef uint64_t high = tt_product(draw(state), bound, &low)
    cdef uint64_t surplus
    if low < <uint64_t> bound:
        surplus = (0 - <uint64_t> bound) % <uint64_t> bound
        while low < surplus:
            high = tt_product(draw(state), bound, &low)
    return <int> high


cdef inline void take(uint64_t* state, uint8_t* cards, int held, int number) noexcept nogil:
    """Move *number* of the *held* cards to the front in random order."""
    cdef int at, other
    cdef uint8_t card
    for at in range(number):
        other = at + below(state, held - at)
        card = cards[at]
        cards[at] = cards[other]
        cards[other] = card


cdef class Dealer:
    """Deals from the cards *shoe*, by code, with the generator that starts from *seed*; one thread at a time.

    Raises:
        ValueError: there are more than 512 cards, or no such card.
    """

    cdef uint64_t state
    cdef int held
    cdef uint8_t shoe[MAX_SHOE]

    def __cinit__(self, seed, shoe):
        cdef int code
        self.state = seed & 0xFFFFFFFFFFFFFFFF
        self.held = 0
        for code in shoe:
            if self.held == MAX_SHOE:
                raise ValueError(f"a shoe has at most {MAX_SHOE} cards")
            if not 0 <= code <= JOKER:
                raise ValueError(f"{code} is not a card: codes are 0 to {JOKER}")
            self.shoe[self.held] = code
            self.held += 1

    def take(self, int number):
        """The codes of *number* cards from the full shoe, in random order.

        Raises:
            ValueError: there are not so many.
        """
        cdef uint8_t cards[MAX_SHOE]
        self._require(number, self.held)
        memcpy(cards, self.shoe, self.held)
        take(&self.state, cards, self.held, number)
        return (<char*> cards)[:number]

    cdef int _require(self, int number, int most) except -1:
        if not 0 <= number <= most:
            raise ValueError(f"{number} cards cannot be dealt: 0 to {most}")
        return 0
