"""A chunk run as JSON: its documents with their evidence, and both protocols side by side."""

from __future__ import annotations

from ircompare.model.collapse import Collapsed
from ircompare.model.protocol import Budget
from ircompare.scoring.chunked import Side, ruled
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.numbers import number_text

Json = dict[str, object]


def chunk_json(side: Side, k: int, budget: Budget | None = None) -> Json:
    """What the command `chunks` prints.

    Documents and evidence are always of the full list, for the queries that are scored or could
    be; queries outside the split are left out.

    Args:
        side: A run of chunks.
        k: Cutoff >= 1.
        budget: Adds what the first chunks alone give.

    Raises:
        InputError: A token budget where the chunk map has no tokens.
        ValueError: The run names documents.
    """
    collapsed = side.collapsed
    if collapsed is None:
        raise ValueError(f"run {side.name!r} names documents: there is nothing to collapse")
    queries = [
        query for query in collapsed.documents.query_ids if query in side.hits.scope.positions
    ]
    made: Json = {
        "adapter_sha256": collapsed.chunk_map.adapter_sha256,
        "document_runs": {query: collapsed.documents.ranking(query) for query in queries},
        "provenance": {query: collapsed.provenance(query) for query in queries},
        "collapse_then_document_cutoff": summary_json(_under(side, collapsed, None, k)),
    }
    if budget is not None:
        summary = summary_json(_under(side, collapsed, budget, k))
        made["budget_then_collapse"] = {**summary, "budget": dict(vars(budget))}
    return made


def _under(side: Side, collapsed: Collapsed, budget: Budget | None, k: int) -> Evaluation:
    return side.evaluation(ruled(side.hits.scope, collapsed.chunk_map.rule(budget)), k)


def summary_json(evaluation: Evaluation) -> Json:
    """Means and values of every query of the split under one of the two protocols."""
    k, scope = evaluation.k, evaluation.scope
    return {
        f"recall_at_{k}": number_text(evaluation.mean("recall")),
        f"mrr_at_{k}": number_text(evaluation.mean("rr")),
        "missing_queries": list(evaluation.missing_queries),
        "eligible_queries": int(scope.eligible.sum()),
        "rows": {
            query: {
                "recall": number_text(evaluation.values("recall").at(place)),
                "rr": number_text(evaluation.values("rr").at(place)),
                "returned": int(evaluation.hits.returned[place]),
            }
            for place, query in enumerate(scope.query_ids)
        },
    }
