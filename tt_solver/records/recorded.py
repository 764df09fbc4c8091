"""One recorded hand: its cards as they were written, what was recorded with them, and its solution."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tt_solver.errors import DiagnosedError, Flaw, NotationError, RulesError, Span
from tt_solver.game.cards import RANK_NAMES
from tt_solver.game.rules import Rules
from tt_solver.notation.hands import parse_hand, parse_wild
from tt_solver.solver.best import Outcome, solve_in
from tt_solver.solver.situation import Situation

SHOWN = 1000
"""The most characters of a text that is no hand that are repeated in a result."""

LONGEST_SHOWN = 40
"""The most characters of a value that a message shows."""

RULES_KEPT = 64
"""How many different rules that records name are kept."""

UNDECODED = {0xDC00 + byte: byte for byte in range(0x80, 0x100)}
"""Stand-ins for bytes that are not UTF-8, and the characters that these bytes are in Latin-1."""

SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(slots=True)
class NamedRules:
    """The rules that records name: the *given* ones, or a preset's, with options on top; each made once."""

    given: Rules
    _made: dict[tuple[str, str], Rules] = field(default_factory=dict)

    def find(self, name: object, changed: str) -> Rules:
        """The rules of a record that names the preset *name*, or none, and has *changed* options, as JSON.

        Raises:
            RulesError: the preset, an option or its value is not known.
        """
        if not isinstance(name, str):
            return self._on_top(preset(name), changed)
        made = self._made.get((name, changed))
        if made is None:
            if len(self._made) >= RULES_KEPT:
                self._made.clear()
            made = self._made[name, changed] = self._on_top(preset(name) if name.strip() else self.given, changed)
        return made

    def _on_top(self, base: Rules, changed: str) -> Rules:
        if base is not self.given:
            typed = {name: self.given[name] for name, origin in self.given.origins.items() if origin == "command line"}
            base = base.with_options(typed, origin="command line") if typed else base
        from json import loads

        options = loads(changed) if changed else {}
        if not isinstance(options, dict):
            hint = 'options are named with their values, as in {"max_wilds":1}'
            raise RulesError(Flaw("changed is no object", hint=hint))
        return base.with_options(options, origin="record") if options else base


@dataclass(frozen=True, slots=True)
class Stated:
    """What a record says of its own game, as it was written; None or blank where it says nothing.

    Attributes:
        changed: options on top of the preset, as a JSON object.
    """

    round_no: object = None
    hand_size: object = None
    wild: object = None
    rules: object = None
    changed: str = ""

    def situation(self, given: Situation, named: NamedRules) -> Situation:
        """What the hand is played in: what it says itself, else what was *given*.

        Raises:
            DiagnosedError: a value cannot be read, or nothing is known of the round.
        """
        stating = given.stating(
            round_no=whole_number(self.round_no, "round"),
            hand_size=whole_number(self.hand_size, "cards"),
            wild=wild_rank(self.wild),
            rules=None if _is_blank(self.rules) and not self.changed else named.find(self.rules or "", self.changed),
        )
        if stating.is_open:
            hint = "a hand needs its round, or cards (how many were dealt), or wild, in the record or from -r, -c or -w"
            raise RulesError(Flaw("the round is missing", hint=hint))
        return stating


@dataclass(slots=True)
class RecordedHand:
    """A hand as it was recorded.

    Attributes:
        line: the number of the line where its record starts, from 1.
        hand: the cards as text.
        stated: what the record says of the game.
        text: the text that the hand stands in, *offset* characters from its start.
        flaw: what keeps the record from being read at all.
    """

    line: int
    hand: str
    stated: Stated = field(default_factory=Stated)
    text: str = ""
    offset: int = 0
    flaw: DiagnosedError | None = None

    def solved(self, given: Situation, named: NamedRules) -> Outcome:
        """The best arrangement of the hand, or what is wrong, placed in the text of the record.

        *given* is what holds where the record says nothing; *named* finds the rules that records name.
        """
        if self.flaw is not None:
            return self.flaw
        try:
            return solve_in(self.stated.situation(given, named), parse_hand(self.hand))
        except DiagnosedError as error:
            return self._placed(error)
        except RecursionError:  # from a value of a record that is nested almost too deeply to be read
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


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def whole_number(value: object, name: str) -> int | None:
    """The whole number that a record gives as *name*, or None; spreadsheets make 5.0 of a 5.

    Raises:
        RulesError: it is anything else.
    """
    if _is_blank(value):
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and (match := re.fullmatch(r"([+-]?\d{1,9})(?:[.,]0+)?", value.strip())):
        return int(match[1])
    raise _bad_value(RulesError, name, value, "no whole number", f"{name} is a number, as in 2")


def wild_rank(value: object) -> int | None:
    """The wild rank that a record gives, 0 for none; None if it gives nothing.

    Raises:
        NotationError: it is no rank.
    """
    if _is_blank(value):
        return None
    if isinstance(value, str):
        return parse_wild(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value in range(1, len(RANK_NAMES)):
        return int(value)
    raise _bad_value(NotationError, "wild", value, "no rank", "ranks are A 2 to 10 J Q K, or none")


def preset(value: object) -> Rules:
    """The preset that a record names. A record names no files: data must not open any.

    Raises:
        RulesError: there is no such preset.
    """
    if not isinstance(value, str):
        raise _bad_value(RulesError, "rules", value, "no name", "name a preset, as in classic")
    if "/" in value or "\\" in value or value.strip().lower().endswith(".toml"):
        hint = "a record can name a preset only; a file of house rules is given by --rules"
        raise _bad_value(RulesError, "rules", value, "no preset", hint)
    try:
        return Rules.preset(value, span=Span(0, len(value)))
    except RulesError as error:
        raise RulesError(*error.flaws, text=value) from None


def _bad_value(kind: type[DiagnosedError], name: str, value: object, what: str, hint: str) -> DiagnosedError:
    """The error that a value of a record is not *what* it should be."""
    text = value if isinstance(value, str) else shown(value)
    return kind(Flaw(f"{name} is {shown(value)}, which is {what}", (Span(0, len(text)),), hint), text=text)


KINDS = {list: "a list", dict: "an object", bool: "true or false", type(None): "null"}


def shown(value: object) -> str:
    """A value of a record, fit for a message."""
    text = KINDS.get(type(value)) or repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def excerpt(text: str) -> str:
    """*text*, cut where it is far too long to be a hand."""
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def readable(text: str) -> str:
    """*text* without surrogates: bytes that were not UTF-8 read as Latin-1, other halves of characters as �."""
    return text if text.isascii() else SURROGATES.sub("\ufffd", text.translate(UNDECODED))
