"""The program on every kind of stream: encodings, terminals, pipes that close, input that never ends."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.program import ENVIRONMENT, PROGRAM, needs_terminal, on_terminal, pipe, run_program, started
from tt_solver.cli.signals import ended_by_ctrl_c

HAND = ("7h", "7s", "4c", "kd", "-r", "2")
WITH_SIGNS = "round 2, 4 cards, 4s wild (classic)\nset       7♠ 7♥ 4♣=7\ndeadwood  K♦ (10)\n10 points\n"
WITH_LETTERS = "round 2, 4 cards, 4s wild (classic)\nset       7S 7H 4C=7\ndeadwood  KD (10)\n10 points\n"
LONG_HAND = ("as 2s 3s 4s 5s 6s 7s 8s 9s 10s js qs 2h", "-r", "11")


# Encodings


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_letters_where_signs_cannot_be_written(encoding: str) -> None:
    """A stream whose encoding has no suit signs gets letters."""
    found = run_program("solve", *HAND, environment={"PYTHONIOENCODING": encoding}, encoding=encoding)
    assert found == (WITH_LETTERS, "", 0)


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_diagnosis_in_an_encoding_without_signs(encoding: str) -> None:
    """A diagnosis can be written in any encoding, whatever was typed."""
    out, err, status = run_program(
        "solve", "7♥ 7x é 🂷 к", environment={"PYTHONIOENCODING": encoding}, encoding=encoding
    )
    assert (out, status) == ("", 2)
    assert err.startswith("error: '7x' is not a card: no suit 'x'\n")


@pytest.mark.parametrize("locale", [{}, {"PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}])
def test_c_locale(locale: dict[str, str]) -> None:
    """In the C locale the cards can be read, with signs or with letters, and so can cards with signs."""
    environment = {"LC_ALL": "C", "PYTHONIOENCODING": "", **locale}
    out, err, status = run_program("solve", *HAND, environment=environment)
    assert (out.translate(str.maketrans("♠♥♦♣", "SHDC")), err, status) == (WITH_LETTERS, "", 0)
    assert run_program("solve", stdin="7♥ 7♠ 7♣", environment=environment).status == 0


def test_ascii() -> None:
    """With --ascii cards are written in letters where signs could be written."""
    assert run_program("solve", *HAND, "--ascii") == (WITH_LETTERS, "", 0)
    assert run_program("solve", *HAND) == (WITH_SIGNS, "", 0)


def test_undecodable_bytes() -> None:
    """A line whose bytes are no text is diagnosed under its number, and the next is solved."""
    out, err, status = run_program("solve", "-r", "1", "--json", stdin=b"7h 7s \xff7c\n7h 7s 7c\n")
    assert status == 1
    assert out.count("\n") == 1
    assert err.startswith("stdin:1: '<U+DCFF>7c' is broken: some of its bytes could not be decoded\n  7h 7s ?7c\n")


def test_byte_order_mark() -> None:
    """A byte order mark, as editors on Windows leave, is not part of the hand; neither are their line ends."""
    out, err, status = run_program("solve", "--json", stdin=b"\xef\xbb\xbf7h 7s 7c\r\n7h 7s 7c kd\r\n")
    assert (out.count("\n"), err, status) == (2, "", 0)


SOLVE = ("solve", "-r", "1", "--json")


@pytest.mark.parametrize(
    ("call", "encoding", "end"),
    [
        (SOLVE, "utf-16", "\n"),
        (SOLVE, "utf-16-le", "\r"),
        (SOLVE, "utf-32", "\r\n"),
        (SOLVE, "utf-8-sig", "\r"),
        (("discard", "-w", "k", "--json"), "utf-16", "\r\n"),
        (("draw", "-r", "1", "--upcard", "2d", "--json"), "utf-16", "\r\n"),
        (("check", "-r", "1", "--json"), "utf-16", "\r\n"),
        (("layoff", "-r", "1", "--table", "9s 10s js", "--json"), "utf-16", "\r\n"),
        (("batch", "-r", "1"), "utf-16", "\r\n"),
    ],
)
def test_encodings(call: tuple[str, ...], encoding: str, end: str) -> None:
    """Every command reads the same encodings and line ends from standard input."""
    expected = run_program(*call, stdin="7♥ 7♠ 7♣\n8♥ 8♠ 8♣\n")
    assert (expected.stderr, expected.status, expected.stdout.count("\n")) == ("", 0, 2)
    assert run_program(*call, stdin=f"7♥ 7♠ 7♣{end}8♥ 8♠ 8♣{end}".encode(encoding)) == expected


def test_last_line_without_an_end() -> None:
    """The last line of a stream counts, whether a line break ends it or not."""
    assert run_program("solve", *HAND[4:], stdin="7h 7s 4c kd") == (WITH_SIGNS, "", 0)


# Bad input

BAD_CALLS = [
    ("solve", "7x", "7s", "7c"),
    ("solve", "7h", "7s", "7c", "--json", "-r", "4"),
    ("solve", "7h", "7s", "jk", "--json", "--all"),
    ("solve", "\udcff", "7s", "7c"),
    ("solve", "7h " * 40_000),
    ("solve", "7h", "7s", "7c", "--set", "ace=up", "--json"),
    ("rules", "no-such-file.toml", "--json"),
    ("rules", "rounds", "-s", "rounds=99"),
    ("no-such-command",),
]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other limits on arguments")
@pytest.mark.parametrize("call", BAD_CALLS, ids=lambda call: " ".join(call)[:40].encode("ascii", "replace").decode())
def test_nothing_on_stdout_for_bad_input(call: tuple[str, ...]) -> None:
    """Of bad input nothing is written to standard output, and standard error tells it in few words."""
    out, err, status = run_program(*call)
    assert (out, status) == ("", 2)
    assert 0 < len(err) < 2_000
    assert "Traceback" not in err


# Looks


def test_color_off_a_terminal() -> None:
    """Off a terminal there is no colour unless it is asked for."""
    assert "\x1b" not in run_program("solve", *HAND, environment={"FORCE_COLOR": "1", "CI": "1"}).stdout
    coloured = run_program("solve", *HAND, "--color", "always")
    assert "\x1b[31m7♥\x1b[0m" in coloured.stdout
    assert without_color(coloured.stdout) == WITH_SIGNS


@needs_terminal
@pytest.mark.parametrize(
    ("environment", "options", "coloured"),
    [
        ({}, (), True),
        ({"NO_COLOR": ""}, (), True),
        ({"NO_COLOR": "1"}, (), False),
        ({"TERM": "dumb"}, (), False),
        ({}, ("--color", "never"), False),
        ({"NO_COLOR": "1", "TERM": "dumb"}, ("--color", "always"), True),
    ],
)
def test_color_on_a_terminal(environment: dict[str, str], options: tuple[str, ...], coloured: bool) -> None:
    """On a terminal there is colour, but for NO_COLOR with a value, TERM=dumb and --color; the words are the same."""
    text, status = on_terminal("solve", *HAND, *options, environment=environment)
    assert ("\x1b" in text) is coloured
    assert (without_color(text), status) == (WITH_SIGNS, 0)


@needs_terminal
@pytest.mark.parametrize("arguments", [("solve", *LONG_HAND), ("rules", "encyclopedia"), ("rules", "--ascii")])
def test_narrow_terminal(arguments: tuple[str, ...]) -> None:
    """On a terminal of 40 columns no line is longer, and no card is folded away."""
    text, status = on_terminal(*arguments, columns=40)
    lines = without_color(text).split("\n")
    assert status == 0
    assert max(map(len, lines)) <= 40
    if "solve" in arguments:
        assert lines[1:4] == [
            "run       A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠",
            "          10♠ J♠ Q♠",
            "deadwood  2♥ (2)",
        ]


@needs_terminal
def test_table_on_a_dumb_terminal() -> None:
    """A terminal that can do nothing gets a table without escape sequences."""
    text, status = on_terminal("rules", "classic", environment={"TERM": "dumb"})
    assert status == 0
    assert "max_wilds" in text
    assert "\x1b" not in text


@needs_terminal
def test_no_terminal_width_of_zero() -> None:
    """A terminal that tells no width, as under some editors, is written to all the same."""
    for arguments in (("solve", *HAND), ("rules",)):
        assert on_terminal(*arguments, columns=0)[1] == 0


# Typing at a terminal


START = "Enter a hand, such as 7h 7s 7c kd. Enter help for more, or q to end.\n"


@needs_terminal
def test_hands_typed_at_a_terminal() -> None:
    """The program says once how to end, and asks for one hand after the other until Ctrl-D, also after bad lines."""
    text, status = on_terminal("solve", "-r", "2", "--color", "never", typed="7h 7s 4c kd\n7x\n\n7h 7s 4c kd\n\x04")
    assert text == (
        f"{START}hand> {WITH_SIGNS}"
        "hand> stdin:2: '7x' is not a card: no suit 'x'\n"
        "  7x\n  ^^\n"
        "  hint: suits are S H D C or the suit signs, as in 7H\n"
        f"hand> hand> \n{WITH_SIGNS}"
        "hand> \n"
    )
    assert status == 1


@needs_terminal
@pytest.mark.parametrize("word", ["q", "Quit", " exit "])
def test_words_that_end_typing(word: str) -> None:
    """At a terminal, q, quit and exit end the program as Ctrl-D does."""
    text, status = on_terminal("solve", *HAND[4:], "--color", "never", typed=f"7h 7s 4c kd\n{word}\n7h 7s 4c kd\n")
    assert (text, status) == (f"{START}hand> {WITH_SIGNS}hand> ", 0)


@needs_terminal
@pytest.mark.parametrize(
    ("command", "prompt"),
    [(("solve",), "hand> "), (("layoff", "--table", "4h 5h 6h"), "hand> "), (("check", "-r", "1"), "melds> ")],
)
def test_help_at_the_prompt(command: tuple[str, ...], prompt: str) -> None:
    """Each command asks for what it needs, and help at its prompt explains what to enter."""
    text, status = on_terminal(*command, typed="help\nq\n")
    first, second, *rest = text.split(prompt)
    assert "q to end" in first
    assert "tt-solver help notation" in second
    assert (rest, status) == ([""], 0)


def test_words_for_the_prompt_are_cards_elsewhere() -> None:
    """Words that end typing at a terminal end nothing in a pipe."""
    assert "'q' has no suit" in run_program("solve", stdin="q\n7h 7s 7c\n").stderr


@needs_terminal
def test_nothing_typed_at_a_terminal() -> None:
    """Ctrl-D at the first question is no error."""
    assert on_terminal("solve", typed="\x04") == (f"{START}hand> \n", 0)


@needs_terminal
def test_control_c_at_a_terminal() -> None:
    """Ctrl-C ends with 130 and no traceback."""
    text, status = on_terminal("solve", typed="7h 7s 4c kd\n", wait_for="points", then="\x03")
    assert status == 130
    assert "Traceback" not in text
    assert "10 points" in text


# Pipes


@pytest.mark.skipif(sys.platform == "win32", reason="a closed pipe is another error there")
@pytest.mark.parametrize(
    "arguments", [("solve", *HAND), ("solve", *HAND, "--json"), ("solve",), ("rules",), ("rules", "--json")]
)
def test_reader_gone(arguments: tuple[str, ...]) -> None:
    """When the reader of the output is gone the program ends with 141 and says nothing."""
    assert with_closed_output(arguments, stdin=b"7h 7s 4c kd\n" * 1000) == ("", 141)


def test_answer_before_the_next_hand() -> None:
    """Each answer comes before the next hand is sent, so that a program can talk with this one."""
    with started("solve", "--json", "-", stdin=subprocess.PIPE) as talk:
        for hand in (b"7h 7s 7c\n", b"7h 7s 4c kd\n"):
            pipe(talk.stdin).write(hand)
            pipe(talk.stdin).flush()
            assert pipe(talk.stdout).readline().startswith(b'{"schema":1,"hand":["7H","7S",')
        assert talk.communicate(timeout=60) == (b"", b"")
    assert talk.returncode == 0


def test_stdin_that_stays_open() -> None:
    """A hand among the arguments is answered though standard input never ends."""
    with started("solve", *HAND, stdin=subprocess.PIPE) as talk:
        assert pipe(talk.stdout).read().decode().replace("\r\n", "\n") == WITH_SIGNS
        assert talk.wait(timeout=60) == 0


CLOSED_OUT = "error: stdout is closed\n  hint: send the output to a file or a pipe, as in: > FILE\n"
CLOSED_IN = "error: stdin is closed\n  hint: give the input in a pipe or a file, as in: < FILE\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX closes the streams")
@pytest.mark.parametrize(
    ("arguments", "closed", "told"),
    [
        (("batch",), ">&-", CLOSED_OUT),
        (("batch",), "<&-", CLOSED_IN),
        (("batch",), "<&- >&-", CLOSED_IN),
        (("batch",), "<&- 2>&-", ""),
        (("solve",), "<&-", CLOSED_IN),
        (("solve", *HAND), ">&-", CLOSED_OUT),
        (("solve", *HAND, "--json"), ">&- <&-", CLOSED_OUT),
        (("rules",), ">&-", CLOSED_OUT),
        (("--help",), ">&-", CLOSED_OUT),
        (("solve", "-h"), ">&-", CLOSED_OUT),
    ],
)
def test_closed_streams(arguments: tuple[str, ...], closed: str, told: str) -> None:
    """A closed stream that the work needs is an error, also with the other streams closed."""
    shell = ["sh", "-c", f'exec "$0" "$@" {closed}', *PROGRAM, *arguments]
    done = subprocess.run(shell, input=b"1 7h 7s 7c\n", env=ENVIRONMENT, capture_output=True, timeout=60)
    assert (done.stdout, done.stderr.decode(), done.returncode) == (b"", told, 2)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX closes the streams")
def test_closed_streams_that_are_not_needed(tmp_path: Path) -> None:
    """A closed stream that the work does not need is no error."""
    shell = ["sh", "-c", 'exec "$0" "$@" >&-', *PROGRAM, "batch", "-o", "scored.txt"]
    done = subprocess.run(shell, input=b"1 7h 7s 7c\n", env=ENVIRONMENT, capture_output=True, cwd=tmp_path, timeout=60)
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 0)
    assert (tmp_path / "scored.txt").read_bytes() == b"0\t7S 7H 7C\t\t\n"
    shell = ["sh", "-c", 'exec "$0" "$@" <&- 2>&-', *PROGRAM, "solve", *HAND]
    done = subprocess.run(shell, env=ENVIRONMENT, capture_output=True, timeout=60)
    assert (done.stdout.decode(), done.returncode) == (WITH_SIGNS, 0)


# Ctrl-C


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_control_c_that_python_loses() -> None:
    """Ctrl-C pressed while a destructor runs, whose exception Python drops, ends a wait that has just begun."""

    class Destroyed:
        def __del__(self) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0)  # where Python runs the handler

    class Silent(io.FileIO):
        """A pipe that nobody writes to. It is asked for its number just before the wait."""

        def fileno(self) -> int:
            Destroyed()
            return super().fileno()

    silent, other_end = os.pipe()
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with Silent(silent) as file, pytest.raises(KeyboardInterrupt), ended_by_ctrl_c() as interrupts:
            interrupts.wait(file)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        assert signal.set_wakeup_fd(-1) == -1
    finally:
        signal.signal(signal.SIGINT, usual)
        os.close(other_end)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("command", ["solve", "batch"])
def test_control_c_at_many_moments(command: str) -> None:
    """Whenever Ctrl-C is pressed, between hands or during one, the program ends with 130 and prints no traceback."""
    hand = b"7h 7s 4c kd\n" if command == "solve" else b"2 7h 7s 4c kd\n"
    for moment in range(12):
        with started(command, "-", stdin=subprocess.PIPE, preexec_fn=heed_signals) as process:
            pipe(process.stdin).write(hand)
            pipe(process.stdin).flush()
            pipe(process.stdout).readline()
            pipe(process.stdin).write(hand * moment)
            pipe(process.stdin).flush()
            time.sleep(moment * 0.0002)
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 130, moment
            assert pipe(process.stderr).read() == b"", moment


# Starting


def test_little_is_imported() -> None:
    """Off a terminal neither Rich nor the tables of the general reader are imported for a plain hand."""
    told = run_program("solve", *HAND, python=("-v",)).stderr
    names = set(re.findall(r"^import '([\w.]+)'", told, re.MULTILINE))
    assert "tt_solver.cli.solve" in names
    assert not [name for name in names if name.split(".")[0] in ("rich", "pydantic", "pygments", "json")]
    assert not {"tt_solver.notation.free_form", "tt_solver.output.diagnosis", "tt_solver.cli.rules"} & names


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("tt-solver ", {"solve", "rules"}),
        ("tt-solver so", {"solve"}),
        ("tt-solver solve --", {"--round", "--all", "--json", "--rules", "--color"}),
        ("tt-solver solve -w ", {"A", "10", "K", "none"}),
        ("tt-solver solve -w j", {"j"}),
        ("tt-solver solve -r ", {"1", "11"}),
        ("tt-solver solve -s ac", {"ace=", "ace_points="}),
        ("tt-solver solve -s ace_", {"ace_points=auto", "ace_points=15"}),
        ("tt-solver solve -s jokers", {"jokers=0", "jokers=4"}),
        ("tt-solver draw --upcard 10", {"10S", "10H"}),
        ("tt-solver rules jok", {"jokers", "joker_points"}),
        ("tt-solver solve --color ", {"always", "never", "auto"}),
    ],
)
def test_completion(line: str, offered: set[str]) -> None:
    """The shell can complete commands, options and the words that an option takes."""
    words = line.split(" ")
    environment = {
        "_TT_SOLVER_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    out, err, _ = run_program(environment=environment)
    assert err == ""
    assert offered <= set(out.split())


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["-s", "ace", "="], ["low", "high", "either"]),
        (["-s", "ace", "=", "l"], ["low"]),
        (["--set", "=", "ace", "=", "e"], ["either"]),
        (["--set", "=", "jok"], ["jokers=", "joker_points="]),
        (["--rules", "=", "cl"], ["classic", "classic-high-ace"]),
        (["-s", "ace=l"], ["ace=low"]),
    ],
)
def test_completion_after_an_equals_sign(words: list[str], offered: list[str]) -> None:
    """Bash ends a word at each =, so it is offered what follows; a shell that does not gets the whole word."""
    environment = {
        "_TT_SOLVER_COMPLETE": "complete_bash",
        "COMP_WORDS": "\n".join(["tt-solver", "solve", *words]),
        "COMP_CWORD": str(1 + len(words)),
    }
    out, err, _ = run_program(environment=environment)
    assert (out.split(), err) == (offered, "")


def test_completion_script() -> None:
    """The script that a shell is to load for completion can be printed."""
    out, err, status = run_program(environment={"_TT_SOLVER_COMPLETE": "source_bash"})
    assert (err, status) == ("", 0)
    assert "_TT_SOLVER_COMPLETE=complete_bash" in out


# What the tests are done with


def heed_signals() -> None:
    """Ctrl-C reaches the program, even where the tests run in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def without_color(text: str) -> str:
    """The text without the sequences that colour it."""
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def with_closed_output(arguments: Sequence[str], stdin: bytes) -> tuple[str, int]:
    """Run the program with a standard output that nobody reads: standard error and the exit status."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [*PROGRAM, *arguments],
            input=stdin,
            env=ENVIRONMENT,
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    finally:
        os.close(writer)
    return done.stderr.decode(), done.returncode
