"""Whether a run, or the qrels, name chunks or documents; and whether they fail to meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ircompare.errors import InputError, Problem, quote, some
from ircompare.model.chunks import ChunkMap
from ircompare.model.collection import Collection, Corpus, Qrels
from ircompare.model.ids import BoolArray, IdIndex, Strings
from ircompare.model.run import Run
from ircompare.model.stored import AnyRun

Level = Literal["chunk", "document"]
_QUERIES_LOOKED_AT = 200
_RANKS_LOOKED_AT = 100


@dataclass(frozen=True)
class Decision:
    """What a run names, and why this was decided; pages and command line print the reason."""

    level: Level
    reason: str


def level_of(
    run: Run, chunk_map: ChunkMap, collection: Collection, given: Level | None = None
) -> Decision:
    """Decide what a run names: chunks where all its ids are keys of the map, not all documents.

    Documents are those of the corpus; without one, those that the map or the qrels name. A run
    of mostly chunks counts as a chunk run, so that collapsing it names those that the map lacks.

    Args:
        given: What the user decided.

    Raises:
        InputError: All ids are both chunks and documents, or a few are chunks among documents.
    """
    if given is not None:
        return Decision(given, f"run {quote(run.name)} is read as {given}s, as was asked")
    ids = run.documents.unique()
    chunks, documents = chunk_map.has(ids), _known_documents(ids, chunk_map, collection)
    total, only_chunks = len(ids), int((chunks & ~documents).sum())
    if total and chunks.all() and documents.all():
        raise InputError(_both(run, ids))
    if not total:
        return _decided(run, "document", "it names nothing at all")
    if not only_chunks:
        return _decided(run, "document", "no id is a chunk of the map alone")
    if chunks.all():
        return _decided(run, "chunk", f"all {total:,} ids are chunks of the map")
    if 2 * only_chunks >= total:
        return _decided(run, "chunk", f"{only_chunks:,} of {total:,} ids are chunks of the map")
    raise InputError(_mixed(run, ids.filter(pa.array(chunks & ~documents)), total))


def _decided(run: Run, level: Level, why: str) -> Decision:
    return Decision(level, f"run {quote(run.name)} is read as {level}s: {why}")


def _known_documents(ids: Strings, chunk_map: ChunkMap, collection: Collection) -> BoolArray:
    if collection.corpus is not None:
        return np.asarray(collection.corpus.index.find(ids) >= 0)
    in_map = IdIndex(chunk_map.documents).find(ids) >= 0
    return np.asarray(in_map | _among(ids, collection.qrels.documents))


def _among(ids: Strings, others: Strings) -> BoolArray:
    """Which ids stand among others, at least once each."""
    return np.asarray(pc.is_in(ids, value_set=others.unique()).to_numpy(zero_copy_only=False))


def _both(run: Run, ids: Strings) -> Problem:
    return Problem(
        "ambiguous-level",
        f"run {quote(run.name)} names ids that are both chunks and documents",
        run.source,
        expected="ids of chunks or of documents",
        found=some(ids[:3].to_pylist(), len(ids)),
        mend=f"say which is meant: --level {run.name}=chunk or --level {run.name}=document",
    )


def _mixed(run: Run, chunks: Strings, total: int) -> Problem:
    return Problem(
        "mixed-level",
        f"run {quote(run.name)} names {len(chunks)} chunks among {total} ids",
        run.source,
        expected="only chunks of the chunk map, or only documents",
        found=some(chunks[:3].to_pylist(), len(chunks)),
        mend="give a run of one level, or say which is meant: "
        f"--level {run.name}=chunk or --level {run.name}=document",
    )


def qrels_level(qrels: Qrels, chunk_map: ChunkMap, corpus: Corpus | None = None) -> Decision:
    """Whether the qrels judge chunks: then runs are scored on chunks and nothing is collapsed.

    They do where most judged ids are chunks of the map and not documents.
    """
    ids = qrels.documents.unique()
    documents = _known_documents(ids, chunk_map, Collection(Qrels.build([], [], []), corpus))
    chunks = int((chunk_map.has(ids) & ~documents).sum())
    level: Level = "chunk" if 2 * chunks > len(ids) else "document"
    return Decision(
        level, f"qrels judge {level}s: {chunks} of {len(ids)} judged ids are chunks of the map"
    )


@dataclass(frozen=True)
class ChunkHint:
    """A run that seems to name chunks while the qrels name documents.

    Attributes:
        ids: Number of different ids in the run, not one of them judged.
        resolved: How many the chunk map knows; None without a map.
        judged_after: How many documents are judged once collapsed; None without a map.
        example: One id of the run, and the judged document it seems to belong to.
    """

    ids: int
    resolved: int | None
    judged_after: int | None
    example: tuple[str, str]


def looks_like_chunks(
    run: AnyRun, qrels: Qrels, chunk_map: ChunkMap | None = None
) -> ChunkHint | None:
    """Recognise a chunk run where a document run is expected; None where it seems to be none.

    Not one id of the run is judged. With a map most ids are chunks of it, and some of their
    documents are judged. Without one most judged queries have an id that begins with a document
    judged for them, followed by a mark such as `#`: reason enough to ask for a map, never to
    collapse.
    """
    if not len(qrels) or any(
        _among(part.documents, qrels.documents).any() for _, part in run.parts()
    ):
        return None
    ids = run.whole().documents.unique()
    if not len(ids):
        return None
    if chunk_map is None:
        return _hint_without_map(run, qrels, len(ids))
    rows = chunk_map.index.find(ids)
    chunks = ids.filter(pa.array(rows >= 0))
    documents = chunk_map.doc_ids.take(pa.array(rows[rows >= 0]))
    judged = _among(documents, qrels.documents)
    if 2 * len(chunks) <= len(ids) or not judged.any():
        return None
    first = int(np.flatnonzero(judged)[0])
    example = (chunks[first].as_py(), documents[first].as_py())
    after = len(documents.filter(pa.array(judged)).unique())
    return ChunkHint(len(ids), len(chunks), after, example)


def _hint_without_map(run: AnyRun, qrels: Qrels, ids: int) -> ChunkHint | None:
    shared = [query for query in run.query_ids if query in qrels.positions]
    looked = list(islice(shared, _QUERIES_LOOKED_AT))
    found = [
        pair for query in looked if (pair := next(_begins_with_judged(run, qrels, query), None))
    ]
    return ChunkHint(ids, None, None, found[0]) if 2 * len(found) > len(looked) else None


def _begins_with_judged(run: AnyRun, qrels: Qrels, query_id: str) -> Iterator[tuple[str, str]]:
    judged = qrels.of(query_id)
    for name in run.ranking(query_id, _RANKS_LOOKED_AT):
        for end in range(len(name) - 1, 0, -1):
            if not name[end].isalnum() and name[:end] in judged:
                yield name, name[:end]
