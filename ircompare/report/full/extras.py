"""What a full report may hold beside the comparison itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ircompare.consistency.past import PastReport
from ircompare.consistency.result import GateReport
from ircompare.errors import Problem
from ircompare.inference.plan import Plan
from ircompare.model.protocol import Unit
from ircompare.scoring.chunked import Side


@dataclass(frozen=True, eq=False)
class Extras:
    """What is known beside the values.

    Attributes:
        plan: What was declared for the tests; None for what holds without a declaration.
        sides: For each comparison its two runs with their chunks, A first; empty without a chunk
            map.
        unit: What a chunk budget counts.
        gate: What the consistency gate said; None where it was not run.
        fields: Query fields by which slices are told.
        limits: For each comparison what its quality limits found, a line each; empty without any.
        further: What was judged beside the qrels, a sentence each.
        warnings: Remarks of the readers; those of the scoring are added.
        fingerprint: Whether to fingerprint the collection under `pooled` too.
        draw: Whether charts are wanted; they need Altair and vl-convert.
    """

    plan: Plan | None = None
    sides: Sequence[tuple[Side, Side]] = ()
    unit: Unit = "chunks"
    gate: GateReport | PastReport | None = None
    fields: Sequence[str] = ()
    limits: Sequence[Sequence[str]] = ()
    further: Sequence[str] = ()
    warnings: Sequence[Problem] = ()
    fingerprint: bool = False
    draw: bool = True
