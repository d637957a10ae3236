"""One run under one protocol at one cutoff: values a query and exact means."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ircompare.model.ids import IntArray
from ircompare.model.protocol import Order, Protocol, protocol_sha256, settings_sha256
from ircompare.model.scope import Scope
from ircompare.model.stored import AnyRun
from ircompare.scoring.judging import HitRanks, judge
from ircompare.scoring.measures import MEASURES, ranks_within
from ircompare.scoring.values import AnyValues

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The values of one run.

    Attributes:
        hits: Where judged documents stand, for every cutoff.
        k: The cutoff.
    """

    hits: HitRanks
    k: int

    def __post_init__(self) -> None:
        self.protocol  # noqa: B018 — a cutoff out of range is refused here

    @property
    def scope(self) -> Scope:
        """The queries and judgements."""
        return self.hits.scope

    @property
    def name(self) -> str:
        """Run name."""
        return self.hits.run.name

    @cached_property
    def protocol(self) -> Protocol:
        """The protocol with this cutoff."""
        return replace(self.scope.protocol, k=self.k)

    def at(self, k: int) -> Evaluation:
        """The same run at another cutoff."""
        return replace(self, k=k)

    def values(self, measure: str) -> AnyValues:
        """Values of a measure, one a query of the split (length n).

        Args:
            measure: A key of MEASURES.
        """
        if measure not in self._cache:
            self._cache[measure] = MEASURES[measure].values(self.hits, self.k)
        return self._cache[measure]

    @cached_property
    def _cache(self) -> dict[str, AnyValues]:
        return {}

    def mean(self, measure: str) -> Fraction | float | None:
        """Mean over the scored queries; exact where the measure is; None where none is scored."""
        scored = self.scope.scored
        count = int(scored.sum())
        return self.values(measure).total(scored) / count if count else None

    @property
    def hit_counts(self) -> IntArray:
        """Relevant documents in the top k (shape: n)."""
        return self.hits.hits(self.k)

    @property
    def first_ranks(self) -> IntArray:
        """Rank of the first relevant document in the top k, 0 for none (shape: n)."""
        return ranks_within(self.hits, self.k)

    @property
    def missing_queries(self) -> tuple[str, ...]:
        """Queries of the split that the run does not list."""
        return self.scope.names(self.hits.missing)

    @property
    def shallow(self) -> int:
        """Scored queries that the run answers with fewer than k documents (but with some)."""
        returned = self.hits.returned
        return int((self.scope.scored & (returned > 0) & (returned < self.k)).sum())

    def judged_share(self) -> Fraction | None:
        """judged@k: judged ÷ returned documents, over the top k of the scored queries."""
        scored = self.scope.scored
        returned = int(np.minimum(self.hits.returned, self.k)[scored].sum())
        judged = int(self.hits.judged_in_top(self.k)[scored].sum())
        return Fraction(judged, returned) if returned else None

    def first_rank_counts(self) -> dict[int, int]:
        """Scored queries by rank of their first relevant document, 0 for none in the top k."""
        ranks, counts = np.unique(self.first_ranks[self.scope.scored], return_counts=True)
        return dict(zip(ranks.tolist(), counts.tolist(), strict=True))

    @property
    def run_sha256(self) -> str:
        """Fingerprint of the rankings that were scored."""
        return self.hits.run_sha256

    @property
    def order(self) -> Order:
        """Order in which the rankings were put; of a collapsed run, that of its chunks."""
        run = self.hits.run
        return run.chunk_order or run.order or "listed"

    @property
    def settings_sha256(self) -> str:
        """Fingerprint of the protocol fields beside split and k."""
        return settings_sha256(self.protocol.settings(self.order))

    def protocol_sha256(self) -> str | None:
        """Fingerprint of corpus, queries, qrels, split and k; None without their texts."""
        known = self.scope.fingerprints
        if self.k not in known:
            known[self.k] = collection_sha256(self.scope, self.k)
        return known[self.k]

    def to_pandas(self) -> pd.DataFrame:
        """One row a query: id, flags, counts, and a float column for each measure."""
        import pandas as pd

        frame = pd.DataFrame(
            {
                "query_id": list(self.scope.query_ids),
                "missing": self.hits.missing,
                "scored": self.scope.scored,
                "returned": self.hits.returned,
                "relevant": self.scope.relevant,
                "hits": self.hit_counts,
                "first_relevant_rank": self.first_ranks,
            }
        )
        for key in MEASURES:
            frame[key] = self.values(key).floats()
        return frame


def collection_fingerprint(evaluation: Evaluation, asked: bool = False) -> str | None:
    """`protocol_sha256`: under `exhaustive` always, under `pooled` where it is asked for."""
    wanted = asked or evaluation.protocol.judgements == "exhaustive"
    return evaluation.protocol_sha256() if wanted else None


def collection_sha256(scope: Scope, k: int) -> str | None:
    """The protocol fingerprint of a scope at a cutoff; None where texts are not given."""
    corpus, queries = scope.collection.corpus, scope.collection.queries
    if corpus is None or queries is None or not corpus.has_texts or queries.texts is None:
        return None
    rows = (
        (query_id, {"text": queries.text(query_id), "split": queries.split_of(query_id)})
        for query_id in sorted(queries.ids)
    )
    return protocol_sha256(
        corpus.full_texts(), rows, scope.collection.qrels.by_query(), split=scope.split, k=k
    )


def evaluate(run: AnyRun, scope: Scope, k: int | None = None) -> Evaluation:
    """Judge a run and take its values at a cutoff.

    Args:
        run: As read; it is put in order under the scope's protocol.
        scope: The queries and judgements.
        k: Cutoff >= 1; None for the protocol's own.

    Raises:
        InputError: The run does not fit the collection.
        ValueError: k < 1.
    """
    return Evaluation(judge(run, scope), scope.protocol.k if k is None else k)
