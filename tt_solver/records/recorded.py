"""One recorded hand: its cards as written, what the record says of its game, and its solution."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from itertools import count
from json import JSONDecodeError, JSONDecoder
from typing import Any, cast

from tt_solver.errors import DiagnosedError, Flaw, NotationError, RulesError, Span
from tt_solver.game.cards import RANK_NAMES
from tt_solver.game.rules import OPTIONS, Rules
from tt_solver.notation.hands import parse_hand, parse_wild
from tt_solver.notation.spellings import INVISIBLE
from tt_solver.records.json_values import LongNumber, no_constant, shown, whole
from tt_solver.solver.best import Outcome, solve_in
from tt_solver.solver.situation import Situation

SHOWN = 1000
"""The most characters of a bad record that its result repeats."""

LONGEST_NAME = 100
"""The most characters of the name of a preset, or of the value of a rule option."""

RULES_KEPT = 64
"""How many of the rules that records name are kept."""

UNDECODED = {0xDC00 + byte: byte for byte in range(0x80, 0x100)}
"""The stand-ins for bytes that are not UTF-8, and the characters that these bytes are in Latin-1."""

SURROGATES = re.compile("[\ud800-\udfff]")
UNSEEN = re.compile(f"[{INVISIBLE}]+")

CARD = re.compile(r"card[ _-]?0*(\d{1,2})")

OPTION_IN_HINT = re.compile(r"--(?:set )?(\w+)")
"""The rule option that a hint asks for, as in `--decks 3` or `--set jokers=2`."""

CHANGED_HINT = 'write options with their values, as in {"max_wilds":1}'


def _options_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The options of an object, none of which may be there twice."""
    names = [name for name, _ in pairs]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise RulesError(Flaw(f"`changed` has two values for {twice!r:.{LONGEST_NAME}}", hint="remove one of them"))
    return dict(pairs)


OPTIONS_DECODER = JSONDecoder(parse_int=cast(Any, whole), parse_constant=no_constant, object_pairs_hook=_options_once)


@dataclass(slots=True)
class NamedRules:
    """The rules that records name: the *given* rules or a preset, with options on top. Each is made once."""

    given: Rules
    _made: dict[tuple[str, str], Rules] = field(default_factory=dict)

    def find(self, name: object, changed: str) -> Rules:
        """The rules of a record that names the preset *name*, or none, and has the *changed* options, as JSON.

        Raises:
            RulesError: the preset, an option or its value is not known.
        """
        if not isinstance(name, str):
            return self._on_top(preset(name), changed)
        made = self._made.get((name, changed))
        if made is None:
            if len(self._made) >= RULES_KEPT:
                self._made.clear()
            base = self.given if is_blank(name) else preset(name)
            made = self._made[name, changed] = self._on_top(base, changed)
        return made

    def _on_top(self, base: Rules, changed: str) -> Rules:
        if base is not self.given:
            typed = {name: self.given[name] for name, origin in self.given.origins.items() if origin == "command line"}
            base = base.with_options(typed, origin="command line") if typed else base
        options = changed_options(changed)
        return base.with_options(options, origin="record") if options else base


def changed_options(text: str) -> dict[str, bool | int | str]:
    """The rule options in *text*, a JSON object or blank. An option that is null counts as not there.

    Raises:
        RulesError: the text is not a JSON object, or a value cannot be one of an option.
    """
    if is_blank(text):
        return {}
    try:
        options = OPTIONS_DECODER.decode(visible(text))
    except (JSONDecodeError, RecursionError):
        options = None
    if not isinstance(options, dict):
        raise RulesError(Flaw("`changed` must be a JSON object", (Span(0, len(text)),), CHANGED_HINT), text=text)
    return {name: _plain_value(name, value) for name, value in options.items() if value is not None}


