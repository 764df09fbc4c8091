"""The hands that a command works on: one given as arguments, or one in each line of standard input."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import typer

from tt_solver.cli.options import hand_text
from tt_solver.cli.status import Status
from tt_solver.cli.streams import Streams
from tt_solver.errors import DiagnosedError, Flaw, Source
from tt_solver.notation import Hand, parse_hand


def each_hand(
    words: Sequence[str] | None, streams: Streams, answer: Callable[[Hand], str], *, apart: bool = False
) -> None:
    """Put the answer for the hand in *words*, or for each line of standard input where there are none, or `-`.

    Blank lines and comments are passed over. A bad line is diagnosed with its number, the rest goes on,
    and the exit status tells of it. With *apart*, a blank line stands between answers.
    """
    if words and words != ["-"]:
        streams.put(answer(parse_hand(hand_text(words))))
        return
    good = bad = 0
    for number, line in enumerate(streams.lines(), 1):
        if not line.split("#")[0].strip():
            continue
        try:
            text = answer(parse_hand(line))
        except DiagnosedError as error:
            bad += 1
            streams.diagnose(error.at(Source("stdin", number)))
            continue
        if apart and good:
            text = "\n" + text
        good += 1
        streams.put(text)
    if not good and not bad and not streams.interactive:
        raise DiagnosedError(Flaw("no hand was given", hint="give cards, as in: tt-solver solve 7h 7s 7c kd -r 2"))
    if bad:
        raise typer.Exit(Status.NO if good else Status.NOTHING_DONE)
