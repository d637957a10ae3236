"""What each run names, decided once: collapsed to documents where a chunk map asks for it."""

from __future__ import annotations

from collections.abc import Iterable

from ircompare.errors import InputError, Problem, quote
from ircompare.model.chunks import ChunkMap
from ircompare.model.collection import Collection, Qrels
from ircompare.model.levels import Decision, Level, looks_like_chunks, qrels_level
from ircompare.model.protocol import Budget, ChunkRule
from ircompare.model.scope import Scope
from ircompare.model.stored import AnyRun
from ircompare.scoring.chunked import Side, prepare
from ircompare.scoring.judging import judge

CHUNK_RUN = "chunk-run"
DOCUMENT_CREDIT = (
    "A document counts as soon as one of its chunks is there: that it is relevant does not show "
    "that the chunk holds the answer."
)
CHUNKS_JUDGED = (
    "The qrels judge chunks, so the same evaluation runs on chunks and nothing is collapsed. Had "
    "they judged documents, a relevant document would not show that the chunk holds the answer."
)


def side_of(
    run: AnyRun, scope: Scope, chunk_map: ChunkMap | None = None, level: Level | None = None
) -> Side:
    """One run, judged: as it stands without a chunk map, and where the qrels judge chunks.

    Args:
        level: What the user decided the run names; None to decide by the ids.

    Raises:
        InputError: The run, or the chunk map, does not fit the collection.
    """
    if chunk_map is None:
        return Side(judge(run, scope), None, Decision("document", ""))
    judged = chunks_judged(scope.collection, chunk_map)
    if judged is not None:
        return Side(judge(run, scope), None, judged)
    return prepare(run.whole(), chunk_map, scope, level)


def side_with_hint(
    run: AnyRun, scope: Scope, chunk_map: ChunkMap | None = None, level: Level | None = None
) -> Side:
    """As `side_of`; chunks without a map are named as such instead of document by document.

    Raises:
        InputError: The run, or the chunk map, does not fit the collection.
    """
    try:
        return side_of(run, scope, chunk_map, level)
    except InputError:
        if level is not None:
            raise
        problem = chunk_run_problem(run, scope.collection.qrels, chunk_map)
        if problem is None:
            raise
        raise InputError(problem) from None


def chunks_judged(collection: Collection, chunk_map: ChunkMap) -> Decision | None:
    """Why the qrels are taken to judge chunks; None where they judge documents."""
    found = qrels_level(collection.qrels, chunk_map, collection.corpus)
    return found if found.level == "chunk" else None


def rule_for(
    sides: Iterable[Side], chunk_map: ChunkMap | None, budget: Budget | None
) -> ChunkRule | None:
    """The chunk rule that the runs are scored under; None where none of them was collapsed."""
    if chunk_map is None or all(side.collapsed is None for side in sides):
        return None
    return chunk_map.rule(budget)


def chunk_run_problem(
    run: AnyRun, qrels: Qrels, chunk_map: ChunkMap | None = None
) -> Problem | None:
    """That a run seems to name chunks, where the qrels name documents and no map resolves it."""
    hint = looks_like_chunks(run, qrels)
    if hint is None or (chunk_map is not None and looks_like_chunks(run, qrels, chunk_map)):
        return None
    chunk, document = (quote(name) for name in hint.example)
    lacks = "" if chunk_map is None else ", which the chunk map lacks"
    return Problem(
        CHUNK_RUN,
        f"run {quote(run.name)} seems to name chunks{lacks}, and the qrels name documents",
        run.source,
        expected="documents, or chunks with a chunk map that gives the document of each",
        found=f"{chunk}, which begins like the judged document {document}; "
        f"not one of {hint.ids:,} ids is judged",
        mend="give the chunk map (--chunk-map); the command chunk-map makes one from the ids",
    )
