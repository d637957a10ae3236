"""One run, judged, without its documents: small enough to send and to keep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from ircompare.errors import Problem
from ircompare.model.ids import IntArray, strings
from ircompare.model.protocol import Order
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.judging import HitRanks


@dataclass(frozen=True, eq=False)
class BareRun(Run):
    """A run of which the lengths of the rankings are left, and the fingerprint."""

    fingerprint: str = ""

    def sha256(self, query_ids: Iterable[str] | None = None) -> str:
        """Fingerprint of the rankings that were scored, taken while they were there."""
        return self.fingerprint

    def ranking(self, query_id: str, depth: int | None = None) -> NoReturn:
        """Refused, rather than answered with nothing.

        Raises:
            ValueError: Always.
        """
        raise ValueError(f"the documents of run {self.name!r} were not kept")


@dataclass(frozen=True, eq=False)
class JudgedRun:
    """All that the values of one run need, at every cutoff.

    Attributes:
        name, source, order, chunk_order, provenance: Of the run.
        run_sha256: Fingerprint of the rankings that were scored.
        collapsed: Whether its chunks were collapsed to documents.
        reason: What the run names, and why this was decided; "" without a chunk map.
        notes: Remarks of the readers and of the judging.
        returned: Length of each ranking, −1 where the run lacks the query (shape: n).
        bounds, ranks, judgements, tie_first, tie_last: As in HitRanks.
    """

    name: str
    source: str
    order: Order | None
    chunk_order: Order | None
    provenance: Mapping[str, object]
    run_sha256: str
    collapsed: bool
    reason: str
    notes: tuple[Problem, ...]
    returned: IntArray
    bounds: IntArray
    ranks: IntArray
    judgements: IntArray
    tie_first: IntArray
    tie_last: IntArray

    @classmethod
    def of(
        cls, evaluation: Evaluation, *, collapsed: bool, reason: str, notes: tuple[Problem, ...]
    ) -> JudgedRun:
        """What an evaluation rests on; its cutoff does not matter."""
        hits = evaluation.hits
        return cls(
            name=hits.run.name,
            source=hits.run.source,
            order=hits.run.order,
            chunk_order=hits.run.chunk_order,
            provenance=dict(hits.run.provenance),
            run_sha256=evaluation.run_sha256,
            collapsed=collapsed,
            reason=reason,
            notes=notes,
            returned=np.where(hits.missing, -1, hits.returned),
            bounds=hits.bounds,
            ranks=hits.ranks,
            judgements=hits.judgements,
            tie_first=hits.tie_first,
            tie_last=hits.tie_last,
        )

    def hits(self, scope: Scope) -> HitRanks:
        """Where judged documents stand, as if the run had been judged here.

        Args:
            scope: Of the same files and protocol as the one it was judged on.
        """
        listed = self.returned >= 0
        run = BareRun(
            name=self.name,
            query_ids=scope.names(listed),
            bounds=np.append(0, np.cumsum(self.returned[listed])),
            documents=strings([]),
            order=self.order,
            provenance=self.provenance,
            source=self.source,
            chunk_order=self.chunk_order,
            fingerprint=self.run_sha256,
        )
        return HitRanks(
            scope=scope,
            run=run,
            places=np.where(listed, np.cumsum(listed) - 1, -1),
            bounds=self.bounds,
            ranks=self.ranks,
            grades=scope.collection.qrels.grades[self.judgements],
            judgements=self.judgements,
            tie_first=self.tie_first,
            tie_last=self.tie_last,
            notes=self.notes,
        )
