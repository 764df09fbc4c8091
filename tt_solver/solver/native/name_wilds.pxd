# cython: cdivision=True
"""The twin of `tt_solver.solver.name_wilds` and of the placing in `tt_solver.game.melds`: from a hand to its melds, card by card.

What is legal and where a wild stands is found out as `melds.judge` does. Where anything does not come out as it
should, the answer is false, and whoever asked leaves the hand to Python, which tells what is wrong.
"""

from libc.stdint cimport uint8_t

from tt_solver.engine.native.bounds cimport JOKER, LEFT, MAX_CARDS, MAX_MELDS, MAX_RUN, NOWHERE, POINT, Cost
from tt_solver.engine.native.plan cimport Group, Layout, _is_run
from tt_solver.engine.native.search cimport Hand, cost_of, find_layout, solve_hand, sort
from tt_solver.engine.native.outside cimport wild_points
from tt_solver.engine.native.state cimport ALL_WILD_NO, ALL_WILD_OWN_RANK, Search

cdef extern from *:
    """
    /* The rank of each card by code: 1 to 13, and 0 for a joker. */
    #define TT_SUIT 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
    static const unsigned char tt_ranks[53] = {TT_SUIT, TT_SUIT, TT_SUIT, TT_SUIT, 0};
    """
    const uint8_t tt_ranks[53]

cdef enum:
    ACE = 1
    KING = 13
    HIGH_ACE_PLACE = 14
    ANY_OF_RANK = 64        # with a rank added: what a wild in a set stands for; above every code
    MAX_LAID = 2 * MAX_MELDS    # melds of naturals and melds of wilds, each at most MAX_MELDS


cdef struct Laid:
    # A meld as it is laid down. A place is the code of a card, or ANY_OF_RANK and the rank of a set.
    bint run
    bint only_wilds
    int rank
    int count
    uint8_t cards[MAX_CARDS]
    uint8_t places[MAX_CARDS]


cdef struct Answer:
    # As `solver.Arrangement`: no discard is NOWHERE.
    int discard
    int melds
    Laid meld[MAX_LAID]
    int left
    uint8_t left_codes[MAX_CARDS]
    int points


cdef struct Parts:
    # The cards of a group: naturals and wilds, each in card order.
    int naturals
    uint8_t natural[MAX_CARDS]
    int wilds
    uint8_t wild[MAX_CARDS]


cdef struct Wilds:
    # The wilds that are not handed out: those of the rank by suit, and how many of them may go beside naturals.
    int rank
    int ranked[4]
    int jokers
    int inside


cdef inline int rank_of(int code) noexcept nogil:
    """1 to 13; 0 for a joker."""
    return tt_ranks[code]


cdef inline bint is_wild(const Search* s, int code) noexcept nogil:
    return code == JOKER or tt_ranks[code] == s.wild


cdef inline int card_points(const Search* s, int code) noexcept nogil:
    """What a card costs when it is left over."""
    if code == JOKER:
        return s.house.joker_points
    return wild_points(s) if tt_ranks[code] == s.wild else s.house.natural_points[code]


cdef inline void insert_sorted(uint8_t* codes, int count, int code) noexcept nogil:
    """Put *code* in its place among *count* sorted ones, behind which there is room."""
    while count > 0 and codes[count - 1] > code:
        codes[count] = codes[count - 1]
        count -= 1
    codes[count] = code


# -- the judge ----------------------------------------------------------------------------------------


cdef inline bint judge(const Search* s, const uint8_t* cards, int count, Laid* out) noexcept nogil:
    """Lay down the *count* cards, at most MAX_CARDS, as the meld that they are; false if they are none."""
    cdef Parts parts
    cdef int at
    if not 3 <= count <= MAX_CARDS:
        return False
    parts.naturals = parts.wilds = 0
    for at in range(count):
        if is_wild(s, cards[at]):
            insert_sorted(parts.wild, parts.wilds, cards[at])
            parts.wilds += 1
        else:
            insert_sorted(parts.natural, parts.naturals, cards[at])
            parts.naturals += 1
    out.count = count
    out.only_wilds = parts.naturals == 0
    if out.only_wilds:
        return _wilds_only(s, &parts, out)
    return _as_set(s, &parts, out) or _as_run(s, &parts, out)


