"""The block of suspect judgements: why each, how often a look pays, and the way to its query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from ircompare.dashboard import sidebar, state
from ircompare.dashboard.confidence import declared as confidence_declared
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.judgements import calls as judgement_calls
from ircompare.dashboard.picking import picked
from ircompare.dashboard.query.choice import choose
from ircompare.dashboard.text import plain
from ircompare.inference.suspects import REASONS, Suspect
from ircompare.report.suspect_tables import (
    SHORT,
    again_sentences,
    expected_sentence,
    suspect_rows,
    suspects_sentence,
)
from ircompare.scoring.comparison import Comparison

MOST = 500
REASON = "suspect_reason"
WIDTHS = {"reason": 172, "query": 62, "its text": 178, "document": 100, "its first line": 185}
WIDTHS |= {"judged": 72, "rank A": 62, "rank B": 62, "against": 100}


def draw(data: Dataset, comparison: Comparison) -> None:
    """The sentence, the measured hit rate, the list."""
    protocol = sidebar.protocol()
    field = _group_field(comparison)
    with st.spinner("Looking for judgements that do not fit", show_time=True):
        found = judgement_calls.suspected(data.digest, protocol, field)
    st.markdown(plain(suspects_sentence(found)))
    told = again_sentences(judgement_calls.judged_again(data.digest, protocol, field))
    if any(one.reason == "unjudged_in_both" for one in found):
        told.append(expected_sentence(judgement_calls.expected(data.digest, protocol)))
    for sentence in filter(None, told):
        st.caption(plain(sentence))
    if found:
        _list(data, comparison, found)


def _group_field(comparison: Comparison) -> str:
    """The query field that names groups of paraphrases, as the Confidence page has it."""
    scope = comparison.a.scope
    field = confidence_declared.fitting(scope).field(scope)
    words = f"by {plain(field)}" if field else "none"
    st.caption(
        f"Groups of paraphrases, within which a document judged both ways is suspect: {words}. "
        "The Confidence page declares them."
    )
    return field or ""


def _list(data: Dataset, comparison: Comparison, found: Sequence[Suspect]) -> None:
    counts = Counter(one.reason for one in found)
    reasons = [key for key in REASONS if counts[key]]
    if st.session_state.get(REASON) not in ("", *reasons):
        st.session_state[REASON] = ""
    chosen = st.selectbox(
        "Show",
        ["", *reasons],
        key=REASON,
        format_func=lambda key: f"{SHORT.get(key, 'all')} · {counts[key] or len(found):,}",
        width=320,
        persist_state="session",
    )
    shown = [one for one in found if not chosen or one.reason == chosen]
    _table(data, comparison, shown[:MOST])
    cut = f"The first {MOST:,} of {len(shown):,} are listed. " if len(shown) > MOST else ""
    st.caption(f"{cut}Select a cell to open its query, with the document to judge.")


def _table(data: Dataset, comparison: Comparison, shown: Sequence[Suspect]) -> None:
    head, *rows = suspect_rows(shown, comparison.a.scope.collection)
    frame = pd.DataFrame(rows, columns=list(head))
    place = picked(
        frame,
        "suspects",
        (data.digest, sidebar.protocol(), tuple(shown)),
        "Judgements that deserve a second look",
        widths=WIDTHS,
        order=[name for name in head if frame[name].any()],
    )
    if place is not None:
        choose(shown[place].query_id, shown[place].doc_id)
        state.go("query", q=shown[place].query_id)
