"""`tt-solver deal`: random hands and whole tables in the forms that `batch` reads."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any

import typer

from tt_solver.cli import options as opt
from tt_solver.cli.command import game_command
from tt_solver.cli.signals import ended_by_signals
from tt_solver.cli.streams import Streams
from tt_solver.game.cards import Card
from tt_solver.solver.json_form import json_line
from tt_solver.table.dealer import MASK, Table, deal_tables

NumberOption = Annotated[int, typer.Option("-n", "--number", metavar="N", min=0, help="How many hands, or tables.")]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", min=0, max=MASK, help="The same seed deals the same hands.", show_default=False),
]


@game_command
def deal(
    streams: Streams,
    game: opt.Game,
    number: NumberOption = 1,
    seed: SeedOption = None,
    upcard: Annotated[bool, typer.Option("--upcard", help="Turn a card up at each table.")] = False,
    no_round: Annotated[bool, typer.Option("--no-round", help="Hands alone, as solve reads them.")] = False,
    json: opt.JsonOption = False,
) -> None:
    """Random hands in the form that batch reads; with --players whole tables.

    \b
    $ tt-solver deal -n 2 --seed 313
    1 JD KS 4S
    2 8S KH AD 10C

    Without -r, -c or -w the rounds of the game follow each other. Where the wild rank is set by hand, the
    lines are hands alone. The same seed gives the same hands on every machine.
    """
    with ended_by_signals():
        start = _fresh_seed() if seed is None else seed
        tables = deal_tables(
            start,
            game.rules,
            round_no=game.round_no,
            hand_size=game.hand_size,
            wild=game.wild,
            players=game.players or 1,
            upcard=upcard,
        )
        if seed is None:
            streams.tell(f"seed {start}")
        for table_no, table in enumerate(islice(tables, number), 1):
            lines = (
                map(json_line, _records(table, table_no, game))
                if json
                else _lines(table, table_no, game.players, with_round=game.wild is None and not no_round)
            )
            streams.out.writelines(f"{line}\n" for line in lines)


def _fresh_seed() -> int:
    from secrets import randbits

    return randbits(32)


def _lines(table: Table, table_no: int, players: int | None, *, with_round: bool) -> Iterator[str]:
    """The hands of a table, what else is known of each behind a #."""
    for player, hand in enumerate(table.hands, 1):
        notes = [f"table {table_no}", f"player {player}"] if players else []
        if table.upcard:
            notes.append(f"upcard {table.upcard}")
        number = [str(table.deal.round_no)] if with_round and table.deal.round_no else []
        yield " ".join([*number, *_names(hand), *(["#", ", ".join(notes)] if notes else [])])


def _records(table: Table, table_no: int, game: opt.Game) -> Iterator[dict[str, Any]]:
    """The hands of a table as objects that say all that `batch` needs to know."""
    for player, hand in enumerate(table.hands, 1):
        record: dict[str, Any] = {"round": table.deal.round_no, "hand": _names(hand)}
        record["upcard"] = None if table.upcard is None else str(table.upcard)
        if game.players:
            record |= {"table": table_no, "player": player}
        if table.deal.round_no is None:
            record["cards"] = table.deal.hand_size
        if game.wild is not None:
            record["wild"] = table.deal.wild_name or "none"
        if game.rules.name != "classic" or game.rules.changed:
            record |= {"rules": game.rules.name, "changed": game.rules.changed}
        yield record


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]
