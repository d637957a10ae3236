"""A large file in pieces of whole records, and the problems found in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ircompare.errors import Problems
from ircompare.readers.stream import NotRegularError, Stream

LONGEST_RECORD = 64 << 20
# The steps in which a whole file is checked, each from its first line to its last.
STEPS = ("nul", "utf-8", "records", "absent", "ids", "repeats", "titles", "texts")
Noted = dict[str, Problems]


@dataclass(frozen=True, eq=False)
class Piece:
    """Some whole records of a file.

    Attributes:
        raw: Their bytes as they stand.
        start: Where they begin, in bytes of the unpacked file without a byte order mark.
        line: Line on which they begin.
    """

    raw: bytes
    start: int
    line: int


def pieces(
    stream: Stream, size: int, end_of: Callable[[bytes], int], start: int = 0, line: int = 1
) -> Iterator[Piece]:
    """The rest of a file; its last record may lack its line end.

    Args:
        size: Bytes of a piece, if no record is longer.
        end_of: Where the last whole record of some bytes ends, 0 where none does.
        start: Bytes that were read before.
        line: Line of the first byte to come.

    Raises:
        NotRegularError: A record is very long, or the file cannot be unpacked.
    """
    rest = b""
    while block := stream.read(size):
        raw = rest + block
        end = end_of(raw)
        if end:
            yield Piece(raw[:end], start, line)
        start, line = start + end, line + raw.count(b"\n", 0, end)
        rest = raw[end:]
        if len(rest) > LONGEST_RECORD:
            raise NotRegularError
    if rest:
        yield Piece(rest, start, line)


def last_line_end(raw: bytes) -> int:
    """Where the last whole line ends, 0 where none does."""
    return raw.rfind(b"\n") + 1


def with_lf(raw: bytes) -> bytes:
    """Whole lines with LF in place of CRLF.

    Raises:
        NotRegularError: A CR stands alone, and ends a line by itself.
    """
    if b"\r" not in raw:
        return raw
    if raw.count(b"\r") != raw.count(b"\r\n"):
        raise NotRegularError
    return raw.replace(b"\r\n", b"\n")


def noted(source: str) -> Noted:
    """Where to note the problems of each step."""
    return {step: Problems(source) for step in STEPS}


def joined(found: Noted, source: str) -> Problems:
    """The problems of all steps, as a whole file checked step by step would have them."""
    problems = Problems(source)
    for step in found.values():
        problems.extend(step)
    problems.total = sum(len(step) for step in found.values())
    return problems
