"""Cross-modal consistency: supplied similarities of texts and images, summarised.

Mean, least and standard deviation. Mean ÷ deviation is not offered: it has no upper bound, and
three equal bad similarities would beat three good ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import pstdev

import numpy as np

from ircompare.scorecard.direction import Number
from ircompare.scorecard.finding import Finding, lacking
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.means import mean
from ircompare.scorecard.pairs import Pairs, absent_pairs, stated_of
from ircompare.scorecard.row import Input

CROSS_MODAL = ("cross_modal_consistency", "Cross-modal consistency")


@dataclass(frozen=True)
class Similarities:
    """A summary of similarities.

    Attributes:
        mean, least: Exact where the similarities are.
        deviation: Standard deviation of these very similarities (population form).
        count: How many there are.
    """

    mean: Number
    least: Number
    deviation: float
    count: int


def similarities(rows: Iterable[Iterable[Number]]) -> Similarities | None:
    """The summary of similarities, one row a text and one column an image; None without any.

    Rows and columns are of two kinds, so nothing is symmetric and there is no diagonal.

    Raises:
        ValueError: A similarity that is not finite.
    """
    values = [value for row in rows for value in row]
    if not all(math.isfinite(value) for value in values):
        raise ValueError("similarities must be finite numbers")
    middle = mean(values)
    if middle is None:
        return None
    return Similarities(middle, min(values), pstdev(float(value) for value in values), len(values))


def supplied_similarities(inputs: Inputs) -> Finding:
    """Mean, least and deviation of the similarities that each run supplies for its pairs.

    Over the queries of the split, scored or not: a similarity needs no judgement.
    """
    pairs = [side.pairs for side in (inputs.a, inputs.b)]
    missing = absent_pairs("similarity", [stated_of(one, "similarity") for one in pairs])
    if missing:
        return lacking(*CROSS_MODAL, missing)
    held = [one for one in pairs if one is not None]
    found = [_of_split(one, inputs.scope.positions) for one in held]
    told = tuple(
        Input(f"`similarity` of pairs of run {run}", f"{one.source} · {len(values):,} pairs")
        for run, one, (values, _) in zip("AB", held, found, strict=True)
    )
    sizes = ", ".join(f"{len(values):,} in {x}" for x, (values, _) in zip("AB", found, strict=True))
    label = f"similarities as supplied, of pairs whatever their judgement: {sizes}"
    a, b = (similarities([values]) for values, _ in found)
    if a is None or b is None:
        why = "no query of the split has a similarity in both runs"
        return Finding(*CROSS_MODAL, label, inputs=told, why=why)
    values = (
        *(("mean A", a.mean), ("mean B", b.mean), ("least A", a.least), ("least B", b.least)),
        *(("standard deviation A", a.deviation), ("standard deviation B", b.deviation)),
    )
    return Finding(*CROSS_MODAL, label, values, len(found[0][1] | found[1][1]), told)


def _of_split(pairs: Pairs, positions: Mapping[str, int]) -> tuple[list[float], set[int]]:
    """Similarities of the pairs of some queries, and which of them have any."""
    places = pairs.places(positions)
    column = np.full(len(pairs), np.nan) if pairs.similarity is None else pairs.similarity
    rows = (places >= 0) & ~np.isnan(column)
    return column[rows].tolist(), set(places[rows].tolist())
