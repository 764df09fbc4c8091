"""Every option of the command line, defined once, and the question they make up."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Annotated, NamedTuple, TypeVar

import typer

from tt_solver.cli.streams import ColorChoice
from tt_solver.errors import DiagnosedError, Flaw, RulesError, Source, Span
from tt_solver.game.calendar import Deal, find_deal, is_on_calendar
from tt_solver.game.rules import MAX_DECKS, OPTIONS, PRESETS, Rules
from tt_solver.notation.hands import Hand, parse_wild
from tt_solver.solver.best import place_hand

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


class Game(NamedTuple):
    """What the options say of the game that a hand is played in.

    Attributes:
        rules: the house rules.
        round_no, hand_size, wild: what was given of the round; *wild* is 0 for no wild rank.
        players: how many play, if that was given.
    """

    rules: Rules
    round_no: int | None
    hand_size: int | None
    wild: int | None
    players: int | None = None

    def deal_of(self, hand: Hand) -> Deal:
        """The deal that *hand* is played in, after the checks that this game can deal it.

        Raises:
            DiagnosedError: it cannot, as in `tt_solver.solve`.
        """
        _, deal = place_hand(
            hand, round_no=self.round_no, hand_size=self.hand_size, wild=self.wild, rules=self.rules, decks=None
        )
        return deal

    @property
    def warning(self) -> str | None:
        """What is odd about a deal and a wild that are both given: no round of the game has the two."""
        if not self.wild or (self.round_no is None and self.hand_size is None):
            return None
        deal = find_deal(self.rules, 0, round_no=self.round_no, hand_size=self.hand_size, wild=self.wild)
        if is_on_calendar(deal, self.rules):
            return None
        return f"warning: no round deals {deal.hand_size} cards with {deal.wild_name}s wild"

    @classmethod
    def of(
        cls,
        *,
        round_no: int | None = None,
        hand_size: int | None = None,
        wild: str | None = None,
        rules: str | None = None,
        options: Sequence[str] | None = None,
        decks: int | None = None,
        players: int | None = None,
    ) -> Game:
        """The game that these option values ask for.

        Raises:
            RulesError: a preset, file, option or value is not known; the places count in the value given.
            NotationError: *wild* is no rank.
        """
        house = house_rules(rules, options, decks=decks, players=players)
        return cls(house, round_no, hand_size, _wild_rank(wild), players)


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


def _wild_rank(text: str | None) -> int | None:
    return None if text is None else read_option("--wild", parse_wild, text)


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
