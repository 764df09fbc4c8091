"""What the commands that work on hands have in common: the options of a game, the streams, and how they end."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import Parameter, Signature, signature
from typing import Any

from tt_solver.cli import options as opt
from tt_solver.cli.status import ending
from tt_solver.cli.streams import Streams


def _streams(color: opt.ColorOption = "auto", ascii_only: opt.AsciiOption = False) -> Streams:
    """The streams with these looks."""
    return Streams.standard(color, ascii_only)


def game_command(run: Callable[..., None]) -> Callable[..., None]:
    """Make *run* a command with the options of a game and of looks beside its own.

    It is called with the streams, the situation that the options ask for, and its own options by name; one of a game
    that it names too is given to both. A deal that no round of the game has is warned of before.
    """
    game, looks = _parameters(opt.situation), _parameters(_streams)
    own = _parameters(run)[2:]

    def command(**values: Any) -> None:
        def taken(parameters: list[Parameter]) -> dict[str, Any]:
            return {parameter.name: values[parameter.name] for parameter in parameters}

        streams = _streams(**taken(looks))
        with ending(streams):
            situation = opt.situation(**taken(game))
            if warning := opt.warning_of(situation):
                streams.tell(warning)
            run(streams, situation, **taken(own))

    update_wrapper(command, run)
    parameters = {one.name: one.replace(kind=Parameter.KEYWORD_ONLY) for one in (*game, *own, *looks)}
    # Typer reads the options from here.
    command.__dict__["__signature__"] = Signature(list(parameters.values()))
    command.__annotations__ = {name: one.annotation for name, one in parameters.items()}
    return command


def _parameters(function: Callable[..., object]) -> list[Parameter]:
    return list(signature(function, eval_str=True).parameters.values())
