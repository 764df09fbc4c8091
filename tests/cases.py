"""The worked cases as data: hands whose answers were reasoned by hand, by their numbers.

The cards are read by a helper of this module, so that the cases stand whatever the notation module does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tt_solver.game.cards import CARDS, JOKER, RANK_NAMES, Card
from tt_solver.game.rules import Rules

Options = Mapping[str, int | str | bool]


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `10H AS JK`."""
    return tuple(
        JOKER if word == "JK" else CARDS["SHDC".index(word[-1]) * 13 + RANK_NAMES.index(word[:-1]) - 1]
        for word in text.split()
    )


def rank(text: str) -> int:
    """The rank that *text* names: 1 for A to 13 for K."""
    return RANK_NAMES.index(text)


@dataclass(frozen=True, kw_only=True)
class Table:
    """The house rules of a case: a preset with options on top."""

    preset: str = "classic"
    options: Options = field(default_factory=dict)

    @property
    def rules(self) -> Rules:
        return Rules.preset(self.preset).with_options(self.options)

    def __str__(self) -> str:
        return "+".join([self.preset, *(f"{name}={value}" for name, value in self.options.items())])


@dataclass(frozen=True)
class Case:
    """One hand and the points it costs; *left* is the only best choice of leftovers, or one of several."""

    number: int
    hand: str
    wild: str
    table: Table
    points: int
    left: str
    unique: bool = True

    def __str__(self) -> str:
        return f"{self.number}-{self.table}"


@dataclass(frozen=True)
class DiscardCase:
    """One hand after the draw: the points left by each discard; *bare_out* is going out with no discard."""

    number: int
    hand: str
    wild: str
    table: Table
    points: Mapping[str, int]
    bare_out: bool = False

    @property
    def out_with(self) -> frozenset[Card]:
        """The discards that go out."""
        return frozenset(card for name, points in self.points.items() if points == 0 for card in cards(name))

    def __str__(self) -> str:
        return f"{self.number}-{self.table}"


@dataclass(frozen=True)
class ScoreCase:
    """One hand, its points, and the score after doubling and *wrong_claims* wrong claims."""

    number: int
    hand: str
    wild: str
    table: Table
    points: int
    score: int
    wrong_claims: int = 0

    def __str__(self) -> str:
        return f"{self.number}-{self.wild}-{self.table}"


@dataclass(frozen=True)
class CalendarCase:
    """The deal and the wild rank of some rounds of a game: (cards, wild) by round."""

    number: int
    table: Table
    deals: Mapping[int, tuple[int, str]]

    def __str__(self) -> str:
        return f"{self.number}-{self.table}"


@dataclass(frozen=True)
class MeldCase:
    """One group of cards that is, or is not, a meld: in `classic` with jokers and *options*; wild 0 is none."""

    name: str
    group: str
    wild: int
    options: Options
    meld: bool

    @property
    def rules(self) -> Rules:
        return Rules().with_options({"jokers": 2, **self.options})

    def __str__(self) -> str:
        return self.name


def classic(**options: int | str | bool) -> Table:
    return Table(options=options)


def encyclopedia(**options: int | str | bool) -> Table:
    return Table(preset="encyclopedia", options=options)


SIX_HEARTS = "6H 7H 8H 9H 10H JH"
THIRTEEN = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KS"
SIX_SEVENS = "9S 7S 7H 7D 7C 7S 7H"
TWO_SEVENS = "5H 6H 7H 7D 9H KS QC"
EIGHT_KINGS = "KS KS KH KH KD KD KC KC 2H 5D 8C JS 9H"
STRICT = {"wild_as_natural": False}
LENIENT = {"all_wild": "own-rank"}

