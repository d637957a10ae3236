"""The contract of the tutorial's scorer on its own fixture, in our words: 25 named cases."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ircompare.errors import InputError
from ircompare.model.collection import Collection, Qrels, Queries
from ircompare.model.protocol import Protocol
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import compare
from ircompare.scoring.evaluation import Evaluation, evaluate
from tests import oracle
from tests.worlds import corpus_of

RUNS = ("fixture_A", "fixture_B", "all_empty")
Fixture = dict[str, Any]


@pytest.fixture
def fixture(tutorial: Path) -> Fixture:
    """The tutorial's files as plain objects, to spoil in one place each."""
    return {
        name: json.loads((tutorial / f"{name}.json").read_text("utf-8"))
        for name in ("corpus", "queries", "qrels", *(f"run.{run}" for run in RUNS))
    }


def scope_of(fixture: Fixture, **choices: Any) -> Scope:
    queries = fixture["queries"]
    collection = Collection(
        Qrels.from_dict(fixture["qrels"], "qrels.json"),
        corpus_of(fixture["corpus"]),
        Queries(
            tuple(queries),
            tuple(query["text"] for query in queries.values()),
            tuple(query["split"] for query in queries.values()),
            source="queries.json",
        ),
    )
    return Scope.of(collection, Protocol(**choices))


def scored(fixture: Fixture, run: str = "fixture_A", k: Any = 2, **choices: Any) -> Evaluation:
    rankings = Run.from_rankings(run, fixture[f"run.{run}"])
    return evaluate(rankings, scope_of(fixture, **choices), k)


def text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def report(evaluation: Evaluation) -> dict[str, Any]:
    """The evaluation under the keys of the fixture's expected output."""
    scope, hits = evaluation.scope, evaluation.hits
    recall, rr = evaluation.values("recall"), evaluation.values("rr")
    rows = [
        {
            "query": query,
            "missing": bool(hits.missing[place]),
            "returned": int(hits.returned[place]),
            "relevant": int(scope.relevant[place]),
            "hits": int(evaluation.hit_counts[place]),
            "first_relevant_rank": int(evaluation.first_ranks[place]) or None,
            "recall": text(recall.at(place)),  # type: ignore[arg-type]
            "rr": text(rr.at(place)),  # type: ignore[arg-type]
        }
        for place, query in enumerate(scope.query_ids)
    ]
    return {
        "protocol_sha256": evaluation.protocol_sha256(),
        "split": scope.split,
        "k": evaluation.k,
        "total_queries": len(scope),
        "eligible_queries": int(scope.eligible.sum()),
        "no_relevant_queries": list(scope.no_relevant_queries),
        "missing_queries": list(evaluation.missing_queries),
        "recall_at_k": text(evaluation.mean("recall")),  # type: ignore[arg-type]
        "mrr_at_k": text(evaluation.mean("rr")),  # type: ignore[arg-type]
        "rows": rows,
    }


# Values


@pytest.mark.parametrize("run", RUNS)
def test_every_value_of_the_expected_output(fixture, expected, run):
    assert report(scored(fixture, run)) == expected["results"][run]


@pytest.mark.parametrize(
    ("run", "k", "recall", "mrr"),
    [
        ("fixture_A", 1, "1/6", "1/3"),
        ("fixture_A", 2, "1/2", "1/2"),
        ("fixture_A", 3, "2/3", "1/2"),
        ("fixture_B", 1, "2/3", "2/3"),
        ("fixture_B", 2, "5/6", "5/6"),
        ("fixture_B", 3, "1", "5/6"),
        ("all_empty", 2, "0", "0"),
    ],
)
def test_means_at_each_cutoff(fixture, run, k, recall, mrr):
    evaluation = scored(fixture, run, k)
    assert (text(evaluation.mean("recall")), text(evaluation.mean("rr"))) == (recall, mrr)


def test_the_denominator_is_fixed_by_the_qrels_not_by_the_run(fixture, expected):
    """Leaving the missing query out would flatter the run: 3/4."""
    controls = expected["negative_controls"]
    evaluation = scored(fixture)
    assert text(evaluation.mean("recall")) == controls["fixed_denominator_correct"]
    assert text(evaluation.mean("recall")) != controls["dropping_missing_wrong"]