cdef inline bint _wilds_only(const Search* s, const Parts* parts, Laid* out) noexcept nogil:
    """A meld without a natural, which the house may not allow."""
    cdef int at, jokers = 0
    if s.house.all_wild == ALL_WILD_NO:
        return False
    for at in range(parts.wilds):
        jokers += parts.wild[at] == JOKER
    if s.house.all_wild == ALL_WILD_OWN_RANK:
        if jokers == parts.wilds or jokers > s.house.limit or parts.wilds > s.house.set_cap:
            return False
    _lay_set(s, parts, s.wild if s.wild else KING, out)
    return True


cdef inline bint _as_set(const Search* s, const Parts* parts, Laid* out) noexcept nogil:
    cdef int at
    for at in range(1, parts.naturals):
        if parts.natural[at] % 13 != parts.natural[0] % 13:
            return False
        if s.house.distinct and parts.natural[at] == parts.natural[at - 1]:
            return False
    if parts.naturals + parts.wilds > s.house.set_cap or parts.wilds > s.house.limit:
        return False
    _lay_set(s, parts, rank_of(parts.natural[0]), out)
    return True


cdef inline void _lay_set(const Search* s, const Parts* parts, int rank, Laid* out) noexcept nogil:
    """Naturals first; a wild stands for itself only in a set of its own rank."""
    cdef int at
    out.run = False
    out.rank = rank
    for at in range(parts.naturals):
        out.cards[at] = out.places[at] = parts.natural[at]
    for at in range(parts.wilds):
        out.cards[parts.naturals + at] = parts.wild[at]
        if s.house.own_place and rank_of(parts.wild[at]) == rank:
            out.places[parts.naturals + at] = parts.wild[at]
        else:
            out.places[parts.naturals + at] = ANY_OF_RANK + rank


cdef inline bint _as_run(const Search* s, const Parts* parts, Laid* out) noexcept nogil:
    """The run with the fewest substitutes, among those the highest."""
    cdef int size = parts.naturals + parts.wilds
    cdef int fewest = MAX_CARDS + 1, best = NOWHERE
    cdef int at, substitutes
    cdef int start = s.house.top + 1 - size, last = 2 if s.house.high else 1
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
            substitutes = parts.wilds - (_own_place_at(s, parts, start, size) != NOWHERE)
            if substitutes < fewest:
                fewest = substitutes
                best = start
        start -= 1
    if best == NOWHERE or (fewest if s.house.own_place else parts.wilds) > s.house.limit:
        return False
    _lay_run_at(s, parts, best, size, out)
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


cdef inline int _own_place_at(const Search* s, const Parts* parts, int start, int size) noexcept nogil:
    """The place of the block where one of the wilds is what is printed on it; NOWHERE if there is none."""
    cdef int place, at
    cdef int own = parts.natural[0] // 13 * 13 + s.wild - 1
    if s.wild == 0:
        return NOWHERE
    place = _place_from(own, start)
    if start <= place < start + size:
        for at in range(parts.wilds):
            if parts.wild[at] == own:
                return place
    return NOWHERE


cdef inline void _lay_run_at(const Search* s, const Parts* parts, int start, int size, Laid* out) noexcept nogil:
    """Naturals and a wild in its own place first; the other wilds fill the block from below."""
    cdef int suit = parts.natural[0] // 13
    cdef int own = _own_place_at(s, parts, start, size)
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


# -- handing out the wilds ----------------------------------------------------------------------------


