"""What Hypothesis draws: cards, hands, house rules, and texts a player could have meant as a hand."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from tests import mixes
from tt_solver.game.cards import CARDS, RANK_NAMES, Card
from tt_solver.game.rules import PRESETS, Rules

RANK_FORMS = ((), *(((name, name.lower()) if name.isalpha() else (name,)) for name in RANK_NAMES[1:]))
"""How each rank may be typed in front of a suit, by rank."""

OTHER_RANK_FORMS = {1: ("1",), 10: ("T", "t"), 11: ("11",), 12: ("12",), 13: ("13",)}

JOKER_FORMS = ("JK", "jk", "Jkr", "JOKER", "joker", "*")

PLAIN_GAPS = (" ", ", ", "  ", ",", "\t", " ,\n", "\u00a0", "\x1c")
"""What may stand between cards in a hand that is read without the full reader."""


def cards() -> st.SearchStrategy[Card]:
    """Any card, the joker too."""
    return st.sampled_from(CARDS)


def hands(min_size: int = 1, max_size: int = 14) -> st.SearchStrategy[list[Card]]:
    """Cards in any order, any of them any number of times."""
    return st.lists(cards(), min_size=min_size, max_size=max_size)


def plain_forms(card: Card) -> list[str]:
    """Every way to type a card by itself with letters, digits and filled signs."""
    if card.suit is None:
        return list(JOKER_FORMS)
    ranks = [*RANK_FORMS[card.rank], *OTHER_RANK_FORMS.get(card.rank, ())]
    suits = [card.suit.letter, card.suit.letter.lower(), card.suit.sign]
    return [form for rank in ranks for suit in suits for form in (rank + suit, suit + rank)]


@st.composite
def plain_texts(draw: st.DrawFn) -> tuple[list[Card], str]:
    """A hand, and a text of it in plain forms with spaces and commas between them."""
    hand = draw(hands())
    gaps = st.sampled_from(PLAIN_GAPS)
    text = "".join(draw(gaps) + draw(st.sampled_from(plain_forms(card))) for card in hand)
    return hand, text


def biased_texts(max_size: int = 30) -> st.SearchStrategy[str]:
    """Texts of pieces that mean something in a hand, in no sensible order, with a few strangers."""
    pieces = [
        *"AKQJT1234567890shdcSHDC♠♥♦♣♡:-,.#*xX' |[(\n",
        " of ",
        " hearts ",
        " seven ",
        "JK",
        "10",
        " and ",
        "jokers",
    ]
    strangers = [
        "🂷",
        "🂬",
        "🃏",
        "\ufe0f",
        "\u200f",
        "\ufeff",
        "â™¥",
        "К",
        "ß",
        "７",
        "۷",
        "\x00",
        "\ud83c",
        "e\u0301",
        "½",
    ]
    return st.lists(st.sampled_from([*pieces, *strangers]), max_size=max_size).map("".join)


def any_texts() -> st.SearchStrategy[str]:
    """Texts of any characters at all, lone surrogates among them."""
    return st.text(st.characters(exclude_categories=()), max_size=60)


def rules_mixes() -> st.SearchStrategy[Rules]:
    """House rules: any preset with any of the options of `mixes.CHOICES` on top."""
    options: dict[Any, Any] = {name: st.sampled_from(values) for name, values in mixes.CHOICES.items()}
    presets = st.sampled_from(list(PRESETS.values()))
    return st.builds(Rules.with_options, presets, st.fixed_dictionaries({}, optional=options))


@st.composite
def hands_in_play(draw: st.DrawFn, *, min_size: int = 1, max_size: int = 10) -> mixes.Hand:
    """A hand of one to three decks with its wild rank and rules; half the cards are of a rare shape."""
    rules = draw(rules_mixes())
    wild = draw(st.integers(0, 13))
    cards = mixes.shoe(rules, draw(st.integers(1, 3)))
    favoured = mixes.favourites(random.Random(draw(st.integers(0, 999))), wild)
    places = st.sampled_from(range(len(cards)))
    shaped = [place for place, card in enumerate(cards) if card in favoured]
    least = draw(st.integers(min_size, max_size))  # or else most hands are small
    drawn = draw(st.lists(st.sampled_from(shaped or [0]) | places, min_size=least, max_size=max_size, unique=True))
    return tuple(cards[place] for place in drawn), wild, rules