CASES = (
    Case(1, "7H 7S 7C", "3", classic(), 0, ""),
    Case(2, "AH 2H 3H", "3", classic(), 0, ""),
    Case(3, "9H 4D KH", "3", classic(), 23, "9H 4D KH"),
    Case(4, SIX_HEARTS, "6", classic(), 0, ""),
    Case(4, SIX_HEARTS, "6", encyclopedia(), 0, ""),
    Case(5, "QH KH AH", "3", classic(), 21, "QH KH AH"),
    Case(6, "QH KH AH", "3", classic(ace="either"), 0, ""),
    Case(7, "KH AH 2H", "3", classic(ace="either"), 27, "KH AH 2H"),
    Case(9, "AS 2S 3S QS KS", "5", classic(), 20, "QS KS"),
    Case(10, "AS 2S 3S QS KS", "5", classic(ace="either"), 5, "2S 3S"),
    Case(11, "AS AH 2S 3S", "4", classic(ace="either"), 15, "AH"),
    Case(11, "AS AH 2S 3S", "4", classic(), 1, "AH"),
    Case(12, "5S 6S 7S 6H 6C", "K", classic(), 12, "5S 7S", unique=False),
    Case(13, "5S 6S 7S 6H 6C", "5", classic(), 7, "7S"),
    Case(14, "AD 2D 4D 5D KS KH 7C", "7", classic(), 12, "AD 2D 4D 5D"),
    Case(15, "5C 6C 6C 7C", "4", classic(), 6, "6C"),
    Case(16, "7H 7H 7S", "3", classic(), 0, ""),
    Case(17, "7H 7H 7S", "3", classic(set_suits="distinct"), 21, "7H 7H 7S"),
    Case(18, "9S 9H 9D 9C 5S", "5", classic(), 0, ""),
    Case(19, "9S 9H 9D 9C 5S", "5", classic(max_set=4), 5, "5S"),
    Case(20, "9S 9H 9D 9C 5S", "5", classic(max_set=4, wild_points=15), 9, "9S", unique=False),
    Case(21, "KS KH 3D", "3", classic(), 0, ""),
    Case(21, "KS KH 3D", "3", encyclopedia(), 0, ""),
    Case(22, "KS 3H 3D", "3", classic(), 0, ""),
    Case(23, "KS 3H 3D", "3", encyclopedia(), 40, "KS 3H 3D"),
    Case(24, "3H 3S 3D", "3", classic(), 0, ""),
    Case(25, "3H 3S 3D", "3", encyclopedia(), 45, "3H 3S 3D"),
    Case(25, "3H 3S 3D", "3", encyclopedia(**STRICT), 45, "3H 3S 3D"),
    Case(26, "3H 3S 3D", "3", encyclopedia(**LENIENT), 0, ""),
    Case(27, "3H 3S 3D", "3", encyclopedia(all_wild="yes"), 0, ""),
    Case(28, "3H 3S JK", "3", encyclopedia(jokers=2, all_wild="own-rank"), 0, ""),
    Case(29, "3H JK JK", "3", encyclopedia(jokers=2, all_wild="own-rank"), 55, "3H JK JK"),
    Case(30, "3H JK JK", "3", encyclopedia(jokers=2, all_wild="yes"), 0, ""),
    Case(31, "5S 4H 4D 8S", "4", classic(), 0, ""),
    Case(33, "5S 4H 4D 8S", "4", encyclopedia(), 43, "5S 4H 4D 8S"),
    Case(34, "6H 6D 9S 9C QS QD", "6", encyclopedia(), 0, ""),
    Case(35, "3C 5C 7S 8C 10C 7D KD", "7", encyclopedia(), 10, "KD"),
    Case(36, TWO_SEVENS, "7", encyclopedia(wild_as_natural=True), 20, "KS QC"),
    Case(36, TWO_SEVENS, "7", encyclopedia(**LENIENT), 20, "KS QC"),
    Case(37, TWO_SEVENS, "7", encyclopedia(**STRICT), 44, "7D 9H KS QC", unique=False),
    Case(38, "6S 7S 8S 9S 10S 7H 2D", "7", encyclopedia(), 2, "2D"),
    Case(38, "6S 7S 8S 9S 10S 7H 2D", "7", encyclopedia(**STRICT), 2, "2D"),
    Case(38, "6S 7S 8S 9S 10S 7H 2D", "7", encyclopedia(**LENIENT), 2, "2D"),
    Case(39, SIX_SEVENS, "7", classic(all_wild="no"), 0, ""),
    Case(40, SIX_SEVENS, "7", encyclopedia(), 60, "7D 7C 7S 7H", unique=False),
    Case(40, SIX_SEVENS, "7", encyclopedia(**LENIENT), 0, ""),
    Case(41, SIX_SEVENS, "7", encyclopedia(**STRICT), 99, SIX_SEVENS),
    Case(43, "QS KS 3D", "3", classic(), 0, ""),
    Case(44, "KS 3D 3C", "3", classic(), 0, ""),
    Case(45, THIRTEEN, "K", classic(), 0, ""),
    Case(45, THIRTEEN, "K", encyclopedia(), 0, ""),
    Case(46, "KS AS 4D 9C", "4", classic(), 24, "KS AS 4D 9C"),
    Case(47, "KS AS 4D 9C", "4", classic(ace="either"), 9, "9C"),
    Case(48, "3H 9C KD", "3", classic(), 22, "3H 9C KD"),
    Case(49, "3H 9C KD", "3", encyclopedia(), 34, "3H 9C KD"),
    Case(50, "QH 7S 2D 2C", "Q", classic(face_points="rank"), 7, "7S"),
    Case(51, "JS QH KD", "3", classic(), 30, "JS QH KD"),
    Case(52, "JS QH KD", "3", classic(face_points="rank"), 36, "JS QH KD"),
    Case(53, "AH 5C 9D", "3", classic(), 15, "AH 5C 9D"),
    Case(54, "AH 5C 9D", "3", classic(ace="either"), 29, "AH 5C 9D"),
    Case(55, "AH 5C 9D", "3", classic(ace_points=15), 29, "AH 5C 9D"),
    Case(56, "JK 2C 9D", "3", classic(jokers=2), 31, "JK 2C 9D"),
    Case(57, "JK 2C 9D", "3", classic(jokers=2, joker_points=0), 11, "JK 2C 9D"),
    Case(58, "JK 3D 9D", "3", classic(jokers=2), 0, ""),
    Case(59, "JK 3D 9D", "3", encyclopedia(jokers=2), 44, "JK 3D 9D"),
    Case(60, "JK KS AS", "A", encyclopedia(jokers=2, ace="either"), 0, ""),
    Case(61, "JK KS AS", "A", encyclopedia(jokers=2), 45, "JK KS AS"),
    Case(62, "AH 8C 8D 4S", "A", classic(), 4, "4S"),
    Case(63, "AH QC 4S", "A", classic(), 15, "AH QC 4S"),
    Case(64, "AH QC 4S", "A", encyclopedia(), 29, "AH QC 4S"),
    Case(65, "2H QC 4S", "2", encyclopedia(), 29, "2H QC 4S"),
    Case(66, EIGHT_KINGS, "K", classic(), 2, "2H"),
    Case(67, EIGHT_KINGS, "K", encyclopedia(), 114, "KS KH KD KD KC KC 2H 5D 8C 9H", unique=False),
    Case(67, EIGHT_KINGS, "K", encyclopedia(**STRICT), 154, EIGHT_KINGS),
    Case(67, EIGHT_KINGS, "K", encyclopedia(**LENIENT), 24, "2H 5D 8C 9H"),
)
"""Points of a hand. The readings of a one-wild rule (strict, as the preset has it, lenient) are all here."""

