"""The Cutoffs page: the same comparison at every cutoff k, and whose verdict turns with it."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from ircompare.charts.cutoffs import curves, verdict_stack
from ircompare.charts.drawn import Drawn
from ircompare.dashboard import calls, settings, sidebar, state, widgets
from ircompare.dashboard.compare import charts as compare_charts
from ircompare.dashboard.compare import head as compare_head
from ircompare.dashboard.cutoffs import tables as cutoffs_tables
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.query import head as query_head
from ircompare.dashboard.text import plain
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.numbers import counted, value_text
from ircompare.scoring.sweep import Curve, Sweep, common_depth, curve

FIELD = "cutoffs_k"


def show() -> None:
    """Draw the page."""
    data, result = widgets.scored_or_stop("cutoffs")
    if isinstance(result, Evaluation):
        _alone(data, result)
        return
    compare_head.protocol_line(result)
    compare_head.stop_unscored(result, "no mean to draw")
    with st.spinner("Taking every cutoff"):
        swept = calls.swept(data.digest, sidebar.protocol())
    measure = state.filters().measure
    st.markdown(f"#### {plain(cutoffs_tables.lead_sentence(swept, measure))}")
    if result.k <= swept.depth:
        st.markdown(query_head.coloured(cutoffs_tables.at_sentence(swept, measure, result.k)))
    _controls(result, swept.depth)
    _charts(result, swept, measure)
    _turning(data, result, swept, measure)
    _means({"A": swept.a, "B": swept.b})


def _controls(comparison: Comparison, depth: int) -> None:
    """Measure and cutoff; what a click on a chart sets can be set here too."""
    both = common_depth([comparison.a, comparison.b])
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        compare_charts.switch(comparison.k)
        _cutoff(comparison.k)
        if both != comparison.k:
            st.button(
                f"k = {both}, the largest both runs support",
                on_click=settings.set_defaults,
                kwargs={"k": both},
                type="tertiary",
                help="No ranking of one of the runs is longer than that",
            )
    if comparison.k > depth:
        st.caption(f"The cutoff in force, k = {comparison.k}, lies beyond the {depth} drawn here.")


def _cutoff(k: int) -> None:
    st.session_state[FIELD] = k
    st.number_input(
        "Cutoff k everywhere",
        min_value=1,
        max_value=100_000,
        step=1,
        key=FIELD,
        on_change=_set_k,
        width=170,
    )


def _set_k() -> None:
    settings.set_defaults(k=int(st.session_state[FIELD] or 1))


def _charts(comparison: Comparison, swept: Sweep, measure: str) -> None:
    """Curves with the delta below, and the verdicts; a click sets k everywhere."""
    both = common_depth([comparison.a, comparison.b])
    beyond = both + 1 if both < swept.depth else None
    name = cutoffs_tables.mean_name(measure)
    colours = widgets.palette()
    st.markdown(
        f"**{name} of both runs, and B − A below**  \n:gray[Click a cutoff to set k everywhere.]"
    )
    _pickable(curves(swept, measure, comparison.k, colours, beyond), f"curves-{measure}")
    if beyond is not None:
        short = comparison.a if comparison.a.hits.run.depth == both else comparison.b
        st.caption(
            plain(
                f"Shaded: {short.name} returns at most {counted(both, 'document')} a query, so its "
                f"values no longer change from k = {beyond} on."
            )
        )
    st.markdown("**Queries regressed, tied and improved at each cutoff**")
    _pickable(verdict_stack(swept, measure, colours), f"verdicts-{measure}")


def _pickable(drawn: Drawn, name: str) -> None:
    """A chart whose click sets the cutoff before the sidebar is drawn again."""
    generation = st.session_state.setdefault(f"clicks-{name}", 0)
    key = f"{name}-{generation}"
    st.altair_chart(drawn.chart, alt=drawn.alt, key=key, on_select=lambda: _picked(name, key))
    if drawn.left_out:
        st.caption(f"{drawn.left_out} cutoffs between those drawn are left out.")
    widgets.export_chart(drawn.chart, f"ircompare-{name}", name)


def _picked(name: str, key: str) -> None:
    picked = st.session_state[key]["selection"].get("pick")
    if picked:
        st.session_state[f"clicks-{name}"] += 1
        settings.set_defaults(k=int(picked[0]["k"]))


def _turning(data: Dataset, comparison: Comparison, swept: Sweep, measure: str) -> None:
    """The queries that are better at some cutoffs and worse at others."""
    st.markdown("**Queries whose verdict turns with k**")
    if measure == "rr":
        st.caption(
            "In RR a verdict never turns: the run whose first relevant document stands higher is "
            "ahead from that rank on. Recall can turn; choose it above."
        )
        return
    columns = cutoffs_tables.turning(swept, measure)
    if not columns:
        st.caption(f"No query is better at one k and worse at another, from 1 to {swept.depth}.")
        return
    shown = columns[: cutoffs_tables.ROWS]
    st.caption(
        f"{counted(len(columns), 'query')} of {len(swept.places):,}, most turns first"
        + (f"; the first {len(shown)} are shown" if len(shown) < len(columns) else "")
        + ". Select a cell to open its query."
    )
    frame = cutoffs_tables.turning_rows(swept, measure, comparison.a.scope, shown)
    generation = st.session_state.setdefault("clicks-turning", 0)
    event = st.dataframe(
        frame,
        key=f"turning-{data.digest}-{hash(sidebar.protocol())}-{measure}-{generation}",
        hide_index=True,
        on_select="rerun",
        selection_mode="single-cell",
        height=min(36 * (len(frame) + 1) + 2, 460),
        column_config={
            "Query": st.column_config.TextColumn(width=380),
            "Turns": st.column_config.NumberColumn(width=70),
        },
        alt="Queries whose Recall verdict turns with k; select a cell to open the query",
    )
    if event.selection.cells:
        st.session_state["clicks-turning"] = generation + 1
        state.go("query", q=str(frame["Id"][event.selection.cells[0][0]]))


def _means(held: Mapping[str, Curve]) -> None:
    with st.expander("All means, exact", icon=":material/table:"):
        st.dataframe(
            cutoffs_tables.means_rows(held),
            hide_index=True,
            height=400,
            alt="Mean Recall and MRR for every cutoff, as fraction and decimal",
        )
        st.download_button(
            "Save as CSV",
            data=lambda: cutoffs_tables.means_csv(held),
            file_name="ircompare-cutoffs.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
        )


def _alone(data: Dataset, evaluation: Evaluation) -> None:
    """The curves of the one run that is given."""
    role = "A" if data.a is not None else "B"
    words = settings.protocol_words(evaluation.protocol, evaluation.scope.split)
    st.markdown(f"**{role}** {plain(evaluation.name)} · {plain(words)}")
    if not evaluation.scope.scored.any():
        st.info("No query is scored, so there is no mean to draw.", icon=":material/info:")
        return
    held = curve(evaluation, min(calls.SWEPT, max(evaluation.hits.run.depth, 1)))
    depth = len(held.recall)
    at = min(evaluation.k, depth)
    st.markdown(
        f"#### At k = {at}: {plain(f'Recall@{at} {value_text(held.recall[at - 1])}')}, "
        f"{plain(f'MRR@{at} {value_text(held.rr[at - 1])}')}"
    )
    _cutoff(evaluation.k)
    frame = pd.DataFrame(
        {
            "k": range(1, depth + 1),
            **{
                cutoffs_tables.mean_name(measure): [float(mean) for mean in held.of(measure)]
                for measure in ("recall", "rr")
            },
        }
    )
    colours = widgets.palette()
    st.line_chart(frame, x="k", y_label="mean", color=[colours.ink, colours.soft], height=320)
    st.page_link(
        state.PAGES / "data.py",
        label="Add a second run to see where they differ",
        icon=":material/add:",
    )
    _means({role: held})
