"""The grey line under a headline: what was eligible, missing, unjudged and shallow."""

from __future__ import annotations

from collections.abc import Sequence

from ircompare.model.scope import Scope
from ircompare.report.phrases import listed, plain
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.numbers import count_text, counted, decimal
from ircompare.scoring.sweep import common_depth


def counts_line(evaluations: Sequence[Evaluation]) -> str:
    """Counts that belong beside the means of one or two runs under one scope.

    `225 of 225 eligible · missing A 0, B 0 · nothing relevant 0 · judged@10 A 0.31, B 0.31`
    """
    scope = evaluations[0].scope
    missing = [_missing(side) for side in evaluations]
    parts = [
        f"{count_text(int(scope.eligible.sum()))} of {count_text(len(scope))} eligible",
        f"missing {_by_run(missing)}",
        f"nothing relevant {count_text(len(scope.no_relevant_queries))}{_zero(scope)}",
    ]
    if scope.unjudged_queries:
        parts.append(f"unjudged queries {count_text(len(scope.unjudged_queries))}")
    if scope.protocol.judgements == "pooled":
        parts.append(f"judged@{evaluations[0].k} {_by_run(_shares(evaluations))}")
    return " · ".join([*parts, *_depth(evaluations)])


def _missing(side: Evaluation) -> str:
    """Queries of the split that the run lacks, and how many of them count where not all do."""
    every, counted_ones = (
        int(side.hits.missing.sum()),
        int((side.hits.missing & side.scope.scored).sum()),
    )
    note = "" if every == counted_ones else f" ({count_text(counted_ones)} scored)"
    return f"{count_text(every)}{note}"


def _by_run(texts: Sequence[str]) -> str:
    if len(texts) == 1:
        return texts[0]
    return ", ".join(f"{letter} {text}" for letter, text in zip("AB", texts, strict=True))


def _zero(scope: Scope) -> str:
    counts = scope.protocol.no_relevant == "zero" and scope.no_relevant_queries
    return " (counted 0)" if counts else ""


def _shares(evaluations: Sequence[Evaluation]) -> list[str]:
    shares = [side.judged_share() for side in evaluations]
    return ["none" if share is None else decimal(share, 2) for share in shares]


def _depth(evaluations: Sequence[Evaluation]) -> list[str]:
    """What is said where rankings are shorter than k: the runs themselves, or some rankings."""
    shallow = [side for side in evaluations if side.shallow]
    if not shallow:
        return []
    where = listed([f"{plain(side.name)} on {counted(side.shallow, 'query')}" for side in shallow])
    both = common_depth(evaluations)
    if evaluations[0].k <= both:
        return [f"shorter than k: {where}"]
    whom = "both support" if len(evaluations) == 2 else "it supports"
    return [f"k exceeds the depth of {where}; the largest k {whom} is {both}"]
