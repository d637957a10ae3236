"""Where the open query stands in the list that was seen, and the way to its neighbours."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import streamlit as st

from ircompare.dashboard import state
from ircompare.dashboard.compare import queries as compare_list
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.filters import SORTS, Filters
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.numbers import count_text

Result = Comparison | Evaluation
LISTED = {
    "regressed": "regressed",
    "differs": "that differ",
    "all": "scored",
    "unscored": "not scored",
}
NEAREST = 5


def scope_of(result: Result) -> Scope:
    """The queries and judgements behind a comparison or an evaluation."""
    return result.a.scope if isinstance(result, Comparison) else result.scope


@dataclass(frozen=True, eq=False)
class Walk:
    """The list that previous and next follow.

    Attributes:
        query_ids: The listed queries, in order.
        words: What they have in common and how they are sorted.
    """

    query_ids: tuple[str, ...]
    words: str

    @cached_property
    def places(self) -> dict[str, int]:
        """Place of each listed query, from 0."""
        return {query_id: place for place, query_id in enumerate(self.query_ids)}

    def neighbour(self, query_id: str, step: int) -> str | None:
        """The query some steps further in the list; None at its ends and outside of it."""
        at = self.places.get(query_id)
        if at is None or not 0 <= at + step < len(self.query_ids):
            return None
        return self.query_ids[at + step]

    def place_words(self, query_id: str) -> str:
        """Where a query stands, such as "3 of 69 regressed, largest loss first"."""
        total = count_text(len(self.query_ids))
        at = self.places.get(query_id)
        if at is None:
            return f"not among the {total} {self.words}"
        return f"{count_text(at + 1)} of {total} {self.words}"


def walk_of(data: Dataset, result: Result) -> Walk:
    """The list as the filters in force make it; of one run alone, its lowest values first."""
    names = scope_of(result).query_ids
    if isinstance(result, Evaluation):
        order = lowest_first(result)
        return Walk(tuple(names[place] for place in order), "queries, lowest values first")
    found = compare_list.listed(data, result)
    words = list_words(state.filters(), found.show)
    return Walk(tuple(names[place] for place in found.places.tolist()), words)


def list_words(filters: Filters, show: str) -> str:
    """What the listed queries have in common, and their order."""
    common = filters.chips() or (LISTED[show],)
    return ", ".join([*common, SORTS[filters.sort].lower()])


def lowest_first(evaluation: Evaluation) -> list[int]:
    """Places of all queries of the split: RR then Recall ascending, those not scored last."""
    scored = evaluation.scope.scored
    first, then = (evaluation.values(measure).floats() for measure in ("rr", "recall"))
    return sorted(
        range(len(evaluation.scope)),
        key=lambda at: (not scored[at], first[at], then[at]) if scored[at] else (True, 0.0, 0.0),
    )


def open_query(query_id: str) -> None:
    """Name the query in the address; to be called before the page is drawn."""
    st.query_params["q"] = query_id


def wanted(walk: Walk, scope: Scope) -> str:
    """The query of the address, else the first listed one, else the first of the split."""
    named = st.query_params.get("q", "")
    return named or next(iter((*walk.query_ids, *scope.query_ids)), "")


def reached(scope: Scope, typed: str) -> str:
    """The query meant by typed text: its id, else the first whose id or text contains it."""
    if typed in scope.positions:
        return typed
    needle = typed.casefold()
    for query_id in scope.query_ids:
        if needle in f"{query_id}\n{scope.collection.query_text(query_id)}".casefold():
            return query_id
    return typed


def nearest(query_id: str, known: Sequence[str]) -> list[str]:
    """Known ids that look most like an unknown one, the most alike first."""
    alike = difflib.get_close_matches(query_id, known, NEAREST, 0.4)
    return alike or list(known[:NEAREST])


def filters_for(scope: Scope, query_id: str, held: Filters) -> Filters:
    """The filters without chips that list a query wherever it is."""
    scored = bool(scope.scored[scope.positions[query_id]])
    return held.only(show="all" if scored else "unscored")
