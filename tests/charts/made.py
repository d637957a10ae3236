"""Comparisons of any size, made up with a fixed seed, and a look into a chart's specification."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from ircompare.charts.drawn import Drawn
from ircompare.model.collection import Collection, Qrels, Queries
from ircompare.model.protocol import Protocol
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import Comparison, compare
from ircompare.scoring.evaluation import evaluate

TEXTS = (
    "密码忘了怎么办",
    "如何申请退款到原来的银行账户而不是余额",
    "refund status",
    "a'b [c] .d {e} $f$ <b>",
)
DEPTH = 20


def made(count: int, k: int = 10, names: tuple[str, str] = ("bm25", "minilm")) -> Comparison:
    """`count` queries; about four in ten rankings are the same in both runs, some are missing."""
    chance = random.Random(count)
    qrels, a, b, texts = {}, {}, {}, {}
    for number in range(count):
        query_id = f"q{number:05d}"
        relevant = [f"r{number}.{place}" for place in range(chance.randint(1, 4))]
        qrels[query_id] = dict.fromkeys(relevant, 1)
        texts[query_id] = f"{TEXTS[number % len(TEXTS)]} {number // 2}"
        a[query_id] = ranking(chance, number, relevant)
        same = chance.random() < 0.4
        b[query_id] = a[query_id] if same else ranking(chance, number, relevant)
        if count > 10 and chance.random() < 0.02:
            del b[query_id]
    queries = Queries(tuple(texts), tuple(texts.values()))
    collection = Collection(Qrels.from_dict(qrels), None, queries)
    scope = Scope.of(collection, Protocol(judgements="pooled", k=k))
    runs = (Run.from_rankings(name, lists) for name, lists in zip(names, (a, b), strict=True))
    return compare(*(evaluate(run, scope) for run in runs))


def ranking(chance: random.Random, number: int, relevant: list[str]) -> list[str]:
    """Documents nobody judged, with most of the relevant ones near the top."""
    found = [f"x{number}.{place}" for place in range(DEPTH)]
    for doc_id in relevant:
        if chance.random() < 0.8:
            found.insert(min(int(chance.expovariate(0.25)), DEPTH), doc_id)
    return found[:DEPTH]


@cache
def spec_of(drawn: Drawn) -> dict[str, Any]:
    """Specification of a chart, not validated again."""
    spec: dict[str, Any] = drawn.chart.to_dict(validate=False)
    return spec


def rows(drawn: Drawn) -> list[dict[str, Any]]:
    """Every row of every data set of the chart."""
    return [row for data in spec_of(drawn)["datasets"].values() for row in data]


def data_with(drawn: Drawn, *columns: str) -> list[dict[str, Any]]:
    """The rows that have all of the given columns."""
    return [row for row in rows(drawn) if all(column in row for column in columns)]


def units(spec: dict[str, Any], data: str = "") -> Iterator[tuple[dict[str, Any], str]]:
    """Every view with a mark, with the name of its data."""
    name = spec.get("data", {}).get("name", data)
    if "mark" in spec:
        yield spec, name
    for layer in spec.get("layer", []):
        yield from units(layer, name)


def marks(drawn: Drawn) -> int:
    """How many marks the chart draws at most: a filtered layer counts all of its rows."""
    spec = spec_of(drawn)
    sizes = {name: len(data) for name, data in spec["datasets"].items()}
    return sum(
        sizes.get(name, 1)
        for unit, name in units(spec)
        if unit["mark"]["type"] != "line" and "transform" not in unit
    )
