"""Recall against precision over the cutoffs, with service levels."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from ircompare.charts.pareto import pareto
from ircompare.dashboard import sidebar, widgets
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.scorecard import calls as card_calls
from ircompare.dashboard.text import plain
from ircompare.report.phrases import listed
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.pareto import NOISY_BELOW, PRECISION, Front, ServiceLevel
from ircompare.scoring.numbers import counted, decimal

RECALL, PRECISE = "card_level_recall", "card_level_precision"
ROW, TALLEST = 35, 10
NAMED = 5


def draw(data: Dataset, inputs: Inputs) -> None:
    """The chart beside its table, below the levels and what keeps them."""
    a, b = card_calls.fronts(data.digest, sidebar.protocol())
    st.markdown("#### Recall against precision")
    level = _level()
    pairs = zip(inputs.names, (a, b), strict=True)
    st.markdown(plain(" ".join(_sentence(name, front, level) for name, front in pairs)))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        drawn = widgets.made(pareto, a, b, inputs.names, level, widgets.palette())
        widgets.titled_chart(drawn, "pareto", "Every cutoff of both runs")
    with right:
        _table(a, b, level)
    st.caption(_note(a))


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
    words = f"{name}: {on} of {counted(len(front.points), 'cutoff')} on its front"
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
    rows = [
        {
            "Run": role,
            "Cutoff": point.name,
            "Recall": decimal(point.recall),
            "Precision": decimal(point.precision),
            "Front": "on it" if on else "behind",
            **({} if level is None else {"Service level": level.compliance(point)}),
        }
        for role, front in (("A", a), ("B", b))
        for point, on in zip(front.points, front.on_front, strict=True)
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height=min(len(rows), TALLEST) * ROW + ROW + 3,
        alt="Recall and precision of both runs at every cutoff",
    )


def _note(front: Front) -> str:
    words = f"A cutoff is on the front where no other one of its run is better. {PRECISION}."
    if front.noisy:
        words += f" Fewer than {NOISY_BELOW} queries: a front of such means is not a fact."
    return plain(words.replace(". p", ". P"))
