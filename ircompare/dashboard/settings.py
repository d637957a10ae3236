"""The sidebar's controls and the protocol they make."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from ircompare.dashboard.chunks import budget as budget_state
from ircompare.dashboard.dataset import Dataset
from ircompare.model.protocol import DEFAULT_K, DEFAULT_SPLIT, Protocol
from ircompare.report.protocol import chunk_words

PRESETS = (1, 3, 5, 10, 20, 100)
JUDGEMENTS = ("exhaustive", "pooled")
ORDERS = ("auto", "score", "rank", "listed")
NO_RELEVANT = ("exclude", "zero")
DEFAULTS: dict[str, object] = {
    "k": DEFAULT_K,
    "split": None,
    "judgements": "exhaustive",
    "order": "auto",
    "min_relevance": 1,
    "no_relevant": "exclude",
    "budget": 0,
    "unit": "chunks",
    "chunks": "all",
}
LARGEST = {"k": 100_000, "min_relevance": 1_000_000, "budget": 100_000_000}
_CHOICES = {
    "judgements": JUDGEMENTS,
    "order": ORDERS,
    "no_relevant": NO_RELEVANT,
    "unit": ("chunks", "tokens"),
    "chunks": ("all", "first"),
}


def set_defaults(**values: object) -> None:
    """Give the controls values before they are drawn, as a sample or a settings file asks."""
    for name, value in values.items():
        if value is not None:
            st.session_state[name] = value


def restore(params: Mapping[str, str]) -> None:
    """Give the controls the values that an address names; what it cannot mean is left out."""
    for name, text in params.items():
        if name in LARGEST and _is_count(text, LARGEST[name]):
            st.session_state[name] = int(text)
        elif name == "split" or text in _CHOICES.get(name, ()):
            st.session_state[name] = text


def _is_count(text: str, most: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= most


def params() -> dict[str, str]:
    """The parameters of an address that give these settings again; k always, defaults not."""
    held = {name: st.session_state.get(name, default) for name, default in DEFAULTS.items()}
    return {
        name: str(value)
        for name, value in held.items()
        if value is not None and (name == "k" or value != DEFAULTS[name])
    }


def controls(data: Dataset | None) -> Protocol:
    """Draw the controls and return the protocol they make."""
    splits = (
        data.collection.queries.split_names()
        if data and data.collection and data.collection.queries
        else ()
    )
    for name, value in DEFAULTS.items():
        st.session_state.setdefault(name, value)
    for name, most in LARGEST.items():
        st.session_state[name] = min(int(st.session_state[name]), most)
    k = _cutoff(data)
    split = _split(splits)
    judgements = st.segmented_control(
        "Judgements",
        JUDGEMENTS,
        required=True,
        key="judgements",
        persist_state="session",
        help="Exhaustive: every pair is judged 0 or 1. Pooled: some pairs are unjudged; "
        "an unjudged document counts as not relevant and is reported.",
        width="stretch",
    )
    with st.expander("More settings"):
        order, level, no_relevant = _further(judgements == "pooled")
    return Protocol(
        k=k,
        split=split,
        judgements="pooled" if judgements == "pooled" else "exhaustive",
        min_relevance=level if judgements == "pooled" else 1,
        order=None if order == "auto" else order,  # type: ignore[arg-type]
        no_relevant="zero" if no_relevant == "zero" else "exclude",
        chunks=budget_state.rule_in_force(data),
    )


def _cutoff(data: Dataset | None) -> int:
    depth = max((run.depth for run in data.runs), default=0) if data else 0
    k = st.number_input(
        "Cutoff k",
        min_value=1,
        max_value=LARGEST["k"],
        step=1,
        key="k",
        persist_state="session",
        help="The last rank that counts. "
        + (f"The deepest ranking loaded has {depth} documents." if depth else ""),
    )
    shown = [preset for preset in PRESETS if preset <= max(depth, DEFAULT_K)]
    st.session_state["k_preset"] = k if k in shown else None
    st.pills(
        "Usual cutoffs",
        shown,
        key="k_preset",
        on_change=_take_preset,
        label_visibility="collapsed",
    )
    return int(k or DEFAULT_K)


def _take_preset() -> None:
    set_defaults(k=st.session_state["k_preset"])


def _split(splits: tuple[str, ...]) -> str | None:
    if not splits:
        return None
    held = st.session_state.get("split")
    if held not in splits:
        st.session_state["split"] = DEFAULT_SPLIT if DEFAULT_SPLIT in splits else splits[0]
    chosen: str = st.selectbox(
        "Split",
        splits,
        key="split",
        persist_state="session",
        help="Which queries are scored.",
    )
    return chosen


def _further(pooled: bool) -> tuple[str, int, str]:
    order = st.selectbox(
        "Order of rankings",
        ORDERS,
        key="order",
        persist_state="session",
        help="auto: by score where the file has scores, else by rank, else as listed.",
    )
    level = st.number_input(
        "Relevant from grade",
        min_value=1,
        max_value=LARGEST["min_relevance"],
        step=1,
        key="min_relevance",
        persist_state="session",
        disabled=not pooled,
        help="Only with pooled judgements: exhaustive ones are 0 or 1.",
    )
    no_relevant = st.selectbox(
        "A query with nothing relevant",
        NO_RELEVANT,
        key="no_relevant",
        persist_state="session",
        format_func={"exclude": "has no value", "zero": "counts 0"}.__getitem__,
        help="Without a value it leaves every mean. Counting 0 is what trec_eval -c does.",
    )
    return str(order), int(level or 1), str(no_relevant)


def protocol_words(protocol: Protocol, split: str | None) -> str:
    """The protocol in one line."""
    words = [split or "all queries", f"k {protocol.k}", protocol.judgements]
    if protocol.min_relevance != 1:
        words.append(f"relevant from grade {protocol.min_relevance}")
    if protocol.order is not None:
        words.append(f"order {protocol.order}")
    if protocol.no_relevant == "zero":
        words.append("nothing relevant counts 0")
    if protocol.chunks is not None:
        words.append(chunk_words(protocol.chunks))
    return " · ".join(words)
