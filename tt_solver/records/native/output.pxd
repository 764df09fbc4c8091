# cython: cdivision=True
"""Bytes of results on their way out: a buffer that grows, and what is written to it."""

from libc.stddef cimport size_t
from libc.stdint cimport uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

cdef extern from *:
    bint unlikely(bint condition) noexcept nogil  # a word to the C compiler, which Cython defines

cdef enum:
    NAME_ROOM = 8       # of a name in its table: it is copied whole, which takes one step
    MAX_DIGITS = 20     # of a number of 64 bits
    FIRST_ROOM = 1 << 16


cdef struct Output:
    # *room* bytes, of which *used* are written. *full* tells that something was not written: `reserve` was asked for
    # too little, or there is no memory.
    uint8_t* bytes
    size_t used
    size_t room
    bint full


cdef struct Name:
    # A name of at most NAME_ROOM bytes.
    char text[NAME_ROOM]
    int size


cdef inline bint reserve(Output* out, size_t more) noexcept nogil:
    """Make room for *more* bytes; false if there is no memory."""
    cdef size_t room = max(out.room, <size_t> FIRST_ROOM)
    cdef uint8_t* moved
    if out.room - out.used >= more:
        return True
    while room - out.used < more:
        room *= 2
    moved = <uint8_t*> realloc(out.bytes, room)
    if moved == NULL:
        return False
    out.bytes = moved
    out.room = room
    return True


cdef inline void release(Output* out) noexcept nogil:
    free(out.bytes)
    out.bytes = NULL
    out.used = out.room = 0


cdef inline bint has_room(Output* out, size_t more) noexcept nogil:
    """Whether *more* bytes may be written; if not, the output is marked as full."""
    if unlikely(out.room - out.used < more):
        out.full = True
        return False
    return True


cdef inline void put_bytes(Output* out, const void* data, size_t size) noexcept nogil:
    if has_room(out, size):
        memcpy(out.bytes + out.used, data, size)
        out.used += size


cdef inline void put_byte(Output* out, uint8_t byte) noexcept nogil:
    if has_room(out, 1):
        out.bytes[out.used] = byte
        out.used += 1


cdef inline void put_name(Output* out, const Name* name) noexcept nogil:
    if has_room(out, NAME_ROOM):
        out.used = copy_name(out.bytes + out.used, name) - out.bytes


cdef inline void put_number(Output* out, unsigned long long number) noexcept nogil:
    if has_room(out, MAX_DIGITS):
        out.used = copy_number(out.bytes + out.used, number) - out.bytes


cdef inline void put_field(Output* out, const uint8_t* at, const uint8_t* end, uint8_t separator) noexcept nogil:
    """Write a field of a CSV row, in quotes if it holds a separator or a quote; line ends it has none."""
    cdef const uint8_t* p = at
    while p < end and p[0] != separator and p[0] != c'"':
        p += 1
    if p == end:
        put_bytes(out, at, end - at)
        return
    put_byte(out, c'"')
    while at < end:
        if at[0] == c'"':
            put_byte(out, c'"')
        put_byte(out, at[0])
        at += 1
    put_byte(out, c'"')


# -- where there is room --------------------------------------------------------------------------------


cdef inline uint8_t* copy_name(uint8_t* to, const Name* name) noexcept nogil:
    """Copy a name, of NAME_ROOM bytes of which its own are kept; the end of these."""
    memcpy(to, name.text, NAME_ROOM)
    return to + name.size


cdef inline uint8_t* copy_list(uint8_t* to, const Name* names, const uint8_t* at, int count) noexcept nogil:
    """Copy the names at *count* places of *names*, each of which ends in a comma but for the last; the end of them."""
    cdef int item
    for item in range(count):
        to = copy_name(to, &names[at[item]])
    return to - (count > 0)


cdef inline uint8_t* copy_number(uint8_t* to, unsigned long long number) noexcept nogil:
    """Copy a number of at most MAX_DIGITS digits; the end of it."""
    cdef uint8_t digits[MAX_DIGITS]
    cdef int at = MAX_DIGITS
    if number < 10:
        to[0] = <uint8_t> (48 + number)
        return to + 1
    while number:
        at -= 1
        digits[at] = <uint8_t> (48 + number % 10)
        number //= 10
    memcpy(to, digits + at, MAX_DIGITS - at)
    return to + (MAX_DIGITS - at)
