"""What the consistency gate said, where it was run; it measures consistency, not quality."""

from __future__ import annotations

from collections.abc import Iterator

from ircompare.consistency.past import PastReport
from ircompare.consistency.result import GateReport
from ircompare.consistency.words import NOT_QUALITY, QUESTION
from ircompare.report.full.blocks import Block, Facts, Items, Text
from ircompare.report.gate_report import miss_sentence, subject
from ircompare.report.phrases import plain
from ircompare.scoring.numbers import counted, value_text

MISSES = 50


def gate(report: GateReport | PastReport) -> Iterator[Block]:
    """The verdict, the indicators, and every miss as far as the report names it."""
    yield Text(QUESTION, "note")
    yield from _run(report) if isinstance(report, GateReport) else _read(report)
    yield Text(NOT_QUALITY, "note")


def _run(report: GateReport) -> Iterator[Block]:
    yield Text(f"{report.status}: {report.message}", "lead")
    yield Text(subject(report))
    found = report.indicators
    if found is not None:
        yield Facts(
            [
                (
                    "Recall@5",
                    f"{found.recalled} of {counted(found.slots, 'slot')}, "
                    f"{value_text(found.recall)}",
                ),
                ("Top-1", f"{found.top1_matches} of {counted(found.top1_queries, 'query')}"),
                ("Top-5 Jaccard", value_text(found.top5_jaccard)),
            ]
        )
    told = [f"{plain(miss.query_id)}: {miss_sentence(miss)}" for miss in report.misses[:MISSES]]
    rest = len(report.misses) - len(told)
    told += [f"{counted(rest, 'more miss', 'more misses')} in the gate's own report."] * (rest > 0)
    if told:
        yield Items(told)
    if report.notes:
        yield Items([*report.notes])


def _read(report: PastReport) -> Iterator[Block]:
    yield Text(f"{report.status}", "lead")
    pairs = [
        ("Report", plain(report.source)),
        ("Engine", plain(report.engine_version or "not told")),
        ("Baseline", plain(report.baseline_version or "not told")),
    ]
    if report.recall is not None:
        pairs.append(("Recall@5", value_text(report.recall)))
    if report.top1 is not None:
        words = f"{report.top1_matches} of {counted(report.top1_queries or 0, 'query')}"
        pairs.append(("Top-1", words))
    if report.top5_jaccard is not None:
        pairs.append(("Top-5 Jaccard", value_text(report.top5_jaccard)))
    yield Facts(pairs)
