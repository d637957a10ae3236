"""Slices as tables: text, Markdown, JSON and CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import pyarrow as pa

from ircompare.inference.fields import declared_names, slicings
from ircompare.inference.slice_words import RULE, TOO_SMALL
from ircompare.inference.slices import Slice, SliceValue, arranged, declared_slices, losing_slice
from ircompare.inference.slices import slices as slices_of
from ircompare.report.markdown import escaped
from ircompare.report.phrases import plain
from ircompare.report.tables import CSV_MARK, csv_lines, csv_rows
from ircompare.report.text import columns
from ircompare.scoring.comparison import Comparison, Number
from ircompare.scoring.measures import MEASURES, PRIMARY
from ircompare.scoring.numbers import count_text, delta_text, number_text, value_text

Json = dict[str, object]
KEYS = tuple(measure.key for measure in PRIMARY)


def _schema() -> pa.Schema:
    held = {"run_a": pa.string(), "run_b": pa.string(), "k": pa.int64()}
    held |= {"field": pa.string(), "slice": pa.string(), "queries": pa.int64()}
    for key in KEYS:
        for name in (f"{key}_a", f"{key}_b", f"{key}_delta"):
            held |= {name: pa.float64()}
            held |= {f"{name}_{part}": pa.string() for part in ("numerator", "denominator")}
        held |= {f"{key}_{verdict}": pa.int64() for verdict in ("improved", "tied", "regressed")}
        held[f"{key}_too_small"] = pa.bool_()
    return pa.schema([*held.items()])


def slices_text(comparison: Comparison, fields: Sequence[str]) -> str:
    """For each field and measure a table of its slices.

    Raises:
        KeyError: The queries lack one of the fields.
    """
    told = ["\n".join(columns(rows)) for rows in slice_rows(comparison, fields)]
    return "\n\n".join([*told, *_note(told)])


def slices_markdown(comparison: Comparison, fields: Sequence[str]) -> str:
    """As `slices_text`, in Markdown."""
    told = []
    for head, *rows in slice_rows(comparison, fields):
        marks = "|---" * len(head) + "|"
        cells = [[escaped(cell) for cell in row] for row in (head, *rows)]
        lines = [f"| {' | '.join(row)} |" for row in cells]
        told.append("\n".join([lines[0], marks, *lines[1:]]))
    return "\n\n".join([*told, *_note(told)])


def _note(told: Sequence[str]) -> list[str]:
    return [f"{TOO_SMALL}: {RULE}"] if any(TOO_SMALL in text for text in told) else []


def slice_rows(comparison: Comparison, fields: Sequence[str]) -> Iterator[list[tuple[str, ...]]]:
    """For each field and measure the head of a table and its rows, as texts.

    Raises:
        KeyError: The queries lack one of the fields.
    """
    names = [f"A {plain(comparison.a.name)}", f"B {plain(comparison.b.name)}"]
    for field in fields:
        found = slices_of(comparison, field)
        for key in KEYS:
            label = f"{plain(field)}, {MEASURES[key].mean_at(comparison.k)}"
            head = (label, "queries", *names, "delta", "improved", "tied", "regressed", "")
            yield [head, *(_row(one, one.values[key]) for one in arranged(found, key))]


def _row(one: Slice, value: SliceValue) -> tuple[str, ...]:
    counts = value.counts
    return (
        plain(one.label),
        count_text(one.count),
        value_text(value.mean_a),
        value_text(value.mean_b),
        delta_text(value.delta),
        *(count_text(count) for count in (counts.improved, counts.tied, counts.regressed)),
        TOO_SMALL if value.small else "",
    )


def slices_json(comparison: Comparison, fields: Sequence[str]) -> list[Json]:
    """For each field its slices in the order of their values, with both primary measures.

    Raises:
        KeyError: The queries lack one of the fields.
    """
    return [
        {"field": field, "slices": [_slice_json(one) for one in slices_of(comparison, field)]}
        for field in fields
    ]


def _slice_json(one: Slice) -> Json:
    values = {key: _value_json(value) for key, value in one.values.items()}
    return {"slice": one.label, "queries": one.count, **values}


def _value_json(value: SliceValue) -> Json:
    return {
        "a": number_text(value.mean_a),
        "b": number_text(value.mean_b),
        "delta": number_text(value.delta),
        "improved": value.counts.improved,
        "tied": value.counts.tied,
        "regressed": value.counts.regressed,
        "too_small": value.small,
    }


def losing_json(comparison: Comparison) -> Json:
    """Which fields and how many slices were looked at, and in each measure the one that loses."""
    scope, found = comparison.a.scope, declared_slices(comparison)
    held: Json = {
        "fields": [division.field for division in slicings(scope, declared_names(scope))],
        "looked_at": len(found),
    }
    for key in KEYS:
        told = losing_slice(comparison, found, key)
        held[key] = told and {
            "field": told.slice.field,
            "slice": told.slice.label,
            "queries": told.slice.count,
            **_value_json(told.slice.values[key]),
            "fell": told.fell,
            "small": told.small,
        }
    return held


def slices_csv(comparisons: Sequence[Comparison], fields: Sequence[str]) -> bytes:
    """A row for each comparison, field and slice, with both primary measures.

    Raises:
        KeyError: The queries lack one of the fields.
    """
    rows = [
        _csv_row(comparison, one)
        for comparison in comparisons
        for field in fields
        for one in slices_of(comparison, field)
    ]
    table = pa.Table.from_pylist(rows, schema=_schema())
    return CSV_MARK + csv_lines([table.column_names]) + csv_lines(csv_rows(table))


def _csv_row(comparison: Comparison, one: Slice) -> Json:
    row: Json = {
        "run_a": comparison.a.name,
        "run_b": comparison.b.name,
        "k": comparison.k,
        "field": one.field,
        "slice": one.label,
        "queries": one.count,
    }
    for key, value in one.values.items():
        means = {"a": value.mean_a, "b": value.mean_b, "delta": value.delta}
        for name, number in means.items():
            row |= _number_cells(f"{key}_{name}", number)
        row |= {f"{key}_{verdict}": count for verdict, count in vars(value.counts).items()}
        row[f"{key}_too_small"] = value.small
    return row


def _number_cells(name: str, number: Number) -> Json:
    """A double, and numerator and denominator as texts: they may have any length."""
    exact = Fraction(number)
    return {
        name: float(number),
        f"{name}_numerator": str(exact.numerator),
        f"{name}_denominator": str(exact.denominator),
    }
