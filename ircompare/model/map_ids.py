"""A chunk map made from chunk ids and a delimiter: the only place that ever looks into an id."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow as pa

from ircompare.model.chunks import ChunkMap
from ircompare.model.collection import Corpus
from ircompare.model.ids import Strings, strings


def build_map(
    ids: Iterable[str] | Strings, delimiter: str, corpus: Corpus
) -> tuple[ChunkMap, tuple[str, ...]]:
    """Give each chunk id the document that stands before a delimiter in it.

    Of several delimiters in an id the last one after which a document of the corpus is left
    counts, so `WAPO_1cf6-67be-3` belongs to `WAPO_1cf6-67be`, not to `WAPO_1cf6`.

    Args:
        ids: Chunk ids; repeats are looked at once.
        delimiter: Text of at least one character.
        corpus: Must hold the documents.

    Returns:
        The map of those that resolve, and the ids that do not, both in the order given.

    Raises:
        ValueError: The delimiter is empty.

    >>> corpus = Corpus(strings(["d1", "d-2"]))
    >>> made, unresolved = build_map(["d1-0", "d-2-0", "d3-0", "d1"], "-", corpus)
    >>> made.doc_ids.to_pylist(), unresolved
    (['d1', 'd-2'], ('d3-0', 'd1'))
    """
    if not delimiter:
        raise ValueError("the delimiter must have at least one character")
    chunks = strings(ids).unique()
    places = np.full(len(chunks), -1, np.int64)
    heads: list[str] = chunks.to_pylist()
    left = np.arange(len(chunks))
    while len(left):
        heads = [head.rpartition(delimiter)[0] for head in heads]
        places[left] = corpus.index.find(strings(heads))
        open_ends = [at for at, head in enumerate(heads) if head and places[left[at]] < 0]
        left, heads = left[open_ends], [heads[at] for at in open_ends]
    rows = np.flatnonzero(places >= 0)
    resolved = chunks.take(pa.array(rows))
    documents = corpus.ids.take(pa.array(places[rows]))
    lost: list[str] = chunks.take(pa.array(np.flatnonzero(places < 0))).to_pylist()
    return ChunkMap.build(resolved, documents), tuple(lost)
