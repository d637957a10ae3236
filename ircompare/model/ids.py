"""Exact joins of identifiers without encoding them: 64-bit keys, every match verified on bytes.

A key is a hash of an id's UTF-8 bytes. Keys find candidates quickly; the bytes decide, so two
ids that share a key are never taken for one another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
KeyArray = npt.NDArray[np.uint64]
Strings = pa.StringArray
Hasher = Callable[[Strings, int], KeyArray]

_ODD = np.uint64(0x9E3779B97F4A7C15)
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))


def strings(ids: Iterable[str] | Strings) -> Strings:
    """Ids as one contiguous Arrow string array (shape: n)."""
    if isinstance(ids, pa.ChunkedArray):
        ids = ids.combine_chunks()
    if isinstance(ids, pa.Array):
        return ids if ids.type == pa.string() else ids.cast(pa.string())
    return pa.array(ids, pa.string())


def byte_ranges(ids: Strings) -> tuple[npt.NDArray[np.uint8], IntArray]:
    """The bytes of all ids end to end and the n + 1 offsets into them, without copying bytes."""
    _, offsets, data = ids.buffers()
    bounds = np.frombuffer(offsets, np.int32)[ids.offset : ids.offset + len(ids) + 1]
    raw = np.frombuffer(data, np.uint8) if data is not None else np.zeros(0, np.uint8)
    return raw, bounds.astype(np.int64)


def _scramble(keys: KeyArray) -> KeyArray:
    """Finaliser of splitmix64: every input bit reaches every output bit; a bijection."""
    keys ^= keys >> np.uint64(30)
    keys *= _MIX[0]
    keys ^= keys >> np.uint64(27)
    keys *= _MIX[1]
    keys ^= keys >> np.uint64(31)
    return keys


def hash_keys(ids: Strings, salt: int = 0) -> KeyArray:
    """A 64-bit key for each id, equal for equal bytes (shape: n); eight bytes a step."""
    if len(ids) == 0:
        return np.zeros(0, np.uint64)
    raw, bounds = byte_ranges(ids)
    starts, lengths = bounds[:-1], np.diff(bounds)
    base = int(bounds[0])
    padded = np.zeros(int(bounds[-1]) - base + 8, np.uint8)
    padded[:-8] = raw[base : int(bounds[-1])]
    words = np.ndarray((len(padded) - 7,), "<u8", padded.data, strides=(1,))
    keys = lengths.astype(np.uint64) * _ODD + np.uint64(salt)
    rows, position = np.arange(len(ids)), starts - base
    for step in range(0, int(lengths.max()), 8):
        if step:
            rows = rows[lengths[rows] > step]
        left = lengths[rows] - step
        word = words[position[rows] + step]
        short = left < 8
        word[short] &= (np.uint64(1) << (np.uint64(8) * left[short].astype(np.uint64))) - np.uint64(
            1
        )
        keys[rows] = _scramble(keys[rows] * _ODD ^ word)
    return keys


def pair_keys(ids: Strings, contexts: IntArray | None, salt: int, hasher: Hasher) -> KeyArray:
    """Keys of (context, id) pairs; without contexts, of the ids alone."""
    keys = hasher(ids, salt)
    if contexts is None:
        return keys
    return keys ^ _scramble((contexts.astype(np.uint64) + np.uint64(1)) * _ODD)


def same(left: Strings, at: IntArray, right: Strings, to: IntArray) -> BoolArray:
    """Whether `left[at[i]]` and `right[to[i]]` hold the same bytes, for each i."""
    equal = pc.equal(left.take(pa.array(at)), right.take(pa.array(to)))
    return np.asarray(equal.to_numpy(zero_copy_only=False), bool)


class IdIndex:
    """Finds ids, or (context, id) pairs, in a fixed list of them.

    Args:
        ids: The ids to find later (shape: n).
        contexts: A whole number for each id, such as its query's position; None for none.
        hasher: The key function; tests pass a poor one to force collisions.

    Attributes:
        repeats: Positions in `ids` that repeat an earlier entry, ascending.
    """

    def __init__(
        self, ids: Strings, contexts: IntArray | None = None, *, hasher: Hasher = hash_keys
    ) -> None:
        self.ids, self._contexts, self._hasher = ids, contexts, hasher
        self._salt = 0
        keys = pair_keys(ids, contexts, 0, hasher)
        order = np.argsort(keys, kind="stable")
        self._order, self._keys = order, keys[order]
        chain = self._chain_lengths()
        self.repeats = self._find_repeats(chain)
        self._longest = int(chain.max()) + 1 if len(chain) else 0
        bits = max(10, min(24, int(len(keys) * 16).bit_length()))
        self._low = np.uint64((1 << bits) - 1)
        self._present = np.zeros(1 << bits, np.bool_)
        self._present[(keys & self._low).astype(np.int64)] = True

    def _chain_lengths(self) -> IntArray:
        """For each sorted key, how many equal keys stand directly before it."""
        places = np.arange(len(self._keys))
        fresh = np.ones(len(self._keys), np.bool_)
        fresh[1:] = self._keys[1:] != self._keys[:-1]
        return places - np.maximum.accumulate(np.where(fresh, places, 0))

    def _find_repeats(self, chain: IntArray) -> IntArray:
        repeats: list[IntArray] = []
        for back in range(1, int(chain.max()) + 1 if len(chain) else 0):
            later = np.flatnonzero(chain >= back)
            late, early = self._order[later], self._order[later - back]
            repeats.append(late[self._equal(self.ids, self._contexts, late, early)])
        return np.unique(np.concatenate(repeats)) if repeats else np.zeros(0, np.int64)

    def _equal(
        self, ids: Strings, contexts: IntArray | None, at: IntArray, to: IntArray
    ) -> BoolArray:
        equal = same(ids, at, self.ids, to)
        if contexts is not None and self._contexts is not None:
            equal &= contexts[at] == self._contexts[to]
        return equal

    def find(self, ids: Strings, contexts: IntArray | None = None) -> IntArray:
        """First position of each id in the list, −1 where it is absent (shape: as `ids`)."""
        found = np.full(len(ids), -1, np.int64)
        if not len(self._keys) or not len(ids):
            return found
        keys = pair_keys(ids, contexts, self._salt, self._hasher)
        rows = np.flatnonzero(self._present[(keys & self._low).astype(np.int64)])
        slots = np.searchsorted(self._keys, keys[rows])
        for _ in range(self._longest):
            inside = slots < len(self._keys)
            rows, slots = rows[inside], slots[inside]
            alike = self._keys[slots] == keys[rows]
            rows, slots = rows[alike], slots[alike]
            hit = self._equal(ids, contexts, rows, self._order[slots])
            found[rows[hit]] = self._order[slots[hit]]
            rows, slots = rows[~hit], slots[~hit] + 1
        return found


def first_place(index: IdIndex, ids: Strings, contexts: IntArray | None, row: int) -> int:
    """Where the entry that `row` repeats stands first."""
    context = None if contexts is None else contexts[row : row + 1]
    return int(index.find(ids.slice(row, 1), context)[0])
