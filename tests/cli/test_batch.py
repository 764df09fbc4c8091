"""The batch command through the real program: statuses, streams, files that are whole or untouched, memory."""

from __future__ import annotations

import csv
import gzip
import io
import json
import multiprocessing
import os
import random
import re
import signal
import stat
import subprocess
import sys
import time
from collections import Counter
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.program import ENVIRONMENT, PROGRAM, ROOT, run_program, started
from tests.recordings import Scores
from tests.strategies import any_texts, hands
from tt_solver.cli.status import Status
from tt_solver.errors import DiagnosedError
from tt_solver.game.rules import Rules
from tt_solver.records.formats import Format
from tt_solver.records.recorded import excerpt, readable
from tt_solver.solver.best import solve
from tt_solver.solver.situation import Situation
from tt_solver.table.dealer import deal_tables

SAMPLES = ROOT / "samples"
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals, modes and devices of POSIX")


@cache
def dealt(count: int, round_no: int) -> str:
    """*count* random hands of a round as recorded in text."""
    tables = islice(deal_tables(1, Situation.of(rules=Rules(), round_no=round_no)), count)
    return "".join(f"{table.situation.round_no} {' '.join(map(str, table.hands[0]))}\n" for table in tables)


def leftovers(folder: Path) -> list[str]:
    """The files in *folder* that no one should see."""
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


def wait_for(condition: Any) -> None:
    """Wait until something has come about, or fail."""
    until = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < until, "it has not come about"
        time.sleep(0.01)


# -- the samples ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["season.txt", "season.csv", "season.jsonl"])
@pytest.mark.parametrize("to", ["text", "csv", "jsonl"])
def test_samples(name: str, to: str) -> None:
    """The club season is scored from and to every format: 44 hands, two of them bad on purpose."""
    result = run_program("batch", name, "--to", to, folder=SAMPLES)
    assert result.status == Status.NO
    assert len(re.findall(rf"^{name}:\d+: ", result.stderr, re.MULTILINE)) == 2
    bad = {"text": r"^!\t", "csv": r",[^,]+$", "jsonl": r'^{"line":\d+,"error":'}[to]
    lines = result.stdout.splitlines()[to == "csv" :]
    assert (len(lines), len([line for line in lines if re.search(bad, line)])) == (44, 2)


def test_several_files() -> None:
    """Results of several files follow each other, and each object names its file."""
    result = run_program("batch", "season.csv", "season.txt", "season.jsonl", "--to", "jsonl", folder=SAMPLES)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert Counter(record["file"] for record in found) == {"season.csv": 44, "season.txt": 44, "season.jsonl": 44}
    assert [list(record)[:2] for record in found] == [["line", "file"]] * 132


# -- agreement ----------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(st.lists(st.one_of(any_texts(), hands(3, 14).map(lambda cards: " ".join(map(str, cards)))), max_size=10))
def test_batch_is_as_good_as_single_solves(texts: list[str]) -> None:
    """A batch of hands gives for each what it gives alone, in its place."""
    lines = [json.dumps({"round": 1 + len(text.split()) % 11, "hand": text}) for text in texts]
    found = Scores("\n".join(lines), Format.jsonl, Format.jsonl).objects
    assert len(found) == len(texts)
    for number, (text, record) in enumerate(zip(texts, found, strict=True), 1):
        expected = alone(text)
        if isinstance(expected, str):
            assert record["error"]["message"] == excerpt(readable(expected))
        else:
            assert record == {"line": number, **expected, "record": {}}


def alone(text: str) -> dict[str, Any] | str:
    """The record of a hand by itself, or what is wrong with it."""
    try:
        return solve(text, round_no=1 + len(text.split()) % 11).to_dict()
    except DiagnosedError as error:
        return error.message


@pytest.mark.parametrize("to", ["text", "csv", "jsonl"])
def test_jobs_change_nothing(tmp_path: Path, to: str) -> None:
    """Any number of jobs gives the same bytes, diagnoses and status."""
    lines = dealt(6000, 3).splitlines()
    for number in range(0, len(lines), 501):
        lines[number] += " 7x"
    path = tmp_path / "night.txt"
    path.write_text("\n".join(lines))
    results = {run_program("batch", str(path), "--to", to, "--stats", "--jobs", jobs) for jobs in ("1", "2", "3")}
    assert len(results) == 1
    assert results.pop().status == Status.NO


