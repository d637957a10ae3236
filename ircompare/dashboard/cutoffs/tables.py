"""Words and tables of the Cutoffs page: who leads where, whose verdict turns, all the means."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

import numpy as np
import pandas as pd

from ircompare.dashboard.text import shortened
from ircompare.model.scope import Scope
from ircompare.report.phrases import listed, plain
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import counted, decimal, delta_decimal, delta_text, value_text
from ircompare.scoring.sweep import Curve, Sweep

Span = tuple[int, int, int]
ABOVE = {1: "above", 0: "level", -1: "below"}
BETTER = {1: "better", 0: "tied", -1: "worse"}
SPANS = 5
ROWS = 100


def mean_name(measure: str) -> str:
    """Name of a mean over all cutoffs, such as `MRR@k`."""
    return MEASURES[measure].mean_label.format(k="k")


def mean_spans(swept: Sweep, measure: str) -> list[Span]:
    """Sign of the mean delta over the cutoffs as (sign, first k, last k), in order."""
    pairs = zip(swept.a.of(measure), swept.b.of(measure), strict=True)
    signs = [(b > a) - (b < a) for a, b in pairs]
    spans, first = [], 1
    for sign, run in groupby(signs):
        last = first + len(list(run)) - 1
        spans.append((sign, first, last))
        first = last + 1
    return spans


def lead_sentence(swept: Sweep, measure: str) -> str:
    """Where run B's mean is above, level with and below run A's."""
    spans, name = mean_spans(swept, measure), mean_name(measure)
    b, a = plain(swept.b.name), plain(swept.a.name)
    if len(spans) == 1:
        where = {1: f"above {a}", 0: f"level with {a}", -1: f"below {a}"}[spans[0][0]]
        every = "at k = 1" if swept.depth == 1 else f"at every k from 1 to {swept.depth}"
        return f"In {name}, {b} is {where} {every}."
    if len(spans) <= SPANS:
        parts = [f"{ABOVE[sign]} {_range(first, last)}" for sign, first, last in spans]
        return f"Against {a} in {name}, {b} is {listed(parts)}."
    totals = {
        sign: sum(last - first + 1 for s, first, last in spans if s == sign) for sign in ABOVE
    }
    parts = [
        f"{ABOVE[sign]} at {counted(totals[sign], 'cutoff')}" for sign in ABOVE if totals[sign]
    ]
    return (
        f"Against {a} in {name}, {b} is {listed(parts)}; the order changes {len(spans) - 1} times."
    )


def _range(first: int, last: int) -> str:
    return f"at k = {first}" if first == last else f"from k = {first} to {last}"


def at_sentence(swept: Sweep, measure: str, k: int) -> str:
    """Both means, the delta and the verdicts at one cutoff that was swept."""
    a, b = swept.a.of(measure)[k - 1], swept.b.of(measure)[k - 1]
    counts = swept.counts[measure][k - 1]
    verdicts = f"{counts.regressed:,} ▼, {counts.tied:,} ═, {counts.improved:,} ▲"
    return (
        f"At k = {k}: A {decimal(a)}, B {decimal(b)}, B − A {delta_decimal(b - a)} "
        f"on {counts.total:,} queries: {verdicts}"
    )


def span_words(spans: Sequence[Span]) -> str:
    """Verdicts over the cutoffs, such as "better up to k = 4, worse from 5".

    Tied cutoffs before the first verdict are left out.
    """
    told = spans[1:] if len(spans) > 1 and spans[0][0] == 0 else spans
    words = []
    for sign, first, last in told:
        if first == 1:
            words.append(f"{BETTER[sign]} up to k = {last}")
        elif (sign, first, last) == tuple(told[-1]):
            words.append(f"{BETTER[sign]} from {first}")
        else:
            words.append(f"{BETTER[sign]} {_range(first, last)}")
    return ", ".join(words)


def turning(swept: Sweep, measure: str) -> list[int]:
    """Columns of the queries whose verdict turns with k, most turns first."""
    turns = swept.flips(measure)
    found = np.flatnonzero(turns)
    order = np.argsort(-turns[found], kind="stable")
    return [int(column) for column in found[order]]


def turning_rows(swept: Sweep, measure: str, scope: Scope, columns: Sequence[int]) -> pd.DataFrame:
    """One row a query whose verdict turns: text, over which cutoffs, how often, id."""
    turns = swept.flips(measure)
    ids = [scope.query_ids[int(swept.places[column])] for column in columns]
    texts = scope.collection
    return pd.DataFrame(
        {
            "Query": [shortened(texts.query_text(name) or name, 160) for name in ids],
            f"B in {MEASURES[measure].label.format(k='k')}": [
                span_words(swept.spans(measure, column)) for column in columns
            ],
            "Turns": [int(turns[column]) for column in columns],
            "Id": ids,
        }
    )


def means_rows(curves: Mapping[str, Curve]) -> pd.DataFrame:
    """One row a cutoff: both primary means of each run, and the deltas where there are two."""
    depth = len(next(iter(curves.values())).recall)
    columns: dict[str, list[object]] = {"k": list(range(1, depth + 1))}
    for measure in ("recall", "rr"):
        for role, curve in curves.items():
            columns[f"{mean_name(measure)} {role}"] = [value_text(v) for v in curve.of(measure)]
        if len(curves) == 2:
            columns[f"{mean_name(measure)} B − A"] = [
                delta_text(b - a) for a, b in _pairs(curves, measure)
            ]
    return pd.DataFrame(columns)


def _pairs(curves: Mapping[str, Curve], measure: str) -> list[tuple[Fraction, Fraction]]:
    a, b = (curve.of(measure) for curve in curves.values())
    return list(zip(a, b, strict=True))


def means_csv(curves: Mapping[str, Curve]) -> bytes:
    """The means as CSV: numerator, denominator and double of each, one row a cutoff."""
    names = [(measure, role) for measure in ("recall", "rr") for role in curves]
    parts = ("numerator", "denominator", "value")
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(
        ["k", *(f"{measure}_{role.lower()}_{part}" for measure, role in names for part in parts)]
    )
    for at in range(len(next(iter(curves.values())).recall)):
        means = [curves[role].of(measure)[at] for measure, role in names]
        writer.writerow(
            [at + 1, *(cell for m in means for cell in (m.numerator, m.denominator, float(m)))]
        )
    return b"\xef\xbb\xbf" + text.getvalue().encode()