cdef inline bint name_layout(Search* s, const Hand* hand, const Layout* plan, Answer* out) noexcept nogil:
    """The melds of *plan* and the cards left over, with each wild of the hand by name."""
    cdef Wilds wilds
    cdef int order[MAX_MELDS]
    cdef bint runs[MAX_MELDS]
    cdef bint owned[MAX_MELDS]
    cdef uint8_t cards[2 * MAX_CARDS]
    cdef int at, held
    if not _gather(s, hand, plan, &wilds):
        return False
    out.melds = out.left = 0
    _sort_groups(plan, order, runs)
    for at in range(plan.groups):
        owned[at] = runs[at] and _take_own(s, &plan.group[order[at]], &wilds)
    for at in range(plan.groups):
        if _lay_naturals(s, &plan.group[order[at]], runs[at], &out.meld[out.melds]):
            out.melds += 1
        elif not _lay_group(s, &plan.group[order[at]], runs[at], owned[at], &wilds, cards, out):
            return False
    for at in range(plan.wild_groups):
        held = _take_apart(&wilds, plan.wild_group[at].ranked, plan.wild_group[at].jokers, cards)
        if held == NOWHERE or not judge(s, cards, held, &out.meld[out.melds]):
            return False
        out.melds += 1
    return _leave_rest(s, plan, &wilds, out)


