"""The command line: one module per command, which parses, calls and prints."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any

import typer

from tt_solver.cli.status import ending
from tt_solver.cli.streams import Streams

COMMANDS = ("solve", "batch", "deal", "discard", "draw", "check", "layoff", "rules", "help")
"""The commands, in the order of the help; each is a function in the module of that name."""

HELP = {"-h", "--help", "--version"}
FIRST_WORDS = {*COMMANDS, *HELP, "--install-completion", "--show-completion"}
COMPLETING = "_TT_SOLVER_COMPLETE"
ENGINE = "TT_SOLVER_ENGINE"

SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

EPILOG = """Manual: tt-solver help lists the pages; tt-solver help notation shows one.

Exit status: 0 done; 1 done, and the answer is no or some hands were bad; 2 nothing could be done;
70 a defect of ours; 130 interrupted; 141 the reader is gone."""


def run() -> None:
    """Run the command that the arguments name, and end the process with its status."""
    arguments = sys.argv[1:]
    if not arguments or HELP.intersection(arguments) or arguments[0] == "help":
        _end_with_the_reader()
    with ending(Streams.standard()):
        if arguments and arguments[0] not in FIRST_WORDS and COMPLETING not in os.environ:
            from tt_solver.cli.slips import ask_for_command

            ask_for_command(arguments)
        app = build_app(_wanted(arguments))
        if os.environ.get(COMPLETING) == "complete_bash":
            from tt_solver.cli.completion import complete_in_bash

            complete_in_bash(lambda: app(prog_name="tt-solver"))
        app(prog_name="tt-solver")


def _end_with_the_reader() -> None:
    """Let help end as any filter does when its reader is gone, where the system has a signal for that."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def _wanted(arguments: list[str]) -> tuple[str, ...]:
    """The command to register: all of them unless one is named, since a command with its options takes time."""
    if COMPLETING not in os.environ and arguments and arguments[0] in COMMANDS:
        return (arguments[0],)
    return COMMANDS


def build_app(commands: tuple[str, ...] = COMMANDS) -> typer.Typer:
    """The program with *commands*."""
    app = typer.Typer(context_settings=SETTINGS, rich_markup_mode=None, pretty_exceptions_enable=False, epilog=EPILOG)
    app.callback(invoke_without_command=True)(_program)
    for name in commands:
        run: Callable[..., None] = getattr(import_module(f"tt_solver.cli.{name}"), name)
        app.command(name, context_settings=SETTINGS)(run)
    return app


def _program(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and the engine, and end.")] = False,
) -> None:
    """Exact hand analyzer for the rummy game Three Thirteen.

    \b
    $ tt-solver solve 7h 7s 7c kd -r 2
    round 2, 4 cards, 4s wild (classic)
    set       7S 7H 7C
    deadwood  KD (10)
    10 points
    """
    if version or ENGINE in os.environ:
        from tt_solver import __version__
        from tt_solver.engine.choice import engine_name

        # An engine that is not there is told once, before any hand is read.
        with ending(Streams.standard()):
            engine = engine_name()
        if version:
            typer.echo(f"tt-solver {__version__} ({engine} engine)")
            raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
