"""Recorded hands as people have them: each odd file is read, or told what is wrong with it and where."""

from __future__ import annotations

import csv
import gzip
import io
import json
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.recordings import Scores
from tests.strategies import any_texts
from tt_solver.errors import DiagnosedError, RulesError, Source
from tt_solver.game.rules import Rules
from tt_solver.records import csv_rows
from tt_solver.records.batch import SLOW_BLOCK, open_batch, score_chunk
from tt_solver.records.csv_rows import csv_hands, cut_rows, layout_of, split_row
from tt_solver.records.formats import Format, format_of, is_packed
from tt_solver.records.results import added_columns
from tt_solver.records.sources import BLOCK, MAX_LINE, SourceFile, chunks, cut_lines, lines_in
from tt_solver.solver.best import solve
from tt_solver.solver.situation import Situation

SET = "7h 7s 7c"
"""A hand of round 1 without deadwood."""


def objects(content: str | bytes, form: Format, **given: Any) -> list[dict[str, Any]]:
    """The JSON results of a file."""
    return Scores(content, form, Format.jsonl, Situation.of(**given)).objects


def points(content: str | bytes, form: Format, **given: Any) -> list[int | None]:
    """The points of each hand of a file, None for one that is bad."""
    return [record.get("points") for record in objects(content, form, **given)]


def message(record: dict[str, Any]) -> str:
    """What is wrong with a hand, by its result."""
    return str(record["error"]["message"])


# -- names ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "form", "packed"),
    [
        ("night.txt", None, False),
        ("night", None, False),
        ("SEASON.CSV", "csv", False),
        ("season.csv.gz", "csv", True),
        ("a.b/season.jsonl", "jsonl", False),
        ("season.ndjson.gz", "jsonl", True),
        ("season.tsv", "csv", False),
        ("hands.gz", None, True),
    ],
)
def test_format_by_name(name: str, form: str | None, packed: bool) -> None:
    """The name of a file says its format or nothing, in any case, packed or not."""
    assert (format_of(name), is_packed(name)) == (form, packed)


# -- text -----------------------------------------------------------------------------------------------


def test_text_lines() -> None:
    """A line is the round and the hand; comments and blank lines are passed over, and numbers are those of the file."""
    found = objects(f"# a night\n\n1 {SET}\n  2 {SET} kd # out next\n2, {SET}, kd\n", Format.text)
    assert [(record["line"], record["round"], record["points"]) for record in found] == [
        (3, 1, 0),
        (4, 2, 10),
        (5, 2, 10),
    ]


def test_text_of_hands_alone() -> None:
    """With a round, a deal or a wild from the caller, lines are hands alone."""
    assert points(f"{SET}\n9h 4d kh\n", Format.text, round_no=1) == [0, 23]
    assert points("7h 7s\n", Format.text, wild=3) == [14]


def test_text_without_round() -> None:
    """A line that does not start with a round is told so at its place."""
    (error,) = Scores(SET, Format.text, Format.text).diagnoses
    assert (error.message, error.column, error.source) == ("'7h' is not a round", 1, Source("season", 1))


def test_text_with_a_rank_for_a_round() -> None:
    """A number that is the rank of the first card is no round."""
    (error,) = Scores("10 of hearts, 9h 8h", Format.text, Format.text).diagnoses
    assert (error.message, error.column) == ("'10' is not a round", 1)


def test_text_places() -> None:
    """The place of a bad card counts from the start of the line, the round included."""
    (record,) = objects("2  4s 7x Kd 9c", Format.text)
    assert record["input"][record["error"]["column"] - 1 :].startswith("7x")


def test_text_results() -> None:
    """A line of text is points, melds, deadwood and discard with tabs between, or ! and what is wrong."""
    scores = Scores("2 qs qh 4d 8c 9c\n2 4s 7x Kd 9c\n", Format.text, Format.text)
    assert scores.output.decode() == "8\tQS QH 4D\t8C\t9C\n!\t'7x' is not a card: no suit 'x'\n"


# -- encodings and line ends ------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "lone CR"])
@pytest.mark.parametrize("last", [True, False], ids=["last newline", "no last newline"])
@pytest.mark.parametrize("form", Format)
def test_line_ends(end: str, last: bool, form: Format) -> None:
    """Every kind of line end is read in every format, and each line keeps its number."""
    lines = {
        Format.text: [f"1 {SET}", "2 3h 4h 7x 6h"],
        Format.csv: ["round,hand", f"1,{SET}", "2,3h 4h 7x 6h"],
        Format.jsonl: [f'{{"round":1,"hand":"{SET}"}}', '{"round":2,"hand":"3h 4h 7x 6h"}'],
    }[form]
    first, second = objects(end.join(lines) + end * last, form)
    assert (first["points"], second["line"] - first["line"]) == (0, 1)
    assert message(second) == "'7x' is not a card: no suit 'x'"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("form", Format)
