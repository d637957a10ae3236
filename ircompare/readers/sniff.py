"""Recognises what some bytes are, from the content alone: never from the file name."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from ircompare.errors import InputError, Problem, quote
from ircompare.readers.formats import DESCRIBED
from ircompare.readers.guess import Guess, Seen
from ircompare.readers.guess_json import look_json
from ircompare.readers.guess_lines import guess_columns, look_lines
from ircompare.readers.stream import NotRegularError, Stream
from ircompare.readers.text import refuse_wide
from ircompare.readers.unpack import Content, unpack

HEAD = 256 << 10
JSON_HEAD = 64 << 10
PARQUET = b"PAR1"
_TOPICS = re.compile(r"<(\?xml|!--|!DOCTYPE|xml|topics|top|queries|query)\b", re.IGNORECASE)
_ARRAY = re.compile(r'\[\s*(["{\[]|\]\s*\Z|-?\d[\d.]*\s*(,|\]\s*\Z))')
_OBJECT = re.compile(r'\{\s*("|\}\s*(\{|\Z)|\Z)')


def sniff(data: bytes, source: str) -> Guess:
    """The likeliest slot and format of a file.

    Raises:
        InputError: The file is empty, cannot be unpacked, or looks like nothing that is read.
    """
    content = unpack(data, source)
    return recognised(content, look(content))


def sniff_path(path: Path, source: str) -> Guess:
    """The likeliest slot and format of a file on disk; of a large text only its start is read.

    Raises:
        InputError: As `sniff`.
        OSError: The file cannot be read.
    """
    try:
        with Stream(path, HEAD + 1) as stream:
            head = stream.head
    except NotRegularError:
        return sniff(path.read_bytes(), source)
    return sniff(path.read_bytes() if head.startswith(PARQUET) else head, source)


def recognised(content: Content, seen: Seen) -> Guess:
    """The guess, if there is one.

    Raises:
        InputError: There is none.
    """
    if seen.guess is not None:
        return seen.guess
    raise InputError(
        Problem(
            "unknown-format",
            "content is not recognised",
            content.source,
            expected="; ".join(f"{slot}: {formats}" for slot, formats in DESCRIBED.items()),
            found=quote(content.raw[:60].decode("utf-8", "backslashreplace")),
            mend="say what the file is, or write it in one of these formats",
        )
    )


def look(content: Content) -> Seen:
    """Form and guess of some content, from its first part.

    Raises:
        InputError: The content is UTF-16.
    """
    seen = _look(content)
    if seen.guess is None:
        return seen
    return Seen(seen.form, replace(seen.guess, compression=content.compression))


def _look(content: Content) -> Seen:
    if content.raw.startswith(PARQUET):
        return look_parquet(BytesIO(content.raw))
    refuse_wide(content.raw, content.source)
    text = _head(content.raw)
    start = text.lstrip(" \t\n")
    if _OBJECT.match(start) or _ARRAY.match(start):
        return look_json(text[:JSON_HEAD])
    if _TOPICS.match(start):
        return Seen("topics", Guess("queries", "TREC topics", why="<top> elements", sure=True))
    return look_lines(text.split("\n"))


def _head(raw: bytes) -> str:
    """The first part of a text, its line ends as LF, up to the end of a line."""
    text = raw[:HEAD].decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    if len(raw) <= HEAD:
        return text
    return text[: text.rfind("\n") + 1] or text


def look_parquet(file: Path | BinaryIO) -> Seen:
    """Form and guess of a Parquet file, from the names and types of its columns."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        schema = pq.read_schema(file)
    except (pa.ArrowException, OSError):
        return Seen("parquet", None)
    typical = ["0.5" if pa.types.is_floating(kind) else "1" for kind in schema.types]
    return Seen("parquet", guess_columns(schema.names, [typical], "Parquet"))
