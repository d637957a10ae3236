"""Cross-modal consistency: supplied similarities of texts and images, summarised.

Mean, least and standard deviation. Mean ÷ deviation is not offered: it has no upper bound, and
three equal bad similarities would beat three good ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import pstdev

from ircompare.scorecard.direction import Number
from ircompare.scorecard.means import mean


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
