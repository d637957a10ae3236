"""Queries that begin with another page than the baseline: recorded, never decisive."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from ircompare.consistency.indicators import QueryOutcome
from ircompare.consistency.result import GateReport
from ircompare.dashboard import state
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.gate import misses as gate_list
from ircompare.dashboard.gate import state as gate_state
from ircompare.dashboard.text import shortened
from ircompare.scoring.numbers import counted

TALLEST = 380


def draw(report: GateReport, data: Dataset | None) -> None:
    """A table of them; selecting a cell opens its query where it is loaded."""
    changes = report.top1_changes
    if not changes:
        st.caption("The first page of every query is the same.")
        return
    st.markdown(f"**First page changed on {counted(len(changes), 'query')}; this decides nothing**")
    texts, known = gate_list.query_texts(data), gate_list.openable(data)
    frame = pd.DataFrame(_row(outcome, texts.get(outcome.query_id, "")) for outcome in changes)
    generation = st.session_state.setdefault("gate_top1_clicks", 0)
    event = st.dataframe(
        frame,
        key=f"gate-top1-{state.digest()}-{hash(gate_state.setup())}-{generation}",
        hide_index=True,
        on_select="rerun",
        selection_mode="single-cell",
        height=min(36 * (len(frame) + 1) + 2, TALLEST),
        alt="Queries whose first page changed; select a cell to open its query",
    )
    cells = event.selection.cells
    if cells:
        st.session_state["gate_top1_clicks"] = generation + 1
        query_id = changes[int(cells[0][0])].query_id
        if query_id in known:
            state.go("query", q=query_id)


def _row(outcome: QueryOutcome, text: str) -> dict[str, str]:
    return {
        "Query": outcome.query_id,
        "Text": shortened(text, 80),
        "First page then": outcome.baseline[0],
        "First page now": outcome.current[0] if outcome.current else "(nothing)",
        "Old first page now": _place(outcome),
    }


def _place(outcome: QueryOutcome) -> str:
    first = outcome.baseline[0]
    if first in outcome.current:
        return f"rank {outcome.current.index(first) + 1}"
    return "not in the top 5"
