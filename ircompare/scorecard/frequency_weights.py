"""Means in which frequent queries weigh less, by 1 ÷ √frequency; never the default.

The weights change what is estimated, to a mean that leans on rare queries, and cost sample size:
Kish's effective number of queries is always shown. Weighting by traffic instead is √frequency.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from importlib.util import find_spec

from ircompare.inference.plan import MIN_DIFFERING, MIN_UNITS
from ircompare.inference.signflip import sign_flip
from ircompare.inference.units import Units
from ircompare.scorecard.direction import UP
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.legs import at_declared_cutoff, measure_name
from ircompare.scorecard.long_tail import FIELD
from ircompare.scorecard.row import Dimension, Input, Part, Row, measured, not_computable

WEIGHTED_MEAN = Dimension(
    "tail_weighted_mean",
    "Tail-weighted mean",
    "effect",
    UP,
    "mean over the scored queries, each weighted by 1 ÷ √(its frequency, at least 1)",
)


def weight(frequency: int) -> float:
    """1 ÷ √max(1, frequency).

    >>> [weight(frequency) for frequency in (0, 1, 4, 100)]
    [1.0, 1.0, 0.5, 0.1]
    """
    return 1 / math.sqrt(max(1, frequency))


def effective_size(weights: Sequence[float]) -> float:
    """Kish's effective sample size (Σw)² ÷ Σw²; 0 without a weight above 0."""
    squares = math.fsum(one * one for one in weights)
    return math.fsum(weights) ** 2 / squares if squares else 0.0


def tail_weighted_mean(inputs: Inputs) -> Row:
    """The declared measure under inverse-square-root weights; queries need a frequency."""
    frequency = inputs.queries.frequency
    if frequency is None:
        return not_computable(WEIGHTED_MEAN, [FIELD])
    compared, measure = at_declared_cutoff(inputs), inputs.settings.measure
    queries = [query for query in inputs.scored_ids() if query in frequency]
    places = [inputs.scope.positions[query] for query in queries]
    weights = [weight(frequency[query]) for query in queries]
    sides = [side.values(measure).floats()[places] for side in (compared.a, compared.b)]
    total = math.fsum(weights)
    values = [math.fsum((side * weights).tolist()) / total if queries else None for side in sides]
    size = effective_size(weights)
    deltas = [float(d) for d in compared.deltas(measure).floats()[places]]
    return measured(
        WEIGHTED_MEAN,
        (values[0], values[1]),
        [Input(FIELD, inputs.queries.source), Input("weights", "1 ÷ √max(1, frequency)")],
        n_used=len(queries),
        label=f"{measure_name(inputs)}, tail-weighted",
        parts=[
            Part("effective_n", "effective number of queries (Kish)", size, size),
            *_p_value(weights, deltas, inputs.settings.start),
        ],
        counts={"without frequency": len(inputs.scored_ids()) - len(queries)},
        low=f"fewer than {MIN_UNITS} effective queries" if size < MIN_UNITS else "",
        undefined="no scored query has a frequency",
    )


def _p_value(weights: Sequence[float], deltas: Sequence[float], start: int) -> list[Part]:
    """Sign-flip p-value of the weighted deltas; none below 10 queries or 6 that differ."""
    sums = tuple(Fraction(w * d) for w, d in zip(weights, deltas, strict=True))
    units = Units(sums, (1,) * len(sums), exact=False)
    if len(units) < MIN_UNITS or len(units.differing) < MIN_DIFFERING:
        return []
    if find_spec("scipy") is None:
        return []
    found = sign_flip(units, start)
    if found is None:
        return []
    return [Part("p", "p of the delta (sign flip)", found.value, found.value)]
