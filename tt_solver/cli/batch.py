"""`tt-solver batch`: score files of recorded hands."""

from __future__ import annotations

import os
import re
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
from tt_solver.records.formats import (
    Format,
    format_of,
    is_packed,
    require_input_name,
    require_output_name,
    separator_of,
)
from tt_solver.records.sources import SourceFile, Wait
from tt_solver.records.tally import Tally
from tt_solver.records.whole_file import whole_file
from tt_solver.solver.situation import Situation

MOST_PER_CORE = 2
"""The most jobs for each core: more jobs take more memory and save no time."""

TABLE = re.compile(r"[,;|{}\"]|\t.*\t")
"""What lines of CSV and JSON Lines contain."""

FilesArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="[FILE]...", help="Recorded hands. Without a name, or for -: stdin.", show_default=False),
]
FromOption = Annotated[
    Format | None,
    typer.Option("--from", help="Format of the files. [default: by name or first line]", show_default=False),
]
ToOption = Annotated[
    Format | None,
    typer.Option("--to", help="Format of the results. [default: by the name in -o, else text]", show_default=False),
]
OutputOption = Annotated[
    str | None,
    typer.Option("-o", "--output", metavar="FILE", help="Write the results to FILE, all or none. [default: stdout]"),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs", metavar="N", min=1, help="How many jobs run at once. [default: the cores]", show_default=False
    ),
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
    stats: Annotated[bool, typer.Option("--stats", help="Print a table of points to stderr at the end.")] = False,
) -> None:
    """Score files of recorded hands: text, CSV or JSON, also packed (.gz).

    \b
    $ echo 2 7h 7s 7c kd | tt-solver batch
    10      7S 7H 7C        KD

    A line of text is ROUND CARD CARD ..., or with -r, -c or -w a hand without a round. CSV has a column
    hand and one of round, cards and wild; JSON has such keys. Each hand gives one result, in the same
    order. A bad line is reported with its number, and the work goes on.
    """
    with ended_by_signals() as interrupts:
        require_output_name(output or "")
        form = to or format_of(output or "") or Format.text
        work = open_batch(
            _sources(files, source, streams, interrupts.wait), situation, form, separator_of(output or "")
        )
        with _written_to(output, streams) as out:
            scored = work.scored(min(jobs or _cores(), MOST_PER_CORE * _cores()))
            tally = _write(work, scored, out, streams)
        if stats:
            from tt_solver.output.statistics import stats_text

            streams.tell(stats_text(tally, streams.err_looks))
        if tally.bad:
            raise typer.Exit(Status.NO)


def _sources(
    files: Sequence[str] | None, form: Format | None, streams: Streams, wait: Wait
) -> list[tuple[SourceFile, Format | None]]:
    """The files, each with its format if that is known.

    Raises:
        DiagnosedError: no file is named and standard input is a terminal, or standard input is named twice, or a file
            is of another kind.
    """
    if not files and streams.interactive:
        raise DiagnosedError(Flaw("no file was given", hint="name files of recorded hands, or pipe hands in"))
    if files and files.count("-") > 1:
        raise DiagnosedError(Flaw("stdin can be read only once", hint="use - only once"))
    if form is None:
        for name in files or ():
            require_input_name(name)
    return [
        (SourceFile("stdin", stream=streams.stdin, wait=wait), form)
        if name == "-"
        else (SourceFile(name, name, wait=wait), form or format_of(name))
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
    tally, told, looks_like_text = Tally(), 0, not work.is_guessed
    if work.header:
        out.write((work.header + "\n").encode("utf-8", "surrogateescape"))
    with Progress(streams, work.size) as progress:
        for scored in results:
            out.writelines(scored.output)
            out.flush()
            tally.merge(scored.tally)
            for error in scored.diagnoses[: MOST_TOLD - told]:
                told += 1
                looks_like_text |= not TABLE.search(error.text or "")
                progress.diagnose(error)
            progress.advance(scored.tally.hands, work.done)
    if tally.bad > told:
        more = tally.bad - told
        streams.tell(f"and {more:,} more bad {'line' if more == 1 else 'lines'}")
    if 1 < tally.hands == tally.bad and not looks_like_text:
        streams.tell("every line was bad: for CSV, use --from csv; for JSON Lines, use --from jsonl")
    return tally


def _cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
