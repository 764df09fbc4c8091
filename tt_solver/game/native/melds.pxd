# cython: cdivision=True
"""The compiled twin of `tt_solver.game.melds`: whether a group of cards is a meld, as what, and what each wild stands for.

It decides what `melds.judge` decides where no places are stated, by the same rules in the same order. Where that names
faults, this says no.
"""

from libc.stdint cimport uint8_t

from tt_solver.game.native.cards cimport ACE, JOKER, KING, MAX_CARDS, NOWHERE, insert_sorted, rank_of
from tt_solver.game.native.rules cimport ALL_WILD_NO, ALL_WILD_OWN_RANK, Rules, is_wild

cdef enum:
    MAX_RUN = 13
    HIGH_ACE_PLACE = 14
    ANY_OF_RANK = 64        # with a rank added: what a wild in a set stands for; above every code


cdef struct Meld:
    # A meld as it is laid down. A place is the code of a card, or ANY_OF_RANK and the rank of a set.
    bint run
    bint only_wilds
    int rank
    int count
    uint8_t cards[MAX_CARDS]
    uint8_t places[MAX_CARDS]


cdef struct Parts:
    # The cards of a group by their part in it: naturals and wilds, each in card order.
    int naturals
    uint8_t natural[MAX_CARDS]
    int wilds
    uint8_t wild[MAX_CARDS]


cdef inline bint judge(const Rules* rules, int wild, const uint8_t* cards, int count, Meld* out) noexcept nogil:
    """Lay down the *count* cards, at most MAX_CARDS, as the meld that they are; false if they are none."""
    cdef Parts parts
    cdef int at
    if not 3 <= count <= MAX_CARDS:
        return False
    parts.naturals = parts.wilds = 0
    for at in range(count):
        if is_wild(cards[at], wild):
            insert_sorted(parts.wild, parts.wilds, cards[at])
            parts.wilds += 1
        else:
            insert_sorted(parts.natural, parts.naturals, cards[at])
            parts.naturals += 1
    out.count = count
    out.only_wilds = parts.naturals == 0
    if out.only_wilds:
        return _wilds_only(rules, wild, &parts, out)
    return _as_set(rules, &parts, out) or _as_run(rules, wild, &parts, out)


cdef inline bint _wilds_only(const Rules* rules, int wild, const Parts* parts, Meld* out) noexcept nogil:
    """A meld without a natural, which the house may not allow."""
    cdef int at, jokers = 0
    if rules.wild_melds == ALL_WILD_NO:
        return False
    for at in range(parts.wilds):
        jokers += parts.wild[at] == JOKER
    if rules.wild_melds == ALL_WILD_OWN_RANK:
        if jokers == parts.wilds or jokers > rules.max_wilds or parts.wilds > rules.set_cap:
            return False
    _set_of(rules, parts, wild if wild else KING, out)
    return True


cdef inline bint _as_set(const Rules* rules, const Parts* parts, Meld* out) noexcept nogil:
    cdef int at
    for at in range(1, parts.naturals):
        if parts.natural[at] % 13 != parts.natural[0] % 13:
            return False
        if rules.distinct and parts.natural[at] == parts.natural[at - 1]:
            return False
    if parts.naturals + parts.wilds > rules.set_cap or parts.wilds > rules.max_wilds:
        return False
    _set_of(rules, parts, rank_of(parts.natural[0]), out)
    return True


cdef inline void _set_of(const Rules* rules, const Parts* parts, int rank, Meld* out) noexcept nogil:
    """Naturals first; a wild stands for itself only in a set of its own rank."""
    cdef int at
    out.run = False
    out.rank = rank
    for at in range(parts.naturals):
        out.cards[at] = out.places[at] = parts.natural[at]
    for at in range(parts.wilds):
        out.cards[parts.naturals + at] = parts.wild[at]
        if rules.wild_as_natural and rank_of(parts.wild[at]) == rank:
            out.places[parts.naturals + at] = parts.wild[at]
        else:
            out.places[parts.naturals + at] = ANY_OF_RANK + rank


cdef inline bint _as_run(const Rules* rules, int wild, const Parts* parts, Meld* out) noexcept nogil:
    """The run with the fewest substitutes, among those the highest."""
    cdef int size = parts.naturals + parts.wilds
    cdef int fewest = MAX_CARDS + 1, best = NOWHERE
    cdef int at, substitutes
    cdef int start = rules.top + 1 - size, last = 2 if rules.high else 1
    if size > MAX_RUN:
        return False
    for at in range(1, parts.naturals):
        if parts.natural[at] // 13 != parts.natural[0] // 13 or parts.natural[at] == parts.natural[at - 1]:
            return False
    if rank_of(parts.natural[0]) != ACE:
        start = min(start, rank_of(parts.natural[0]))
        last = max(last, rank_of(parts.natural[parts.naturals - 1]) + 1 - size)
    while start >= last:
        if _fits(parts, start, size):
            substitutes = parts.wilds - (_own_place_at(wild, parts, start, size) != NOWHERE)
            if substitutes < fewest:
                fewest = substitutes
                best = start
        start -= 1
    if best == NOWHERE or (fewest if rules.wild_as_natural else parts.wilds) > rules.max_wilds:
        return False
    _fill(wild, parts, best, size, out)
    return True


cdef inline int _place_from(int code, int start) noexcept nogil:
    """The place of a natural in a block that begins at *start*: only a block from 1 on has a low ace."""
    cdef int rank = code % 13 + 1
    return HIGH_ACE_PLACE if rank == ACE and start > 1 else rank


cdef inline bint _fits(const Parts* parts, int start, int size) noexcept nogil:
    """Whether all naturals have a place in the block."""
    cdef int at
    for at in range(parts.naturals):
        if not start <= _place_from(parts.natural[at], start) < start + size:
            return False
    return True


cdef inline int _own_place_at(int wild, const Parts* parts, int start, int size) noexcept nogil:
    """The place of the block where one of the wilds is what is printed on it; NOWHERE if there is none."""
    cdef int place, at
    cdef int own = parts.natural[0] // 13 * 13 + wild - 1
    if wild == 0:
        return NOWHERE
    place = _place_from(own, start)
    if start <= place < start + size:
        for at in range(parts.wilds):
            if parts.wild[at] == own:
                return place
    return NOWHERE


cdef inline void _fill(int wild, const Parts* parts, int start, int size, Meld* out) noexcept nogil:
    """Naturals and a wild in its own place first; the other wilds fill the block from below."""
    cdef int suit = parts.natural[0] // 13
    cdef int own = _own_place_at(wild, parts, start, size)
    cdef int at, next_wild = 0
    cdef bint skipped = own == NOWHERE
    cdef bint filled[MAX_RUN]
    out.run = True
    out.rank = 0
    for at in range(size):
        filled[at] = False
        out.places[at] = suit * 13 + (start + at - 1) % 13
    for at in range(parts.naturals):
        filled[_place_from(parts.natural[at], start) - start] = True
        out.cards[_place_from(parts.natural[at], start) - start] = parts.natural[at]
    if own != NOWHERE:
        filled[own - start] = True
        out.cards[own - start] = out.places[own - start]
    for at in range(size):
        if not filled[at]:
            if not skipped and parts.wild[next_wild] == out.places[own - start]:
                skipped = True
                next_wild += 1
            out.cards[at] = parts.wild[next_wild]
            next_wild += 1
