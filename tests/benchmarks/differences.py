"""Runs every tool on the cases on which they may differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tests.benchmarks import measure
from tests.benchmarks.cases import CASES, REPEATED, Case, written
from tests.benchmarks.contest import Bench
from tests.benchmarks.peer_tasks import AS_GIVEN
from tests.benchmarks.peers import Ours, Peer, Tool, TrecEval
from tests.benchmarks.shapes import Files
from tests.benchmarks.sheets import Sheet

REFUSED = "refused"
LEFT_OUT = "left out"
NO_VALUE = "no value"
Cells = Mapping[str, str]


@dataclass(frozen=True)
class Row:
    """One case: what each tool says, by name of the tool."""

    what: str
    cells: Cells


def differences(bench: Bench, tools: Sequence[Tool]) -> list[Row]:
    """Recall@10 and RR@10 of each case, then the means; reciprocal ranks as each tool gives them.

    The last row is a file of its own: several tools refuse it as a whole.
    """
    shown = [_as_given(tool) for tool in tools]
    cases = {tool.name: _found(bench, tool, "cases", *CASES) for tool in shown}
    repeated = {tool.name: _found(bench, tool, "repeated", REPEATED) for tool in shown}
    rows = [Row(case.what, _cells(cases, case.query)) for case in CASES]
    rows.append(Row("mean of the cases above", {name: _mean(cases[name]) for name in cases}))
    return [*rows, Row(REPEATED.what, _cells(repeated, REPEATED.query))]


def _as_given(tool: Tool) -> Tool:
    """The same tool, its reciprocal rank not clipped by us."""
    if isinstance(tool, TrecEval):
        return replace(tool, clip=False)
    if isinstance(tool, Peer):
        return replace(tool, options=(AS_GIVEN,))
    assert isinstance(tool, Ours)
    return replace(tool, options=("--format", "json"))


def _found(bench: Bench, tool: Tool, name: str, *cases: Case) -> Sheet | None:
    """What a tool finds; None if it refuses the files."""
    files: Files = written(bench.data / name, *cases)
    bench.say(f"{name}: {tool.name}")
    out = bench.out(name, tool.name)
    return None if measure.measured(tool.command(files, out), out).status else tool.sheet(out)


def _cells(sheets: Mapping[str, Sheet | None], query: str) -> Cells:
    return {name: _cell(sheet, query) for name, sheet in sheets.items()}


def _cell(sheet: Sheet | None, query: str) -> str:
    if sheet is None:
        return REFUSED
    row = sheet.values.get(query)
    return LEFT_OUT if row is None else _pair(row)


def _mean(sheet: Sheet | None) -> str:
    return REFUSED if sheet is None else _pair(sheet.means)


def _pair(row: Mapping[str, float]) -> str:
    if not row:
        return NO_VALUE
    return " · ".join(
        f"{row[column]:.4g}" if column in row else "–" for column in ("R@10 a", "RR@10 a")
    )
