"""A gate report as JSON and as text: every miss explained, both lists side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from unicodedata import east_asian_width

from ircompare.consistency.indicators import Indicators, Miss, QueryOutcome, distribution
from ircompare.consistency.past import Change
from ircompare.consistency.result import GateReport
from ircompare.consistency.words import NOT_QUALITY, QUESTION, STATEMENT
from ircompare.report.json_report import Json, json_text
from ircompare.report.phrases import named, plain
from ircompare.scoring.numbers import counted, delta_text, number_text, value_text

_NOTHING = "(nothing)"


def gate_json(report: GateReport) -> Json:
    """The keys of the contract in its order, then what explains them."""
    found = report.indicators
    return {
        "gate": report.status,
        "reason": report.reason,
        "engineVersion": report.engine_version,
        "baselineVersion": report.baseline_version,
        "queries": report.queries,
        "slots": report.slots,
        "recallAt5": number_text(found.recall) if found else None,
        "missingFromLibrary": found.missing_from_library if found else None,
        "recallMisses": found.recall_misses if found else None,
        "top1Matches": found.top1_matches if found else None,
        "top1Queries": found.top1_queries if found else None,
        "top5Jaccard": number_text(found.top5_jaccard) if found else None,
        "change": _change_json(report.change),
        "misses": [_miss_json(miss) for miss in report.misses] if found else None,
        "fingerprint": report.fingerprint,
        **_further(report),
    }


def gate_json_text(report: GateReport) -> str:
    """A gate report as JSON text."""
    return json_text(gate_json(report))


def gate_text(report: GateReport) -> str:
    """A gate report for people: the verdict first, then every miss with both lists."""
    lines = [f"{report.status}: {report.message}", subject(report)]
    lines += [f"note: {note}" for note in report.notes]
    if report.indicators:
        lines += ["", *_indicator_lines(report, report.indicators)]
    if report.self_overlap is not None:
        lines += [
            f"self-overlap: {value_text(report.self_overlap)} (mean average overlap of the runs)",
            f"queries that differ: {named(report.unstable)}",
        ]
    if report.diagnosis:
        lines += ["", *report.diagnosis.sentences()]
    for outcome in report.outcomes:
        missed = report.misses_by_query.get(outcome.query_id, ())
        lines += _query_lines(outcome, missed) if missed else []
    lines += _top1_lines(report)
    return "\n".join([*lines, "", QUESTION, NOT_QUALITY]) + "\n"


def miss_sentence(miss: Miss) -> str:
    """One miss explained: what stands there, where the page went, whether it still exists."""
    page, rank = plain(miss.page), miss.baseline_rank
    if not miss.in_library:
        return f"{page} (rank {rank} in the baseline): the library no longer has this page."
    if miss.query_missing:
        return f"{page} (rank {rank} in the baseline): the run does not list this query."
    there = (
        f"{plain(miss.instead)} stands there now" if miss.instead else "nothing stands there now"
    )
    if miss.current_rank is not None:
        went = f"it went to rank {miss.current_rank}"
    elif miss.returned:
        went = f"it is not among the {counted(miss.returned, 'page')} returned"
    else:
        went = "the run returned nothing"
    return f"{page} (rank {rank} in the baseline): {there}, {went}."


def side_by_side(outcome: QueryOutcome) -> list[tuple[str, str, str]]:
    """Rank, baseline page and current page; − marks a page that left, + one that came."""
    depth = max(len(outcome.baseline), len(outcome.current))
    left = _marked(outcome.baseline, outcome.current, "− ")
    right = _marked(outcome.current, outcome.baseline, "+ ")
    return [(str(rank + 1), _at(left, rank), _at(right, rank)) for rank in range(depth)]


def _change_json(change: Change | None) -> Json | None:
    if change is None:
        return None
    return {"top1": number_text(change.top1), "top5Jaccard": number_text(change.top5_jaccard)}


def _miss_json(miss: Miss) -> Json:
    return {
        "query": miss.query_id,
        "page": miss.page,
        "baselineRank": miss.baseline_rank,
        "instead": miss.instead,
        "currentRank": miss.current_rank,
        "returned": miss.returned,
        "queryMissing": miss.query_missing,
        "inLibrary": miss.in_library,
    }


def _further(report: GateReport) -> Json:
    """What follows the keys of the contract."""
    found = report.indicators
    overlaps = distribution(outcome.average_overlap for outcome in report.outcomes)
    return {
        "message": report.message,
        "exitCode": report.exit_code,
        "decidedBy": report.decided_by,
        "runs": report.runs,
        "averageOverlap": number_text(found.average_overlap) if found else None,
        "averageOverlapCounts": {str(value): count for value, count in overlaps},
        "changedQueries": [_outcome_json(outcome) for outcome in report.changed],
        "top1Changes": [outcome.query_id for outcome in report.top1_changes],
        "missingQueries": list(report.missing_queries),
        "extraQueries": list(report.extra_queries),
        "unstableQueries": list(report.unstable),
        "selfOverlap": number_text(report.self_overlap),
        "notes": list(report.notes),
        "diagnosis": report.diagnosis.sentences() if report.diagnosis else None,
        "libraryFingerprints": _fingerprints(report.found),
        "baselineFingerprints": _fingerprints(report.recorded),
        "statement": list(STATEMENT),
    }


def _fingerprints(pair: tuple[str | None, str | None]) -> Json:
    return {"v1": pair[0], "v2": pair[1]}


def _outcome_json(outcome: QueryOutcome) -> Json:
    return {
        "query": outcome.query_id,
        "baseline": list(outcome.baseline),
        "current": list(outcome.current),
        "jaccard": number_text(outcome.jaccard),
        "averageOverlap": number_text(outcome.average_overlap),
    }


def subject(report: GateReport) -> str:
    """What was held against what, on one line."""
    engine = f"engine {plain(report.engine_version)}" if report.engine_version else ""
    version = report.baseline_version
    parts = [
        engine,
        f"baseline {plain(version)}" if version else "",
        "0 queries checked" if report.queries is None else counted(report.queries, "query"),
        "" if report.slots is None else counted(report.slots, "slot"),
        f"fingerprint {report.fingerprint}" if report.fingerprint else "",
    ]
    return " · ".join(filter(None, parts))


def _indicator_lines(report: GateReport, found: Indicators) -> list[str]:
    change = report.change
    top1 = f"top-1: {found.top1_matches} of {counted(found.top1_queries, 'query')}"
    mean = f"top-5 Jaccard: {value_text(found.top5_jaccard)}"
    lines = [
        f"recall@5: {found.recalled} of {counted(found.slots, 'slot')}, {value_text(found.recall)}",
        top1 + _since(change.top1 if change else None),
        mean + _since(change.top5_jaccard if change else None),
        f"average overlap: {value_text(found.average_overlap)}",
    ]
    if found.missing_from_library:
        lines.append(f"missing from the library: {counted(found.missing_from_library, 'slot')}")
    if report.missing_queries:
        lines.append(f"queries that the run lacks: {named(report.missing_queries)}")
    if report.extra_queries:
        lines.append(f"queries that the baseline lacks, ignored: {named(report.extra_queries)}")
    return lines


def _since(change: Fraction | None) -> str:
    return "" if change is None else f", {delta_text(change)} since the previous report"


def _query_lines(outcome: QueryOutcome, missed: Sequence[Miss]) -> list[str]:
    head = f"{plain(outcome.query_id)}: {len(missed)} of {counted(len(outcome.baseline), 'page')}"
    rows = [("rank", "  baseline", "  now"), *side_by_side(outcome)]
    return [
        "",
        f"{head} not recalled",
        *(f"  {line}" for line in _left_columns(rows)),
        *(f"  {miss_sentence(miss)}" for miss in missed),
    ]


def _top1_lines(report: GateReport) -> list[str]:
    if not report.top1_changes:
        return []
    told = [
        f"  {plain(outcome.query_id)}: {plain(outcome.baseline[0])} → "
        f"{plain(outcome.current[0]) if outcome.current else _NOTHING}"
        for outcome in report.top1_changes
    ]
    return ["", "first page changed, which decides nothing:", *told]


def _marked(own: Sequence[str], other: Iterable[str], mark: str) -> list[str]:
    shared = set(other)
    return [("  " if name in shared else mark) + plain(name) for name in own]


def _at(names: Sequence[str], rank: int) -> str:
    return names[rank] if rank < len(names) else ""


def _left_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as columns aligned to the left; a wide character takes two places."""
    widths = [max(_width(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(
            cell + " " * (most - _width(cell)) for cell, most in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def _width(text: str) -> int:
    """Places that a text takes in a terminal."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)
