"""Untrusted text inside Markdown: shown literally, never interpreted."""

from __future__ import annotations

import re

from ircompare.errors import printable
from ircompare.report.phrases import shortened

__all__ = ["megabytes", "plain", "shortened", "spoken", "with_code"]
_NAMED = re.compile(r"`(\w+)`", re.ASCII)
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
# What Streamlit turns into links, signs and a logo even where its punctuation is escaped; all of
# it is recognised by two characters side by side.
_REMADE = re.compile(
    r"(?<=https:)(?=//)|(?<=http:)(?=//)|(?<=www)(?=\.)|(?<=:)(?=streamlit:)"
    r"|(?<=[-.+\w])(?=@[-\w]+\.[-\w])|(?<=(?<!\S)[-<>~])(?=[-=>]+(?!\S))",
    re.IGNORECASE,
)
_JOINER = "\N{WORD JOINER}"


def plain(text: object) -> str:
    """Text that Streamlit's Markdown shows as it stands: punctuation escaped, one line.

    A character without width stands where an address, an arrow or the like would begin.

    >>> plain("*a* costs $5")
    '\\\\*a\\\\* costs \\\\$5'
    >>> plain("www.x.org")
    'www\\u2060\\\\.x\\\\.org'
    """
    line = re.sub(r"\s+", " ", printable(str(text)))
    return _PUNCTUATION.sub(r"\\\1", _REMADE.sub(_JOINER, line))


def spoken(text: object) -> str:
    """Text for a label that only screen readers hear: what Markdown could act on is a space.

    There an escaped character would be heard with its backslash.

    >>> spoken("a_b-2.run ![x](y)")
    'a_b-2.run x y'
    """
    return " ".join(re.sub(r"[^\w.-]", " ", printable(str(text))).split())


def with_code(text: object) -> str:
    """Text as it stands, but a word in backticks is shown as code.

    >>> with_code("needs: `a_b` of *x*")
    'needs\\\\: `a_b` of \\\\*x\\\\*'
    """
    parts = _NAMED.split(str(text))
    return "".join(f"`{part}`" if at % 2 else plain(part) for at, part in enumerate(parts))


def megabytes(count: int) -> str:
    """Bytes in millions, with one place where there are few.

    >>> megabytes(277_000_000), megabytes(6_240_000), megabytes(40_000)
    ('277', '6.2', '<0.1')
    """
    if 0 < count < 100_000:
        return "<0.1"
    return f"{count / 1e6:,.0f}" if count >= 10_000_000 else f"{count / 1e6:.1f}"
