# cython: cdivision=True
"""From a plain record to its result, as JSON, as text or as fields of a row."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, strlen

from tt_solver.engine.native.state cimport NO_TROUBLE
from tt_solver.game.native.cards cimport NOWHERE
from tt_solver.game.native.melds cimport ANY_OF_RANK, Meld
from tt_solver.game.native.rules cimport multiplier
from tt_solver.records.native.desk cimport (
    BEFORE_DEADWOOD,
    BEFORE_DISCARD,
    BEFORE_HAND,
    BEFORE_LINE,
    BEFORE_MELDS,
    BEFORE_OUT,
    BEFORE_PLACES,
    BEFORE_POINTS,
    BEFORE_RECORD,
    BEFORE_ROUND,
    BEFORE_SCORE,
    BEFORE_WILD,
    BEHIND_PLACES,
    BEHIND_RECORD,
    CSV,
    DONE,
    ODD,
    POINTS_TOLD,
    RESULT_ROOM,
    RUN_BEFORE_CARDS,
    SET_BEFORE_CARDS,
    SHORT,
    TEXT,
    Constant,
    Desk,
    Fate,
)
from tt_solver.records.native.output cimport (
    Name,
    Output,
    copy_list,
    copy_name,
    copy_number,
    has_room,
    put_byte,
    put_bytes,
    put_name,
    put_number,
)
from tt_solver.solver.native.best cimport Arrangement, arrange
from tt_solver.solver.native.situation cimport MAX_ROUNDS, Held, is_possible, settle


cdef inline bint solve_held(Desk* desk, Held* held, Arrangement* best) noexcept nogil:
    """Find the deal and the best arrangement of a record; false if Python has to see to it."""
    if not settle(&desk.given, held) or not is_possible(&desk.given, &desk.search.rules, held):
        return False
    desk.search.trouble = NO_TROUBLE
    if not arrange(desk.search, held.codes, held.count, held.hand_size, held.wild, best):
        return False
    return best.named.points < POINTS_TOLD


cdef inline Fate finish_result(Desk* desk, const Held* held, const Arrangement* best) noexcept nogil:
    """Write what is not written yet of a result, and count it."""
    cdef int key = held.round_no if held.round_no else MAX_ROUNDS + 1 + held.wild
    _put_other_form(desk, held, best)
    if desk.out.full:
        return ODD
    desk.counts[key][best.named.points] += 1
    desk.counted[key] = True
    desk.gone_out += best.named.left == 0
    return DONE


cdef inline void _put_constant(Output* out, const char* text) noexcept nogil:
    """Write a text of which the C compiler knows the size."""
    put_bytes(out, text, strlen(text))


cdef inline void put_result(Desk* desk, long long line, const Held* held, const Arrangement* best) noexcept nogil:
    """The result as JSON, up to what else was recorded."""
    cdef const Name* names = desk.quoted
    cdef uint8_t* to
    cdef int at
    if not has_room(&desk.out, RESULT_ROOM + desk.keys_room):
        return
    to = desk.out.bytes + desk.out.used
    to = _copy_piece(to, &desk.piece[BEFORE_LINE])
    to = copy_number(to, line)
    to = _copy_piece(to, &desk.piece[BEFORE_HAND])
    to = copy_list(to, names, held.codes, held.count)
    to = _copy_piece(to, &desk.piece[BEFORE_ROUND])
    to = copy_number(to, held.round_no) if held.round_no else _copy_word(to, b"null", 4)
    to = _copy_piece(to, &desk.piece[BEFORE_WILD])
    to = _copy_or_null(to, names, ANY_OF_RANK + held.wild if held.wild else NOWHERE)
    to = _copy_piece(to, &desk.piece[BEFORE_DISCARD])
    to = _copy_or_null(to, names, best.discard)
    to = _copy_piece(to, &desk.piece[BEFORE_MELDS])
    for at in range(best.named.melds):
        if at:
            to[0] = c","
            to += 1
        to = _copy_meld(to, desk, &best.named.meld[at])
    to = _copy_piece(to, &desk.piece[BEFORE_DEADWOOD])
    to = copy_list(to, names, best.named.left_codes, best.named.left)
    to = _copy_piece(to, &desk.piece[BEFORE_POINTS])
    to = copy_number(to, best.named.points)
    to = _copy_piece(to, &desk.piece[BEFORE_SCORE])
    to = copy_number(to, best.named.points * multiplier(&desk.search.rules, held.wild))
    to = _copy_piece(to, &desk.piece[BEFORE_OUT])
    to = _copy_word(to, b"false", 5) if best.named.left else _copy_word(to, b"true", 4)
    to = _copy_piece(to, &desk.piece[BEFORE_RECORD])
    desk.out.used = to - desk.out.bytes


cdef inline uint8_t* _copy_piece(uint8_t* to, const Constant* piece) noexcept nogil:
    """Copy a piece of an object, behind which SHORT more bytes may be read and written; the end of what counts."""
    memcpy(to, piece.bytes, SHORT)
    if piece.size > SHORT:
        memcpy(to + SHORT, piece.bytes + SHORT, piece.size - SHORT)
    return to + piece.size


cdef inline uint8_t* _copy_word(uint8_t* to, const char* word, size_t size) noexcept nogil:
    memcpy(to, word, size)
    return to + size


cdef inline uint8_t* _copy_or_null(uint8_t* to, const Name* names, int place) noexcept nogil:
    """A card or a rank without the comma behind its name, or null."""
    return _copy_word(to, b"null", 4) if place == NOWHERE else copy_name(to, &names[place]) - 1


cdef inline uint8_t* _copy_meld(uint8_t* to, const Desk* desk, const Meld* meld) noexcept nogil:
    to = _copy_piece(to, &desk.meld_piece[RUN_BEFORE_CARDS if meld.run else SET_BEFORE_CARDS])
    to = copy_list(to, desk.quoted, meld.cards, meld.count)
    to = _copy_piece(to, &desk.meld_piece[BEFORE_PLACES])
    to = copy_list(to, desk.quoted, meld.places, meld.count)
    return _copy_piece(to, &desk.meld_piece[BEHIND_PLACES])


cdef inline void end_result(Desk* desk) noexcept nogil:
    """The end of what else was recorded, and of the result."""
    put_byte(&desk.out, c"}")
    put_bytes(&desk.out, desk.piece[BEHIND_RECORD].bytes, desk.piece[BEHIND_RECORD].size)
    put_byte(&desk.out, c"\n")


cdef inline void _put_other_form(Desk* desk, const Held* held, const Arrangement* best) noexcept nogil:
    """The result as text, or behind the columns of a CSV row; nothing for JSON."""
    cdef Output* out = &desk.out
    if desk.to == TEXT:
        put_number(out, best.named.points)
        put_byte(out, c"\t")
        _put_melds(desk, best)
        put_byte(out, c"\t")
        _put_words(desk, best.named.left_codes, best.named.left)
        put_byte(out, c"\t")
        _put_discard(desk, best)
        put_byte(out, c"\n")
    elif desk.to == CSV:
        _put_cells(desk, held, best)


cdef inline void _put_cells(Desk* desk, const Held* held, const Arrangement* best) noexcept nogil:
    """The fields of `results.ADDED`."""
    cdef Output* out = &desk.out
    put_number(out, best.named.points)
    put_byte(out, desk.out_separator)
    put_number(out, best.named.points * multiplier(&desk.search.rules, held.wild))
    put_byte(out, desk.out_separator)
    _put_constant(out, b"false" if best.named.left else b"true")
    put_byte(out, desk.out_separator)
    _put_discard(desk, best)
    put_byte(out, desk.out_separator)
    _put_melds(desk, best)
    put_byte(out, desk.out_separator)
    _put_words(desk, best.named.left_codes, best.named.left)
    put_byte(out, desk.out_separator)
    put_byte(out, c"\n")


cdef inline void _put_discard(Desk* desk, const Arrangement* best) noexcept nogil:
    if best.discard != NOWHERE:
        put_name(&desk.out, &desk.bare[best.discard])


cdef inline void _put_melds(Desk* desk, const Arrangement* best) noexcept nogil:
    cdef int at
    for at in range(best.named.melds):
        if at:
            put_bytes(&desk.out, b" | ", 3)
        _put_words(desk, best.named.meld[at].cards, best.named.meld[at].count)


cdef inline void _put_words(Desk* desk, const uint8_t* codes, int count) noexcept nogil:
    cdef int at
    for at in range(count):
        if at:
            put_byte(&desk.out, c" ")
        put_name(&desk.out, &desk.bare[codes[at]])
