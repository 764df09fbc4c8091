"""Every option of the command line, defined once, and the situation that they ask for."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import Annotated, TypeVar

import typer

from tt_solver.cli.streams import ColorChoice
from tt_solver.errors import DiagnosedError, Flaw, RulesError, Source, Span, counted
from tt_solver.game.cards import CARDS, RANK_NAMES
from tt_solver.game.rules import MAX_DECKS, OPTIONS, PRESETS, Option, Rules
from tt_solver.notation.hands import parse_wild
from tt_solver.solver.situation import Situation

RULES_VARIABLE = "TT_SOLVER_RULES"

Text = TypeVar("Text")
Read = TypeVar("Read")

CALENDAR = "rounds"
"""The word that asks `rules` for the calendar."""


def complete_rules(incomplete: str) -> list[str]:
    """The presets that a shell may complete to."""
    return [name for name in PRESETS if name.startswith(incomplete)]


def complete_rules_topic(incomplete: str) -> list[str]:
    """The presets, the rule options, and the word for the calendar."""
    return [name for name in (*PRESETS, *OPTIONS, CALENDAR) if name.startswith(incomplete)]


def complete_option(incomplete: str) -> list[str]:
    """The rule options; once only one fits, the option with each value that it may be set to."""
    name, equals, _ = incomplete.partition("=")
    names = [option for option in OPTIONS if (option == name if equals else option.startswith(name))]
    if len(names) > 1:
        return [f"{option}=" for option in names]
    settings = [f"{option}={value}" for option in names for value in _values_of(OPTIONS[option])]
    return [setting for setting in settings if setting.startswith(incomplete)]


MOST_OFFERED = 20
"""An option of more numbers than these is completed to the numbers that presets set it to."""


def _values_of(option: Option) -> list[str]:
    """The values of an option that a shell may complete to."""
    if option.truth:
        return ["yes", "no"]
    if option.high - option.low < MOST_OFFERED:
        return [*option.words, *map(str, range(option.low, option.high + 1))]
    return list(dict.fromkeys([*option.words, *(str(preset[option.name]) for preset in PRESETS.values())]))


def complete_wild(incomplete: str) -> list[str]:
    """The ranks that may be wild, and the word for no wild rank."""
    return _in_case_of(incomplete, [*filter(None, RANK_NAMES), "none"])


def complete_card(incomplete: str) -> list[str]:
    """The cards of a deck."""
    return _in_case_of(incomplete, [str(card) for card in CARDS])


def complete_number(low: int, high: int) -> Callable[[str], list[str]]:
    """A completion to the numbers from *low* to *high*."""

    def complete(incomplete: str) -> list[str]:
        return [str(number) for number in range(low, high + 1) if str(number).startswith(incomplete)]

    return complete


def _in_case_of(incomplete: str, names: Sequence[str]) -> list[str]:
    """The names that *incomplete* starts, in small letters if it has any."""
    small = any(char.islower() for char in incomplete)
    return [shown for name in names if (shown := name.lower() if small else name).startswith(incomplete)]


def whole_number(low: int | None = None, high: int | None = None) -> Callable[[str], int]:
    """A parser of whole numbers from *low* to *high*, whose errors are in words."""

    def number(value: str) -> int:
        text = str(value).strip()
        if not re.fullmatch(r"[+-]?[0-9]{1,30}", text):
            raise typer.BadParameter(f"{value!r} is not a whole number")
        if low is not None and int(text) < low:
            raise typer.BadParameter(f"{text} is too small: the least is {low}")
        if high is not None and int(text) > high:
            raise typer.BadParameter(f"{text} is too large: the most is {high}")
        return int(text)

    return number


HandArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[HAND]",
        help="The cards, as in: 7h 7s 10d KC joker. Without them, or with -, hands are read from stdin, one a line.",
        show_default=False,
    ),
]
RoundOption = Annotated[
    int | None,
    typer.Option(
        "-r",
        "--round",
        metavar="N",
        parser=whole_number(),
        autocompletion=complete_number(1, 11),
        help="The round of the game (1: three cards, 3s wild).",
    ),
]
CardsOption = Annotated[
    int | None,
    typer.Option(
        "-c",
        "--cards",
        metavar="N",
        parser=whole_number(),
        autocompletion=complete_number(3, 13),
        help="Or the number of cards dealt.",
    ),
]
WildOption = Annotated[
    str | None,
    typer.Option(
        "-w",
        "--wild",
        metavar="RANK",
        help="The wild rank, or none. To score any number of cards, use -w without -r or -c. "
        "With -c, sets the wild rank independently of the number of cards.",
        autocompletion=complete_wild,
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
        help="Change one rule option. May be repeated. To list the options, run: tt-solver rules classic",
        show_default=False,
        autocompletion=complete_option,
    ),
]
DecksOption = Annotated[
    int | None,
    typer.Option(
        "--decks",
        metavar="N",
        parser=whole_number(1, MAX_DECKS),
        autocompletion=complete_number(1, MAX_DECKS),
        help=f"The number of decks in play, 1 to {MAX_DECKS}.",
    ),
]
PlayersOption = Annotated[
    int | None,
    typer.Option(
        "--players",
        metavar="N",
        parser=whole_number(1, 2 * MAX_DECKS),
        autocompletion=complete_number(1, 2 * MAX_DECKS),
        help=f"The number of players, 1 to {2 * MAX_DECKS}. It sets the number of decks, one for two players, "
        "if the rules leave that open.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON Lines: one object for each answer.")]
ColorOption = Annotated[ColorChoice, typer.Option("--color", help="When to use colour.")]
AsciiOption = Annotated[bool, typer.Option("--ascii", help="Write suits as letters, not as signs.")]


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
            Flaw("an empty argument is not a hand", hint="to read hands from stdin, leave the hand out or write -")
        )
    # A comment ends with its argument, as it ends with its line.
    return ("\n" if any("#" in word for word in words) else " ").join(words)
