"""The compiled reader and writer of recorded hands: the same bytes, diagnoses and counts as record by record."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests import mixes
from tests.test_golden import run_program
from tt_solver.engine.choice import VARIABLE, engine_name
from tt_solver.errors import DiagnosedError
from tt_solver.game.calendar import calendar
from tt_solver.game.cards import RANK_NAMES, Card
from tt_solver.game.melds import Meld, MeldKind, judge
from tt_solver.game.rules import CLASSIC, Rules
from tt_solver.records import batch
from tt_solver.records.batch import Scored, Settings, open_batch, score_chunk
from tt_solver.records.compiled import new_scorer
from tt_solver.records.formats import Format
from tt_solver.records.parallel import in_order
from tt_solver.records.recorded import Terms
from tt_solver.records.results import Target
from tt_solver.records.sources import Chunk, SourceFile, chunks
from tt_solver.solver.best import table_of
from tt_solver.table.dealer import deal_tables


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
    terms: Terms
    separator: str | None = None


# -- random files ---------------------------------------------------------------------------------------

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
        lines = _results(lines, terms)
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


def _terms(rng: random.Random, rules: Rules) -> Terms:
    """What the caller may say: mostly nothing."""
    deal = rng.choice(calendar(rules))
    wild = rng.randint(0, 13)
    return rng.choice(
        (
            Terms(rules),
            Terms(rules),
            Terms(rules),
            Terms(rules, round_no=deal.round_no),
            Terms(rules, hand_size=deal.hand_size),
            Terms(rules, wild=wild),
            Terms(rules, hand_size=rng.randint(1, 20), wild=wild),
            Terms(rules, round_no=deal.round_no, wild=wild),
        )
    )


class Dealt(NamedTuple):
    """A hand, and what a record may say of its round."""

    cards: tuple[Card, ...]
    round_no: int
    size: int
    wild: int


def _dealt(rng: random.Random, terms: Terms) -> Dealt:
    rules = terms.rules
    deals = calendar(rules)
    deal = deals[terms.round_no - 1] if terms.round_no else rng.choice(deals)
    wild = rng.randint(0, 13) if terms.wild is None else terms.wild
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


def _text(rng: random.Random, terms: Terms, records: int) -> Iterator[bytes]:
    for _ in range(records):
        dealt = _dealt(rng, terms)
        line = _cards(rng, dealt.cards, ", ", ",", "  ", "\t", "; ")
        if not terms.known:
            line = f"{dealt.round_no}{rng.choice((' ', ' ', ' ', ': ', ',', chr(9)))}{line}"
        blank = rng.choice(("", "", "", " ", "\t"))
        yield (blank + line + blank).encode()


NAMES = ("Ann", "Bob", "Zo\u00eb", "a b", "", "semi;colon", "tab\there", "back\\slash", "#1", "7h")


def _csv(rng: random.Random, terms: Terms, records: int) -> Iterator[bytes]:
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


def _jsonl(rng: random.Random, terms: Terms, records: int) -> Iterator[bytes]:
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


def _results(lines: Sequence[bytes], terms: Terms) -> list[bytes]:
    """What the program makes of the records in *lines*, which it reads as well."""
    settings = Settings("season", Format.jsonl, terms, Target(Format.jsonl))
    return b"".join(batch._score(b"\n".join(lines), 1, settings).output).splitlines()


# -- both ways ------------------------------------------------------------------------------------------

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


def difference(recording: Recording) -> str | None:
    """What compiled and record by record do not agree on, with the file; None if they agree."""
    for chunk, settings in pieces(recording):
        compiled, plain = outcome(score_chunk, chunk, settings), outcome(batch._score, chunk, settings)
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
        records += batch._score(chunk.data, chunk.first_line, settings).tally.hands
        scorer = new_scorer(settings.format, settings.terms, settings.target, settings.layout, settings.usual)
        if scorer is not None:
            done += hands_in(scorer.score(chunk.data, 0, len(chunk.data), chunk.first_line)[3])
    return done, records


# -- the judge ------------------------------------------------------------------------------------------


@needs_scorer
def test_compiled_judge() -> None:
    """The compiled judge says of every group what the judge does, also of those that no engine proposes."""
    from tt_solver.engine.native.search import Engine
    from tt_solver.records.native.lines import judged

    seed = random.randrange(10**6)
    rng = random.Random(seed)
    legal = 0
    for number in range(20_000):
        if number % 40 == 0:
            rules, wild = mixes.random_rules(rng), rng.randint(0, 13)
            engine = Engine(table_of(rules))
        group = mixes.random_hand(rng, rules, rng.randint(1, 8) if number % 10 else rng.randint(9, 16), 3, wild)
        meld = judge(group, wild, rules)
        expected = None
        if isinstance(meld, Meld):
            legal += 1
            expected = meld.kind is MeldKind.RUN, list(map(str, meld.cards)), list(meld.places)
        found = judged(engine, [card.code for card in group], wild)
        assert found == expected, f"seed {seed}, group {number}: {group} {wild} {rules}"
    assert legal > 300


# -- the same bytes -------------------------------------------------------------------------------------


@needs_scorer
def test_same_results_for_random_files() -> None:
    """Compiled or record by record: the same bytes, diagnoses and counts, whatever the format, rules and oddities."""
    seed = random.randrange(10**6)
    for number in range(400):
        found = difference(recording_at(seed, number))
        assert found is None, f"seed {seed}, file {number}\n{found}"


@needs_scorer
@pytest.mark.parametrize("to", list(Format))
@pytest.mark.parametrize("form", list(Format))
def test_most_records_are_scored_compiled(form: Format, to: Format) -> None:
    """Plain files go the compiled way: the comparison would show nothing otherwise."""
    lines = [_plain_record(form, number) for number in range(100)]
    data = (b"round,hand,player\n" if form is Format.csv else b"") + b"".join(lines)
    assert scored_share(Recording(data, form, to, Terms())) == (100, 100)


@needs_scorer
@pytest.mark.parametrize(
    "first",
    [
        b'{"round":1,"hand":"7h 7s 7c","changed":{"a":{}}}',
        b'{"round":1,"hand":"7h 7s 7c","changed":' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"round":1,"hand":"7h 7s 7c","rules":["house"]}',
        b'{"round":1,"hand":"7h 7s 7c","rules":"none such"}',
        b'{"round":1,"hand":7,"rules":"house"}',
        b"x",
        b"",
    ],
    ids=["options", "deep", "list", "unknown", "hand", "line", "blank"],
)
def test_a_bad_first_record_says_nothing_of_the_others(first: bytes) -> None:
    """What the first record has wrong is told of it alone; the others are scored as ever."""
    data = b"\n".join([first, *(_plain_record(Format.jsonl, number).rstrip() for number in range(20))])
    for to in Format:
        assert difference(Recording(data, Format.jsonl, to, Terms())) is None
    assert scored_share(Recording(data, Format.jsonl, Format.text, Terms()))[0] == 20


RULES_AND_MORE = (
    b'"rules":"encyclopedia"',
    b'"changed":{}',
    b'"rules":"house","changed":{"jokers": 1}',
    b'"rules":null,"changed":null',
    b'"table":{"no":[1,2,{}],"of":[]}',
)


@needs_scorer
@pytest.mark.parametrize("to", list(Format))
@pytest.mark.parametrize("more", RULES_AND_MORE)
def test_rules_of_a_whole_file(to: Format, more: bytes) -> None:
    """Records that all name the same rules, or carry more, go the compiled way, and so do their results."""
    lines = [_plain_record(Format.jsonl, number).replace(b"{", b"{" + more + b",", 1) for number in range(100)]
    recording = Recording(b"".join(lines), Format.jsonl, to, Terms())
    assert scored_share(recording) == (100, 100)
    assert difference(recording) is None
    results = recording._replace(data=b"\n".join(_results(recording.data.splitlines(), recording.terms)))
    assert scored_share(results) == (100, 100)
    assert difference(results) is None


@needs_scorer
@pytest.mark.parametrize("to", list(Format))
def test_rules_in_a_column(to: Format) -> None:
    """So do rows that name the rules of the first row; others are played by what they name."""
    lines = [_plain_record(Format.csv, number).replace(b"player", b"encyclopedia,player") for number in range(100)]
    data = b"round,hand,rules,player\n" + b"".join(lines)
    assert scored_share(Recording(data, Format.csv, to, Terms())) == (100, 100)
    lines[7::10] = [line.replace(b"encyclopedia", b"house") for line in lines[7::10]]
    mixed = Recording(b"round,hand,rules,player\n" + b"".join(lines), Format.csv, to, Terms())
    assert scored_share(mixed) == (90, 100)
    assert difference(mixed) is None


def _plain_record(form: Format, number: int) -> bytes:
    table = next(deal_tables(number, CLASSIC, round_no=1 + number % 11))
    round_no, cards = table.deal.round_no, [str(card) for card in table.hands[0]]
    if form is Format.text:
        return f"{round_no} {' '.join(cards)}\n".encode()
    if form is Format.csv:
        return f"{round_no},{' '.join(cards)},player {number % 7}\n".encode()
    return json.dumps({"round": round_no, "hand": cards, "player": f"player {number % 7}"}).encode() + b"\n"


@needs_scorer
@pytest.mark.parametrize("form", list(Format))
@pytest.mark.parametrize("to", list(Format))
def test_every_odd_line_alone(form: Format, to: Format) -> None:
    """Each odd line between two plain records is spliced in where it belongs."""
    first, last = _plain_record(form, 1), _plain_record(form, 2)
    head = b"round,hand,player\n" if form is Format.csv else b""
    for odd in ODD_LINES:
        for end in (b"\n", b"\r\n", b"\r"):
            data = head + first + odd + end + last
            assert difference(Recording(data, form, to, Terms())) is None, odd


@needs_scorer
@pytest.mark.parametrize("form", list(Format))
def test_every_prefix(form: Format) -> None:
    """Records that are cut anywhere are read as Python reads them: nothing behind the end of a chunk counts."""
    head = b"round,hand,player\n" if form is Format.csv else b""
    record = _plain_record(form, 10).rstrip(b"\n")
    for size in range(len(record) + 1):
        assert difference(Recording(head + record[:size], form, Format.jsonl, Terms())) is None, size


@needs_scorer
@pytest.mark.parametrize("form", list(Format))
def test_every_byte(form: Format) -> None:
    """One byte of a record changed to any other makes no difference between the two ways."""
    head = b"round,hand,player\n" if form is Format.csv else b""
    record = _plain_record(form, 2)
    for at in range(0, len(record), 3):
        for byte in range(0, 256, 5):
            data = head + record[:at] + bytes([(byte + at) % 256]) + record[at + 1 :]
            assert difference(Recording(data, form, Format.jsonl, Terms())) is None, (at, data)


@needs_scorer
def test_large_hands_and_high_points() -> None:
    """Hands of up to 20 cards, and points above those that are counted compiled, come out alike."""
    rules = CLASSIC.with_options({"ace_points": 999, "jokers": 4, "decks": 8, "joker_points": 999})
    rng = random.Random(20)
    lines = [" ".join(map(str, mixes.random_hand(rng, rules, rng.randint(1, 21), 8, 5))) for _ in range(200)]
    for wild in (0, 1, 5):
        assert (
            difference(Recording("\n".join(lines).encode(), Format.text, Format.jsonl, Terms(rules, wild=wild))) is None
        )


@needs_scorer
def test_long_records() -> None:
    """A record too long for the compiled reader is left to Python, and the next one is not lost."""
    for size in (19_000, 20_000, 20_001, 70_000):
        data = b"1 7h 7s 7c" + b" " * size + b"\n2 7h 7s 7c kd\n"
        assert difference(Recording(data, Format.text, Format.csv, Terms())) is None
    row = b"round,hand,note\n1,7h 7s 7c," + b"x" * 19_990 + b"\n" + b"2,7h 7s 7c kd," + b"y;" * 9_000 + b"\n"
    assert difference(Recording(row, Format.csv, Format.csv, Terms(), ";")) is None


@needs_scorer
def test_chunks_join() -> None:
    """A file of many chunks has the results of its records, whatever chunks it is cut into."""
    data = b"".join(_plain_record(Format.text, number) if number % 7 else b"x\n" for number in range(400)) * 30
    found = pieces(Recording(data, Format.text, Format.jsonl, Terms()))
    assert len(found) > 2
    whole = outcome(batch._score, Chunk(data, 1, 0), found[0][1])
    assert b"".join(outcome(score_chunk, *piece)[0] for piece in found) == whole[0]


@needs_scorer
def test_threads() -> None:
    """Scored by four threads, many chunks come out in order and alike."""
    data = b"".join(_plain_record(Format.text, number) if number % 50 else b"x\n" for number in range(300))
    settings = pieces(Recording(data, Format.text, Format.jsonl, Terms()))[0][1]
    tasks = [(number, (data, 1 + 300 * number, settings)) for number in range(40)]
    expected = [b"".join(batch._score(*arguments).output) for _, arguments in tasks]
    found = list(in_order(score_chunk, iter(tasks), 4, threads=True))
    assert [mark for mark, _ in found] == list(range(40))
    assert [b"".join(scored.output) for _, scored in found] == expected


@needs_scorer
@pytest.mark.parametrize("number", [-1, 0, 14, 20, 21, 33, 99, 10**11])
def test_terms_of_no_hand(number: int) -> None:
    """A round, a deal or a wild rank that no hand has is told as ever, and nothing is counted by it."""
    data = b"".join(_plain_record(Format.csv, at) for at in range(20)).replace(b"1", b"A")
    for terms in (Terms(round_no=number), Terms(hand_size=number), Terms(wild=number), Terms(wild=0, round_no=number)):
        for form, head in ((Format.text, b""), (Format.csv, b"round,hand,player\n")):
            assert difference(Recording(head + b"7h 7s 7c\n" + data, form, Format.jsonl, terms)) is None, terms


@needs_scorer
def test_results_keep_their_bytes() -> None:
    """Results that somebody holds stay as they are while their scorer goes on; what nobody holds serves again."""
    scorer = new_scorer(Format.text, Terms(), Target(Format.jsonl), None)
    assert scorer is not None
    chunks_of = [_plain_record(Format.text, number) * 50 for number in range(40)]
    held = [scorer.score(data, 0, len(data), 1)[0] for data in chunks_of]
    expected = [bytes(scorer.score(data, 0, len(data), 1)[0]) for data in chunks_of]
    assert [bytes(written) for written in held] == expected
    assert len(set(expected)) > 30


@needs_scorer
def test_files_compiled_and_not() -> None:
    """Files of which only some can be scored compiled go to processes together, and come back in order."""
    plain = b"".join(_plain_record(Format.text, number) for number in range(3000))
    wide = b"round,hand," + b",".join(b"c%d" % number for number in range(80)) + b"\n" + b"1,7h 7s 7c\n" * 3000
    outputs = []
    for jobs in (1, 2):
        files = [
            (SourceFile("plain", stream=io.BytesIO(plain)), Format.text),
            (SourceFile("wide", stream=io.BytesIO(wide)), Format.csv),
        ]
        work = open_batch(files, Terms(), Format.jsonl)
        outputs.append(b"".join(piece for scored in work.scored(jobs) for piece in scored.output))
    assert outputs[0] == outputs[1]
    assert outputs[0].count(b"\n") == 6000


@needs_scorer
def test_one_scorer_serves_one_thread() -> None:
    """A scorer in use by one thread refuses another, and serves again afterwards."""
    scorer = new_scorer(Format.text, Terms(), Target(Format.text), None)
    assert scorer is not None
    data = b"11 KS KH 4D 10H 9C 8C 2S 3S 4S 7D 8D QD AC\n" * 20_000
    with ThreadPoolExecutor(4) as pool:
        futures = [pool.submit(scorer.score, data, 0, len(data), 1) for _ in range(4)]
        errors = [future.exception() for future in futures]
    assert all(error is None or isinstance(error, RuntimeError) for error in errors)
    assert hands_in(scorer.score(data, 0, len(data), 1)[3]) == 20_000


@needs_scorer
def test_slices_are_checked() -> None:
    """A slice that is not in the bytes is refused."""
    scorer = new_scorer(Format.text, Terms(), Target(Format.text), None)
    assert scorer is not None
    for start, end in ((-1, 2), (0, 99), (3, 2)):
        with pytest.raises(ValueError, match="of 4 bytes"):
            scorer.score(b"1 7h", start, end, 1)


@needs_scorer
def test_program_writes_the_same_bytes(tmp_path: Path) -> None:
    """The program writes the same with either engine and any number of jobs, diagnoses and statistics included."""
    lines = [_plain_record(Format.text, number) for number in range(3000)]
    lines[5::100] = [b"2 7h 7s 7x kd\n"] * len(lines[5::100])
    (tmp_path / "season.txt").write_bytes(b"".join(lines))
    found = [
        run_program(
            *("batch", "season.txt", "--to", "csv", "--stats", "--jobs", jobs),
            folder=tmp_path,
            environment={VARIABLE: engine},
        )
        for engine, jobs in (("python", "1"), ("native", "1"), ("native", "3"))
    ]
    assert found[0] == found[1] == found[2]


def test_python_engine_needs_no_compiled_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the engine in Python is asked for, nothing compiled is used."""
    monkeypatch.setenv(VARIABLE, "python")
    settings = pieces(Recording(b"1 7h 7s 7c", Format.text, Format.text, Terms()))[0][1]
    assert new_scorer(settings.format, settings.terms, settings.target, settings.layout) is None