TROUBLES = (
    "{n},7x 8h 9h,a",
    "{n},,a",
    ",7h 7s 7c,a",
    "x,7h 7s 7c,a",
    '{n},"7h 7s 7c,a',
    '{n},"7h, 7s\n7c",a',
    '{n},"7h, 7s\r\n7c","a ""b"""',
    "{n},7h,7s,7c,a",
    "{n}",
    ",,",
    "{n},7h 7s\0 7c,a",
    "{n},7â\x99¥ 7s 7c,a",
    "{n},7h 7h 7h,a",
    "99,7h 7s 7c,a",
    '1,7h 7s 7c,6" wide',
    "1;7h 7s 7c;a",
    "1,7h 7s 7c 8h 9h 10h jh qh kh,a\r",
    "1," + "7h " * 200 + ",a",
    "1,7h 7s 7c,\udcff\udcfe",
    "\ufeff1,7h 7s 7c,a",
)
"""Rows with every kind of trouble; {n} is a round."""


@pytest.mark.parametrize("to", ["csv", "jsonl", "text"])
def test_every_row_comes_back(tmp_path: Path, to: str) -> None:
    """Of thousands of rows with every kind of trouble, each comes back as one result in its place."""
    rng = random.Random(313)
    rows = [
        rng.choice(TROUBLES).replace("{n}", "1") if rng.random() < 0.5 else f"1,{number % 9 + 2}h 7s 7c,{number}"
        for number in range(4000)
    ]
    path = tmp_path / "season.csv"
    path.write_bytes(("round,hand,note\n" + "\n".join(rows) + "\n").encode("utf-8", "surrogateescape"))
    # The bytes, since not all of them are UTF-8.
    done = subprocess.run([*PROGRAM, "batch", path, "--to", to], capture_output=True, env=ENVIRONMENT, timeout=60)
    assert (done.returncode, b"Traceback" in done.stderr) == (Status.NO, False)
    output = done.stdout.decode("utf-8", "surrogateescape")
    notes = {str(number): number for number in range(4000)}
    if to == "csv":
        found = [row[2] for row in csv.reader(io.StringIO(output, newline=""))][1:]
    elif to == "jsonl":
        found = [json.loads(line)["record"].get("note", "") for line in output.splitlines()]
    else:
        found = [""] * len(output.splitlines())
    assert len(found) == 4000
    assert all(notes.get(note, place) == place for place, note in enumerate(found))


# -- statuses and streams ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "stdin", "status", "words"),
    [
        ((), "1 7h 7s 7c\n", Status.DONE, ""),
        (("-",), "1 7h 7s 7c\n", Status.DONE, ""),
        ((), "", Status.DONE, ""),
        ((), "7x\n", Status.NO, "stdin:1: '7x' is not a round"),
        (("--from", "csv"), "round,hand\n", Status.DONE, ""),
        (("--from", "csv"), "7h 7s 7c\n", Status.NOTHING_DONE, "stdin:1: no column is named hand"),
        (("--from", "jsonl"), "[1]\n", Status.NO, "stdin:1: a record must be a JSON object, not a list"),
        (("--from", "jsonl"), "[]\n", Status.DONE, ""),
        (("no-such-file.txt",), "", Status.NOTHING_DONE, "No such file or directory: no-such-file.txt"),
        (("season.txt", "no-such-file.txt"), "", Status.NOTHING_DONE, "No such file"),
        ((".",), "", Status.NOTHING_DONE, "Is a directory"),
        (("-", "-"), "", Status.NOTHING_DONE, "stdin can be read only once"),
        (("--to", "xml"), "", Status.NOTHING_DONE, "xml"),
        (("--jobs", "0"), "", Status.NOTHING_DONE, "jobs"),
        (("--rules", "hous"), "", Status.NOTHING_DONE, "there is no preset 'hous'"),
        (("season.txt", "season.csv", "--to", "csv"), "", Status.NOTHING_DONE, "has other columns than"),
        (("\x1b[31mx",), "", Status.NOTHING_DONE, "No such file or directory: <U+001B>[31mx"),
        (("-r", "-1", "-w", "none"), "7h 7s 7c\n", Status.NO, "there is no round -1"),
        (("-r", "99999999999"), "7h 7s 7c\n", Status.NO, "there is no round 99999999999"),
        (("-r", "1"), "7h 7s 7c\n1 7h 7s 7c\n", Status.NO, "stdin:2: 1 is not a card"),
        (("-r", "1"), "7h 7s 7c\n7h 7s\n", Status.NO, "stdin:2: 2 cards, but round 1 deals 3"),
    ],
)
@posix
def test_statuses(arguments: tuple[str, ...], stdin: str, status: Status, words: str) -> None:
    """0 all solved, 1 some or all bad, 2 nothing could be done; what is wrong is told on standard error."""
    result = run_program("batch", *arguments, stdin=stdin, folder=SAMPLES)
    assert result.status == status
    assert words in result.stderr
    assert bool(result.stderr) == (status != Status.DONE)
    assert status != Status.NOTHING_DONE or not result.stdout


