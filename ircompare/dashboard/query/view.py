"""The Query page: one query's values, why they changed, and both rankings behind them."""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from ircompare.dashboard import sidebar, state, widgets
from ircompare.dashboard.chunks import fold as chunks_fold
from ircompare.dashboard.compare import queries as compare_list
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.judgements import judges, marking
from ircompare.dashboard.query import choice, walk
from ircompare.dashboard.query import document as document_view
from ircompare.dashboard.query import head as query_head
from ircompare.dashboard.query import side_by_side as rankings_view
from ircompare.dashboard.query.walk import Result, Walk, scope_of
from ircompare.dashboard.text import plain, shortened
from ircompare.model.scope import Scope
from ircompare.report.rankings import Rankings
from ircompare.scoring.comparison import Comparison

CHOICES = 5_000
_FINDER = "go_to_popover"


def show() -> None:
    """Draw the page."""
    data, result = widgets.scored_or_stop("query")
    scope = scope_of(result)
    listed = walk.walk_of(data, result)
    query_id = walk.wanted(listed, scope)
    if query_id not in listed.places:
        listed = marking.list_before(data, query_id) or listed
    _row_that_stays(listed, scope, query_id)
    if query_id not in scope.positions:
        query_head.unknown(scope, query_id)
        return
    _off_the_list(listed, scope, query_id)
    query_head.text(scope, query_id)
    if isinstance(result, Comparison):
        query_head.compared(result, query_id)
    else:
        query_head.alone(result, query_id)
    _documents(data, result, query_id)


def _documents(data: Dataset, result: Result, query_id: str) -> None:
    """The relevant documents, both rankings, and the text of the chosen document."""
    corpus = scope_of(result).collection.corpus
    rankings = Rankings.of(result, query_id, "A" if data.a is not None else "B")
    tables = rankings_view.prepare(data.digest, rankings, corpus)
    key = document_view.relevant_key(data.digest, rankings)
    if choice.take_clicks(query_id, {key: rankings.relevant, **tables.documents()}):
        tables = rankings_view.prepare(data.digest, rankings, corpus)
    if corpus is None:
        document_view.no_corpus("No corpus is loaded: documents are shown by their ids.")
    judges.on_query(data, query_id, rankings.level)
    document_view.relevant(data.digest, result, rankings, corpus)
    st.markdown("**Both rankings**" if len(rankings.sides) == 2 else "**The ranking**")
    rankings_view.draw(tables)
    document_view.panel(data, rankings, corpus)
    chunks_fold.behind(data, query_id, sidebar.protocol())


def _row_that_stays(listed: Walk, scope: Scope, query_id: str) -> None:
    """Back to the list, previous, where this query stands, next, and the link to this view."""
    st.html(query_head.STICKY)
    with st.container(key="walk", horizontal=True, vertical_alignment="center", gap="small"):
        if st.button(
            "List",
            key="back_to_list",
            icon=":material/arrow_back:",
            shortcut=None if st.session_state.get(_FINDER) else "Esc",
            type="tertiary",
        ):
            _back(listed, query_id)
        _step("Previous", "K", listed.neighbour(query_id, -1), ":material/chevron_left:")
        st.markdown(plain(listed.place_words(query_id)), width="content")
        _step("Next", "J", listed.neighbour(query_id, 1), ":material/chevron_right:")
        finder = st.popover(
            "Go to", icon=":material/search:", type="tertiary", key=_FINDER, on_change="rerun"
        )
        if finder.open:
            with finder:
                _jump(scope)
        with st.popover("Link", icon=":material/link:", type="tertiary"):
            st.caption("This view: data set, settings, filters and query.")
            st.code(address(query_id), language=None, wrap_lines=True)


def _step(label: str, shortcut: str, to: str | None, icon: str) -> None:
    st.button(
        label,
        shortcut=shortcut,
        icon=icon,
        icon_position="left" if label == "Previous" else "right",
        on_click=walk.open_query,
        args=(to,),
        disabled=to is None,
    )


def _back(listed: Walk, query_id: str) -> None:
    """Open the list at the page that holds this query."""
    at = listed.places.get(query_id)
    page = st.session_state.get("list_page", 1) if at is None else at // compare_list.ROWS + 1
    st.session_state["list_page"] = page
    state.go("compare")


def address(query_id: str) -> str:
    """The relative address that gives this view again."""
    return f"/query?{urlencode({**state.address(), 'q': query_id})}"


def _jump(scope: Scope) -> None:
    """A box that finds any query of the split, scored or not.

    While its popover is open, Escape belongs to the box and does not go back to the list.
    """
    texts = scope.collection
    st.selectbox(
        "Go to a query",
        scope.query_ids[:CHOICES],
        index=None,
        key="go_to_query",
        format_func=lambda name: f"{name}  {shortened(texts.query_text(name), 90)}",
        placeholder="Its id, or some words of it",
        accept_new_options=True,
        on_change=_jumped,
        args=(scope,),
    )


def _jumped(scope: Scope) -> None:
    typed = st.session_state["go_to_query"]
    st.session_state["go_to_query"], st.session_state[_FINDER] = None, False
    if typed:
        walk.open_query(walk.reached(scope, str(typed)))


def _off_the_list(listed: Walk, scope: Scope, query_id: str) -> None:
    """Say that the open query is not in the list, with the way to clear the filters."""
    if query_id in listed.places:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(
            "This query does not pass the filters in force, so it has no previous and next.",
            width="content",
        )
        st.button(
            "Clear the filters",
            icon=":material/filter_alt_off:",
            type="tertiary",
            on_click=lambda: state.set_filters(walk.filters_for(scope, query_id, state.filters())),
        )
