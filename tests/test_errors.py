"""Errors as Python code meets them: printed, copied and sent to another process."""

from __future__ import annotations

import copy
import pickle

import pytest

import tt_solver
from tt_solver.engine.choice import EngineError
from tt_solver.errors import DiagnosedError, Flaw, Source, Span

KINDS = [
    *(one for one in map(tt_solver.__dict__.get, tt_solver.__all__) if isinstance(one, type)),
    *DiagnosedError.__subclasses__(),
]
FAMILY = sorted({one for one in KINDS if issubclass(one, DiagnosedError)} | {DiagnosedError, EngineError}, key=str)


@pytest.mark.parametrize("kind", FAMILY, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("arguments", [(), ("x",), (Flaw("x", (Span(0, 1),), "y"),), (3, None)], ids=str)
def test_every_error_prints_pickles_and_copies(kind: type[DiagnosedError], arguments: tuple[object, ...]) -> None:
    """An error of ours is printed, copied and pickled whatever it was made from, and stays the same."""
    error = kind(*arguments, text="7x", source=Source("night.txt", 3))
    for other in (error, copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert type(other) is kind
        assert str(other) == "night.txt:3: " + "; ".join(flaw.message for flaw in error.flaws)
        assert (other.flaws, other.text, other.source) == (error.flaws, "7x", error.source)
        assert repr(other).startswith(kind.__name__)
        assert (other.hint, other.column) == (error.hint, error.column)


def test_an_error_may_be_made_from_its_sentence() -> None:
    """As with other errors, a text is enough."""
    error = tt_solver.NotationError("x")
    assert (str(error), error.message, error.hint, error.column) == ("x", "x", None, None)
