# The compiled twin of `tt_solver.engine.after_draw`, a part of search.pyx: what is left after a draw and a discard.


# -- one card more or less ----------------------------------------------------------------------------


cdef Cost least_after_discard(
    Search* s, const uint8_t* codes, int count, int wild, bint bare_out, Cost without_last
) noexcept nogil:
    """The least cost that is left of some cards when one of them is thrown; with *bare_out* none need be, if all meld.

    *without_last* is what the last card leaves when it is thrown. What the cheapest arrangement leaves over can be
    thrown from it, and no other card that costs as little leaves less: put back as a leftover, it would make an
    arrangement cheaper than the cheapest. So only dearer cards are tried.
    """
    cdef Cost whole = cost_of(s, codes, count, wild)
    cdef Cost least = without_last, lost
    cdef uint8_t rest[MAX_CARDS]
    cdef int at
    if s.trouble:
        return INF
    if not (bare_out and is_out(whole)) and whole - dearest(s, codes, count) >= without_last:
        return without_last
    lost = dearest_left(s, whole)
    if lost:
        least = min(least, whole - lost)
    elif bare_out:
        return whole
    for at in range(count):
        if codes[at] == codes[count - 1]:
            continue
        if whole - card_cost(s, codes[at]) < least and not s.trouble and not seen_before(codes, at):
            leave_out(codes, count, at, rest)
            least = min(least, cost_of(s, rest, count - 1, wild))
    return least


cdef inline Cost dearest(const Search* s, const uint8_t* codes, int count) noexcept nogil:
    """What the dearest of some cards costs where it is left over."""
    cdef Cost most = 0
    cdef int at
    for at in range(count):
        most = max(most, card_cost(s, codes[at]))
    return most


cdef inline bint seen_before(const uint8_t* codes, int at) noexcept nogil:
    """Whether the card there is a copy of an earlier one."""
    cdef int other
    for other in range(at):
        if codes[other] == codes[at]:
            return True
    return False


cdef inline void leave_out(const uint8_t* codes, int count, int at, uint8_t* out) noexcept nogil:
    """All cards but one; the last takes its place."""
    memcpy(out, codes, count - 1)
    if at < count - 1:
        out[at] = codes[count - 1]


cdef inline Cost card_cost(const Search* s, int code) noexcept nogil:
    """What a card costs where it is left over."""
    return packed(card_points(&s.rules, code, s.wild), 1, 0)


cdef inline Cost dearest_left(Search* s, Cost cost) noexcept nogil:
    """What the dearest card costs that the arrangement just found leaves over; 0 if it leaves none."""
    cdef Plan plan
    if left_of(cost) == 0:
        return 0
    find_plan(s, &plan)
    return 0 if s.trouble else dearest_beside(s, &plan, plan.left)


cdef inline Cost dearest_beside(const Search* s, const Plan* plan, int but) noexcept nogil:
    """What the dearest card costs that *plan* leaves over, the natural at *but* not counted; 0 if there is none."""
    cdef Cost dearest = 0
    cdef int at
    for at in range(plan.left):
        if at != but:
            dearest = max(dearest, card_cost(s, plan.left_codes[at]))
    if plan.left_wilds.ranked:
        dearest = max(dearest, packed(points_of_wild(&s.rules, s.wild), 1, 0))
    if plan.left_wilds.jokers:
        dearest = max(dearest, card_cost(s, JOKER))
    return dearest


# -- a discard, a draw and a discard ------------------------------------------------------------------


cdef struct Exchange:
    # A hand after the draw, which throws a card, draws one and throws another. *cards* has *count* of them, behind which
    # there is room for the one that is drawn. A place is that of a distinct card; *first* and *second* are where two
    # copies of it lie among the cards, NOWHERE if there is but one.
    uint8_t cards[MAX_CARDS + 1]
    int count
    int wild
    bint bare_out
    int places
    int first[MAX_CARDS]
    int second[MAX_CARDS]
    Cost lost[MAX_CARDS]                # what the card costs where it is left over
    Cost dearest                        # the most of these
    Cost kept[MAX_CARDS]                # the cost of the hand without the card
    # With a card drawn, and without that of the place: the cost, or no more than it until it is *known*; then what the
    # dearest card costs that is left over. With a second one less, NOT_YET until it is known.
    Cost cost[MAX_CARDS]
    bint known[MAX_CARDS]
    Cost left[MAX_CARDS]
    Cost both[MAX_CARDS][MAX_CARDS]


