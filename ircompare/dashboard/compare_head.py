"""The top of the Compare page: protocol line, headline, and the two cards."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from ircompare.charts.strip import verdict_strip
from ircompare.dashboard import settings, state, widgets
from ircompare.dashboard.text import plain
from ircompare.report.headline import headline
from ircompare.report.numbers import (
    decimal,
    delta_decimal,
    is_short,
    places_for,
    short_delta,
    short_text,
)
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import PRIMARY, Measure

COLOURS = {1: "blue", 0: "gray", -1: "orange"}
ARROWS = {1: "▲", 0: "═", -1: "▼"}


def protocol_line(comparison: Comparison) -> None:
    """What is compared, under which protocol."""
    names = f"**A** {plain(comparison.a.name)} → **B** {plain(comparison.b.name)}"
    words = settings.protocol_words(comparison.a.protocol, comparison.a.scope.split)
    st.markdown(f"{names} · {plain(words)}", width="stretch")


def sentences(comparison: Comparison) -> None:
    """The headline: what rose, what fell, who regressed; then the grey line of counts."""
    said = headline(comparison)
    st.markdown(f"#### {plain(said.sentences[0])}")
    for sentence in said.sentences[1:]:
        st.markdown(plain(sentence))
    if said.links:
        with st.container(horizontal=True, gap="small"):
            for number, link in enumerate(said.links):
                st.button(
                    plain(link.text),
                    key=f"headline-{number}",
                    type="tertiary",
                    icon=":material/filter_alt:",
                    on_click=follow,
                    kwargs=dict(link.show),
                )
    st.caption(plain(said.counts))


def follow(**show: str) -> None:
    """Filter the list as a link of the headline says."""
    held = state.filters()
    measure = show.get("measure", held.measure)
    verdict = show.get("verdict", "")
    chosen = replace(held.only(), measure=measure if measure in ("rr", "recall") else held.measure)
    if verdict:
        chosen = replace(chosen, **{chosen.measure: verdict}, show="all")
    if show.get("flag"):
        chosen = replace(chosen, flag=show["flag"], show="all")
    state.set_filters(chosen)


def way_out(comparison: Comparison) -> None:
    """No query is scored: the setting that mends it, where there is one."""
    protocol, scope = comparison.a.scope.protocol, comparison.a.scope
    if protocol.min_relevance > 1:
        st.button(
            "Count documents relevant from grade 1",
            type="primary",
            on_click=settings.set_defaults,
            kwargs={"min_relevance": 1},
        )
    if scope.no_relevant_queries and protocol.no_relevant == "exclude":
        st.button(
            "Count queries with nothing relevant as 0",
            on_click=settings.set_defaults,
            kwargs={"no_relevant_zero": True},
        )
    st.page_link(state.PAGES / "data.py", label="Look at the files", icon=":material/upload_file:")


def cards(comparison: Comparison) -> None:
    """Two equal cards: A, B, delta, and the strip of verdicts."""
    for column, measure in zip(st.columns(len(PRIMARY)), PRIMARY, strict=True):
        with column.container(border=True, height="stretch", gap="small"):
            _card(comparison, measure)


def _card(comparison: Comparison, measure: Measure) -> None:
    means = comparison.a.mean(measure.key), comparison.b.mean(measure.key)
    delta = comparison.mean_delta(measure.key)
    if delta is None or means[0] is None or means[1] is None:
        return
    sign = (delta > 0) - (delta < 0)
    places = places_for(*means)
    st.markdown(f"**{measure.mean_at(comparison.k)}**", help=measure.definition)
    with st.container(horizontal=True, gap="large", vertical_alignment="bottom"):
        for mark, mean in zip(("A", "B"), means, strict=True):
            st.markdown(f":gray[{mark}]  \n### {plain(decimal(mean, places))}", width="content")
        change = plain(delta_decimal(delta, places))
        st.markdown(
            f":gray[B − A]  \n### :{COLOURS[sign]}[{ARROWS[sign]} {change}]", width="content"
        )
    if all(is_short(value) for value in (*means, delta)):
        st.caption(plain(f"{short_text(means[0])} → {short_text(means[1])}, {short_delta(delta)}"))
    _strip(comparison, measure)


def _strip(comparison: Comparison, measure: Measure) -> None:
    """The stacked bar of verdicts; a segment filters."""
    drawn = verdict_strip(comparison.counts(measure.key), widgets.palette())
    chosen = widgets.show_chart(drawn, f"strip-{measure.key}", export=False)
    if chosen:
        show = {"measure": measure.key, measure.key: str(chosen["verdict"])}
        state.set_filters(state.filters().only(**show))
        st.rerun()
