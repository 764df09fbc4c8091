# cython: cdivision=True
"""The melds of the winner: the plan that the last search has found.

The twin of the section "the melds of the winner" of `tt_solver.engine.search`.
"""

from tt_solver.engine.native.bounds cimport HIGH_ACE, MAX_MELDS, MAX_ROWS, POSITIONS, VECTOR, Suit
from tt_solver.engine.native.cost cimport Cost, melds_of
from tt_solver.engine.native.one_suit cimport Walk, add_vectors, begin_walk, may_be_own, next_run, vector
from tt_solver.engine.native.outside cimport End, find_end, spares
from tt_solver.engine.native.plan cimport Plan, PlannedMeld
from tt_solver.engine.native.sets cimport set_vector
from tt_solver.engine.native.state cimport NO_ROOM, Pick, Search, card_at, copies_at, lowest_position
from tt_solver.game.native.cards cimport MAX_CARDS, NOWHERE
from tt_solver.game.native.melds cimport MAX_RUN
from tt_solver.game.native.rules cimport ALL_WILD_YES

cdef enum:
    PARTS = 4 + MAX_ROWS    # what the wilds are split among: the suits, and the sets of each rank


cdef inline void lay_out(Search* s, Plan* out) noexcept nogil:
    """The melds of the search that has just ended."""
    cdef int shares[PARTS]
    cdef int suit
    out.melds = out.wild_melds = out.left = 0
    out.left_wilds.ranked = out.left_wilds.jokers = 0
    if s.free:
        _lay_free_sets(s, out)
        _split(s, 4, s.wilds - _substitutes(out), shares)
    else:
        _split(s, 4 + s.winner.rows, NOWHERE, shares)
        _deal_all_sets(s, shares, out)
    for suit in range(4):
        _trace(s, suit, s.winner.suits[suit], shares[suit], out)
    _finish(s, out)


# -- adding to the plan -------------------------------------------------------------------------------


cdef inline PlannedMeld* _new_meld(Search* s, Plan* out) noexcept nogil:
    """A place for the next meld."""
    cdef PlannedMeld* meld = &out.meld[out.melds]
    if out.melds == MAX_MELDS:
        s.trouble = NO_ROOM
    else:
        out.melds += 1
    meld.is_run = False
    meld.naturals = meld.substitutes = 0
    return meld


cdef inline void _put(Search* s, PlannedMeld* meld, int code) noexcept nogil:
    """One more natural for the meld."""
    if meld.naturals == MAX_CARDS:
        s.trouble = NO_ROOM
    else:
        meld.codes[meld.naturals] = code
        meld.naturals += 1


cdef inline void _meld_wilds(Search* s, Plan* out, int ranked, int jokers) noexcept nogil:
    """One more meld of wilds."""
    if out.wild_melds == MAX_MELDS:
        s.trouble = NO_ROOM
        return
    out.wild_meld[out.wild_melds].ranked = ranked
    out.wild_meld[out.wild_melds].jokers = jokers
    out.wild_melds += 1


cdef inline void _lose(Search* s, Plan* out, int code) noexcept nogil:
    """One more natural left over."""
    if out.left == MAX_CARDS:
        s.trouble = NO_ROOM
    else:
        out.left_codes[out.left] = code
        out.left += 1


cdef inline int _substitutes(const Plan* out) noexcept nogil:
    """The wilds that stand in beside naturals."""
    cdef int count = 0, at
    for at in range(out.melds):
        count += out.meld[at].substitutes
    return count


# -- the wilds of each part ---------------------------------------------------------------------------


cdef inline void _split(Search* s, int parts, int wilds, int* shares) noexcept nogil:
    """How many of *wilds* each part gets where their sum is least: the suits, then the sets.

    NOWHERE for the fewest at which the least cost of all is reached.
    """
    cdef Cost part[PARTS][VECTOR]
    cdef Cost sums[PARTS][VECTOR]
    cdef int at
    if s.wilds == 0 or wilds == 0:
        for at in range(parts):
            shares[at] = 0
        return
    for at in range(parts):
        _copy_part(s, at, part[at])
    for at in range(s.wilds + 1):
        sums[0][at] = part[0][at]
    for at in range(1, parts):
        add_vectors(sums[at - 1], part[at], sums[at], s.wilds)
    if wilds == NOWHERE:
        wilds = _spent(s, sums[parts - 1])
    for at in range(parts - 1, 0, -1):
        shares[at] = _share(sums[at - 1], part[at], sums[at][wilds], wilds)
        wilds -= shares[at]
    shares[0] = wilds


