"""Compare the advice on discards and draws with brute force from the oracle, over all presets and option mixes.

Situation number i of a seed is always the same one, so a difference is replayed by the command printed with
it. The exit status is 1 if there is any difference.

    python benchmarks/advice_agreement.py --situations 10000 --seed 313 --jobs 2
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from situations import compare_situations

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


if __name__ == "__main__":
    sys.exit(compare_situations("Compare advice with brute force in random situations.", difference))
