"""The Compare page: the sentence, the numbers, the picture, the list, and why."""

from __future__ import annotations

import streamlit as st

from ircompare.dashboard import full_report, problems, widgets
from ircompare.dashboard.compare import charts as compare_charts
from ircompare.dashboard.compare import head as compare_head
from ircompare.dashboard.compare import queries as compare_list
from ircompare.dashboard.compare import single as run_view
from ircompare.dashboard.compare import takeaway
from ircompare.dashboard.compare import why as compare_why
from ircompare.dashboard.gate import badge as gate_badge
from ircompare.scoring.evaluation import Evaluation


def show() -> None:
    """Draw the page, or that of the one run that is given."""
    data, result = widgets.scored_or_stop("compare")
    if isinstance(result, Evaluation):
        run_view.show(data, result)
        return
    with st.container(
        horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
    ):
        compare_head.protocol_line(result)
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            gate_badge.beside()
            takeaway.draw(result)
            full_report.button(data, result, "compare")
    compare_head.sentences(result)
    if not result.count:
        compare_head.way_out(result)
        return
    compare_head.cards(result)
    compare_charts.draw(result)
    compare_list.draw(data, result)
    compare_why.draw(data, result)
    remarks = [*result.a.scope.notes, *result.a.hits.notes, *result.b.hits.notes]
    problems.show_remarks(remarks)
