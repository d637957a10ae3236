"""The targets, each with what was measured."""

from __future__ import annotations

from dataclasses import dataclass

from tests.benchmarks.measure import Usage
from tests.benchmarks.results import Results

MIB = 1 << 20
PAGE_ROWS = 200


@dataclass(frozen=True)
class Target:
    """One row: what, how much is asked, what was measured, and whether that meets it."""

    what: str
    asked: str
    found: str
    met: bool | None


def targets(results: Results) -> list[Target]:
    """Every target, also those that could not be measured."""
    return [
        *_ratios(results),
        _memory(results),
        _start(results),
        *_growth(results),
        _another_run(results),
        *_changes(results),
    ]


def _ratios(results: Results) -> list[Target]:
    asked = (
        ("M", 4, "aim 6", ("trec_eval C",)),
        ("M", 4, "aim 6", ("pytrec-eval-terrier",)),
        ("M", 9, "aim 13", ("ir-measures", "ir-measures, RR clipped")),
        ("M", 9, "aim 13", ("ranx",)),
        ("tenth-queries", 3, "", ("pytrec-eval-terrier",)),
    )
    rows = []
    for name, least, aim, peers in asked:
        contest = results.contests.get(name)
        ratio = contest.ratio(*peers) if contest else None
        said = f"≥ {least} × less" + (f", {aim}" if aim else "")
        found = "not measured" if ratio is None else f"{ratio:.1f} × less"
        met = None if ratio is None else ratio >= least
        lines = "two 700 k-line runs" if name != "M" else "M"
        rows.append(Target(f"{lines}, CPU against {peers[0]}", said, found, met))
    return rows


def _memory(results: Results) -> Target:
    peak = results.contests["M"].ours.peak / MIB
    return Target("M, peak memory", "≤ 200 MiB, aim 100", f"{peak:.0f} MiB", peak <= 200)


def _start(results: Results) -> Target:
    wall = results.contests["S"].ours.wall
    return Target("S, whole process, wall", "≤ 0.4 s, aim 0.2", f"{wall:.2f} s", wall <= 0.4)


def _growth(results: Results) -> list[Target]:
    few, many = results.contests["tenth-queries"], results.contests["M"]
    times = many.run_lines / few.run_lines
    cpu, peak = _factor(few.ours, many.ours, "cpu"), _factor(few.ours, many.ours, "peak")
    return [
        Target(
            "0.7 M to 7 M lines, CPU",
            f"linear: at most × {times:.0f}",
            f"× {cpu:.1f}",
            cpu <= times,
        ),
        Target("0.7 M to 7 M lines, memory", "flat: at most × 1.5", f"× {peak:.1f}", peak <= 1.5),
    ]


def _factor(small: Usage, large: Usage, name: str) -> float:
    factor: float = getattr(large, name) / getattr(small, name)
    return factor


def _another_run(results: Results) -> Target:
    wall = results.another_run()
    return Target("another M run in one compare, wall", "≤ 1.5 s", f"{wall:.2f} s", wall <= 1.5)


def _changes(results: Results) -> list[Target]:
    what = "change of k, {}, 7,000 queries"
    asked = f"headline and charts ≤ 50 kB and ≤ 0.7 s; at most {PAGE_ROWS} rows"
    rows = []
    if (core := results.core) is not None:
        found = f"{core.median * 1e3:.1f} ms (95 %: {core.p95 * 1e3:.1f})"
        rows.append(Target(what.format("core"), "≤ 5 ms", found, core.median <= 0.005))
    if (page := results.page) is not None:
        sent, table = page.sent / 1e3, page.table / 1e3
        found = f"{sent:.0f} kB, {page.median:.2f} s; {page.rows} rows, {table:.0f} kB"
        met = sent <= 50 and page.median <= 0.7 and page.rows <= PAGE_ROWS
        rows.append(Target(what.format("dashboard"), asked, found, met))
    return rows
