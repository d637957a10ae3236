"""Query-group calibration error: whether stated probabilities come true in every query group.

Scores of BM25, cosines or fused ranks are no probabilities; only a stated `probability` counts:
that a document is relevant to a query, or else that one in the first ranks is.
"""

from __future__ import annotations

from collections.abc import Mapping

from ircompare.scorecard.calibration_error import (
    Calibration,
    calibration,
    few,
    group_parts,
    worst,
)
from ircompare.scorecard.dimensions import CALIBRATION
from ircompare.scorecard.inputs import Inputs, absent
from ircompare.scorecard.pair_calibration import by_pairs
from ircompare.scorecard.pairs import absent_pairs, stated_of
from ircompare.scorecard.row import Input, Row, measured, not_computable
from ircompare.scoring.evaluation import Evaluation

FIELD = "query field `group`"


def group_calibration_error(inputs: Inputs) -> Row:
    """Largest calibration error of a query group, of pairs where both runs state some.

    Else over the queries where both runs state one. The signed error in the large of each group
    stands first among the parts: it has no bias.
    """
    groups, stated = inputs.queries.group, inputs.columns("probability")
    pairs = [side.pairs for side in (inputs.a, inputs.b)]
    of_pairs = [stated_of(one, "probability") for one in pairs]
    no_pairs, no_queries = absent_pairs("probability", of_pairs), absent("probability", stated)
    missing = [FIELD] if groups is None else []
    if no_pairs and no_queries:
        lacking = no_pairs if len(no_pairs) < len(no_queries) else no_queries
        missing += [f"{text} (scores are not probabilities)" for text in lacking]
    if missing or groups is None:
        return not_computable(CALIBRATION, missing)
    told = Input(FIELD, inputs.queries.source)
    if not no_pairs:
        return by_pairs(inputs, groups, [one for one in pairs if one is not None], told)
    return _by_queries(inputs, groups, [one for one in stated if one is not None], told)


def _by_queries(
    inputs: Inputs, groups: Mapping[str, str], stated: list[Mapping[str, float]], told: Input
) -> Row:
    settings = inputs.settings
    queries = [q for q in inputs.shared(groups, *stated) if _scored(inputs, q)]
    compared = inputs.comparison.at(settings.calibration_k)
    a, b = (
        _by_group(inputs, side, {query: groups[query] for query in queries}, one)
        for side, one in zip((compared.a, compared.b), stated, strict=True)
    )
    event = f"a relevant document in the top {settings.calibration_k}"
    return measured(
        CALIBRATION,
        (worst(a), worst(b)),
        [told, *inputs.measured_by("probability"), Input("outcome", event)],
        n_used=len(queries),
        label=f"largest ECE of a query group, {settings.bins} bins of equal mass ({event})",
        parts=group_parts(a, b, "queries"),
        counts={"groups": len(a), "left out": len(inputs.scored_ids()) - len(queries)},
        low=few(a, b, "queries"),
        undefined="no scored query has a group and a probability in both runs",
    )


def _scored(inputs: Inputs, query_id: str) -> bool:
    scope = inputs.scope
    return bool(scope.scored[scope.positions[query_id]])


def _by_group(
    inputs: Inputs, side: Evaluation, groups: Mapping[str, str], stated: Mapping[str, float]
) -> dict[str, Calibration]:
    came_true, places = side.first_ranks > 0, inputs.scope.positions
    members: dict[str, list[str]] = {}
    for query, name in groups.items():
        members.setdefault(name, []).append(query)
    return {
        name: calibration(
            [stated[query] for query in members[name]],
            [bool(came_true[places[query]]) for query in members[name]],
            inputs.settings.bins,
        )
        for name in sorted(members)
    }
