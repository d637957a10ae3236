"""Stated probabilities and similarities of pairs: calibration, and what each run supplies."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import mean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.model.collection import Collection, Qrels, Queries
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.scorecard.calibration import group_calibration_error
from ircompare.scorecard.calibration_error import calibration, few
from ircompare.scorecard.cross_modal import supplied_similarities
from ircompare.scorecard.inputs import Inputs, Measurements, RunTables
from ircompare.scorecard.pairs import Pairs
from ircompare.scorecard.settings import Settings
from ircompare.scoring.comparison import compare
from tests.scorecard.made import fields
from tests.worlds import corpus_of, score

Rows = dict[tuple[str, str], float]


def pairs_of(probability: Rows | None = None, similarity: Rows | None = None) -> Pairs:
    keys = list({**(probability or {}), **(similarity or {})})

    def column(rows: Rows | None) -> list[float] | None:
        return None if rows is None else [rows.get(key, math.nan) for key in keys]

    return Pairs.build(
        [query for query, _ in keys],
        [document for _, document in keys],
        probability=column(probability),
        similarity=column(similarity),
        source="p.csv",
    )


def inputs(
    qrels: dict[str, dict[str, int]],
    groups: dict[str, str],
    a: Pairs | None,
    b: Pairs | None,
    *,
    exhaustive: bool = False,
    min_relevance: int = 1,
    **choices: int,
) -> Inputs:
    documents = sorted({doc for judged in qrels.values() for doc in judged}) or ["d"]
    queries = Queries(tuple(qrels), tuple(qrels), source="queries.jsonl")
    collection = Collection(Qrels.from_dict(qrels, "qrels.txt"), corpus_of(documents), queries)
    protocol = Protocol(
        judgements="exhaustive" if exhaustive else "pooled", min_relevance=min_relevance
    )
    scope = Scope.of(collection, protocol)
    run = dict.fromkeys(qrels, documents[:1])
    compared = compare(score(run, scope), score(run, scope))
    return Inputs(
        compared,
        Settings(**choices),
        fields(group=groups),
        a=RunTables(pairs=a),
        b=RunTables(pairs=b),
    )


ONE = {"q": {"r1": 1, "r2": 1, "n1": 0, "n2": 0}}
A = {("q", "r1"): 0.9, ("q", "r2"): 0.9, ("q", "n1"): 0.1, ("q", "n2"): 0.1}
B = {("q", "r1"): 0.8, ("q", "n1"): 0.8, ("q", "n2"): 0.8}


def test_the_example_in_pairs():
    """A p = .9, .9, .1, .1, y = 1, 1, 0, 0: ECE .1, CITL 0. B p = .8, y = 1, 0, 0: .8 − 1/3."""
    row = group_calibration_error(inputs(ONE, {"q": "g"}, pairs_of(A), pairs_of(B)))
    assert (row.value_a, row.value_b) == (pytest.approx(0.1), pytest.approx(0.8 - 1 / 3))
    large = row.parts[0]
    assert (large.key, large.value_a) == ("citl:g", pytest.approx(0))
    assert large.value_b == pytest.approx(0.8 - 1 / 3)
    assert large.label == "mean probability − mean outcome, g (4 pairs in A, 3 in B)"
    assert row.label == (
        "largest ECE of a query group, 10 bins of equal mass (a document relevant to its query, "
        "unjudged pairs left out); 4 pairs of 1 query in A, 3 pairs of 1 query in B, and pairs "
        "of one query are not independent; fewer pairs lift the ECE, not the mean probability − "
        "mean outcome"
    )
    assert (row.state, row.n_used) == ("LOW_N", 3)
    assert (row.counts["pairs of A"], row.counts["pairs of B"]) == (4, 3)
    assert [(one.name, one.value) for one in row.inputs][1:3] == [
        ("`probability` of pairs of run A", "p.csv"),
        ("`probability` of pairs of run B", "p.csv"),
    ]


def test_an_unjudged_pair_is_left_out_under_pooled_and_not_relevant_under_exhaustive():
    """p = 1 on one relevant and one unjudged document: CITL 0 without it, 1/2 with it."""
    stated = pairs_of({("q", "r"): 1.0, ("q", "unknown"): 1.0})
    pooled = group_calibration_error(inputs({"q": {"r": 1}}, {"q": "g"}, stated, stated))
    assert pooled.part("citl:g").value_a == 0
    assert (pooled.n_used, pooled.counts["unjudged pairs of A, left out"]) == (1, 1)
    whole = group_calibration_error(
        inputs({"q": {"r": 1}}, {"q": "g"}, stated, stated, exhaustive=True)
    )
    assert whole.part("citl:g").value_a == 0.5
    assert (whole.n_used, whole.counts["unjudged pairs of A, not relevant"]) == (2, 1)


def test_exhaustive_judgements_have_no_unjudged_pair_to_tell_of():
    row = group_calibration_error(
        inputs(ONE, {"q": "g"}, pairs_of(A), pairs_of(A), exhaustive=True)
    )
    assert not [name for name in row.counts if "unjudged" in name]


@pytest.mark.parametrize(("least", "expected"), [(1, 0.0), (2, 1.0)])
def test_relevant_is_what_the_protocol_says(least, expected):
    stated = pairs_of({("q", "low"): 1.0})
    given_inputs = inputs(
        {"q": {"low": 1, "high": 2}}, {"q": "g"}, stated, stated, min_relevance=least
    )
    assert group_calibration_error(given_inputs).part("citl:g").value_a == expected


def many(count: int) -> tuple[dict[str, dict[str, int]], Pairs]:
    qrels = {"q": {f"d{at}": 1 for at in range(count)}}
    return qrels, pairs_of({("q", f"d{at}"): 1.0 for at in range(count)})


@pytest.mark.parametrize(
    ("count", "state", "why"),
    [(200, "COMPUTED", ""), (199, "LOW_N", "fewer than 200 pairs: g")],
)
def test_200_pairs_in_a_group_are_enough(count, state, why):
    qrels, enough = many(200)
    _, other = many(count)
    for a, b in ((enough, other), (other, enough)):
        row = group_calibration_error(inputs(qrels, {"q": "g"}, a, b))
        assert (row.state, row.why, row.n_used) == (state, why, count)


def test_a_group_without_pairs_in_a_run_is_too_small():
    qrels, stated = many(200)
    row = group_calibration_error(
        inputs({**qrels, "z": {"d0": 1}}, {"q": "g", "z": "h"}, stated, stated)
    )
    assert (row.state, row.why) == ("LOW_N", "fewer than 200 pairs: h")
    assert (row.part("citl:h").value_a, row.part("citl:g").value_a) == (None, 0)
    assert row.counts["left out"] == 1


def test_at_most_three_small_groups_are_named():
    small = {name: calibration([0.5], [True]) for name in "abcdef"}
    assert few(small, small, "pairs") == "fewer than 200 pairs: a, b, c and 3 more"
    three = {name: small[name] for name in "abc"}
    assert few(three, three, "queries") == "fewer than 200 queries: a, b, c"


def test_pairs_go_before_queries_and_one_run_without_falls_back():
    both = inputs(ONE, {"q": "g"}, pairs_of(A), pairs_of(A))
    of_queries = Measurements(probability={"q": 0.25})

    def beside(pairs: Pairs | None) -> RunTables:
        return RunTables(measurements=of_queries, pairs=pairs)

    made = {"queries": both.queries}
    used = Inputs(both.comparison, a=beside(pairs_of(A)), b=beside(pairs_of(A)), **made)
    assert "pairs of A" in group_calibration_error(used).counts
    for other in (None, pairs_of(similarity={("q", "r1"): 0.5})):
        half = Inputs(both.comparison, a=beside(pairs_of(A)), b=beside(other), **made)
        row = group_calibration_error(half)
        assert (row.n_used, row.label.count("pairs")) == (1, 0)


def test_what_lacks_is_named():
    row = group_calibration_error(inputs(ONE, {"q": "g"}, pairs_of(A), None))
    assert row.missing == ("`probability` of pairs of run B (scores are not probabilities)",)


def test_queries_that_are_not_scored_or_have_no_group_are_left_out():
    qrels = {"q": {"r1": 1}, "none": {"r1": 0}, "free": {"r1": 1}}
    stated = pairs_of({(query, "r1"): 1.0 for query in (*qrels, "elsewhere")})
    row = group_calibration_error(inputs(qrels, {"q": "g", "none": "g"}, stated, stated))
    assert (row.n_used, row.value_a, row.counts["left out"]) == (1, 0, 1)


def test_no_judged_pair_is_undefined():
    stated = pairs_of({("elsewhere", "r1"): 1.0})
    row = group_calibration_error(inputs(ONE, {"q": "g"}, stated, stated))
    assert (row.state, row.n_used) == ("UNDEFINED", 0)


@st.composite
def worlds(draw):
    queries, documents = [f"q{at}" for at in range(4)], [f"d{at}" for at in range(5)]
    grades = st.dictionaries(st.sampled_from(documents), st.integers(0, 2), max_size=5)
    qrels = {query: {"d0": 1, **draw(grades)} for query in queries}
    groups = draw(st.dictionaries(st.sampled_from(queries), st.sampled_from("xy")))
    keys = st.tuples(st.sampled_from([*queries, "other"]), st.sampled_from([*documents, "new"]))
    rows = st.dictionaries(keys, st.integers(0, 8).map(lambda eighth: eighth / 8), min_size=1)
    return qrels, groups, draw(rows), draw(rows), draw(st.integers(1, 2))


@given(worlds())
def test_the_row_is_the_definition_spelled_out(world):
    qrels, groups, a, b, least = world
    row = group_calibration_error(
        inputs(qrels, groups, pairs_of(a), pairs_of(b), min_relevance=least, bins=3)
    )
    scored = {query for query, judged in qrels.items() if max(judged.values()) >= least}
    if not scored & set(groups):
        assert row.state == "UNDEFINED"
        return
    for stated, value, at in ((a, row.value_a, 0), (b, row.value_b, 1)):
        errors = []
        for name in {groups[query] for query in scored & set(groups)}:
            told = [
                (p, qrels[query][doc] >= least)
                for (query, doc), p in stated.items()
                if query in scored and groups.get(query) == name and doc in qrels[query]
            ]
            part = row.part(f"citl:{name}")
            found = (part.value_a, part.value_b)[at]
            if not told:
                assert found is None
                continue
            gap = mean(Fraction(p) for p, _ in told) - Fraction(sum(y for _, y in told), len(told))
            assert found == pytest.approx(float(gap), abs=1e-12)
            errors.append(calibration([p for p, _ in told], [y for _, y in told], 3).error)
        assert value == (pytest.approx(max(errors)) if errors else None)


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({"probability": [1.5]}, "between 0 and 1"),
        ({"probability": [-0.1]}, "between 0 and 1"),
        ({"similarity": [math.inf]}, "finite"),
        ({"similarity": [1, 2]}, "same length"),
    ],
)
def test_pairs_out_of_their_range(columns, told):
    with pytest.raises(ValueError, match=told):
        Pairs.build(["q"], ["d"], **columns)


def test_a_pair_stands_once():
    with pytest.raises(ValueError, match="once"):
        Pairs.build(["q", "z", "q"], ["d", "d", "d"])
    assert len(Pairs.build(["q", "z", "q"], ["d", "d", "e"])) == 3


# Similarities as supplied


def test_similarities_by_hand():
    """A .8, .6, .4: mean .6, least .4, deviation √(.08 ÷ 3). B −1 and 1: mean 0, least −1, 1."""
    a = pairs_of(similarity={("q", "r1"): 0.8, ("q", "r2"): 0.6, ("q", "n1"): 0.4})
    b = pairs_of(similarity={("q", "r1"): -1.0, ("q", "new"): 1.0, ("other", "r1"): 9.0})
    found = supplied_similarities(inputs(ONE, {}, a, b))
    values = dict(found.values)
    assert (found.state, found.n_used) == ("COMPUTED", 1)
    assert values["mean A"] == pytest.approx(0.6)
    assert (values["least A"], values["least B"], values["mean B"]) == (0.4, -1, 0)
    assert values["standard deviation A"] == pytest.approx(pstdev([0.8, 0.6, 0.4]))
    assert values["standard deviation B"] == 1
    assert found.label.endswith(": 3 in A, 2 in B")
    assert found.inputs[1].value == "p.csv · 2 pairs"


def test_similarities_that_lack_are_named():
    a = pairs_of(similarity={("q", "r1"): 0.8})
    found = supplied_similarities(inputs(ONE, {}, a, pairs_of(A)))
    assert found.why == "needs: `similarity` of pairs of run B"
    both = supplied_similarities(inputs(ONE, {}, None, None))
    assert both.missing == ("`similarity` of pairs of run A", "`similarity` of pairs of run B")


def test_similarities_of_other_queries_alone_are_undefined():
    a = pairs_of(similarity={("q", "r1"): 0.8})
    b = pairs_of(similarity={("other", "r1"): 0.8})
    found = supplied_similarities(inputs(ONE, {}, a, b))
    assert (found.state, found.why) == (
        "UNDEFINED",
        "no query of the split has a similarity in both runs",
    )
