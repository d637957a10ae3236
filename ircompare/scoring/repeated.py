"""Repeated runs, put in order and collapsed as the run that they repeat was scored.

Only the first documents of each ranking are looked at, so that a large run costs little.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow as pa

from ircompare.errors import InputError, Problem, Problems, quote
from ircompare.model.collapse import Collapsed, collapse
from ircompare.model.fit import check_queries
from ircompare.model.levels import looks_like_chunks
from ircompare.model.scope import Scope
from ircompare.model.stored import AnyRun
from ircompare.scoring.judging import HitRanks
from ircompare.scoring.overlap import DEPTH
from ircompare.scoring.sides import CHUNK_RUN


def as_scored(run: AnyRun, like: HitRanks, collapsed: Collapsed | None = None) -> AnyRun:
    """A repeated run under the protocol that another run was scored under.

    Args:
        run: As read.
        like: The run that it repeats, as it was scored.
        collapsed: The chunks which that run was collapsed from; None where it names what is
            judged. Where it names chunks, the repeated run has to name chunks of the same map.

    Raises:
        InputError: Under `exhaustive` a query outside the split; a chunk that the map lacks; a
            document among the first ones that the corpus lacks; an order that the run cannot give.
        ValueError: The run was collapsed, and its chunks are not given.
    """
    scope = like.scope
    if collapsed is not None:
        made = collapse(run.whole(), collapsed.chunk_map, scope)
        return made.under(scope.protocol.chunks)
    if like.run.chunk_order is not None:
        raise ValueError(f"the chunks of run {like.run.name!r} are needed")
    ordered = run.ordered(scope.protocol.order)
    problems = Problems(run.source)
    check_queries(ordered, scope, problems)
    _check_tops(ordered, scope, problems)
    if len(problems) and looks_like_chunks(run, scope.collection.qrels) is not None:
        raise InputError(_chunks(run, like))
    problems.raise_any()
    return ordered


def tops(run: AnyRun, query_ids: Iterable[str], depth: int = DEPTH) -> dict[str, tuple[str, ...]]:
    """The first documents of each of some queries that a run lists.

    Args:
        depth: How many at most, >= 0.
    """
    listed = [query for query in query_ids if query in run.positions]
    places = np.array([run.positions[query] for query in listed], np.int64)
    lengths = np.minimum(run.depths[places], depth)
    documents = run.tops(places, lengths).to_pylist()
    ends = np.cumsum(lengths).tolist()
    starts = [0, *ends]
    return {
        query: tuple(documents[start:end])
        for query, start, end in zip(listed, starts, ends, strict=False)
    }


def _check_tops(run: AnyRun, scope: Scope, problems: Problems) -> None:
    """Note every document among the first of a query of the split that the corpus lacks."""
    corpus = scope.collection.corpus
    if corpus is None:
        return
    found = tops(run, scope.query_ids)
    pairs = [(query, at) for query, top in found.items() for at in range(len(top))]
    names = [found[query][at] for query, at in pairs]
    unknown = np.flatnonzero(corpus.index.find(pa.array(names, pa.string())) < 0)
    for row in unknown.tolist():
        query, at = pairs[row]
        problems.add(
            "unknown-document",
            f"document {quote(names[row])} of query {quote(query)} is not in the corpus",
            line=run.line(int(run.bounds[run.positions[query]]) + at),
            expected="documents of the corpus, as in the run that is repeated",
            mend="give a run of the same system over the same corpus",
        )


def _chunks(run: AnyRun, like: HitRanks) -> Problem:
    return Problem(
        CHUNK_RUN,
        f"repeated run {quote(run.name)} seems to name chunks, and run {quote(like.run.name)} "
        "names documents",
        run.source,
        expected="documents, as in the run that is repeated",
        mend="give runs of one system that name the same",
    )