cdef inline void _copy_part(Search* s, int at, Cost* out) noexcept nogil:
    """The vector of a suit or of the sets of a rank. It is copied, since the next one may move it."""
    cdef const Cost* costs = vector(s, s.winner.suits[at]) if at < 4 else set_vector(s, &s.winner.picks[at - 4])
    cdef int v
    for v in range(s.wilds + 1):
        out[v] = costs[v]


cdef inline int _spent(Search* s, const Cost* total) noexcept nogil:
    """The fewest wilds in melds of naturals at which the least cost is reached."""
    cdef const Cost* apart = spares(s, s.winner.aside)
    cdef int v
    for v in range(s.wilds):
        if total[v] + apart[s.wilds - v] == s.best:
            return v
    return s.wilds


cdef inline int _share(const Cost* others, const Cost* mine, Cost sum, int wilds) noexcept nogil:
    """The fewest of *wilds* for one part with which it and the *others* cost *sum*."""
    cdef int v
    for v in range(wilds):
        if others[wilds - v] + mine[v] == sum:
            return v
    return wilds


# -- the sets -----------------------------------------------------------------------------------------


cdef inline int _set_cards(const Pick* pick, int* codes) noexcept nogil:
    """The codes of the cards of *pick*, suit by suit; how many they are. There must be room for one more."""
    cdef int position = lowest_position(pick.taken[0] | pick.taken[1] | pick.taken[2] | pick.taken[3])
    cdef int suit, copies, count = 0
    for suit in range(4):
        # Most suits have one card or none: which of both decides no branch.
        copies = copies_at(pick.taken[suit], position)
        codes[count] = suit * 13 + position % 13
        count += copies > 0
        while copies > 1:
            codes[count] = codes[count - 1]
            count += 1
            copies -= 1
    return count


cdef inline void _lay_free_sets(Search* s, Plan* out) noexcept nogil:
    """One set of each pick, with the wilds it needs."""
    cdef int at
    for at in range(s.winner.rows):
        _deal_sets(s, &s.winner.picks[at], 1, s.winner.picks[at].need, out)


cdef inline void _deal_all_sets(Search* s, const int* shares, Plan* out) noexcept nogil:
    """The sets of each pick, as many as its share of the wilds allows to be the fewest."""
    cdef const Pick* pick
    cdef int at
    if s.trouble:
        return
    for at in range(s.winner.rows):
        pick = &s.winner.picks[at]
        _deal_sets(s, pick, set_vector(s, pick)[shares[4 + at]], shares[4 + at], out)


