"""Why means changed, by hand: accounts, one case a cause, displacers, fragility."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ircompare.scoring.account import Move, account, unjudged_above
from ircompare.scoring.causes import CAUSES, causes, displacers
from ircompare.scoring.fragility import fragility
from tests.worlds import contrast

RELEVANT = {"q": {"a": 1, "b": 1, "n": 0}}


def keys(a, b, measure="rr", qrels=None, k=3) -> str:
    return causes(contrast(qrels or RELEVANT, a, b, k=k), measure).keys[0]


@pytest.mark.parametrize(
    ("a", "b", "rr", "recall"),
    [
        pytest.param({"q": ["a"]}, {}, "missing", "missing", id="missing in B"),
        pytest.param({}, {"q": ["a"]}, "missing", "missing", id="missing in A"),
        pytest.param({"q": ["a"]}, {"q": []}, "empty", "empty", id="empty in B"),
        pytest.param({"q": []}, {"q": ["a"]}, "empty", "empty", id="empty in A"),
        pytest.param(
            {"q": ["a"]}, {"q": ["x"]}, "not_returned", "not_returned", id="not returned at all"
        ),
        pytest.param(
            {"q": ["a"]}, {"q": ["x", "b"]}, "not_returned", "", id="another one was returned"
        ),
        pytest.param(
            {"q": ["a"]}, {"q": ["x", "y", "z", "a"]}, "across_k", "across_k", id="fell below k"
        ),
        pytest.param(
            {"q": ["x", "y", "z", "a"]}, {"q": ["a"]}, "across_k", "across_k", id="rose above k"
        ),
        pytest.param(
            {"q": ["a", "b"]},
            {"q": ["x", "y", "z", "a"]},
            "across_k",
            "not_returned",
            id="of several lost ones one not returned decides for Recall",
        ),
        pytest.param({"q": ["a"]}, {"q": ["x", "a"]}, "unjudged_above", "", id="unjudged above"),
        pytest.param({"q": ["x", "a"]}, {"q": ["a"]}, "unjudged_above", "", id="unjudged gone"),
        pytest.param({"q": ["a"]}, {"q": ["n", "a"]}, "moved", "", id="a judged one above"),
        pytest.param(
            {"q": ["a"]}, {"q": ["n", "x", "a"]}, "moved", "", id="one judged, one not above"
        ),
        pytest.param(
            {"q": ["x", "a"]},
            {"q": ["x", "y", "a"]},
            "unjudged_above",
            "",
            id="what stood above before is not new",
        ),
        pytest.param({"q": ["a"]}, {"q": ["b"]}, "", "", id="another document, the same value"),
    ],
)
def test_each_change_has_one_cause(a, b, rr, recall):
    assert (keys(a, b), keys(a, b, "recall")) == (rr, recall)


def test_the_causes_stand_in_the_order_in_which_they_are_looked_for():
    assert list(CAUSES) == [
        "missing",
        "empty",
        "not_returned",
        "across_k",
        "unjudged_above",
        "moved",
    ]


def test_contributions_are_gains_and_losses_over_the_scored_queries():
    qrels = {query: {"a": 1} for query in ("q1", "q2", "q3", "q4")} | {"none": {"a": 0}}
    a = {"q1": ["a"], "q2": ["x", "a"], "q3": ["a"], "q4": ["a"]}
    b = {"q1": ["x", "a"], "q2": ["a"], "q4": ["a"]}
    found = causes(contrast(qrels, a, b), "rr")
    assert found.keys == ("unjudged_above", "unjudged_above", "missing", "", "")
    missing, unjudged = found.parts
    assert (missing.key, missing.contribution, missing.regressed) == (
        "missing",
        Fraction(-1, 4),
        1,
    )
    assert (unjudged.gain, unjudged.loss) == (Fraction(1, 8), Fraction(-1, 8))
    assert (unjudged.improved, unjudged.regressed, unjudged.contribution) == (1, 1, 0)


def test_equal_runs_have_no_cause():
    found = causes(contrast(RELEVANT, {"q": ["a"]}, {"q": ["a"]}), "rr")
    assert (found.keys, found.parts) == (("",), ())


@pytest.mark.parametrize("measure", ["ndcg", "success", "mrr"])
def test_causes_are_told_for_recall_and_rr_only(measure):
    with pytest.raises(ValueError, match="causes are told for recall and rr"):
        causes(contrast(RELEVANT, {}, {"q": ["a"]}), measure)


# The account of one query


def test_account_of_a_regression():
    told = account(
        contrast(RELEVANT, {"q": ["x", "a", "n", "b"]}, {"q": ["n", "y", "b", "x"]}, k=4), "q"
    )
    assert told.newly_above == (Move("n", 0, 3, 1), Move("y", None, None, 2))
    assert told.no_longer_above == (Move("x", None, 1, 4),)
    assert told.gained == ()
    assert told.lost == (Move("a", 1, 2, None),)
    assert told.relevant == (Move("a", 1, 2, None), Move("b", 1, 4, 3))


def test_account_where_one_run_finds_nothing_looks_at_its_whole_top_k():
    told = account(contrast(RELEVANT, {"q": ["a"]}, {"q": ["x", "y", "z", "a"]}, k=2), "q")
    assert [move.doc_id for move in told.newly_above] == ["x", "y"]
    assert told.lost == (Move("a", 1, 1, 4),)


def test_account_of_a_missing_query():
    told = account(contrast(RELEVANT, {"q": ["x", "a"]}, {}), "q")
    assert told.newly_above == ()
    assert told.no_longer_above == (Move("x", None, 1, None),)
    assert told.relevant == (Move("a", 1, 2, None), Move("b", 1, None, None))


def test_account_follows_the_level_of_relevance():
    qrels = {"q": {"a": 1, "b": 2}}
    told = account(contrast(qrels, {"q": ["b"]}, {"q": ["a", "b"]}, min_relevance=2), "q")
    assert told.newly_above == (Move("a", 1, None, 1),)
    assert [move.doc_id for move in told.relevant] == ["b"]


def test_account_of_an_unknown_query():
    with pytest.raises(KeyError):
        account(contrast(RELEVANT, {}, {}), "other")


def test_unjudged_documents_above_the_first_relevant_one_are_counted():
    comparison = contrast(RELEVANT, {"q": ["x", "n", "y", "a"]}, {"q": ["x", "n", "y"]})
    for k, above in ((1, 1), (2, 1), (3, 2), (4, 2), (9, 2)):
        assert unjudged_above(comparison.a.hits, k).tolist() == [above]
        assert unjudged_above(comparison.b.hits, k).tolist() == [min(above, 2)]


# Displacers


def test_documents_that_displace_in_several_regressions_are_named():
    qrels = {query: {"a": 1} for query in ("q1", "q2", "q3", "q4")}
    a = {key: ["a"] for key in qrels}
    b = {"q1": ["x", "y", "a"], "q2": ["y", "x", "a"], "q3": ["x", "a"], "q4": ["a", "x"]}
    comparison = contrast(qrels, a, b)
    assert displacers(comparison) == (("x", 3), ("y", 2))
    assert displacers(comparison, least=3) == (("x", 3),)
    assert displacers(comparison.swapped()) == ()


# Fragility


def gains(*ranks: tuple[int, int]):
    """One query for each (rank in A, rank in B) of its only relevant document; 0 for none."""
    qrels = {f"q{n}": {"a": 1} for n in range(len(ranks))}
    runs = [
        {
            f"q{n}": [*(f"x{i}" for i in range(1, pair[side])), "a"] if pair[side] else ["x"]
            for n, pair in enumerate(ranks)
        }
        for side in (0, 1)
    ]
    return contrast(qrels, runs[0], runs[1])


@pytest.mark.parametrize(
    ("ranks", "carriers"),
    [
        pytest.param([(0, 1)], ["q0"], id="one gain carries all"),
        pytest.param([(2, 1), (0, 1)], ["q1", "q0"], id="gains alone: all of them, largest first"),
        pytest.param([(0, 1), (2, 1), (1, 2)], ["q0"], id="no longer positive is enough"),
        pytest.param([(0, 1), (0, 1), (1, 2)], ["q0", "q1"], id="the first one is not enough"),
        pytest.param([(2, 1), (2, 1), (1, 2), (3, 3)], ["q0"], id="equal gains by place"),
    ],
)
def test_fragility_of_a_rise(ranks, carriers):
    found = fragility(gains(*ranks), "rr")
    assert (found.rose, list(found.query_ids), found.of) == (True, carriers, len(ranks))


def test_fragility_of_a_fall_takes_losses_away():
    found = fragility(gains((1, 0), (1, 2), (2, 1)), "rr")
    assert (found.rose, found.query_ids, found.count) == (False, ("q0",), 1)


@pytest.mark.parametrize("ranks", [[(1, 1)], [(1, 2), (2, 1)]])
def test_equal_means_carry_nothing(ranks):
    assert fragility(gains(*ranks), "rr") is None


def test_fragility_needs_exact_values():
    with pytest.raises(ValueError, match="must be"):
        fragility(gains((0, 1)), "ndcg")
