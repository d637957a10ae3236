"""What any adapter from chunk runs to document runs must do, each rule a named check.

The checks run on the package and on broken copies of it: whatever breaks a rule must fail one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ircompare.errors import InputError
from ircompare.model import chunks, collapse, run
from ircompare.model.collection import Collection, Corpus, Qrels, Queries
from ircompare.model.ids import strings
from ircompare.model.protocol import Budget, Protocol
from ircompare.model.scope import Scope

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
TUTORIAL = ROOT / "data" / "tutorial"


def tutorial(name: str) -> Any:
    return json.loads((TUTORIAL / name).read_text("utf-8"))


EXPECTED = json.loads((GOLDEN / "expected-chunk.json").read_text("utf-8"))
HASHES = json.loads((GOLDEN / "hashes.json").read_text("utf-8"))
CHUNK_RUN: dict[str, list[str]] = tutorial("chunk_run.json")
CHUNK_MAP: dict[str, str] = tutorial("chunk_to_doc.json")


def golden_scope(**choices: Any) -> Scope:
    corpus, queries = tutorial("corpus.json"), tutorial("queries.json")
    collection = Collection(
        Qrels.from_dict(tutorial("qrels.json"), "qrels.json"),
        Corpus(strings(list(corpus)), None, strings(list(corpus.values())), source="corpus.json"),
        Queries(
            tuple(queries),
            tuple(query["text"] for query in queries.values()),
            tuple(query["split"] for query in queries.values()),
            source="queries.json",
        ),
    )
    return Scope.of(collection, Protocol(k=2, **choices))


@dataclass(frozen=True)
class Adapter:
    """The three parts that a mutant may replace."""

    run: type[run.Run] = run.Run
    chunk_map: type[chunks.ChunkMap] = chunks.ChunkMap
    collapse: Callable[..., collapse.Collapsed] = collapse.collapse

    def __call__(
        self,
        rankings: Mapping[str, Sequence[str]] | None = None,
        chunk_map: Mapping[str, str] | None = None,
        scope: Scope | None = None,
    ) -> collapse.Collapsed:
        made = self.run.from_rankings("A", CHUNK_RUN if rankings is None else rankings)
        mapping = self.chunk_map.from_dict(
            CHUNK_MAP if chunk_map is None else chunk_map, "map.json"
        )
        return self.collapse(made, mapping, scope or golden_scope())

    def documents(self, *given: Any, **more: Any) -> dict[str, list[str]]:
        made = self(*given, **more).documents
        return {query: made.ranking(query) for query in made.query_ids}

    def refuses(self, code: str, *given: Any, **more: Any) -> None:
        """Fails unless the input is refused for this reason among others."""
        with pytest.raises(InputError) as error:
            self(*given, **more)
        assert code in {problem.code for problem in error.value.problems}


CHECKS: dict[str, Callable[[Adapter], None]] = {}
Check = Callable[[Adapter], None]


def check(rule: str) -> Callable[[Check], Check]:
    def named(function: Check) -> Check:
        CHECKS[rule] = function
        return function

    return named


@check("golden documents")
def _(adapter: Adapter) -> None:
    assert adapter.documents() == EXPECTED["document_runs"]


@check("golden evidence")
def _(adapter: Adapter) -> None:
    made = adapter()
    assert {query: made.provenance(query) for query in ("q2", "q3", "q5")} == EXPECTED["provenance"]


@check("golden fingerprint, which the order of the map leaves alone")
def _(adapter: Adapter) -> None:
    turned = dict(reversed(CHUNK_MAP.items()))
    for mapping in (CHUNK_MAP, turned):
        made = adapter.chunk_map.from_dict(mapping)
        assert made.adapter_sha256 == HASHES["adapter_sha256"]


@check("documents stand in the order of their first chunks, not of their ids")
def _(adapter: Adapter) -> None:
    found = adapter.documents({"q3": ["d5a", "d1a", "d4a", "d1b"]})
    assert found == {"q3": ["d5", "d1", "d4"]}


@check("a later chunk never moves a document")
def _(adapter: Adapter) -> None:
    made = adapter({"q3": ["d1a", "d5a", "d1b"]})
    assert made.documents.ranking("q3") == ["d1", "d5"]
    evidence = made.provenance("q3")["documents"]
    assert evidence[0]["first_chunk_id"] == "d1a"  # type: ignore[index]
    assert evidence[0]["first_chunk_rank"] == 1  # type: ignore[index]


@check("every contributing chunk is named by its rank")
def _(adapter: Adapter) -> None:
    made = adapter({"q3": ["d1b", "d5a", "d1a"], "q2": ["d1a"]})
    ranks = [entry["chunk_ranks"] for entry in made.provenance("q3")["documents"]]  # type: ignore[attr-defined]
    assert ranks == [[1, 3], [2]]


@check("a chunk that the map lacks is refused")
def _(adapter: Adapter) -> None:
    adapter.refuses("unknown-chunk", {"q2": ["d3a", "d9z"]})


@check("a document id is no chunk id")
def _(adapter: Adapter) -> None:
    adapter.refuses("unknown-chunk", {"q2": ["d3"]})


@check("an unknown chunk behind any budget is refused")
def _(adapter: Adapter) -> None:
    adapter.refuses("unknown-chunk", {"q2": ["d3a", "d3b", "d4a", "d9z"]})


@check("a chunk twice for one query is refused")
def _(adapter: Adapter) -> None:
    adapter.refuses("duplicate-document", {"q2": ["d3a", "d4a", "d3a"]})


@check("the same chunk for two queries is fine")
def _(adapter: Adapter) -> None:
    found = adapter.documents({"q2": ["d3a"], "q3": ["d3a"]})
    assert found == {"q2": ["d3"], "q3": ["d3"]}


@check("a used map entry outside the corpus is refused")
def _(adapter: Adapter) -> None:
    adapter.refuses("unknown-document", chunk_map={**CHUNK_MAP, "d3b": "d77"})


@check("an unused map entry outside the corpus is refused")
def _(adapter: Adapter) -> None:
    adapter.refuses("unknown-document", chunk_map={**CHUNK_MAP, "d6a": "d77"})


@check("a chunk twice in the map is refused")
def _(adapter: Adapter) -> None:
    with pytest.raises(InputError) as error:
        adapter.chunk_map.build(["d1a", "d1a"], ["d1", "d1"], source="map.tsv")
    assert error.value.problems[0].code == "duplicate-chunk"


@check("an empty id in the map is refused")
def _(adapter: Adapter) -> None:
    for mapping in ({"": "d1"}, {"d1a": ""}):
        with pytest.raises(InputError):
            adapter.chunk_map.from_dict(mapping)


@check("a query of another split is refused")
def _(adapter: Adapter) -> None:
    adapter.refuses("wrong-split", {"q1": ["d1a"], "q2": ["d3a"]})


@check("an unknown query is refused, also with an empty list")
def _(adapter: Adapter) -> None:
    adapter.refuses("wrong-split", {"q9": [], "q2": ["d3a"]})


@check("an empty list stays an empty list")
def _(adapter: Adapter) -> None:
    assert adapter.documents({"q5": [], "q2": ["d3a"]})["q5"] == []


@check("a missing query stays missing")
def _(adapter: Adapter) -> None:
    assert list(adapter.documents()) == ["q2", "q3", "q5"]
    assert "q4" not in adapter.documents()


@check("nothing comes from nothing")
def _(adapter: Adapter) -> None:
    assert adapter.documents({}) == {}


@check("a budget takes chunks, and only then are they collapsed")
def _(adapter: Adapter) -> None:
    cut = adapter().within(Budget("chunks", 2))
    assert [cut.ranking(query) for query in cut.query_ids] == [["d3"], ["d1"], []]


@check("a budget brings nothing back")
def _(adapter: Adapter) -> None:
    cut = adapter().within(Budget("chunks", 99))
    assert {query: cut.ranking(query) for query in cut.query_ids} == EXPECTED["document_runs"]


@check("all faults come together")
def _(adapter: Adapter) -> None:
    with pytest.raises(InputError) as error:
        adapter({"q1": ["d1a"], "q2": ["d9z"]}, {**CHUNK_MAP, "d6a": "d77"})
    codes = {problem.code for problem in error.value.problems}
    assert codes == {"unknown-chunk", "wrong-split", "unknown-document"}


@check("an extra query under pooled judgements is ignored and listed, its chunks are checked")
def _(adapter: Adapter) -> None:
    scope = golden_scope(judgements="pooled")
    made = adapter({"q2": ["d3a"], "q9": ["d1a"]}, scope=scope)
    assert [note.code for note in made.notes] == ["extra-query"]
    adapter.refuses("unknown-chunk", {"q2": ["d3a"], "q9": ["d9z"]}, scope=scope)


@check("the input is left as it was")
def _(adapter: Adapter) -> None:
    made = adapter.run.from_rankings("A", CHUNK_RUN)
    mapping = adapter.chunk_map.from_dict(CHUNK_MAP)
    adapter.collapse(made, mapping, golden_scope())
    assert {query: made.ranking(query) for query in made.query_ids} == CHUNK_RUN
    assert dict(zip(mapping.chunk_ids.to_pylist(), mapping.doc_ids.to_pylist(), strict=True)) == (
        CHUNK_MAP
    )
