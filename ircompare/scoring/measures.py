"""The measures: HitRanks at a cutoff k → one value a query, each defined once, here.

All of them look at the top k only and treat a ranking shorter than k as filled up with
documents that are not relevant. A query that is not scored has no value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ircompare.model.ids import FloatArray, IntArray
from ircompare.scoring.judging import HitRanks
from ircompare.scoring.values import AnyValues, Approximate, Ratios


@dataclass(frozen=True)
class Measure:
    """A measure and the words for it.

    Attributes:
        key: Its name in code, files and addresses.
        label: Its name for one query; `{k}` stands for the cutoff.
        mean_label: Its name as a mean over queries.
        definition: What it is, in one sentence; the command line and the pages print it.
        values: The implementation.
        primary: Whether headlines and cards show it.
    """

    key: str
    label: str
    mean_label: str
    definition: str
    values: Callable[[HitRanks, int], AnyValues]
    primary: bool = False

    def at(self, k: int) -> str:
        """Label with its cutoff, such as `Recall@10`."""
        return self.label.format(k=k)

    def mean_at(self, k: int) -> str:
        """Label of the mean with its cutoff, such as `MRR@10`."""
        return self.mean_label.format(k=k)


def recall(hits: HitRanks, k: int) -> Ratios:
    """Distinct relevant documents in the top k ÷ all relevant documents of the query.

    Under `zero` a judged query with nothing relevant has value 0.

    Source:
        trec_eval's `recall_k`.
    """
    return _over(hits, hits.hits(k), hits.scope.relevant)


def reciprocal_rank(hits: HitRanks, k: int) -> Ratios:
    """1 ÷ rank of the first relevant document in the top k, 0 if none stands there.

    Source:
        Kantor and Voorhees (2000), The TREC-5 Confusion Track; trec_eval's `recip_rank` on
        rankings cut at k.
    """
    first = ranks_within(hits, k)
    return _over(hits, (first > 0).astype(np.int64), np.maximum(first, 1))


def success(hits: HitRanks, k: int) -> Ratios:
    """1 if a relevant document stands in the top k, else 0; also called hit rate, never recall."""
    found = (ranks_within(hits, k) > 0).astype(np.int64)
    return _over(hits, found, np.ones_like(found))


def precision(hits: HitRanks, k: int) -> Ratios:
    """Relevant documents in the top k ÷ k, whatever the length of the ranking."""
    return _over(hits, hits.hits(k), np.full(len(hits.places), k, np.int64))


def ndcg(hits: HitRanks, k: int) -> Approximate:
    """Discounted gain of the top k ÷ that of the best possible top k over all judged documents.

    Gain is the grade itself (linear), 0 for negative grades and independent of `min_relevance`;
    the discount of rank i is log2(i + 1). Not exact, because of the logarithms. A query whose
    judged documents all gain nothing has no value, or 0 where it is scored all the same.

    Source:
        Järvelin and Kekäläinen (2002); trec_eval's `ndcg_cut`.
    """
    inside = np.flatnonzero((hits.ranks <= k) & (hits.grades > 0))
    gained = _discounted(
        hits.codes[inside], hits.ranks[inside], hits.grades[inside], len(hits.places)
    )
    grades, bounds = hits.scope.ideal_grades
    codes = np.repeat(np.arange(len(hits.places)), np.diff(bounds))
    ranks = np.arange(len(grades)) - bounds[codes] + 1
    top = ranks <= k
    ideal = _discounted(codes[top], ranks[top], grades[top], len(hits.places))
    values = np.divide(gained, ideal, out=np.zeros_like(gained), where=ideal > 0)
    return Approximate(np.where(hits.scope.scored, values, np.nan))


def _discounted(codes: IntArray, ranks: IntArray, grades: IntArray, count: int) -> FloatArray:
    gains = np.bincount(codes, weights=grades / np.log2(ranks + 1), minlength=count)
    return gains.astype(np.float64)


def ranks_within(hits: HitRanks, k: int) -> IntArray:
    """Rank of the first relevant document in the top k, 0 where none stands there (shape: n)."""
    first = hits.first_ranks
    return np.where(first <= k, first, 0)


def _over(hits: HitRanks, top: IntArray, below: IntArray) -> Ratios:
    """Ratios of the scored queries; where nothing is relevant but scored, 0 ÷ 1."""
    scored = hits.scope.scored
    floor = np.where(scored, np.maximum(below, 1), 0)
    return Ratios(np.where(scored, top, 0), floor)


MEASURES: dict[str, Measure] = {
    measure.key: measure
    for measure in (
        Measure(
            "recall",
            "Recall@{k}",
            "Recall@{k}",
            "relevant documents in the top k ÷ all relevant documents of the query",
            recall,
            primary=True,
        ),
        Measure(
            "rr",
            "RR@{k}",
            "MRR@{k}",
            "1 ÷ rank of the first relevant document in the top k, 0 if there is none",
            reciprocal_rank,
            primary=True,
        ),
        Measure(
            "success",
            "Success@{k}",
            "Success@{k}",
            "1 if a relevant document stands in the top k, else 0",
            success,
        ),
        Measure(
            "precision",
            "Precision@{k}",
            "Precision@{k}",
            "relevant documents in the top k ÷ k",
            precision,
        ),
        Measure(
            "ndcg",
            "nDCG@{k}",
            "nDCG@{k}",
            "discounted gain of the top k ÷ the best possible (log2 discount, linear gain; "
            "not exact)",
            ndcg,
        ),
    )
}
PRIMARY = tuple(measure for measure in MEASURES.values() if measure.primary)


def measure_named(name: str) -> str:
    """The key of a measure, from its key, its name or that of its mean, in any case.

    >>> measure_named("mrr"), measure_named("Recall")
    ('rr', 'recall')

    Raises:
        ValueError: There is none of this name; it says which there are.
    """
    keys = {
        known.removesuffix("@{k}").casefold(): key
        for key, measure in MEASURES.items()
        for known in (key, measure.label, measure.mean_label)
    }
    if name.casefold() not in keys:
        means = (measure.mean_label.removesuffix("@{k}") for measure in MEASURES.values())
        raise ValueError(f"{name!r} is no measure: choose one of {', '.join(means)}.")
    return keys[name.casefold()]
