"""What can be taken away from the Compare page: summary and files."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import streamlit as st

from ircompare.report.json_report import comparison_json, json_text
from ircompare.report.markdown import summary
from ircompare.report.tables import write_per_query
from ircompare.scoring.comparison import Comparison


def draw(comparison: Comparison) -> None:
    """The summary to copy, and the files to save."""
    with st.popover("Copy summary", icon=":material/content_copy:"):
        st.code(summary(comparison), language=None, wrap_lines=True)
    with st.popover("Save", icon=":material/download:"):
        kinds: tuple[tuple[str, str, str, Callable[[], bytes]], ...] = (
            (
                "JSON: everything",
                "json",
                "application/json",
                lambda: json_text(comparison_json(comparison)).encode(),
            ),
            ("CSV: one row a query", "csv", "text/csv", lambda: _table(comparison, ".csv")),
            (
                "Parquet: one row a query",
                "parquet",
                "application/vnd.apache.parquet",
                lambda: _table(comparison, ".parquet"),
            ),
        )
        for label, ending, mime, make in kinds:
            st.download_button(
                label,
                data=make,
                file_name=f"ircompare-k{comparison.k}.{ending}",
                mime=mime,
                key=f"save-{ending}",
                on_click="ignore",
            )


def _table(comparison: Comparison, ending: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"queries{ending}"
        write_per_query(comparison, path)
        return path.read_bytes()
