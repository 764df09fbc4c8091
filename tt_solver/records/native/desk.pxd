# cython: cdivision=True
"""What a scorer of recorded hands works with, within stated bounds."""

from libc.stddef cimport size_t
from libc.stdint cimport uint32_t, uint8_t
from libc.string cimport memcmp

from tt_solver.engine.native.state cimport Search
from tt_solver.game.native.cards cimport KINDS, RANKS
from tt_solver.game.native.melds cimport ANY_OF_RANK
from tt_solver.records.native.output cimport Name, Output
from tt_solver.records.native.reading cimport Letters
from tt_solver.solver.native.situation cimport MAX_ROUNDS, Situation

cdef enum:
    LONGEST = 20_000        # bytes of a record; a longer one is left to Python, which may refuse it
    SHORT = 48              # bytes of most pieces of an object: those are copied whole, which takes one step
    MAX_COLUMNS = 64        # of a CSV file; one with more is refused when the scorer is made
    MAX_MEMBERS = 32        # of an object; one with more is left to Python
    MAX_DEPTH = 8           # of lists and objects in the values of an object; one with deeper ones is left to Python
    MAX_ADDED = 16          # keys that results have and records have not
    MAX_SPARES = 8          # buffers that are kept for later chunks; more are given back to the system
    KEYS = MAX_ROUNDS + RANKS + 2   # of the tally: the rounds from 1 on, then the wild ranks of hands without a round
    POINTS_TOLD = 1024      # a hand of more points is left to Python, so that the tally has an end
    PLACES = ANY_OF_RANK + RANKS + 1

    # A result has at most 20 cards in all of hand, melds and deadwood each; a card and its place take at most 6 bytes
    # each. Numbers, words and what is copied behind a piece take less than 300. The rest is known by pieces and record.
    RESULT_ROOM = 20 * 6 * 4 + 300 + 200

cdef enum Form:
    TEXT
    CSV
    JSONL

cdef enum Fate:
    # What becomes of a record: its result is written, there is nothing in it, or Python has to see to it.
    DONE
    EMPTY
    ODD

cdef enum:
    # What stands in a result as an object before each of its values, and behind the last.
    BEFORE_LINE
    BEFORE_HAND
    BEFORE_ROUND
    BEFORE_WILD
    BEFORE_DISCARD
    BEFORE_MELDS
    BEFORE_DEADWOOD
    BEFORE_POINTS
    BEFORE_SCORE
    BEFORE_OUT
    BEFORE_RECORD
    BEHIND_RECORD
    PIECES

cdef enum:
    # The same of a meld: how it begins if it is a set or a run, and what stands behind its cards and its places.
    SET_BEFORE_CARDS
    RUN_BEFORE_CARDS
    BEFORE_PLACES
    BEHIND_PLACES
    MELD_PIECES

cdef enum Column:
    # What a column of recorded text or CSV holds.
    OTHER
    ROUND
    CARDS
    WILD
    RULES
    HAND
    CHANGED
    RECORD      # keys of JSON in a result, which are left to Python


cdef struct OddSlice:
    # Records for Python: from *start* to *end* of the chunk, the first in that *line*, and how much was written before.
    size_t start
    size_t end
    long long line
    size_t before


cdef struct Text:
    # Bytes from *at* to *end*.
    const uint8_t* at
    const uint8_t* end


cdef struct Member:
    # A key of an object, without quotes, and its value as it was written.
    Text key
    Text value


cdef struct Constant:
    # Bytes that are the same in all results. They are those of a Python object that the scorer holds.
    const uint8_t* bytes
    size_t size


cdef struct Desk:
    # All that a scorer works with.
    Search* search
    Form form
    Form to
    Situation given
    Letters letters
    Name bare[KINDS]            # a card as in KS
    Name quoted[PLACES]         # a card, or the rank of a set, as in "KS",
    Constant piece[PIECES]      # of a result as an object
    Constant meld_piece[MELD_PIECES]
    Constant named              # what a record writes where it names the rules, nothing where it does not
    Constant options            # what an object writes for the options on top of them, nothing where there are none
    int added
    Constant added_key[MAX_ADDED]   # the keys of a result that are not carried on
    bint with_round             # a line of text starts with its round
    uint8_t separator           # of the CSV rows that are read
    uint8_t out_separator       # of those that are written
    int columns
    Column column[MAX_COLUMNS]
    Constant column_key[MAX_COLUMNS]    # of other columns, as in "player": or, of what was an object, as in player
    int hands
    int hand_column[MAX_COLUMNS]
    int error_column            # of errors that this program wrote, or NOWHERE
    long long rows_from
    size_t keys_room            # bytes of all pieces and keys that one result may have
    # the chunk
    Output out
    OddSlice* odd
    size_t odds
    size_t odd_room
    bint no_memory
    long long gone_out
    uint32_t counts[KEYS][POINTS_TOLD]
    bint counted[KEYS]


cdef inline bint is_text(Text text, Constant constant) noexcept nogil:
    """Whether the text is just these bytes."""
    cdef size_t size = text.end - text.at
    return size == constant.size and memcmp(text.at, constant.bytes, size) == 0
