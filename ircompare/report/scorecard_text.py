"""The scorecard as the command line prints it: four quadrants, and what grey rows need."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import get_args

from ircompare.report.phrases import plain, shortened
from ircompare.report.protocol import SHOWN_DIGITS, fingerprint_line, protocol_line
from ircompare.report.scorecard_companions import alert_words, finding_words
from ircompare.report.scorecard_tables import card_sha256
from ircompare.report.scorecard_words import (
    direction_words,
    number_words,
    part_words,
    row_delta,
    row_values,
    state_words,
    verdict_words,
)
from ircompare.report.text import columns, wrapped
from ircompare.scorecard.card import quadrant
from ircompare.scorecard.companions import Companions
from ircompare.scorecard.composite import Composite
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.row import Quadrant, Row
from ircompare.scoring.numbers import count_text, counted, percent

_PARTS = 3
_MORE_PARTS = {"intent_f1": 8}  # F1 and κ at three levels, and two averages
_INDENT = "  "
_LONGEST = 300
_WIDTH = 100


def scorecard_text(
    rows: tuple[Row, ...],
    inputs: Inputs,
    composite: Composite | None,
    beside: Companions,
) -> str:
    """All rows by quadrant, with their parts and inputs; then companions and composite.

    Args:
        composite: None where no profile was chosen.
        beside: The companions of these rows.
    """
    a, b = (plain(name) for name in inputs.names)
    lines = [f"A {a} → B {b}"]
    for name in get_args(Quadrant):
        lines += ["", name.capitalize(), *_quadrant(quadrant(rows, name))]
    lines += ["", "Companions (none of the twelve dimensions)", *_companions(beside)]
    if composite is not None:
        lines += ["", *_composite(composite)]
    sides = (inputs.comparison.a, inputs.comparison.b)
    own = card_sha256(inputs, composite, beside.rules)
    lines += [
        "",
        *wrapped(f"protocol: {protocol_line(sides)}"),
        *wrapped(f"fingerprints: {fingerprint_line(sides)} · scorecard {own[:SHOWN_DIGITS]}"),
    ]
    return "\n".join(lines) + "\n"


def _quadrant(rows: Sequence[Row]) -> list[str]:
    known = [row for row in rows if row.delta is not None]
    head = ("", "A", "B", "delta", "", "n")
    table = columns([head, *(_cells(row) for row in known)]) if known else []
    lines = table[:1]
    for line, row in zip(table[1:], known, strict=True):
        lines += [line, *_details(row)]
    for row in rows:
        if row.delta is None:
            lines += [row.dimension.title, *_indented(state_words(row)), *_parts(row)]
    return lines


def _cells(row: Row) -> tuple[str, ...]:
    return (
        plain(row.dimension.title),
        *row_values(row),
        row_delta(row),
        verdict_words(row.verdict),
        count_text(row.n_used),
    )


def _details(row: Row) -> list[str]:
    lines = _indented(f"{row.label} · {direction_words(row.dimension.direction)}")
    if row.why:
        lines += _indented(shortened(state_words(row), _LONGEST))
    lines += _parts(row)
    told = "; ".join(f"{one.name}: {plain(one.value)}" for one in row.inputs)
    return [*lines, *_indented(f"from {told}")]


def _parts(row: Row) -> list[str]:
    """The first parts; the rest are in the JSON and CSV."""
    most = _MORE_PARTS.get(row.dimension.key, _PARTS)
    lines = [line for part in row.parts[:most] for line in _indented(part_words(part))]
    rest = len(row.parts) - most
    return lines + _indented(f"… and {rest} more with --format json") if rest > 0 else lines


def _companions(found: Companions) -> list[str]:
    """Rows as above, then what is only described, then a line for each alert rule."""
    lines = _quadrant(found.rows)
    for one in found.findings:
        lines += [one.title, *_indented(finding_words(one))]
        if one.values:
            told = "; ".join(f"{item.name}: {plain(item.value)}" for item in one.inputs)
            lines += _indented(f"{one.label} · {counted(one.n_used, 'query', 'queries')}")
            lines += _indented(f"from {told}")
    return [
        *lines,
        "Alerts",
        *(line for one in found.alerts for line in _indented(alert_words(one))),
    ]


def _composite(found: Composite) -> list[str]:
    """The weighted sum with all its components, or what it lacks."""
    a, b = number_words(found.value_a), number_words(found.value_b)
    head = f"{plain(found.title)}: A {a}, B {b} ({found.label})"
    lines = wrapped(head)
    if found.missing:
        lines += _indented(f"missing: {', '.join(found.missing)}")
    if found.low:
        lines += _indented(f"on too few observations: {', '.join(found.low)}")
    table: list[tuple[str, ...]] = [("", "weight", "A", "B", "A of 1", "B of 1")]
    table += [
        (
            plain(one.component.title),
            percent(one.weight),
            *(number_words(x) for x in (one.value_a, one.value_b, one.unit_a, one.unit_b)),
        )
        for one in found.components
    ]
    lines += [_INDENT + line for line in columns(table)]
    return [*lines, *_indented(f"profile {found.profile_sha256[:SHOWN_DIGITS]}")]


def _indented(text: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=_INDENT,
        subsequent_indent=_INDENT * 2,
        break_long_words=False,
        break_on_hyphens=False,
    )
