"""Perturbation sensitivity: what other wordings of a query cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ircompare.inference.plan import MIN_UNITS
from ircompare.model.collection import Collection, Qrels
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.scorecard.dimensions import PERTURBATION
from ircompare.scorecard.direction import DOWN, TO_ZERO, UP, Number
from ircompare.scorecard.inputs import Inputs, Variants
from ircompare.scorecard.legs import at_declared_cutoff, measure_name
from ircompare.scorecard.means import mean, total
from ircompare.scorecard.row import Input, Part, Row, measured, not_computable
from ircompare.scoring.evaluation import Evaluation, evaluate
from ircompare.scoring.overlap import average_overlap

Drops = Mapping[str, tuple[Number, Sequence[Number]]]
TABLE = "table of variants"


@dataclass(frozen=True)
class Sensitivity:
    """How far values fall from the originals to their variants.

    Attributes:
        absolute: Mean of M(q) − mean of M over the variants of q.
        relative: 1 − mean over the variants ÷ mean over the originals; None where that is 0.
        worst: Mean of M(q) − the least M of a variant of q.
    """

    absolute: Number
    relative: Number | None
    worst: Number


def sensitivity(drops: Drops) -> Sensitivity | None:
    """The three forms, variants averaged inside a query first; None without a query.

    Args:
        drops: Query → its value and the values of its variants, at least one.

    >>> sensitivity({"q": (1, [1, 0])}).absolute
    Fraction(1, 2)
    """
    if not drops:
        return None
    count = len(drops)
    originals = total(value for value, _ in drops.values()) / count
    varied = total(total(values) / len(values) for _, values in drops.values()) / count
    worst = total(min(values) for _, values in drops.values()) / count
    relative = 1 - varied / originals if originals else None
    return Sensitivity(originals - varied, relative, originals - worst)


def perturbation_sensitivity(inputs: Inputs) -> Row:
    """Mean over the scored queries with variants of their value − their variants' mean value.

    A variant is judged by the judgements of its original; one that a run does not list scores 0,
    as every missing query does.
    """
    variants = inputs.variants
    if variants is None:
        return not_computable(PERTURBATION, [TABLE, "rankings of the variants in both runs"])
    members = _members(inputs, variants)
    compared = at_declared_cutoff(inputs)
    sides = (compared.a, compared.b)
    missing = [
        f"rankings of the variants in run {name}"
        for name, side in zip("AB", sides, strict=True)
        if members and not _lists_any(side, members)
    ]
    if missing:
        return not_computable(PERTURBATION, missing, inputs=[Input(TABLE, variants.source)])
    found = [sensitivity(_drops(inputs, side, members)) for side in sides]
    kind = "adversarial variants" if inputs.settings.adversarial else "query variation"
    a, b = ((one.absolute, one.relative, one.worst) if one else (None,) * 3 for one in found)
    used = sum(len(values) for values in members.values())
    return measured(
        PERTURBATION,
        (a[0], b[0]),
        [Input(TABLE, f"{variants.source}, {used} variants of {len(members)} scored queries")],
        n_used=len(members),
        label=f"{measure_name(inputs)}, {kind} sensitivity (absolute)",
        parts=[
            Part("relative", "1 − mean of variants ÷ mean of originals", a[1], b[1], TO_ZERO),
            Part("worst", "mean of value − least value of a variant", a[2], b[2], DOWN),
            *_overlaps(sides, members),
        ],
        counts={"variants": used, "variants left out": len(variants.originals) - used},
        low=f"fewer than {MIN_UNITS} queries with variants" if len(members) < MIN_UNITS else "",
        undefined="no variant belongs to a scored query",
    )


def _members(inputs: Inputs, variants: Variants) -> dict[str, list[str]]:
    """Scored original → its variants, in the order of their table."""
    scored = set(inputs.scored_ids())
    members: dict[str, list[str]] = {}
    for variant, original in variants.originals.items():
        if original in scored:
            members.setdefault(original, []).append(variant)
    return members


def _lists_any(side: Evaluation, members: Mapping[str, Sequence[str]]) -> bool:
    listed = side.hits.run.positions
    return any(name in listed for names in members.values() for name in names)


def _drops(inputs: Inputs, side: Evaluation, members: Mapping[str, Sequence[str]]) -> Drops:
    if not members:
        return {}
    measure, scope = inputs.settings.measure, inputs.scope
    varied = _evaluated(side, scope, members)
    values, others = side.values(measure), varied.values(measure)
    at, place = scope.positions, varied.scope.positions
    return {
        original: (
            _known(values.at(at[original])),
            [_known(others.at(place[variant])) for variant in names],
        )
        for original, names in members.items()
    }


def _evaluated(side: Evaluation, scope: Scope, members: Mapping[str, Sequence[str]]) -> Evaluation:
    """A run on the variants alone, each judged as its original is."""
    qrels = scope.collection.qrels
    judged = {name: qrels.of(original) for original, names in members.items() for name in names}
    protocol = Protocol(
        k=side.k,
        judgements="pooled",
        min_relevance=scope.protocol.min_relevance,
        order=side.hits.run.order,
        no_relevant=scope.protocol.no_relevant,
    )
    collection = Collection(Qrels.from_dict(judged, qrels.source))
    return evaluate(side.hits.run, Scope.of(collection, protocol))


def _overlaps(
    sides: tuple[Evaluation, Evaluation], members: Mapping[str, Sequence[str]]
) -> list[Part]:
    """Mean average overlap of the rankings of originals and variants; needs no judgements."""
    if not members:
        return []
    label = f"average overlap@{sides[0].k} of original and variants"
    return [Part.of("average_overlap", label, (_overlap(side, members) for side in sides), UP)]


def _overlap(side: Evaluation, members: Mapping[str, Sequence[str]]) -> Number | None:
    run, k = side.hits.run, side.k
    alike = [
        total(average_overlap(run.ranking(query, k), run.ranking(name, k), k) for name in names)
        / len(names)
        for query, names in members.items()
    ]
    return mean(alike)


def _known(value: Number | None) -> Number:
    if value is None:
        raise ValueError("a scored query and its variants have values")
    return value
