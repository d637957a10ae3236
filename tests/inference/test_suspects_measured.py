"""How often suspect judgements are wrong, measured where the right ones are known.

- TREC-COVID round 1 was judged in two steps. With the first step alone as qrels, the second says
  which of the documents unjudged in both top 5 are relevant.
- In the help centre 60 of 26,649 judgements are turned at random. The untouched qrels say which of
  the suspects are among them.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from ircompare import Protocol, read_collection, read_run
from ircompare.inference.suspects import expected_hit_rate, hit_rates, suspects
from ircompare.inference.whatif import what_if
from ircompare.model.collection import Collection, Qrels
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import Comparison, compare
from ircompare.scoring.evaluation import evaluate
from tests.conftest import DATA

COVID_RUNS = (
    "Conv_KNRM",
    "T5R1",
    "TU_Vienna_TKL_1",
    "ir_covid19_cle_dfr",
    "lda400s2000",
    "sheikh_bm25_all",
    "wistud_bing",
)


def by_step(path: Path) -> dict[str, Qrels]:
    """The judgements of each step, which the second column names."""
    steps: dict[str, dict[str, dict[str, int]]] = {"0.5": {}, "1": {}}
    for line in path.read_text("utf-8").splitlines():
        query, step, doc, grade = line.split()
        steps[step].setdefault(query, {})[doc] = int(grade)
    return {step: Qrels.from_dict(judged) for step, judged in steps.items()}


@pytest.mark.shared
def test_nine_in_ten_documents_unjudged_in_both_top_5_are_relevant_on_trec_covid(shared):
    folder = shared / "trec_covid_r1_a" / "orig"
    steps = by_step(folder / "qrels-rnd1.txt")
    scope = Scope.of(Collection(steps["0.5"]), Protocol(judgements="pooled"))
    runs = [evaluate(read_run(folder / name), scope) for name in COVID_RUNS]
    found: Counter[str] = Counter()
    for a, b in combinations(runs, 2):
        comparison = compare(a, b)
        named = [one for one in suspects(comparison) if one.reason == "unjudged_in_both"]
        for rate in hit_rates(named, steps["1"], 1):
            found += Counter(checked=rate.checked, overturned=rate.overturned)
        expected = expected_hit_rate(comparison)
        found += Counter(hidden=expected.checked, relevant=expected.overturned)
    assert found == Counter(checked=40, overturned=36, hidden=48, relevant=42)
    later = steps["1"].grades > 0
    assert Fraction(int(later.sum()), len(later)) < Fraction(1, 4)


@pytest.fixture(scope="module")
def help_centre() -> Comparison:
    folder = DATA / "helpcentre"
    collection = read_collection(
        folder / "qrels.txt", corpus=folder / "corpus.jsonl", queries=folder / "queries.jsonl"
    )
    scope = Scope.of(collection, Protocol(k=5))
    a, b = (evaluate(read_run(folder / "runs" / f"{name}.run"), scope) for name in ("bm25", "lsa"))
    return compare(a, b)


@pytest.mark.parametrize("start", [1, 2, 3])
def test_planted_errors_are_named_far_more_often_than_chance_would(help_centre, start):
    scope = help_centre.a.scope
    qrels = scope.collection.qrels
    rows = [(query, doc, g) for query in scope.query_ids for doc, g in qrels.of(query).items()]
    chosen = random.Random(start)
    planted: dict[str, dict[str, int]] = {}
    for grade in (0, 1):
        for query, doc, _ in chosen.sample([row for row in rows if row[2] == grade], 30):
            planted.setdefault(query, {})[doc] = 1 - grade
    found = suspects(what_if(help_centre, Qrels.from_dict(planted)).after, "group")
    rates = {rate.reason: rate for rate in hit_rates(found, qrels, 1)}
    caught = {(one.query_id, one.doc_id) for one in found} & {
        (query, doc) for query, judged in planted.items() for doc in judged
    }
    assert len(rows) == 26_649
    assert len(caught) >= 40
    assert rates["group"].rate > Fraction(2, 5)
    assert Fraction(1, 10) < rates["never_returned"].rate < Fraction(1, 4)