def test_a_hit_is_not_recall(fixture, expected):
    evaluation, controls = scored(fixture), expected["negative_controls"]
    assert text(evaluation.values("recall").at(0)) == controls["q2_recall_correct"]
    assert (
        text(evaluation.values("success").at(0)) == controls["hit_rate_mislabeled_as_recall_wrong"]
    )


def test_a_missing_query_is_listed_and_scores_zero(fixture):
    evaluation = scored(fixture)
    assert evaluation.missing_queries == ("q4",)
    assert evaluation.values("recall").at(2) == evaluation.values("rr").at(2) == 0


def test_an_empty_ranking_scores_the_same_and_is_not_missing(fixture):
    without = scored(fixture)
    fixture["run.fixture_A"]["q4"] = []
    with_empty = scored(fixture)
    assert with_empty.missing_queries == ()
    assert with_empty.mean("recall") == without.mean("recall")
    assert with_empty.run_sha256 != without.run_sha256


def test_a_run_of_nothing_misses_all(fixture):
    fixture["run.fixture_A"] = {}
    evaluation = scored(fixture)
    assert evaluation.missing_queries == ("q2", "q3", "q4", "q5")
    assert (evaluation.mean("recall"), evaluation.mean("rr")) == (0, 0)


def test_a_query_with_nothing_relevant_has_no_value_and_is_listed(fixture):
    evaluation = scored(fixture)
    assert evaluation.scope.no_relevant_queries == ("q5",)
    assert evaluation.values("recall").at(3) is evaluation.values("rr").at(3) is None


def test_answering_that_query_changes_no_mean(fixture):
    before = scored(fixture).mean("recall")
    fixture["run.fixture_A"]["q5"] = ["d1", "d2"]
    assert scored(fixture).mean("recall") == before


def test_under_zero_it_joins_the_denominator(fixture):
    assert scored(fixture, no_relevant="zero").mean("recall") == Fraction(3, 8)


def test_k_beyond_every_depth_reads_the_whole_ranking(fixture):
    evaluation = scored(fixture, k=1000)
    assert (text(evaluation.mean("recall")), text(evaluation.mean("rr"))) == ("2/3", "1/2")


def test_documents_behind_the_cutoff_count_nothing(fixture):
    before = scored(fixture)
    fixture["run.fixture_A"]["q2"] += ["d2", "d5"]
    assert scored(fixture).mean("recall") == before.mean("recall")


def test_no_query_of_another_split_is_scored(fixture):
    fixture["run.fixture_A"] = {"q1": ["d2"]}
    evaluation = scored(fixture, split="dev")
    assert (evaluation.scope.query_ids, evaluation.mean("recall")) == (("q1",), 1)


def test_a_split_in_which_nothing_is_relevant_has_no_mean(fixture):
    fixture["queries"]["q5"]["split"] = "holdout"
    fixture["run.fixture_A"] = {"q5": ["d1"]}
    evaluation = scored(fixture, split="holdout")
    assert (evaluation.mean("recall"), evaluation.mean("rr")) == (None, None)


def test_a_over_b_the_deltas_are_paired(fixture):
    scope = scope_of(fixture, k=2)
    a, b = (
        evaluate(Run.from_rankings(run, fixture[f"run.{run}"]), scope)
        for run in ("fixture_A", "fixture_B")
    )
    comparison = compare(a, b)
    split = comparison.split("recall")
    assert comparison.mean_delta("recall") == comparison.mean_delta("rr") == Fraction(1, 3)
    assert (split.missing_a, split.missing_b, split.both) == (Fraction(1, 3), 0, 0)
    assert scope.names(comparison.verdicts("rr") < 0) == ("q2",)
    assert (a.first_ranks[0], b.first_ranks[0]) == (1, 2)


# Fingerprints


@pytest.mark.parametrize(("split", "k"), [("test", 2), ("test", 1), ("dev", 2)])
def test_protocol_fingerprints_are_the_published_ones(fixture, split, k):
    published = json.loads(
        (Path(__file__).parents[1] / "golden" / "hashes.json").read_text("utf-8")
    )
    fixture["run.fixture_A"] = {}
    evaluation = scored(fixture, k=k, split=split)
    assert evaluation.protocol_sha256() == published[f"protocol_sha256 (split={split},k={k})"]


