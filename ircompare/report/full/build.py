"""The full report of one comparison or several, put together section by section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from ircompare.errors import InputError
from ircompare.inference.conclusion import Significance
from ircompare.inference.declared import Declared
from ircompare.inference.significance import significance
from ircompare.report.full.blocks import Block, FullReport, Items, Section, Text
from ircompare.report.full.chunks import chunks
from ircompare.report.full.cutoffs import cutoffs
from ircompare.report.full.extras import Extras
from ircompare.report.full.gallery import absent
from ircompare.report.full.gate import gate
from ircompare.report.full.made import how_made
from ircompare.report.full.pictures import pictures
from ircompare.report.full.queries import gains
from ircompare.report.full.regressions import regressions
from ircompare.report.full.result import result
from ircompare.report.full.slices import slices
from ircompare.report.full.uncertainty import complete_judgements, other_queries, ties
from ircompare.report.full.why import why
from ircompare.report.phrases import capitalised, listed, plain, sentence
from ircompare.report.version import versions
from ircompare.scoring.chunked import Side
from ircompare.scoring.comparison import Comparison

SEVERAL = "Comparisons"
Conclusions = Significance | InputError
Pair = tuple[Side, Side]


def full_report(
    pairs: Sequence[Comparison], extras: Extras, made: datetime | None = None
) -> FullReport:
    """Everything that is known of one comparison or several.

    Args:
        pairs: At least one; comparisons at one cutoff are corrected as a family.
        made: When the report is made; None leaves the date out.
    """
    found = _by_cutoff(pairs, extras)
    sides: Sequence[Pair | None] = extras.sides or [None] * len(pairs)
    limits = extras.limits or [()] * len(pairs)
    told = [
        (*_head(pair, extras, lines), *_part(pair, extras, chunked, found[pair.k]))
        for pair, lines, chunked in zip(pairs, limits, sides, strict=True)
    ]
    closing = [Section("Consistency gate", tuple(gate(extras.gate)))] if extras.gate else []
    when = [f"{made:%Y-%m-%d %H:%M %Z}".strip()] if made else []
    footer = " · ".join([*when, versions()])
    if len(pairs) == 1:
        return FullReport(_title(pairs[0]), (*told[0], *closing, _made(pairs[0], extras)), footer)
    parts = [
        Section(f"{_title(pair)}, k = {pair.k}", (*blocks, _made(pair, extras)))
        for pair, blocks in zip(pairs, told, strict=True)
    ]
    return FullReport(SEVERAL, (*parts, *closing), footer)


def _title(comparison: Comparison) -> str:
    return f"A {plain(comparison.a.name)} → B {plain(comparison.b.name)}"


def _by_cutoff(pairs: Sequence[Comparison], extras: Extras) -> dict[int, Conclusions]:
    """The conclusions of each cutoff: all its comparisons are one family."""
    families: dict[int, list[Comparison]] = {}
    for pair in pairs:
        families.setdefault(pair.k, []).append(pair)
    return {k: _conclusions(family, extras) for k, family in families.items()}


def _made(comparison: Comparison, extras: Extras) -> Section:
    told = how_made(comparison, extras.warnings, extras.fingerprint)
    return Section("How this was computed", tuple(told))


def _conclusions(pairs: Sequence[Comparison], extras: Extras) -> Conclusions:
    """All comparisons at one cutoff tested together; the reason where nothing can be tested."""
    try:
        return significance(pairs, extras.plan or Declared().plan(pairs[0].a.scope))
    except InputError as error:
        return error


def _part(
    comparison: Comparison,
    extras: Extras,
    sides: Pair | None,
    found: Conclusions,
) -> Iterator[Block]:
    """The sections of one comparison in the order to read them."""
    lacking = absent() if extras.draw else []
    draw = extras.draw and not lacking
    if comparison.count:
        yield Section("Charts", (*_missing_charts(lacking), *pictures(comparison, draw)))
        yield Section("Regressions", tuple(regressions(comparison)))
        yield gains(comparison)
        yield Section("Why the means changed", tuple(why(comparison, draw)))
        yield Section("Cutoffs", tuple(cutoffs(comparison, draw)))
        yield Section("Would other queries agree?", tuple(_tested(comparison, found, draw)))
        told = complete_judgements(comparison, draw)
        yield Section("Would complete judgements agree?", tuple(told))
        yield Section("Ties", tuple(ties(comparison)))
    if comparison.count and extras.fields:
        yield Section("Slices", tuple(slices(comparison, extras.fields)))
    if sides is not None:
        yield Section("Chunks", tuple(chunks(comparison, sides, extras.unit, draw)))


def _head(comparison: Comparison, extras: Extras, limits: Sequence[str]) -> Iterator[Block]:
    """The result, the judgements beside the qrels that it rests on, and the quality limits."""
    sentence_first, *figures = result(comparison)
    yield sentence_first
    yield from (Text(told) for told in extras.further)
    yield from figures
    if limits:
        yield Section("Quality limits", [Items(limits)])


def _missing_charts(lacking: Sequence[str]) -> Iterator[Block]:
    if lacking:
        verb = "is" if len(lacking) == 1 else "are"
        yield Text(
            f"No chart is drawn: {listed(lacking)} {verb} not installed; "
            'pip install -e ".[report]" brings what charts need.',
            "note",
        )


def _tested(comparison: Comparison, found: Conclusions, draw: bool) -> Iterator[Block]:
    if isinstance(found, Significance):
        yield from other_queries(comparison, found, draw)
        return
    for problem in found.problems:
        mend = f" {problem.mend}" if problem.mend else ""
        yield Text(f"{capitalised(sentence(problem.what))}{mend}", "note")
