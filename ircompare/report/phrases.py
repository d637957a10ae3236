"""Small pieces that sentences are made of: names, lists and signs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ircompare.errors import quote
from ircompare.scoring.numbers import count_text

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
NAMED = 3


def plain(text: str) -> str:
    """A name from a file on one line: control characters escaped, shortened in the middle."""
    return quote(text)[1:-1]


def shortened(text: str, limit: int) -> str:
    """The text on one line, cut with an ellipsis where it is longer than the limit."""
    line = re.sub(r"\s+", " ", text).strip()
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def in_words(count: int) -> str:
    """A count below ten as a word, else in figures."""
    return _WORDS[count] if count < len(_WORDS) else count_text(count)


def listed(parts: Sequence[str]) -> str:
    """Parts joined as `a`, `a and b` or `a, b and c`."""
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def named(ids: Sequence[str]) -> str:
    """Up to three ids by name; of more, two by name and the rest counted."""
    if len(ids) <= NAMED:
        return listed([plain(text) for text in ids])
    first = [plain(text) for text in ids[: NAMED - 1]]
    return listed([*first, f"{count_text(len(ids) - len(first))} more"])


def queries_named(ids: Sequence[str], *, first: bool = False) -> str:
    """Query ids by name; with their noun where one could be read as a count.

    Args:
        first: Whether the words open a sentence.

    >>> queries_named(["q4", "q7"], first=True), queries_named(["4", "7"], first=True)
    ('q4 and q7', 'Queries 4 and 7')
    """
    told = named(ids)
    if not any(text[:1].isdigit() for text in ids):
        return told
    noun = "query" if len(ids) == 1 else "queries"
    return f"{capitalised(noun) if first else noun} {told}"


def some_named(ids: Sequence[str], most: int = 20) -> str:
    """The first ids by name, the rest counted."""
    shown = ", ".join(plain(text) for text in ids[:most])
    rest = len(ids) - most
    return f"{shown} and {count_text(rest)} more" if rest > 0 else shown


def sentence(text: str) -> str:
    """The text as a sentence: a full stop at the end."""
    return text if text.endswith((".", "?")) else f"{text}."


def capitalised(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]