cdef inline bint _gather(const Search* s, const Hand* hand, const Layout* plan, Wilds* wilds) noexcept nogil:
    """The wilds of the hand but those that the plan counts as naturals."""
    cdef int at, card
    wilds.rank = hand.wild
    wilds.jokers = hand.jokers
    wilds.inside = 0
    for at in range(4):
        wilds.ranked[at] = hand.of_rank[at]
    for at in range(plan.groups if s.own != NOWHERE else 0):
        for card in range(plan.group[at].naturals):
            if tt_ranks[plan.group[at].codes[card]] == s.wild:
                wilds.ranked[plan.group[at].codes[card] // 13] -= 1
    for at in range(4):
        if wilds.ranked[at] < 0:
            return False
        wilds.inside += wilds.ranked[at]
    for at in range(plan.wild_groups):
        wilds.inside -= plan.wild_group[at].ranked
    wilds.inside -= plan.left_wilds.ranked
    return wilds.inside >= 0


cdef inline int _group_key(const Group* group) noexcept nogil:
    """Sets by rank before runs."""
    return KING + 1 if _is_run(group) else tt_ranks[group.codes[0]]


cdef inline bint _comes_before(const Group* one, const Group* other) noexcept nogil:
    """Whether the naturals of one group come before those of another of the same key."""
    cdef int at
    for at in range(min(one.naturals, other.naturals)):
        if one.codes[at] != other.codes[at]:
            return one.codes[at] < other.codes[at]
    return one.naturals < other.naturals


cdef inline void _sort_groups(const Layout* plan, int* order, bint* runs) noexcept nogil:
    """The places of the groups in the order in which they are given wilds, and which are runs; equals stay in order."""
    cdef int key[MAX_MELDS]
    cdef int at, to
    for at in range(plan.groups):
        key[at] = _group_key(&plan.group[at])
        to = at
        while to > 0 and (
            key[at] < key[order[to - 1]]
            or (key[at] == key[order[to - 1]] and _comes_before(&plan.group[at], &plan.group[order[to - 1]]))
        ):
            order[to] = order[to - 1]
            to -= 1
        order[to] = at
    for at in range(plan.groups):
        runs[at] = key[order[at]] > KING


cdef inline int _put_naturals(const Group* group, uint8_t* cards) noexcept nogil:
    """The naturals of a group, at most MAX_CARDS; how many they are."""
    cdef int at
    for at in range(group.naturals):
        cards[at] = group.codes[at]
    return group.naturals


cdef inline bint _take_own(const Search* s, const Group* group, Wilds* wilds) noexcept nogil:
    """Take the wild of a run's suit, if it would stand in its own place there."""
    cdef uint8_t cards[2 * MAX_CARDS]
    cdef int suit = group.codes[0] // 13
    cdef int mine = suit * 13 + s.wild - 1
    cdef int fillers = group.substitutes - 1
    cdef int held, other, at
    cdef Laid laid
    if s.wild == 0 or wilds.ranked[suit] == 0 or fillers < 0 or fillers >= MAX_CARDS or wilds.inside == 0:
        return False
    held = _put_naturals(group, cards)
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
    if not judge(s, cards, held, &laid):
        return False
    for at in range(laid.count):
        if laid.cards[at] == mine and laid.places[at] == mine:
            wilds.ranked[suit] -= 1
            wilds.inside -= 1
            return True
    return False


cdef inline bint _lay_naturals(const Search* s, const Group* group, bint run, Laid* out) noexcept nogil:
    """Lay down a group without wilds, in the order it has, if one look at it shows that it is a meld.

    A run of all ranks has two places where the ace may be either, and is left to the judge.
    """
    cdef int at, code = group.codes[0]
    cdef int size = group.naturals
    if group.substitutes or s.own != NOWHERE or size < 3 or size > (MAX_RUN - 1 if run else s.house.set_cap):
        return False
    for at in range(size):
        code = group.codes[at]
        out.cards[at] = out.places[at] = <uint8_t> code
        if at == 0:
            continue
        if not run:
            if code < group.codes[at - 1] + s.house.distinct or tt_ranks[code] != tt_ranks[group.codes[0]]:
                return False
        elif tt_ranks[code] != ACE:
            if code != group.codes[at - 1] + 1:
                return False
        elif code != group.codes[at - 1] - 12 or at != size - 1 or s.house.top != 14:
            return False
    out.run = run
    out.only_wilds = False
    out.rank = 0 if run else tt_ranks[code]
    out.count = size
    return not (run and s.house.high and tt_ranks[group.codes[0]] == ACE)


cdef inline bint _lay_group(
    const Search* s, const Group* group, bint run, bint owned, Wilds* wilds, uint8_t* cards, Answer* out
) noexcept nogil:
    """Lay down a group: its naturals, the wild in its own place, then wilds of the rank, then jokers.

    Wilds of the rank that have the suit of a run come last. There is room for 2 * MAX_CARDS *cards*.
    """
    cdef int held = _put_naturals(group, cards)
    cdef int count = group.substitutes - owned
    cdef int suit = group.codes[0] // 13
    cdef int but_suit = suit if run else NOWHERE
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
    if run and ranked <= wilds.ranked[suit]:
        wilds.ranked[suit] -= ranked
        for at in range(ranked):
            cards[held] = suit * 13 + s.wild - 1
            held += 1
        ranked = 0
    if ranked or not judge(s, cards, held, &out.meld[out.melds]):
        return False
    out.melds += 1
    return True


cdef inline int _take_apart(Wilds* wilds, int ranked, int jokers, uint8_t* cards) noexcept nogil:
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


cdef inline bint _leave_rest(const Search* s, const Layout* plan, Wilds* wilds, Answer* out) noexcept nogil:
    """The cards left over, in card order, and their points."""
    cdef uint8_t cards[2 * MAX_CARDS]
    cdef int held = _take_apart(wilds, plan.left_wilds.ranked, plan.left_wilds.jokers, cards)
    cdef int at
    if held == NOWHERE or held + plan.left > MAX_CARDS:
        return False
    out.points = 0
    for at in range(plan.left):
        insert_sorted(out.left_codes, at, plan.left_codes[at])
        out.points += s.house.natural_points[plan.left_codes[at]]
    for at in range(held):
        insert_sorted(out.left_codes, plan.left + at, cards[at])
        out.points += card_points(s, cards[at])
    out.left = held + plan.left
    return True


# -- the whole answer ---------------------------------------------------------------------------------


cdef inline bint arrange(
    Search* s, const uint8_t* codes, int count, int size, int wild, bint may_keep_all, Answer* out
) noexcept nogil:
    """As `solver.arrange` where *size* cards are dealt, 0 for any number; false if Python has to see to the hand.

    With *may_keep_all*, a hand that melds whole goes out without a discard.
    """
    cdef uint8_t kept[MAX_CARDS]
    cdef int at, to = 0, discard
    if size == 0 or count <= size:
        out.discard = NOWHERE
        return _arranged(s, codes, count, wild, out)
    discard = _best_discard(s, codes, count, wild)
    if discard == NOWHERE:
        return False
    for at in range(count):
        if at != discard:
            kept[to] = codes[at]
            to += 1
    out.discard = codes[discard]
    if not _arranged(s, kept, to, wild, out):
        return False
    if may_keep_all and out.left:
        return _whole_if_out(s, codes, count, wild, out)
    return True


cdef inline bint _arranged(Search* s, const uint8_t* codes, int count, int wild, Answer* out) noexcept nogil:
    """The best arrangement of cards that are all kept."""
    cdef Hand hand
    cdef Layout plan
    cdef Cost cost
    if not sort(s, codes, count, wild, &hand):
        return False
    cost = solve_hand(s, &hand)
    if s.trouble:
        return False
    find_layout(s, &plan)
    if s.trouble or not name_layout(s, &hand, &plan, out):
        return False
    _sort_melds(out)
    return out.points == cost // POINT


cdef inline bint _whole_if_out(Search* s, const uint8_t* codes, int count, int wild, Answer* out) noexcept nogil:
    """Take the whole hand for the answer if it all melds."""
    cdef Answer whole
    if not _arranged(s, codes, count, wild, &whole):
        return False
    if whole.left == 0:
        out[0] = whole
        out.discard = NOWHERE
    return True


cdef inline int _best_discard(Search* s, const uint8_t* codes, int count, int wild) noexcept nogil:
    """The place of the card whose discard leaves the fewest points: among equals one that goes out, then not a
    wild, the dearer, the first.

    Candidates come in that order, so that only fewer points, or going out where leftover cards cost nothing, make
    another one better. The points that a discard leaves are at least those of the whole hand less its own.
    """
    cdef uint8_t rest[MAX_CARDS]
    cdef int order[MAX_CARDS]
    cdef int kinds, at, card, points, best = NOWHERE, fewest = 0
    cdef bint out, goes_out = False
    cdef Cost cost
    cdef int whole = cost_of(s, codes, count, wild) // POINT
    if s.trouble or count > MAX_CARDS:
        return NOWHERE
    kinds = _candidates(s, codes, count, order)
    for at in range(kinds):
        if best != NOWHERE and (fewest or goes_out) and whole - card_points(s, codes[order[at]]) >= fewest:
            continue
        for card in range(count - 1):
            rest[card] = codes[card if card < order[at] else card + 1]
        cost = cost_of(s, rest, count - 1, wild)
        if s.trouble:
            return NOWHERE
        points = cost // POINT
        out = cost < LEFT
        if best == NOWHERE or points < fewest or (points == fewest and out and not goes_out):
            best = order[at]
            fewest = points
            goes_out = out
    return best


cdef inline int _candidates(const Search* s, const uint8_t* codes, int count, int* order) noexcept nogil:
    """The places of the distinct cards, naturals first, then the dearer, then in card order; how many they are."""
    cdef int at, to, kinds = 0
    for at in range(count):
        to = 0
        while to < kinds and codes[order[to]] != codes[at]:
            to += 1
        if to < kinds:
            continue
        while to > 0 and _thrown_before(s, codes[at], codes[order[to - 1]]):
            order[to] = order[to - 1]
            to -= 1
        order[to] = at
        kinds += 1
    return kinds


cdef inline bint _thrown_before(const Search* s, int one, int other) noexcept nogil:
    if is_wild(s, one) != is_wild(s, other):
        return is_wild(s, other)
    if card_points(s, one) != card_points(s, other):
        return card_points(s, one) > card_points(s, other)
    return one < other


cdef inline bint _shown_before(const Laid* one, const Laid* other) noexcept nogil:
    """Sets by rank, then runs by suit, then melds of wilds."""
    cdef int at
    if one.only_wilds != other.only_wilds:
        return other.only_wilds
    if one.run != other.run:
        return other.run
    if one.rank != other.rank:
        return one.rank < other.rank
    for at in range(min(one.count, other.count)):
        if one.cards[at] != other.cards[at]:
            return one.cards[at] < other.cards[at]
    return one.count < other.count


cdef inline void _sort_melds(Answer* out) noexcept nogil:
    """The melds as they are shown."""
    cdef Laid laid
    cdef int at, to
    for at in range(1, out.melds):
        if not _shown_before(&out.meld[at], &out.meld[at - 1]):
            continue
        laid = out.meld[at]
        to = at
        while to > 0 and _shown_before(&laid, &out.meld[to - 1]):
            out.meld[to] = out.meld[to - 1]
            to -= 1
        out.meld[to] = laid
