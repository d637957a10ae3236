"""Both chunk protocols, and every chunk budget at the cutoff."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ircompare.model.protocol import Unit
from ircompare.report.budget_report import agree_sentence, needed_sentences, sweep_rows, unit_words
from ircompare.report.full.blocks import Block, Items, Table, Text
from ircompare.report.full.gallery import picture
from ircompare.report.protocol import chunk_words
from ircompare.scoring.budgets import BudgetSweep, budget_sweep
from ircompare.scoring.chunked import Side
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import PRIMARY
from ircompare.scoring.sides import DOCUMENT_CREDIT

ROWS = 60


def chunks(
    comparison: Comparison, sides: Sequence[Side], unit: Unit, draw: bool
) -> Iterator[Block]:
    """What runs named, under which protocol they were scored, and what the budget decides."""
    yield Items(list(dict.fromkeys(side.decision.reason for side in sides)))
    rule = comparison.a.protocol.chunks
    if rule is None:
        return
    yield Text(f"The numbers of this report: {chunk_words(rule)}.")
    if comparison.count:
        a, b = sides
        yield from _budgets(comparison, budget_sweep(a, b, comparison.k, unit=unit), draw)
    yield Text(DOCUMENT_CREDIT, "note")


def _budgets(comparison: Comparison, found: BudgetSweep, draw: bool) -> Iterator[Block]:
    unit, last = found.a.unit, int(found.budgets[-1])
    yield Text(" ".join([agree_sentence(found.agree, unit), *needed_sentences(found)]))
    if draw:
        from ircompare.charts.budgets import budget_curves

        rule = comparison.a.protocol.chunks
        here = rule.budget.n if rule and rule.budget and rule.budget.unit == unit else last
        for measure in reversed(PRIMARY):
            chart = partial(budget_curves, found, measure.key, min(here, last))
            title = f"{measure.mean_at(comparison.k)} under every budget, and B − A below"
            yield picture(title, chart)
    rows = sweep_rows(found, every=False)
    shown = rows if len(rows) <= ROWS else [*rows[: ROWS - 1], rows[-1]]
    words = "" if len(shown) == len(rows) else f"; {len(rows) - len(shown):,} rows left out"
    caption = (
        f"First n {unit}, then collapse, for n = 1 to {unit_words(last, unit)}; the last row is "
        f"what all {unit} give. Budgets left out equal the one above them{words}"
    )
    yield Table(caption, list(rows[0]), [list(row.values()) for row in shown])
