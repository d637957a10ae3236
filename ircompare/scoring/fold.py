"""One query's list of chunks folding into its list of documents, under a budget."""

from __future__ import annotations

from dataclasses import dataclass

from ircompare.model.protocol import Budget
from ircompare.scoring.chunked import Side


@dataclass(frozen=True)
class FoldedChunk:
    """One chunk of a ranking.

    Attributes:
        rank: Its rank among the chunks, from 1.
        document_rank: Rank of its document, from 1.
        brings: Whether it is the first of its document.
        taken: Whether the budget takes it.
        tokens: Its length, None where the chunk map has none.
    """

    rank: int
    chunk_id: str
    document_rank: int
    brings: bool
    taken: bool
    tokens: int | None


@dataclass(frozen=True)
class FoldedDocument:
    """One document that chunks bring.

    Attributes:
        rank: Its rank, under any budget that brings it.
        chunk_ranks: Ranks of all its chunks; the first brought it.
        kept: Whether the budget brings it.
        relevant: Whether it is judged relevant.
    """

    rank: int
    doc_id: str
    chunk_ranks: tuple[int, ...]
    kept: bool
    relevant: bool


@dataclass(frozen=True)
class Fold:
    """How the chunks of one query become documents.

    Attributes:
        name: Run name.
        chunks, documents: Best first.
        not_received: Relevant documents of which no chunk was received: no budget brings them.
    """

    name: str
    chunks: tuple[FoldedChunk, ...]
    documents: tuple[FoldedDocument, ...]
    not_received: tuple[str, ...]

    @property
    def cut_away(self) -> tuple[FoldedDocument, ...]:
        """Documents that all chunks bring and the budget does not."""
        return tuple(document for document in self.documents if not document.kept)


def fold_of(side: Side, query_id: str, budget: Budget | None) -> Fold | None:
    """The fold of one query; None for a run of documents and for a query it does not list.

    Raises:
        InputError: A token budget where the chunk map has no tokens.
    """
    collapsed = side.collapsed
    place = None if collapsed is None else collapsed.documents.positions.get(query_id)
    if collapsed is None or place is None:
        return None
    first, last = (int(bound) for bound in collapsed.chunks.bounds[place : place + 2])
    start = int(collapsed.documents.bounds[place])
    owners = (collapsed.owners[first:last] - start).tolist()
    taken = collapsed.taken(budget)[first:last].tolist()
    tokens = collapsed.chunk_map.tokens
    lengths = None if tokens is None else tokens[collapsed.map_rows[first:last]].tolist()
    names = collapsed.documents.ranking(query_id)
    ranks: list[list[int]] = [[] for _ in names]
    chunks = []
    for at, chunk_id in enumerate(collapsed.chunks.ranking(query_id)):
        owner = owners[at]
        ranks[owner].append(at + 1)
        brings, length = len(ranks[owner]) == 1, None if lengths is None else lengths[at]
        chunks.append(FoldedChunk(at + 1, chunk_id, owner + 1, brings, taken[at], length))
    relevant = _relevant(side, query_id)
    documents = tuple(
        FoldedDocument(at + 1, name, tuple(mine), taken[mine[0] - 1], name in relevant)
        for at, (name, mine) in enumerate(zip(names, ranks, strict=True))
    )
    lost = tuple(sorted(relevant.difference(names)))
    return Fold(side.name, tuple(chunks), documents, lost)


def _relevant(side: Side, query_id: str) -> set[str]:
    scope = side.hits.scope
    grades = scope.collection.qrels.of(query_id)
    least = scope.protocol.min_relevance
    return {doc_id for doc_id, grade in grades.items() if grade >= least}
