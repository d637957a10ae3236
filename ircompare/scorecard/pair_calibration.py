"""Query-group calibration error of pairs: whether documents are as likely relevant as stated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from ircompare.model.ids import BoolArray
from ircompare.scorecard.calibration_error import ByGroup, calibration, few, group_parts, worst
from ircompare.scorecard.dimensions import CALIBRATION
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.pair_outcomes import Outcomes, pair_outcomes
from ircompare.scorecard.pairs import Pairs
from ircompare.scorecard.row import Input, Row, measured
from ircompare.scoring.numbers import counted

EVENT = "a document relevant to its query"


def by_pairs(inputs: Inputs, groups: Mapping[str, str], pairs: Sequence[Pairs], told: Input) -> Row:
    """The row of pairs of scored queries with a group; the runs need not have the same pairs.

    Every group of a scored query counts: one without pairs is too small, and so is the row.

    Args:
        pairs: Those of A and of B, both with probabilities.
        told: Where the groups come from.
    """
    scope, settings = inputs.scope, inputs.settings
    pooled = scope.protocol.judgements == "pooled"
    chosen = inputs.chosen(set(groups))
    sides = [pair_outcomes(scope, one, chosen) for one in pairs]
    names = np.array([groups.get(query, "") for query in scope.query_ids], object)
    a, b = (_by_group(one, names, chosen, settings.bins) for one in sides)
    sizes, asked = [len(one.stated) for one in sides], [set(one.queries.tolist()) for one in sides]
    event = f"{EVENT}, unjudged pairs left out" if pooled else EVENT
    return measured(
        CALIBRATION,
        (worst(a), worst(b)),
        [
            told,
            *(
                Input(f"`probability` of pairs of run {run}", one.source)
                for run, one in zip("AB", pairs, strict=True)
            ),
            Input("outcome", event),
        ],
        n_used=min(sizes),
        label=_label(settings.bins, event, sizes, [len(one) for one in asked]),
        parts=group_parts(a, b, "pairs"),
        counts={
            "groups": len(a),
            **_each("pairs of {}", sizes),
            **_each("queries of {}", [len(one) for one in asked]),
            **_unjudged(pooled, [one.unjudged for one in sides]),
            "left out": len(inputs.scored_ids()) - len(set.intersection(*asked)),
        },
        low=few(a, b, "pairs"),
        undefined="no scored query has a group and a judged pair with a probability in both runs",
    )


def _label(bins: int, event: str, sizes: Sequence[int], queries: Sequence[int]) -> str:
    """What was computed, with what the numbers of pairs mean."""
    shown = [
        f"{counted(size, 'pair')} of {counted(count, 'query')} in {run}"
        for run, size, count in zip("AB", sizes, queries, strict=True)
    ]
    told = [
        f"largest ECE of a query group, {bins} bins of equal mass ({event})",
        f"{', '.join(shown)}, and pairs of one query are not independent",
    ]
    if len(set(sizes)) > 1:
        told += ["fewer pairs lift the ECE, not the mean probability − mean outcome"]
    return "; ".join(told)


def _unjudged(pooled: bool, numbers: Sequence[int]) -> dict[str, int]:
    """Pairs without a judgement; exhaustive judgements have one of every known document."""
    if not pooled and not any(numbers):
        return {}
    return _each("unjudged pairs of {}, " + ("left out" if pooled else "not relevant"), numbers)


def _each(name: str, numbers: Sequence[int]) -> dict[str, int]:
    return {name.format(run): number for run, number in zip("AB", numbers, strict=True)}


def _by_group(
    side: Outcomes, names: npt.NDArray[np.object_], chosen: BoolArray, bins: int
) -> ByGroup:
    """Calibration of each group of the chosen queries; None for one without pairs."""
    own = names[side.queries]
    return {
        name: calibration(side.stated[inside].tolist(), side.relevant[inside].tolist(), bins)
        if (inside := own == name).any()
        else None
        for name in sorted(set(names[chosen]))
    }
