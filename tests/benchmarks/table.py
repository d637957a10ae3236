"""The results as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.benchmarks.agreement import LEFT_OUT, OTHER, SINGLE, TIES
from tests.benchmarks.contest import Line
from tests.benchmarks.differences import Row
from tests.benchmarks.measure import Usage
from tests.benchmarks.results import OURS, Contest, Results, machine, today
from tests.benchmarks.targets import MIB, targets

LOADED = 0.5  # load average above which seconds by the clock say little


def report(results: Results) -> str:
    """Everything, with targets first."""
    parts = [
        f"# Benchmark of {today()}",
        circumstances(results),
        "## Targets",
        targets_table(results),
        *(part for contest in results.contests.values() for part in _section(contest)),
        "## Awkward formats, 2 × 1 M lines",
        awkward_table(results),
        "## Growth",
        growth_table(results),
    ]
    return "\n\n".join(parts) + "\n\n" + values(results)


def values(results: Results) -> str:
    """How the values of the tools agree."""
    parts = [
        "## Values",
        "Every value of a query and every mean is compared with ours. Reasons are found by trying:"
        " *ties* only if some order of equal scores gives the peer's value, *32 bits* only if some"
        " order does once scores are rounded to 32 bits.",
        agreement_table(results.everything),
        "## Where tools differ",
        "Recall@10 · RR@10 of one query a row; reciprocal ranks as each tool gives them; what"
        " differs from ircompare is bold.",
        cases_table(results.cases),
    ]
    return "\n\n".join(parts) + "\n"


def circumstances(results: Results) -> str:
    """Machine, way of measuring, what is missing."""
    said = [
        f"{machine()}. The task: judgements and two runs in, R@10, R@100 and RR@10 of every"
        " query, paired, and their means out. Whole processes in alternation, medians; CPU is"
        " user and system seconds, children included; a peak is never less than the 10 MiB of"
        " what starts the process. trec_eval is two processes, and their join is not counted."
    ]
    if results.load > LOADED:
        said.append(
            f"The load average was {results.load:.1f} at the start: other work ran too, seconds by"
            " the clock are too high, CPU seconds and ratios hold approximately."
        )
    said += [f"Not measured: {name}, {why}." for name, why in results.absent.items()]
    return " ".join(said)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; every column but the first is set to the right."""
    lines = [header, ["---", *["--:"] * (len(header) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def targets_table(results: Results) -> str:
    said = {True: "met", False: "missed", None: "–"}
    rows = ([row.what, row.asked, row.found, said[row.met]] for row in targets(results))
    return table(["what", "target", "measured", ""], rows)


def _section(contest: Contest) -> list[str]:
    shape = contest.shape
    head = f"## {shape.name}: {shape.queries:,} queries × {shape.depth:,} documents"
    return [head, contest_table(contest)]


def contest_table(contest: Contest) -> str:
    header = ["tool", "version", "runs", "CPU s", "wall s", "peak MiB", "CPU ÷ ours"]
    return table(header, [_contest_row(line, contest.ours) for line in contest.lines])


def _contest_row(line: Line, ours: Usage) -> list[str]:
    if line.usage is None:
        return [line.tool.name, line.tool.version, "0", f"failed: {line.failure}", "", "", ""]
    figures = [*usage_cells(line.usage), f"{line.usage.cpu / ours.cpu:.1f}"]
    return [line.tool.name, line.tool.version, str(line.turns), *figures]


def usage_cells(usage: Usage) -> list[str]:
    """CPU seconds, wall seconds, peak MiB."""
    return [seconds(usage.cpu), seconds(usage.wall), f"{usage.peak / MIB:,.0f}"]


def seconds(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


def agreement_table(contests: Sequence[Contest]) -> str:
    reasons = (TIES, SINGLE, LEFT_OUT, OTHER)
    header = ["data set", "tool", "values", "equal", *reasons, "means that differ, by at most"]
    rows = []
    for contest in contests:
        for line in contest.lines:
            if (held := line.agreement) is None:
                continue
            most = max((abs(a - b) for a, b in held.means.values()), default=0.0)
            means = f"{len(held.means)}: {most:.2g}" if held.means else "0"
            counts = [f"{held.reasons[reason]:,}" for reason in reasons]
            equal = f"{held.values - held.differing:,}"
            named = [contest.shape.name, line.tool.name]
            rows.append([*named, f"{held.values:,}", equal, *counts, means])
    return table(header, rows)


def cases_table(cases: Sequence[Row]) -> str:
    tools = list(cases[0].cells)
    rows = []
    for row in cases:
        cells = (row.cells[tool] for tool in tools)
        marked = (cell if cell == row.cells[OURS] else f"**{cell}**" for cell in cells)
        rows.append([row.what, *marked])
    return table(["case", *tools], rows)


def awkward_table(results: Results) -> str:
    rows = []
    for contest in results.awkward:
        peers = [line.usage for line in contest.lines[1:] if line.usage]
        ratio = f"{peers[0].cpu / contest.ours.cpu:.1f}" if peers else "–"
        rows.append([contest.shape.name, *usage_cells(contest.ours), ratio])
    header = ["format", "CPU s", "wall s", "peak MiB", "CPU of pytrec-eval-terrier ÷ ours"]
    return table(header, rows)


def growth_table(results: Results) -> str:
    rows = []
    for name in ("tenth-depth", "tenth-queries", "M"):
        if (contest := results.contests.get(name)) is not None:
            shape = contest.shape
            what = f"2 runs × {shape.queries:,} queries × {shape.depth:,} documents"
            rows.append([what, f"{2 * contest.run_lines / 1e6:.1f}", *usage_cells(contest.ours)])
    for count, usage in results.runs.items():
        if count > 2:
            shape = results.contests["M"].shape
            what = f"{count} runs × {shape.queries:,} queries × {shape.depth:,} documents"
            lines = count * shape.queries * shape.depth / 1e6
            rows.append([what, f"{lines:.1f}", *usage_cells(usage)])
    return table(["", "million lines", "CPU s", "wall s", "peak MiB"], rows)