def test_bad_lines_are_counted() -> None:
    """Twenty bad lines are told one by one, with line, caret and hint; the rest are counted."""
    result = run_program("batch", "-r", "1", stdin="7h 7s 7x\n" * 1234)
    assert result.stderr.startswith(
        "stdin:1: '7x' is not a card: no suit 'x'\n  7h 7s 7x\n        ^^\n  hint: suits are"
    )
    assert len(re.findall(r"^stdin:\d+", result.stderr, re.MULTILINE)) == 20
    assert result.stderr.endswith("and 1,214 more bad lines\n")


def test_stats() -> None:
    """The table at the end tells hands, bad lines, the share of outs, and points by round."""
    result = run_program("batch", "--stats", stdin="1 7h 7s 7c\n1 9h 4d kh\n2 7h 7s 7c kd\n2 7x\n", folder=SAMPLES)
    totals, _, _, first, second, every, *_ = result.stderr[result.stderr.index("4 hands") :].splitlines()
    assert totals == "4 hands, 1 bad, 1 out (33.3 %)"
    assert (first.split(), second.split(), every.split()) == (
        ["1", "2", "11.50", "0", "0", "23"],
        ["2", "1", "10.00", "10", "10", "10"],
        ["all", "3", "11.00", "0", "10", "23"],
    )


def test_stats_of_wilds() -> None:
    """Where only a wild rank is known, the table has a row for it."""
    result = run_program("batch", "-w", "none", "--stats", stdin="7h 7s 7c\n")
    assert re.search(r"^wild none +1 +0.00", result.stderr, re.MULTILINE)


@posix
def test_answers_do_not_wait() -> None:
    """A hand that comes down a pipe is answered before the next one comes."""
    with started("batch", stdin=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin
        assert process.stdout
        for hand, answer in (("1 7h 7s 7c\n", b"0\t7S 7H 7C\t\t\n"), ("1 9h 4d kh\n", b"23\t\t9H KH 4D\t\n")):
            process.stdin.write(hand.encode())
            assert process.stdout.readline() == answer
        process.stdin.close()
        assert process.wait(30) == Status.DONE


@posix
def test_progress_on_a_terminal(tmp_path: Path) -> None:
    """On a terminal, long work tells how far it is, and takes that away again; elsewhere nothing is told."""
    import pty

    path = tmp_path / "night.txt"
    path.write_text(dealt(30_000, 1))
    ours, theirs = pty.openpty()
    command = [*PROGRAM, "batch", str(path), "--jobs", "1"]
    # The compiled engine would be done before there is anything to tell.
    slow = {**ENVIRONMENT, "TT_SOLVER_ENGINE": "python"}
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=theirs, env=slow
    ) as process:
        os.close(theirs)
        told = b""
        while piece := _read(ours):
            told += piece
        assert process.wait(60) == Status.DONE
    os.close(ours)
    assert b"hands/s" in told
    assert told.rstrip().endswith((b"\x1b[2K", b"\x1b[?25h", b"\x1b[1A\x1b[2K"))


def _read(descriptor: int) -> bytes:
    """What a terminal is told, nothing at its end."""
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


# -- the output file ----------------------------------------------------------------------------------------


