"""The Compare page while one run only is given: its evaluation, and how to go on."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from ircompare.dashboard import problems, settings, state
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.text import plain, shortened
from ircompare.report.headline import run_headline
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import short_text, value_text

ROWS = 200


def show(data: Dataset, evaluation: Evaluation) -> None:
    """Means, first relevant ranks and the queries with the lowest values."""
    words = settings.protocol_words(evaluation.protocol, evaluation.scope.split)
    st.markdown(f"**{plain(evaluation.name)}** · {plain(words)}")
    said = run_headline(evaluation)
    st.markdown(f"#### {plain(said.sentences[0])}")
    for sentence in said.sentences[1:]:
        st.markdown(plain(sentence))
    st.caption(plain(said.counts))
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        missing = "B" if data.a is not None else "A"
        st.markdown(f"Add run {missing} to compare.", width="stretch")
        st.page_link(state.PAGES / "data.py", label=f"Add run {missing}", icon=":material/add:")
    columns = st.columns(len(MEASURES))
    for column, measure in zip(columns, MEASURES.values(), strict=True):
        mean = evaluation.mean(measure.key)
        column.metric(
            measure.mean_at(evaluation.k), value_text(mean), help=measure.definition, border=True
        )
    with st.expander("First relevant ranks", icon=":material/bar_chart:"):
        counts = evaluation.first_rank_counts()
        table = {str(rank or f"none in the top {evaluation.k}"): n for rank, n in counts.items()}
        st.dataframe(
            pd.DataFrame({"First relevant rank": table.keys(), "Queries": table.values()}),
            hide_index=True,
        )
    st.markdown("**Queries, lowest values first**")
    st.dataframe(_rows(evaluation), hide_index=True, alt="Queries with their values")
    problems.show_remarks([*evaluation.scope.notes, *evaluation.hits.notes])


def _rows(evaluation: Evaluation) -> pd.DataFrame:
    scope = evaluation.scope
    order = sorted(
        range(len(scope)),
        key=lambda place: (
            not scope.scored[place],
            evaluation.values("rr").at(place) or 0,
            evaluation.values("recall").at(place) or 0,
        ),
    )
    first, hits = evaluation.first_ranks, evaluation.hit_counts
    return pd.DataFrame(
        {
            "Query": shortened(scope.collection.query_text(scope.query_ids[place]), 160),
            "First relevant rank": str(first[place] or "none") if scope.scored[place] else "",
            "Hits": f"{hits[place]} of {scope.relevant[place]}",
            "RR": short_text(evaluation.values("rr").at(place)),
            "Recall": short_text(evaluation.values("recall").at(place)),
            "Flags": "missing" if evaluation.hits.missing[place] else "",
            "Id": scope.query_ids[place],
        }
        for place in order[:ROWS]
    )
