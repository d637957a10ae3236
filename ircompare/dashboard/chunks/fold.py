"""Queries whose verdict depends on the budget, and how the chunks of one fold into documents."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from ircompare.charts.fold import fold_chart
from ircompare.dashboard import calls, state, widgets
from ircompare.dashboard.chunks.words import Both, depending_places, depending_rows
from ircompare.dashboard.compare import charts as compare_charts
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.query import document as document_view
from ircompare.dashboard.query import walk
from ircompare.dashboard.text import plain, shortened
from ircompare.model.collection import Corpus
from ircompare.model.protocol import Budget, Protocol
from ircompare.model.scope import Scope
from ircompare.report.budget_report import unit_words
from ircompare.report.phrases import listed
from ircompare.report.rankings import labels_of
from ircompare.scoring.budgets import BudgetSweep
from ircompare.scoring.chunked import Side
from ircompare.scoring.fold import Fold, fold_of
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import counted

ROWS, CHOICES, NAMED = 200, 5_000, 6
_MENU = "chunks_query"


def draw(data: Dataset, sides: Sequence[Side], both: Both, found: BudgetSweep) -> None:
    """The list, and the fold of the query chosen in it or from the menu."""
    scope = both.every.a.scope
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("**Queries whose verdict depends on the budget**", width="content")
        measure = compare_charts.switch(both.every.k)
    places = depending_places(found, measure)
    _list(data, both, found, measure, places)
    st.markdown("**From chunks to documents**")
    query_id = chosen(scope, places)
    budget = Budget(both.unit, both.budget)
    words = f"budget: first {unit_words(both.budget, both.unit)}"
    one_query(sides, query_id, both.every.k, budget, words)


def _list(
    data: Dataset, both: Both, found: BudgetSweep, measure: str, places: Sequence[int]
) -> None:
    label = MEASURES[measure].at(both.every.k)
    if not places:
        st.caption(f"No verdict in {label} depends on the budget.")
        return
    flips = len(found.verdicts[measure].flips())
    turned = f"{counted(flips, 'query')} among them {'turns' if flips == 1 else 'turn'} from "
    st.caption(
        f"{counted(len(places), 'query')} of {both.every.count:,} in {label}"
        + (f", {turned}better to worse or back" if flips else "")
        + (f"; the first {ROWS} are shown" if len(places) > ROWS else "")
        + ". Select a cell to see how its chunks fold."
    )
    frame = depending_rows(found, measure, places[:ROWS], both)
    generation = st.session_state.setdefault("clicks-depending", 0)
    event = st.dataframe(
        frame,
        key=f"depending-{data.digest}-{measure}-{both.every.k}-{both.unit}-{generation}",
        hide_index=True,
        on_select="rerun",
        selection_mode="single-cell",
        height=min(35 * (len(frame) + 1) + 3, 320),
        column_config={"Query": st.column_config.TextColumn(width=330)},
        alt="Queries whose verdict depends on the budget; select a cell to see its chunks",
    )
    if event.selection.cells:
        st.session_state["clicks-depending"] = generation + 1
        walk.open_query(str(frame["Id"][event.selection.cells[0][0]]))
        st.rerun()


def chosen(scope: Scope, places: Sequence[int]) -> str:
    """The query of the address, else the first listed one; a menu, and the way to its page."""
    named = st.query_params.get("q", "")
    first = scope.query_ids[places[0]] if places else next(iter(scope.query_ids))
    query_id = named if named in scope.positions else first
    choices = list(scope.query_ids[:CHOICES])
    if query_id not in choices:
        choices.append(query_id)
    st.session_state[_MENU] = query_id
    texts = scope.collection
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.selectbox(
            "Query",
            choices,
            key=_MENU,
            format_func=lambda name: f"{name}  {shortened(texts.query_text(name), 90)}",
            on_change=lambda: walk.open_query(str(st.session_state[_MENU])),
            label_visibility="collapsed",
        )
        if st.button("Open this query", icon=":material/search:", type="tertiary"):
            state.go("query", q=query_id)
    return query_id


def behind(data: Dataset, query_id: str, protocol: Protocol) -> None:
    """The chunks that brought the documents of a query, once opened; nothing without chunks."""
    rule = protocol.chunks
    if rule is None:
        return
    box = st.expander(
        "The chunks behind these documents",
        icon=":material/view_agenda:",
        key="chunks-behind",
        on_change="rerun",
    )
    if not box.open:
        return
    roles = [role for role, run in (("A", data.a), ("B", data.b)) if run is not None]
    sides = [calls.side(data.digest, protocol, role) for role in roles]
    budget = rule.budget
    words = "" if budget is None else f"budget: first {unit_words(budget.n, budget.unit)}"
    with box:
        one_query(sides, query_id, protocol.k, budget, words)


def one_query(
    sides: Sequence[Side], query_id: str, k: int, budget: Budget | None, words: str
) -> None:
    """How the chunks of one query fold in each run, and the text of a document."""
    corpus = sides[0].hits.scope.collection.corpus
    folds = [fold_of(side, query_id, budget) for side in sides]
    names = [doc.doc_id for fold in folds if fold for doc in fold.documents]
    labels = labels_of(corpus, names)
    roles = "AB" if len(sides) == 2 else "A"
    for column, role, side, fold in zip(
        st.columns(len(sides), gap="medium"), roles, sides, folds, strict=True
    ):
        with column:
            mark = "○" if role == "A" else "●"
            st.markdown(f"{mark} **{role}** {plain(side.name)}")
            _side(side, fold, query_id, k, words, labels, role)
    _reader(corpus, query_id, dict.fromkeys(names), labels)


def _side(
    side: Side,
    fold: Fold | None,
    query_id: str,
    k: int,
    words: str,
    labels: dict[str, str],
    role: str,
) -> None:
    if side.collapsed is None:
        st.caption("This run names documents: there is nothing to fold.")
        return
    if fold is None:
        st.info(f"{role} does not list this query; scored 0.", icon=":material/block:")
        return
    if not fold.chunks:
        st.info(f"{role} returned nothing for this query.", icon=":material/block:")
        return
    st.markdown(plain(" ".join(fold_sentences(fold))))
    drawn = fold_chart(fold, k, words, labels, widgets.palette())
    st.altair_chart(drawn.chart, alt=drawn.alt, key=f"fold-{role}-{query_id}-{k}-{words}")
    if drawn.left_out:
        st.caption(f"{counted(drawn.left_out, 'more chunk')} in the table only.")
    with st.expander("All chunks", icon=":material/table:"):
        st.dataframe(
            fold_frame(fold, labels),
            hide_index=True,
            height=320,
            alt="Every chunk with the document that it belongs to",
        )


def fold_sentences(fold: Fold) -> list[str]:
    """What the budget takes and cuts away, and what no budget can bring back."""
    taken = sum(chunk.taken for chunk in fold.chunks)
    kept = len(fold.documents) - len(fold.cut_away)
    told = [
        f"{taken} of {counted(len(fold.chunks), 'chunk')} bring {kept} of "
        f"{counted(len(fold.documents), 'document')}."
    ]
    lost = [
        f"{document.doc_id} (rank {document.rank}, by chunk {document.chunk_ranks[0]})"
        for document in fold.cut_away
        if document.relevant
    ]
    if lost:
        told.append(f"Relevant and cut away: {_first(lost)}.")
    if fold.not_received:
        told.append(
            f"Relevant and not among the chunks received, so no budget brings it back: "
            f"{_first(fold.not_received)}."
        )
    return told


def _first(names: Sequence[str]) -> str:
    rest = len(names) - NAMED
    return listed([*names[:NAMED], *([f"{rest:,} more"] if rest > 0 else [])])


def fold_frame(fold: Fold, labels: dict[str, str]) -> pd.DataFrame:
    """One row a chunk: its document, whether it brings it, and whether the budget takes it."""
    documents = fold.documents
    columns: dict[str, list[object]] = {
        "Rank": [chunk.rank for chunk in fold.chunks],
        "Chunk": [chunk.chunk_id for chunk in fold.chunks],
        "Tokens": [chunk.tokens for chunk in fold.chunks],
        "Budget": ["taken" if chunk.taken else "cut away" for chunk in fold.chunks],
        "Document": [
            f"{'brings' if chunk.brings else 'again'} {chunk.document_rank}"
            for chunk in fold.chunks
        ],
        "Mark": ["●" if documents[c.document_rank - 1].relevant else "○" for c in fold.chunks],
        "Id": [documents[chunk.document_rank - 1].doc_id for chunk in fold.chunks],
    }
    columns["Title"] = [labels.get(str(name), "") for name in columns["Id"]]
    if all(tokens is None for tokens in columns["Tokens"]):
        del columns["Tokens"]
    return pd.DataFrame(columns)


def _reader(
    corpus: Corpus | None, query_id: str, names: dict[str, None], labels: dict[str, str]
) -> None:
    """The text of one document of the lists."""
    if corpus is None or not corpus.has_texts or not names:
        return
    chosen = st.selectbox(
        "Read a document",
        list(names)[:CHOICES],
        index=None,
        key=f"read-{query_id}",
        format_func=lambda name: f"{name}  {labels.get(name, '')}",
        placeholder="Read a document of these lists",
        label_visibility="collapsed",
    )
    if chosen:
        with st.container(border=True):
            st.markdown(f"**{plain(corpus.title(chosen) or chosen)}**")
            st.text(corpus.text(chosen)[: document_view.TEXT_AT_MOST] or "(no text)")
