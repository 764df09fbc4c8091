"""Pages of the manual, and the list of them, as a stream can show them.

Headings, tables and examples of a page are laid out here, paragraphs and lists by Rich.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tt_solver.game.cards import Suit
from tt_solver.output.looks import Looks, bold
from tt_solver.output.tables import text_table

WIDEST = 100
"""The most columns of a page: longer lines are hard to read."""

BLOCK = re.compile(
    r"^```\w*\n(?P<example>[^`]*(?:`(?!``)[^`]*)*)^```$"
    r"|^#+ (?P<heading>.*)$"
    r"|(?P<table>(?:^\|.*\n)+)"
    r"|(?P<prose>(?:^(?!```|#+ |\|).+\n)+)",
    re.MULTILINE,
)
LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
CODE = re.compile(r"`([^`]+)`")
CELL_END = re.compile(r"(?<!\\)\|")

HOW_TO_READ = "`tt-solver help TOPIC` shows a page, `tt-solver help COMMAND` the help of a command."

SIGNS_AS_LETTERS = str.maketrans({suit.sign: suit.letter for suit in Suit})
BULLET, STAR = "•", "*"
"""What a list begins its items with, and what a terminal shows that cannot write that."""


def topics_text(topics: Sequence[tuple[str, str]], looks: Looks) -> str:
    """Every topic with its title, and how to read one."""
    table = text_table(("topic", "what it tells you"), topics, looks)
    return f"{table}\n\n{_prose(HOW_TO_READ, looks)}"


def page_text(markdown: str, looks: Looks) -> str:
    """A page: formatted where *looks* has a width, else as it is written; without a line break at the end."""
    text = markdown.rstrip("\n")
    if looks.width is not None:
        looks = looks._replace(width=min(looks.width, WIDEST))
        text = "\n\n".join(_shown(block, looks) for block in BLOCK.finditer(LINK.sub(r"\1", markdown)))
    return text if looks.signs else text.translate(SIGNS_AS_LETTERS)


def _shown(block: re.Match[str], looks: Looks) -> str:
    """A block of a page on a terminal. An example is never folded, so that it can be copied."""
    example, heading, table, prose = block.group("example", "heading", "table", "prose")
    if example is not None:
        return "\n".join(_example_line(line, looks) for line in example.splitlines())
    if heading is not None:
        words = heading.upper() if block.start() == 0 else heading
        return bold(words, looks) if looks.color else f"{words}\n{'-' * len(words)}"
    return _prose(prose, looks) if table is None else _table(table, looks)


def _example_line(line: str, looks: Looks) -> str:
    return f"  {bold(line, looks) if line.startswith('$ ') else line}".rstrip()


def _table(table: str, looks: Looks) -> str:
    rows = [
        [cell.strip().replace("\\|", "|") for cell in CELL_END.split(line.strip()[1:-1])] for line in table.splitlines()
    ]
    plain = [[CODE.sub(r"\1", cell.replace("` `", "`   `")) for cell in row] for row in rows]
    return text_table(plain[0], plain[2:], looks)


def _prose(text: str, looks: Looks) -> str:
    """Paragraphs and lists; code is coloured, or keeps its quotes where there is no colour."""
    if looks.width is None:
        return text
    from io import StringIO

    from rich.console import Console
    from rich.markdown import Markdown
    from rich.theme import Theme

    if not looks.color:
        text = CODE.sub(r"`` `\1` ``", text)
    console = Console(
        file=StringIO(),
        width=looks.width,
        force_terminal=looks.color,
        no_color=not looks.color,
        legacy_windows=False,
        theme=Theme({"markdown.code": "cyan"}),
    )
    with console.capture() as drawing:
        console.print(Markdown(text, hyperlinks=False))
    lines = "\n".join(line.rstrip() for line in drawing.get().splitlines()).strip("\n")
    return lines if looks.signs else lines.replace(BULLET, STAR)
