"""How uncertain the mean delta of each slice is, each by itself."""

from __future__ import annotations

from collections.abc import Sequence

from ircompare.inference.packages import require_statistics
from ircompare.inference.slices import Slice, chosen_of
from ircompare.inference.student import Interval, student
from ircompare.inference.units import Units
from ircompare.scoring.comparison import Comparison


def slice_intervals(
    comparison: Comparison, found: Sequence[Slice], measure: str
) -> tuple[Interval | None, ...]:
    """The 95 % interval of the mean delta of each slice; None where it is too small.

    None as well where all of its queries changed alike. Each interval stands alone: none is
    corrected for the number of slices that are looked at.

    Raises:
        InputError: The packages for statistics are absent.
    """
    require_statistics()
    deltas, count = comparison.deltas(measure), len(comparison.scored)
    held = []
    for one in found:
        units = Units.of(deltas, chosen_of(one.places, count))
        told = None if one.values[measure].small else student(units)
        held.append(None if told is None else told.interval95)
    return tuple(held)
