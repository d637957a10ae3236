"""The what-if judgements made so far: what each changes, and what all of them do together."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from ircompare.dashboard import state
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.judgements import banner
from ircompare.dashboard.judgements.marking import effects, given_grade
from ircompare.dashboard.picking import picked
from ircompare.dashboard.query.choice import choose
from ircompare.dashboard.text import plain
from ircompare.report.rankings import labels_of
from ircompare.scoring.numbers import grade_text

HOW = (
    "None so far. On the Query page select a document in a ranking and mark it Relevant (Y) or "
    "Not relevant (N): every page then shows what would follow, and your files stay as they are."
)
HEAD = ("query", "document", "its first line", "your qrels", "what if")


def draw(data: Dataset) -> None:
    """The list, and how the means move."""
    if data.patch is None:
        st.caption(HOW)
        return
    for sentence in effects(data):
        st.markdown(plain(sentence))
    _table(data)
    with st.container(horizontal=True, gap="small"):
        banner.export(data, "page")
        banner.discard("page")


def _table(data: Dataset) -> None:
    rows = mark_rows(data)
    place = picked(
        pd.DataFrame(
            rows, columns=["query", "document", "its first line", "your qrels", "what if"]
        ),
        "what-if-marks",
        data.digest,
        "What-if judgements made so far",
        widths={"query": 70, "document": 100, "its first line": 150},
    )
    st.caption("Select a cell to open its query, where a judgement can be taken back.")
    if place is not None:
        choose(rows[place][0], rows[place][1])
        state.go("query", q=rows[place][0])


def mark_rows(data: Dataset) -> Sequence[tuple[str, str, str, str, str]]:
    """Each judgement that differs from the user's: the grade there and here."""
    if data.patch is None or data.collection is None:
        return []
    pairs = [
        (query_id, doc_id, grade)
        for query_id in data.patch.query_ids
        for doc_id, grade in data.patch.of(query_id).items()
    ]
    labels = labels_of(data.collection.corpus, [doc_id for _, doc_id, _ in pairs])
    return [
        (query_id, doc_id, labels.get(doc_id, ""), _grade(data, query_id, doc_id), grade_text(now))
        for query_id, doc_id, now in pairs
    ]


def _grade(data: Dataset, query_id: str, doc_id: str) -> str:
    given = given_grade(data, query_id, doc_id)
    return "unjudged" if given is None else grade_text(given)
