"""Compare the solver with the oracle on random hands over all presets and option mixes.

Hand number i of a seed is always the same one, so a difference is replayed by the command printed with
it. The exit status is 1 if there is any difference.

    python benchmarks/agreement.py --hands 100000 --seed 313 --jobs 2
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

from tests import mixes, oracle
from tt_solver.game.cards import RANK_NAMES
from tt_solver.solver.best import solve

WEIGHTS = {3: 4, 4: 6, 5: 8, 6: 10, 7: 12, 8: 12, 9: 12, 10: 10, 11: 2, 12: 2, 13: 2}
"""How often each size of hand comes: the oracle's time doubles with each card, so few are large."""


def hand_at(seed: int, number: int) -> tuple[mixes.Hand, int]:
    """Hand *number* of *seed*, and the decks that it was drawn from."""
    rng = random.Random(f"{seed}/{number}")
    rules = mixes.random_rules(rng)
    decks, wild = rng.randint(1, 3), rng.choice((0, *range(1, 14)))
    size = rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
    return (mixes.random_hand(rng, rules, size, decks, wild), wild, rules), decks


def difference(seed: int, number: int) -> str | None:
    """What is wrong with the solver's answer to that hand, with how to replay it; None if nothing is."""
    (cards, wild, rules), decks = hand_at(seed, number)
    try:
        answer = solve(cards, wild=wild, rules=rules, decks=decks)
    except Exception as error:  # a crash is a difference too, and must not end the comparison
        what: str | None = f"{type(error).__name__}: {error}"
    else:
        what = oracle.fault(cards, wild, rules, melds=[meld.cards for meld in answer.melds], left=answer.deadwood)
        deadwood = sum(oracle.value(card, wild, rules) for card in answer.deadwood)
        if what is None and answer.points != deadwood:
            what = f"{answer.points} points, but the deadwood comes to {deadwood}"
    if what is None:
        return None
    options = " ".join(f"{option}={value}" for option, value in rules.changed.items())
    return (
        f"{what}\n  hand: {' '.join(map(str, cards))}\n  wild: {RANK_NAMES[wild] or 'none'}, decks: {decks}\n"
        f"  rules: {rules.name} {options}\n  replay: --seed {seed} --start {number} --hands 1"
    )


def compare(seed: int, numbers: Iterable[int], jobs: int) -> int:
    """Print every difference among the hands of *numbers*; return how many there are."""
    with Pool(jobs) as pool:
        found = 0
        for text in pool.imap_unordered(partial(difference, seed), numbers, chunksize=100):
            if text is not None:
                found += 1
                print(text, flush=True)
    return found


def main() -> int:
    """Compare as the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description="Compare the solver with the oracle on random hands.")
    parser.add_argument("--hands", type=int, default=100_000, help="how many hands (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=313, help="which hands (default: %(default)s)")
    parser.add_argument("--start", type=int, default=0, help="number of the first hand (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one per processor)")
    args = parser.parse_args()
    began = time.perf_counter()
    found = compare(args.seed, range(args.start, args.start + args.hands), args.jobs)
    print(f"{args.hands} hands compared (seed {args.seed}), {found} differences, {time.perf_counter() - began:.1f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
