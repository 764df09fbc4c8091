"""The README and the manual are true: their examples run, and their tables agree with the code.

`python -m tests.test_manual` writes into each console and Python example what the program answers now, to be reviewed
like any change. With names of pages it writes into those only.
"""

from __future__ import annotations

import doctest
import inspect
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from io import StringIO
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import tt_solver
from tests.program import ENVIRONMENT, ROOT, run_program
from tests.test_golden import options_of
from tt_solver.cli import COMMANDS, ENGINE
from tt_solver.cli.options import RULES_VARIABLE
from tt_solver.cli.status import Status
from tt_solver.game.rules import OPTIONS, PRESETS, SUMMARIES
from tt_solver.manual import TOPICS, title
from tt_solver.output.arrangement import option_text
from tt_solver.output.manual import BLOCK as SHOWN
from tt_solver.records.formats import EXTENSIONS
from tt_solver.records.json_lines import STATED
from tt_solver.records.results import ADDED

MANUAL = ROOT / "tt_solver" / "manual"
PAGES = {topic: MANUAL / f"{topic}.md" for topic in TOPICS}
DOCUMENTS = {"README": ROOT / "README.md", **PAGES}
TEXTS = {name: path.read_text(encoding="utf-8") for name, path in DOCUMENTS.items()}
LONGEST_README = 350

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"# ([\w-]+\.\w+)\n")
"""How a block begins that shows a file: with its name in a comment."""


# -- examples -------------------------------------------------------------------------------------------


def filled(text: str, folder: Path) -> str:
    """The document *text* if its examples were run now, in their order, in *folder*."""
    names: dict[str, Any] = {"__name__": "__main__"}

    def block(match: re.Match[str]) -> str:
        language, example = match[1], match[2]
        if language == "console":
            example = _console(example, folder)
        elif language == "pycon":
            example = _python(example, names)
        elif name := FILE_NAME.match(example):
            (folder / name[1]).write_text(example, encoding="utf-8")
        else:
            assert language == "sh", f"this example is not run: {example}"
        return f"```{language}\n{example}```"

    return BLOCK.sub(block, text)


def _console(example: str, folder: Path) -> str:
    commands = re.findall(r"^\$ (.*)\n", example, re.MULTILINE)
    return "".join(f"$ {command}\n{_shell(command, folder)}" for command in commands)


def _shell(command: str, folder: Path) -> str:
    """What a shell that stands in *folder* shows for *command*."""
    done = subprocess.run(
        ["sh", "-c", command],
        env={**ENVIRONMENT, "PATH": f"{folder / 'bin'}{os.pathsep}{os.defpath}"},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
    )
    return done.stdout.decode()


def _python(example: str, names: dict[str, Any]) -> str:
    lines = []
    for one in doctest.DocTestParser().get_examples(example):
        shown = StringIO()
        with redirect_stdout(shown):
            exec(compile(one.source, "<example>", "single"), names)
        source = one.source.rstrip("\n").replace("\n", "\n... ")
        lines.append(f">>> {source}\n{shown.getvalue()}".replace("\n... \n", "\n...\n"))
    return "".join(lines)


def table_of_player(folder: Path) -> Path:
    """Make *folder* one such as a reader has: with the samples, and with the program and its Python to call."""
    if (ROOT / "samples").exists():
        shutil.copytree(ROOT / "samples", folder / "samples")
    (folder / "bin").mkdir()
    for name, arguments in (("tt-solver", " -m tt_solver"), ("python", "")):
        program = folder / "bin" / name
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)}{arguments} "$@"\n')
        program.chmod(0o755)
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize("name", DOCUMENTS)
def test_examples(name: str, tmp_path: Path) -> None:
    """Every example of the README and of each page gives exactly the output shown, errors included."""
    assert filled(TEXTS[name], table_of_player(tmp_path)) == TEXTS[name]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_inline_commands(name: str) -> None:
    """No command in the text has options that there are not, even where its output is not shown."""
    for match in re.finditer(r"`tt-solver ([a-z][^`<|]*)`", TEXTS[name]):
        command, *words = shlex.split(match[1])
        assert command in COMMANDS, match[0]
        known = set(re.findall(r"(?<![-\w])--?\w[-\w]*", run_program(command, "-h").stdout))
        assert {word for word in words if re.match(r"-+\w", word)} <= known, match[0]


# -- the documents --------------------------------------------------------------------------------------


def test_readme_is_a_tour() -> None:
    """The README stays short, its first two blocks are one command each, and it links to every page."""
    text = TEXTS["README"]
    assert len(text.splitlines()) <= LONGEST_README
    first, second = [block for _, block in BLOCK.findall(text)][:2]
    assert (first.count("\n"), second.count("\n")) == (1, 1)
    assert [topic for topic in TOPICS if f"(tt_solver/manual/{topic}.md)" not in text] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links(name: str) -> None:
    """Every link leads to a file that is there, and to a heading in it."""
    for target, heading in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", TEXTS[name]):
        file = DOCUMENTS[name].parent / target if target else DOCUMENTS[name]
        assert file.exists(), target
        headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
        assert not heading or heading in {_anchor(one) for one in headings}, heading


