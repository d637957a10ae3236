"""Exact, paired comparison of retrieval runs.

Public names load on first use, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ircompare.api import compare, evaluate, read_collection, read_run, read_runs, sweep
    from ircompare.errors import InputError, Problem
    from ircompare.model.collection import Collection, Corpus, Qrels, Queries
    from ircompare.model.protocol import Protocol
    from ircompare.model.run import Run
    from ircompare.model.scope import Scope
    from ircompare.model.stored import StoredRun
    from ircompare.scoring.comparison import Comparison
    from ircompare.scoring.evaluation import Evaluation
    from ircompare.scoring.measures import MEASURES

__all__ = [
    "MEASURES",
    "Collection",
    "Comparison",
    "Corpus",
    "Evaluation",
    "InputError",
    "Problem",
    "Protocol",
    "Qrels",
    "Queries",
    "Run",
    "Scope",
    "StoredRun",
    "compare",
    "evaluate",
    "read_collection",
    "read_run",
    "read_runs",
    "sweep",
]

_HOMES = {
    "MEASURES": "ircompare.scoring.measures",
    "Collection": "ircompare.model.collection",
    "Comparison": "ircompare.scoring.comparison",
    "Corpus": "ircompare.model.collection",
    "Evaluation": "ircompare.scoring.evaluation",
    "InputError": "ircompare.errors",
    "Problem": "ircompare.errors",
    "Protocol": "ircompare.model.protocol",
    "Qrels": "ircompare.model.collection",
    "Queries": "ircompare.model.collection",
    "Run": "ircompare.model.run",
    "Scope": "ircompare.model.scope",
    "StoredRun": "ircompare.model.stored",
}


def __getattr__(name: str) -> object:
    """Load a public name from the module that defines it."""
    if name not in __all__:
        raise AttributeError(f"module 'ircompare' has no attribute {name!r}")
    value: object = getattr(import_module(_HOMES.get(name, "ircompare.api")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return __all__
