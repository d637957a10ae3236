"""Results as JSON: exact values as fraction texts, what has no value as null."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np

from ircompare.errors import Problem
from ircompare.report.columns import texts
from ircompare.report.headline import headline
from ircompare.report.protocol import fingerprints, order_of, protocol_json
from ircompare.report.slice_tables import losing_json
from ircompare.scoring.causes import Causes, causes
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation, collection_fingerprint
from ircompare.scoring.fragility import Fragility, fragility
from ircompare.scoring.measures import MEASURES, PRIMARY
from ircompare.scoring.numbers import VERDICTS, Number, number_text
from ircompare.scoring.sweep import Curve, Sweep

Json = dict[str, object]


def json_text(value: object) -> str:
    """Indented JSON with a final newline; Chinese text stays readable."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=str, allow_nan=False) + "\n"


def evaluation_json(
    evaluation: Evaluation, *, warnings: Sequence[Problem] = (), fingerprint: bool = False
) -> Json:
    """One run: the tutorial's keys in its order first, then whatever else fixes or explains them.

    Args:
        warnings: Remarks of the readers; those of the scoring are added.
        fingerprint: Whether to fingerprint the collection under `pooled` too.
    """
    scope, protocol = evaluation.scope, evaluation.protocol
    share = evaluation.judged_share()
    return {
        "protocol_sha256": collection_fingerprint(evaluation, fingerprint),
        "split": scope.split,
        "k": evaluation.k,
        "total_queries": len(scope),
        "eligible_queries": int(scope.eligible.sum()),
        "no_relevant_queries": list(scope.no_relevant_queries),
        "missing_queries": list(evaluation.missing_queries),
        "recall_at_k": number_text(evaluation.mean("recall")),
        "mrr_at_k": number_text(evaluation.mean("rr")),
        "rows": _rows(evaluation),
        "run": evaluation.name,
        "source": evaluation.hits.run.source,
        "order": order_of(evaluation),
        "judgements": protocol.judgements,
        "min_relevance": protocol.min_relevance,
        "no_relevant": protocol.no_relevant,
        "chunks": None if protocol.chunks is None else protocol.chunks.settings(),
        "scored_queries": int(scope.scored.sum()),
        "unjudged_queries": list(scope.unjudged_queries),
        **{f"{key}_at_k": number_text(evaluation.mean(key)) for key in _secondary()},
        "judged_at_k": number_text(share),
        "first_relevant_rank_counts": _rank_counts(evaluation),
        "run_sha256": evaluation.run_sha256,
        "qrels_sha256": scope.collection.qrels.sha256,
        "settings_sha256": evaluation.settings_sha256,
        "provenance": dict(evaluation.hits.run.provenance),
        "warnings": _warnings([*warnings, *scope.notes, *evaluation.hits.notes]),
    }


def _secondary() -> list[str]:
    return [key for key, measure in MEASURES.items() if not measure.primary]


def _rank_counts(evaluation: Evaluation) -> dict[str, int]:
    """How many scored queries have their first relevant document at each rank, or none."""
    counts = evaluation.first_rank_counts()
    none = counts.pop(0, 0)
    return {**{str(rank): count for rank, count in counts.items()}, "none": none}


def _rows(evaluation: Evaluation) -> list[Json]:
    scope, hits, k = evaluation.scope, evaluation.hits, evaluation.k
    queries = scope.collection.queries
    columns = zip(
        scope.query_ids,
        hits.missing.tolist(),
        hits.returned.tolist(),
        scope.relevant.tolist(),
        evaluation.hit_counts.tolist(),
        evaluation.first_ranks.tolist(),
        hits.judged_in_top(k).tolist(),
        strict=True,
    )
    values = {key: texts(evaluation.values(key)) for key in MEASURES}
    return [
        {
            "query": query,
            "missing": missing,
            "returned": returned,
            "relevant": relevant,
            "hits": found,
            "first_relevant_rank": first or None,
            **{key: column[place] for key, column in values.items()},
            "judged_at_k": str(Fraction(judged, min(returned, k))) if returned else None,
            "unjudged": min(returned, k) - judged,
            "split": queries.split_of(query) if queries and query in queries.positions else None,
        }
        for place, (query, missing, returned, relevant, found, first, judged) in enumerate(columns)
    ]


def comparison_json(
    comparison: Comparison, *, warnings: Sequence[Problem] = (), fingerprint: bool = False
) -> Json:
    """Run B against run A: means, verdicts, where the change comes from, and a row a query.

    Args:
        warnings: Remarks of the readers; those of the scoring are added.
        fingerprint: Whether to fingerprint the collection under `pooled` too.
    """
    a, b = comparison.a, comparison.b
    told = {m.key: causes(comparison, m.key) if comparison.count else None for m in PRIMARY}
    said = headline(comparison)
    remarks = [*warnings, *a.scope.notes, *a.hits.notes, *b.hits.notes]
    return {
        "a": _side(a),
        "b": _side(b),
        "measures": {key: _measure(comparison, key) for key in MEASURES},
        "matrix": [
            {"recall": VERDICTS[recall], "rr": VERDICTS[rr], "queries": count}
            for (recall, rr), count in comparison.matrix().items()
        ],
        "causes": {key: _causes(found) for key, found in told.items()},
        "fragility": {m.key: _fragility(fragility(comparison, m.key)) for m in PRIMARY},
        "rows": _paired_rows(comparison, told),
        "headline": list(said.sentences),
        "counts": said.counts,
        "protocol": protocol_json((a, b)),
        "fingerprints": fingerprints((a, b), fingerprint),
        "provenance": {"a": dict(a.hits.run.provenance), "b": dict(b.hits.run.provenance)},
        "warnings": _warnings(remarks),
        "losing_slices": losing_json(comparison),
    }


