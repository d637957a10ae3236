"""What can be taken away from the Compare page: summary and files."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from ircompare.report.json_report import comparison_json, json_text
from ircompare.report.markdown import summary
from ircompare.report.tables import csv_bytes, parquet_bytes
from ircompare.scoring.comparison import Comparison

PARQUET = "application/vnd.apache.parquet"


def draw(comparison: Comparison) -> None:
    """The summary to copy, and the files to save."""
    box = st.popover(
        "Copy summary", icon=":material/content_copy:", key="summary", on_change="rerun"
    )
    if box.open:
        with box:
            st.code(summary(comparison), language=None, wrap_lines=True)
    with st.popover("Save", icon=":material/download:"):
        kinds: tuple[tuple[str, str, str, Callable[[], bytes]], ...] = (
            ("JSON: everything", "json", "application/json", lambda: _json(comparison)),
            ("CSV: one row a query", "csv", "text/csv", lambda: csv_bytes([comparison])),
            ("Parquet: one row a query", "parquet", PARQUET, lambda: parquet_bytes([comparison])),
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


def _json(comparison: Comparison) -> bytes:
    return json_text(comparison_json(comparison)).encode()
