"""What the consistency gate decided, and everything that explains it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ircompare.consistency.conditions import Condition, Status, conditions, exit_code
from ircompare.consistency.doctor import Diagnosis
from ircompare.consistency.indicators import Indicators, Miss, QueryOutcome
from ircompare.consistency.past import Change

WEAK = "weak(v1)"
STRONG = "v2"


@dataclass(frozen=True)
class GateReport:
    """What the gate decided, and everything that explains it.

    Attributes:
        reason: Stable name of the reason, such as `library_changed`.
        message: The reason in a sentence.
        decided_by: Number of the condition that decided, 1 or 3 to 7.
        engine_version, baseline_version: Preconditions of every indicator.
        queries, slots: Of the baseline; None where it was not read.
        indicators, change: None where they were not computed.
        outcomes: Every query of the baseline with both lists; empty without indicators.
        missing_queries: Queries of the baseline that the run does not list.
        extra_queries: Queries of the run that the baseline lacks; ignored.
        fingerprint: Which fingerprint decided: `v2`, or `weak(v1)`; None where none was compared.
        found, recorded: Both fingerprints (v1, v2) of the library and of the baseline.
        notes: Remarks, each a sentence.
        diagnosis: Why the fingerprints differ.
        unstable: Queries for which the runs differ.
        self_overlap: Mean average overlap of the runs with one another, the noise floor.
        runs: Number of runs given.
    """

    status: Status
    reason: str
    message: str
    decided_by: int
    engine_version: str | None = None
    baseline_version: str | None = None
    queries: int | None = None
    slots: int | None = None
    indicators: Indicators | None = None
    change: Change | None = None
    outcomes: tuple[QueryOutcome, ...] = ()
    misses: tuple[Miss, ...] = ()
    missing_queries: tuple[str, ...] = ()
    extra_queries: tuple[str, ...] = ()
    fingerprint: str | None = None
    found: tuple[str | None, str | None] = (None, None)
    recorded: tuple[str | None, str | None] = (None, None)
    notes: tuple[str, ...] = ()
    diagnosis: Diagnosis | None = None
    unstable: tuple[str, ...] = ()
    self_overlap: Fraction | None = None
    runs: int = 0

    @property
    def exit_code(self) -> int:
        """0 for PASS and SKIPPED, 2 GATE_FAIL, 3 BASELINE_STALE, 5 UNSTABLE."""
        return exit_code(self.status)

    @cached_property
    def misses_by_query(self) -> Mapping[str, tuple[Miss, ...]]:
        """The misses of each query that has any."""
        found: dict[str, tuple[Miss, ...]] = {}
        for miss in self.misses:
            found[miss.query_id] = (*found.get(miss.query_id, ()), miss)
        return found

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """All conditions in order, up to the one that decided."""
        return conditions(self.decided_by, several_runs=self.runs > 1)

    @property
    def top1_changes(self) -> tuple[QueryOutcome, ...]:
        """Queries whose first page is another one now."""
        return tuple(outcome for outcome in self.outcomes if outcome.top1_matches is False)

    @property
    def changed(self) -> tuple[QueryOutcome, ...]:
        """Queries in whose top 5 anything differs, its order included."""
        return tuple(outcome for outcome in self.outcomes if outcome.changed)