def _anchor(heading: str) -> str:
    """The name that a heading has in links."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_topics_are_the_pages() -> None:
    """Every page is a topic and has a title of its own."""
    assert sorted(path.stem for path in MANUAL.glob("*.md")) == sorted(TOPICS)
    assert len({title(topic) for topic in TOPICS}) == len(TOPICS)


@pytest.mark.parametrize("topic", TOPICS)
def test_whole_page_is_shown(topic: str) -> None:
    """A page has nothing but what a terminal shows: headings, paragraphs, lists, tables and examples."""
    assert SHOWN.sub("", TEXTS[topic]).strip() == ""


def test_only_rules_is_topic_and_command() -> None:
    """A name that is both would hide the help of the command; the page `rules` says how to get at it."""
    assert {*TOPICS} & {*COMMANDS} == {"rules"}
    assert "`tt-solver rules -h`" in TEXTS["rules"]


@pytest.mark.parametrize("command", COMMANDS)
def test_command_has_words(command: str) -> None:
    """The README or the manual shows every command, and its help opens with an example."""
    assert any(f"$ tt-solver {command}" in text or f"| tt-solver {command}" in text for text in TEXTS.values())
    helped = run_program(command, "-h").stdout
    assert re.match(rf"Usage: tt-solver {command} .*\n\n(  \S.*\n)+\n  \$ .*tt-solver {command}", helped)


@pytest.mark.parametrize("name", tt_solver.__all__)
def test_public_name_has_words(name: str) -> None:
    """Every public class and function says what it is, in words of its own."""
    value = getattr(tt_solver, name)
    told = inspect.getdoc(value) or ""
    assert " " in told
    assert not told.startswith(f"{name}("), "that is what Python writes where nobody did"


# -- tables ---------------------------------------------------------------------------------------------


def section(topic: str, heading: str) -> str:
    """What stands under a heading of a page, up to the next one of the same level."""
    marks = heading.split(" ")[0]
    text = "\n" + TEXTS[topic]
    assert text.count(f"\n{heading}\n") == 1, f"{topic}: {heading}"
    return re.split(rf"^{marks} ", text.partition(f"\n{heading}\n")[2], flags=re.MULTILINE)[0]


def table(topic: str, heading: str) -> list[list[str]]:
    """The cells of the first table under a heading of a page, without its head."""
    rows = re.search(r"^\|.*\n\|[-| ]+\n((?:\|.*\n)+)", section(topic, heading), re.MULTILINE)
    assert rows, f"{topic} has no table under {heading}"
    return [[cell.strip() for cell in row[1:-1].split(" | ")] for row in rows[1].splitlines()]


def quoted(cell: str) -> list[str]:
    """What stands in a cell as code."""
    return re.findall(r"`([^`]+)`", cell)


@pytest.mark.parametrize("heading", ["## One card", "## Several cards"])
def test_spellings(heading: str) -> None:
    """Every spelling in the tables is read as the cards beside it, which are written as the program writes them."""
    for spellings, cards in table("notation", heading):
        for spelling in quoted(spellings):
            assert str(tt_solver.parse_hand(spelling)) == quoted(cards)[0], spelling


def test_rule_options() -> None:
    """The table of rule options has each with its values, and with its value in `classic` and in `encyclopedia`."""
    classic, book = PRESETS["classic"], PRESETS["encyclopedia"]
    assert [[*quoted(row[0]), *row[1:4]] for row in _rule_options()] == [
        [name, option.values, option_text(classic[name]), option_text(book[name])] for name, option in OPTIONS.items()
    ]


def _rule_options() -> list[list[str]]:
    headings = ("### Melds", "### Points", "### Rounds and turns")
    return [*chain.from_iterable(table("rules", heading) for heading in headings)]


def test_presets() -> None:
    """The table of presets says of each what it is and what it sets."""
    for name, summary, sets in table("rules", "## Presets"):
        rules = PRESETS[quoted(name)[0]]
        own = [f"{option}={option_text(rules[option])}" for option in OPTIONS if _is_set_by(rules, option)]
        assert (summary, quoted(sets)) == (SUMMARIES[rules.name], own)
    assert [quoted(row[0])[0] for row in table("rules", "## Presets")] == list(PRESETS)


def _is_set_by(rules: tt_solver.Rules, option: str) -> bool:
    """Whether a preset sets *option* to another value than `classic`."""
    return rules[option] != PRESETS["classic"][option]


def test_house_rules_file(tmp_path: Path) -> None:
    """The file of house rules on the page of rules is read, and every option in it counts."""
    (example,) = [block for language, block in BLOCK.findall(TEXTS["rules"]) if language == "toml"]
    (tmp_path / "my-table.toml").write_text(example, encoding="utf-8")
    rules = tt_solver.Rules.load(tmp_path / "my-table.toml")
    assert (rules.name, rules.changed) == ("encyclopedia", {"ace": "either", "max_wilds": 2, "jokers": 2})


GAME, LOOKS = "## The game", "## Looks and help"


def _told_options(heading: str) -> set[str]:
    return {_spelled(quoted(row[0])) for row in table("options", heading)}


def _spelled(names: list[str]) -> str:
    """The names of an option as the help has them: without what stands for the value."""
    return ", ".join(name.split(" ")[0] for name in names)


@pytest.mark.parametrize("command", COMMANDS)
def test_options(command: str) -> None:
    """The page of options has a table for each command, with every option that only some commands have."""
    known = set(options_of(command))
    shared = _told_options(GAME) | _told_options(LOOKS)
    heading = f"## {command}"
    own = known - shared
    assert (_told_options(heading) if own else set()) == own
    takes_a_hand = command not in ("rules", "help")
    assert not takes_a_hand or shared <= known
    assert _told_options(LOOKS) <= known


def test_program_options() -> None:
    """The page of options tells the options of the program itself."""
    assert _told_options("## tt-solver") == set(re.findall(r"^  (--[-\w]+)", run_program("-h").stdout, re.MULTILINE))


def test_environment_variables() -> None:
    """The page of options tells every environment variable of our own."""
    told = {quoted(row[0])[0] for row in table("options", "## Environment variables")}
    assert {name for name in told if name.startswith("TT_")} == {RULES_VARIABLE, ENGINE}


def test_exit_statuses() -> None:
    """The table of exit statuses, the help and the program know the same ones."""
    told = [int(row[0]) for row in table("exit-status", "# Exit statuses")]
    assert told == [status.value for status in Status]
    epilog = " ".join(run_program("-h").stdout.partition("Exit status: ")[2].split())
    assert [int(number) for number in re.findall(r"(?:^|; )(\d+) ", epilog)] == told


DEAL = "--players 2 -c 14 -w none --rules encyclopedia --json"
HAND, TABLE = "KS KH 3D 9C", "9S 10S JS"
RECORDS: dict[str, Callable[[], dict[str, Any]]] = {
    "## solve": lambda: tt_solver.solve_all(HAND, round_no=1).to_dict(),
    "### A meld": lambda: tt_solver.solve(HAND, round_no=1).to_dict()["melds"][0],
    "## discard": lambda: tt_solver.best_discards(HAND, round_no=1).to_dict(),
    "### A discard": lambda: tt_solver.best_discards(HAND, round_no=1).to_dict()["discards"][0],
    "## draw": lambda: tt_solver.draw_odds("KS KH 9C", "2D", round_no=1).to_dict(),
    "### The upcard": lambda: tt_solver.draw_odds("KS KH 9C", "2D", round_no=1).to_dict()["take"],
    "### The stock": lambda: tt_solver.draw_odds("KS KH 9C", "2D", round_no=1).to_dict()["stock"],
    "## check": lambda: tt_solver.check_laydown("KS KH 3D", round_no=1).to_dict(),
    "### A checked meld": lambda: tt_solver.check_laydown("KS KH 3D", round_no=1).to_dict()["melds"][0],
    "## layoff": lambda: tt_solver.lay_off(HAND, TABLE, round_no=1).to_dict(),
    "### Cards laid off": lambda: tt_solver.lay_off("8S KH 2D 9C", TABLE, round_no=1).to_dict()["layoffs"][0],
    "## deal": lambda: json.loads(run_program("deal", *shlex.split(DEAL)).stdout.splitlines()[0]),
    "## rules": lambda: json.loads(run_program("rules", "house", "--json").stdout),
}


@pytest.mark.parametrize("heading", RECORDS)
def test_json_fields(heading: str) -> None:
    """The tables of JSON fields name those there are, in their order; `...` stands for those of a hand and its game."""
    told = [name for row in table("json", heading) for name in quoted(row[0])]
    head = list(tt_solver.solve("KS KH 3D", round_no=1).to_dict())[:6]
    solved = list(tt_solver.solve("KS KH 3D", round_no=1).to_dict())
    if told[0] == "schema ... changed":
        told[:1] = head
    if told[0] == "schema ... out":
        told[:1] = solved
    assert told == list(RECORDS[heading]())


def test_file_columns() -> None:
    """The page of files names the columns that are read, those that are added, and the ends of names."""
    assert {*quoted(section("files", "### CSV"))} >= {"hand", *STATED}
    assert [quoted(row[0])[0] for row in table("files", "### What comes out as CSV")] == list(ADDED)
    told = {end: quoted(row[1])[0] for row in table("files", "## Formats") for end in quoted(row[0])}
    assert told == {end: form.value for end, form in EXTENSIONS.items()} | {"other": "text"}


def test_public_names() -> None:
    """The Python page names everything that `tt_solver` offers."""
    told = [name for _, names in table("python", "## All public names") for name in quoted(names)]
    assert sorted(told) == sorted(tt_solver.__all__)


def write_examples(names: Sequence[str]) -> None:
    """Write into the documents of these names what their examples give now."""
    for path in (DOCUMENTS[name] for name in names):
        with TemporaryDirectory() as folder:
            text = filled(path.read_text(encoding="utf-8"), table_of_player(Path(folder)))
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_examples(sys.argv[1:] or list(DOCUMENTS))
