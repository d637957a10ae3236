"""A demonstration of the gate: the help centre's BM25 run as the baseline, LSA held against it."""

from __future__ import annotations

import streamlit as st

from ircompare.dashboard.gate import record as gate_record
from ircompare.dashboard.gate import state as gate_state
from ircompare.dashboard.samples import SAMPLES

_BASELINE, _REFERENCE, _ENGINE = "sample", "bm25s 0.3.16", "LSA, scikit-learn 1.9.1"


def card() -> None:
    """What the demonstration shows, one click away."""
    with st.container(border=True):
        st.markdown("**See it fail**")
        st.text(
            "The sample help centre: what BM25 returned is the baseline, and latent semantic "
            "analysis is the engine that replaces it. About as many questions get better as get "
            "worse, and yet the gate fails: it asks whether the answers are the same."
        )
        st.button("Hold LSA against BM25", type="primary", on_click=start, key="gate-demonstration")


def start() -> None:
    """Open the sample, record run A as the baseline and judge run B."""
    SAMPLES["helpcentre"].open()
    gate_record.record("bm25.run", _BASELINE, _REFERENCE, "")
    gate_state.ask(engine=_ENGINE, judged=("lsa.run",), pages="")
