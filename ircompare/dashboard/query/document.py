"""The documents of a query: the relevant ones first, and the full text of the chosen one."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from ircompare.charts.slope import slope_chart
from ircompare.dashboard import state, widgets
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.judgements import judges, marking
from ircompare.dashboard.query import side_by_side as rankings_view
from ircompare.dashboard.query.choice import choose, chosen
from ircompare.dashboard.query.walk import Result
from ircompare.dashboard.text import plain
from ircompare.model.collection import Corpus
from ircompare.report.rankings import Rankings, labels_of
from ircompare.scoring.account import account
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.numbers import count_text, counted

TEXT_AT_MOST = 20_000


def relevant_key(data_digest: str, rankings: Rankings) -> str:
    """Key of the table of relevant documents: all that decides its rows."""
    return f"relevant-{data_digest}-{(rankings.query_id, rankings.level, len(rankings.sides))}"


def relevant(data_digest: str, result: Result, rankings: Rankings, corpus: Corpus | None) -> None:
    """Relevant documents first: slopes beside a table; selecting one opens its text below."""
    found = rankings.relevant
    if not found:
        return
    st.markdown(f"**{counted(len(found), 'relevant document')}**")
    labels = labels_of(corpus, found)
    answered = any(side.ranking for side in rankings.sides)
    if isinstance(result, Comparison) and answered:
        left, right = st.columns([5, 6], gap="medium")
        with left:
            _slopes(result, rankings, labels)
        with right:
            _table(data_digest, rankings, labels)
    else:
        _table(data_digest, rankings, labels)


def _slopes(comparison: Comparison, rankings: Rankings, labels: Mapping[str, str]) -> None:
    depths = [len(side.ranking) for side in rankings.sides]
    drawn = slope_chart(
        account(comparison, rankings.query_id).relevant,
        rankings.k,
        widgets.palette(),
        depths[0],
        depths[1],
        labels,
        (comparison.a.name, comparison.b.name),
    )
    widgets.show_chart(drawn, "slope")
    if drawn.left_out:
        st.caption(f"{drawn.left_out} more are in the table only.")


def _table(data_digest: str, rankings: Rankings, labels: Mapping[str, str]) -> None:
    rankings_view.table(
        relevant_frame(rankings, labels, chosen(rankings.query_id)),
        relevant_key(data_digest, rankings),
        "Relevant documents with their ranks; select a cell to read one",
        widths={"Rank": 168},
    )


def relevant_frame(
    rankings: Rankings, labels: Mapping[str, str], open_document: str | None
) -> pd.DataFrame:
    """One row a relevant document: grade, title, ranks in both runs."""
    found = rankings.relevant
    return pd.DataFrame(
        {
            "Grade": [str(rankings.grades[doc_id]) for doc_id in found],
            "Rank": [rankings.rank_movement(doc_id) for doc_id in found],
            "Move": [rankings.movement(doc_id) for doc_id in found],
            "Id": [rankings_view.marked(doc_id, open_document) for doc_id in found],
            "Document": [labels.get(doc_id, "") for doc_id in found],
        }
    )


def panel(data: Dataset, rankings: Rankings, corpus: Corpus | None) -> None:
    """The full text of the chosen document, literally, and the way to judge it in place."""
    doc_id = chosen(rankings.query_id)
    if doc_id is None:
        st.caption(
            "Select a row to read its document here, find it on the other side, and judge it."
        )
        return
    with st.container(border=True, key="document", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center"):
            title = corpus.title(doc_id) if corpus is not None else ""
            st.markdown(f"**{plain(title or doc_id)}**", width="stretch")
            st.button(
                "Close",
                icon=":material/close:",
                type="tertiary",
                on_click=choose,
                args=(rankings.query_id, None),
            )
        st.caption(plain(document_line(rankings, doc_id)))
        judges.of_document(data, rankings.query_id, doc_id)
        marking.buttons(data, rankings.query_id, doc_id, rankings.level)
        _text(corpus, doc_id)


def document_line(rankings: Rankings, doc_id: str) -> str:
    """Id, judgement and ranks of a document."""
    ranks = [f"{side.role} {side.rank_words(doc_id)}" for side in rankings.sides]
    return " · ".join([doc_id, rankings.judged_words(doc_id), *ranks])


def _text(corpus: Corpus | None, doc_id: str) -> None:
    if corpus is None or not corpus.has_texts:
        no_corpus("No text is loaded for this document.")
        return
    text = corpus.text(doc_id)
    st.text(text[:TEXT_AT_MOST] or "(no text)")
    if len(text) > TEXT_AT_MOST:
        with st.expander(f"The remaining {count_text(len(text) - TEXT_AT_MOST)} characters"):
            st.text(text[TEXT_AT_MOST:])


def no_corpus(words: str) -> None:
    """What is lacking, and the slot that adds it."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(words, width="content")
        st.page_link(state.PAGES / "data.py", label="Add a corpus", icon=":material/upload_file:")
