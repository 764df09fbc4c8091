"""An error as text: what is wrong, the line it stands in with carets under the place, and the way out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from unicodedata import category, combining, east_asian_width

from tt_solver.errors import DiagnosedError, Flaw, Span
from tt_solver.game.cards import Suit
from tt_solver.output.looks import PLAIN, RED, RESET, Looks, bold

EXCERPT = 160
"""The most columns of a long line that are shown around what is wrong in it."""

INDENT = "  "
CUT = "..."

SIGNS_AS_LETTERS = str.maketrans({suit.sign: suit.letter for suit in Suit})


def diagnosis(error: DiagnosedError, looks: Looks = PLAIN) -> str:
    """What is wrong, the line it stands in with a caret under each place, and the hints.

    >>> from tt_solver.notation.hands import parse_hand
    >>> try:
    ...     parse_hand("4s 7x Kd")
    ... except DiagnosedError as error:
    ...     print(diagnosis(error))
    error: '7x' is not a card: no suit 'x'
      4s 7x Kd
         ^^
      hint: suits are S H D C or the suit signs, as in 7H
    """
    text = error.text or ""
    blocks = []
    for number, flaws in _by_line(text, error.flaws):
        where = bold(_words(_place(error, number), looks), looks)
        blocks += [f"{where}: {_words(flaw.message, looks)}" for flaw in flaws]
        if number is not None:
            blocks += _excerpt(text, number, flaws, looks)
        hints = dict.fromkeys(flaw.hint for flaw in flaws if flaw.hint)
        blocks += [f"{INDENT}hint: {_words(hint, looks)}" for hint in hints]
    return "\n".join(blocks)


def _by_line(text: str, flaws: Iterable[Flaw]) -> list[tuple[int | None, list[Flaw]]]:
    """The flaws by the line of *text* that they start in, counted from 0; None for those without a place."""
    lines: dict[int | None, list[Flaw]] = {}
    for flaw in flaws:
        line = text.count("\n", 0, flaw.spans[0].start) if flaw.spans else None
        lines.setdefault(line, []).append(flaw)
    return list(lines.items())


def _place(error: DiagnosedError, number: int | None) -> str:
    """The source with the line in it, where these are known."""
    source = error.source
    if source is None:
        return "error"
    if source.line is None and (number is None or "\n" not in (error.text or "")):
        return source.name
    return f"{source.name}:{(source.line or 1) + (number or 0)}"


def _excerpt(text: str, number: int, flaws: Iterable[Flaw], looks: Looks) -> list[str]:
    """Line *number* of *text*, and under it a caret at each place of the flaws in that line."""
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[:number])
    line = lines[number]
    spans = sorted(Span(s - start, min(e - start, len(line))) for flaw in flaws for s, e in flaw.spans)
    shown, carets = _with_carets(line, [span for span in spans if 0 <= span.start <= len(line)], looks)
    return [INDENT + shown, INDENT + (f"{RED}{carets}{RESET}" if looks.color else carets)]


def _with_carets(line: str, spans: Sequence[Span], looks: Looks) -> tuple[str, str]:
    """The line as it can be shown, and a line with carets under *spans*, both cut to the part that matters."""
    most = EXCERPT if looks.width is None else max(20, min(EXCERPT, looks.width - len(INDENT) - 2 * len(CUT) - 1))
    first = max(0, spans[0].start - most // 2) if len(line) > most else 0
    marked = {at for start, end in spans for at in range(max(start, first), min(max(end, start + 1), first + most))}
    shown = CUT if first else ""
    carets = " " * len(shown)
    room = most
    for at in range(first, len(line)):
        glyph = _glyph(line[at], looks)
        width = display_width(glyph)
        if width > room:
            shown += CUT
            break
        room -= width
        shown += glyph
        carets += ("^" if at in marked else " ") * width
    if len(line) in marked:
        carets += "^"
    return shown, carets.rstrip()


def _glyph(character: str, looks: Looks) -> str:
    """The character, or a stand-in for one that the stream cannot write or that would move the cursor."""
    if character == "\t":
        return " "
    if not looks.signs:
        character = character.translate(SIGNS_AS_LETTERS)
        if not character.isascii():
            return "?"
    return character if character.isprintable() or _takes_no_room(character) else "?"


def _words(text: str, looks: Looks) -> str:
    """A sentence of ours, fit for the stream: what it cannot write, or what would move the cursor, as code points."""
    if not looks.signs:
        text = text.translate(SIGNS_AS_LETTERS)
    writable = (c if c.isprintable() and (looks.signs or c.isascii()) else f"<U+{ord(c):04X}>" for c in text)
    return "".join(writable)


def display_width(text: str) -> int:
    """How many columns of a terminal *text* takes."""
    return sum(0 if _takes_no_room(c) else 1 + (east_asian_width(c) in "WF") for c in text)


def _takes_no_room(character: str) -> bool:
    return combining(character) > 0 or category(character) in ("Mn", "Me")
