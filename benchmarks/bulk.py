"""Time and memory of `tt-solver batch` beside what Python itself needs to read the same lines.

Each time is the median of a few runs, in turn with the plain loop of its format on the same file, and is
printed as a ratio to that: `for line in open(f): line.split()`, `csv.reader` alone, `json.loads` of each
line. Memory is the peak of the program over few and over many hands, all different.

    python benchmarks/bulk.py --hands 1000000 --memory 10000 1000000
    python benchmarks/bulk.py --hands 20000 --memory 1000 10000 --runs 1
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tt_solver.game.rules import Rules
from tt_solver.solver.situation import Situation
from tt_solver.table.dealer import deal_tables

ROOT = Path(__file__).resolve().parent.parent

ROUND = 11
"""The round of the hands: 13 cards, the most that the usual game deals."""

JOBS = (1, 2)

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
# An installed program is compiled once, and not at every start.
ENVIRONMENT.pop("PYTHONDONTWRITEBYTECODE", None)

PLAIN_LOOPS = {
    "txt": "for line in open(f): line.split()",
    "csv": "for row in csv.reader(open(f, newline='')): pass",
    "jsonl": "for line in open(f): json.loads(line)",
}
"""What Python takes at the least to read each format."""


def write_hands(folder: Path, count: int) -> None:
    """Write the same *count* different hands of 13 cards in each format."""
    names = {form: folder / f"hands.{form}" for form in PLAIN_LOOPS}
    with names["txt"].open("w") as text, names["csv"].open("w") as rows, names["jsonl"].open("w") as lines:
        rows.write("round,hand,player\n")
        for number, table in enumerate(islice(deal_tables(313, Situation.of(rules=Rules(), round_no=ROUND)), count)):
            cards = [str(card) for card in table.hands[0]]
            text.write(f"{ROUND} {' '.join(cards)}\n")
            rows.write(f"{ROUND},{' '.join(cards)},player {number % 7}\n")
            listed = ",".join(f'"{card}"' for card in cards)
            lines.write(f'{{"round":{ROUND},"hand":[{listed}],"player":"player {number % 7}"}}\n')


def median_times(works: Sequence[Callable[[], object]], runs: int) -> list[float]:
    """The median of *runs* times of each work, in seconds: all in turn, so that each meets the same machine."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(runs):
        for work, found in zip(works, times, strict=True):
            began = time.perf_counter()
            work()
            found.append(time.perf_counter() - began)
    return [median(found) for found in times]


def python_loop(form: str, path: Path) -> None:
    """Run the plain loop over *path* in a Python of its own."""
    code = f"import csv, json\nf = {str(path)!r}\n{PLAIN_LOOPS[form]}"
    subprocess.run([sys.executable, "-c", code], check=True)


def batch(path: Path, jobs: int) -> None:
    """Score *path* to JSON Lines that go nowhere."""
    _program(path, jobs).wait()


def _program(path: Path, jobs: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tt_solver", "batch", str(path), "--to", "jsonl", "--jobs", str(jobs)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, env=ENVIRONMENT)


def peak_memory(path: Path, jobs: int) -> float:
    """The most memory that any process of a batch over *path* took, in MB."""
    process = _program(path, jobs)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def print_times(folder: Path, hands: int, runs: int) -> None:
    """Print a row for each format and number of jobs."""
    write_hands(folder, hands)
    print(f"{hands:,} hands of 13 cards, to jsonl; ratio to the plain loop over the same file")
    for form, loop in PLAIN_LOOPS.items():
        path = folder / f"hands.{form}"
        works = [partial(python_loop, form, path), *(partial(batch, path, jobs) for jobs in JOBS)]
        plain, *times = median_times(works, runs)
        print(f"  {form:<6} {loop:<50} {plain:8.2f} s")
        for jobs, took in zip(JOBS, times, strict=True):
            speed = f"{took:8.2f} s {hands / took:11,.0f} hands/s"
            print(f"  {form:<6} {f'tt-solver batch --jobs {jobs}':<50} {speed}   x {took / plain:.2f}", flush=True)


def print_memory(folder: Path, sizes: list[int]) -> None:
    """Print the peak memory for each number of hands."""
    for jobs in JOBS:
        for size in sizes:
            write_hands(folder, size)
            print(
                f"  memory, {size:>9,} hands, {jobs} jobs {peak_memory(folder / 'hands.txt', jobs):8.1f} MB", flush=True
            )


def main() -> None:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(description="Time and memory of tt-solver batch.")
    parser.add_argument("--hands", type=int, default=1_000_000, help="how many hands to time (default: %(default)s)")
    parser.add_argument("--memory", type=int, nargs="*", default=[10_000, 1_000_000], help="and to weigh")
    parser.add_argument("--runs", type=int, default=5, help="the median of how many (default: %(default)s)")
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        print_times(Path(folder), args.hands, args.runs)
        print_memory(Path(folder), args.memory)


if __name__ == "__main__":
    main()