@pytest.mark.parametrize("run", RUNS)
def test_run_fingerprint_spelled_out_another_way(fixture, run):
    rankings = fixture[f"run.{run}"]
    assert scored(fixture, run).run_sha256 == oracle.run_sha256(rankings, ["q2", "q3", "q4", "q5"])


# Refusals


def spoil_duplicate(fixture: Fixture) -> None:
    fixture["run.fixture_A"]["q2"] = ["d3", "d1", "d3"]


def spoil_document(fixture: Fixture) -> None:
    fixture["run.fixture_A"]["q2"].append("d7")


def spoil_split(fixture: Fixture) -> None:
    fixture["run.fixture_A"]["q1"] = ["d2"]


def spoil_query(fixture: Fixture) -> None:
    fixture["run.fixture_A"]["q99"] = []


def spoil_pair(fixture: Fixture) -> None:
    del fixture["qrels"]["q2"]["d6"]


def spoil_query_judgements(fixture: Fixture) -> None:
    del fixture["qrels"]["q3"]


def spoil_judged_document(fixture: Fixture) -> None:
    fixture["qrels"]["q2"]["d7"] = 0


@pytest.mark.parametrize(
    ("spoil", "code", "reason"),
    [
        pytest.param(spoil_duplicate, "duplicate-document", "duplicate", id="duplicate document"),
        pytest.param(spoil_document, "unknown-document", "unknown_doc", id="unknown document"),
        pytest.param(spoil_split, "wrong-split", "wrong_split", id="query of another split"),
        pytest.param(spoil_query, "wrong-split", "wrong_split", id="query nobody knows"),
        pytest.param(spoil_pair, "unjudged-pair", "unjudged", id="one pair unjudged"),
        pytest.param(spoil_query_judgements, "unjudged-pair", "unjudged", id="one query unjudged"),
    ],
)
def test_contract_rejections(
    fixture, expected, spoil: Callable[[Fixture], None], code: str, reason: str
):
    spoil(fixture)
    with pytest.raises(InputError) as caught:
        scored(fixture)
    wanted = expected["negative_controls"]["contract_rejections"][reason]
    assert (code, wanted) in {
        (problem.code, problem.contract_reason) for problem in caught.value.problems
    }


@pytest.mark.parametrize(
    ("grade", "what"),
    [
        pytest.param(False, "grade False", id="a truth value"),
        pytest.param(True, "grade True", id="the other one"),
        pytest.param(0.0, "grade 0.0", id="a decimal"),
        pytest.param("1", "grade '1'", id="a text"),
        pytest.param(2, "grade 2", id="a grade above 1"),
        pytest.param(-1, "grade -1", id="a negative grade"),
    ],
)
def test_labels_other_than_0_and_1_are_refused(fixture, grade, what):
    fixture["qrels"]["q2"]["d3"] = grade
    with pytest.raises(InputError, match=f'{what} for query "q2" and document "d3"'):
        scored(fixture)


def test_a_judged_document_outside_the_corpus_is_refused(fixture):
    spoil_judged_document(fixture)
    with pytest.raises(InputError, match='document "d7" is judged but not in the corpus'):
        scored(fixture)


def test_a_judged_query_outside_the_queries_file_is_refused(fixture):
    fixture["qrels"]["q99"] = dict.fromkeys(fixture["corpus"], 0)
    with pytest.raises(InputError, match='query "q99" is judged but not in the queries file'):
        scored(fixture)


@pytest.mark.parametrize("k", [0, -1, 1.5, True, "2", 2.0])
def test_k_is_a_whole_number_of_at_least_1(fixture, k):
    with pytest.raises(ValueError, match="k must be a whole number of at least 1"):
        scored(fixture, k=k)


def test_a_ranking_is_a_list_not_a_text(fixture):
    fixture["run.fixture_A"]["q2"] = "d3"
    with pytest.raises(InputError, match='ranking of query "q2" is a text, not a list'):
        scored(fixture)


def test_a_split_nobody_has_is_refused(fixture):
    with pytest.raises(InputError, match='no query has the split "train"'):
        scored(fixture, split="train")


def test_nothing_that_was_given_is_changed(fixture):
    before = json.dumps(fixture)
    first = scored(fixture)
    replace(first, k=3).mean("recall")
    assert json.dumps(fixture) == before
