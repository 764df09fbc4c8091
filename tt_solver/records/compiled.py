"""The compiled scorer of recorded hands, set up for one file."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any, NamedTuple

from tt_solver.engine.choice import engine_for, engine_name
from tt_solver.errors import DiagnosedError
from tt_solver.game.calendar import calendar
from tt_solver.game.melds import Meld, MeldKind
from tt_solver.game.rules import Rules
from tt_solver.records.formats import Format
from tt_solver.records.json_lines import RESULT
from tt_solver.records.recorded import NamedRules, Stated, is_blank, readable
from tt_solver.records.results import Target, encoded
from tt_solver.solver.answer import json_line, meld_dict
from tt_solver.solver.best import Arrangement
from tt_solver.solver.situation import Situation

if TYPE_CHECKING:
    from tt_solver.records.csv_rows import Layout
    from tt_solver.records.native.lines import Scorer

SEPARATORS = (",", ";", "\t")
"""Separators of CSV that do not occur in a result itself."""

Columns = list[tuple[str, bytes]]
"""For each column what it holds, as `round`; or an empty text and the key of the column, as it stands in an object."""


class Usual(NamedTuple):
    """What most records of a file say of the rules, which is what the first one says. These are scored compiled.

    Attributes:
        rules: the rules that this means.
        named: the name of the preset as they write it.
        options: the options on top of it as they write them, a JSON object.
    """

    rules: Rules
    named: str = ""
    options: str = ""


def usual_in(first: Stated, given: Rules) -> Usual:
    """What the *first* record of a file says of its rules, or the *given* rules if it says nothing or is wrong."""
    named, options = first.rules, first.changed
    if not isinstance(named, str):
        named = ""
    try:
        rules = NamedRules(given).find(named, options)
    except (DiagnosedError, RecursionError):
        return Usual(given)
    return Usual(rules, "" if is_blank(named) else named, "" if options == "{}" else options)


def new_scorer(
    form: Format, given: Situation, target: Target, layout: Layout | None = None, usual: Usual | None = None
) -> Scorer | None:
    """A scorer for files of that *form*, or None if there is no compiled engine or it cannot score them.

    It leaves all records to Python that do not have the *usual* rules, by default the *given* ones.

    Raises:
        EngineError: the environment asks for an engine that is not installed.
    """
    if engine_name() == "python" or not _is_plain(target, layout):
        return None
    try:
        from tt_solver.engine.native.search import Engine
        from tt_solver.records.native.lines import Scorer
    except ImportError:
        return None
    usual = usual or Usual(given.rules)
    rules = usual.rules
    engine = engine_for(rules)
    assert isinstance(engine, Engine), "the engine in use is compiled"
    try:
        return Scorer(
            engine,
            form=form.value,
            to=target.format.value,
            calendar=[(deal.hand_size or 0, deal.wild) for deal in calendar(rules)],
            given=(given.round_no, given.hand_size, given.wild_by_hand),
            decks=given.stating(round_no=None, hand_size=None, wild=None, rules=rules).decks,
            with_round=given.is_open,
            pieces=_pieces(rules, target.file),
            meld_pieces=_meld_pieces(),
            named=encoded(usual.named),
            options=encoded(usual.options),
            added=[key.encode() for key in sorted(RESULT)],
            separators=(layout.separator if layout else ",", target.separator),
            columns=_columns(form, target, layout),
            hand=layout.hand if layout else (),
            error=-1 if layout is None or layout.error is None else layout.error,
            rows_from=layout.rows_from if layout else 1,
        )
    except ValueError:  # more columns than it can count
        return None


VALUES = ("hand", "round", "wild", "discard", "melds", "deadwood", "points", "score", "out")
"""The fields of a result that differ from hand to hand, in the order of the compiled scorer."""

MARK = "\0"
"""Stands for a value, or for the items of a list, in an object that is cut into pieces."""


def _pieces(rules: Rules, file: str | None) -> list[bytes]:
    """The text around the values of a result under *rules*: its line, `VALUES` and its record."""
    result = Arrangement((), Situation(rules, wild_by_hand=0), (), (), None, 0, 0, False).to_dict()
    assert tuple(key for key in result if key in VALUES) == VALUES, "values are written in the order of the object"
    head = {"line": MARK} if file is None else {"line": MARK, "file": readable(file)}
    values = {key: [MARK] if isinstance(result[key], list) else MARK for key in VALUES}
    return _cut_at_marks({**head, **result, **values, "record": MARK})


def _meld_pieces() -> list[bytes]:
    """The text before the cards of a set, before those of a run, behind the cards, and behind their places."""
    starts = []
    for kind in MeldKind:
        start, middle, end = _cut_at_marks({**meld_dict(Meld(kind, (), ())), "cards": [MARK], "as": [MARK]})
        starts.append(start)
    return [*starts, middle, end]


def _cut_at_marks(record: dict[str, Any]) -> list[bytes]:
    return json_line(record).encode().split(json_line(MARK).encode())


def _is_plain(target: Target, layout: Layout | None) -> bool:
    """Whether the compiled scorer can write such records."""
    if target.separator not in SEPARATORS:
        return False
    names = [readable(name) for name in layout.others] if layout else []
    return len(set(names)) == len(names)


def _columns(form: Format, target: Target, layout: Layout | None) -> Columns:
    if form is Format.jsonl:
        return [("", encoded(name)) for name in target.columns]
    return _csv_columns(layout) if layout else [(name, b"") for name in target.columns]


def _csv_columns(layout: Layout) -> Columns:
    columns = [("", b"")] * len(layout.names)
    for at in layout.hand:
        columns[at] = "hand", b""
    for name, at in layout.stated.items():
        columns[at] = name, b""
    for name, at in layout.others.items():
        columns[at] = "", (dumps(readable(name), ensure_ascii=False) + ":").encode()
    if layout.record is not None and layout.error is not None:
        columns[layout.record] = "record", b""
    return columns
