"""What stands beside the twelve dimensions: a line for each companion, and the alerts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import pandas as pd
import streamlit as st

from ircompare.dashboard.scorecard import calls as card_calls
from ircompare.dashboard.text import plain
from ircompare.report.replay import replay_jsonl
from ircompare.report.scorecard_companions import alert_words, finding_words
from ircompare.report.scorecard_words import (
    part_words,
    row_delta,
    row_values,
    state_words,
    verdict_words,
)
from ircompare.scorecard.alerts import Alert
from ircompare.scorecard.finding import Finding
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.legs import measure_name
from ircompare.scorecard.replay import WORST
from ircompare.scorecard.row import Row

ROW = 35
COLOURS = {"FIRED": "orange", "QUIET": "blue", "NOT_JUDGED": "gray"}
SIGNS = {"FIRED": "▼", "QUIET": "=", "NOT_JUDGED": "?"}


def draw(inputs: Inputs) -> None:
    """Alerts, companions with a better side, and what is described and not judged."""
    found = card_calls.beside(inputs)
    st.markdown("#### Alerts")
    for alert in found.alerts:
        _alert(alert)
    st.markdown("#### Companions :gray[none of the twelve dimensions]")
    _table((_row_cells(row) for row in found.rows), "Companions with the values of both runs")
    st.markdown("#### Described, not judged")
    cells = (_finding_cells(one) for one in found.findings)
    _table(cells, "What is described without a better side")
    _replay(inputs)


def _alert(alert: Alert) -> None:
    """One rule with its outcome, as a sign and a word too."""
    told = f"{SIGNS[alert.outcome]} {alert_words(alert)}"
    st.markdown(f":{COLOURS[alert.outcome]}[{plain(told)}]")


def _row_cells(row: Row) -> dict[str, object]:
    known = row.value_a is not None and row.value_b is not None
    a, b = row_values(row)
    parts = [part_words(part) for part in row.parts]
    return {
        "Companion": row.dimension.title,
        "A": a,
        "B": b,
        "B − A": row_delta(row),
        "": verdict_words(row.verdict) if known else "",
        "n": row.n_used if known else None,
        "State": state_words(row),
        "Beside it": " · ".join(parts),
        "What it is": row.label if known else row.dimension.definition,
        "From": "; ".join(f"{one.name}: {one.value}" for one in row.inputs),
    }


def _finding_cells(found: Finding) -> dict[str, object]:
    return {
        "Companion": found.title,
        "Values": finding_words(found) if found.values else "",
        "n": found.n_used if found.values else None,
        "State": f"{found.state}: {found.why}" if found.why else found.state,
        "What it is": found.label,
        "From": "; ".join(f"{one.name}: {one.value}" for one in found.inputs),
    }


def _replay(inputs: Inputs) -> None:
    """The worst queries of either run as a file, to be asked again."""
    st.markdown("#### Worst queries")
    with st.container(horizontal=True, gap="small"):
        for place, name in enumerate(inputs.names):
            st.download_button(
                f"Save the {WORST} worst of {plain(name)}",
                data=partial(replay_jsonl, inputs, place),
                file_name=f"ircompare-replay-{'AB'[place]}.jsonl",
                mime="application/jsonl",
                key=f"replay-{place}",
                icon=":material/download:",
                on_click="ignore",
                help=f"Lines of JSON, worst first by {plain(measure_name(inputs))}, which are "
                "read back as queries.",
            )


def _table(cells: Iterable[dict[str, object]], alt: str) -> None:
    held = pd.DataFrame(list(cells))
    if "n" in held:
        held["n"] = held["n"].astype("Int64")
    st.dataframe(held, hide_index=True, height=ROW * len(held) + ROW + 3, alt=alt)
