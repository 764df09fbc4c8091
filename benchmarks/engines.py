"""How fast the engines are: microseconds a hand, all in one run so that the ratios hold on any machine.

Random hands from two decks in rounds 3, 7 and 11 (5, 9 and 13 cards), with any number of wilds in a meld
(`classic`) and with one; and gin hands: ten cards from one deck, no wilds. Each figure is the best of some
passes over the same hands, and each pass starts with a new engine that knows nothing.

    python benchmarks/engines.py --hands 20000

With `--prototype DIR`, the searches in `engine.py` and `fastcore.pyx` of that directory are timed beside
them; the second is built in a directory that is removed afterwards. At the end stands how many hands a
second are dealt and solved where nothing else is made of them.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import shutil
import subprocess
import sys
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tt_solver.engine.after_draw import PythonEngine
from tt_solver.engine.native import is_built
from tt_solver.game.rules import CLASSIC, Rules


class Case(NamedTuple):
    """One row: hands of *size* cards, and the rules they are solved by."""

    name: str
    size: int
    wild: int
    decks: int
    rules: Rules


Pass = Callable[[Case, list[bytes]], float]
"""Solves all hands with a new engine, and tells the seconds that took."""

ANY = CLASSIC
ONE = CLASSIC.with_options({"max_wilds": 1, "all_wild": "no"})
ONE_AWAY = ONE.with_options({"wild_as_natural": False})

CASES = (
    *(Case(f"round {size - 2}, any number of wilds", size, size, 2, ANY) for size in (5, 9, 13)),
    *(Case(f"round {size - 2}, one wild, never a natural", size, size, 2, ONE_AWAY) for size in (5, 9, 13)),
    *(Case(f"round {size - 2}, one wild", size, size, 2, ONE) for size in (5, 9, 13)),
    Case("gin: 10 cards, one deck", 10, 0, 1, ANY),
)


def hands_of(case: Case, count: int) -> list[bytes]:
    """Random hands, the same in every run."""
    rng = random.Random(f"{case.size}/{case.wild}/{case.decks}")
    return [bytes(rng.sample([*range(52)] * case.decks, case.size)) for _ in range(count)]


def python_pass(case: Case, hands: list[bytes]) -> float:
    """One hand after another in the Python engine."""
    engine = PythonEngine(case.rules)
    wild = case.wild
    began = time.perf_counter()
    for hand in hands:
        engine.cost(hand, wild)
    return time.perf_counter() - began


def native_pass(case: Case, hands: list[bytes]) -> float:
    """All hands with one call of the native engine."""
    from tt_solver.engine.native.search import Engine as NativeEngine

    engine = NativeEngine(case.rules)
    data = b"".join(hands)
    began = time.perf_counter()
    engine.costs(data, case.size, case.wild)
    return time.perf_counter() - began


# -- the prototypes -------------------------------------------------------------------------------------


def load(name: str, path: Path) -> ModuleType:
    """The module in a file outside the package."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None, path
    assert spec.loader is not None, path
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def prototype_passes(folder: Path) -> Iterator[dict[str, Pass]]:
    """The two prototypes in *folder*, ready to be timed."""
    if importlib.util.find_spec("Cython") is None:
        sys.exit("--prototype builds a Cython module: install Cython first")
    plain = load("prototype_engine", folder / "engine.py")
    with TemporaryDirectory() as built:
        shutil.copy(folder / "fastcore.pyx", built)
        command = [sys.executable, "-m", "Cython.Build.Cythonize", "-i", "-3", "fastcore.pyx"]
        subprocess.run(command, cwd=built, check=True, capture_output=True)
        compiled = load(
            "fastcore", next(path for path in Path(built).glob("fastcore.*") if path.suffix in (".so", ".pyd"))
        )
        yield {"prototype, python": _plain_pass(plain), "prototype, compiled": _compiled_pass(compiled)}


