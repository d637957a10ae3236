"""The gate's status as a badge: a word, an icon and a colour that no verdict has."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from ircompare.dashboard import state
from ircompare.dashboard.gate import calls as gate_calls
from ircompare.dashboard.gate.calls import NOT_RUN, UNUSABLE, Decision
from ircompare.dashboard.text import plain

Colour = Literal["green", "red", "yellow", "violet"]
SHOWN: dict[str, tuple[Colour, str]] = {
    "PASS": ("green", ":material/check_circle:"),
    "GATE_FAIL": ("red", ":material/cancel:"),
    "BASELINE_STALE": ("yellow", ":material/update:"),
    "UNSTABLE": ("violet", ":material/vital_signs:"),
    "SKIPPED": ("violet", ":material/skip_next:"),
    NOT_RUN: ("violet", ":material/pending:"),
    UNUSABLE: ("red", ":material/error:"),
}


def badge(decision: Decision) -> None:
    """The status of a decision."""
    colour, icon = SHOWN[decision.status]
    st.badge(f"Gate: {plain(decision.status)}", color=colour, icon=icon)


def beside() -> None:
    """The badge where a baseline is given, for the end of a line; else nothing."""
    decision = gate_calls.decision()
    if decision is not None:
        badge(decision)


def in_sidebar() -> None:
    """The badge with the way to its page; nothing before a baseline is given."""
    with st.spinner("Running the gate"):
        decision = gate_calls.decision()
    if decision is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        badge(decision)
        st.page_link(state.PAGES / "gate.py", label="Why", query_params={**state.address()})
