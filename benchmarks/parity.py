"""Compare the two engines on random hands, and what they write on random files, over all presets and option mixes.

A plan says which cards stand in which meld and which are left over. Files are of all formats, with some odd
lines; from the compiled reader and from the way through Python come the same bytes, diagnoses and counts. Hand and
file number i of a seed are always the same. The exit status is 1 if there is any difference.

    python benchmarks/parity.py --hands 200000 --files 20000 --seed 313 --jobs 2
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import recordings
from tests.engines import difference, position_at
from tt_solver.engine.native import is_built
from tt_solver.game.rules import MAX_DECKS

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


def file_difference_at(seed: int, number: int) -> str | None:
    """What the two ways do not agree on in that file, with how to replay it; None if they agree."""
    found = recordings.difference(recordings.recording_at(seed, number))
    return found and f"{found}\n  replay: --seed {seed} --start {number} --hands 0 --files 1"


def compare(what: str, difference_of: Callable[[int, int], str | None], count: int, args: argparse.Namespace) -> int:
    """Print each difference and how long the comparison took; return how many there are."""
    began = time.perf_counter()
    different = 0
    with Pool(args.jobs) as pool:
        numbers = range(args.start, args.start + count)
        for found in pool.imap_unordered(partial(difference_of, args.seed), numbers, chunksize=50):
            if found:
                different += 1
                print(found, flush=True)
    seconds = time.perf_counter() - began
    print(f"{count} {what} compared (seed {args.seed}), {different} differences, {seconds:.1f} s", flush=True)
    return different


def main() -> int:
    """Compare as the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description="Compare the two engines on random hands and files.")
    parser.add_argument("--hands", type=int, default=200_000, help="how many hands (default: %(default)s)")
    parser.add_argument(
        "--files", type=int, default=20_000, help="how many files of 12 hands or so (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=313, help="which hands (default: %(default)s)")
    parser.add_argument("--start", type=int, default=0, help="number of the first hand (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one per processor)")
    args = parser.parse_args()
    if not is_built():
        parser.error("the native engine is not built")
    different = compare("hands", difference_at, args.hands, args) if args.hands else 0
    if args.files and recordings.has_scorer():
        different += compare("files", file_difference_at, args.files, args)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
