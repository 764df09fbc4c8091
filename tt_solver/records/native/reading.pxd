# cython: cdivision=True
"""Plain bytes to cards, numbers, ranks and the pieces of CSV rows and JSON objects.

Everything here says yes only to what Python reads in the same way, and no to all else: then the whole record goes
to the one parser, `tt_solver.notation.hands`, and to the readers of `tt_solver.records`. Nothing is read at or behind *end*.
"""

from libc.stdint cimport int8_t, uint8_t

from tt_solver.game.native.cards cimport JOKER, MAX_CARDS, NOWHERE

cdef enum:
    SIGN_SIZE = 3   # bytes of a suit sign


cdef struct Letters:
    # What a byte is: a rank from 1 on or 0, a suit or NOWHERE, a blank; and the bytes of the suit signs.
    int8_t rank[256]
    int8_t suit[256]
    bint blank[256]
    uint8_t sign[4][SIGN_SIZE]


cdef inline bint is_blank(uint8_t byte) noexcept nogil:
    return byte == c" " or byte == c"\t"


cdef inline bint is_digit(uint8_t byte) noexcept nogil:
    return c"0" <= byte <= c"9"


cdef inline const uint8_t* after_blanks(const uint8_t* at, const uint8_t* end) noexcept nogil:
    while at < end and is_blank(at[0]):
        at += 1
    return at


