"""Work on several processes that is left before its end."""

import subprocess
import sys

LEFT = """
from time import sleep

from tt_solver.records.parallel import in_order

if __name__ == "__main__":
    for trial in range(30):
        results = in_order(bytes, ((task, (3_000_000,)) for task in range(50)), 2)
        next(results)
        sleep(trial % 10 / 500)
        results.close()
    print("left")
"""
"""Whoever leaves meets workers that hand over a result, which takes longer than to make it."""


def test_who_leaves_early_does_not_wait_for_half_a_result() -> None:
    program = subprocess.run([sys.executable, "-c", LEFT], capture_output=True, text=True, timeout=60)
    assert (program.stdout, program.stderr) == ("left\n", "")
