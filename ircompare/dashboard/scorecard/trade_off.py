"""Recall against precision over cutoffs, score thresholds or runs, with service levels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, repeat

import pandas as pd
import streamlit as st

from ircompare.charts.configurations import configurations
from ircompare.charts.drawn import Drawn
from ircompare.charts.pareto import pareto
from ircompare.charts.pareto_parts import interval_words
from ircompare.dashboard import problems, sidebar, state, widgets
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.scorecard import calls as card_calls
from ircompare.dashboard.text import plain
from ircompare.inference.plan import MIN_UNITS
from ircompare.report.phrases import listed
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.pareto import Front, Noun, Point, ServiceLevel
from ircompare.scorecard.whiskers import NOISY_BELOW
from ircompare.scoring.numbers import counted, decimal

CHOSEN = "card_points"
POINTS: dict[Noun, str] = {
    "cutoff": "Cutoffs",
    "threshold": "Score thresholds",
    "configuration": "Configurations",
}
TITLES: dict[Noun, str] = {
    "cutoff": "Every cutoff of both runs",
    "threshold": "Score thresholds of both runs, each on its own scale",
    "configuration": "Every run that is loaded",
}
FURTHER = (
    "Drop the runs of further configurations on the Data page: each is a point here, whichever "
    "two are compared."
)
LEFT_OUT = "Runs that cannot be scored are left out"
RECALL, PRECISE = "card_level_recall", "card_level_precision"
ROW, TALLEST = 35, 10
NAMED, BESIDE = 5, 5


def draw(data: Dataset, inputs: Inputs) -> None:
    """What a point is, the levels and what keeps them, then the chart and its table."""
    st.markdown("#### Recall against precision")
    noun = _noun(card_calls.without_scores(data.digest, sidebar.protocol()))
    if noun == "configuration":
        _runs(data, inputs)
    else:
        _two(data, inputs, noun)


def _two(data: Dataset, inputs: Inputs, noun: Noun) -> None:
    """Both runs, each with a front of its own."""
    a, b = card_calls.fronts(data.digest, sidebar.protocol(), noun)
    level = _level()
    pairs = zip(inputs.names, (a, b), strict=True)
    st.markdown(plain(" ".join(_sentence(f"{name}:", "its", one, level) for name, one in pairs)))
    drawn = widgets.made(pareto, a, b, inputs.names, level, widgets.palette())
    rows = [row for role, one in (("A", a), ("B", b)) for row in _rows(one, repeat(role), level)]
    _side_by_side(drawn, rows, a)
    st.caption(_note(a))


def _runs(data: Dataset, inputs: Inputs) -> None:
    """Every run that is loaded as a point of one front, at the cutoff that is declared."""
    k = inputs.comparison.a.k
    front, faults = card_calls.configurations(data.digest, replace(sidebar.protocol(), k=k))
    level = _level()
    st.markdown(plain(_sentence(f"At k = {k}:", "the", front, level)))
    if faults:
        problems.show_warning(faults, LEFT_OUT)
    drawn = widgets.made(configurations, front, level, widgets.palette())
    _side_by_side(drawn, _rows(front, chain("AB", repeat("")), level), front)
    st.caption(_note(front))
    if not data.further:
        st.page_link(state.PAGES / "data.py", label=FURTHER, icon=":material/upload_file:")


def _side_by_side(drawn: Drawn, rows: list[dict[str, str]], front: Front) -> None:
    """The chart beside its table, above it where that has many columns."""
    wide = len(rows[0]) > BESIDE
    left, right = (st.container(), st.container()) if wide else st.columns([3, 2], gap="medium")
    with left:
        widgets.titled_chart(drawn, "pareto", TITLES[front.noun])
    with right:
        st.dataframe(
            pd.DataFrame(rows),
            hide_index=True,
            height=min(len(rows), TALLEST) * ROW + ROW + 3,
            alt=f"Recall and precision at every {front.noun}",
        )


def _noun(scoreless: list[str]) -> Noun:
    """What a point is; score thresholds only where both runs have scores."""
    options = [noun for noun in POINTS if noun != "threshold" or not scoreless]
    if st.session_state.get(CHOSEN) not in options:
        st.session_state.pop(CHOSEN, None)
    with st.container(horizontal=True, vertical_alignment="center"):
        chosen: Noun = st.segmented_control(
            "Points",
            options,
            key=CHOSEN,
            default="cutoff",
            required=True,
            format_func=POINTS.__getitem__,
            label_visibility="collapsed",
            persist_state="session",
        )
        if scoreless:
            verb = "has" if len(scoreless) == 1 else "have"
            told = f"{listed(scoreless)} {verb} no scores, so there are no score thresholds."
            st.caption(plain(told), width="content")
    return chosen


def _level() -> ServiceLevel | None:
    """The service level as declared, in exact decimals; None without one."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        texts = [
            st.text_input(
                label, key=key, placeholder="none", width=190, persist_state="session"
            ).strip()
            for label, key in (("Recall of at least", RECALL), ("Precision of at least", PRECISE))
        ]
        st.caption("A service level: decimals or fractions such as 0.92 or 23/25.", width="content")
    if not any(texts):
        return None
    try:
        return ServiceLevel.of(*(text or "0" for text in texts))
    except (ValueError, ZeroDivisionError):
        st.warning("A service level is two numbers from 0 to 1.", icon=":material/warning:")
        return None


