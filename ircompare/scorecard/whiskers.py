"""How uncertain a point of recall and precision is on few queries."""

from __future__ import annotations

from importlib.util import find_spec

from ircompare.inference.plan import MIN_UNITS
from ircompare.inference.student import Interval, student
from ircompare.inference.units import Units
from ircompare.model.ids import BoolArray
from ircompare.scoring.values import AnyValues

NOISY_BELOW = 50


def whisker(values: AnyValues, scored: BoolArray) -> Interval | None:
    """The 95 % interval of a mean by Student's t; it may reach beyond [0, 1].

    None from 50 queries on, where the mean is no longer noisy; below 10, where an interval says
    nothing; where all values are the same; and where SciPy is absent.

    Args:
        values: One a query, defined where scored (length n).
        scored: The queries of the mean (shape: n).
    """
    count = int(scored.sum())
    if not MIN_UNITS <= count < NOISY_BELOW or find_spec("scipy") is None:
        return None
    found = student(Units.of(values, scored))
    return None if found is None else found.interval95
