"""The compiled reader and writer of recorded hands: the same bytes, diagnoses and counts as record by record."""

from __future__ import annotations

import io
import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import mixes
from tests.program import run_program
from tests.recordings import (
    ODD_LINES,
    Recording,
    difference,
    hands_in,
    needs_scorer,
    outcome,
    pieces,
    record_by_record,
    recording_at,
    results_of,
    scored_share,
)
from tt_solver.engine.choice import VARIABLE
from tt_solver.game.rules import CLASSIC
from tt_solver.records.batch import open_batch, score_chunk
from tt_solver.records.compiled import new_scorer
from tt_solver.records.formats import Format
from tt_solver.records.parallel import in_order
from tt_solver.records.results import Target
from tt_solver.records.sources import Chunk, SourceFile
from tt_solver.solver.situation import Situation
from tt_solver.table.dealer import deal_tables

# -- the same bytes -------------------------------------------------------------------------------------


@needs_scorer
def test_same_results_for_random_files(seed: int) -> None:
    """Compiled or record by record: the same bytes, diagnoses and counts, whatever the format, rules and oddities."""
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
    assert scored_share(Recording(data, form, to, Situation())) == (100, 100)


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
        assert difference(Recording(data, Format.jsonl, to, Situation())) is None
    assert scored_share(Recording(data, Format.jsonl, Format.text, Situation()))[0] == 20


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
    recording = Recording(b"".join(lines), Format.jsonl, to, Situation())
    assert scored_share(recording) == (100, 100)
    assert difference(recording) is None
    results = recording._replace(data=b"\n".join(results_of(recording.data.splitlines(), recording.terms)))
    assert scored_share(results) == (100, 100)
    assert difference(results) is None


@needs_scorer
@pytest.mark.parametrize("to", list(Format))
def test_rules_in_a_column(to: Format) -> None:
    """So do rows that name the rules of the first row; others are played by what they name."""
    lines = [_plain_record(Format.csv, number).replace(b"player", b"encyclopedia,player") for number in range(100)]
    data = b"round,hand,rules,player\n" + b"".join(lines)
    assert scored_share(Recording(data, Format.csv, to, Situation())) == (100, 100)
    lines[7::10] = [line.replace(b"encyclopedia", b"house") for line in lines[7::10]]
    mixed = Recording(b"round,hand,rules,player\n" + b"".join(lines), Format.csv, to, Situation())
    assert scored_share(mixed) == (90, 100)
    assert difference(mixed) is None


def _plain_record(form: Format, number: int) -> bytes:
    table = next(deal_tables(number, Situation.of(rules=CLASSIC, round_no=1 + number % 11)))
    round_no, cards = table.situation.round_no, [str(card) for card in table.hands[0]]
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
            assert difference(Recording(data, form, to, Situation())) is None, odd


@needs_scorer
@pytest.mark.parametrize("form", list(Format))
def test_every_prefix(form: Format) -> None:
    """Records that are cut anywhere are read as Python reads them: nothing behind the end of a chunk counts."""
    head = b"round,hand,player\n" if form is Format.csv else b""
    record = _plain_record(form, 10).rstrip(b"\n")
    for size in range(len(record) + 1):
        assert difference(Recording(head + record[:size], form, Format.jsonl, Situation())) is None, size


@needs_scorer
@pytest.mark.parametrize("form", list(Format))
def test_every_byte(form: Format) -> None:
    """One byte of a record changed to any other makes no difference between the two ways."""
    head = b"round,hand,player\n" if form is Format.csv else b""
    record = _plain_record(form, 2)
    for at in range(0, len(record), 3):
        for byte in range(0, 256, 5):
            data = head + record[:at] + bytes([(byte + at) % 256]) + record[at + 1 :]
            assert difference(Recording(data, form, Format.jsonl, Situation())) is None, (at, data)


