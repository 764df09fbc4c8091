"""How players write ranks, suits and jokers: letters, words, signs, glyphs, and what may stand between cards.

All spellings here are folded: lower case, plain digits, one sign a suit. A `Lexicon` holds what changes
from language to language; everything outside it is the same at every table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tt_solver.game.cards import ACE, CARDS, JACK, JOKER, KING, QUEEN, Card, Suit

NUMERALS = {str(rank): rank for rank in range(1, 14)} | {"0": 10}
"""Numbers for ranks. Score sheets count the courts 11 to 13; one card service writes 0 for the ten."""

SIGNS = {suit.sign: suit for suit in Suit}

JOKERS = frozenset({"jk", "jkr", "joker", "*"})
JACK_KING = "jk"
"""A joker where it stands alone, a jack and a king in a list of ranks."""

CONNECTORS = frozenset({"and", "the", "und", "et", "y", "en", "و"})
RANGE_WORDS = frozenset({"to", "till", "until", "through", "thru"})
HYPHENS = "-‐‒–—―−_"
SEPARATORS = HYPHENS + "()[]{}|,;/+&،؛、" + "'\"`´‘’“”„«»‹›" + "•·"
"""All that may stand between cards besides white space; quotes and bullets come with pasted lists."""

LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
INVISIBLE = "\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\u061c\u00ad\ufeff\ufe0e\ufe0f\u20e3"
"""Characters without a width, as ranges: joiners, direction marks, emoji selectors, the box of a keycap."""

COMBINING = "\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"

STAND_INS = str.maketrans({"♤": "♠", "♡": "♥", "♢": "♦", "♧": "♣", "❤": "♥", "🔟": "10"})
"""Open signs for filled ones, and what telephones offer for a heart and a ten."""

LOOK_ALIKES = str.maketrans("аксѕјԛнακη", "akcsjqhakh")
"""Cyrillic and Greek letters that look like a letter of a card; good for a suggestion, never for a reading.

