# cython: cdivision=True
"""From a plain record to its result, as JSON, as text or as fields of a row."""

from libc.stdint cimport uint8_t
from libc.string cimport strlen

from tt_solver.engine.native.bounds cimport NOWHERE
from tt_solver.records.native.desk cimport CSV, DONE, ODD, POINTS_TOLD, TEXT, Desk, Fate
from tt_solver.solver.native.situation cimport MAX_ROUNDS, Record, find_deal, is_possible
from tt_solver.solver.native.name_wilds cimport ANY_OF_RANK, Answer, Laid, arrange
from tt_solver.records.native.output cimport Name, Output, put_byte, put_bytes, put_list, put_name, put_number
from tt_solver.engine.native.state cimport NO_TROUBLE


cdef inline bint solve_record(Desk* desk, Record* record, Answer* answer) noexcept nogil:
    """Find the deal and the best arrangement of a record; false if Python has to see to it."""
    if not find_deal(&desk.game, record) or not is_possible(&desk.game, record):
        return False
    desk.search.trouble = NO_TROUBLE
    if not arrange(
        desk.search, record.codes, record.count, record.size, record.wild, desk.game.may_keep_all, answer
    ):
        return False
    return answer.points < POINTS_TOLD


cdef inline Fate finish_record(Desk* desk, const Record* record, const Answer* answer) noexcept nogil:
    """Write what is not written yet of a result, and count it."""
    cdef int key = record.round_no if record.round_no else MAX_ROUNDS + 1 + record.wild
    _put_other_form(desk, record, answer)
    if desk.out.full:
        return ODD
    desk.counts[key][answer.points] += 1
    desk.counted[key] = True
    desk.gone_out += answer.left == 0
    return DONE


cdef inline void _put_constant(Output* out, const char* text) noexcept nogil:
    """Write a text of which the C compiler knows the size."""
    put_bytes(out, text, strlen(text))


cdef inline void put_result(Desk* desk, const Record* record, const Answer* answer) noexcept nogil:
    """The result as JSON, up to what else was recorded."""
    cdef Output out = desk.out  # a copy can stay in registers: bytes that are written might be the desk's own
    cdef const Name* names = desk.quoted
    cdef int at
    _put_constant(&out, b'{"line":')
    put_number(&out, record.line)
    put_bytes(&out, desk.head.bytes, desk.head.size)
    _put_constant(&out, b',"schema":1,"hand":[')
    put_list(&out, names, record.codes, record.count)
    _put_constant(&out, b',"round":')
    if record.round_no:
        put_number(&out, record.round_no)
    else:
        _put_constant(&out, b"null")
    _put_constant(&out, b',"wild":')
    _put_or_null(&out, names, ANY_OF_RANK + record.wild if record.wild else NOWHERE)
    put_bytes(&out, desk.rules.bytes, desk.rules.size)
    _put_constant(&out, b',"discard":')
    _put_or_null(&out, names, answer.discard)
    _put_constant(&out, b'"melds":[')
    for at in range(answer.melds):
        if at:
            put_byte(&out, c",")
        _put_meld(&out, names, &answer.meld[at])
    _put_constant(&out, b'],"deadwood":[')
    put_list(&out, names, answer.left_codes, answer.left)
    _put_constant(&out, b',"points":')
    put_number(&out, answer.points)
    _put_constant(&out, b',"score":')
    put_number(&out, answer.points * desk.game.multiplier[record.wild])
    if answer.left:
        _put_constant(&out, b',"out":false,"record":')
    else:
        _put_constant(&out, b',"out":true,"record":')
    desk.out = out


cdef inline void _put_or_null(Output* out, const Name* names, int place) noexcept nogil:
    """A card or a rank with a comma behind, or null."""
    if place == NOWHERE:
        _put_constant(out, b"null,")
    else:
        put_name(out, &names[place])


cdef inline void _put_meld(Output* out, const Name* names, const Laid* meld) noexcept nogil:
    if meld.run:
        _put_constant(out, b'{"kind":"run","cards":[')
    else:
        _put_constant(out, b'{"kind":"set","cards":[')
    put_list(out, names, meld.cards, meld.count)
    _put_constant(out, b',"as":[')
    put_list(out, names, meld.places, meld.count)
    put_byte(out, c"}")


cdef inline void _put_other_form(Desk* desk, const Record* record, const Answer* answer) noexcept nogil:
    """The result as text, or behind the columns of a CSV row; nothing for JSON."""
    cdef Output* out = &desk.out
    if desk.to == TEXT:
        put_number(out, answer.points)
        put_byte(out, c"\t")
        _put_melds(desk, answer)
        put_byte(out, c"\t")
        _put_words(desk, answer.left_codes, answer.left)
        put_byte(out, c"\t")
        _put_discard(desk, answer)
        put_byte(out, c"\n")
    elif desk.to == CSV:
        _put_cells(desk, record, answer)


cdef inline void _put_cells(Desk* desk, const Record* record, const Answer* answer) noexcept nogil:
    """The fields of `results.ADDED`."""
    cdef Output* out = &desk.out
    put_number(out, answer.points)
    put_byte(out, desk.out_separator)
    put_number(out, answer.points * desk.game.multiplier[record.wild])
    put_byte(out, desk.out_separator)
    _put_constant(out, b"false" if answer.left else b"true")
    put_byte(out, desk.out_separator)
    _put_discard(desk, answer)
    put_byte(out, desk.out_separator)
    _put_melds(desk, answer)
    put_byte(out, desk.out_separator)
    _put_words(desk, answer.left_codes, answer.left)
    put_byte(out, desk.out_separator)
    put_byte(out, c"\n")


cdef inline void _put_discard(Desk* desk, const Answer* answer) noexcept nogil:
    if answer.discard != NOWHERE:
        put_name(&desk.out, &desk.bare[answer.discard])


cdef inline void _put_melds(Desk* desk, const Answer* answer) noexcept nogil:
    cdef int at
    for at in range(answer.melds):
        if at:
            put_bytes(&desk.out, b" | ", 3)
        _put_words(desk, answer.meld[at].cards, answer.meld[at].count)


cdef inline void _put_words(Desk* desk, const uint8_t* codes, int count) noexcept nogil:
    cdef int at
    for at in range(count):
        if at:
            put_byte(&desk.out, c" ")
        put_name(&desk.out, &desk.bare[codes[at]])
