# cython: cdivision=True
"""Recorded hands in JSON Lines: plain objects, and results of this program."""

from libc.stdint cimport uint8_t
from libc.string cimport memchr, memcmp

from tt_solver.game.native.cards cimport NOWHERE
from tt_solver.records.native.desk cimport (
    CSV,
    EMPTY,
    JSONL,
    MAX_DEPTH,
    MAX_MEMBERS,
    ODD,
    Desk,
    Fate,
    Member,
    Text,
    is_text,
)
from tt_solver.records.native.output cimport put_byte, put_bytes, put_field
from tt_solver.records.native.reading cimport (
    after_blanks,
    after_key,
    before_blanks,
    is_digit,
    read_cards,
    read_number,
    read_wild,
    string_end,
    value_end,
)
from tt_solver.records.native.results cimport end_result, finish_result, put_result, solve_held
from tt_solver.solver.native.best cimport Arrangement
from tt_solver.solver.native.situation cimport Held, clear


cdef enum:
    LONG_NUMBER = 20    # digits, as in `json_values.LONGEST_NUMBER`
    LONGEST_STATED = 7  # bytes of the longest key of `_is_stated`


cdef inline Fate score_object(Desk* desk, const uint8_t* at, const uint8_t* end, long long line) noexcept nogil:
    """An object whose strings have no escapes, with a hand, or a result of this program."""
    cdef Member member[MAX_MEMBERS]
    cdef int members
    cdef bint no_wild
    cdef Held held
    cdef Arrangement best
    if after_blanks(at, end) == end:
        return EMPTY
    clear(&held)
    members = _read_members(desk, at, end, member, &held)
    if members == NOWHERE or not _read_object(desk, member, members, &held):
        return ODD
    no_wild = held.wild == 0
    if not solve_held(desk, &held, &best):
        return ODD
    if _is_result(member, members):
        members = _take_carried(desk, member, members)
        if members == NOWHERE:
            return ODD
    if desk.to == CSV and not _put_columns(desk, member, members, no_wild):
        return ODD
    if desk.to == JSONL:
        put_result(desk, line, &held, &best)
        _put_members(desk, member, members)
    return finish_result(desk, &held, &best)


cdef inline int _read_members(
    const Desk* desk, const uint8_t* at, const uint8_t* end, Member* member, Held* held
) noexcept nogil:
    """The members of an object and nothing behind it; NOWHERE if it is not plain.

    The cards of its hand are read, unless *held* is NULL.
    """
    cdef int members = 0
    at = after_blanks(at, end)
    if at == end or at[0] != c"{":
        return NOWHERE
    at = after_blanks(at + 1, end)
    if at < end and at[0] == c"}":
        return 0 if after_blanks(at + 1, end) == end else NOWHERE
    while True:
        if members == MAX_MEMBERS:
            return NOWHERE
        at = _read_member(desk, at, end, &member[members], held)
        if at == NULL or _is_known(member, members):
            return NOWHERE
        members += 1
        at = after_blanks(at, end)
        if at == end:
            return NOWHERE
        if at[0] == c"}":
            return members if after_blanks(at + 1, end) == end else NOWHERE
        if at[0] != c",":
            return NOWHERE
        at = after_blanks(at + 1, end)


cdef inline bint _is_known(const Member* member, int at) noexcept nogil:
    """Whether an earlier member has the key of the one there."""
    cdef int other
    cdef Py_ssize_t size = member[at].key.end - member[at].key.at
    for other in range(at):
        if member[other].key.end - member[other].key.at == size:
            if memcmp(member[other].key.at, member[at].key.at, size) == 0:
                return True
    return False


cdef inline const uint8_t* _read_member(
    const Desk* desk, const uint8_t* at, const uint8_t* end, Member* member, Held* held
) noexcept nogil:
    """The end of the member that starts at *at*; NULL if it is not plain."""
    cdef const uint8_t* value = after_key(at, end)
    if value == NULL:
        return NULL
    member.key.at = at + 1
    member.key.end = string_end(at, end) - 1
    if not _is_ascii(member.key) or _is_stated_otherwise(member.key):
        return NULL
    member.value.at = value
    if held != NULL and _is_key(member, b"hand", 4):
        at = _read_hand(desk, value, end, held)
    else:
        at = value_end(value, end, MAX_DEPTH)
    member.value.end = at
    return at


cdef inline bint _is_ascii(Text text) noexcept nogil:
    """Whether a key has only characters whose case and width are plain."""
    while text.at < text.end:
        if text.at[0] > 0x7E:
            return False
        text.at += 1
    return True


cdef inline bint _is_key(const Member* member, const char* name, Py_ssize_t size) noexcept nogil:
    return member.key.end - member.key.at == size and memcmp(member.key.at, name, size) == 0


