"""Public collections beside the checkout: every value that was published for them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ircompare.model.collection import Collection
from ircompare.model.protocol import Protocol
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.readers import load
from ircompare.scoring.account import unjudged_above
from ircompare.scoring.causes import causes
from ircompare.scoring.comparison import Comparison, Counts, compare
from ircompare.scoring.evaluation import Evaluation, evaluate
from ircompare.scoring.fragility import fragility
from ircompare.scoring.sweep import sweep
from tests.conftest import SHARED

pytestmark = pytest.mark.shared

COLUMNS = {
    "R@5": ("recall", 5),
    "R@10": ("recall", 10),
    "R@100": ("recall", 100),
    "RR": ("rr", 10**6),
    "RR@10": ("rr", 10),
    "nDCG@10": ("ndcg", 10),
}
CASES = sorted(
    str(path.relative_to(SHARED))
    for folder in (
        "coll_cranfield",
        "coll_cisi",
        "trec_covid_r1_a",
        "trec_eval_core",
        "lecard_zh",
        "ir_measures_fixtures",
    )
    for path in (SHARED / folder / "reference").glob("*.json")
    if "collapsed" not in path.name
)


def rows_of(path: Path) -> list[list[str]]:
    return [line.split() for line in path.read_text("utf-8").splitlines() if line.strip()]


def run_of(path: Path) -> Run:
    return load(path, "run").value


def scope_of(qrels: Path, **choices: Any) -> Scope:
    protocol = Protocol(judgements="pooled", **choices)
    return Scope.of(Collection(load(qrels, "qrels").value), protocol)


def case_of(name: str) -> tuple[dict[str, Any], Evaluation]:
    reference = json.loads((SHARED / name).read_text("utf-8"))
    scope = scope_of(
        SHARED / reference["qrels"],
        min_relevance=reference["relevance_level"],
        no_relevant="zero",
    )
    return reference, evaluate(run_of(SHARED / reference["run"]), scope)


@pytest.mark.parametrize("name", CASES)
def test_every_query_and_mean_of_the_reference(name):
    reference, evaluation = case_of(name)
    assert len(evaluation.scope) == reference["counts"]["qrels_queries"]
    columns = reference["per_query_columns"]
    for column, (measure, k) in COLUMNS.items():
        at_k = evaluation.at(k)
        values, place = at_k.values(measure).floats(), columns.index(column)
        for query, wanted in reference["per_query"].items():
            found = values[evaluation.scope.positions[query]]
            assert found == pytest.approx(wanted[place], abs=1e-6), (column, query)
        listed = set(reference["per_query"])
        others = [at for at, query in enumerate(evaluation.scope.query_ids) if query not in listed]
        assert not values[others].any()
        mean = float(at_k.mean(measure))
        means = [
            reference["trec_eval_10rc3_-c_means_all_qrels_queries"].get(column),
            reference["by_order_means_all_qrels_queries"]["score_desc_docid_desc(trec_eval)"].get(
                column
            ),
        ]
        for wanted, width in zip(means, (5e-5, 5e-7), strict=True):
            assert wanted is None or mean == pytest.approx(wanted, abs=width * 1.01), column


@pytest.mark.parametrize("name", [case for case in CASES if "trec_covid" in case])
def test_other_orders_of_the_reference(name):
    reference, evaluation = case_of(name)
    by_order = reference["by_order_means_all_qrels_queries"]
    run = run_of(SHARED / reference["run"])
    scope = scope_of(SHARED / reference["qrels"], order="listed", no_relevant="zero")
    listed = evaluate(run, scope)
    for column in ("R@5", "R@10", "R@100", "RR@10"):
        measure, k = COLUMNS[column]
        assert float(listed.at(k).mean(measure)) == pytest.approx(
            by_order["file_order"][column], abs=1e-6
        )
    assert evaluation.scope.query_ids == scope.query_ids


# trec_eval's own printed output

TREC = SHARED / "trec_eval_core" / "orig"


def printed(name: str) -> dict[tuple[str, str], float]:
    return {
        (measure, query): float(value)
        for measure, query, value in rows_of(TREC / name)
        if measure != "runid" and not measure.startswith("relstring")
    }


def measure_of(name: str, cut: int) -> tuple[str, int]:
    """Our measure and cutoff for a name of trec_eval's; "" for a measure that we do not have."""
    if name == "recip_rank":
        return "rr", cut
    head, _, tail = name.rpartition("_")
    measure = {"recall": "recall", "P": "precision", "ndcg_cut": "ndcg"}.get(head, "")
    return measure, int(tail) if measure else 0


