"""The consistency gate: a run's top 5 against a recorded one, decided strictly in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from ircompare.consistency.baseline import (
    META_FILE,
    RANKINGS_FILE,
    Baseline,
    BaselineMeta,
    note_library,
    note_unknown_pages,
    ordered_run,
    version_problems,
)
from ircompare.consistency.doctor import diagnose
from ircompare.consistency.indicators import (
    Indicators,
    indicators_of,
    misses_of,
    outcomes_of,
    self_overlap,
    unstable_queries,
)
from ircompare.consistency.library import Library
from ircompare.consistency.past import PastReport, change_since, other_version
from ircompare.consistency.result import STRONG, WEAK, GateReport
from ircompare.consistency.words import RECORD_COMMAND, REPLACE_COMMAND
from ircompare.errors import InputError, Problem, Problems
from ircompare.model.protocol import Order
from ircompare.model.run import Run


def gate(
    baseline: Baseline | None,
    runs: Sequence[Run],
    library: Library | None,
    engine_version: str | None,
    *,
    previous: PastReport | None = None,
    require: bool = False,
    order: Order | None = None,
) -> GateReport:
    """Decide whether an engine returns what the baseline engine returned on the same library.

    The conditions are tried in the order of `conditions.py`; the first that holds decides.

    Args:
        baseline: None where the folder is absent.
        runs: Current runs of one engine; several must agree, and the first is judged.
        library: None where none was given: then nothing else is looked at.
        previous: An earlier report of the same baseline version.
        require: Whether a library that was not given is an error.
        order: How rankings are put in order; None for the natural order of each run.

    Raises:
        InputError: Wrong usage or unusable input (conditions 0 and 2).
    """
    if library is None:
        return skipped(engine_version, require=require)
    _check_usage(runs, engine_version)
    ordered = _check_inputs(baseline, runs, library, previous, order)
    report = _first_facts(baseline, len(runs), library, engine_version)
    return _without_baseline(report, baseline) or _with_baseline(
        report, baseline or Baseline(None, None), ordered, library, previous
    )


def skipped(engine_version: str | None = None, *, require: bool = False) -> GateReport:
    """The report where no library was given; nothing was read.

    Raises:
        InputError: A library is required.
    """
    if require:
        raise InputError(
            Problem(
                "no-library",
                "no library is given, and the gate is required to run",
                expected="a library (--library, or the environment variable WIKI_ROOT)",
                mend="give the library, or leave out --require",
            )
        )
    message = "No library was given, so nothing was checked: 0 queries."
    return GateReport("SKIPPED", "no_library", message, 1, engine_version)


def _check_usage(runs: Sequence[Run], engine_version: str | None) -> None:
    problems = Problems("")
    problems.extend(version_problems(engine_version, "engine version"))
    if not runs:
        problems.add("no-run", "no run is given", expected="at least one run (--run)")
    problems.raise_any()


def _check_inputs(
    baseline: Baseline | None,
    runs: Sequence[Run],
    library: Library,
    previous: PastReport | None,
    order: Order | None,
) -> list[Run]:
    """The runs in order, after all faults of all inputs were looked for."""
    problems = Problems("")
    note_library(library, problems)
    ordered = [ordered_run(run, order, problems) for run in runs]
    for run in runs:
        note_unknown_pages(run, library, problems)
    version = baseline.meta.version if baseline is not None and baseline.meta else None
    problems.extend(other_version(previous, version))
    problems.raise_any()
    return ordered


def _first_facts(
    baseline: Baseline | None, runs: int, library: Library, engine_version: str | None
) -> GateReport:
    """A report with what is known before anything is decided."""
    meta = (baseline.meta if baseline else None) or BaselineMeta()
    rankings = baseline.rankings if baseline else None
    return GateReport(
        *("PASS", "", "", 7),
        engine_version=engine_version,
        baseline_version=meta.version,
        queries=None if rankings is None else len(rankings),
        slots=None if baseline is None or rankings is None else baseline.slots,
        found=(library.v1, library.v2),
        recorded=(meta.fingerprint, meta.fingerprint_v2),
        runs=runs,
    )


def _without_baseline(report: GateReport, baseline: Baseline | None) -> GateReport | None:
    """Condition 3: there is nothing that could certify; else None."""
    lacking = _lacking(baseline)
    if lacking is None:
        return None
    reason, what = lacking
    message = f"{what}, so nothing can be certified. Record one with: {RECORD_COMMAND}"
    return replace(report, status="BASELINE_STALE", reason=reason, message=message, decided_by=3)


def _lacking(baseline: Baseline | None) -> tuple[str, str] | None:
    """What a baseline lacks to certify anything: a reason and its words."""
    if baseline is None or (baseline.rankings is None and baseline.meta is None):
        return "no_baseline", "There is no baseline"
    if baseline.rankings is None:
        return "no_baseline", f"The baseline has no {RANKINGS_FILE}"
    if baseline.meta is None:
        return "no_metadata", f"The baseline has no {META_FILE}"
    if baseline.meta.version is None:
        return "no_version", "The baseline has no version"
    if baseline.meta.fingerprint is None and baseline.meta.fingerprint_v2 is None:
        return "no_fingerprint", "The baseline has no fingerprint of its library"
    if not baseline.slots:
        return "nothing_to_certify", "The baseline names no page"
    return None


def _with_baseline(
    report: GateReport,
    baseline: Baseline,
    runs: Sequence[Run],
    library: Library,
    previous: PastReport | None,
) -> GateReport:
    """Conditions 4 to 7."""
    rankings = baseline.rankings or {}
    report = replace(report, fingerprint=WEAK if report.recorded[1] is None else STRONG)
    if _differs(report):
        return _stale(report, baseline, library)
    extra = tuple(query for query in runs[0].query_ids if query not in rankings)
    missing = tuple(query for query in rankings if query not in runs[0].positions)
    report = replace(report, extra_queries=extra, missing_queries=missing)
    unstable = unstable_queries(rankings, runs)
    if unstable:
        return _unstable(report, unstable, self_overlap(rankings, runs))
    return _judged(report, baseline, runs[0], library, previous)


def _differs(report: GateReport) -> bool:
    """Whether the library is another one: v2 decides where it was recorded, else v1."""
    at = 0 if report.fingerprint == WEAK else 1
    return report.found[at] != report.recorded[at]


def _stale(report: GateReport, baseline: Baseline, library: Library) -> GateReport:
    meta = baseline.meta or BaselineMeta()
    same_length = report.found[0] == report.recorded[0]
    what = (
        "A page of the library was edited without a change of its length"
        if same_length
        else "The library is not the one of the baseline"
    )
    return replace(
        report,
        status="BASELINE_STALE",
        reason="same_length_edit" if same_length else "library_changed",
        message=f"{what}. Record a new baseline first: {REPLACE_COMMAND}",
        decided_by=4,
        diagnosis=diagnose(library, meta.fingerprint, meta.page_records),
    )


def _unstable(report: GateReport, unstable: tuple[str, ...], overlap: Fraction) -> GateReport:
    queries = "1 query" if len(unstable) == 1 else f"{len(unstable)} queries"
    return replace(
        report,
        status="UNSTABLE",
        reason="runs_differ",
        message=f"The {report.runs} runs of this engine differ in the top 5 of {queries}, "
        "so no run can be judged.",
        decided_by=5,
        unstable=unstable,
        self_overlap=overlap,
    )


def _judged(
    report: GateReport,
    baseline: Baseline,
    run: Run,
    library: Library,
    previous: PastReport | None,
) -> GateReport:
    """Conditions 6 and 7, on whole numbers alone."""
    outcomes = outcomes_of(baseline.rankings or {}, run)
    indicators = indicators_of(outcomes, library)
    report = replace(
        report,
        indicators=indicators,
        change=change_since(indicators, previous),
        outcomes=outcomes,
        misses=misses_of(outcomes, run, library),
        notes=_notes(report, indicators, baseline, library, previous),
    )
    slots = f"{indicators.slots} baseline slots" if indicators.slots > 1 else "1 baseline slot"
    if indicators.recall_misses:
        message = f"{indicators.recall_misses} of {slots} not recalled."
        return replace(
            report, status="GATE_FAIL", reason="slots_not_recalled", message=message, decided_by=6
        )
    message = f"All {slots} recalled." if indicators.slots > 1 else "The one slot is recalled."
    return replace(
        report, status="PASS", reason="all_slots_recalled", message=message, decided_by=7
    )


def _notes(
    report: GateReport,
    indicators: Indicators,
    baseline: Baseline,
    library: Library,
    previous: PastReport | None,
) -> tuple[str, ...]:
    notes = []
    if indicators.missing_from_library:
        notes.append(
            "BASELINE_INCONSISTENT: the baseline names pages that its own library lacks "
            f"({indicators.missing_from_library} of {indicators.slots} slots). "
            "Record a new baseline."
        )
    if report.fingerprint == WEAK:
        notes.append(
            f"fingerprint: {WEAK}. Only the fingerprint v1 was recorded; it does not see an edit "
            "that keeps the length of a page."
        )
    elif report.recorded[0] not in (None, report.found[0]):
        told = diagnose(library, report.recorded[0]).sentences()[0]
        notes.append(f"The fingerprint v2 agrees, v1 does not. {told}")
    if previous is not None and previous.recall is None:
        notes.append("The previous report computed no indicators, so there is no change to show.")
    return tuple(notes)
