"""A composite of chosen components: never by default, never validated, null if one is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ircompare.scorecard.direction import Number
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.means import mean, total
from ircompare.scorecard.profiles import Component, Profile
from ircompare.scorecard.row import Row, State, delta_of
from ircompare.scorecard.x_score_row import COLUMNS as PARTS

LABEL = "composite of declared weights, not validated"


@dataclass(frozen=True)
class Scaled:
    """A component of a composite with its values.

    Attributes:
        component, weight: The component and its normalised weight.
        state: That of its row; `COMPUTED` or `NOT_COMPUTABLE` for a column.
        value_a, value_b: Its numbers.
        unit_a, unit_b: The same mapped to [0, 1], 1 being best.
        clipped: Whether a number lay outside its declared range and was set to its end.
    """

    component: Component
    weight: Fraction
    state: State
    value_a: Number | None
    value_b: Number | None
    unit_a: Number | None
    unit_b: Number | None
    clipped: bool


@dataclass(frozen=True)
class Composite:
    """The weighted sum of scaled components, always shown with them.

    Attributes:
        value_a, value_b: In [0, 1]; None where a component is missing.
        missing: Titles of the components without value.
        low: Titles of the components that rest on too few observations.
        profile_sha256: Fingerprint of the weights and ranges; belongs to the protocol.
    """

    title: str
    components: tuple[Scaled, ...]
    value_a: Number | None
    value_b: Number | None
    missing: tuple[str, ...]
    low: tuple[str, ...]
    profile_sha256: str
    label: str = LABEL

    @property
    def delta(self) -> Number | None:
        """B − A; None where a component is missing."""
        return delta_of(self.value_a, self.value_b)


def composite(profile: Profile, rows: Sequence[Row], inputs: Inputs) -> Composite:
    """Both runs under the weights of a profile.

    A component of weight 0 is shown but not needed.

    Args:
        rows: Of the scorecard; they give the dimensions.
        inputs: They give the columns of the user's own.
    """
    by_key = {row.dimension.key: row for row in rows}
    parts = []
    for component, weight in zip(profile.components, profile.weights, strict=True):
        state: State
        if component.kind == "column":
            value_a, value_b = column_means(inputs, component.key)
            state = "NOT_COMPUTABLE" if value_a is None else "COMPUTED"
        else:
            row = by_key[component.key]
            value_a, value_b, state = row.value_a, row.value_b, row.state
        parts.append(_scaled(component, weight, state, (value_a, value_b)))
    needed = [part for part in parts if part.weight]
    missing = [part.component.title for part in needed if None in (part.unit_a, part.unit_b)]
    sides = [[(part.weight, part.unit_a) for part in needed]]
    sides.append([(part.weight, part.unit_b) for part in needed])
    values = [None if missing else _weighted(side) for side in sides]
    return Composite(
        profile.title,
        tuple(parts),
        values[0],
        values[1],
        tuple(missing),
        tuple(part.component.title for part in needed if part.state == "LOW_N"),
        profile.sha256,
    )


def unit_value(component: Component, value: Number) -> tuple[Number, bool]:
    """A number on the scale from 0 to 1, and whether it had to be clipped to it.

    For a target the distance to it counts, as a share of the largest one in the range.
    """
    low, high, direction = component.low, component.high, component.direction
    outside = not low <= value <= high
    inside = min(max(value, low), high)
    if direction.kind == "target":
        target = direction.target
        furthest = max(abs(high - target), abs(low - target))
        return 1 - max(inside - target, target - inside) / furthest, outside
    share = (inside - low) / (high - low)
    return (share if direction.kind == "up" else 1 - share), outside


def column_means(inputs: Inputs, name: str) -> tuple[Number | None, Number | None]:
    """Means of a column of the user's own, over the queries that both runs have it for.

    The parts of the X-Score are such columns too.
    """
    tables = [side.measurements for side in (inputs.a, inputs.b)]
    held: list[Mapping[str, Number] | None] = [
        getattr(one, name) if name in PARTS else one.columns.get(name)
        for one in tables
        if one is not None
    ]
    columns = [column for column in held if column is not None]
    if len(columns) < 2:
        return None, None
    queries = inputs.shared(*columns)
    a, b = (mean(column[query] for query in queries) for column in columns)
    return a, b


def _scaled(
    component: Component,
    weight: Fraction,
    state: State,
    values: tuple[Number | None, Number | None],
) -> Scaled:
    units = [None if value is None else unit_value(component, value) for value in values]
    unit_a, unit_b = (None if unit is None else unit[0] for unit in units)
    clipped = any(unit is not None and unit[1] for unit in units)
    return Scaled(component, weight, state, *values, unit_a, unit_b, clipped)


def _weighted(parts: Sequence[tuple[Fraction, Number | None]]) -> Number:
    return total(weight * value for weight, value in parts if value is not None)
