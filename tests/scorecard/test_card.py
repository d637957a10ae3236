"""All twelve rows together: on full tables, on none, and with the runs swapped."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from ircompare.model.collection import Collection, Qrels, Queries
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.scorecard.card import FUNCTIONS, quadrant, scorecard
from ircompare.scorecard.dimensions import DIMENSIONS
from ircompare.scorecard.inputs import (
    AnswerLabels,
    DocumentFields,
    Inputs,
    Measurements,
    QueryFields,
    RunTables,
    Variants,
)
from ircompare.scorecard.row import needs
from ircompare.scorecard.settings import Settings
from ircompare.scoring.comparison import compare
from ircompare.scoring.measures import MEASURES
from tests.inference.tutorial_runs import golden_comparison
from tests.scorecard.made import nuggets
from tests.worlds import score

QUERIES = [f"q{at:03}" for at in range(400)]


def tables(offset: int) -> RunTables:
    return RunTables(
        Measurements(
            latency_ms={q: float(at + offset) for at, q in enumerate(QUERIES, 1)},
            tokens_in=dict.fromkeys(QUERIES, 10 + offset),
            tokens_out=dict.fromkeys(QUERIES, 5),
            answered=dict.fromkeys(QUERIES, True),
            probability={q: (at % 10) / 10 for at, q in enumerate(QUERIES)},
            predicted_intent={q: "xy"[at % (2 + offset) % 2] for at, q in enumerate(QUERIES)},
            tokenizer="t",
        ),
        AnswerLabels(
            {q: nuggets("+" if at % (2 + offset) else "-") for at, q in enumerate(QUERIES)}
        ),
    )


@pytest.fixture(scope="module")
def full() -> Inputs:
    """Tables with everything, on 400 queries; B finds one document fewer on every third."""
    qrels = Qrels.from_dict({q: {"a": 1, "b": 1, "c": 0, "d": 0} for q in QUERIES})
    collection = Collection(qrels, None, Queries(tuple(QUERIES), tuple(QUERIES)))
    scope = Scope.of(collection, Protocol(judgements="pooled"))
    runs = [
        {q: ["a", "c", "b"][: 3 - (at % 3 == 0) * side] for at, q in enumerate(QUERIES)}
        for side in (0, 1)
    ]
    for run in runs:
        run.update({f"v{q}": ["a"] for q in QUERIES[:20]})
    a, b = (score(run, scope) for run in runs)
    return Inputs(
        compare(a, b),
        Settings(head_min=50, training_domains=("law",), k=2),
        QueryFields(
            frequency={q: at % 100 for at, q in enumerate(QUERIES)},
            intent={q: "xy"[at % 2] for at, q in enumerate(QUERIES)},
            domain={q: ("law", "health")[at % 2] for at, q in enumerate(QUERIES)},
            group={q: ("en", "zh")[at % 2] for at, q in enumerate(QUERIES)},
        ),
        DocumentFields(group={"a": "g", "b": "g", "c": "h", "d": "h"}),
        Variants({f"v{q}": q for q in QUERIES[:20]}),
        tables(0),
        tables(1),
    )


def test_all_twelve_compute_where_everything_is_given(full):
    rows = scorecard(full)
    assert [row.dimension.key for row in rows] == list(DIMENSIONS) == list(FUNCTIONS)
    assert {row.dimension.key: row.state for row in rows} == dict.fromkeys(DIMENSIONS, "COMPUTED")
    assert all(row.inputs and row.n_used and row.label for row in rows)


def test_swapping_the_runs_turns_every_delta_and_gain(full):
    swapped = Inputs(
        full.comparison.swapped(),
        full.settings,
        full.queries,
        full.documents,
        full.variants,
        full.b,
        full.a,
    )
    for row, other in zip(scorecard(full), scorecard(swapped), strict=True):
        assert (row.value_a, row.value_b) == (other.value_b, other.value_a)
        assert (row.gain, row.n_used) == (-other.gain, other.n_used)


def test_exact_inputs_give_exact_values(full):
    exact = {
        row.dimension.key
        for row in scorecard(full)
        if isinstance(row.value_a, Fraction) and isinstance(row.value_b, Fraction)
    }
    assert set(DIMENSIONS) - exact == {
        "intent_f1",
        "ndcg_at_10",
        "group_calibration_error",
        "p95_latency",
    }


def test_ten_rows_need_more_than_judgements():
    rows = {row.dimension.key: row for row in scorecard(Inputs(golden_comparison()))}
    assert rows["recall_at_5"].value_b == 1
    computed = {key for key, row in rows.items() if row.state == "COMPUTED"}
    assert computed == {"recall_at_5", "ndcg_at_10"}
    for key in set(rows) - computed:
        assert rows[key].state == "NOT_COMPUTABLE"
        assert rows[key].why == needs(rows[key].missing)


def test_four_quadrants_of_four_three_three_and_two(full):
    rows = scorecard(full)
    sizes = [len(quadrant(rows, q)) for q in ("effect", "robustness", "fairness", "efficiency")]
    assert sizes == [4, 3, 3, 2]


def test_computed_rows_come_first_in_their_quadrant():
    effect = quadrant(scorecard(Inputs(golden_comparison())), "effect")
    assert [row.state for row in effect] == ["COMPUTED"] * 2 + ["NOT_COMPUTABLE"] * 2
    assert [row.dimension.key for row in effect][:2] == ["recall_at_5", "ndcg_at_10"]


def test_a_row_whose_package_is_absent_says_what_to_install(full, monkeypatch):
    monkeypatch.setattr("ircompare.scorecard.packages.find_spec", lambda _: None)
    rows = {row.dimension.key: row for row in scorecard(full)}
    assert rows["demographic_parity"].why == (
        'needs: the package fairlearn (pip install -e ".[inference]")'
    )
    assert rows["intent_f1"].state == "NOT_COMPUTABLE"
    assert rows["long_tail_decay"].state == "COMPUTED"


@pytest.mark.parametrize("measure", list(MEASURES))
def test_every_measure_may_be_the_declared_one(full, measure):
    declared = replace(full, settings=replace(full.settings, measure=measure))
    rows = {row.dimension.key: row for row in scorecard(declared)}
    for key in ("long_tail_decay", "perturbation_sensitivity", "ood_gap"):
        assert rows[key].state == "COMPUTED"
        assert MEASURES[measure].mean_at(2) in rows[key].label
        exact = isinstance(rows[key].value_b, Fraction)
        assert exact == (measure != "ndcg")


def test_importing_the_scorecard_imports_nothing_heavy(root):
    heavy = ("scipy", "sklearn", "fairlearn", "pandas", "statsmodels", "altair", "streamlit")
    modules = [
        f"ircompare.scorecard.{path.stem}"
        for path in sorted((root / "ircompare" / "scorecard").glob("*.py"))
        if path.stem != "__init__"
    ]
    code = f"import sys, {', '.join(modules)}; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
