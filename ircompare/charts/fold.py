"""One query's chunks beside the documents they bring, a line from each chunk to its document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import altair as alt

from ircompare.charts.drawn import Drawn
from ircompare.charts.theme import SIZE, Palette, haloed, short, sized
from ircompare.scoring.fold import Fold

ROW = 24
MOST = 20
SPARE = 3
LEFT, RIGHT = -1.2, 2.7
LIMITS = {"right": "max(width * 0.3 - 28, 40)", "left": "max(width * 0.43 - 30, 40)"}


def fold_chart(
    fold: Fold, k: int, words: str, labels: Mapping[str, str], palette: Palette
) -> Drawn:
    """Chunks at the left, documents at the right, best on top.

    Args:
        fold: With at least one chunk.
        k: Cutoff, a line below that document.
        words: The budget in words, at the line below its last chunk; "" without a budget.
        labels: Title or first line of documents.
    """
    import pandas as pd

    shown = shown_chunks(fold, k)
    taken = sum(chunk.taken for chunk in fold.chunks)
    chunks = pd.DataFrame(chunk_rows(fold, shown, taken, k))
    documents = pd.DataFrame(document_rows(fold, shown, k, labels))
    rows = int(max(chunks["row"].max(), documents["row"].max()))
    y = _y(rows)
    layers = [
        _links(chunks, y, palette),
        *_texts(chunks, documents, y, palette),
        *_line(taken, words, len(chunks), True, y, palette),
        *_line(k, f"cut at k = {k}", len(documents), False, y, palette),
    ]
    text = (
        f"{len(fold.chunks)} chunks of run {fold.name} fold into {len(fold.documents)} documents; "
        f"{len(fold.cut_away)} are cut away by the budget, "
        f"{len(fold.not_received)} relevant ones were not received."
    )
    left_out = len(fold.chunks) - shown
    return Drawn(sized(alt.layer(*layers), ROW * rows), None, "fold", text, (), left_out)


def shown_chunks(fold: Fold, k: int) -> int:
    """How many chunks are drawn: down to the budget and to the k-th document, and a few more."""
    taken = [chunk.rank for chunk in fold.chunks if chunk.taken]
    needed = [document.chunk_ranks[0] for document in fold.documents[:k]]
    inside = [rank for rank in taken if rank <= MOST]
    return min(len(fold.chunks), MOST, max([*inside, *needed, 1]) + SPARE)


def chunk_rows(fold: Fold, shown: int, taken: int, k: int) -> list[dict[str, object]]:
    """One row a chunk drawn, in the order of the list; below the budget a row lower."""
    return [
        {
            "x": 0,
            "end": 1,
            "rank": str(chunk.rank),
            "row": chunk.rank + (chunk.rank > taken),
            "document": chunk.document_rank + (chunk.document_rank > k),
            "label": short(chunk.chunk_id, 60),
            "brings": chunk.brings,
            "taken": chunk.taken,
            "kept": chunk.taken and chunk.brings,
        }
        for chunk in fold.chunks[:shown]
    ]


def document_rows(
    fold: Fold, shown: int, k: int, labels: Mapping[str, str]
) -> list[dict[str, object]]:
    """One row a document that the chunks drawn bring; below the cutoff a row lower."""
    rows = []
    for document in fold.documents:
        if document.chunk_ranks[0] > shown:
            break
        mark = "● " if document.relevant else "○ "
        title = labels.get(document.doc_id) or document.doc_id
        rows.append(
            {
                "x": 1,
                "rank": str(document.rank),
                "row": document.rank + (document.rank > k),
                "label": mark + short(title, 80),
                "kept": document.kept,
                "relevant": document.relevant,
            }
        )
    return rows


def _y(rows: int) -> alt.Y:
    scale = alt.Scale(domain=[0.5, rows + 0.5], reverse=True, nice=False, zero=False)
    return alt.Y("row:Q", scale=scale, axis=None)


def _x(name: str) -> alt.X:
    return alt.X(f"{name}:Q", scale=alt.Scale(domain=[LEFT, RIGHT], nice=False), axis=None)


def _links(chunks: Any, y: alt.Y, palette: Palette) -> Any:
    """A line from each chunk to its document: strong where it brings it, dashed where cut away."""
    return (
        alt.Chart(chunks)
        .mark_rule()
        .encode(
            x=_x("x"),
            x2="end:Q",
            y=y,
            y2="document:Q",
            color=alt.condition("datum.brings", alt.value(palette.ink), alt.value(palette.soft)),
            strokeWidth=alt.condition("datum.kept", alt.value(2), alt.value(1)),
            strokeDash=alt.condition("datum.taken", alt.value([1, 0]), alt.value([3, 4])),
            opacity=alt.condition("datum.taken", alt.value(1), alt.value(0.6)),
        )
    )


def _texts(chunks: Any, documents: Any, y: alt.Y, palette: Palette) -> list[Any]:
    """Chunk ids at the left, documents at the right, relevant ones bold."""
    made = _labels(chunks, "right", "taken", 400, y, palette)
    relevant = documents["relevant"]
    for found, weight in ((documents[relevant], 700), (documents[~relevant], 400)):
        if len(found):
            made += _labels(found, "left", "kept", weight, y, palette)
    return made


def _labels(
    frame: Any,
    align: Literal["left", "right"],
    inside: str,
    weight: Any,
    y: alt.Y,
    palette: Palette,
) -> list[Any]:
    """Rank and text of each row; soft where the budget cut it away."""
    colour = alt.condition(f"datum.{inside}", alt.value(palette.ink), alt.value(palette.soft))
    away = 1 if align == "left" else -1
    made: list[Any] = []
    for name, dx, limit in (("rank", 6, 24), ("label", 26, alt.ExprRef(LIMITS[align]))):
        base: Any = alt.Chart(frame).mark_text(
            align=align, dx=away * dx, fontSize=SIZE, fontWeight=weight, limit=limit
        )
        made.append(base.encode(x=_x("x"), y=y, text=f"{name}:N", color=colour))
    return made


def _line(below: int, words: str, rows: int, left: bool, y: alt.Y, palette: Palette) -> list[Any]:
    """The line in the row below the last chunk of the budget, or below the document at k."""
    import pandas as pd

    if not words or below >= rows:
        return []
    ends = (LEFT, 0.0) if left else (1.0, RIGHT)
    frame = pd.DataFrame({"row": [below + 1], "x": ends[:1], "end": ends[1:], "words": [words]})
    base: Any = alt.Chart(frame).encode(y=y)
    rule = base.mark_rule(color=palette.soft, strokeDash=[2, 3]).encode(x=_x("x"), x2="end:Q")
    text = base.mark_text(
        align="left" if left else "right", fontSize=SIZE - 1, color=palette.ink
    ).encode(x=_x("x" if left else "end"), text="words:N")
    return [rule, *haloed(text, palette)]
