"""Results as JSON: the golden keys first and in order, the rest complete and consistent."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ircompare import MEASURES, Protocol, evaluate, read_collection, read_run, sweep
from ircompare.report.json_report import (
    comparison_json,
    curve_json,
    evaluation_json,
    json_text,
    sweep_json,
)
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.numbers import number_text
from ircompare.scoring.sweep import curve

Make = Callable[..., Comparison]


def golden(tutorial: Path, name: str) -> Evaluation:
    collection = read_collection(
        tutorial / "qrels.json", corpus=tutorial / "corpus.json", queries=tutorial / "queries.json"
    )
    return evaluate(collection, read_run(tutorial / f"run.{name}.json", name), Protocol(k=2))


def first_keys(found: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """As many keys of an object as are wanted, from its start; rows likewise."""
    start = dict(list(found.items())[: len(wanted)])
    width = len(wanted["rows"][0])
    start["rows"] = [dict(list(row.items())[:width]) for row in found["rows"]]
    return start


@pytest.mark.parametrize("name", ["fixture_A", "fixture_B", "all_empty"])
def test_golden_objects_begin_with_the_expected_bytes(
    tutorial: Path, expected: dict[str, Any], name: str
) -> None:
    wanted = expected["results"][name]
    found = evaluation_json(golden(tutorial, name))
    assert json.dumps(first_keys(found, wanted)) == json.dumps(wanted)


def test_new_keys_follow(tutorial: Path) -> None:
    found = evaluation_json(golden(tutorial, "fixture_A"))
    assert list(found)[10:] == [
        "run",
        "source",
        "order",
        "judgements",
        "min_relevance",
        "no_relevant",
        "chunks",
        "scored_queries",
        "unjudged_queries",
        "success_at_k",
        "precision_at_k",
        "ndcg_at_k",
        "judged_at_k",
        "first_relevant_rank_counts",
        "run_sha256",
        "qrels_sha256",
        "settings_sha256",
        "provenance",
        "warnings",
    ]
    rows = found["rows"]
    assert isinstance(rows, list)
    assert list(rows[0])[8:] == [
        "success",
        "precision",
        "ndcg",
        "judged_at_k",
        "unjudged",
        "split",
    ]
    assert found["first_relevant_rank_counts"] == {"1": 1, "2": 1, "none": 1}


def test_pooled_fingerprints_the_collection_only_when_asked(tutorial: Path) -> None:
    collection = read_collection(
        tutorial / "qrels.json", corpus=tutorial / "corpus.json", queries=tutorial / "queries.json"
    )
    run = read_run(tutorial / "run.fixture_A.json")
    one = evaluate(collection, run, Protocol(k=2, judgements="pooled"))
    assert evaluation_json(one)["protocol_sha256"] is None
    asked = evaluation_json(one, fingerprint=True)["protocol_sha256"]
    assert asked == evaluation_json(golden(tutorial, "fixture_A"))["protocol_sha256"]


def test_comparison_says_what_the_tutorial_teaches(golden_pair: Make) -> None:
    found: Any = json.loads(json_text(comparison_json(golden_pair(2))))
    assert list(found) == [
        "a",
        "b",
        "measures",
        "matrix",
        "causes",
        "fragility",
        "rows",
        "headline",
        "counts",
        "protocol",
        "fingerprints",
        "provenance",
        "warnings",
        "losing_slices",
    ]
    assert found["losing_slices"] == {"fields": [], "looked_at": 0, "recall": None, "rr": None}
    rr = found["measures"]["rr"]
    assert (rr["a"], rr["b"], rr["delta"]) == ("1/2", "5/6", "1/3")
    assert (rr["improved"], rr["tied"], rr["regressed"]) == (2, 0, 1)
    assert rr["split"]["missing_a"] == {"queries": 1, "contribution": "1/3"}
    assert rr["split"]["both"] == {"queries": 2, "contribution": "0"}
    q2 = found["rows"][0]
    assert (q2["first_relevant_rank_a"], q2["first_relevant_rank_b"]) == (1, 2)
    assert q2["rr"] == {
        "a": "1",
        "b": "1/2",
        "delta": "-1/2",
        "verdict": "regressed",
        "cause": "moved",
    }
    assert found["rows"][3]["rr"]["delta"] is None
    assert found["protocol"]["k"] == 2


def test_causes_and_split_add_up_to_the_delta(by_ranks: Make) -> None:
    comparison = by_ranks([1, 2, 0, None, 3, 1], [2, 1, 1, 1, None, 0])
    found: Any = comparison_json(comparison)
    for measure in ("recall", "rr"):
        delta = Fraction(found["measures"][measure]["delta"])
        causes = [Fraction(part["contribution"]) for part in found["causes"][measure]]
        split = found["measures"][measure]["split"].values()
        assert sum(causes) == delta
        assert sum(Fraction(part["contribution"]) for part in split) == delta


def test_nothing_scored_gives_nulls(pair: Make) -> None:
    found: Any = comparison_json(pair({"q": {"d": 0}}, {"q": "d"}, {"q": "d"}))
    assert found["measures"]["rr"]["a"] is None
    assert found["measures"]["rr"]["delta"] is None
    assert found["fragility"] == {"recall": None, "rr": None}


def test_sweep_and_curve(golden_pair: Make) -> None:
    comparison = golden_pair(2)
    found: Any = sweep_json(sweep(comparison))
    recall = [cutoff["recall"]["a"] for cutoff in found["cutoffs"]]
    assert recall == ["1/6", "1/2", "2/3"]
    assert [cutoff["rr"]["b"] for cutoff in found["cutoffs"]] == ["2/3", "5/6", "5/6"]
    single: Any = curve_json(curve(comparison.b, 3))
    assert [cutoff["recall_at_k"] for cutoff in single["cutoffs"]] == ["2/3", "5/6", "1"]


def test_every_row_holds_the_value_of_the_core(by_ranks: Make) -> None:
    one = by_ranks([1, 2, 0, None, 3, 1], [2, 1, 1, 1, None, 0]).a
    rows: Any = evaluation_json(one)["rows"]
    for key in MEASURES:
        values = [one.values(key).at(place) for place in range(6)]
        assert [row[key] for row in rows] == [number_text(value) for value in values]


def test_chinese_text_stays_readable() -> None:
    assert json_text({"text": "下载"}) == '{\n  "text": "下载"\n}\n'
