"""The general reader of hands: every form that players write, and a diagnosis of all that cannot be read.

A text is read in three steps. It is folded, so that one spelling remains of each letter, digit and sign, with
the place of every character kept. It is cut into tokens: cards, lists of ranks, suits. Then the loose ranks
and suits are brought together. A text is read to the last character or refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache

from tt_solver.errors import MAX_FLAWS, Flaw, NotationError, Span
from tt_solver.game.cards import CARDS, JACK, JOKER, KING, RANK_NAMES, Card, Suit
from tt_solver.notation import spellings as lx
from tt_solver.notation.spellings import ENGLISH, Lexicon

Reading = tuple[tuple[Card, ...], tuple[Span, ...], tuple[str, ...]]
"""Cards, the place of each, and notes on what was read in one of two possible ways."""


def read_hand(text: str) -> Reading:
    """The cards written in *text*; if it cannot be read, a `NotationError` with all flaws of the text."""
    return _Reader(text, ENGLISH).reading()


def read_rank(text: str) -> int:
    """The rank written in *text*, or a `NotationError`."""
    word = _fold(text)[0].strip()
    rank = _rank_of(word, ENGLISH)
    if rank is None:
        reason, hint = _rank_fault(word, ENGLISH)
        place = (Span(len(text) - len(text.lstrip()), len(text.rstrip())),) if text.strip() else ()
        message = f"'{_shown(text.strip())}' is not a rank{reason}" if place else "no rank"
        raise NotationError(Flaw(message, place, hint), text=text)
    return rank


_CARDS_HINT = "cards are written as in 7H, 10♦, QS, ♥7 or queen of hearts, a joker as JK"
_ALPHABET_HINT = "write ranks as A 2 to 10 J Q K, and suits as S H D C"
_LANGUAGE_HINT = "words of other languages are not read yet: write cards as in 7H or 7 of hearts"
_RANKS_HINT = "ranks are A 2 to 10 J Q K, as in 7H"
_SUITS_HINT = "suits are S H D C or the suit signs, as in 7H"
_SUIT_ONCE_HINT = "write a suit with each rank, as in 7H, or one suit after all of them, as in A-2-3 of hearts"
_RANGE_HINT = "for a run, write every card, as in 7H 8H 9H"
_APART_HINT = "put a space between cards, as in 7H 7S"
_RANKS_APART_HINT = "put a space between ranks, as in S: A 2 3"
_FOURTEEN_HINT = "an ace is A or 1, a king K or 13"
_X_HINT = "X may be a ten or a joker: write 10 or T for the ten, and JK for a joker"
_COUNT_HINT = "write each copy of a card, as in 7H 7H, and each joker as JK"
_COLON_HINT = "write a colon between a suit and its ranks, as in S:AKQ"
_DOTS_HINT = "dots separate the four suits of a whole hand, as in AKQ.7..T9"
_ENCODING_HINT = "read the text as UTF-8, or write the suits as S H D C"


# Folding: one spelling for each letter, digit and sign.

# Patterns are compiled when first used: a plain hand needs none of them.
_DROP = f"[{lx.INVISIBLE}]+"

# The limit on marks is that of Unicode's stream-safe text: sorting many of them takes quadratic time.
_CLUSTER = (
    f"(?P<broken>{'|'.join(lx.MISREADINGS.values())}|[{lx.UNDECODABLE}])|(?s:.)[{lx.COMBINING}{lx.INVISIBLE}]{{0,30}}"
)

_BROKEN = "\ufffd"


def _fold(text: str) -> tuple[str, Sequence[int], Sequence[int]]:
    """The text in lower case and plain digits, and where in *text* each character of it starts and ends."""
    if text.isascii():
        return text.lower(), range(len(text)), range(1, len(text) + 1)
    folded: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for match in re.finditer(_CLUSTER, text):
        piece = _BROKEN if match.lastgroup else _fold_cluster(match.group())
        folded.append(piece)
        starts += [match.start()] * len(piece)
        ends += [match.end()] * len(piece)
    return "".join(folded), starts, ends


@lru_cache(maxsize=1024)
def _fold_cluster(cluster: str) -> str:
    """One character with its marks: composed, its width and emoji forms dropped, in lower case."""
    plain = unicodedata.normalize("NFKC", re.sub(_DROP, "", cluster.translate(lx.STAND_INS))).casefold()
    plain = re.sub(_DROP, "", unicodedata.normalize("NFKC", plain))
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in plain)


def _shown(text: str, limit: int = 40) -> str:
    """A part of the text fit for a message: short, and unprintable characters as code points."""
    short = re.sub(_DROP, "", text[: 4 * limit])
    short = short if len(short) <= limit else short[: limit - 1] + "…"
    short = " ".join(short.split())
    return "".join(char if char.isprintable() else f"<U+{ord(char):04X}>" for char in short)


# Words: one stretch of text without a separator, read by itself.


class _UnreadableError(Exception):
    """The word cannot be read, for this reason, as in "'7x' is not a card" + reason."""

    def __init__(self, reason: str, hint: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


_Item = tuple[int, int, int]
"""A card's code or a rank, and its place: start and end."""


class _Kind(Enum):
    """What a token is before it is brought together with its neighbours."""

    CARDS = auto()
    RANKS = auto()  # without a suit
    JACK_KING = auto()  # or the joker
    SIGN = auto()  # a suit without a rank: ♠
    LETTER = auto()  # S
    SUIT_WORD = auto()  # spades
    OPENER = auto()  # S: or spades:
    OF = auto()
    BAD = auto()


