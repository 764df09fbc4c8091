"""The manual: one page of Markdown for each topic, which `tt-solver help TOPIC` shows."""

from __future__ import annotations

from importlib.resources import files

TOPICS = (
    "notation",
    "hands",
    "rules",
    "options",
    "advice",
    "laydowns",
    "dealing",
    "files",
    "json",
    "exit-status",
    "python",
    "speed",
    "how-it-works",
)
"""The topics, in the order in which a new reader may want them."""


def page(topic: str) -> str:
    """The page of *topic*, as Markdown.

    >>> page("notation").splitlines()[0]
    '# How to write cards, hands and melds'
    """
    return files(__name__).joinpath(f"{topic}.md").read_text(encoding="utf-8")


def title(topic: str) -> str:
    """What the page of *topic* is about, in a line.

    >>> title("rules")
    'The rules of the game, and house rules'
    """
    return page(topic).partition("\n")[0].removeprefix("# ")
