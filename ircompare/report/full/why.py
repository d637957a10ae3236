"""Why the means changed: causes that add up, how few queries carry it, and what displaces."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ircompare.report.full.blocks import Block, Section, Table, Text
from ircompare.report.full.gallery import picture
from ircompare.report.origins import origin
from ircompare.report.phrases import some_named
from ircompare.report.rankings import labels_of
from ircompare.scoring.causes import Causes, causes, displacers
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.fragility import Fragility, fragility
from ircompare.scoring.measures import PRIMARY, Measure
from ircompare.scoring.numbers import count_text, counted, delta_text

NAMED = 20


def why(comparison: Comparison, draw: bool) -> Iterator[Block]:
    """The account of each primary measure, and the documents that stand in the way."""
    for measure in reversed(PRIMARY):
        blocks = list(_account(comparison, measure, draw))
        yield Section(measure.mean_at(comparison.k), blocks, listed=False)
    yield from _displacers(comparison)


def _account(comparison: Comparison, measure: Measure, draw: bool) -> Iterator[Block]:
    found, name = causes(comparison, measure.key), measure.mean_at(comparison.k)
    if not found.parts:
        yield Text(f"No query changed in {measure.at(comparison.k)}.")
        return
    where = origin(comparison, measure.key)
    if where:
        yield Text(where)
    yield Text(carried_sentence(fragility(comparison, measure.key), name))
    if draw:
        from ircompare.charts.causes import cause_chart
        from ircompare.charts.words import mean_delta_title

        title = mean_delta_title(comparison, measure.key)
        yield picture(
            f"Causes add up to the delta of {name}",
            lambda colours: cause_chart(found, colours, title),
        )
    yield _table(found, name)


def _table(found: Causes, name: str) -> Table:
    rows = [
        (
            part.label,
            count_text(part.improved),
            count_text(part.regressed),
            delta_text(part.gain),
            delta_text(part.loss),
            delta_text(part.contribution),
        )
        for part in found.parts
    ]
    gain, loss = (
        sum((getattr(part, end) for part in found.parts), Fraction(0)) for end in ("gain", "loss")
    )
    improved, regressed = (
        count_text(sum(getattr(part, end) for part in found.parts))
        for end in ("improved", "regressed")
    )
    total = ("all", improved, regressed, *(delta_text(x) for x in (gain, loss, gain + loss)))
    return Table(
        f"Causes of the change in {name}; each changed query has one",
        ("Cause", "▲ improved", "▼ regressed", "Gain", "Loss", "Contribution"),
        [*rows, total],
        strong=frozenset((len(rows), column) for column in range(len(total))),
    )


def carried_sentence(found: Fragility | None, name: str) -> str:
    """How few queries carry the change of a mean, with their ids."""
    if found is None:
        return f"{name} is the same in both runs: what was gained equals what was lost."
    what, taken = ("rise", "gains") if found.rose else ("fall", "losses")
    carry, their = ("carries", "its") if found.count == 1 else ("carry", "their")
    return (
        f"{counted(found.count, 'query')} of {count_text(found.of)} {carry} the {what}: without "
        f"{their} {taken} it is gone. A description, not a test. Largest first: "
        f"{some_named(found.query_ids)}."
    )


def _displacers(comparison: Comparison) -> Iterator[Block]:
    found = displacers(comparison)
    if not found:
        return
    shown = found[:NAMED]
    labels = labels_of(comparison.a.scope.collection.corpus, [doc_id for doc_id, _ in shown])
    rest = len(found) - len(shown)
    more = f"; {counted(rest, 'more document')} left out" if rest else ""
    rows = [(doc_id, count_text(count), labels.get(doc_id, "")) for doc_id, count in shown]
    yield Table(
        f"Documents newly above the first relevant one in several regressed queries{more}",
        ("Document", "Regressions", "First line"),
        rows,
        words=frozenset({0, 2}),
    )
