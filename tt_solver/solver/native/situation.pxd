# cython: cdivision=True
"""What a record says of its own game, and the deal that it belongs to."""

from libc.string cimport memset

from libc.stdint cimport uint8_t

from tt_solver.engine.native.bounds cimport JOKER, KINDS, MAX_CARDS, NOWHERE, RANKS

cdef enum:
    MAX_ROUNDS = 32     # of a calendar; one with more is refused when the scorer is made


cdef struct Game:
    # The calendar by round from 1 on, what the caller says where records say nothing (NOWHERE: nothing), and how many
    # copies of a card there are.
    int rounds
    int size_of[MAX_ROUNDS + 1]
    int wild_of[MAX_ROUNDS + 1]
    int round_no
    int size
    int wild
    int decks
    int jokers
    int multiplier[RANKS + 1]
    bint may_keep_all


cdef struct Record:
    # A record: its line, its cards, what it says of its round (NOWHERE: nothing), and then the deal it belongs to, in
    # which a round and a size of 0 are none.
    long long line
    int count
    uint8_t codes[MAX_CARDS]
    int round_no
    int size
    int wild


cdef inline void clear(Record* record, long long line) noexcept nogil:
    record.line = line
    record.count = 0
    record.round_no = record.size = record.wild = NOWHERE


cdef inline bint find_deal(const Game* game, Record* record) noexcept nogil:
    """As `rounds.find_deal` with what the caller says; false if there is no such deal."""
    cdef int round_no = record.round_no, size = record.size
    cdef int wild = record.wild if record.wild != NOWHERE else game.wild
    if round_no == NOWHERE and size == NOWHERE:
        round_no, size = game.round_no, game.size
    if round_no != NOWHERE:
        if not 1 <= round_no <= game.rounds or (size != NOWHERE and size != game.size_of[round_no]):
            return False
    elif size != NOWHERE:
        round_no = _dealing(game, size)
        if round_no == 0 and (wild == NOWHERE or not 1 <= size <= MAX_CARDS):
            return False
    elif wild != NOWHERE:
        round_no = size = 0
    else:
        return False
    record.round_no = round_no
    record.size = game.size_of[round_no] if round_no else size
    record.wild = wild if wild != NOWHERE else game.wild_of[round_no]
    return True


cdef inline int _dealing(const Game* game, int size) noexcept nogil:
    """The first round that deals so many cards; 0 if none does."""
    cdef int round_no
    for round_no in range(1, game.rounds + 1):
        if game.size_of[round_no] == size:
            return round_no
    return 0


cdef inline bint is_possible(const Game* game, const Record* record) noexcept nogil:
    """Whether the decks have the cards, and the deal so many."""
    cdef uint8_t copies[KINDS]
    cdef int at
    memset(copies, 0, KINDS)
    for at in range(record.count):
        copies[record.codes[at]] += 1
        if copies[record.codes[at]] > (game.jokers if record.codes[at] == JOKER else game.decks):
            return False
    return record.count > 0 and (record.size == 0 or record.size <= record.count <= record.size + 1)