@dataclass(slots=True)
class _Token:
    """A piece of the folded text, from *start* to *end*.

    Attributes:
        joined: nothing but blanks and hyphens stands between this token and the one before.
        items: cards by code, or ranks, each with its place.
        suit: the suit named; of cards, the suit of the ranks that may follow, as after ♠5.
        void: of an opener or a sign, that a hyphen follows: the suit has no cards, unless ranks follow a sign's hyphen.
        fault: of a bad token, why, if that is known at once.
    """

    kind: _Kind
    start: int
    end: int
    joined: bool
    items: tuple[_Item, ...] = ()
    suit: Suit | None = None
    void: bool = False
    fault: _UnreadableError | None = None


def _chain(pattern: re.Pattern[str], word: str) -> list[re.Match[str]]:
    """The matches that make up the whole word one after another; none if they do not."""
    matches = []
    position = 0
    while position < len(word):
        match = pattern.match(word, position)
        if match is None:
            return []
        matches.append(match)
        position = match.end()
    return matches


def _code(rank: int, suit: Suit) -> int:
    return suit * 13 + rank - 1


def _pairs(pattern: re.Pattern[str], word: str, lexicon: Lexicon) -> tuple[_Item, ...]:
    """The cards of a word that is ranks and suits by turns; none if it is not."""
    return tuple(
        (_code(lexicon.ranks[match["rank"]], lexicon.suits[match["suit"]]), match.start(), match.end())
        for match in _chain(pattern, word)
    )


_UNCLEAR_ONE = "1[1-9]"


def _rank_list(word: str, lexicon: Lexicon, offset: int = 0) -> tuple[_Item, ...]:
    """The ranks of a word that is nothing else; none if it is not.

    Alone, 11 to 13 are courts and 14 to 19 are nothing. In a longer list a 1 before another digit could be an ace.
    """
    matches = _chain(lexicon.rank, word)
    if matches and re.search(_UNCLEAR_ONE, word):
        if len(word) > 2:
            apart, joint = (_rank_names(f"{one}|{lexicon.rank.pattern}", word, lexicon) for one in ("1(?!0)", "1[1-9]"))
            raise _UnreadableError(f" is not clear: {apart}, or {joint}", _RANKS_APART_HINT)
        if len(matches) > 1:
            raise _unknown_rank(word)
    return tuple((lexicon.ranks[m[0]], offset + m.start(), offset + m.end()) for m in matches)


def _rank_word_or_list(word: str, lexicon: Lexicon, offset: int) -> tuple[_Item, ...]:
    """The rank of a word such as `ten`, or the ranks of `AKQ`; none if the word is neither."""
    if word in lexicon.rank_words:
        return ((lexicon.rank_words[word], offset, offset + len(word)),)
    return _rank_list(word, lexicon, offset)


def _rank_names(pattern: str, word: str, lexicon: Lexicon) -> str:
    """The ranks that *pattern* finds in the word, for a message."""
    ranks = re.findall(pattern, word)
    return _shown(" ".join(RANK_NAMES[lexicon.ranks[rank]] if rank in lexicon.ranks else rank for rank in ranks))


def _both_orders(word: str, lexicon: Lexicon) -> tuple[tuple[_Item, ...], Suit | None]:
    """The cards of a word that is rank and suit throughout, or suit and rank, and the suit left open by a sign.

    Where both orders fit, they must give the same cards, as they do for a letter that is a rank and a suit.
    """
    forward, backward = _pairs(lexicon.rank_suit, word, lexicon), _pairs(lexicon.suit_rank, word, lexicon)
    if forward and backward and [item[0] for item in forward] != [item[0] for item in backward]:
        first, second = (_shown(" ".join(str(CARDS[item[0]]) for item in items)) for items in (forward, backward))
        raise _UnreadableError(f" is not clear: {first}, or {second}", "write each card in letters, as in 7H")
    last_sign = max(map(word.rfind, lx.SIGNS))
    return forward or backward, lx.SIGNS[word[last_sign]] if backward and last_sign >= 0 else None


_SIGN_GROUP = f"[{''.join(lx.SIGNS)}][^{''.join(lx.SIGNS)}]*"


def _groups(word: str, lexicon: Lexicon) -> tuple[tuple[_Item, ...], Suit | None]:
    """The cards of `♠AKQ♥7`, `♥ten` or `HAKQ`, and the suit left open by a sign."""
    if word[0] in lx.SIGNS:
        items: list[_Item] = []
        for match in re.finditer(_SIGN_GROUP, word):
            ranks = _rank_word_or_list(match[0][1:], lexicon, match.start() + 1)
            if not ranks:
                return (), None
            items += [(_code(rank, lx.SIGNS[match[0][0]]), start, end) for rank, start, end in ranks]
        return tuple(items), lx.SIGNS[match[0][0]]
    if (letter := lexicon.suit.match(word)) and len(
        ranks := _rank_list(word[letter.end() :], lexicon, letter.end())
    ) > 1:
        suit = lexicon.suits[letter[0]]
        return tuple((_code(rank, suit), start, end) for rank, start, end in ranks), None
    return (), None


