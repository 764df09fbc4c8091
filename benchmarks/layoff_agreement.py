"""Compare laying off with brute force on random situations over all presets and option mixes.

Situation number i of a seed is always the same one, so a difference is replayed by the command printed
with it. The exit status is 1 if there is any difference.

    python benchmarks/layoff_agreement.py --situations 10000 --seed 313 --jobs 2
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from situations import compare_situations

from tests.layoff_oracle import difference, random_situation
from tt_solver.game.cards import RANK_NAMES

SIZES = (1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8)
"""The sizes of hands, each as often as it is here: the brute force doubles with each card."""


def difference_at(seed: int, number: int) -> str | None:
    """What is wrong with the answer to situation *number* of *seed*, with how to replay it; None if nothing is."""
    situation = random_situation(random.Random(f"{seed}/{number}"), SIZES)
    try:
        what = difference(situation)
    except Exception as error:  # a crash is a difference too, and must not end the comparison
        what = f"{type(error).__name__}: {error}"
    if what is None:
        return None
    rules = situation.rules
    options = " ".join(f"{option}={value}" for option, value in rules.changed.items())
    return (
        f"{what}\n  hand: {' '.join(map(str, situation.hand))}\n  table: {situation.text}\n"
        f"  wild: {RANK_NAMES[situation.wild] or 'none'}, size: {situation.size}\n  rules: {rules.name} {options}\n"
        f"  replay: --seed {seed} --start {number} --situations 1"
    )


if __name__ == "__main__":
    sys.exit(compare_situations("Compare laying off with brute force on random situations.", difference_at))
