"""Hand-computed values of every measure, on both sides of every boundary."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from ircompare.scoring.measures import MEASURES, PRIMARY
from tests.worlds import pooled, score

TWO_OF_FOUR = ("d1 d2 d3 d4", {"d2": 1, "d4": 1})


def value(measure: str, ranking: str, judged: dict[str, int], k: int, **choices):
    scope = pooled({"q": judged}, **choices)
    return score({"q": ranking.split()}, scope, k).values(measure).at(0)


@pytest.mark.parametrize(
    ("ranking", "judged", "k", "expected"),
    [
        pytest.param(*TWO_OF_FOUR, 1, Fraction(0), id="above the first relevant one"),
        pytest.param(*TWO_OF_FOUR, 2, Fraction(1, 2), id="at the first relevant one"),
        pytest.param(*TWO_OF_FOUR, 3, Fraction(1, 2), id="just above the last one"),
        pytest.param(*TWO_OF_FOUR, 4, Fraction(1), id="at the last one"),
        pytest.param(*TWO_OF_FOUR, 5, Fraction(1), id="k beyond the depth"),
        pytest.param("d1", {"d1": 1}, 1, Fraction(1), id="k = 1, first place"),
        pytest.param(
            "d1 d2", {"d1": 1, "d2": 1, "d3": 1}, 2, Fraction(2, 3), id="one never returned"
        ),
        pytest.param(
            "d1 d2", {"d1": 1, "d2": 1, "d3": 1}, 1, Fraction(1, 3), id="k below the relevant"
        ),
        pytest.param("", {"d1": 1}, 5, Fraction(0), id="empty ranking"),
        pytest.param("x y", {"d1": 1}, 2, Fraction(0), id="T70 only unjudged documents"),
        pytest.param(
            "d1", {"d1": 1, "d2": 0, "d3": -1}, 1, Fraction(1), id="only relevant ones divide"
        ),
        pytest.param("s a", {"a": 1, "s": -2}, 2, Fraction(1), id="T59 negative grade"),
        pytest.param("d1", {"d1": 0}, 1, None, id="T63 nothing relevant"),
    ],
)
def test_recall(ranking, judged, k, expected):
    assert value("recall", ranking, judged, k) == expected


@pytest.mark.parametrize(
    ("ranking", "judged", "k", "expected"),
    [
        pytest.param("d1 d2 d3", {"d1": 1}, 1, Fraction(1), id="first place"),
        pytest.param("d1 d2 d3", {"d3": 1}, 3, Fraction(1, 3), id="at the cutoff"),
        pytest.param("d1 d2 d3", {"d3": 1}, 2, Fraction(0), id="just below the cutoff"),
        pytest.param("d1 d2 d3", {"d3": 1}, 9, Fraction(1, 3), id="k beyond the depth"),
        pytest.param(
            "d1 d2 d3", {"d2": 1, "d3": 1}, 3, Fraction(1, 2), id="only the first one counts"
        ),
        pytest.param(
            "d1 d2", {"d2": 1, "never": 1}, 2, Fraction(1, 2), id="not divided by the relevant"
        ),
        pytest.param("", {"d1": 1}, 5, Fraction(0), id="empty ranking"),
        pytest.param("x y", {"a": 1}, 2, Fraction(0), id="T70 only unjudged documents"),
        pytest.param(
            "s a", {"a": 1, "s": -2}, 2, Fraction(1, 2), id="T59 a judged one above takes a rank"
        ),
        pytest.param("d1", {"d1": 0}, 1, None, id="T63 nothing relevant"),
    ],
)
def test_reciprocal_rank(ranking, judged, k, expected):
    assert value("rr", ranking, judged, k) == expected


def test_t68_relevant_just_behind_the_cutoff():
    ranking = " ".join(f"d{rank}" for rank in range(1, 12))
    assert value("rr", ranking, {"d11": 1}, 10) == 0
    assert value("rr", ranking, {"d11": 1}, 11) == Fraction(1, 11)
    assert MEASURES["rr"].at(10) == "RR@10"
    assert MEASURES["rr"].mean_at(10) == "MRR@10"


@pytest.mark.parametrize(
    ("k", "expected"),
    [pytest.param(1, 0, id="above"), pytest.param(2, 1, id="at"), pytest.param(3, 1, id="below")],
)
def test_success_is_a_hit_or_a_miss(k, expected):
    assert value("success", *TWO_OF_FOUR, k) == expected


def test_success_is_not_recall():
    """The tutorial's negative control: 1 would be the hit rate, Recall is 1/2."""
    assert value("success", "d3 d1 d4", {"d3": 1, "d4": 1}, 2) == 1
    assert value("recall", "d3 d1 d4", {"d3": 1, "d4": 1}, 2) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("ranking", "judged", "k", "expected"),
    [
        pytest.param(*TWO_OF_FOUR, 1, Fraction(0), id="none yet"),
        pytest.param(*TWO_OF_FOUR, 2, Fraction(1, 2), id="one of two"),
        pytest.param(*TWO_OF_FOUR, 3, Fraction(1, 3), id="one of three"),
        pytest.param(*TWO_OF_FOUR, 4, Fraction(1, 2), id="two of four"),
        pytest.param(*TWO_OF_FOUR, 8, Fraction(1, 4), id="divided by k, not by the depth"),
        pytest.param("", {"d1": 1}, 3, Fraction(0), id="empty ranking"),
        pytest.param("d1", {"d1": 0}, 1, None, id="nothing relevant"),
    ],
)
def test_precision(ranking, judged, k, expected):
    assert value("precision", ranking, judged, k) == expected


