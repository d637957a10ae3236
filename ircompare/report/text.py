"""What the command line prints for people: evaluation, comparison, sweep and check."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ircompare.model.scope import Scope
from ircompare.readers.loaded import Loaded
from ircompare.report.headline import headline, run_headline
from ircompare.report.markdown import loss_text, regressed_places
from ircompare.report.phrases import named, plain
from ircompare.report.protocol import fingerprint_line, protocol_line
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import MEASURES, PRIMARY
from ircompare.scoring.numbers import count_text, delta_text, percent, value_text
from ircompare.scoring.sweep import Curve, Sweep

_WIDTH = 100
_SHOWN = 10
_SWEPT_LINES = 25


def evaluation_text(evaluation: Evaluation, *, fingerprint: bool = False) -> str:
    """One run: what it reaches, all means, how deep the first relevant documents stand."""
    told, scope = run_headline(evaluation), evaluation.scope
    means = [
        (measure.mean_at(evaluation.k), value_text(evaluation.mean(key)))
        for key, measure in MEASURES.items()
    ]
    lines = [*wrapped(told.text), *wrapped(told.counts), "", *columns(means)]
    if scope.scored.any():
        lines += ["", f"first relevant rank: {_ranks(evaluation)}"]
    lines += _lists(
        {
            "missing queries": evaluation.missing_queries,
            "nothing relevant": scope.no_relevant_queries,
            "unjudged queries": scope.unjudged_queries,
        }
    )
    return "\n".join([*lines, "", *_footer((evaluation,), fingerprint)]) + "\n"


def comparison_text(comparison: Comparison, *, fingerprint: bool = False) -> str:
    """Two runs: headline, means with verdicts, the largest regressions, protocol."""
    a, b, told = comparison.a, comparison.b, headline(comparison)
    head = (
        "",
        f"A {plain(a.name)}",
        f"B {plain(b.name)}",
        "delta",
        "improved",
        "tied",
        "regressed",
    )
    rows = [head, *(_row(comparison, key) for key in MEASURES)]
    lines = [
        f"A {plain(a.name)} → B {plain(b.name)}",
        "",
        *wrapped(told.text),
        *wrapped(told.counts),
        "",
        *columns(rows),
        "",
    ]
    for measure in reversed(PRIMARY):
        lines += _regressed(comparison, measure.key)
    lines += _lists(
        {
            "missing in A": a.missing_queries,
            "missing in B": b.missing_queries,
            "nothing relevant": a.scope.no_relevant_queries,
            "unjudged queries": a.scope.unjudged_queries,
        }
    )
    return "\n".join([*lines, "", *_footer((a, b), fingerprint)]) + "\n"


def curve_text(curve: Curve) -> str:
    """One run over every cutoff; far down only those cutoffs at which something changes."""
    rows: list[tuple[str, ...]] = [("k", "Recall@k", "MRR@k")]
    shown = _cutoffs(list(zip(curve.recall, curve.rr, strict=True)))
    rows += [(str(k), value_text(curve.recall[k - 1]), value_text(curve.rr[k - 1])) for k in shown]
    return "\n".join([plain(curve.name), "", *columns(rows), *_left_out(curve, shown)]) + "\n"


def sweep_text(found: Sweep) -> str:
    """Two runs over every cutoff: deltas with improved, tied and regressed."""
    keys = [measure.key for measure in PRIMARY]
    rows: list[tuple[str, ...]] = [
        ("k", "Recall@k delta", "▲ ═ ▼", "MRR@k delta", "▲ ═ ▼"),
    ]
    shown = _cutoffs(list(zip(*(found.counts[key] for key in keys), strict=True)))
    for k in shown:
        row = [str(k)]
        for key in keys:
            counts = found.counts[key][k - 1]
            row.append(delta_text(found.b.of(key)[k - 1] - found.a.of(key)[k - 1]))
            row.append(f"{counts.improved} {counts.tied} {counts.regressed}")
        rows.append(tuple(row))
    title = f"A {plain(found.a.name)} → B {plain(found.b.name)}"
    return "\n".join([title, "", *columns(rows), *_left_out(found.a, shown)]) + "\n"


def check_text(inputs: Sequence[Loaded[Any]]) -> str:
    """What each file was understood as: slot, format and counts."""
    lines = []
    for loaded in inputs:
        packed = f", {loaded.compression}" if loaded.compression else ""
        lines.append(f"{plain(loaded.source)}: {loaded.slot}, {loaded.format}{packed}")
        counts = [f"{name} {count_text(count)}" for name, count in loaded.counts.items()]
        lines += [f"  {' · '.join(counts)}"] if counts else []
    return "\n".join(lines) + "\n"


def scope_text(scope: Scope) -> str:
    """Which queries would be scored and how much is judged."""
    split = "every query" if scope.split is None else f'split "{plain(scope.split)}"'
    judged, pairs = scope.coverage()
    parts = [
        f"{split}: {count_text(int(scope.eligible.sum()))} of {count_text(len(scope))} eligible",
        f"nothing relevant {count_text(len(scope.no_relevant_queries))}",
        f"unjudged queries {count_text(len(scope.unjudged_queries))}",
    ]
    if pairs:
        share = percent(Fraction(judged, pairs))
        parts.append(f"{count_text(judged)} of {count_text(pairs)} pairs judged ({share})")
    return f"{' · '.join(parts)}\n"


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as aligned columns, the first to the left and the others to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _row(comparison: Comparison, measure: str) -> tuple[str, ...]:
    counts = comparison.counts(measure)
    return (
        MEASURES[measure].mean_at(comparison.k),
        value_text(comparison.a.mean(measure)),
        value_text(comparison.b.mean(measure)),
        delta_text(comparison.mean_delta(measure)),
        *(count_text(count) for count in (counts.improved, counts.tied, counts.regressed)),
    )


def _regressed(comparison: Comparison, measure: str) -> list[str]:
    places = regressed_places(comparison, measure)
    if not places:
        return []
    told = [loss_text(comparison, measure, place) for place in places[:_SHOWN]]
    rest = len(places) - len(told)
    label = MEASURES[measure].at(comparison.k)
    more = f", {count_text(rest)} more" if rest else ""
    return wrapped(f"regressed in {label}: {', '.join(told)}{more}")


def _ranks(evaluation: Evaluation) -> str:
    counts = evaluation.first_rank_counts()
    none = counts.pop(0, 0)
    shown = [f"{rank}: {count_text(count)}" for rank, count in list(counts.items())[:_SHOWN]]
    rest = sum(counts.values()) - sum(list(counts.values())[:_SHOWN])
    if rest:
        shown.append(f"below: {count_text(rest)}")
    return " · ".join([*shown, f"none in the top {evaluation.k}: {count_text(none)}"])


def _lists(lists: dict[str, tuple[str, ...]]) -> list[str]:
    return [
        f"{label}: {named(ids) if len(ids) <= _SHOWN else _first(ids)}"
        for label, ids in lists.items()
        if ids
    ]


def _first(ids: tuple[str, ...]) -> str:
    shown = ", ".join(plain(text) for text in ids[:_SHOWN])
    return f"{shown} and {count_text(len(ids) - _SHOWN)} more"


def _footer(evaluations: Sequence[Evaluation], fingerprint: bool) -> list[str]:
    return [
        *wrapped(f"protocol: {protocol_line(evaluations)}"),
        *wrapped(f"fingerprints: {fingerprint_line(evaluations, fingerprint)}"),
    ]


def _cutoffs(values: Sequence[object]) -> list[int]:
    """All cutoffs of a short sweep; of a long one those at which the values differ from before."""
    if len(values) <= _SWEPT_LINES:
        return list(range(1, len(values) + 1))
    return [k for k in range(1, len(values) + 1) if k == 1 or values[k - 1] != values[k - 2]]


def _left_out(curve: Curve, shown: Sequence[int]) -> list[str]:
    if len(shown) == len(curve.recall):
        return []
    return ["", f"cutoffs 1 to {len(curve.recall)}; those left out equal the one above them"]


def wrapped(text: str) -> list[str]:
    """A paragraph as lines of at most 100 characters."""
    return textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
