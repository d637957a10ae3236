"""The Confidence page: would other queries agree, would complete judgements agree.

Two cards that each answer one question. They are never merged: neither answer says anything of
the other question.
"""

from __future__ import annotations

import streamlit as st

from ircompare.dashboard import full_report
from ircompare.dashboard.compare import charts as compare_charts
from ircompare.dashboard.compare import head as compare_head
from ircompare.dashboard.confidence import declared as confidence_declared
from ircompare.dashboard.confidence import judgements as judgements_card
from ircompare.dashboard.confidence import queries as queries_card
from ircompare.dashboard.confidence import ties as ties_block

LONELY = "Conclusions are about a difference, and one run is loaded."


def show() -> None:
    """Draw the page, or the state in which there is nothing to conclude."""
    data, result = compare_head.pair_or_stop("confidence", LONELY, "nothing to conclude")
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
