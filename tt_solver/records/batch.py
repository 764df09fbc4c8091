"""Files of recorded hands to lines of results: chunk by chunk, in order, several at a time.

With the compiled engine, chunks are scored by threads, and plain records do not become Python objects. All other
records become a `RecordedHand`. Without that engine, all records do, and chunks are scored by processes.
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
from tt_solver.records.recognition import recognized
from tt_solver.records.recorded import NamedRules, RecordedHand, Stated, folded
from tt_solver.records.results import Target, encoded
from tt_solver.records.sources import BLOCK, MAX_LINE, Cut, SourceFile, chunks, cut_lines, lines_in
from tt_solver.records.tally import Tally
from tt_solver.records.text_lines import COLUMNS, text_hands
from tt_solver.solver.situation import Situation

if TYPE_CHECKING:
    from tt_solver.records.native.lines import Scorer

MOST_TOLD = 20
"""How many bad lines are reported one by one; the rest are counted."""

SLOW_BLOCK = 16 << 10
"""About how many bytes a chunk has if it is scored record by record: the work of a tenth of a second. So each process
has a share of a file with a few thousand hands, and results take little memory."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the chunks of one file are read, solved and written.

    Attributes:
        name: the name of the file in messages.
        given: what applies to a record that says nothing of its game.
        layout: the columns, if it is CSV.
        usual: what most of its records say of the rules; None for nothing.
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
    """The results of a chunk.

    Attributes:
        output: a line for each hand, in pieces of any size.
        diagnoses: the errors of the first bad lines.
        tally: the counts of the hands.
    """

    output: list[bytes | memoryview]
    diagnoses: list[DiagnosedError]
    tally: Tally


def score_chunk(data: bytes, first_line: int, settings: Settings) -> Scored:
    """Solve the hands recorded in *data*: whole records in UTF-8, the first at line *first_line* of the file."""
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
    """As `score_chunk`, in a process that sends the results to another process."""
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
    """What this thread made of *settings*, as long as it works on that file."""
    known: tuple[Settings, Made] | None = getattr(_kept, name, None)
    if known is None or known[0] is not settings:
        known = settings, make(settings)
        setattr(_kept, name, known)
    return known[1]


def _new_named_rules(settings: Settings) -> NamedRules:
    return NamedRules(settings.given.rules)


# -- compiled -------------------------------------------------------------------------------------------


def _scorer_for(settings: Settings) -> Scorer | None:
    """The compiled scorer of this thread for the chunks of a file, or None if there is none."""
    return _kept_for(settings, "scorer", _new_scorer)


def _new_scorer(settings: Settings) -> Scorer | None:
    return new_scorer(settings.format, settings.given, settings.target, settings.layout, settings.usual)


def _parts(scorer: Scorer, data: bytes, first_line: int, settings: Settings) -> Iterator[Scored]:
    """The results of a chunk, in pieces: plain records are scored compiled, and others between them one by one."""
    at, line = 0, first_line
    for start, end in long_rows(data, settings.layout) if settings.layout else ():
        yield from _spliced(scorer, data, at, start, line, settings)
        line += lines_in(data[at:start])
        yield _score(data[start:end], line, settings)
        line += lines_in(data[start:end])
        at = end
    yield from _spliced(scorer, data, at, len(data), line, settings)


def _spliced(scorer: Scorer, data: bytes, start: int, end: int, line: int, settings: Settings) -> Iterator[Scored]:
    """The results of the records from *start* to *end*, each of which has one line."""
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
    """Files of recorded hands, after the check that they can be read and fit together.

    Attributes:
        header: the line before all results, or empty text.
        is_guessed: whether the format of a file was not given, and taken to be text.
    """

    files: list[tuple[SourceFile, Settings]]
    header: str = ""
    is_guessed: bool = False
    done: int = field(default=0)
    """How many bytes of the files were read for the results so far."""

    @property
    def size(self) -> int | None:
        """The number of bytes of all files, or None if that cannot be known."""
        sizes = [source.size for source, _ in self.files]
        return None if None in sizes else sum(size or 0 for size in sizes)

    def scored(self, jobs: int) -> Iterator[Scored]:
        """The results of all files in order: the same bytes for any number of *jobs*."""
        compiled = all(_scorer_for(settings) for _, settings in self.files)
        work, size = (score_chunk, BLOCK) if compiled else (_score_apart, SLOW_BLOCK)
        for read, scored in in_order(work, self._tasks(size), jobs, threads=compiled):
            self.done = read
            yield scored

    def _tasks(self, size: int) -> Iterator[tuple[int, tuple[bytes, int, Settings]] | None]:
        before = 0
        for source, settings in self.files:
            for chunk in chunks(source, settings.cut, size):
                task = before + chunk.position, (chunk.data, chunk.first_line, settings)
                yield task if chunk.data else None
            before += source.position