def test_output_by_name(tmp_path: Path) -> None:
    """The name of the output tells its format and whether it is packed."""
    run_program("batch", "season.csv", "-o", str(tmp_path / "scored.jsonl.gz"), folder=SAMPLES)
    lines = gzip.decompress((tmp_path / "scored.jsonl.gz").read_bytes()).decode().splitlines()
    assert [json.loads(line)["line"] for line in lines] == list(range(2, 46))
    again = run_program("batch", str(tmp_path / "scored.jsonl.gz"), "--to", "jsonl")
    assert again.stdout.count("\n") == 44
    run_program("batch", "season.csv", "-o", str(tmp_path / "scored.tsv"), folder=SAMPLES)
    assert (tmp_path / "scored.tsv").read_text(encoding="utf-8").startswith("date\tround\tplayer\thand\t")


def test_output_over_an_input(tmp_path: Path) -> None:
    """A file may be replaced by its own results."""
    path = tmp_path / "season.csv"
    path.write_bytes((SAMPLES / "season.csv").read_bytes())
    assert run_program("batch", str(path), "-o", str(path)).status == Status.NO
    assert path.read_text(encoding="utf-8") == run_program("batch", "season.csv", "--to", "csv", folder=SAMPLES).stdout


@posix
def test_rights_of_the_output(tmp_path: Path) -> None:
    """A new file has the rights of any new file, a replaced one keeps its own, and a link goes on pointing to it."""
    new, old, link = tmp_path / "new.txt", tmp_path / "old.txt", tmp_path / "link.txt"
    old.write_text("old")
    old.chmod(0o640)
    link.symlink_to("old.txt")
    (tmp_path / "any.txt").write_text("any")
    for path in (new, link):
        assert run_program("batch", "-o", str(path), stdin="1 7h 7s 7c\n").status == Status.DONE
    assert stat.S_IMODE(new.stat().st_mode) == stat.S_IMODE((tmp_path / "any.txt").stat().st_mode)
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert old.read_text() == new.read_text() == "0\t7S 7H 7C\t\t\n"
    assert not leftovers(tmp_path)


@posix
@pytest.mark.parametrize(
    ("output", "words"),
    [("no-such-folder/x.csv", "No such file or directory: "), (".", "Is a directory"), ("/dev/full", "No space left")],
)
def test_output_that_cannot_be_written(tmp_path: Path, output: str, words: str) -> None:
    """Where nothing can be written, that is told by the name that was given, with status 2."""
    result = run_program("batch", "-o", output, stdin="1 7h 7s 7c\n", folder=tmp_path)
    assert (result.status, result.stdout) == (Status.NOTHING_DONE, "")
    assert words in result.stderr
    assert ".tmp" not in result.stderr


@posix
def test_output_to_descriptors_and_pipes(tmp_path: Path) -> None:
    """Standard output by its name and a named pipe are written to directly."""
    assert run_program("batch", "-o", "/dev/stdout", stdin="1 7h 7s 7c\n").stdout == "0\t7S 7H 7C\t\t\n"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with started("batch", SAMPLES / "season.txt", "-o", pipe):
        assert pipe.read_text().count("\n") == 44
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    log = tmp_path / "log"
    log.write_text("before\n")
    with log.open("ab") as file:
        command = [*PROGRAM, "batch", "-o", "/dev/stdout"]
        subprocess.run(command, input=b"1 7h 7s 7c\n", stdout=file, env=ENVIRONMENT, check=True)
    assert log.read_text() == "before\n0\t7S 7H 7C\t\t\n"


@pytest.mark.skipif(sys.platform != "linux", reason="descriptors of processes are files as Linux shows them")
def test_output_to_a_descriptor_of_another_process(tmp_path: Path) -> None:
    """What another process writes to is a file like any other, not what this one has under the same number."""
    log = tmp_path / "log"
    with log.open("wb") as file, subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=file) as other:
        scored = run_program("batch", "-o", f"/proc/{other.pid}/fd/1", stdin="1 7h 7s 7c\n")
        other.communicate()
    assert (scored.status, scored.stdout, log.read_text()) == (Status.DONE, "", "0\t7S 7H 7C\t\t\n")


@posix
def test_input_from_a_named_pipe(tmp_path: Path) -> None:
    """A named pipe can be an input, though it can be opened only once and its header read only once."""
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    with started("batch", pipe, "--to", "csv") as process:
        pipe.write_bytes((SAMPLES / "season.csv").read_bytes())
        assert process.stdout
        assert process.stdout.read().count(b"\n") == 45


