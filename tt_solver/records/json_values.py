"""Values of JSON as other programs write them, and how messages show them."""

from __future__ import annotations

import re
from json import JSONDecoder
from typing import Any, cast

LONGEST_SHOWN = 40
"""The most characters of a value that a message shows."""

LONGEST_NUMBER = 20
"""In digits: the text of a longer number is kept, since Python takes long to make a number of it."""

BLANKS = re.compile(r"[ \t\r\n]*")
"""What may stand between the values of JSON."""


class LongNumber(str):
    """The digits of a number that is too long to be a round."""

    __slots__ = ()


def whole(digits: str) -> int | LongNumber:
    """The number that the *digits* are."""
    return int(digits) if len(digits) < LONGEST_NUMBER else LongNumber(digits)


def no_constant(name: str) -> None:
    """Nothing, for NaN and Infinity: some programs write them, but JSON does not know them."""


DECODER = JSONDecoder(parse_int=cast(Any, whole), parse_constant=no_constant)
"""Reads JSON, with null for NaN and Infinity."""

WORDS = {list: "a list", dict: "an object", type(None): "null"}


def shown(value: object) -> str:
    """A value as a message shows it.

    >>> shown(True), shown([1]), shown("x"), shown(LongNumber("1" * 5000))
    ('true', 'a list', "'x'", 'a number of 5,000 digits')
    """
    if isinstance(value, LongNumber) or (isinstance(value, str) and len(value) >= LONGEST_NUMBER and value.isdigit()):
        return f"a number of {len(value.lstrip('-')):,} digits"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "a number that is too large"
    text = WORDS.get(type(value)) or repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