cdef void begin_exchange(Search* s, Exchange* x) noexcept nogil:
    """Find the distinct cards, and the cost of the hand without each."""
    cdef uint8_t rest[MAX_CARDS]
    cdef int at, other
    x.places = 0
    x.dearest = 0
    for at in range(x.count):
        if seen_before(x.cards, at):
            continue
        x.first[x.places] = at
        x.second[x.places] = NOWHERE
        for other in range(at + 1, x.count):
            if x.cards[other] == x.cards[at]:
                x.second[x.places] = other
        leave_out(x.cards, x.count, at, rest)
        x.kept[x.places] = cost_of(s, rest, x.count - 1, x.wild)
        x.lost[x.places] = card_cost(s, x.cards[at])
        x.dearest = max(x.dearest, x.lost[x.places])
        x.places += 1


cdef void draw(Search* s, Exchange* x, int drawn) noexcept nogil:
    """Draw a card, and see what follows from the cheapest arrangement of them all.

    A card that this leaves over is worth just what it costs: without it, the rest of the arrangement is the cheapest.
    Where all are too many for a hand, nothing follows.
    """
    cdef Cost whole = 0
    cdef Plan plan
    cdef int place, at
    x.cards[x.count] = drawn
    plan.left = 0
    if x.count < MAX_CARDS and not (x.count >= MAX_COPIES and too_many_copies(x.cards, x.count + 1)):
        whole = cost_of(s, x.cards, x.count + 1, x.wild)
        if left_of(whole) and not s.trouble:
            find_plan(s, &plan)
    for place in range(x.places):
        x.cost[place] = max(0, whole - x.lost[place])
        x.known[place] = False
        memset(x.both[place], 0xFF, x.places * sizeof(Cost))
        for at in range(plan.left):
            if plan.left_codes[at] == x.cards[x.first[place]]:
                x.known[place] = True
                x.left[place] = dearest_beside(s, &plan, at)
                break


cdef Cost throw_and_draw(Search* s, Exchange* x, int place) noexcept nogil:
    """The least cost after the card of *place* was thrown, that of `draw` drawn, and another thrown.

    With *bare_out* none need be, if all others meld. What the cheapest arrangement leaves over can be thrown from it. To
    throw another card instead pays only if that costs less than each of the two would, thrown alone, less the other.
    """
    cdef Cost least = x.kept[place]
    cdef int other
    if gains_nothing(x, place, least):
        return least
    learn_without(s, x, place)
    if x.bare_out and is_out(x.cost[place]):
        return x.cost[place]
    if gains_nothing(x, place, least):
        return least
    if x.left[place]:
        least = min(least, x.cost[place] - x.left[place])
    for other in range(x.places):
        if x.cards[x.first[other]] == x.cards[x.count] or (other == place and x.second[place] == NOWHERE):
            continue
        if max(x.cost[place] - x.lost[other], x.cost[other] - x.lost[place]) < least:
            learn_without(s, x, other)
            if x.cost[other] - x.lost[place] < least:
                least = min(least, cost_without_both(s, x, place, other))
    return least


cdef inline bint gains_nothing(const Exchange* x, int place, Cost least) noexcept nogil:
    """Whether no card of the hand is dear enough to leave less than *least* when it is the second one thrown."""
    return not (x.bare_out and is_out(x.cost[place])) and x.cost[place] - x.dearest >= least


cdef inline void learn_without(Search* s, Exchange* x, int place) noexcept nogil:
    """Find what is left of all cards, the one drawn among them, without that of *place*."""
    cdef uint8_t rest[MAX_CARDS]
    if x.known[place]:
        return
    leave_out(x.cards, x.count + 1, x.first[place], rest)
    x.known[place] = True
    x.cost[place] = cost_of(s, rest, x.count, x.wild)
    x.left[place] = 0 if s.trouble else dearest_left(s, x.cost[place])


cdef inline Cost cost_without_both(Search* s, Exchange* x, int place, int other) noexcept nogil:
    """The cost of all cards, the one drawn among them, without those of two places."""
    cdef uint8_t rest[MAX_CARDS]
    cdef uint8_t both[MAX_CARDS]
    cdef Cost* cost = &x.both[min(place, other)][max(place, other)]
    if cost[0] == NOT_YET:
        leave_out(x.cards, x.count + 1, x.first[place], rest)
        leave_out(rest, x.count, x.second[other] if other == place else x.first[other], both)
        cost[0] = cost_of(s, both, x.count - 1, x.wild)
    return cost[0]
