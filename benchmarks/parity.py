"""Compare the plans of the two engines on random hands over all presets and option mixes.

A plan says which cards stand in which meld and which are left over. Hand number i of a seed is always
the same one. The exit status is 1 if there is any difference.

    python benchmarks/parity.py --hands 200000 --seed 313 --jobs 2
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from functools import partial
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.test_engines import difference, position_at
from tt_solver.native import is_built
from tt_solver.rules import MAX_DECKS

LARGE_EVERY = 20
"""Every so many hands one is of 15 to 20 cards, from up to eight decks: those take the Python engine long."""


def difference_at(seed: int, number: int) -> str | None:
    """What the engines do not agree on in that hand, with how to replay it; None if they agree."""
    if number % LARGE_EVERY:
        position = position_at(seed, number)
    else:
        position = position_at(seed, number, range(15, 21), 1 + number // LARGE_EVERY % MAX_DECKS)
    found = difference(position)
    return found and f"{found}\n  replay: --seed {seed} --start {number} --hands 1"


def main() -> int:
    """Compare as the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description="Compare the two engines on random hands.")
    parser.add_argument("--hands", type=int, default=200_000, help="how many hands (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=313, help="which hands (default: %(default)s)")
    parser.add_argument("--start", type=int, default=0, help="number of the first hand (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one per processor)")
    args = parser.parse_args()
    if not is_built():
        parser.error("the native engine is not built")
    began = time.perf_counter()
    different = 0
    with Pool(args.jobs) as pool:
        numbers = range(args.start, args.start + args.hands)
        for found in pool.imap_unordered(partial(difference_at, args.seed), numbers, chunksize=200):
            if found:
                different += 1
                print(found, flush=True)
    seconds = time.perf_counter() - began
    print(f"{args.hands} hands compared (seed {args.seed}), {different} differences, {seconds:.1f} s")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
