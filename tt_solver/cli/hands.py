"""What a command works on: a hand or a laydown given as arguments, or one in each line of standard input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import typer

from tt_solver.cli.options import hand_text
from tt_solver.cli.status import Status
from tt_solver.cli.streams import Streams
from tt_solver.errors import DiagnosedError, Flaw, Source
from tt_solver.notation.hands import Hand, parse_hand


class Reply(NamedTuple):
    """What a command says of one input: the words, and whether the answer is yes."""

    words: str
    yes: bool = True


def each_hand(
    words: Sequence[str] | None, streams: Streams, answer: Callable[[Hand], str], *, example: str, apart: bool
) -> None:
    """Put the answer for the hand in *words*, or for each hand of standard input, as `each_input` does."""
    text = hand_text(words) if words and words != ["-"] else None
    each_input(text, streams, lambda line: Reply(answer(parse_hand(line))), example=example, apart=apart)


def each_input(
    text: str | None, streams: Streams, answer: Callable[[str], Reply], *, example: str, apart: bool
) -> None:
    """Put the answer for *text*, or for each line of standard input where that is None.

    Blank lines and comments are passed over. A bad line is diagnosed with its number, the rest goes on,
    and the exit status tells of it, as of an answer that is no. With *apart*, a blank line stands between
    answers. *example* is the call that is shown where there is no input.
    """
    if text is not None:
        said = answer(text)
        streams.put(said.words)
        if not said.yes:
            raise typer.Exit(Status.NO)
        return
    good = bad = refused = 0
    for number, line in enumerate(streams.lines(), 1):
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
