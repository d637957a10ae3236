"""A field that cannot be read leaves out what rests on it, with the reason, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from ircompare.errors import Problem
from ircompare.readers.scorecard_fields import FIELDS, QUERY_FIELDS
from ircompare.scorecard.card import scorecard
from ircompare.scorecard.companions import companions
from ircompare.scorecard.inputs import DocumentFields, Inputs, QueryFields
from ircompare.scorecard.row import needs
from ircompare.scorecard.settings import Settings
from ircompare.scorecard.unread import Unread, remarks
from tests.scorecard.made import names, whole_collection

WHY = 'it is "many"; 2 values cannot be read: correct them, or leave them empty'
FAULT = Problem("bad-field", "told", "queries.jsonl")
QUERIES = names(12)
DOCUMENTS = names(12, "d")
DECLARED = Settings(
    head_min=100, training_domains=("a",), freshness="news", reference_time="2026-07-01"
)
# Rows and companions that rest on a field of queries or documents.
RESTING = {
    "frequency": {"long_tail_decay", "tail_weighted_mean", "low_frequency_coverage"},
    "intent": {"intent_f1"},
    "predicted_intent": {"intent_f1"},
    "domain": {"ood_gap", "drift_by_domain"},
    "query_group": {"group_calibration_error"},
    "document_group": {"demographic_parity", "bias_amplification"},
    "updated": {"fresh_recall"},
}


def full() -> Inputs:
    """Inputs in which every field of queries and documents has values."""
    qrels = {q: {d: 1} for q, d in zip(QUERIES, DOCUMENTS, strict=True)}
    runs = [{q: [d] for q, d in zip(QUERIES, DOCUMENTS, strict=True)}, {q: [] for q in QUERIES}]
    every = {q: "ab"[at % 2] for at, q in enumerate(QUERIES)}
    of_queries = QueryFields(
        frequency={q: at * 20 for at, q in enumerate(QUERIES)},
        intent=every,
        predicted_intent=every,
        domain=every,
        group=every,
    )
    of_documents = DocumentFields(
        group={d: "ab"[at % 2] for at, d in enumerate(DOCUMENTS)},
        updated=dict.fromkeys(DOCUMENTS, datetime(2026, 6, 1)),
    )
    return Inputs(whole_collection(qrels, runs, DOCUMENTS), DECLARED, of_queries, of_documents)


def without(key: str) -> Inputs:
    """The same with one field that cannot be read."""
    held, name = full(), FIELDS[key]
    part: Any = held.queries if key in QUERY_FIELDS else held.documents
    broken = replace(part, **{name: None}, unread={name: Unread(WHY, (FAULT,))})
    return replace(held, **{"queries" if key in QUERY_FIELDS else "documents": broken})


def told(inputs: Inputs) -> dict[str, tuple[str, str, tuple[str, ...]]]:
    """(state, reason, what is missing) of every row, companion and finding."""
    rows = scorecard(inputs)
    beside = companions(inputs, rows)
    found = {one.dimension.key: one for one in (*rows, *beside.rows)}
    described = {one.key: one for one in beside.findings}
    return {key: (one.state, one.why, one.missing) for key, one in {**found, **described}.items()}


@pytest.mark.parametrize("key", sorted(RESTING))
def test_only_what_rests_on_a_field_goes_with_it_and_says_why(key: str) -> None:
    before, after = told(full()), told(without(key))
    changed = {row for row in before if before[row] != after[row]}
    assert RESTING[key] <= changed
    for row in changed:
        state, why, missing = after[row]
        assert state == "NOT_COMPUTABLE"
        assert why == needs(missing)
        assert any(one.endswith(f" that can be read ({WHY})") for one in missing)


@pytest.mark.parametrize("key", sorted(FIELDS))
def test_no_field_goes_without_a_row_that_says_why(key: str) -> None:
    assert [why for _, why, _ in told(without(key)).values() if WHY in why]


def test_a_field_of_documents_says_nothing_of_that_of_queries() -> None:
    found = told(without("query_group"))
    assert found["demographic_parity"] == told(full())["demographic_parity"]
    assert WHY not in told(without("document_group"))["group_calibration_error"][1]


def test_what_else_is_missing_stands_beside_it() -> None:
    held = replace(without("frequency"), settings=replace(DECLARED, head_min=None))
    _, why, missing = told(held)["long_tail_decay"]
    assert missing == (
        f"query field `frequency` that can be read ({WHY})",
        "declared threshold `head_min`",
    )
    assert why == f"needs: {missing[0]}, {missing[1]}"


def test_every_fault_is_a_remark() -> None:
    other = Problem("bad-field", "other", "corpus.jsonl")
    held = without("frequency")
    documents = replace(held.documents, unread={"group": Unread("", (other, other))})
    assert remarks(replace(held, documents=documents)) == (FAULT, other, other)
    assert remarks(full()) == ()
