"""The list of queries: the matrix and the menus that filter it, and the table."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from ircompare.charts.matrix import verdict_matrix
from ircompare.dashboard import calls, sidebar, state, widgets
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.filters import (
    FLAGS,
    SHOWS,
    SORTS,
    VERDICTS,
    Filters,
    Listing,
    listing,
    tied_hits,
)
from ircompare.dashboard.text import plain, shortened
from ircompare.report.numbers import count_text, short_delta, short_text
from ircompare.scoring.account import CAUSES, unjudged_above
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES

ROWS = 100
SIGNS = {1: "▲ improved", 0: "═ tied", -1: "▼ regressed"}


def listed(data: Dataset, comparison: Comparison) -> Listing:
    """The list as the filters in force make it; the Query page walks the same."""
    filters = state.filters()
    causes: tuple[str, ...] = ()
    if filters.cause:
        causes = calls.caused(data.digest, sidebar.protocol(), filters.measure).keys
    return listing(comparison, filters, causes)


def draw(data: Dataset, comparison: Comparison) -> None:
    """Matrix, menus and table."""
    left, right = st.columns([1, 3], gap="medium")
    with left:
        st.markdown("**Recall verdict × RR verdict**")
        chosen = widgets.show_chart(
            verdict_matrix(comparison, widgets.palette()), "matrix", export=False
        )
        if chosen:
            cell = {name: str(chosen[name]) for name in ("recall", "rr")}
            state.set_filters(state.filters().only(**cell))
            st.rerun()
    with right:
        _menus()
        found = listed(data, comparison)
        _status(found)
    _table(data, comparison, found)


def _menus() -> None:
    held = state.filters()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        _menu("show", "Show", {"": "Automatic", **SHOWS}, held)
        _menu("recall", "Recall", VERDICTS, held)
        _menu("rr", "RR", VERDICTS, held)
        _menu("cause", "Cause", {"": "any", **CAUSES}, held)
        _menu("flag", "Flag", FLAGS, held)
        _menu("sort", "Sort", SORTS, held)
        st.session_state["filter-find"] = held.find
        st.text_input(
            "Find",
            key="filter-find",
            on_change=_changed,
            args=("find",),
            placeholder="text or id",
            width=168,
        )


def _menu(name: str, label: str, choices: dict[str, str], held: Filters) -> None:
    key = f"filter-{name}"
    value = getattr(held, name)
    st.session_state[key] = value if value in choices else next(iter(choices))
    st.selectbox(
        label,
        list(choices),
        key=key,
        format_func=lambda option: choices[option],
        on_change=_changed,
        args=(name,),
        width=168,
    )


def _changed(name: str) -> None:
    state.set_filters(replace(state.filters(), **{name: st.session_state[f"filter-{name}"] or ""}))


def _status(found: Listing) -> None:
    """Which chips are in force, and how many queries of how many are shown."""
    filters = state.filters()
    chips = filters.chips()
    words = f"showing {count_text(len(found.places))} of {count_text(found.of)} queries"
    if not chips:
        words += f" · {SHOWS[found.show].lower()}"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for chip in chips:
            st.badge(plain(chip), color="gray", icon=":material/filter_alt:")
        st.caption(
            plain(
                f"{words} · {SORTS[filters.sort].lower()} in {MEASURES[filters.measure].label.split('@')[0]}"
            ),
            width="content",
        )
        if chips or filters.show:
            st.button(
                "Clear",
                type="tertiary",
                icon=":material/filter_alt_off:",
                on_click=lambda: state.set_filters(state.filters().only()),
            )


def _table(data: Dataset, comparison: Comparison, found: Listing) -> None:
    if not len(found.places):
        st.info("No query passes these filters.", icon=":material/filter_alt_off:")
        return
    pages = -(-len(found.places) // ROWS)
    page = min(max(int(st.session_state.get("list_page", 1)), 1), pages)
    start = (page - 1) * ROWS
    places = found.places[start : start + ROWS].tolist()
    frame = rows(data, comparison, places)
    generation = st.session_state.setdefault("table_clicks", 0)
    key = f"table-{data.digest}-{hash((sidebar.protocol(), state.filters()))}-{page}-{generation}"
    event = st.dataframe(
        frame,
        key=key,
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        height=min(36 * (len(frame) + 1) + 2, 560),
        column_config={
            name: st.column_config.TextColumn(width=width) for name, width in WIDTHS.items()
        },
        alt="Queries with their verdicts; select a row to open the query",
    )
    st.caption(
        "Select a row to open its query: click the box at its left, or move there with the arrow keys and press Shift+Space."
    )
    if pages > 1:
        st.session_state["list_page"] = page
        st.pagination(pages, key="list_page")
    if event.selection.rows:
        st.session_state["table_clicks"] = generation + 1
        state.go("query", q=comparison.a.scope.query_ids[places[event.selection.rows[0]]])


WIDTHS = {
    "Verdict": 105,
    "Query": 330,
    "First relevant rank": 120,
    "ΔRR": 80,
    "Hits": 90,
    "ΔRecall": 80,
    "Cause": 190,
    "Flags": 150,
    "Id": 90,
    "RR A": 70,
    "RR B": 70,
    "Recall A": 70,
    "Recall B": 70,
}


def rows(data: Dataset, comparison: Comparison, places: list[int]) -> pd.DataFrame:
    """One row a query, as the table shows it: texts, exact values, cause and flags."""
    measure = state.filters().measure
    causes = calls.caused(data.digest, sidebar.protocol(), measure)
    signs = comparison.verdicts(measure)
    a, b = comparison.a, comparison.b
    firsts = a.first_ranks, b.first_ranks
    hits = a.hit_counts, b.hit_counts
    scope = a.scope
    flags = _flags(comparison)
    return pd.DataFrame(
        {
            "Verdict": SIGNS[int(signs[place])] if comparison.scored[place] else "not scored",
            "Query": shortened(
                scope.collection.query_text(scope.query_ids[place]) or "(no text)", 160
            ),
            "First relevant rank": _ranks(int(firsts[0][place]), int(firsts[1][place])),
            "ΔRR": short_delta(comparison.deltas("rr").at(place)),
            "Hits": f"{hits[0][place]} → {hits[1][place]} of {scope.relevant[place]}",
            "ΔRecall": short_delta(comparison.deltas("recall").at(place)),
            "Cause": CAUSES.get(causes.keys[place], ""),
            "Flags": ", ".join(words for words, chosen in flags.items() if chosen[place]),
            "Id": scope.query_ids[place],
            "RR A": short_text(a.values("rr").at(place)),
            "RR B": short_text(b.values("rr").at(place)),
            "Recall A": short_text(a.values("recall").at(place)),
            "Recall B": short_text(b.values("recall").at(place)),
        }
        for place in places
    )


def _ranks(a: int, b: int) -> str:
    if a == b:
        return f"{a or 'none'}"
    return f"{a or 'none'} → {b or 'none'}"


def _flags(comparison: Comparison):  # type: ignore[no-untyped-def]
    a, b = comparison.a.hits, comparison.b.hits
    return {
        "missing A": a.missing,
        "missing B": b.missing,
        "ties": tied_hits(a) | tied_hits(b),
        "unjudged above": unjudged_above(b, comparison.k) > 0,
    }