def test_encodings(encoding: str, form: Format) -> None:
    """A byte order mark is no part of the first line, and UTF-16 is read with and without one."""
    text = {
        Format.text: "1 7♥ 7♠ 7♣\n",
        Format.csv: "round,hand,player\n1,7♥ 7♠ 7♣,José\n",
        Format.jsonl: '{"round":1,"hand":"7♥ 7♠ 7♣","player":"José"}\n',
    }[form]
    (record,) = objects(text.encode(encoding), form)
    assert record["points"] == 0
    assert form is Format.text or record["record"] == {"player": "José"}


def test_latin_1_with_broken_suit_signs() -> None:
    """Suit signs that were read as Latin-1 once are told as that, for all cards of the hand at once."""
    broken = "7♥ 7♠ 7♣".encode().decode("latin-1")
    (record,) = objects(f"round,hand\n1,{broken}\n", Format.csv)
    assert message(record).endswith("the text looks like UTF-8 read as Latin-1")
    assert record["error"]["hint"]


def test_latin_1_names() -> None:
    """A name that is not UTF-8 is carried: as the same bytes in CSV, as the Latin-1 character in JSON."""
    data = f"round,hand,player\n1,{SET},José\n".encode("latin-1")
    assert "José".encode("latin-1") in Scores(data, Format.csv, Format.csv).output
    assert objects(data, Format.csv)[0]["record"] == {"player": "José"}


@pytest.mark.parametrize("form", Format)
def test_nul_bytes(form: Format) -> None:
    """A NUL in a hand is told, and the next hand is solved."""
    text = {
        Format.text: f"1 7h 7s\0 7c\n1 {SET}\n",
        Format.csv: f"round,hand\n1,7h 7s\0 7c\n1,{SET}\n",
        Format.jsonl: f'{{"round":1,"hand":"7h 7s\0 7c"}}\n{{"round":1,"hand":"{SET}"}}\n',
    }[form]
    assert points(text, form) == [None, 0]


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"\xef\xbb\xbf", b"\xff\xfe"], ids=["empty", "blank", "BOM", "BOM16"]
)
def test_empty_file(form: Format, content: bytes) -> None:
    """An empty file has no hands and nothing wrong."""
    scores = Scores(content, form, Format.jsonl)
    assert (scores.output, scores.diagnoses) == (b"", [])


def test_size_of_chunks() -> None:
    """A chunk is about as long as is asked for, whole lines it is, and a line that is longer than that stays whole."""
    lines = [b"1 7h 7s 7c\n"] * 50 + [b"1 " + b"7h " * 500 + b"\n"] + [b"1 7h 7s 7c\n"] * 50
    pieces = [chunk.data for chunk in chunks(SourceFile("season", stream=io.BytesIO(b"".join(lines))), cut_lines, 100)]
    assert b"".join(pieces) == b"".join(lines)
    assert sorted(map(len, filter(None, pieces)))[-2] <= 110
    assert all(piece.endswith(b"\n") for piece in pieces if piece)


@pytest.mark.parametrize("form", Format)
def test_million_characters(form: Format) -> None:
    """A hand of a million characters is told with its length, and the next hand is solved."""
    long = "7h " * 333_334
    text = {
        Format.text: f"1 {long}\n1 {SET}\n",
        Format.csv: f"round,hand\n1,{long}\n1,{SET}\n",
        Format.jsonl: f'{{"round":1,"hand":"{long}"}}\n{{"round":1,"hand":"{SET}"}}\n',
    }[form]
    first, second = objects(text, form)
    assert "too many for one hand" in message(first)
    assert len(first["input"]) < 2000
    assert (second["points"], second["line"] - first["line"]) == (0, 1)


@pytest.mark.parametrize("more", [-1, 0, 1, 2, 3, 20_000, 3 * BLOCK])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("form", list(Format))
def test_line_at_the_bound(form: Format, end: bytes, more: int) -> None:
    """Whatever the size of the chunks, just as much is kept of a line that is a little too long."""
    fill = b" " * (MAX_LINE + more - 20) + b"x"
    row, line, bare = b"1,7h 7s 7c," + fill, b'{"round":1,"hand":"7h 7s 7c"}' + fill, b"1 7h 7s 7c" + fill
    data = end.join({Format.csv: [b"round,hand,note", row], Format.jsonl: [line], Format.text: [bare]}[form]) + end
    kept = []
    for size in (1 << 12, SLOW_BLOCK, BLOCK):
        source = SourceFile("season", stream=io.BytesIO(data + data[:1]))
        found = [chunk.data for chunk in chunks(source, cut_lines, size) if chunk.data]
        kept.append(b"".join(found).replace(b"\n", b"").replace(b"\r", b""))
    assert kept[0] == kept[1] == kept[2]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "lone CR"])
