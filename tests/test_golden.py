r"""The program's answers, each in a file of `tests/golden` that a player can read and judge.

There is a folder for each command, and `program` for what belongs to none. A file opens with the truth it shows. After
that the first character of a line tells what the line is:

    + NAME  a file that is there, with its lines in | below
    @ N     the program runs on a terminal of N columns, not in pipes
    $ ...   the command, with environment variables in front as in a shell
    < ...   a line of standard input, or a line that is typed; at the end of these Ctrl-D is typed
    > ...   a line of standard output, or of the terminal; "> ..." itself stands for any lines
    ! ...   a line of standard error, which on a terminal is among the others
    = N     the exit status
    + NAME  after the status: a file that the program wrote, with its lines in | below

In what the program says, `\e` is the character that starts a sequence for colour, as in `\e[31m` for red.

`python -m tests.test_golden` writes into each file what the program says now, to be reviewed like any change. With
names of files it writes into those only.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

import tt_solver
from tests.program import Result, on_terminal, run_program
from tt_solver.cli import COMMANDS

GOLDEN = Path(__file__).parent / "golden"
ANY_LINES = "..."
WIDTHS = (40, 80, 120)
"""The columns of the terminals that every command is shown on."""


class Done(NamedTuple):
    """What a run of the program left, and the files that it wrote."""

    result: Result
    written: Mapping[str, str]


class Golden(NamedTuple):
    """A golden file: the lines up to the answer, what they ask to be run, and the lines of the answer."""

    asked: list[str]
    files: dict[str, str]
    columns: int | None
    command: str
    stdin: str
    answer: list[str]

    @classmethod
    def parse(cls, text: str) -> Golden:
        """The golden file of that text."""
        asked, answer = _split(text.splitlines())
        files: dict[str, str] = {}
        columns, command, stdin = None, "", ""
        for line in asked:
            kind, rest = line[:1], line[2:]
            if kind == "+":
                files[rest] = ""
            elif kind == "|":
                files[list(files)[-1]] += rest + "\n"
            elif kind == "@":
                columns = int(rest)
            elif kind == "$":
                assert not command, "a golden file has one command"
                command = rest
            elif kind == "<":
                stdin += rest + "\n"
            else:
                assert kind == "#", line
        return cls(asked, files, columns, command, stdin, answer)

    @property
    def words(self) -> list[str]:
        """The words of its command behind the name of the program."""
        words = shlex.split(self.command)
        return words[words.index("tt-solver") + 1 :]

    def run(self, folder: Path) -> Done:
        """Run its command in *folder*, with its files there."""
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        before = self.command.partition("tt-solver")[0]
        environment = dict(word.split("=", 1) for word in shlex.split(before))
        if self.columns is None:
            result = run_program(*self.words, stdin=self.stdin, environment=environment, folder=folder)
        else:
            typed = self.stdin + "\x04"
            shown, status = on_terminal(
                *self.words, typed=typed, columns=self.columns, environment=environment, folder=folder
            )
            result = Result(shown, "", status)
        there = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())}
        return Done(result, {name: text for name, text in there.items() if self.files.get(name) != text})

    def filled_with(self, done: Done) -> str:
        """The text of the file if *done* were its answer; `...` stays where it stands for lines that fit."""
        result, written = done
        out = _marked(">", result.stdout)
        known = [line for line in self.answer if line.startswith(">")]
        if re.fullmatch(_pattern(known), "".join(f"{line}\n" for line in out)):
            out = known
        lines = [*self.asked, *out, *_marked("!", result.stderr), f"= {result.status}"]
        for name, text in written.items():
            lines += [f"+ {name}", *_marked("|", text)]
        return "\n".join(lines) + "\n"


def _split(lines: list[str]) -> tuple[list[str], list[str]]:
    """The lines up to the first of the answer, and the answer."""
    first = next((at for at, line in enumerate(lines) if line[:1] in (">", "!", "=")), len(lines))
    return lines[:first], lines[first:]


def _marked(mark: str, text: str) -> list[str]:
    """Each line of *text* with *mark* in front."""
    assert text[-1:] in ("", "\n"), "output ends with a whole line"
    lines = text.replace("\x1b", r"\e").split("\n")[:-1]
    return [f"{mark} {line}" if line else mark for line in lines]


def _pattern(lines: list[str]) -> str:
    return "".join(r"(?:.*\n)*?" if line[2:] == ANY_LINES else re.escape(line) + "\n" for line in lines)


GOLDEN_FILES = sorted(GOLDEN.glob("*/*.txt"))


def goldens() -> list[Golden]:
    """All golden files, read."""
    return [Golden.parse(path.read_text(encoding="utf-8")) for path in GOLDEN_FILES]


@pytest.mark.parametrize("path", GOLDEN_FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden(path: Path, tmp_path: Path) -> None:
    """The program says what the file shows, on the stream and with the status it shows."""
    text = path.read_text(encoding="utf-8")
    golden = Golden.parse(text)
    if golden.columns is not None and sys.platform == "win32":
        pytest.skip("Windows has no pseudo-terminals")
    assert golden.filled_with(golden.run(tmp_path)) == text


def test_golden_files_tell_what_they_show() -> None:
    """Every golden file opens with its truth in a sentence."""
    for path in GOLDEN_FILES:
        assert re.match(r"# [^a-z].*(\n# .*)*\.\n[+@$]", path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("command", COMMANDS)
def test_golden_files_show_every_command(command: str) -> None:
    """Every command is shown in pipes and on terminals of all widths, with good and with bad input."""
    shown = [golden for golden in goldens() if golden.words[:1] == [command]]
    assert {golden.columns for golden in shown} >= {None, *WIDTHS}
    assert {line for golden in shown for line in golden.answer} >= {"= 0", "= 2"}


def test_golden_files_show_every_option() -> None:
    """There is a golden file for every option of every command."""
    known = {tuple(re.findall(r"-[-\w]+", names)) for command in COMMANDS for names in options_of(command)}
    used = {word.partition("=")[0] for golden in goldens() for word in golden.words}
    assert [names for names in known if not used & {*names}] == []


def options_of(command: str) -> list[str]:
    """The names of each option in the help of a command, as in `-r, --round`."""
    return re.findall(r"^  ((?:-\w, )?--[-\w]+)", run_program(command, "-h").stdout, re.MULTILINE)


def test_version() -> None:
    """The version is told with the engine in use, and nothing is done beside."""
    told = run_program("--version", "solve", "7h 7s 7c")
    assert re.fullmatch(rf"tt-solver {re.escape(tt_solver.__version__)} \(\w+ engine\)\n", told.stdout)
    assert (told.stderr, told.status) == ("", 0)


def test_no_arguments_are_a_call_for_help() -> None:
    """Without arguments the help is printed on standard output, status 0, as by -h and by --help."""
    helped = run_program("-h")
    assert helped.status == 0
    assert run_program() == run_program("--help") == helped


def write_golden_files(paths: Sequence[Path]) -> None:
    """Write into each of these golden files what the program says now."""
    for path in paths:
        golden = Golden.parse(path.read_text(encoding="utf-8"))
        with TemporaryDirectory() as folder:
            filled = golden.filled_with(golden.run(Path(folder)))
        path.write_text(filled, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_golden_files([Path(name) for name in sys.argv[1:]] or GOLDEN_FILES)
