"""The README is true: its examples run, its tables agree with the code, and no command or name lacks words."""

from __future__ import annotations

import ast
import inspect
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import tt_solver
from tests.program import ENVIRONMENT, ROOT, run_program
from tt_solver.cli import COMMANDS
from tt_solver.cli.status import Status

README = (ROOT / "README.md").read_text(encoding="utf-8")
PROSE = re.compile(r"[A-Za-z]+ [a-z]+ [a-z]+")
"""A comment behind an expression that is not its value."""


def blocks(language: str) -> list[str]:
    """The fenced blocks of the README in that language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """A command of a console block and what is shown below it."""

    command: str
    output: str


def examples() -> list[Example]:
    """Every command of the console blocks."""
    runs = (piece.split("\n", 1) for block in blocks("console") for piece in re.split(r"^\$ ", block, flags=re.M)[1:])
    return [Example(command, output) for command, output in runs]


@pytest.fixture(scope="module")
def table_of_player(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder such as a reader of the README has: the samples, the house rules shown there, and the program."""
    folder = tmp_path_factory.mktemp("table")
    for number, text in enumerate(blocks("toml")):
        (folder / f"my-table{number or ''}.toml").write_text(text, encoding="utf-8")
    if (ROOT / "samples").exists():
        shutil.copytree(ROOT / "samples", folder / "samples")
    program = folder / "tt-solver"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m tt_solver "$@"\n')
    program.chmod(0o755)
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize("example", examples(), ids=lambda example: example.command)
def test_console_example(example: Example, table_of_player: Path) -> None:
    """Each command of the README gives exactly the output shown, errors included."""
    done = subprocess.run(
        ["sh", "-c", example.command],
        env={**ENVIRONMENT, "PATH": f"{table_of_player}{os.pathsep}{os.defpath}"},
        cwd=table_of_player,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
    )
    assert done.stdout.decode() == example.output


def test_house_rules_example(table_of_player: Path) -> None:
    """The file of house rules in the README is read, and every option in it counts."""
    rules = tt_solver.Rules.load(table_of_player / "my-table.toml")
    assert (rules.name, rules.changed) == ("encyclopedia", {"ace": "either", "max_wilds": 2, "jokers": 2})


def test_inline_commands() -> None:
    """No command in the text has options that there are not, even where its output is not shown."""
    inline = [match[1] for match in re.finditer(r"`tt-solver (\w[^`<|]*)`", README)]
    assert inline
    for command in inline:
        name, *words = shlex.split(command)
        known = run_program(name, "-h").stdout
        for word in words:
            assert not word.startswith("-") or f"{word} " in known, command


def test_python_examples() -> None:
    """The Python of the README runs, and each expression has the value written behind it."""
    namespace: dict[str, Any] = {}
    checked = 0
    for block in blocks("python"):
        for code, comment in _statements(block):
            if comment and not PROSE.search(comment):
                assert repr(eval(code, namespace)) == comment, code
                checked += 1
            else:
                exec(code, namespace)
    assert checked >= 3


def _statements(block: str) -> Iterator[tuple[str, str]]:
    """Each statement of *block*, and the comment behind it if it is an expression."""
    lines = block.splitlines()
    for node in ast.parse(block).body:
        code = ast.get_source_segment(block, node) or ""
        behind = lines[(node.end_lineno or 1) - 1].encode()[node.end_col_offset :].decode()
        yield code, behind.partition("#")[2].strip() if isinstance(node, ast.Expr) else ""


def test_exit_statuses() -> None:
    """The table of exit statuses, the help and the program know the same ones."""
    table = README.partition("\n## Exit status\n")[2].partition("\n## ")[0]
    told = [int(number) for number in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)]
    assert told == [status.value for status in Status]
    epilog = " ".join(run_program("-h").stdout.partition("Exit status: ")[2].split())
    assert [int(number) for number in re.findall(r"(?:^|; )(\d+) ", epilog)] == told


def test_json_fields() -> None:
    """The table of JSON fields names those there are, in their order."""
    table = README.partition("\n## JSON\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    told = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert told == list(tt_solver.solve_all("KS KH 3D", round_no=1).to_dict())


@pytest.mark.parametrize("command", COMMANDS)
def test_command_has_words(command: str) -> None:
    """The README tells of every command, and its help opens with an example."""
    assert f"tt-solver {command}" in README
    helped = run_program(command, "-h").stdout
    assert re.match(rf"Usage: tt-solver {command} .*\n\n(  \S.*\n)+\n  \$ .*tt-solver {command}", helped)


@pytest.mark.parametrize("name", tt_solver.__all__)
def test_public_name_has_words(name: str) -> None:
    """Every public class and function says what it is, in words of its own."""
    value = getattr(tt_solver, name)
    told = inspect.getdoc(value) or ""
    assert " " in told
    assert not told.startswith(f"{name}("), "that is what Python writes where nobody did"
