"""Files as people have them: which format they are, JSON arrays, joined files, and files of other kinds."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.program import run_program
from tests.recordings import Scores
from tt_solver.cli.status import Status
from tt_solver.errors import DiagnosedError
from tt_solver.records.formats import FOREIGN, Format
from tt_solver.records.recognition import recognized
from tt_solver.records.sources import BLOCK, SourceFile
from tt_solver.solver.situation import Situation

SET = "7h 7s 7c"
OBJECT = f'{{"round":1,"hand":"{SET}"}}'


def points(content: str | bytes, form: Format = Format.jsonl) -> list[int | None]:
    """The points of each hand, None for one that is bad."""
    return [record.get("points") for record in Scores(content, form, Format.jsonl).objects]


# -- the first line -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "open_form", "bare_form"),
    [
        (f"1 {SET}\n", "text", "text"),
        ("", "text", "text"),
        ("# round,hand\n\n1 7h\n", "text", "text"),
        (f"\n \t\n  {OBJECT}\n", "jsonl", "jsonl"),
        ('{ "a\\"}" : 1}\n', "jsonl", "jsonl"),
        ("{}\n", "jsonl", "jsonl"),
        (f"[{OBJECT}]", "jsonl", "jsonl"),
        (f"[\n  {OBJECT}\n]\n", "jsonl", "jsonl"),
        ("{7h 7s 7c}\n", "jsonl", "text"),
        ('["7h", "7s", "7c"]\n', "jsonl", "text"),
        ('{"7h", "7s", "7c"}\n', "jsonl", "text"),
        ("round,hand\n", "csv", "csv"),
        ("\n\nHand ; Round\n", "csv", "csv"),
        ('"date"\t"hand"\n', "csv", "csv"),
        ("hand\n7h 7s 7c\n", "csv", "csv"),
        ("round|card1|card2\n", "csv", "csv"),
        ("sep=;\nround;hand\n", "csv", "csv"),
        ("date,player\n", "text", "text"),
    ],
)
def test_first_line(content: str, open_form: str, bare_form: str) -> None:
    """JSON and CSV are known by their first line; a line that can be a hand in brackets is one where hands are bare."""
    for data in (content.encode(), content.encode("utf-16"), gzip.compress(content.encode())):
        source = SourceFile("season", stream=io.BytesIO(data))
        assert recognized(source, hands_only=False).value == open_form
        assert recognized(source, hands_only=True).value == bare_form
        assert b"".join(source.blocks()) == content.encode()


def test_formats_on_stdin() -> None:
    """Without --from, JSON Lines, arrays and CSV on standard input are read as what they are."""
    for content in (f"1 {SET}\n", f"{OBJECT}\n", f"[{OBJECT}]", f"hand,round\n{SET},1\n", f"hand;cards\n{SET};3\n"):
        assert run_program("batch", stdin=content) == ("0\t7S 7H 7C\t\t\n", "", Status.DONE)
    assert run_program("batch", "-r", "1", stdin="[7h, 7s, 7c]\n").stdout == "0\t7S 7H 7C\t\t\n"


def test_lines_that_look_like_a_table() -> None:
    """If every line is bad and looks like a row, the formats that can be asked for are told, once."""
    told = "every line was bad: for CSV, use --from csv; for JSON Lines, use --from jsonl\n"
    rows = run_program("batch", stdin="date,cards\n" + "1,7h 7s\n" * 30)
    assert rows.stderr.count(told) == 1
    assert rows.stderr.endswith(f"and 11 more bad lines\n{told}")
    assert told not in run_program("batch", "--from", "text", stdin="date,cards\n1,7h 7s\n").stderr
    assert told not in run_program("batch", stdin="7h 7s\n8h 8s\n").stderr
    assert told not in run_program("batch", stdin=f"date,cards\n1,{SET}\n").stderr


# -- JSON arrays ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("name", ["season.json", "season.jsonl", "season"])
def test_json_array(tmp_path: Path, name: str, indent: int | None) -> None:
    """An array is read like lines of its items, which are counted as lines are."""
    records = [{"round": 1, "hand": SET.split(), "note": "a\n[b],{"}, {"round": 2, "hand": SET}, 7]
    path = tmp_path / name
    path.write_text(json.dumps(records, indent=indent), encoding="utf-8")
    out, err, status = run_program("batch", str(path), "--to", "jsonl")
    found = [json.loads(line) for line in out.splitlines()]
    assert [(record["line"], record.get("points")) for record in found] == [(1, 0), (2, None), (3, None)]
    assert found[0]["record"] == {"note": "a\n[b],{"}
    assert f"{path}:2: 3 cards, but round 2 deals 4" in err
    assert f"{path}:3: a record must be a JSON object, not 7" in err
    assert status == Status.NO


@pytest.mark.parametrize("empty", ["[]", " [ ]\n", "[\n]"])
def test_empty_array(empty: str) -> None:
    """An empty array has no hands and is no error."""
    assert Scores(empty, Format.jsonl, Format.jsonl).output == b""


@pytest.mark.parametrize(
    ("array", "good", "words"),
    [
        (f"[{OBJECT},{OBJECT}", 2, "the array is not closed"),
        (f"[{OBJECT} {OBJECT}]", 1, "expecting ',' or ']'"),
        (f"[{OBJECT}, x]", 1, "expecting value"),
        (f"[{OBJECT}, {{", 1, "expecting property name"),
        (f"[{OBJECT}] x", 1, "expecting '['"),
        (f"[{OBJECT}," + "[" * 100_000, 1, "nested too deeply"),
    ],
)
def test_damaged_array(array: str, good: int, words: str) -> None:
    """The items before the damage are scored, and the damage is told with its place and another way."""
    out, err, status = run_program("batch", stdin=array)
    assert (out, status) == ("0\t7S 7H 7C\t\t\n" * good, Status.NOTHING_DONE)
    assert err.startswith(f"stdin:{good + 1}: not a JSON array: {words}")
    assert "write_ndjson" in err
    assert "orient" in err
    assert len(err) < 600


def test_arrays_one_after_another() -> None:
    """Arrays that were joined are read as one."""
    assert points(f"[{OBJECT}]\n[]\n[{OBJECT},{OBJECT}]") == [0, 0, 0]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.text(st.sampled_from('a"\\[]{},\n é'), max_size=9)), st.integers(1, 30), st.sampled_from([None, 0, 2])
)
def test_pieces_of_an_array(notes: list[str], size: int, indent: int | None) -> None:
    """However the bytes of an array arrive, its items are the same."""
    records = [{"hand": "x", "note": note, "more": [{}, [note]]} for note in ["", *notes]]
    data = json.dumps(records, indent=indent, ensure_ascii=False).encode()
    source = SourceFile("season", stream=io.BytesIO(data))
    source.json = True
    assert [json.loads(line) for line in b"".join(source.blocks(size)).splitlines()] == records


def test_long_array() -> None:
    """An array much longer than what is read at a time is read to its end."""
    count = 4 * BLOCK // len(OBJECT)
    assert points(f"[{','.join([OBJECT] * count)}]") == [0] * count


# -- marks and characters without a width -----------------------------------------------------------------


@pytest.mark.parametrize("mark", ["\ufeff", "\u200b", "\u200e\u2060"])
@pytest.mark.parametrize(
    ("form", "content"),
    [
        (Format.text, f"1 {SET}\n^1 {SET}\n1^ {SET}\n^# note\n^\n1 {SET}^\n"),
        (Format.csv, f"^round,hand\n1,{SET}\n^1,{SET}\n1^,^{SET}\n^\n"),
        (Format.csv, f'wild,hand^\n^none^,{SET}\n3.0^,^"7h, 7s, 7c"\n ^"K",{SET}\n'),
        (Format.jsonl, f'{OBJECT}\n^{OBJECT}\n{{^"ro^und":^"1^",^"hand"^:"{SET}"^}}^\n^\n'),
    ],
)
def test_characters_without_a_width(form: Format, content: str, mark: str) -> None:
    """Marks in joined files and characters without a width are dropped from all that is read."""
    found = Scores(content.replace("^", mark), form, Format.text).output
    assert found == Scores(content.replace("^", ""), form, Format.text).output
    assert b"!" not in found


def test_marks_are_kept_in_names() -> None:
    """What joins letters in a name is kept, since it is a part of the name."""
    name = "می\u200cخواهم"
    record = json.dumps({"round": 1, "hand": SET, "player": name}, ensure_ascii=False)
    assert Scores(record, Format.jsonl, Format.jsonl).objects[0]["record"] == {"player": name}
    assert Scores(f"round,hand,player\n1,{SET},{name}", Format.csv, Format.csv).rows[0]["player"] == name


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(["\ufeff", "1 7h 7s 7c\n", "\n", "é", "\u3000"])), st.integers(1, 9))
def test_pieces_of_marks(parts: list[str], size: int) -> None:
    """Byte order marks are dropped however the bytes arrive, and nothing else is."""
    source = SourceFile("season", stream=io.BytesIO("".join(parts).encode()))
    assert b"".join(source.blocks(size)).decode() == "".join(parts).replace("\ufeff", "")


# -- files of other kinds ---------------------------------------------------------------------------------


def _zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("night.txt", "1 7h 7s 7c\n")
    return file.getvalue()


def _tarred() -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("night.txt"))
    return file.getvalue()


TEXT = b"1 7h 7s 7c\n"
OTHER_KINDS = {
    "a bzip2 file": bz2.compress(TEXT),
    "an xz file": lzma.compress(TEXT),
    "a zip file or a spreadsheet": _zipped(),
    "a Zstandard file": b"\x28\xb5\x2f\xfd\x24\x0b" + TEXT,
    "a Parquet file": b"PAR1\x15\x04\x15 PAR1",
    "an Arrow file": b"ARROW1\x00\x00\xff\xff\xff\xff",
    "a tar file": _tarred(),
    "a gzip file inside a gzip file": gzip.compress(gzip.compress(TEXT)),
    "a database": b"SQLite format 3\x00",
}


@pytest.mark.parametrize("kind", OTHER_KINDS)
@pytest.mark.parametrize("form", ["", *Format])
def test_files_of_other_kinds(kind: str, form: str) -> None:
    """A file that is not text is refused by its first bytes, also packed by gzip, and not read as bad lines."""
    for data in (OTHER_KINDS[kind], gzip.compress(OTHER_KINDS[kind])):
        with pytest.raises(DiagnosedError, match=f"`batch` does not read {kind}") as caught:
            Scores(data, Format(form) if form else None, Format.text)
        assert caught.value.hint


@pytest.mark.parametrize("name", [*(f"night{end}" for end in FOREIGN), "night.csv.bz2", "NIGHT.XLSX"])
def test_names_of_other_kinds(tmp_path: Path, name: str) -> None:
    """Such a name is refused for the output, and for an input whose format is not given; nothing is written."""
    (tmp_path / name).write_bytes(TEXT)
    assert f"{name}: `batch` does not read a" in run_program("batch", name, folder=tmp_path).stderr
    assert run_program("batch", name, "--from", "text", folder=tmp_path).status == Status.DONE
    refused = run_program("batch", "-o", name, "--to", "csv", stdin=TEXT, folder=tmp_path)
    assert (refused.status, (tmp_path / name).read_bytes()) == (Status.NOTHING_DONE, TEXT)
    assert f"{name}: `batch` does not write a" in refused.stderr


def test_given_situation_of_open_text() -> None:
    """A recognized file is read under what the caller gives."""
    scores = Scores(f'{{"hand":"{SET}"}}\n', None, Format.text, Situation.of(round_no=1))
    assert scores.output == b"0\t7S 7H 7C\t\t\n"
