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
    if said.sentences[1:]:
        st.markdown(plain(" ".join(said.sentences[1:])))
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


def follow(measure: str = "", verdict: str = "", flag: str = "") -> None:
    """Filter the list as a link of the headline says."""
    held = state.filters()
    if measure in ("rr", "recall"):
        held = replace(held, measure=measure)
    wanted = held.only(flag=flag)
    if verdict == "regressed" and measure not in ("rr", "recall"):
        wanted = replace(wanted, show="regressed")
    elif verdict:
        wanted = replace(wanted, **{wanted.measure: verdict})
    state.set_filters(wanted)


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
            kwargs={"no_relevant": "zero"},
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
    before, after = (plain(decimal(mean, places)) for mean in means)
    change = f":{COLOURS[sign]}[{ARROWS[sign]} {plain(delta_decimal(delta, places))}]"
    st.markdown(f"### :gray[A] {before} :gray[→ B] {after}  {change}")
    if all(is_short(value) for value in (*means, delta)):
        st.caption(
            plain(f"{short_text(means[0])} → {short_text(means[1])}, B − A = {short_delta(delta)}")
        )
    _strip(comparison, measure)


def _strip(comparison: Comparison, measure: Measure) -> None:
    """The stacked bar of verdicts; a segment filters."""
    drawn = verdict_strip(comparison.counts(measure.key), widgets.palette())
    chosen = widgets.show_chart(drawn, f"strip-{measure.key}", export=False)
    if chosen:
        show = {"measure": measure.key, measure.key: str(chosen["verdict"])}
        state.set_filters(state.filters().only(**show))
        st.rerun()
