"""The button that saves the full report: made when it is clicked, so that a page costs nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import streamlit as st

from ircompare.consistency.result import GateReport
from ircompare.dashboard import calls, sidebar
from ircompare.dashboard.confidence import declared as confidence_declared
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.gate import calls as gate_calls
from ircompare.dashboard.judgements import banner
from ircompare.inference.declared import Declared
from ircompare.model.protocol import Protocol
from ircompare.report.full.build import full_report
from ircompare.report.full.extras import Extras
from ircompare.report.full.html import html
from ircompare.scoring.chunked import Side
from ircompare.scoring.comparison import Comparison


def button(data: Dataset, comparison: Comparison, place: str) -> None:
    """Save what is compared as one HTML file, charts and all.

    Args:
        place: Name of the page, for the key of the button.
    """
    decision = gate_calls.decision()
    st.download_button(
        "Download report",
        data=partial(
            made,
            data,
            comparison,
            sidebar.protocol(),
            confidence_declared.declared(),
            decision.report if decision is not None else None,
        ),
        file_name=f"ircompare-report-k{comparison.k}.html",
        mime="text/html",
        icon=":material/description:",
        key=f"report-{place}",
        on_click="ignore",
        help="One HTML file with charts, regressions, conclusions and provenance, to read without "
        "the network and to print. Making it takes a few seconds.",
    )


def made(
    data: Dataset,
    comparison: Comparison,
    protocol: Protocol,
    declared: Declared,
    gate: GateReport | None,
) -> bytes:
    """The report; it runs outside of the page, so everything it needs is handed over."""
    rule = comparison.a.protocol.chunks
    budget = rule.budget if rule is not None else None
    extras = Extras(
        plan=declared.plan(comparison.a.scope),
        sides=_sides(data, protocol),
        unit=budget.unit if budget is not None else "chunks",
        gate=gate,
        further=_what_if(data),
        warnings=[
            warning for item in data.files if item.loaded for warning in item.loaded.warnings
        ],
    )
    return html(full_report([comparison], extras, datetime.now(UTC))).encode()


def _what_if(data: Dataset) -> list[str]:
    """That the numbers follow judgements which are not the user's own, where they do."""
    if data.patch is None:
        return []
    follows = "every number of this report follows them"
    return [f"{banner.headline(data)}: {follows}. Fingerprint {data.patch.sha256}."]


def _sides(data: Dataset, protocol: Protocol) -> list[tuple[Side, Side]]:
    if data.chunk_map is None:
        return []
    a, b = (calls.side(data.digest, protocol, role) for role in "AB")
    return [(a, b)]
