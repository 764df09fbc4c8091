"""House rules: every option with its legal values, the presets, and files of house rules.

Tables that "both play Three Thirteen" differ in how wilds, aces and leftovers are treated. `Rules`
holds one table's answer to every question, validated, with where each answer came from.

The compiled twin is `native/rules.pxd`, which holds the options that decide melds and points: change both.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import index
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, SupportsIndex, cast

from tt_solver.errors import Flaw, RulesError, Source, Span
from tt_solver.game.cards import ACE, JACK, KING, Card

Value = bool | int | str
MAX_DECKS = 8
MAX_POINTS = 999


class Option(NamedTuple):
    """What one rule option may be: certain words, yes or no, or whole numbers from *low* to *high*."""

    name: str
    meaning: str
    words: tuple[str, ...] = ()
    truth: bool = False
    low: int = 0
    high: int = -1

    @property
    def values(self) -> str:
        """The legal values in words: `low, high, either` or `any, 0 or more`."""
        parts = ["yes", "no"] if self.truth else list(self.words)
        if self.low == self.high:
            parts.insert(0, str(self.low))
        elif self.low < self.high:
            parts.append(f"{self.low} to {self.high}" if self.high < UNBOUNDED else f"{self.low} or more")
        return ", ".join(parts)

    def read(self, value: object) -> Value | None:
        """*value*, given as text, number or truth value, as this option stores it; None if it is not legal."""
        if self.truth:
            return _truth(value)
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if isinstance(value, str):
            word = value.strip().casefold().replace("_", "-")
            if word in self.words:
                return word
            digits = word.removeprefix("-")
            if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
                return None
            value = int(word)
        try:
            number = index(cast(SupportsIndex, value))
        except TypeError:
            return None
        return number if self.low <= number <= self.high else None


UNBOUNDED = 10**9

OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        option.name: option
        for option in (
            Option("ace", "where an ace may stand in a run", ("low", "high", "either")),
            Option("max_wilds", "how many wilds of one meld may stand for other cards", ("any",), high=UNBOUNDED),
            Option("wild_as_natural", "whether a wild in its own place in a run counts as a natural", truth=True),
            Option("all_wild", "whether all cards of a meld may be wilds", ("yes", "own-rank", "no")),
            Option("set_suits", "distinct: naturals of a set differ in suit, four cards at most", ("any", "distinct")),
            Option("max_set", "the most cards a set may have", ("none",), low=3, high=UNBOUNDED),
            Option("jokers", "jokers in each deck; above 0 they are always wild", high=4),
            Option("ace_points", "a leftover ace; auto is 1 if ace=low, else 15", ("auto",), high=MAX_POINTS),
            Option("face_points", "a leftover J Q K: 10 each, or rank for 11 12 13", ("rank",), low=10, high=10),
            Option("wild_points", "a leftover wild; face is its value if it were not wild", ("face",), high=MAX_POINTS),
            Option("joker_points", "a leftover joker", high=MAX_POINTS),
            Option("double", "jqk doubles the points of a hand where jacks, queens or kings are wild", ("none", "jqk")),
            Option("wrong_out", "added to a round for each wrong claim of going out", high=MAX_POINTS),
            Option("first_out", "bonus of the first player out, 0 or less", low=-MAX_POINTS, high=0),
            Option("rounds", "how many rounds a game has", ("up-down",), low=11, high=13),
            Option(
                "decks",
                "decks in play; auto is one for every two players, else 2",
                ("auto",),
                low=1,
                high=MAX_DECKS,
            ),
            Option("discard_to_go_out", "whether going out needs a discard", ("required", "optional")),
            Option("layoff", "whether cards may be laid off on other melds", ("none", "last-turn")),
            Option("layoff_needs_meld", "whether only a player with a meld of their own may lay off", truth=True),
            Option("return_taken_card", "whether the upcard just taken may be discarded in the same turn", truth=True),
        )
    }
)
"""Every rule option by name, in the order in which they are listed."""


@dataclass(frozen=True)
class Rules:
    """The house rules of one table: every option of `OPTIONS` as a field, equal if all options are.

    A `Rules()` with nothing named is the preset `classic`. Use `Rules.preset`, `Rules.load` and
    `with_options` where the values come as text.

    Attributes:
        name: the preset that the options stand on.
        origins: for each option, where its value comes from, as `preset classic` or `command line`.

    Raises:
        RulesError: a value is not legal for its option.

    >>> Rules.preset("encyclopedia").max_wilds, Rules(ace="either").changed
    (1, {'ace': 'either'})
    """

    ace: Literal["low", "high", "either"] = "low"
    max_wilds: int | Literal["any"] = "any"
    wild_as_natural: bool = True
    all_wild: Literal["yes", "own-rank", "no"] = "yes"
    set_suits: Literal["any", "distinct"] = "any"
    max_set: int | Literal["none"] = "none"
    jokers: int = 0
    ace_points: int | Literal["auto"] = "auto"
    face_points: Literal[10, "rank"] = 10
    wild_points: int | Literal["face"] = "face"
    joker_points: int = 20
    double: Literal["none", "jqk"] = "none"
    wrong_out: int = 0
    first_out: int = 0
    rounds: Literal[11, 12, 13, "up-down"] = 11
    decks: int | Literal["auto"] = "auto"
    discard_to_go_out: Literal["required", "optional"] = "required"
    layoff: Literal["none", "last-turn"] = "none"
    layoff_needs_meld: bool = False
    return_taken_card: bool = True
    name: str = field(default="classic", compare=False)
    origins: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        for option in OPTIONS.values():
            value = getattr(self, option.name)
            read = option.read(value)
            is_same = read == value if isinstance(value, str) else isinstance(read, bool) == isinstance(value, bool)
            if read is None or not is_same:
                raise RulesError(_bad_value(option, value))
            if type(read) is not type(value):  # an integer of another library
                object.__setattr__(self, option.name, read)
        if not self.origins:
            object.__setattr__(self, "origins", {n: self._default_origin(n) for n in OPTIONS})

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Engines and calendars are kept by rules, and looked up for every hand.
        return hash(tuple(getattr(self, option) for option in OPTIONS))

    def __getstate__(self) -> dict[str, object]:
        # The hash of a text differs from process to process.
        return {name: value for name, value in vars(self).items() if name != "_hash"}

    def _default_origin(self, option: str) -> str:
        same = getattr(self, option) == getattr(Rules, option)
        return "preset classic" if same else "caller"

    @classmethod
    def preset(cls, name: str, *, span: Span | None = None) -> Rules:
        """The preset *name*: one of `PRESETS`. *span* is where an error is to point.

        Raises:
            RulesError: there is no such preset; the hint names the nearest.
        """
        key = name.strip().casefold().replace("_", "-")
        if key not in PRESETS:
            raise RulesError(_unknown("preset", name, PRESETS, (span,) if span else ()))
        return PRESETS[key]

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Rules:
        """The house rules in the TOML file *path*: `based-on` names a preset, every other key an option.

        Raises:
            RulesError: the file cannot be read, is not TOML, or names an unknown preset, option or value.
        """
        source = Source(str(path))
        text = _read_text(path, source)
        table = _toml(text, source)
        spans = _key_spans(text)
        base = next((key for key in table if _spelled(key) == "based_on"), None)
        try:
            rules = cls.preset(str(table.pop(base)), span=spans.get(base)) if base else PRESETS["classic"]
            return rules.with_options(table, origin=f"file {path}", spans=spans)
        except RulesError as error:
            raise RulesError(*error.flaws, text=text, source=source) from None

    @classmethod
    def named(cls, name_or_file: str) -> Rules:
        """A preset by its name, else the rules of the TOML file of that name.

        Raises:
            RulesError: it is neither.
        """
        looks_like_file = name_or_file.endswith(".toml") or "/" in name_or_file or "\\" in name_or_file
        try:
            return cls.preset(name_or_file)
        except RulesError:
            if looks_like_file or os.path.isfile(name_or_file):
                return cls.load(name_or_file)
            raise

    def with_options(
        self, options: Mapping[str, object], *, origin: str = "caller", spans: Mapping[str, Span] = MappingProxyType({})
    ) -> Rules:
        """These rules with *options* on top: names with hyphens or underscores, values as text or as such.

        *origin* is what `origins` will say of them; *spans* are the places of the names, for errors.

        Raises:
            RulesError: naming every unknown option, every option named twice and every value that is not legal.
        """
        values: dict[str, Value] = {}
        flaws: list[Flaw] = []
        for name, value in options.items():
            option = OPTIONS.get(_spelled(name))
            place = (spans[name],) if name in spans else ()
            if option is None:
                flaws.append(_unknown_option(name, value, place))
            elif option.name in values:
                flaws.append(Flaw(f"{option.name} is given twice", place, "a hyphen and an underscore mean the same"))
            elif (read := option.read(value)) is None:
                flaws.append(_bad_value(option, value, place))
            else:
                values[option.name] = read
        if flaws:
            raise RulesError(*flaws)
        origins = {**self.origins, **dict.fromkeys(values, origin)}
        return replace(self, **cast(Any, values), origins=origins)

    @property
    def changed(self) -> dict[str, Value]:
        """The options set on top of the preset, by name."""
        return {name: self[name] for name in OPTIONS if not self.origins[name].startswith("preset ")}

    def __getitem__(self, option: str) -> Value:
        """The value of the option of that name."""
        return cast(Value, getattr(self, OPTIONS[option].name))

    def card_points(self, card: Card, wild: int) -> int:
        """What *card* costs when it is left over, before any doubling, where the rank *wild* is wild (0: none)."""
        if card.is_joker:
            return self.joker_points
        if card.rank == wild and self.wild_points != "face":
            return self.wild_points
        if card.rank == ACE:
            low = 1 if self.ace == "low" else 15
            return low if self.ace_points == "auto" else self.ace_points
        return card.rank if self.face_points == "rank" else min(card.rank, 10)

    def is_wild(self, card: Card, wild: int) -> bool:
        """Whether *card* is a wild where the rank *wild* is: a joker, or a card of that rank."""
        return card.is_joker or card.rank == wild

    @cached_property
    def wild_melds(self) -> Literal["yes", "own-rank", "no"]:
        """What `all_wild` comes to: a set of the wild rank needs a wild that counts as the card it is."""
        return "no" if self.all_wild == "own-rank" and not self.wild_as_natural else self.all_wild

    @cached_property
    def set_cap(self) -> int | None:
        """The most cards that a set may have, None for any number."""
        caps = [4] * (self.set_suits == "distinct") + ([] if self.max_set == "none" else [self.max_set])
        return min(caps, default=None)

    @property
    def bare_out(self) -> bool:
        """Whether a hand after the draw that melds whole goes out without a discard."""
        return self.discard_to_go_out == "optional"

    def discard_order(self, card: Card, wild: int) -> tuple[bool, int, Card]:
        """The order in which equally good discards are made: not a wild, then the dearer card, then card order."""
        return self.is_wild(card, wild), -self.card_points(card, wild), card

    def multiplier(self, wild: int) -> int:
        """By how much the points of a hand count in a round with that wild rank: 2 or 1."""
        return 2 if self.double == "jqk" and JACK <= wild <= KING else 1

    def deck_count(self, players: int | None = None) -> int:
        """How many decks are in play: as set, else one for two *players*, else 2."""
        if self.decks != "auto":
            return self.decks
        return 2 if players is None else min((players + 1) // 2, MAX_DECKS)


def _truth(value: object) -> bool | None:
    if isinstance(value, bool):
        return value
    word = str(value).strip().casefold()
    return True if word in ("yes", "true", "on", "1") else False if word in ("no", "false", "off", "0") else None


def _spelled(name: str) -> str:
    """The name of an option as `OPTIONS` has it."""
    return name.strip().casefold().replace("-", "_")


def _nearest(word: str, known: Iterable[str]) -> str | None:
    from difflib import get_close_matches

    near = get_close_matches(word.strip().casefold(), list(known), n=1, cutoff=0.6)
    return near[0] if near else None


def _unknown(what: str, name: str, known: Iterable[str], place: tuple[Span, ...]) -> Flaw:
    near = _nearest(name, known)
    hint = f"did you mean {near}?" if near else f"there are: {', '.join(known)}"
    return Flaw(f"there is no {what} {name!r}", place, hint)


def _unknown_option(name: str, value: object, place: tuple[Span, ...]) -> Flaw:
    near = _options_like(name, value)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(OPTIONS)}"
    if not near and (nearest := _nearest(_spelled(name), OPTIONS)):
        hint = f"did you mean {nearest}? it may be: {OPTIONS[nearest].values}"
    return Flaw(f"there is no rule option {name!r}", place, hint)


def _options_like(name: str, value: object) -> list[str]:
    """The options that may have this value and whose name is like *name* or has it as a part; the nearest first."""
    from difflib import get_close_matches

    word = _spelled(name)
    known = [option.name for option in OPTIONS.values() if option.read(value) is not None]
    parts = [one for one in known if word.rstrip("s") in [part.rstrip("s") for part in one.split("_")]]
    return list(dict.fromkeys([*get_close_matches(word, known, cutoff=0.7), *parts]))[:3]


def _bad_value(option: Option, value: object, place: tuple[Span, ...] = ()) -> Flaw:
    near = _nearest(str(value), ("yes", "no") if option.truth else option.words)
    others = [] if near else [f"{name}={value}" for name in _options_like(option.name, value) if name != option.name]
    guess = f"did you mean {near or ' or '.join(others)}? " if near or others else ""
    shown = str(value).lower() if isinstance(value, bool) else repr(value) if isinstance(value, str) else str(value)
    return Flaw(f"{option.name} cannot be {shown}", place, f"{guess}it may be: {option.values}")


def _read_text(path: str | os.PathLike[str], source: Source) -> str:
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except OSError as error:
        hint = f"name a TOML file or a preset: {', '.join(PRESETS)}"
        raise RulesError(Flaw(f"cannot read the rules: {error.strerror or error}", hint=hint), source=source) from None
    except UnicodeDecodeError:
        raise RulesError(Flaw("the rules are not UTF-8 text", hint="save the file as UTF-8"), source=source) from None


def _toml(text: str, source: Source) -> dict[str, object]:
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RulesError(Flaw("the rules are nested too deeply"), source=source) from None
    except tomllib.TOMLDecodeError as error:
        message, span = _syntax_flaw(str(error), text)
        hint = 'a line looks like: max_wilds = 1, or: ace = "either"'
        raise RulesError(Flaw(f"not TOML: {message}", (span,), hint), text=text, source=source) from None


def _syntax_flaw(message: str, text: str) -> tuple[str, Span]:
    """What the TOML reader says, and the place that it says in words."""
    import re

    words, _, place = message.partition(" (at ")
    found = re.match(r"line (\d+), column (\d+)", place)
    at = len(text.rstrip())
    if found:
        at = sum(len(line) for line in text.splitlines(keepends=True)[: int(found[1]) - 1]) + int(found[2]) - 1
    return words.lower(), Span(at, at + 1)


def _key_spans(text: str) -> dict[str, Span]:
    """Where each key of a house-rule file stands."""
    import re

    keys = re.finditer(r"""(?m)^[ \t]*\[?["']?([\w-]+)["']?[ \t]*[=.\]]""", text)
    return {key[1]: Span(*key.span(1)) for key in keys}


class _Presets(Mapping[str, Rules]):
    """The presets, each made when it is first asked for, from the one it stands on."""

    def __init__(self, steps: Mapping[str, tuple[str, dict[str, Value]]]) -> None:
        self._steps = steps
        self._made: dict[str, Rules] = {}

    def __getitem__(self, name: str) -> Rules:
        if name not in self._made:
            base, options = self._steps[name]
            # An option keeps the name of the preset that set it.
            rules = self[base].with_options(options, origin=f"preset {name}") if base else Rules()
            self._made[name] = replace(rules, name=name)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._steps)

    def __len__(self) -> int:
        return len(self._steps)


PRESETS: Mapping[str, Rules] = _Presets(
    {
        "classic": ("", {}),
        "classic-high-ace": ("classic", {"ace": "either"}),
        "encyclopedia": ("classic", {"max_wilds": 1, "all_wild": "no", "wild_points": 15, "decks": 2}),
        "fourteens": ("encyclopedia", {"rounds": 12}),
        "fifteens": ("encyclopedia", {"rounds": 13}),
        "up-and-down": ("encyclopedia", {"rounds": "up-down"}),
        "313": ("classic", {"decks": 2}),
        "house": ("classic", {"ace": "either", "ace_points": 15, "all_wild": "no", "wild_points": "face"}),
    }
)
"""Every preset by name, `classic` first."""

CLASSIC = PRESETS["classic"]

SUMMARIES: Mapping[str, str] = MappingProxyType(
    {
        "classic": "any number of wilds, wild-only melds, low ace 1, faces 10, leftover wild at face value",
        "classic-high-ace": "classic with the ace high or low, 15 points when left over",
        "encyclopedia": "one wild a meld, no wild-only melds, leftover wild 15, two decks",
        "fourteens": "encyclopedia with a twelfth round: 14 cards, aces wild",
        "fifteens": "encyclopedia with rounds of 14 cards, aces wild, and 15 cards, twos wild",
        "up-and-down": "encyclopedia over 22 rounds, 3 cards up to 13 and down again",
        "313": "classic with two decks even for two players",
        "house": "classic with the ace high or low at 15 points, and no wild-only melds",
    }
)
"""Each preset in one line."""
