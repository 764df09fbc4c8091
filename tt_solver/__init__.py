"""Exact analysis of Three Thirteen hands: the best melds of a hand under any house rules, proved.

>>> from tt_solver import parse_hand, solve
>>> solve(parse_hand("7h 7s 7c kd"), round_no=2).points
10
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tt_solver.advice import (
        DiscardAdvice,
        DiscardChoice,
        DrawAdvice,
        Out,
        StockTurn,
        UpcardTurn,
        best_discards,
        draw_odds,
    )
    from tt_solver.cards import JOKER, Card, Suit
    from tt_solver.claims import Claim, ClaimedMeld, parse_claim
    from tt_solver.errors import (
        DiagnosedError,
        Flaw,
        HandSizeError,
        ImpossibleHandError,
        MeldError,
        NotationError,
        RulesError,
        Source,
        Span,
    )
    from tt_solver.laydown import CheckedMeld, LaydownCheck, check_laydown
    from tt_solver.layoff import LaidOff, LayOff, lay_off
    from tt_solver.many import solve_many
    from tt_solver.melds import Fault, Meld, MeldKind, judge
    from tt_solver.notation import Hand, parse_card, parse_hand, parse_rank
    from tt_solver.optimal import AllOptimal, solve_all
    from tt_solver.rounds import Deal, calendar
    from tt_solver.rules import CLASSIC, PRESETS, Rules
    from tt_solver.solver import Arrangement, solve

__version__ = "0.1.0"

_HOMES = {
    "CLASSIC": "rules",
    "JOKER": "cards",
    "PRESETS": "rules",
    "AllOptimal": "optimal",
    "Arrangement": "solver",
    "Card": "cards",
    "CheckedMeld": "laydown",
    "Claim": "claims",
    "ClaimedMeld": "claims",
    "Deal": "rounds",
    "DiagnosedError": "errors",
    "DiscardAdvice": "advice",
    "DiscardChoice": "advice",
    "DrawAdvice": "advice",
    "Fault": "melds",
    "Flaw": "errors",
    "Hand": "notation",
    "HandSizeError": "errors",
    "ImpossibleHandError": "errors",
    "LaidOff": "layoff",
    "LayOff": "layoff",
    "LaydownCheck": "laydown",
    "Meld": "melds",
    "MeldError": "errors",
    "MeldKind": "melds",
    "NotationError": "errors",
    "Out": "advice",
    "Rules": "rules",
    "RulesError": "errors",
    "Source": "errors",
    "Span": "errors",
    "StockTurn": "advice",
    "Suit": "cards",
    "UpcardTurn": "advice",
    "best_discards": "advice",
    "calendar": "rounds",
    "check_laydown": "laydown",
    "draw_odds": "advice",
    "judge": "melds",
    "lay_off": "layoff",
    "parse_card": "notation",
    "parse_claim": "claims",
    "parse_hand": "notation",
    "parse_rank": "notation",
    "solve": "solver",
    "solve_all": "optimal",
    "solve_many": "many",
}
"""The module of each name: it is imported when the name is first used, so that every program starts fast."""

__all__ = [
    "CLASSIC",
    "JOKER",
    "PRESETS",
    "AllOptimal",
    "Arrangement",
    "Card",
    "CheckedMeld",
    "Claim",
    "ClaimedMeld",
    "Deal",
    "DiagnosedError",
    "DiscardAdvice",
    "DiscardChoice",
    "DrawAdvice",
    "Fault",
    "Flaw",
    "Hand",
    "HandSizeError",
    "ImpossibleHandError",
    "LaidOff",
    "LayOff",
    "LaydownCheck",
    "Meld",
    "MeldError",
    "MeldKind",
    "NotationError",
    "Out",
    "Rules",
    "RulesError",
    "Source",
    "Span",
    "StockTurn",
    "Suit",
    "UpcardTurn",
    "best_discards",
    "calendar",
    "check_laydown",
    "draw_odds",
    "judge",
    "lay_off",
    "parse_card",
    "parse_claim",
    "parse_hand",
    "parse_rank",
    "solve",
    "solve_all",
    "solve_many",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
