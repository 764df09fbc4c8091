# cython: cdivision=True
"""The compiled twin of `tt_solver.solver.name_wilds`: which wild of the hand stands in which meld of a plan.

Where anything does not come out as it should, the answer is false, and whoever asked leaves the hand to Python, which
tells what is wrong.
"""

from libc.stdint cimport uint8_t

from tt_solver.engine.native.bounds cimport MAX_MELDS
from tt_solver.engine.native.plan cimport Plan, PlannedMeld
from tt_solver.engine.native.search cimport SortedHand
from tt_solver.engine.native.state cimport Search
from tt_solver.game.native.cards cimport JOKER, KING, MAX_CARDS, NOWHERE, insert_sorted, rank_of
from tt_solver.game.native.melds cimport Meld, judge
from tt_solver.game.native.rules cimport card_points

cdef enum:
    MAX_NAMED = 2 * MAX_MELDS   # melds of naturals and melds of wilds, each at most MAX_MELDS


cdef struct Named:
    # The melds, and the cards left over in card order with their points.
    int melds
    Meld meld[MAX_NAMED]
    int left
    uint8_t left_codes[MAX_CARDS]
    int points


cdef struct Wilds:
    # The wilds that are not handed out: those of the rank by suit, and how many of them may go beside naturals.
    int rank
    int ranked[4]
    int jokers
    int inside


cdef inline bint name_wilds(Search* s, const SortedHand* hand, const Plan* plan, Named* out) noexcept nogil:
    """The melds of *plan* and the cards left over, with each wild of the hand by name."""
    cdef Wilds wilds
    cdef int order[MAX_MELDS]
    cdef bint owned[MAX_MELDS]
    cdef uint8_t cards[2 * MAX_CARDS]
    cdef int at, held
    if not _gather(s, hand, plan, &wilds):
        return False
    out.melds = out.left = 0
    _display_order(plan, order)
    for at in range(plan.melds):
        owned[at] = plan.meld[order[at]].is_run and _own_place(s, &plan.meld[order[at]], &wilds)
    for at in range(plan.melds):
        if not _lay_down(s, &plan.meld[order[at]], owned[at], &wilds, cards, out):
            return False
    for at in range(plan.wild_melds):
        held = _apart(&wilds, plan.wild_meld[at].ranked, plan.wild_meld[at].jokers, cards)
        if held == NOWHERE or not judge(&s.rules, s.wild, cards, held, &out.meld[out.melds]):
            return False
        out.melds += 1
    return _leave_rest(s, plan, &wilds, out)


