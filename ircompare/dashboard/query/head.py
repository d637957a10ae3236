"""The top of the Query page: the query, its values, and the sentence that explains them."""

from __future__ import annotations

import numpy as np
import streamlit as st

from ircompare.dashboard.query import walk
from ircompare.dashboard.text import plain, shortened
from ircompare.model.scope import Scope
from ircompare.report.explain import explain, verdict_line
from ircompare.report.phrases import listed
from ircompare.scoring.causes import ACCOUNTED, CAUSES, cause_keys
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import MEASURES, PRIMARY
from ircompare.scoring.numbers import SIGNS, short_text

LARGE = 300
STICKY = (
    "<style>@media (min-width: 640px) {div:has(> .st-key-walk) {position: sticky; top: 0;"
    " z-index: 50; padding: 0.4rem 0; background: color-mix(in srgb, Canvas 82%, transparent);"
    " backdrop-filter: blur(10px);}}</style>"
)
COLOURS = {"▲": "blue", "═": "gray", "▼": "orange"}
WORDS = {"▲": "▲ improved", "═": "═ tied", "▼": "▼ regressed"}


def text(scope: Scope, query_id: str) -> None:
    """The query's text, large and literal; id, split and fields small."""
    words = scope.collection.query_text(query_id)
    if len(words) > LARGE:
        st.text(words)
    else:
        st.subheader(plain(words or f"Query {query_id} (no text)"), anchor=False)
    st.caption(plain(" · ".join([query_id, *fields(scope, query_id)])))


def fields(scope: Scope, query_id: str) -> list[str]:
    """Split and any other column of the queries file, as `name value`."""
    queries = scope.collection.queries
    if queries is None or query_id not in queries.positions:
        return []
    at = queries.positions[query_id]
    split = queries.split_of(query_id)
    found = [("split", split), *((name, held[at]) for name, held in queries.fields.items())]
    return [
        f"{name} {shortened(str(value), 80)}" for name, value in found if value not in (None, "")
    ]


def compared(comparison: Comparison, query_id: str) -> None:
    """Values with their verdicts, the explaining sentence, causes and the other measures."""
    place = comparison.a.scope.positions[query_id]
    if comparison.scored[place]:
        st.markdown(f"**{coloured(verdict_line(comparison, query_id))}**")
    st.markdown(plain(explain(comparison, query_id)))
    if comparison.scored[place]:
        told = [*_causes(comparison, place), *others(comparison, place)]
        st.caption(coloured(" · ".join(told)))


def coloured(words: str) -> str:
    """Literal Markdown in which each verdict sign carries its colour and its word."""
    shown = plain(words)
    for sign, colour in COLOURS.items():
        shown = shown.replace(f" {sign}", f" :{colour}[{WORDS[sign]}]")
    return shown


def _causes(comparison: Comparison, place: int) -> list[str]:
    """Why each measure changed, where it did; said once where both have the same cause."""
    measures: dict[str, list[str]] = {}
    for measure in reversed(ACCOUNTED):
        for key in cause_keys(comparison, measure, np.array([place])).values():
            measures.setdefault(key, []).append(MEASURES[measure].label.split("@")[0])
    return [f"cause in {listed(names)}: {CAUSES[key]}" for key, names in measures.items()]


def others(comparison: Comparison, place: int) -> list[str]:
    """The measures beside the two primary ones, each with its verdict."""
    lines = []
    for measure in MEASURES.values():
        if measure not in PRIMARY:
            before, after = (
                short_text(side.values(measure.key).at(place))
                for side in (comparison.a, comparison.b)
            )
            sign = SIGNS[int(comparison.verdicts(measure.key)[place])]
            lines.append(f"{measure.at(comparison.k)} {before} → {after} {sign}")
    return lines


def alone(evaluation: Evaluation, query_id: str) -> None:
    """Values of the one run that is given."""
    place = evaluation.scope.positions[query_id]
    if not evaluation.scope.judged[place]:
        st.markdown("This query is unjudged, so it has no value.")
    elif not evaluation.scope.scored[place]:
        st.markdown("Nothing is relevant to this query, so it has no value.")
    else:
        line = [
            f"{measure.at(evaluation.k)} {short_text(evaluation.values(measure.key).at(place))}"
            for measure in (*reversed(PRIMARY), *(m for m in MEASURES.values() if not m.primary))
        ]
        st.markdown(f"**{plain(' · '.join(line))}**")


def unknown(scope: Scope, query_id: str) -> None:
    """A query that the split does not have: why, and the ids that look like it."""
    if not query_id:
        st.info("There is no query to show.", icon=":material/search_off:")
        return
    st.warning(
        f"No query {plain(shortened(query_id, 80))} {plain(_where(scope, query_id))}.",
        icon=":material/search_off:",
    )
    st.markdown("The nearest ids:")
    with st.container(horizontal=True, gap="small"):
        for number, name in enumerate(walk.nearest(query_id, scope.query_ids)):
            st.button(
                plain(shortened(name, 60)),
                key=f"nearest-{number}",
                on_click=walk.open_query,
                args=(name,),
            )


def _where(scope: Scope, query_id: str) -> str:
    """In what the query was looked for; its own split where it has another."""
    if scope.split is None:
        return "among the queries"
    queries = scope.collection.queries
    if queries is not None and query_id in queries.positions:
        return f"in split {scope.split}: it is in split {queries.split_of(query_id)}"
    return f"in split {scope.split}"
