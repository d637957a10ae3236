"""The distribution of the first relevant rank."""

from __future__ import annotations

from hypothesis import given

from ircompare.inference.first_ranks import RankCount, SuccessAt, first_ranks
from tests.inference.made import F, by_ranks
from tests.worlds import contrast, worlds


def test_counts_at_every_rank_and_none():
    found = first_ranks(by_ranks([1, 1, 2, 7, 0], [1, 3, 0, 5, 11]))
    assert found.k == 10
    assert found.rows == (
        RankCount(1, 2, 1),
        RankCount(2, 1, 0),
        RankCount(3, 0, 1),
        RankCount(5, 0, 1),
        RankCount(7, 1, 0),
    )
    assert (found.none_a, found.none_b) == (1, 2)
    assert found.success == (
        SuccessAt(1, F(2, 5), F(1, 5)),
        SuccessAt(3, F(3, 5), F(2, 5)),
        SuccessAt(10, F(4, 5), F(3, 5)),
    )


def test_success_is_not_looked_at_beyond_the_cutoff():
    for k, expected in ((1, [1]), (2, [1, 2]), (3, [1, 3]), (4, [1, 3, 4])):
        found = first_ranks(by_ranks([1], [1], k=k))
        assert [row.k for row in found.success] == expected


def test_a_document_just_below_the_cutoff_is_none():
    found = first_ranks(by_ranks([3], [4], k=3))
    assert found.rows == (RankCount(3, 1, 0),)
    assert (found.none_a, found.none_b) == (0, 1)


def test_only_scored_queries_are_counted():
    found = first_ranks(contrast({"q": {"r": 1}, "none": {"r": 0}}, {"none": ["r"]}, {"q": ["r"]}))
    assert found.rows == (RankCount(1, 0, 1),)
    assert (found.none_a, found.none_b) == (1, 0)


@given(worlds())
def test_both_runs_are_counted_over_every_scored_query(made: tuple) -> None:
    pair, world = made
    comparison = pair.compare()
    if not comparison.count:
        return
    found = first_ranks(comparison)
    assert sum(row.a for row in found.rows) + found.none_a == len(world.scored)
    assert sum(row.b for row in found.rows) + found.none_b == len(world.scored)
    for row in found.success:
        at = world.at(row.k)
        for run, share in ((at.a, row.a), (at.b, row.b)):
            hits = [
                any(at.judged(q).get(d, 0) >= at.rules.level for d in run.get(q, ())[: row.k])
                for q in at.scored
            ]
            assert share == F(sum(hits), len(hits))
