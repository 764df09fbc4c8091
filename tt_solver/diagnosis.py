"""An error as text: what is wrong, the line it stands in with carets under the place, and the way out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from unicodedata import category, combining, east_asian_width

from tt_solver.errors import DiagnosedError, Flaw, Span
from tt_solver.render import PLAIN, RED, RESET, Looks, bold

EXCERPT = 160
"""The most columns of a long line that are shown around what is wrong in it."""


def diagnosis(error: DiagnosedError, looks: Looks = PLAIN) -> str:
    """What is wrong, the line it stands in with a caret under each place, and the hints.

    >>> from tt_solver.notation import parse_hand
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
        blocks += [f"{bold(_place(error, number), looks)}: {flaw.message}" for flaw in flaws]
        if number is not None:
            blocks += _excerpt(text, number, flaws, looks)
        blocks += [f"  hint: {hint}" for hint in dict.fromkeys(flaw.hint for flaw in flaws if flaw.hint)]
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
    if source.line is None and number is None:
        return source.name
    return f"{source.name}:{(source.line or 1) + (number or 0)}"


def _excerpt(text: str, number: int, flaws: Iterable[Flaw], looks: Looks) -> list[str]:
    """Line *number* of *text*, and under it a caret at each place of the flaws in that line."""
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[:number])
    line = lines[number]
    spans = sorted(Span(s - start, min(e - start, len(line))) for flaw in flaws for s, e in flaw.spans)
    shown, carets = _with_carets(line, [span for span in spans if 0 <= span.start <= len(line)])
    return [f"  {shown}", f"  {RED}{carets}{RESET}" if looks.color else f"  {carets}"]


def _with_carets(line: str, spans: Sequence[Span]) -> tuple[str, str]:
    """The line as it can be shown, and a line with carets under *spans*, both cut to the part that matters."""
    first = max(0, spans[0].start - EXCERPT // 2) if len(line) > EXCERPT else 0
    last = min(len(line), first + EXCERPT)
    marked = {at for start, end in spans for at in range(max(start, first), min(max(end, start + 1), last))}
    shown, carets = ("..." if first else ""), (" " * 3 if first else "")
    for at in range(first, last):
        glyph = _shown(line[at])
        shown += glyph
        carets += ("^" if at in marked else " ") * display_width(glyph)
    return shown + ("..." if last < len(line) else ""), carets.rstrip()


def _shown(character: str) -> str:
    """The character, or a stand-in for one that would move the cursor or not show."""
    if category(character)[0] == "C" or character in "\u2028\u2029":
        return "?" if character != "\t" else " "
    return character


def display_width(text: str) -> int:
    """How many columns of a terminal *text* takes."""
    return sum(
        0 if combining(c) or category(c) in ("Mn", "Me", "Cf") else 1 + (east_asian_width(c) in "WF") for c in text
    )
