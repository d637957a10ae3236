"""Bias amplification: the share of document groups in the top k against a declared reference.

Not the notion of the papers on trained classifiers of that name: a shift of shares.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ircompare.scorecard.dimensions import AMPLIFICATION
from ircompare.scorecard.direction import TO_ZERO, Direction, Number
from ircompare.scorecard.document_groups import FIELD, Tally, candidates, relevant_pairs, shown
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.legs import at_declared_cutoff
from ircompare.scorecard.row import Input, Part, Row, measured, not_computable

REFERENCES = {"relevant": "relevant documents", "corpus": "the whole corpus"}
TO_ONE = Direction("target", Fraction(1))


@dataclass(frozen=True)
class Shift:
    """How the share of one group differs from its share in the reference.

    Attributes:
        difference: Share in the top k − share in the reference, in [−1, 1].
        ratio: Their quotient; None where the group is not in the reference.
    """

    difference: Fraction
    ratio: Fraction | None

    @property
    def size(self) -> float | None:
        """|log2 ratio|, by which ratios are compared; infinite for a group that is not shown."""
        if self.ratio is None:
            return None
        return abs(math.log2(self.ratio)) if self.ratio else math.inf


def shifts(top: Mapping[str, int], reference: Mapping[str, int]) -> dict[str, Shift]:
    """The shift of every group that is in either; empty where one of the two counts nothing.

    >>> shifts({"x": 36, "y": 14}, {"x": 30, "y": 20})["x"].ratio
    Fraction(6, 5)
    """
    above, below = sum(top.values()), sum(reference.values())
    if not above or not below:
        return {}
    found = {}
    for name in sorted({*top, *reference}):
        share = Fraction(top.get(name, 0), above)
        base = Fraction(reference.get(name, 0), below)
        found[name] = Shift(share - base, share / base if base else None)
    return found


def bias_amplification(inputs: Inputs) -> Row:
    """Largest |share in the top k − share in the reference| over the document groups."""
    groups, reference = inputs.documents.group, inputs.settings.reference
    missing = [FIELD] if groups is None else []
    if reference == "corpus" and inputs.scope.collection.corpus is None:
        missing.append("a corpus, as the declared reference")
    if missing or groups is None:
        return not_computable(AMPLIFICATION, missing)
    compared = at_declared_cutoff(inputs)
    base = _reference(inputs, groups)
    tops = [shown(side, groups) for side in (compared.a, compared.b)]
    found = [shifts(top.by_group, base.by_group) for top in tops]
    many = len({*base.by_group, *tops[0].by_group, *tops[1].by_group}) > 1
    values = [_largest(one) if many else None for one in found]
    return measured(
        AMPLIFICATION,
        (values[0], values[1]),
        [
            Input(FIELD, inputs.documents.source),
            Input("declared reference", f"{REFERENCES[reference]}, {base.total} in groups"),
            Input("shown", f"top {compared.k} of {compared.count} scored queries"),
        ],
        n_used=min(top.total for top in tops),
        label=f"group share shift vs reference ({REFERENCES[reference]}), largest",
        parts=_parts(found) if many else [],
        counts={
            "groups": len(base.by_group),
            "shown without group in A": tops[0].without,
            "shown without group in B": tops[1].without,
        },
        undefined="fewer than two groups, or nothing of a known group to compare",
    )


def _reference(inputs: Inputs, groups: Mapping[str, str]) -> Tally:
    if inputs.settings.reference == "corpus":
        return candidates(inputs, "corpus", groups)
    return relevant_pairs(inputs, groups)


def _largest(found: Mapping[str, Shift]) -> Number | None:
    return max((abs(one.difference) for one in found.values()), default=None)


def _parts(found: Sequence[Mapping[str, Shift]]) -> list[Part]:
    parts = []
    for name in dict.fromkeys([*found[0], *found[1]]):
        both = [side.get(name) for side in found]
        differences = [one.difference if one else None for one in both]
        ratios = [one.ratio if one else None for one in both]
        parts += [
            Part.of(f"shift:{name}", f"share shown − reference, {name}", differences, TO_ZERO),
            Part.of(f"ratio:{name}", f"share shown ÷ reference, {name}", ratios, TO_ONE),
        ]
    return parts
