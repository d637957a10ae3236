"""A comparison in ten lines of Markdown: what "Copy summary" and `--format markdown` give."""

from __future__ import annotations

import re

from ircompare.report.headline import headline
from ircompare.report.phrases import plain
from ircompare.report.protocol import fingerprint_line, protocol_line
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES, PRIMARY
from ircompare.scoring.numbers import count_text, delta_text, value_text

WORST = 5
_SPECIAL = re.compile(r"[\\`*_\[\]<>|~$&#]|(?<=\w)(?=://)|(?<=www)(?=\.)")


def escaped(text: str) -> str:
    """Text that Markdown shows literally, in a paragraph as in a table cell."""
    return _SPECIAL.sub(lambda found: f"\\{found.group()}", text)


def summary(comparison: Comparison, *, fingerprint: bool = False) -> str:
    """Headline, table of means, five largest regressions, protocol and fingerprints.

    Args:
        fingerprint: Whether to fingerprint the collection under `pooled` too.
    """
    a, b, told = comparison.a, comparison.b, headline(comparison)
    names = [escaped(plain(side.name)) for side in (a, b)]
    lines = [
        f"**{names[0]} → {names[1]}**: {escaped(told.text)}",
        "",
        escaped(told.counts),
        "",
        f"| measure | A {names[0]} | B {names[1]} | delta | improved | tied | regressed |",
        "|---|---|---|---|---|---|---|",
        *(_row(comparison, measure.key) for measure in PRIMARY),
        "",
        *_largest(comparison),
        f"Protocol: {escaped(protocol_line((a, b)))}",
        "",
        f"Fingerprints: {fingerprint_line((a, b), fingerprint)}",
    ]
    return "\n".join(lines) + "\n"


def _row(comparison: Comparison, measure: str) -> str:
    counts = comparison.counts(measure)
    cells = [
        MEASURES[measure].mean_at(comparison.k),
        value_text(comparison.a.mean(measure)),
        value_text(comparison.b.mean(measure)),
        delta_text(comparison.mean_delta(measure)),
        *(count_text(count) for count in (counts.improved, counts.tied, counts.regressed)),
    ]
    return f"| {' | '.join(cells)} |"


def _largest(comparison: Comparison) -> list[str]:
    """The five largest losses in RR, or in Recall where none regressed in RR."""
    worst = [
        (measure.key, places)
        for measure in reversed(PRIMARY)
        if (places := regressed_places(comparison, measure.key))
    ]
    if not worst:
        return ["No query regressed in either measure.", ""]
    measure, places = worst[0]
    told = "; ".join(escaped(loss_text(comparison, measure, at)) for at in places[:WORST])
    label = MEASURES[measure].at(comparison.k)
    return [f"Largest regressions in {label}: {told}", ""]


def regressed_places(comparison: Comparison, measure: str) -> list[int]:
    """Positions of the queries that regressed in a measure, largest loss first."""
    other = "recall" if measure == "rr" else "rr"
    signs = comparison.verdicts(measure)
    order = comparison.loss_order(measure, other)
    return [place for place in order.tolist() if signs[place] < 0]


def loss_text(comparison: Comparison, measure: str, place: int) -> str:
    """One regressed query: `q2 (rank 1 → 2)`, or `q2 (2 → 1 of 3)` for Recall."""
    query = plain(comparison.a.scope.query_ids[place])
    if measure == "rr":
        a, b = (int(side.first_ranks[place]) for side in (comparison.a, comparison.b))
        return f"{query} (rank {a} → {b or 'none'})"
    a, b = (int(side.hit_counts[place]) for side in (comparison.a, comparison.b))
    return f"{query} ({a} → {b} of {int(comparison.a.scope.relevant[place])})"
