"""Cached calls for the Scorecard page: tables put together, the twelve rows, and the fronts."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ircompare.dashboard import calls
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.files import Role
from ircompare.model.protocol import Protocol
from ircompare.readers.scorecard_settings import Choices
from ircompare.readers.scorecard_tables import Tables, scorecard_inputs
from ircompare.scorecard.card import scorecard
from ircompare.scorecard.companions import Companions, companions
from ircompare.scorecard.inputs import AnswerLabels, Inputs, Measurements, RunTables, Variants
from ircompare.scorecard.pareto import Front, cutoff_front
from ircompare.scorecard.row import Row

DEEPEST = 50


def tables(data: Dataset) -> Tables:
    """The tables among the files of a data set."""
    variants = _value(data, "variants")
    loaded = [
        item.loaded
        for item in data.files
        if item.given.slot in ("variants", "measurements", "answers") and item.loaded is not None
    ]
    return Tables(
        variants if isinstance(variants, Variants) else None,
        _of_run(data, "A"),
        _of_run(data, "B"),
        tuple(loaded),
    )


def _of_run(data: Dataset, role: Role) -> RunTables:
    measurements, answers = (_value(data, slot, role) for slot in ("measurements", "answers"))
    return RunTables(
        measurements if isinstance(measurements, Measurements) else None,
        answers if isinstance(answers, AnswerLabels) else None,
    )


def _value(data: Dataset, slot: str, role: Role = "") -> object:
    held = data.file(slot, role)
    return held.loaded.value if held is not None and held.loaded is not None else None


def inputs(digest: str, protocol: Protocol, held: Choices) -> Inputs:
    """All that the rows rest on, whatever the cutoff of the sidebar.

    Raises:
        InputError: A field or a table does not fit.
    """
    return _inputs(digest, replace(protocol, k=held.settings.k), replace(held, profile=None))


@lru_cache(maxsize=32)
def _inputs(digest: str, protocol: Protocol, held: Choices) -> Inputs:
    data = calls.known(digest)
    compared = calls.comparison(digest, protocol)
    return scorecard_inputs(compared, held.settings, tables(data), dict(held.fields))


@lru_cache(maxsize=32)
def rows(inputs: Inputs) -> tuple[Row, ...]:
    """The twelve rows; the same inputs are computed once."""
    return scorecard(inputs)


@lru_cache(maxsize=32)
def beside(inputs: Inputs) -> Companions:
    """The companions of the twelve rows, with the alert rules of the package."""
    return companions(inputs, rows(inputs))


@lru_cache(maxsize=32)
def fronts(digest: str, protocol: Protocol) -> tuple[Front, Front]:
    """Recall against precision of run A and run B at every cutoff, at most 50."""
    pair = calls.comparison(digest, replace(protocol, k=1))
    depth = min(DEEPEST, max(pair.a.hits.run.depth, pair.b.hits.run.depth, 1))
    return cutoff_front(pair.a, depth), cutoff_front(pair.b, depth)
