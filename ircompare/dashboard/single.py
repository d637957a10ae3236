"""What a server has one of, whichever thread asks for it first."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Single(Generic[Value]):
    """A value that is made when it is first asked for, and once even where threads ask at once.

    Args:
        make: Makes it.
    """

    def __init__(self, make: Callable[[], Value]) -> None:
        self._make, self._lock = make, Lock()
        self._held: list[Value] = []

    def __call__(self) -> Value:
        """The value."""
        with self._lock:
            if not self._held:
                self._held.append(self._make())
            return self._held[0]

    @property
    def made(self) -> bool:
        """Whether anybody has asked for it."""
        return bool(self._held)
