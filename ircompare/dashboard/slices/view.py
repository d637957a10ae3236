"""The Slices page: which kind of query loses while the whole gains."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from ircompare.charts.forest import forest
from ircompare.charts.words import mean_delta_title
from ircompare.dashboard import sidebar, state, widgets
from ircompare.dashboard.compare import charts as compare_charts
from ircompare.dashboard.compare import head as compare_head
from ircompare.dashboard.compare import queries as compare_list
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.slices import calls as slices_calls
from ircompare.dashboard.slices import states as slices_states
from ircompare.dashboard.slices import table as slices_table
from ircompare.dashboard.slices.calls import Fields
from ircompare.dashboard.text import plain
from ircompare.inference.slice_words import RULE, TOO_SMALL, field_title, slice_words
from ircompare.inference.slices import LosingSlice, Slice, losing_slice
from ircompare.inference.student import Interval
from ircompare.report.phrases import listed
from ircompare.report.slice_sentences import field_sentence, lead_sentence
from ircompare.report.slice_tables import slices_csv
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES

FIELD, SLICE = "slices_field", "slices_slice"
LONELY = "Slices compare two runs, and one is loaded."
TALLEST = 460
HINT = (
    "A slice is a hint where to look, not a finding: the more slices are looked at, the more of "
    "them fall by chance, and no interval here is corrected for that."
)


@dataclass(frozen=True, eq=False)
class Shown:
    """The field and measure on the page.

    Attributes:
        found: All queries first, then the slices in the order to show.
        intervals: Of the mean delta of each.
    """

    comparison: Comparison
    field: str
    measure: str
    found: tuple[Slice, ...]
    intervals: tuple[Interval | None, ...]

    @property
    def labels(self) -> list[str]:
        """The slices by label."""
        return [one.label for one in self.found[1:]]


def show() -> None:
    """Draw the page, or the state in which there is nothing to divide."""
    data, result = compare_head.pair_or_stop("slices", LONELY, "nothing to divide")
    with st.spinner("Dividing the queries"):
        fields = slices_calls.fields(data.digest, sidebar.protocol())
        looked_at = slices_calls.looked_at(data.digest, sidebar.protocol())
    measure = state.filters().measure
    losing = losing_slice(result, looked_at, measure)
    if fields.declared:
        _lead(result, looked_at, losing, fields)
    else:
        slices_states.no_fields(fields)
    if fields.all:
        shown = _controls(data, result, fields, losing)
        _picture(shown)
        _table(data, shown)
        _queries(data, shown)
        st.caption(HINT)
    slices_states.left_out(fields)
    if not fields.declared:
        slices_states.how_to_give_fields()


def _lead(
    comparison: Comparison,
    looked_at: tuple[Slice, ...],
    losing: LosingSlice | None,
    fields: Fields,
) -> None:
    """The sentence, what was looked at for it, and the way to the slice it names."""
    said = lead_sentence(comparison, looked_at, state.filters().measure)
    st.markdown(f"#### {plain(said)}")
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        if losing is not None:
            field, label = losing.slice.field, losing.slice.label
            st.button(
                plain(f"See {slice_words(field, label)}"),
                key="losing-slice",
                type="tertiary",
                icon=":material/filter_alt:",
                on_click=lambda: _choose(field, label),
                help="Show its field and list its queries below",
            )
        st.caption(
            plain(f"Looked at: {listed(list(fields.declared))}."),
            width="content",
        )


def _choose(field: str, label: str = "") -> None:
    """Show a field, and list the queries of one of its slices, here and on the Compare page."""
    state.set_filters(state.filters().only(field=field, slice=label))


def _controls(
    data: Dataset, comparison: Comparison, fields: Fields, losing: LosingSlice | None
) -> Shown:
    """Measure, field, and the slice that is listed: what a click in the chart sets, too."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        measure = compare_charts.switch(comparison.k)
        field = _field(fields, losing)
        found = slices_calls.sliced(data.digest, sidebar.protocol(), field, measure)
        with st.spinner("Taking intervals"):
            intervals = slices_calls.intervals(data.digest, sidebar.protocol(), field, measure)
        shown = Shown(comparison, field, measure, found, intervals)
        _slice(shown)
    return shown