@pytest.mark.parametrize("form", [Format.csv, Format.jsonl])
def test_line_beyond_all_bounds(form: Format, end: bytes) -> None:
    """Of a line that is too long to be held only the start is looked at; the lines after it keep their numbers."""
    fill = b"x" * (MAX_LINE + 3 * BLOCK)
    lines = {
        Format.csv: [b"round,hand,note", b"1,7h 7s 7c," + fill, b"1,7h 7s 7c,"],
        Format.jsonl: [b"{}", b'{"hand":"' + fill, b'{"round":1,"hand":"7h 7s 7c"}'],
    }[form]
    *_, first, second = objects(end.join(lines) + end, form)
    assert "longer than" in message(first)
    assert (first["line"], second["line"], second["points"]) == (2, 3, 0)


# -- gzip -----------------------------------------------------------------------------------------------


def test_packed_by_content() -> None:
    """What is packed is unpacked whatever its name, also when it is made of several packed pieces."""
    packed = gzip.compress(f"1 {SET}\n".encode()) + gzip.compress(b"1 9h 4d kh\n") + bytes(100)
    assert points(packed, Format.text) == [0, 23]


@pytest.mark.parametrize("zeros", [10, 70_000])
def test_packed_and_filled_up(zeros: int) -> None:
    """Zeros behind the packed content, as tapes have them, are no content, however much there is of either."""
    packed = gzip.compress(f"1 {SET}\n".encode() * 20_000) + bytes(zeros)
    assert len(points(packed, Format.text)) == 20_000


def test_packed_very_well() -> None:
    """A file that packs a thousandfold is unpacked a block at a time."""
    packed = gzip.compress(b"\n" * 30_000_000 + f"1 {SET}\n".encode())
    (record,) = objects(packed, Format.text)
    assert record["line"] == 30_000_001