def _sentence(start: str, whose: str, front: Front, level: ServiceLevel | None) -> str:
    """How many points are on the front, and which of them keep the service level."""
    on = sum(front.on_front)
    words = f"{start} {on} of {counted(len(front.points), front.noun)} on {whose} front"
    if level is None:
        return f"{words}."
    kept = [point.name for point in front.compliant(level)]
    if not kept:
        return f"{words}; none of them keeps the service level."
    if len(kept) > NAMED:
        between = "" if front.noun == "configuration" else f" from {kept[0]} to {kept[-1]}"
        return f"{words}; of these {len(kept)}{between} keep the service level."
    verb = "keeps" if len(kept) == 1 else "keep"
    return f"{words}; of these {listed(kept)} {verb} the service level."


def _rows(front: Front, roles: Iterable[str], level: ServiceLevel | None) -> list[dict[str, str]]:
    """The points of a front with exact values; roles may be more than needed."""
    intervals = any(_interval(point) for point in front.points)
    return [
        {
            "Run": role,
            front.noun.capitalize(): point.name,
            "Recall": decimal(point.recall),
            "Precision": decimal(point.precision),
            "Front": "on it" if on else "behind",
            **({} if level is None else {"Service level": level.compliance(point)}),
            **(_intervals(point) if intervals else {}),
        }
        for role, point, on in zip(roles, front.points, front.on_front, strict=False)
    ]


def _interval(point: Point) -> bool:
    return (point.recall_interval or point.precision_interval) is not None


def _intervals(point: Point) -> dict[str, str]:
    held = {"Recall, 95 %": point.recall_interval, "Precision, 95 %": point.precision_interval}
    return {name: "none" if one is None else interval_words(one) for name, one in held.items()}


def _note(front: Front) -> str:
    """What the front is, what precision divides by, and how far few queries can be believed."""
    of_run = "" if front.noun == "configuration" else " of its run"
    told = [f"A {front.noun} is on the front where no other one{of_run} is better"]
    told.append(front.precision[:1].upper() + front.precision[1:])
    if front.noisy:
        few = f"Fewer than {NOISY_BELOW} queries: a front of such means is not a fact"
        told.append(f"{few}; {_whiskers(front)}")
    return plain(f"{'. '.join(told)}.")


def _whiskers(front: Front) -> str:
    if any(_interval(point) for point in front.points):
        return (
            "whiskers at the named points are 95 % intervals of each mean by Student's t, each by "
            "itself, drawn within 0 to 1; those of all points are in the table"
        )
    if front.count < MIN_UNITS:
        return f"below {MIN_UNITS} an interval would say nothing, so there are no whiskers"
    return "no mean has an interval, so there are no whiskers"