@needs_scorer
def test_large_hands_and_high_points() -> None:
    """Hands of up to 20 cards, and points above those that are counted compiled, come out alike."""
    rules = CLASSIC.with_options({"ace_points": 999, "jokers": 4, "decks": 8, "joker_points": 999})
    rng = random.Random(20)
    lines = [" ".join(map(str, mixes.random_hand(rng, rules, rng.randint(1, 21), 8, 5))) for _ in range(200)]
    for wild in (0, 1, 5):
        given = Situation.of(rules=rules, wild=wild)
        assert difference(Recording("\n".join(lines).encode(), Format.text, Format.jsonl, given)) is None


@needs_scorer
def test_long_records() -> None:
    """A record too long for the compiled reader is left to Python, and the next one is not lost."""
    for size in (19_000, 20_000, 20_001, 70_000):
        data = b"1 7h 7s 7c" + b" " * size + b"\n2 7h 7s 7c kd\n"
        assert difference(Recording(data, Format.text, Format.csv, Situation())) is None
    row = b"round,hand,note\n1,7h 7s 7c," + b"x" * 19_990 + b"\n" + b"2,7h 7s 7c kd," + b"y;" * 9_000 + b"\n"
    assert difference(Recording(row, Format.csv, Format.csv, Situation(), ";")) is None


@needs_scorer
def test_chunks_join() -> None:
    """A file of many chunks has the results of its records, whatever chunks it is cut into."""
    data = b"".join(_plain_record(Format.text, number) if number % 7 else b"x\n" for number in range(400)) * 30
    found = pieces(Recording(data, Format.text, Format.jsonl, Situation()))
    assert len(found) > 2
    whole = outcome(record_by_record, Chunk(data, 1, 0), found[0][1])
    assert b"".join(outcome(score_chunk, *piece)[0] for piece in found) == whole[0]


@needs_scorer
def test_threads() -> None:
    """Scored by four threads, many chunks come out in order and alike."""
    data = b"".join(_plain_record(Format.text, number) if number % 50 else b"x\n" for number in range(300))
    settings = pieces(Recording(data, Format.text, Format.jsonl, Situation()))[0][1]
    tasks = [(number, (data, 1 + 300 * number, settings)) for number in range(40)]
    expected = [b"".join(record_by_record(*arguments).output) for _, arguments in tasks]
    found = list(in_order(score_chunk, iter(tasks), 4, threads=True))
    assert [mark for mark, _ in found] == list(range(40))
    assert [b"".join(scored.output) for _, scored in found] == expected


@needs_scorer
@pytest.mark.parametrize("number", [-1, 0, 14, 20, 21, 33, 99, 10**11])
def test_rounds_of_no_hand(number: int) -> None:
    """A round or a deal that no hand has is told as ever, and nothing is counted by it."""
    data = b"".join(_plain_record(Format.csv, at) for at in range(20)).replace(b"1", b"A")
    for given in (
        Situation.of(round_no=number),
        Situation.of(hand_size=number),
        Situation.of(wild=number % 14),
        Situation.of(wild=0, round_no=number),
    ):
        for form, head in ((Format.text, b""), (Format.csv, b"round,hand,player\n")):
            assert difference(Recording(head + b"7h 7s 7c\n" + data, form, Format.jsonl, given)) is None, given


@needs_scorer
def test_results_keep_their_bytes() -> None:
    """Results that somebody holds stay as they are while their scorer goes on; what nobody holds serves again."""
    scorer = new_scorer(Format.text, Situation(), Target(Format.jsonl), None)
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
        work = open_batch(files, Situation(), Format.jsonl)
        outputs.append(b"".join(piece for scored in work.scored(jobs) for piece in scored.output))
    assert outputs[0] == outputs[1]
    assert outputs[0].count(b"\n") == 6000


@needs_scorer
def test_one_scorer_serves_one_thread() -> None:
    """A scorer in use by one thread refuses another, and serves again afterwards."""
    scorer = new_scorer(Format.text, Situation(), Target(Format.text), None)
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
    scorer = new_scorer(Format.text, Situation(), Target(Format.text), None)
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
    settings = pieces(Recording(b"1 7h 7s 7c", Format.text, Format.text, Situation()))[0][1]
    assert new_scorer(settings.format, settings.given, settings.target, settings.layout) is None
