"""A judged run without its documents gives every value that it gave with them."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given

from ircompare.report.run_rows import run_rows
from ircompare.report.tables import table_of
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation, evaluate
from ircompare.scoring.judged_run import JudgedRun
from tests.worlds import Pair, pooled, score, scored_run, worlds


def bare(evaluation: Evaluation) -> Evaluation:
    """The same values from what is left once it was sent somewhere."""
    judged = JudgedRun.of(evaluation, collapsed=False, reason="", notes=())
    received = pickle.loads(pickle.dumps(judged))
    return Evaluation(received.hits(evaluation.scope), evaluation.k)


@given(worlds())
def test_all_columns_and_rows_are_the_same(given: tuple[Pair, object]) -> None:
    scope = given[0].scope()
    a, b = (evaluate(scored_run(name, run), scope) for name, run in given[0].both)
    for k in (a.k, 1, 9):
        whole = Comparison(a.at(k), b.at(k))
        left = Comparison(bare(whole.a), bare(whole.b))
        assert table_of([left.b]).equals(table_of([whole.b]))
        assert table_of([left], with_causes=False).equals(table_of([whole], with_causes=False))
        assert run_rows([left.b], [left.a], paired=True).equals(
            run_rows([whole.b], [whole.a], paired=True)
        )


def test_its_documents_are_refused_not_made_up() -> None:
    left = bare(score({"q1": ["a"]}, pooled({"q1": {"a": 1}, "q2": {"a": 1}}), 1))
    assert left.run_sha256 == score({"q1": ["a"]}, left.scope).run_sha256
    assert left.missing_queries == ("q2",)
    with pytest.raises(ValueError, match="the documents of run 'run' were not kept"):
        left.hits.ranking("q1")
