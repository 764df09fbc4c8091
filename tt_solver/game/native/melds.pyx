# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled judge for Python, so that it can be held against `tt_solver.game.melds.judge`, rule by rule."""

from libc.stdint cimport uint8_t

from tt_solver.game.native.cards cimport JOKER, KINDS, MAX_CARDS
from tt_solver.game.native.rules cimport Rules, card_points, init_rules, is_discarded_before, multiplier

from tt_solver.game.cards import CARD_NAMES, RANK_NAMES

NAMES = [*CARD_NAMES, *[""] * (ANY_OF_RANK - KINDS), *RANK_NAMES]


cdef class Judge:
    """The rules of a house, compiled. Cards are codes, and *wild* is the wild rank; 0: none.

    Raises:
        ValueError: a leftover card costs more than 999 points.
    """

    cdef Rules rules

    def __cinit__(self, rules):
        init_rules(&self.rules, rules)

    def judge(self, codes, int wild):
        """Whether the meld that *codes* are is a run, its cards in order, and what each stands for, as text.

        None if they are not a meld.

        Raises:
            ValueError: more than 20 cards, or a code is not a card.
        """
        cdef uint8_t cards[MAX_CARDS]
        cdef Meld meld
        cdef int count = 0, at
        for code in codes:
            if count == MAX_CARDS or not 0 <= code <= JOKER:
                raise ValueError(f"a meld has at most {MAX_CARDS} cards, and codes are 0 to {JOKER}")
            cards[count] = code
            count += 1
        if not judge(&self.rules, wild, cards, count, &meld):
            return None
        laid = [NAMES[meld.cards[at]] for at in range(meld.count)]
        return bool(meld.run), laid, [NAMES[meld.places[at]] for at in range(meld.count)]

    def card_points(self, int code, int wild):
        """What a card costs when it is left over."""
        return card_points(&self.rules, code, wild)

    def is_discarded_before(self, int one, int other, int wild):
        """Whether *one* comes before *other* in the order of equally good discards."""
        return bool(is_discarded_before(&self.rules, one, other, wild))

    def multiplier(self, int wild):
        """By how much the points of a hand count in a round with that wild rank."""
        return multiplier(&self.rules, wild)