# nDCG

GAINS = {"a": 3, "b": 2, "c": 0, "d": 1}


def test_ndcg_by_hand():
    """rel 3, 2, 0 returned and 1 not: linear nDCG@3 is .8950."""
    found = value("ndcg", "a b c", GAINS, 3)
    by_hand = (3 + 2 / math.log2(3)) / (3 + 2 / math.log2(3) + 1 / 2)
    assert found == pytest.approx(by_hand, abs=1e-15)
    assert f"{found:.4f}" == "0.8950"


@pytest.mark.parametrize(
    ("ranking", "judged", "k", "expected"),
    [
        pytest.param("a", {"a": 1}, 1, 1.0, id="best possible"),
        pytest.param("x a", {"a": 1}, 1, 0.0, id="just below the cutoff"),
        pytest.param("x a", {"a": 1}, 2, 1 / math.log2(3), id="at the cutoff"),
        pytest.param("b c", {"a": 3, "b": 1, "c": 0}, 2, 0.2754, id="the best was never returned"),
        pytest.param("a b", {"a": 1, "b": 3}, 1, 1 / 3, id="the ideal is cut at k too"),
        pytest.param("s a", {"a": 1, "s": -2}, 2, 1 / math.log2(3), id="negative grades gain 0"),
        pytest.param("a b c d", {"a": 1}, 9, 1.0, id="k beyond depth and judgements"),
        pytest.param("", {"a": 1}, 3, 0.0, id="empty ranking"),
        pytest.param("a", {"a": 0, "b": -1}, 1, None, id="nothing gains"),
    ],
)
def test_ndcg(ranking, judged, k, expected):
    found = value("ndcg", ranking, judged, k)
    assert found == (None if expected is None else pytest.approx(expected, abs=5e-5))


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_level_of_relevance_changes_no_gain(level):
    assert value("ndcg", "d c b a", GAINS, 3, min_relevance=level) == pytest.approx(
        value("ndcg", "d c b a", GAINS, 3), abs=0
    )


def test_a_query_below_the_level_has_no_ndcg_either():
    """One denominator for all measures."""
    assert value("ndcg", "a b", GAINS, 2, min_relevance=4) is None


def test_different_gains_can_have_equal_value():
    """Gain 1 at rank 1 and gain 2 at rank 3: log2(2) = 1, log2(4) = 2."""
    judged = {"one": 1, "two": 2}
    assert value("ndcg", "one x y", judged, 3) == value("ndcg", "x y two", judged, 3)


# Levels, ties and grades


@pytest.mark.parametrize(
    ("level", "rr", "recall_1", "recall_2"),
    [
        pytest.param(1, 1, Fraction(1, 2), 1, id="level 1"),
        pytest.param(2, Fraction(1, 2), 0, 1, id="level 2"),
    ],
)
def test_t61_level_of_relevance(level, rr, recall_1, recall_2):
    judged = {"a": 1, "b": 2}
    assert value("rr", "a b", judged, 2, min_relevance=level) == rr
    assert value("recall", "a b", judged, 1, min_relevance=level) == recall_1
    assert value("recall", "a b", judged, 2, min_relevance=level) == recall_2


def test_t46_a_tie_at_the_cut_goes_by_id():
    scope = pooled({"q": {"m": 1}})
    evaluation = score({"q": [("m", 7.0), ("z", 7.0)]}, scope, 1)
    assert evaluation.values("recall").at(0) == 0
    assert evaluation.at(2).values("rr").at(0) == Fraction(1, 2)


def test_t47_a_constant_scorer_earns_nothing_by_its_order():
    documents = [f"d{number}" for number in range(10)]
    scope = pooled({"q": {"d0": 1}})
    for listed in (documents, documents[::-1]):
        evaluation = score({"q": [(doc, 0.0) for doc in listed]}, scope)
        assert evaluation.mean("rr") == Fraction(1, 10)
        assert evaluation.at(1).mean("recall") == 0


# Nothing relevant, unjudged, the names


@pytest.mark.parametrize("measure", MEASURES)
def test_t63_nothing_relevant_is_no_value_or_zero(measure):
    qrels = {"q1": {"a": 1}, "q2": {"b": 0}, "q3": {}}
    run = {"q1": ["a"], "q2": ["b"], "q3": ["c"]}
    left_out = score(run, pooled(qrels), 1)
    counted = score(run, pooled(qrels, no_relevant="zero"), 1)
    assert [left_out.values(measure).at(place) for place in range(3)] == [1, None, None]
    assert [counted.values(measure).at(place) for place in range(3)] == [1, 0, None]
    assert (left_out.mean(measure), counted.mean(measure)) == (1, Fraction(1, 2))


def test_values_are_exact_but_for_ndcg():
    evaluation = score({"q": ["a"]}, pooled({"q": {"a": 1}}))
    assert [key for key in MEASURES if not evaluation.values(key).exact] == ["ndcg"]


def test_each_measure_says_what_it_is():
    assert list(MEASURES) == ["recall", "rr", "success", "precision", "ndcg"]
    assert [measure.key for measure in PRIMARY] == ["recall", "rr"]
    labels = [measure.at(5) for measure in MEASURES.values()]
    assert labels == ["Recall@5", "RR@5", "Success@5", "Precision@5", "nDCG@5"]
    assert "not exact" in MEASURES["ndcg"].definition
