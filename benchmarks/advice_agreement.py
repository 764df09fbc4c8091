"""Compare the advice on discards and draws with brute force from the oracle, over all presets and option mixes.

Situation number i of a seed is always the same one, so a difference is replayed by the command printed with
it. The exit status is 1 if there is any difference.

    python benchmarks/advice_agreement.py --situations 10000 --seed 313 --jobs 2
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Iterable
from functools import partial
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.advice_oracle import fault, random_situation


def difference(seed: int, number: int) -> str | None:
    """What is wrong with the advice in that situation, with how to replay it; None if nothing is."""
    situation = random_situation(random.Random(f"{seed}/{number}"))
    try:
        what = fault(situation)
    except Exception as error:  # a crash is a difference too, and must not end the comparison
        what = f"{type(error).__name__}: {error}"
    if what is None:
        return None
    return f"{what}\n  {situation}\n  replay: --seed {seed} --start {number} --situations 1"


def compare(seed: int, numbers: Iterable[int], jobs: int) -> int:
    """Print every difference among the situations of *numbers*; return how many there are."""
    with Pool(jobs) as pool:
        found = 0
        for text in pool.imap_unordered(partial(difference, seed), numbers, chunksize=20):
            if text is not None:
                found += 1
                print(text, flush=True)
    return found


def main() -> int:
    """Compare as the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description="Compare advice with brute force in random situations.")
    parser.add_argument("--situations", type=int, default=10_000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=313, help="which situations (default: %(default)s)")
    parser.add_argument("--start", type=int, default=0, help="number of the first one (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one per processor)")
    args = parser.parse_args()
    began = time.perf_counter()
    found = compare(args.seed, range(args.start, args.start + args.situations), args.jobs)
    seconds = time.perf_counter() - began
    print(f"{args.situations} situations compared (seed {args.seed}), {found} differences, {seconds:.1f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
