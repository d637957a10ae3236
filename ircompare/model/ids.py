"""Exact joins of identifiers without encoding them: 64-bit keys, every match verified on bytes.

A key is a hash of an id's UTF-8 bytes. Keys find candidates quickly; the bytes decide, so two
ids that share a key are never taken for one another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
KeyArray = npt.NDArray[np.uint64]
Strings: TypeAlias = pa.StringArray
Hasher = Callable[[Strings, int], KeyArray]

BLOCK = 1 << 15
_ODD = np.uint64(0x9E3779B97F4A7C15)
_MASKS = np.array([(1 << 8 * width) - 1 for width in range(9)], np.uint64)
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
    """A 64-bit key for each id, equal for equal bytes (shape: n)."""
    keys = np.empty(len(ids), np.uint64)
    for start in range(0, len(ids), BLOCK):
        keys[start : start + BLOCK] = _block_keys(ids.slice(start, BLOCK), salt)
    return keys


def _block_keys(ids: Strings, salt: int) -> KeyArray:
    """Keys of so few ids that every array stays in the cache; eight bytes a step."""
    raw, bounds = byte_ranges(ids)
    starts, lengths = bounds[:-1] - bounds[0], np.diff(bounds)
    padded = np.concatenate([raw[bounds[0] : bounds[-1]], np.zeros(8, np.uint8)])
    words = np.ndarray((len(padded) - 7,), "<u8", padded.data, strides=(1,))
    keys = _stirred(lengths.astype(np.uint64) * _ODD + np.uint64(salt), words[starts], lengths)
    for step in range(8, int(lengths.max()), 8):
        rows = np.flatnonzero(lengths > step)
        keys[rows] = _stirred(keys[rows], words[starts[rows] + step], lengths[rows] - step)
    return keys


def _stirred(keys: KeyArray, words: KeyArray, left: IntArray) -> KeyArray:
    """Keys with the next eight bytes taken in, of which `left` belong to the id."""
    keys *= _ODD
    keys ^= words & _MASKS[np.minimum(left, 8)]
    return _scramble(keys)


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


def repeats(ids: Strings, contexts: IntArray | None = None, *, hasher: Hasher = hash_keys) -> IntArray:
    """Positions of ids, or (context, id) pairs, that repeat an earlier entry, ascending."""
    keys = pair_keys(ids, contexts, 0, hasher)
    ascending = np.sort(keys)
    shared = ascending[1:][ascending[1:] == ascending[:-1]]
    if not len(shared):
        return np.zeros(0, np.int64)
    return _verified_repeats(ids, contexts, keys, np.flatnonzero(np.isin(keys, shared)))


def _verified_repeats(
    ids: Strings, contexts: IntArray | None, keys: KeyArray, rows: IntArray
) -> IntArray:
    """Those of the rows, which share their keys, that repeat an earlier one on the bytes too.

    Each pass settles all rows that equal the first of their key; what is left differs from it.
    """
    found = [np.zeros(0, np.int64)]
    rows = rows[np.argsort(keys[rows], kind="stable")]
    while len(rows):
        fresh = np.ones(len(rows), np.bool_)
        fresh[1:] = keys[rows[1:]] != keys[rows[:-1]]
        firsts = rows[np.maximum.accumulate(np.where(fresh, np.arange(len(rows)), 0))]
        equal = same_pairs(ids, contexts, rows, ids, contexts, firsts)
        found.append(rows[equal & ~fresh])
        rows = rows[~equal]
    return np.sort(np.concatenate(found))


def same_pairs(
    left: Strings,
    left_contexts: IntArray | None,
    at: IntArray,
    right: Strings,
    right_contexts: IntArray | None,
    to: IntArray,
) -> BoolArray:
    """Whether the pairs at `at` on the left and at `to` on the right are the same, for each."""
    equal = same(left, at, right, to)
    if left_contexts is not None and right_contexts is not None:
        equal &= left_contexts[at] == right_contexts[to]
    return equal


class IdIndex:
    """Finds ids, or (context, id) pairs, in a fixed list of them.

    A table of the leading bits of the sorted keys leads to the few keys that share them.

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
        keys = pair_keys(ids, contexts, 0, hasher)
        order = np.argsort(keys)
        ascending = keys[order]
        again = ascending[1:] == ascending[:-1]
        self.repeats, self._longest = np.zeros(0, np.int64), 1
        if again.any():
            rows = np.flatnonzero(np.isin(keys, ascending[1:][again]))
            self.repeats = _verified_repeats(ids, contexts, keys, rows)
            order = np.setdiff1d(np.arange(len(keys)), self.repeats, assume_unique=True)
            order = order[np.argsort(keys[order], kind="stable")]
            ascending = keys[order]
            self._longest = int(np.unique(ascending, return_counts=True)[1].max())
        self._order, self._keys = order, ascending
        self._starts, self._shift, self._halvings = _table_of(ascending)

    def find(self, ids: Strings, contexts: IntArray | None = None) -> IntArray:
        """First position of each id in the list, −1 where it is absent (shape: as `ids`)."""
        found = np.full(len(ids), -1, np.int64)
        if len(self._keys):
            for start in range(0, len(ids), BLOCK):
                part = None if contexts is None else contexts[start : start + BLOCK]
                found[start : start + BLOCK] = self._find(ids.slice(start, BLOCK), part)
        return found

    def _find(self, ids: Strings, contexts: IntArray | None) -> IntArray:
        found = np.full(len(ids), -1, np.int64)
        keys = pair_keys(ids, contexts, 0, self._hasher)
        rows, slots = self._first_slots(keys)
        for _ in range(self._longest):
            inside = slots < len(self._keys)
            rows, slots = rows[inside], slots[inside]
            alike = self._keys[slots] == keys[rows]
            rows, slots = rows[alike], slots[alike]
            places = self._order[slots]
            hit = same_pairs(ids, contexts, rows, self.ids, self._contexts, places)
            found[rows[hit]] = places[hit]
            rows, slots = rows[~hit], slots[~hit] + 1
        return found

    def _first_slots(self, keys: KeyArray) -> tuple[IntArray, IntArray]:
        """Rows whose leading bits occur, and for each the first slot with no smaller key."""
        lead = (keys >> self._shift).astype(np.int64)
        rows = np.flatnonzero(self._starts[lead] < self._starts[lead + 1])
        low, high = self._starts[lead[rows]], self._starts[lead[rows] + 1]
        wanted = keys[rows]
        for _ in range(self._halvings):
            middle = (low + high) >> 1
            smaller = (low < high) & (self._keys.take(middle, mode="clip") < wanted)
            low, high = np.where(smaller, middle + 1, low), np.where(smaller, high, middle)
        return rows, low.astype(np.int64)


def _table_of(keys: KeyArray) -> tuple[npt.NDArray[np.int32], np.uint64, int]:
    """Where each value of the leading bits starts, the shift to them, and halvings of a range."""
    bits = max(10, min(24, (len(keys) * 8).bit_length()))
    shift = np.uint64(64 - bits)
    counts = np.bincount((keys >> shift).astype(np.int64), minlength=1 << bits)
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return starts, shift, int(counts.max()).bit_length()


def first_place(index: IdIndex, ids: Strings, contexts: IntArray | None, row: int) -> int:
    """Where the entry that `row` repeats stands first."""
    context = None if contexts is None else contexts[row : row + 1]
    return int(index.find(ids.slice(row, 1), context)[0])