def _plain_value(name: str, value: object) -> bool | int | str:
    """A value as rule options have them; data frames make 1.0 of a 1."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
        return int(value)
    if isinstance(value, (bool, int)):
        return value
    if isinstance(value, str) and not isinstance(value, LongNumber) and len(value) <= LONGEST_NAME:
        return value
    option = OPTIONS.get(name)
    hint = f"it may be: {option.values}" if option else CHANGED_HINT
    raise RulesError(Flaw(f"{name:.{LONGEST_NAME}} cannot be {shown(value)}", hint=hint))


@dataclass(frozen=True, slots=True)
class Stated:
    """What a record says of its own game, as written; None or blank if it says nothing.

    Attributes:
        changed: options on top of the preset, as a JSON object.
    """

    round_no: object = None
    hand_size: object = None
    wild: object = None
    rules: object = None
    changed: str = ""

    def situation(self, given: Situation, named: NamedRules) -> Situation:
        """The situation of the hand: what the record says, and for the rest what was *given*.

        Raises:
            DiagnosedError: a value cannot be read, or nothing says the round.
        """
        names_rules = not is_blank(self.rules) or self.changed
        stating = given.stating(
            round_no=whole_number(self.round_no, "round"),
            hand_size=whole_number(self.hand_size, "cards"),
            wild=wild_rank(self.wild),
            rules=named.find(self.rules or "", self.changed) if names_rules else None,
        )
        if stating.is_open:
            hint = "add round, cards (the number dealt) or wild to the record, or use -r, -c or -w"
            raise RulesError(Flaw("the round is missing", hint=hint))
        return stating


@dataclass(slots=True)
class RecordedHand:
    """A hand as it was recorded.

    Attributes:
        line: the number of the line where the record starts, from 1.
        hand: the cards as text.
        stated: what the record says of the game.
        text: the text that contains the hand, which starts *offset* characters from its start.
        flaw: the error of a record that cannot be read at all.
    """

    line: int
    hand: str
    stated: Stated = field(default_factory=Stated)
    text: str = ""
    offset: int = 0
    flaw: DiagnosedError | None = None

    def solved(self, given: Situation, named: NamedRules) -> Outcome:
        """The best arrangement of the hand, or the error, placed in the text of the record.

        *given* applies where the record says nothing; *named* finds the rules that records name.
        """
        if self.flaw is not None:
            return self.flaw
        try:
            return solve_in(self.stated.situation(given, named), parse_hand(self.hand))
        except DiagnosedError as error:
            return self._placed(self._with_own_hints(error))
        except RecursionError:  # a value that is nested almost too deeply to be read
            return DiagnosedError(Flaw("a value is nested too deeply"))

    @property
    def input(self) -> str:
        """The text that the columns of errors count in."""
        return self.text or self.hand

    def cells(self, columns: Sequence[str]) -> list[str]:
        """What was recorded, in *columns* of a CSV row."""
        raise NotImplementedError

    def others(self) -> str:
        """What was recorded besides the hand and its game, as a JSON object."""
        return "{}"

    def _placed(self, error: DiagnosedError) -> DiagnosedError:
        if error.text != self.hand or not self.text:
            return error
        return type(error)(*(flaw.moved(self.offset) for flaw in error.flaws), text=self.text)

    def _with_own_hints(self, error: DiagnosedError) -> DiagnosedError:
        """The error without hints that ask for command-line options which the record overrules."""
        if not self.stated.changed or not any(flaw.hint and "--" in flaw.hint for flaw in error.flaws):
            return error
        try:
            own = changed_options(self.stated.changed)
        except RulesError:
            return error
        return type(error)(*(_with_own_hint(flaw, own) for flaw in error.flaws), text=error.text)


def _with_own_hint(flaw: Flaw, own: dict[str, bool | int | str]) -> Flaw:
    asked = OPTION_IN_HINT.search(flaw.hint or "")
    if asked is None or asked[1] not in own:
        return flaw
    return flaw._replace(hint=f"the record itself sets {asked[1]} in `changed`: change it there")


def visible(text: str) -> str:
    """*text* without characters that have no width, such as byte order marks."""
    return text if text.isascii() else UNSEEN.sub("", text)


def is_blank(value: object) -> bool:
    """Whether a value of a record says nothing."""
    return value is None or (isinstance(value, str) and not visible(value).strip())


def folded(name: str) -> str:
    """The name of a key or column, with all cases and blanks around it made equal."""
    return visible(name).strip().casefold()


def card_number(name: str) -> int | None:
    """The number of a key or column named `card1` and so on; None for any other name."""
    match = CARD.fullmatch(folded(name))
    return int(match[1]) if match else None


def unused(name: str, used: Container[str]) -> str:
    """*name*, with a number behind it if it is used already."""
    numbered = (f"{name}_{number}" for number in count(2))
    return name if name not in used else next(other for other in numbered if other not in used)


def whole_number(value: object, name: str) -> int | None:
    """The whole number that a record gives as *name*, or None; spreadsheets make 5.0 of a 5.

    Raises:
        RulesError: it is anything else.
    """
    if is_blank(value):
        return None
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and (match := re.fullmatch(r"([+-]?\d{1,9})(?:[.,]0+)?", visible(value).strip())):
        return int(match[1])
    raise _bad_value(RulesError, name, value, "must be a whole number", "write a number, as in 2")


def wild_rank(value: object) -> int | None:
    """The wild rank that a record gives, 0 for none; None if it gives nothing.

    Raises:
        NotationError: it is not a rank.
    """
    if is_blank(value):
        return None
    if isinstance(value, str) and not isinstance(value, LongNumber):
        text = visible(value)
        number = re.fullmatch(r"\s*(\d{1,2})[.,]0+\s*", text)
        return parse_wild(number[1] if number else text)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value in range(1, len(RANK_NAMES)):
        return int(value)
    raise _bad_value(NotationError, "wild", value, "must be a rank", "ranks are A 2 to 10 J Q K, or none")


def preset(value: object) -> Rules:
    """The preset that a record names. A record cannot name a file: data must not open files.

    Raises:
        RulesError: there is no such preset.
    """
    if not isinstance(value, str) or isinstance(value, LongNumber) or len(value) > LONGEST_NAME:
        raise _bad_value(RulesError, "rules", value, "must be the name of a preset", "for example: classic")
    name = visible(value)
    if "/" in name or "\\" in name or name.strip().lower().endswith(".toml"):
        hint = "for a file of house rules, use --rules FILE on the command line"
        raise _bad_value(RulesError, "rules", value, "must be the name of a preset", hint)
    try:
        return Rules.preset(name, span=Span(0, len(value)))
    except RulesError as error:
        raise RulesError(*error.flaws, text=value) from None


def _bad_value(kind: type[DiagnosedError], name: str, value: object, must: str, hint: str) -> DiagnosedError:
    """The error of a value that is not what it *must* be."""
    message = f"`{name}` {must}, not {shown(value)}"
    if type(value) is not str:
        return kind(Flaw(message, hint=hint))
    return kind(Flaw(message, (Span(0, len(value)),), hint), text=value)


def excerpt(text: str) -> str:
    """*text*, cut if it is far too long for a hand."""
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def readable(text: str) -> str:
    """*text* without surrogates: bytes that are not UTF-8 read as Latin-1, other halves of characters as �."""
    return text if text.isascii() else SURROGATES.sub("\ufffd", text.translate(UNDECODED))
