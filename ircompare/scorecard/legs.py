"""Two groups of queries side by side, each with the means of both runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np

from ircompare.inference.plan import MIN_UNITS
from ircompare.model.ids import BoolArray, FloatArray
from ircompare.scorecard.direction import UP, Number
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.row import Part, delta_of
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import MEASURES

RESAMPLES = 2000


@dataclass(frozen=True, eq=False)
class Leg:
    """A group of scored queries.

    Attributes:
        name: What they are, such as `frequent`.
        chosen: Which queries of the split (shape: n).
        mean_a, mean_b: None where the group is empty.
    """

    name: str
    chosen: BoolArray
    mean_a: Number | None
    mean_b: Number | None

    @property
    def count(self) -> int:
        """Number of its queries."""
        return int(self.chosen.sum())

    @property
    def part(self) -> Part:
        """Its means, to be shown beside every number made from them."""
        return Part(f"mean_{self.name}", f"mean, {self.name}", self.mean_a, self.mean_b, UP)


def at_declared_cutoff(inputs: Inputs) -> Comparison:
    """The comparison at the cutoff that the settings declare."""
    return inputs.comparison.at(inputs.settings.k)


def measure_name(inputs: Inputs) -> str:
    """The declared measure with its cutoff, such as `Recall@5`."""
    return MEASURES[inputs.settings.measure].mean_at(inputs.settings.k)


def leg(inputs: Inputs, name: str, chosen: BoolArray) -> Leg:
    """A group of scored queries with the means of the declared measure."""
    compared, count = at_declared_cutoff(inputs), int(chosen.sum())
    means = [
        side.values(inputs.settings.measure).total(chosen) / count if count else None
        for side in (compared.a, compared.b)
    ]
    return Leg(name, chosen, *means)


def gap(first: Leg, second: Leg) -> tuple[Number | None, Number | None]:
    """Mean of the first − mean of the second, of A and of B; None where a leg is empty."""
    return (
        delta_of(second.mean_a, first.mean_a),
        delta_of(second.mean_b, first.mean_b),
    )


def too_few(legs: Sequence[Leg]) -> str:
    """Why the legs are too small to conclude from; "" where none is."""
    small = [f"{one.count} {one.name}" for one in legs if one.count < MIN_UNITS]
    return f"fewer than {MIN_UNITS} queries: {', '.join(small)}" if small else ""


def gap_interval(inputs: Inputs, first: Leg, second: Leg) -> list[Part]:
    """Ends of the 95 % bootstrap interval of each run's gap, the legs drawn independently.

    None below 10 queries in a leg, where SciPy is absent, and where a leg has no spread at all.
    """
    if too_few([first, second]) or find_spec("scipy") is None:
        return []
    ends = [_interval(inputs, side, (first, second)) for side in _sides(inputs)]
    return [
        Part(f"gap_{name}", f"gap, {name} end of its 95 % interval", ends[0][at], ends[1][at])
        for at, name in enumerate(("lower", "upper"))
    ]


def welch_p(inputs: Inputs, first: Leg, second: Leg) -> list[Part]:
    """P-value of each run's gap by Welch's t test for different queries; none below 10 a leg."""
    if too_few([first, second]) or find_spec("scipy") is None:
        return []
    from scipy.stats import ttest_ind

    values = []
    for side in _sides(inputs):
        samples = _samples(inputs, side, (first, second))
        spread = any(len(set(sample.tolist())) > 1 for sample in samples)
        found = float(ttest_ind(*samples, equal_var=False).pvalue) if spread else None
        values.append(found)
    return [Part("welch_p", "p of the gap (Welch's t test, unpaired)", values[0], values[1])]


def _sides(inputs: Inputs) -> tuple[Evaluation, Evaluation]:
    compared = at_declared_cutoff(inputs)
    return compared.a, compared.b


def _samples(inputs: Inputs, side: Evaluation, legs: Sequence[Leg]) -> list[FloatArray]:
    values = side.values(inputs.settings.measure).floats()
    return [values[one.chosen] for one in legs]


def _interval(
    inputs: Inputs, side: Evaluation, legs: Sequence[Leg]
) -> tuple[float, float] | tuple[None, None]:
    from scipy.stats import bootstrap

    samples = _samples(inputs, side, legs)
    if any(len(set(sample.tolist())) < 2 for sample in samples):
        return None, None
    found = bootstrap(
        samples,
        _difference,
        vectorized=True,
        n_resamples=RESAMPLES,
        method="percentile",
        rng=np.random.default_rng(inputs.settings.start),
    ).confidence_interval
    return float(found.low), float(found.high)


def _difference(first: FloatArray, second: FloatArray, axis: int = -1) -> FloatArray:
    return np.asarray(first.mean(axis=axis) - second.mean(axis=axis))
