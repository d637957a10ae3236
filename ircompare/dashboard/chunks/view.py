"""The Chunks page: what a chunk budget changes, for both runs at once and query by query."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from ircompare.charts.budgets import budget_curves
from ircompare.dashboard import calls, problems, sidebar, state, widgets
from ircompare.dashboard.chunks import budget as budget_state
from ircompare.dashboard.chunks import controls as chunks_controls
from ircompare.dashboard.chunks import fold as chunks_fold
from ircompare.dashboard.chunks import states as chunks_states
from ircompare.dashboard.chunks import tables as chunks_tables
from ircompare.dashboard.chunks.words import Both, change_sentence, lead_sentences
from ircompare.dashboard.compare import head as compare_head
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.text import plain
from ircompare.model.chunks import ChunkMap
from ircompare.model.protocol import Budget, Unit
from ircompare.report.budget_report import agree_sentence, needed_sentences
from ircompare.scoring.budgets import BudgetSweep
from ircompare.scoring.chunked import Side
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import PRIMARY
from ircompare.scoring.sides import DOCUMENT_CREDIT

MEASURES_SHOWN = tuple(measure.key for measure in PRIMARY)


def show() -> None:
    """Draw the page, or the state in which there is nothing to fold."""
    if state.data() is None:
        chunks_states.nothing()
        return
    data, result = widgets.scored_or_stop("chunks")
    sides = _sides(data)
    chunk_map = data.chunk_map
    if chunk_map is None or all(side.collapsed is None for side in sides):
        chunks_states.not_folded(data, result, sides)
    elif isinstance(result, Evaluation):
        chunks_states.alone(data, result, sides[0])
    else:
        _compared(data, chunk_map, result, sides)


def _sides(data: Dataset) -> list[Side]:
    roles = [role for role, run in (("A", data.a), ("B", data.b)) if run is not None]
    return [calls.side(data.digest, sidebar.protocol(), role) for role in roles]


def _compared(data: Dataset, chunk_map: ChunkMap, result: Comparison, sides: list[Side]) -> None:
    compare_head.protocol_line(result)
    compare_head.stop_unscored(result, "no mean to compare")
    unit = budget_state.unit(data)
    with st.spinner("Taking every budget"):
        found = calls.budgets(data.digest, sidebar.protocol(), unit)
    budget = budget_state.looked_at() or found.opening or found.agree
    both = _both(data, chunk_map, budget, unit)
    lead, *more = lead_sentences(both)
    st.markdown(f"#### {plain(lead)}")
    st.markdown(plain(" ".join([*more, change_sentence(both)])))
    st.caption(plain(" ".join([agree_sentence(found.agree, unit), *needed_sentences(found)])))
    chunks_states.mixed(sides)
    chunks_controls.draw(data, both, found)
    _curves(found, budget)
    chunks_tables.draw(both)
    chunks_fold.draw(data, sides, both, found)
    chunks_tables.every_budget(found)
    chunks_tables.other_rules(data, chunk_map, both)
    st.caption(DOCUMENT_CREDIT)
    problems.show_remarks([note for side in sides for note in side.notes])


def _both(data: Dataset, chunk_map: ChunkMap, budget: int, unit: Unit) -> Both:
    protocol = sidebar.protocol()
    every, first = (
        calls.comparison(data.digest, replace(protocol, chunks=chunk_map.rule(asked)))
        for asked in (None, Budget(unit, budget))
    )
    return Both(every, first, budget, unit)


def _curves(found: BudgetSweep, budget: int) -> None:
    """Both measures over every budget; a click looks at that budget."""
    unit = found.a.unit
    st.markdown(
        f"**Means under every budget, and B − A below**  \n"
        f":gray[Click a budget in {unit} to look at it.]"
    )
    left_out = 0
    for column, measure in zip(st.columns(2, gap="medium"), MEASURES_SHOWN, strict=True):
        with column:
            drawn = budget_curves(found, measure, budget, widgets.palette())
            name = f"budgets-{measure}"
            generation = st.session_state.setdefault(f"clicks-{name}", 0)
            key = f"{name}-{unit}-{generation}"
            st.altair_chart(
                drawn.chart,
                alt=drawn.alt,
                key=key,
                on_select=lambda name=name, key=key: _picked(name, key),
            )
            widgets.export_chart(drawn.chart, f"ircompare-{name}", name)
            left_out = drawn.left_out
    if left_out:
        st.caption(
            f"Larger budgets, up to {int(found.budgets[-1]):,} {unit}, are left out: nothing "
            "changes there."
        )


def _picked(name: str, key: str) -> None:
    picked = st.session_state[key]["selection"].get("pick")
    if picked:
        st.session_state[f"clicks-{name}"] += 1
        budget_state.look_at(int(picked[0]["k"]))
