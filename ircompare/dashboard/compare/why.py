"""Why the means changed: causes that add up, how few queries carry it, what displaces."""

from __future__ import annotations

import streamlit as st

from ircompare.charts.causes import cause_chart
from ircompare.charts.ranks import rank_chart
from ircompare.charts.theme import MANY
from ircompare.charts.words import mean_delta_title
from ircompare.dashboard import calls, sidebar, state, widgets
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.text import plain, shortened
from ircompare.scoring.causes import CAUSES
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.fragility import Fragility
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import counted, delta_text

NAMED = 8
BOX = "Why the mean changed: causes that add up, and how few queries carry it"


def draw(data: Dataset, comparison: Comparison) -> None:
    """Causes, fragility and displacing documents; of many queries once the box is open.

    They read the rankings of every query that changed, which a change of k need not wait for.
    """
    if comparison.count <= MANY:
        _accounts(data, comparison)
    else:
        # The label is part of the box's identity: with k in it, every k would close it again.
        box = st.expander(BOX, icon=":material/account_tree:", key="why", on_change="rerun")
        if box.open:
            with box:
                _accounts(data, comparison)
    _first_ranks_box(comparison)


def _accounts(data: Dataset, comparison: Comparison) -> None:
    measure, protocol = state.filters().measure, sidebar.protocol()
    name = MEASURES[measure].mean_at(comparison.k)
    st.markdown(f"#### Why {name} changed")
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _causes(data, comparison, measure)
    with right:
        _fragile(calls.fragile(data.digest, protocol, measure), name)
        if measure == "rr":
            _displacers(comparison, calls.displacing(data.digest, protocol))


def _first_ranks_box(comparison: Comparison) -> None:
    label = "First relevant ranks of both runs"
    box = st.expander(label, icon=":material/bar_chart:", key="rank-counts", on_change="rerun")
    if box.open:
        with box:
            _first_ranks(comparison)


def _first_ranks(comparison: Comparison) -> None:
    st.caption(
        "MRR averages 1 ÷ rank; whether such averages mean much is disputed "
        "(Fuhr 2017, Moffat 2022). These counts make no such assumption."
    )
    drawn = widgets.made(rank_chart, comparison, widgets.palette())
    chosen = widgets.show_chart(drawn, "first-ranks")
    if chosen:
        side = "rank_a" if chosen["run"] == "A" else "rank_b"
        state.set_filters(state.filters().only(**{side: str(chosen["rank"])}))
        st.rerun()


def _causes(data: Dataset, comparison: Comparison, measure: str) -> None:
    found = calls.caused(data.digest, sidebar.protocol(), measure)
    if not found.parts:
        st.caption(f"No query changed in {MEASURES[measure].at(comparison.k)}.")
        return
    title = mean_delta_title(comparison, measure)
    drawn = widgets.made(cause_chart, found, widgets.palette(), title)
    chosen = widgets.titled_chart(drawn, f"causes-{measure}", "Causes add up to the mean delta")
    st.caption("Each changed query has one cause. A click on a bar or a cause lists its queries.")
    if chosen and chosen.get("cause") in CAUSES:
        verdict = str(chosen.get("verdict", ""))
        shown = {measure: verdict} if verdict in ("improved", "regressed") else {}
        state.set_filters(state.filters().only(cause=str(chosen["cause"]), **shown))
        st.rerun()
    with st.container(horizontal=True, gap="small"):
        for part in found.parts:
            st.button(
                f"{part.label}: ▲{part.improved} ▼{part.regressed}",
                key=f"cause-{part.key}",
                type="tertiary",
                help=f"{delta_text(part.contribution)} of the mean delta. List these queries.",
                on_click=lambda key=part.key: state.set_filters(state.filters().only(cause=key)),
            )


def _fragile(found: Fragility | None, name: str) -> None:
    st.markdown("**How few queries carry it**")
    if found is None:
        st.text(f"{name} is the same in both runs.")
        return
    what = "rise" if found.rose else "fall"
    taken = "gains" if found.rose else "losses"
    carry = "carries" if found.count == 1 else "carry"
    st.text(
        f"{counted(found.count, 'query')} of {found.of:,} {carry} the {what}: without "
        f"{'its' if found.count == 1 else 'their'} {taken} it is gone. A description, not a test."
    )
    _query_buttons("fragile", found.query_ids)


def _query_buttons(place: str, query_ids: tuple[str, ...]) -> None:
    with st.container(horizontal=True, gap="xsmall"):
        for number, query_id in enumerate(query_ids[:NAMED]):
            if st.button(plain(shortened(query_id, 24)), key=f"{place}-{number}", type="tertiary"):
                state.go("query", q=query_id)
        if len(query_ids) > NAMED:
            st.caption(f"and {len(query_ids) - NAMED:,} more")


def _displacers(comparison: Comparison, named: tuple[tuple[str, int], ...]) -> None:
    st.markdown("**Documents that displace in several regressions**")
    if not named:
        st.caption("None stands newly above in two or more regressed queries.")
        return
    corpus = comparison.a.scope.collection.corpus
    for doc_id, count in named[:NAMED]:
        title = (corpus.title(doc_id) or corpus.text(doc_id)) if corpus is not None else ""
        st.text(f"{count} × {doc_id}  {shortened(title, 70)}")
    if len(named) > NAMED:
        st.caption(f"and {len(named) - NAMED:,} more documents")