@posix
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
def test_interrupted_writes(tmp_path: Path, jobs: str, number: signal.Signals) -> None:
    """Whatever ends the program, the old file stays as it was; what can be cleaned up is."""
    night, output = tmp_path / "night.txt", tmp_path / "scored.jsonl"
    night.write_text(dealt(40_000, 8) * 10)
    output.write_text("old")
    with started("batch", night, "-o", output, "--jobs", jobs, preexec_fn=_heed_signals) as process:
        wait_for(lambda: any((tmp_path / name).stat().st_size for name in leftovers(tmp_path)))
        process.send_signal(number)
        assert process.stderr
        told = process.stderr.read()
        status = process.wait(30)
    assert output.read_text() == "old"
    assert told == b""
    assert status == (Status.INTERRUPTED if number == signal.SIGINT else -number)
    assert number == signal.SIGKILL or not leftovers(tmp_path)


@posix
def test_files_of_killed_programs(tmp_path: Path) -> None:
    """What a killed program left beside its output goes with the next run for that name, other files stay."""
    (tmp_path / "pipe").mkdir()
    night = tmp_path / "pipe" / "night"
    os.mkfifo(night)
    names = ("scored.jsonl", "other.jsonl", "x" * 240 + ".jsonl")
    for count, name in enumerate(names, 1):
        with started("batch", night, "-o", tmp_path / name) as process, night.open("wb", buffering=0) as writer:
            writer.write(b"1 7h 7s 7c\n")
            wait_for(partial(_are_left, tmp_path, count))
            process.kill()
            process.wait()
    left = leftovers(tmp_path)
    with (
        started("batch", night, "-o", tmp_path / "scored.jsonl"),
        night.open("wb", buffering=0) as writer,
    ):  # at work, so its file stays
        writer.write(b"1 7h 7s 7c\n")
        wait_for(lambda: len(leftovers(tmp_path)) == 3 and leftovers(tmp_path) != left)
        at_work = leftovers(tmp_path)
        for number, name in enumerate(names):
            assert run_program("batch", "-o", str(tmp_path / name), stdin="1 7h 7s 7c\n").status == Status.DONE
            assert len(leftovers(tmp_path)) == (3, 2, 1)[number]
        assert set(leftovers(tmp_path)) < set(at_work)


def _are_left(folder: Path, count: int) -> bool:
    """Whether so many files are there that no one should see."""
    return len(leftovers(folder)) == count


@posix
@pytest.mark.parametrize("pause", [0.0, 0.02, 0.1])
def test_interrupted_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pause: float) -> None:
    """Who presses Ctrl-C again while processes are being ended does not wait for them for good."""
    monkeypatch.setitem(ENVIRONMENT, "TT_SOLVER_ENGINE", "python")
    night, output = tmp_path / "night.txt", tmp_path / "scored.jsonl"
    night.write_text(dealt(20_000, 8))
    with started("batch", night, "-o", output, "--jobs", "2", preexec_fn=_heed_signals) as process:
        wait_for(lambda: any((tmp_path / name).stat().st_size for name in leftovers(tmp_path)))
        process.send_signal(signal.SIGINT)
        time.sleep(pause)
        process.send_signal(signal.SIGINT)
        assert process.stderr
        told = process.stderr.read()
        status = process.wait(30)
    assert (told, leftovers(tmp_path)) == (b"", [])
    assert status in (Status.INTERRUPTED, -signal.SIGINT)


def _heed_signals() -> None:
    """Ctrl-C reaches the program, even where the tests run in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@posix
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_full_disk(tmp_path: Path, jobs: str) -> None:
    """A full disk is told with status 2, on standard output too."""
    night = tmp_path / "night.txt"
    night.write_text(dealt(5000, 1))
    with open("/dev/full", "wb") as full, started("batch", night, "--jobs", jobs, stdout=full) as process:
        assert process.stderr
        assert process.stderr.read() == b"error: No space left on device\n"
        assert process.wait(30) == Status.NOTHING_DONE


@posix
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_disk_that_fills_up(tmp_path: Path, unbuffered: str) -> None:
    """A part of the results that finds no room on standard output is told, though another part was written."""
    night = tmp_path / "night.txt"
    night.write_text(dealt(3000, 1))
    options: dict[str, Any] = {
        "env": {**ENVIRONMENT, "PYTHONUNBUFFERED": unbuffered},
        "preexec_fn": _limit_files,
    }
    with (tmp_path / "scored.txt").open("wb") as output, started("batch", night, stdout=output, **options) as process:
        assert process.stderr
        assert process.stderr.read() == b"error: File too large\n"
        assert process.wait(30) == Status.NOTHING_DONE


def _limit_files() -> None:
    """No file grows over 20,000 bytes, as if the disk were full."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))


