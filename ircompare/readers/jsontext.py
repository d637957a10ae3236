"""JSON as it stands: repeated keys kept, and the line of every key and value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ircompare.errors import Problems, quote
from ircompare.model.ids import IntArray
from ircompare.readers.table import line_numbers

_TOKEN = re.compile(
    r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{]|-?Infinity|-?[0-9][0-9.eE+-]*|true|false|null|NaN', re.DOTALL
)
_REPEATED = "repeated key"


class Pairs(list[tuple[str, object]]):
    """A JSON object as its (key, value) pairs, repeated keys kept."""


@dataclass(frozen=True)
class Constant:
    """NaN, Infinity or -Infinity, which JSON does not have."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class Document:
    """One JSON text.

    Attributes:
        root: The value; objects are Pairs, arrays lists.
        token_lines: Line of each token, that is of each key and of each value where it begins,
            in the order of the text; None where all stand on one line.
        first_line: Line on which the text begins.
        repeated: Whether any object repeats a key.
    """

    root: object
    token_lines: IntArray | None = None
    first_line: int = 1
    repeated: bool = False

    def line(self, token: int) -> int:
        """Line of one token."""
        return self.first_line if self.token_lines is None else int(self.token_lines[token])

    def lines(self, tokens: list[int]) -> IntArray:
        """Lines of some tokens (shape: as `tokens`)."""
        if self.token_lines is None:
            return np.full(len(tokens), self.first_line, np.int64)
        return self.token_lines[np.array(tokens, np.int64)]

    def members(self, pairs: Pairs, at: int) -> Iterator[tuple[str, object, int]]:
        """As `members`, with the first of repeated keys alone: the others were noted."""
        if not self.repeated:
            yield from members(pairs, at)
            return
        seen: set[str] = set()
        for key, value, token in members(pairs, at):
            if key not in seen:
                yield key, value, token
            seen.add(key)


def parse(text: str, problems: Problems, first_line: int = 1) -> Document | None:
    """A JSON text whose line ends are LF; None, and a problem, where it is none.

    Repeated keys, NaN and Infinity are noted, wherever they stand.
    """
    odd: list[str] = []

    def keep(pairs: list[tuple[str, object]]) -> Pairs:
        if len({key for key, _ in pairs}) != len(pairs):
            odd.append(_REPEATED)
        return Pairs(pairs)

    def constant(name: str) -> Constant:
        odd.append(name)
        return Constant(name)

    try:
        root = json.loads(text, object_pairs_hook=keep, parse_constant=constant)
        repeated = any(what == _REPEATED for what in odd)
        document = Document(root, _token_lines(text, first_line), first_line, repeated)
        if odd:
            _note_odd(document, root, 0, problems)
    except json.JSONDecodeError as error:
        _note_syntax(text, error, problems, first_line)
        return None
    except (RecursionError, ValueError) as error:
        _note_limit(text, error, problems, first_line)
        return None
    return document


def size(value: object) -> int:
    """Number of tokens of a value."""
    if isinstance(value, Pairs):
        return 1 + sum(1 + size(item) for _, item in value)
    if isinstance(value, list):
        return 1 + sum(map(size, value))
    return 1


def members(pairs: Pairs, at: int) -> Iterator[tuple[str, object, int]]:
    """(key, value, token of the key) of an object whose own token is `at`.

    The token of a value is the one after that of its key.
    """
    at += 1
    for key, value in pairs:
        yield key, value, at
        at += 2 if not isinstance(value, list) else 1 + size(value)


def items(values: list[object], at: int) -> Iterator[tuple[object, int]]:
    """(value, its token) of an array whose own token is `at`."""
    at += 1
    for value in values:
        yield value, at
        at += 1 if not isinstance(value, list) else size(value)


def as_plain(value: object) -> object:
    """The value with objects as dicts, the last of repeated keys winning."""
    if isinstance(value, Pairs):
        return {key: as_plain(item) for key, item in value}
    if isinstance(value, list):
        return [as_plain(item) for item in value]
    return str(value) if isinstance(value, Constant) else value


def _token_lines(text: str, first_line: int) -> IntArray | None:
    """Line of each token; no line end can stand within one."""
    if "\n" not in text.strip("\n "):
        return None if text[:1] != "\n" else _lines_of(text, first_line)
    return _lines_of(text, first_line)


def _lines_of(text: str, first_line: int) -> IntArray:
    starts = line_numbers([found.start() for found in _TOKEN.finditer(text)])
    ends = line_numbers([found.start() for found in re.finditer("\n", text)])
    return np.searchsorted(ends, starts) + first_line


def _note_odd(document: Document, value: object, at: int, problems: Problems) -> None:
    """Note repeated keys and constants of a value whose token is `at`."""
    if isinstance(value, Pairs):
        seen: dict[str, int] = {}
        for key, item, token in members(value, at):
            if key in seen:
                _note_repeat(document, key, token, seen[key], problems)
            seen.setdefault(key, token)
            _note_odd(document, item, token + 1, problems)
    elif isinstance(value, list):
        for item, token in items(value, at):
            _note_odd(document, item, token, problems)
    elif isinstance(value, Constant):
        problems.add(
            "not-finite",
            f"{value} is no JSON number",
            line=document.line(at),
            expected="a finite number",
            mend="leave the value out, or write the number that was meant",
        )


def _note_repeat(document: Document, key: str, token: int, first: int, problems: Problems) -> None:
    problems.add(
        "duplicate-key",
        f"key {quote(key)} twice in one object",
        line=document.line(token),
        expected="each key once",
        found=f"also on line {document.line(first)}",
        mend="remove one of the two, or merge what they hold",
    )


def _note_syntax(
    text: str, error: json.JSONDecodeError, problems: Problems, first_line: int
) -> None:
    line = text.split("\n", error.lineno)[error.lineno - 1]
    around = line[max(0, error.colno - 20) : error.colno + 20]
    rest = error.msg == "Extra data"
    what = "more text after the end of the JSON value" if rest else _worded(error.msg)
    problems.add(
        "bad-json",
        f"{what} at column {error.colno}",
        line=error.lineno + first_line - 1,
        expected="one JSON value" if rest else "valid JSON",
        found=quote(around) if around else "the end of the line",
        mend="join the values into one object" if rest else "write the file with a JSON library",
    )


def _worded(message: str) -> str:
    """A message of the JSON module as a headline."""
    return f"invalid JSON: {message[:1].lower()}{message[1:].rstrip(':').removesuffix(' at')}"


def _note_limit(text: str, error: Exception, problems: Problems, first_line: int) -> None:
    deep = isinstance(error, RecursionError)
    digits = None if deep else re.search(r"\d{4300,}", text)
    line = None if digits is None else text.count("\n", 0, digits.start()) + first_line
    problems.add(
        "bad-json",
        "JSON is nested too deeply" if deep else "a number has too many digits",
        line=line,
        expected="ids, texts and numbers, a few levels deep",
    )
