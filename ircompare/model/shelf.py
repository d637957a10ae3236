"""Bytes put aside on disk, in a file without a name."""

from __future__ import annotations

import os
from threading import Lock
from typing import Any, NamedTuple


class Span(NamedTuple):
    """Where some bytes stand on a shelf."""

    start: int
    size: int


class Shelf:
    """Bytes in an anonymous temporary file; it is gone with the last reference to the shelf.

    The file stands in the folder for temporary files (environment variable TMPDIR). Reading is
    safe from several threads.
    """

    def __init__(self) -> None:
        import tempfile

        self._file = tempfile.TemporaryFile(prefix="ircompare-", buffering=0)  # noqa: SIM115
        self._lock = Lock()
        self._end = 0

    def put(self, data: Any) -> Span:
        """Append bytes, or anything that shows its own as a flat buffer."""
        view = memoryview(data).cast("B")
        with self._lock:
            self._file.seek(self._end)
            written = 0
            while written < len(view):
                written += self._file.write(view[written:])
            span = Span(self._end, len(view))
            self._end += len(view)
        return span

    def get(self, span: Span) -> bytes:
        """The bytes of a span."""
        found = self._read(span.size, span.start)
        while len(found) < span.size:
            more = self._read(span.size - len(found), span.start + len(found))
            if not more:
                raise OSError("temporary file ended early")
            found += more
        return found

    def _read(self, size: int, start: int) -> bytes:
        if hasattr(os, "pread"):
            return os.pread(self._file.fileno(), size, start)
        with self._lock:
            self._file.seek(start)
            return self._file.read(size)
