"""House rules: every option and value, the presets, house-rule files, and what they say of points."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from tests import mixes
from tests.program import ENVIRONMENT
from tt_solver.errors import RulesError, Span
from tt_solver.game.cards import CARDS, JOKER, Card, Suit
from tt_solver.game.rules import CLASSIC, OPTIONS, PRESETS, SUMMARIES, Rules, Value

PRESET_VALUES: list[tuple[str, dict[str, Value]]] = [
    ("classic", {"ace": "low", "max_wilds": "any", "all_wild": "yes", "wild_points": "face", "decks": "auto"}),
    ("classic-high-ace", {"ace": "either", "ace_points": "auto", "max_wilds": "any"}),
    ("encyclopedia", {"max_wilds": 1, "wild_as_natural": True, "all_wild": "no", "wild_points": 15, "decks": 2}),
    ("fourteens", {"rounds": 12, "max_wilds": 1, "decks": 2}),
    ("fifteens", {"rounds": 13, "wild_points": 15}),
    ("up-and-down", {"rounds": "up-down", "all_wild": "no"}),
    ("313", {"decks": 2, "max_wilds": "any"}),
    ("house", {"ace": "either", "ace_points": 15, "all_wild": "no", "wild_points": "face", "max_wilds": "any"}),
]


@pytest.mark.parametrize(("name", "values"), PRESET_VALUES)
def test_presets(name: str, values: dict[str, Value]) -> None:
    """Each preset has the values that its source gives it."""
    assert {option: PRESETS[name][option] for option in values} == values


def test_every_preset_is_described() -> None:
    """There is a line about every preset, and values are told for every one of them here."""
    assert set(SUMMARIES) == set(PRESETS) == {name for name, _ in PRESET_VALUES}


def test_fields_are_the_options() -> None:
    """`Rules` holds every option and nothing else that counts in comparing two tables."""
    for name in OPTIONS:
        assert CLASSIC[name] == getattr(CLASSIC, name)
    assert PRESETS["classic-high-ace"] == Rules(ace="either")
    assert hash(PRESETS["classic-high-ace"]) == hash(Rules(ace="either"))


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        ("ace", "Either", "either"),
        ("max_wilds", "any", "any"),
        ("max-wilds", " 0 ", 0),
        ("wild_as_natural", "NO", False),
        ("wild_as_natural", True, True),
        ("all_wild", "own_rank", "own-rank"),
        ("all_wild", False, "no"),
        ("max_set", "3", 3),
        ("jokers", 4, 4),
        ("face_points", "10", 10),
        ("face_points", "rank", "rank"),
        ("first_out", "-5", -5),
        ("rounds", "up-down", "up-down"),
        ("rounds", "13", 13),
        ("decks", "8", 8),
        ("wild_points", "999", 999),
    ],
)
def test_values_are_read(option: str, text: object, value: Value) -> None:
    """A value may be text in any case, a number or a truth value; names have hyphens or underscores."""
    assert CLASSIC.with_options({option: text})[option.replace("-", "_")] == value


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("ace", "middle"),
        ("max_wilds", -1),
        ("max_wilds", "1.5"),
        ("max_wilds", True),
        ("wild_as_natural", 2),
        ("max_set", 2),
        ("jokers", 5),
        ("ace_points", 1000),
        ("face_points", 11),
        ("first_out", 1),
        ("rounds", 14),
        ("rounds", "²"),
        ("decks", 0),
        ("decks", 9),
        ("decks", "9" * 5000),
        ("joker_points", None),
        ("joker_points", 1.0),
    ],
)
def test_values_out_of_range_are_refused(option: str, value: object) -> None:
    """A value that the option cannot have is refused, and the hint says what it may be."""
    with pytest.raises(RulesError) as caught:
        CLASSIC.with_options({option: value})
    assert option in caught.value.message
    assert OPTIONS[option].values in (caught.value.hint or "")


def test_constructor_validates() -> None:
    """A value that is not legal does not get in through the constructor either."""
    with pytest.raises(RulesError):
        Rules(jokers=7)
    with pytest.raises(RulesError):
        Rules(wild_as_natural=1)  # type: ignore[arg-type]


def test_all_mistakes_are_told_at_once() -> None:
    """Unknown options and values come in one error, each with the nearest name there is."""
    with pytest.raises(RulesError) as caught:
        CLASSIC.with_options({"max_wild": 1, "ace": "hihg", "jokers": 9})
    assert [flaw.hint for flaw in caught.value.flaws] == [
        "did you mean max_wilds?",
        "did you mean high? it may be: low, high, either",
        "did you mean joker_points=9? it may be: 0 to 4",
    ]


def test_unknown_preset_suggests_the_nearest() -> None:
    """A preset that is not there is an error that names the nearest one."""
    with pytest.raises(RulesError) as caught:
        Rules.preset("encylopedia")
    assert caught.value.hint == "did you mean encyclopedia?"


def test_origins() -> None:
    """Each option knows the preset, file or caller that set it, and `changed` holds what no preset did."""
    rules = PRESETS["fifteens"].with_options({"ace": "low"}, origin="command line")
    assert rules.origins["rounds"] == "preset fifteens"
    assert rules.origins["max_wilds"] == "preset encyclopedia"
    assert rules.origins["double"] == "preset classic"
    assert rules.origins["ace"] == "command line"
    assert (rules.name, rules.changed) == ("fifteens", {"ace": "low"})
    assert Rules(double="jqk").changed == {"double": "jqk"}
    assert all(not preset.changed for preset in PRESETS.values())


def test_file_of_house_rules(tmp_path: Path) -> None:
    """A file names the preset it stands on and the options on top, with hyphens or underscores."""
    path = tmp_path / "table.toml"
    path.write_text('\ufeffbased-on = "encyclopedia"\nmax-wilds = 2\nwild_as_natural = false\n', encoding="utf-8")
    rules = Rules.named(str(path))
    assert (rules.name, rules.changed) == ("encyclopedia", {"max_wilds": 2, "wild_as_natural": False})
    assert rules.origins["max_wilds"] == f"file {path}"


@pytest.mark.parametrize(
    ("text", "message", "span"),
    [
        ('based-on = "clasic"\n', "there is no preset 'clasic'", Span(0, 8)),
        ('ace = "low"\nacepoints = 3\n', "there is no rule option 'acepoints'", Span(12, 21)),
        ("# mine\njokers = 17\n", "jokers cannot be 17", Span(7, 13)),
        ("[ace]\nlow = 1\n", "ace cannot be {'low': 1}", Span(1, 4)),
        ("ace = low\n", "not TOML: invalid value", Span(6, 7)),
        ("max_set = 3\nmax-set = 4\n", "max_set is given twice", Span(12, 19)),
        ('ace = "low\n', "not TOML: illegal character '\\n'", Span(10, 11)),
    ],
)
def test_mistakes_in_a_file_have_their_place(tmp_path: Path, text: str, message: str, span: Span) -> None:
    """What is wrong in a file is told with the file and the place of the key."""
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        Rules.load(path)
    assert str(caught.value) == f"{path}: {message}"
    assert [place for flaw in caught.value.flaws for place in flaw.spans] == [span]


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("jokers", "no", "it may be: 0 to 4"),
        ("wild_as_natural", "noo", "did you mean no? it may be: yes, no"),
        ("ace", "hihg", "did you mean high? it may be: low, high, either"),
    ],
)
def test_hints_name_what_is_legal(name: str, value: str, hint: str) -> None:
    """What a hint asks for can be given."""
    with pytest.raises(RulesError) as caught:
        CLASSIC.with_options({name: value})
    assert [flaw.hint for flaw in caught.value.flaws] == [hint]


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b"a = " + b"[" * 100_000])
def test_files_that_cannot_be_read(tmp_path: Path, content: bytes | None) -> None:
    """A file that is missing, not text or nested beyond reason is a rules error like any other."""
    path = tmp_path / "table.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RulesError):
        Rules.named(str(path))


def test_rules_travel_between_processes() -> None:
    """Rules survive pickling with their origins, and count as the same key where texts have other hashes."""
    rules = PRESETS["house"].with_options({"jokers": 2})
    hash(rules)
    copy = pickle.loads(pickle.dumps(rules))
    assert (copy, copy.changed, copy.name) == (rules, rules.changed, rules.name)
    code = "import pickle, sys; copy, name = pickle.load(sys.stdin.buffer)\n"
    code += "made = type(copy).preset(name).with_options(copy.changed); print(made in {copy}, hash(name))"
    told = [
        subprocess.run(
            [sys.executable, "-c", code],
            input=pickle.dumps((rules, rules.name)),
            env={**ENVIRONMENT, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout.split()
        for seed in ("1", "2")
    ]
    assert [found for found, _ in told] == [b"True", b"True"]
    assert told[0][1] != told[1][1]


@pytest.mark.parametrize(
    ("rules", "card", "wild", "points"),
    [
        (Rules(), "AS", 3, 1),
        (Rules(ace="either"), "AS", 3, 15),
        (Rules(ace="high"), "AS", 3, 15),
        (Rules(ace="either", ace_points=1), "AS", 3, 1),
        (Rules(ace_points=15), "AS", 3, 15),
        (Rules(), "7S", 7, 7),
        (Rules(wild_points=0), "7S", 7, 0),
        (Rules(wild_points=15), "8S", 7, 8),
        (Rules(wild_points=15), "AS", 1, 15),
        (Rules(ace_points=11), "AS", 1, 11),
        (Rules(), "QS", 3, 10),
        (Rules(face_points="rank"), "QS", 12, 12),
        (Rules(joker_points=50), "JK", 3, 50),
    ],
)
def test_points_of_a_leftover_card(rules: Rules, card: str, wild: int, points: int) -> None:
    """A leftover card costs what the scoring options say, a wild its own value where one is set."""
    by_name = {str(card): card for card in CARDS}
    assert rules.card_points(by_name[card], wild) == points


def test_wilds() -> None:
    """Jokers and the cards of the wild rank are wild, and nothing else."""
    wild = [card for card in CARDS if CLASSIC.is_wild(card, 5)]
    assert wild == [*(Card.of(5, suit) for suit in Suit), JOKER]


@pytest.mark.parametrize(("wild", "factor"), [(0, 1), (1, 1), (10, 1), (11, 2), (12, 2), (13, 2)])
def test_doubling(wild: int, factor: int) -> None:
    """Points count twice where jacks, queens or kings are wild and the house doubles."""
    assert Rules(double="jqk").multiplier(wild) == factor
    assert CLASSIC.multiplier(wild) == 1


@pytest.mark.parametrize(("players", "decks"), [(None, 2), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (8, 4), (40, 8)])
def test_decks(players: int | None, decks: int) -> None:
    """One deck serves two players, and two are in play where nobody said; a number set outright stands."""
    assert CLASSIC.deck_count(players) == decks
    assert PRESETS["313"].deck_count(players) == 2


def test_random_tests_know_every_option() -> None:
    """Every option is mixed into random rules, or known to have no say in the answer for one hand."""
    assert mixes.CHOICES.keys() | mixes.OTHERS == OPTIONS.keys()
