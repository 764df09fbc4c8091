"""What the commands that work on hands have in common: the options of a game, the streams, and how they end."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import Parameter, Signature, signature
from typing import Any

from tt_solver.cli import options as opt
from tt_solver.cli.status import ending
from tt_solver.cli.streams import Streams


def _game(
    round_no: opt.RoundOption = None,
    cards: opt.CardsOption = None,
    wild: opt.WildOption = None,
    rules: opt.RulesOption = None,
    options: opt.SetOption = None,
    decks: opt.DecksOption = None,
    players: opt.PlayersOption = None,
) -> opt.Game:
    """The game that these options ask for."""
    return opt.Game.of(
        round_no=round_no, hand_size=cards, wild=wild, rules=rules, options=options, decks=decks, players=players
    )


def _streams(color: opt.ColorOption = "auto", ascii_only: opt.AsciiOption = False) -> Streams:
    """The streams with these looks."""
    return Streams.standard(color, ascii_only)


def game_command(run: Callable[..., None]) -> Callable[..., None]:
    """Make *run* a command with the options of a game and of looks beside its own.

    It is called with the streams, the game, and its own options by name. A deal that no round of the game
    has is warned of before.
    """
    game, looks = _parameters(_game), _parameters(_streams)
    own = _parameters(run)[2:]

    def command(**values: Any) -> None:
        def taken(parameters: list[Parameter]) -> dict[str, Any]:
            return {parameter.name: values.pop(parameter.name) for parameter in parameters}

        streams = _streams(**taken(looks))
        with ending(streams):
            asked = _game(**taken(game))
            if asked.warning:
                streams.tell(asked.warning)
            run(streams, asked, **values)

    update_wrapper(command, run)
    parameters = [*game, *own, *looks]
    # Typer reads the options from here.
    command.__dict__["__signature__"] = Signature([one.replace(kind=Parameter.KEYWORD_ONLY) for one in parameters])
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    return command


def _parameters(function: Callable[..., object]) -> list[Parameter]:
    return list(signature(function, eval_str=True).parameters.values())
