"""Cached calls of the core, keyed by digests and small values, shared by all sessions.

What a page shows is computed once for a data set and a protocol. A cutoff never judges a run
anew: hit ranks are held without it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ircompare.dashboard.dataset import Dataset, dataset
from ircompare.errors import InputError, Problem
from ircompare.inference.whatif import judged_again
from ircompare.model.protocol import Protocol, Unit
from ircompare.model.scope import Scope
from ircompare.scoring.budgets import BudgetSweep, budget_sweep
from ircompare.scoring.causes import Causes, causes, displacers
from ircompare.scoring.chunked import Side, ruled
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.fragility import Fragility, fragility
from ircompare.scoring.sides import chunk_run_problem, side_of
from ircompare.scoring.sweep import Sweep, sweep

SWEPT = 100


def known(digest: str) -> Dataset:
    """The data set of a digest.

    Raises:
        InputError: This server does not know it.
    """
    found = dataset(digest)
    if found is None or found.collection is None:
        raise InputError(Problem("no-data", "no qrels are loaded", mend="give a qrels file"))
    return found


def scope(digest: str, protocol: Protocol) -> Scope:
    """The queries and judgements under a protocol, whatever its cutoff."""
    return _ruled(digest, replace(protocol, k=1))


@lru_cache(maxsize=16)
def _ruled(digest: str, protocol: Protocol) -> Scope:
    return ruled(_scope(digest, replace(protocol, chunks=None)), protocol.chunks)


@lru_cache(maxsize=16)
def _scope(digest: str, protocol: Protocol) -> Scope:
    collection = known(digest).collection
    if collection is None:
        raise InputError(Problem("no-data", "no qrels are loaded", mend="give a qrels file"))
    return Scope.of(collection, protocol)


def side(digest: str, protocol: Protocol, role: str) -> Side:
    """One run judged, its chunks collapsed, whatever the cutoff and the chunk budget.

    Args:
        role: `A`, `B`, or the number of a further run, as in `Dataset.roles`.
    """
    return _side(digest, replace(protocol, k=1, chunks=None), role)


@lru_cache(maxsize=32)
def _side(digest: str, protocol: Protocol, role: str) -> Side:
    data = known(digest)
    again = _judged_again(data, protocol, role)
    if again is not None:
        return again
    run = data.run(role)
    if run is None:
        raise InputError(Problem("no-run", f"run {role} is not loaded", mend="give a run file"))
    judged_by, level = _scope(digest, protocol), data.level(role)
    problem = chunk_run_problem(run, judged_by.collection.qrels, data.chunk_map)
    if problem is not None and level is None:
        raise InputError(problem)
    return side_of(run, judged_by, data.chunk_map, level)


def _judged_again(data: Dataset, protocol: Protocol, role: str) -> Side | None:
    """A run under what-if judgements, of which only the patched queries are judged again.

    None without such judgements, and where the run does not fit the qrels without them.
    """
    if data.patch is None:
        return None
    try:
        before = _side(data.base, protocol, role)
    except InputError:
        return None
    return replace(
        before, hits=judged_again(before.hits, _scope(data.digest, protocol), data.patch)
    )


def evaluation(digest: str, protocol: Protocol, role: str) -> Evaluation:
    """One run, by its role, under the protocol and its cutoff."""
    return side(digest, protocol, role).evaluation(scope(digest, protocol), protocol.k)


@lru_cache(maxsize=64)
def comparison(digest: str, protocol: Protocol) -> Comparison:
    """Run A against run B under the protocol."""
    return _paired(digest, replace(protocol, k=1)).at(protocol.k)


@lru_cache(maxsize=16)
def _paired(digest: str, protocol: Protocol) -> Comparison:
    return Comparison(evaluation(digest, protocol, "A"), evaluation(digest, protocol, "B"))


@lru_cache(maxsize=16)
def swept(digest: str, protocol: Protocol) -> Sweep:
    """Both runs over every cutoff up to the depth of the deeper one, at most 100."""
    pair = comparison(digest, replace(protocol, k=1))
    return sweep(pair, min(SWEPT, max(pair.a.hits.run.depth, pair.b.hits.run.depth, 1)))


@lru_cache(maxsize=64)
def caused(digest: str, protocol: Protocol, measure: str) -> Causes:
    """The cause of every changed query, for `recall` or `rr`."""
    return causes(comparison(digest, protocol), measure)


@lru_cache(maxsize=64)
def fragile(digest: str, protocol: Protocol, measure: str) -> Fragility | None:
    """How few queries carry the change of the mean."""
    return fragility(comparison(digest, protocol), measure)


@lru_cache(maxsize=64)
def displacing(digest: str, protocol: Protocol) -> tuple[tuple[str, int], ...]:
    """Documents that displace in several regressions."""
    return displacers(comparison(digest, protocol))


def budgets(digest: str, protocol: Protocol, unit: Unit) -> BudgetSweep:
    """Both runs over every chunk budget at the cutoff of the protocol."""
    return _budgets(digest, replace(protocol, chunks=None), unit)


@lru_cache(maxsize=16)
def _budgets(digest: str, protocol: Protocol, unit: Unit) -> BudgetSweep:
    a, b = (side(digest, protocol, role) for role in "AB")
    return budget_sweep(a, b, protocol.k, unit=unit)
