"""Which engine is used: the best there is, or the one that is asked for."""

from __future__ import annotations

import pytest

from tests.program import run_program
from tt_solver.engine import choice as engines
from tt_solver.engine.after_draw import PythonEngine
from tt_solver.engine.choice import VARIABLE, EngineError, engine_class, engine_name
from tt_solver.engine.native import is_built


def test_python_engine_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """`TT_SOLVER_ENGINE=python` is obeyed whether the native engine is there or not."""
    monkeypatch.setenv(VARIABLE, "python")
    assert (engine_name(), engine_class()) == ("python", PythonEngine)


@pytest.mark.parametrize("value", [None, ""])
def test_best_engine_by_default(monkeypatch: pytest.MonkeyPatch, value: str | None) -> None:
    """With nothing asked for, the native engine is used exactly if it is there."""
    monkeypatch.delenv(VARIABLE, raising=False)
    if value is not None:
        monkeypatch.setenv(VARIABLE, value)
    assert engine_name() == ("native" if is_built() else "python")
    assert (engine_class() is PythonEngine) != is_built()
    monkeypatch.setattr(engines, "is_built", lambda: False)
    assert (engine_name(), engine_class()) == ("python", PythonEngine)


def test_missing_native_engine_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody who asks for the native engine gets the other one."""
    monkeypatch.setenv(VARIABLE, "native")
    monkeypatch.setattr(engines, "is_built", lambda: False)
    with pytest.raises(EngineError, match="asks for the native engine"):
        engine_class()


def test_unknown_engine_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that does not exist is told as such."""
    monkeypatch.setenv(VARIABLE, "fast")
    with pytest.raises(EngineError, match="TT_SOLVER_ENGINE cannot be 'fast'"):
        engine_name()


@pytest.mark.parametrize("arguments", [("--version",), ("solve", "7h"), ("solve",)], ids=" ".join)
def test_unknown_engine_ends_the_program(arguments: tuple[str, ...]) -> None:
    """The program does nothing with an engine that does not exist: one message, status 2."""
    result = run_program(*arguments, stdin="7h 7s 7d\n8h 8s 8d\n", environment={VARIABLE: "fast"})
    assert (result.stdout, result.status) == ("", 2)
    assert result.stderr.count("cannot be 'fast'") == 1
