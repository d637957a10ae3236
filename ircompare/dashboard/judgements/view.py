"""The Judgements page: which deserve a second look, what if they were others, what goes wrong."""

from __future__ import annotations

import streamlit as st

from ircompare.dashboard import widgets
from ircompare.dashboard.compare import head as compare_head
from ircompare.dashboard.judgements import judges as judges_block
from ircompare.dashboard.judgements import made as made_block
from ircompare.dashboard.judgements import pitfalls as pitfalls_block
from ircompare.dashboard.judgements import sheet as sheet_block
from ircompare.dashboard.judgements import suspects as suspects_block
from ircompare.scoring.evaluation import Evaluation


def show() -> None:
    """Draw the page."""
    data, result = widgets.scored_or_stop("judgements")
    if isinstance(result, Evaluation):
        widgets.second_run_wanted("Suspects are looked for with two runs, and one is loaded.")
        scope = result.scope
    else:
        scope = result.a.scope
        compare_head.protocol_line(result)
        st.markdown("#### Which judgements deserve a second look?")
        suspects_block.draw(data, result)
        left, right = st.columns(2, gap="medium")
        with left.container(border=True, height="stretch"):
            st.markdown("**What-if judgements made so far**")
            made_block.draw(data)
        with right.container(border=True, height="stretch"):
            st.markdown("**Judging sheet**")
            sheet_block.draw(data, result)
    judges_block.draw(data, scope.collection, scope.protocol.min_relevance)
    pitfalls_block.draw(data)
