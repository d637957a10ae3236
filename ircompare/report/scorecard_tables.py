"""The scorecard as CSV and JSON: every row with its parts, its inputs and what fixed it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import pyarrow as pa

from ircompare.report.protocol import fingerprints, protocol_json
from ircompare.report.scorecard_words import BETTER
from ircompare.report.tables import CSV_MARK, csv_lines, csv_rows
from ircompare.scorecard.alerts import Rule
from ircompare.scorecard.composite import Composite
from ircompare.scorecard.direction import Direction, Number
from ircompare.scorecard.fingerprint import scorecard_sha256
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.refusals import REFUSALS
from ircompare.scorecard.row import Part, Row
from ircompare.scorecard.unread import remarks
from ircompare.scoring.numbers import number_text

Json = dict[str, object]


def _schema() -> pa.Schema:
    texts = ("run_a", "run_b", "quadrant", "dimension", "part", "label", "state", "direction")
    held = {name: pa.string() for name in texts}
    for name in ("a", "b", "delta"):
        held |= {name: pa.float64()}
        held |= {f"{name}_{half}": pa.string() for half in ("numerator", "denominator")}
    held |= {"better": pa.string(), "n_used": pa.int64()}
    held |= {name: pa.string() for name in ("unit", "why", "inputs", "scorecard_sha256")}
    return pa.schema([*held.items()])


def scorecard_csv(
    rows: Sequence[Row],
    inputs: Inputs,
    composite: Composite | None = None,
    rules: Iterable[Rule] | None = None,
) -> bytes:
    """A line for each dimension, its parts below it; exact values as two whole numbers too.

    Args:
        composite, rules: As of `scorecard_json`; they are in the fingerprint alone.
    """
    lines = list(_lines(rows, inputs, card_sha256(inputs, composite, rules)))
    table = pa.Table.from_pylist(lines, schema=_schema())
    return CSV_MARK + csv_lines([table.column_names]) + csv_lines(csv_rows(table))


def _lines(rows: Iterable[Row], inputs: Inputs, fingerprint: str) -> Iterator[Json]:
    for row in rows:
        own = row.dimension
        named = dict(zip(("run_a", "run_b"), inputs.names, strict=True))
        named |= {"quadrant": own.quadrant, "dimension": own.key}
        told = "; ".join(f"{one.name}: {one.value}" for one in row.inputs)
        whole = Part(own.key, row.label, row.value_a, row.value_b, own.direction)
        better = None if row.verdict is None else BETTER[row.verdict]
        rest = {"better": better, "n_used": row.n_used, "unit": own.unit}
        rest |= {"why": row.why, "inputs": told, "scorecard_sha256": fingerprint}
        yield {**named, **_cells(whole), "state": row.state, **rest}
        for part in row.parts:
            yield {**named, "part": part.key, **_cells(part)}


def _cells(part: Part) -> Json:
    found: Json = {"label": part.label, "direction": _direction(part.direction)}
    for name, value in (("a", part.value_a), ("b", part.value_b), ("delta", part.delta)):
        found |= _number_cells(name, value)
    return found


def _number_cells(name: str, value: Number | None) -> Json:
    if value is None:
        return {}
    if isinstance(value, float):
        return {name: value}
    exact = Fraction(value)
    halves = {"numerator": str(exact.numerator), "denominator": str(exact.denominator)}
    return {name: float(exact), **{f"{name}_{half}": text for half, text in halves.items()}}


def card_sha256(
    inputs: Inputs, composite: Composite | None = None, rules: Iterable[Rule] | None = None
) -> str:
    """Fingerprint of the choices that fix a scorecard, as `scorecard_sha256`."""
    profile = None if composite is None else composite.profile_sha256
    return scorecard_sha256(inputs, profile, rules)


def scorecard_json(
    rows: Sequence[Row],
    inputs: Inputs,
    composite: Composite | None = None,
    rules: Iterable[Rule] | None = None,
) -> Json:
    """All rows with the choices that fix them; exact values as fraction texts.

    Args:
        composite: Of a profile that the user chose; None where none was.
        rules: The alert rules in force; None for those of the package.
    """
    sides = (inputs.comparison.a, inputs.comparison.b)
    own = {"scorecard_sha256": card_sha256(inputs, composite, rules)}
    return {
        "a": inputs.names[0],
        "b": inputs.names[1],
        "rows": [row_json(row) for row in rows],
        "composite": composite and composite_json(composite),
        "settings": dict(inputs.settings.as_dict()),
        "protocol": protocol_json(sides),
        "fingerprints": {**fingerprints(sides), **own},
        "fields": dict(inputs.named),
        "unread": [problem.as_dict() for problem in remarks(inputs)],
        "not_claimed": [{"what": one.what, "why": one.why} for one in REFUSALS],
    }


def row_json(row: Row) -> Json:
    """One row with its parts, its inputs and its state."""
    own = row.dimension
    return {
        "dimension": own.key,
        "title": own.title,
        "quadrant": own.quadrant,
        "definition": own.definition,
        "label": row.label,
        "state": row.state,
        "a": number_text(row.value_a),
        "b": number_text(row.value_b),
        "delta": number_text(row.delta),
        "direction": str(own.direction),
        "gain": number_text(row.gain),
        "better": None if row.verdict is None else BETTER[row.verdict],
        "unit": own.unit,
        "n_used": row.n_used,
        "inputs": {one.name: one.value for one in row.inputs},
        "missing": list(row.missing),
        "why": row.why,
        "parts": [_part_json(part) for part in row.parts],
        "counts": dict(row.counts),
    }


def _part_json(part: Part) -> Json:
    return {
        "part": part.key,
        "label": part.label,
        "a": number_text(part.value_a),
        "b": number_text(part.value_b),
        "delta": number_text(part.delta),
        "direction": _direction(part.direction),
    }


def composite_json(found: Composite) -> Json:
    """A composite with its components and the fingerprint of its weights and ranges."""
    return {
        "title": found.title,
        "label": found.label,
        "a": number_text(found.value_a),
        "b": number_text(found.value_b),
        "delta": number_text(found.delta),
        "missing": list(found.missing),
        "low_n": list(found.low),
        "profile_sha256": found.profile_sha256,
        "components": [
            {
                "component": one.component.key,
                "weight": number_text(one.weight),
                "low": number_text(one.component.low),
                "high": number_text(one.component.high),
                "state": one.state,
                "a": number_text(one.value_a),
                "b": number_text(one.value_b),
                "unit_a": number_text(one.unit_a),
                "unit_b": number_text(one.unit_b),
                "clipped": one.clipped,
            }
            for one in found.components
        ],
    }


def _direction(direction: Direction | None) -> str | None:
    return None if direction is None else str(direction)
