"""One run: means, lists and counts shown beside them, fingerprints, the table."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from ircompare.model.collection import Collection, Corpus, Qrels, Queries
from ircompare.model.ids import strings
from ircompare.model.protocol import Protocol
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.scoring.evaluation import evaluate
from ircompare.scoring.measures import MEASURES
from tests import oracle
from tests.worlds import contrast, corpus_of, pooled, queries_of, score

T64 = {"q1": {"a": 1}, "q2": {"b": 1}}


@pytest.mark.parametrize("measure", MEASURES)
def test_t64_t65_a_missing_query_scores_zero_in_every_measure(measure):
    evaluation = score({"q1": ["a"]}, pooled(T64), 1)
    assert evaluation.mean(measure) == Fraction(1, 2)
    assert evaluation.values(measure).at(1) == 0
    assert evaluation.missing_queries == ("q2",)


def test_an_empty_ranking_scores_zero_and_is_not_missing():
    evaluation = score({"q1": ["a"], "q2": []}, pooled(T64), 1)
    assert evaluation.mean("rr") == Fraction(1, 2)
    assert evaluation.missing_queries == ()


def test_t66_an_extra_query_changes_no_mean():
    evaluation = score({"q1": ["a"], "q2": ["b"], "q9": ["a"]}, pooled(T64), 1)
    assert evaluation.mean("rr") == 1


@pytest.mark.parametrize("qrels", [{"q": {"a": 0}}, {"q": {}}])
def test_without_a_scored_query_there_is_no_mean(qrels):
    evaluation = score({"q": ["a"]}, pooled(qrels))
    assert [evaluation.mean(measure) for measure in MEASURES] == [None] * len(MEASURES)


@pytest.mark.parametrize("k", [0, -1, 1.5, True, "1"])
def test_a_cutoff_out_of_range_is_refused(k):
    with pytest.raises(ValueError, match="k must be a whole number of at least 1"):
        score({"q1": ["a"]}, pooled(T64), k)


def test_the_cutoff_is_that_of_the_protocol_unless_given():
    assert score({"q1": ["a"]}, pooled(T64, k=3)).k == 3
    assert score({"q1": ["a"]}, pooled(T64, k=3), 7).protocol.k == 7


def test_the_largest_cutoff_is_still_exact():
    largest = 2**63 - 1
    comparison = contrast(T64, {"q1": ["a"]}, {"q1": ["x", "a"], "q2": ["b"]}, k=largest)
    assert comparison.a.mean("precision") == Fraction(1, 2 * largest)
    assert comparison.mean_delta("precision") == Fraction(1, 2 * largest)
    assert comparison.mean_delta("rr") == Fraction(1, 4)
    assert comparison.a.judged_share() == 1


def test_nothing_at_all_is_scored_without_a_fuss():
    comparison = contrast({}, {}, {})
    assert comparison.a.mean("rr") is comparison.mean_delta("recall") is None
    assert len(comparison.to_pandas()) == len(comparison.a.to_pandas()) == 0


def test_another_cutoff_leaves_the_first_evaluation_alone():
    first = score({"q1": ["x", "a"], "q2": ["b"]}, pooled(T64), 1)
    assert (first.mean("rr"), first.at(2).mean("rr"), first.mean("rr")) == (
        Fraction(1, 2),
        Fraction(3, 4),
        Fraction(1, 2),
    )


@pytest.mark.parametrize(
    ("k", "share"),
    [pytest.param(2, Fraction(0), id="T70 0 of 2"), pytest.param(3, Fraction(1, 3), id="1 of 3")],
)
def test_t70_judged_share_of_the_top_k(k, share):
    assert score({"q": ["x", "y", "a"]}, pooled({"q": {"a": 1}}), k).judged_share() == share


def test_judged_share_divides_by_what_was_returned_by_scored_queries():
    qrels = {"q1": {"a": 1}, "q2": {"b": 1}, "q3": {"c": 0}}
    evaluation = score({"q1": ["a"], "q3": ["x", "y"]}, pooled(qrels), 5)
    assert evaluation.judged_share() == 1
    assert score({"q1": [], "q3": ["c"]}, pooled(qrels), 5).judged_share() is None


def test_shallow_counts_scored_queries_answered_with_fewer_than_k():
    qrels = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 1}, "q4": {"a": 1}, "q5": {"a": 0}}
    run = {"q1": ["a", "b"], "q2": ["a"], "q3": [], "q5": ["a"]}
    assert [score(run, pooled(qrels), k).shallow for k in (1, 2, 3)] == [0, 1, 2]


def test_first_ranks_are_counted_over_the_scored_queries():
    qrels = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 1}, "q4": {"a": 0}}
    run = {"q1": ["a"], "q2": ["x", "y", "a"], "q4": ["a"]}
    assert score(run, pooled(qrels), 2).first_rank_counts() == {0: 2, 1: 1}
    assert score(run, pooled(qrels), 3).first_rank_counts() == {0: 1, 1: 1, 3: 1}


def test_t41_a_query_id_may_equal_a_document_id():
    evaluation = score({"0": ["0", "1"]}, pooled({"0": {"0": 1, "1": 1}}), 2)
    assert evaluation.mean("recall") == 1


def test_t32_document_ids_are_compared_as_text():
    run = {"q": [("001", 2.0), ("1", 1.0)]}
    assert score(run, pooled({"q": {"001": 1, "1": 0}}), 1).mean("recall") == 1
    assert score(run, pooled({"q": {"01": 1}}), 2).mean("recall") == 0


def test_t31_ids_that_look_like_nothing_are_ids():
    qrels = {"NA": {"null": 1}, "nan": {"None": 1}}
    assert score({"NA": ["null"], "nan": ["None"]}, pooled(qrels), 1).mean("rr") == 1


# Fingerprints


def small(split_of=None, **parts) -> Scope:
    made = {
        "corpus": corpus_of({"a": "text a", "b": "text b"}),
        "queries": queries_of(split_of or {"q1": "test", "q2": "dev"}),
        "qrels": {"q1": {"a": 1, "b": 0}, "q2": {"a": 0, "b": 1}},
        "protocol": Protocol(k=2),
        **parts,
    }
    return Scope.of(
        Collection(Qrels.from_dict(made["qrels"]), made["corpus"], made["queries"]),
        made["protocol"],
    )


def fingerprint(k: int | None = None, **parts) -> str | None:
    return evaluate(Run.from_rankings("A", {}), small(**parts), k).protocol_sha256()


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param({"k": 3}, id="k"),
        pytest.param({"protocol": Protocol(k=2, split="dev")}, id="split"),
        pytest.param({"corpus": corpus_of({"a": "text a", "b": "other"})}, id="a text"),
        pytest.param(
            {
                "corpus": corpus_of({"a": "text a", "b": "text b", "c": ""}),
                "qrels": {"q1": {"a": 1, "b": 0, "c": 0}, "q2": {"a": 0, "b": 1, "c": 0}},
            },
            id="a document",
        ),
        pytest.param({"split_of": {"q1": "test", "q2": "train"}}, id="the split of a query"),
        pytest.param({"qrels": {"q1": {"a": 1, "b": 1}, "q2": {"a": 0, "b": 1}}}, id="a grade"),
        pytest.param(
            {"queries": Queries(("q1", "q2"), ("x", "text of q2"), ("test", "dev"))},
            id="a query text",
        ),
    ],
)
def test_protocol_fingerprint_changes_with_everything_it_covers(parts):
    assert fingerprint(**parts) != fingerprint()


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param({"protocol": Protocol(k=2, no_relevant="zero")}, id="a setting"),
        pytest.param({"protocol": Protocol(k=2, judgements="pooled")}, id="the judgements"),
        pytest.param(
            {"corpus": corpus_of({"b": "text b", "a": "text a"})}, id="order of documents"
        ),
        pytest.param({"split_of": {"q2": "dev", "q1": "test"}}, id="order of queries"),
        pytest.param(
            {"qrels": {"q2": {"b": 1, "a": 0}, "q1": {"b": 0, "a": 1}}}, id="order of judgements"
        ),
        pytest.param(
            {
                "queries": Queries(
                    ("q1", "q2"),
                    ("text of q1", "text of q2"),
                    ("test", "dev"),
                    {"intent": ("x", "y")},
                )
            },
            id="other fields of a query",
        ),
        pytest.param(
            {
                "corpus": Corpus(
                    strings(["a", "b"]),
                    strings(["", ""]),
                    strings(["text a", "text b"]),
                    {"updated": strings(["1", "2"])},
                )
            },
            id="other fields of a document",
        ),
    ],
)
def test_protocol_fingerprint_is_of_content_only(parts):
    assert fingerprint(**parts) == fingerprint()


def test_there_is_no_protocol_fingerprint_without_texts():
    by = Protocol(k=2, judgements="pooled")
    assert fingerprint(corpus=corpus_of(["a", "b"])) is None
    assert fingerprint(queries=Queries(("q1", "q2"), None, ("test", "dev"))) is None
    assert fingerprint(corpus=None, protocol=by) is None
    assert fingerprint(queries=None, protocol=by) is None


def test_all_splits_are_hashed_as_null():
    assert small(split_of={"q1": None, "q2": None}).split is None
    assert fingerprint(split_of={"q1": None, "q2": None}) is not None


def test_the_order_that_was_used_is_part_of_the_settings():
    scope = pooled(T64)
    listed = score({"q1": ["a"]}, scope)
    by_score = score({"q1": [("a", 1.0)]}, scope)
    assert listed.settings_sha256 != by_score.settings_sha256
    assert listed.settings_sha256 == score({"q2": ["b"]}, scope, 3).settings_sha256


def test_run_fingerprint_covers_the_scored_rankings_only():
    run = {"q1": ["a", "x"], "q2": [], "q9": ["z"]}
    evaluation = score(run, pooled(T64), 1)
    assert evaluation.run_sha256 == oracle.run_sha256(run, ["q1", "q2"])
    assert evaluation.run_sha256 == score({"q1": ["a", "x"], "q2": []}, pooled(T64)).run_sha256
    assert evaluation.run_sha256 != score({"q1": ["a", "x"]}, pooled(T64)).run_sha256
    assert evaluation.run_sha256 != score({"q1": ["a"], "q2": []}, pooled(T64), 1).run_sha256


# The table


def test_the_table_has_one_row_a_query_in_order():
    qrels = {"q2": {"a": 1, "b": 1}, "q1": {"a": 1}, "q0": {"a": 0}}
    frame = score({"q2": ["x", "a", "y"], "q0": ["a"]}, pooled(qrels), 2).to_pandas()
    assert frame["query_id"].tolist() == ["q2", "q1", "q0"]
    assert frame["missing"].tolist() == [False, True, False]
    assert frame["scored"].tolist() == [True, True, False]
    assert frame["returned"].tolist() == [3, 0, 1]
    assert frame["relevant"].tolist() == [2, 1, 0]
    assert frame["hits"].tolist() == [1, 0, 0]
    assert frame["first_relevant_rank"].tolist() == [2, 0, 0]
    assert frame["recall"].tolist()[:2] == [0.5, 0.0]
    assert np.isnan(frame["recall"][2])


def test_a_run_keeps_its_name_and_provenance():
    run = Run.build("bm25", ["q1"], ["a"], scores=[1.0], provenance={"model": "m1"})
    evaluation = evaluate(run, pooled(T64))
    assert evaluation.name == "bm25"
    assert evaluation.hits.run.provenance == {"model": "m1"}
