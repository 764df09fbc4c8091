"""The compiled twin of `tt_solver.game.rules`: the options that decide melds and points, in numbers."""

from tt_solver.game.native.cards cimport JOKER, MAX_CARDS, RANKS, rank_of

cdef enum:
    MAX_POINTS = 999    # of a leftover card; more are refused when rules are read
    ENDLESS = 100       # stands for no limit on the cards of a set, of which no hand has so many

cdef enum AllWild:
    ALL_WILD_YES
    ALL_WILD_OWN_RANK
    ALL_WILD_NO


cdef struct Rules:
    # Options by their names in Python where they are numbers there too.
    bint high               # the ace stands above the king only
    bint either             # or below the two as well
    int top                 # positions of a suit: 13, or 14 where an ace stands above the king
    int max_wilds           # MAX_CARDS for any number
    bint wild_as_natural
    AllWild wild_melds
    bint distinct           # naturals of a set differ in suit
    int set_cap             # ENDLESS for any number
    bint capped_sets        # whether there is one
    int natural_points[JOKER]
    int wild_points         # -1: what it would cost as a natural
    int joker_points
    bint doubled[RANKS + 1]
    bint bare_out
    int jokers              # of each deck


cdef inline int init_rules(Rules* out, rules) except -1:
    """Put *rules* into numbers.

    Raises:
        ValueError: a card costs more than 999 points.
    """
    from tt_solver.game.cards import CARDS

    cdef int code, wild
    out.high = rules.ace == "high"
    out.either = rules.ace == "either"
    out.top = 13 if rules.ace == "low" else 14
    out.max_wilds = MAX_CARDS if rules.max_wilds == "any" else min(rules.max_wilds, MAX_CARDS)
    out.wild_as_natural = rules.wild_as_natural
    out.wild_melds = {"yes": ALL_WILD_YES, "own-rank": ALL_WILD_OWN_RANK, "no": ALL_WILD_NO}[rules.wild_melds]
    out.distinct = rules.set_suits == "distinct"
    out.capped_sets = rules.set_cap is not None
    out.set_cap = min(rules.set_cap, ENDLESS) if out.capped_sets else ENDLESS
    for code in range(JOKER):
        out.natural_points[code] = _points(rules.card_points(CARDS[code], 0))
    out.wild_points = -1 if rules.wild_points == "face" else _points(rules.wild_points)
    out.joker_points = _points(rules.joker_points)
    for wild in range(RANKS + 1):
        out.doubled[wild] = rules.multiplier(wild) == 2
    out.bare_out = rules.bare_out
    out.jokers = rules.jokers
    return 0


cdef inline int _points(points) except -1:
    if not 0 <= points <= MAX_POINTS:
        raise ValueError(f"{points} points for a card: 0 to {MAX_POINTS} can be counted")
    return points


cdef inline bint is_wild(int code, int wild) noexcept nogil:
    """Whether a card is a wild where the rank *wild* is."""
    return code == JOKER or rank_of(code) == wild


cdef inline int points_of_wild(const Rules* rules, int wild) noexcept nogil:
    """What a leftover card of the wild rank costs; 0 where no rank is wild."""
    if rules.wild_points >= 0:
        return rules.wild_points
    return rules.natural_points[wild - 1] if wild else 0


cdef inline int card_points(const Rules* rules, int code, int wild) noexcept nogil:
    """What a card costs when it is left over, before any doubling."""
    if code == JOKER:
        return rules.joker_points
    return points_of_wild(rules, wild) if rank_of(code) == wild else rules.natural_points[code]


cdef inline bint is_discarded_before(const Rules* rules, int one, int other, int wild) noexcept nogil:
    """Whether *one* comes before *other* in the order of `Rules.discard_order`."""
    if is_wild(one, wild) != is_wild(other, wild):
        return is_wild(other, wild)
    if card_points(rules, one, wild) != card_points(rules, other, wild):
        return card_points(rules, one, wild) > card_points(rules, other, wild)
    return one < other


cdef inline int multiplier(const Rules* rules, int wild) noexcept nogil:
    """By how much the points of a hand count in a round with that wild rank: 2 or 1."""
    return 2 if rules.doubled[wild] else 1
