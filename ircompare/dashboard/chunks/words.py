"""What the Chunks page says and tabulates: both protocols side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ircompare.dashboard.text import shortened
from ircompare.model.protocol import Unit
from ircompare.report.budget_report import span_words, unit_words
from ircompare.report.phrases import listed, plain
from ircompare.scoring.budgets import BudgetSweep
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES, PRIMARY, Measure
from ircompare.scoring.numbers import (
    SIGNS,
    VERDICTS,
    counted,
    delta_decimal,
    delta_text,
    value_text,
)

AHEAD = {1: "ahead of", 0: "level with", -1: "behind"}


@dataclass(frozen=True, eq=False)
class Both:
    """The same comparison under both protocols.

    Attributes:
        every: Collapse, then cut.
        first: Budget, then collapse.
    """

    every: Comparison
    first: Comparison
    budget: int
    unit: Unit

    @property
    def words(self) -> str:
        """The budget as "the first 2 chunks"."""
        return f"the first {unit_words(self.budget, self.unit)}"

    def changed(self, measure: str) -> int:
        """Scored queries whose verdict differs between the protocols."""
        scored = self.every.scored
        pairs = [side.verdicts(measure)[scored] for side in (self.every, self.first)]
        return int(np.sum(pairs[0] != pairs[1]))


def lead_sentences(both: Both) -> list[str]:
    """Which run leads under which protocol, measure by measure: a reversal comes first."""
    told = [_lead(both, measure.key) for measure in PRIMARY]
    told.sort(key=lambda pair: not pair[0])
    return [sentence for _, sentence in told]


def _lead(both: Both, measure: str) -> tuple[bool, str]:
    a, b = plain(both.every.a.name), plain(both.every.b.name)
    name = MEASURES[measure].mean_at(both.every.k)
    all_delta, first_delta = (side.mean_delta(measure) or 0 for side in (both.every, both.first))
    signs = [(delta > 0) - (delta < 0) for delta in (all_delta, first_delta)]
    if signs[0] == signs[1]:
        return False, (
            f"In {name}, {b} is {AHEAD[signs[0]]} {a} under both protocols: "
            f"{delta_decimal(all_delta)} with all chunks, {delta_decimal(first_delta)} with "
            f"{both.words}."
        )
    return True, (
        f"The budget decides who leads in {name}: {b} is {AHEAD[signs[0]]} {a} with all chunks "
        f"({delta_decimal(all_delta)}) and {AHEAD[signs[1]]} it with {both.words} "
        f"({delta_decimal(first_delta)})."
    )


def change_sentence(both: Both) -> str:
    """How many verdicts differ between the protocols."""
    parts = [
        f"{counted(both.changed(measure.key), 'query')} in {measure.at(both.every.k)}"
        for measure in PRIMARY
    ]
    if not any(both.changed(measure.key) for measure in PRIMARY):
        return f"Between all chunks and {both.words} no verdict changes."
    return f"Between all chunks and {both.words} the verdict changes on {listed(parts)}."


def both_rows(both: Both, measure: Measure) -> pd.DataFrame:
    """Means, delta and verdicts of a measure: all chunks, the budget, and the change."""
    rows: list[tuple[str, str, str, str]] = []
    name, sides = measure.mean_at(both.every.k), (both.every, both.first)
    for role in "ab":
        x, y = (getattr(side, role).mean(measure.key) for side in sides)
        rows.append((f"{name} {role.upper()}", value_text(x), value_text(y), delta_text(y - x)))
    x, y = (side.mean_delta(measure.key) or 0 for side in sides)
    rows.append((f"{name} B − A", delta_text(x), delta_text(y), delta_text(y - x)))
    counts = [vars(side.counts(measure.key)) for side in sides]
    for sign, word in sorted(VERDICTS.items()):
        before, after = (int(held[word]) for held in counts)
        rows.append((f"{SIGNS[sign]} {word}", f"{before:,}", f"{after:,}", _signed(after - before)))
    first = f"First {unit_words(both.budget, both.unit)}"
    return pd.DataFrame(rows, columns=[" ", "All chunks", first, "Change"])


def _signed(count: int) -> str:
    return "0" if not count else f"{'+' if count > 0 else '−'}{abs(count):,}"


def depending_places(found: BudgetSweep, measure: str) -> list[int]:
    """Queries whose verdict depends on the budget: those that turn round, then the earliest."""
    steps = found.verdicts[measure]
    flips, last = steps.flips(), int(found.budgets[-1])
    first = {place: steps.spans(place, last)[0][2] for place in steps.depending.tolist()}
    return sorted(first, key=lambda place: (-flips.get(place, 0), first[place], place))


def depending_rows(
    found: BudgetSweep, measure: str, places: Sequence[int], both: Both
) -> pd.DataFrame:
    """One row a query whose verdict depends on the budget: text, spans, verdicts, id."""
    steps, scope = found.verdicts[measure], both.every.a.scope
    last = int(found.budgets[-1])
    ids = [scope.query_ids[place] for place in places]
    words = [[_verdict(c, measure, place) for place in places] for c in (both.every, both.first)]
    return pd.DataFrame(
        {
            "Query": [shortened(scope.collection.query_text(name) or name, 160) for name in ids],
            f"B in {MEASURES[measure].at(found.a.k)}, by budget": [
                span_words(steps.spans(place, last)) for place in places
            ],
            f"First {unit_words(both.budget, both.unit)}": words[1],
            "All chunks": words[0],
            "Id": ids,
        }
    )


def _verdict(comparison: Comparison, measure: str, place: int) -> str:
    sign = int(comparison.verdicts(measure)[place])
    return f"{SIGNS[sign]} {VERDICTS[sign]}"
