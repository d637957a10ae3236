"""Six ways to break the adapter, each of which the checks must notice."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.model.adapter_checks import CHECKS, Adapter

MUTANTS = {
    "document ids are sorted": (
        "collapse",
        "by_appearance = np.argsort(first)",
        "names = chunk_map.documents.take(pa.array(documents[first])).to_pylist()\n"
        "    by_appearance = np.lexsort((np.array(names, str), chunks.codes[first]))",
        {"documents stand in the order of their first chunks, not of their ids"},
    ),
    "the run is cut to two chunks before it is checked": (
        "collapse",
        "    problems = Problems(run.source)\n    found",
        "    rows = np.arange(len(chunks.documents))\n"
        "    rows = rows[rows - np.repeat(chunks.bounds[:-1], chunks.depths) < 2]\n"
        "    chunks = replace(\n"
        "        chunks,\n"
        "        bounds=bounds_of(chunks.codes[rows], len(chunks)),\n"
        "        documents=chunks.documents.take(pa.array(rows)),\n"
        "    )\n"
        "    problems = Problems(run.source)\n    found",
        {"an unknown chunk behind any budget is refused"},
    ),
    "a chunk twice for one query is allowed": (
        "run",
        "        note_duplicates(run.documents, run.bounds, run.query_ids, run.lines, noted)\n",
        "",
        {"a chunk twice for one query is refused"},
    ),
    "a chunk twice in the map is allowed": (
        "chunks",
        "        made._note_repeats(noted)\n",
        "",
        {"a chunk twice in the map is refused"},
    ),
    "an unused bad entry of the map is ignored": (
        "collapse",
        "chunk_map.check_targets(scope.collection.corpus, problems)",
        "used = chunk_map.index.find(chunks.documents.unique())\n"
        "    used = pa.array(used[used >= 0])\n"
        "    chunk_map = ChunkMap(chunk_map.chunk_ids.take(used), chunk_map.doc_ids.take(used))\n"
        "    chunk_map.check_targets(scope.collection.corpus, problems)",
        {"an unused map entry outside the corpus is refused"},
    ),
    "a missing query is made up": (
        "collapse",
        "    problems = Problems(run.source)\n    found",
        "    made_up = [q for q in scope.query_ids if q not in chunks.positions]\n"
        "    chunks = replace(\n"
        "        chunks,\n"
        "        query_ids=(*chunks.query_ids, *made_up),\n"
        "        bounds=np.append(chunks.bounds, [chunks.bounds[-1]] * len(made_up)),\n"
        "    )\n"
        "    problems = Problems(run.source)\n    found",
        {"a missing query stays missing"},
    ),
    "the last occurrence overwrites the first": (
        "collapse",
        "_, first, group = np.unique(pairs, return_index=True, return_inverse=True)",
        "_, last, group = np.unique(pairs[::-1], return_index=True, return_inverse=True)\n"
        "    first, group = len(pairs) - 1 - last, group[::-1]",
        {"a later chunk never moves a document"},
    ),
}


@pytest.fixture
def load_mutant() -> Iterator[Any]:
    """Builds an adapter from a changed copy of one module; the package is left alone."""
    names: list[str] = []

    def load(name: str, old: str, new: str) -> Adapter:
        original = importlib.import_module(f"ircompare.model.{name}")
        source = Path(str(original.__file__)).read_text("utf-8")
        assert source.count(old) == 1, f"the text to change stands {source.count(old)} times"
        module = ModuleType(f"mutant_{name}")
        names.append(module.__name__)
        sys.modules[module.__name__] = module
        exec(compile(source.replace(old, new), module.__name__, "exec"), vars(module))
        parts = {"run": "Run", "chunks": "ChunkMap", "collapse": "collapse"}
        field = {"run": "run", "chunks": "chunk_map", "collapse": "collapse"}[name]
        return Adapter(**{field: getattr(module, parts[name])})

    yield load
    for name in names:
        del sys.modules[name]


def failing(adapter: Adapter) -> set[str]:
    """The rules that an adapter breaks."""
    broken = set()
    for rule, check in CHECKS.items():
        try:
            check(adapter)
        except (AssertionError, pytest.fail.Exception):
            broken.add(rule)
    return broken


@pytest.mark.parametrize("name", MUTANTS)
def test_checks_kill_the_mutant(name, load_mutant):
    module, old, new, expected = MUTANTS[name]
    broken = failing(load_mutant(module, old, new))
    assert expected <= broken
    assert broken < set(CHECKS), "a mutant that breaks every rule shows nothing"


@pytest.mark.parametrize("module", ["run", "chunks", "collapse"])
def test_an_unchanged_copy_breaks_no_rule(module, load_mutant):
    assert failing(load_mutant(module, '"""\n\nfrom __future__', '"""\n\nfrom __future__')) == set()