def _side(evaluation: Evaluation) -> Json:
    return {
        "run": evaluation.name,
        "source": evaluation.hits.run.source,
        "missing_queries": list(evaluation.missing_queries),
        "judged_at_k": number_text(evaluation.judged_share()),
        "first_relevant_rank_counts": _rank_counts(evaluation),
    }


def _measure(comparison: Comparison, measure: str) -> Json:
    counts, split = comparison.counts(measure), comparison.split(measure)
    return {
        "label": MEASURES[measure].mean_at(comparison.k),
        "a": number_text(comparison.a.mean(measure)),
        "b": number_text(comparison.b.mean(measure)),
        "delta": number_text(comparison.mean_delta(measure)),
        "improved": counts.improved,
        "tied": counts.tied,
        "regressed": counts.regressed,
        "split": {
            "missing_a": _share(split.missing_a, split.count_missing_a),
            "missing_b": _share(split.missing_b, split.count_missing_b),
            "missing_both": _share(0 * split.both, split.count_missing_both),
            "both": _share(split.both, split.count_both),
        },
    }


def _share(contribution: Number, queries: int) -> Json:
    return {"queries": queries, "contribution": number_text(contribution)}


def _causes(found: Causes | None) -> list[Json]:
    return [
        {
            "cause": part.key,
            "label": part.label,
            "improved": part.improved,
            "regressed": part.regressed,
            "gain": number_text(part.gain),
            "loss": number_text(part.loss),
            "contribution": number_text(part.contribution),
        }
        for part in (found.parts if found is not None else ())
    ]


def _fragility(found: Fragility | None) -> Json | None:
    if found is None:
        return None
    return {
        "mean": "rose" if found.rose else "fell",
        "count": found.count,
        "of": found.of,
        "queries": list(found.query_ids),
    }


def _paired_rows(comparison: Comparison, told: dict[str, Causes | None]) -> list[Json]:
    a, b = comparison.a, comparison.b
    pairs = {
        "missing": (a.hits.missing, b.hits.missing),
        "returned": (a.hits.returned, b.hits.returned),
        "hits": (a.hit_counts, b.hit_counts),
        "first_relevant_rank": (a.first_ranks, b.first_ranks),
    }
    columns = {
        f"{name}_{side}": values.tolist()
        for name, both in pairs.items()
        for side, values in zip("ab", both, strict=True)
    }
    relevant, scored = a.scope.relevant.tolist(), comparison.scored.tolist()
    rows: list[Json] = []
    for place, query in enumerate(a.scope.query_ids):
        row: Json = {"query": query, "scored": scored[place], "relevant": relevant[place]}
        row |= {name: values[place] for name, values in columns.items()}
        for side in "ab":
            row[f"first_relevant_rank_{side}"] = row[f"first_relevant_rank_{side}"] or None
        rows.append(row)
    for key in MEASURES:
        _add_measure(comparison, key, told.get(key), rows)
    return rows


def _add_measure(
    comparison: Comparison, key: str, told: Causes | None, rows: Iterable[Json]
) -> None:
    a, b = texts(comparison.a.values(key)), texts(comparison.b.values(key))
    deltas, signs = texts(comparison.deltas(key)), comparison.verdicts(key).tolist()
    for place, row in enumerate(rows):
        values: Json = {
            "a": a[place],
            "b": b[place],
            "delta": deltas[place],
            "verdict": None if deltas[place] is None else VERDICTS[signs[place]],
        }
        row[key] = values if told is None else {**values, "cause": told.keys[place] or None}


def curve_json(curve: Curve) -> Json:
    """One run over every cutoff."""
    pairs = enumerate(zip(curve.recall, curve.rr, strict=True), 1)
    return {
        "run": curve.name,
        "cutoffs": [
            {"k": k, "recall_at_k": number_text(recall), "mrr_at_k": number_text(rr)}
            for k, (recall, rr) in pairs
        ],
    }


def sweep_json(found: Sweep) -> Json:
    """Two runs over every cutoff, and the queries whose verdict turns most often with k."""
    return {
        "a": found.a.name,
        "b": found.b.name,
        "queries": len(found.places),
        "cutoffs": [
            {"k": k, **{m.key: _at_cutoff(found, m.key, k) for m in PRIMARY}}
            for k in range(1, found.depth + 1)
        ],
        "turning_queries": {m.key: int(np.sum(found.flips(m.key) > 0)) for m in PRIMARY},
    }


def _at_cutoff(found: Sweep, measure: str, k: int) -> Json:
    a, b = found.a.of(measure)[k - 1], found.b.of(measure)[k - 1]
    counts = found.counts[measure][k - 1]
    return {
        "a": number_text(a),
        "b": number_text(b),
        "delta": number_text(b - a),
        "improved": counts.improved,
        "tied": counts.tied,
        "regressed": counts.regressed,
    }


def _warnings(problems: Iterable[Problem]) -> list[dict[str, object]]:
    """Each remark once, in the order found."""
    return [problem.as_dict() for problem in dict.fromkeys(problems)]
