"""Exact analysis of Three Thirteen hands: the best melds of a hand under any house rules, proved.

>>> from tt_solver import parse_hand, solve
>>> solve(parse_hand("7h 7s 7c kd"), round_no=2).points
10
"""

from importlib import import_module
from sys import modules
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from tt_solver.game.calendar import Deal, calendar
    from tt_solver.game.cards import JOKER, Card, Suit
    from tt_solver.game.melds import Fault, Meld, MeldKind, judge
    from tt_solver.game.rules import CLASSIC, PRESETS, Rules
    from tt_solver.notation.hands import Hand, parse_card, parse_hand, parse_rank
    from tt_solver.notation.laydowns import Claim, ClaimedMeld, parse_claim
    from tt_solver.solver.all_best import AllOptimal, solve_all
    from tt_solver.solver.best import Arrangement, solve
    from tt_solver.solver.many import solve_many
    from tt_solver.table.advice import (
        DiscardAdvice,
        DiscardChoice,
        DrawAdvice,
        Out,
        StockTurn,
        UpcardTurn,
        best_discards,
        draw_odds,
    )
    from tt_solver.table.check import CheckedMeld, LaydownCheck, check_laydown
    from tt_solver.table.layoff import LaidOff, LayOff, lay_off

__version__ = "0.2.0"

_ANSWER = "tt_solver.solver.answer"

_HOMES = {
    "CLASSIC": "game.rules",
    "JOKER": "game.cards",
    "PRESETS": "game.rules",
    "AllOptimal": "solver.all_best",
    "Arrangement": "solver.best",
    "Card": "game.cards",
    "CheckedMeld": "table.check",
    "Claim": "notation.laydowns",
    "ClaimedMeld": "notation.laydowns",
    "Deal": "game.calendar",
    "DiagnosedError": "errors",
    "DiscardAdvice": "table.advice",
    "DiscardChoice": "table.advice",
    "DrawAdvice": "table.advice",
    "Fault": "game.melds",
    "Flaw": "errors",
    "Hand": "notation.hands",
    "HandSizeError": "errors",
    "ImpossibleHandError": "errors",
    "LaidOff": "table.layoff",
    "LayOff": "table.layoff",
    "LaydownCheck": "table.check",
    "Meld": "game.melds",
    "MeldError": "errors",
    "MeldKind": "game.melds",
    "NotationError": "errors",
    "Out": "table.advice",
    "Rules": "game.rules",
    "RulesError": "errors",
    "Source": "errors",
    "Span": "errors",
    "StockTurn": "table.advice",
    "Suit": "game.cards",
    "UpcardTurn": "table.advice",
    "best_discards": "table.advice",
    "calendar": "game.calendar",
    "check_laydown": "table.check",
    "draw_odds": "table.advice",
    "judge": "game.melds",
    "lay_off": "table.layoff",
    "parse_card": "notation.hands",
    "parse_claim": "notation.laydowns",
    "parse_hand": "notation.hands",
    "parse_rank": "notation.hands",
    "solve": "solver.best",
    "solve_all": "solver.all_best",
    "solve_many": "solver.many",
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
    if _ANSWER in modules:
        modules[_ANSWER].print_with(_in_words)
    return value


def _in_words(answer: object) -> str:
    """What `str` of an answer is. The words are looked for only where somebody prints."""
    from tt_solver.output.answers import text_of

    return text_of(answer)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
