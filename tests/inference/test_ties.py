"""Ties: traps by hand, and ranges against every order of the tied documents."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ircompare.inference.ranges import Interval
from ircompare.inference.ties import tie_ranges, tie_sensitivity
from tests import oracle
from tests.inference.completions import orders, reach
from tests.worlds import Pair, contrast, judgements

moderate = settings(max_examples=60, deadline=None)
MEASURES = ("recall", "rr")


def interval(low: str, high: str) -> Interval:
    return Interval(Fraction(low), Fraction(high))


def alone(scored, judged, k):
    """Ranges of one query in one run."""
    found = tie_ranges(contrast({"q": judged}, {"q": scored}, {}, k=k).a)
    return found.recall.at(0), found.rr.at(0)


@pytest.mark.parametrize(
    ("scored", "k", "recall", "rr"),
    [
        pytest.param([("m", 7.0), ("z", 7.0)], 1, ("0", "1"), ("0", "1"), id="across the cutoff"),
        pytest.param([("m", 7.0), ("z", 7.0)], 2, ("1", "1"), ("1/2", "1"), id="within it"),
        pytest.param([("m", 7.0), ("z", 6.0)], 1, ("1", "1"), ("1", "1"), id="no tie"),
        pytest.param(
            [("x", 9.0), ("m", 7.0), ("z", 7.0)], 1, ("0", "0"), ("0", "0"), id="just below it"
        ),
        pytest.param(
            [("x", 9.0), ("m", 7.0), ("z", 7.0)], 2, ("0", "1"), ("0", "1/2"), id="reaching over it"
        ),
        pytest.param(
            [(f"d{n}", 0.0) for n in range(9)] + [("m", 0.0)],
            10,
            ("1", "1"),
            ("1/10", "1"),
            id="all scores equal",
        ),
        pytest.param([], 3, ("0", "0"), ("0", "0"), id="empty ranking"),
    ],
)
def test_ranges_by_hand(scored, k, recall, rr):
    assert alone(scored, {"m": 1}, k) == (interval(*recall), interval(*rr))


def test_two_relevant_documents_in_one_group_leave_less_open():
    scored = [("m1", 1.0), ("m2", 1.0), ("z", 1.0)]
    assert alone(scored, {"m1": 1, "m2": 1}, 2) == (interval("1/2", "1"), interval("1/2", "1"))


def test_only_the_first_group_with_a_relevant_document_matters_for_rr():
    scored = [("m1", 3.0), ("x", 2.0), ("m2", 2.0)]
    assert alone(scored, {"m1": 1, "m2": 1}, 3)[1] == interval("1", "1")


def test_lists_without_scores_have_no_ties():
    comparison = contrast({"q": {"m": 1}}, {"q": ["z", "m"]}, {"q": ["m"]})
    assert not tie_ranges(comparison.a).rr.open.any()


def test_a_delta_that_the_tie_rule_made_is_marked():
    qrels = {"tied": {"m": 1}, "plain": {"m": 1}, "same": {"m": 1}}
    a = {"tied": [("m", 1.0), ("z", 1.0)], "plain": [("z", 2.0), ("m", 1.0)], "same": [("m", 1.0)]}
    b = {"tied": [("m", 1.0)], "plain": [("m", 1.0)], "same": [("m", 1.0)]}
    found = tie_sensitivity(contrast(qrels, a, b, k=10))
    assert found.delta("rr").at(0) == interval("0", "1/2")
    assert found.could_vanish("rr").tolist() == [True, False, False]
    assert found.could_vanish("recall").tolist() == [False, False, False]
    assert found.mean_delta("rr") == interval("1/6", "1/3")
    assert not found.mean_could_vanish("rr")


def test_a_mean_that_the_tie_rule_made_is_marked():
    a, b = {"q": [("m", 1.0), ("z", 1.0)]}, {"q": [("m", 1.0)]}
    found = tie_sensitivity(contrast({"q": {"m": 1}}, a, b))
    assert found.comparison.mean_delta("rr") == Fraction(1, 2)
    assert found.mean_could_vanish("rr")
    assert not found.mean_could_vanish("recall")


def test_equal_means_cannot_vanish():
    tied = {"q": [("m", 1.0), ("z", 1.0)]}
    found = tie_sensitivity(contrast({"q": {"m": 1}}, tied, tied))
    assert found.mean_delta("rr") == interval("-1/2", "1/2")
    assert not found.mean_could_vanish("rr")
    assert not found.could_vanish("rr").any()


def test_no_scored_query_has_no_mean():
    found = tie_sensitivity(contrast({"q": {"m": 0}}, {"q": [("m", 1.0)]}, {}))
    assert found.mean_delta("rr") is None
    assert not found.mean_could_vanish("rr")


# Brute force

scored_lists = st.lists(st.sampled_from("abcxy"), unique=True, max_size=5).flatmap(
    lambda ids: st.lists(st.sampled_from([0.0, 1.0]), min_size=len(ids), max_size=len(ids)).map(
        lambda scores: list(zip(ids, scores, strict=True))
    )
)
small_judgements = st.dictionaries(st.sampled_from("abc"), st.integers(0, 2), max_size=3)


@moderate
@given(
    st.lists(st.tuples(small_judgements, scored_lists, scored_lists), min_size=1, max_size=3),
    st.integers(1, 6),
    st.booleans(),
)
def test_ranges_are_the_extremes_over_all_orders_of_tied_documents(drawn, k, zero):
    qrels = {f"q{n}": judged for n, (judged, _, _) in enumerate(drawn)}
    a = {f"q{n}": pairs for n, (_, pairs, _) in enumerate(drawn)}
    b = {f"q{n}": pairs for n, (_, _, pairs) in enumerate(drawn)}
    rules = oracle.Rules(k, 1, zero)
    comparison = Pair(qrels, a, b, rules).compare()
    found = tie_sensitivity(comparison)
    for measure in MEASURES:
        ends = []
        for place, query in enumerate(qrels):
            shown = [column.at(place) for column in (found.a.of(measure), found.b.of(measure))]
            if not oracle.is_scored(qrels[query], rules):
                assert shown == [None, None]
                continue
            values = [
                [oracle.value(measure, order, qrels[query], rules) for order in orders(run[query])]
                for run in (a, b)
            ]
            assert shown == [Interval(*reach(column)) for column in values]
            delta = reach(after - before for before, after in product(*values))
            assert found.delta(measure).at(place) == Interval(*delta)
            ends.append(delta)
        mean = found.mean_delta(measure)
        if ends:
            low, high = (sum(side) / len(ends) for side in zip(*ends, strict=True))
            assert mean == Interval(low, high)


@moderate
@given(judgements, scored_lists, scored_lists)
def test_a_delta_is_marked_where_some_order_undoes_its_sign(judged, run_a, run_b):
    rules = oracle.Rules(3)
    comparison = Pair({"q": judged}, {"q": run_a}, {"q": run_b}, rules).compare()
    found = tie_sensitivity(comparison)
    for measure in MEASURES:
        before, after = (
            [oracle.value(measure, order, judged, rules) or 0 for order in orders(run)]
            for run in (run_a, run_b)
        )
        sign = int(comparison.verdicts(measure)[0])
        signs = {(y > x) - (y < x) for x, y in product(before, after)}
        assert found.could_vanish(measure).tolist() == [sign != 0 and signs != {sign}]
