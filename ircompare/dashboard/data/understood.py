"""What became of a given file: read once, its value or its problems kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ircompare import readers
from ircompare.dashboard.files import Given, library, stamp_of
from ircompare.dashboard.recent import Recent
from ircompare.errors import InputError, Problem
from ircompare.readers.loaded import Loaded, Tell

# Bytes of the files whose values are kept; a value weighs a little even where a file is bad.
KEPT_BYTES = 2 << 30
LEAST = 1 << 16


@dataclass(frozen=True)
class Understood:
    """What became of a given file: its value, or every problem found in it."""

    given: Given
    loaded: Loaded[object] | None
    error: InputError | None = None

    @property
    def usable(self) -> bool:
        """Whether the file could be read."""
        return self.loaded is not None

    @property
    def content(self) -> str:
        """Digest of the bytes as supplied, or of the given file where it could not be read."""
        return (self.loaded.digest if self.loaded is not None else "") or self.given.digest


_KEPT: Recent[Given, Understood] = Recent(
    KEPT_BYTES, lambda item: LEAST + (item.loaded.size if item.loaded is not None else 0)
)


def as_read(given: Given) -> Given:
    """What decides the value of a given file: two that are equal in this are read once."""
    return replace(given, role="", beside=(), level="", of="")


def kept(given: Given) -> Understood | None:
    """What became of a given file, None where it is still to be read."""
    return _KEPT.get(as_read(given))


def understand(given: Given, tell: Tell | None = None) -> Understood:
    """Read a given file, once per content, slot and run name.

    Args:
        tell: Called with the bytes read so far and those in all while a large file is read; what
            it raises ends the reading.
    """
    found = kept(given)
    if found is None:
        wanted = as_read(given)
        try:
            found = _read(wanted, tell)
        except InputError as error:
            return Understood(given, None, error)
        _KEPT.put(wanted, found)
    return found


def _read(given: Given, tell: Tell | None) -> Understood:
    """The value or the problems of a file.

    Raises:
        InputError: It is not there as it was given; not kept, so that giving it again mends it.
    """
    place = _place(given)
    # Without a slot a baseline is refused in words; no reader is offered for it here.
    slot = None if given.slot == "baseline" else given.slot
    beside = library().bytes(given.companion) if given.companion else None
    found: Loaded[object] | InputError
    try:
        found = readers.load(
            place, slot, name=given.name, source=given.source, companion=beside, tell=tell
        )
    except InputError as error:
        found = error
    _place(given)
    if isinstance(found, InputError):
        return Understood(given, None, found)
    return Understood(given, found)


def _place(given: Given) -> Path:
    """Where the bytes of a given file stand.

    Raises:
        InputError: They are gone, or others stand there now.
    """
    place = Path(given.path) if given.path else library().path(given.digest)
    if place is None:
        raise _gone(given, "the bytes of this file are no longer held by the server")
    if given.path and stamp_of(place) != given.stamp:
        raise _gone(given, "file changed on disk after it was opened")
    return place


def _gone(given: Given, what: str) -> InputError:
    return InputError(Problem("no-longer-held", what, given.source, mend="give the file again"))