@pytest.mark.parametrize(("start", "end", "words"), [(0, -9, "cut short"), (0, 30, "cut short"), (0, None, "damaged")])
def test_damaged_gzip(start: int, end: int | None, words: str) -> None:
    """A packed file that is cut short or damaged is told by its name."""
    packed = bytearray(gzip.compress("".join(f"1 {SET} # {n}\n" for n in range(500)).encode()))
    if end is None:
        packed[len(packed) // 2] ^= 0xFF
    with pytest.raises(DiagnosedError, match=words) as caught:
        Scores(bytes(packed[start:end]), Format.text, Format.text)
    assert caught.value.source == Source("season")


# -- CSV ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"], ids=["comma", "semicolon", "tab", "bar"])
def test_separators(separator: str) -> None:
    """Commas, semicolons, tabs and bars separate columns; results are separated in the same way."""
    text = f"Player,HAND,Round\nAnn,{SET},1\n".replace(",", separator)
    output = Scores(text, Format.csv, Format.csv).output.decode()
    expected = "Player,HAND,Round,points,score,out,discard,melds,deadwood,error\nAnn,7h 7s 7c,1,0,0,true,,7S 7H 7C,,\n"
    assert output == expected.replace(",", separator)


def test_melds_between_bars() -> None:
    """Where bars separate columns, melds with a bar between stand in quotes."""
    text = f"round|hand\n4|{SET} 9h 10h jh\n"
    assert '|"7S 7H 7C | 9H 10H JH"|' in Scores(text, Format.csv, Format.csv).output.decode()
    assert points(text, Format.csv) == [0]


def test_line_that_tells_the_separator() -> None:
    """The line that tells spreadsheets the separator is passed over, and lines keep their numbers."""
    text = "sep=;\r\nround;hand;player\r\n1;7h 7s 7c;Ann\r\n1;7h 7x 7c;Bob\r\n"
    assert [one.get("line") for one in objects(text, Format.csv)] == [3, 4]
    scored = Scores(text, Format.csv, Format.csv).output
    assert scored.startswith(b"round;hand;player;points;")
    assert scored.count(b"\n") == 3
    for line in ("SEP=,", '"sep=;"', "sep=;;;", "sep=; ", "sep=\t"):
        assert Scores(f"{line}\nround,hand\n1,7h 7s 7c\n", Format.csv, Format.text).output == b"0\t7S 7H 7C\t\t\n"


def test_header_only() -> None:
    """A header without rows is an answer without rows."""
    for text in ("round,hand", "round,hand\n"):
        assert Scores(text, Format.csv, Format.csv).output.decode().count("\n") == 1


def test_quoted_fields() -> None:
    """Quoted fields may hold commas, quotes and line breaks; a row's number is that of its first line."""
    text = f'round,hand,note\n1,"7h, 7s,\n7c","she said ""out"""\n1,{SET},"a\r\nb"\n1,{SET},c\n'
    found = objects(text, Format.csv)
    assert [(record["line"], record["points"]) for record in found] == [(2, 0), (4, 0), (6, 0)]
    assert [record["record"]["note"] for record in found] == ['she said "out"', "a\r\nb", "c"]
    rows = Scores(text, Format.csv, Format.csv).rows
    assert [row["note"] for row in rows] == ['she said "out"', "a\r\nb", "c"]


def test_quote_that_is_never_closed() -> None:
    """A quote that is opened and never closed spoils no other row."""
    rows = "".join(f"1,{SET},{number}\n" for number in range(300))
    for stray in ('1,"7h 7s 7c,x\n', '1,7h 7s 7c,"x\n', '"1,7h 7s 7c,x\n'):
        found = objects("round,hand,note\n" + stray + rows, Format.csv)
        assert len(found) == 301
        assert all(record["points"] == 0 for record in found[1:])


def test_quotes_inside_fields() -> None:
    """A quote in the middle of a field is an ordinary character, and text behind a closing quote stays."""
    text = f'round,hand,note\n1,{SET},6" wide\n1,{SET},"a"b\n'
    assert [record["record"]["note"] for record in objects(text, Format.csv)] == ['6" wide', "ab"]


@settings(max_examples=300)
@given(st.lists(st.text(st.sampled_from('ab",\n;'), max_size=6), min_size=1, max_size=5))
def test_rows_are_split_like_the_standard_library_does(fields: list[str]) -> None:
    """A row that the csv module writes comes back field by field."""
    written = io.StringIO()
    csv.writer(written).writerow(fields)
    assert split_row(written.getvalue().removesuffix("\r\n"), ",") == fields


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from('7h ",\n\r'), max_size=60), st.integers(1, 7), st.booleans())
@example('"\n"\r7\n', 1, False)
@example('1,77777777777,"7\n7\n7"\n', 4, True)
@example('1,"7\n7","77777777777"\n1,7', 7, True)
def test_chunks_do_not_change_rows(text: str, size: int, short: bool) -> None:
    """However the bytes of a CSV file arrive, the rows are the same, also those at the bounds of what is a row."""
    data = ("round,hand,note\n" + text).encode()
    layout = layout_of(SourceFile("season", stream=io.BytesIO(data)), known=False)
    assert layout is not None

    def found(size: int) -> list[str]:
        source = SourceFile("season", stream=io.BytesIO(data))
        pieces = [chunk for chunk in chunks(source, cut_rows(layout), size) if chunk.data]
        assert b"".join(piece.data for piece in pieces) == data
        hands = (hand for piece in pieces for hand in csv_hands(piece.data, piece.first_line, layout))
        return [f"{hand.line} {hand.row}" for hand in hands]

    most_bytes, most_lines, most_of_row = (8, 3, 20) if short else (1000, 50, 1000)
    with patch.multiple(csv_rows, MOST_BYTES=most_bytes, MOST_LINES=most_lines, MOST_OF_ROW=most_of_row):
        assert found(len(data)) == found(size)


@pytest.mark.parametrize("quote", ["", '"'])
def test_empty_fields_behind_a_row(quote: str) -> None:
    """Separators behind the last column, as spreadsheets leave them, are no part of it."""
    rows = f"round,points,hand\n1,0,{quote}{SET}{quote},,\n2,,7h 7s 7c kd,\n1,1,{SET}, ,\t\n"
    lines = Scores(rows, Format.csv, Format.csv).output.decode().splitlines()
    assert [line.split(",")[:6] for line in lines[1:]] == [
        ["1", "0", SET, "0", "0", "true"],
        ["2", "", "7h 7s 7c kd", "10", "10", "false"],
        ["1", "1", SET, "0", "0", "true"],
    ]
    rows = rows.replace("round,points,hand", "round,hand,points").replace(f"0,{quote}{SET}{quote}", f"{SET},0")
    assert objects(rows, Format.csv)[0]["record"] == {"points": "0"}


