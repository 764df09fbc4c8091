# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Chunks of recorded hands to lines of results without a Python object for any of them.

The compiled twin of `tt_solver.records` for records that are plain: one pass over the bytes reads, solves and writes.
A record that is not plain, or in which anything is wrong, is left over: its place is told, and Python sees to it. So
what is read here has one meaning with and without this module, and all diagnoses are worded in one place.
"""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_FillInfo, PyBuffer_Release, PyObject_GetBuffer
from libc.stddef cimport size_t
from libc.stdint cimport uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memchr, memcpy, memset

from tt_solver.engine.native.search cimport Engine
from tt_solver.engine.native.state cimport NO_TROUBLE
from tt_solver.game.native.cards cimport MAX_CARDS, NOWHERE, RANKS
from tt_solver.game.native.melds cimport ANY_OF_RANK
from tt_solver.records.native.desk cimport (
    CARDS,
    CHANGED,
    CSV,
    DONE,
    EMPTY,
    HAND,
    JSONL,
    KEYS,
    LONGEST,
    MAX_ADDED,
    MAX_COLUMNS,
    MAX_SPARES,
    MELD_PIECES,
    ODD,
    OTHER,
    PIECES,
    POINTS_TOLD,
    RECORD,
    RESULT_ROOM,
    ROUND,
    RULES,
    SHORT,
    TEXT,
    WILD,
    Column,
    Constant,
    Desk,
    Fate,
    Form,
    OddSlice,
    Text,
    is_text,
)
from tt_solver.records.native.json_lines cimport score_object
from tt_solver.records.native.output cimport (
    FIRST_ROOM,
    NAME_ROOM,
    Name,
    Output,
    put_byte,
    put_bytes,
    put_field,
    put_number,
    release,
    reserve,
)
from tt_solver.records.native.reading cimport (
    after_blanks,
    before_blanks,
    is_blank,
    is_carried,
    is_digit,
    read_cards,
    read_number,
    read_wild,
)
from tt_solver.records.native.results cimport end_result, finish_result, put_result, solve_held
from tt_solver.solver.native.best cimport Arrangement
from tt_solver.solver.native.name_wilds cimport MAX_NAMED
from tt_solver.solver.native.situation cimport MAX_ROUNDS, Held, Situation, clear

from tt_solver.game.cards import CARD_NAMES, RANK_NAMES, Suit
from tt_solver.notation.spellings import ENGLISH


cdef enum:
    TABS_OF_RESULT = 3


# -- a chunk ------------------------------------------------------------------------------------------


cdef void score_records(Desk* desk, const uint8_t* data, size_t start, size_t end, long long line) noexcept nogil:
    """Score the records from *start* to *end* of *data*, of which the first is in that *line*."""
    cdef size_t after
    cdef size_t content_end
    cdef Fate fate
    while start < end and not desk.no_memory:
        content_end = _line_end(data, start, end, &after)
        fate = _score_line(desk, data + start, data + content_end, line)
        if fate == ODD:
            _leave(desk, start, after, line)
        start = after
        line += 1


cdef inline size_t _line_end(const uint8_t* data, size_t start, size_t end, size_t* after) noexcept nogil:
    """The end of the line at *start*, which a line feed, a carriage return or both end; *after* is behind those."""
    cdef const uint8_t* feed = <const uint8_t*> memchr(data + start, c"\n", end - start)
    cdef size_t stop = feed - data if feed != NULL else end
    cdef const uint8_t* back = <const uint8_t*> memchr(data + start, c"\r", stop - start)
    if back == NULL:
        after[0] = stop + 1 if stop < end else end
        return stop
    after[0] = back - data + 1
    if after[0] == stop and stop < end:
        after[0] = stop + 1
    return back - data


cdef inline Fate _score_line(Desk* desk, const uint8_t* at, const uint8_t* end, long long line) noexcept nogil:
    """Score one line; what was written of a result that is not finished is taken back."""
    cdef size_t before = desk.out.used
    cdef Fate fate
    if end - at > LONGEST:
        return ODD
    if not reserve(&desk.out, _room_for(desk, end - at)):
        desk.no_memory = True
        return ODD
    if desk.form == TEXT:
        fate = _score_text(desk, at, end, line)
    elif desk.form == CSV:
        fate = _score_row(desk, at, end, line)
    else:
        fate = score_object(desk, at, end, line)
    if fate != DONE or desk.out.full:
        desk.out.used = before
        fate = ODD if desk.out.full else fate
        desk.out.full = False
    return fate


cdef inline size_t _room_for(const Desk* desk, size_t size) noexcept nogil:
    """The most bytes that the result of a record of that *size* has.

    What was recorded comes once at most; quotes double no more than its bytes, and fields have two around each.
    """
    return RESULT_ROOM + desk.keys_room + 2 * size + 4 * (desk.columns + 1) + NAME_ROOM


cdef inline void _leave(Desk* desk, size_t start, size_t end, long long line) noexcept nogil:
    """Leave a record to Python, with those left just before it if nothing was written in between."""
    cdef OddSlice* moved
    cdef size_t room
    if desk.odds and desk.odd[desk.odds - 1].before == desk.out.used:
        desk.odd[desk.odds - 1].end = end
        return
    if desk.odds == desk.odd_room:
        room = 2 * desk.odd_room + 64
        moved = <OddSlice*> realloc(desk.odd, room * sizeof(OddSlice))
        if moved == NULL:
            desk.no_memory = True
            return
        desk.odd = moved
        desk.odd_room = room
    desk.odd[desk.odds].start = start
    desk.odd[desk.odds].end = end
    desk.odd[desk.odds].line = line
    desk.odd[desk.odds].before = desk.out.used
    desk.odds += 1


# -- text ---------------------------------------------------------------------------------------------


cdef Fate _score_text(Desk* desk, const uint8_t* at, const uint8_t* end, long long line) noexcept nogil:
    """A line of ROUND CARD CARD ..., or of a hand alone."""
    cdef const uint8_t* content = after_blanks(at, end)
    cdef Held held
    cdef Arrangement best
    if content == end or content[0] == c"#":
        return EMPTY
    if memchr(content, c"\t", end - content) != NULL and _tabs(content, end) == TABS_OF_RESULT:
        return ODD      # it may be a result of this program
    clear(&held)
    if desk.with_round:
        at = _read_round(content, end, &held.round_no)
        if at == NULL:
            return ODD
    if not read_cards(&desk.letters, at, end, held.codes, &held.count):
        return ODD
    if not solve_held(desk, &held, &best):
        return ODD
    if desk.to == CSV:
        _put_text_columns(desk, &held, at, end)
    elif desk.to == JSONL:
        put_result(desk, line, &held, &best)
        put_bytes(&desk.out, b"{", 1)
        end_result(desk)
    return finish_result(desk, &held, &best)


cdef inline int _tabs(const uint8_t* at, const uint8_t* end) noexcept nogil:
    cdef int tabs = 0
    while at < end:
        tabs += at[0] == c"\t"
        at += 1
    return tabs


cdef inline const uint8_t* _read_round(const uint8_t* at, const uint8_t* end, int* round_no) noexcept nogil:
    """Where the hand begins, behind a round of one or two digits and what separates it; NULL if it is not so."""
    cdef const uint8_t* after = at
    while after < end and is_digit(after[0]) and after - at < 3:
        after += 1
    if not read_number(at, after, round_no):
        return NULL
    at = after
    while at < end and (is_blank(at[0]) or at[0] == c"," or at[0] == c";" or at[0] == c":"):
        at += 1
    if at == after and at < end:
        return NULL
    return at


cdef inline void _put_text_columns(Desk* desk, const Held* held, const uint8_t* at, const uint8_t* end) noexcept nogil:
    """The round and the hand as typed, in the order of the columns."""
    cdef int column
    for column in range(desk.columns):
        if desk.column[column] == HAND:
            put_field(&desk.out, at, end, desk.out_separator)
        elif desk.with_round:
            put_number(&desk.out, held.round_no)
        put_byte(&desk.out, desk.out_separator)


# -- CSV ----------------------------------------------------------------------------------------------


cdef Fate _score_row(Desk* desk, const uint8_t* at, const uint8_t* end, long long line) noexcept nogil:
    """A row without quotes."""
    cdef Text field[MAX_COLUMNS]
    cdef int fields
    cdef Held held
    cdef Arrangement best
    if line < desk.rows_from or after_blanks(at, end) == end:
        return EMPTY
    clear(&held)
    fields = _split(desk, at, end, field)
    if fields == NOWHERE or not _read_row(desk, field, fields, &held) or not solve_held(desk, &held, &best):
        return ODD
    if desk.to == CSV:
        _put_row(desk, field, fields)
    elif desk.to == JSONL:
        put_result(desk, line, &held, &best)
        if not _put_others(desk, field, fields):
            return ODD
    return finish_result(desk, &held, &best)


cdef inline int _split(const Desk* desk, const uint8_t* at, const uint8_t* end, Text* field) noexcept nogil:
    """The fields of a row, which is not blank; NOWHERE if it has a quote, or more fields than the header has names for.

    Blank ones behind the last column are passed over.
    """
    cdef int fields = 0
    if memchr(at, c'"', end - at) != NULL:
        return NOWHERE
    while fields < desk.columns:
        field[fields].at = at
        while at < end and at[0] != desk.separator:
            at += 1
        field[fields].end = at
        fields += 1
        if at == end:
            return fields
        at += 1
    while at < end and (at[0] == desk.separator or at[0] == c" "):
        at += 1
    return fields if at == end else NOWHERE


cdef inline bint _read_row(const Desk* desk, const Text* field, int fields, Held* held) noexcept nogil:
    """Read the columns that say something of the hand; false if one is not plain."""
    cdef int column, at
    cdef bint by_rules = desk.named.size == 0
    if desk.error_column != NOWHERE and desk.error_column < fields and not _is_blank(field[desk.error_column]):
        return False
    for at in range(desk.hands):
        column = desk.hand_column[at]
        if column < fields and not read_cards(
            &desk.letters, field[column].at, field[column].end, held.codes, &held.count
        ):
            return False
    for column in range(fields):
        if desk.column[column] == RULES and is_text(field[column], desk.named):
            by_rules = True
        elif desk.column[column] != OTHER and desk.column[column] != HAND:
            if not _read_stated(desk, desk.column[column], field[column], held):
                return False
    return by_rules


cdef inline bint _read_stated(const Desk* desk, Column column, Text text, Held* held) noexcept nogil:
    """Read what a record says of its round as *column*, if that is not blank; false if it is not plain."""
    text.at = after_blanks(text.at, text.end)
    text.end = before_blanks(text.at, text.end)
    if text.at == text.end:
        return True
    if column == CHANGED:
        return text.end - text.at == 2 and text.at[0] == c"{" and text.at[1] == c"}"
    if column == ROUND:
        return read_number(text.at, text.end, &held.round_no)
    if column == CARDS:
        return read_number(text.at, text.end, &held.hand_size)
    return column == WILD and read_wild(&desk.letters, text.at, text.end, &held.wild)


cdef inline bint _is_blank(Text text) noexcept nogil:
    return after_blanks(text.at, text.end) == text.end


cdef inline void _put_row(Desk* desk, const Text* field, int fields) noexcept nogil:
    """The row as it was, with empty fields where it is short."""
    cdef int column
    if desk.separator == desk.out_separator:
        put_bytes(&desk.out, field[0].at, field[fields - 1].end - field[0].at)
        put_byte(&desk.out, desk.out_separator)
    else:
        for column in range(fields):
            put_field(&desk.out, field[column].at, field[column].end, desk.out_separator)
            put_byte(&desk.out, desk.out_separator)
    for column in range(fields, desk.columns):
        put_byte(&desk.out, desk.out_separator)


cdef inline bint _put_others(Desk* desk, const Text* field, int fields) noexcept nogil:
    """The other columns as an object, and the end of the result; false if a field needs an escape."""
    cdef int column
    cdef bint first = True
    put_byte(&desk.out, c"{")
    for column in range(desk.columns):
        if desk.column[column] != OTHER:
            continue
        if not first:
            put_byte(&desk.out, c",")
        first = False
        put_bytes(&desk.out, desk.column_key[column].bytes, desk.column_key[column].size)
        put_byte(&desk.out, c'"')
        if column < fields:
            if not is_carried(field[column].at, field[column].end):
                return False
            put_bytes(&desk.out, field[column].at, field[column].end - field[column].at)
        put_byte(&desk.out, c'"')
    end_result(desk)
    return True


# -- the scorer ---------------------------------------------------------------------------------------


cdef Output idle[MAX_SPARES]
cdef int idles = 0
"""Buffers of all scorers that are not in use, so that many threads need no more than they fill at a time."""


cdef class Written:
    """The results of a chunk, as a buffer that serves for others when nobody refers to it any more."""

    cdef Output out

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        PyBuffer_FillInfo(buffer, self, self.out.bytes, self.out.used, True, flags)

    def __dealloc__(self):
        global idles
        if idles == MAX_SPARES or self.out.bytes == NULL:
            release(&self.out)
        else:
            idle[idles] = self.out
            idles += 1


cdef class Scorer:
    """Scores chunks of one file with *engine*; one thread at a time, as that.

    Args:
        form: what is read: `text`, `csv` or `jsonl`.
        to: what is written.
        calendar: the cards and the wild rank of each round, from the first.
        given: round, cards and wild rank where a record says nothing, each None where nothing is known.
        decks: how many decks are in play.
        with_round: whether lines of text begin with the round.
        pieces: what stands before, between and behind the values of a result as an object: see `BEFORE_LINE` and what follows it.
        meld_pieces: the same for a meld: the start of a set, the start of a run, and what follows each list.
        named: what a record writes that names the rules; one that writes anything else is left over.
        options: what an object writes for options on top of them; one that writes anything else is left over.
        added: the keys that results have and records have not.
        separators: of the CSV that is read, and of that which is written.
        columns: what the columns hold, by the names of the constants above, and for others as they are in an object.
        hand: the columns of the hand, in order.
        error: the column of errors that this program wrote, or -1.
        rows_from: the line where rows start.

    Raises:
        ValueError: there are more columns or rounds than this module counts, or a round, a number of cards or a wild rank
            is given that no hand has.
    """

    cdef Desk desk
    cdef Engine engine
    cdef list held

    def __cinit__(
        self,
        Engine engine,
        *,
        str form,
        str to,
        calendar,
        given,
        int decks,
        bint with_round=False,
        pieces=(),
        meld_pieces=(),
        bytes named=b"",
        bytes options=b"",
        added=(),
        separators=(",", ","),
        columns=(),
        hand=(),
        int error=NOWHERE,
        long long rows_from=1,
    ):
        memset(&self.desk, 0, sizeof(Desk))
        self.engine = engine
        self.held = [named, options]
        self.desk.search = &engine.search
        self.desk.form = _form_of(form)
        self.desk.to = _form_of(to)
        self.desk.with_round = with_round
        self.desk.named = _constant(named)
        self.desk.options = _constant(options)
        self.desk.separator = ord(separators[0])
        self.desk.out_separator = ord(separators[1])
        self.desk.rows_from = rows_from
        self.desk.error_column = error
        self.desk.given.decks = decks
        _init_given(&self.desk.given, calendar, given)
        _init_names(&self.desk)
        self._init_pieces(pieces, meld_pieces)
        self._init_columns(columns, hand)
        self._init_added(added)

    def __dealloc__(self):
        release(&self.desk.out)
        free(self.desk.odd)

    cdef int _init_pieces(self, pieces, meld_pieces) except -1:
        cdef int at
        if self.desk.to == JSONL and (len(pieces) != PIECES or len(meld_pieces) != MELD_PIECES):
            raise ValueError(f"{PIECES} and {MELD_PIECES} pieces are needed")
        for at, piece in enumerate(pieces):
            self.desk.piece[at] = self._piece(piece)
            self.desk.keys_room += len(piece)
        for at, piece in enumerate(meld_pieces):
            self.desk.meld_piece[at] = self._piece(piece)
            self.desk.keys_room += MAX_NAMED * len(piece)
        return 0

    cdef Constant _piece(self, bytes text):
        """The piece, with SHORT bytes behind it that may be copied too."""
        cdef bytes padded = text + bytes(SHORT)
        cdef Constant piece = _constant(padded)
        self.held.append(padded)
        piece.size = len(text)
        return piece

    cdef int _init_columns(self, columns, hand) except -1:
        cdef int at
        if len(columns) > MAX_COLUMNS or len(hand) > MAX_COLUMNS:
            raise ValueError(f"{len(columns)} columns: at most {MAX_COLUMNS} can be told apart")
        for at, (kind, key) in enumerate(columns):
            self.held.append(key)
            self.desk.column[at] = COLUMN_OF[kind]
            self.desk.column_key[at] = _constant(key)
            self.desk.keys_room += len(key)
        self.desk.columns = len(columns)
        for at, column in enumerate(hand):
            self.desk.hand_column[at] = _within(column, 0, MAX_COLUMNS - 1)
        self.desk.hands = len(hand)
        return 0

    cdef int _init_added(self, added) except -1:
        cdef int at
        if len(added) > MAX_ADDED:
            raise ValueError(f"{len(added)} keys: results add at most {MAX_ADDED}")
        for at, key in enumerate(added):
            self.held.append(key)
            self.desk.added_key[at] = _constant(key)
        self.desk.added = len(added)
        return 0

    def score(self, data, Py_ssize_t start, Py_ssize_t end, long long line):
        """Score the whole records from *start* to *end* of the bytes *data*, the first in that *line*.

        Other threads run meanwhile.

        Returns:
            The results, in memory that serves for later ones when nothing refers to it any more; the slices left to
            Python, each as its start, end and first line, and how many bytes of the results come before its own; how
            many hands were out; and by (round or 0, wild rank or 0) how many hands had how many points.
        """
        cdef Py_buffer buffer
        PyObject_GetBuffer(data, &buffer, PyBUF_SIMPLE)
        try:
            if not 0 <= start <= end <= buffer.len:
                raise ValueError(f"{start} to {end} of {buffer.len} bytes")
            self.engine._enter()
            self._clear()
            with nogil:
                score_records(&self.desk, <const uint8_t*> buffer.buf, start, end, line)
            self.desk.search.trouble = NO_TROUBLE
            self.engine._leave()
        finally:
            PyBuffer_Release(&buffer)
        if self.desk.no_memory:
            raise MemoryError
        return self._results()

    cdef int _clear(self) except -1:
        global idles
        if self.desk.out.bytes == NULL and idles:
            idles -= 1
            self.desk.out = idle[idles]
        self.desk.out.used = self.desk.odds = 0
        self.desk.out.full = False
        self.desk.no_memory = not reserve(&self.desk.out, FIRST_ROOM)
        self.desk.gone_out = 0
        return 0

    cdef tuple _results(self):
        cdef size_t at
        cdef int key, points
        cdef list odd = []
        cdef dict counts = {}, of_round
        for at in range(self.desk.odds):
            one = self.desk.odd[at]
            odd.append((one.start, one.end, one.line, one.before))
        for key in range(KEYS):
            if self.desk.counted[key]:
                of_round = counts[_round_key(key)] = {}
                for points in range(POINTS_TOLD):
                    if self.desk.counts[key][points]:
                        of_round[points] = self.desk.counts[key][points]
                memset(self.desk.counts[key], 0, sizeof(self.desk.counts[key]))
                self.desk.counted[key] = False
        return memoryview(self._lent()), odd, self.desk.gone_out, counts

    cdef Written _lent(self):
        """What was written, taken from the desk."""
        cdef Written written = Written.__new__(Written)
        written.out = self.desk.out
        memset(&self.desk.out, 0, sizeof(Output))
        return written


COLUMN_OF = {
    "": OTHER,
    "round": ROUND,
    "cards": CARDS,
    "wild": WILD,
    "rules": RULES,
    "hand": HAND,
    "changed": CHANGED,
    "record": RECORD,
}


cdef tuple _round_key(int key):
    """A key of the tally as Python has it."""
    cdef int wild = key - MAX_ROUNDS - 1
    if wild >= 0:
        return 0, wild
    return key, 0


cdef Form _form_of(str name) except? TEXT:
    return {"text": TEXT, "csv": CSV, "jsonl": JSONL}[name]


cdef Constant _constant(bytes text):
    cdef Constant constant
    constant.bytes = text
    constant.size = len(text)
    return constant


cdef int _init_given(Situation* out, calendar, given) except -1:
    cdef int at
    if len(calendar) > MAX_ROUNDS:
        raise ValueError(f"{len(calendar)} rounds: at most {MAX_ROUNDS} can be counted")
    out.rounds = len(calendar)
    for at, (hand_size, wild) in enumerate(calendar, 1):
        out.size_of[at] = _within(hand_size, 0, MAX_CARDS)
        out.wild_of[at] = _within(wild, 0, RANKS)
    round_no, hand_size, wild = given
    out.round_no = NOWHERE if round_no is None else _within(round_no, 1, len(calendar))
    out.hand_size = NOWHERE if hand_size is None else _within(hand_size, 1, MAX_CARDS)
    out.wild = NOWHERE if wild is None else _within(wild, 0, RANKS)
    return 0


cdef int _within(number, int least, int most) except? NOWHERE:
    """The number, if it is one that is counted with."""
    if not least <= number <= most:
        raise ValueError(f"{number} is not between {least} and {most}")
    return number


cdef int _init_names(Desk* desk) except -1:
    """Letters and names from the modules that say what they are."""
    cdef int at
    for at in range(256):
        letter = chr(at).lower() if at < 128 else ""
        desk.letters.rank[at] = ENGLISH.ranks.get(letter, 0)
        desk.letters.suit[at] = ENGLISH.suits.get(letter, NOWHERE)
        desk.letters.blank[at] = letter in (" ", "\t", ",") and letter != ""
    for suit in Suit:
        for at, byte in enumerate(suit.sign.encode()):
            desk.letters.sign[<int> suit][at] = byte
    for at, name in enumerate(CARD_NAMES):
        _name(&desk.bare[at], name.encode())
        _name(&desk.quoted[at], f'"{name}",'.encode())
    for at, name in enumerate(RANK_NAMES):
        _name(&desk.quoted[ANY_OF_RANK + at], f'"{name}",'.encode())
    return 0


cdef int _name(Name* name, bytes text) except -1:
    if len(text) > NAME_ROOM:
        raise ValueError(f"{text!r} is longer than {NAME_ROOM} bytes")
    memcpy(name.text, <const char*> text, len(text))
    name.size = len(text)
    return 0