def _card_words(word: str, lexicon: Lexicon) -> tuple[tuple[_Item, ...], None]:
    """The cards of `7hearts`, `AceOfSpades`, `hearts7` or `ten♥king♠`."""
    ranks, suits = lexicon.ranks | dict(lexicon.rank_words), lx.SIGNS | dict(lexicon.suit_words)
    matches = _chain(lexicon.card_words, word) or _chain(lexicon.card_words_suit_first, word)
    return tuple((_code(ranks[m["rank"]], suits[m["suit"]]), m.start(), m.end()) for m in matches), None


def _read_word(word: str, lexicon: Lexicon) -> tuple[_Kind, tuple[_Item, ...], Suit | None]:
    """What a folded word without a separator is, with places counted in the word.

    Raises:
        _UnreadableError: it could be two things, or is a number that is no rank.
    """
    if word == lx.JACK_KING:
        return _Kind.JACK_KING, ((JACK, 0, 1), (KING, 1, 2)), None
    if word in lx.JOKERS:
        return _Kind.CARDS, ((JOKER.code, 0, len(word)),), None
    if word in lexicon.rank_words:
        return _Kind.RANKS, ((lexicon.rank_words[word], 0, len(word)),), None
    if word in lexicon.of_words:
        return _Kind.OF, (), None
    if word in lexicon.suit_words:
        return _Kind.SUIT_WORD, (), lexicon.suit_words[word]
    if word in lexicon.signs:
        return _Kind.SIGN, (), lexicon.signs[word]
    if word in lexicon.suits:
        return _Kind.LETTER, (), lexicon.suits[word]
    for read in (_card_words, _both_orders, _groups):
        items, suit = read(word, lexicon)
        if items:
            return _Kind.CARDS, items, suit
    items = _rank_list(word, lexicon)
    return _Kind.RANKS if items else _Kind.BAD, items, None


def _read_glyph(glyph: str) -> tuple[_Item, ...]:
    card = lx.glyph_card(glyph)
    if card is None:
        raise _UnreadableError(f" is not a card of this game: {lx.glyph_fault(glyph)}", _CARDS_HINT)
    return ((card.code, 0, 1),)


def _dotted(word: str, lexicon: Lexicon) -> tuple[_Item, ...]:
    """The cards of `AKQ.7..T9`: ranks of spades, hearts, diamonds and clubs; none if it is not of that form."""
    sections = word.split(".")
    if len(sections) != len(Suit):
        return ()
    items: list[_Item] = []
    offset = 0
    for suit, section in zip(Suit, sections, strict=True):
        ranks = _rank_list(section, lexicon, offset)
        if section and not ranks:
            return ()
        items += [(_code(rank, suit), start, end) for rank, start, end in ranks]
        offset += len(section) + 1
    return tuple(items)


# Tokens: the words, glyphs and colons of a text.

_SEPARATOR_CLASS = re.escape(lx.SEPARATORS)
_GLYPH_CLASS = f"{lx.FIRST_GLYPH}-{lx.LAST_GLYPH}"
_LEXEME = f"#[^{lx.LINE_ENDS}]*|:|[{_GLYPH_CLASS}]|[^\\s{_SEPARATOR_CLASS}:#{_GLYPH_CLASS}]+"

_RANGE_SIGNS = tuple(lx.HYPHENS.replace("_", ""))
_SUITS = (_Kind.SIGN, _Kind.LETTER, _Kind.SUIT_WORD)
_MAYBE_RANKS = (_Kind.RANKS, _Kind.JACK_KING, _Kind.BAD)


def _tokens(text: str, lexicon: Lexicon) -> list[_Token]:
    """The tokens of a folded text. Comments and the words for "and" only separate."""
    found = re.finditer("|".join([*lexicon.short_codes, _LEXEME]), text)
    lexemes = [m for m in found if m[0][0] != "#" and m[0] not in lx.CONNECTORS]
    alone = len(lexemes) == 1
    tokens: list[_Token] = []
    end = 0
    for lexeme in lexemes:
        gap = text[end : lexeme.start()]
        _close_void(tokens, gap)
        joined = all(char.isspace() or char in lx.HYPHENS for char in gap)
        end = lexeme.end()
        if lexeme[0] == ":" and tokens and not gap.strip():
            _take_colon(tokens, end)
        else:
            tokens.append(_token(lexeme, joined, alone, lexicon))
    _close_void(tokens, text[end:])
    return tokens


def _take_colon(tokens: list[_Token], end: int) -> None:
    """Make the suit before a colon an opener, and anything else before it unreadable."""
    last = tokens[-1]
    if last.kind in _SUITS:
        tokens[-1] = replace(last, kind=_Kind.OPENER, end=end)
    else:
        fault = last.fault or _UnreadableError(" is not a card: no suit stands before the colon", _COLON_HINT)
        tokens[-1] = replace(last, kind=_Kind.BAD, end=end, fault=fault)


def _close_void(tokens: list[_Token], gap: str) -> None:
    """A hyphen alone after `D:` says that there are no diamonds. Whether one after `♦` does, the next token tells."""
    if tokens and tokens[-1].kind in (_Kind.OPENER, _Kind.SIGN) and gap.lstrip()[:1] in tuple(lx.HYPHENS):
        tokens[-1] = replace(tokens[-1], void=True)


