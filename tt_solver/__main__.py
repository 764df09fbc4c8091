"""The program's entry: `tt-solver`, or `python -m tt_solver`."""

import gc


def main() -> None:
    """Run the command line."""
    try:
        _run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def _run() -> None:
    # What is imported stays: to look for garbage among it takes a twentieth of the time to start.
    gc.disable()
    from tt_solver.cli import run

    gc.freeze()
    gc.enable()
    run()


if __name__ == "__main__":
    main()
