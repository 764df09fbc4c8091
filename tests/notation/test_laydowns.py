"""The notation of melds: groups, what wilds are stated to stand for, and flaws at their places."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies
from tests.cases import cards
from tt_solver.errors import DiagnosedError, NotationError
from tt_solver.game.cards import Card
from tt_solver.game.melds import Fault, Meld, Place, judge, readings
from tt_solver.game.rules import Rules
from tt_solver.notation.hands import parse_hand
from tt_solver.notation.laydowns import Claim, ClaimedMeld, as_claim, parse_claim
from tt_solver.output.diagnosis import diagnosis


def card(name: str) -> Card:
    return cards(name)[0]


def groups(text: str) -> list[str]:
    return [str(meld) for meld in parse_claim(text).melds]


TWO = ["7H 7S 7C", "9D 10D JD"]


@pytest.mark.parametrize(
    "text",
    [
        "7H 7S 7C | 9D 10D JD",
        "7h 7s 7c\n9d td jd\n",
        "(7H 7S 7C) (9D 10D JD)",
        "(7H 7S 7C)(9D 10D JD)",
        "[7H 7S 7C] and [9D 10D JD]",
        "{7H,7S,7C} {9D,10D,JD}",
        "[['7H', '7S', '7C'], ['9D', '10D', 'JD']]",
        "7♥7♠7♣ | 9-10-J of diamonds",
        "| 7H 7S 7C || 9D 10D JD |",
        "７H 7S 7C ｜ 9D 10D JD",
        "7H 7S 7C # | 8H 8S 8C\n# nothing here\n9D 10D JD",
        "set 7H 7S 7C | run 9D 10D JD",
        "Set: 7H 7S 7C | Run: 9D 10D JD",
        "7H 7S 7C (9D 10D JD)",
        "🂷 🂧 🃗 | D:9TJ",
    ],
)
def test_groups(text: str) -> None:
    """Groups stand between bars or line breaks or in brackets; inside, cards are written as in any hand."""
    assert groups(text) == TWO


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("5H 6H 7D=7H", card("7H")),
        ("5H 6H 7D(7H)", card("7H")),
        ("5H 6H 7D = 7h", card("7H")),
        ("5♥ 6♥ 7♦=7♥", card("7H")),
        ("5H 6H 7D=7♥\ufe0f", card("7H")),
        ("5H 6H JK=7H", card("7H")),
        ("5H 6H JK=10H", card("10H")),
        ("5H 6H 7D=seven of hearts", card("7H")),
        ("5H 6H 7D(seven of hearts)", card("7H")),
        ("5H 6H 7D( h7 )", card("7H")),
        ("5H 6H 7D＝7H", card("7H")),
        ("5H 6H KS=5", 5),
        ("5H 6H KS=K", 13),
        ("5H 6H KS=10", 10),
        ("5H 6H KS(ten)", 10),
        ("5H 6H KS=10s", card("10S")),
        ("5h6hks=1", 1),
        ("H:56 | H:5 6 | 5H 6H KS=A", 1),
    ],
)
def test_stated_places(text: str, place: Place) -> None:
    """A card or a rank right after a wild states what it stands for."""
    assert parse_claim(text).melds[-1].places == (None, None, place)


def test_several_places_and_spans() -> None:
    """Each card keeps its place in the text, wherever something is stated."""
    text = "(5H 6H 4D(7H)) | run 9C 4S=10C JC"
    claim = parse_claim(text)
    assert [text[start:end] for start, end in claim.spans] == ["5H", "6H", "4D", "9C", "4S", "JC"]
    assert claim.cards == cards("5H 6H 4D 9C 4S JC")
    assert [meld.places for meld in claim.melds] == [(None, None, card("7H")), (None, card("10C"), None)]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param(
            "7H 7x 7C | 8y=9z =5 | K",
            [
                "error: '7x' is not a card: no suit 'x'",
                "error: '8y' is not a card: no suit 'y'",
                "error: '9z' is not a card: no suit 'z'",
                "error: 'K' has no suit",
                "  7H 7x 7C | 8y=9z =5 | K",
                "     ^^      ^^ ^^      ^",
            ],
            id="all flaws of all groups",
        ),
        pytest.param(
            "=7H 5H", ["error: '=7H' does not follow a single card", "  =7H 5H", "  ^^^"], id="no card before"
        ),
        pytest.param(
            "5H | =7H", ["error: '=7H' does not follow a card", "  5H | =7H", "       ^^^"], id="in a group of its own"
        ),
        pytest.param(
            "5H 7D= 8H=", ["error: '=' names no card or rank", "  5H 7D= 8H=", "           ^"], id="nothing stated"
        ),
        pytest.param(
            "5H 7D=JK",
            ["error: 'JK' is not a place in a meld: a wild stands for a card or a rank", "  5H 7D=JK"],
            id="joker",
        ),
        pytest.param("5H 7D(7H 8H)", ["error: 2 cards instead of one", "  5H 7D(7H 8H)", "        ^^ ^^"], id="two"),
        pytest.param(
            "7D=7H=8H", ["error: '=8H' does not follow a single card", "  7D=7H=8H", "       ^^^"], id="twice"
        ),
        pytest.param("(5H 6H", ["error: '(' has no matching bracket", "  (5H 6H", "  ^"], id="bracket left open"),
        pytest.param(
            "5H 6H]", ["error: ']' has no matching bracket", "  5H 6H]", "       ^"], id="bracket never opened"
        ),
        pytest.param(
            "(5H 6H]",
            ["error: '(' has no matching bracket", "error: ']' has no matching bracket"],
            id="brackets of two kinds",
        ),
        pytest.param(
            "7H 7S\n8H 8x", ["error: '8x' is not a card: no suit 'x'", "  8H 8x", "     ^^"], id="in the second line"
        ),
        pytest.param(" | ", ["error: no melds"], id="no melds"),
    ],
)
def test_flaws(text: str, lines: list[str]) -> None:
    """Every flaw is told at once, with a caret under its place in the text as it was typed."""
    with pytest.raises(NotationError) as caught:
        parse_claim(text)
    told = diagnosis(caught.value).splitlines()
    assert [line for line in lines if line not in told] == []
    assert told[0] == lines[0]


def test_many_flaws_are_counted() -> None:
    """After twenty flaws the rest are counted."""
    with pytest.raises(NotationError) as caught:
        parse_claim("= | " * 50)
    assert len(caught.value.flaws) == 21
    assert caught.value.flaws[-1].message == "and 80 more"


def test_long_text_is_refused() -> None:
    """A text that is no laydown by its length alone is refused unread."""
    with pytest.raises(NotationError, match="too many for one laydown"):
        parse_claim("7H " * 10_000)


@settings(deadline=None)
@given(strategies.biased_texts() | strategies.any_texts(), strategies.biased_texts())
def test_any_text_is_read_or_diagnosed(first: str, second: str) -> None:
    """Every text is a claim whose cards stand at their places, or has a diagnosis."""
    text = f"{first}={second}"
    told = ""
    try:
        spans = parse_claim(text).spans
    except DiagnosedError as error:
        told = diagnosis(error)
        spans = tuple(span for flaw in error.flaws for span in flaw.spans)
    assert spans or told
    assert all(0 <= start < end <= len(text) for start, end in spans)


@settings(deadline=None)
@given(st.lists(strategies.hands(max_size=6), min_size=1, max_size=4), st.sampled_from([" | ", "\n", "|", " |\n"]))
def test_groups_of_any_hands(hands: list[list[Card]], bar: str) -> None:
    """Hands joined by bars are read as those hands."""
    text = bar.join(" ".join(map(str, hand)) for hand in hands)
    assert [meld.cards for meld in parse_claim(text).melds] == [parse_hand(" ".join(map(str, h))).cards for h in hands]


def test_claims_of_melds_and_cards() -> None:
    """Melds are claimed with their wilds in place, groups of cards with nothing stated."""
    meld = judge(cards("5H 6H 4D 8H"), 4, Rules())
    assert isinstance(meld, Meld)
    claim = as_claim([meld, cards("KS KD KC")])
    assert claim.melds[0] == ClaimedMeld(cards("5H 6H 4D 8H"), cards("5H 6H 7H 8H"))
    assert claim.melds[1] == ClaimedMeld(cards("KS KD KC"), (None, None, None))
    assert as_claim(claim) is claim
    assert as_claim("KS KD KC") == Claim(claim.melds[1:])


# -- the judge, held to places ----------------------------------------------------------------------------


def verdict(text: str, rules: Rules, wild: int = 7) -> str:
    """The places of the meld, or its faults."""
    (group,) = parse_claim(text).melds
    found = judge(group.cards, wild, rules, group.places)
    if isinstance(found, Meld):
        return " ".join(found.places)
    assert all(isinstance(fault, Fault) for fault in found)
    return "; ".join(fault.message for fault in found)


@pytest.mark.parametrize(
    ("text", "rules", "answer"),
    [
        pytest.param("5H 6H 7D", Rules(), "5H 6H 7H", id="86 nothing stated"),
        pytest.param("5H 6H 7D=4H", Rules(), "4H 5H 6H", id="86 below"),
        pytest.param("5H 6H 7D=7H", Rules(), "5H 6H 7H", id="86 above"),
        pytest.param(
            "5H 6H 7D=8H", Rules(), "6H and 7D=8H are not in order: there is no wild to fill the gap", id="gap"
        ),
        pytest.param("5H 6H 7D=7S", Rules(), "7D=7S and 5H differ in suit and in rank", id="another suit"),
        pytest.param("5H 6H 7D=6H", Rules(), "6H twice: a run holds each rank once", id="a place that is taken"),
        pytest.param("5H 6H=7H 7D", Rules(), "6H is not wild: it cannot stand for 7H", id="a natural stated otherwise"),
        pytest.param("5H=5H 6H=6 7D", Rules(), "5H 6H 7H", id="a natural stated as itself"),
        pytest.param("5H 6H 7D=7", Rules(), "5H 6H 7H", id="a rank in a run"),
        pytest.param("5H 6S 7D=7", Rules(), "6S and 5H differ in suit and in rank", id="a rank in no run"),
        pytest.param("5H 5S 7D=5", Rules(), "5S 5H 5", id="a rank in a set"),
        pytest.param("5H 5S 7D=5C", Rules(), "5S 5H 5", id="a card in a set"),
        pytest.param(
            "5H 5S 7D=6", Rules(), "5S and 7D=6 differ in rank; 5S and 5H differ in suit", id="another rank in a set"
        ),
        pytest.param(
            "5H 5S 7D=5S",
            Rules(set_suits="distinct"),
            "5S twice: the naturals of a set must differ in suit (set_suits)",
            id="a suit that is there",
        ),
        pytest.param("KS 7H=QS 7D", Rules(), "JS QS KS", id="one stated makes it a run"),
        pytest.param(
            "5H 6H 7H=8H 7D",
            Rules(max_wilds=1),
            "2 wilds stand for other cards, but at most 1 may (max_wilds)",
            id="out of its own place",
        ),
        pytest.param("5H 6H 7H 7D=8H", Rules(max_wilds=1), "5H 6H 7H 8H", id="in its own place"),
        pytest.param(
            "QS KS 7D=AS",
            Rules(),
            "7D=AS and QS are not in order: there is no wild to fill the gap (ace=low)",
            id="88 above the king",
        ),
        pytest.param("QS KS 7D", Rules(), "JS QS KS", id="88 order is free"),
        pytest.param("QS KS 7D=AS", Rules(ace="either"), "QS KS AS", id="88 above the king where aces are high"),
        pytest.param("7S 7H 7D=9", Rules(), "9 9 9", id="wilds alone of another rank"),
        pytest.param("7S=9S 7H=10S 7D", Rules(), "9S 10S JS", id="wilds alone as a run"),
        pytest.param(
            "7S=9S 7H=10H 7D", Rules(), "7S=9S and 7H=10H differ in suit and in rank", id="wilds alone as nothing"
        ),
        pytest.param("7S=9 7H=10 7D", Rules(), "nothing says which suit the run has", id="wilds alone of no suit"),
        pytest.param(
            "7S 7H 7D=9",
            Rules(all_wild="own-rank"),
            "7D=9: a meld of wilds is a set of the wild rank (all_wild)",
            id="wilds alone are of their rank",
        ),
        pytest.param("7S 7H 7D=7", Rules(all_wild="own-rank"), "7S 7H 7D", id="wilds alone of their rank"),
        pytest.param("7S 7H 7D", Rules(all_wild="no"), "only wilds: a meld needs a natural card (all_wild)", id="90"),
        pytest.param("5H 6S 7H", Rules(), "6S and 5H differ in suit and in rank", id="87"),
    ],
)
def test_held_to_places(text: str, rules: Rules, answer: str) -> None:
    """A wild that is stated to be a card must stand for it, and what makes that impossible is told."""
    found = verdict(text, rules)
    assert found == answer


def test_readings() -> None:
    """A group is read as a set and as a run at every place where it is legal, the highest first."""
    found = readings(cards("KS 7H 7D"), 7, Rules())
    assert [" ".join(meld.places) for meld in found] == ["KS K K", "JS QS KS"]
    found = readings(cards("5H 6H 7D"), 7, Rules())
    assert [" ".join(meld.places) for meld in found] == ["5H 6H 7H", "4H 5H 6H"]
    assert readings(cards("5H 6S 7D"), 7, Rules()) == ()
    assert readings(cards("5H 6H 7D"), 7, Rules(), [card("5S"), None, None]) == ()


def test_notes_of_a_claim() -> None:
    """What is unusual in a group or in a stated place is noted, as it is in a hand."""
    assert parse_claim("0h 7s=0s jh | 7h 7s 7c").notes == (
        "'0s' read as 10S: 0 is the ten",
        "'0h' read as 10H: 0 is the ten",
    )