@pytest.mark.parametrize(
    ("output", "run", "level", "cut"),
    [
        pytest.param("out.test.aqc", "results.trunc", 1, 10**6, id="-c, a query missing"),
        pytest.param("out.test.aqcM", "results.trunc", 1, 100, id="-c -M100"),
        pytest.param("out.test.aq", "results.test", 1, 10**6, id="all queries answered"),
        pytest.param("out.test.aql", "results.test", 2, 10**6, id="-l2, graded"),
    ],
)
def test_values_that_trec_eval_prints(output, run, level, cut):
    wanted = printed(output)
    qrels = TREC / ("qrels.rel_level" if level == 2 else "qrels.test")
    scope = scope_of(qrels, min_relevance=level, no_relevant="zero")
    first = evaluate(run_of(TREC / run), scope, 1)
    compared = 0
    for (name, query), value in wanted.items():
        measure, k = measure_of(name, cut)
        if not measure or k > cut:
            continue
        evaluation = first.at(k)
        if query == "all":
            found = float(evaluation.mean(measure))
        else:
            found = evaluation.values(measure).floats()[scope.positions[query]]
        assert found == pytest.approx(value, abs=5.1e-5), (name, query)
        compared += 1
    assert compared > 60


# Cranfield, BM25 against MiniLM


@pytest.fixture(scope="module")
def cranfield() -> Comparison:
    folder = SHARED / "coll_cranfield" / "derived"
    scope = scope_of(folder / "qrels.txt")
    a, b = (
        evaluate(run_of(folder / "runs" / f"{name}.run"), scope) for name in ("bm25s", "minilm")
    )
    return compare(a, b)


def test_cranfield_verdicts(cranfield):
    assert cranfield.count == 225
    assert cranfield.counts("rr") == Counts(improved=65, tied=91, regressed=69)
    assert f"{float(cranfield.a.mean('rr')):.4f}" == "0.5315"
    assert f"{float(cranfield.b.mean('rr')):.4f}" == "0.5463"


def test_cranfield_four_queries_carry_the_rise(cranfield):
    found = fragility(cranfield, "rr")
    assert (found.rose, found.count, found.of) == (True, 4, 225)


def test_cranfield_59_of_69_regressions_have_unjudged_documents_above(cranfield):
    regressed = cranfield.verdicts("rr") < 0
    assert int((unjudged_above(cranfield.b.hits, 10)[regressed] > 0).sum()) == 59


@pytest.mark.parametrize("measure", ["recall", "rr"])
def test_cranfield_causes_sum_to_the_mean_delta(cranfield, measure):
    parts = causes(cranfield, measure).parts
    assert sum(part.contribution for part in parts) == cranfield.mean_delta(measure)
    changed = cranfield.counts(measure)
    assert sum(part.improved for part in parts) == changed.improved
    assert sum(part.regressed for part in parts) == changed.regressed


def test_cranfield_sweep_equals_each_cutoff(cranfield):
    swept = sweep(cranfield, 100)
    for k in (1, 2, 5, 10, 37, 100):
        at_k = cranfield.at(k)
        assert swept.counts["rr"][k - 1] == at_k.counts("rr")
        assert swept.b.recall[k - 1] == at_k.b.mean("recall")
        assert swept.a.rr[k - 1] == at_k.a.mean("rr")


def test_cisi_queries_without_judgements_are_ignored_and_listed():
    folder = SHARED / "coll_cisi" / "derived"
    evaluation = evaluate(run_of(folder / "runs" / "bm25s.run"), scope_of(folder / "qrels.txt"))
    (note,) = evaluation.hits.notes
    assert note.what.startswith("36 queries of the run are not in the queries that are scored")
    assert int(np.sum(evaluation.scope.scored)) == 76


# ranx's fixtures


@pytest.mark.parametrize("qrels", ["qrels.json", "qrels.trec", "qrels.trec.gz", "qrels.parquet"])
@pytest.mark.parametrize("run", ["run.json", "run.trec", "run.trec.gz", "run.parquet"])
def test_ranx_fixtures_are_one_collection_in_every_form(qrels, run):
    folder = SHARED / "ranx_fixtures" / "orig" / "tests" / "unit" / "ranx" / "test_data"
    scope = scope_of(folder / qrels)
    evaluation = evaluate(run_of(folder / run), scope, 2)
    assert scope.query_ids == ("q1", "q2")
    assert evaluation.hits.ranking("q1") == ["d3", "d2", "d1"]
    assert evaluation.mean("recall") == Fraction(5, 6)
    assert (evaluation.mean("rr"), evaluation.mean("ndcg")) == (1, 1.0)
