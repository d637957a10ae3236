"""Recall against precision over the cutoffs or score thresholds, with service levels."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from ircompare.charts.pareto import pareto
from ircompare.charts.pareto_parts import interval_words
from ircompare.dashboard import sidebar, widgets
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
POINTS: dict[Noun, str] = {"cutoff": "Cutoffs", "threshold": "Score thresholds"}
TITLES: dict[Noun, str] = {
    "cutoff": "Every cutoff of both runs",
    "threshold": "Score thresholds of both runs, each on its own scale",
}
RECALL, PRECISE = "card_level_recall", "card_level_precision"
ROW, TALLEST = 35, 10
NAMED = 5


def draw(data: Dataset, inputs: Inputs) -> None:
    """The chart beside its table, below the levels and what keeps them."""
    st.markdown("#### Recall against precision")
    noun = _noun(card_calls.without_scores(data.digest, sidebar.protocol()))
    a, b = card_calls.fronts(data.digest, sidebar.protocol(), noun)
    level = _level()
    pairs = zip(inputs.names, (a, b), strict=True)
    st.markdown(plain(" ".join(_sentence(name, front, level) for name, front in pairs)))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        drawn = widgets.made(pareto, a, b, inputs.names, level, widgets.palette())
        widgets.titled_chart(drawn, "pareto", TITLES[noun])
    with right:
        _table(a, b, level)
    st.caption(_note(a))


def _noun(scoreless: list[str]) -> Noun:
    """What a point is; score thresholds only where both runs have scores."""
    with st.container(horizontal=True, vertical_alignment="center"):
        chosen = st.segmented_control(
            "Points",
            list(POINTS),
            key=CHOSEN,
            default="cutoff",
            required=True,
            disabled=bool(scoreless),
            format_func=POINTS.__getitem__,
            label_visibility="collapsed",
            persist_state="session",
        )
        if scoreless:
            verb = "has" if len(scoreless) == 1 else "have"
            told = f"{listed(scoreless)} {verb} no scores, so there are no score thresholds."
            st.caption(plain(told), width="content")
    return "threshold" if chosen == "threshold" and not scoreless else "cutoff"


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


def _sentence(name: str, front: Front, level: ServiceLevel | None) -> str:
    on = sum(front.on_front)
    words = f"{name}: {on} of {counted(len(front.points), front.noun)} on its front"
    if level is None:
        return f"{words}."
    kept = [point.name for point in front.compliant(level)]
    if not kept:
        return f"{words}; none of them keeps the service level."
    if len(kept) > NAMED:
        return f"{words}; {len(kept)} from {kept[0]} to {kept[-1]} keep the service level."
    return f"{words}; {listed(kept)} {'keeps' if len(kept) == 1 else 'keep'} the service level."


def _table(a: Front, b: Front, level: ServiceLevel | None) -> None:
    """The same points with exact values."""
    intervals = any(_interval(point) for front in (a, b) for point in front.points)
    rows = [
        {
            "Run": role,
            front.noun.capitalize(): point.name,
            "Recall": decimal(point.recall),
            "Precision": decimal(point.precision),
            "Front": "on it" if on else "behind",
            **({} if level is None else {"Service level": level.compliance(point)}),
            **(_intervals(point) if intervals else {}),
        }
        for role, front in (("A", a), ("B", b))
        for point, on in zip(front.points, front.on_front, strict=True)
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height=min(len(rows), TALLEST) * ROW + ROW + 3,
        alt=f"Recall and precision of both runs at every {a.noun}",
    )


def _interval(point: Point) -> bool:
    return (point.recall_interval or point.precision_interval) is not None


def _intervals(point: Point) -> dict[str, str]:
    held = {"Recall, 95 %": point.recall_interval, "Precision, 95 %": point.precision_interval}
    return {name: "none" if one is None else interval_words(one) for name, one in held.items()}


def _note(front: Front) -> str:
    """What the front is, what precision divides by, and how far few queries can be believed."""
    told = [f"A {front.noun} is on the front where no other one of its run is better"]
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
