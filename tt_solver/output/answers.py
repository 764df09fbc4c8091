"""Any answer as text for people."""

from __future__ import annotations

from tt_solver.output.advice import discard_text, draw_text
from tt_solver.output.arrangement import all_as_text, as_text
from tt_solver.output.laydown import check_as_text, lay_off_as_text
from tt_solver.output.looks import Looks
from tt_solver.solver.all_best import AllOptimal
from tt_solver.solver.best import Arrangement
from tt_solver.table.advice import DiscardAdvice, DrawAdvice
from tt_solver.table.check import LaydownCheck
from tt_solver.table.layoff import LayOff

SIGNS = Looks(signs=True)


def text_of(answer: object) -> str:
    """What the command that gives such an answer prints of it, not folded and without colour."""
    match answer:
        case Arrangement():
            return as_text(answer, SIGNS)
        case AllOptimal():
            return all_as_text(answer, SIGNS)
        case DiscardAdvice():
            return discard_text(answer, SIGNS)
        case DrawAdvice():
            return draw_text(answer, SIGNS)
        case LaydownCheck():
            return check_as_text(answer, SIGNS)
        case LayOff():
            return lay_off_as_text(answer, SIGNS)
    raise TypeError(f"{type(answer).__name__} is not an answer")