def test_hand_over_several_columns() -> None:
    """Columns card1, card2 and so on are one hand, in the order of their numbers; empty ones are no cards."""
    text = "Card 10,card2,CARD_1,card3,round,player\n,7s,7h,7c,1,Ann\nKd,7s,7h,7c,2,Bo\n"
    first, second = objects(text, Format.csv)
    assert (first["hand"], first["record"]) == (["7H", "7S", "7C"], {"player": "Ann"})
    assert (second["hand"], second["points"]) == (["7H", "7S", "7C", "KD"], 10)


def test_cards_and_wild_columns() -> None:
    """A row can tell its deal by the number of cards, or by the wild alone, or both; blank cells tell nothing."""
    text = f"cards,wild,hand\n4,,{SET} kd\n,K,7h 7s\n3,9,{SET}\n,none,7h\n,tens,7h 7s 10c\n3.0,,{SET}\n"
    found = objects(text, Format.csv)
    rounds = [(record["round"], record["wild"]) for record in found]
    assert rounds == [(2, "4"), (None, "K"), (1, "9"), (None, None), (None, "10"), (1, "3")]


def test_duplicate_headers() -> None:
    """Other columns may share a name: all are carried. Two columns for the hand are refused."""
    text = f"note,round,hand,note,\na,1,{SET},b,c\n"
    assert objects(text, Format.csv)[0]["record"] == {"note": "a", "note_2": "b", "column_5": "c"}
    assert Scores(text, Format.csv, Format.csv).output.decode().startswith("note,round,hand,note,,points")
    with pytest.raises(DiagnosedError, match="two columns are named hand") as caught:
        Scores("hand,round,Hand\n", Format.csv, Format.csv)
    assert [(span.start, span.end) for span in caught.value.flaws[0].spans] == [(0, 4), (11, 15)]
    with pytest.raises(DiagnosedError, match="two columns are named card1"):
        Scores("round,card1,card1,card3\n", Format.csv, Format.csv)
    with pytest.raises(DiagnosedError, match="card1 has the number of another; the column card 01 has the number"):
        Scores("round,card1,card2,card 01\n", Format.csv, Format.csv)
    assert points(f"round,hand,card1,card1\n1,{SET},7h,7s\n", Format.csv) == [0]


@pytest.mark.parametrize(
    ("header", "words"),
    [("1,7h 7s 7c", "no column is named hand"), ("player,hand", "no column says the round")],
)
def test_header_that_says_too_little(header: str, words: str) -> None:
    """A file whose header names no hand or nothing of the round is refused with the way out."""
    with pytest.raises(DiagnosedError, match=words) as caught:
        Scores(f"\n{header}\n", Format.csv, Format.jsonl)
    assert caught.value.source == Source("season", 2)
    assert caught.value.hint


def test_round_from_the_caller() -> None:
    """Rows need no round if the caller gives one; a row's own round wins."""
    assert [r["round"] for r in objects(f"hand\n{SET}\n", Format.csv, round_no=1)] == [1]
    text = f"round,hand\n2,{SET} kd\n,{SET}\n"
    assert [r["round"] for r in objects(text, Format.csv, round_no=1)] == [2, 1]


def test_rows_of_uneven_length() -> None:
    """Missing fields are empty; surplus fields are told, and kept in the last column of CSV; blank ones are dropped."""
    text = "round,hand,note\n1,7h,7s,7c\n1,7h 7s 7c\n1,7h 7s 7c,x,,\n"
    first, second, third = Scores(text, Format.csv, Format.csv).rows
    assert (first["note"], first["error"]) == ("7s,7c", "4 fields, but the header has 3")
    assert [(row["note"], row["points"]) for row in (second, third)] == [("", "0"), ("x", "0")]


def test_names_that_are_taken() -> None:
    """Added columns do not hide columns of the same name."""
    assert added_columns(["hand", " POINTS", "solved_points", "error"]) == [
        "solved_solved_points",
        "score",
        "out",
        "discard",
        "melds",
        "deadwood",
        "solved_error",
    ]


