"""p95 latency: an observed value, with its interval, over the queries that both runs measured."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from statistics import median
from typing import Final

import numpy as np

from ircompare.scorecard.dimensions import LATENCY
from ircompare.scorecard.direction import DOWN, UP, Number
from ircompare.scorecard.inputs import Inputs, absent
from ircompare.scorecard.row import Input, Part, Row, measured, not_computable

P95, P99 = 95, 99
MIN_REQUESTS = 20
LEVEL = 0.95
ESTIMATOR: Final = "inverted_cdf"


@dataclass(frozen=True)
class QuantileInterval:
    """Ends of a distribution-free interval; None where there are too few requests for one."""

    low: float | None
    high: float | None


def percentile(latencies: Sequence[float], per_cent: int) -> float:
    """The smallest observed latency that at least so many per cent do not exceed.

    Never interpolated: of 10, 20, …, 100 the 95th is 100 and not 95.5, which nobody waited.
    """
    return float(np.percentile(np.array(latencies, np.float64), per_cent, method=ESTIMATOR))


def percentile_interval(latencies: Sequence[float], per_cent: int) -> QuantileInterval:
    """Distribution-free 95 % interval of a percentile.

    For the 95th the upper end needs 72 requests. An end that is a timeout is None too.
    """
    from scipy.stats import quantile_test

    found = quantile_test(np.array(latencies, np.float64), q=0, p=per_cent / 100)
    ends = found.confidence_interval(LEVEL)
    return QuantileInterval(_finite(float(ends.low)), _finite(float(ends.high)))


def p95_latency(inputs: Inputs) -> Row:
    """p95 of both runs over the queries that both measured; a timeout counts as infinite.

    Where the percentile itself is a timeout there is no value, and the row says so.
    """
    columns = inputs.columns("latency_ms")
    missing = absent("latency_ms", columns)
    tables = [one for one in columns if one is not None]
    if missing:
        return not_computable(LATENCY, missing)
    queries = inputs.shared(*tables)
    sides = [[float(table[query]) for query in queries] for table in tables]
    if not queries:
        return measured(
            LATENCY,
            (None, None),
            inputs.measured_by("latency_ms"),
            n_used=0,
            undefined="no query was measured in both runs",
        )
    values = [_finite(percentile(side, P95)) for side in sides]
    few = len(queries) < MIN_REQUESTS
    timed_out = [sum(map(math.isinf, side)) for side in sides]
    return measured(
        LATENCY,
        (values[0], values[1]),
        [*inputs.measured_by("latency_ms"), Input("estimator", f"{ESTIMATOR}, an observed value")],
        n_used=len(queries),
        label="p95 latency in ms over the same queries",
        parts=[*_tails(sides), _paired(sides), *throughput(inputs)],
        counts={
            "timeouts in A": timed_out[0],
            "timeouts in B": timed_out[1],
            "measured in one run only": _in_one(inputs, tables, queries),
        },
        low=f"fewer than {MIN_REQUESTS} requests: p95 is the maximum" if few else "",
        undefined=f"the 95th percentile of run {' and '.join(_without(values))} is a timeout",
    )


def median_ratio(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Median of B ÷ A, pair by pair; pairs with a timeout or a 0 are left out."""
    ratios = [y / x for x, y in zip(a, b, strict=True) if 0 < x < math.inf and 0 < y < math.inf]
    return median(ratios) if ratios else None


def _tails(sides: Sequence[Sequence[float]]) -> list[Part]:
    parts = [Part.of("p99", "p99 latency", (_finite(percentile(x, P99)) for x in sides), DOWN)]
    if find_spec("scipy") is not None:
        ends = [percentile_interval(side, P95) for side in sides]
        parts += [
            Part("p95_lower", "p95, lower end of its 95 % interval", ends[0].low, ends[1].low),
            Part("p95_upper", "p95, upper end of its 95 % interval", ends[0].high, ends[1].high),
        ]
    return parts


def _paired(sides: Sequence[Sequence[float]]) -> Part:
    ratio = median_ratio(*sides)
    reference = None if ratio is None else 1.0
    return Part("median_ratio", "median of B ÷ A, query by query", reference, ratio, DOWN)


def throughput(inputs: Inputs) -> list[Part]:
    """Queries per second of both runs, where one of them states it."""
    tables = (inputs.a.measurements, inputs.b.measurements)
    values = [None if one is None else one.queries_per_second for one in tables]
    if values == [None, None]:
        return []
    return [Part.of("queries_per_second", "queries per second", values, UP)]


def _in_one(inputs: Inputs, tables: Sequence[Mapping[str, float]], both: Sequence[str]) -> int:
    return sum(any(q in one for one in tables) for q in inputs.scope.query_ids) - len(both)


def _without(values: Sequence[Number | None]) -> list[str]:
    return [name for name, value in zip("AB", values, strict=True) if value is None]


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