def _field(fields: Fields, losing: LosingSlice | None) -> str:
    """The field in the address; else that of the losing slice, else the first."""
    counts = fields.all
    held = state.filters().field
    if held not in counts:
        held = losing.slice.field if losing is not None else next(iter(counts))
    st.session_state[FIELD] = held
    st.selectbox(
        "Slice by",
        list(counts),
        key=FIELD,
        format_func=lambda name: f"{field_title(name)} · {counts[name]} slices",
        on_change=lambda: _choose(st.session_state[FIELD]),
        width=310,
        help="A field of the queries file. The query length counts words, Chinese by the "
        "character. Numbers of many different values are put together in bands.",
    )
    return held


def _slice(shown: Shown) -> None:
    st.session_state[SLICE] = listed_slice(shown)
    st.selectbox(
        "List below the queries of",
        ["", *shown.labels],
        key=SLICE,
        format_func=lambda label: label or "no slice",
        on_change=lambda: _choose(shown.field, st.session_state[SLICE]),
        width=200,
    )


def listed_slice(shown: Shown) -> str:
    """The slice whose queries are listed, "" for none or one that the field lacks."""
    held = state.filters()
    return held.slice if held.field == shown.field and held.slice in shown.labels else ""


def _picture(shown: Shown) -> None:
    comparison, measure = shown.comparison, shown.measure
    name = MEASURES[measure].mean_at(comparison.k)
    st.markdown(plain(field_sentence(comparison, shown.found[1:], measure)))
    drawn = widgets.made(
        forest,
        shown.found,
        shown.intervals,
        measure,
        widgets.palette(),
        mean_delta_title(comparison, measure),
        listed_slice(shown),
    )
    title = plain(f"{name} by {field_title(shown.field)}, B − A")
    chosen = widgets.titled_chart(drawn, f"slices-{measure}", title)
    st.caption(
        "Lines: 95 % intervals of the mean delta, each by itself and as if queries were "
        f"independent. Dotted: all queries. Grey: {TOO_SMALL}, that is {RULE}. "
        "Click a row to list its queries."
    )
    if chosen and chosen.get("slice") is not None:
        _choose(shown.field, str(chosen["slice"]))
        st.rerun()


def _table(data: Dataset, shown: Shown) -> None:
    """The same rows with exact values; a selected row lists its queries as a click does."""
    frame = slices_table.rows(shown.found, shown.intervals, shown.measure)
    generation = st.session_state.setdefault("clicks-slices", 0)
    held = hash((sidebar.protocol(), shown.field, shown.measure))
    event = st.dataframe(
        frame,
        key=f"slices-{data.digest}-{held}-{generation}",
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        height=min(35 * (len(frame) + 1) + 3, TALLEST),
        column_config=slices_table.columns(),
        alt=f"Slices by {shown.field} with their means; select a row to list its queries",
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            "Save as CSV",
            data=lambda: slices_csv([shown.comparison], [shown.field]),
            file_name=f"ircompare-slices-k{shown.comparison.k}.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
        )
        st.caption(
            "Select a row to list its queries: click the box at its left, or press Shift+Space on "
            "the row.",
            width="stretch",
        )
    if event.selection.rows:
        st.session_state["clicks-slices"] = generation + 1
        _choose(shown.field, shown.found[event.selection.rows[0]].label)
        st.rerun()


def _queries(data: Dataset, shown: Shown) -> None:
    """The queries of the slice in force; the Compare page lists the same."""
    label = listed_slice(shown)
    if not label:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**Queries of {plain(slice_words(shown.field, label))}**", width="stretch")
        if st.button("Open in Compare", icon=":material/compare_arrows:", type="tertiary"):
            state.go("compare")
    compare_list.draw_list(data, shown.comparison)