# -- JSON Lines -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("[1, 2]", "a record must be a JSON object, not a list"),
        ("17", "a record must be a JSON object, not 17"),
        ("null", "a record must be a JSON object, not null"),
        ('"7h"', "a record must be a JSON object, not '7h'"),
        ('{"round":1', "not JSON: expecting ','"),
        ('{"round":1} x', "not JSON: extra data"),
        ('{"hand":"7h\t7s"}', "not JSON: invalid control character"),
        ("{'round':1}", "not JSON"),
        ("7h 7s 7c", "not JSON"),
        ("{", "not JSON"),
        ('{"round":1}', "no key is named hand"),
        ('{"round":1,"hand":7}', "`hand` must be text or a list of cards, not 7"),
        ('{"round":1,"hand":["7h",7]}', "`hand` must be text or a list of cards, not a list"),
        ('{"round":1,"hand":[]}', "no cards"),
        ('{"round":true,"hand":"7h"}', "`round` must be a whole number, not true"),
        ('{"round":1.5,"hand":"7h"}', "`round` must be a whole number, not 1.5"),
        ('{"wild":14,"hand":"7h"}', "`wild` must be a rank, not 14"),
        ('{"wild":"x","hand":"7h"}', "'x' is not a rank"),
        ('{"hand":"7h"}', "the round is missing"),
        ('{"round":1,"hand":"7h 7s 7c","rules":"encyclopedi"}', "there is no preset 'encyclopedi'"),
        ('{"round":1,"hand":"7h 7s 7c","rules":1}', "`rules` must be the name of a preset, not 1"),
        ('{"round":1,"hand":"7h 7s 7c","changed":[1]}', "`changed` must be a JSON object"),
        ('{"round":1,"hand":"7h 7s 7c","changed":{"jokers":9}}', "jokers cannot be 9"),
    ],
)
def test_bad_json_line(line: str, words: str) -> None:
    """A line that is no record of a hand is told in its place, and the next is solved."""
    first, second = objects(f'{line}\n{{"round":1,"hand":"{SET}"}}\n', Format.jsonl)
    assert list(first) == ["line", "error", "input", "record"]
    assert list(first["error"]) == ["message", "column", "hint"]
    assert words in message(first)
    assert second["points"] == 0


@pytest.mark.parametrize("shape", ["[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000])
def test_deeply_nested_json(shape: str) -> None:
    """JSON that is nested a hundred thousand deep is told, at the top and in a value."""
    lines = f'{shape}\n{{"round":1,"hand":"{SET}","note":{shape}}}\n{{"round":1,"hand":"{SET}","changed":{shape}}}\n'
    assert points(lines, Format.jsonl) == [None, None, None]


@pytest.mark.parametrize("depth", [200, 800, 900, 950, 990])
def test_json_nested_almost_too_deeply(depth: int) -> None:
    """At any depth a record is solved or told, whatever value is nested."""
    nested = "[" * depth + "]" * depth
    lines = [f'{{"round":1,"hand":"{SET}","{key}":{nested}}}' for key in ("note", "round", "rules", "wild")]
    lines += [f'{{"round":1,"hand":{nested}}}', f'{{"round":1,"hand":"{SET}","changed":{{"jokers":{nested}}}}}']
    assert len(objects("\n".join(lines), Format.jsonl)) == len(lines)


def test_values_are_carried_as_written() -> None:
    """Other keys keep their order, and their values every digit."""
    others = '{"z":12345678901234567890123,"a":1.50,"e":1E5,"n":{"k":[1,2.0]},"s":"\\u00e9é","big":1' + "0" * 5000 + "}"
    line = f'{{"round":1,{others[1:-1]},"hand":"{SET}"}}\n'
    assert Scores(line, Format.jsonl, Format.jsonl).output.decode().endswith(f',"record":{others}}}\n')


@pytest.mark.parametrize(
    ("members", "key"),
    [
        ('"round":1,"hand":"7h 7s 7c","hand":"2h 4s 9c"', "hand"),
        ('"round":1,"Round":2,"hand":"7h 7s 7c"', "round"),
        ('"round":1,"hand":"7h 7s 7c","a":1,"a":2', "a"),
        ('"round":1,"card1":"7h","card2":"7s","card01":"7c"', "card01"),
    ],
)
def test_key_that_comes_twice(members: str, key: str) -> None:
    """Two keys of one name are an error of the record, for they say two things, and nothing of it is lost."""
    (record,) = objects(f"{{{members}}}", Format.jsonl)
    assert message(record) == f"two keys are named '{key}'"
    assert record["input"] == f"{{{members}}}"
    assert key != "a" or record["record"] == {"a": 1, "a_2": 2}


def test_hand_as_list() -> None:
    """A hand may be a list of cards; a # in one hides no other."""
    lines = f'{{"round":1,"hand":{json.dumps(SET.split())}}}\n{{"round":1,"hand":["7h # mine","7s","7c"]}}\n'
    assert points(lines, Format.jsonl) == [0, 0]


def test_rules_of_a_record() -> None:
    """A record names its preset and options on top; what the caller changed stays between the two."""
    hand = "3h 3s 3d"
    lines = "\n".join(
        json.dumps({"round": 1, "hand": hand, **stated})
        for stated in (
            {},
            {"rules": "encyclopedia"},
            {"rules": "encyclopedia", "changed": {"all_wild": "yes"}},
            {"rules": ""},
        )
    )
    assert points(lines, Format.jsonl) == [0, 45, 0, 0]
    house = Rules().with_options({"wild_points": 20}, origin="command line")
    assert points(lines, Format.jsonl, rules=house) == [0, 60, 0, 0]


def test_records_open_no_files(tmp_path: Path) -> None:
    """A record cannot name a file of house rules, even one that exists."""
    path = tmp_path / "house.toml"
    path.write_text("jokers = 2\n")
    for name in (str(path), "house.toml"):
        (record,) = objects(json.dumps({"round": 1, "hand": SET, "rules": name}), Format.jsonl)
        assert "--rules" in record["error"]["hint"]
    csv_file = f"round,hand,rules\n1,{SET},{path}\n1,{SET},313\n"
    assert points(csv_file, Format.csv) == [None, 0]


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        ("7h 7s 7c kd", {"round_no": 2}),
        ("qs qh 4d 8c 9c", {"round_no": 2}),
        ("7h 7s 7c kd", {"wild": "K"}),
        ("7h 7s 7c kd", {"wild": "none"}),
        ("7h 7s 7c kd", {"round_no": 2, "wild": "none"}),
        ("7h 7s 7c kd 2d", {"hand_size": 4, "wild": "K"}),
        (SET + " ks kd 2d 3d 4d 5d 9s 9d js qs as 8h", {"hand_size": 14, "wild": "K"}),
        (SET + " ks kd 2d 3d 4d 5d 9s 9d js qs as", {"hand_size": 14, "wild": "none"}),
        ("7h 7s jk kd 2d", {"rules": Rules.preset("encyclopedia").with_options({"jokers": 2, "double": "jqk"})}),
        ("7h 7s 7c 9h", {"round_no": 1, "rules": Rules().with_options({"discard_to_go_out": "optional"})}),
        ("7h 7s 7c 7d", {"round_no": 1, "rules": Rules().with_options({"discard_to_go_out": "optional"})}),
        ("7h 7s 7c 7h 2d", {"rules": Rules.preset("fifteens").with_options({"decks": 3})}),
    ],
)
def test_results_are_read_back(hand: str, given: dict[str, Any]) -> None:
    """A result of this program comes back with the very same answer."""
    record = solve(hand, **given).to_dict()
    (again,) = objects(json.dumps(record), Format.jsonl)
    assert again == {"line": 1, **record, "record": {}}


