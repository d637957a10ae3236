"""Cached calls for the Confidence page: conclusions, bounds and ties of the comparison in force."""

from __future__ import annotations

from functools import lru_cache

from ircompare.dashboard import calls
from ircompare.inference.conclusion import Significance
from ircompare.inference.declared import Declared
from ircompare.inference.significance import significance
from ircompare.inference.ties import TieSensitivity, tie_sensitivity
from ircompare.model.protocol import Protocol
from ircompare.report.bounds_sentences import Completion, completion


@lru_cache(maxsize=64)
def concluded(digest: str, protocol: Protocol, declared: Declared) -> Significance:
    """What may be concluded under these declarations.

    Raises:
        InputError: No query is scored, or the packages for statistics are absent.
    """
    comparison = calls.comparison(digest, protocol)
    return significance(comparison, declared.plan(comparison.a.scope))


@lru_cache(maxsize=32)
def completed(digest: str, protocol: Protocol) -> Completion | None:
    """What incomplete judgements leave open; None where nothing is."""
    return completion(calls.comparison(digest, protocol))


@lru_cache(maxsize=32)
def tied(digest: str, protocol: Protocol) -> TieSensitivity:
    """What equal scores leave open."""
    return tie_sensitivity(calls.comparison(digest, protocol))
