"""X-Score of both runs, a mean over queries; its components stand there with or without it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ircompare.inference.plan import MIN_UNITS
from ircompare.scorecard.direction import UP, Number
from ircompare.scorecard.inputs import Inputs, absent
from ircompare.scorecard.means import mean
from ircompare.scorecard.row import Dimension, Input, Part, Row, measured, not_computable
from ircompare.scorecard.x_score import LABEL, XScore, x_score
from ircompare.scoring.numbers import counted

COLUMNS = ("bert_f1_rescaled", "citation_coverage", "entropy_bits", "outcomes")
COMPONENTS = {
    "similarity": "similarity to a reference answer",
    "coverage": "citation coverage",
    "certainty": "certainty, which is not correctness",
}
X_SCORE = Dimension(
    "x_score",
    "X-Score (not validated)",
    "effect",
    UP,
    "0.4 × similarity + 0.35 × citation coverage + 0.25 × certainty, each from 0 to 1",
)
Scores = Mapping[str, XScore]


def x_score_row(inputs: Inputs) -> Row:
    """Mean over the queries that have every part in both runs.

    Each component has a mean of its own, over the queries that have it: in both runs where both
    have any, else in the one that has. How many these are stands in its label.
    """
    columns = {name: inputs.columns(name) for name in COLUMNS}
    missing = [lack for name in COLUMNS for lack in absent(name, columns[name])]
    sides = [_scores(inputs, [columns[name][at] for name in COLUMNS]) for at in (0, 1)]
    told = _told(inputs)
    parts = [part for key in COMPONENTS for part in _part(key, sides)]
    label = f"{LABEL}: {X_SCORE.definition}"
    if missing:
        return not_computable(X_SCORE, missing, label=label, inputs=told, parts=parts)
    queries = _known(sides, "value")
    few = len(queries) < MIN_UNITS
    return measured(
        X_SCORE,
        (_mean(sides[0], queries, "value"), _mean(sides[1], queries, "value")),
        told,
        n_used=len(queries),
        label=label,
        parts=parts,
        counts={"queries without every part in both runs": len(inputs.scope) - len(queries)},
        low=f"fewer than {MIN_UNITS} queries" if few else "",
        undefined="no query has every part in both runs",
    )


def _told(inputs: Inputs) -> list[Input]:
    """Where the parts of each run come from, as far as it has any."""
    told = []
    for run, side in zip("AB", (inputs.a, inputs.b), strict=True):
        held = [name for name in COLUMNS if getattr(side.measurements, name, None) is not None]
        if side.measurements is not None and held:
            names = ", ".join(f"`{name}`" for name in held)
            told.append(Input(f"{names} of run {run}", side.measurements.origin))
    return told


def _scores(inputs: Inputs, columns: Sequence[Mapping[str, Number] | None]) -> dict[str, XScore]:
    """The score of each query of the split, as far as its parts go."""
    held = [column or {} for column in columns]
    found = {}
    for query in inputs.scope.query_ids:
        f1, coverage, bits, outcomes = (column.get(query) for column in held)
        found[query] = x_score(
            bert_f1_rescaled=f1,
            coverage=coverage,
            entropy_bits=bits,
            outcomes=None if outcomes is None else int(outcomes),
        )
    return found


def _part(key: str, sides: Sequence[Scores]) -> list[Part]:
    """Means of one component, none where no query has it in either run."""
    known = [side for side in sides if _known([side], key)]
    if not known:
        return []
    queries = _known(known, key)
    clipped = sum(side[query].clipped for side in known for query in queries)
    rest = f", {clipped} set to 0 or 1" if clipped and key == "similarity" else ""
    label = f"{COMPONENTS[key]} ({counted(len(queries), 'query', 'queries')}{rest})"
    values = (_mean(side, queries, key) if side in known else None for side in sides)
    return [Part.of(key, label, values, UP)]


def _known(sides: Sequence[Scores], key: str) -> list[str]:
    """Queries that have a value in each of these runs."""
    return [q for q in sides[0] if all(getattr(side[q], key) is not None for side in sides)]


def _mean(side: Scores, queries: Iterable[str], key: str) -> Number | None:
    return mean(getattr(side[query], key) for query in queries)
