"""The queries of a gate report one by one: both lists side by side, and every miss explained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from ircompare.charts.gate import overlap_bin
from ircompare.consistency.indicators import Miss, QueryOutcome
from ircompare.consistency.result import GateReport
from ircompare.dashboard import calls, sidebar, state
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.paging import page_buttons, page_of
from ircompare.dashboard.text import plain, shortened
from ircompare.errors import InputError
from ircompare.report.gate_report import miss_sentence, side_by_side
from ircompare.report.rankings import labels_of
from ircompare.scoring.numbers import counted, value_text

ROWS = 10
BIN = "gate_bin"
SHOWS: dict[str, tuple[str, Callable[[QueryOutcome], bool]]] = {
    "misses": ("With a page not recalled", lambda outcome: _missed(outcome) > 0),
    "top1": ("First page changed", lambda outcome: outcome.top1_matches is False),
    "changed": ("Anything in the top 5 changed", lambda outcome: outcome.changed),
    "all": ("All queries of the baseline", lambda outcome: True),
}
SORTS: dict[str, tuple[str, Callable[[QueryOutcome], object]]] = {
    "misses": ("Most misses first", lambda outcome: -_missed(outcome)),
    "overlap": ("Least overlap first", lambda outcome: outcome.average_overlap),
    "file": ("As in the baseline", lambda outcome: 0),
}
OVERLAPS: dict[str, Callable[[QueryOutcome], str]] = {
    "Jaccard": lambda outcome: overlap_bin(outcome.jaccard),
    "Average overlap": lambda outcome: overlap_bin(outcome.average_overlap),
}


def set_bin(name: str, label: str) -> None:
    """List the queries of one bar of a distribution."""
    st.session_state[BIN] = (name, label)
    st.session_state["gate_page"] = 1


def draw(report: GateReport, data: Dataset | None) -> None:
    """The menus, then ten queries a page."""
    found = _listed(report)
    if not found:
        st.caption("No query of the baseline is listed under these choices.")
        return
    pages = -(-len(found) // ROWS)
    page = page_of("gate_page", pages)
    shown = found[(page - 1) * ROWS : page * ROWS]
    texts, known = query_texts(data), openable(data)
    names = [name for outcome in shown for name in (*outcome.baseline, *outcome.current)]
    corpus = data.collection.corpus if data and data.collection else None
    labels = labels_of(corpus, names)
    for outcome in shown:
        _query(report, outcome, texts.get(outcome.query_id, ""), labels, outcome.query_id in known)
    page_buttons("gate_page", pages)


def _listed(report: GateReport) -> list[QueryOutcome]:
    """The queries that the menus and a clicked bar leave, in order."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        for key, default in (("gate_show", _first_show(report)), ("gate_sort", "misses")):
            st.session_state.setdefault(key, default)
        show, sort = _menu("Show", "gate_show", SHOWS), _menu("Sort", "gate_sort", SORTS)
        name, label = st.session_state.get(BIN, ("", ""))
        if label:
            st.badge(plain(f"{name} {label}"), color="violet", icon=":material/filter_alt:")
            st.button("Clear", type="tertiary", on_click=set_bin, args=("", ""), key="gate-clear")
    chosen = SHOWS["all" if label else show][1]
    kept = [
        outcome
        for outcome in report.outcomes
        if chosen(outcome) and (not label or OVERLAPS[name](outcome) == label)
    ]
    st.caption(f"showing {len(kept):,} of {counted(len(report.outcomes), 'query')}")
    order: Callable[[QueryOutcome], object] = SORTS[sort][1]
    return sorted(kept, key=order)  # type: ignore[arg-type]


def _first_show(report: GateReport) -> str:
    if report.misses:
        return "misses"
    return "changed" if report.changed else "all"


def _menu(label: str, key: str, choices: Mapping[str, tuple[str, object]]) -> str:
    chosen: str = st.selectbox(
        label,
        list(choices),
        key=key,
        format_func=lambda option: choices[option][0],
        on_change=set_bin,
        args=("", ""),
        width=260,
    )
    return chosen


def _query(
    report: GateReport,
    outcome: QueryOutcome,
    text: str,
    labels: Mapping[str, str],
    can_open: bool,
) -> None:
    """One query: what it lost, both lists, and a sentence for each miss."""
    missed = report.misses_by_query.get(outcome.query_id, ())
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{plain(outcome.query_id)}** {plain(shortened(text, 120))}")
            st.caption(plain(_summary(outcome, len(missed))), width="content")
            if can_open and st.button(
                "Open the query",
                key=f"gate-open-{outcome.query_id}",
                type="tertiary",
                icon=":material/search:",
            ):
                state.go("query", q=outcome.query_id)
        left, right = st.columns([3, 2], gap="medium")
        left.markdown(_lists(outcome, labels))
        right.markdown(_explained(missed) or ":gray[Every page of the baseline is recalled.]")


def _explained(missed: Sequence[Miss]) -> str:
    """A sentence for each miss, and whether the pages still exist."""
    told = [f"- {plain(miss_sentence(miss))}" for miss in missed]
    if missed and all(miss.in_library for miss in missed):
        pages = "The page is" if len(missed) == 1 else f"All {len(missed)} pages are"
        told.append(f"- :gray[{pages} still in the library.]")
    return "\n".join(told)


def _summary(outcome: QueryOutcome, missed: int) -> str:
    pages = counted(len(outcome.baseline), "page")
    recalled = f"{missed} of {pages} not recalled" if outcome.baseline else "no page recorded"
    overlap = value_text(outcome.average_overlap)
    return f"{recalled} · average overlap {overlap}"


def _lists(outcome: QueryOutcome, labels: Mapping[str, str]) -> str:
    """Both lists as a table: − marks a page that left, + one that came."""
    head = "| rank | baseline | now |\n|--:|:--|:--|"
    rows = [
        f"| {rank} | {_page(then, labels)} | {_page(now, labels)} |"
        for rank, then, now in side_by_side(outcome)
    ]
    return "\n".join([head, *rows])


def _page(marked: str, labels: Mapping[str, str]) -> str:
    """A page with its mark and title; one that left or came stands out."""
    mark, name = marked[:2], marked[2:]
    if not name:
        return ""
    title = f" :gray[{plain(labels[name])}]" if labels.get(name) else ""
    return f"**{mark.strip()} {plain(name)}**{title}" if mark.strip() else f"{plain(name)}{title}"


def _missed(outcome: QueryOutcome) -> int:
    return len(outcome.baseline) - outcome.recalled


def query_texts(data: Dataset | None) -> Mapping[str, str]:
    """Text of every query that is loaded with one."""
    queries = data.collection.queries if data and data.collection else None
    if queries is None:
        return {}
    return {query_id: queries.text(query_id) for query_id in queries.positions}


def openable(data: Dataset | None) -> Sequence[str] | Mapping[str, int]:
    """The queries that the Query page can show."""
    if data is None or not data.ready:
        return ()
    try:
        return calls.scope(data.digest, sidebar.protocol()).positions
    except InputError:
        return ()
