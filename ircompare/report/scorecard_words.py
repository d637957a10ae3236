"""Rows of the scorecard in words: values with their unit, deltas, verdicts, directions, states."""

from __future__ import annotations

from ircompare.scorecard.direction import Direction, Number
from ircompare.scorecard.row import Part, Row
from ircompare.scoring.numbers import NO_VALUE, PLACES, SIGNS, decimal, delta_decimal, places_for

BETTER = {1: "better", 0: "the same", -1: "worse"}
ACROSS = "crosses its target"
DIRECTIONS = {"up": "higher is better", "down": "lower is better"}
UNIT_PLACES, LARGE = 1, 10


def direction_words(direction: Direction) -> str:
    """Which way is better, such as `closer to 0 is better`."""
    return DIRECTIONS.get(direction.kind, f"closer to {direction.target} is better")


def verdict_words(verdict: int | None) -> str:
    """Sign and word of a verdict, such as `▲ better`; without a sign where there is none."""
    return ACROSS if verdict is None else f"{SIGNS[verdict]} {BETTER[verdict]}"


def row_values(row: Row) -> tuple[str, str]:
    """The values of A and of B as decimals with their unit, different where they differ."""
    places = _places(row.value_a, row.value_b, row.dimension.unit)
    a, b = (number_words(value, places, row.dimension.unit) for value in (row.value_a, row.value_b))
    return a, b


def row_delta(row: Row) -> str:
    """B − A with its sign and unit."""
    places = _places(row.value_a, row.value_b, row.dimension.unit)
    if row.delta is None:
        return NO_VALUE
    return _with_unit(delta_decimal(row.delta, places), row.dimension.unit)


def part_words(part: Part) -> str:
    """A part with both values, such as `mean, rare 0.500 → 0.400`."""
    places = _places(part.value_a, part.value_b, "")
    a, b = (number_words(value, places) for value in (part.value_a, part.value_b))
    return f"{part.label} {a}" if a == b else f"{part.label} {a} → {b}"


def number_words(value: Number | None, places: int | None = None, unit: str = "") -> str:
    """A number as decimal with its unit; whole ones without places, large ones with one."""
    if value is None:
        return NO_VALUE
    if places is None:
        places = PLACES if -LARGE < value < LARGE else UNIT_PLACES
    text = f"{int(value):,}" if value == int(value) else decimal(value, places)
    return _with_unit(text.replace("-", "−"), unit)


def state_words(row: Row) -> str:
    """The state with its reason."""
    return f"{row.state}: {row.why}" if row.why else row.state


def _places(a: Number | None, b: Number | None, unit: str) -> int:
    known = [value for value in (a, b) if value is not None]
    rough = [decimal(value, UNIT_PLACES) for value in known]
    large = bool(unit) or not any(-LARGE < value < LARGE for value in known)
    if large and len(set(rough)) == len(set(known)):
        return UNIT_PLACES
    return places_for(*known) if known else UNIT_PLACES


def _with_unit(text: str, unit: str) -> str:
    return f"{text} {unit}".rstrip()
