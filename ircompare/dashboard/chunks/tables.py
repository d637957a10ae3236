"""The tables of the Chunks page: what changes, every budget, and other ways to collapse."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from ircompare.dashboard import calls, sidebar
from ircompare.dashboard.chunks.words import Both, both_rows
from ircompare.dashboard.dataset import Dataset
from ircompare.errors import InputError
from ircompare.model.aggregate import RULES
from ircompare.model.chunks import ChunkMap
from ircompare.model.protocol import Budget, Protocol
from ircompare.report.budget_report import sweep_rows, unit_words
from ircompare.scoring.budgets import BudgetSweep
from ircompare.scoring.measures import PRIMARY
from ircompare.scoring.numbers import value_text

TALLEST = 460


def draw(both: Both) -> None:
    """All chunks against the budget, for both runs at once."""
    st.markdown("**What the budget changes**")
    for column, measure in zip(st.columns(2, gap="medium"), PRIMARY, strict=True):
        frame = both_rows(both, measure)
        column.dataframe(
            frame,
            hide_index=True,
            height=35 * (len(frame) + 1) + 3,
            alt=f"{measure.mean_at(both.every.k)}, deltas and verdicts with all chunks, with the "
            "budget, and the change",
        )


def every_budget(found: BudgetSweep) -> None:
    """The table that the command `sweep --chunk-map` prints."""
    with st.expander("Every budget, exact", icon=":material/table:"):
        frame = pd.DataFrame(sweep_rows(found))
        st.dataframe(
            frame,
            hide_index=True,
            height=min(35 * (len(frame) + 1) + 3, TALLEST),
            alt="Means of both runs, deltas and verdicts under every budget",
        )
        st.download_button(
            "Save as CSV",
            data=lambda: b"\xef\xbb\xbf" + frame.to_csv(index=False).encode(),
            file_name="ircompare-budgets.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
        )


def other_rules(data: Dataset, chunk_map: ChunkMap, both: Both) -> None:
    """The same means where chunks become documents by their scores; computed once opened."""
    box = st.expander(
        "Other ways to collapse", icon=":material/merge:", key="other-rules", on_change="rerun"
    )
    if not box.open:
        return
    with box:
        st.caption(
            "The first chunk of each document decides above. By scores other orders come out; "
            "with sums and means a larger budget may lower a value, which is no fault."
        )
        try:
            frame = rules_frame(data, chunk_map, both, sidebar.protocol())
        except InputError as error:
            st.text(f"{error.problems[0].what}.")
            return
        st.dataframe(frame, hide_index=True, alt="Means under each way to collapse")
        for rule, words in RULES.items():
            st.caption(f"**{rule}**: {words}")


def rules_frame(data: Dataset, chunk_map: ChunkMap, both: Both, protocol: Protocol) -> pd.DataFrame:
    """A row for each rule and protocol; a value that a larger budget lowers is marked.

    Raises:
        InputError: A run without scores.
    """
    rows = []
    for rule in RULES:
        asked = (Budget(both.unit, both.budget), None)
        first, every = (
            calls.comparison(
                data.digest,
                replace(protocol, chunks=chunk_map.rule(budget, rule)),
            )
            for budget in asked
        )
        for words, comparison in (
            (f"first {unit_words(both.budget, both.unit)}", first),
            ("all chunks", every),
        ):
            row = {"Rule": rule, "Chunks": words}
            for measure in PRIMARY:
                for role in "ab":
                    value = getattr(comparison, role).mean(measure.key)
                    before = getattr(first, role).mean(measure.key)
                    falls = " ↓ lower than with fewer" if value < before else ""
                    label = f"{measure.mean_at(comparison.k)} {role.upper()}"
                    row[label] = value_text(value) + falls
            rows.append(row)
    return pd.DataFrame(rows)
