"""How long the advice on a discard and on a draw takes, in milliseconds.

For rounds 3, 7 and 11 of three presets, two decks: the median over several random hands of all that `discard`
and `draw` work out. The engine has learned nothing from other hands, as when the command line starts.

    python benchmarks/advice.py --hands 15
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from threading import Thread

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tt_solver.game.cards import CARDS
from tt_solver.game.rules import PRESETS
from tt_solver.table.advice import best_discards, draw_odds

RULES = ("classic", "encyclopedia", "house")
ROUNDS = (3, 7, 11)


def milliseconds(work: Callable[[], object]) -> float:
    """How long *work* takes of the processor's time, so that other programs do not count.

    It has a thread of its own, whose engine has learned nothing yet.
    """
    thread = Thread(target=work)
    began = time.process_time()
    thread.start()
    thread.join()
    return (time.process_time() - began) * 1000


def measure(preset: str, round_no: int, hands: int) -> tuple[list[float], list[float]]:
    """The times of the advice on a discard and on a draw for random hands of that round."""
    rng = random.Random(round_no)
    rules = PRESETS[preset]
    discards, draws = [], []
    for _ in range(hands):
        *held, upcard = rng.sample(CARDS[:52] * 2, round_no + 3)
        after = partial(best_discards, [*held, upcard], round_no=round_no, rules=rules)
        before = partial(draw_odds, held, upcard, round_no=round_no, rules=rules)
        discards.append(milliseconds(after))
        draws.append(milliseconds(before))
    return discards, draws


def main() -> None:
    """Print a line for each preset and round."""
    parser = argparse.ArgumentParser(description="Time the advice on discards and draws.")
    parser.add_argument("--hands", type=int, default=15, help="hands for each line (default: %(default)s)")
    args = parser.parse_args()
    print("rules         round  cards  discard ms  slowest   draw ms  slowest")
    for preset, round_no in product(RULES, ROUNDS):
        columns = [f"{preset:12}  {round_no:5}  {round_no + 2:5}"]
        for times in measure(preset, round_no, args.hands):
            columns.append(f"{statistics.median(times):10.1f}  {max(times):7.1f}")
        print("  ".join(columns), flush=True)


if __name__ == "__main__":
    main()