SIX_MELDED = "7H 7S 7C 9D 10D JD"
SIX_POINTS = {"7H": 14, "7S": 14, "7C": 14, "10D": 19, "JD": 19, "9D": 20}

DISCARD_CASES = (
    DiscardCase(68, "7H 7S 7C 7D", "3", classic(), {"7H": 0, "7S": 0, "7C": 0, "7D": 0}),
    DiscardCase(69, SIX_MELDED, "5", classic(), SIX_POINTS),
    DiscardCase(69, SIX_MELDED, "5", encyclopedia(), SIX_POINTS),
    DiscardCase(70, SIX_MELDED, "5", classic(discard_to_go_out="optional"), SIX_POINTS, bare_out=True),
    DiscardCase(70, SIX_MELDED, "5", encyclopedia(discard_to_go_out="optional"), SIX_POINTS, bare_out=True),
    DiscardCase(71, "5H 6H 7H 8H 9H", "4", classic(), {"5H": 0, "9H": 0, "6H": 5, "8H": 9, "7H": 28}),
    DiscardCase(72, "3H KS KD KC", "3", classic(), {"3H": 0, "KS": 0, "KD": 0, "KC": 0}),
    DiscardCase(73, "3S 3H 5C 9D", "3", classic(), {"5C": 0, "9D": 0, "3S": 17, "3H": 17}),
    DiscardCase(74, "3S 3H 5C 9D", "3", encyclopedia(), {"3S": 29, "3H": 29, "9D": 35, "5C": 39}),
    DiscardCase(75, "QS QH 4D 8C 9C", "4", classic(), {"9C": 8, "8C": 9, "QS": 10, "QH": 10, "4D": 37}),
    DiscardCase(76, "2C 5D JH 3S", "3", classic(), {"JH": 10, "5D": 15, "3S": 17, "2C": 18}),
)
"""Hands after the draw, one card above the deal of their round: the points left by each discard."""

