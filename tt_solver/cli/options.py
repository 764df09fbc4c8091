"""Every option of the command line, defined once, and the situation that they ask for."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Annotated, TypeVar

import typer

from tt_solver.cli.streams import ColorChoice
from tt_solver.errors import DiagnosedError, Flaw, RulesError, Source, Span, counted
from tt_solver.game.rules import MAX_DECKS, OPTIONS, PRESETS, Rules
from tt_solver.notation.hands import parse_wild
from tt_solver.solver.situation import Situation

RULES_VARIABLE = "TT_SOLVER_RULES"

Text = TypeVar("Text")
Read = TypeVar("Read")

CALENDAR = "rounds"
"""What `rules` is asked for the calendar by."""


def complete_rules(incomplete: str) -> list[str]:
    """The presets that a shell may complete to."""
    return [name for name in PRESETS if name.startswith(incomplete)]


def complete_rules_or_rounds(incomplete: str) -> list[str]:
    """The presets, and the word for the calendar."""
    return [name for name in (*PRESETS, CALENDAR) if name.startswith(incomplete)]


def complete_option(incomplete: str) -> list[str]:
    """The rule options, and the words each may be set to."""
    name, equals, _ = incomplete.partition("=")
    if not equals:
        return [f"{option}=" for option in OPTIONS if option.startswith(incomplete)]
    option = OPTIONS.get(name)
    words = () if option is None else ("yes", "no") if option.truth else option.words
    return [text for text in (f"{name}={word}" for word in words) if text.startswith(incomplete)]


HandArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[HAND]",
        help="Cards, as in: 7h 7s 10d KC joker. Without any, or with -, hands are read from stdin.",
        show_default=False,
    ),
]
RoundOption = Annotated[
    int | None,
    typer.Option("-r", "--round", metavar="N", help="Round of the game being played (1: three cards, 3s wild)."),
]
CardsOption = Annotated[int | None, typer.Option("-c", "--cards", metavar="N", help="Or the number of cards dealt.")]
WildOption = Annotated[
    str | None,
    typer.Option(
        "-w",
        "--wild",
        metavar="RANK",
        help="The wild rank by hand, or none. Alone, the hand may have any size; with -c, deal and wild are set apart.",
    ),
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="NAME|FILE",
        help=f"A preset, or a TOML file of house rules. [default: {RULES_VARIABLE} or classic]",
        show_default=False,
        autocompletion=complete_rules,
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "-s",
        "--set",
        metavar="OPTION=VALUE",
        help="One rule option on top; may be repeated.",
        show_default=False,
        autocompletion=complete_option,
    ),
]
DecksOption = Annotated[
    int | None, typer.Option("--decks", metavar="N", min=1, max=MAX_DECKS, help="How many decks are in play.")
]
PlayersOption = Annotated[
    int | None,
    typer.Option(
        "--players",
        metavar="N",
        min=1,
        max=2 * MAX_DECKS,
        help="How many players: one deck for two of them, unless the rules say.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="JSON Lines on stdout, nothing else.")]
ColorOption = Annotated[ColorChoice, typer.Option("--color", help="When to use colour.")]
AsciiOption = Annotated[bool, typer.Option("--ascii", help="Letters for suits, even where signs can be written.")]


def situation(
    round_no: RoundOption = None,
    cards: CardsOption = None,
    wild: WildOption = None,
    rules: RulesOption = None,
    options: SetOption = None,
    decks: DecksOption = None,
    players: PlayersOption = None,
) -> Situation:
    """The situation that these options ask for.

    Raises:
        RulesError: a preset, file, option or value is not known; the places count in the value given.
        NotationError: *wild* is not a rank.
    """
    house = house_rules(rules, options, decks=decks, players=players)
    wild_rank = None if wild is None else read_option("--wild", parse_wild, wild)
    return Situation.of(round_no=round_no, hand_size=cards, wild=wild_rank, rules=house)


def warning_of(asked: Situation) -> str | None:
    """What is odd about a deal and a wild rank that are both given: no round of the game has the two."""
    if not asked.wild_by_hand or (asked.round_no is None and asked.hand_size is None):
        return None
    settled = asked.settled(0)
    if settled.is_on_calendar:
        return None
    return f"warning: no round deals {counted(settled.hand_size or 0, 'card')} with {settled.wild_name}s wild"


def house_rules(
    name: str | None, options: Sequence[str] | None, *, decks: int | None = None, players: int | None = None
) -> Rules:
    """The rules that `--rules`, `--set`, `--decks` and `--players` ask for."""
    rules = _base_rules(name)
    for text in options or ():
        rules = _with_option(rules, text)
    if decks is not None:
        return rules.with_options({"decks": decks}, origin="command line")
    if players is not None and rules.decks == "auto":
        return rules.with_options({"decks": rules.deck_count(players)}, origin="command line")
    return rules


def _base_rules(name: str | None) -> Rules:
    if name is not None:
        return Rules.named(name)
    preset = os.environ.get(RULES_VARIABLE)
    if not preset:
        return Rules()
    try:
        return Rules.named(preset)
    except RulesError as error:
        raise error if error.source else error.at(Source(RULES_VARIABLE)) from None


def _with_option(rules: Rules, text: str) -> Rules:
    source = Source("--set")
    name, equals, value = text.partition("=")
    if not equals:
        flaw = Flaw(f"{text!r} is not OPTION=VALUE", (Span(0, len(text)),) if text else (), "for example: max_wilds=1")
        raise RulesError(flaw, text=text, source=source)
    try:
        return rules.with_options({name: value}, origin="command line", spans={name: Span(0, len(name))})
    except RulesError as error:
        raise RulesError(*error.flaws, text=text, source=source) from None


def read_option(name: str, read: Callable[[Text], Read], value: Text) -> Read:
    """What *read* makes of the value of the option *name*, which an error of it tells."""
    try:
        return read(value)
    except DiagnosedError as error:
        raise error.at(Source(name)) from None


def hand_text(words: Sequence[str]) -> str:
    """The text of a hand that was given as arguments.

    Raises:
        DiagnosedError: an argument is empty, which a script's unset variable makes it.
    """
    if any(not word.strip() for word in words):
        raise DiagnosedError(
            Flaw("an empty argument is not a hand", hint="leave the hand out, or give -, to read hands from stdin")
        )
    # A comment ends with its argument, as it ends with its line.
    return ("\n" if any("#" in word for word in words) else " ").join(words)
