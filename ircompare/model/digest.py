"""The fingerprint of rankings: of their content, never of a file's bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ircompare.model.ids import IntArray, Strings, byte_ranges

HASHED_AT_ONCE = 500


def rankings_sha256(documents: Strings, bounds: IntArray, named: Sequence[tuple[str, int]]) -> str:
    """SHA-256 of lines `query NUL document NUL document …`, a query without one alone.

    Args:
        documents: Document ids of all rankings (shape: rows).
        bounds: Rows of ranking i are `bounds[i]` to `bounds[i + 1]` (shape: q + 1).
        named: Each query to cover with the position of its ranking, in the order to hash.
    """
    digest = hashlib.sha256()
    for start in range(0, len(named), HASHED_AT_ONCE):
        part = named[start : start + HASHED_AT_ONCE]
        raw, edges = byte_ranges(_joined(documents, bounds, [place for _, place in part]))
        ends = edges.tolist()
        for (query, _), begin, end in zip(part, ends[:-1], ends[1:], strict=True):
            digest.update(f"{query}\0".encode() if end > begin else query.encode())
            digest.update(raw[begin:end].data)
            digest.update(b"\n")
    return digest.hexdigest()


def _joined(documents: Strings, bounds: IntArray, places: Sequence[int]) -> Strings:
    """The documents of each of these rankings as one text, with NUL between them."""
    spans = [np.arange(bounds[at], bounds[at + 1]) for at in places]
    offsets = np.concatenate([[0], np.cumsum([len(span) for span in spans])]).astype(np.int32)
    taken = documents.take(pa.array(np.concatenate(spans).astype(np.int64)))
    lists = pa.ListArray.from_arrays(pa.array(offsets), taken)
    return pc.binary_join(lists, "\0")
