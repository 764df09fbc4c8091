"""Dealt hands in the forms that `batch` reads: lines of text, and objects for JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tt_solver.solver.answer import card_names
from tt_solver.table.dealer import DealtTable


def table_lines(table: DealtTable, table_no: int, players: int | None, *, with_round: bool) -> Iterator[str]:
    """The hands of a table, what else is known of each behind a #."""
    for player, hand in enumerate(table.hands, 1):
        notes = [f"table {table_no}", f"player {player}"] if players else []
        if table.upcard:
            notes.append(f"upcard {table.upcard}")
        round_no = table.situation.round_no
        number = [str(round_no)] if with_round and round_no else []
        yield " ".join([*number, *card_names(hand), *(["#", ", ".join(notes)] if notes else [])])


def table_records(table: DealtTable, table_no: int, players: int | None) -> Iterator[dict[str, Any]]:
    """The hands of a table as objects that say all that `batch` needs to know."""
    situation = table.situation
    rules = situation.rules
    for player, hand in enumerate(table.hands, 1):
        record: dict[str, Any] = {"round": situation.round_no, "hand": card_names(hand)}
        record["upcard"] = None if table.upcard is None else str(table.upcard)
        if players:
            record |= {"table": table_no, "player": player}
        if situation.round_no is None:
            record["cards"] = situation.hand_size
        if situation.wild_by_hand is not None:
            record["wild"] = situation.wild_name or "none"
        if rules.name != "classic" or rules.changed:
            record |= {"rules": rules.name, "changed": rules.changed}
        yield record
