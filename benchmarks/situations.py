"""Compare answers with brute force in many random situations, on all processors: what the agreement scripts share."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from functools import partial
from multiprocessing import Pool


def compare_situations(description: str, difference: Callable[[int, int], str | None]) -> int:
    """Compare as the command line says, and return the exit status: 1 if there is any difference.

    *difference* tells what is wrong in the situation of a seed and a number, or None; it is printed.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--situations", type=int, default=10_000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=313, help="which situations (default: %(default)s)")
    parser.add_argument("--start", type=int, default=0, help="number of the first one (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one per processor)")
    args = parser.parse_args()
    numbers = range(args.start, args.start + args.situations)
    began = time.perf_counter()
    found = 0
    with Pool(args.jobs) as pool:
        for text in pool.imap_unordered(partial(difference, args.seed), numbers, chunksize=20):
            if text is not None:
                found += 1
                print(text, flush=True)
    seconds = time.perf_counter() - began
    print(f"{args.situations} situations compared (seed {args.seed}), {found} differences, {seconds:.1f} s")
    return 1 if found else 0
