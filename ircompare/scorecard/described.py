"""Companions that describe and do not judge: stated confidence, shifting intents, drift."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, takewhile

from ircompare.scorecard.direction import Number
from ircompare.scorecard.drift import drift_by_domain, intent_drift
from ircompare.scorecard.finding import Finding, lacking
from ircompare.scorecard.inputs import Inputs, absent
from ircompare.scorecard.intent_path import path_confidence
from ircompare.scorecard.means import mean
from ircompare.scorecard.row import Input
from ircompare.scoring.overlap import DEPTH

CONFIDENCE = ("intent_path_confidence", "Intent path confidence")
SHIFT = ("intent_drift", "Intent drift between the runs")
DOMAINS = ("drift_by_domain", "Rankings alike, by domain")
STEP = "confidence_{}"
WEIGHTS = "declared `intent_steps`"


def confidence_along_paths(inputs: Inputs) -> Finding:
    """Mean over the queries that both runs state confidences for; confident is not right.

    Confidences are the columns `confidence_1`, `confidence_2`, … of the measurements, the coarsest
    step first; a path ends at the first step without one.
    """
    sides = (inputs.a.measurements, inputs.b.measurements)
    columns = [None if one is None else one.columns.get(STEP.format(1)) for one in sides]
    weights = inputs.settings.intent_steps
    missing = absent(STEP.format(1), columns) + ([] if weights else [WEIGHTS])
    if missing:
        return lacking(*CONFIDENCE, missing)
    queries = inputs.shared(*(column for column in columns if column is not None))
    told = (*inputs.measured_by(STEP.format(1)), Input(WEIGHTS, ", ".join(map(str, weights))))
    tables = [one.columns for one in sides if one is not None]
    try:
        pairs = [[path_confidence(_steps(one, q), weights) for one in tables] for q in queries]
    except ValueError as fault:
        return Finding(*CONFIDENCE, CONFIDENCE[1], inputs=told, why=str(fault))
    known = [(a, b) for a, b in pairs if a is not None and b is not None]
    means = (mean(side) for side in zip(*known, strict=True))
    values = tuple((name, x) for name, x in zip("AB", means, strict=False) if x is not None)
    why = "" if known else "no query has confidences in both runs and a step that counts"
    label = "mean of stated confidences, weighted along the path; confident is not right"
    return Finding(*CONFIDENCE, label, values, len(known), told, why=why)


def _steps(columns: Mapping[str, Mapping[str, Number]], query: str) -> list[Number]:
    steps = (columns.get(STEP.format(at), {}).get(query) for at in count(1))
    return [one for one in takewhile(lambda one: one is not None, steps) if one is not None]


def shifted_intents(inputs: Inputs) -> Finding:
    """Share of the queries whose predicted intent is another in run B than in run A."""
    a, b = inputs.columns("predicted_intent")
    if a is None or b is None:
        return lacking(*SHIFT, absent("predicted_intent", [a, b]))
    queries = inputs.shared(a, b)
    share = intent_drift((a[query], b[query]) for query in queries)
    told = tuple(inputs.measured_by("predicted_intent"))
    label = "share of the queries with another predicted intent in B than in A"
    if share is None:
        return Finding(*SHIFT, label, inputs=told, why="no query has a prediction in both runs")
    return Finding(*SHIFT, label, (("A to B", share),), len(queries), told)


def alike_by_domain(inputs: Inputs) -> Finding:
    """Mean average overlap of the tops of run A and run B, by domain: no quality."""
    domain = inputs.queries.domain
    if domain is None:
        return lacking(*DOMAINS, ["query field `domain`"])
    known = {query: domain[query] for query in inputs.scope.query_ids if query in domain}
    runs = [side.hits.run for side in (inputs.comparison.a, inputs.comparison.b)]
    tops = [{query: run.ranking(query, DEPTH) for query in known} for run in runs]
    found = drift_by_domain(tops, known)
    values = ((name, one.average_overlap) for name, one in found.items())
    told = (Input("query field `domain`", inputs.queries.source),)
    return Finding(
        *DOMAINS,
        f"average overlap@{DEPTH} of run A and run B, which is no quality",
        tuple((name, value) for name, value in values if value is not None),
        len(known),
        told,
        why="" if known else "no query has a domain",
    )