cdef inline void _deal_sets(Search* s, const Pick* pick, int sets, int wilds, Plan* out) noexcept nogil:
    """The sets of *pick*: its cards dealt out in turn, so that copies of a card go to different sets."""
    cdef int codes[4 * 15 + 1]  # what four nibbles can say
    cdef int count = _set_cards(pick, codes)
    cdef int start, at, more
    cdef PlannedMeld* meld
    for start in range(sets):
        wilds -= max(0, 3 - (count - start + sets - 1) // sets)
    for start in range(sets):
        meld = _new_meld(s, out)
        at = start
        while at < count:
            _put(s, meld, codes[at])
            at += sets
        meld.substitutes = max(0, 3 - meld.naturals)
        if not s.free:
            more = min(s.cap - meld.substitutes, s.rules.set_cap - meld.naturals - meld.substitutes)
            more = min(wilds, more)
            wilds -= more
            meld.substitutes += more


# -- the runs -----------------------------------------------------------------------------------------


cdef inline void _trace(Search* s, int suit, Suit x, int wilds, Plan* out) noexcept nogil:
    """Repeat the choices that attain the vector of *x* at *wilds*: losing the card first, short runs first."""
    cdef int lowest
    cdef Suit rest
    cdef Cost want = vector(s, x)[wilds]
    cdef Cost lost
    cdef Walk walk
    cdef bint own
    # What is wanted of the rest follows from the choice, so that each suit is looked up once, and not at all where
    # nothing melds.
    while x and melds_of(want) and not s.trouble:
        lowest = lowest_position(x)
        rest = x - card_at(lowest)
        own = may_be_own(s, lowest)
        lost = 0 if own else s.losses[lowest]
        if vector(s, rest)[wilds] + lost == want:
            if not own:
                _lose(s, out, suit * 13 + lowest % 13)
            x = rest
            want -= lost
        elif _find_run(s, lowest, rest, wilds, want, &walk):
            _lay_run(s, suit, x - walk.rest, walk.fewest, out)
            x = walk.rest
            wilds -= walk.fewest
            want -= 1
        else:
            x = rest + card_at(HIGH_ACE)
    while x:
        lowest = lowest_position(x)
        x -= card_at(lowest)
        if not may_be_own(s, lowest):
            _lose(s, out, suit * 13 + lowest % 13)


cdef inline bint _find_run(Search* s, int lowest, Suit rest, int wilds, Cost want, Walk* walk) noexcept nogil:
    """Walk to the run that makes the suit cost *want*, its *fewest* set to the wilds it uses; false if none does."""
    cdef const Cost* after
    cdef int used
    begin_walk(s, walk, lowest, rest)
    while next_run(s, walk):
        after = vector(s, walk.rest)
        for used in range(walk.fewest, min(walk.most, wilds) + 1):
            if after[wilds - used] + 1 == want:
                walk.fewest = used
                return True
    return False


cdef inline void _lay_run(Search* s, int suit, Suit naturals, int used, Plan* out) noexcept nogil:
    """The run through *naturals* with *used* wilds, those in their own place among them."""
    cdef PlannedMeld* meld = _new_meld(s, out)
    cdef int position
    meld.substitutes = used
    for position in range(POSITIONS):
        if copies_at(naturals, position):
            _put(s, meld, suit * 13 + position % 13)
            if may_be_own(s, position):
                meld.substitutes -= 1
    meld.is_run = meld.naturals > 1


# -- the wilds that are left --------------------------------------------------------------------------


cdef inline void _finish(Search* s, Plan* out) noexcept nogil:
    """Settle the wilds outside the melds of naturals."""
    cdef int owned = _owned(s, out)
    cdef int spare = s.wilds - owned - _substitutes(out)
    cdef End end
    if s.free and out.melds:
        _spread(s, spare, out)
    elif spare > 0:
        find_end(s, spare, s.ranked - owned, &end)
        _end_wilds(s, &end, out)


cdef inline int _owned(const Search* s, const Plan* out) noexcept nogil:
    """How many naturals of the melds are wilds in their own place."""
    cdef int count = 0, at, card
    if s.own == NOWHERE:
        return 0
    for at in range(out.melds):
        for card in range(out.meld[at].naturals):
            count += out.meld[at].codes[card] % 13 == s.own % 13
    return count


cdef inline void _end_wilds(Search* s, const End* end, Plan* out) noexcept nogil:
    """The melds of wilds only, of even size, their jokers substitutes within the limit; and the wilds left over."""
    cdef int ranked = end.ranked_inside, jokers = end.jokers_inside
    cdef int sets = end.sets, size, beside
    out.left_wilds.ranked = end.ranked_lost
    out.left_wilds.jokers = end.jokers_lost
    if s.rules.wild_melds == ALL_WILD_YES and sets:
        _meld_wilds(s, out, ranked, jokers)
        return
    while sets:
        size = (ranked + jokers) // sets
        beside = min(min(jokers, s.rules.max_wilds), size - 1)
        _meld_wilds(s, out, size - beside, beside)
        ranked -= size - beside
        jokers -= beside
        sets -= 1


cdef inline void _spread(Search* s, int spare, Plan* out) noexcept nogil:
    """Put *spare* more wilds in the first melds with room: a set has no end and a run has 13 cards."""
    cdef PlannedMeld* meld
    cdef int at, more
    for at in range(out.melds):
        meld = &out.meld[at]
        more = min(spare, MAX_RUN - meld.naturals - meld.substitutes) if meld.is_run else spare
        meld.substitutes += more
        spare -= more
    if spare > 0:
        _cut(s, spare, out)


cdef inline void _cut(Search* s, int spare, Plan* out) noexcept nogil:
    """Make two runs of the only meld, a full run of 13 cards, so that there is room for *spare* more wilds."""
    cdef PlannedMeld whole = out.meld[0]
    cdef int first = whole.codes[0] % 13
    cdef int half = 1
    while half < whole.naturals - 1 and _place_in_run(&whole, half) - first < 6:
        half += 1
    out.melds = 0
    _bare_run(s, &whole, 0, half, out)
    _bare_run(s, &whole, half, whole.naturals, out)
    _spread(s, spare + whole.substitutes - _substitutes(out), out)


cdef inline int _place_in_run(const PlannedMeld* run, int at) noexcept nogil:
    """The position of a natural of a run, where an ace that is not the first stands above the king."""
    cdef int position = run.codes[at] % 13
    return HIGH_ACE if at and position == 0 else position


cdef inline void _bare_run(Search* s, const PlannedMeld* run, int start, int end, Plan* out) noexcept nogil:
    """The run through some naturals of *run*, with as few substitutes as it can have."""
    cdef PlannedMeld* meld = _new_meld(s, out)
    cdef int at
    for at in range(start, end):
        _put(s, meld, run.codes[at])
    at = _place_in_run(run, end - 1) - _place_in_run(run, start) + 1
    meld.substitutes = max(3, at) - meld.naturals
    meld.is_run = meld.naturals > 1
