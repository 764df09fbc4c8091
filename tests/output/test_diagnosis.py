"""Errors as players see them: the line, the carets under what is wrong, and the way out."""

from __future__ import annotations

import pytest

from tests.program import run_program


def told(text: str) -> list[str]:
    """The lines that say what is wrong with a hand."""
    return run_program("solve", text).stderr.splitlines()


@pytest.mark.parametrize(
    ("text", "shown", "carets"),
    [
        pytest.param("7H 7x", "7H 7x", "   ^^", id="letters"),
        pytest.param("７H 7x", "７H 7x", "    ^^", id="a wide digit takes two columns"),
        pytest.param("7♥\ufe0f 7x", "7♥\ufe0f 7x", "   ^^", id="a variation selector takes none"),
        pytest.param("7H\t7x", "7H 7x", "   ^^", id="a tab is shown as a space"),
        pytest.param("７７", "７７", "^^^^", id="each wide character has two carets"),
        pytest.param("7\x07 7H", "7? 7H", "^^", id="what would ring a bell is a question mark"),
    ],
)
def test_carets_count_columns(text: str, shown: str, carets: str) -> None:
    """Carets stand under what is wrong as a terminal shows it, not as the text counts characters."""
    assert told(text)[1:3] == [f"  {shown}", f"  {carets}"]


def test_long_line_is_cut() -> None:
    """Of a line that is too long to be seen, the part around what is wrong is shown."""
    _, shown, carets, _ = told("7H " * 200 + "7x " + "8H " * 200)
    assert len(shown) < 200
    assert (shown[:5], shown[-3:]) == ("  ...", "...")
    assert shown[carets.index("^") : carets.rindex("^") + 1] == "7x"


def test_each_line_has_its_flaws() -> None:
    """In a hand of several lines each flaw stands below its own line."""
    assert told("7x 7s\n7H 8y") == [
        "error: '7x' is not a card: no suit 'x'",
        "  7x 7s",
        "  ^^",
        "  hint: suits are S H D C or the suit signs, as in 7H",
        "error: '8y' is not a card: no suit 'y'",
        "  7H 8y",
        "     ^^",
        "  hint: suits are S H D C or the suit signs, as in 7H",
    ]


def test_hint_that_holds_for_several_flaws() -> None:
    """A hint for several flaws of a line is given once."""
    assert [line for line in told("7x 8x 9x") if "hint" in line] == [
        "  hint: suits are S H D C or the suit signs, as in 7H"
    ]
