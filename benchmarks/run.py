"""Print every speed target of the project beside what is measured here, one after the other.

    python benchmarks/run.py [--quick] [--prototype DIR]

All figures are ratios to something that runs beside them on the same machine, or times of the worst case.
`--quick` takes small samples; `--prototype DIR` times the engines beside the searches of that directory.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parent


class Part(NamedTuple):
    """One script: what it is to show, its arguments, and those for a quick look."""

    script: str
    targets: str
    full: tuple[str, ...] = ()
    quick: tuple[str, ...] = ()


PARTS = (
    Part(
        "startup.py",
        "solve of one hand: at most 1.15 times a Typer hello-world, Rich not imported",
        (),
        ("--runs", "7"),
    ),
    Part(
        "engines.py",
        "engines: not slower than the prototypes; 3 million hands dealt and solved a second",
        (),
        ("--hands", "3000"),
    ),
    Part("worst.py", "worst hands, 16 cards: under 50 ms, compiled 5 ms", (), ("--seconds", "2")),
    Part(
        "worst.py",
        "worst hands, 20 cards: under 1 s",
        ("--cards", "20"),
        ("--cards", "20", "--seconds", "2"),
    ),
    Part(
        "advice.py",
        "discard and draw, 13 cards: at most 30 ms (other rules 150), compiled 0.3 ms (other rules 1.5)",
        (),
        ("--hands", "3"),
    ),
    Part(
        "bulk.py",
        "batch: text at most 3 times split() on one thread, 1.6 on two; csv 3 times csv.reader and jsonl 1.2 times "
        "json.loads on two; memory the same for few and many hands, under 100 MB",
        ("--hands", "1000000", "--memory", "10000", "5000000"),
        ("--hands", "20000", "--memory", "1000", "10000", "--runs", "1"),
    ),
)


def main() -> None:
    """Run every part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small samples")
    parser.add_argument("--prototype", metavar="DIR", help="time the engines beside those of this directory")
    options = parser.parse_args()
    for part in PARTS:
        print(f"\n== target: {part.targets}", flush=True)
        arguments = list(part.quick if options.quick else part.full)
        if part.script == "engines.py" and options.prototype:
            arguments += ["--prototype", options.prototype]
        subprocess.run([sys.executable, str(FOLDER / part.script), *arguments], check=True)


if __name__ == "__main__":
    main()
