"""Companions on speed: p99 beside p95, and queries per second."""

from __future__ import annotations

from ircompare.scorecard.direction import DOWN, UP
from ircompare.scorecard.inputs import Inputs, absent
from ircompare.scorecard.latency import p95_latency
from ircompare.scorecard.row import Dimension, Part, Row, measured, not_computable

MIN_REQUESTS = 100
P99_LATENCY = Dimension(
    "p99_latency",
    "p99 latency",
    "efficiency",
    DOWN,
    "the observed latency that 99 % of the requests do not exceed",
    "ms",
)
THROUGHPUT = Dimension(
    "queries_per_second",
    "Queries per second",
    "efficiency",
    UP,
    "queries answered in a second, as the measurements of the run state it",
)


def p99_latency(inputs: Inputs) -> Row:
    """p99 of both runs over the same queries as p95, which stands beside it."""
    beside = p95_latency(inputs)
    if beside.missing:
        return not_computable(P99_LATENCY, beside.missing)
    known = {part.key: part for part in beside.parts}
    tail = known.get("p99")
    values = (None, None) if tail is None else (tail.value_a, tail.value_b)
    few = beside.n_used < MIN_REQUESTS
    return measured(
        P99_LATENCY,
        values,
        beside.inputs,
        n_used=beside.n_used,
        label="p99 latency in ms over the same queries",
        parts=[Part("p95", "p95 latency", beside.value_a, beside.value_b, DOWN)],
        counts=beside.counts,
        low=f"fewer than {MIN_REQUESTS} requests: p99 is the maximum" if few else "",
        undefined="the 99th percentile is a timeout" if beside.n_used else beside.why,
    )


def throughput_row(inputs: Inputs) -> Row:
    """Queries per second of both runs, as their measurements state it."""
    sides = (inputs.a.measurements, inputs.b.measurements)
    rates = [None if one is None else one.queries_per_second for one in sides]
    missing = absent("queries_per_second", rates)
    if missing:
        return not_computable(THROUGHPUT, missing)
    return measured(
        THROUGHPUT,
        (rates[0], rates[1]),
        inputs.measured_by("queries_per_second"),
        n_used=1,
        label="queries per second, one figure a run, as stated",
    )
