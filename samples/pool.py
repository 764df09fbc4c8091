"""Solve a season of hands on all processors of this machine, with the standard library's process pool.

`solve_many` takes any executor of the kind of `concurrent.futures`, so a cluster is three lines away:

    from dask.distributed import Client
    with Client("tcp://scheduler:8786").get_executor() as executor:
        outcomes = list(solve_many(hands, executor=executor))

So is MPI, whose `mpi4py.futures.MPIPoolExecutor()` takes the place of the pool below.
"""

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tt_solver import Arrangement, solve_many

SEASON = Path(__file__).with_name("season.txt")


def recorded_hands() -> list[str]:
    """The hands of the season without their rounds: the number of cards tells the round."""
    lines = SEASON.read_text(encoding="utf-8").splitlines()
    return [line.partition(" ")[2] for line in lines if line[:1].isdigit()]


def main() -> None:
    """Print how many hands went out, and every hand that cannot be solved."""
    hands = recorded_hands()
    with ProcessPoolExecutor() as pool:
        outcomes = list(solve_many(hands, executor=pool))
    solved = [outcome for outcome in outcomes if isinstance(outcome, Arrangement)]
    print(f"{len(hands)} hands, {sum(answer.out for answer in solved)} out")
    for hand, outcome in zip(hands, outcomes, strict=True):
        if not isinstance(outcome, Arrangement):
            print(f"{hand}: {outcome.message}")


if __name__ == "__main__":  # the processes of the pool import this file
    main()
