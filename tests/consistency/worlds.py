"""Small libraries, baselines and runs for the gate's tests."""

from __future__ import annotations

from collections.abc import Mapping

from ircompare.consistency.baseline import Baseline, make_baseline
from ircompare.consistency.library import Library
from ircompare.model.run import Run

NAMES = [f"{letter}.md" for letter in "abcdefghijqrxz"]
LIBRARY = Library.from_pages({name: f"page {name}" for name in NAMES}, source="wiki")


def run_of(rankings: Mapping[str, str], name: str = "engine") -> Run:
    """A run from query → letters, each the page of that name."""
    lists = {query: [f"{letter}.md" for letter in text] for query, text in rankings.items()}
    return Run.from_rankings(name, lists)


def baseline_of(rankings: Mapping[str, str], library: Library = LIBRARY) -> Baseline:
    """A baseline recorded from such rankings."""
    return make_baseline(run_of(rankings), library, version="v1", engine_version="1.0")