cdef inline const uint8_t* _read_hand(
    const Desk* desk, const uint8_t* at, const uint8_t* end, Held* held
) noexcept nogil:
    """The end of the hand at *at*, text or a list of text; NULL if it is not plain."""
    cdef const uint8_t* after
    if at < end and at[0] == c'"':
        return _read_hand_text(desk, at, end, held)
    if at == end or at[0] != c"[":
        return NULL
    while True:
        after = _read_hand_text(desk, after_blanks(at + 1, end), end, held)
        if after == NULL:
            return NULL
        at = after_blanks(after, end)
        if at == end:
            return NULL
        if at[0] == c"]":
            return at + 1
        if at[0] != c",":
            return NULL


cdef inline const uint8_t* _read_hand_text(
    const Desk* desk, const uint8_t* at, const uint8_t* end, Held* held
) noexcept nogil:
    """The end of a string of cards; NULL if it is not plain."""
    cdef const uint8_t* after = string_end(at, end)
    if after == NULL or not read_cards(&desk.letters, at + 1, after - 1, held.codes, &held.count):
        return NULL
    return after


cdef inline bint _read_object(const Desk* desk, const Member* member, int members, Held* held) noexcept nogil:
    """Read the keys that say something of the round and the rules; false if one is not plain."""
    cdef int at
    cdef bint bare_round = False, bare_wild = False, thrown = False
    cdef bint is_result = _is_result(member, members)
    cdef bint by_rules = desk.named.size == 0, by_options = desk.options.size == 0
    for at in range(members):
        thrown |= _is_key(&member[at], b"discard", 7) and not _is_null(member[at].value)
        if _is_null(member[at].value):
            bare_round |= _is_key(&member[at], b"round", 5)
            bare_wild |= _is_key(&member[at], b"wild", 4)
        elif _is_key(&member[at], b"rules", 5):
            by_rules = member[at].value.at[0] == c'"' and is_text(_unquoted(member[at].value), desk.named)
            if not by_rules:
                return False
        elif _is_key(&member[at], b"changed", 7):
            if by_options and _is_bare(member[at].value):
                continue
            by_options = is_text(member[at].value, desk.options)
            if not by_options:
                return False
        elif not _read_key(desk, &member[at], held):
            return False
    if is_result:
        if bare_wild:
            held.wild = 0
        # A result of a hand after the draw without a round needs the number of cards dealt, and one of `layoff` is
        # refused.
        if (thrown and held.round_no == NOWHERE) or _has_key(member, members, b"layoffs", 7):
            return False
    elif bare_wild and bare_round and held.hand_size == NOWHERE:
        held.wild = 0     # where both are null, no rank is wild
    return by_rules and by_options


cdef inline bint _has_key(const Member* member, int members, const char* name, Py_ssize_t size) noexcept nogil:
    """Whether one of the members has that key."""
    cdef int at
    for at in range(members):
        if _is_key(&member[at], name, size):
            return True
    return False


cdef inline bint _is_result(const Member* member, int members) noexcept nogil:
    """Whether an object is a result of this program: it has a whole number under `schema`."""
    cdef int at
    cdef const uint8_t* digit
    for at in range(members):
        if _is_key(&member[at], b"schema", 6):
            digit = member[at].value.at
            if member[at].value.end - digit >= LONG_NUMBER:
                return False
            digit += digit[0] == c"-"
            while digit < member[at].value.end and is_digit(digit[0]):
                digit += 1
            return digit == member[at].value.end
    return False


cdef inline bint _is_stated_otherwise(Text key) noexcept nogil:
    """Whether a key is one of those of `_is_stated` in another case, or with blanks around it."""
    cdef const uint8_t* at = after_blanks(key.at, key.end)
    cdef Py_ssize_t size = before_blanks(at, key.end) - at
    cdef uint8_t lower[LONGEST_STATED]
    cdef Member folded
    cdef int place
    if size > LONGEST_STATED:
        return False
    for place in range(size):
        lower[place] = at[place] | 32 if c"A" <= at[place] <= c"Z" else at[place]
    folded.key.at = lower
    folded.key.end = lower + size
    return _is_stated(&folded) and (key.end - key.at != size or memcmp(lower, at, size) != 0)


cdef inline Text _unquoted(Text value) noexcept nogil:
    """What stands between the quotes of a string."""
    value.at += 1
    value.end -= 1
    return value


cdef inline bint _is_bare(Text value) noexcept nogil:
    """Whether a value is an object without members."""
    return value.end - value.at == 2 and value.at[0] == c"{"


cdef inline bint _is_null(Text value) noexcept nogil:
    return value.end - value.at == 4 and memcmp(value.at, b"null", 4) == 0


