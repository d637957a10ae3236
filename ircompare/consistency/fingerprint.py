"""Fingerprints of a library: v1, which many engines share, and v2, which sees every edit."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

V1_DIGITS = 16


def fingerprint_v1(pages: Mapping[str, bytes]) -> str:
    """Names and lengths of all pages, 16 hexadecimal digits; blind to an edit that keeps a length.

    One line `name|length` a page, the length in UTF-16 code units of the decoded bytes (nothing
    normalised, a byte order mark counts 1); lines sorted by UTF-16 code units and joined by LF.

    >>> fingerprint_v1({"a.md": b"hello", "b.md": "世界".encode()})
    'cf70a018450557f9'
    """
    lines = [f"{name}|{utf16_length(body.decode())}" for name, body in pages.items()]
    return digest_v1("\n".join(sorted(lines, key=utf16_order)))


def fingerprint_v2(pages: Mapping[str, bytes]) -> str:
    """Names and contents of all pages, 64 hexadecimal digits; the same in every language.

    One line `sha256(name):sha256(body):bytes` a page, lines sorted and each ended by LF.
    """
    return fingerprint_of_records(page_records(pages))


def page_records(pages: Mapping[str, bytes]) -> dict[str, str]:
    """For each page `sha256(body):bytes`: its line of v2 without the name, in order of names."""
    return {name: page_record(pages[name]) for name in sorted(pages)}


def page_record(body: bytes) -> str:
    """What v2 knows of one body: `sha256:bytes`."""
    return f"{hashlib.sha256(body).hexdigest()}:{len(body)}"


def fingerprint_of_records(records: Mapping[str, str]) -> str:
    """Fingerprint v2 from page records, without the pages."""
    lines = sorted(f"{_sha256(name)}:{record}\n" for name, record in records.items())
    return _sha256("".join(lines))


def digest_v1(text: str) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of a text."""
    return _sha256(text)[:V1_DIGITS]


def utf16_length(text: str) -> int:
    """Length of a text in UTF-16 code units."""
    return len(text) + sum(char > "\uffff" for char in text) if not text.isascii() else len(text)


def utf16_order(text: str) -> bytes:
    """Sort key by UTF-16 code units."""
    return text.encode("utf-16-be")


def is_v1(text: str) -> bool:
    """Whether a text has the form of a v1 fingerprint."""
    return len(text) == V1_DIGITS and _is_hex(text)


def is_v2(text: str) -> bool:
    """Whether a text has the form of a v2 fingerprint."""
    return len(text) == 64 and _is_hex(text)


def is_page_record(text: str) -> bool:
    """Whether a text has the form of a page record."""
    digest, _, size = text.partition(":")
    return is_v2(digest) and size.isascii() and size.isdigit()


def _is_hex(digits: Iterable[str]) -> bool:
    return set(digits) <= set("0123456789abcdef")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
