"""A file from disk as a stream of bytes, unpacked, in pieces of whole lines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa

from ircompare.readers.loaded import Tell
from ircompare.readers.unpack import BOM, LIMIT, packing, swells


class NotRegularError(Exception):
    """A large file is not regular all through: the reader of whole files has the verdict."""


class Stream:
    """The bytes of a file from disk, unpacked and without a byte order mark.

    Attributes:
        size: Bytes of the file.
        compression: "gzip", "zstd" or "".
        head: The first bytes, unpacked; they are read again.

    Raises:
        OSError: The file cannot be read.
        NotRegularError: Its first bytes cannot be unpacked.
    """

    def __init__(self, path: Path, head: int, tell: Tell | None = None) -> None:
        self._file: BinaryIO = path.open("rb", buffering=0)
        self._tell, self._given = tell, 0
        self.size = os.fstat(self._file.fileno()).st_size
        self.compression = packing(self._file.read(4))
        self._file.seek(0)
        self._unpacked = (
            pa.CompressedInputStream(self._file, self.compression) if self.compression else None
        )
        self.head = self._ahead = self._next(head).removeprefix(BOM)

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self, size: int) -> bytes:
        """The next bytes: at most `size`, none at the end.

        Raises:
            NotRegularError: They cannot be unpacked, or are far too many.
        """
        if self._ahead:
            found, self._ahead = self._ahead[:size], self._ahead[size:]
            return found
        return self._next(size)

    def _next(self, size: int) -> bytes:
        try:
            found: bytes = (self._unpacked or self._file).read(size)
        except OSError as error:
            raise NotRegularError from error
        self._given += len(found)
        if self.compression and (self._given > LIMIT or swells(self.size, self._given)):
            raise NotRegularError
        if self._tell is not None:
            self._tell(self._file.tell(), self.size)
        return found


def pieces(stream: Stream, size: int) -> Iterator[bytes]:
    """Whole lines, of about `size` bytes together; the last line may lack its line feed."""
    rest = b""
    while block := stream.read(size):
        text = rest + block
        end = text.rfind(b"\n") + 1
        if end:
            yield text[:end]
        rest = text[end:]
    if rest:
        yield rest
