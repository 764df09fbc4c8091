"""Which engine does the searching: the compiled one where it is there, else the one in Python."""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import local
from typing import TYPE_CHECKING, Literal

from tt_solver.engine.native import is_built
from tt_solver.errors import DiagnosedError, Flaw
from tt_solver.game.rules import Rules

if TYPE_CHECKING:
    from tt_solver.engine.protocol import Engine

VARIABLE = "TT_SOLVER_ENGINE"
"""The environment variable that may name the engine to use."""


ENGINES_KEPT = 4
"""How many engines a thread keeps, each with what it has learned."""

_threads = local()


def engine_for(rules: Rules) -> Engine:
    """The engine for *rules* of this thread, which keeps the ones that it used last.

    Raises:
        EngineError: the environment asks for an engine that is not there.
    """
    kept: dict[Rules, Engine] | None = getattr(_threads, "kept", None)
    if kept is None:
        kept = _threads.kept = {}
    engine = kept.get(rules)
    if engine is None:
        if len(kept) >= ENGINES_KEPT:
            del kept[next(iter(kept))]
        engine = kept[rules] = engine_class()(rules)
    return engine


class EngineError(DiagnosedError):
    """The engine that was asked for is not there."""


def engine_name() -> Literal["native", "python"]:
    """The name of the engine in use.

    Raises:
        EngineError: the environment asks for an engine that does not exist, or was not built.
    """
    wanted = os.environ.get(VARIABLE, "")
    if wanted not in ("", "native", "python"):
        hint = "set it to native or python, or leave it unset"
        raise EngineError(Flaw(f"{VARIABLE} cannot be {wanted!r}", hint=hint))
    if wanted == "python":
        return "python"
    if is_built():
        return "native"
    if wanted == "native":
        hint = f"install tt-solver again where there is a C compiler, or leave {VARIABLE} unset"
        raise EngineError(Flaw(f"{VARIABLE} asks for the native engine, but it is not built here", hint=hint))
    return "python"


def engine_class() -> Callable[[Rules], Engine]:
    """The class of the engine in use. Errors as in `engine_name`."""
    if engine_name() == "python":
        from tt_solver.engine.after_draw import PythonEngine

        return PythonEngine
    from tt_solver.engine.native.search import Engine as NativeEngine

    return NativeEngine
