"""Reading hands: what players write is read, and everything else is told with its place."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.program import ENVIRONMENT
from tests.strategies import PLAIN_GAPS, any_texts, biased_texts, cards, hands, plain_forms, plain_texts
from tt_solver.errors import MAX_FLAWS, Flaw, NotationError, Span
from tt_solver.game.cards import CARDS, JOKER, KING, Card, Suit
from tt_solver.notation.free_form import _Reader, read_hand
from tt_solver.notation.hands import MAX_LENGTH, Hand, parse_card, parse_hand, parse_rank
from tt_solver.notation.spellings import ENGLISH, FIRST_GLYPH, Lexicon, glyph_card


def general(text: str) -> Hand:
    """The hand as the general reader reads it, without the short cut for plain hands."""
    cards, spans, notes = read_hand(text)
    return Hand(cards, text, spans, notes)


def flaws(text: str) -> list[Flaw]:
    """The flaws of a text that cannot be read."""
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert caught.value.text == text
    return list(caught.value.flaws)


def flaw(text: str) -> Flaw:
    """The only flaw of a text."""
    (only,) = flaws(text)
    return only


T = TypeVar("T")


def outcome(read: Callable[[str], T], text: str) -> T | NotationError:
    """What a reader makes of a text. Any exception but a NotationError is a failure."""
    try:
        return read(text)
    except NotationError as error:
        return error


def places(text: str, found: Flaw | Hand) -> list[str]:
    """What stands in the text at the places of a flaw or of the cards."""
    return [text[start:end] for start, end in found.spans]


READ = {
    # One card
    "7H": "7H",
    "7h": "7H",
    "Th": "10H",
    "10h": "10H",
    "As": "AS",
    "as": "AS",
    "H7": "7H",
    "S10": "10S",
    "DA": "AD",
    "7♥": "7H",
    "10♣": "10C",
    "9 ♥": "9H",
    "9\u00a0♥ 8 ♠": "9H 8S",
    "♥7": "7H",
    "♠5-♠6-♠7": "5S 6S 7S",
    "♡4 ♤5 ♢6 ♧7": "4H 5S 6D 7C",
    "5♣\ufe0f ♥\ufe0f6": "5C 6H",
    "7❤\ufe0f 🔟♦\ufe0f 7\ufe0f\u20e3♠\ufe0f": "7H 10D 7S",
    "🂷 🃎 🃏": "7H KD JK",
    "🂷🃎🃏🂿🃟🂡🂮🂭🂫": "7H KD JK JK JK AS KS QS JS",
    # Words
    "seven of hearts": "7H",
    "7 of hearts": "7H",
    "Queen Hearts": "QH",
    "ACE OF SPADES": "AS",
    "knave of clubs deuce diamonds trey of spade": "JC 2D 3S",
    "10 of diamonds, 13 clubs": "10D KC",
    "queen of hearts and king of hearts": "QH KH",
    "queen-of-hearts": "QH",
    "queen of ♥ 7 of h": "QH 7H",
    "Queen ♥": "QH",
    "7hearts AceHearts 10ofClubs JackOfSpades Kdiamonds": "7H AH 10C JS KD",
    "ten♥ ♥K queen♠": "10H KH QS",
    "♥ten ♠queen": "10H QS",
    "♥ten nine ♠king♣ace": "10H 9H KS AC",
    "ten♥king♠ 7hearts8spades": "10H KS 7H 8S",
    "hearts7 spadesAce clubs10": "7H AS 10C",
    "the 7 of hearts and the queen of spades": "7H QS",
    "7_of_hearts queen_of_spades ace-of-club": "7H QS AC",
    # What chats write for signs
    "7:hearts: 10:clubs: K:spades:": "7H 10C KS",
    ":hearts:7 :spades: A K": "7H AS KS",
    "7:hearts:7:spades:": "7H 7S",
    "S:AK :hearts: 7": "AS KS 7H",
    # Groups
    "A-2-3 of hearts": "AH 2H 3H",
    "8-9-10-J-Q of clubs": "8C 9C 10C JC QC",
    "AKQ of spades, 7 and 8 hearts": "AS KS QS 7H 8H",
    "S:AKQ H:7 D:- C:T9": "AS KS QS 7H 10C 9C",
    "S: A K Q, H: 7 D: – C: 10 9": "AS KS QS 7H 10C 9C",
    "hearts: 7 8 9": "7H 8H 9H",
    "♠AKQ": "AS KS QS",
    "♠AKQ♥7": "AS KS QS 7H",
    "♠ A K Q ♥ 7 6": "AS KS QS 7H 6H",
    "♠5-6-7": "5S 6S 7S",
    "♥-7": "7H",
    "9 ♥ - 7 ♦": "9H 7D",
    "♠AKQ ♥- ♦7": "AS KS QS 7D",
    "♠AKQ ♥ – ♦ 7": "AS KS QS 7D",
    "♠ A K Q ♥ - ♦ 7 ♣ -": "AS KS QS 7D",
    ":spades:AK :hearts: - :clubs:7": "AS KS 7C",
    "♠AK 7 ♥": "AS KS 7H",
    "♥7 8 of clubs": "7H 8C",
    "S:A K ♥ 7": "AS KS 7H",
    "S:AKQ 7H": "AS KS QS 7H",
    "HAKQ": "AH KH QH",
    "HAK": "AH KH",
    "AKQ.7..T9": "AS KS QS 7H 10C 9C",
    "JK.7..": "JS KS 7H",
    "...A": "AC",
    "S:1098": "10S 9S 8S",
    # Ranks
    "t♥ 0h 1h 10h": "10H 10H AH 10H",
    "11h 12d 13c h11": "JH QD KC JH",
    "7-8 of hearts A-5-K of clubs 7S-9H": "7H 8H AC 5C KC 7S 9H",
    "- 7H\n- 9H": "7H 9H",
    # Jokers
    "JK jkr Joker * 🃏": "JK JK JK JK JK",
    "S:QJK": "QS JS KS",
    "S:JK": "JS KS",
    "S: JK": "JS KS",
    "S:AQ JK": "AS QS JK",
    "JK of hearts": "JH KH",
    "J♥ JH": "JH JH",
    # Run together
    "7h7s7c": "7H 7S 7C",
    "10hjhqh": "10H JH QH",
    "h7s7c7": "7H 7S 7C",
    "7♥8♥": "7H 8H",
    "♥7♥8": "7H 8H",
    "KD DK": "KD KD",
    "10s": "10S",
    # Between cards
    "7H,8H;9H/10H-JH+QH|KH\nAS": "7H 8H 9H 10H JH QH KH AS",
    "[7H, 7S] (8H) {9H}": "7H 7S 8H 9H",
    "['7H', \"7S\"] “8H”": "7H 7S 8H",
    "7H، 8H؛ 9H、 JK": "7H 8H 9H JK",
    "7H and 8H und 9H et 10H y JH en QH و KH": "7H 8H 9H 10H JH QH KH",
    "7♥, 8♥ & 9♥": "7H 8H 9H",
    "• 7H · 8H – 9H": "7H 8H 9H",
    "7H # 8H 9x\n10H": "7H 10H",
    "7H#x": "7H",
    # Characters
    "۷♥ ٧♠": "7H 7S",
    "７Ｈ　１０♦": "7H 10D",
    "\ufeff7\u200eH\u200b \u202a8H\u202c": "7H 8H",
    "𝟟𝐡": "7H",
}


@pytest.mark.parametrize(("text", "canonical"), READ.items())
def test_what_players_write_is_read(text: str, canonical: str) -> None:
    """Every form in use gives its cards in the order they were typed, in capital letters as in small."""
    hand = parse_hand(text)
    assert str(hand) == canonical
    assert (hand.text, len(hand.spans)) == (text, len(hand))
    assert str(parse_hand(text.upper())) == str(parse_hand(text.lower())) == canonical


REFUSED = {
    # text: (what the carets stand under, the message, a part of the hint)
    "7x": (["7x"], "'7x' is not a card: no suit 'x'", "suits are S H D C or the suit signs, as in 7H"),
    "7Herz": (["7Herz"], "'7Herz' is not a card: no suit 'Herz'", "words of other languages are not read yet"),
    "BH": (["BH"], "'BH' is not a card: no rank 'B'", "ranks are A 2 to 10 J Q K"),
    "dame♥": (["dame♥"], "'dame♥' is not a card: no rank 'dame'", "words of other languages are not read yet"),
    "15h": (["15h"], "'15h' is not a card: no rank '15'", "ranks are"),
    "h15": (["h15"], "'h15' is not a card: no rank '15'", "ranks are"),
    "15": (["15"], "'15' is not a card: no rank '15'", "ranks are"),
    "14h": (["14h"], "'14h' is not a card: 14 is not a rank in this game", "an ace is A or 1"),
    "S:14": (["14"], "'14' is not a card: 14 is not a rank in this game", "an ace is A or 1"),
    "B": (["B"], "'B' is neither a rank nor a suit", "cards are written as in 7H"),
    "Dame": (["Dame"], "'Dame' is not an English word", "words of other languages are not read yet"),
    "sevn of hearts": (["sevn"], "'sevn' is not a card", "did you mean seven?"),
    "7 of heatrs": (["heatrs"], "'heatrs' is not a suit", "did you mean hearts?"),
    "7 of zz": (["zz"], "'zz' is not a suit", "suits are"),
    "7-7-7": (["7", "7", "7"], "'7', '7', '7' have no suit", "write a suit"),
    "7H 8": (["8"], "'8' has no suit", "or one suit after all of them, as in A-2-3 of hearts"),
    "A-2-3♥": (["A", "2"], "'A', '2' have no suit", "of hearts"),
    "9 ♥ 8": (["8"], "'8' has no suit", "write a suit"),
    "D:-7": (["7"], "'7' has no suit", "write a suit"),
    "HAK 7": (["7"], "'7' has no suit", "write a suit"),
    "H": (["H"], "'H' has no rank", "write a rank"),
    "♥": (["♥"], "'♥' has no rank", "write a rank"),
    "♥- ♠": (["♠"], "'♠' has no rank", "write a rank"),
    "♥7, ♠": (["♠"], "'♠' has no rank", "write a rank"),
    "♠ A ♥": (["♥"], "'♥' has no rank", "write a rank"),
    "hearts": (["hearts"], "'hearts' has no rank", "write a rank"),
    "7H of hearts": (["of hearts"], "'of hearts' has no rank", "write a rank"),
    "S:": (["S:"], "'S:' has no rank", "write a rank"),
    "S:7H": (["S:"], "'S:' has no rank", "write a rank"),
    "S: 7 of hearts": (["S:"], "'S:' has no rank", "write a rank"),
    "DH": (["DH"], "'DH' has no rank", "write a rank"),
    "7 of": (["7 of"], "'7 of' names no suit", "suits are"),
    "of 7H": (["of"], "'of' names no suit", "suits are"),
    "7 H": (["7 H"], "'7 H' is not a card: the suit is separate from the rank", "did you mean 7H?"),
    "AK H": (["AK H"], "'AK H' is not a card: the suit is separate from the rank", "after all of them"),
    "7H S": (["S"], "'S' has no rank", "write a rank"),
    "7:h": (["7:"], "'7:' is not a card: no suit stands before the colon", "as in S:AKQ"),
    "hand: 7H": (["hand:"], "'hand:' is not a card: no suit stands before the colon", "as in S:AKQ"),
    "S7H": (["S7H"], "'S7H' does not split into cards", "put a space between cards"),
    "7h7": (["7h7"], "'7h7' does not split into cards", "put a space between cards"),
    "7hjk": (["7hjk"], "'7hjk' does not split into cards", "put a space between cards"),
    "♠AK♥": (["♠AK♥"], "'♠AK♥' does not split into cards", "put a space between cards"),
    "789h": (["789h"], "'789h' is not a card: no rank '789'", "did you mean 7H 8H 9H?"),
    "AKQs": (["AKQs"], "'AKQs' does not split into cards", "did you mean AS KS QS?"),
    "79♥": (["79♥"], "'79♥' is not a card: no rank '79'", "did you mean 7H 9H?"),
    "100h": (["100h"], "'100h' is not a card: no rank '100'", "ranks are"),
    "S:123": (["123"], "'123' is not clear: A 2 3, or Q 3", "put a space between ranks"),
    "♠145": (["♠145"], "'♠145' is not clear: A 4 5, or 14 5", "put a space between ranks"),
    "♥7 8 9 of clubs": (["♥7 8 9 of clubs"], "'♥7 8 9 of clubs' is not clear: 7H 8H 9C, or 7H 8C 9C", "write a suit"),
    "S: 7 8 9 of clubs": (["S: 7 8 9 of clubs"], "'S: 7 8 9 of clubs' is not clear: 7S 8S 9C, or 7S 8C 9C", "write"),
    "S: A K ♥ - ♦7": (["K ♥"], "'K ♥ -' is not clear: KH, or KS and no hearts", "write each card"),
    "7-9 of hearts, ks": (["7-9"], "'7-9' is not clear: 7H 9H, or all cards from 7H to 9H", "write 7H 9H; for a run"),
    "ks ♥7–9": (["♥7–9"], "'♥7–9' is not clear: 7H 9H, or all cards from 7H to 9H", "write every card"),
    "H: 9 - 7 ks": (["9 - 7"], "'9 - 7' is not clear: 9H 7H, or all cards from 9H to 7H", "write every card"),
    "7H-9H, KS-KD": (["7H-9H"], "'7H-9H' is not clear: 7H 9H, or all cards from 7H to 9H", "write every card"),
    "7 to 9 of hearts": (["to"], "'to' is not a card", "for a run, write every card"),
    "7..9 of hearts": (["7..9"], "'7..9' is not a card: dots are not read here", "for a run, write every card"),
    "7…9♥": (["7…9♥"], "'7…9♥' is not a card: dots are not read here", "for a run, write every card"),
    "2 10h 9h 8h kd": (["2"], "'2' has no suit", "if 2 is the round, write -r 2"),
    "X": (["X"], "'X' is not a card: X is not read", "write 10 or T for the ten, and JK for a joker"),
    "Xh": (["Xh"], "'Xh' is not a card: X is not read", "write 10 or T"),
    "hX": (["hX"], "'hX' is not a card: X is not read", "write 10 or T"),
    "X1": (["X1"], "'X1' is not a card: numbers of copies are not read", "each joker as JK"),
    "7H x2": (["x2"], "'x2' is not a card: numbers of copies are not read", "as in 7H 7H"),
    "2×7H": (["2×7H"], "'2×7H' is not a card: numbers of copies are not read", "as in 7H 7H"),
    "7H*2": (["7H*2"], "'7H*2' is not a card: numbers of copies are not read", "as in 7H 7H"),
    "two jokers": (["two jokers"], "'two jokers' is more than one card", "write each copy"),
    "7H kings": (["kings"], "'kings' is more than one card", "write each copy"),
    "**": (["**"], "'**' is not a card", "write each joker * by itself"),
    "7-h": (["7-h"], "'7-h' is not a card: the suit is separate from the rank", "did you mean 7H?"),
    "ten h": (["ten h"], "'ten h' is not a card: the suit is separate from the rank", "did you mean 10H?"),
    "**7H**": (["**7H**"], "'**7H**' is not a card: '*' is not read here", "did you mean 7H?"),
    "7H.": (["7H."], "'7H.' is not a card: dots are not read here", "did you mean 7H?"),
    "AKQ.7.T9": (["AKQ.7.T9"], "'AKQ.7.T9' is not a card: dots are not read here", "as in AKQ.7..T9"),
    "AKQ.7..T9 7H": (["AKQ.7..T9"], "'AKQ.7..T9' is not a card: dots are not read here", "a whole hand"),
    "AKQ.x..T9": (["AKQ.x..T9"], "'AKQ.x..T9' is not a card: dots are not read here", "a whole hand"),
    "7D=7H": (["7D=7H"], "'7D=7H' is not a card: '=' is not read here", "did you mean 7D 7H?"),
    "1Oh": (["1Oh"], "'1Oh' is not a card: no suit 'Oh'", "did you mean 10H?"),
    "К♥": (["К♥"], "'К♥' is not a card: no rank 'К'", "did you mean KH? 'К' is U+041A, a letter of another alphabet"),
    "Кh": (["Кh"], "'Кh' is not a card: no rank 'К'", "did you mean KH?"),
    "7с": (["7с"], "'7с' is not a card: no suit 'с'", "did you mean 7C? 'с' is U+0441, a letter of another alphabet"),
    "Т♥": (["Т♥"], "'Т♥' is not a card: no rank 'Т'", "'Т' is U+0422, a letter of another alphabet: write ranks as"),
    "В♥": (["В♥"], "'В♥' is not a card: no rank 'В'", "'В' is U+0412, a letter of another alphabet: write ranks as"),
    "τ♥": (["τ♥"], "'τ♥' is not a card: no rank 'τ'", "'τ' is U+03C4, a letter of another alphabet: write ranks as"),
    "ас": (["ас"], "'ас' is not a card", "'а' is U+0430 and 'с' is U+0441, letters of another alphabet: write"),
    "oh": (["oh"], "'oh' is not a card: no rank 'o'", "ranks are"),
    "id": (["id"], "'id' is not a card: no rank 'i'", "ranks are"),
    "lOh": (["lOh"], "'lOh' is not a card", "did you mean 10H?"),
    "7 de cœur": (["de", "cœur"], "'de', 'cœur' are not English words", "words of other languages are not read yet"),
    "Herz: 7 8": (["Herz:"], "'Herz:' is not an English word", "words of other languages are not read yet"),
    "7 of coeur": (["coeur"], "'coeur' is not an English word", "words of other languages are not read yet"),
    "7-8 дама 5H 9 червы": (
        ["дама", "червы"],
        "'дама', 'червы' are not English words",
        "words of other languages are not read yet",
    ),
    "7🖤": (["7🖤"], "'7🖤' is not a card: no suit '🖤'", "suits are"),
    "🂬": (["🂬"], "'🂬' is not a card of this game: a knight", "cards are"),
    "🂠": (["🂠"], "'🂠' is not a card of this game: the back of a card", "cards are"),
    "🃠": (["🃠"], "'🃠' is not a card of this game: a trump of the tarot", "cards are"),
    "\U0001f0f6": (["\U0001f0f6"], "'<U+1F0F6>' is not a card of this game: not a playing card", "cards are"),
    "8\x07": (["8\x07"], "'8<U+0007>' is not a card: it has a character that cannot be printed", "delete"),
    "7â™¥ 8H 9â™\xa0": (["7â™¥", "9â™\xa0"], "'7â™¥' is broken: the text looks like UTF-8 read as Latin-1", "as UTF-8"),
    "7â\x99¥": (["7â\x99¥"], "'7â<U+0099>¥' is broken: the text looks like UTF-8 read as Latin-1", "as UTF-8"),
    "ðŸ‚·": (["ðŸ‚·"], "'ðŸ‚·' is broken: the text looks like UTF-8 read as Latin-1", "S H D C"),
    "7ΓÖÑ": (["7ΓÖÑ"], "'7ΓÖÑ' is broken: the text looks like UTF-8 read as code page 437", "S H D C"),
    "7\udce2\udc99": (
        ["7\udce2\udc99"],
        "'7<U+DCE2><U+DC99>' is broken: some of its bytes could not be decoded",
        "read the text as UTF-8",
    ),
    "7\ufffd": (["7\ufffd"], "'7�' is broken: some of its bytes could not be decoded", "read the text as UTF-8"),
}


@pytest.mark.parametrize(("text", "told"), REFUSED.items())
def test_what_is_wrong_is_told_where_it_stands(text: str, told: tuple[list[str], str, str]) -> None:
    """Every kind of flaw has a message of its own, its place in the text and a way out."""
    found = flaw(text)
    carets, message, hint = told
    assert (places(text, found), found.message) == (carets, message)
    assert found.hint is not None
    assert hint in found.hint


@pytest.mark.parametrize("text", ["", " \t\n", ",;|", "# 7H", "()", "and", "...", "S:- H:-", "♥- ♠-", "\ufeff"])
def test_a_text_without_a_card_is_no_hand(text: str) -> None:
    """Nothing, or nothing but separators, comments and void suits, is refused."""
    assert "cards" in flaw(text).message or "dots" in flaw(text).message


def test_all_flaws_are_told_at_once_in_the_order_of_the_text() -> None:
    """A bad item neither hides the next one nor takes a good one with it."""
    text = "4s 7x Kd 9 joker 8H of B♥ 14c [Z] 7â™¥ 10s"
    found = flaws(text)
    assert [places(text, one)[0] for one in found] == ["7x", "9", "B♥", "14c", "Z", "7â™¥"]
    with pytest.raises(NotationError, match="no suit 'x'") as caught:
        parse_hand(text)
    assert caught.value.column == 4


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("10h Th t♥ 7S", []),
        ("0h 7s ♥0", ["'0h', '♥0' read as 10H 10H: 0 is the ten"]),
        ("S:A0K 0 of hearts", ["'0', '0 of hearts' read as 10S 10H: 0 is the ten"]),
        ("S: JK", ["'JK' next to a suit read as a jack and a king, not as a joker"]),
        ("jk, JK of hearts", ["'JK' next to a suit read as a jack and a king, not as a joker"]),
        ("S:AQ JK", []),
        ("AKQ.7..T9", ["'AKQ.7..T9' read in the order of suits S H D C: AS KS QS 7H 10C 9C"]),
        ("2 10 9 8 of hearts kd", ["'2' read as the card 2H; to give the round, use -r 2"]),
        ("2 10 9 8 of hearts kd ks", ["'2' read as the card 2H; to give the round, use -r 2"]),
        ("2 10 9 8 of hearts", []),
        ("2, 10 9 8 of hearts kd", []),
        ("7 8 9 of hearts", []),
    ],
)
def test_unusual_readings_are_noted(text: str, notes: list[str]) -> None:
    """What is unusual and read has a note that shows how it was read; what is usual has none."""
    assert list(parse_hand(text).notes) == notes


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        ("S:AK 7x 9", ["7x"]),
        ("S:x", ["x"]),
        ("8z of hearts", ["8z"]),
        ("7 8z 9 of hearts", ["8z"]),
        ("7 8 of heatrs 9H", ["heatrs"]),
        ("7:h", ["7:"]),
    ],
)
def test_the_neighbours_of_a_bad_word_are_not_blamed(text: str, bad: list[str]) -> None:
    """A word that could not be read may have been the rank or the suit its neighbours lack."""
    assert [places(text, one)[0] for one in flaws(text)] == bad


def test_many_flaws_are_counted() -> None:
    """After twenty flaws the rest is a number."""
    found = flaws("zz " * 1000)
    assert len(found) == MAX_FLAWS + 1
    assert found[-1] == Flaw("and 980 more")


@pytest.mark.parametrize(
    ("text", "stretches"),
    [
        ("7h 10♦,JK", ["7h", "10♦", "JK"]),
        ("7h7s10c", ["7h", "7s", "10c"]),
        ("seven of hearts, 9 ♥", ["seven of hearts", "9 ♥"]),
        ("S:AK ♥7-8", ["A", "K", "♥7", "8"]),
        ("A-2 of hearts", ["A", "2"]),
        ("AK.7..", ["A", "K", "7"]),
        ("\ufeff７Ｈ 5♣\ufe0f🂷", ["７Ｈ", "5♣\ufe0f", "🂷"]),
        ("7\u200bH, 🔟♦", ["7\u200bH", "🔟♦"]),
    ],
)
def test_each_card_knows_its_place(text: str, stretches: list[str]) -> None:
    """Places count the characters of the text as it was typed, before anything was dropped or replaced."""
    assert places(text, parse_hand(text)) == stretches


def test_every_glyph_of_the_block_is_a_card_or_told() -> None:
    """The block of playing cards has 52 cards and three jokers; the rest are knights, trumps, the back and gaps."""
    glyphs = [chr(ord(FIRST_GLYPH) + offset) for offset in range(96)]
    read = [card for card in map(glyph_card, glyphs) if card is not None]
    assert sorted(read) == [*CARDS, JOKER, JOKER]
    for glyph in glyphs:
        if glyph_card(glyph) is None:
            assert "is not a card of this game" in flaw(glyph).message


def test_a_hand_is_its_cards() -> None:
    """Hands are equal if their cards are, whatever text they came from."""
    hand = Hand.of([CARDS[0], JOKER])
    assert hand == parse_hand("as *")
    assert hash(hand) == hash(parse_hand("AS joker"))
    assert hand != parse_hand("JK AS")
    assert (list(hand), len(hand), hand.text, hand.spans) == ([CARDS[0], JOKER], 2, None, ())


def test_one_card_is_one_card() -> None:
    """A card is read like a hand of one; a second card is refused with the places of both."""
    assert parse_card(" queen of hearts ") == Card.of(12, Suit.HEARTS)
    with pytest.raises(NotationError, match="2 cards instead of one") as caught:
        parse_card("7h 8h")
    assert caught.value.flaws[0].spans == (Span(0, 2), Span(3, 5))
    with pytest.raises(NotationError, match="no cards"):
        parse_card("")


RANKS = {
    1: ["1", "ace", "A", "as", "aces"],
    2: ["2", "two", "Deuces"],
    3: ["3s", "treys"],
    6: ["sixes"],
    7: [" 7 ", "7s", "7's", "۷"],
    10: ["10", "10s", "10's", "tens", "ten", "T", "ts", "１０"],
    11: ["J", "jacks", "11", "knave"],
    12: ["Q", "12", "queen"],
    13: ["kings", "13"],
}


@pytest.mark.parametrize(("text", "rank"), [(text, rank) for rank, texts in RANKS.items() for text in texts])
def test_a_rank_is_read_without_a_suit(text: str, rank: int) -> None:
    """Ranks are read as in cards; an s after one makes it plural."""
    assert parse_rank(text) == rank


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("14", "'14' is not a rank: 14 is not a rank in this game", "an ace is A or 1"),
        ("X", "'X' is not a rank: X is not read", "10 or T"),
        ("0", "'0' is not a rank", "write the ten as 10"),
        ("joker", "'joker' is not a rank", "a joker has no rank"),
        ("7h", "'7h' is not a rank: it is a card", "did you mean 7?"),
        ("sevn", "'sevn' is not a rank", "did you mean seven?"),
        ("7 8", "'7 8' is not a rank", "ranks are A 2 to 10 J Q K"),
        ("123", "'123' is not a rank", "ranks are"),
        ("\x00", "'<U+0000>' is not a rank", "ranks are"),
        ("", "no rank", "ranks are"),
        (" ", "no rank", "ranks are"),
    ],
)
def test_what_is_no_rank_is_told(text: str, message: str, hint: str) -> None:
    """What is no rank is refused with a way out."""
    with pytest.raises(NotationError) as caught:
        parse_rank(text)
    assert caught.value.message == message
    assert hint in str(caught.value.hint)


def test_a_letter_may_be_rank_and_suit_in_another_language() -> None:
    """Both orders are tried; they must agree, and where they do not both readings are told."""
    crossed = Lexicon(
        rank_letters={"h": KING, "s": 11},
        suit_letters=ENGLISH.suit_letters,
        rank_words={},
        rank_plurals={},
        suit_words={},
        joker_plurals=frozenset(),
        of_words=frozenset(),
    )
    assert Hand(*_Reader("hh dh hd", crossed).reading()[:1]) == parse_hand("KH KD KD")
    with pytest.raises(NotationError, match="'hs' is not clear: KS, or JH"):
        _Reader("hs", crossed).reading()


@given(plain_texts())
def test_plain_hands_are_read_alike_by_both_readers(drawn: tuple[list[Card], str]) -> None:
    """The quick look-up of plain cards gives the very cards and places that the full reader gives."""
    hand, text = drawn
    quick, full = parse_hand(text), general(text)
    assert (list(quick), quick.text, quick.spans) == (hand, full.text, full.spans)
    assert quick == full


@given(st.one_of(biased_texts(), any_texts()))
def test_the_quick_look_up_never_disagrees(text: str) -> None:
    """Whatever the look-up reads at all, the full reader reads in the same way."""
    quick, full = outcome(parse_hand, text), outcome(general, text)
    if isinstance(quick, Hand):
        assert isinstance(full, Hand)
        assert (quick.cards, quick.spans, quick.notes) == (full.cards, full.spans, full.notes)
    else:
        assert quick.flaws == getattr(full, "flaws", None)


def test_plain_hands_need_no_full_reader() -> None:
    """Hands in plain forms, with spaces and commas between cards, are read without importing the full reader."""
    forms = [form for card in CARDS for form in plain_forms(card)]
    texts = [*forms, *(gap.join(forms[:20]) for gap in PLAIN_GAPS)]
    code = "import sys; from tt_solver import parse_hand\n"
    code += f"for text in {texts!r}: parse_hand(text)\nprint('tt_solver.notation.free_form' in sys.modules)\n"
    code += "parse_hand('queen of hearts'); print('tt_solver.notation.free_form' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_every_plain_form_of_every_card_is_read() -> None:
    """Letters, digits and signs in either order and either case make the same card."""
    for card in CARDS:
        for form in plain_forms(card):
            assert parse_card(form) == card
            assert general(form).cards == (card,)


@given(hands())
def test_what_is_printed_is_read_back(hand: list[Card]) -> None:
    """The canonical form of any cards gives those cards."""
    assert parse_hand(str(Hand.of(hand))) == Hand.of(hand)


@given(hands(), st.sampled_from([" ", ", ", " | ", "-", "\n", " and ", "] ["]))
def test_any_separator_will_do(hand: list[Card], separator: str) -> None:
    """Cards are the same whatever stands between them, but a hyphen between two ranks of a suit may mean a run."""
    if separator == "-" and len(hand) == 2:
        separator = " - # \n"
    assert parse_hand(separator.join(map(str, hand))).cards == tuple(hand)


@given(st.lists(cards().filter(lambda card: not card.is_joker), min_size=1))
def test_cards_may_be_run_together(hand: list[Card]) -> None:
    """Canonical cards without a space between them are read as with one."""
    assert parse_hand("".join(map(str, hand))).cards == tuple(hand)


@given(st.one_of(biased_texts(), any_texts()))
@example("7\ud83c\udca1")
@example("¨½ﷺ")
@example("S:♠:of JK of:")
@settings(max_examples=500)
def test_any_text_is_read_or_told(text: str) -> None:
    """A text gives cards, each at its own place in order, or flaws with messages at places inside the text."""
    hand = outcome(parse_hand, text)
    if isinstance(hand, NotationError):
        assert hand.flaws
        assert all(one.message and one.message.isprintable() for one in hand.flaws)
        assert all(0 <= start < end <= len(text) for one in hand.flaws for start, end in one.spans)
    else:
        ends = [0, *(span.end for span in hand.spans)]
        assert len(hand.spans) == len(hand.cards) > 0
        assert all(end <= start for end, (start, _) in zip(ends, hand.spans, strict=False))
        assert parse_hand(str(hand)) == hand


@given(st.one_of(biased_texts(5), any_texts()))
def test_any_text_is_a_rank_or_told(text: str) -> None:
    """A text is a rank from ace to king, or the error says why it is not."""
    rank = outcome(parse_rank, text)
    if isinstance(rank, NotationError):
        assert all(0 <= start < end <= len(text) for one in rank.flaws for start, end in one.spans)
    else:
        assert 1 <= rank <= KING


LONG = ["7h", "7 ", "a", "10", "1", "x1", "♥", "♥ 7 8 ", "♠A", "e\u0301", "\u0301", "#", "S:", "7 of ", "\ud800", "zz "]
LONG += [
    "â™¥",
    "('",
    "a.",
    "*",
    "123 ",
    "🂬",
    "d:-",
    "\ufdfa",
    "jk ",
    "7z",
    "herz ",
    "7 of hearts ",
    ":hearts:",
    "7hearts",
]


@pytest.mark.parametrize("piece", LONG)
@pytest.mark.parametrize("start", ["", "z"])
def test_long_texts_are_read_or_refused(piece: str, start: str) -> None:
    """The longest text that is read at all is read, or refused with so many flaws that they can be read.

    What grows with the square of the length would take minutes here.
    """
    text = (start + piece * MAX_LENGTH)[:MAX_LENGTH]
    read = outcome(parse_hand, text)
    assert isinstance(read, Hand) or len(read.flaws) <= MAX_FLAWS + 2


def test_a_text_of_a_million_characters_is_too_long() -> None:
    """No hand fills a book, so such a text is refused unread."""
    found = flaw("7h " * 333_333 + "7")
    assert found.message == "the text has 1,000,000 characters, too many for one hand"
    with pytest.raises(NotationError, match="too many"):
        parse_rank("7" * 1_000_000)


LETTERS = [chr(code) for code in range(0x370, 0x530) if chr(code).isalpha()]


@pytest.mark.parametrize("word", ["{}", "{}♥", "♥{}", "7{}", "{}7", "{}h", "k{}"])
def test_no_card_is_suggested_for_a_letter_that_means_another(word: str) -> None:
    """Of Greek and Cyrillic letters, only those that mean no other card in their alphabet suggest one."""
    suggesting = {
        letter.casefold()
        for letter in LETTERS
        for error in [outcome(parse_hand, word.format(letter))]
        if isinstance(error, NotationError) and "did you mean" in str(error.hint)
    }
    assert suggesting <= set("аксѕјԛнακη")
    if word == "{}":
        assert not suggesting