def _token(lexeme: re.Match[str], joined: bool, alone: bool, lexicon: Lexicon) -> _Token:
    """The token of one lexeme; dots are read only if it is the whole text, for they count suits."""
    word, (start, end) = lexeme[0], lexeme.span()
    kind, suit, fault = _Kind.CARDS, None, None
    items: tuple[_Item, ...] = ()
    try:
        if lx.FIRST_GLYPH <= word <= lx.LAST_GLYPH:
            items = _read_glyph(word)
        else:
            items = _dotted(word, lexicon) if alone else ()
            if not items:
                kind, items, suit = _read_word(word, lexicon)
    except _UnreadableError as error:
        kind, fault = _Kind.BAD, error
    places = tuple((value, start + first, start + last) for value, first, last in items)
    return _Token(kind, start, end, joined, places, suit, fault=fault)


# The reader: loose ranks and suits are brought together.


@dataclass(slots=True)
class _SuitRanks:
    """A suit whose ranks follow.

    Attributes:
        opener: the token that named the suit.
        filled: a rank has been found, or something unreadable that may have been one.
        loose: it was opened by a sign that stands by itself, as in `♠ A K Q`.
    """

    opener: _Token
    suit: Suit
    filled: bool = False
    loose: bool = False


class _Reader:
    """Reads one text from left to right.

    Ranks without a suit wait in `pending` until a suit after them claims them, as in `A-2-3 of hearts`, or
    until they are known to belong to the open group, as in `S: A K Q`, or to nothing, which is a flaw.
    """

    def __init__(self, text: str, lexicon: Lexicon) -> None:
        self.text = text
        self.lexicon = lexicon
        self.folded, self.starts, self.ends = _fold(text)
        self.tokens = _tokens(self.folded, lexicon)
        self.cards: list[Card] = []
        self.spans: list[Span] = []
        self.pending: list[_Token] = []
        self.group: _SuitRanks | None = None
        self.flaws: list[Flaw] = []
        self.untold = 0
        self.broken: dict[str, list[Span]] = {}
        self.foreign: list[tuple[int, int]] = []
        self.excused: set[int] = set()
        self.zeros: list[int] = []
        self.jack_kings = 0

    def reading(self) -> Reading:
        """The cards with their places, or all flaws as a NotationError."""
        for index in range(len(self.tokens)):
            self._read(index)
        self._close()
        self._tell_broken()
        self._tell_foreign()
        self._ask_about_ranges()
        if not self.cards and not self.flaws:
            self.flaws.append(Flaw("no cards", hint=_CARDS_HINT))
        if self.flaws:
            raise NotationError(*self._told(), text=self.text)
        return tuple(self.cards), tuple(self.spans), tuple(self._notes())

    def _told(self) -> list[Flaw]:
        """The flaws in the order of their places, and how many more there are."""
        told = sorted(self.flaws, key=lambda flaw: flaw.spans)
        if (round_no := self._round_before(len(self.cards))) and told[0].spans == (self._span(0, len(round_no)),):
            told[0] = told[0]._replace(hint=f"if {round_no} is the round, write -r {round_no}")
        return [*told, Flaw(f"and {self.untold:,} more")] if self.untold else told

    # Places and flaws

    def _span(self, start: int, end: int) -> Span:
        """The place in the original text of a stretch of the folded one."""
        return Span(self.starts[start], self.ends[end - 1])

    def _typed(self, start: int, end: int) -> str:
        """A stretch of the text as it was typed, fit for a message."""
        span = self._span(start, end)
        return _shown(self.text[span.start : span.end])

    def _flaw(self, message: str, hint: str | None, *places: tuple[int, int]) -> None:
        if len(self.flaws) < MAX_FLAWS:
            self.flaws.append(Flaw(message, tuple(self._span(start, end) for start, end in places), hint))
        else:
            self.untold += 1

    def _add(self, code: int, start: int, end: int) -> None:
        if "0" in self.folded[start:end].replace("10", ""):
            self.zeros.append(len(self.cards))
        self.cards.append(CARDS[code])
        self.spans.append(self._span(start, end))

    # Tokens

    def _at(self, index: int) -> _Token | None:
        return self.tokens[index] if 0 <= index < len(self.tokens) else None

    def _read(self, index: int) -> None:
        """Take in the token at *index*."""
        token = self.tokens[index]
        match token.kind:
            case _Kind.CARDS:
                self._read_cards(token)
            case _Kind.RANKS:
                self.pending.append(token)
            case _Kind.JACK_KING:
                self._read_jack_king(token, self._at(index + 1))
            case _Kind.OPENER:
                self._close()
                self._open(token, filled=token.void)
            case _Kind.OF:
                self._read_of(token, self._at(index + 1))
            case _Kind.BAD:
                self._read_bad(index)
            case _:
                self._read_suit(index)

    def _read_cards(self, token: _Token) -> None:
        self._close()
        for item in token.items:
            self._add(*item)
        if token.suit is not None:
            self._open(token, filled=True)

    def _open(self, token: _Token, *, filled: bool = False, loose: bool = False) -> None:
        """Open the group of a suit. A void suit opens none: ranks after it have no suit."""
        if token.suit is not None and not token.void:
            self.group = _SuitRanks(token, token.suit, filled, loose)

    def _read_jack_king(self, token: _Token, following: _Token | None) -> None:
        """`JK` is a jack and a king as the first thing in a group or right before a suit's name, else the joker."""
        starts_group = self.group is not None and not self.group.filled and not self.pending
        if starts_group or (following and following.joined and following.kind in (_Kind.OF, _Kind.SUIT_WORD)):
            self.pending.append(token)
            self.jack_kings += 1
        else:
            self._close()
            self._add(JOKER.code, token.start, token.end)

    def _read_of(self, token: _Token, following: _Token | None) -> None:
        """Leave "of" to the suit after it. Without one, the ranks before it are part of the one flaw."""
        if following is None or following.kind not in (*_SUITS, _Kind.BAD):
            start = self.pending[-1].start if self.pending and token.joined else token.start
            self._flaw(f"'{self._typed(start, token.end)}' names no suit", _SUITS_HINT, (start, token.end))
            self.pending.clear()

    def _read_bad(self, index: int) -> None:
        """Tell what is wrong with a word. It may have been a rank or a suit, so its neighbours are not blamed."""
        token = self.tokens[index]
        previous = self._at(index - 1)
        if self.group:
            self.group.filled = True
        if previous and previous.kind is _Kind.OF:
            self.pending.clear()
        start = token.start
        word = self.folded[start : token.end]
        if _BROKEN in word:
            self._note_broken(token)
            return
        if _is_foreign(word.rstrip(":")):
            self._note_foreign(index)
            return
        if self._counts(word) and token.joined and self.pending and previous is self.pending[-1]:
            start = self.pending.pop().start
        if len(self.flaws) >= MAX_FLAWS:
            self.untold += 1
            return
        typed = self._typed(start, token.end)
        if previous and previous.kind is _Kind.OF:
            hint = _nearest(word, list(self.lexicon.suit_words)) or _SUITS_HINT
            self._flaw(f"'{typed}' is not a suit", hint, (start, token.end))
        else:
            fault = token.fault or _fault(word, typed if len(typed) == len(word) else word, self.lexicon)
            self._flaw(f"'{typed}'{fault.reason}", fault.hint, (start, token.end))

    def _counts(self, word: str) -> bool:
        """Whether the number before this word would count cards, as in "two jokers"."""
        return word in self.lexicon.joker_plurals or word in self.lexicon.rank_plurals

    def _note_broken(self, token: _Token) -> None:
        """Keep the place of a damaged word: one flaw tells all that were damaged in the same way."""
        span = self._span(token.start, token.end)
        typed = self.text[span.start : span.end]
        names = (name for name, pattern in lx.MISREADINGS.items() if re.search(pattern, typed))
        self.broken.setdefault(next(names, ""), []).append(span)

    def _tell_broken(self) -> None:
        for name, spans in self.broken.items():
            start, end = spans[0]
            told = f"the text looks like UTF-8 read as {name}" if name else "some of its bytes could not be decoded"
            self.flaws.append(Flaw(f"'{_shown(self.text[start:end])}' is broken: {told}", tuple(spans), _ENCODING_HINT))

    def _note_foreign(self, index: int) -> None:
        """Keep the place of a word of another language: one flaw tells all. Ranks beside it may well have a suit."""
        token = self.tokens[index]
        self.foreign.append((token.start, token.end))
        if token.joined:
            self.pending.clear()
        while (following := self._at(index := index + 1)) and following.joined and following.kind is _Kind.RANKS:
            self.excused.add(following.start)

    def _tell_foreign(self) -> None:
        if self.foreign:
            words = ", ".join(f"'{self._typed(*place)}'" for place in self.foreign[:5])
            more = ", …" if len(self.foreign) > 5 else ""
            verb = "is not an English word" if len(self.foreign) == 1 else "are not English words"
            self._flaw(f"{words}{more} {verb}", _LANGUAGE_HINT, *self.foreign)

    def _read_suit(self, index: int) -> None:
        """Take in a suit that stands by itself: the word after its ranks, or a sign before or after its rank."""
        token = self.tokens[index]
        previous, following = self._at(index - 1), self._at(index + 1)
        if token.kind is _Kind.SUIT_WORD or (previous and previous.kind is _Kind.OF):
            self._claim(index)
        elif token.kind is _Kind.LETTER:
            self._read_letter(token, previous)
        elif self._is_after_its_rank(index):
            rank = self.pending.pop()
            if self.group and token.void:
                self._void_is_unclear(rank, token, self.group)
            self._close()
            self._add_all([rank], token)
        else:
            self._close()
            if following and following.joined and following.kind in _MAYBE_RANKS:
                self._open(replace(token, void=False), loose=True)
            elif not token.void:
                self._no_rank(token.start, token.end)

    def _read_letter(self, token: _Token, previous: _Token | None) -> None:
        """Refuse a suit's letter that stands apart from its rank."""
        if self.pending and previous is self.pending[-1] and token.joined and self.group is None:
            rank = self.pending.pop()
            self._close()
            typed = self._typed(rank.start, token.end)
            assert token.suit is not None
            card = CARDS[_code(rank.items[0][0], token.suit)]
            hint = f"did you mean {card}?" if len(rank.items) == 1 else _SUIT_ONCE_HINT
            self._flaw(f"'{typed}' is not a card: the suit is separate from the rank", hint, (rank.start, token.end))
        elif previous is None or previous.kind is not _Kind.BAD:
            self._close()
            self._no_rank(token.start, token.end)

    def _is_after_its_rank(self, index: int) -> bool:
        """Whether a sign belongs to the rank before it: `9 ♥`, but not the ♥ in `♠ A K ♥ 7` or `♠AK 9 ♥ 7`."""
        token, following = self.tokens[index], self._at(index + 1)
        if not (self.pending and token.joined and self.pending[-1] is self._at(index - 1)):
            return False
        if len(self.pending[-1].items) > 1 or (self.group and self.group.loose):
            return False
        return self.group is None or following is None or following.kind is not _Kind.RANKS

    def _claim(self, index: int) -> None:
        """Give the ranks before a suit's name, with or without "of", to that suit."""
        token, first, before = self.tokens[index], self.tokens[index], self._at(index - 1)
        if before and before.kind is _Kind.OF:
            first, before = before, self._at(index - 2)
        if before and before.kind is _Kind.BAD:
            self.pending.clear()  # the word that could not be read is flaw enough
            return
        if not (self.pending and before is self.pending[-1] and first.joined and token.joined):
            self._close()
            self._no_rank(first.start, token.end)
            return
        if self.group and len(self.pending) - (not self.group.filled) > 1:
            self._unclear(self.group, token)
            return
        # An open group keeps all but one of the ranks: any other share would be a second reading.
        claimed = self.pending[-1:] if self.group else self.pending[:]
        del self.pending[-len(claimed) :]
        self._close()
        self._add_all(claimed, token)

    def _add_all(self, tokens: list[_Token], name: _Token) -> None:
        """Add the ranks of *tokens* in the suit named after them; a single one has the place of both."""
        assert name.suit is not None
        ranks = [item for token in tokens for item in token.items]
        for rank, first, last in ranks if len(ranks) > 1 else [(ranks[0][0], tokens[0].start, name.end)]:
            self._add(_code(rank, name.suit), first, last)

    def _close(self) -> None:
        """Give the waiting ranks to the open group, or tell that they have no suit."""
        group, pending = self.group, self.pending
        self.group, self.pending = None, []
        if group is None:
            self._no_suit(pending)
            return
        for token in pending:
            for rank, start, end in token.items:
                self._add(_code(rank, group.suit), start, end)
        if not group.filled and not pending:
            self._no_rank(group.opener.start, group.opener.end)

    # What can be wrong with ranks and suits

    def _no_suit(self, tokens: list[_Token]) -> None:
        tokens = [token for token in tokens if token.start not in self.excused]
        if tokens:
            places = [(token.start, token.end) for token in tokens]
            typed = ", ".join(f"'{self._typed(*place)}'" for place in places[:5])
            more = ", …" if len(places) > 5 else ""
            self._flaw(f"{typed}{more} {'has' if len(tokens) == 1 else 'have'} no suit", _SUIT_ONCE_HINT, *places)

    def _no_rank(self, start: int, end: int) -> None:
        self._flaw(f"'{self._typed(start, end)}' has no rank", "write a rank with its suit, as in 7H", (start, end))

    def _unclear(self, group: _SuitRanks, token: _Token) -> None:
        """Tell that ranks stand between two suits that could both have them, as in `♥7 8 9 of clubs`."""
        assert token.suit is not None
        own = [str(CARDS[item[0]]) for item in group.opener.items]
        ranks = [item[0] for waiting in self.pending for item in waiting.items]
        least = 0 if group.filled else len(self.pending[0].items)
        most = len(ranks) - len(self.pending[-1].items)
        readings = []
        for share in (most, least):
            suits = [group.suit] * share + [token.suit] * (len(ranks) - share)
            cards = [str(Card.of(rank, suit)) for rank, suit in zip(ranks, suits, strict=True)]
            readings.append(_shown(" ".join(own + cards)))
        place = (group.opener.start, token.end)
        self._flaw(f"'{self._typed(*place)}' is not clear: {readings[0]}, or {readings[1]}", _SUIT_ONCE_HINT, place)
        self.group, self.pending = None, []

    def _ask_about_ranges(self) -> None:
        """Ask whether `7-9 of hearts` are two cards or three. Three ranks with hyphens between them are a list."""
        hyphens = [self._hyphen_after(at) for at in range(len(self.cards))]
        for at, here in enumerate(hyphens):
            if not here or (at and hyphens[at - 1]) or hyphens[at + 1]:
                continue
            first, last = self.cards[at : at + 2]
            if first.suit is last.suit is not None and abs(first.rank - last.rank) > 1:
                span = Span(self.spans[at].start, self.spans[at + 1].end)
                typed = _shown(self.text[span.start : span.end])
                message = f"'{typed}' is not clear: {first} {last}, or all cards from {first} to {last}"
                self.flaws.append(Flaw(message, (span,), f"for two cards, write {first} {last}; {_RANGE_HINT}"))

    def _hyphen_after(self, at: int) -> bool:
        """Whether only a hyphen stands between the card *at* and the next one, on the same line."""
        if at + 1 >= len(self.cards):
            return False
        gap = self.text[self.spans[at].end : self.spans[at + 1].start]
        return gap.strip() in _RANGE_SIGNS and not any(char in lx.LINE_ENDS for char in gap)

    # What was read although it is unusual

    def _notes(self) -> list[str]:
        """How the text was read where a player may have meant something else."""
        notes = []
        if self.zeros:
            typed = ", ".join(f"'{_shown(self.text[slice(*self.spans[at])])}'" for at in self.zeros[:5])
            cards = " ".join(str(self.cards[at]) for at in self.zeros[:5])
            notes.append(f"{typed}{', …' if len(self.zeros) > 5 else ''} read as {cards}: 0 is the ten")
        if self.jack_kings:
            notes.append("'JK' next to a suit read as a jack and a king, not as a joker")
        if "." in self.folded and len(self.tokens) == 1:
            notes.append(f"'{_shown(self.text)}' read in the order of suits S H D C: {' '.join(map(str, self.cards))}")
        if round_no := self._round_before(len(self.cards) - 1):
            notes.append(f"'{round_no}' read as the card {self.cards[0]}; to give the round, use -r {round_no}")
        return notes

    def _round_before(self, others: int) -> str:
        """The number that opens the text if it may be a round that deals as many cards as there are *others*."""
        first, second = self._at(0), self._at(1)
        if first is None or second is None or first.kind is not _Kind.RANKS or second.kind in (_Kind.OF, *_SUITS):
            return ""
        number = self.folded[first.start : first.end]
        blank = self.folded[first.end : second.start].isspace()
        fits = blank and number.isdigit() and others - int(number) in (2, 3)
        return number if fits else ""

    def _void_is_unclear(self, rank: _Token, sign: _Token, group: _SuitRanks) -> None:
        """Tell that a rank stands between a suit that is open and a sign with a hyphen, as in `S: A K ♥ - ♦7`."""
        assert sign.suit is not None
        cards = [str(Card.of(rank.items[0][0], suit)) for suit in (sign.suit, group.suit)]
        message = f"is not clear: {cards[0]}, or {cards[1]} and no {sign.suit.name.lower()}"
        place = (rank.start, sign.end)
        self._flaw(f"'{self._typed(*place)} -' {message}", "write each card in letters, as in 7H", place)


