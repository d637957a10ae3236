"""Would other queries agree, would complete judgements, would another tie rule? Never merged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ircompare.inference.bounds import BOUNDED
from ircompare.inference.conclusion import Conclusion, Significance
from ircompare.inference.ties import tie_sensitivity
from ircompare.report.bounds_sentences import (
    CHECKED,
    WHOLE_CORPUS,
    Completion,
    completion,
    completion_sentences,
)
from ircompare.report.bounds_tables import bounds_rows
from ircompare.report.conclusion_sentences import conclusion_sentences
from ircompare.report.conclusion_tables import figure_rows
from ircompare.report.conclusion_words import p_source, plan_words
from ircompare.report.full.blocks import Block, Items, Picture, Table, Text
from ircompare.report.full.gallery import picture
from ircompare.report.tie_sentences import tie_rows, tie_sentences
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES

APART = (
    "Which queries were asked and which documents were judged are two questions: the answer to "
    "one says nothing about the other, and they are not merged into one number."
)


def other_queries(comparison: Comparison, found: Significance, draw: bool) -> Iterator[Block]:
    """What may be concluded about queries that were not asked."""
    conclusions = found.of(comparison)
    for text in conclusion_sentences(found, conclusions):
        yield Text(text)
    tested = [(one, one.evidence.p) for one in conclusions if one.evidence is not None]
    if tested:
        if draw:
            yield from _intervals([one for one, _ in tested])
        head, *rows = figure_rows(found, conclusions)
        yield Table("What the verdicts rest on", head, rows)
        names = [one.measure.mean_at(comparison.k) for one, _ in tested]
        sources = [p_source(p, one.differing) for one, p in tested]
        yield Items([f"p of {x}: {how}." for x, how in zip(names, sources, strict=True)])
    primary = " and ".join(MEASURES[key].mean_at(comparison.k) for key in found.plan.measures)
    declared = f"Declared: {primary} · {plan_words(found.plan, comparison.k)}."
    yield Text(f"{declared} Corrected by Holm over the family. {APART}", "note")
    for note in found.groups.notes if found.groups else ():
        yield Text(f"{note.what}; found: {note.found}; {note.mend}.", "note")


def _intervals(tested: Sequence[Conclusion]) -> Iterator[Block]:
    from ircompare.charts.spans import spans
    from ircompare.report.spans import interval_span

    rows = tuple(span for one in tested if (span := interval_span(one)) is not None)
    if rows:
        yield picture(
            "Mean delta with its 95 % interval",
            lambda colours: spans(rows, "interval", colours, "mean delta, B − A"),
        )


def complete_judgements(comparison: Comparison, draw: bool) -> Iterator[Block]:
    """How far the values can move once every document is judged."""
    found = completion(comparison)
    for text in completion_sentences(found):
        yield Text(text)
    if found is None:
        yield Text(CHECKED, "note")
        return
    if draw and found.unjudged:
        yield _bounds(found)
    head, *rows = bounds_rows(found)
    yield Table("Least and greatest value over all judgements", head, rows)
    if found.corpus is not None:
        yield Text(WHOLE_CORPUS, "note")


def _bounds(found: Completion) -> Picture:
    from ircompare.charts.spans import spans
    from ircompare.report.spans import bounds_span

    k = found.comparison.k
    rows = tuple(bounds_span(found, key, "delta", MEASURES[key].mean_at(k)) for key in BOUNDED)
    return picture(
        f"Mean delta over all judgements of the unjudged documents of both top {k}",
        lambda colours: spans(rows, "bounds", colours, "mean delta, B − A"),
    )


def ties(comparison: Comparison) -> Iterator[Block]:
    """How far the tie rule of the protocol decides the values."""
    found = tie_sensitivity(comparison)
    for text in tie_sentences(found):
        yield Text(text)
    head, *rows = tie_rows(found)
    if rows:
        yield Table("Over all orders of documents with equal scores", head, rows)
