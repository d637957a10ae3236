"""The numbers behind a conclusion: rows for a page and the command line, and JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from ircompare.inference.conclusion import Conclusion, Significance
from ircompare.inference.first_ranks import FirstRanks
from ircompare.inference.student import Interval
from ircompare.inference.verdict import Evidence
from ircompare.report.conclusion_sentences import (
    conclusion_sentences,
)
from ircompare.report.conclusion_words import (
    interval_words,
    p_text,
    unit_of,
)
from ircompare.scoring.numbers import (
    Number,
    count_text,
    counted,
    decimal,
    delta_decimal,
    delta_text,
    number_text,
    places_for,
    short_text,
    value_text,
)

Json = dict[str, object]
NOT_TESTED = "not tested"
ALIKE = "none: all changed alike"
_LONG = 10_000


def figures(found: Conclusion, family: int) -> dict[str, str]:
    """What stands behind one verdict, by name of the number."""
    evidence, effect, planned = found.evidence, found.effect, found.detectable
    unit = unit_of(found)
    return {
        "mean delta, B − A": _exactly(found.delta, delta_text, delta_decimal),
        "95 % interval": _interval(evidence, "interval95"),
        "p": NOT_TESTED if evidence is None else p_text(evidence.p.value),
        f"p corrected, {counted(family, 'test')}": NOT_TESTED
        if evidence is None
        else p_text(evidence.p_holm),
        **_margin(found),
        f"{counted(2, unit).split(' ')[1]} that differ": f"{count_text(found.differing)} of "
        f"{count_text(found.units)}",
        "detectable change": "no spread"
        if planned is None
        else f"±{decimal(planned.difference, places_for(planned.difference))}",
        "spread (sd)": "none" if planned is None else decimal(planned.deviation),
        "superiority, ties half": _exactly(effect.superiority, value_text, decimal),
        "gain": _exactly(effect.gain, value_text, decimal),
        "harm": _exactly(effect.harm, value_text, decimal),
        "mean ÷ sd": "no spread"
        if effect.standardised is None
        else delta_decimal(effect.standardised, 2),
    }


def _exactly(
    value: Number, exact: Callable[[Number], str], rounded: Callable[[Number], str]
) -> str:
    """With its fraction where that is short enough for a narrow column."""
    short = isinstance(value, Fraction) and value.denominator < _LONG
    return exact(value) if short else rounded(value)


def _interval(evidence: Evidence | None, name: str) -> str:
    if evidence is None:
        return NOT_TESTED
    return ALIKE if evidence.student is None else interval_words(getattr(evidence.student, name))


def _margin(found: Conclusion) -> dict[str, str]:
    """What holds against the margin, where one was declared."""
    if found.margin is None:
        return {}
    held = None if found.evidence is None else found.evidence.margin
    absent = NOT_TESTED if found.evidence is None else ALIKE
    return {
        "margin": f"±{short_text(found.margin)}",
        "90 % interval": _interval(found.evidence, "interval90"),
        "p not inferior": absent if held is None else p_text(held.p_not_inferior),
        "p equivalent": absent if held is None else p_text(held.p_equivalent),
    }


def figure_rows(found: Significance, conclusions: Sequence[Conclusion]) -> list[tuple[str, ...]]:
    """A row for each number, a column for each measure; the first row names the measures."""
    columns = [figures(one, found.family) for one in conclusions]
    names = list(dict.fromkeys(name for column in columns for name in column))
    head = ("", *(one.measure.mean_at(one.comparison.k) for one in conclusions))
    return [head, *((name, *(column.get(name, "none") for column in columns)) for name in names)]


def rank_rows(ranks: FirstRanks) -> list[tuple[str, ...]]:
    """Scored queries by first relevant rank in A and B; the first row is the head."""
    rows = [(str(row.rank), count_text(row.a), count_text(row.b)) for row in ranks.rows]
    none = ("none", count_text(ranks.none_a), count_text(ranks.none_b))
    shares = [(f"Success@{one.k}", value_text(one.a), value_text(one.b)) for one in ranks.success]
    return [("first relevant rank", "A", "B"), *rows, none, *shares]


def significance_json(found: Significance, conclusions: Sequence[Conclusion]) -> Json:
    """The conclusions on one comparison, with the family that they are corrected in."""
    groups = found.groups
    return {
        "declared": found.plan.settings(),
        "sentences": conclusion_sentences(found, conclusions),
        "tests": found.family,
        "groups": None if groups is None else len(groups.labels),
        "straddling_groups": [] if groups is None else [one.label for one in groups.straddling],
        "differing_needed": found.needed,
        "measures": {one.key: _conclusion_json(one) for one in conclusions},
    }


def _conclusion_json(found: Conclusion) -> Json:
    effect, planned = found.effect, found.detectable
    return {
        "verdict": found.verdict.value,
        "limit": found.limit,
        "unit": unit_of(found),
        "units": found.units,
        "differing": found.differing,
        "smallest_p": found.smallest_p,
        "attainable": found.attainable,
        "delta": number_text(found.delta),
        **_evidence_json(found.evidence),
        "margin": number_text(found.margin),
        "detectable": None if planned is None else planned.difference,
        "deviation": None if planned is None else planned.deviation,
        "superiority": number_text(effect.superiority),
        "balance": number_text(effect.balance),
        "gain": number_text(effect.gain),
        "harm": number_text(effect.harm),
        "standardised": effect.standardised,
        "table": None if found.table is None else dict(vars(found.table)),
        "first_relevant_rank": None if found.ranks is None else _ranks_json(found.ranks),
    }


def _evidence_json(evidence: Evidence | None) -> Json:
    if evidence is None:
        names = ("p", "p_corrected", "interval95", "interval90", "p_not_inferior", "p_equivalent")
        return dict.fromkeys(names)
    held, student = evidence.margin, evidence.student
    return {
        "p": dict(vars(evidence.p)),
        "p_corrected": evidence.p_holm,
        "interval95": None if student is None else _ends(student.interval95),
        "interval90": None if student is None else _ends(student.interval90),
        "p_not_inferior": None if held is None else held.p_not_inferior,
        "p_equivalent": None if held is None else held.p_equivalent,
    }


def _ends(interval: Interval) -> list[float]:
    return [interval.low, interval.high]


def _ranks_json(ranks: FirstRanks) -> Mapping[str, object]:
    return {
        side: {
            **{str(row.rank): getattr(row, side) for row in ranks.rows if getattr(row, side)},
            "none": getattr(ranks, f"none_{side}"),
        }
        for side in ("a", "b")
    }
