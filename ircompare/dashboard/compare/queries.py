"""The list of queries: the matrix and the menus that filter it, and the table."""

from __future__ import annotations

import streamlit as st

from ircompare.charts.matrix import verdict_matrix
from ircompare.dashboard import calls, sidebar, state, widgets
from ircompare.dashboard.compare import menus as compare_menus
from ircompare.dashboard.compare import table as compare_table
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.filters import SHOWS, SORTS
from ircompare.dashboard.listing import Listing, listing
from ircompare.dashboard.paging import page_buttons, page_of
from ircompare.dashboard.text import plain
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import count_text

ROWS = 50
TALLEST = 560


def listed(data: Dataset, comparison: Comparison) -> Listing:
    """The list as the filters in force make it; the Query page walks the same."""
    filters = state.filters()
    causes: tuple[str, ...] = ()
    if filters.cause:
        causes = calls.caused(data.digest, sidebar.protocol(), filters.measure).keys
    return listing(comparison, filters, causes)


def draw(data: Dataset, comparison: Comparison) -> None:
    """Matrix, menus and table."""
    left, right = st.columns([1, 2], gap="medium")
    with left:
        st.markdown("**Recall verdict × RR verdict**")
        drawn = widgets.made(verdict_matrix, comparison, widgets.palette())
        chosen = widgets.show_chart(drawn, "matrix", export=False)
        if chosen:
            cell = {name: str(chosen[name]) for name in ("recall", "rr")}
            state.set_filters(state.filters().only(**cell))
            st.rerun()
    with right:
        st.markdown("**Queries**")
        compare_menus.draw(comparison)
        found = listed(data, comparison)
        _chips()
        _status(found)
    _table(data, comparison, found)


def draw_list(data: Dataset, comparison: Comparison) -> None:
    """The table alone, with the filters in force above it."""
    found = listed(data, comparison)
    _chips()
    _status(found)
    _table(data, comparison, found)


def _chips() -> None:
    """The filters in force, each taken away by a click on it."""
    parts = tuple(state.filters().parts())
    if not parts:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for words, names in parts:
            st.button(
                plain(words),
                key=f"chip-{names[0]}",
                icon=":material/close:",
                help="Take this filter away",
                on_click=lambda names=names: state.set_filters(state.filters().without(names)),
            )
        _clear("chips")


def _clear(place: str) -> None:
    st.button(
        "Clear",
        key=f"clear-{place}",
        type="tertiary",
        icon=":material/filter_alt_off:",
        help="Take all filters away",
        on_click=lambda: state.set_filters(state.filters().only()),
    )


def _status(found: Listing) -> None:
    """How many queries of how many are shown, and in which order."""
    filters = state.filters()
    measure = MEASURES[filters.measure].label.split("@")[0]
    order = SORTS[filters.sort].lower()
    order += f" in {measure}" if filters.sort in ("loss", "gain") else ""
    words = f"showing {count_text(len(found.places))} of {count_text(found.of)} queries"
    st.caption(plain(f"{words} · {SHOWS[found.show]} · {order}"))


def _table(data: Dataset, comparison: Comparison, found: Listing) -> None:
    if not len(found.places):
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.markdown("No query passes these filters.", width="stretch")
            _clear("empty")
        return
    pages = -(-len(found.places) // ROWS)
    page = page_of("list_page", pages)
    places = found.places[(page - 1) * ROWS : page * ROWS]
    frame = compare_table.rows(comparison, state.filters().measure, places)
    generation = st.session_state.setdefault("table_clicks", 0)
    key = f"table-{data.digest}-{hash((sidebar.protocol(), state.filters()))}-{page}-{generation}"
    event = st.dataframe(
        frame,
        key=key,
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        height=min(36 * (len(frame) + 1) + 2, TALLEST),
        column_config=compare_table.columns(),
        alt="Queries with their verdicts; select a row to open the query",
    )
    _below(pages)
    if event.selection.rows:
        st.session_state["table_clicks"] = generation + 1
        state.go("query", q=comparison.a.scope.query_ids[places[event.selection.rows[0]]])


def _below(pages: int) -> None:
    """The pages of the list, and how a row is opened."""
    with st.container(horizontal=True, vertical_alignment="center"):
        page_buttons("list_page", pages)
        st.caption(
            "Select a row to open its query: click the box at its left, or press Shift+Space "
            "on the row.",
            width="stretch",
        )
