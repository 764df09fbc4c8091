"""Recorded hands in JSON Lines: objects with a key `hand` and one of `round`, `cards` and `wild`.

Keys are read in any case. The hand may be split over keys `card1`, `card2` and so on. A result of this program is read
as the question that it answers, and an error that it wrote is passed on. Values of other keys are kept as they were
written, digit by digit.

The compiled twin is `native/json_lines.pxd`: change both.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from json import JSONDecodeError, decoder, dumps
from typing import Any, NamedTuple

from tt_solver.errors import DiagnosedError, Flaw, NotationError, Span
from tt_solver.notation.spellings import INVISIBLE
from tt_solver.records.formats import PANDAS
from tt_solver.records.json_values import DECODER, shown
from tt_solver.records.recorded import (
    UNDECODED,
    RecordedHand,
    Stated,
    card_number,
    excerpt,
    folded,
    is_blank,
    unused,
)
from tt_solver.records.sources import MAX_LINE

GAME = ("round", "cards", "wild", "rules", "changed")
STATED = ("hand", *GAME)
"""The keys of the hand and of its game."""

RESULT = frozenset(
    ("line", "file", "schema", "discard", "melds", "deadwood", "points", "score", "out", "all", "all_cut", "record")
)
"""The other keys of a result of this program."""

ERROR = frozenset(("line", "file", "error", "input", "record"))
"""The keys of an error that this program wrote."""

NO_WILD = "none"

SCAN_STRING: Callable[[str, int], tuple[str, int]] = vars(decoder)["scanstring"]
"""Reads a string of JSON after its opening quote: its value, and where it ends."""

BLANKS = re.compile(rf"[ \t\r\n{INVISIBLE}]*")
"""What may stand between keys and values. Byte order marks stand there in files that were joined."""

CONSTANTS = re.compile(r'("(?:[^"\\]|\\.)*")|-?(?:NaN|Infinity)')
"""A string, or a value that JSON does not know."""

HINT = 'a line is one object, as in {"round":2,"hand":"7h 7s 7c kd"}'


class Member(NamedTuple):
    """A key of an object and its value, and the value as it was written."""

    key: str
    value: Any
    written: str


@dataclass(slots=True)
class JsonHand(RecordedHand):
    """A hand recorded in an object.

    Attributes:
        members: the members of the object; those of the hand and its game have the names in `STATED`.
        carried: the members of the `record` in a result.
    """

    members: list[Member] = field(kw_only=True, default_factory=list)
    carried: list[Member] = field(kw_only=True, default_factory=list)

    def cells(self, columns: Sequence[str]) -> list[str]:
        """The values of the keys in *columns*; the last column holds all other keys as an object."""
        others = [member for member in self.carried if folded(member.key) not in STATED]
        named = {member.key: member for member in reversed([*self.members, *others])}
        shown = {id(named[column]) for column in columns[:-1] if column in named}
        cells = [self._cell(column, named.get(column)) for column in columns[:-1]]
        left = [member for member in self.members if not (member.key in STATED and member.value is None)]
        left += [_without_stated_name(member) for member in self.carried]
        left = [member for member in left if id(member) not in shown and member.key != "hand"]
        return [*cells, _object(left) if left else ""]

    def _cell(self, column: str, member: Member | None) -> str:
        if column == "hand":
            return self.hand or excerpt(self.text)
        if member is None or member.value is None:
            return ""
        return member.value if isinstance(member.value, str) else member.written

    def others(self) -> str:
        return _object([*(member for member in self.members if member.key not in STATED), *self.carried])


def _object(members: Iterable[Member]) -> str:
    return json_object((member.key, member.written) for member in members)


def _without_stated_name(member: Member) -> Member:
    """The member, with a number behind its key if that is one of the hand or its game."""
    return member._replace(key=f"{member.key}_2") if folded(member.key) in STATED else member


def json_hands(text: str, first_line: int) -> Iterator[JsonHand]:
    """The hands in the lines of *text*; the first line has the number *first_line*."""
    for number, line in enumerate(StringIO(text, newline=None), first_line):
        if not is_blank(line):
            yield _hand(number, line.rstrip("\n"))


def columns_of(hand: JsonHand | None) -> tuple[str, ...]:
    """The CSV columns for objects of which *hand* is the first: its keys, and one column for all other keys."""
    members = [*hand.members, *hand.carried] if hand else []
    stated = {member.key for member in hand.members if member.key in STATED} if hand else set()
    keys = dict.fromkeys(m.key for m in members if m.key in stated or folded(m.key) not in STATED)
    keys.pop("record", None)
    return (*(keys if "hand" in keys else ("round", "hand")), "record")


def _hand(number: int, line: str) -> JsonHand:
    members: list[Member] = []
    try:
        members = [_with_stated_name(member) for member in _scanned_line(line)]
        passed = _passed_on(number, members)
        if passed is not None:
            return passed
        _require_once(members, line)
        values = {member.key: member.value for member in members}
        is_result = type(values.get("schema")) is int
        own, carried = _parted(members, RESULT) if is_result else (members, [])
        own, hand = _with_hand(own, line)
        own, stated = _with_game(own, is_result=is_result, after_draw=values.get("discard") is not None)
        return JsonHand(number, hand, stated, members=own, carried=carried)
    except DiagnosedError as error:
        return JsonHand(number, "", text=line, flaw=error, members=members)


# -- objects, with their values as written ---------------------------------------------------------------


def _scanned_line(line: str) -> list[Member]:
    """The members of the object in *line*.

    Raises:
        DiagnosedError: the line is not an object.
    """
    if len(line) > MAX_LINE // 4 and len(line.encode("utf-8", "surrogateescape")) > MAX_LINE:
        raise DiagnosedError(Flaw(f"the line is longer than {MAX_LINE:,} bytes"))
    try:
        return scanned(line)
    except JSONDecodeError as error:
        what = error.msg[0].lower() + error.msg[1:].removesuffix(" at")
        flaw = Flaw(f"not JSON: {what}", _place(error.pos, line), HINT)
        raise DiagnosedError(flaw, text=line) from None
    except RecursionError:
        raise DiagnosedError(Flaw("the JSON is nested too deeply", hint=HINT)) from None


def _place(at: int, line: str) -> tuple[Span, ...]:
    at = min(at, max(len(line) - 1, 0))
    return (Span(at, at + 1),)


def scanned(text: str) -> list[Member]:
    """The members of the object in *text*, in order.

    Raises:
        JSONDecodeError: the text is not JSON.
        DiagnosedError: it is another value than an object.
        RecursionError: it is nested too deeply.
    """
    at = _after_blanks(text, 0)
    if text[at : at + 1] != "{":
        value, end = DECODER.raw_decode(text, at)
        _require_end(text, end)
        raise DiagnosedError(
            Flaw(f"a record must be a JSON object, not {shown(value)}", (Span(at, end),), HINT), text=text
        )
    members: list[Member] = []
    at = _after_blanks(text, at + 1)
    closed = text[at : at + 1] == "}"
    while not closed:
        member, at = _member(text, at)
        members.append(member)
        closed = text[at : at + 1] == "}"
        if not closed:
            at = _after_blanks(text, _past(text, at, ","))
    _require_end(text, at + 1)
    return members


def _require_end(text: str, at: int) -> None:
    rest = _after_blanks(text, at)
    if rest != len(text):
        raise JSONDecodeError("Extra data", text, rest)


def _member(text: str, at: int) -> tuple[Member, int]:
    """The member that starts at *at*, and where the text after it starts."""
    key, at = SCAN_STRING(text, _past(text, at, '"'))
    start = _after_blanks(text, _past(text, _after_blanks(text, at), ":"))
    value, end = DECODER.raw_decode(text, start)
    written = CONSTANTS.sub(lambda found: found[1] or "null", text[start:end])
    return Member(key, value, written.translate(UNDECODED)), _after_blanks(text, end)


def _past(text: str, at: int, sign: str) -> int:
    if text[at : at + 1] != sign:
        raise JSONDecodeError(f"Expecting {sign!r}", text, at)
    return at + 1


def _after_blanks(text: str, at: int) -> int:
    return BLANKS.match(text, at).end()  # type: ignore[union-attr]  # it matches everything


def json_object(members: Iterable[tuple[str, str]]) -> str:
    """An object of keys and written values. A number makes a key different from an earlier one."""
    values: dict[str, str] = {}
    for key, written in members:
        values[unused(key, values)] = written
    return "{" + ",".join(f"{dumps(key, ensure_ascii=False)}:{written}" for key, written in values.items()) + "}"


# -- what an object says ---------------------------------------------------------------------------------


def _with_stated_name(member: Member) -> Member:
    name = folded(member.key)
    return member._replace(key=name) if name in STATED else member


def _require_once(members: Sequence[Member], line: str) -> None:
    """Check that no key of a record is there twice."""
    for key, count in Counter(member.key for member in members).items():
        if count > 1:
            raise _twice(key, line)


def _twice(key: str, line: str) -> DiagnosedError:
    return DiagnosedError(Flaw(f"two keys are named {shown(key)}", hint="remove or rename one of them"), text=line)


def _parted(members: Sequence[Member], own: Container[str]) -> tuple[list[Member], list[Member]]:
    """The members without those under the *own* keys of this program, and the members of its `record`."""
    record = next((member for member in members if member.key == "record"), None)
    carried = scanned(record.written) if record and isinstance(record.value, dict) else []
    return [member for member in members if member.key not in own], carried


def _passed_on(number: int, members: Sequence[Member]) -> JsonHand | None:
    """The record of an error that this program wrote, or None."""
    values = {member.key: member.value for member in members}
    error, text = values.get("error"), values.get("input")
    if "hand" in values or not isinstance(error, dict) or not isinstance(text, str):
        return None
    message, column, hint = (error.get(key) for key in ("message", "column", "hint"))
    if not isinstance(message, str):
        return None
    spans = (Span(column - 1, column),) if isinstance(column, int) and 0 < column <= len(text) + 1 else ()
    flaw = DiagnosedError(Flaw(message, spans, hint if isinstance(hint, str) else None), text=text)
    rest, carried = _parted(members, ERROR)
    return JsonHand(number, text, flaw=flaw, members=rest, carried=carried)


def _with_hand(members: list[Member], line: str) -> tuple[list[Member], str]:
    """The members with the hand among them, and the hand as text.

    The hand is text or a list of cards under `hand`, or has a key for each card, as `card1`.
    """
    hand = next((member for member in members if member.key == "hand"), None)
    cards = [] if hand and hand.value is not None else _cards_of(members, line)
    if cards:
        text = _joined([_card(member, line) for member in cards])
        whole = Member("hand", text, dumps(text))
        first = next(member for member in members if member in cards)
        replaced = [whole if member is first else member for member in members]
        return [member for member in replaced if member not in cards and member is not hand], text
    if hand is None:
        raise DiagnosedError(Flaw("no key is named hand", hint=HINT), text=line)
    if type(hand.value) is str:
        return members, hand.value
    if isinstance(hand.value, list) and all(type(card) is str for card in hand.value):
        return members, _joined(hand.value)
    hint = f"in pandas, write JSON Lines with {PANDAS}" if isinstance(hand.value, dict) else HINT
    raise NotationError(Flaw(f"`hand` must be text or a list of cards, not {shown(hand.value)}", hint=hint), text=line)


def _cards_of(members: Sequence[Member], line: str) -> list[Member]:
    """The members `card1`, `card2` and so on, in the order of their numbers."""
    numbered: dict[int, Member] = {}
    for member in members:
        number = card_number(member.key)
        if number in numbered:
            raise _twice(member.key, line)
        if number is not None:
            numbered[number] = member
    return [numbered[number] for number in sorted(numbered)]


def _card(member: Member, line: str) -> str:
    if member.value is None:
        return ""
    if type(member.value) is not str:
        raise NotationError(Flaw(f"`{member.key}` must be text, not {shown(member.value)}", hint=HINT), text=line)
    return member.value


def _joined(cards: Sequence[str]) -> str:
    """Cards as the text of a hand; a comment in one of them ends with it."""
    return ("\n" if any("#" in card for card in cards) else " ").join(filter(None, cards))


def _with_game(members: list[Member], *, is_result: bool, after_draw: bool) -> tuple[list[Member], Stated]:
    """What the object says of its game, and the members with all of that among them.

    Null for `wild` means that no rank is wild: in a result, and if `round` is null too.
    """
    named = {member.key: member for member in members}
    round_no, cards, wild, rules, changed = (named[key].value if key in named else None for key in GAME)
    if is_result and "layoffs" in named:
        hint = "give its hand and the melds on the table to `tt-solver layoff`"
        raise DiagnosedError(Flaw("this is a result of `layoff`, which `batch` does not score", hint=hint))
    if wild is None and "wild" in named and (is_result or ("round" in named and round_no is None and cards is None)):
        wild = NO_WILD
        no_wild = Member("wild", wild, dumps(wild))
        members = [no_wild if member.key == "wild" else member for member in members]
    hand = named["hand"].value
    if is_result and after_draw and round_no is None and cards is None and isinstance(hand, list):
        cards = len(hand) - 1  # no round of the game has this deal
        members = [*(member for member in members if member.key != "cards"), Member("cards", cards, str(cards))]
    return members, Stated(round_no, cards, wild, rules, "" if changed is None else named["changed"].written)
