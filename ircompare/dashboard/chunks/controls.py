"""Both protocols as two cards whose controls read as a sentence, with what each gives."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ircompare.dashboard import settings
from ircompare.dashboard.chunks import budget as budget_state
from ircompare.dashboard.chunks.words import Both
from ircompare.dashboard.compare.head import ARROWS, COLOURS
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.text import plain
from ircompare.model.protocol import Unit
from ircompare.scoring.budgets import BudgetSweep
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import PRIMARY
from ircompare.scoring.numbers import decimal, delta_decimal, places_for

BUDGET, K, UNIT = "budget_field", "chunks_k", "unit_field"
UNITS: tuple[Unit, ...] = ("chunks", "tokens")


def draw(data: Dataset, both: Both, found: BudgetSweep) -> None:
    """The two cards."""
    left, right = st.columns([6, 7], gap="small")
    with left.container(border=True, height="stretch", gap="small"):
        _head("Collapse, then cut", "all", both)
        with _sentence():
            st.markdown("**all chunks** → documents → first", width="content")
            _cutoff(both.every.k)
            st.markdown("documents", width="content")
        _means(both.every)
    with right.container(border=True, height="stretch", gap="small"):
        _head("Budget, then collapse", "first", both)
        with _sentence():
            st.markdown("**first**", width="content")
            _budget(both, found)
            _unit(data)
            st.markdown(f"→ documents → first **{both.every.k}** documents", width="content")
        _means(both.first)


def _sentence() -> DeltaGenerator:
    return st.container(horizontal=True, vertical_alignment="center", gap="xsmall")


def _head(title: str, chunks: str, both: Both) -> None:
    """The name of the protocol, and whether it is the one in force."""
    rule = both_in_force()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{title}**", width="stretch")
        if rule == chunks:
            st.badge("in force on every page", icon=":material/check:", color="gray")
        else:
            st.button(
                "Use on every page",
                key=f"force-{chunks}",
                type="tertiary",
                icon=":material/done_all:",
                on_click=budget_state.put_in_force,
                args=(chunks, both.budget),
                help="Compare, Query and Cutoffs are scored under this protocol then",
            )


def both_in_force() -> str:
    """Which protocol every page is scored under: `all` or `first`."""
    first = st.session_state.get("chunks") == "first" and budget_state.looked_at()
    return "first" if first else "all"


def _budget(both: Both, found: BudgetSweep) -> None:
    st.session_state[BUDGET] = both.budget
    st.number_input(
        f"Budget in {both.unit}",
        min_value=1,
        max_value=max(settings.LARGEST["budget"], both.budget),
        step=1,
        key=BUDGET,
        on_change=_set_budget,
        label_visibility="collapsed",
        width=118,
        help=f"From {found.agree:,} {both.unit} on both protocols agree.",
    )


def _set_budget() -> None:
    budget_state.look_at(int(st.session_state[BUDGET] or 1))


def _unit(data: Dataset) -> None:
    """What the budget counts, where the chunk map has token counts."""
    if data.chunk_map is None or data.chunk_map.tokens is None:
        st.markdown("**chunks**", width="content")
        return
    st.session_state[UNIT] = budget_state.unit(data)
    st.selectbox(
        "The budget counts",
        UNITS,
        key=UNIT,
        on_change=_set_unit,
        label_visibility="collapsed",
        width=104,
        help="Tokens: chunks are taken until the first that does not fit.",
    )


def _set_unit() -> None:
    """Count in the other unit; its budget starts anew where a verdict first changes."""
    st.session_state["unit"] = st.session_state[UNIT]
    budget_state.put_in_force("all", 0)


def _cutoff(k: int) -> None:
    st.session_state[K] = k
    st.number_input(
        "Cutoff k everywhere",
        min_value=1,
        max_value=settings.LARGEST["k"],
        step=1,
        key=K,
        on_change=_set_k,
        label_visibility="collapsed",
        width=120,
    )


def _set_k() -> None:
    settings.set_defaults(k=int(st.session_state[K] or 1))


def _means(comparison: Comparison) -> None:
    """Both means with their delta and verdicts, a line each."""
    for measure in PRIMARY:
        a, b = comparison.a.mean(measure.key), comparison.b.mean(measure.key)
        delta, counts = comparison.mean_delta(measure.key), comparison.counts(measure.key)
        if a is None or b is None or delta is None:
            continue
        sign, places = (delta > 0) - (delta < 0), places_for(a, b)
        before, after = (plain(decimal(mean, places)) for mean in (a, b))
        change = f":{COLOURS[sign]}[**{ARROWS[sign]} {plain(delta_decimal(delta, places))}**]"
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{measure.mean_at(comparison.k)}**", width=90)
            st.markdown(f":gray[A] {before} :gray[→ B] {after}", width="content")
            st.markdown(change, width="content")
            st.markdown(
                f":orange[▼ {counts.regressed:,}] :gray[═ {counts.tied:,}] "
                f":blue[▲ {counts.improved:,}]",
                width="content",
            )
