"""Query-group calibration error: whether stated probabilities come true in every query group.

Scores of BM25, cosines or fused ranks are no probabilities; only a stated `probability` counts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ircompare.scorecard.dimensions import CALIBRATION
from ircompare.scorecard.direction import DOWN, TO_ZERO
from ircompare.scorecard.inputs import Inputs, absent
from ircompare.scorecard.row import Input, Part, Row, measured, not_computable
from ircompare.scorecard.settings import BINS
from ircompare.scoring.evaluation import Evaluation

MIN_GROUP = 200
FIELD = "query field `group`"


@dataclass(frozen=True)
class Calibration:
    """How stated probabilities compare with outcomes in one group.

    Attributes:
        in_the_large: Mean probability − mean outcome, signed and unbiased, in [−1, 1].
        error: Expected calibration error in bins of equal mass, in [0, 1]; biased upwards in
            small groups even for a perfect model.
        count: Number of queries.
    """

    in_the_large: float
    error: float
    count: int


def calibration(
    probabilities: Sequence[float], outcomes: Sequence[bool], bins: int = BINS
) -> Calibration:
    """Calibration of one group of at least one query; equal probabilities share a bin.

    Raises:
        ValueError: No query, or not one outcome a probability.

    Source:
        Roelofs and others (2022), Mitigating bias in calibration error estimation.
    """
    if not probabilities or len(probabilities) != len(outcomes):
        raise ValueError("calibration needs one outcome for each of at least one probability")
    stated, which = np.unique(np.array(probabilities, np.float64), return_inverse=True)
    counts = np.bincount(which)
    came_true = np.bincount(which, weights=np.array(outcomes, np.float64))
    middles = np.cumsum(counts) - counts / 2
    places = (middles * bins / counts.sum()).astype(np.int64)
    gaps = np.bincount(places, weights=stated * counts - came_true)
    count = len(probabilities)
    return Calibration(
        math.fsum(gaps.tolist()) / count, math.fsum(np.abs(gaps).tolist()) / count, count
    )


def group_calibration_error(inputs: Inputs) -> Row:
    """Largest calibration error of a query group, over the queries where both runs state one.

    The signed error in the large of each group stands first among the parts: it has no bias.
    """
    groups, settings = inputs.queries.group, inputs.settings
    stated = inputs.columns("probability")
    missing = [FIELD] if groups is None else []
    missing += [f"{text} (scores are not probabilities)" for text in absent("probability", stated)]
    probabilities = [one for one in stated if one is not None]
    if missing or groups is None:
        return not_computable(CALIBRATION, missing)
    queries = [q for q in inputs.shared(groups, *probabilities) if _scored(inputs, q)]
    compared = inputs.comparison.at(settings.calibration_k)
    found = [
        _by_group(inputs, side, {query: groups[query] for query in queries}, one)
        for side, one in zip((compared.a, compared.b), probabilities, strict=True)
    ]
    errors = [max((one.error for one in side.values()), default=None) for side in found]
    small = [name for name, one in found[0].items() if one.count < MIN_GROUP]
    event = f"a relevant document in the top {settings.calibration_k}"
    return measured(
        CALIBRATION,
        (errors[0], errors[1]),
        [
            Input(FIELD, inputs.queries.source),
            *inputs.measured_by("probability"),
            Input("outcome", event),
        ],
        n_used=len(queries),
        label=f"largest ECE of a query group, {settings.bins} bins of equal mass ({event})",
        parts=_parts(found),
        counts={"groups": len(found[0]), "left out": len(inputs.scored_ids()) - len(queries)},
        low=f"fewer than {MIN_GROUP} queries: {', '.join(small)}" if small else "",
        undefined="no scored query has a group and a probability in both runs",
    )


def _scored(inputs: Inputs, query_id: str) -> bool:
    scope = inputs.scope
    return bool(scope.scored[scope.positions[query_id]])


def _by_group(
    inputs: Inputs, side: Evaluation, groups: Mapping[str, str], stated: Mapping[str, float]
) -> dict[str, Calibration]:
    came_true, places = side.first_ranks > 0, inputs.scope.positions
    members: dict[str, list[str]] = {}
    for query, name in groups.items():
        members.setdefault(name, []).append(query)
    return {
        name: calibration(
            [stated[query] for query in members[name]],
            [bool(came_true[places[query]]) for query in members[name]],
            inputs.settings.bins,
        )
        for name in sorted(members)
    }


def _parts(found: Sequence[Mapping[str, Calibration]]) -> list[Part]:
    a, b = found
    return [
        *(
            Part(
                f"citl:{name}",
                f"mean probability − mean outcome, {name} ({a[name].count} queries)",
                a[name].in_the_large,
                b[name].in_the_large,
                TO_ZERO,
            )
            for name in a
        ),
        *(
            Part(f"ece:{name}", f"calibration error, {name}", a[name].error, b[name].error, DOWN)
            for name in a
        ),
    ]
