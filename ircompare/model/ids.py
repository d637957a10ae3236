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
_MOST_BITS = 22  # beyond, a table of millions of ids costs more memory than it saves time
_SPREAD_BELOW = 1 << 17  # above, a table of eight places an entry would no longer stay in the cache
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


def encoded(ids: Iterable[str] | Strings | pa.DictionaryArray) -> pa.DictionaryArray:
    """Ids as one dictionary-encoded array, its dictionary in order of first appearance."""
    if isinstance(ids, pa.DictionaryArray):
        if _in_order_of_appearance(ids):
            return ids
        ids = ids.dictionary_decode()
    return strings(ids).dictionary_encode()


def _in_order_of_appearance(ids: pa.DictionaryArray) -> bool:
    codes, names = ids.indices.to_numpy(zero_copy_only=False), ids.dictionary
    changes = np.flatnonzero(codes[1:] != codes[:-1]) + 1
    newest = np.maximum.accumulate(codes[np.append(0, changes)]) if len(codes) else codes
    if not len(newest) or newest[0] != 0 or newest[-1] != len(names) - 1:
        return False
    return bool((np.diff(newest) <= 1).all()) and len(names.unique()) == len(names)


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


def repeats(
    ids: Strings, contexts: IntArray | None = None, *, hasher: Hasher = hash_keys
) -> IntArray:
    """Positions of ids, or (context, id) pairs, that repeat an earlier entry, ascending."""
    entries, low = _sorted_entries(ids, contexts, hasher)
    return _repeats_among(entries, low, ids, contexts)


def _sorted_entries(
    ids: Strings, contexts: IntArray | None, hasher: Hasher
) -> tuple[KeyArray, np.uint64]:
    """Leading bits of each key with its position in the low bits, ascending, and a mask of these.

    One sort of plain numbers, much faster than the order of the keys; fewer bits of the key only
    mean a few more pairs to verify.
    """
    entries = pair_keys(ids, contexts, 0, hasher)
    low = np.uint64((1 << len(entries).bit_length()) - 1)
    entries &= ~low
    entries |= np.arange(len(entries), dtype=np.uint64)
    entries.sort()
    return entries, low


def _repeats_among(
    entries: KeyArray, low: np.uint64, ids: Strings, contexts: IntArray | None
) -> IntArray:
    """Positions that share a key with an earlier entry and hold the same bytes.

    Each pass settles all that equal the first of their key; what is left differs from it.
    """
    found = [np.zeros(0, np.int64)]
    again = (entries[1:] ^ entries[:-1]) <= low
    if again.any():
        entries = entries[np.append(again, False) | np.append(False, again)]
    else:
        entries = entries[:0]
    while len(entries):
        fresh = np.append(True, (entries[1:] ^ entries[:-1]) > low)
        rows = (entries & low).view(np.int64)
        firsts = rows[np.maximum.accumulate(np.where(fresh, np.arange(len(rows)), 0))]
        equal = _same_pairs(ids, contexts, rows, ids, contexts, firsts)
        found.append(rows[equal & ~fresh])
        entries = entries[~equal]
    return np.sort(np.concatenate(found))


def _same_pairs(
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

    A table of the leading bits of the keys leads to the few entries that share them.

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
        entries, self._low = _sorted_entries(ids, contexts, hasher)
        self.repeats = _repeats_among(entries, self._low, ids, contexts)
        if len(self.repeats):
            first = np.ones(len(ids), np.bool_)
            first[self.repeats] = False
            entries = entries[first[(entries & self._low).view(np.int64)]]
        self._entries = entries
        spread = 8 if len(entries) < _SPREAD_BELOW else 2
        bits = max(10, min(_MOST_BITS, (len(entries) * spread).bit_length()))
        self._shift = np.uint64(64 - bits)
        counts = np.bincount((entries >> self._shift).view(np.int64), minlength=1 << bits)
        self._starts = np.zeros(len(counts) + 1, np.int32)
        np.cumsum(counts, out=self._starts[1:])

    def find(self, ids: Strings, contexts: IntArray | None = None) -> IntArray:
        """First position of each id in the list, −1 where it is absent (shape: as `ids`)."""
        found = np.full(len(ids), -1, np.int64)
        for start in range(0, len(ids), BLOCK):
            part = slice(start, start + BLOCK)
            near = None if contexts is None else contexts[part]
            self._find(ids.slice(start, BLOCK), near, found[part])
        return found

    def _find(self, ids: Strings, contexts: IntArray | None, found: IntArray) -> None:
        """Fill in the position of each id that is in the list."""
        keys = pair_keys(ids, contexts, 0, self._hasher)
        lead = (keys >> self._shift).view(np.int64)
        slots, ends = self._starts[lead], self._starts[lead + 1]
        rows = np.flatnonzero(slots < ends)
        slots, ends = slots[rows], ends[rows]
        while len(rows):
            entries = self._entries[slots]
            alike = np.flatnonzero((entries ^ keys[rows]) <= self._low)
            at, places = rows[alike], (entries[alike] & self._low).view(np.int64)
            hit = _same_pairs(ids, contexts, at, self.ids, self._contexts, places)
            found[at[hit]] = places[hit]
            slots += 1
            left = np.flatnonzero((slots < ends) & (found[rows] < 0))
            rows, slots, ends = rows[left], slots[left], ends[left]


def first_place(index: IdIndex, ids: Strings, contexts: IntArray | None, row: int) -> int:
    """Where the entry that `row` repeats stands first."""
    context = None if contexts is None else contexts[row : row + 1]
    return int(index.find(ids.slice(row, 1), context)[0])
