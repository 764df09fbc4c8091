"""`tt-solver batch`: score files of recorded hands."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Annotated

import typer

from tt_solver.cli.command import game_command
from tt_solver.cli.progress import Progress
from tt_solver.cli.signals import ended_by_signals
from tt_solver.cli.status import Status
from tt_solver.cli.streams import Streams
from tt_solver.errors import DiagnosedError, Flaw
from tt_solver.records.batch import MOST_TOLD, Batch, Scored, open_batch
from tt_solver.records.formats import Format, format_of, is_packed, separator_of
from tt_solver.records.sources import SourceFile
from tt_solver.records.tally import Tally
from tt_solver.records.whole_file import whole_file
from tt_solver.solver.situation import Situation

MOST_PER_CORE = 2
"""How many jobs there are at most for each core: more take memory and no less time."""

FilesArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="[FILE]...", help="Recorded hands; - or nothing is stdin.", show_default=False),
]
FromOption = Annotated[
    Format | None,
    typer.Option("--from", help="Format of the files. [default: by the file's name, else text]", show_default=False),
]
ToOption = Annotated[
    Format | None,
    typer.Option("--to", help="Format of the results. [default: by the name of -o, else text]", show_default=False),
]
OutputOption = Annotated[
    str | None,
    typer.Option("-o", "--output", metavar="FILE", help="Where the results go, whole or not at all. [default: stdout]"),
]
JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", min=1, help="How many work at once. [default: the cores]", show_default=False),
]


@game_command
def batch(
    streams: Streams,
    situation: Situation,
    files: FilesArgument = None,
    source: FromOption = None,
    to: ToOption = None,
    output: OutputOption = None,
    jobs: JobsOption = None,
    stats: Annotated[bool, typer.Option("--stats", help="End with a table of points on stderr.")] = False,
) -> None:
    """Score files of recorded hands: text, CSV or JSON Lines, each perhaps packed (.gz).

    \b
    $ echo 2 7h 7s 7c kd | tt-solver batch
    10      7S 7H 7C        KD

    A line of text is ROUND CARD CARD ..., or with -r, -c or -w a hand alone. CSV has a column hand and one
    of round, cards and wild; JSON Lines have such keys. Each hand gives one result, in its place; what is
    wrong with a hand is told with its line, and the work goes on.
    """
    with ended_by_signals() as interrupts:
        form = to or (format_of(output) if output else Format.text)
        work = open_batch(_sources(files, source, streams), situation, form, separator_of(output or ""))
        with _written_to(output, streams) as out:
            scored = work.scored(min(jobs or _cores(), MOST_PER_CORE * _cores()), interrupts.check)
            tally = _write(work, scored, out, streams)
        if stats:
            from tt_solver.output.statistics import stats_text

            streams.tell(stats_text(tally, streams.err_looks))
        if tally.bad:
            raise typer.Exit(Status.NO)


def _sources(files: Sequence[str] | None, form: Format | None, streams: Streams) -> list[tuple[SourceFile, Format]]:
    """The files, each with its format.

    Raises:
        DiagnosedError: there are none, and standard input is a terminal; or it is to be read twice.
    """
    if not files and streams.interactive:
        raise DiagnosedError(Flaw("no file was given", hint="name files of recorded hands, or pipe hands in"))
    if files and files.count("-") > 1:
        raise DiagnosedError(Flaw("stdin can be read only once", hint="give - once"))
    return [
        (SourceFile("stdin", stream=streams.stdin), form or Format.text)
        if name == "-"
        else (SourceFile(name, name), form or format_of(name))
        for name in files or ("-",)
    ]


@contextmanager
def _written_to(output: str | None, streams: Streams) -> Iterator[IO[bytes]]:
    if output is None or output == "-":
        yield streams.out.buffer
    else:
        with whole_file(output, packed=is_packed(output)) as file:
            yield file


def _write(work: Batch, results: Iterable[Scored], out: IO[bytes], streams: Streams) -> Tally:
    """Write the *results* of *work*, report its bad lines, and return its counts."""
    tally, told = Tally(), 0
    if work.header:
        out.write((work.header + "\n").encode("utf-8", "surrogateescape"))
    with Progress(streams, work.size) as progress:
        for scored in results:
            out.writelines(scored.output)
            out.flush()
            tally.merge(scored.tally)
            for error in scored.diagnoses[: MOST_TOLD - told]:
                told += 1
                progress.diagnose(error)
            progress.advance(scored.tally.hands, work.done)
    if tally.bad > told:
        streams.tell(f"and {tally.bad - told:,} more bad lines")
    return tally


def _cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
