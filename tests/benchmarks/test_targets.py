"""Targets are met or missed by the figures alone; the README's section is filled from them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.benchmarks import plan, readme, shapes, table
from tests.benchmarks.agreement import TIES, Agreement
from tests.benchmarks.changes import Change
from tests.benchmarks.contest import Line
from tests.benchmarks.differences import Row
from tests.benchmarks.measure import Usage, middle
from tests.benchmarks.peers import Ours, Peer, Tool, TrecEval
from tests.benchmarks.results import Contest, Results
from tests.benchmarks.targets import targets

MIB = 1 << 20
TOOLS: list[Tool] = [
    Ours(plan.OURSELVES, "0.1"),
    TrecEval(plan.IN_C, "10.0"),
    *(Peer(name, "1.0") for name in ("pytrec-eval-terrier", "ir-measures", "ranx")),
]
MET = (2.5, 10.0, 10.0, 22.5, 22.5)


def usage(cpu: float, wall: float = 0.4, peak: int = 200 * MIB) -> Usage:
    return Usage(cpu, wall, peak, 0)


def agreement(place: int) -> Agreement | None:
    """None for ourselves, two other orders of ties in the last tool."""
    return Agreement(300, Counter({TIES: 2} if place == 4 else {}), {}) if place else None


def contest(shape: shapes.Shape, cpus: tuple[float, ...] = MET, peak: int = 200 * MIB) -> Contest:
    pairs = zip(TOOLS, cpus, strict=False)
    lines = [
        Line(tool, 5, usage(cpu, peak=peak), agreement(place))
        for place, (tool, cpu) in enumerate(pairs)
    ]
    return Contest(shape, lines)


def results(**other: object) -> Results:
    """Every figure exactly at its target."""
    contests = {
        shape.name: contest(shape) for shape in (shapes.S, shapes.D, shapes.SHALLOW, shapes.M)
    }
    few = contest(shapes.FEWER, (0.25, 0.75, 0.75), peak=150 * MIB)
    contests["tenth-queries"] = few
    made = Results(
        contests=contests,
        awkward=[contest(shapes.REGULAR, MET[:3])],
        runs={2: usage(1.0, 2.0), 4: usage(2.0, 5.0)},
        core=Change(0.005, 0.006),
        page=Change(0.7, 0.9, 50_000, 10_000, 200),
        cases=[Row("a case", {"ircompare": "1 · 1", "ranx": "1 · 0.5"})],
    )
    return replace(made, **other)


def said(found: Results) -> dict[str, bool | None]:
    return {row.what: row.met for row in targets(found)}


def test_a_figure_at_its_target_meets_it() -> None:
    assert set(said(results()).values()) == {True}
    assert len(said(results())) == 12


def with_contest(changed: Contest) -> Results:
    made = results()
    return replace(made, contests={**made.contests, changed.shape.name: changed})


def large(*cpus: float, peak: int = 200) -> Results:
    return with_contest(contest(shapes.M, cpus, peak * MIB))


def tenth(*cpus: float, peak: int = 150) -> Results:
    return with_contest(contest(shapes.FEWER, cpus, peak * MIB))


def start(wall: float) -> Results:
    return with_contest(Contest(shapes.S, [Line(TOOLS[0], 5, usage(1, wall))]))


def page(seconds: float, sent: int, rows: int) -> Results:
    return results(page=Change(seconds, 0.9, sent, 1, rows))


PAGE = "change of k, dashboard, 7,000 queries"
IN_C, PYTREC = (f"CPU against {name}" for name in (plan.IN_C, plan.FIRST_PEER))


@pytest.mark.parametrize(
    ("found", "what"),
    [
        (large(2.5, 9.99, 10, 22.5, 22.5), f"M, {IN_C}"),
        (large(2.5, 10, 9.99, 22.5, 22.5), f"M, {PYTREC}"),
        (large(2.5, 10, 10, 22.49, 22.5), "M, CPU against ir-measures"),
        (large(2.5, 10, 10, 22.5, 22.49), "M, CPU against ranx"),
        (tenth(0.25, 1, 0.749), f"two 700 k-line runs, {PYTREC}"),
        (large(*MET, peak=201), "M, peak memory"),
        (start(0.41), "S, whole process, wall"),
        (tenth(0.249, 1, 1), "0.7 M to 7 M lines, CPU"),
        (tenth(0.25, 1, 1, peak=133), "0.7 M to 7 M lines, memory"),
        (results(runs={2: usage(1, 2), 4: usage(1, 5.02)}), "another M run in one compare, wall"),
        (results(core=Change(0.0051, 0.006)), "change of k, core, 7,000 queries"),
        (page(0.71, 50_000, 200), PAGE),
        (page(0.7, 50_001, 200), PAGE),
        (page(0.7, 50_000, 201), PAGE),
    ],
)
def test_a_figure_beyond_its_target_misses_it_alone(found: Results, what: str) -> None:
    assert [name for name, met in said(found).items() if met is False] == [what]


def test_a_peer_that_was_not_measured_neither_meets_nor_misses() -> None:
    found = said(large(MET[0]))
    assert [name for name, met in found.items() if met is None] == [
        f"M, CPU against {name}"
        for name in ("trec_eval C", "pytrec-eval-terrier", "ir-measures", "ranx")
    ]


def test_the_report_marks_what_differs_and_names_what_is_absent() -> None:
    text = table.report(results(absent={"trectools": "it does not install"}, load=3.0))
    assert "| a case | 1 · 1 | **1 · 0.5** |" in text
    assert "Not measured: trectools, it does not install." in text
    assert "The load average was 3.0 at the start" in text
    assert "| ranx | 1.0 | 5 | 22.5 | 0.40 | 200 | 9.0 |" in text


def test_the_section_holds_the_figures_of_this_call() -> None:
    text = readme.section(results())
    # 12.6 million lines more of both runs took 2.25 seconds more.
    assert "0.18 µs of CPU each" in text
    assert "each further one of 7 million lines takes 1.5 s" in text
    assert "another k reads nothing again (5.0 ms for 7,000 queries)" in text
    assert "| ranx | 22.5 (200) | 22.5 (200) | 22.5 (200) | 9.0 |" in text
    assert "about 3 minutes of CPU" in text
    assert (
        "Of 300 values and 6 means on the largest set, all are equal to those of trec_eval C,"
        " pytrec-eval-terrier, ir-measures. Others differ: ranx in 2 (ties)." in text
    )


def test_the_middle_of_the_turns_is_their_median() -> None:
    turns = [usage(3, 1, 10), usage(1, 2, 30), usage(2, 9, 20)]
    assert middle(turns) == Usage(2, 2, 20, 0)


def test_more_runs_are_the_same_two_under_other_names(tmp_path: Path) -> None:
    files = shapes.files_of(tmp_path)
    for name, path in (("a", files.a), ("b", files.b)):
        path.write_text(name)
    for _ in range(2):
        assert [path.read_text() for path in files.copies(5)] == ["a", "b", "a", "b", "a"]
    assert len(set(files.copies(5))) == 5