def test_results_of_a_lay_off_are_told() -> None:
    """The result of a lay-off is not scored as a hand of its own, which would be another answer."""
    (record,) = objects(b'{"schema":1,"hand":["8S","KS","2D"],"round":1,"layoffs":[]}\n', Format.jsonl)
    assert record["error"]["message"] == "this is a result of `layoff`, which `batch` does not score"


def test_results_keep_their_record() -> None:
    """A result that carries other keys carries them on, however often it is read back."""
    first = Scores(f'{{"round":1,"hand":"{SET}","player":"José"}}\n', Format.jsonl, Format.jsonl).output
    assert Scores(first, Format.jsonl, Format.jsonl).output == first


def test_json_to_csv() -> None:
    """The keys of the first record become columns; what only later records have is kept as JSON in the last."""
    lines = [{"player": "Ann", "hand": SET.split(), "round": 1, "n": {"a": 1}}, {"hand": SET, "round": 1, "note": "x"}]
    rows = Scores("not JSON\n" + "\n".join(map(json.dumps, lines)), Format.jsonl, Format.csv).rows
    assert list(rows[0])[:6] == ["player", "hand", "round", "n", "record", "points"]
    assert (rows[0]["hand"], rows[0]["error"][:8]) == ("not JSON", "not JSON")
    assert (rows[1]["player"], rows[1]["hand"], rows[1]["n"], rows[1]["record"]) == ("Ann", SET, '{"a": 1}', "")
    assert (rows[2]["player"], rows[2]["record"], rows[2]["points"]) == ("", '{"note":"x"}', "0")


# -- from format to format ----------------------------------------------------------------------------------


SEASON = "\n".join(["1 7h 7s 7c", "2 qs qh 4d 8c 9c", "2 4s 7x Kd 9c", "3 3s 4s 5s 9d kd", "x 7h", "1 9h, 4d; kh"])


@pytest.mark.parametrize("through", [Format.csv, Format.jsonl])
@pytest.mark.parametrize("form", [Format.csv, Format.jsonl])
def test_round_trips(through: Format, form: Format) -> None:
    """Results in one format, scored again into another, tell the same of every hand."""
    expected = [(r.get("hand"), r.get("points"), r.get("melds")) for r in objects(SEASON, Format.text)]
    first = Scores(SEASON, Format.text, through).output
    second = Scores(first, through, form).output
    found = objects(second, form)
    assert [(r.get("hand"), r.get("points"), r.get("melds")) for r in found] == expected


