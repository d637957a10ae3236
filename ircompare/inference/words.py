"""A text as words, for lengths and likeness; Chinese and Japanese count by the character."""

from __future__ import annotations

import re
import unicodedata

_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")


def words(text: str) -> list[str]:
    """The words of a text in lower case, without punctuation; each unspaced character is one.

    >>> words("E4012: 重试 twice")
    ['e4012', '重', '试', 'twice']
    """
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
