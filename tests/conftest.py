"""What holds for the whole suite: the engine under test, and random tests that can be run again."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import settings

from tt_solver.engine.choice import engine_name

IN_CI = os.environ.get("CI", "") not in ("", "0", "false")

settings.register_profile("ci", derandomize=True, database=None, deadline=None, print_blob=True)
settings.register_profile("local", print_blob=True)
settings.load_profile("ci" if IN_CI else "local")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the tests that are random anew in each run be run again as they were."""
    parser.addoption("--seed", type=int, help="seed of the random tests (default: a new one; 313 in CI)")


def pytest_report_header() -> str:
    """Tell which engine is under test."""
    return f"engine: {engine_name()}"


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """The seed of a test that is random anew in each run, but for CI; if the test fails, it is printed."""
    given: int | None = request.config.getoption("--seed")
    new = 313 if IN_CI else random.randrange(10**6)
    chosen = new if given is None else given
    print(f"to run this again: --seed {chosen}")
    return chosen
