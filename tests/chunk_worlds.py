"""Chunk runs spelled out a second way, and random ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from ircompare.model.chunks import ChunkMap
from ircompare.model.collection import Collection, Qrels
from ircompare.model.protocol import Protocol
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.scoring.chunked import Side, prepare

Chunks = Mapping[str, Sequence[str]]


def collapsed(chunks: Sequence[str], documents: Mapping[str, str]) -> list[str]:
    """Distinct documents in order of first occurrence."""
    found: list[str] = []
    for chunk in chunks:
        if documents[chunk] not in found:
            found.append(documents[chunk])
    return found


def first_chunks(chunks: Sequence[str], n: int, tokens: Mapping[str, int] | None) -> list[str]:
    """What a budget takes; in tokens, it stops at the first chunk that overflows."""
    if tokens is None:
        return list(chunks[:n])
    taken: list[str] = []
    for chunk in chunks:
        if sum(tokens[each] for each in [*taken, chunk]) > n:
            break
        taken.append(chunk)
    return taken


@dataclass(frozen=True)
class World:
    """Two chunk runs, their map, and judgements of documents."""

    documents: dict[str, str]
    tokens: dict[str, int]
    qrels: dict[str, dict[str, int]]
    a: dict[str, list[str]]
    b: dict[str, list[str]]
    k: int

    def chunk_map(self) -> ChunkMap:
        entries = {
            chunk: {"doc_id": document, "tokens": self.tokens[chunk]}
            for chunk, document in self.documents.items()
        }
        return ChunkMap.from_dict(entries, "map.json")

    def scope(self) -> Scope:
        protocol = Protocol(k=self.k, judgements="pooled", no_relevant="zero")
        return Scope.of(Collection(Qrels.from_dict(self.qrels, "qrels.json")), protocol)

    def sides(self) -> tuple[Side, Side]:
        scope, chunk_map = self.scope(), self.chunk_map()
        a, b = (
            prepare(Run.from_rankings(name, run), chunk_map, scope, "chunk")
            for name, run in (("A", self.a), ("B", self.b))
        )
        return a, b

    def documents_under(self, run: Chunks, n: int | None, unit: str) -> dict[str, list[str]]:
        tokens = self.tokens if unit == "tokens" else None
        return {
            query: collapsed(
                chunks if n is None else first_chunks(chunks, n, tokens), self.documents
            )
            for query, chunks in run.items()
        }


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Few documents of several chunks each, so that lists repeat documents often."""
    documents = {f"c{n}": f"d{draw(st.integers(0, 5))}" for n in range(9)}
    tokens = {chunk: draw(st.integers(0, 5)) for chunk in documents}
    queries = [f"q{n}" for n in range(draw(st.integers(1, 4)))]
    names = st.sampled_from([f"d{n}" for n in range(7)])
    qrels = {
        query: draw(st.dictionaries(names, st.integers(0, 1), min_size=1, max_size=5))
        for query in queries
    }
    lists = st.lists(st.sampled_from(list(documents)), unique=True, max_size=9)
    a, b = (
        {query: draw(lists) for query in queries if query == "q0" or draw(st.booleans())}
        for _ in "ab"
    )
    return World(documents, tokens, qrels, a, b, draw(st.integers(1, 6)))
