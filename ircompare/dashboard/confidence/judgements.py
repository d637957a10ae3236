"""The card "Would complete judgements agree?": exact bounds, and which documents would decide."""

from __future__ import annotations

import streamlit as st

from ircompare.charts.spans import spans
from ircompare.dashboard import sidebar, state, widgets
from ircompare.dashboard.confidence import calls as confidence_calls
from ircompare.dashboard.confidence import parts
from ircompare.dashboard.dataset import Dataset
from ircompare.inference.bounds import BOUNDED
from ircompare.report.bounds_sentences import (
    CHECKED,
    COMPLETE,
    WHOLE_CORPUS,
    Completion,
    bounds_sentence,
    fewest_sentence,
    judged_sentence,
    open_queries,
    uncertain_sentences,
)
from ircompare.report.bounds_tables import (
    Side,
    bounds_rows,
    sheet_csv,
)
from ircompare.report.spans import bounds_span
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import counted

QUESTION = "Would complete judgements agree?"
MOST = 1000
LISTED = 10
# Short headings: of a card on a page 1280 px wide every column is in sight.
COLUMNS = {
    "as judged": st.column_config.TextColumn("now", help="As judged"),
    "top k judged": st.column_config.TextColumn(
        help="Bounds, were all documents of the two top k judged"
    ),
    "whole corpus judged": st.column_config.TextColumn(
        "corpus judged", help="Bounds, were all documents of the whole corpus judged"
    ),
}


def draw(data: Dataset, comparison: Comparison) -> None:
    """What is open, or that nothing is."""
    st.markdown(f"#### {QUESTION}")
    found = confidence_calls.completed(data.digest, sidebar.protocol())
    if found is None:
        parts.verdict(COMPLETE)
        st.caption(CHECKED)
        return
    for key in BOUNDED:
        parts.verdict(bounds_sentence(found, key), fewest_sentence(found, key))
    parts.paragraphs([judged_sentence(found), *uncertain_sentences(found)])
    if found.unjudged:
        _bounds(found)
    _table(found)
    if found.sheet:
        _sheet(data, found)


def _bounds(found: Completion) -> None:
    """The deltas, then the means of both runs, over every judgement of the pool."""
    colours, k = widgets.palette(), found.comparison.k
    rows = tuple(bounds_span(found, key, "delta", MEASURES[key].mean_at(k)) for key in BOUNDED)
    drawn = widgets.made(spans, rows, "bounds", colours, "mean delta, B − A")
    widgets.titled_chart(drawn, "confidence-bounds", "Mean delta over all judgements of the pool")
    sides: tuple[Side, ...] = ("a", "b")
    rows = tuple(
        bounds_span(found, key, side, f"{MEASURES[key].mean_at(k)} {side.upper()}")
        for key in BOUNDED
        for side in sides
    )
    drawn = widgets.made(spans, rows, "bounds", colours, "mean of the run", 0.0)
    widgets.titled_chart(drawn, "confidence-sides", "Both runs over all judgements of the pool")
    st.caption(
        "bar: every value that judgements of the pool could give · tick: as judged. The pool is "
        f"the unjudged documents of the two top {k}. These are bounds, not intervals of "
        "confidence: nothing is said of how likely a value is."
    )


def _table(found: Completion) -> None:
    alt = "Bounds of both means and of the mean delta"
    parts.table(bounds_rows(found), alt, columns=COLUMNS)
    if found.corpus is not None:
        st.caption(WHOLE_CORPUS)


def _sheet(data: Dataset, found: Completion) -> None:
    """Which documents to judge next."""
    st.markdown("**What to judge next**")
    total, k = len(found.sheet), found.comparison.k
    queries = {key: open_queries(found, key) for key in BOUNDED}
    told = ", ".join(
        f"{counted(count, 'query')} in {MEASURES[key].mean_at(k)}" for key, count in queries.items()
    )
    st.caption(
        f"{counted(total, 'document')} could each move a delta (open: {told}). The sheet lists "
        "those that move one most first. Fill in its column relevance and leave out the rows that "
        "you do not judge: the file then reads as qrels."
    )
    cut = f", the first {MOST:,} of {total:,} rows" if total > MOST else ""
    st.download_button(
        f"Save judging sheet{cut}",
        data=lambda: sheet_csv(found.sheet[:MOST], found.comparison.a.scope.collection),
        file_name=f"ircompare-to-judge-k{k}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )
    _fewest(found)


def _fewest(found: Completion) -> None:
    """The shortest list that could turn the verdict of the shown measure, each a way in."""
    measure = state.filters().measure
    least = found.shortest[measure]
    if least.settled:
        return
    rows = least.rows[:LISTED]
    name = MEASURES[measure].mean_at(found.comparison.k)
    st.markdown(f"**The fewest that could turn {name}**")
    cut = f", the first {LISTED} of {len(least.rows):,}" if len(least.rows) > LISTED else ""
    st.caption(f"All of them would have to be relevant{cut}. Select a cell to open its query.")
    frame_rows = [
        ("query", "document", "rank in A", "rank in B"),
        *((row.query_id, row.doc_id, _rank(row.rank_a), _rank(row.rank_b)) for row in rows),
    ]
    chosen = parts.picked(frame_rows, f"fewest-{measure}", f"Documents that could turn {name}")
    if chosen is not None:
        state.go("query", q=rows[chosen].query_id)


def _rank(rank: int | None) -> str:
    return str(rank) if rank else "none"
