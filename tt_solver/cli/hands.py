"""The input of a command: a hand or a laydown from the arguments, or one from each line of standard input."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

import typer

from tt_solver.cli.options import hand_text, read_option
from tt_solver.cli.signals import ended_by_ctrl_c
from tt_solver.cli.status import Status
from tt_solver.cli.streams import Streams
from tt_solver.errors import DiagnosedError, Flaw, NotationError, Source
from tt_solver.game.cards import Suit
from tt_solver.notation.hands import Hand, parse_hand

if TYPE_CHECKING:
    from tt_solver.records.sources import Wait


class _Read(Protocol):
    """What was read from a text: a hand or a laydown."""

    @property
    def notes(self) -> tuple[str, ...]: ...


Read = TypeVar("Read", bound=_Read)


class Reply(NamedTuple):
    """The answer of a command to one input: the words, whether the answer is yes, and notes for standard error."""

    words: str
    yes: bool = True
    notes: tuple[str, ...] = ()


class Question(NamedTuple):
    """What a terminal is asked for: the prompt, what to enter, and what `help` explains."""

    prompt: str
    start: str
    help: str


HAND = Question(
    "hand> ",
    "Enter a hand, such as 7h 7s 7c kd. Enter help for more, or q to end.",
    "Write cards as in 7H, 10D, QS or queen of hearts, and a joker as JK. Enter q or press Ctrl-D to end.\n"
    "For every way to write a hand, run: tt-solver help notation",
)
MELDS = Question(
    "melds> ",
    "Enter the melds of a laydown, such as 7h 7s 7c | 9d 10d jd. Enter help for more, or q to end.",
    "Write | between melds. 7D=7H says that a wild stands for the 7H. Enter q or press Ctrl-D to end.\n"
    "For every way to write melds, run: tt-solver help notation",
)
END_WORDS = frozenset({"q", "quit", "exit"})
HELP_WORDS = frozenset({"help", "?"})


def each_hand(
    words: Sequence[str] | None, streams: Streams, answer: Callable[[Hand], str], *, example: str, apart: bool
) -> None:
    """Print the answer for the hand in *words*, or for each hand of standard input: see `each_input`."""
    text = hand_text(words) if words and words != ["-"] else None
    each_input(text, streams, parse_hand, lambda hand: Reply(answer(hand)), HAND, example=example, apart=apart)


def each_input(
    text: str | None,
    streams: Streams,
    read: Callable[[str], Read],
    answer: Callable[[Read], Reply],
    question: Question,
    *,
    example: str,
    apart: bool,
) -> None:
    """Print the answer for *text*, or, if it is None, for each line of standard input.

    Blank lines and comments are skipped. A bad line is reported with its number and the work goes on. The exit status
    is not 0 after a bad line or an answer that is no. With *apart*, a blank line separates the answers. On a terminal,
    *question* is asked. If there is no input, the error shows the call *example*.
    """

    def reply(line: str, source: Source | None) -> Reply:
        found = _read_input(read, line)
        tell_notes(streams, found.notes, source)
        said = answer(found)
        tell_notes(streams, said.notes, source)
        return said

    if text is not None:
        said = reply(text, None)
        streams.put(said.words)
        if not said.yes:
            raise typer.Exit(Status.NO)
        return
    good = bad = refused = 0
    with ended_by_ctrl_c() as interrupts:
        for number, line in _inputs(streams, interrupts.wait, question):
            source = Source("stdin", number)
            try:
                said = reply(line, source)
            except DiagnosedError as error:
                bad += 1
                streams.diagnose(error.at(source))
                continue
            streams.put(("\n" if apart and good else "") + said.words)
            good += 1
            refused += not said.yes
    if not good and not bad and not streams.interactive:
        raise DiagnosedError(Flaw("nothing was given", hint=f"for example: {example}"))
    if bad or refused:
        raise typer.Exit(Status.NO if good else Status.NOTHING_DONE)


def _inputs(streams: Streams, wait: Wait, question: Question) -> Iterator[tuple[int, str]]:
    """The lines of standard input that hold something, with their numbers. What is typed ends with `q` too."""
    if streams.interactive:
        streams.tell(question.start)
    for number, line in enumerate(streams.lines(wait, question.prompt), 1):
        word = line.strip().casefold() if streams.interactive else ""
        if word in END_WORDS:
            return
        if word in HELP_WORDS:
            streams.tell(question.help)
        elif line.split("#")[0].strip():
            yield number, line


def read_given(streams: Streams, name: str, read: Callable[[str], Read], text: str) -> Read:
    """What *read* makes of the value of the option *name*; an error and notes name the option."""
    found = read_option(name, read, text)
    tell_notes(streams, found.notes, Source(name))
    return found


_AS_LETTERS = str.maketrans({suit.sign: suit.letter for suit in Suit})


def tell_notes(streams: Streams, notes: Sequence[str], source: Source | None = None) -> None:
    """Write each note to standard error, after the place where its text came from."""
    for note in notes:
        text = note if streams.err_looks.signs else note.translate(_AS_LETTERS)
        streams.tell(f"note: {text}" if source is None else f"{source}: note: {text}")


def _read_input(read: Callable[[str], Read], text: str) -> Read:
    """What *read* makes of *text*. If that fails, an option without its hyphen, as in `7h 7s r 2`, gets a hint."""
    try:
        return read(text)
    except NotationError as error:
        from tt_solver.cli.slips import with_option_hints

        raise with_option_hints(error, read) from None
