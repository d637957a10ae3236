"""Agreement with pytrec_eval-terrier and ir-measures where all of them mean the same.

That is on rankings without ties or duplicates and with eligible queries only; elsewhere the
public tools differ among themselves, and the hand-computed tables hold.
"""

from __future__ import annotations

import random

import pytest

from ircompare.model.run import Run
from tests.worlds import pooled, score, scored_run

pytrec_eval = pytest.importorskip("pytrec_eval")
ir_measures = pytest.importorskip("ir_measures")

CUTOFFS = (1, 5, 10, 100)
Judged = dict[str, dict[str, int]]
Scores = dict[str, dict[str, float]]


def random_input(start: int, grades: tuple[int, ...]) -> tuple[Judged, Scores]:
    """40 eligible queries, some unanswered, scores strictly falling and exact in 32 bits."""
    draw = random.Random(start)
    documents = [f"doc{number}" for number in range(150)]
    qrels: Judged = {}
    for number in range(40):
        pool = draw.sample(documents, 30)
        qrels[f"q{number}"] = {doc: draw.choice(grades) for doc in pool} | {pool[0]: max(grades)}
    run = {
        query: {
            doc: float(2_000 - 3 * rank)
            for rank, doc in enumerate(draw.sample(documents, draw.randrange(1, 130)))
        }
        for query in qrels
        if draw.random() > 0.1
    }
    return qrels, run


def as_run(run: Scores) -> Run:
    shuffled = {query: sorted(pairs.items()) for query, pairs in run.items()}
    return scored_run("A", shuffled)


@pytest.mark.parametrize(
    ("start", "grades"),
    [
        pytest.param(1, (0, 1), id="binary"),
        pytest.param(2, (0, 1, 2, 3), id="graded"),
        pytest.param(3, (-1, 0, 2), id="with negative grades"),
    ],
)
def test_every_query_agrees_with_pytrec_eval(start, grades):
    qrels, run = random_input(start, grades)
    cuts = ",".join(map(str, CUTOFFS))
    names = {f"{name}.{cuts}" for name in ("recall", "P", "success", "ndcg_cut")}
    peer = pytrec_eval.RelevanceEvaluator(qrels, names | {"recip_rank"}).evaluate(run)
    first = score(as_run(run), pooled(qrels), 1)
    for k in CUTOFFS:
        evaluation = first.at(k)
        for ours, theirs in (
            ("recall", f"recall_{k}"),
            ("precision", f"P_{k}"),
            ("success", f"success_{k}"),
            ("ndcg", f"ndcg_cut_{k}"),
        ):
            values = evaluation.values(ours).floats()
            for place, query in enumerate(evaluation.scope.query_ids):
                wanted = peer[query][theirs] if query in run else 0.0
                assert values[place] == pytest.approx(wanted, abs=1e-9), (ours, k, query)
    whole = first.at(1000).values("rr").floats()
    for place, query in enumerate(first.scope.query_ids):
        assert whole[place] == pytest.approx(peer[query]["recip_rank"] if query in run else 0.0)


@pytest.mark.parametrize("level", [1, 2])
def test_every_mean_agrees_with_ir_measures(level):
    qrels, run = random_input(10 + level, (-1, 0, 1, 2, 3))
    first = score(as_run(run), pooled(qrels, min_relevance=level), 1)
    named = {"recall": "R", "rr": "RR", "success": "Success", "precision": "P"}
    wanted = {
        (ours, k): f"{theirs}(rel={level})@{k}" for ours, theirs in named.items() for k in CUTOFFS
    }
    wanted |= {("ndcg", k): f"nDCG@{k}" for k in CUTOFFS}
    measures = {ir_measures.parse_measure(text): key for key, text in wanted.items()}
    found = ir_measures.calc_aggregate(list(measures), qrels, run)
    for measure, (ours, k) in measures.items():
        assert float(first.at(k).mean(ours)) == pytest.approx(found[measure], abs=1e-9), (ours, k)


def test_t65_one_denominator_where_the_peers_have_two():
    """T64: a query that the run lacks counts, for every measure."""
    evaluation = score({"q1": ["a"]}, pooled({"q1": {"a": 1}, "q2": {"b": 1}}), 1)
    peer = pytrec_eval.RelevanceEvaluator({"q1": {"a": 1}, "q2": {"b": 1}}, {"recall.1"})
    assert list(peer.evaluate({"q1": {"a": 1.0}})) == ["q1"]
    assert {float(evaluation.mean(key)) for key in ("recall", "rr", "ndcg")} == {0.5}
