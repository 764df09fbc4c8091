"""The program's answers, each in a file of `tests/golden` that a player can read and judge.

A file opens with the truth it shows. After that the first character of a line tells what the line is:

    + NAME  a file that is there, with its lines in | below
    $ ...   the command, with environment variables in front as in a shell
    < ...   a line of standard input
    > ...   a line of standard output; "> ..." itself stands for any lines
    ! ...   a line of standard error
    = N     the exit status

`python -m tests.test_golden` writes into each file what the program says now, to be reviewed like any change.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

import tt_solver
from tests.program import Result, run_program

GOLDEN = Path(__file__).parent / "golden"
ANY_LINES = "..."


class Golden(NamedTuple):
    """A golden file: the lines up to the answer, what they ask to be run, and the lines of the answer."""

    asked: list[str]
    files: dict[str, str]
    command: str
    stdin: str
    answer: list[str]

    @classmethod
    def parse(cls, text: str) -> Golden:
        """The golden file of that text."""
        asked, answer = _split(text.splitlines())
        files: dict[str, str] = {}
        command, stdin = "", ""
        for line in asked:
            kind, rest = line[:1], line[2:]
            if kind == "+":
                files[rest] = ""
            elif kind == "|":
                files[list(files)[-1]] += rest + "\n"
            elif kind == "$":
                assert not command, "a golden file has one command"
                command = rest
            elif kind == "<":
                stdin += rest + "\n"
            else:
                assert kind == "#", line
        return cls(asked, files, command, stdin, answer)

    def run(self, folder: Path) -> Result:
        """Run its command in *folder*, with its files there."""
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        words = shlex.split(self.command)
        program = words.index("tt-solver")
        variables = dict(word.split("=", 1) for word in words[:program])
        return run_program(*words[program + 1 :], stdin=self.stdin, environment=variables, folder=folder)

    def filled_with(self, result: Result) -> str:
        """The text of the file if *result* were its answer; `...` stays where it stands for lines that fit."""
        out = _marked(">", result.stdout)
        known = [line for line in self.answer if line.startswith(">")]
        if re.fullmatch(_pattern(known), "".join(f"{line}\n" for line in out)):
            out = known
        lines = [*self.asked, *out, *_marked("!", result.stderr), f"= {result.status}"]
        return "\n".join(lines) + "\n"


def _split(lines: list[str]) -> tuple[list[str], list[str]]:
    """The lines up to the first of the answer, and the answer."""
    first = next((at for at, line in enumerate(lines) if line[:1] in (">", "!", "=")), len(lines))
    return lines[:first], lines[first:]


def _marked(mark: str, text: str) -> list[str]:
    """Each line of *text* with *mark* in front."""
    assert text[-1:] in ("", "\n"), "output ends with a whole line"
    return [f"{mark} {line}" if line else mark for line in text.split("\n")[:-1]]


def _pattern(lines: list[str]) -> str:
    return "".join(r"(?:.*\n)*?" if line[2:] == ANY_LINES else re.escape(line) + "\n" for line in lines)


GOLDEN_FILES = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN_FILES, ids=lambda path: path.stem)
def test_golden(path: Path, tmp_path: Path) -> None:
    """The program says what the file shows, on the stream and with the status it shows."""
    text = path.read_text(encoding="utf-8")
    golden = Golden.parse(text)
    assert golden.filled_with(golden.run(tmp_path)) == text


def test_golden_files_tell_what_they_show() -> None:
    """Every golden file opens with its truth in a sentence."""
    for path in GOLDEN_FILES:
        assert re.match(r"# [^a-z].*(\n# .*)*\.\n[+$]", path.read_text(encoding="utf-8")), path


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


def write_golden_files() -> None:
    """Write into every golden file what the program says now."""
    for path in GOLDEN_FILES:
        golden = Golden.parse(path.read_text(encoding="utf-8"))
        with TemporaryDirectory() as folder:
            filled = golden.filled_with(golden.run(Path(folder)))
        path.write_text(filled, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_golden_files()
