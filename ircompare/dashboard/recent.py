"""A bounded store that all sessions share: what was not used for longest is dropped first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """Values by key, up to a limit; safe to use from several threads.

    Args:
        limit: Most that all values may weigh together; the newest is kept whatever its weight.
        weight: What a value weighs when it is put in; 1 each without it.
    """

    def __init__(self, limit: int, weight: Callable[[Value], int] = lambda value: 1) -> None:
        self._limit, self._weight = limit, weight
        self._held: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        """The value of a key, which is the newest then; None where it is not held."""
        with self._lock:
            if key not in self._held:
                return None
            self._held.move_to_end(key)
            return self._held[key][0]

    def put(self, key: Key, value: Value) -> list[Value]:
        """Hold a value and return those that were dropped for it."""
        dropped = []
        with self._lock:
            self._held[key] = value, self._weight(value)
            self._held.move_to_end(key)
            while len(self._held) > 1 and self._total() > self._limit:
                dropped.append(self._held.popitem(last=False)[1][0])
        return dropped

    def _total(self) -> int:
        return sum(weight for _, weight in self._held.values())
