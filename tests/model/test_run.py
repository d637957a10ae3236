"""Runs: grouping, the three orders, ties, what is refused, and the fingerprint."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ircompare.errors import InputError, Problems
from ircompare.model.run import Run
from tests import oracle
from tests.worlds import DOCUMENTS, rankings, scored_run


def one(*pairs: tuple[str, float], order: str | None = None) -> list[str]:
    return scored_run("run", {"q": pairs}).ordered(order).ranking("q")  # type: ignore[arg-type]


def with_ranks(*rows: tuple[str, int], **more: object) -> Run:
    documents, ranks = [row[0] for row in rows], [row[1] for row in rows]
    return Run.build("run", ["q"] * len(rows), documents, ranks=ranks, **more)  # type: ignore[arg-type]


# Order by score


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        pytest.param([("a", 1.0), ("b", 2.0)], "b a", id="higher score first"),
        pytest.param([("a", -1.5), ("b", -3.0)], "a b", id="T55 negative scores are not filtered"),
        pytest.param([("a", 0.0), ("b", -1.0)], "a b", id="T55 zero is a score like any other"),
        pytest.param([("m", 7.0), ("z", 7.0)], "z m", id="T46 equal scores: id descending"),
        pytest.param([("z", 7.0), ("m", 7.0)], "z m", id="T46 whatever the order of the lines"),
        pytest.param([("d9", 1.0), ("d10", 1.0)], "d9 d10", id="ids compare as text, not numbers"),
        pytest.param([("a", 1.0), ("B", 1.0)], "a B", id="upper case stands before lower case"),
        pytest.param([("a", 1.0), ("ab", 1.0)], "ab a", id="a prefix is the smaller id"),
        pytest.param([("z", 1.0), ("é", 1.0)], "é z", id="UTF-8 bytes: é after z"),
        pytest.param([("\uffee", 1.0), ("😀", 1.0)], "😀 \uffee", id="bytes, not UTF-16 units"),
        pytest.param([("e\u0301", 1.0), ("é", 1.0)], "é e\u0301", id="nothing is normalised"),
        pytest.param([("b", -0.0), ("a", 0.0)], "b a", id="minus zero equals zero"),
        pytest.param([("a", -0.0), ("b", 0.0)], "b a", id="zero equals minus zero"),
        pytest.param([("a", 1e308), ("b", 1e307)], "a b", id="huge scores"),
        pytest.param([("a", -1e308), ("b", 1e308)], "b a", id="huge scores of both signs"),
        pytest.param([("z", 5e-324), ("a", 1e-323)], "a z", id="the smallest doubles differ"),
        pytest.param(
            [("z", 1.0), ("a", 1.0000000000000002)], "a z", id="near-ties of doubles stay apart"
        ),
        pytest.param([("z", 16777216.0), ("a", 16777217.0)], "a z", id="no rounding to 32 bits"),
        pytest.param(
            [("b", float("0.1")), ("a", float("0.1000000000000000055"))],
            "b a",
            id="decimals that are one double tie",
        ),
        pytest.param([("c", 3.0), ("a", 1.0), ("b", 1.0), ("d", 0.0)], "c b a d", id="inner tie"),
    ],
)
def test_order_by_score(pairs, expected):
    assert one(*pairs) == expected.split()


def test_ties_are_broken_within_a_query_only():
    run = scored_run("run", {"q1": [("a", 1.0), ("c", 1.0)], "q2": [("b", 1.0), ("d", 1.0)]})
    ordered = run.ordered()
    assert (ordered.ranking("q1"), ordered.ranking("q2")) == (["c", "a"], ["d", "b"])


@settings(max_examples=30, deadline=None)
@given(rankings(ties=True), st.randoms(use_true_random=False))
def test_order_by_score_does_not_depend_on_the_order_of_the_lines(pairs, chance):
    shuffled = list(pairs)
    chance.shuffle(shuffled)
    assert one(*shuffled) == oracle.by_score(pairs) == one(*pairs)


def test_rows_of_several_queries_may_be_mixed_in_the_file():
    columns = ["q2", "q1", "q2", "q1"], ["a", "b", "c", "d"]
    run = Run.build("run", *columns, scores=[1, 2, 3, 4]).ordered()
    assert run.query_ids == ("q2", "q1")
    assert (run.ranking("q2"), run.ranking("q1")) == (["c", "a"], ["d", "b"])


def test_ordering_twice_is_ordering_once():
    run = scored_run("run", {"q": [("m", 1.0), ("z", 1.0), ("b", 2.0)]}).ordered()
    assert run.ordered("score").ranking("q") == run.ranking("q") == ["b", "z", "m"]


def test_scores_ranks_and_lines_follow_their_documents():
    run = Run.build(
        "run", ["q"] * 3, ["a", "b", "c"], scores=[1, 3, 2], ranks=[9, 8, 7], lines=np.arange(3)
    ).ordered()
    assert run.documents.to_pylist() == ["b", "c", "a"]
    assert run.scores.tolist() == [3.0, 2.0, 1.0]
    assert run.ranks.tolist() == [8, 7, 9]
    assert run.lines.tolist() == [1, 2, 0]


# Order by rank, as listed, and which is the natural one


def test_t50_rank_against_score():
    run = Run.build("run", ["q", "q"], ["a", "b"], scores=[0.2, 0.9], ranks=[1, 2])
    assert run.ordered().ranking("q") == ["b", "a"]
    assert run.ordered("rank").ranking("q") == ["a", "b"]
    assert run.ordered("listed").ranking("q") == ["a", "b"]
    assert run.rank_disagreements() == ("q",)


def test_ranks_that_agree_with_the_scores_are_not_reported():
    run = Run.build("run", ["q", "q"], ["a", "b"], scores=[0.9, 0.2], ranks=[1, 2])
    assert run.rank_disagreements() == ()


def test_disagreements_and_ties_are_named_by_their_query():
    run = Run.build(
        "run",
        ["q1", "q1", "q3", "q3", "q4", "q4"],
        ["a", "b", "a", "b", "a", "b"],
        scores=[2.0, 1.0, 1.0, 2.0, 1.0, 1.0],
        ranks=[1, 2, 1, 2, 1, 2],
        empty_queries=["q0", "q1", "q2", "q3", "q4", "q5"],
    )
    assert run.rank_disagreements() == ("q3", "q4")
    assert run.rank_disagreements(among_ties=False) == ("q3",)
    assert run.tied_queries() == 1


def test_t51_any_rank_base_and_constant_ranks_do_for_order_by_score():
    run = Run.build("run", ["q", "q"], ["a", "b"], scores=[0.2, 0.9], ranks=[0, 0])
    assert run.ordered().ranking("q") == ["b", "a"]
    assert run.rank_disagreements() == ()
    assert with_ranks(("a", 3), ("b", 2)).ordered("rank").ranking("q") == ["b", "a"]
    assert with_ranks(("a", 1), ("b", 0)).ordered("rank").ranking("q") == ["b", "a"]


def test_t51_repeated_ranks_are_refused_with_both_places_when_they_order():
    run = with_ranks(("a", 1), ("b", 2), ("c", 1), lines=np.array([4, 5, 6]), source="x.run")
    with pytest.raises(InputError) as caught:
        run.ordered("rank")
    assert str(caught.value) == (
        'x.run:6: rank 1 twice for query "q"\n'
        "  expected: each rank at most once a query, when the order is rank\n"
        '  found:    at document "c", and at document "a" on line 4\n'
        '  mend:     mend the rank column, or choose order "score" or "listed"'
    )


def test_every_repeated_rank_is_reported():
    run = with_ranks(("a", 1), ("b", 1), ("c", 1), ("d", 2), ("e", 2))
    with pytest.raises(InputError) as caught:
        run.ordered("rank")
    assert [problem.what for problem in caught.value.problems] == [
        'rank 1 twice for query "q"',
        'rank 1 twice for query "q"',
        'rank 2 twice for query "q"',
    ]


def test_the_same_rank_in_two_queries_is_no_repeat():
    run = Run.build("run", ["q1", "q2"], ["a", "a"], ranks=[1, 1])
    assert run.ordered("rank").ranking("q2") == ["a"]


def test_listed_order_may_repeat_ranks_and_ignores_scores():
    run = Run.build("run", ["q", "q"], ["b", "a"], scores=[1, 2], ranks=[5, 5])
    assert run.ordered("listed").ranking("q") == ["b", "a"]


@pytest.mark.parametrize(
    ("columns", "natural"),
    [
        pytest.param({"scores": [1.0], "ranks": [1]}, "score", id="scores win over ranks"),
        pytest.param({"ranks": [1]}, "rank", id="ranks where there are no scores"),
        pytest.param({}, "listed", id="neither"),
    ],
)
def test_natural_order(columns, natural):
    run = Run.build("run", ["q"], ["a"], **columns)
    assert run.natural_order == natural
    assert run.ordered().order == natural


@pytest.mark.parametrize("order", ["score", "rank"])
def test_an_order_that_the_run_cannot_give_is_refused(order):
    with pytest.raises(InputError, match=f"cannot be put in order by {order}"):
        Run.from_rankings("run", {"q": ["a"]}).ordered(order)


def test_the_order_of_the_file_is_not_made_up_after_another_order():
    run = scored_run("run", {"q": [("a", 1.0), ("b", 2.0)]}).ordered("score")
    with pytest.raises(ValueError, match="the order of the file is gone"):
        run.ordered("listed")


# Missing, empty, duplicates, caller's mistakes


def test_a_missing_query_and_an_empty_ranking_differ():
    run = Run.from_rankings("run", {"q1": [], "q2": ["a"]})
    assert run.query_ids == ("q1", "q2")
    assert run.depths.tolist() == [0, 1]
    assert "q3" not in run.positions
    assert run.ranking("q1") == run.ranking("q3") == []


def test_an_empty_object_is_a_run():
    run = Run.from_rankings("run", {})
    assert (len(run), run.depth, run.ordered().order) == (0, 0, "listed")
    assert run.sha256() == oracle.run_sha256({}, [])


def test_queries_keep_the_order_in_which_the_file_names_them():
    run = Run.build("run", ["q3", "q1"], ["a", "b"], empty_queries=["q1", "q2", "q3"])
    assert run.query_ids == ("q1", "q2", "q3")
    assert (run.ranking("q1"), run.ranking("q2"), run.ranking("q3")) == (["b"], [], ["a"])


def test_t56_a_document_twice_for_one_query_is_refused_with_both_lines():
    with pytest.raises(InputError) as caught:
        Run.build(
            "run",
            ["q", "q", "q"],
            ["a", "b", "a"],
            scores=[9, 5, 1],
            lines=np.array([1, 2, 3]),
            source="runs/bm25.run",
        )
    (problem,) = caught.value.problems
    assert problem.code == "duplicate-document"
    assert problem.contract_reason == "duplicate document ID; deduplicate upstream explicitly"
    assert str(problem) == (
        'runs/bm25.run:3: document "a" twice for query "q"\n'
        "  expected: each document at most once a query\n"
        "  found:    also on line 1\n"
        "  mend:     remove one of the two, or read the file as chunks"
    )


def test_a_document_twice_is_refused_behind_any_cutoff_and_with_equal_scores():
    documents = [f"d{number}" for number in range(500)] + ["d499"]
    with pytest.raises(InputError, match='document "d499" twice'):
        Run.build("run", ["q"] * 501, documents, scores=[1.0] * 501)


def test_every_duplicate_is_counted():
    with pytest.raises(InputError) as caught:
        Run.from_rankings("run", {"q1": ["a", "a", "a"], "q2": ["b", "b"]})
    assert caught.value.total == 3


def test_the_same_document_in_two_queries_is_no_duplicate():
    run = Run.from_rankings("run", {"q1": ["a"], "q2": ["a"]})
    assert run.ranking("q2") == ["a"]


def test_duplicates_are_noted_with_the_other_problems_of_the_file():
    problems = Problems("x.run")
    problems.add("bad-score", "score 'x' is not a number", line=1)
    Run.build("run", ["q", "q"], ["a", "a"], problems=problems)
    assert [problem.code for problem in problems] == ["bad-score", "duplicate-document"]


@pytest.mark.parametrize("score", [float("nan"), float("inf"), float("-inf")])
def test_t53_a_score_that_is_not_finite_is_refused(score):
    with pytest.raises(InputError) as caught:
        Run.build(
            "run",
            ["q"] * 3,
            ["a", "b", "c"],
            scores=[0.5, score, 0.1],
            lines=np.array([1, 2, 3]),
        )
    assert str(caught.value).startswith(f"run:2: score '{score}' is not finite")


def test_a_ranking_that_is_a_text_is_not_taken_apart():
    with pytest.raises(InputError, match='ranking of query "q" is a text, not a list'):
        Run.from_rankings("run", {"q": "d1"})


@pytest.mark.parametrize("bad", [1, 1.5, True])
def test_a_document_id_that_is_no_text_is_refused(bad):
    with pytest.raises(TypeError):
        Run.from_rankings("run", {"q": [bad]})


@pytest.mark.parametrize("columns", [{}, {"scores": [1.0]}, {"ranks": [1]}])
def test_columns_of_different_lengths_are_refused(columns):
    documents = ["a", "b"] if columns else ["a", "b", "c"]
    with pytest.raises(ValueError, match="same length"):
        Run.build("run", ["q", "q"], documents, **columns)


# Ties


def test_t46_t47_tie_groups_span_all_equal_scores():
    run = scored_run("run", {"q": [(f"d{n}", 0.0) for n in range(10)]}).ordered()
    assert run.ranking("q")[-1] == "d0"
    first, last = run.tie_ranks(np.array([9]))
    assert (first.tolist(), last.tolist()) == ([1], [10])
    assert run.tied_queries() == 1


def test_tie_groups_end_at_the_query():
    run = scored_run("run", {"q1": [("a", 1.0)], "q2": [("b", 1.0), ("c", 0.5)]}).ordered()
    first, last = run.tie_ranks(np.arange(3))
    assert first.tolist() == last.tolist() == [1, 1, 2]
    assert run.tied_queries() == 0


def test_outside_order_by_score_nothing_ties():
    run = scored_run("run", {"q": [("a", 1.0), ("b", 1.0)]}).ordered("listed")
    first, last = run.tie_ranks(np.arange(2))
    assert first.tolist() == last.tolist() == [1, 2]


# Fingerprint

RANKINGS = {"q2": ["d3", "d1"], "q10": ["文"], "q1": []}


def test_fingerprint_is_that_of_the_lines_spelled_out():
    run = Run.from_rankings("run", RANKINGS)
    assert run.sha256() == oracle.run_sha256(RANKINGS, list(RANKINGS))
    assert run.sha256(["q2", "absent"]) == oracle.run_sha256(RANKINGS, ["q2", "absent"])
    assert run.sha256([]) == oracle.run_sha256(RANKINGS, [])


def test_fingerprint_of_missing_and_of_empty_differ():
    empty, missing = Run.from_rankings("run", {"q": []}), Run.from_rankings("run", {})
    assert empty.sha256(["q"]) != missing.sha256(["q"])


def test_fingerprint_of_many_queries():
    many = {f"q{number}": [f"d{number}", "x"][: number % 3] for number in range(1203)}
    assert Run.from_rankings("run", many).sha256() == oracle.run_sha256(many, list(many))


def test_fingerprint_ignores_the_order_of_lines_where_scores_order():
    pairs = [("a", 3.0), ("b", 2.0), ("c", 2.0)]
    one, other = (scored_run("run", {"q": rows}) for rows in (pairs, pairs[::-1]))
    assert one.ordered().sha256() == other.ordered().sha256()
    assert one.ordered("listed").sha256() != other.ordered("listed").sha256()


def test_fingerprint_ignores_the_order_of_queries_run_name_and_scores():
    one = scored_run("one", {"q1": [("a", 3.0), ("b", 2.0)], "q2": [("c", 1.0)]})
    other = scored_run("other", {"q2": [("c", 7.5)], "q1": [("a", 0.3), ("b", 0.2)]})
    assert one.ordered().sha256() == other.ordered().sha256()


def test_fingerprint_tells_where_one_ranking_ends():
    one = Run.from_rankings("run", {"q1": ["a", "b"], "q2": []})
    other = Run.from_rankings("run", {"q1": ["a"], "q2": ["b"]})
    assert one.sha256() != other.sha256()


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.sampled_from(("q1", "q2", "q10", "问", "😀")), rankings(ties=True)))
def test_fingerprint_of_random_runs(run):
    ordered = {query: oracle.by_score(pairs) for query, pairs in run.items()}
    assert scored_run("run", run).ordered().sha256() == oracle.run_sha256(ordered, list(run))


def test_the_documents_used_here_are_in_no_helpful_order():
    assert sorted(DOCUMENTS) == sorted(DOCUMENTS, key=str.encode)
