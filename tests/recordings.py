"""Files of recorded hands: random ones, what a batch makes of one, and whether the compiled way makes the same."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from tests import mixes
from tt_solver.engine.choice import engine_name
from tt_solver.errors import DiagnosedError
from tt_solver.game.calendar import calendar
from tt_solver.game.cards import RANK_NAMES, Card
from tt_solver.game.rules import Rules
from tt_solver.records import batch
from tt_solver.records.batch import Scored, Settings, open_batch, score_chunk
from tt_solver.records.compiled import new_scorer
from tt_solver.records.formats import Format
from tt_solver.records.results import Target
from tt_solver.records.sources import Chunk, SourceFile, chunks
from tt_solver.solver.situation import Situation


class Scores:
    """What a batch makes of one file, read in this process."""

    def __init__(self, content: str | bytes, form: Format | None, to: Format, terms: Situation | None = None) -> None:
        data = content.encode() if isinstance(content, str) else content
        source = SourceFile("season", stream=io.BytesIO(data))
        batch = open_batch([(source, form)], terms or Situation(), to)
        results = list(batch.scored(1))
        header = batch.header + "\n" if batch.header else ""
        self.output = header.encode() + b"".join(piece for result in results for piece in result.output)
        self.diagnoses = [error for result in results for error in result.diagnoses]

    @property
    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.output.splitlines()]

    @property
    def rows(self) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.output.decode(), newline="")))


def has_scorer() -> bool:
    """Whether the module under test was built, and is the engine in use."""
    try:
        import tt_solver.records.native.lines  # noqa: F401
    except ImportError:
        return False
    return engine_name() == "native"


needs_scorer = pytest.mark.skipif(not has_scorer(), reason="the compiled reader is not in use")


class Recording(NamedTuple):
    """A file of recorded hands, and how it is to be scored."""

    data: bytes
    form: Format
    to: Format
    terms: Situation
    separator: str | None = None


ODD_LINES: tuple[bytes, ...] = (
    b"# a comment",
    b"  # another, indented \xff",
    b"",
    b" \t ",
    b"\x0b",
    b"\x1c",
    b"\xc2\x85",
    b"\xc2\xa0# behind a wide blank",
    b"2 seven of hearts, 7s 7c kd",
    "2 \N{PLAYING CARD SEVEN OF HEARTS} 7s 7c kd".encode(),
    "2 7\N{BLACK HEART SUIT}\ufe0f 7s 7c kd".encode(),
    b"2 7h 7s 7c kd # told later",
    b"2 7h 7s 7x kd",
    b"2 7h 7s 7c kd\xff",
    b"2 7h 7s\x007c kd",
    b"2 7h 7s 7c kd 9d 9d",
    b"2 7h 7h 7h 7h 7h",
    b"2 7H 7S 7C Joker",
    b"2 7H-7S-7C-KD",
    b"2 7h7s7ckd",
    b"2: 7h, 7s; 7c | kd",
    b"002 7h 7s 7c kd",
    b"0 7h 7s 7c",
    b"99 7h 7s 7c",
    "\N{ARABIC-INDIC DIGIT TWO} 7h 7s 7c kd".encode(),
    b"2",
    b"2,",
    b"27h 7s 7c kd",
    b"2,7h,7s,7c,kd",
    b'2,"7h 7s 7c kd"',
    b'"2,7h 7s 7c kd',
    b'2,"7h 7s\n7c kd"',
    b";;;;",
    b",,,,,,,,,,,,",
    b"a\tb\tc",
    b"[1, 2]",
    b"{}",
    b"null",
    b'{"hand":"7h 7s 7c"}',
    b'{"round":1,"hand":"7h 7s 7c"} x',
    b'{"round":1,"hand":"7h 7s 7c",}',
    b'{"round":1,"hand":["7h","7s","7c"]',
    b'{"round":1,"hand":["7h 7s",7]}',
    b'{"round":1,"hand":[]}',
    b'{"round":1,"hand":["7h","7s","\\u0037c"]}',
    b'{"round":1,"hand":"7h 7s 7c","player":"\\"Ann\\""}',
    b'{"round":1,"hand":"7h\t7s 7c"}',
    b'{"round":1,"round":2,"hand":"7h 7s 7c kd"}',
    b'{"round":1,"hand":"7h 7s 7c","a":1,"a":2}',
    b'{"round":1,"hand":"7h 7s 7c","a":{"b":[1,2]}}',
    b'{"round":01,"hand":"7h 7s 7c"}',
    b'{"round":1.0,"hand":"7h 7s 7c"}',
    b'{"round":true,"hand":"7h 7s 7c"}',
    b'{"round":null,"wild":null,"hand":"7h 7s 7c"}',
    b'{"round":null,"wild":null,"cards":3,"hand":"7h 7s 7c"}',
    b'{"round":"","wild":null,"hand":"7h 7s 7c"}',
    b'{"wild":null,"hand":"7h 7s 7c"}',
    b'{"wild":0,"hand":"7h 7s 7c"}',
    b'{"wild":"0","hand":"7h 7s 7c"}',
    b'{"wild":14,"hand":"7h 7s 7c"}',
    b'{"wild":"jacks","hand":"7h 7s 7c"}',
    b'{"round":1,"hand":"7h 7s 7c","rules":"house"}',
    b'{"round":1,"hand":"7h 7s 7c","rules":"none such"}',
    b'{"round":1,"hand":"7h 7s 7c","rules":null,"changed":null}',
    b'{"round":1,"hand":"7h 7s 7c","changed":{"max_wilds":1}}',
    b'{"round":1,"hand":"7h 7s 7c","x":NaN}',
    b'{"round":1,"hand":"7h 7s 7c","x":-0.5e+7,"y":-0,"z":1E400,"w":-}',
    b'{"round":1,"hand":"7h 7s 7c","x":-0.5e+7,"y":-0,"z":1E400,"t":true,"f":false,"n":null}',
    b'{"round":1,"hand":"7h 7s 7c","x":1.,"y":2}',
    b'{"round":1,"hand":"7h 7s 7c","x":tru}',
    '{"round":1,"hand":"7h 7s 7c","Z\u00fcge":"\u00fc \u2028 \U0001f0a1 \x7f"}'.encode(),
    '{"round":1,"hand":"7h 7s 7c","who":"\u00fc \u2028 \U0001f0a1 \x7f"}'.encode(),
    b'{"round":1,"hand":"7h 7s 7c","who":"\xff"}',
    b'{"round":1,"hand":"7h 7s 7c","who":"\xed\xa0\x80 \xc0\x80 \xf4\x90\x80\x80"}',
    b'{"round":1,"hand":"7h 7s 7c","\x7f":1}',
    b'{"schema":1,"round":1,"wild":"3","hand":["7H","7S","7C"],"rules":"classic","changed":{},"record":{"a":1}}',
    b'\xef\xbb\xbf{"round":1,"hand":"7h 7s 7c"}',
)
"""Lines of all formats that are no plain records of theirs, or hardly."""


def recording_at(seed: int, number: int, records: int = 24) -> Recording:
    """File *number* of *seed*, always the same one: any format, any rules, some of its lines odd."""
    rng = random.Random(f"{seed}/{number}/lines")
    rules = _rules(rng)
    terms = _terms(rng, rules)
    form, to = rng.choice(list(Format)), rng.choice(list(Format))
    oddness = rng.choice((0, 0, 0.05, 0.5))
    write = {Format.text: _text, Format.csv: _csv, Format.jsonl: _jsonl}[form]
    lines = list(write(rng, terms, rng.randint(1, records)))
    if form is Format.jsonl and rng.random() < 0.3:
        lines = results_of(lines, terms)
    lines = [rng.choice(ODD_LINES) if at and rng.random() < oddness else line for at, line in enumerate(lines)]
    ends = rng.choice(((b"\n",), (b"\n",), (b"\n",), (b"\r\n",), (b"\r",), (b"\n", b"\r\n", b"\r", b"\n\r")))
    data = b"".join(line + rng.choice(ends) for line in lines)
    data = data.rstrip(b"\r\n") if rng.random() < 0.2 else data
    return Recording(data, form, to, terms, rng.choice((None, None, ",", ";", "\t")))


def _rules(rng: random.Random) -> Rules:
    rules = mixes.random_rules(rng)
    choices: dict[str, tuple[int | str, ...]] = {
        "discard_to_go_out": ("optional", "required"),
        "rounds": (11, 12, 13, "up-down"),
        "decks": ("auto", 1, 2, 3, 8),
    }
    return rules.with_options({name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.3})


def _terms(rng: random.Random, rules: Rules) -> Situation:
    """What the caller may say: mostly nothing."""
    deal = rng.choice(calendar(rules))
    wild = rng.randint(0, 13)
    return rng.choice(
        (
            Situation.of(rules=rules),
            Situation.of(rules=rules),
            Situation.of(rules=rules),
            Situation.of(rules=rules, round_no=deal.round_no),
            Situation.of(rules=rules, hand_size=deal.hand_size),
            Situation.of(rules=rules, wild=wild),
            Situation.of(rules=rules, hand_size=rng.randint(1, 20), wild=wild),
            Situation.of(rules=rules, round_no=deal.round_no, wild=wild),
        )
    )


class Dealt(NamedTuple):
    """A hand, and what a record may say of its round."""

    cards: tuple[Card, ...]
    round_no: int
    size: int
    wild: int


def _dealt(rng: random.Random, terms: Situation) -> Dealt:
    rules = terms.rules
    deals = calendar(rules)
    deal = deals[terms.round_no - 1] if terms.round_no else rng.choice(deals)
    wild = rng.randint(0, 13) if terms.wild_by_hand is None else terms.wild_by_hand
    size = terms.hand_size or deal.hand_size or 0
    held = min(20, size + rng.choice((0, 0, 0, 1, 1, rng.choice((-1, 2, 5)))))
    cards = mixes.random_hand(rng, rules, max(1, held), min(rules.deck_count(), 3), rng.choice((wild, deal.wild)))
    return Dealt(cards, deal.round_no or 1, size, wild)


def _spelled(rng: random.Random, card: Card) -> str:
    """A card as people write it, mostly as this program does."""
    if card.suit is None:
        return rng.choice(("JK", "JK", "jk", "Jk", "*", "joker"))
    rank, suit = RANK_NAMES[card.rank], card.suit.letter
    way = rng.randrange(40)
    if way == 0:
        return rng.choice((suit + rank, card.suit.sign + rank, rank + card.suit.sign))
    if way == 1:
        return rng.choice((str(card.rank), rank)) + suit
    if way == 2 and card.rank == 10:
        return rng.choice("Tt0") + suit
    return (rank + suit).lower() if way == 3 else rank + suit


def _cards(rng: random.Random, cards: Sequence[Card], *between: str) -> str:
    return rng.choice((" ", " ", " ", *between)).join(_spelled(rng, card) for card in cards)


def _text(rng: random.Random, terms: Situation, records: int) -> Iterator[bytes]:
    for _ in range(records):
        dealt = _dealt(rng, terms)
        line = _cards(rng, dealt.cards, ", ", ",", "  ", "\t", "; ")
        if terms.is_open:
            line = f"{dealt.round_no}{rng.choice((' ', ' ', ' ', ': ', ',', chr(9)))}{line}"
        blank = rng.choice(("", "", "", " ", "\t"))
        yield (blank + line + blank).encode()


NAMES = ("Ann", "Bob", "Zo\u00eb", "a b", "", "semi;colon", "tab\there", "back\\slash", "#1", "7h")


def _csv(rng: random.Random, terms: Situation, records: int) -> Iterator[bytes]:
    separator = rng.choice((",", ",", ";", "\t"))
    apart = rng.random() < 0.2
    columns = [
        "round",
        *rng.sample(["cards", "wild", "rules", "Player", "note", "points", "schema"], rng.randint(0, 5)),
    ]
    columns += [f"card{at}" for at in range(1, 12)] if apart else ["hand"]
    rng.shuffle(columns)
    yield separator.join(name.upper() if rng.random() < 0.1 else name for name in columns).encode()
    usual = _usual(rng)
    for _ in range(records):
        dealt = _dealt(rng, terms)
        values = {"round": str(dealt.round_no), "cards": "", "wild": "", "rules": ""}
        if rng.random() < 0.3:
            values |= {"round": "", "cards": str(dealt.size)}
        if rng.random() < 0.3:
            values["wild"] = rng.choice((RANK_NAMES[dealt.wild] or "none", str(dealt.wild), " k", "None", "jacks"))
        values["rules"] = usual if rng.random() < 0.9 else rng.choice(("", " ", "classic", "house", "x"))
        values["hand"] = _cards(rng, dealt.cards, "  ", *({",", ", "} - {separator}))
        for at, card in enumerate(dealt.cards, 1):
            values[f"card{at}"] = str(card)
        row = [values.get(name, rng.choice(NAMES) if "card" not in name else "") for name in columns]
        row = row[: rng.randint(1, len(row))] if rng.random() < 0.05 else row
        behind = rng.choice((separator, f"{separator} {separator}", f"{separator}x")) if rng.random() < 0.05 else ""
        yield (separator.join(_field(rng, cell, separator) for cell in row) + behind).encode()


def _usual(rng: random.Random) -> str:
    """What most records of a file write for their rules."""
    return rng.choice(("", "", "encyclopedia", "House", "classic-high-ace ", "none such"))


def _field(rng: random.Random, cell: str, separator: str) -> str:
    if separator in cell or rng.random() < 0.01:
        return '"' + cell.replace('"', '""') + '"'
    return f" {cell} " if rng.random() < 0.05 else cell


def _jsonl(rng: random.Random, terms: Situation, records: int) -> Iterator[bytes]:
    spaced = rng.random() < 0.3
    ascii_only = rng.random() < 0.3
    usual = rng.choice((None, _usual(rng)))
    options = rng.choice((None, None, {}, {"max_wilds": 1}, {"ace": "high", "ace_points": 0}, {"none": "such"}))
    for _ in range(records):
        dealt = _dealt(rng, terms)
        record: dict[str, Any] = {"round": dealt.round_no}
        if usual is not None:
            record["rules"] = usual if rng.random() < 0.9 else rng.choice(("", None, "classic", 3))
        if options is not None:
            record["changed"] = options if rng.random() < 0.9 else rng.choice(({}, None, {"jokers": 1}, []))
        if rng.random() < 0.3:
            record = {"round": None, "cards": dealt.size}
        if rng.random() < 0.3:
            record["wild"] = rng.choice((RANK_NAMES[dealt.wild] or "none", dealt.wild, None, str(dealt.wild), "K"))
        spelled = [_spelled(rng, card) for card in dealt.cards]
        record["hand"] = spelled if rng.random() < 0.5 else " ".join(spelled)
        for key in rng.sample(["player", "note", "points", "line", "a b", "record"], rng.randint(0, 3)):
            record[key] = rng.choice((rng.choice(NAMES), rng.randint(-9, 10**12), 1.5, True, None, _nested(rng, 0)))
        keys = list(record)
        if rng.random() < 0.3:
            rng.shuffle(keys)
        separators = (", ", ": ") if spaced else (",", ":")
        yield json.dumps({key: record[key] for key in keys}, separators=separators, ensure_ascii=ascii_only).encode()


def _nested(rng: random.Random, depth: int) -> object:
    """A value with lists and objects in it."""
    if depth == 10 or rng.random() < 0.2:
        return rng.choice((1, 'Zo\u00eb, "a"', "b;c", None, [], {}))
    inner = [_nested(rng, depth + 1) for _ in range(rng.randint(1, 1 if depth > 3 else 2))]
    return rng.choice((inner, {f"k{at} {depth}": value for at, value in enumerate(inner)}))


def results_of(lines: Sequence[bytes], terms: Situation) -> list[bytes]:
    """What the program makes of the records in *lines*, which it reads as well."""
    settings = Settings("season", Format.jsonl, terms, Target(Format.jsonl))
    return b"".join(record_by_record(b"\n".join(lines), 1, settings).output).splitlines()


Score = Callable[[bytes, int, Settings], Scored]


def pieces(recording: Recording) -> list[tuple[Chunk, Settings]]:
    """The file in chunks, with what is needed to score them; empty for one that cannot be understood at all."""
    source = SourceFile("season", stream=io.BytesIO(recording.data))
    try:
        work = open_batch([(source, recording.form)], recording.terms, recording.to, recording.separator)
    except DiagnosedError:
        return []
    return [(chunk, settings) for file, settings in work.files for chunk in chunks(file, settings.cut) if chunk.data]


def outcome(score: Score, chunk: Chunk, settings: Settings) -> tuple[Any, ...]:
    """All that becomes of a chunk, so that it can be compared."""
    scored = score(chunk.data, chunk.first_line, settings)
    told = [(type(error), error.flaws, error.text, error.source) for error in scored.diagnoses]
    tally = scored.tally
    points = {key: dict(counts) for key, counts in tally.points.items()}
    return b"".join(scored.output), told, tally.bad, tally.out, points


def record_by_record(data: bytes, first_line: int, settings: Settings) -> Scored:
    """As `score_chunk`, with nothing compiled but the engine."""
    return batch._score(data, first_line, settings)


def difference(recording: Recording) -> str | None:
    """What compiled and record by record do not agree on, with the file; None if they agree."""
    for chunk, settings in pieces(recording):
        compiled, plain = outcome(score_chunk, chunk, settings), outcome(record_by_record, chunk, settings)
        if compiled != plain:
            return f"record by record: {plain}\ncompiled: {compiled}\n  {recording}"
    return None


def hands_in(counts: dict[tuple[int, int], dict[int, int]]) -> int:
    """How many hands a scorer has counted."""
    return sum(sum(points.values()) for points in counts.values())


def scored_share(recording: Recording) -> tuple[int, int]:
    """How many records of a file were scored compiled, and how many there are."""
    done = records = 0
    for chunk, settings in pieces(recording):
        records += record_by_record(chunk.data, chunk.first_line, settings).tally.hands
        scorer = new_scorer(settings.format, settings.given, settings.target, settings.layout, settings.usual)
        if scorer is not None:
            done += hands_in(scorer.score(chunk.data, 0, len(chunk.data), chunk.first_line)[3])
    return done, records
