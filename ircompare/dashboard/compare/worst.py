"""The five worst regressions, at the top of the Compare page; a click opens the query."""

from __future__ import annotations

import streamlit as st

from ircompare.dashboard import state
from ircompare.dashboard.filters import Filters
from ircompare.dashboard.listing import listing
from ircompare.dashboard.text import plain, shortened
from ircompare.report.moves import hits_move, ranks_move
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES, PRIMARY
from ircompare.scoring.numbers import count_text, short_delta

SHOWN = 5
COLOURS = {"regressed": "orange", "differs": "blue"}
MARKS = {"regressed": "▼", "differs": "▲"}


def draw(comparison: Comparison) -> None:
    """Five queries with the largest losses; the largest gains where nothing regressed."""
    measure = state.filters().measure
    if comparison.regressed_anywhere().any():
        _rows(comparison, Filters(measure=measure, show="regressed"), "Worst regressions")
        return
    st.markdown("**No query regressed in either measure**")
    if (comparison.differing("recall") | comparison.differing("rr")).any():
        _rows(comparison, Filters(measure=measure, show="differs", sort="gain"), "Largest gains")
    else:
        st.caption("None improved either: every value is the same in both runs.")


def _rows(comparison: Comparison, wanted: Filters, title: str) -> None:
    found = listing(comparison, wanted).places.tolist()
    shown = [_measure(comparison, wanted, place) for place in found[:SHOWN]]
    names = [MEASURES[key].at(comparison.k) for key in dict.fromkeys([wanted.measure, *shown])]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{title}** :gray[in {', then '.join(names)}]", width="stretch")
        if len(found) > SHOWN:
            st.button(
                f"All {count_text(len(found))}",
                key="worst-all",
                type="tertiary",
                icon=":material/filter_alt:",
                on_click=lambda: state.set_filters(wanted),
                help="List them below",
            )
    with st.container(gap=None):
        for number, (place, measure) in enumerate(zip(found[:SHOWN], shown, strict=True)):
            _row(comparison, wanted, number, place, measure)


def _measure(comparison: Comparison, wanted: Filters, place: int) -> str:
    """The measure that puts a query into this list: the shown one, else the other."""
    sign = -1 if wanted.show == "regressed" else 1
    if int(comparison.verdicts(wanted.measure)[place]) == sign:
        return wanted.measure
    return next(measure.key for measure in PRIMARY if measure.key != wanted.measure)


def _row(comparison: Comparison, wanted: Filters, number: int, place: int, measure: str) -> None:
    """One query: how its rank or its hits moved, and its text."""
    scope = comparison.a.scope
    query_id = scope.query_ids[place]
    text = scope.collection.query_text(query_id)
    moved = (ranks_move if measure == "rr" else hits_move)(comparison, place)
    if measure != wanted.measure:
        moved = f"{MEASURES[measure].label.split('@')[0]} {moved}"
    mark = f":{COLOURS[wanted.show]}[{MARKS[wanted.show]}]"
    deltas = [
        f"Δ{label} {short_delta(comparison.deltas(key).at(place))}"
        for label, key in (("RR", "rr"), ("Recall", "recall"))
    ]
    if st.button(
        f"{mark} {plain(moved)} · {plain(shortened(text or query_id, 90))}",
        key=f"worst-{number}",
        type="tertiary",
        wrap=False,
        help=plain(f"{query_id}: {', '.join(deltas)}. {shortened(text, 300)}"),
    ):
        state.set_filters(wanted)
        state.go("query", q=query_id)
