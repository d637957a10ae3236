"""The Chunks page where there is nothing to fold, where qrels judge chunks, and for one run."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from ircompare.dashboard import samples, settings, state, widgets
from ircompare.dashboard.chunks import budget as budget_state
from ircompare.dashboard.chunks import fold as chunks_fold
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.query.walk import Result, lowest_first
from ircompare.dashboard.text import plain
from ircompare.model.protocol import Budget, Unit
from ircompare.report.budget_report import agree_sentence, curve_rows, needed_sentence, unit_words
from ircompare.report.headline import headline, run_headline
from ircompare.scoring.budgets import BudgetCurve, budget_curve
from ircompare.scoring.chunked import Side
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import PRIMARY
from ircompare.scoring.sides import CHUNKS_JUDGED, DOCUMENT_CREDIT

SAMPLE = samples.SAMPLES["helpcentre-chunks"]


def nothing() -> None:
    """Before any file was given."""
    st.markdown("#### How many chunks does each run need, and does the budget decide who leads?")
    if state.missing_dataset():
        widgets.nothing_loaded()
        return
    st.text(
        "Give runs that rank chunks and a chunk map that names the document of each. You see "
        "what a budget of chunks or tokens changes, for every budget at once."
    )
    _sample()
    st.page_link(state.PAGES / "data.py", label="Open the Data page", icon=":material/upload_file:")


def _sample() -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{SAMPLE.title}**: {plain(SAMPLE.about)}", width="stretch")
        if st.button("Open this sample", type="primary", on_click=SAMPLE.open):
            state.go(SAMPLE.page)


def not_folded(data: Dataset, result: Result, sides: Sequence[Side]) -> None:
    """No run is collapsed: why, and what gives the page something to show."""
    if data.chunk_map is None:
        st.info(
            "No chunk map is loaded, and no run names chunks: runs are compared as they are.",
            icon=":material/info:",
        )
    elif all(side.decision.level == "chunk" for side in sides):
        _chunks_judged(result)
        return
    else:
        st.info("No run is collapsed, so no budget changes anything.", icon=":material/info:")
    for reason in dict.fromkeys(side.decision.reason for side in sides if side.decision.reason):
        st.caption(plain(reason))
    st.page_link(
        state.PAGES / "data.py", label="Give a chunk map and chunk runs", icon=":material/add:"
    )
    _sample()


def _chunks_judged(result: Result) -> None:
    """The qrels judge chunks: the same evaluation, on chunks."""
    told = headline(result) if isinstance(result, Comparison) else run_headline(result)
    st.markdown(f"#### {plain(told.sentences[0])}")
    st.markdown(plain(" ".join(told.sentences[1:])))
    st.caption(plain(told.counts))
    st.info(CHUNKS_JUDGED, icon=":material/info:")
    with st.container(horizontal=True):
        for page, label in (("compare", "Compare on chunks"), ("cutoffs", "Every cutoff")):
            st.page_link(state.PAGES / f"{page}.py", label=label, icon=":material/arrow_forward:")


def mixed(sides: Sequence[Side]) -> None:
    """One run of chunks and one of documents: both are compared on documents."""
    plain_runs = [side.name for side in sides if side.collapsed is None]
    if plain_runs:
        chunked = next(side.name for side in sides if side.collapsed is not None)
        st.info(
            f"{plain(chunked)} ranks chunks, {plain(plain_runs[0])} ranks documents: both are "
            "compared on documents, and a budget acts on the chunks only.",
            icon=":material/call_merge:",
        )


def alone(data: Dataset, evaluation: Evaluation, side: Side) -> None:
    """One chunk run over every budget."""
    words = settings.protocol_words(evaluation.protocol, evaluation.scope.split)
    st.markdown(f"**{plain(evaluation.name)}** · {plain(words)}")
    if not evaluation.scope.scored.any():
        st.info("No query is scored, so there is no mean to draw.", icon=":material/info:")
        return
    k, unit = evaluation.k, budget_state.unit(data)
    found = budget_curve(side, k, unit=unit)
    needed = found.needed
    agree = needed.agree if needed is not None else 1
    if needed is not None:
        st.markdown(f"#### {plain(needed_sentence(side.name, needed, k, unit))}")
        st.markdown(plain(agree_sentence(agree, unit)))
    _curve(found, k, unit, agree)
    st.markdown("**From chunks to documents, lowest values first**")
    places = lowest_first(evaluation)
    budget = budget_state.looked_at() or agree
    chunks_fold.one_query(
        [side],
        chunks_fold.chosen(evaluation.scope, places),
        k,
        Budget(unit, budget),
        f"budget: first {unit_words(budget, unit)}",
    )
    st.caption(DOCUMENT_CREDIT)
    st.page_link(
        state.PAGES / "data.py", label="Add a second run to compare", icon=":material/add:"
    )


def _curve(found: BudgetCurve, k: int, unit: Unit, agree: int) -> None:
    """Means over every budget, as a picture up to where nothing changes and as a table."""
    frame = pd.DataFrame(
        {
            "budget": found.budgets,
            **{m.mean_at(k): [float(mean) for mean in found.curve.of(m.key)] for m in PRIMARY},
        }
    )
    shown = frame[frame["budget"] <= agree + 2]
    colours = widgets.palette()
    st.line_chart(
        shown,
        x="budget",
        x_label=f"budget in {unit}",
        y_label="mean",
        color=[colours.ink, colours.soft],
        height=320,
    )
    with st.expander("Every budget, exact", icon=":material/table:"):
        st.dataframe(pd.DataFrame(curve_rows(found)), hide_index=True, height=320)