def test_formats_agree() -> None:
    """The same hands in text, CSV and JSON Lines have the same answers."""
    pairs = [line.split(" ", 1) for line in SEASON.splitlines()]
    rows = io.StringIO()
    csv.writer(rows).writerows([["round", "hand"], *pairs])
    lines = "\n".join(json.dumps({"round": number, "hand": hand}) for number, hand in pairs)
    answers = [points(SEASON, Format.text), points(rows.getvalue(), Format.csv), points(lines, Format.jsonl)]
    assert answers == [[0, 8, None, 19, None, 23]] * 3


def test_values_that_json_does_not_know() -> None:
    """NaN and Infinity, which some programs write, become null, so that results are JSON for every reader."""
    line = f'{{"round":1,"hand":"{SET}","a":NaN,"b":[-Infinity,{{"c":Infinity,"d":"NaN é"}}],"e":1.50}}'
    output = Scores(line, Format.jsonl, Format.jsonl).output.decode()
    assert output.endswith('"record":{"a":null,"b":[null,{"c":null,"d":"NaN é"}],"e":1.50}}\n')
    assert points(f'{{"round":NaN,"cards":3,"hand":"{SET}"}}', Format.jsonl) == [0]


def test_different_columns_are_refused() -> None:
    """Several CSV files with different columns make no one CSV; with the same, in any separator, they do."""

    def header(*texts: str) -> str:
        sources = [(SourceFile(f"{n}.csv", stream=io.BytesIO(t.encode())), Format.csv) for n, t in enumerate(texts)]
        return open_batch(sources, Situation(), Format.csv).header

    assert header("round,hand\n", "", "Round;Hand\n").startswith("round,hand,points")
    with pytest.raises(DiagnosedError, match=r"1\.csv has its columns in another order than 0\.csv"):
        header("round,hand\n", "hand,round\n")
    with pytest.raises(DiagnosedError, match=r"1\.csv has other columns than 0\.csv"):
        header("round,hand\n", "round,hand,note\n")


@settings(max_examples=300, deadline=None)
@given(any_texts(), st.sampled_from(Format), st.sampled_from(Format))
def test_any_text(text: str, form: Format, to: Format) -> None:
    """Whatever a file holds, each line gives at most one result, and all that is wrong is a diagnosis."""
    head = {Format.csv: "round,hand,note\n"}.get(form, "")
    data = (head + text).encode("utf-8", "surrogatepass")
    scores = Scores(data, form, to)
    if to is Format.jsonl:
        assert len(scores.objects) <= lines_in(data) + 1


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(Format), st.sampled_from(Format))
def test_any_bytes(data: bytes, form: Format, to: Format) -> None:
    """Whatever bytes a file has, they are scored or refused with a diagnosis."""
    with suppress(DiagnosedError):
        Scores(data, form, to)


def test_last_line_in_place() -> None:
    """A chunk is cut after its last line end; a carriage return at its end may be half of one."""
    assert cut_lines(b"1 7h\n2 8h", False) == 5
    assert cut_lines(b"1 7h\r", False) == 0
    assert cut_lines(b"1 7h\r2 8h\r", False) == 5
    assert lines_in(b"a\r\nb\rc\n\r\n") == 4


def test_chunk_by_itself() -> None:
    """A chunk is plain bytes with the number of its first line; its results are bytes, diagnoses and counts."""
    source = SourceFile("season", stream=io.BytesIO(b"1 7h 7s 7c\n"))
    ((_, chosen),) = open_batch([(source, Format.text)], Situation(), Format.text).files
    scored = score_chunk(b"2 4s 7x Kd 9c\n1 7h 7s 7c\n", 100, chosen)
    assert b"".join(scored.output) == b"!\t'7x' is not a card: no suit 'x'\n0\t7S 7H 7C\t\t\n"
    assert [str(error.source) for error in scored.diagnoses] == ["season:100"]
    assert (scored.tally.hands, scored.tally.bad, scored.tally.out) == (2, 1, 1)


def test_unknown_preset_is_placed() -> None:
    """What a record says of its rules is told with the value in which it is wrong."""
    (error,) = Scores(f"round,hand,rules\n1,{SET},hous\n", Format.csv, Format.text).diagnoses
    assert isinstance(error, RulesError)
    assert (error.text, error.hint) == ("hous", "did you mean house?")
