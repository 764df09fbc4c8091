"""Recorded hands in JSON Lines: objects with a key `hand` and one of `round`, `cards` and `wild`.

Results of this program are read back as the questions they answered. Values of other keys are carried as
they were written, digit by digit.

The compiled twin is `native/json_lines.pxd`: change both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from json import JSONDecodeError, JSONDecoder, decoder, dumps
from typing import Any, NamedTuple, cast

from tt_solver.errors import DiagnosedError, Flaw, NotationError, Span
from tt_solver.records.recorded import UNDECODED, RecordedHand, Stated, excerpt, shown
from tt_solver.records.sources import MAX_LINE

STATED = ("hand", "round", "cards", "wild", "rules", "changed")
"""The keys that say what the hand is and what it is played by."""

RESULT = frozenset(
    ("line", "file", "schema", "discard", "melds", "deadwood", "points", "score", "out", "all", "all_cut", "record")
)
"""The keys that a result of this program has besides."""

NO_WILD = "none"


def _whole(digits: str) -> int | str:
    """A whole number; one of very many digits stays text, since it is no round and takes long to turn into one."""
    return int(digits) if len(digits) < 20 else digits


SCAN_STRING: Callable[[str, int], tuple[str, int]] = vars(decoder)["scanstring"]
"""Reads a string of JSON from behind its first quote: its value, and where it ends."""

BLANKS = tuple(" \t\r\n")

DECODER = JSONDecoder(parse_int=cast(Any, _whole), parse_constant=lambda name: None)
"""Takes NaN and Infinity, which some programs write and JSON does not know, for null."""

CONSTANTS = re.compile("NaN|Infinity")


class Member(NamedTuple):
    """A key of an object and its value, and the value as it was written."""

    key: str
    value: Any
    written: str


@dataclass(slots=True)
class JsonHand(RecordedHand):
    """A hand recorded in an object."""

    members: list[Member] = field(kw_only=True, default_factory=list)

    def cells(self, columns: Sequence[str]) -> list[str]:
        """The values of the keys in *columns*; those of other keys as an object in the last."""
        named = {member.key: member for member in _carried(self.members)}
        cells = [self._cell(column, named.get(column)) for column in columns[:-1]]
        rest = [member for key, member in named.items() if key not in columns[:-1]]
        return [*cells, _object(rest) if rest else ""]

    def _cell(self, column: str, member: Member | None) -> str:
        if column == "hand":
            return self.hand or excerpt(self.text)
        if member is None or member.value is None:
            return ""
        return member.value if isinstance(member.value, str) else member.written

    def others(self) -> str:
        return _object([member for member in _carried(self.members) if member.key not in STATED])


def json_hands(text: str, first_line: int) -> Iterator[JsonHand]:
    """The hands in the lines of *text*, of which the first has the number *first_line*."""
    for number, line in enumerate(StringIO(text, newline=None), first_line):
        if line.strip():
            yield _hand(number, line.rstrip("\n"))


def columns_of(hand: JsonHand) -> tuple[str, ...]:
    """The columns that the keys of *hand* become in CSV, and one for all keys that only later hands have."""
    keys = [member.key for member in _carried(hand.members) if member.key != "record"]
    return (*(keys if "hand" in keys else ["round", "hand"]), "record")


def _hand(number: int, line: str) -> JsonHand:
    members: list[Member] = []
    try:
        members = _members(line)
        values = {member.key: member.value for member in members}
        written = {member.key: member.written for member in members}
        return JsonHand(number, _hand_text(values, line), _stated(values, written), members=members)
    except DiagnosedError as error:
        return JsonHand(number, "", text=line, flaw=error, members=members)


# -- objects, with their values as written ---------------------------------------------------------------


def _members(line: str) -> list[Member]:
    """The members of the object that *line* is; of a key that comes twice, the last.

    Raises:
        DiagnosedError: it is no object.
    """
    if len(line) > MAX_LINE // 4 and len(line.encode("utf-8", "surrogateescape")) > MAX_LINE:
        raise DiagnosedError(Flaw(f"the line is longer than {MAX_LINE:,} bytes"))
    try:
        return _scanned(line)
    except JSONDecodeError as error:
        what = error.msg[0].lower() + error.msg[1:].removesuffix(" at")
        flaw = Flaw(f"not JSON: {what}", _place(error.pos, line), HINT)
        raise DiagnosedError(flaw, text=line) from None
    except RecursionError:
        raise DiagnosedError(Flaw("the JSON is nested too deeply", hint=HINT)) from None


HINT = 'a line is one object, as in {"round":2,"hand":"7h 7s 7c kd"}'


def _place(at: int, line: str) -> tuple[Span, ...]:
    at = min(at, max(len(line) - 1, 0))
    return (Span(at, at + 1),)


def _scanned(line: str) -> list[Member]:
    at = _after_blanks(line, 0)
    if line[at : at + 1] != "{":
        value, end = DECODER.raw_decode(line, at)
        _require_end(line, end)
        raise DiagnosedError(Flaw(f"{shown(value)} where an object belongs", (Span(at, end),), HINT), text=line)
    members: dict[str, Member] = {}
    at = _after_blanks(line, at + 1)
    closed = line[at : at + 1] == "}"
    while not closed:
        member, at = _member(line, at)
        members[member.key] = member
        closed = line[at : at + 1] == "}"
        if not closed:
            at = _after_blanks(line, _past(line, at, ","))
    _require_end(line, at + 1)
    return list(members.values())


def _require_end(line: str, at: int) -> None:
    rest = _after_blanks(line, at)
    if rest != len(line):
        raise JSONDecodeError("Extra data", line, rest)


def _member(line: str, at: int) -> tuple[Member, int]:
    """The member that starts at *at*, and where what follows it starts."""
    key, at = SCAN_STRING(line, _past(line, at, '"'))
    start = _after_blanks(line, _past(line, _after_blanks(line, at), ":"))
    value, end = DECODER.raw_decode(line, start)
    written = line[start:end]
    if CONSTANTS.search(written):
        written = dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Member(key, value, written.translate(UNDECODED)), _after_blanks(line, end)


def _past(line: str, at: int, sign: str) -> int:
    if line[at : at + 1] != sign:
        raise JSONDecodeError(f"Expecting {sign!r}", line, at)
    return at + 1


def _after_blanks(line: str, at: int) -> int:
    while line[at : at + 1] in BLANKS:
        at += 1
    return at


def _object(members: Sequence[Member]) -> str:
    return "{" + ",".join(f"{dumps(member.key)}:{member.written}" for member in members) + "}"


# -- what an object says ---------------------------------------------------------------------------------


def _carried(members: Sequence[Member]) -> list[Member]:
    """The members but those that a result of this program has added; what it carried itself is carried on."""
    if not any(member.key == "schema" for member in members):
        return list(members)
    kept = [member for member in members if member.key not in RESULT]
    record = next((member for member in members if member.key == "record"), None)
    if record is None or not isinstance(record.value, dict):
        return kept
    return [*kept, *_scanned(record.written)]


def _hand_text(values: dict[str, Any], line: str) -> str:
    """The hand as text: cards in a list are put side by side."""
    hand = values.get("hand")
    if isinstance(hand, str):
        return hand
    if isinstance(hand, list) and all(isinstance(card, str) for card in hand):
        return "\n".join(hand) if any("#" in card for card in hand) else " ".join(hand)
    if "hand" not in values:
        raise DiagnosedError(Flaw("no key is named hand", hint=HINT), text=line)
    raise NotationError(Flaw(f"hand is {shown(hand)}, neither text nor a list of cards", hint=HINT), text=line)


def _stated(values: dict[str, Any], written: dict[str, str]) -> Stated:
    """What the object says of the game. In a result, and where round and wild are both null, no rank is wild."""
    round_no, cards, wild, rules = (values.get(key) for key in STATED[1:5])
    is_result = "schema" in values
    if is_result and "layoffs" in values:
        hint = "layoff answers it together with the melds on the table"
        raise DiagnosedError(Flaw("the result of a lay-off is no hand by itself", hint=hint))
    if wild is None and "wild" in values and (is_result or ("round" in values and round_no is None and cards is None)):
        wild = NO_WILD
    if is_result and round_no is None and cards is None and values.get("discard") and isinstance(values["hand"], list):
        cards = len(values["hand"]) - 1  # only of a hand after the draw, whose deal is on no calendar
    return Stated(round_no, cards, wild, rules, "" if values.get("changed") is None else written["changed"])
