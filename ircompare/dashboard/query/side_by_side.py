"""Both rankings side by side, with the switches that say how much of them is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from ircompare.charts.theme import Palette
from ircompare.dashboard import widgets
from ircompare.dashboard.query.choice import choose, chosen
from ircompare.dashboard.text import plain
from ircompare.model.collection import Corpus
from ircompare.report.rankings import (
    AT_MOST,
    SHOWN,
    Rankings,
    Row,
    Side,
    labels_of,
    rows_of,
)
from ircompare.scoring.numbers import count_text, counted

_FOLD, _ALL = "only_changed", "all_ranks"
MANY = 50
ROW_HEIGHT, HEAD = 29, 38
TALLEST = 26
HERE = "◀"
# Pixels: what the words of a line take.
LINE = 104
WIDTHS = {"Rank": 48, "Mark": 50, "Move": 82, "Grade": 58}
HELPS = {
    "Mark": "● relevant (with its grade), ○ judged not relevant, ? unjudged",
    "Move": "From A to B: ▲3 rose by three ranks, ▼2 fell by two, ═ same rank, "
    "new: A does not return it, gone at 14: B does not return it",
}


@dataclass(frozen=True)
class Shown:
    """How much of the rankings is shown.

    Attributes:
        ranks: Last rank up to which every document has a row.
        only_changed: Whether rows that are the same in both runs are folded.
    """

    ranks: int
    only_changed: bool


@dataclass(frozen=True, eq=False)
class Tables:
    """Both tables before they are drawn.

    Attributes:
        rows: The rows of each side, by the key of its table.
    """

    rankings: Rankings
    shown: Shown
    rows: Mapping[str, Sequence[Row]]

    def documents(self) -> dict[str, list[str]]:
        """The document of each row, by the key of its table."""
        return {key: [row.doc_id for row in rows] for key, rows in self.rows.items()}


def prepare(data_digest: str, rankings: Rankings, corpus: Corpus | None) -> Tables:
    """The rows of both tables as the switches ask for them."""
    shown = _shown(rankings)
    near = [doc_id for side in rankings.sides for doc_id in side.ranking[: shown.ranks]]
    labels = labels_of(corpus, [*near, *rankings.relevant])
    return Tables(
        rankings,
        shown,
        {
            _key(data_digest, rankings, side, shown): rows_of(
                rankings,
                side,
                labels,
                shown=shown.ranks,
                only_changed=shown.only_changed,
                open_document=chosen(rankings.query_id),
            )
            for side in rankings.sides
        },
    )


def _shown(rankings: Rankings) -> Shown:
    """What the two switches ask for; above 50 rows what did not change is folded by itself."""
    everything = st.session_state.get(_ALL) == rankings.query_id
    ranks = min(rankings.deepest, AT_MOST if everything else max(rankings.k, SHOWN))
    wish: bool | None = st.session_state.get(_FOLD)
    fold = ranks > MANY if wish is None else wish
    return Shown(ranks, fold and len(rankings.sides) == 2)


def _key(data_digest: str, rankings: Rankings, side: Side, shown: Shown) -> str:
    """Everything that decides which document stands in which row."""
    parts = (rankings.query_id, rankings.k, rankings.level, side.name, len(side.ranking), shown)
    return f"ranking-{side.role}-{data_digest}-{parts}"


def draw(tables: Tables) -> None:
    """The switches, and one table a run."""
    rankings = tables.rankings
    _switches(rankings, tables.shown)
    columns = st.columns(len(rankings.sides), gap="medium")
    pairs = zip(columns, rankings.sides, tables.rows.items(), strict=True)
    for column, side, (key, rows) in pairs:
        with column:
            _side(rankings, side, rows, key)


def _switches(rankings: Rankings, shown: Shown) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for side in rankings.sides:
            first = rankings.first_relevant(side)
            st.button(
                f"First relevant in {side.role}",
                shortcut=side.role,
                on_click=choose,
                args=(rankings.query_id, first),
                disabled=first is None,
                help=f"Open the first relevant document of run {side.role}",
            )
        if len(rankings.sides) == 2:
            _fold_switch(shown)
        _more(rankings, shown)


def _fold_switch(shown: Shown) -> None:
    st.button(
        "Only what changed",
        shortcut="X",
        type="primary" if shown.only_changed else "secondary",
        on_click=_set,
        args=(_FOLD, not shown.only_changed),
        help="Fold documents that stand at the same rank in both runs, if not relevant",
    )


def _more(rankings: Rankings, shown: Shown) -> None:
    usual = max(rankings.k, SHOWN)
    if min(rankings.deepest, AT_MOST) <= usual:
        return
    if shown.ranks > usual:
        st.button(f"Show the first {usual}", on_click=_set, args=(_ALL, None), type="tertiary")
        return
    label = f"Show all {count_text(rankings.deepest)}"
    if rankings.deepest > AT_MOST:
        label = f"Show the first {count_text(AT_MOST)}"
    st.button(label, on_click=_set, args=(_ALL, rankings.query_id), type="tertiary")


def _set(name: str, value: object) -> None:
    st.session_state[name] = value


def _side(rankings: Rankings, side: Side, rows: Sequence[Row], key: str) -> None:
    mark = "○" if side.role == "A" else "●"
    summary = "" if not side.ranking else f"  :gray[{plain(_summary(rankings, side))}]"
    st.markdown(f"{mark} **{side.role}** {plain(side.name)}{summary}")
    if side.missing:
        st.info(f"{side.role} does not list this query; scored 0.", icon=":material/block:")
    elif not side.ranking:
        st.info(f"{side.role} returned nothing for this query.", icon=":material/block:")
    else:
        table(
            frame_of(rows, chosen(rankings.query_id)),
            key,
            f"Ranking of run {side.role}; select a cell to read its document",
            styles=[_style(row, widgets.palette()) for row in rows],
        )


def _summary(rankings: Rankings, side: Side) -> str:
    k = rankings.k
    inside = sum(side.ranks.get(doc_id, k + 1) <= k for doc_id in rankings.relevant)
    words = [counted(len(side.ranking), "document")]
    if rankings.relevant:
        words.append(f"{inside} of {len(rankings.relevant)} relevant in the top {k}")
    if len(side.ranking) < k:
        words.append(f"ends before k = {k}")
    return " · ".join(words)


def frame_of(rows: Sequence[Row], open_document: str | None) -> pd.DataFrame:
    """The rows as a table; the words of a line stand where ids do, which are always in sight."""
    return pd.DataFrame(
        {
            "Rank": [str(row.rank) if row.rank else "" for row in rows],
            "Mark": [row.mark for row in rows],
            "Move": [row.movement for row in rows],
            "Id": [marked(row.doc_id, open_document) or row.text for row in rows],
            "Document": [row.text if row.doc_id else "" for row in rows],
        }
    )


def marked(doc_id: str, open_document: str | None) -> str:
    """The id, with ◀ behind that of the chosen document."""
    return f"{doc_id} {HERE}" if doc_id and doc_id == open_document else doc_id


def _style(row: Row, colours: Palette) -> str:
    """Relevant documents stand out, everything else stands back."""
    if row.rank is None:
        return f"color: {colours.soft}; background-color: {colours.shade}"
    if row.mark.startswith("●"):
        return f"color: {colours.ink}; font-weight: 600"
    return f"color: {colours.soft}"


def table(
    frame: pd.DataFrame,
    key: str,
    words: str,
    *,
    styles: Sequence[str] = (),
    widths: Mapping[str, int] | None = None,
) -> None:
    """A compact table whose cells can be clicked; the row of the chosen document is shaded."""
    here = f"background-color: {widgets.palette().grid}"

    def of_row(cells: pd.Series) -> list[str]:
        style = styles[int(str(cells.name))] if styles else ""
        return [f"{style}; {here}" if str(cells["Id"]).endswith(HERE) else style] * len(cells)

    empty = [name for name in ("Move", "Document") if not frame[name].any()]
    alone = {**WIDTHS, "Id": None if "Document" in empty else _id_width(frame)}
    styler = frame.style.apply(of_row, axis=1)
    st.dataframe(
        styler,
        key=key,
        hide_index=True,
        column_order=[name for name in frame.columns if name not in empty],
        on_select="rerun",
        selection_mode="single-cell",
        row_height=ROW_HEIGHT,
        height=ROW_HEIGHT * min(len(frame), TALLEST) + HEAD,
        column_config=_columns(frame, {**alone, **(widths or {})}),
        alt=words,
    )


def _id_width(frame: pd.DataFrame) -> int:
    """Pixels for the longest id as far as there is room, and for the words of a line."""
    lines = frame["Rank"] == ""
    longest = max((len(str(name)) for name in frame["Id"][~lines]), default=0)
    return min(max(LINE if lines.any() else 60, 8 * longest + 22), 150)


def _columns(frame: pd.DataFrame, widths: Mapping[str, int | None]) -> dict[Any, Any]:
    """Narrow columns for all but the document, and what marks and movements mean."""
    return {
        name: st.column_config.TextColumn(name, width=widths.get(name), help=HELPS.get(name))
        for name in frame.columns
    }
