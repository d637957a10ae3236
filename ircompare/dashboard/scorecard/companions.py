"""What stands beside the twelve dimensions: companions, what is described, and the alerts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import streamlit as st

from ircompare.dashboard.scorecard import alerts as card_alerts
from ircompare.dashboard.scorecard import calls as card_calls
from ircompare.dashboard.scorecard import rows as card_rows
from ircompare.dashboard.text import plain
from ircompare.report.replay import replay_jsonl
from ircompare.scorecard.finding import Finding
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.legs import measure_name
from ircompare.scorecard.replay import WORST
from ircompare.scorecard.row import Row

One = TypeVar("One", Row, Finding)


def draw(inputs: Inputs) -> None:
    """Alerts, companions with a better side, and what is described and not judged."""
    found = card_calls.beside(inputs)
    card_alerts.draw(found.alerts)
    st.markdown("#### Companions :gray[none of the twelve dimensions]")
    _group("rows", found.rows, card_rows.draw, inputs)
    st.markdown("#### Described, not judged")
    _group("findings", found.findings, card_rows.finding, inputs)
    _replay(inputs)


def _group(place: str, found: Sequence[One], draw: Callable[[One], None], inputs: Inputs) -> None:
    """Those with values in two columns where there is room; below them what the others lack."""
    known = [one for one in found if one.state != "NOT_COMPUTABLE"]
    with st.container(border=True, gap="medium"):
        half = -(-len(known) // 2)
        columns = st.columns(2, gap="medium") if known else ()
        for column, part in zip(columns, (known[:half], known[half:]), strict=False):
            with column:
                for one in part:
                    draw(one)
        grey = [one for one in found if one.state == "NOT_COMPUTABLE"]
        if grey:
            card_rows.lacking(place, grey, inputs)


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
