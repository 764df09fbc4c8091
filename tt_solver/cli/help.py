"""`tt-solver help`: the manual that the program carries, and the help of its commands."""

from __future__ import annotations

from typing import Annotated, NoReturn

import typer

from tt_solver.cli import COMMANDS, build_app
from tt_solver.cli import options as opt
from tt_solver.cli.status import ending
from tt_solver.cli.streams import Streams
from tt_solver.errors import DiagnosedError, Flaw
from tt_solver.manual import TOPICS, page, title


def complete_topic(incomplete: str) -> list[str]:
    """The topics and commands that a shell may complete to."""
    return [name for name in (*TOPICS, *COMMANDS) if name.startswith(incomplete)]


def help(  # each command is a function of its name
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[TOPIC|COMMAND]",
            help="A topic of the manual, or a command. Without one, the topics are listed.",
            show_default=False,
            autocompletion=complete_topic,
        ),
    ] = None,
    color: opt.ColorOption = "auto",
    ascii_only: opt.AsciiOption = False,
) -> None:
    """The manual: how to write hands, the rules, files, JSON, Python and more.

    \b
    $ tt-solver help
    $ tt-solver help notation
    $ tt-solver help solve
    """
    streams = Streams.standard(color, ascii_only)
    with ending(streams):
        from tt_solver.output.manual import page_text, topics_text

        word = None if name is None else name.strip().casefold()
        if word is None:
            streams.put(topics_text([(topic, title(topic)) for topic in TOPICS], streams.out_looks))
        elif word in TOPICS:
            streams.put(page_text(page(word), streams.out_looks))
        elif word in COMMANDS:
            _show_help_of(word)
        else:
            raise DiagnosedError(Flaw(f"there is no topic or command {name!r}", hint=_nearest(word)))


def _show_help_of(command: str) -> NoReturn:
    """Print what `--help` prints for *command*, and end."""
    build_app((command,))([command, "--help"], prog_name="tt-solver")
    raise AssertionError("the help of a command ends the program")


def _nearest(word: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, [*TOPICS, *COMMANDS], n=1)
    return f"did you mean {near[0]}?" if near else f"the topics are: {', '.join(TOPICS)}"
