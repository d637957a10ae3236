"""Files as supplied, by content: in a private folder on disk, not in memory."""

from __future__ import annotations

import hashlib
import tempfile
from contextlib import suppress
from pathlib import Path
from threading import Lock

from ircompare.dashboard.recent import Recent
from ircompare.report.atomic import write_atomic


class Spool:
    """Files by digest, in a folder among the temporary files that goes when the process ends.

    Safe to use from several threads.

    Args:
        limit: Most bytes held; files unused for longest are dropped first.
    """

    def __init__(self, limit: int) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="ircompare-", ignore_cleanup_errors=True)
        self._files: Recent[str, Path] = Recent(limit, lambda path: path.stat().st_size)
        self._lock = Lock()

    def put(self, data: bytes) -> str:
        """Hold the bytes of a file and return their digest.

        Raises:
            InputError: They cannot be written: the disk is full.
        """
        digest = hashlib.blake2b(data, digest_size=16).hexdigest()
        with self._lock:  # else a file that is dropped could go after it was written again
            if self.path(digest) is None:
                place = Path(self._folder.name, digest)
                write_atomic(place, data)
                for gone in self._files.put(digest, place):
                    with suppress(OSError):  # it is gone already, or Windows still reads it
                        gone.unlink()
        return digest

    def path(self, digest: str) -> Path | None:
        """Where a file stands, None where it is no longer held."""
        place = self._files.get(digest)
        return place if place is not None and place.is_file() else None

    def bytes(self, digest: str) -> bytes | None:
        """The bytes of a file, None where they are no longer held."""
        place = self.path(digest)
        try:
            return place.read_bytes() if place is not None else None
        except FileNotFoundError:
            return None

    def close(self) -> None:
        """Remove the folder with all its files."""
        self._folder.cleanup()
