"""MRR by modality pair: how soon text finds images, images find text, and so on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ircompare.inference.plan import MIN_UNITS
from ircompare.model.ids import BoolArray, IntArray, Strings, encoded, strings
from ircompare.scorecard.direction import UP
from ircompare.scorecard.document_groups import relevant_rows, scored_rows
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.legs import at_declared_cutoff
from ircompare.scorecard.row import Dimension, Input, Row, measured, not_computable
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.numbers import counted
from ircompare.scoring.values import Ratios

QUERY_FIELD, DOCUMENT_FIELD = "query field `modality`", "document field `modality`"
MOST_PAIRS = 30
_KEY = "mrr_by_modality"


@dataclass(frozen=True, eq=False)
class _Wanted:
    """The relevant documents that count, grouped by query and modality of the document.

    Attributes:
        rows: Rows of the qrels, one a document (shape: m).
        groups: Group of each (shape: m).
        pairs: (query modality, document modality) of each group, as codes (shape: groups × 2).
        asked, held: The modalities by code, of queries and of documents.
        without_query, without_document: Scored queries, and relevant documents of queries that
            have a modality, that have none themselves.
    """

    rows: IntArray
    groups: IntArray
    pairs: IntArray
    asked: list[str]
    held: list[str]
    without_query: int
    without_document: int

    @property
    def names(self) -> list[tuple[str, str]]:
        """Every pair that some query has, by name."""
        return sorted((self.asked[q], self.held[d]) for q, d in np.unique(self.pairs, axis=0))

    def chosen(self, pair: tuple[str, str]) -> BoolArray:
        """Which groups, a query each, are of a pair (shape: groups)."""
        codes = self.asked.index(pair[0]), self.held.index(pair[1])
        return np.asarray((self.pairs == codes).all(axis=1))


def mrr_by_modality(inputs: Inputs) -> tuple[Row, ...]:
    """A row for each pair of a query modality and a document modality that occurs.

    It is MRR@k over the scored queries of the one modality with a relevant document of the other,
    where only those documents count, at their ranks in the whole ranking. Exact.
    """
    asked, held = inputs.queries.modality, inputs.documents.modality
    missing = [QUERY_FIELD] if asked is None else []
    missing += [DOCUMENT_FIELD] if held is None else []
    if asked is None or held is None:
        return (not_computable(_dimension(inputs), missing),)
    wanted = _wanted(inputs, asked, held)
    names = wanted.names
    if not names or len(names) > MOST_PAIRS:
        return (_no_pair(inputs, len(names)),)
    compared = at_declared_cutoff(inputs)
    values = [_reciprocal_ranks(side, wanted) for side in (compared.a, compared.b)]
    return tuple(_row(inputs, wanted, pair, values) for pair in names)


def _row(inputs: Inputs, wanted: _Wanted, pair: tuple[str, str], values: list[Ratios]) -> Row:
    chosen = wanted.chosen(pair)
    count = int(chosen.sum())
    a, b = (side.total(chosen) / count for side in values)
    few = count < MIN_UNITS
    return measured(
        _dimension(inputs, pair),
        (a, b),
        _told(inputs),
        n_used=count,
        label=f"MRR@{inputs.settings.k} of the queries of one modality with relevant documents of "
        "the other, which alone count, at their ranks in the whole ranking",
        counts={
            "scored queries without modality": wanted.without_query,
            "relevant documents without modality": wanted.without_document,
        },
        low=f"fewer than {MIN_UNITS} queries" if few else "",
    )


def _dimension(inputs: Inputs, pair: tuple[str, str] | None = None) -> Dimension:
    name = f"MRR@{inputs.settings.k}"
    return Dimension(
        _KEY if pair is None else f"{_KEY}/{pair[0]}/{pair[1]}",
        f"{name} by modality pair" if pair is None else f"{name} {pair[0]} → {pair[1]}",
        "effect",
        UP,
        "MRR of the queries of one modality, with the relevant documents of one modality alone",
    )


def _no_pair(inputs: Inputs, found: int) -> Row:
    why = (
        f"{counted(found, 'modality pair')}: a field of at most {MOST_PAIRS} pairs is needed"
        if found
        else "no scored query with a modality has a relevant document with one"
    )
    return measured(_dimension(inputs), (None, None), _told(inputs), n_used=0, undefined=why)


def _told(inputs: Inputs) -> list[Input]:
    return [
        Input(QUERY_FIELD, inputs.queries.source),
        Input(DOCUMENT_FIELD, inputs.documents.source),
    ]


def _wanted(inputs: Inputs, asked: Mapping[str, str], held: Mapping[str, str]) -> _Wanted:
    """Every relevant document with a modality, of a scored query with one."""
    qrels = inputs.scope.collection.qrels
    of_query, query_names = _codes(asked, strings(qrels.query_ids))
    places = np.flatnonzero(scored_rows(inputs) & relevant_rows(inputs))
    places = places[of_query[qrels.codes[places]] >= 0]
    of_document, document_names = _codes(held, qrels.documents.take(pa.array(places)))
    rows, kinds = places[of_document >= 0], of_document[of_document >= 0]
    width = max(len(document_names), 1)
    keys, groups = np.unique(qrels.codes[rows] * width + kinds, return_inverse=True)
    scored = inputs.scope.qrels_places[inputs.scope.scored]
    return _Wanted(
        rows,
        np.asarray(groups, np.int64),
        np.column_stack([of_query[keys // width], keys % width]),
        query_names,
        document_names,
        int((of_query[scored] < 0).sum()),
        len(places) - len(rows),
    )


def _codes(modality: Mapping[str, str], ids: Strings) -> tuple[IntArray, list[str]]:
    """Modality of each id as a code, −1 without (shape: n), and the modalities by code."""
    known = encoded(list(modality.values()))
    places = pc.index_in(ids, value_set=strings(list(modality)))
    codes = known.indices.take(places).cast(pa.int64()).fill_null(-1)
    return codes.to_numpy(zero_copy_only=False), known.dictionary.to_pylist()


def _reciprocal_ranks(side: Evaluation, wanted: _Wanted) -> Ratios:
    """1 ÷ rank of the first document of each group in the top k, 0 if none stands there."""
    ranks = side.hits.rank_of_judgement[wanted.rows]
    inside = (ranks > 0) & (ranks <= side.k)
    none = side.k + 1
    first = np.full(len(wanted.pairs), none, np.int64)
    np.minimum.at(first, wanted.groups[inside], ranks[inside])
    return Ratios((first < none).astype(np.int64), np.where(first < none, first, 1))