def _limits(case: Case) -> tuple[int, int]:
    """The most wilds and the fewest naturals of a meld, as the prototypes have them: 0 for any number."""
    return case.rules.max_wilds if isinstance(case.rules.max_wilds, int) else 0, int(case.rules.all_wild == "no")


def _plain_pass(module: Any) -> Pass:
    def run(case: Case, hands: list[bytes]) -> float:
        rules = module.Rules(*_limits(case))
        engine = module.Engine(rules)
        began = time.perf_counter()
        for hand in hands:
            engine.solve(*module.pack(hand, case.wild, rules))
        return time.perf_counter() - began

    return run


def _compiled_pass(module: Any) -> Pass:
    def run(case: Case, hands: list[bytes]) -> float:
        engine = module.Engine(*_limits(case))
        data = b"".join(hands)
        out = array("i", bytes(4 * len(hands)))
        began = time.perf_counter()
        engine.batch(data, case.size, len(hands), case.wild, out)
        return time.perf_counter() - began

    return run


# -- the table ------------------------------------------------------------------------------------------


def print_table(passes: dict[str, Pass], hands: int, rounds: dict[str, int]) -> None:
    """A row for each case: microseconds a hand, and the ratio to the prototype of the same kind."""
    print(f"{'microseconds a hand':34}" + "".join(f"{name:>22}" for name in passes))
    for case in CASES:
        dealt = hands_of(case, hands)
        best = dict.fromkeys(passes, float("inf"))
        for number in range(max(rounds.values())):
            for name, run in passes.items():
                if number < rounds[name]:
                    best[name] = min(best[name], run(case, dealt) / hands * 1e6)
        cells = [f"{best[name]:.4g}{_ratio(name, best)}" for name in passes]
        print(f"{case.name:34}" + "".join(f"{cell:>22}" for cell in cells), flush=True)


def _ratio(name: str, best: dict[str, float]) -> str:
    """How long it takes by the time of its prototype, if that was timed."""
    prototype = {"python": "prototype, python", "native": "prototype, compiled"}.get(name)
    return f" ({best[name] / best[prototype]:.2f}x)" if prototype in best else ""


def main() -> None:
    """Time as the command line says."""
    parser = argparse.ArgumentParser(description="Time the engines on random hands.")
    parser.add_argument("--hands", type=int, default=20_000, help="hands of each row (default: %(default)s)")
    parser.add_argument("--passes", type=int, default=15, help="passes of the compiled ones (default: %(default)s)")
    parser.add_argument("--prototype", type=Path, metavar="DIR", help="time the prototypes of that directory as well")
    args = parser.parse_args()
    passes: dict[str, Pass] = {"python": python_pass}
    if is_built():
        passes["native"] = native_pass
    if args.prototype is None:
        _time(passes, args.hands, args.passes)
    else:
        with prototype_passes(args.prototype) as prototypes:
            _time(passes | prototypes, args.hands, args.passes)


def _time(passes: dict[str, Pass], hands: int, count: int) -> None:
    """Print the table; what is interpreted is slow and steady, so it gets fewer passes."""
    print_table(passes, hands, {name: 3 if "python" in name else count for name in passes})
    if is_built():
        print(f"dealt and solved, 13 cards, one core: {dealt_and_solved(50 * hands):.1f} million hands a second")


def dealt_and_solved(hands: int) -> float:
    """How many millions of random hands a second the compiled engine deals and solves, at best of three."""
    from tt_solver.engine.native.search import Engine as NativeEngine
    from tt_solver.table.native.dealer import Dealer

    seconds = []
    for seed in range(3):
        dealer, engine = Dealer(seed, [*range(52)] * 2), NativeEngine(ANY)
        began = time.perf_counter()
        engine.costs(b"".join(dealer.take(13) for _ in range(hands)), 13, 13)
        seconds.append(time.perf_counter() - began)
    return hands / min(seconds) / 1e6


if __name__ == "__main__":
    main()
