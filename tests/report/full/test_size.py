"""A report of 7,000 queries stays small, whatever the queries do."""

from __future__ import annotations

import random

import pytest

from ircompare.model.collection import Collection, Corpus, Qrels, Queries
from ircompare.model.ids import strings
from ircompare.model.protocol import Protocol
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.report.full.build import full_report
from ircompare.report.full.extras import Extras
from ircompare.report.full.html import html
from ircompare.report.full.markdown import markdown
from ircompare.scoring.comparison import Comparison, compare
from ircompare.scoring.evaluation import evaluate
from tests.report.full.pages import parsed

QUERIES, DEPTH, K = 7_000, 120, 100
MEGABYTE = 1_000_000


def _comparison() -> Comparison:
    """Long texts, a hundred documents a ranking, one to five of them relevant anywhere."""
    chance = random.Random(5)
    documents = [f"document-{at:06}" for at in range(20_000)]
    words = ["alpha", "beta", "gamma", "delta", "检索", "排序"]
    texts = [" ".join(chance.choices(words, k=60)) for _ in documents]
    ids = tuple(f"query-{at:05}" for at in range(QUERIES))
    asked = tuple(" ".join(chance.choices(words, k=40)) for _ in ids)
    tops = [chance.sample(documents, DEPTH) for _ in ids]
    qrels = {
        query: dict.fromkeys(chance.sample(top, chance.randint(1, 5)), 1)
        for query, top in zip(ids, tops, strict=True)
    }
    collection = Collection(
        Qrels.from_dict(qrels, "qrels"),
        Corpus(strings(documents), None, strings(texts), source="corpus"),
        Queries(ids, asked, source="queries"),
    )
    scope = Scope.of(collection, Protocol(k=K, judgements="pooled"))
    runs = [
        Run.from_rankings(
            name,
            {query: chance.sample(top, DEPTH) for query, top in zip(ids, tops, strict=True)},
        )
        for name in ("a", "b")
    ]
    return compare(*(evaluate(run, scope) for run in runs))


@pytest.mark.slow
def test_seven_thousand_queries_at_the_deepest_cutoff_take_a_few_megabytes() -> None:
    comparison = _comparison()
    assert comparison.counts("rr").regressed > 3_000
    report = full_report([comparison], Extras())
    page = html(report)
    assert len(page.encode()) < 4 * MEGABYTE
    assert len(markdown(report).encode()) < 2 * MEGABYTE
    root = parsed(page)
    assert len(root.all("figure")) == 13
    assert len(root.all("tr")) < 5_000
