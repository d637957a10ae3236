"""A corpus file of any format that is read in pieces, or the verdict that it is none."""

from __future__ import annotations

from pathlib import Path

from ircompare.errors import InputError
from ircompare.model.collection import Corpus
from ircompare.readers.guess import Seen
from ircompare.readers.loaded import Loaded, Tell
from ircompare.readers.reading import swapped
from ircompare.readers.sniff import HEAD, PARQUET, look, look_parquet
from ircompare.readers.stream import NotRegularError, Stream
from ircompare.readers.unpack import Content, refuse_foreign

LARGE = 64 << 20
LARGE_PACKED = 16 << 20


def large_corpus(path: Path, source: str, tell: Tell | None = None) -> Loaded[Corpus] | None:
    """A large corpus without its texts; None where it has to be read as a whole.

    That is where it is small, one JSON object, or of a form that only the whole file decides.

    Args:
        path: The file, packed or not.
        source: Name of the file in messages.
        tell: Called with the bytes read and those in all; what it raises ends the reading.

    Raises:
        InputError: With every problem of the file.
    """
    try:
        with Stream(path, HEAD + 4) as stream:
            if stream.size < (LARGE_PACKED if stream.compression else LARGE):
                return None
            head = stream.head
        content = Content(source, head, stream.compression)
        if content.compression and head.startswith(PARQUET):
            return None
        refuse_foreign(content)
        seen = look_parquet(path) if head.startswith(PARQUET) else look(content)
        try:
            return _read(path, source, head, seen, tell)
        except InputError as error:
            raise swapped("corpus", content, seen, error) or error from None
    except (NotRegularError, OSError, UnicodeEncodeError):  # the last: a path Arrow cannot open
        return None


def _read(
    path: Path, source: str, head: bytes, seen: Seen, tell: Tell | None
) -> Loaded[Corpus] | None:
    if head.startswith(PARQUET):
        from ircompare.readers.large_corpus.parquet import read_parquet

        return read_parquet(path, source, tell)
    if seen.form not in {"lines", "jsonl", "table"}:
        return None
    from ircompare.readers.large_corpus.lines import read_lines

    return read_lines(path, source, head, seen.form, tell)
