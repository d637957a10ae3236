"""One row a query for the charts: what marks show and what tooltips tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import altair as alt
import numpy as np

from ircompare.charts.theme import Palette, axis, label_limit, short
from ircompare.charts.words import delta_title, ranks_move
from ircompare.model.ids import IntArray
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.numbers import SIGNS, VERDICTS, delta_text, value_text

if TYPE_CHECKING:
    import pandas as pd

LABEL_CELLS = 60
TEXT_CELLS = 400


def by_loss(comparison: Comparison, measure: str) -> IntArray:
    """Scored queries, largest loss first, then by the loss in the other measure, then by id."""
    return comparison.loss_order(measure, "recall" if measure == "rr" else "rr")


def query_rows(comparison: Comparison, measure: str, places: IntArray) -> pd.DataFrame:
    """A frame with one row for each of the given queries, in their order.

    Columns: `query_id`, `label` (short, unique), `text`, `a`, `b`, `delta` (floats), `values` and
    `change` (exact texts), `ranks` (`1 → 4`), `hits` (`2 → 1 of 3`), `verdict`, `sign`.
    """
    import pandas as pd

    a, b = comparison.a.values(measure), comparison.b.values(measure)
    deltas, signs = comparison.deltas(measure), comparison.verdicts(measure)[places].tolist()
    ids = [comparison.a.scope.query_ids[place] for place in places.tolist()]
    texts = [comparison.a.scope.collection.query_text(query_id) or query_id for query_id in ids]
    return pd.DataFrame(
        {
            "query_id": ids,
            "label": unique_labels(ids, texts),
            "text": [short(text, TEXT_CELLS) for text in texts],
            "a": a.floats()[places],
            "b": b.floats()[places],
            "delta": deltas.floats()[places],
            "values": [
                f"{value_text(a.at(at))} → {value_text(b.at(at))}" for at in places.tolist()
            ],
            "change": [delta_text(deltas.at(at)) for at in places.tolist()],
            "ranks": _moves(comparison, places),
            "hits": _hits(comparison, places),
            "verdict": [VERDICTS[sign] for sign in signs],
            "sign": [SIGNS[sign] for sign in signs],
        }
    )


def _moves(comparison: Comparison, places: IntArray) -> list[str]:
    pairs = zip(comparison.a.first_ranks[places], comparison.b.first_ranks[places], strict=True)
    return [ranks_move(int(rank_a), int(rank_b)) for rank_a, rank_b in pairs]


def _hits(comparison: Comparison, places: IntArray) -> list[str]:
    columns = (comparison.a.hit_counts, comparison.b.hit_counts, comparison.a.scope.relevant)
    rows = np.stack([column[places] for column in columns], axis=1)
    return [f"{hits_a} → {hits_b} of {relevant}" for hits_a, hits_b, relevant in rows.tolist()]


def unique_labels(ids: Sequence[str], texts: Sequence[str]) -> list[str]:
    """Short texts; where two are alike the id stands in front."""
    labels = [short(text, LABEL_CELLS) for text in texts]
    times = Counter(labels)
    return [
        label if times[label] == 1 else f"{short(query_id, 24)}: {label}"
        for query_id, label in zip(ids, labels, strict=True)
    ]


def query_tooltip(comparison: Comparison, measure: str) -> list[alt.Tooltip]:
    """Text, id, exact values, delta, ranks and hits of one query."""
    return [
        alt.Tooltip("text:N", title="Query"),
        alt.Tooltip("query_id:N", title="Id"),
        alt.Tooltip("values:N", title="A → B"),
        alt.Tooltip("change:N", title=delta_title(comparison, measure)),
        alt.Tooltip("ranks:N", title="First relevant rank"),
        alt.Tooltip("hits:N", title="Hits"),
        alt.Tooltip("verdict:N", title="Verdict"),
    ]


def query_base(
    comparison: Comparison, measure: str, palette: Palette, frame: pd.DataFrame, **options: Any
) -> Any:
    """A chart with one row a query, labelled by its text; `options` go to the axis."""
    labels = axis(palette, labelLimit=label_limit(), labelOverlap=False, **options)
    return alt.Chart(frame).encode(
        y=alt.Y("label:N", sort=None, title=None, axis=labels),
        tooltip=query_tooltip(comparison, measure),
    )
