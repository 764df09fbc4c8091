"""Files of recorded hands to lines of results: chunk by chunk, in order, as many at a time as wanted.

With the compiled engine, plain records never become Python objects, and chunks are scored on threads; all
other records take the way through `RecordedHand`, and without that engine all do, on processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from threading import local
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tt_solver.errors import DiagnosedError, Flaw, Source
from tt_solver.records.compiled import Usual, new_scorer, usual_in
from tt_solver.records.csv_rows import Layout, csv_hands, cut_rows, layout_of, long_rows
from tt_solver.records.formats import Format
from tt_solver.records.json_lines import JsonHand, columns_of, json_hands
from tt_solver.records.parallel import in_order
from tt_solver.records.recorded import NamedRules, RecordedHand
from tt_solver.records.results import Target, encoded
from tt_solver.records.sources import BLOCK, MAX_LINE, Cut, SourceFile, chunks, cut_lines, lines_in
from tt_solver.records.tally import Tally
from tt_solver.records.text_lines import COLUMNS, text_hands
from tt_solver.solver.situation import Situation

if TYPE_CHECKING:
    from tt_solver.records.native.lines import Scorer

MOST_TOLD = 20
"""How many bad lines are told one by one; the rest are counted."""

SLOW_BLOCK = 16 << 10
"""How many bytes a chunk has about where it is scored record by record: a tenth of a second's work, so that every
process has its share of a file of some thousand hands, and results take little room."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the chunks of one file are read, solved and written.

    Attributes:
        name: the file, for diagnoses.
        layout: what its columns hold, if it is CSV.
        usual: what most of its records say of the rules; nothing, if None.
    """

    name: str
    format: Format
    given: Situation
    target: Target
    layout: Layout | None = None
    usual: Usual | None = None

    @property
    def cut(self) -> Cut:
        """How the file is cut into chunks."""
        return cut_rows(self.layout) if self.layout else cut_lines


class Scored(NamedTuple):
    """What becomes of a chunk.

    Attributes:
        output: its results, a line for each hand, in pieces of any size.
        diagnoses: what is wrong with the first bad lines.
        tally: the counts of its hands.
    """

    output: list[bytes | memoryview]
    diagnoses: list[DiagnosedError]
    tally: Tally


def score_chunk(data: bytes, first_line: int, settings: Settings) -> Scored:
    """Solve the hands recorded in *data*: whole records in UTF-8, the first in line *first_line* of their file."""
    scorer = _scorer_for(settings)
    if scorer is None:
        return _score(data, first_line, settings)
    parts = _parts(scorer, data, first_line, settings)
    output, diagnoses, tally = next(parts)
    for part in parts:
        output += part.output
        diagnoses += part.diagnoses
        tally.merge(part.tally)
    return Scored(output, diagnoses[:MOST_TOLD], tally)


def _score_apart(data: bytes, first_line: int, settings: Settings) -> Scored:
    """As `score_chunk`, in a process that sends the results to another one."""
    scored = score_chunk(data, first_line, settings)
    return scored._replace(output=[b"".join(scored.output)])


def _score(data: bytes, first_line: int, settings: Settings) -> Scored:
    """As `score_chunk`, record by record."""
    lines: list[str] = []
    diagnoses: list[DiagnosedError] = []
    tally = Tally()
    named = _kept_for(settings, "named", _new_named_rules)
    for hand in _hands(data, first_line, settings):
        outcome = hand.solved(settings.given, named)
        lines.append(settings.target.line(hand, outcome))
        tally.add(outcome)
        if isinstance(outcome, DiagnosedError) and len(diagnoses) < MOST_TOLD:
            diagnoses.append(outcome.at(Source(settings.name, hand.line)))
    return Scored([encoded("".join(line + "\n" for line in lines))], diagnoses, tally)


def _hands(data: bytes, first_line: int, settings: Settings) -> Iterator[RecordedHand]:
    if settings.layout:
        return csv_hands(data, first_line, settings.layout)
    text = data.decode("utf-8", "surrogateescape")
    if settings.format is Format.jsonl:
        return json_hands(text, first_line)
    return text_hands(text, first_line, hands_only=not settings.given.is_open)


_kept = local()
Made = TypeVar("Made")


def _kept_for(settings: Settings, name: str, make: Callable[[Settings], Made]) -> Made:
    """What this thread has made of *settings*, as long as it works on that file."""
    known: tuple[Settings, Made] | None = getattr(_kept, name, None)
    if known is None or known[0] is not settings:
        known = settings, make(settings)
        setattr(_kept, name, known)
    return known[1]


def _new_named_rules(settings: Settings) -> NamedRules:
    return NamedRules(settings.given.rules)


# -- compiled -------------------------------------------------------------------------------------------


def _scorer_for(settings: Settings) -> Scorer | None:
    """The scorer of this thread for the chunks of a file, or None where there is none."""
    return _kept_for(settings, "scorer", _new_scorer)


def _new_scorer(settings: Settings) -> Scorer | None:
    return new_scorer(settings.format, settings.given, settings.target, settings.layout, settings.usual)


def _parts(scorer: Scorer, data: bytes, first_line: int, settings: Settings) -> Iterator[Scored]:
    """What becomes of a chunk, in pieces: plain records compiled, and what is odd between them record by record."""
    at, line = 0, first_line
    for start, end in long_rows(data, settings.layout) if settings.layout else ():
        yield from _spliced(scorer, data, at, start, line, settings)
        line += lines_in(data[at:start])
        yield _score(data[start:end], line, settings)
        line += lines_in(data[start:end])
        at = end
    yield from _spliced(scorer, data, at, len(data), line, settings)


def _spliced(scorer: Scorer, data: bytes, start: int, end: int, line: int, settings: Settings) -> Iterator[Scored]:
    """What becomes of the records from *start* to *end*, none of which has more than one line."""
    written, odd, out, counts = scorer.score(data, start, end, line)
    tally = Tally(out=out, points={key: Counter(points) for key, points in counts.items()})
    done = 0
    for odd_start, odd_end, odd_line, before in odd:
        yield Scored([written[done:before]], [], Tally())
        yield _score(data[odd_start:odd_end], odd_line, settings)
        done = before
    yield Scored([written[done:]], [], tally)


# -- many files -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Batch:
    """Files of recorded hands, known to be readable and to fit together.

    Attributes:
        header: what stands before all results.
    """

    files: list[tuple[SourceFile, Settings]]
    header: str = ""
    done: int = field(default=0)
    """How many bytes of the files have been read for the results so far."""

    @property
    def size(self) -> int | None:
        """The bytes of all files, or None where that cannot be known."""
        sizes = [source.size for source, _ in self.files]
        return None if None in sizes else sum(size or 0 for size in sizes)

    def scored(self, jobs: int, check: Callable[[], object] = int) -> Iterator[Scored]:
        """The results of all files in order: the same bytes for any number of *jobs*.

        *check* is called before anything is read. If it raises, the work ends.
        """
        compiled = all(_scorer_for(settings) for _, settings in self.files)
        work, size = (score_chunk, BLOCK) if compiled else (_score_apart, SLOW_BLOCK)
        for read, scored in in_order(work, self._tasks(size, check), jobs, threads=compiled):
            self.done = read
            yield scored

    def _tasks(
        self, size: int, check: Callable[[], object]
    ) -> Iterator[tuple[int, tuple[bytes, int, Settings]] | None]:
        before = 0
        for source, settings in self.files:
            for chunk in chunks(source, settings.cut, size):
                task = before + chunk.position, (chunk.data, chunk.first_line, settings)
                yield task if chunk.data else None
                check()
            before += source.position


def open_batch(
    files: Sequence[tuple[SourceFile, Format]], given: Situation, to: Format, separator: str | None = None
) -> Batch:
    """The files as one piece of work. Nothing is solved yet.

    The *separator* of CSV is by default that of the first file, or a comma.

    Raises:
        DiagnosedError: a file cannot be understood at all, or CSV is wanted of files with different columns.
    """
    found = [_settings(source, form, given, to) for source, form in files]
    settings = [one for one in found if one is not None]
    if to is Format.csv:
        settings = _with_same_columns(settings, separator)
    if len(files) > 1:
        settings = [replace(one, target=replace(one.target, file=one.name)) for one in settings]
    kept = [source for (source, _), one in zip(files, found, strict=True) if one is not None]
    return Batch(list(zip(kept, settings, strict=True)), settings[0].target.header if settings else "")


def _settings(source: SourceFile, form: Format, given: Situation, to: Format) -> Settings | None:
    """The settings for one file, or None for CSV without so much as a header."""
    if form is Format.csv:
        return _csv_settings(source, given, to)
    first = _first_hand(source, cut_lines, _json_hands) if form is Format.jsonl else None
    columns: tuple[str, ...] = ()
    if to is Format.csv:
        columns = COLUMNS[1:] if not given.is_open else COLUMNS
        columns = columns if form is Format.text else columns_of(first or JsonHand(1, ""))
    return Settings(source.name, form, given, Target(to, columns=columns), usual=usual_in(first, given.rules))


def _csv_settings(source: SourceFile, given: Situation, to: Format) -> Settings | None:
    layout = layout_of(source, known=not given.is_open)
    if layout is None:
        return None
    named = "rules" in layout.stated
    first = _first_hand(source, cut_rows(layout), lambda data: csv_hands(data, 1, layout)) if named else None
    target = Target(to, None, layout.names, layout.separator)
    return Settings(source.name, Format.csv, given, target, layout, usual_in(first, given.rules))


AnyHand = TypeVar("AnyHand", bound=RecordedHand)


def _first_hand(source: SourceFile, cut: Cut, hands: Callable[[bytes], Iterator[AnyHand]]) -> AnyHand | None:
    """The first of the *hands* that a file begins with, if there is one among the first records."""
    data = b""
    for block in source.first_blocks():
        data += block
        end = cut(data, False)
        first = next(hands(data[:end]), None)
        if first is not None or len(data) > (BLOCK if end else MAX_LINE):
            return first
    return next(hands(data), None)


def _json_hands(data: bytes) -> Iterator[JsonHand]:
    """The hands of JSON Lines that have any keys."""
    return (hand for hand in json_hands(data.decode("utf-8", "surrogateescape"), 1) if hand.members)


def _with_same_columns(settings: Sequence[Settings], separator: str | None) -> list[Settings]:
    """The settings with one form of CSV for all.

    Raises:
        DiagnosedError: the files have different columns.
    """
    if not settings:
        return []
    first = settings[0]
    other = next((one for one in settings if not _alike(first, one)), None)
    if other is not None:
        what = "has other columns than" if _names(first) != _names(other) else "has its columns in another order than"
        flaw = Flaw(f"{other.name} {what} {first.name}", hint="score each alone, or write jsonl")
        raise DiagnosedError(flaw, source=Source(other.name))
    target = replace(first.target, separator=separator or first.target.separator)
    return [replace(one, target=target) for one in settings]


def _names(settings: Settings) -> tuple[Format, list[str]]:
    return settings.format, sorted(_folded(settings.target.columns))


def _alike(one: Settings, other: Settings) -> bool:
    """Whether both files are of one format, and if that is CSV, have the same columns."""
    if one.format is not other.format:
        return False
    return one.format is not Format.csv or _folded(one.target.columns) == _folded(other.target.columns)


def _folded(columns: Sequence[str]) -> list[str]:
    return [column.strip().casefold() for column in columns]
