# cython: cdivision=True
"""The compiled twin of `tt_solver.solver.situation`: the round that a hand belongs to, and whether it can be held there."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from tt_solver.game.native.cards cimport JOKER, KINDS, MAX_CARDS, NOWHERE
from tt_solver.game.native.rules cimport Rules

cdef enum:
    MAX_ROUNDS = 32     # of a calendar; one with more is refused when a situation is made


cdef struct Situation:
    # What is given of the round (NOWHERE: nothing), the calendar by round from 1 on, and the decks.
    int round_no
    int hand_size
    int wild
    int rounds
    int size_of[MAX_ROUNDS + 1]
    int wild_of[MAX_ROUNDS + 1]
    int decks


cdef struct Held:
    # The cards of a hand, and what is said of its round (NOWHERE: nothing). Once it is settled, a round and a number of
    # cards of 0 are none.
    int count
    uint8_t codes[MAX_CARDS]
    int round_no
    int hand_size
    int wild


cdef inline void clear(Held* held) noexcept nogil:
    """No cards, of which nothing is said."""
    held.count = 0
    held.round_no = held.hand_size = held.wild = NOWHERE


cdef inline bint settle(const Situation* given, Held* held) noexcept nogil:
    """As `Situation.stating` and `settled`; false if there is no such deal, or nothing is known of the round."""
    cdef int round_no = held.round_no, hand_size = held.hand_size
    cdef int wild = held.wild if held.wild != NOWHERE else given.wild
    if round_no == NOWHERE and hand_size == NOWHERE:
        round_no, hand_size = given.round_no, given.hand_size
    if round_no != NOWHERE:
        if not 1 <= round_no <= given.rounds or (hand_size != NOWHERE and hand_size != given.size_of[round_no]):
            return False
    elif hand_size != NOWHERE:
        round_no = _dealing(given, hand_size)
        if round_no == 0 and (wild == NOWHERE or not 1 <= hand_size <= MAX_CARDS):
            return False
    elif wild != NOWHERE:
        round_no = hand_size = 0
    else:
        return False
    held.round_no = round_no
    held.hand_size = given.size_of[round_no] if round_no else hand_size
    held.wild = wild if wild != NOWHERE else given.wild_of[round_no]
    return True


cdef inline int _dealing(const Situation* given, int hand_size) noexcept nogil:
    """The first round that deals so many cards; 0 if none does."""
    cdef int round_no
    for round_no in range(1, given.rounds + 1):
        if given.size_of[round_no] == hand_size:
            return round_no
    return 0


cdef inline bint is_possible(const Situation* given, const Rules* rules, const Held* held) noexcept nogil:
    """Whether the decks have the cards, and the settled deal so many."""
    cdef uint8_t copies[KINDS]
    cdef int at
    memset(copies, 0, KINDS)
    for at in range(held.count):
        copies[held.codes[at]] += 1
        if copies[held.codes[at]] > (given.decks * rules.jokers if held.codes[at] == JOKER else given.decks):
            return False
    return held.count > 0 and (held.hand_size == 0 or held.hand_size <= held.count <= held.hand_size + 1)
