"""The Confidence page: would other queries agree, would complete judgements agree.

Two cards that each answer one question. They are never merged: neither answer says anything of
the other question.
"""

from __future__ import annotations

import streamlit as st

from ircompare.dashboard import full_report, state, widgets
from ircompare.dashboard.compare import charts as compare_charts
from ircompare.dashboard.compare import head as compare_head
from ircompare.dashboard.confidence import declared as confidence_declared
from ircompare.dashboard.confidence import judgements as judgements_card
from ircompare.dashboard.confidence import queries as queries_card
from ircompare.dashboard.confidence import ties as ties_block
from ircompare.scoring.evaluation import Evaluation


def show() -> None:
    """Draw the page, or the state in which there is nothing to conclude."""
    data, result = widgets.scored_or_stop("confidence")
    if isinstance(result, Evaluation):
        _alone()
        return
    compare_head.protocol_line(result)
    if not result.count:
        st.info("No query is scored, so there is nothing to conclude.", icon=":material/info:")
        compare_head.way_out(result)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        compare_charts.switch(result.k)
        held = confidence_declared.draw(result.a.scope, result.k)
        full_report.button(data, result, "confidence")
    left, right = st.columns(2, gap="medium")
    with left.container(border=True):
        queries_card.draw(data, result, held)
    with right:
        with st.container(border=True):
            judgements_card.draw(data, result)
        with st.container(border=True):
            ties_block.draw(data)


def _alone() -> None:
    """One run only: what can be concluded is about a difference."""
    st.info("Conclusions are about a difference, and one run is loaded.", icon=":material/info:")
    st.page_link(
        state.PAGES / "data.py", label="Add a second run to compare", icon=":material/add:"
    )
