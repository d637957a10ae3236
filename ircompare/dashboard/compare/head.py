"""The top of the Compare page: protocol line, headline, and the two cards."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from ircompare.charts.strip import verdict_strip
from ircompare.dashboard import settings, state, widgets
from ircompare.dashboard.compare import worst as compare_worst
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.text import plain
from ircompare.report.headline import headline
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import PRIMARY, Measure
from ircompare.scoring.numbers import (
    count_text,
    decimal,
    delta_decimal,
    is_short,
    places_for,
    places_that_add_up,
    short_delta,
    short_text,
)

COLOURS = {1: "blue", 0: "gray", -1: "orange"}
ARROWS = {1: "▲", 0: "═", -1: "▼"}


def protocol_line(comparison: Comparison) -> None:
    """What is compared, under which protocol."""
    names = f"**A** {plain(comparison.a.name)} → **B** {plain(comparison.b.name)}"
    words = settings.protocol_words(comparison.a.protocol, comparison.a.scope.split)
    st.markdown(f"{names} · {plain(words)}", width="content")


def pair_or_stop(place: str, lonely: str, nothing: str) -> tuple[Dataset, Comparison]:
    """The two runs in force, below their protocol.

    A page without two runs says `lonely`, one without a scored query that there is `nothing`; each
    shows the way out and ends.
    """
    data, result = widgets.scored_or_stop(place)
    if isinstance(result, Evaluation):
        widgets.second_run_wanted(lonely)
        st.stop()
    protocol_line(result)
    stop_unscored(result, nothing)
    return data, result


def stop_unscored(comparison: Comparison, nothing: str) -> None:
    """Where no query is scored, so that there is `nothing`: the way out, and the page ends."""
    if not comparison.count:
        st.info(f"No query is scored, so there is {nothing}.", icon=":material/info:")
        way_out(comparison)
        st.stop()


def sentences(comparison: Comparison) -> None:
    """The headline: what rose, what fell, who regressed; then the grey line of counts."""
    said = headline(comparison)
    large, rest = said.sentences[: said.lead], said.sentences[said.lead :]
    st.markdown(f"#### {plain(' '.join(large))}")
    if rest:
        st.markdown(plain(" ".join(rest)))
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for number, link in enumerate(said.links):
            st.button(
                plain(link.text),
                key=f"headline-{number}",
                type="tertiary",
                icon=":material/filter_alt:",
                on_click=follow,
                kwargs=dict(link.show),
                help="Filter the list below",
            )
        st.caption(plain(said.counts), width="content")


def follow(
    measure: str = "", verdict: str = "", flag: str = "", field: str = "", slice: str = ""
) -> None:
    """Filter the list as a link of the headline says."""
    held = state.filters()
    if measure in ("rr", "recall"):
        held = replace(held, measure=measure)
    wanted = held.only(flag=flag, field=field or held.field, slice=slice)
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
    """The worst regressions, then two equal cards: A, B, delta, and the strip of verdicts."""
    worst, *columns = st.columns([5, *(4 for _ in PRIMARY)], gap="small")
    with worst.container(border=True, height="stretch", gap="xsmall"):
        compare_worst.draw(comparison)
    for column, measure in zip(columns, PRIMARY, strict=True):
        with column.container(border=True, height="stretch", gap="small"):
            _card(comparison, measure)


def _card(comparison: Comparison, measure: Measure) -> None:
    a, b = comparison.a.mean(measure.key), comparison.b.mean(measure.key)
    delta = comparison.mean_delta(measure.key)
    if delta is None or a is None or b is None:
        return
    sign = (delta > 0) - (delta < 0)
    places = places_for(a, b)
    change = f"{ARROWS[sign]} {plain(delta_decimal(delta, places))}"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        title = f"**{measure.mean_at(comparison.k)}**"
        st.markdown(title, width="stretch", help=measure.definition)
        st.markdown(f":{COLOURS[sign]}[**{change}**]", width="content")
    before, after = (plain(decimal(mean, places)) for mean in (a, b))
    st.markdown(f"#### :gray[A] {before} :gray[→ B] {after}")
    if all(is_short(value) for value in (a, b, delta)):
        st.caption(plain(f"{short_text(a)} → {short_text(b)}, B − A = {short_delta(delta)}"))
    st.caption(plain(_where_from(comparison, measure)))
    _strip(comparison, measure)


def _where_from(comparison: Comparison, measure: Measure) -> str:
    """The exact split of the mean delta: what each side misses, and what both answered."""
    split = comparison.split(measure.key)
    if split.count_both == comparison.count:
        return "both runs answer every scored query"
    parts = [
        (f"{count_text(split.count_both)} answered by both", split.both),
        (f"{count_text(split.count_missing_a)} missing in A", split.missing_a),
        (f"{count_text(split.count_missing_b)} missing in B", split.missing_b),
    ]
    places = places_that_add_up(split.total, [part for _, part in parts])
    told = [(words, part) for words, part in parts if words[:2] != "0 "]
    return " · ".join(f"{words}: {delta_decimal(part, places)}" for words, part in told)


def _strip(comparison: Comparison, measure: Measure) -> None:
    """The stacked bar of verdicts; a segment filters."""
    drawn = widgets.made(verdict_strip, comparison.counts(measure.key), widgets.palette())
    chosen = widgets.show_chart(drawn, f"strip-{measure.key}", export=False)
    if chosen:
        show = {"measure": measure.key, measure.key: str(chosen["verdict"])}
        state.set_filters(state.filters().only(**show))
        st.rerun()
