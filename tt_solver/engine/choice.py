"""Which engine does the searching: the compiled one where it is there, else the one in Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Sequence
from threading import local
from typing import Literal, Protocol, TypeVar

from tt_solver.engine.native import is_built
from tt_solver.engine.search import Engine, Plan, Table
from tt_solver.errors import DiagnosedError, Flaw

VARIABLE = "TT_SOLVER_ENGINE"
"""The environment variable that may name the engine to use."""


class AnyEngine(Protocol):
    """What both engines offer, with the same answers; see `tt_solver.engine.search`."""

    def cost(self, codes: Sequence[int], wild: int) -> int:
        """The least cost of the cards *codes* where the rank *wild* is wild."""

    def plan(self, codes: Sequence[int], wild: int) -> Plan:
        """An arrangement of the least cost."""


Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")

ENGINES_KEPT = 4
"""How many engines of a kind a thread keeps, each with what it has learned."""


def kept_by_thread(make: Callable[[Key], Kept]) -> Callable[[Key], Kept]:
    """As *make*, but each thread keeps the engines that it had made last, for an engine serves one thread at a time."""
    threads = local()

    def engine_of(key: Key) -> Kept:
        kept: dict[Key, Kept] | None = getattr(threads, "kept", None)
        if kept is None:
            kept = threads.kept = {}
        engine = kept.get(key)
        if engine is None:
            if len(kept) >= ENGINES_KEPT:
                del kept[next(iter(kept))]
            engine = kept[key] = make(key)
        return engine

    return engine_of


class EngineError(DiagnosedError):
    """The engine that was asked for is not there."""


def engine_name() -> Literal["native", "python"]:
    """The name of the engine in use.

    Raises:
        EngineError: the environment asks for an engine that does not exist, or was not built.
    """
    wanted = os.environ.get(VARIABLE, "")
    if wanted not in ("", "native", "python"):
        hint = "it may be native or python, or not set at all"
        raise EngineError(Flaw(f"{VARIABLE} cannot be {wanted!r}", hint=hint))
    if wanted == "python":
        return "python"
    if is_built():
        return "native"
    if wanted == "native":
        hint = f"install tt-solver anew where there is a C compiler, or do not set {VARIABLE}"
        raise EngineError(Flaw(f"there is no native engine here, which {VARIABLE} asks for", hint=hint))
    return "python"


def engine_class() -> Callable[[Table], AnyEngine]:
    """The class of the engine in use. Errors as in `engine_name`."""
    if engine_name() == "python":
        return Engine
    from tt_solver.engine.native.search import Engine as NativeEngine

    return NativeEngine
