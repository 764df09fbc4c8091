"""Completion in bash, which takes `ace=low` for three words: it is put together again before the parser sees it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO


def complete_in_bash(complete: Callable[[], None]) -> None:
    """Call *complete*, and print what it offers for the piece of a word that bash replaces.

    Bash ends a word at each `=` and replaces only what follows the last one. It hands over its words as lines of
    `COMP_WORDS`, and which of them is completed as `COMP_CWORD`.
    """
    words = os.environ.get("COMP_WORDS", "").split("\n")
    at = int(os.environ.get("COMP_CWORD", "0"))
    joined = _joined(words[: at + 1])
    if len(joined) == len(words[: at + 1]):
        complete()
        return
    os.environ["COMP_WORDS"] = "\n".join(joined)
    os.environ["COMP_CWORD"] = str(len(joined) - 1)
    # The parser itself takes `--set=` away from `--set=ace=low`.
    word = joined[-1].partition("=")[2] if joined[-1].startswith("-") else joined[-1]
    known = word[: word.rfind("=") + 1]
    offered = StringIO()
    try:
        with redirect_stdout(offered):
            complete()
    finally:
        sys.stdout.write("\n".join(line.removeprefix(known) for line in offered.getvalue().split("\n")))


def _joined(words: list[str]) -> list[str]:
    """The words, those with a `=` between them as one."""
    joined: list[str] = []
    for at, word in enumerate(words):
        if at and joined and "=" in (word, words[at - 1]) and len(joined) > 1:
            joined[-1] += word
        else:
            joined.append(word)
    return joined
