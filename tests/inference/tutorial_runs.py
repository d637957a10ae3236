"""The tutorial's collection, its runs, and its chunk run, evaluated; and any run put on disk."""

from __future__ import annotations

from ircompare import Protocol, read_collection, read_run
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.model.stored import RunWriter, StoredRun
from ircompare.readers import load
from ircompare.scoring.chunked import Side, prepare
from ircompare.scoring.comparison import Comparison, compare
from ircompare.scoring.evaluation import Evaluation, evaluate
from tests.conftest import TUTORIAL


def golden_scope(k: int) -> Scope:
    collection = read_collection(
        TUTORIAL / "qrels.json", corpus=TUTORIAL / "corpus.json", queries=TUTORIAL / "queries.json"
    )
    return Scope.of(collection, Protocol(k=k))


def golden_evaluation(name: str, k: int = 2) -> Evaluation:
    return evaluate(read_run(TUTORIAL / f"run.{name}.json"), golden_scope(k))


def golden_comparison(k: int = 2) -> Comparison:
    scope = golden_scope(k)
    a, b = (read_run(TUTORIAL / f"run.{name}.json") for name in ("fixture_A", "fixture_B"))
    return compare(evaluate(a, scope), evaluate(b, scope))


def golden_chunks(k: int = 2) -> tuple[Side, Evaluation]:
    """The chunk run, collapsed then cut."""
    scope = golden_scope(k)
    chunk_map = load(TUTORIAL / "chunk_to_doc.json", "chunk_map").value
    side = prepare(read_run(TUTORIAL / "chunk_run.json"), chunk_map, scope)
    return side, side.evaluation(scope)


def stored(run: Run) -> StoredRun:
    """The same run with its rows on disk."""
    writer = RunWriter(run.name, run.source, run.natural_order)
    for query_id in run.query_ids:
        writer.add(run.rows(query_id))
    return writer.done({})
