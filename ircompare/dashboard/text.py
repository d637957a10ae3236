"""Untrusted text inside Markdown: shown literally, never interpreted."""

from __future__ import annotations

import re

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def plain(text: object) -> str:
    """Text that Streamlit's Markdown shows as it stands: punctuation escaped, one line.

    >>> plain("*a* costs $5")
    '\\\\*a\\\\* costs \\\\$5'
    """
    return _PUNCTUATION.sub(r"\\\1", re.sub(r"\s+", " ", str(text)))


def shortened(text: str, limit: int) -> str:
    """The text on one line, cut with an ellipsis where it is longer than the limit."""
    line = re.sub(r"\s+", " ", text).strip()
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"
