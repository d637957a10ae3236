"""The README's section on speed, with the figures of this call."""

from __future__ import annotations

from tests.benchmarks.agreement import Agreement
from tests.benchmarks.results import Contest, Results, today
from tests.benchmarks.table import circumstances, growth_table, seconds, table, usage_cells

BILLION = 1_000_000_000


def section(results: Results) -> str:
    """Ready to be pasted: against the peers, how cost grows, what to do with 10^9 lines."""
    parts = [
        "## Speed",
        f"Measured on {today()} with `python -m tests.benchmarks`. {circumstances(results)}",
        _peers(results),
        _values(results.contests["M"]),
        growth_table(results),
        *_growth(results),
        *_billion(results),
    ]
    return "\n\n".join(parts) + "\n"


def _peers(results: Results) -> str:
    contests = [results.contests[name] for name in ("S", "D", "M")]
    header = ["CPU s (peak MiB)", *(_shape(contest) for contest in contests), "÷ ours"]
    rows = []
    for place, line in enumerate(contests[-1].lines):
        cells = [_figures(contest, place) for contest in contests]
        ratio = contests[-1].ratio(line.tool.name)
        rows.append([line.tool.name, *cells, "–" if ratio is None else f"{ratio:.1f}"])
    return table(header, rows)


def _shape(contest: Contest) -> str:
    return f"{contest.shape.queries:,} × {contest.shape.depth:,}"


def _figures(contest: Contest, place: int) -> str:
    usage = contest.lines[place].usage
    if usage is None:
        return "failed"
    cpu, _, peak = usage_cells(usage)
    return f"{cpu} ({peak})"


def _values(contest: Contest) -> str:
    """Which peers find the same, and which do not, and why."""
    held = {line.tool.name: line.agreement for line in contest.lines if line.agreement}
    equal = [name for name, found in held.items() if not found.differing and not found.means]
    others = [
        f"{name} in {found.differing:,} ({reasons(found)})"
        for name, found in held.items()
        if name not in equal
    ]
    values = next((f"{found.values:,}" for found in held.values()), "0")
    said = f"Of {values} values and 6 means on the largest set, all are equal to those of"
    return f"{said} {', '.join(equal) or 'nobody'}. Others differ: {', '.join(others) or 'none'}."


def reasons(found: Agreement) -> str:
    """Why values differ, the commonest reason first."""
    return ", ".join(name for name, _ in found.reasons.most_common()) or "means only"


def _growth(results: Results) -> list[str]:
    shallow, many = results.contests["tenth-depth"], results.contests["M"]
    core = results.core
    cutoff = "" if core is None else f" ({core.median * 1e3:.1f} ms for 7,000 queries)"
    return [
        "\n".join(
            [
                f"- *Lines*: {results.line_seconds() * 1e6:.2f} µs of CPU each, above a start of"
                f" {seconds(results.contests['S'].ours.cpu)} s; memory does not grow with them.",
                f"- *Depth*: as its lines. {many.shape.queries:,} queries take"
                f" {seconds(shallow.ours.cpu)} s at depth {shallow.shape.depth} and"
                f" {seconds(many.ours.cpu)} s at {many.shape.depth:,}.",
                "- *Queries*: as their lines; values, verdicts and the rows of the per-query file"
                " are kept for each.",
                f"- *Runs*: each further one of 7 million lines takes"
                f" {results.another_run():.1f} s by the clock. Judgements are read once.",
                f"- *Cutoffs*: another k reads nothing again{cutoff}.",
            ]
        )
    ]


def _billion(results: Results) -> list[str]:
    minutes = results.line_seconds() * BILLION / 60
    return [
        f"At 10⁹ lines, reading takes about {minutes:.0f} minutes of CPU: calculated from the lines"
        " above, not measured. As many runs, give `--jobs`, one process a core, or `--scheduler`,"
        " several machines; each file is read by one process alone. As one run, it is read in"
        " pieces, and memory grows with its queries only; to read it faster, split both runs by"
        " query into files of the same queries and compare these, for values belong to one query"
        " and a mean is a sum over them. Lines below the largest k change no value: runs that were"
        " cut there when they were written are the cheapest."
    ]
