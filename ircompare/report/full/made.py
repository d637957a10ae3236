"""How the numbers were computed: protocol, fingerprints, provenance, remarks and versions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from ircompare.errors import Problem
from ircompare.report.full.blocks import Block, Facts, Items, Section, Text
from ircompare.report.phrases import shortened
from ircompare.report.protocol import fingerprints, protocol_json
from ircompare.scoring.comparison import Comparison

LONGEST = 2000


def how_made(
    comparison: Comparison, warnings: Sequence[Problem], fingerprint: bool
) -> Iterator[Block]:
    """Every choice that fixes a number, what it was made of, and every remark."""
    sides = (comparison.a, comparison.b)
    fields = [(name, _value(value)) for name, value in protocol_json(sides).items()]
    yield Section("Protocol", [Facts(fields)], listed=False)
    marks = fingerprints(sides, fingerprint)
    known = [(name, value or "not taken") for name, value in marks.items()]
    note = Text("SHA-256 of the content, not of the files.", "note")
    yield Section("Fingerprints", [Facts(known), note], listed=False)
    yield Section("Files", [Facts(list(_files(comparison)))], listed=False)
    for role, side in zip("AB", sides, strict=True):
        told = side.hits.run.provenance
        if told:
            yield Section(f"Provenance of run {role}", [Facts(list(_flat(told)))], listed=False)
    scope = comparison.a.scope
    notes = [*warnings, *scope.notes, *comparison.a.hits.notes, *comparison.b.hits.notes]
    if notes:
        texts = list(dict.fromkeys(_remark(note) for note in notes))
        yield Section("Remarks", [Items(texts)], listed=False)


def _files(comparison: Comparison) -> Iterator[tuple[str, str]]:
    collection = comparison.a.scope.collection
    held = {
        "corpus": collection.corpus,
        "queries": collection.queries,
        "qrels": collection.qrels,
        "run A": comparison.a.hits.run,
        "run B": comparison.b.hits.run,
    }
    for name, part in held.items():
        yield name, (part.source or "in memory") if part is not None else "not given"


def _flat(told: Mapping[str, object], above: str = "") -> Iterator[tuple[str, str]]:
    for name, value in told.items():
        label = f"{above}{name}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{label}.")
        else:
            yield label, shortened(_value(value), LONGEST)


def _value(value: object) -> str:
    if value is None:
        return "none"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _remark(note: Problem) -> str:
    place = f"{note.place}: " if note.place else ""
    details = (("expected", note.expected), ("found", note.found), ("mend", note.mend))
    return "; ".join([f"{place}{note.what}", *(f"{name}: {x}" for name, x in details if x)])
