"""Cached calls for the Scorecard page: tables put together, the twelve rows, and the fronts."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ircompare.dashboard import calls
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.files import Role
from ircompare.dashboard.scorecard import rules as card_rules
from ircompare.dashboard.scorecard.tables import PER_RUN
from ircompare.errors import InputError, Problem
from ircompare.model.protocol import Protocol
from ircompare.model.stored import AnyRun
from ircompare.readers.loaded import Loaded
from ircompare.readers.scorecard_settings import Choices
from ircompare.readers.scorecard_tables import Tables, scorecard_inputs
from ircompare.scorecard import fronts as card_fronts
from ircompare.scorecard.alerts import Rule
from ircompare.scorecard.card import scorecard
from ircompare.scorecard.companions import Companions, companions
from ircompare.scorecard.inputs import AnswerLabels, Inputs, Measurements, RunTables, Variants
from ircompare.scorecard.pairs import Pairs
from ircompare.scorecard.pareto import Front, Noun, configuration_front
from ircompare.scorecard.row import Row
from ircompare.scoring.evaluation import Evaluation


def tables(data: Dataset) -> Tables:
    """The tables among the files of a data set."""
    variants = _value(data, "variants")
    loaded = [
        item.loaded
        for item in data.files
        if item.given.slot in ("variants", *PER_RUN) and item.loaded is not None
    ]
    return Tables(
        variants if isinstance(variants, Variants) else None,
        _of_run(data, "A"),
        _of_run(data, "B"),
        (*loaded, *_repeats(data, "A"), *_repeats(data, "B")),
    )


def _of_run(data: Dataset, role: Role) -> RunTables:
    measurements, answers, pairs = (
        _value(data, slot, role) for slot in ("measurements", "answers", "pairs")
    )
    return RunTables(
        measurements if isinstance(measurements, Measurements) else None,
        answers if isinstance(answers, AnswerLabels) else None,
        pairs=pairs if isinstance(pairs, Pairs) else None,
        repeats=tuple(one.value for one in _repeats(data, role) if isinstance(one.value, AnyRun)),
    )


def _repeats(data: Dataset, role: Role) -> list[Loaded[object]]:
    """The repeated runs of run A or of run B that could be read."""
    own = (one for one in data.files if one.given.slot == "repeat" and one.given.role == role)
    return [one.loaded for one in own if one.loaded is not None]


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
    a, b = (calls.side(digest, protocol, role).collapsed for role in "AB")
    return scorecard_inputs(compared, held.settings, tables(data), dict(held.fields), chunks=(a, b))


@lru_cache(maxsize=32)
def rows(inputs: Inputs) -> tuple[Row, ...]:
    """The twelve rows; the same inputs are computed once."""
    return scorecard(inputs)


def beside(inputs: Inputs) -> Companions:
    """The companions of the twelve rows, with the alert rules in force."""
    return _beside(inputs, card_rules.in_force())


@lru_cache(maxsize=32)
def _beside(inputs: Inputs, rules: tuple[Rule, ...]) -> Companions:
    return companions(inputs, rows(inputs), rules)


@lru_cache(maxsize=32)
def fronts(digest: str, protocol: Protocol, noun: Noun) -> tuple[Front, Front]:
    """Recall against precision of run A and run B at cutoffs or score thresholds."""
    return card_fronts.fronts(calls.comparison(digest, replace(protocol, k=1)), noun)


@lru_cache(maxsize=32)
def configurations(digest: str, protocol: Protocol) -> tuple[Front, tuple[Problem, ...]]:
    """Every loaded run as a point, run A and run B first, and why some runs cannot be scored."""
    found: list[Evaluation] = []
    faults: list[Problem] = []
    for role in calls.known(digest).roles:
        try:
            found.append(calls.evaluation(digest, protocol, role))
        except InputError as error:
            faults += error.problems
    return configuration_front(found), tuple(faults)


def without_scores(digest: str, protocol: Protocol) -> list[str]:
    """Names of the runs of which no score threshold can be drawn."""
    return card_fronts.without_scores(calls.comparison(digest, replace(protocol, k=1)))
