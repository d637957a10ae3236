"""Bytes as text and lines: UTF-8 only, every fault with its line and column."""

from __future__ import annotations

import codecs
import re

from ircompare.errors import InputError, Problem, Problems, quote
from ircompare.readers.unpack import Content

_SAMPLE = 4096
_UTF16 = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
_UTF32 = (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")
SHOWN_CHARACTERS = 120


def text_of(content: Content, problems: Problems) -> str:
    """The text with every line end as LF; bytes that are no text are noted and stand escaped.

    Raises:
        InputError: The file is UTF-16 or UTF-32.
    """
    refuse_wide(content.raw, content.source)
    return decoded(content.raw, problems, problems)


def decoded(raw: bytes, nuls: Problems, others: Problems, first_line: int = 1) -> str:
    """Some lines as text with every line end as LF; what is no text stands escaped.

    Args:
        nuls: Where NUL bytes are noted.
        others: Where bytes that are not UTF-8 are noted.
        first_line: Line of the first byte in the file.
    """
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if b"\0" in raw:
        _note_nul(raw, nuls, first_line)
        raw = raw.replace(b"\0", b"\\x00")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        _note_bad_bytes(raw, others, first_line)
        return raw.decode("utf-8", "backslashreplace")


def split_lines(text: str) -> list[str]:
    """Lines of a text whose line ends are LF; a last line end starts no further line."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def refuse_wide(raw: bytes, source: str) -> None:
    """Refuse UTF-16 and UTF-32, with and without a byte order mark.

    Raises:
        InputError: The bytes are of either encoding.
    """
    encoding = "UTF-32" if raw.startswith(_UTF32) else _UTF16.get(raw[:2], "")
    if not encoding and _every_second_is_nul(raw[:_SAMPLE]):
        encoding = "UTF-16"
    if encoding:
        raise InputError(
            Problem(
                "utf-16",
                f"file is {encoding}",
                source,
                line=1,
                expected="UTF-8",
                mend="save it as UTF-8 (in Excel: CSV UTF-8)",
            )
        )


def _every_second_is_nul(head: bytes) -> bool:
    halves = head[0::2], head[1::2]
    few, many = sorted(half.count(0) for half in halves)
    return many >= 2 and few * 20 < many and many * 5 >= len(head)


def _note_nul(raw: bytes, problems: Problems, first_line: int) -> None:
    for number, line in enumerate(raw.split(b"\n"), first_line):
        at = line.find(b"\0")
        if at >= 0:
            column = len(line[:at].decode("utf-8", "replace")) + 1
            problems.add(
                "nul-byte",
                f"NUL byte at column {column}",
                line=number,
                expected="text",
                found=quote(line.decode("utf-8", "backslashreplace")),
                mend="remove the byte; it often comes from a damaged copy",
            )


def _note_bad_bytes(raw: bytes, problems: Problems, number: int) -> None:
    """One problem for each line that is not UTF-8."""
    view, start = memoryview(raw), 0
    while start < len(raw):
        try:
            codecs.utf_8_decode(view[start:], "strict", True)
        except UnicodeDecodeError as error:
            at = start + error.start
            line_start = raw.rfind(b"\n", 0, at) + 1
            number += raw.count(b"\n", start, line_start)
            line_end = raw.find(b"\n", at)
            line_end = len(raw) if line_end < 0 else line_end
            _note_bad_byte(raw[line_start:line_end], at - line_start, number, problems)
            start, number = line_end + 1, number + 1
        else:
            return


def _note_bad_byte(line: bytes, at: int, number: int, problems: Problems) -> None:
    problems.add(
        "not-utf-8",
        f"byte 0x{line[at]:02X} at column {len(line[:at].decode('utf-8')) + 1} is not UTF-8",
        line=number,
        expected="UTF-8",
        found=f"{quote(line.decode('iso-8859-1'))} if it is ISO-8859-1",
        mend="convert the file from ISO-8859-1 (or what it was written in) to UTF-8",
    )


def shorten(line: str, limit: int = SHOWN_CHARACTERS) -> str:
    """A record for showing: control characters but tabs escaped, cut to one short line."""
    cut = line if len(line) <= limit else line[: limit - 1] + "…"
    return re.sub(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]", lambda found: repr(found[0])[1:-1], cut)
