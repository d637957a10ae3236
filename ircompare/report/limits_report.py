"""The verdict on quality limits, as text for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from ircompare.report.markdown import loss_text
from ircompare.report.phrases import plain
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.limits import Finding, all_kept
from ircompare.scoring.measures import MEASURES, PRIMARY
from ircompare.scoring.numbers import (
    count_text,
    counted,
    delta_text,
    fraction_text,
    places_for,
    value_text,
)

Json = dict[str, object]


def limits_lines(comparison: Comparison, findings: Sequence[Finding]) -> list[str]:
    """The verdict in a line, then a line for each limit."""
    broken = [finding for finding in findings if not finding.kept]
    verdict = f"broken, {len(broken)} of {len(findings)}" if broken else "kept"
    told = [f"  {_word(finding)}: {_sentence(comparison, finding)}" for finding in findings]
    return [f"quality limits: {verdict}", *told]


def broken_lines(comparison: Comparison, findings: Sequence[Finding]) -> list[str]:
    """For each broken limit what broke it, with every query that regressed, largest loss first."""
    lines: list[str] = []
    pair = f"{plain(comparison.a.name)} → {plain(comparison.b.name)}"
    for finding in findings:
        if not finding.kept:
            lines.append(f"quality limit broken, {pair}: {_sentence(comparison, finding)}")
            lines += [f"  {_loss(comparison, finding, place)}" for place in finding.regressed]
    return lines


def limits_json(comparison: Comparison, findings: Sequence[Finding]) -> Json:
    """The verdict with what was allowed and found, exactly, and the queries behind it."""
    ids = comparison.a.scope.query_ids
    return {
        "verdict": "kept" if all_kept(findings) else "broken",
        "limits": [
            {
                "limit": "max_drop" if finding.measure else "max_regressed",
                "measure": finding.measure,
                "allowed": fraction_text(finding.limit),
                "found": fraction_text(finding.found),
                "verdict": _word(finding),
                "regressed": [ids[place] for place in finding.regressed],
            }
            for finding in findings
        ],
    }


def _word(finding: Finding) -> str:
    return "kept" if finding.kept else "broken"


def _sentence(comparison: Comparison, finding: Finding) -> str:
    if finding.measure is None:
        names = " or ".join(measure.at(comparison.k) for measure in PRIMARY)
        allowed = counted(int(finding.limit), "query")
        return f"at most {allowed} may regress in {names}; {count_text(int(finding.found))} did"
    name = MEASURES[finding.measure].mean_at(comparison.k)
    places = places_for(finding.limit, abs(finding.found))
    delta = comparison.mean_delta(finding.measure)
    change = "is the same" if not finding.found else f"changed by {delta_text(delta, places)}"
    return f"{name} may fall by at most {value_text(finding.limit, places)}; it {change}"


def _loss(comparison: Comparison, finding: Finding, place: int) -> str:
    """What one query lost in the limited measure, else in RR, else in Recall."""
    lost = {key: comparison.verdicts(key)[place] < 0 for key in ("rr", "recall")}
    if finding.measure in (None, "rr", "recall"):
        return loss_text(comparison, finding.measure or ("rr" if lost["rr"] else "recall"), place)
    delta = comparison.deltas(finding.measure).at(place)
    return f"{plain(comparison.a.scope.query_ids[place])} ({delta_text(delta)})"
