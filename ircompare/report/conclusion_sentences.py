"""What may be concluded about other queries, in sentences: one verdict a measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ircompare.inference.conclusion import Conclusion, Significance
from ircompare.inference.plan import MIN_UNITS, Plan
from ircompare.inference.sentences import CONDITION, HAND_PICKED, description, detection
from ircompare.inference.verdict import Evidence, Verdict
from ircompare.report.conclusion_words import (
    change_words,
    interval_words,
    names_of,
    p_text,
    unit_of,
)
from ircompare.report.phrases import capitalised
from ircompare.scoring.numbers import (
    MINUS,
    Number,
    count_text,
    counted,
    decimal,
    places_for,
    size_decimal,
)

ANOTHER_START = (
    "Another random start might decide otherwise: 0.05 lies within four Monte Carlo errors of the "
    "corrected p."
)
UNREAL = CONDITION.replace("queries are", "queries were", 1)


@dataclass(frozen=True)
class Told:
    """What is said of one measure, or of several on which nothing was tested.

    Attributes:
        verdict: The sentence that may be quoted alone: it carries its condition.
        rest: What these queries could have detected, and what would settle an open verdict.
    """

    verdict: str
    rest: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.verdict, self.rest)))


def told_of(found: Significance, conclusions: Sequence[Conclusion]) -> list[Told]:
    """The verdicts on one comparison, those without a test together and last.

    Args:
        found: The family.
        conclusions: Those of one comparison, one or more of `found`.
    """
    described = [one for one in conclusions if one.verdict is Verdict.DESCRIPTIVE]
    told = [
        Told(verdict_sentence(one, found.plan), _rest(one))
        for one in conclusions
        if one not in described
    ]
    if described:
        planned = detection_sentence(described[-1])
        rest = " ".join(filter(None, (needed_sentence(found, described[0]), planned)))
        told.append(Told(description(described), rest))
    return told


def conclusion_sentences(found: Significance, conclusions: Sequence[Conclusion]) -> list[str]:
    """As `told_of`, a paragraph each; then that queries were picked by hand, if they were."""
    told = [str(one) for one in told_of(found, conclusions)]
    return [*told, *hand_picked(found.plan)]


def hand_picked(plan: Plan) -> list[str]:
    """That queries picked by hand are no sample, where this was declared."""
    return [f"These queries were picked by hand: {HAND_PICKED}."] if plan.hand_picked else []


def verdict_sentence(found: Conclusion, plan: Plan | None = None) -> str:
    """The verdict on one measure with its condition; a description where nothing was tested.

    Args:
        found: The conclusion.
        plan: Says whether the queries were picked by hand, which makes the condition unreal.
    """
    evidence = found.evidence
    if found.verdict is Verdict.IDENTICAL:
        return (
            f"{_mean(found)} is the same in both runs on {_every(found)}, so there is nothing to "
            "test. That other queries would agree does not follow."
        )
    if evidence is None:
        return description([found])
    condition = UNREAL if plan is not None and plan.hand_picked else CONDITION
    return f"{capitalised(condition)}, {_claim(found, evidence)}"


def _claim(found: Conclusion, evidence: Evidence) -> str:
    a, b = names_of(found.comparison)
    name, change = _mean(found), change_words(found)
    if found.verdict in (Verdict.BETTER, Verdict.WORSE):
        return f"{b} is {found.verdict.lower()} than {a} in {name}: {change}."
    if found.verdict is Verdict.SMALL:
        verb = "rises" if found.sign > 0 else "falls"
        margin = _margin(found)
        return f"{name} {verb} from {a} to {b}, but by less than the margin of {margin}: {change}."
    if found.verdict is Verdict.EQUIVALENT:
        return (
            f"{a} and {b} are equivalent in {name} within the margin of ±{_margin(found)}: "
            f"the 90 % interval of the mean delta, {_span90(evidence)}, lies inside it."
        )
    if found.verdict is Verdict.NOT_INFERIOR:
        return (
            f"{b} is not worse than {a} in {name} by the margin of {_margin(found)} or more: the "
            f"90 % interval of the mean delta, {_span90(evidence)}, lies above "
            f"{MINUS}{_margin(found)}. Whether it is better stays open."
        )
    return f"it stays open which run is better in {name}: {change}.{_at_odds(evidence)}"


def _at_odds(evidence: Evidence) -> str:
    """Why nothing is concluded, where interval and corrected test point to different answers."""
    p = p_text(evidence.p_holm)
    if evidence.at_odds:
        return (
            f' The test rejects "no change" (corrected p {p}), and yet the interval holds 0: where '
            "the two disagree nothing is concluded."
        )
    if evidence.student is not None and evidence.excludes_zero:
        return (
            " The interval excludes 0, but it stands by itself; corrected for every declared test, "
            f"p is {p}."
        )
    return ""


def _rest(found: Conclusion) -> str:
    """What would settle an open verdict, and that another random start might decide otherwise."""
    told = []
    if found.verdict is Verdict.INCONCLUSIVE and found.detectable is not None:
        told = [detection_sentence(found), *settling(found)]
    if found.evidence is not None and found.evidence.depends_on_start:
        told.append(ANOTHER_START)
    return " ".join(told)


def detection_sentence(found: Conclusion) -> str:
    """The minimum detectable difference in words; "" where the deltas have no spread."""
    planned = found.detectable
    if planned is None:
        return ""
    if not planned.vacuous:
        return detection(planned, unit_of(found))
    return (
        f"With {counted(planned.units, unit_of(found))} and the observed spread "
        f"(sd {decimal(planned.deviation, 2)}) no true mean change can be detected: it would "
        "have to exceed the whole scale."
    )


def settling(found: Conclusion) -> list[str]:
    """How many queries would settle an open verdict, as planning figures."""
    planned, unit = found.detectable, unit_of(found)
    if planned is None:
        return []
    told = []
    size = abs(Fraction(found.delta))
    many = planned.units_for(float(size)) if size else None
    if many is not None and many > planned.units:
        told.append(
            f"A true change of the size seen, {size_decimal(size, places_for(size))}, would take "
            f"about {_about(many)} {_plural(unit)}."
        )
    if found.margin is not None:
        needed = planned.units_for_margin(found.margin)
        told.append(
            f"Runs that do not differ would be shown equivalent within ±{_margin(found)} with "
            f"about {_about(needed.equivalent)} {_plural(unit)}, and not inferior with about "
            f"{_about(needed.not_inferior)}."
        )
    return told


def needed_sentence(found: Significance, described: Conclusion) -> str:
    """What would bring a significant result within reach."""
    tests = f" among {counted(found.family, 'test')}" if found.family > 1 else ""
    return (
        f"A significant result{tests} would be possible with at least {MIN_UNITS} "
        f"{_plural(unit_of(described))}, of which at least {found.needed} differ."
    )


def _mean(found: Conclusion) -> str:
    return found.measure.mean_at(found.comparison.k)


def _every(found: Conclusion) -> str:
    total = found.counts.total
    return f"each of the {counted(total, 'query')}" if total > 1 else "the one query"


def _margin(found: Conclusion) -> str:
    margin = found.margin or Fraction(0)
    return decimal(margin, places_for(margin))


def _span90(evidence: Evidence) -> str:
    return interval_words(evidence.student.interval90) if evidence.student else ""


def _plural(unit: str) -> str:
    return counted(2, unit).split(" ", 1)[1]


def _about(many: Number) -> str:
    """A planning figure with three digits that count."""
    whole = int(many)
    spare = max(len(str(whole)) - 3, 0)
    return count_text(-(-whole // 10**spare) * 10**spare)