TWENTY_THREE = "9H 4D KH"

SCORE_CASES = (
    ScoreCase(93, TWENTY_THREE, "J", classic(double="jqk"), 23, 46),
    ScoreCase(94, TWENTY_THREE, "10", classic(double="jqk"), 23, 23),
    ScoreCase(94, TWENTY_THREE, "A", classic(double="jqk", rounds=13), 23, 23),
    ScoreCase(95, TWENTY_THREE, "J", classic(double="jqk", wrong_out=20), 23, 66, wrong_claims=1),
)
"""Points doubled where jacks, queens or kings are wild; a wrong claim is added undoubled."""

CALENDAR_CASES = (
    CalendarCase(96, classic(rounds="up-down"), {11: (13, "K"), 12: (13, "K"), 13: (12, "Q"), 22: (3, "3")}),
    CalendarCase(97, classic(rounds=13), {11: (13, "K"), 12: (14, "A"), 13: (15, "2")}),
)
"""What is dealt and what is wild in the longer games."""

DECKS_BY_PLAYERS = {2: 1, 3: 2, 4: 2, 5: 3, 8: 4}
"""Case 98: the decks in play by the number of players, where the rules leave it open."""

MELD_CASES = (
    MeldCase("ace-high", "AS KS QS", 5, {"ace": "high"}, True),
    MeldCase("ace-not-low", "AS 2S 3S", 5, {"ace": "high"}, False),
    MeldCase("wild-cannot-lift-a-high-ace-down", "AS 5H 3S", 5, {"ace": "high"}, False),
    MeldCase("round-the-corner", "KS AS 2S", 5, {"ace": "either"}, False),
    MeldCase("round-the-corner-with-wilds", "KS AS 2S 5H 5D", 5, {"ace": "either"}, False),
    MeldCase("plain-cards-agree-in-nothing", "5H 6S 7H", 7, {}, False),
    MeldCase("wild-at-an-end", "5H 6H 7D", 7, {}, True),
    MeldCase("two-wilds", "KS 7H 7D", 7, {"max_wilds": 2}, True),
    MeldCase("two-wilds-too-many", "KS 7H 7D", 7, {"max_wilds": 1}, False),
    MeldCase("wild-in-its-place-is-no-substitute", "5H 6H 7H", 7, {"max_wilds": 0}, True),
    MeldCase("wild-is-always-one", "5H 6H 7H", 7, {"max_wilds": 0, "wild_as_natural": False}, False),
    MeldCase("one-copy-in-its-place-one-substitute", "5H 6H 7H 7H", 7, {"max_wilds": 1}, True),
    MeldCase("only-one-copy-in-its-place", "5H 6H 7H 7H", 7, {"max_wilds": 0}, False),
    MeldCase("own-rank", "7H 7S 7D", 7, {"all_wild": "own-rank", "max_wilds": 0}, True),
    MeldCase("own-rank-joker-too-many", "7H 7S JK", 7, {"all_wild": "own-rank", "max_wilds": 0}, False),
    MeldCase("own-rank-needs-the-rank", "JK JK JK", 7, {"all_wild": "own-rank"}, False),
    MeldCase("own-rank-strict", "7H 7S 7D", 7, {"all_wild": "own-rank", "wild_as_natural": False}, False),
    MeldCase("own-rank-is-capped", "7H 7S 7D 7C", 7, {"all_wild": "own-rank", "max_set": 3}, False),
    MeldCase("free-wilds-are-not-capped", "7H 7S 7D 7C", 7, {"all_wild": "yes", "max_set": 3}, True),
    MeldCase("free-wilds-share-suits", "7H 7H 7S 7S 7D", 7, {"set_suits": "distinct"}, True),
    MeldCase("jokers-alone", "JK JK JK", 0, {}, True),
    MeldCase("jokers-alone-have-no-rank", "JK JK JK", 0, {"all_wild": "own-rank"}, False),
    MeldCase("above-the-cap-of-sets-but-a-run", "9S 7H 7D 7C", 7, {"max_set": 3}, True),
    MeldCase("above-the-cap-of-sets", "9S 9H 7D 7C", 7, {"max_set": 3}, False),
    MeldCase("wilds-take-the-missing-suits", "9S 9H 7D 7C", 7, {"set_suits": "distinct"}, True),
    MeldCase("no-fifth-suit", "9S 9H 9D 9C 7C", 7, {"set_suits": "distinct"}, False),
    MeldCase("equal-suits", "9S 9S 7C", 7, {"set_suits": "distinct"}, False),
    MeldCase("equal-suits-allowed", "9S 9S 7C", 7, {}, True),
    MeldCase("wild-ace-above-the-king", "AS KS JK", 1, {"ace": "high", "max_wilds": 1}, True),
    MeldCase("wild-ace-not-below-the-two", "AS 2S JK", 1, {"ace": "high", "max_wilds": 1}, False),
    MeldCase("wild-ace-below-the-two", "AS 2S JK", 1, {"ace": "low", "max_wilds": 1}, True),
    MeldCase("two-cards", "5H 6H", 7, {}, False),
    MeldCase("ace-to-ace", "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", 0, {"ace": "either"}, False),
    MeldCase("ace-to-ace-with-a-joker", "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS JK", 0, {"ace": "either"}, False),
    MeldCase("all-of-a-suit", "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", 0, {"ace": "either"}, True),
    MeldCase(
        "own-rank-has-no-plain-suits-to-differ",
        "7H 7H 7S 7S",
        7,
        {"all_wild": "own-rank", "set_suits": "distinct"},
        True,
    ),
    MeldCase("own-rank-has-four-suits", "7H 7H 7S 7S 7D", 7, {"all_wild": "own-rank", "set_suits": "distinct"}, False),
    MeldCase("own-rank-with-a-joker", "7H 7S 7D 7C JK", 7, {"all_wild": "own-rank", "max_wilds": 1}, True),
    MeldCase("no-limit-beside-a-plain-card", "KS 7H 7D 7C", 7, {"all_wild": "no"}, True),
    MeldCase("own-rank-of-aces", "AS AH JK", 1, {"all_wild": "own-rank", "ace": "either"}, True),
    MeldCase("one-wild-ace-in-its-place", "KS AS AS JK", 1, {"ace": "either", "max_wilds": 2}, True),
    MeldCase("wild-aces-at-one-end-only", "KS AS AS JK", 1, {"ace": "either", "max_wilds": 1}, False),
    MeldCase(
        "cheap-joker-beside-a-wild-in-its-place",
        "JK 3H 4H 5H",
        3,
        {"max_wilds": 0, "wild_points": 1, "joker_points": 1},
        False,
    ),
    MeldCase(
        "free-joker-beside-a-wild-in-its-place",
        "JK 8S 9S 10S",
        8,
        {"max_wilds": 0, "wild_points": 0, "joker_points": 0},
        False,
    ),
    MeldCase(
        "one-joker-too-many-beside-a-wild-in-its-place",
        "JK JK 8H 9H",
        8,
        {"max_wilds": 1, "wild_points": 0, "joker_points": 0},
        False,
    ),
    MeldCase(
        "free-wilds-beside-a-wild-in-its-place",
        "JK JK 6C 7C 8C 7S 7D",
        7,
        {"max_wilds": 3, "wild_points": 0, "joker_points": 0},
        False,
    ),
)
"""Single groups at the edges of what a meld is."""
