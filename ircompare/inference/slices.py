"""The comparison slice by slice, and the slice that loses while the whole gains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ircompare.inference.fields import Slicing, declared_names, slicing, slicings
from ircompare.inference.plan import MIN_DIFFERING, MIN_UNITS
from ircompare.model.ids import BoolArray, IntArray
from ircompare.scoring.comparison import Comparison, Counts, Number

SLICED = ("recall", "rr")


@dataclass(frozen=True)
class SliceValue:
    """One measure on one slice.

    Attributes:
        mean_a, mean_b: Means over the slice's scored queries; exact where the measure is.
        counts: Its improved, tied and regressed queries.
    """

    mean_a: Number
    mean_b: Number
    delta: Number
    counts: Counts

    @property
    def differing(self) -> int:
        """Queries that improved or regressed."""
        return self.counts.improved + self.counts.regressed

    @property
    def small(self) -> bool:
        """Whether it says too little: fewer than 10 queries, or fewer than 6 that differ."""
        return self.counts.total < MIN_UNITS or self.differing < MIN_DIFFERING


@dataclass(frozen=True, eq=False)
class Slice:
    """The scored queries that share a value of a field.

    Attributes:
        field, label: Name of the field, and the value or band.
        places: Positions of its queries in the split, ascending; at least one.
        values: By key of the measure.
        ascending: Whether the slices of its field are numbers and have an order of their own.
    """

    field: str
    label: str
    places: IntArray
    values: Mapping[str, SliceValue]
    ascending: bool = False

    @property
    def count(self) -> int:
        """Number of its scored queries."""
        return len(self.places)


@dataclass(frozen=True, eq=False)
class LosingSlice:
    """A slice whose mean fell while that of all queries rose.

    Attributes:
        slice: The one with the largest fall among those that are not too small.
        measure: Key of the measure.
        fell: How many fell among those that are not too small.
        small: How many are too small.
        looked_at: How many slices were looked at, the small ones included.
    """

    slice: Slice
    measure: str
    fell: int
    small: int
    looked_at: int


def chosen_of(places: IntArray, count: int) -> BoolArray:
    """Which of so many queries stand at some places (shape: count)."""
    chosen = np.zeros(count, np.bool_)
    chosen[places] = True
    return chosen


def whole(comparison: Comparison, measures: Sequence[str] = SLICED) -> Slice:
    """All scored queries, at least one, as a slice without field and label."""
    return _slice(comparison, ("", ""), np.flatnonzero(comparison.scored), measures)


def slices(
    comparison: Comparison, field: str, measures: Sequence[str] = SLICED
) -> tuple[Slice, ...]:
    """Every slice of one field, in the order of its values; together all scored queries.

    Raises:
        KeyError: The queries have no such field.
    """
    return _sliced(comparison, slicing(comparison.a.scope, field), measures)


def declared_slices(comparison: Comparison, measures: Sequence[str] = SLICED) -> tuple[Slice, ...]:
    """Every slice of the fields that stand in the queries file and divide usefully.

    What a headline looks at: fields that are only derived, such as the length of a query, are
    not among them.
    """
    scope = comparison.a.scope
    return tuple(
        one
        for division in slicings(scope, declared_names(scope))
        for one in _sliced(comparison, division, measures)
    )


def losing_slice(
    comparison: Comparison, looked_at: Iterable[Slice], measure: str
) -> LosingSlice | None:
    """The slice to name in a headline: it fell most while the mean of all queries rose.

    Only a slice of at least 10 queries of which at least 6 differ. Of equal falls the one with
    more queries, then the first.

    Args:
        looked_at: All slices that were looked at, of whichever fields.
    """
    found = tuple(looked_at)
    rise = comparison.mean_delta(measure)
    if rise is None or rise <= 0:
        return None
    large = [one for one in found if not one.values[measure].small]
    fell = [one for one in large if one.values[measure].delta < 0]
    if not fell:
        return None
    worst = min(fell, key=lambda one: (one.values[measure].delta, -one.count))
    return LosingSlice(worst, measure, len(fell), len(found) - len(large), len(found))


def arranged(found: Iterable[Slice], measure: str) -> tuple[Slice, ...]:
    """Largest loss first, numbers in their own order; those that are too small last."""
    return tuple(
        sorted(
            found,
            key=lambda one: (
                one.values[measure].small,
                0 if one.ascending else one.values[measure].delta,
            ),
        )
    )


def _sliced(
    comparison: Comparison, division: Slicing, measures: Sequence[str]
) -> tuple[Slice, ...]:
    return tuple(
        _slice(
            comparison,
            (division.field, label),
            division.places(label),
            measures,
            division.ascending,
        )
        for label in division.labels
    )


def _slice(
    comparison: Comparison,
    names: tuple[str, str],
    places: IntArray,
    measures: Sequence[str],
    ascending: bool = False,
) -> Slice:
    values = {measure: _value(comparison, measure, places) for measure in measures}
    return Slice(*names, places, values, ascending)


def _value(comparison: Comparison, measure: str, places: IntArray) -> SliceValue:
    chosen = chosen_of(places, len(comparison.scored))
    mean_a, mean_b, delta = (
        column.total(chosen) / len(places)
        for column in (
            comparison.a.values(measure),
            comparison.b.values(measure),
            comparison.deltas(measure),
        )
    )
    signs = comparison.verdicts(measure)[places]
    up, down = int((signs > 0).sum()), int((signs < 0).sum())
    return SliceValue(mean_a, mean_b, delta, Counts(up, len(places) - up - down, down))
