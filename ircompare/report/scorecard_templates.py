"""Tables to fill in for the rows of a scorecard that lack inputs, with the ids that they need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np

from ircompare.report.tables import CSV_MARK, csv_lines, safe_cell
from ircompare.scorecard.finding import Finding
from ircompare.scorecard.inputs import Inputs, Measurements
from ircompare.scorecard.pairs import stated_of
from ircompare.scorecard.row import Row
from ircompare.scorecard.x_score_row import COLUMNS as PARTS

Kind = Literal["queries", "corpus", "variants", "measurements", "answers", "pairs"]
EXAMPLES = 3
FIRST = 10
# Dimension → the table and the columns that it reads.
COLUMNS: dict[str, dict[Kind, tuple[str, ...]]] = {
    "intent_f1": {"queries": ("intent", "predicted_intent")},
    "answer_completeness": {"answers": ("nugget_id", "vital", "supported", "judged_by")},
    "long_tail_decay": {"queries": ("frequency",)},
    "perturbation_sensitivity": {"variants": ("variant_id", "original_id")},
    "ood_gap": {"queries": ("domain",)},
    "demographic_parity": {"corpus": ("group",)},
    "group_calibration_error": {"queries": ("group",), "pairs": ("probability",)},
    "bias_amplification": {"corpus": ("group",)},
    "p95_latency": {"measurements": ("latency_ms",)},
    "tokens_per_answer": {
        "measurements": ("tokens_in", "tokens_context", "tokens_out", "answered", "tokenizer")
    },
    "fresh_recall": {"corpus": ("updated",)},
    "tail_weighted_mean": {"queries": ("frequency",)},
    "low_frequency_coverage": {"queries": ("frequency",)},
    "queries_per_second": {"measurements": ("queries_per_second",)},
    "p99_latency": {"measurements": ("latency_ms",)},
    "x_score": {"measurements": PARTS},
    "mrr_by_modality": {"queries": ("modality",), "corpus": ("modality",)},
    "intent_path_confidence": {
        "measurements": ("confidence_1", "confidence_2", "confidence_3"),
    },
    "intent_drift": {"measurements": ("predicted_intent",)},
    "drift_by_domain": {"queries": ("domain",)},
    "cross_modal_consistency": {"pairs": ("similarity",)},
    "user_intent_drift": {"queries": ("user", "asked")},
    "noise_queries": {"queries": ("noise",)},
}


def wanted(rows: Iterable[Row | Finding], inputs: Inputs) -> dict[Kind, tuple[str, ...]]:
    """Table → its columns that some rows or findings lack; a declared threshold is in none."""
    found: dict[Kind, dict[str, None]] = {}
    for row in rows:
        key = row.dimension.key if isinstance(row, Row) else row.key
        for kind, columns in COLUMNS.get(key, {}).items():
            lacking = [name for name in columns if _lacks(kind, name, inputs)]
            if row.missing and lacking:
                found.setdefault(kind, {}).update(dict.fromkeys(lacking))
    return {kind: tuple(columns) for kind, columns in found.items()}


def _lacks(kind: Kind, name: str, inputs: Inputs) -> bool:
    sides = (inputs.a, inputs.b)
    if kind == "variants":
        return inputs.variants is None
    if kind == "answers":
        return any(side.answers is None for side in sides)
    if kind == "pairs":
        return any(stated_of(side.pairs, name) is None for side in sides)
    if kind == "measurements":
        return any(not _measured(side.measurements, name) for side in sides)
    fields = inputs.queries if kind == "queries" else inputs.documents
    return getattr(fields, name) is None and name not in fields.unread


def _measured(table: Measurements | None, name: str) -> object:
    """A column of the measurements, one of the user's own too."""
    return table and (getattr(table, name, None) or table.columns.get(name))


def template(kind: Kind, columns: Sequence[str], inputs: Inputs) -> bytes:
    """A CSV to fill in: of queries all they have already and the columns as empty cells.

    Tables by query list every scored query, pairs the first documents of both runs for each;
    documents and variants are shown on three examples.
    """
    rows = _ROWS[kind](inputs, columns)
    return CSV_MARK + csv_lines([[safe_cell(str(cell)) for cell in row] for row in rows])


def _queries(inputs: Inputs, columns: Sequence[str]) -> list[list[object]]:
    held = inputs.scope.collection.queries
    if held is None:
        return [["query_id", "text", *columns], *_blank(inputs.scope.query_ids, len(columns) + 1)]
    splits = ["split"] if held.splits is not None else []
    fields = [name for name in held.fields if name not in columns]
    rows: list[list[object]] = [["query_id", "text", *splits, *fields, *columns]]
    for at, query_id in enumerate(held.ids):
        own = [held.split_of(query_id) or ""] if splits else []
        values = [held.fields[name][at] for name in fields]
        known = ["" if value is None else value for value in values]
        rows.append([query_id, held.text(query_id), *own, *known, *[""] * len(columns)])
    return rows


def _corpus(inputs: Inputs, columns: Sequence[str]) -> list[list[object]]:
    corpus = inputs.scope.collection.corpus
    ids: list[str] = []
    if corpus is not None:
        places = np.arange(min(EXAMPLES, len(corpus)))
        ids = corpus.ids.take(places).to_pylist()
    return [["doc_id", "title", "text", *columns], *_blank(ids, len(columns) + 2)]


def _variants(inputs: Inputs, columns: Sequence[str]) -> list[list[object]]:
    ids = inputs.scored_ids()[:EXAMPLES]
    rows: list[list[object]] = [[f"{query}-variant-1", query] for query in ids]
    return [list(columns), *rows]


def _by_query(inputs: Inputs, columns: Sequence[str]) -> list[list[object]]:
    return [["query_id", *columns], *_blank(inputs.scored_ids(), len(columns))]


def _pairs(inputs: Inputs, columns: Sequence[str]) -> list[list[object]]:
    runs = [side.hits.run for side in (inputs.comparison.a, inputs.comparison.b)]
    rows: list[list[object]] = [["query_id", "document_id", *columns]]
    for query in inputs.scored_ids():
        listed = dict.fromkeys(one for run in runs for one in run.ranking(query, FIRST))
        rows += [[query, document, *[""] * len(columns)] for document in listed]
    return rows


def _blank(ids: Iterable[str], count: int) -> list[list[object]]:
    return [[one, *[""] * count] for one in ids]


_ROWS = {
    "queries": _queries,
    "corpus": _corpus,
    "variants": _variants,
    "measurements": _by_query,
    "answers": _by_query,
    "pairs": _pairs,
}
