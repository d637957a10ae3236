"""Texts from files as they are shown: marks that hide or reorder text are written out."""

from __future__ import annotations

import re

# Controls, marks of direction, invisible characters, and what no XML or UTF-8 can hold. Joiners
# stay: several scripts are not written without them.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    r"""The text with every character that hides or reorders others as its code point.

    >>> visible("run\u202eexe.pdf"), visible("导出\tok")
    ('run\\u202eexe.pdf', '导出\tok')
    """
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
