"""The input of a command: a hand or a laydown from the arguments, or one from each line of standard input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import typer

from tt_solver.cli.options import hand_text
from tt_solver.cli.signals import ended_by_ctrl_c
from tt_solver.cli.status import Status
from tt_solver.cli.streams import Streams
from tt_solver.errors import DiagnosedError, Flaw, Source
from tt_solver.notation.hands import Hand, parse_hand


class Reply(NamedTuple):
    """The answer of a command to one input: the words, and whether the answer is yes."""

    words: str
    yes: bool = True


def each_hand(
    words: Sequence[str] | None, streams: Streams, answer: Callable[[Hand], str], *, example: str, apart: bool
) -> None:
    """Print the answer for the hand in *words*, or for each hand of standard input: see `each_input`."""
    text = hand_text(words) if words and words != ["-"] else None
    each_input(text, streams, lambda line: Reply(answer(parse_hand(line))), example=example, apart=apart)


def each_input(
    text: str | None, streams: Streams, answer: Callable[[str], Reply], *, example: str, apart: bool
) -> None:
    """Print the answer for *text*, or, if it is None, for each line of standard input.

    Blank lines and comments are skipped. A bad line is reported with its number and the work goes on. The exit status
    is not 0 after a bad line or an answer that is no. With *apart*, a blank line separates the answers. If there is no
    input, the error shows the call *example*.
    """
    if text is not None:
        said = answer(text)
        streams.put(said.words)
        if not said.yes:
            raise typer.Exit(Status.NO)
        return
    good = bad = refused = 0
    with ended_by_ctrl_c() as interrupts:
        for number, line in enumerate(streams.lines(interrupts.check), 1):
            if not line.split("#")[0].strip():
                continue
            try:
                said = answer(line)
            except DiagnosedError as error:
                bad += 1
                streams.diagnose(error.at(Source("stdin", number)))
                continue
            streams.put(("\n" if apart and good else "") + said.words)
            good += 1
            refused += not said.yes
    if not good and not bad and not streams.interactive:
        raise DiagnosedError(Flaw("nothing was given", hint=f"for example: {example}"))
    if bad or refused:
        raise typer.Exit(Status.NO if good else Status.NOTHING_DONE)
