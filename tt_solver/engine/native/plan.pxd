"""The compiled twin of `tt_solver.engine.plan`: the cheapest arrangement, its wilds only counted."""

from tt_solver.engine.native.bounds cimport MAX_MELDS
from tt_solver.game.native.cards cimport MAX_CARDS


cdef struct PlannedMeld:
    # A meld around naturals, and the wilds that stand in beside them.
    bint is_run
    int naturals
    int codes[MAX_CARDS]
    int substitutes


cdef struct WildCount:
    int ranked
    int jokers


cdef struct Plan:
    # The last place for melds of each sort is for those that would be too many.
    int melds
    PlannedMeld meld[MAX_MELDS + 1]
    int wild_melds
    WildCount wild_meld[MAX_MELDS + 1]
    int left
    int left_codes[MAX_CARDS + 1]
    WildCount left_wilds