# What is wrong with a word, told in the terms of its nearest valid form.


def _unknown_rank(rank: str) -> _UnreadableError:
    if rank == "14":
        return _UnreadableError(" is not a card: 14 is not a rank in this game", _FOURTEEN_HINT)
    return _UnreadableError(f" is not a card: no rank '{rank}'", _RANKS_HINT)


def _is_foreign(word: str) -> bool:
    """Whether a folded word is a known word of another language, or at least is not spelled in English letters."""
    return word in lx.FOREIGN or (len(word) > 2 and word.isalpha() and not word.isascii())


def _fault(word: str, typed: str, lexicon: Lexicon) -> _UnreadableError:
    """Why a folded word is not a card; *typed* is the word as it was typed, character by character."""
    if not word.isprintable():
        return _UnreadableError(" is not a card: it has a character that cannot be printed", "delete that character")
    if fault := _habit_fault(word, typed, lexicon):
        return fault
    rank, suit = lexicon.rank.pattern, lexicon.suit.pattern
    listed = _listed_cards(word, lexicon)
    if number := re.fullmatch(rf"(\d+)(?:{suit})|(?:{suit})(\d+)", word):
        fault = _unknown_rank(_shown(number[1] or number[2]))
        return _UnreadableError(fault.reason, listed or fault.hint)
    if not _chain(re.compile(f"{rank}|{suit}"), word):
        return _unknown(word, typed, lexicon)
    if not lexicon.rank.search(word):
        return _UnreadableError(" has no rank", "write a rank with each suit, as in 7H")
    return _UnreadableError(" does not split into cards", listed or _APART_HINT)


