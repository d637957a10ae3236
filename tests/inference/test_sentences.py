"""The fixed sentences, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from ircompare.api import read_collection, read_run
from ircompare.inference.conclusion import Conclusion
from ircompare.inference.detectable import Detectable
from ircompare.inference.plan import Plan
from ircompare.inference.sentences import (
    CONDITION,
    HAND_PICKED,
    IMPOSSIBLE,
    RR_SCALE,
    description,
    detection,
)
from ircompare.inference.significance import significance
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import compare
from ircompare.scoring.evaluation import evaluate
from tests.inference.made import by_ranks, with_fields
from tests.worlds import contrast


def test_the_sentence_of_the_tutorial(tutorial: Path) -> None:
    collection = read_collection(
        tutorial / "qrels.json",
        corpus=tutorial / "corpus.json",
        queries=tutorial / "queries.json",
    )
    scope = Scope.of(collection, Protocol(k=2))
    a, b = (evaluate(read_run(tutorial / f"run.fixture_{name}.json"), scope) for name in "AB")
    assert description(significance(compare(a, b)).conclusions) == (
        "3 eligible queries. Recall@2 1/2 → 5/6 (Δ +1/3): 1 win, 2 ties, 0 losses. "
        "RR@2 1/2 → 5/6 (Δ +1/3): 2 wins, 1 loss (q2). These figures describe these three "
        "queries and nothing else. No significance test is reported: with 1 and 3 non-tied "
        "queries the smallest possible two-sided p-values are 1 and 0.25."
    )


def rr(a: list[int], b: list[int], k: int = 10) -> tuple[Conclusion, ...]:
    return significance(by_ranks(a, b, k), Plan(("rr",))).conclusions


def test_one_measure():
    assert description(rr([1] * 12, [2] * 4 + [1] * 8)) == (
        "12 eligible queries. RR@10 1 → 5/6 (Δ −1/6): 0 wins, 8 ties, 4 losses (q0, q1, q2, q3). "
        "These figures describe these 12 queries and nothing else. No significance test is "
        "reported: with 4 non-tied queries the smallest possible two-sided p-value is 0.125."
    )


def test_one_query_and_many_losses():
    assert description(rr([2], [1])) == (
        "1 eligible query. RR@10 1/2 → 1 (Δ +1/2): 1 win, 0 losses. These figures describe this "
        "one query and nothing else. No significance test is reported: with 1 non-tied query the "
        "smallest possible two-sided p-value is 1."
    )
    assert "7 losses (q0, q1, q2, q3, q4 and 2 more)" in description(rr([1] * 7, [2] * 7))


def test_too_few_queries_of_which_enough_differ():
    assert description(rr([2] * 9, [1] * 9)).endswith(
        "These figures describe these nine queries and nothing else. No significance test is "
        "reported: 9 queries are too few, at least 10 are needed."
    )


def test_a_family_out_of_reach():
    found = significance(by_ranks([2] * 6 + [1] * 10, [1] * 16, k=1)).conclusions
    assert description(found).endswith(
        "No significance test is reported: corrected for every declared test, with 6 and 6 "
        "non-tied queries the smallest possible two-sided p-values are 0.0625 and 0.0625: a "
        "significant result was impossible by construction."
    )


def test_two_measures_of_which_the_last_differs_once():
    qrels = {"q1": {"a": 1, "b": 1}, "q2": {"a": 1}, "q3": {"a": 1}}
    a = {"q1": ["x", "a"], "q2": ["x", "a"], "q3": ["x", "a"]}
    b = {"q1": ["a", "b"], "q2": ["a"], "q3": ["a"]}
    found = significance(contrast(qrels, a, b), Plan(("rr", "recall"))).conclusions
    assert description(found).endswith(
        "with 3 and 1 non-tied queries the smallest possible two-sided p-values are 0.25 and 1."
    )


def test_groups_are_named_where_they_are_the_unit():
    ranks = {f"q{at}": 2 for at in range(12)}
    labels = [f"g{at // 4}" for at in range(12)]
    pair = with_fields(ranks, dict.fromkeys(ranks, 1), {"group": labels})
    found = significance(pair, Plan(("rr",), group_field="group")).conclusions
    assert description(found).endswith(
        "with 3 non-tied groups the smallest possible two-sided p-value is 0.25."
    )


def test_queries_with_nothing_relevant_that_count_are_scored_not_eligible():
    pair = contrast({"q": {"r": 1}, "none": {"r": 0}}, {"q": []}, {"q": ["r"]}, no_relevant="zero")
    found = significance(pair, Plan(("rr",))).conclusions
    assert description(found).startswith("2 scored queries. RR@10 0 → 1/2 (Δ +1/2): 1 win, 1 tie,")


def test_the_planning_figure():
    assert detection(Detectable(50, 0.35, 0.1414)) == (
        "With 50 queries and the observed spread (sd 0.35) a paired test detects a true mean "
        "change of about ±0.14 in 80 % of samples."
    )
    assert detection(Detectable(12, 0.35, 0.31), "group").startswith("With 12 groups and")


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (CONDITION, "if these queries are a random sample of the queries you care about"),
        (HAND_PICKED, "they are not a sample; read as description"),
        (IMPOSSIBLE, "a significant result was impossible by construction"),
        (
            RR_SCALE,
            "MRR averages 1/rank; whether such averages are meaningful is disputed (Fuhr 2017; "
            "Moffat 2022). The rank table beside it makes no such assumption.",
        ),
    ],
)
def test_fixed_words(sentence: str, expected: str) -> None:
    assert sentence == expected