def open_batch(
    files: Sequence[tuple[SourceFile, Format | None]], given: Situation, to: Format, separator: str | None = None
) -> Batch:
    """The files as one piece of work. Nothing is solved yet.

    A file whose format is None has the format that its first line shows. The *separator* of CSV results is by default
    that of the first file, or a comma.

    Raises:
        DiagnosedError: a file cannot be read at all, or files with different columns should become one CSV file.
    """
    forms = [form or recognized(source, hands_only=not given.is_open) for source, form in files]
    found = [_settings(source, form, given, to) for (source, _), form in zip(files, forms, strict=True)]
    settings = [one for one in found if one is not None]
    if to is Format.csv:
        settings = _with_same_columns(settings, separator)
    if len(files) > 1:
        settings = [replace(one, target=replace(one.target, file=one.name)) for one in settings]
    kept = [source for (source, _), one in zip(files, found, strict=True) if one is not None]
    is_guessed = any(told is None and form is Format.text for (_, told), form in zip(files, forms, strict=True))
    return Batch(list(zip(kept, settings, strict=True)), settings[0].target.header if settings else "", is_guessed)


def _settings(source: SourceFile, form: Format, given: Situation, to: Format) -> Settings | None:
    """The settings for one file, or None for CSV without a header."""
    if form is Format.csv:
        return _csv_settings(source, given, to)
    if form is Format.text:
        columns = COLUMNS if given.is_open else COLUMNS[1:]
        return Settings(source.name, form, given, Target(to, columns=columns), usual=usual_in(Stated(), given.rules))
    source.json = True
    first = _first_hand(source, cut_lines, _json_hands)
    target = Target(to, columns=columns_of(first) if to is Format.csv else ())
    return Settings(source.name, form, given, target, usual=usual_in(first.stated if first else Stated(), given.rules))


def _csv_settings(source: SourceFile, given: Situation, to: Format) -> Settings | None:
    layout = layout_of(source, known=not given.is_open)
    if layout is None:
        return None
    named = "rules" in layout.stated
    first = _first_hand(source, cut_rows(layout), lambda data: csv_hands(data, 1, layout)) if named else None
    # Options are written with quotes in CSV, and rows with quotes are not scored compiled.
    usual = usual_in(replace(first.stated, changed="") if first else Stated(), given.rules)
    return Settings(source.name, Format.csv, given, Target(to, None, layout.names, layout.separator), layout, usual)


AnyHand = TypeVar("AnyHand", bound=RecordedHand)


def _first_hand(source: SourceFile, cut: Cut, hands: Callable[[bytes], Iterator[AnyHand]]) -> AnyHand | None:
    """The first of the *hands* in a file, if there is one among the first records."""
    data = b""
    for block in source.first_blocks():
        data += block
        end = cut(data, False)
        first = next(hands(data[:end]), None)
        if first is not None or len(data) > (BLOCK if end else MAX_LINE):
            return first
    return next(hands(data), None)


def _json_hands(data: bytes) -> Iterator[JsonHand]:
    """The hands of JSON Lines that can be read."""
    return (hand for hand in json_hands(data.decode("utf-8", "surrogateescape"), 1) if hand.flaw is None)


def _with_same_columns(settings: Sequence[Settings], separator: str | None) -> list[Settings]:
    """The settings with one CSV header and separator for all files.

    Raises:
        DiagnosedError: the files have different columns.
    """
    if not settings:
        return []
    first = settings[0]
    other = next((one for one in settings if not _alike(first, one)), None)
    if other is not None:
        what = "other columns than" if _names(first) != _names(other) else "its columns in another order than"
        hint = "run `batch` once for each file, or use --to jsonl"
        flaw = Flaw(f"{other.name} has {what} {first.name}", hint=hint)
        raise DiagnosedError(flaw, source=Source(other.name))
    target = replace(first.target, separator=separator or first.target.separator)
    return [replace(one, target=target) for one in settings]


def _names(settings: Settings) -> tuple[Format, list[str]]:
    return settings.format, sorted(map(folded, settings.target.columns))


def _alike(one: Settings, other: Settings) -> bool:
    """Whether both files have one format, and if that is CSV, the same columns."""
    if one.format is not other.format:
        return False
    return one.format is not Format.csv or [*map(folded, one.target.columns)] == [*map(folded, other.target.columns)]
