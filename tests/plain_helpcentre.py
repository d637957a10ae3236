"""The help-centre sample read with nothing but the standard library, for the oracle."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tests import oracle
from tests.conftest import DATA

FOLDER = DATA / "helpcentre"
Scored = dict[str, list[tuple[str, float]]]


def _run(name: str) -> Scored:
    found: Scored = {}
    for line in (FOLDER / "runs" / name).read_text("utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        query, _, doc, _, score, _ = line.split()
        found.setdefault(query, []).append((doc, float(score)))
    return found


@dataclass(frozen=True)
class Plain:
    """Its test split: texts, grades, both runs with scores, and the queries as they stand."""

    texts: dict[str, str]
    qrels: dict[str, dict[str, int]]
    a: Scored
    b: Scored
    rows: dict[str, dict[str, object]]

    def world(self, k: int = 5) -> oracle.World:
        ranked = [
            {query: oracle.by_score(pairs) for query, pairs in run.items()}
            for run in (self.a, self.b)
        ]
        return oracle.World(ranked[0], ranked[1], self.qrels, list(self.texts), oracle.Rules(k))

    @cached_property
    def at_five(self) -> oracle.World:
        return self.world(5)


@lru_cache(maxsize=1)
def helpcentre() -> Plain:
    """The sample, read once."""
    lines = (FOLDER / "queries.jsonl").read_text("utf-8").splitlines()
    queries = [json.loads(line) for line in lines]
    texts = {query["_id"]: query["text"] for query in queries if query["split"] == "test"}
    qrels: dict[str, dict[str, int]] = {}
    for line in (FOLDER / "qrels.txt").read_text("utf-8").splitlines():
        query, _, doc, grade = line.split()
        qrels.setdefault(query, {})[doc] = int(grade)
    rows = {query["_id"]: query for query in queries}
    return Plain(texts, qrels, _run("bm25.run"), _run("lsa.run"), rows)
