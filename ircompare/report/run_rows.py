"""Many runs as one table: a row for each run, cutoff and measure, exact where the measure is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pyarrow as pa

from ircompare.report.protocol import fingerprints, protocol_line
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import Number

Row = dict[str, Any]
_RUN = {"run": pa.string(), "source": pa.string(), "k": pa.int64(), "measure": pa.string()}
_PAIR = {"reference": pa.string()}
_COUNTS = {"improved": pa.int64(), "tied": pa.int64(), "regressed": pa.int64()}
_REST = {
    "scored": pa.int64(),
    "missing": pa.int64(),
    "protocol": pa.string(),
    "protocol_sha256": pa.string(),
    "run_sha256": pa.string(),
    "settings_sha256": pa.string(),
    "qrels_sha256": pa.string(),
}


def _number(name: str) -> dict[str, pa.DataType]:
    """A double, and for exact numbers numerator and denominator, which may have any length."""
    return {
        name: pa.float64(),
        f"{name}_numerator": pa.string(),
        f"{name}_denominator": pa.string(),
    }


ALONE = pa.schema([*{**_RUN, **_number("mean"), **_REST}.items()])
PAIRED = pa.schema(
    [*{**_RUN, **_number("mean"), **_PAIR, **_number("delta"), **_COUNTS, **_REST}.items()]
)


def run_rows(
    evaluations: Sequence[Evaluation],
    references: Sequence[Evaluation] = (),
    *,
    paired: bool = False,
    fingerprint: bool = False,
) -> pa.Table:
    """The rows of one run.

    Args:
        evaluations: The run at each cutoff.
        references: The reference at the same cutoffs; without it nothing is compared.
        paired: Whether the table has columns for a comparison; they are empty for a reference.
        fingerprint: Whether to fingerprint the collection under `pooled` too.
    """
    rows: list[Row] = []
    for at, evaluation in enumerate(evaluations):
        pair = Comparison(references[at], evaluation) if references else None
        rest = _rest(evaluation, fingerprint)
        for key in MEASURES:
            row: Row = {"run": evaluation.name, "source": evaluation.hits.run.source}
            row |= {"k": evaluation.k, "measure": key}
            row |= _cells("mean", evaluation.mean(key))
            rows.append({**row, **(_compared(pair, key) if pair else {}), **rest})
    return pa.Table.from_pylist(rows, PAIRED if paired else ALONE)


def _compared(pair: Comparison, measure: str) -> Row:
    return {
        "reference": pair.a.name,
        **_cells("delta", pair.mean_delta(measure)),
        **vars(pair.counts(measure)),
    }


def _rest(evaluation: Evaluation, fingerprint: bool) -> Row:
    return {
        "scored": int(evaluation.scope.scored.sum()),
        "missing": len(evaluation.missing_queries),
        "protocol": protocol_line((evaluation,)),
        **fingerprints((evaluation,), fingerprint),
    }


def _cells(name: str, value: Number | None) -> Row:
    if value is None:
        return {}
    cells: Row = {name: float(value)}
    if isinstance(value, Fraction):
        cells[f"{name}_numerator"] = str(value.numerator)
        cells[f"{name}_denominator"] = str(value.denominator)
    return cells