def _habit_fault(word: str, typed: str, lexicon: Lexicon) -> _UnreadableError | None:
    """Why a word is not a card if it is written in a way that is usual elsewhere, as `2x7H`, `XH` or `7..9`."""
    if re.fullmatch(r"\d*[x×*]\d+|\d+[x×*].+|.+[x×*]\d+", word):
        return _UnreadableError(" is not a card: numbers of copies are not read", _COUNT_HINT)
    if word in lexicon.joker_plurals or word in lexicon.rank_plurals:
        return _UnreadableError(" is more than one card", _COUNT_HINT)
    if len(word) > 1 and not word.strip("*"):
        return _UnreadableError(" is not a card", "write each joker * by itself, or as JK")
    if re.fullmatch(f"x|x({lexicon.suit.pattern})|({lexicon.suit.pattern})x", word):
        return _UnreadableError(" is not a card: X is not read", _X_HINT)
    if word in lx.RANGE_WORDS:
        return _UnreadableError(" is not a card", _RANGE_HINT)
    if "." in word:
        hint = _suggestion(word, typed, lexicon) or _DOTS_HINT
        is_range = re.fullmatch(r"[^.]+\.{2,}[^.]+", word)
        return _UnreadableError(" is not a card: dots are not read here", _RANGE_HINT if is_range else hint)
    return None