cdef inline const uint8_t* before_blanks(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """The end of the text from *at* to *end* without the blanks behind it."""
    while end > at and is_blank(end[-1]):
        end -= 1
    return end


# -- cards --------------------------------------------------------------------------------------------


cdef inline bint read_cards(
    const Letters* letters, const uint8_t* at, const uint8_t* end, uint8_t* codes, int* count
) noexcept nogil:
    """Add the cards of a text to *codes*, which has room for MAX_CARDS; false if it is not plain or has too many."""
    cdef const uint8_t* after
    cdef int read = count[0]    # here, and not behind a pointer that codes might be behind too
    while True:
        while at < end and letters.blank[at[0]]:
            at += 1
        if at == end:
            count[0] = read
            return True
        if read == MAX_CARDS:
            return False
        # Nearly all cards are two letters with a blank behind.
        if end - at > 2 and letters.rank[at[0]] and letters.suit[at[1]] != NOWHERE and letters.blank[at[2]]:
            codes[read] = <uint8_t> (letters.suit[at[1]] * 13 + letters.rank[at[0]] - 1)
            at += 3
        else:
            after = _read_card(letters, at, end, &codes[read])
            if after == NULL or (after < end and not letters.blank[after[0]]):
                return False
            at = after
        read += 1


cdef inline const uint8_t* _read_card(
    const Letters* letters, const uint8_t* at, const uint8_t* end, uint8_t* code
) noexcept nogil:
    """The end of the card that starts at *at*, in rank and suit or suit and rank; NULL if it is none."""
    cdef int rank, suit = NOWHERE
    cdef const uint8_t* after = _read_rank(letters, at, end, &rank)
    if after != NULL:
        after = _read_suit(letters, after, end, &suit)
    else:
        after = _read_suit(letters, at, end, &suit)
        if after != NULL:
            after = _read_rank(letters, after, end, &rank)
    if after == NULL:
        code[0] = JOKER
        return _read_joker(at, end)
    code[0] = <uint8_t> (suit * 13 + rank - 1)
    return after


cdef inline const uint8_t* _read_rank(
    const Letters* letters, const uint8_t* at, const uint8_t* end, int* rank
) noexcept nogil:
    """The end of the rank at *at*, of which 10 to 13 have two digits; NULL if there is none."""
    if at == end or letters.rank[at[0]] == 0:
        return NULL
    rank[0] = letters.rank[at[0]]
    if at[0] == c"1" and end - at > 1 and c"0" <= at[1] <= c"3":
        rank[0] = 10 + at[1] - c"0"
        return at + 2
    return at + 1


cdef inline const uint8_t* _read_suit(
    const Letters* letters, const uint8_t* at, const uint8_t* end, int* suit
) noexcept nogil:
    """The end of the suit at *at*, a letter or a sign; NULL if there is none."""
    cdef int other, byte
    if at == end:
        return NULL
    if letters.suit[at[0]] != NOWHERE:
        suit[0] = letters.suit[at[0]]
        return at + 1
    if at[0] < 0x80 or end - at < SIGN_SIZE:
        return NULL
    for other in range(4):
        byte = 0
        while byte < SIGN_SIZE and at[byte] == letters.sign[other][byte]:
            byte += 1
        if byte == SIGN_SIZE:
            suit[0] = other
            return at + SIGN_SIZE
    return NULL


cdef inline const uint8_t* _read_joker(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """The end of the joker at *at*: `JK`, `jk`, `Jk`, `*`; NULL for anything else, words among it."""
    if at < end and at[0] == c"*":
        return at + 1
    if end - at >= 2 and (at[0] == c"J" or at[0] == c"j"):
        if at[1] == c"k" or (at[0] == c"J" and at[1] == c"K"):
            return at + 2
    return NULL


# -- values -------------------------------------------------------------------------------------------


cdef inline bint read_number(const uint8_t* at, const uint8_t* end, int* number) noexcept nogil:
    """A number of one or two digits; false if the text is anything else."""
    if not 1 <= end - at <= 2 or not is_digit(at[0]) or not is_digit(end[-1]):
        return False
    number[0] = at[0] - c"0"
    if end - at == 2:
        number[0] = 10 * number[0] + at[1] - c"0"
    return True


cdef inline bint read_wild(const Letters* letters, const uint8_t* at, const uint8_t* end, int* rank) noexcept nogil:
    """A wild rank in digits or as a letter, or `none`, which is 0; false if the text is anything else."""
    if end - at == 4 and at[0] | 32 == c"n" and at[1] | 32 == c"o" and at[2] | 32 == c"n" and at[3] | 32 == c"e":
        rank[0] = 0
        return True
    if at < end and at[0] == c"0":
        return False    # alone it may mean "none" as well as ten
    return _read_rank(letters, at, end, rank) == end


cdef inline bint is_carried(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Whether a text stands in a JSON string as it is: UTF-8 without control characters, quotes and backslashes."""
    cdef int size
    while at < end:
        if at[0] < 0x80:
            if at[0] < 0x20 or at[0] == c'"' or at[0] == c"\\":
                return False
            at += 1
        else:
            size = _character(at, end)
            if size == 0:
                return False
            at += size
    return True


cdef inline int _character(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """The bytes of the character of UTF-8 at *at*, which is not ASCII; 0 if it is none."""
    cdef uint8_t first = at[0], low = 0x80, high = 0xBF
    cdef int size, byte
    if 0xC2 <= first <= 0xDF:
        size = 2
    elif 0xE0 <= first <= 0xEF:
        size = 3
        low = 0xA0 if first == 0xE0 else 0x80       # nothing that two bytes could say
        high = 0x9F if first == 0xED else 0xBF      # no halves of characters
    elif 0xF0 <= first <= 0xF4:
        size = 4
        low = 0x90 if first == 0xF0 else 0x80
        high = 0x8F if first == 0xF4 else 0xBF
    else:
        return 0
    if end - at < size or not low <= at[1] <= high:
        return 0
    for byte in range(2, size):
        if not 0x80 <= at[byte] <= 0xBF:
            return 0
    return size


# -- JSON ---------------------------------------------------------------------------------------------


cdef inline const uint8_t* string_end(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Behind the closing quote of the string of JSON that starts at *at*; NULL if there is none, or an escape in it."""
    cdef const uint8_t* start = at + 1
    if at == end or at[0] != c'"':
        return NULL
    at += 1
    while at < end and at[0] != c'"':
        at += 1
    if at == end or not is_carried(start, at):
        return NULL
    return at + 1


cdef inline const uint8_t* scalar_end(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """The end of the string, number, true, false or null at *at*; NULL if there is none."""
    if at == end:
        return NULL
    if at[0] == c'"':
        return string_end(at, end)
    if at[0] == c"t":
        return _word_end(at, end, b"true", 4)
    if at[0] == c"f":
        return _word_end(at, end, b"false", 5)
    if at[0] == c"n":
        return _word_end(at, end, b"null", 4)
    return _number_end(at, end)


cdef inline const uint8_t* value_end(const uint8_t* at, const uint8_t* end, int depth) noexcept nogil:
    """The end of the value at *at*, in which lists and objects are nested up to *depth*; NULL if it is not plain."""
    cdef uint8_t close
    if at == end or (at[0] != c"[" and at[0] != c"{"):
        return scalar_end(at, end)
    if depth == 0:
        return NULL
    close = c"]" if at[0] == c"[" else c"}"
    at = after_blanks(at + 1, end)
    if at < end and at[0] == close:
        return at + 1
    while True:
        if close == c"}":
            at = after_key(at, end)
        if at != NULL:
            at = value_end(at, end, depth - 1)
        if at == NULL:
            return NULL
        at = after_blanks(at, end)
        if at == end:
            return NULL
        if at[0] == close:
            return at + 1
        if at[0] != c",":
            return NULL
        at = after_blanks(at + 1, end)


cdef inline const uint8_t* after_key(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Where the value of the key at *at* starts, behind a colon; NULL if the key is not plain."""
    at = string_end(at, end)
    if at == NULL:
        return NULL
    at = after_blanks(at, end)
    if at == end or at[0] != c":":
        return NULL
    return after_blanks(at + 1, end)


cdef inline const uint8_t* _word_end(const uint8_t* at, const uint8_t* end, const char* word, int size) noexcept nogil:
    cdef int byte
    if end - at < size:
        return NULL
    for byte in range(size):
        if at[byte] != <uint8_t> word[byte]:
            return NULL
    return at + size


cdef inline const uint8_t* _digits_end(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """The end of the digits at *at*; NULL if there is none."""
    if at == end or not is_digit(at[0]):
        return NULL
    while at < end and is_digit(at[0]):
        at += 1
    return at


cdef inline const uint8_t* _number_end(const uint8_t* at, const uint8_t* end) noexcept nogil:
    if at < end and at[0] == c"-":
        at += 1
    if at < end and at[0] == c"0":
        at += 1
    else:
        at = _digits_end(at, end)
    if at != NULL and at < end and at[0] == c".":
        at = _digits_end(at + 1, end)
    if at != NULL and at < end and at[0] | 32 == c"e":
        at += 1
        if at < end and (at[0] == c"+" or at[0] == c"-"):
            at += 1
        at = _digits_end(at, end)
    return at
