"""Widgets that several pages share: empty states, charts with their exports, links to queries."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, partial
from typing import Any

import streamlit as st

from ircompare.charts.drawn import Drawn, made_unchecked
from ircompare.charts.export import to_png, to_svg
from ircompare.charts.theme import Palette
from ircompare.dashboard import calls, problems, samples, sidebar, state
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.text import plain
from ircompare.errors import InputError
from ircompare.model.protocol import Protocol
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation


def palette() -> Palette:
    """Colours for the theme in force."""
    return Palette.of("dark" if st.context.theme.type == "dark" else "light")


def sample_cards(heading: str = "Or look at a sample") -> None:
    """One card a sample collection, each one click away."""
    st.markdown(f"**{heading}**")
    for column, sample in zip(
        st.columns(len(samples.SAMPLES)), samples.SAMPLES.values(), strict=True
    ):
        with column.container(border=True, height="stretch"):
            st.markdown(f"**{sample.title}**")
            st.text(sample.about)
            if st.button(
                "Open this sample",
                key=f"sample-{sample.name}",
                type="primary",
                on_click=sample.open,
            ):
                state.go(sample.page)


def stale_address() -> bool:
    """Say so where the address names a data set that is no longer held."""
    stale = state.missing_dataset()
    if stale:
        st.warning(
            f"This data set is no longer loaded; its fingerprint was {plain(stale)}. "
            "Give the files again to see this view.",
            icon=":material/history:",
        )
    return bool(stale)


def nothing_loaded() -> None:
    """The state of a page before any file was given, or with a stale address."""
    if not stale_address():
        st.markdown("Give a qrels file and two runs, and see on which queries they differ.")
    st.page_link(state.PAGES / "data.py", label="Open the Data page", icon=":material/upload_file:")
    sample_cards()


def data_or_stop() -> Dataset:
    """The data set of the session; a page without one shows its empty state and ends."""
    data = state.data()
    if data is None:
        nothing_loaded()
        st.stop()
    if not data.ready:
        st.info("Qrels and at least one run are needed before anything can be scored.")
        for item in data.files:
            if item.error is not None:
                problems.show_error(item.error, plain(item.given.source))
        st.page_link(state.PAGES / "data.py", label="Mend it on the Data page")
        st.stop()
    return data


def scored_or_stop(place: str) -> tuple[Dataset, Comparison | Evaluation]:
    """The comparison in force, or the one evaluation where only one run is given.

    A page whose files cannot be scored together shows why, with the way out, and ends.
    """
    data = data_or_stop()
    try:
        with st.spinner("Judging the rankings", show_time=True):
            return data, _scored(data, sidebar.protocol())
    except InputError as error:
        problems.show_unscorable(error, place)
        st.stop()


def _scored(data: Dataset, protocol: Protocol) -> Comparison | Evaluation:
    if data.a is not None and data.b is not None:
        return calls.comparison(data.digest, protocol)
    return calls.evaluation(data.digest, protocol, "A" if data.a is not None else "B")


def second_run_wanted(words: str) -> None:
    """The state of a page that is about a difference while one run is loaded."""
    st.info(words, icon=":material/info:")
    st.page_link(
        state.PAGES / "data.py", label="Add a second run to compare", icon=":material/add:"
    )


@lru_cache(maxsize=96)
def made(make: Callable[..., Drawn], *args: Hashable) -> Drawn:
    """A chart made once for the same arguments, such as a comparison and its measure."""
    return made_unchecked(make, *args)


def titled_chart(drawn: Drawn, key: str, title: str) -> dict[str, Any] | None:
    """A chart below its title, beside which it can be saved; returns what was clicked in it."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{title}**", width="stretch")
        export_chart(drawn.chart, f"ircompare-{key}", key)
    return show_chart(drawn, key, export=False)


def show_chart(drawn: Drawn, key: str, *, export: bool = True) -> dict[str, Any] | None:
    """Draw a chart and return what was clicked in it, once a click.

    The key carries a generation that a click moves on, so that a selection never acts twice.

    Args:
        drawn: The chart with its selection and its description.
        key: Name of the chart on its page; also its file name when saved.
        export: Whether to offer it as PNG and SVG.
    """
    held = f"clicks-{key}"
    generation = st.session_state.setdefault(held, 0)
    chosen = None
    name = f"{key}-{generation}"
    if drawn.selection is None:
        st.vega_lite_chart(spec=drawn.spec, alt=drawn.alt, key=name)
    else:
        event = st.vega_lite_chart(spec=drawn.spec, alt=drawn.alt, key=name, on_select="rerun")
        picked = event["selection"].get(drawn.selection) if event else None
        if picked:
            st.session_state[held] = generation + 1
            chosen = dict(picked[0])
    if export:
        export_chart(drawn.chart, f"ircompare-{key}", key)
    return chosen


def export_chart(chart: object, name: str, key: str) -> None:
    """Offer a chart as PNG and SVG; drawn only when asked for."""
    colours = palette()
    kinds: tuple[tuple[str, str, Callable[..., bytes]], ...] = (
        ("PNG", "image/png", to_png),
        ("SVG", "image/svg+xml", to_svg),
    )
    with st.popover("Save chart", icon=":material/download:", type="tertiary"):
        for label, mime, draw in kinds:
            st.download_button(
                label,
                data=partial(draw, chart, colours),
                file_name=f"{name}.{label.lower()}",
                mime=mime,
                key=f"{key}-{label}",
                on_click="ignore",
            )