cdef inline bint _read_key(const Desk* desk, const Member* member, Held* held) noexcept nogil:
    """Read the value of a key, which is not null, if it says something of the round; false if it is not plain."""
    cdef bint quoted = member.value.at[0] == c'"'
    cdef Text value = _unquoted(member.value) if quoted else member.value
    if _is_key(member, b"round", 5):
        return read_number(value.at, value.end, &held.round_no)
    if _is_key(member, b"cards", 5):
        return read_number(value.at, value.end, &held.hand_size)
    if _is_key(member, b"wild", 4):
        if quoted:
            return read_wild(&desk.letters, value.at, value.end, &held.wild)
        return read_number(value.at, value.end, &held.wild) and 1 <= held.wild <= 13
    return True


cdef inline bint _is_stated(const Member* member) noexcept nogil:
    """Whether a key is one of those that say what the hand is and what it is played by."""
    return (
        _is_key(member, b"hand", 4)
        or _is_key(member, b"round", 5)
        or _is_key(member, b"cards", 5)
        or _is_key(member, b"wild", 4)
        or _is_key(member, b"rules", 5)
        or _is_key(member, b"changed", 7)
    )


cdef inline void _put_members(Desk* desk, const Member* member, int members) noexcept nogil:
    """The other members as an object, and the end of the result."""
    cdef int at
    cdef bint first = True
    put_byte(&desk.out, c"{")
    for at in range(members):
        if _is_stated(&member[at]):
            continue
        if not first:
            put_byte(&desk.out, c",")
        first = False
        put_byte(&desk.out, c'"')
        put_bytes(&desk.out, member[at].key.at, member[at].key.end - member[at].key.at)
        put_bytes(&desk.out, b'":', 2)
        put_bytes(&desk.out, member[at].value.at, member[at].value.end - member[at].value.at)
    end_result(desk)


cdef inline int _take_carried(const Desk* desk, Member* member, int members) noexcept nogil:
    """Leave of a result what it carried on, that of its record behind it; NOWHERE if that is not plain."""
    cdef Member inner[MAX_MEMBERS]
    cdef int at, kept = 0, inside = 0
    cdef Text record
    record.at = NULL
    for at in range(members):
        if _is_key(&member[at], b"record", 6):
            record = member[at].value
        if not _is_added(desk, &member[at]):
            member[kept] = member[at]
            kept += 1
    if record.at != NULL and record.at[0] == c"{":
        inside = _read_members(desk, record.at, record.end, inner, NULL)
        if inside == NOWHERE or kept + inside > MAX_MEMBERS:
            return NOWHERE
    for at in range(inside):
        member[kept] = inner[at]
        if _is_known(member, kept) or _is_stated(&inner[at]):
            return NOWHERE
        kept += 1
    return kept


cdef inline bint _is_added(const Desk* desk, const Member* member) noexcept nogil:
    """Whether a key of a result is one that this program has added."""
    cdef int at
    for at in range(desk.added):
        if is_text(member.key, desk.added_key[at]):
            return True
    return False


cdef inline bint _put_columns(Desk* desk, const Member* member, int members, bint no_wild) noexcept nogil:
    """The members as fields of a row, in the order of the columns; false if one has no column, or the hand is odd.

    The last column is for members without one, which are left to Python. With *no_wild*, null for `wild` is `none`.
    """
    cdef int column, at, found = 0
    for column in range(desk.columns - 1):
        for at in range(members):
            if is_text(member[at].key, desk.column_key[column]):
                found += 1
                if no_wild and _is_key(&member[at], b"wild", 4) and _is_null(member[at].value):
                    put_bytes(&desk.out, b"none", 4)
                elif not _put_member(desk, &member[at]):
                    return False
        put_byte(&desk.out, desk.out_separator)
    put_byte(&desk.out, desk.out_separator)
    return found == members


cdef inline bint _put_member(Desk* desk, const Member* member) noexcept nogil:
    """A value as a field: text without quotes, null as nothing; false for a list of cards that needs quotes."""
    cdef Text value = member.value
    if value.at[0] == c"[" and _is_key(member, b"hand", 4):
        return _put_hand(desk, value)
    if value.at[0] == c'"':
        value = _unquoted(value)
    if not _is_null(member.value):
        put_field(&desk.out, value.at, value.end, desk.out_separator)
    return True


cdef inline bint _put_hand(Desk* desk, Text value) noexcept nogil:
    """A list of cards as text with blanks between; false if one of them holds a separator."""
    cdef const uint8_t* at = after_blanks(value.at + 1, value.end)
    cdef const uint8_t* after
    cdef bint first = True
    while at[0] == c'"':
        after = string_end(at, value.end)
        if memchr(at, desk.out_separator, after - at) != NULL:
            return False
        if not first:
            put_byte(&desk.out, c" ")
        first = False
        put_bytes(&desk.out, at + 1, after - at - 2)
        at = after_blanks(after, value.end)
        if at[0] == c",":
            at = after_blanks(at + 1, value.end)
    return True
