"""What became of a given file: read once, its value or its problems kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from ircompare import readers
from ircompare.dashboard.files import Given, library
from ircompare.errors import InputError, Problem
from ircompare.readers.loaded import Loaded


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


def understand(given: Given) -> Understood:
    """Read a given file, once per content, slot and run name."""
    try:
        return _understand(replace(given, role="", stamp=None, beside=(), level=""))
    except InputError as error:
        return Understood(given, None, error)


@lru_cache(maxsize=64)
def _understand(given: Given) -> Understood:
    data = _bytes_of(given)
    # Without a slot a baseline is refused in words; no reader is offered for it here.
    slot = None if given.slot == "baseline" else given.slot
    beside = library().bytes(given.companion) if given.companion else None
    try:
        loaded = readers.read(data, given.source, slot, name=given.name, companion=beside)
    except InputError as error:
        return Understood(given, None, error)
    return Understood(given, loaded)


def _bytes_of(given: Given) -> bytes:
    """The bytes as given, from the disk again where they are no longer held and still the same.

    Raises:
        InputError: They are gone; not remembered, so that giving the file again mends it.
    """
    held = library().bytes(given.digest)
    if held is None and given.path and Path(given.path).is_file():
        library().put(Path(given.path).read_bytes())
        held = library().bytes(given.digest)
    if held is None:
        raise InputError(
            Problem(
                "no-longer-held",
                "the bytes of this file are no longer held by the server",
                given.source,
                mend="give the file again",
            )
        )
    return held