def _listed_cards(word: str, lexicon: Lexicon) -> str | None:
    """A hint with the cards of `789h`, several ranks before the one suit that they are meant to have."""
    match = re.fullmatch(f"(.+)({lexicon.suit.pattern})", word)
    if match is None or len(word) > _LONGEST_SUGGESTION or "0" in word.replace("10", ""):
        return None
    try:
        ranks = _rank_list(match[1], lexicon)
    except _UnreadableError:
        return None
    cards = " ".join(str(Card.of(rank, lexicon.suits[match[2]])) for rank, _, _ in ranks)
    return f"did you mean {cards}?" if ranks else None


def _unknown(word: str, typed: str, lexicon: Lexicon) -> _UnreadableError:
    """Why a word is no card that has a letter or sign in it that no card has."""
    rank, suit, signs = lexicon.rank.pattern, lexicon.suit.pattern, "".join(lx.SIGNS)
    suggestion = _suggestion(word, typed, lexicon)
    odd = next((char for char in word if not char.isalnum() and char not in signs), None)
    if odd and not re.fullmatch(f"(?:{rank}).|.(?:{suit})?", word):
        return _UnreadableError(f" is not a card: '{odd}' is not read here", suggestion or _CARDS_HINT)
    if match := re.fullmatch(rf"(?:{rank})(\D)|\d+(\D.*)", word):
        start, end = match.span(match.lastindex or 0)
        hint = suggestion or _nearest(word[start:end], list(lexicon.suit_words)) or _SUITS_HINT
        hint = _LANGUAGE_HINT if _is_foreign(word[start:end]) else hint
        return _UnreadableError(f" is not a card: no suit '{typed[start:end]}'", hint)
    if match := re.fullmatch(f"(.)(?:{suit})|(.+)[{signs}]|(?:{suit})(.)|[{signs}](.+)", word):
        start, end = match.span(match.lastindex or 0)
        hint = _LANGUAGE_HINT if _is_foreign(word[start:end]) else suggestion or _RANKS_HINT
        return _UnreadableError(f" is not a card: no rank '{typed[start:end]}'", hint)
    if len(word) == 1:
        return _UnreadableError(" is neither a rank nor a suit", suggestion or _CARDS_HINT)
    return _UnreadableError(" is not a card", suggestion or _nearest(word, lexicon.words) or _CARDS_HINT)


