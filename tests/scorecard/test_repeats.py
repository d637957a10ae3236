"""Response consistency of a scorecard: by hand, against brute force, with what it rests on."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.model.run import Run
from ircompare.scorecard.inputs import RunTables
from ircompare.scorecard.repeats import (
    consistency_of_a,
    consistency_of_b,
    response_consistency,
    with_repeats,
)
from ircompare.scoring.overlap import average_overlap, rbo_ext
from tests.scorecard.made import inputs
from tests.worlds import contrast

F = Fraction
QRELS = {"q": {"a": 1}, "r": {"a": 1}}
A, B = {"q": list("abcde"), "r": ["a"]}, {"q": ["a"]}


def found(repeats_a=(), repeats_b=()):
    """Both findings of two runs with repeated runs, each query → ranking."""
    compared = contrast(QRELS, A, B)
    tables = [
        RunTables(repeats=tuple(Run.from_rankings(f"again {at}", run) for at, run in enumerate(x)))
        for x in (repeats_a, repeats_b)
    ]
    a, b = with_repeats(compared, (tables[0], tables[1]))
    held = inputs(compared, a=a, b=b)
    return consistency_of_a(held), consistency_of_b(held)


def test_two_runs_by_hand():
    """q: abcde → bacde is 4/5 by the table; r: the same."""
    one, _ = found([{"q": list("bacde"), "r": ["a"]}])
    assert dict(one.values) == {
        "average overlap@5": F(9, 10),
        "top-1 agreement": F(1, 2),
        "identical top 5": F(1, 2),
        "runs": 2,
    }
    assert (one.state, one.n_used, one.key) == ("COMPUTED", 2, "response_consistency_a")
    assert one.label.endswith("consistency, not quality")


def test_three_runs_by_hand():
    """q: one pair alike, two swapped pairs of 4/5; r: lost once, so two pairs of 0."""
    one, _ = found([A, {"q": list("bacde")}])
    assert dict(one.values) == {
        "average overlap@5": (1 + 2 * F(4, 5) + 1) / 6,
        "top-1 agreement": F(2, 6),
        "identical top 5": F(0),
        "runs": 3,
    }


def test_each_run_stands_alone():
    one, other = found([A])
    assert one.state == "COMPUTED"
    assert other.state == "NOT_COMPUTABLE"
    assert other.why == (
        "needs: repeated runs of run B (other answers of the same system to the same queries)"
    )
    one, other = found((), [B])
    assert (one.state, other.state) == ("NOT_COMPUTABLE", "COMPUTED")
    assert other.n_used == 1


def test_only_queries_of_the_split_count():
    one, _ = found([{**A, "other": ["a"]}])
    assert one.n_used == 2
    assert dict(one.values)["identical top 5"] == 1


def test_the_sources_are_told_and_a_run_that_shares_no_document_is_named():
    one, _ = found([A, {"q": ["A", "B"]}])
    assert [(told.name, told.value) for told in one.inputs] == [
        ("run A and 2 repeated runs", "run, again 0, again 1"),
        ("without a document of run A", "again 1"),
    ]


def naive(runs, depth):
    """As it was defined: every pair of runs and every query, one after the other."""
    queries = list(dict.fromkeys(query for run in runs for query in run))
    tops = [[list(run.get(query, ()))[:depth] for run in runs] for query in queries]
    pairs = [pair for of_query in tops for pair in combinations(of_query, 2)]
    if not pairs:
        return None, None, None, None
    return (
        sum(average_overlap(x, y, depth) for x, y in pairs) / len(pairs),
        sum(rbo_ext(x, y) for x, y in pairs) / len(pairs),
        F(sum(x[:1] == y[:1] for x, y in pairs), len(pairs)),
        F(sum(all(top == of[0] for top in of) for of in tops), len(tops)),
    )


ranking = st.lists(st.sampled_from("abcdef"), unique=True)
run = st.dictionaries(st.sampled_from("qrs"), ranking)


@given(st.lists(run, min_size=2, max_size=5), st.integers(1, 6))
def test_it_equals_the_definition_pair_by_pair(runs, depth):
    made = response_consistency(runs, depth)
    assert (made.average_overlap, made.rbo, made.top1, made.identical) == naive(runs, depth)


@given(st.lists(run, min_size=2, max_size=4), st.randoms())
def test_the_order_of_the_runs_changes_nothing(runs, draw):
    turned = list(runs)
    draw.shuffle(turned)
    one, other = response_consistency(runs), response_consistency(turned)
    assert one == other


def test_a_document_twice_in_a_ranking_is_refused():
    with pytest.raises(ValueError, match="twice"):
        response_consistency([{"q": ["a", "b"], "r": ["a", "a"]}, {"q": ["a", "b"], "r": ["b"]}])
