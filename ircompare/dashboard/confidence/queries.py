"""The card "Would other queries agree?": the verdicts, and the numbers that they rest on."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ircompare.charts.detectable import detectable_curve
from ircompare.charts.spans import spans
from ircompare.dashboard import problems, sidebar, state, widgets
from ircompare.dashboard.confidence import calls as confidence_calls
from ircompare.dashboard.confidence import parts
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.text import plain
from ircompare.errors import InputError
from ircompare.inference.conclusion import Conclusion, Significance
from ircompare.inference.declared import Declared
from ircompare.inference.effect import BinaryTable
from ircompare.inference.sentences import RR_SCALE
from ircompare.report.conclusion_sentences import (
    detection_sentence,
    hand_picked,
    told_of,
)
from ircompare.report.conclusion_tables import figure_rows, rank_rows
from ircompare.report.conclusion_words import (
    p_source,
    unit_of,
)
from ircompare.report.spans import interval_span
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.numbers import count_text

QUESTION = "Would other queries agree?"
MEANINGS = (
    "superiority: share of queries on which B is ahead, a tie counting half · gain, harm: what "
    "queries gained and lost, each over all queries; their difference is the mean delta · "
    "mean ÷ sd: not comparable between measures"
)


def draw(data: Dataset, comparison: Comparison, declared: Declared) -> None:
    """The verdicts; below the limits only sentences."""
    st.markdown(f"#### {QUESTION}")
    try:
        with st.spinner("Testing", show_time=True):
            found = confidence_calls.concluded(data.digest, sidebar.protocol(), declared)
    except InputError as error:
        problems.show_error(error, "Nothing is concluded")
        return
    for told in told_of(found, found.conclusions):
        parts.verdict(told.verdict, told.rest)
    parts.paragraphs(hand_picked(found.plan))
    if found.groups is not None:
        problems.show_remarks(found.groups.notes)
    tested = [one for one in found.conclusions if one.evidence is not None]
    if tested:
        _interval(tested)
        _numbers(found)
        _detectable(tested, comparison)
    _ranks(found.conclusions)


def _interval(tested: Sequence[Conclusion]) -> None:
    """Each mean delta with its 95 % interval, and the margin where one was declared."""
    rows = tuple(span for one in tested if (span := interval_span(one)) is not None)
    if not rows:
        return
    title = "mean delta, B − A"
    drawn = widgets.made(spans, rows, "interval", widgets.palette(), title)
    widgets.titled_chart(drawn, "confidence-interval", "Mean delta with its 95 % interval")
    notes = ["diamond: mean delta", "line: 95 % interval (Student's t)"]
    if any(row.margin is not None for row in rows):
        notes += ["thick: 90 % interval", "band: the margin"]
    if any(row.low < -1 or row.high > 1 for row in rows):
        notes.append("arrow: it goes on, the drawing ends at ±1")
    st.caption(" · ".join(notes))


def _numbers(found: Significance) -> None:
    """The table of numbers, and how each p-value was computed."""
    rows = figure_rows(found, found.conclusions)
    parts.table(rows, "The numbers behind the verdicts, a column a measure", most=16)
    sources: dict[str, list[str]] = {}
    for one in found.conclusions:
        if one.evidence is not None:
            words = p_source(one.evidence.p, one.differing)
            sources.setdefault(words, []).append(one.measure.mean_at(one.comparison.k))
    st.caption(MEANINGS)
    if found.plan.margins:
        st.caption("p not inferior, p equivalent: one-sided t tests at the margin, not corrected.")
    for words, names in sources.items():
        where = "" if len(sources) == 1 else f" of {' and '.join(names)}"
        st.caption(plain(f"p{where}: {words}."))


def _detectable(tested: Sequence[Conclusion], comparison: Comparison) -> None:
    """What more queries would show, for the measure that the switch shows."""
    held = {one.key: one for one in tested if one.detectable is not None}
    if not held:
        return
    measure = state.filters().measure
    st.markdown("**What more queries would show**")
    found = held.get(measure)
    if found is None or found.detectable is None:
        st.caption("Nothing was tested in this measure.")
        return
    st.caption(plain(detection_sentence(found)))
    name = found.measure.mean_at(comparison.k)
    drawn = widgets.made(
        detectable_curve,
        found.detectable,
        abs(float(found.delta)),
        unit_of(found),
        widgets.palette(),
        f"detectable change of {name}",
    )
    widgets.show_chart(drawn, f"detectable-{measure}")


def _ranks(conclusions: Sequence[Conclusion]) -> None:
    """Beside MRR: where the first relevant document stands; and 2 × 2 tables."""
    for one in conclusions:
        if one.table is not None:
            _binary(one, one.table)
    for one in conclusions:
        if one.ranks is not None:
            st.markdown("**First relevant rank**")
            parts.table(rank_rows(one.ranks), "Scored queries by first relevant rank", most=15)
            st.caption(plain(RR_SCALE))


def _binary(found: Conclusion, held: BinaryTable) -> None:
    name = found.measure.at(found.comparison.k)
    st.markdown(f"**{plain(name)} is 0 or 1 on every query**")
    rows = [
        ("", "A 1", "A 0"),
        ("B 1", count_text(held.both), count_text(held.only_b)),
        ("B 0", count_text(held.only_a), count_text(held.neither)),
    ]
    parts.table(rows, f"Queries by whether A and B reach 1 in {name}")
    st.caption("On such a table the sign-flip test is the exact McNemar test.")