_LONGEST_SUGGESTION = 24


def _suggestion(word: str, typed: str, lexicon: Lexicon) -> str | None:
    """A hint with the cards that the word would be with the right letters, or without the signs around them.

    What looks like a letter of ours may be a letter of another alphabet, meant as such: a word without a digit, a sign
    or a letter of ours suggests no card.
    """
    if len(word) > _LONGEST_SUGGESTION:
        return None
    letters = "".join(char for char in word if char.isalnum() or char in lx.SIGNS)
    tried = [letters]
    if any(char.isascii() or char in lx.SIGNS for char in letters):
        tried.append(lx.TENS.sub("10", letters).translate(lx.LOOK_ALIKES))
    for changed in tried:
        try:
            kind, items, _ = _read_word(changed, lexicon) if changed not in ("", word) else (_Kind.BAD, (), None)
        except _UnreadableError:
            continue
        # Part of a word is worth suggesting only if it is a card; "did you mean 7?" helps nobody with a suit.
        if kind is _Kind.CARDS or (kind is not _Kind.BAD and len(changed) == len(word) and len(items) < 2):
            meant = " ".join(str(CARDS[item[0]]) for item in items) if kind is _Kind.CARDS else changed.upper()
            return " ".join(filter(None, [f"did you mean {meant}?", _strange_letters(word, typed)]))
    strange = _strange_letters(word, typed)
    return f"{strange}: {_ALPHABET_HINT}" if strange else None


def _strange_letters(word: str, typed: str) -> str | None:
    """What to say of a letter or two that look like those of a card and are not Latin."""
    shown = zip(typed, word, strict=False)
    letters = [one for one, char in shown if char.isalpha() and "LATIN" not in unicodedata.name(char, "LATIN")]
    told = [f"'{letter}' is U+{ord(letter):04X}" for letter in dict.fromkeys(letters[:2])]
    what = "a letter" if len(told) == 1 else "letters"
    return f"{' and '.join(told)}, {what} of another alphabet" if told else None


def _nearest(word: str, known: list[str]) -> str | None:
    """A hint with the known word that is most like this one."""
    if len(word) > _LONGEST_SUGGESTION:
        return None
    import difflib  # only a misspelt hand needs it

    near = difflib.get_close_matches(word, known, n=1, cutoff=0.7)
    return f"did you mean {near[0]}?" if near else None


# Ranks by themselves


def _rank_of(word: str, lexicon: Lexicon) -> int | None:
    """The rank that a folded word names: `10`, `10s`, `10's`, `t`, `tens`, `ten`."""
    if word in lexicon.rank_plurals:
        return lexicon.rank_plurals[word]
    singular = re.sub("['’]?s$", "", word)
    if singular == "0":
        return None  # in place of a rank it may just as well mean "none"
    return lexicon.ranks.get(singular, lexicon.rank_words.get(word))


def _rank_fault(word: str, lexicon: Lexicon) -> tuple[str, str]:
    """Why a folded word is not a rank, and what to write."""
    if word in ("14", "14s"):
        return ": 14 is not a rank in this game", _FOURTEEN_HINT
    if word in ("x", "xs"):
        return ": X is not read", _X_HINT
    if word in ("0", "0s"):
        return "", "write the ten as 10 or T"
    if word in lx.JOKERS or word in lexicon.joker_plurals:
        return "", "a joker has no rank"
    try:
        kind, items, _ = _read_word(word, lexicon) if word else (_Kind.BAD, (), None)
    except _UnreadableError:
        kind, items = _Kind.BAD, ()
    if kind is _Kind.CARDS and len(items) == 1:
        return ": it is a card", f"did you mean {RANK_NAMES[CARDS[items[0][0]].rank]}?"
    return "", _nearest(word, [*lexicon.rank_words, *lexicon.rank_plurals]) or "ranks are A 2 to 10 J Q K"