cdef inline bint _gather(const Search* s, const SortedHand* hand, const Plan* plan, Wilds* wilds) noexcept nogil:
    """The wilds of the hand but those that the plan counts as naturals."""
    cdef int at, card
    wilds.rank = hand.wild
    wilds.jokers = hand.jokers
    wilds.inside = 0
    for at in range(4):
        wilds.ranked[at] = hand.of_rank[at]
    for at in range(plan.melds if s.own != NOWHERE else 0):
        for card in range(plan.meld[at].naturals):
            if rank_of(plan.meld[at].codes[card]) == s.wild:
                wilds.ranked[plan.meld[at].codes[card] // 13] -= 1
    for at in range(4):
        if wilds.ranked[at] < 0:
            return False
        wilds.inside += wilds.ranked[at]
    for at in range(plan.wild_melds):
        wilds.inside -= plan.wild_meld[at].ranked
    wilds.inside -= plan.left_wilds.ranked
    return wilds.inside >= 0


cdef inline int _meld_key(const PlannedMeld* meld) noexcept nogil:
    """Sets by rank before runs."""
    return KING + 1 if meld.is_run else rank_of(meld.codes[0])


cdef inline bint _comes_before(const PlannedMeld* one, const PlannedMeld* other) noexcept nogil:
    """Whether the naturals of one group come before those of another of the same key."""
    cdef int at
    for at in range(min(one.naturals, other.naturals)):
        if one.codes[at] != other.codes[at]:
            return one.codes[at] < other.codes[at]
    return one.naturals < other.naturals


cdef inline void _display_order(const Plan* plan, int* order) noexcept nogil:
    """The places of the melds in the order in which they are given wilds; equals stay in order."""
    cdef int key[MAX_MELDS]
    cdef int at, to
    for at in range(plan.melds):
        key[at] = _meld_key(&plan.meld[at])
        to = at
        while to > 0 and (
            key[at] < key[order[to - 1]]
            or (key[at] == key[order[to - 1]] and _comes_before(&plan.meld[at], &plan.meld[order[to - 1]]))
        ):
            order[to] = order[to - 1]
            to -= 1
        order[to] = at


cdef inline int _put_naturals(const PlannedMeld* meld, uint8_t* cards) noexcept nogil:
    """The naturals of a meld, at most MAX_CARDS; how many they are."""
    cdef int at
    for at in range(meld.naturals):
        cards[at] = meld.codes[at]
    return meld.naturals


cdef inline bint _own_place(const Search* s, const PlannedMeld* meld, Wilds* wilds) noexcept nogil:
    """Take the wild of a run's suit, if it would stand in its own place there."""
    cdef uint8_t cards[2 * MAX_CARDS]
    cdef int suit = meld.codes[0] // 13
    cdef int mine = suit * 13 + s.wild - 1
    cdef int fillers = meld.substitutes - 1
    cdef int held, other, at
    cdef Meld laid
    if s.wild == 0 or wilds.ranked[suit] == 0 or fillers < 0 or fillers >= MAX_CARDS or wilds.inside == 0:
        return False
    held = _put_naturals(meld, cards)
    cards[held] = mine
    held += 1
    for other in range(4):
        for at in range(wilds.ranked[other] if other != suit else 0):
            if fillers:
                cards[held] = other * 13 + s.wild - 1
                held += 1
                fillers -= 1
    for at in range(min(fillers, wilds.jokers)):
        cards[held] = JOKER
        held += 1
    if not judge(&s.rules, s.wild, cards, held, &laid):
        return False
    for at in range(laid.count):
        if laid.cards[at] == mine and laid.places[at] == mine:
            wilds.ranked[suit] -= 1
            wilds.inside -= 1
            return True
    return False


cdef inline bint _lay_down(
    const Search* s, const PlannedMeld* meld, bint owned, Wilds* wilds, uint8_t* cards, Named* out
) noexcept nogil:
    """Lay down a group: its naturals, the wild in its own place, then wilds of the rank, then jokers.

    Wilds of the rank that have the suit of a run come last. There is room for 2 * MAX_CARDS *cards*.
    """
    cdef int held = _put_naturals(meld, cards)
    cdef int count = meld.substitutes - owned
    cdef int suit = meld.codes[0] // 13
    cdef int but_suit = suit if meld.is_run else NOWHERE
    cdef int ranked = min(count, wilds.inside), at
    if count < 0 or count >= MAX_CARDS or count - ranked > wilds.jokers:
        return False
    if owned:
        cards[held] = suit * 13 + s.wild - 1
        held += 1
    wilds.inside -= ranked
    wilds.jokers -= count - ranked
    for at in range(count - ranked):
        cards[held] = JOKER
        held += 1
    for at in range(4 if ranked else 0):
        while ranked and at != but_suit and wilds.ranked[at]:
            cards[held] = at * 13 + s.wild - 1
            held += 1
            wilds.ranked[at] -= 1
            ranked -= 1
    if meld.is_run and ranked <= wilds.ranked[suit]:
        wilds.ranked[suit] -= ranked
        for at in range(ranked):
            cards[held] = suit * 13 + s.wild - 1
            held += 1
        ranked = 0
    if ranked or not judge(&s.rules, s.wild, cards, held, &out.meld[out.melds]):
        return False
    out.melds += 1
    return True


cdef inline int _apart(Wilds* wilds, int ranked, int jokers, uint8_t* cards) noexcept nogil:
    """The codes of wilds outside the melds of naturals; how many they are, NOWHERE if there are not so many."""
    cdef int held = 0, suit
    if ranked < 0 or jokers < 0 or ranked + jokers > MAX_CARDS or jokers > wilds.jokers:
        return NOWHERE
    for suit in range(4):
        while ranked and wilds.ranked[suit]:
            cards[held] = suit * 13 + wilds.rank - 1
            held += 1
            wilds.ranked[suit] -= 1
            ranked -= 1
    for _ in range(jokers):
        cards[held] = JOKER
        held += 1
    wilds.jokers -= jokers
    return NOWHERE if ranked else held


cdef inline bint _leave_rest(const Search* s, const Plan* plan, Wilds* wilds, Named* out) noexcept nogil:
    """The cards left over, in card order, and their points."""
    cdef uint8_t cards[2 * MAX_CARDS]
    cdef int held = _apart(wilds, plan.left_wilds.ranked, plan.left_wilds.jokers, cards)
    cdef int at
    if held == NOWHERE or held + plan.left > MAX_CARDS:
        return False
    out.points = 0
    for at in range(plan.left):
        insert_sorted(out.left_codes, at, plan.left_codes[at])
        out.points += s.rules.natural_points[plan.left_codes[at]]
    for at in range(held):
        insert_sorted(out.left_codes, plan.left + at, cards[at])
        out.points += card_points(&s.rules, cards[at], s.wild)
    out.left = held + plan.left
    return True
