"""A few million bytes of lines into arrays, where every line is proven regular."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from ircompare.model.ids import Strings

Fields = tuple[str, ...]
NUMBERS = {"score": np.float64, "rank": np.int64, "grade": np.int64}
BLANKS = (" ", "\t")
_KEPT = {"query", "document", "tag", *NUMBERS}
_MARK = "\ufeff".encode()


@dataclass(frozen=True, eq=False)
class Part:
    """The records of one piece.

    Attributes:
        queries: One entry a record, as runs of equal values.
        tags: The different tags in order of first appearance, some perhaps several times; None
            without such a field.
        documents: Document ids.
        numbers: The other columns, numpy arrays by name.
    """

    queries: pa.RunEndEncodedArray
    tags: Strings | None
    documents: Strings
    numbers: dict[str, Any]


def part_of(text: bytes, fields: Fields, separator: str) -> Part | None:
    """The records of some whole lines, None if one of them is not regular.

    Args:
        text: UTF-8, whole lines.
        fields: Name of each field; those that no `Part` has are not kept.
        separator: A blank stands for runs of blanks and tabs, a tab for itself with blanks round
            it, anything else for itself with no blank or quote anywhere.
    """
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n")
        if b"\r" in text:
            return None
    if not text.endswith(b"\n"):
        text += b"\n"
    if not is_plain(text):
        return None
    if separator in BLANKS:
        text = _without_blanks(text, separator == "\t")
    elif b" " in text or b'"' in text:
        return None
    return _parsed(text, fields, separator) if text else None


def _without_blanks(text: bytes, tabs: bool) -> bytes:
    """Lines with no more blanks than separate the fields; empty where a field is."""
    if not _is_tight(text, tabs) or (b"\t" in text and not tabs):
        text = _tightened(text, tabs)
    return text if text and _is_tight(text, tabs) else b""


def is_plain(text: bytes) -> bool:
    """Whether bytes are UTF-8 without controls beyond 31, which are counted later.

    Nor may the byte order mark occur, as the parser drops it where it stands first.
    """
    if text.isascii():
        return b"\x7f" not in text
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    codes = np.frombuffer(text, np.uint8)
    controls = (codes[:-1] == 0xC2) & (codes[1:] < 0xA0)
    return not (controls.any() or b"\x7f" in text or _MARK in text)


def _is_tight(text: bytes, tabs: bool) -> bool:
    """Whether each separator stands alone, so that no field is empty or has blanks at its ends."""
    codes = np.frombuffer(text, np.uint8)
    low = codes <= 32
    if not tabs:
        return not (low[0] or (low[1:] & low[:-1]).any())
    hard = codes < 32
    return not (low[0] or (low[1:] & hard[:-1]).any() or (hard[1:] & low[:-1]).any())


def _tightened(text: bytes, tabs: bool) -> bytes:
    """Fields without blanks at their ends; unless tabs separate, one space between two fields."""
    codes = np.frombuffer(text if tabs else text.replace(b"\t", b" "), np.uint8)
    blank = codes == 32
    turns = np.flatnonzero(np.diff(blank, prepend=False, append=False))
    starts, stops = turns[0::2], turns[1::2]
    inner = (starts > 0) & (codes[starts - 1] > 32) & (codes[stops] > 32)
    keep = ~blank
    if tabs:
        keep[blank] = np.repeat(inner, stops - starts)
    else:
        keep[starts[inner]] = True
    return bytes(codes[keep])


def _parsed(text: bytes, fields: Fields, separator: str) -> Part | None:
    """Tight lines split on one separator; None where a line, an id or a number is not regular."""
    try:
        columns = _read(text, fields, separator)
    except pa.ArrowInvalid:
        return None
    documents = columns["document"]
    controls = np.count_nonzero(np.frombuffer(text, np.uint8) < 32)
    if controls != len(documents) * (len(fields) if separator == "\t" else 1):
        return None
    if separator not in BLANKS and not all(map(_filled, (columns["query"], documents))):
        return None
    numbers = {name: _numbers(columns[name]) for name in NUMBERS if name in columns}
    if any(column is None for column in numbers.values()):
        return None
    tags = _different(columns["tag"]) if "tag" in columns else None
    return Part(pc.run_end_encode(columns["query"]), tags, documents, numbers)


def _different(values: pa.Array) -> pa.Array:
    """Values of which neighbours differ mostly; one where all are the same."""
    alike = pc.all(pc.equal(values, values[0])).as_py()
    return values[:1] if alike else pc.run_end_encode(values).values


def _filled(ids: pa.Array) -> bool:
    return bool(pc.min(pc.binary_length(ids)).as_py())


def _read(text: bytes, fields: Fields, separator: str) -> dict[str, pa.Array]:
    """Fields as strings and numbers; the number of fields in each line is exact.

    Over decimal literals the parser is correctly rounded. It would take a hexadecimal whole
    number, so where the letter occurs whole numbers stay strings.
    """
    whole = pa.string() if b"x" in text or b"X" in text else pa.int64()
    types = {"rank": whole, "grade": whole, "score": pa.float64()}
    table = csv.read_csv(
        pa.BufferReader(text),
        csv.ReadOptions(use_threads=False, block_size=len(text) + 1, column_names=fields),
        csv.ParseOptions(
            delimiter=separator, quote_char=False, escape_char=False, ignore_empty_lines=False
        ),
        csv.ConvertOptions(
            column_types={name: types.get(name, pa.string()) for name in fields},
            include_columns=[name for name in fields if name in _KEPT],
            null_values=[],
            strings_can_be_null=False,
            check_utf8=False,
        ),
    )
    return {name: _one_array(table.column(name)) for name in table.column_names}


def _one_array(column: pa.ChunkedArray) -> pa.Array:
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def _numbers(column: pa.Array) -> Any:
    """The numbers of a column, None where one is not finite or not plainly whole."""
    if column.type == pa.string():
        whole = pc.all(pc.match_substring_regex(column, "^-?[0-9]{1,18}$")).as_py()
        return column.cast(pa.int64()).to_numpy() if whole else None
    numbers = column.to_numpy()
    return numbers if column.type == pa.int64() or np.isfinite(numbers).all() else None
