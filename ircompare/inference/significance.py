"""From one or several comparisons and a plan to conclusions: one correction over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ircompare.errors import InputError, Problem
from ircompare.inference.conclusion import Conclusion, Limit, Significance
from ircompare.inference.detectable import detectable
from ircompare.inference.effect import binary_table, effect
from ircompare.inference.first_ranks import first_ranks
from ircompare.inference.groups import Groups, groups_of
from ircompare.inference.holm import differing_needed, holm
from ircompare.inference.packages import require_statistics
from ircompare.inference.plan import ALPHA, MIN_DIFFERING, MIN_UNITS, SIMULATED, Plan
from ircompare.inference.signflip import PValue, sign_flip, smallest_p
from ircompare.inference.student import Student, against_margin, student
from ircompare.inference.units import Units
from ircompare.inference.verdict import Evidence, Verdict, decide
from ircompare.scoring.comparison import Comparison


@dataclass(frozen=True, eq=False)
class _Member:
    """One test of the family."""

    comparison: Comparison
    key: str
    units: Units

    @property
    def differing(self) -> int:
        return len(self.units.differing)

    @property
    def identical(self) -> bool:
        """Whether no query differs; groups may cancel out where queries do."""
        return not self.comparison.differing(self.key).any()


def significance(
    comparisons: Comparison | Sequence[Comparison], plan: Plan | None = None
) -> Significance:
    """What may be concluded about the declared measures of one or several comparisons.

    Args:
        comparisons: One, or one for each candidate against the reference; same scope and cutoff.
        plan: What was declared; None for the primary measures without margin or groups.

    Raises:
        InputError: No query is scored, the queries lack the field that names groups, or the
            packages for statistics are absent.
        ValueError: No comparison, or comparisons under different protocols.
    """
    require_statistics()
    plan = plan or Plan()
    listed = _checked([comparisons] if isinstance(comparisons, Comparison) else comparisons)
    scope = listed[0].a.scope
    groups = None if plan.group_field is None else groups_of(scope, plan.group_field)
    members = [_member(pair, key, groups) for pair in listed for key in plan.measures]
    attainable = holm([smallest_p(member.differing) for member in members])
    hopeless = all(value > ALPHA for value in attainable)
    limits = [_limit(member, hopeless) for member in members]
    evidence = _evidence(members, limits, plan)
    conclusions = [
        _conclusion(member, limit, found, value, plan)
        for member, limit, found, value in zip(members, limits, evidence, attainable, strict=True)
    ]
    return Significance(plan, tuple(conclusions), groups, differing_needed(len(members)))


def _checked(comparisons: Sequence[Comparison]) -> Sequence[Comparison]:
    if not comparisons:
        raise ValueError("at least one comparison is needed")
    first = comparisons[0]
    if any(pair.a.scope is not first.a.scope or pair.k != first.k for pair in comparisons):
        raise ValueError("a family is made of comparisons under one protocol: same scope, cutoff")
    if not first.count:
        raise InputError(
            Problem("no-scored-query", "no query is scored, so nothing can be concluded")
        )
    return comparisons


def _member(comparison: Comparison, key: str, groups: Groups | None) -> _Member:
    codes = None if groups is None else groups.codes
    units = Units.of(comparison.deltas(key), np.asarray(comparison.scored), codes)
    return _Member(comparison, key, units)


def _limit(member: _Member, hopeless: bool) -> Limit | None:
    """Why a measure is not tested; None where it is, or where nothing differs."""
    if member.identical:
        return None
    if member.differing < MIN_DIFFERING:
        return "differing"
    if len(member.units) < MIN_UNITS:
        return "units"
    return "family" if hopeless else None


def _evidence(
    members: Sequence[_Member], limits: Sequence[Limit | None], plan: Plan
) -> list[Evidence | None]:
    """The tests of every member, corrected together; a test that was not made counts as p = 1."""
    made = [
        _test(member.units, plan.start) if limit is None else None
        for member, limit in zip(members, limits, strict=True)
    ]
    if not any(made):
        return [None] * len(made)
    adjusted = holm([1.0 if found is None else found[0].value for found in made])
    evidence: list[Evidence | None] = []
    for member, found, p_holm in zip(members, made, adjusted, strict=True):
        margin = plan.margins.get(member.key)
        held = None if margin is None or found is None else against_margin(member.units, margin)
        evidence.append(None if found is None else Evidence(found[0], p_holm, found[1], held))
    return evidence


def _test(units: Units, start: int) -> tuple[PValue, Student | None] | None:
    """The test of the mean and its companion; None where nothing differs."""
    companion = student(units)
    if companion is not None and len(units.differing) > SIMULATED and not units.one_size:
        return PValue(companion.p, "student", p_exact=False), companion
    p = sign_flip(units, start)
    return None if p is None else (p, companion)


def _conclusion(
    member: _Member, limit: Limit | None, evidence: Evidence | None, attainable: float, plan: Plan
) -> Conclusion:
    pair, key, units = member.comparison, member.key, member.units
    margin = plan.margins.get(key)
    order = pair.loss_order(key, "recall" if key == "rr" else "rr")
    lost = order[pair.verdicts(key)[order] < 0].tolist()
    return Conclusion(
        comparison=pair,
        key=key,
        verdict=Verdict.IDENTICAL if member.identical else decide(evidence, units.mean, margin),
        limit=limit,
        units=len(units),
        differing=member.differing,
        smallest_p=smallest_p(member.differing),
        attainable=attainable,
        evidence=evidence,
        margin=margin,
        effect=effect(pair, key, units),
        detectable=detectable(units),
        table=binary_table(pair, key),
        ranks=first_ranks(pair) if key == "rr" else None,
        regressed=tuple(pair.a.scope.query_ids[place] for place in lost),
    )
