"""Time one solved hand, as a whole process, beside a hello-world of the same Typer.

    python benchmarks/startup.py [--runs 31]

The two run in turn, so that a drifting machine slows both; printed are the medians and the median of
the ratios. Rich must not be imported where no terminal is written to.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

HELLO = """
import typer

app = typer.Typer()


@app.command()
def hello(name: str = "world") -> None:
    typer.echo(f"hello {name}")


app()
"""

HAND = ["7h", "7s", "7c", "kd", "-r", "2"]
TARGET = 1.15


def seconds(command: list[str]) -> float:
    """The wall time of one run of *command*, with bytecode kept as in an installed program."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run(command, env=env, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def imports_rich(command: list[str]) -> bool:
    """Whether *command* imports Rich when its output is no terminal."""
    traced = [command[0], "-X", "importtime", *command[1:]]
    return "| rich" in subprocess.run(traced, capture_output=True, text=True, check=True).stderr


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=31, help="counted runs of each")
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        hello = Path(folder, "hello.py")
        hello.write_text(HELLO, encoding="utf-8")
        solve, greet = [sys.executable, "-m", "tt_solver", "solve", *HAND], [sys.executable, str(hello)]
        for command in (solve, greet) * 2:
            seconds(command)
        pairs = [(seconds(solve), seconds(greet)) for _ in range(runs)]
    ours, theirs = (median(column) * 1000 for column in zip(*pairs, strict=True))
    ratio = median(ours_s / theirs_s for ours_s, theirs_s in pairs)
    print(f"solve, one hand: {ours:.1f} ms; Typer hello-world: {theirs:.1f} ms; ratio {ratio:.2f} (target {TARGET})")
    print(f"Rich imported off a terminal: {'yes' if imports_rich(solve) else 'no'} (target no)")


if __name__ == "__main__":
    main()
