"""Reports of the gate: the one in force to take away, and earlier ones as one trend."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from ircompare.charts.gate import trend_chart
from ircompare.consistency.past import PastReport, other_version, trend
from ircompare.consistency.result import GateReport
from ircompare.dashboard import problems, widgets
from ircompare.dashboard.data.intake import release
from ircompare.dashboard.gate import state as gate_state
from ircompare.errors import InputError, Problems
from ircompare.readers.gate_reports import read_gate_report
from ircompare.report.gate_junit import gate_junit
from ircompare.report.gate_report import gate_json_text, gate_text
from ircompare.scoring.numbers import counted, value_text

_ERROR = "gate_report_error"
_VERSION = "gate_report_version"


def take_away(report: GateReport) -> None:
    """The report in the forms in which the command line writes it."""
    with st.popover("Save report", icon=":material/download:"):
        kinds = (
            ("JSON, for the history", "json", "application/json", gate_json_text),
            ("Text", "txt", "text/plain", gate_text),
            ("JUnit XML, for CI systems", "xml", "application/xml", gate_junit),
        )
        for label, ending, mime, write in kinds:
            st.download_button(
                label,
                data=lambda write=write: write(report).encode(),  # type: ignore[misc]
                file_name=f"gate.{ending}",
                mime=mime,
                key=f"gate-save-{ending}",
                on_click="ignore",
            )


def draw(report: GateReport) -> None:
    """Earlier reports of this baseline version, the current one last."""
    st.markdown(f"**History of baseline {_plain_version(report)}**")
    error = st.session_state.pop(_ERROR, None)
    if error is not None:
        problems.show_error(error, "Reports that cannot join this history")
    st.session_state[_VERSION] = report.baseline_version
    key = f"gate-reports-{st.session_state.setdefault('gate_report_uploads', 0)}"
    st.file_uploader(
        "Load earlier reports, oldest first",
        accept_multiple_files=True,
        key=key,
        on_change=_take,
        args=(key,),
        help="What `gate --format json` wrote. The last one is what changes are counted from.",
    )
    earlier = gate_state.reports()
    if not earlier:
        st.caption("Reports of one baseline version make one trend; another version is refused.")
        return
    now = read_gate_report(gate_json_text(report).encode(), "this report")
    listed = [*earlier, now]
    computed = trend(listed)
    if len(computed) > 1:
        widgets.show_chart(trend_chart(computed, widgets.palette()), "gate-trend")
    st.dataframe(rows(listed), hide_index=True, alt="Reports of this baseline version")
    st.button(
        "Drop the earlier reports", type="tertiary", on_click=gate_state.set_reports, args=((),)
    )


def rows(reports: list[PastReport]) -> pd.DataFrame:
    """One row a report, in order."""
    return pd.DataFrame(
        {
            "Gate": report.status,
            "Engine": report.engine_version or "",
            "Recall@5": value_text(report.recall),
            "Top-1": _matches(report),
            "Top-5 Jaccard": value_text(report.top5_jaccard),
            "From": report.source,
        }
        for report in reports
    )


def joined(
    files: dict[str, bytes], version: str | None, held: tuple[PastReport, ...]
) -> tuple[tuple[PastReport, ...], InputError | None]:
    """The held reports with those of the files that belong to this baseline version."""
    faults = Problems("")
    kept = list(held)
    for name, data in files.items():
        try:
            report = read_gate_report(data, name)
        except InputError as error:
            faults.extend(error.problems)
            continue
        foreign = other_version(report, version)
        faults.extend(foreign)
        if not foreign and report not in kept:
            kept.append(report)
    return tuple(kept), InputError(faults.kept, faults.total) if len(faults) else None


def _take(key: str) -> None:
    uploads = st.session_state.get(key) or []
    files = {upload.name.rsplit("/", 1)[-1]: upload.getvalue() for upload in uploads}
    for upload in uploads:
        release(upload.file_id)
    st.session_state["gate_report_uploads"] += 1
    found, error = joined(files, st.session_state.get(_VERSION), gate_state.reports())
    gate_state.set_reports(found)
    if error is not None:
        st.session_state[_ERROR] = error


def _matches(report: PastReport) -> str:
    if report.top1_matches is None or report.top1_queries is None:
        return value_text(None)
    return f"{report.top1_matches} of {counted(report.top1_queries, 'query')}"


def _plain_version(report: GateReport) -> str:
    from ircompare.dashboard.text import plain

    return plain(report.baseline_version or "without a version")