@posix
def test_full_disk_keeps_the_old_file(tmp_path: Path) -> None:
    """Where the new file does not fit, the old one stays and nothing is left beside it."""
    night, output = tmp_path / "night.txt", tmp_path / "scored.txt"
    night.write_text(dealt(3000, 1))
    output.write_text("old")
    with started("batch", night, "-o", output, "--jobs", "1", preexec_fn=_limit_files) as process:
        assert process.stderr
        assert process.stderr.read() == b"error: File too large\n"
        assert process.wait(30) == Status.NOTHING_DONE
    assert output.read_text() == "old"
    assert not leftovers(tmp_path)


@posix
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_reader_that_goes_away(tmp_path: Path, jobs: str) -> None:
    """When the reader of the results goes away, the program ends in silence."""
    night = tmp_path / "night.txt"
    night.write_text(dealt(40_000, 1))
    with started("batch", night, "--jobs", jobs) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == Status.READER_GONE


STARTED = """
import multiprocessing, sys
from tt_solver.__main__ import main
multiprocessing.set_start_method(sys.argv.pop(1))
main()
"""
"""The program, with its processes started in a way that is not the usual one of this Python."""


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_every_way_to_start_processes(tmp_path: Path, method: str) -> None:
    """Processes work whichever way this or a later Python starts them."""
    night = tmp_path / "night.txt"
    night.write_text(dealt(6_000, 1))
    command = [sys.executable, "-c", STARTED, method, "batch", str(night), "--jobs", "2"]
    environment = {**ENVIRONMENT, "TT_SOLVER_ENGINE": "python"}
    scored = subprocess.run(command, capture_output=True, env=environment, timeout=60)
    assert (scored.stderr, scored.returncode, scored.stdout.count(b"\n")) == (b"", Status.DONE, 6_000)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up as Linux shows them")
def test_no_process_outlives_its_parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the program is killed, the processes that work for it where nothing is compiled end too."""
    monkeypatch.setitem(ENVIRONMENT, "TT_SOLVER_ENGINE", "python")
    night = tmp_path / "night.txt"
    night.write_text(dealt(40_000, 8))
    with started("batch", night, "-o", tmp_path / "scored.txt", "--jobs", "2") as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        wait_for(lambda: len(children.read_text().split()) == 2)
        workers = children.read_text().split()
        process.kill()
        process.wait()
    wait_for(lambda: not any(_is_working(worker) for worker in workers))


def _is_working(process: str) -> bool:
    """Whether a process is there and more than an entry in a table."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


MEASURED = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:])
_, status, usage = os.wait4(process.pid, 0)
process.returncode = os.waitstatus_to_exitcode(status)
print(process.returncode, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""
"""Runs a program and tells its status and its peak of memory; that of its parent, which it starts as, is small."""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_damage_loses_nothing_before_it(tmp_path: Path, jobs: str) -> None:
    """Every whole line before the damage of a packed file is scored, with any number of jobs."""
    path = tmp_path / "night.txt.gz"
    path.write_bytes(gzip.compress(b"2 7h 7s 7c kd\n" * 40_000)[:-30])
    scored = run_program("batch", str(path), "--jobs", jobs)
    assert scored.status == Status.NOTHING_DONE
    assert "cut short" in scored.stderr
    assert scored.stdout.count("\n") > 30_000
    assert set(scored.stdout.splitlines()) == {"10\t7S 7H 7C\tKD\t"}


@posix
def test_memory_does_not_grow(tmp_path: Path) -> None:
    """Four times as many different hands take no more memory."""
    peaks = []
    for count in (10_000, 40_000):
        night = tmp_path / f"{count}.txt"
        night.write_text(dealt(count, 2))
        program = [*PROGRAM, "batch", str(night), "-o", str(tmp_path / "scored.jsonl")]
        command = [sys.executable, "-c", MEASURED, *program, "--jobs", "1"]
        status, peak = map(int, subprocess.check_output(command, env=ENVIRONMENT).split())
        assert status == Status.DONE
        peaks.append(peak)
    assert peaks[1] - peaks[0] < 4_000_000
    assert peaks[1] < 100_000_000
