"""Bounds over all completions: method's examples by hand, and brute force on random cases."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ircompare.inference.bounds import BOUNDED, bounds, recall_if_eligible, unjudged_in_corpus
from ircompare.inference.pool import judged_at, unjudged_pool
from ircompare.inference.ranges import Interval
from ircompare.model.collection import Collection, Qrels
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import Comparison, compare
from ircompare.scoring.evaluation import evaluate
from tests import oracle
from tests.inference.completions import completions, pool_of, ranges_of, reach, subsets, values_of
from tests.inference.tutorial_runs import golden_comparison, stored
from tests.worlds import DOCUMENTS, contrast, corpus_of, pooled, score, scored_run, worlds

moderate = settings(max_examples=40, deadline=None)


def interval(low: str, high: str) -> Interval:
    return Interval(Fraction(low), Fraction(high))


def in_corpus(qrels, a, b, documents=DOCUMENTS, **choices) -> Comparison:
    """Two runs under pooled judgements of a corpus."""
    collection = Collection(Qrels.from_dict(qrels), corpus_of(list(documents)))
    scope = Scope.of(collection, Protocol(judgements="pooled", **choices))
    return compare(score(a, scope), score(b, scope))


# By hand


def example_a(universe):
    """R = {d3}, U = {x, y, z}, of which neither run returns z."""
    comparison = in_corpus(
        {"q": {"d3": 1, "n": 0}},
        {"q": ["x", "d3", "n"]},
        {"q": ["d3", "y", "x"]},
        ["d3", "n", "x", "y", "z"],
        k=3,
    )
    return bounds(comparison, universe)


def example_b():
    """R = {a, b}, U = {u1, u2}, of which neither run returns u2."""
    comparison = in_corpus(
        {"q": {"a": 1, "b": 1, "n1": 0}},
        {"q": ["a", "u1", "n1"]},
        {"q": ["a", "b", "u1"]},
        ["a", "b", "n1", "u1", "u2"],
        k=3,
    )
    return bounds(comparison, "corpus")


def test_example_a():
    found = example_a("corpus")
    assert (found.a("rr").at(0), found.b("rr").at(0)) == (interval("1/2", "1"), interval("1", "1"))
    assert found.delta("rr").at(0) == interval("0", "1/2")
    assert found.a("recall").at(0) == interval("1/3", "1")
    assert found.b("recall").at(0) == interval("1/2", "1")
    assert found.delta("recall").at(0) == interval("0", "1/2")


def test_example_a_in_the_universe_of_both_top_k():
    found = example_a("pool")
    assert found.a("rr").at(0) == interval("1/2", "1")
    assert found.a("recall").at(0) == interval("1/2", "1")
    assert found.b("recall").at(0) == interval("1", "1")
    assert found.delta("recall").at(0) == interval("0", "1/2")


def test_example_b_b_is_better_whatever_the_judge_says():
    found = example_b()
    assert found.a("recall").at(0) == interval("1/3", "2/3")
    assert found.b("recall").at(0) == interval("2/3", "1")
    assert found.delta("recall").at(0) == interval("1/4", "1/2")
    assert found.delta("recall").signs.tolist() == [1]
    assert found.mean_delta("recall").sign == 1


def test_the_naive_interval_of_example_b_is_wider():
    found = example_b()
    naive = found.b("recall").less(found.a("recall")).at(0)
    assert naive == interval("0", "2/3")
    assert naive.width > found.delta("recall").at(0).width


def test_recall_over_a_large_corpus_is_nearly_vacuous():
    documents = ["a", "b", *(f"u{n}" for n in range(10_000))]
    comparison = in_corpus({"q": {"a": 1, "b": 1}}, {"q": ["a"]}, {"q": ["a"]}, documents)
    found = bounds(comparison, "corpus")
    assert found.a("recall").at(0) == interval("1/10002", "1/2")
    assert bounds(comparison).a("recall").at(0) == interval("1/2", "1/2")
    assert unjudged_in_corpus(comparison.a.scope).tolist() == [10_000]


@pytest.mark.parametrize(
    ("a", "b", "rr"),
    [
        pytest.param(["x", "a"], ["y", "a"], interval("-1/2", "1/2"), id="one above in each"),
        pytest.param(["x", "a"], ["x", "a"], interval("0", "0"), id="the same one above in both"),
        pytest.param(["a", "x"], ["a", "y"], interval("0", "0"), id="unjudged below only"),
        pytest.param(["n", "x"], [], interval("-1/2", "0"), id="nothing known, at the cutoff"),
        pytest.param(["n", "n2", "x"], [], interval("0", "0"), id="just below the cutoff"),
    ],
)
def test_only_unjudged_documents_above_the_first_relevant_one_open_rr(a, b, rr):
    comparison = contrast({"q": {"a": 1, "n": 0, "n2": 0}}, {"q": a}, {"q": b}, k=2)
    assert bounds(comparison).delta("rr").at(0) == rr


def test_a_judged_document_outside_the_corpus_is_not_unjudged():
    comparison = in_corpus({"q": {"a": 1, "ghost": 1}}, {"q": ["a"]}, {"q": ["x"]}, ["a", "x"])
    assert unjudged_in_corpus(comparison.a.scope).tolist() == [1]
    assert bounds(comparison, "corpus").a("recall").at(0) == interval("1/3", "1/2")


def test_a_missing_query_is_bounded_by_0():
    found = bounds(contrast({"q": {"a": 1}}, {"q": ["x", "a"]}, {}))
    assert found.b("rr").at(0) == found.b("recall").at(0) == interval("0", "0")
    assert found.delta("rr").at(0) == interval("-1", "-1/2")


def test_the_largest_cutoff_of_all_looks_at_the_whole_ranking():
    comparison = contrast({"q": {"a": 1}}, {"q": ["x", "a"]}, {"q": ["a", "y"]}, k=2**63 - 1)
    assert bounds(comparison).delta("rr").at(0) == interval("0", "1/2")
    assert bounds(comparison).delta("recall").at(0) == interval("-1/2", "1/2")


# Queries with nothing relevant


def test_a_query_that_may_become_eligible_is_listed_and_never_bounded():
    qrels = {"open": {"n": 0}, "closed": {"n": 0}, "q": {"a": 1}}
    runs = {"open": ["x"], "closed": ["n"], "q": ["a"]}, {"closed": ["n"], "q": ["a"]}
    found = bounds(contrast(qrels, *runs))
    assert found.uncertain == ("open",)
    assert found.delta("recall").at(0) is None
    assert found.mean_delta("recall") == interval("0", "0")
    documents = ["n", "x", "a"]
    assert bounds(in_corpus(qrels, *runs, documents), "corpus").uncertain == ("open", "closed")


def test_a_query_with_nothing_relevant_that_counts_0_is_bounded():
    found = bounds(contrast({"q": {"n": 0}}, {"q": ["x"]}, {"q": ["n"]}, no_relevant="zero"))
    assert found.uncertain == ()
    assert found.a("recall").at(0) == found.a("rr").at(0) == interval("0", "1")
    assert found.delta("recall").at(0) == interval("-1", "0")


@pytest.mark.parametrize(("inside", "outside"), [(0, 1), (0, 3), (1, 0), (2, 0), (1, 1), (2, 3)])
def test_recall_of_a_query_that_becomes_eligible(inside, outside):
    top = [f"i{n}" for n in range(inside)]
    unjudged = [*top, *(f"o{n}" for n in range(outside))]
    values = [Fraction(len(set(top) & set(x)), len(x)) for x in subsets(unjudged) if x]
    assert recall_if_eligible(inside, outside) == Interval(*reach(values))


def test_nothing_unjudged_makes_no_query_eligible():
    with pytest.raises(ValueError, match="no completion makes this query eligible"):
        recall_if_eligible(0, 0)


# Brute force


@pytest.mark.parametrize("universe", ["pool", "corpus"])
@moderate
@given(worlds(ties=False, most=3))
def test_bounds_are_the_extremes_over_all_completions(universe, pair_world):
    pair, world = pair_world
    rules, zero = pair.rules, "zero" if pair.rules.zero else "exclude"
    comparison = in_corpus(
        pair.qrels, pair.a, pair.b, k=rules.k, min_relevance=rules.level, no_relevant=zero
    )
    found = bounds(comparison, universe)
    for measure in BOUNDED:
        columns = found.a(measure), found.b(measure), found.delta(measure)
        for place, query in enumerate(comparison.a.scope.query_ids):
            shown = [column.at(place) for column in columns]
            if not oracle.is_scored(world.judged(query), rules):
                assert shown == [None] * 3
                continue
            open_ones = set(DOCUMENTS) - set(world.judged(query))
            unjudged = open_ones if universe == "corpus" else pool_of(world, query)
            expected = ranges_of(measure, world, query, unjudged)
            assert [(one.low, one.high) for one in shown] == expected


lists = st.lists(st.sampled_from("abxy"), unique=True, max_size=4)


@moderate
@given(st.lists(st.tuples(lists, lists), min_size=1, max_size=2), st.integers(1, 4))
def test_bounds_of_the_mean_are_its_extremes_over_all_completions_of_all_queries(tops, k):
    qrels = {f"q{n}": {"a": 1, "b": 0} for n in range(len(tops))}
    a, b = ({f"q{n}": pair[side] for n, pair in enumerate(tops)} for side in (0, 1))
    world = oracle.World(a, b, qrels, list(qrels), oracle.Rules(k))
    found = bounds(contrast(qrels, a, b, k=k))
    by_query = [completions(qrels[q], pool_of(world, q), world.rules) for q in qrels]
    truths = [dict(zip(qrels, chosen, strict=True)) for chosen in product(*by_query)]
    for measure in BOUNDED:
        sums = [sum(values_of(measure, world, q, truth[q])[2] for q in qrels) for truth in truths]
        assert found.mean_delta(measure) == Interval(*reach(x / len(qrels) for x in sums))


# Laws


@moderate
@given(worlds(ties=False))
def test_the_value_as_judged_lies_within_and_swapping_the_runs_turns_the_delta(pair_world):
    comparison = pair_world[0].compare()
    found, swapped = bounds(comparison), bounds(comparison.swapped())
    for measure in BOUNDED:
        for place in range(len(comparison.a.scope)):
            one, other = found.delta(measure).at(place), swapped.delta(measure).at(place)
            if one is not None:
                assert comparison.deltas(measure).at(place) in one
                assert (one.low, one.high) == (-other.high, -other.low)


@moderate
@given(worlds(ties=False))
def test_rr_has_the_same_bounds_in_either_universe(pair_world):
    pair = pair_world[0]
    comparison = in_corpus(pair.qrels, pair.a, pair.b, k=pair.rules.k)
    pool, corpus = bounds(comparison), bounds(comparison, "corpus")
    for place in range(len(comparison.a.scope)):
        assert pool.delta("rr").at(place) == corpus.delta("rr").at(place)
        assert pool.a("rr").at(place) == corpus.a("rr").at(place)


def test_nothing_is_open_under_exhaustive_judgements():
    comparison = golden_comparison()
    for universe in ("pool", "corpus"):
        found = bounds(comparison, universe)
        assert found.uncertain == ()
        for measure in BOUNDED:
            assert not found.delta(measure).open.any()
            assert found.mean_delta(measure) == interval("1/3", "1/3")


# The pool, and judged@k


@moderate
@given(worlds(ties=True))
def test_the_pool_is_what_is_unjudged_in_either_top_k(pair_world):
    pair, world = pair_world
    comparison, k = pair.compare(), pair.rules.k
    pool = unjudged_pool(comparison)
    ids = [comparison.a.scope.query_ids[code] for code in pool.codes.tolist()]
    rows = zip(
        ids, pool.documents.to_pylist(), pool.rank_a.tolist(), pool.rank_b.tolist(), strict=True
    )

    def rank(run, query, doc):
        top = run.get(query, [])[:k]
        return top.index(doc) + 1 if doc in top else 0

    expected = {
        (query, doc, rank(world.a, query, doc), rank(world.b, query, doc))
        for query in world.queries
        for doc in pool_of(world, query)
    }
    listed = list(rows)
    assert len(listed) == len(expected)
    assert set(listed) == expected
    assert ids == sorted(ids, key=list(world.queries).index)
    for place, query in enumerate(world.queries):
        tops = [
            set(run.get(query, [])[:k]) - set(world.judged(query)) for run in (world.a, world.b)
        ]
        counts = (pool.only_a[place], pool.only_b[place], pool.both[place])
        assert counts == (len(tops[0] - tops[1]), len(tops[1] - tops[0]), len(tops[0] & tops[1]))


def test_judged_at_k_counts_only_what_was_returned():
    qrels = {query: {"a": 1, "n": 0} for query in ("full", "short", "none", "empty", "missing")}
    run = {"full": ["x", "a", "n", "y"], "short": ["n"], "none": ["x", "y"], "empty": []}
    shares = judged_at(contrast(qrels, run, {}).a.hits, 3)
    assert [shares.at(place) for place in range(5)] == [Fraction(2, 3), 1, 0, None, None]


def test_a_run_on_disk_has_the_same_pool():
    run = {"q": [("x", 3.0), ("a", 2.0), ("y", 1.0)], "p": [("z", 1.0)], "other": [("w", 1.0)]}
    scope = pooled({"p": {"b": 1}, "q": {"a": 1}, "r": {"a": 1}}, k=2)
    memory = score(run, scope)
    disk = evaluate(stored(scored_run("run", run)), scope)
    pools = [unjudged_pool(compare(one, memory)) for one in (memory, disk)]
    for name in ("codes", "rank_a", "rank_b"):
        assert getattr(pools[0], name).tolist() == getattr(pools[1], name).tolist()
    assert pools[0].documents.to_pylist() == pools[1].documents.to_pylist() == ["z", "x"]


# Refusals


def test_the_corpus_is_no_universe_where_none_is_given():
    with pytest.raises(ValueError, match="needs a corpus"):
        bounds(contrast({"q": {"a": 1}}, {"q": ["a"]}, {"q": ["a"]}), "corpus")


def test_the_universe_must_be_one_of_two():
    with pytest.raises(ValueError, match="universe must be one of pool, corpus"):
        bounds(contrast({"q": {"a": 1}}, {"q": ["a"]}, {"q": ["a"]}), "all")
