"""Document groups: how many documents of each are candidates, relevant, or in a top k."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ircompare.model.ids import BoolArray
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.settings import Universe
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.judging import HitRanks

FIELD = "document field `group`"


@dataclass(frozen=True)
class Tally:
    """Pairs of a scored query and a document, by group of the document.

    Attributes:
        by_group: Number of pairs of each group that has any.
        without: Pairs whose document has no group.
    """

    by_group: Mapping[str, int]
    without: int

    @property
    def total(self) -> int:
        """Pairs whose document has a group."""
        return sum(self.by_group.values())


def tally(documents: Iterable[str], groups: Mapping[str, str]) -> Tally:
    """Count documents by their group, each as often as it comes."""
    counts = Counter(groups.get(document) for document in documents)
    without = counts.pop(None, 0)
    return Tally({str(name): counts[name] for name in sorted(counts, key=str)}, without)


def candidates(inputs: Inputs, universe: Universe, groups: Mapping[str, str]) -> Tally:
    """Every pair of a scored query and a document that could be shown for it."""
    scope = inputs.scope
    if universe == "judged":
        return judged_pairs(inputs.comparison.a.hits, scored_rows(inputs), groups)
    corpus = scope.collection.corpus
    if corpus is None:
        raise ValueError("without a corpus its documents are no candidates")
    queries, once = int(scope.scored.sum()), tally(corpus.ids.to_pylist(), groups)
    return Tally({name: queries * n for name, n in once.by_group.items()}, queries * once.without)


def relevant_pairs(inputs: Inputs, groups: Mapping[str, str]) -> Tally:
    """Every pair of a scored query and a document relevant to it."""
    return judged_pairs(
        inputs.comparison.a.hits, scored_rows(inputs) & relevant_rows(inputs), groups
    )


def scored_rows(inputs: Inputs) -> BoolArray:
    """Rows of the qrels that belong to a scored query (shape: rows)."""
    scope = inputs.scope
    scored = np.zeros(len(scope.collection.qrels.query_ids), np.bool_)
    scored[scope.qrels_places[scope.scored]] = True
    return np.asarray(scored[scope.collection.qrels.codes])


def relevant_rows(inputs: Inputs) -> BoolArray:
    """Rows of the qrels with a relevant document (shape: rows)."""
    return inputs.scope.collection.qrels.grades >= inputs.scope.protocol.min_relevance


def top_rows(evaluation: Evaluation) -> BoolArray:
    """Rows of the qrels whose document stands in the top k of its query (shape: rows)."""
    ranks = evaluation.hits.rank_of_judgement
    return np.asarray((ranks > 0) & (ranks <= evaluation.k))


def judged_pairs(hits: HitRanks, chosen: BoolArray, groups: Mapping[str, str]) -> Tally:
    """Chosen rows of the qrels by group of their document."""
    documents = hits.scope.collection.qrels.documents
    return tally(documents.take(pa.array(np.flatnonzero(chosen))).to_pylist(), groups)


def shown(evaluation: Evaluation, groups: Mapping[str, str]) -> Tally:
    """Documents in the top k of the scored queries, judged or not."""
    scope, run = evaluation.scope, evaluation.hits.run
    return tally(
        (
            document
            for query in scope.names(scope.scored)
            for document in run.ranking(query, evaluation.k)
        ),
        groups,
    )
