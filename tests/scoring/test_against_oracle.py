"""Random worlds with ties, gaps and grades: the package against the brute-force oracle."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from ircompare.scoring.account import account
from ircompare.scoring.causes import causes
from ircompare.scoring.comparison import compare
from ircompare.scoring.evaluation import Evaluation, evaluate
from ircompare.scoring.fragility import fragility
from ircompare.scoring.sweep import sweep
from tests import oracle
from tests.worlds import DOCUMENTS, Pair, scored_run, world, worlds

EXACT = ("recall", "rr", "success", "precision")
moderate = settings(max_examples=30, deadline=None)


def same(found: object, wanted: object) -> bool:
    """Equal: exactly for Fractions and None, closely for doubles."""
    if isinstance(wanted, float) and found is not None:
        return math.isclose(float(found), wanted, rel_tol=1e-12, abs_tol=1e-12)  # type: ignore[arg-type]
    return type(found) is type(wanted) and found == wanted


def shown(evaluation: Evaluation, measure: str) -> dict[str, object]:
    column = evaluation.values(measure)
    return {query: column.at(place) for place, query in enumerate(evaluation.scope.query_ids)}


@moderate
@given(worlds())
def test_every_value_and_mean_equals_the_definition(pair_world):
    pair, expected = pair_world
    comparison = pair.compare()
    for side, run in ((comparison.a, expected.a), (comparison.b, expected.b)):
        for measure in oracle.MEASURES:
            args = (measure, run, expected.qrels, expected.queries, expected.rules)
            found = shown(side, measure)
            for query, wanted in oracle.values(*args).items():
                assert same(found[query], wanted), (measure, query)
            assert same(side.mean(measure), oracle.mean(*args)), measure


@moderate
@given(worlds())
def test_deltas_verdicts_split_and_matrix_equal_the_definition(pair_world):
    pair, expected = pair_world
    comparison = pair.compare()
    for measure in oracle.MEASURES:
        counts = comparison.counts(measure)
        assert (counts.improved, counts.tied, counts.regressed) == expected.counts(measure)
        assert counts.total == len(expected.scored) == comparison.count
    assert comparison.matrix() == expected.matrix()
    assert sum(comparison.matrix().values()) == comparison.count
    for measure in EXACT:
        assert comparison.mean_delta(measure) == expected.mean_delta(measure)
        split, parts = comparison.split(measure), expected.split(measure)
        nothing = (Fraction(0), 0)
        assert (split.missing_a, split.count_missing_a) == parts.get((False, True), nothing)
        assert (split.missing_b, split.count_missing_b) == parts.get((True, False), nothing)
        assert (split.both, split.count_both) == parts.get((True, True), nothing)
        assert split.count_missing_both == parts.get((False, False), nothing)[1]
        assert split.total == (comparison.mean_delta(measure) or 0)


@moderate
@given(worlds())
def test_mean_delta_is_the_difference_of_the_means(pair_world):
    comparison = pair_world[0].compare()
    for measure in oracle.MEASURES:
        before, after = comparison.a.mean(measure), comparison.b.mean(measure)
        delta = comparison.mean_delta(measure)
        if before is None or after is None:
            assert before is after is delta is None
        elif measure == "ndcg":
            assert delta == pytest.approx(after - before, abs=1e-11)
        else:
            assert delta == after - before


@moderate
@given(worlds())
def test_swapping_a_and_b_negates_deltas_and_swaps_counts(pair_world):
    there = pair_world[0].compare()
    back = there.swapped()
    for measure in oracle.MEASURES:
        assert np.array_equal(there.verdicts(measure), -back.verdicts(measure))
        one, other = there.counts(measure), back.counts(measure)
        assert (one.improved, one.tied, one.regressed) == (
            other.regressed,
            other.tied,
            other.improved,
        )
        if there.count:
            assert there.mean_delta(measure) == -back.mean_delta(measure)
    for measure in ("recall", "rr"):
        mirrored = {part.key: part for part in causes(back, measure).parts} if back.count else {}
        for part in causes(there, measure).parts if there.count else ():
            assert mirrored[part.key].contribution == -part.contribution
            assert mirrored[part.key].improved == part.regressed
        here, mirror = fragility(there, measure), fragility(back, measure)
        assert (here is None) == (mirror is None)
        if here and mirror:
            assert here.rose != mirror.rose
            assert here.query_ids == mirror.query_ids


@moderate
@given(worlds())
def test_tie_ranks_are_those_of_the_group_of_equal_scores(pair_world):
    pair, expected = pair_world
    hits = pair.compare().a.hits
    qrels = hits.scope.collection.qrels
    for row in range(len(hits.ranks)):
        query = hits.scope.query_ids[hits.codes[row]]
        doc = qrels.documents[int(hits.judgements[row])].as_py()
        assert expected.a[query][hits.ranks[row] - 1] == doc
        assert hits.grades[row] == pair.qrels[query][doc]
        group = (hits.tie_first[row], hits.tie_last[row])
        assert group == oracle.tie_group(pair.a[query], doc)


@moderate
@given(worlds(ties=False))
def test_other_ids_change_nothing_where_nothing_ties(pair_world):
    pair, _ = pair_world
    new = {doc: f"{97 - place}·{doc}" for place, doc in enumerate(DOCUMENTS)}
    renamed = Pair(
        {f"x{q}": {new[d]: g for d, g in judged.items()} for q, judged in pair.qrels.items()},
        {f"x{q}": [(new[d], s) for d, s in rows] for q, rows in pair.a.items()},
        {f"x{q}": [(new[d], s) for d, s in rows] for q, rows in pair.b.items()},
        pair.rules,
    )
    one, other = pair.compare(), renamed.compare()
    for measure in oracle.MEASURES:
        assert one.a.mean(measure) == other.a.mean(measure)
        assert one.mean_delta(measure) == other.mean_delta(measure)
        assert np.array_equal(one.verdicts(measure), other.verdicts(measure))


@moderate
@given(worlds())
def test_an_ineligible_query_changes_no_mean(pair_world):
    pair, _ = pair_world
    rules = oracle.Rules(pair.rules.k, pair.rules.level, zero=False)
    extra = {"nothing": {"d0": 0, "é": -1}, "unjudged": {}}
    answers = {"nothing": [("d0", 1.0)], "unjudged": [("z", 3.0)]}
    smaller = Pair(pair.qrels, pair.a, pair.b, rules).compare()
    larger = Pair(
        {**pair.qrels, **extra}, {**pair.a, **answers}, {**pair.b, **answers}, rules
    ).compare()
    for measure in oracle.MEASURES:
        assert smaller.a.mean(measure) == larger.a.mean(measure)
        assert smaller.mean_delta(measure) == larger.mean_delta(measure)


@moderate
@given(worlds())
def test_the_order_of_queries_never_changes_a_verdict_or_an_exact_mean(pair_world):
    pair, _ = pair_world
    back = {query: pair.qrels[query] for query in reversed(pair.qrels)}
    turned = [{query: run[query] for query in reversed(run)} for run in (pair.a, pair.b)]
    one, other = pair.compare(), Pair(back, turned[0], turned[1], pair.rules).compare()
    for measure in oracle.MEASURES:
        assert one.verdicts(measure).tolist() == other.verdicts(measure).tolist()[::-1]
        assert same(one.a.mean(measure), other.a.mean(measure))
    for measure in EXACT:
        assert one.mean_delta(measure) == other.mean_delta(measure)
    assert one.a.run_sha256 == other.a.run_sha256
    assert one.loss_order("rr", "recall").tolist() == [
        len(back) - 1 - place for place in other.loss_order("rr", "recall")
    ]


@moderate
@given(worlds())
def test_recall_and_success_never_fall_as_k_grows(pair_world):
    side = pair_world[0].compare().b
    before = side.at(1)
    for k in range(2, 11):
        after = side.at(k)
        for measure in ("recall", "success", "rr"):
            assert np.all(
                np.nan_to_num(after.values(measure).floats())
                >= np.nan_to_num(before.values(measure).floats())
            )
        before = after


@moderate
@given(worlds())
def test_rr_at_a_k_beyond_the_depth_is_rr_without_a_cutoff(pair_world):
    """T49: one metric, one code path, whatever ties."""
    pair, expected = pair_world
    side = pair.compare().a
    whole = oracle.Rules(10**6, pair.rules.level, pair.rules.zero)
    for k in (len(DOCUMENTS), len(DOCUMENTS) + 1, 10**9):
        wanted = oracle.mean("rr", expected.a, expected.qrels, expected.queries, whole)
        assert side.at(k).mean("rr") == wanted


@moderate
@given(worlds())
def test_each_changed_query_has_its_one_cause_and_they_sum_to_the_mean_delta(pair_world):
    pair, expected = pair_world
    comparison = pair.compare()
    for measure in ("recall", "rr"):
        found = causes(comparison, measure)
        for query, key in zip(expected.queries, found.keys, strict=True):
            wanted = expected.cause(measure, query) if query in expected.scored else ""
            assert key == wanted, (measure, query)
        changed = comparison.counts(measure)
        assert sum(part.improved for part in found.parts) == changed.improved
        assert sum(part.regressed for part in found.parts) == changed.regressed
        assert sum(part.contribution for part in found.parts) == (
            comparison.mean_delta(measure) or 0
        )
        assert all(part.gain >= 0 >= part.loss for part in found.parts)


@moderate
@given(worlds(most=9))
def test_fragility_is_minimal_and_its_queries_do_carry_the_result(pair_world):
    pair, expected = pair_world
    comparison = pair.compare()
    for measure in EXACT:
        found = fragility(comparison, measure)
        assert (found.count if found else None) == expected.fragility(measure)
        if found:
            total = sum(expected.delta(measure, query) for query in expected.scored)
            left = total - sum(expected.delta(measure, query) for query in found.query_ids)
            assert found.rose == (total > 0)
            assert (left <= 0) if found.rose else (left >= 0)
            assert found.of == len(expected.scored)


@moderate
@given(worlds())
def test_the_account_of_a_query_adds_up(pair_world):
    pair, expected = pair_world
    comparison = pair.compare()
    for query in expected.queries:
        told = account(comparison, query)
        judged = expected.judged(query)
        rows_a, rows_b = expected.a.get(query, ()), expected.b.get(query, ())
        above_a, above_b = expected.above(rows_a, judged), expected.above(rows_b, judged)
        assert {move.doc_id for move in told.newly_above} == above_b - above_a
        assert {move.doc_id for move in told.no_longer_above} == above_a - above_b
        first_a, first_b = (
            oracle.first_rank(rows, judged, expected.rules) for rows in (rows_a, rows_b)
        )
        if first_a and first_b:
            moved = len(told.newly_above) - len(told.no_longer_above)
            assert first_b - first_a == moved
        wanted = oracle.relevant(judged, expected.rules)
        hits_a, hits_b = (wanted & set(rows[: expected.rules.k]) for rows in (rows_a, rows_b))
        assert {move.doc_id for move in told.gained} == hits_b - hits_a
        assert {move.doc_id for move in told.lost} == hits_a - hits_b
        assert len(hits_b) - len(hits_a) == len(told.gained) - len(told.lost)
        assert {move.doc_id for move in told.relevant} == wanted
        for move in (*told.newly_above, *told.no_longer_above, *told.relevant):
            assert move.grade == judged.get(move.doc_id)
            for rank, rows in ((move.rank_a, rows_a), (move.rank_b, rows_b)):
                assert (rows[rank - 1] == move.doc_id) if rank else move.doc_id not in rows


@moderate
@given(worlds())
def test_the_sweep_equals_scoring_anew_at_every_cutoff(pair_world):
    pair, expected = pair_world
    comparison = pair.compare()
    if not comparison.count:
        with pytest.raises(ValueError, match="no query is scored"):
            sweep(comparison, 9)
        return
    swept = sweep(comparison, 9)
    assert swept.depth == 9
    scope = comparison.a.scope
    for k in range(1, 10):
        anew = compare(*(evaluate(scored_run(name, run), scope, k) for name, run in pair.both))
        there = expected.at(k)
        for measure in ("recall", "rr"):
            assert swept.a.of(measure)[k - 1] == anew.a.mean(measure)
            assert swept.b.of(measure)[k - 1] == anew.b.mean(measure)
            assert swept.counts[measure][k - 1] == anew.counts(measure)
            row = swept.signs[measure][k - 1]
            for sign, place in zip(row, swept.places, strict=True):
                assert sign == there.verdict(measure, expected.queries[place])


def test_three_hundred_queries_agree_with_the_oracle():
    draw = random.Random(20_07)
    documents = [f"doc-{number}" for number in range(60)]
    queries = [f"q{number}" for number in range(300)]

    def ranking() -> list[tuple[str, float]]:
        chosen = draw.sample(documents, draw.randrange(40))
        return [(doc, round(draw.random(), 1)) for doc in chosen]

    qrels = {
        query: {doc: draw.choice((-1, 0, 0, 1, 2, 3)) for doc in draw.sample(documents, 12)}
        for query in queries
    }
    runs = [{query: ranking() for query in queries if draw.random() > 0.05} for _ in "ab"]
    rules = oracle.Rules(10)
    comparison = Pair(qrels, runs[0], runs[1], rules).compare()
    expected = world(qrels, runs[0], runs[1], rules)
    for measure in EXACT:
        assert comparison.mean_delta(measure) == expected.mean_delta(measure)
        assert comparison.counts(measure).improved == expected.counts(measure)[0]
    names = comparison.a.scope.query_ids
    for measures in (("rr", "recall"), ("recall", "rr")):
        order = [names[place] for place in comparison.loss_order(*measures)]
        assert order == expected.loss_order(*measures)
    for measure in ("recall", "rr"):
        assert list(causes(comparison, measure).keys) == [
            expected.cause(measure, query) if query in expected.scored else "" for query in queries
        ]
    assert comparison.a.run_sha256 == oracle.run_sha256(expected.a, queries)
    assert comparison.a.scope.collection.qrels.sha256 == oracle.qrels_sha256(qrels)
