"""Files read in the background, for all sessions: how far each is, and the way to end it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event, Lock
from time import monotonic

from ircompare.dashboard.data.understood import Understood, as_read, understand
from ircompare.dashboard.files import Given, library, stamp_of
from ircompare.dashboard.single import Single

# Seconds for which a page waits for its files before it shows how far they are.
PATIENCE = 1.0
THREADS = 2


class CancelledError(Exception):
    """The reading was ended by a user."""


class Reading:
    """One file being read.

    Attributes:
        given: The file, without what it is used for.
        done, total: Bytes read so far and in all.
        since: When it was asked for, on the monotonic clock, in seconds.
        future: What becomes of it.
    """

    def __init__(self, given: Given, pool: ThreadPoolExecutor) -> None:
        self.given, self.since = given, monotonic()
        self.done, self.total = 0, _size(given)
        self._ended = Event()
        self.future: Future[Understood] = pool.submit(understand, given, self.tell)

    @property
    def running(self) -> bool:
        """Whether it is still to be waited for."""
        return not self.future.done() and not self._ended.is_set()

    def tell(self, done: int, total: int) -> None:
        """Take note of how far the reader is.

        Raises:
            CancelledError: A user ended it.
        """
        if self._ended.is_set():
            raise CancelledError
        self.done, self.total = done, total

    def cancel(self) -> None:
        """End it; what was read is dropped."""
        self._ended.set()
        self.future.cancel()


class Background:
    """Reads a few files at a time, each once however many sessions ask for it."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="reading")
        self._readings: dict[Given, Reading] = {}
        self._lock = Lock()

    def read(self, given: Given) -> Reading:
        """Start to read a file, or join those who wait for it."""
        wanted = as_read(given)
        with self._lock:
            self._readings = {key: held for key, held in self._readings.items() if held.running}
            if wanted not in self._readings:
                self._readings[wanted] = Reading(wanted, self.pool)
            return self._readings[wanted]

    def close(self) -> None:
        """End all reading."""
        with self._lock:
            readings = list(self._readings.values())
        for reading in readings:
            reading.cancel()
        self.pool.shutdown(wait=False, cancel_futures=True)


background = Single(Background)
"""The one pool of this server."""


def wait_a_moment(readings: Sequence[Reading]) -> None:
    """Wait until all are read, but not longer than a page should wait for what it asked for."""
    if readings:
        waited = monotonic() - min(reading.since for reading in readings)
        wait([reading.future for reading in readings], max(0.0, PATIENCE - waited))


def still_running(readings: Iterable[Reading]) -> tuple[Reading, ...]:
    """Those that are not read yet."""
    return tuple(reading for reading in readings if reading.running)


def _size(given: Given) -> int:
    """Bytes of a given file, 0 where it is gone."""
    if given.stamp is not None:
        return given.stamp[0]
    place = library().path(given.digest)
    found = stamp_of(place) if place is not None else None
    return found[0] if found is not None else 0
