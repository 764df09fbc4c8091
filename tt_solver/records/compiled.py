"""The compiled scorer of recorded hands, told what the records and the caller say."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, NamedTuple

from tt_solver.engine.choice import engine_name
from tt_solver.errors import DiagnosedError
from tt_solver.game.calendar import calendar
from tt_solver.game.rules import Rules
from tt_solver.records.formats import Format
from tt_solver.records.json_lines import RESULT
from tt_solver.records.recorded import House, RecordedHand, Terms, readable
from tt_solver.records.results import Target, encoded
from tt_solver.solver.best import engine_for
from tt_solver.solver.json_form import json_line

if TYPE_CHECKING:
    from tt_solver.records.csv_rows import Layout
    from tt_solver.records.native.lines import Scorer

SEPARATORS = (",", ";", "\t")
"""Separators of CSV that no result holds in itself."""

Columns = list[tuple[str, bytes]]
"""What each column holds, `round` and so on, or nothing and the column as a key of an object, or the key itself."""


class Usual(NamedTuple):
    """What most records of a file say of the rules, as the first one does: those are scored compiled.

    Attributes:
        rules: the rules they are played by.
        named: what they write where a preset is named.
        options: what they write for options on top of it, as a JSON object.
    """

    rules: Rules
    named: str = ""
    options: str = ""


def usual_in(first: RecordedHand | None, given: Rules) -> Usual:
    """What the *first* record of a file says of its rules; the *given* ones where that is nothing, or wrong."""
    named = first.stated.rules if first else None
    options = first.stated.changed if first else ""
    if not isinstance(named, str):
        named = ""
    try:
        rules = House(given).rules(named, options)
    except (DiagnosedError, RecursionError):
        return Usual(given)
    return Usual(rules, named if named.strip() else "", "" if options == "{}" else options)


def new_scorer(
    form: Format, terms: Terms, target: Target, layout: Layout | None = None, usual: Usual | None = None
) -> Scorer | None:
    """A scorer for files of that *form*, or None where the engine is not compiled or this cannot be.

    It leaves over all records that are not played by the *usual* rules, those of the caller by default.

    Raises:
        EngineError: the environment asks for an engine that is not there.
    """
    if engine_name() == "python" or not _is_plain(target, layout):
        return None
    try:
        from tt_solver.engine.native.search import Engine
        from tt_solver.records.native.lines import Scorer
    except ImportError:
        return None
    usual = usual or Usual(terms.rules)
    rules = usual.rules
    engine, decks = engine_for(rules), rules.deck_count()
    assert isinstance(engine, Engine)
    try:
        return Scorer(
            engine,
            form=form.value,
            to=target.format.value,
            calendar=[(deal.hand_size or 0, deal.wild) for deal in calendar(rules)],
            given=(terms.round_no, terms.hand_size, terms.wild),
            copies=(decks, decks * rules.jokers),
            multipliers=[rules.multiplier(wild) for wild in range(14)],
            may_keep_all=rules.bare_out,
            with_round=not terms.known,
            head=b"" if target.file is None else b"," + _members(file=readable(target.file)),
            rules=_members(rules=rules.name, changed=rules.changed),
            named=encoded(usual.named),
            options=encoded(usual.options),
            added=[key.encode() for key in sorted(RESULT)],
            separators=(layout.separator if layout else ",", target.separator),
            columns=_columns(form, target, layout),
            hand=layout.hand if layout else (),
            rows_from=layout.rows_from if layout else 1,
        )
    except ValueError:  # more columns than are counted there
        return None


def _is_plain(target: Target, layout: Layout | None) -> bool:
    """Whether such records are written compiled."""
    if target.separator not in SEPARATORS:
        return False
    names = [readable(name) for name in layout.others] if layout else []
    return len(set(names)) == len(names)


def _members(**members: object) -> bytes:
    """Members of an object, without braces."""
    return json_line(members)[1:-1].encode()


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
    return columns