A letter that means another card in its own alphabet is not among them: the Cyrillic Т is an ace (туз) and В a jack
(валет), and a Greek Τ begins the three and the four.
"""

TENS = re.compile("[1li][0oοо]")
"""What is typed for 10 where letters are mistaken for digits. Alone, an O or an l may mean anything."""

_FOREIGN = (
    "pik herz karo kreuz treff ass bube dame koenig von zwei drei vier fuenf sechs sieben acht neun zehn "
    "pique piques coeur coeurs carreau carreaux trefle trefles valet reine roi de du deux trois quatre cinq sept huit "
    "neuf dix schoppen harten ruiten klaveren aas boer vrouw heer van spader ruter klover knekt dam kung spar hjerter "
    "ruder konge af kier trefl walet dama krol espadas copas ouros paus valete rei picas corazones diamantes treboles "
    "sota reina rey picche cuori quadri fiori fante regina di"
)
FOREIGN = frozenset(_FOREIGN.split())
"""Common words for ranks and suits in other languages, without accents. They are recognised but not read."""

MISREADINGS = {
    "Latin-1": r"â[\x99™][\S\xa0]?(?:ï¸[\x8e\x8f]?)?|â\x9d¤(?:ï¸[\x8e\x8f]?)?|ð[\x9fŸ][\S]{0,2}|Ã¢\S{0,5}|ï»¿|Â\xa0",
    "Windows-1251": r"в™\S?",
    "code page 437": r"ΓÖ\S?",
    "code page 850": r"ÔÖ\S?",
    "Mac Roman": r"‚ô\S?",
}
"""What the UTF-8 bytes of suit signs, glyphs and a byte order mark look like when read in other encodings."""

UNDECODABLE = "\ud800-\udfff\ufffd"
"""What stands for bytes that could not be decoded at all, as ranges."""

FIRST_GLYPH, LAST_GLYPH = "\U0001f0a0", "\U0001f0ff"

_JOKER_GLYPHS = "🂿🃏🃟"


def glyph_card(glyph: str) -> Card | None:
    """The card that a glyph of the Unicode block of playing cards shows, or None if this game has no such card.

    >>> glyph_card("🂷"), glyph_card("🃞"), glyph_card("🃏"), glyph_card("🂬")
    (<Card 7H>, <Card KC>, <Card JK>, None)
    """
    if glyph in _JOKER_GLYPHS:
        return JOKER
    row, column = divmod(ord(glyph) - ord(FIRST_GLYPH), 16)
    rank = column - (column > JACK)  # a knight stands between jack and queen
    if row > Suit.CLUBS or not ACE <= rank <= KING or column == JACK + 1:
        return None
    return CARDS[row * 13 + rank - 1]


def glyph_fault(glyph: str) -> str:
    """What a glyph shows that `glyph_card` knows no card for."""
    row, column = divmod(ord(glyph) - ord(FIRST_GLYPH), 16)
    if (row, column) == (0, 0):
        return "the back of a card"
    if row <= Suit.CLUBS and column == JACK + 1:
        return "a knight"
    if "\U0001f0e0" <= glyph <= "\U0001f0f5":
        return "a trump of the tarot"
    return "not a playing card"


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The letters and words of one language.

    Letters may be run together (`10hjhqh`); words stand by themselves. Where a letter is a rank and a suit
    at once, its place beside the other decides.
    """

    rank_letters: Mapping[str, int]
    suit_letters: Mapping[str, Suit]
    rank_words: Mapping[str, int]
    rank_plurals: Mapping[str, int]
    suit_words: Mapping[str, Suit]
    joker_plurals: frozenset[str]
    of_words: frozenset[str]

    @cached_property
    def ranks(self) -> dict[str, int]:
        """All ranks that can be run together."""
        return NUMERALS | dict(self.rank_letters)

    @cached_property
    def suits(self) -> dict[str, Suit]:
        """All suits that can be run together."""
        return SIGNS | dict(self.suit_letters)

    @cached_property
    def words(self) -> list[str]:
        """Every word of three letters or more, to look for the nearest."""
        known = [*self.rank_words, *self.rank_plurals, *self.suit_words, *JOKERS]
        return [word for word in known if len(word) > 2]

    @cached_property
    def rank(self) -> re.Pattern[str]:
        return re.compile(_longest_first(self.ranks))

    @cached_property
    def suit(self) -> re.Pattern[str]:
        return re.compile(_longest_first(self.suits))

    @cached_property
    def rank_suit(self) -> re.Pattern[str]:
        return re.compile(f"(?P<rank>{self.rank.pattern})(?P<suit>{self.suit.pattern})")

    @cached_property
    def card_words(self) -> re.Pattern[str]:
        """A rank and the name of its suit or its sign run together: `7hearts`, `AceOfSpades`, `ten♥`."""
        of, suit = _longest_first(self.of_words), _longest_first(SIGNS | dict(self.suit_words))
        return re.compile(f"(?P<rank>{self._rank_or_word})(?:{of})?(?P<suit>{suit})")

    @cached_property
    def card_words_suit_first(self) -> re.Pattern[str]:
        """The name of a suit and a rank run together: `hearts7`, `spadesAce`."""
        return re.compile(f"(?P<suit>{_longest_first(self.suit_words)})(?P<rank>{self._rank_or_word})")

    @property
    def _rank_or_word(self) -> str:
        return _longest_first(self.ranks | dict(self.rank_words))

    @cached_property
    def short_codes(self) -> dict[str, Suit]:
        """What chats write for a suit's sign where they cannot show it: `:hearts:`."""
        return {f":{word}:": suit for word, suit in self.suit_words.items()}

    @cached_property
    def signs(self) -> dict[str, Suit]:
        """All that may stand for a suit before its ranks or behind one."""
        return SIGNS | self.short_codes

    @cached_property
    def suit_rank(self) -> re.Pattern[str]:
        return re.compile(f"(?P<suit>{self.suit.pattern})(?P<rank>{self.rank.pattern})")


def _longest_first(spellings: Iterable[str]) -> str:
    """An alternative of all spellings, in which 10 is tried before 1; where there are none, what never matches."""
    return "|".join(re.escape(spelling) for spelling in sorted(spellings, key=len, reverse=True)) or "(?!)"


_ENGLISH_RANKS = {
    "ace": ACE,
    "two": 2,
    "deuce": 2,
    "three": 3,
    "trey": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "jack": JACK,
    "knave": JACK,
    "queen": QUEEN,
    "king": KING,
}
_ENGLISH_SUITS = {suit.name.lower(): suit for suit in Suit}

ENGLISH = Lexicon(
    rank_letters={"a": ACE, "t": 10, "j": JACK, "q": QUEEN, "k": KING},
    suit_letters={suit.letter.lower(): suit for suit in Suit},
    rank_words=_ENGLISH_RANKS,
    rank_plurals={word + ("es" if word == "six" else "s"): rank for word, rank in _ENGLISH_RANKS.items()},
    suit_words=_ENGLISH_SUITS | {word.removesuffix("s"): suit for word, suit in _ENGLISH_SUITS.items()},
    joker_plurals=frozenset({"jokers", "jks", "jkrs"}),
    of_words=frozenset({"of"}),
)
