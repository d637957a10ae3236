"""Demographic parity difference: whether documents of every group reach the top k alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ircompare.scorecard.dimensions import PARITY
from ircompare.scorecard.direction import DOWN, UP, Number
from ircompare.scorecard.document_groups import (
    FIELD,
    Tally,
    candidates,
    judged_pairs,
    relevant_pairs,
    relevant_rows,
    scored_rows,
    shown,
    top_rows,
)
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.legs import at_declared_cutoff
from ircompare.scorecard.packages import lacks
from ircompare.scorecard.row import Input, Part, Row, measured, not_computable
from ircompare.scoring.evaluation import Evaluation

MIN_GROUP = 100
DRAWS = 2000
UNIVERSES = {"judged": "judged documents of each query", "corpus": "the whole corpus"}


def demographic_parity(inputs: Inputs) -> Row:
    """Largest − smallest selection rate of a document group among the declared candidates.

    It ignores relevance, so recall by group stands beside it. Largest − smallest is biased
    upwards in small groups: what chance alone gives is shown where one is below 100 candidates.
    """
    groups, settings = inputs.documents.group, inputs.settings
    missing = [FIELD] if groups is None else []
    if settings.universe == "corpus" and inputs.scope.collection.corpus is None:
        missing.append("a corpus, as the declared candidates")
    missing += lacks("fairlearn")
    if missing or groups is None:
        return not_computable(PARITY, missing)
    pool = candidates(inputs, settings.universe, groups)
    compared = at_declared_cutoff(inputs)
    sides = (compared.a, compared.b)
    selected = [_selected(inputs, side, groups).by_group for side in sides]
    values = [difference(chosen, pool.by_group) for chosen in selected]
    small = [name for name, count in pool.by_group.items() if count < MIN_GROUP]
    low = f"fewer than {MIN_GROUP} candidates: {', '.join(small)}" if small else ""
    return measured(
        PARITY,
        (values[0], values[1]),
        [
            Input(FIELD, inputs.documents.source),
            Input("declared candidates", UNIVERSES[settings.universe]),
            Input("selected", f"in the top {compared.k}"),
        ],
        n_used=pool.total,
        label=f"share of a group's candidates in the top {compared.k}, largest − smallest",
        parts=[
            *_to_overall(selected, pool),
            *_rates(selected, pool),
            *(_by_chance(selected, pool, settings.start) if small else []),
            *_opportunity(inputs, sides, groups),
        ],
        counts={
            "groups": len(pool.by_group),
            "candidates without group": pool.without,
            "scored queries": compared.count,
        },
        low=low,
        undefined="fewer than two groups have candidates",
    )


def difference(
    selected: Mapping[str, int], pool: Mapping[str, int], method: str = "between_groups"
) -> Fraction | None:
    """Exact demographic parity difference in [0, 1]; None for fewer than two groups.

    Args:
        selected, pool: Selected and all candidates by group; a group without any is left out.
        method: `between_groups`, or `to_overall` for the largest distance to the rate of all.
    """
    names = [name for name, count in pool.items() if count]
    if len(names) < 2:
        return None
    from fairlearn.metrics import MetricFrame

    rows = [(name, yes) for name in names for yes in (1, 0)]
    chosen = [yes for _, yes in rows]
    counts = [
        selected.get(name, 0) if yes else pool[name] - selected.get(name, 0) for name, yes in rows
    ]
    frame = MetricFrame(
        metrics=_rate,
        y_true=chosen,
        y_pred=chosen,
        sensitive_features=[name for name, _ in rows],
        sample_params={"counts": counts},
    )
    found = frame.difference(method=method)
    return found if isinstance(found, Fraction) else Fraction(int(found))


def null_difference(pool: Sequence[int], selected: int, start: int) -> float:
    """Mean largest − smallest rate where so many candidates are selected blindly, by 2,000 draws.

    It is what a system that cannot see the groups would show.
    """
    sizes = np.array(pool, np.int64)
    draws = np.random.default_rng(start).multivariate_hypergeometric(
        sizes, selected, size=DRAWS, method="marginals"
    )
    rates = draws / sizes
    return float((rates.max(axis=1) - rates.min(axis=1)).mean())


def _rate(y_true: Any, y_pred: Any, counts: Any) -> Fraction:
    """Share of the selected among the counted; exact, unlike fairlearn's own selection rate."""
    return Fraction(int(np.dot(y_pred, counts)), int(np.sum(counts)))


def _selected(inputs: Inputs, side: Evaluation, groups: Mapping[str, str]) -> Tally:
    if inputs.settings.universe == "corpus":
        return shown(side, groups)
    return judged_pairs(side.hits, scored_rows(inputs) & top_rows(side), groups)


def _to_overall(selected: Sequence[Mapping[str, int]], pool: Tally) -> list[Part]:
    values = [difference(chosen, pool.by_group, "to_overall") for chosen in selected]
    return [Part.of("to_overall", "largest distance to the share of all candidates", values, DOWN)]


def _rates(selected: Sequence[Mapping[str, int]], pool: Tally) -> list[Part]:
    return [
        Part.of(
            f"rate:{name}",
            f"selected, {name} ({count} candidates)",
            (Fraction(chosen.get(name, 0), count) for chosen in selected),
        )
        for name, count in pool.by_group.items()
    ]


def _by_chance(selected: Sequence[Mapping[str, int]], pool: Tally, start: int) -> list[Part]:
    if len(pool.by_group) < 2:
        return []
    sizes = list(pool.by_group.values())
    values = [null_difference(sizes, sum(chosen.values()), start) for chosen in selected]
    return [Part.of("null", "expected by chance alone, group labels permuted", values)]


def _opportunity(
    inputs: Inputs, sides: Sequence[Evaluation], groups: Mapping[str, str]
) -> list[Part]:
    """Recall by group and its largest difference, over the groups with relevant documents."""
    wanted = relevant_pairs(inputs, groups).by_group
    rows = scored_rows(inputs) & relevant_rows(inputs)
    found = [judged_pairs(side.hits, rows & top_rows(side), groups).by_group for side in sides]
    spread: list[Number | None] = [difference(chosen, wanted) for chosen in found]
    label = "largest − smallest recall of a group (equal opportunity)"
    return [
        Part.of("equal_opportunity", label, spread, DOWN),
        *(
            Part.of(
                f"recall:{name}",
                f"relevant documents found, {name} ({count})",
                (Fraction(chosen.get(name, 0), count) for chosen in found),
                UP,
            )
            for name, count in wanted.items()
        ),
    ]
