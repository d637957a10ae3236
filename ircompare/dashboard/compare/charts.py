"""The two charts of the Compare page: the deltas, and A against B, under one measure switch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from ircompare.charts.deltas import delta_chart, worst_chart
from ircompare.charts.pairs import pair_chart
from ircompare.charts.theme import FEW, MANY
from ircompare.dashboard import state, widgets
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES

CELLS = ("rank_a", "rank_b", "value_a", "value_b", "low", "high")


def draw(comparison: Comparison) -> None:
    """Both charts; a mark that is one query opens it, an aggregated mark filters the list."""
    measure = switch(comparison.k)
    colours = widgets.palette()
    name = MEASURES[measure].at(comparison.k)
    left, right = st.columns(2, gap="medium")
    with left:
        drawn = widgets.made(delta_chart, comparison, measure, colours)
        _react(widgets.titled_chart(drawn, f"deltas-{measure}", f"Deltas of {name}, B − A"))
    with right:
        what = "First relevant rank" if measure == "rr" and comparison.count > FEW else name
        drawn = widgets.made(pair_chart, comparison, measure, colours)
        _react(widgets.titled_chart(drawn, f"pairs-{measure}", f"{what}, A against B"))
    if comparison.count > MANY and comparison.counts(measure).regressed:
        _largest_losses(comparison, measure)


def _largest_losses(comparison: Comparison, measure: str) -> None:
    """The worst queries as bars; drawn once the box is open."""
    label = "The 20 largest losses as bars"
    box = st.expander(label, icon=":material/bar_chart:", key="worst-bars", on_change="rerun")
    if box.open:
        with box:
            drawn = widgets.made(worst_chart, comparison, measure, widgets.palette())
            _react(widgets.show_chart(drawn, f"worst-{measure}"))


def switch(k: int) -> str:
    """The measure that both charts and the list show; it stands in the address."""
    held = state.filters().measure
    st.session_state["measure_switch"] = held
    chosen = st.segmented_control(
        "Measure shown",
        ("rr", "recall"),
        format_func=lambda key: MEASURES[key].at(k),
        required=True,
        key="measure_switch",
        on_change=_switched,
        label_visibility="collapsed",
    )
    return str(chosen or held)


def _switched() -> None:
    wanted = st.session_state["measure_switch"] or "rr"
    held = state.filters()
    state.set_filters(
        replace(held, measure=wanted, low="", high="", value_a="", value_b="", cause="")
    )


def _react(chosen: dict[str, Any] | None) -> None:
    if not chosen:
        return
    if "query_id" in chosen:
        state.go("query", q=str(chosen["query_id"]))
    shown = {name: str(chosen[name]) for name in chosen if name in CELLS}
    # A browser sends 0 for 0.0: one spelling, so that the menu finds its option.
    shown |= {name: str(float(shown[name])) for name in ("low", "high") if name in shown}
    state.set_filters(state.filters().only(**shown))
    st.rerun()
