"""Conclusions and bounds as text for people and as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ircompare.inference.conclusion import Significance
from ircompare.inference.sentences import RR_SCALE
from ircompare.inference.ties import TieSensitivity
from ircompare.report.bounds_sentences import Completion, completion_sentences
from ircompare.report.bounds_tables import bounds_rows
from ircompare.report.conclusion_sentences import (
    conclusion_sentences,
)
from ircompare.report.conclusion_tables import figure_rows, rank_rows
from ircompare.report.conclusion_words import (
    p_source,
    plan_words,
)
from ircompare.report.markdown import escaped
from ircompare.report.text import columns, wrapped
from ircompare.report.tie_sentences import tie_sentences
from ircompare.scoring.comparison import Comparison

OTHER_QUERIES = "Would other queries agree?"
OTHER_JUDGEMENTS = "Would complete judgements agree?"
TIES = "What ties could change"
Rows = Sequence[tuple[str, ...]]


def conclusion_text(found: Significance, comparison: Comparison) -> str:
    """The verdicts on one comparison, the numbers behind them, and the ranks beside MRR."""
    return _conclusion(found, comparison, _text, _text_table)


def conclusion_markdown(found: Significance, comparison: Comparison) -> str:
    """As `conclusion_text`, in Markdown."""
    return _conclusion(found, comparison, _markdown, _markdown_table)


def bounds_text(found: Completion | None, ties: TieSensitivity) -> str:
    """What complete judgements and other tie rules could change."""
    return _bounds(found, ties, _text, _text_table)


def bounds_markdown(found: Completion | None, ties: TieSensitivity) -> str:
    """As `bounds_text`, in Markdown."""
    return _bounds(found, ties, _markdown, _markdown_table)


def _conclusion(
    found: Significance,
    comparison: Comparison,
    write: Callable[[str, Sequence[str]], str],
    table: Callable[[Rows], str],
) -> str:
    conclusions = found.of(comparison)
    told = conclusion_sentences(found, conclusions)
    if found.groups is not None:
        told += [note.what for note in found.groups.notes]
    parts = [write(OTHER_QUERIES, told)]
    if any(one.evidence is not None for one in conclusions):
        parts.append(table(figure_rows(found, conclusions)))
    notes = [
        f"p of {one.measure.mean_at(comparison.k)}: {p_source(one.evidence.p, one.differing)}."
        for one in conclusions
        if one.evidence is not None
    ]
    parts.append(write("", [*notes, f"Declared: {plan_words(found.plan, comparison.k)}."]))
    for one in conclusions:
        if one.ranks is not None:
            parts += [table(rank_rows(one.ranks)), write("", [RR_SCALE])]
    return "\n\n".join(parts)


def _bounds(
    found: Completion | None,
    ties: TieSensitivity,
    write: Callable[[str, Sequence[str]], str],
    table: Callable[[Rows], str],
) -> str:
    parts = [write(OTHER_JUDGEMENTS, completion_sentences(found))]
    parts += [] if found is None else [table(bounds_rows(found))]
    return "\n\n".join([*parts, write(TIES, tie_sentences(ties))])


def _text(title: str, told: Sequence[str]) -> str:
    lines = [title] if title else []
    return "\n".join([*lines, *(line for text in told for line in wrapped(text))])


def _markdown(title: str, told: Sequence[str]) -> str:
    head = [f"**{title}**"] if title else []
    return "\n\n".join([*head, *map(escaped, told)])


def _text_table(rows: Rows) -> str:
    return "\n".join(columns(rows))


def _markdown_table(rows: Rows) -> str:
    head, *body = ([escaped(cell) for cell in row] for row in rows)
    lines = [f"| {' | '.join(row)} |" for row in (head, *body)]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]])
