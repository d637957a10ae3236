"""The menus that filter and sort the list; whatever a chart filters has its menu here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import numpy as np
import streamlit as st

from ircompare.charts.bins import delta_bounds, delta_numbers, rank_bins, value_labels
from ircompare.charts.theme import MANY
from ircompare.dashboard import state
from ircompare.dashboard.filters import FLAGS, SHOWS, SORTS, VERDICTS, Filters, delta_words
from ircompare.inference.fields import field_names, slicing
from ircompare.inference.slice_words import field_title
from ircompare.scoring.causes import CAUSES
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import fraction_text

WIDTH = 144
WIDER = 220
WIDEST = 260


def draw(comparison: Comparison) -> None:
    """The usual menus in a row, the rest one click away."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        _menu("show", "Show", {"": "automatic", **SHOWS})
        _menu("recall", "Recall", VERDICTS)
        _menu("rr", "RR", VERDICTS)
        _menu("cause", "Cause", {"": "any", **CAUSES})
        _menu("flag", "Flag", FLAGS)
        _menu("sort", "Sort", SORTS)
        _find()
        with st.popover("More filters", icon=":material/tune:", width=WIDTH):
            _further(comparison)


def _further(comparison: Comparison) -> None:
    """What the charts filter by when one of their marks is clicked."""
    measure = state.filters().measure
    name = MEASURES[measure].at(comparison.k)
    ranks = [rank_bin.label for rank_bin in rank_bins(comparison.k)]
    _menu("rank_a", "First relevant rank in A", _any(ranks), WIDER)
    _menu("rank_b", "First relevant rank in B", _any(ranks), WIDER)
    _menu("value_a", f"{name} in A", _any(_values(comparison, comparison.a, measure)), WIDER)
    _menu("value_b", f"{name} in B", _any(_values(comparison, comparison.b, measure)), WIDER)
    _deltas(comparison, measure, name)
    _slices(comparison)


def _slices(comparison: Comparison) -> None:
    """The query field, and its slices once there is one."""
    scope, field = comparison.a.scope, state.filters().field
    names = field_names(scope)
    titles = {name: field_title(name) for name in names}
    _menu("field", "Query field", {"": "any", **titles}, WIDEST)
    if field in names:
        _menu("slice", "Slice", _any(slicing(scope, field).labels), WIDER)


def _any(options: Iterable[str]) -> dict[str, str]:
    return {"": "any", **{option: option for option in options}}


def _values(comparison: Comparison, side: Evaluation, measure: str) -> list[str]:
    """The values that occur, as fractions; where there are many, the bins of the chart."""
    values = side.values(measure)
    if measure == "rr" or comparison.count > MANY:
        return value_labels()
    found = {values.at(place) for place in np.flatnonzero(comparison.scored).tolist()}
    return [fraction_text(value) for value in sorted(found - {None})]  # type: ignore[arg-type,type-var]


def _menu(name: str, label: str, choices: Mapping[str, str], width: int = WIDTH) -> None:
    key, held = f"filter-{name}", getattr(state.filters(), name)
    shown = dict(choices) if held in choices else {**choices, held: held}
    st.session_state[key] = held
    st.selectbox(
        label,
        list(shown),
        key=key,
        format_func=lambda option: shown[option],
        on_change=_changed,
        args=(name,),
        width=width,
    )


def _find() -> None:
    st.session_state["filter-find"] = state.filters().find
    st.text_input(
        "Find",
        key="filter-find",
        on_change=_changed,
        args=("find",),
        placeholder="text or id",
        width=WIDTH,
    )


def _changed(name: str) -> None:
    changed = {name: st.session_state[f"filter-{name}"] or ""}
    if name == "field":
        changed["slice"] = ""
    _set(lambda held: replace(held, **changed))


def _set(change: Callable[[Filters], Filters]) -> None:
    state.set_filters(change(state.filters()))


def _deltas(comparison: Comparison, measure: str, name: str) -> None:
    """One menu for both ends of a tenth of deltas; those that occur are offered."""
    deltas = comparison.deltas(measure).floats()[comparison.scored]
    numbers = sorted(set(delta_numbers(deltas).tolist()))
    bounds = [tuple(str(end) for end in delta_bounds(number)) for number in numbers]
    held = (state.filters().low, state.filters().high)
    options = [("", ""), *bounds, *([held] if held not in (("", ""), *bounds) else [])]
    st.session_state["filter-delta"] = held
    st.selectbox(
        f"Δ{name}, B − A",
        options,
        key="filter-delta",
        format_func=lambda ends: delta_words(*ends) if ends[0] else "any",
        on_change=_delta_changed,
        width=WIDER,
    )


def _delta_changed() -> None:
    low, high = st.session_state["filter-delta"]
    _set(lambda held: replace(held, low=low, high=high))
