"""What is fuzzed: the first byte of an input chooses how the rest is read and written, as one chunk of a file.

With `FUZZ_COMPARE` in the environment, the results are compared to those of Python, record by record. Without
it, what the compiled scorer says about the slices that it leaves over is checked, which is a lot faster.
"""

from __future__ import annotations

import io
import os
from dataclasses import replace
from typing import NamedTuple

from tt_solver.game.rules import CLASSIC, PRESETS
from tt_solver.records import batch
from tt_solver.records.batch import Settings
from tt_solver.records.compiled import Usual, new_scorer
from tt_solver.records.csv_rows import Layout, layout_of, long_rows
from tt_solver.records.formats import Format
from tt_solver.records.native.lines import Scorer
from tt_solver.records.recorded import NamedRules
from tt_solver.records.results import Target
from tt_solver.records.sources import SourceFile
from tt_solver.records.text_lines import COLUMNS
from tt_solver.solver.situation import Situation

COMPARE = "FUZZ_COMPARE" in os.environ

HEADERS = (
    ("round,hand,player", ","),
    ("Wild;card1;card2;card3;card4;card5;cards;round;rules;a;b", ";"),
    ("hand\tn\\ame\tround", "\t"),
)

NAMED = (("", ""), ("house", '{"max_wilds":1}'))
"""What most objects write for their rules and the options on top of them."""

KEYS = ("round", "player", "hand", "record")
"""The columns of objects that are written as CSV."""

JOKERS = PRESETS["encyclopedia"].with_options({"jokers": 2, "discard_to_go_out": "optional", "double": "jqk"})
OWN_RANK = CLASSIC.with_options({"all_wild": "own-rank", "set_suits": "distinct", "max_wilds": 2, "ace": "either"})
MANY_DECKS = CLASSIC.with_options({"decks": 8, "jokers": 4, "ace": "high", "rounds": "up-down"})

GIVEN = (
    Situation(),
    Situation.of(rules=JOKERS),
    Situation.of(rules=OWN_RANK, hand_size=13, wild=6),
    Situation.of(rules=MANY_DECKS, wild=2),
    Situation.of(round_no=3),
)


class Way(NamedTuple):
    """A way to score a chunk."""

    settings: Settings
    scorer: Scorer


def _layout(header: str) -> Layout:
    """The layout that a header tells, for a chunk that starts behind it."""
    layout = layout_of(SourceFile("fuzz", stream=io.BytesIO(header.encode())), known=True)
    assert layout is not None
    return replace(layout, rows_from=1)


def _ways() -> list[Way]:
    """All formats to all formats, by several rules."""
    ways = []
    for given in GIVEN:
        for to in Format:
            columns = COLUMNS if given.is_open else COLUMNS[1:]
            found = [Settings("fuzz", Format.text, given, Target(to, None, columns))]
            for named, options in NAMED:
                usual = Usual(NamedRules(given.rules).find(named, options), named, options)
                found.append(Settings("fuzz", Format.jsonl, given, Target(to, "fuzz", KEYS), usual=usual))
            for header, separator in HEADERS:
                layout = _layout(header)
                target = Target(to, None, layout.names, separator if len(found) % 2 else ",")
                usual = Usual(NamedRules(given.rules).find("house", ""), "house")
                found.append(Settings("fuzz", Format.csv, given, target, layout, usual if to is Format.csv else None))
            scorers = [new_scorer(one.format, one.given, one.target, one.layout, one.usual) for one in found]
            ways += [Way(one, scorer) for one, scorer in zip(found, scorers, strict=True) if scorer is not None]
    return ways


WAYS = _ways()


def one_input(data: memoryview) -> None:
    """Score one input; an assertion fails if anything about the result is wrong."""
    if not data:
        return
    way = WAYS[data[0] % len(WAYS)]
    if COMPARE:
        _compare(bytes(data[1:]), way.settings)
    else:
        _check(data, way)


def _check(data: memoryview, way: Way) -> None:
    """The slices left over are whole lines in order, and what is written are whole lines."""
    results, odd, out, counts = way.scorer.score(data, 1, len(data), 1)
    hands = sum(sum(points.values()) for points in counts.values())
    written = bytes(results)
    assert written.count(b"\n") == hands >= out
    assert not written or written.endswith(b"\n")
    last_end, last_before = 1, -1
    for start, end, _, before in odd:
        assert last_end <= start < end <= len(data)
        assert last_before < before <= len(written)
        last_end, last_before = end, before


def _compare(data: bytes, settings: Settings) -> None:
    """Compiled and record by record, a chunk has the same results, diagnoses and counts."""
    if settings.layout and any(True for _ in long_rows(data, settings.layout)):
        data = data.replace(b'"', b"")  # chunks are never cut in such a row, which an input may be
    if not data:
        return
    compiled, plain = batch.score_chunk(data, 1, settings), batch._score(data, 1, settings)
    output, expected = b"".join(compiled.output), b"".join(plain.output)
    assert output == expected, (output, expected)
    assert list(map(str, compiled.diagnoses)) == list(map(str, plain.diagnoses))
    assert compiled.tally == plain.tally, (compiled.tally, plain.tally)
