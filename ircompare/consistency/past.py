"""Earlier gate reports: what changed since, and the history of one baseline version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ircompare.consistency.indicators import Indicators
from ircompare.errors import InputError, Problem, quote, some


@dataclass(frozen=True)
class PastReport:
    """What is kept of an earlier report; indicators are None where it computed none."""

    status: str
    engine_version: str | None
    baseline_version: str | None
    recall: Fraction | None = None
    top1_matches: int | None = None
    top1_queries: int | None = None
    top5_jaccard: Fraction | None = None
    source: str = ""

    @property
    def top1(self) -> Fraction | None:
        """Share of queries with the same first page."""
        if self.top1_matches is None or not self.top1_queries:
            return None
        return Fraction(self.top1_matches, self.top1_queries)


@dataclass(frozen=True)
class Change:
    """Indicators now minus those of an earlier report; None where either has none."""

    top1: Fraction | None
    top5_jaccard: Fraction | None


def change_since(indicators: Indicators, previous: PastReport | None) -> Change | None:
    """What changed since an earlier report of the same baseline version."""
    if previous is None:
        return None
    return Change(
        _minus(indicators.top1, previous.top1),
        _minus(indicators.top5_jaccard, previous.top5_jaccard),
    )


def other_version(previous: PastReport | None, version: str | None) -> list[Problem]:
    """The problem of an earlier report that belongs to another baseline version."""
    if previous is None or None in (previous.baseline_version, version):
        return []
    if previous.baseline_version == version:
        return []
    return [
        Problem(
            "other-baseline",
            "previous report belongs to another baseline version",
            previous.source,
            expected=f"baseline version {quote(version or '')}",
            found=f"baseline version {quote(previous.baseline_version or '')}",
            mend="give a report of this baseline version, or none",
        )
    ]


def trend(reports: Sequence[PastReport]) -> tuple[PastReport, ...]:
    """The reports that have indicators, as one trend.

    Raises:
        InputError: They belong to several baseline versions.
    """
    computed = tuple(report for report in reports if report.recall is not None)
    versions = list(dict.fromkeys(str(report.baseline_version) for report in computed))
    if len(versions) > 1:
        raise InputError(
            Problem(
                "other-baseline",
                f"reports belong to {len(versions)} baseline versions",
                expected="reports of one baseline version in one trend",
                found=some(versions),
                mend="choose one version",
            )
        )
    return computed


def _minus(now: Fraction | None, then: Fraction | None) -> Fraction | None:
    return None if now is None or then is None else now - then
