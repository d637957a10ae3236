"""Chunk budgets as text, JSON and table rows: both protocols, and every budget at once."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from ircompare.model.chunks import ChunkMap
from ircompare.model.protocol import Budget, Unit
from ircompare.model.scope import Scope
from ircompare.report.chunk_report import chunk_json
from ircompare.report.phrases import listed, named, plain
from ircompare.report.text import columns
from ircompare.scoring.budgets import BudgetCurve, BudgetSweep, Needed
from ircompare.scoring.chunked import Side
from ircompare.scoring.comparison import Counts
from ircompare.scoring.measures import MEASURES, PRIMARY
from ircompare.scoring.numbers import counted, delta_text, number_text, value_text
from ircompare.scoring.sides import DOCUMENT_CREDIT

Json = dict[str, object]
Span = tuple[int, int, int]
BETTER = {1: "better", 0: "tied", -1: "worse"}
_LINES = 40


def unit_words(count: int, unit: Unit) -> str:
    """A budget in words: "1 chunk", "300 tokens"."""
    return counted(count, unit.removesuffix("s"), unit)


def verdict_cells(counts: Counts) -> str:
    """Improved, tied and regressed as `3 ▲ 1 ═ 2 ▼`."""
    return f"{counts.improved:,} ▲ {counts.tied:,} ═ {counts.regressed:,} ▼"


def sweep_rows(found: BudgetSweep, every: bool = True) -> list[dict[str, str]]:
    """One row a budget: means of both runs, deltas and verdicts; the table of page and command.

    Args:
        every: Whether rows that equal the one above stand there too.
    """
    name = "budget"
    rows: list[dict[str, str]] = []
    for at, budget in enumerate(found.budgets.tolist()):
        row: dict[str, str] = {}
        for measure in PRIMARY:
            a, b = (side.curve.of(measure.key)[at] for side in (found.a, found.b))
            mean, counts = measure.mean_at(found.a.k), found.counts[measure.key][at]
            row |= {
                f"{mean} A": value_text(a),
                f"{mean} B": value_text(b),
                f"{mean} B − A": delta_text(b - a),
                f"{measure.at(found.a.k)} verdicts": verdict_cells(counts),
            }
        if every or not rows or row != _without(rows[-1], name):
            rows.append({name: f"{budget:,}", **row})
    return rows


def _without(row: Mapping[str, str], key: str) -> dict[str, str]:
    return {name: text for name, text in row.items() if name != key}


def curve_rows(found: BudgetCurve, every: bool = True) -> list[dict[str, str]]:
    """One row a budget for one run alone."""
    rows: list[dict[str, str]] = []
    for at, budget in enumerate(found.budgets.tolist()):
        row = {m.mean_at(found.k): value_text(found.curve.of(m.key)[at]) for m in PRIMARY}
        if every or not rows or row != _without(rows[-1], "budget"):
            rows.append({"budget": f"{budget:,}", **row})
    return rows


def sweep_text(found: BudgetSweep, scope: Scope) -> str:
    """Two runs over every budget, and what the budget decides."""
    a, b = found.a, found.b
    every = len(found.budgets) <= _LINES
    lines = [
        f"A {plain(a.curve.name)} → B {plain(b.curve.name)}, cut at k {a.k}, {_budgets(a)}",
        "",
        *_table(sweep_rows(found, every)),
        *_left_out(every),
        "",
        agree_sentence(found.agree, a.unit),
        *needed_sentences(found),
    ]
    for measure in PRIMARY:
        lines += _depending(found, measure.key, scope)
    return "\n".join(lines) + "\n"


def curve_text(found: BudgetCurve) -> str:
    """One run over every budget."""
    every = len(found.budgets) <= _LINES
    lines = [
        f"{plain(found.curve.name)}, cut at k {found.k}, {_budgets(found)}",
        "",
        *_table(curve_rows(found, every)),
        *_left_out(every),
        "",
    ]
    if found.needed is not None:
        lines.append(agree_sentence(found.needed.agree, found.unit))
        lines.append(needed_sentence(found.curve.name, found.needed, found.k, found.unit))
    return "\n".join(lines) + "\n"


def _budgets(found: BudgetCurve) -> str:
    return f"budgets of 1 to {unit_words(int(found.budgets[-1]), found.unit)}"


def _table(rows: Sequence[Mapping[str, str]]) -> list[str]:
    return columns([list(rows[0]), *(list(row.values()) for row in rows)])


def _left_out(every: bool) -> list[str]:
    return [] if every else ["", "budgets left out equal the one above them"]


def agree_sentence(budget: int, unit: Unit) -> str:
    """From which budget on both protocols give the same."""
    if budget == 1 and unit == "chunks":
        return "Any budget gives what all chunks give."
    return f"From {unit_words(budget, unit)} on, both protocols agree on every query."


def needed_sentences(found: BudgetSweep) -> list[str]:
    """What each chunk run needs for k documents."""
    return [
        needed_sentence(side.curve.name, side.needed, side.k, side.unit)
        if side.needed is not None
        else f"{plain(side.curve.name)} names documents: no budget changes it."
        for side in (found.a, found.b)
    ]


def needed_sentence(name: str, needed: Needed, k: int, unit: Unit) -> str:
    """Median and largest budget that brings k documents of one run."""
    documents, run = counted(k, "document"), plain(name)
    middle, most = needed.median, needed.most
    if middle is None or most is None:
        return f"{run} never brings {documents}, however many chunks are taken."
    half = f"{float(middle):,.1f}" if middle.denominator > 1 else f"{middle.numerator:,}"
    text = f"{run} needs {half} {unit} in the median and at most {most:,} for {documents}"
    if not needed.short:
        return f"{text}."
    return f"{text}; for {counted(needed.short, 'query')} even all chunks bring fewer."


def span_words(spans: Sequence[Span]) -> str:
    """Verdicts over the budgets, such as "better up to 3, worse from 4"."""
    words = []
    for at, (sign, first, last) in enumerate(spans):
        if at == len(spans) - 1:
            words.append(f"{BETTER[sign]} from {first:,}" if at else f"{BETTER[sign]} throughout")
        elif first == last:
            words.append(f"{BETTER[sign]} at {first:,}")
        elif first == 1:
            words.append(f"{BETTER[sign]} up to {last:,}")
        else:
            words.append(f"{BETTER[sign]} from {first:,} to {last:,}")
    return ", ".join(words)


def _depending(found: BudgetSweep, measure: str, scope: Scope) -> list[str]:
    steps, label = found.verdicts[measure], MEASURES[measure].at(found.a.k)
    places = steps.depending.tolist()
    if not places:
        return [f"{label}: no verdict depends on the budget."]
    names = named([scope.query_ids[place] for place in places])
    flips = len(steps.flips())
    turned = f", and turns round in {flips:,}" if flips else ""
    text = f"{label}: the verdict of {counted(len(places), 'query')} depends on the budget{turned}"
    return [f"{text}; it first changes at {steps.opening:,}: {names}."]


def curve_json(found: BudgetCurve) -> Json:
    """One run over every budget."""
    return {
        "run": found.curve.name,
        "k": found.k,
        "unit": found.unit,
        "budgets": [
            {
                "budget": budget,
                **{
                    f"{_key(m.key, found.k)}": number_text(found.curve.of(m.key)[at])
                    for m in PRIMARY
                },
            }
            for at, budget in enumerate(found.budgets.tolist())
        ],
        "needed": None if found.needed is None else _needed_json(found.needed),
    }


def _key(measure: str, k: int) -> str:
    return f"{'mrr' if measure == 'rr' else measure}_at_{k}"


def _needed_json(needed: Needed) -> Json:
    return {
        "median": number_text(needed.median),
        "most": needed.most,
        "short": needed.short,
        "agree": needed.agree,
    }


def sweep_json(found: BudgetSweep, scope: Scope) -> Json:
    """Two runs over every budget, and the queries whose verdict depends on it."""
    return {
        "a": found.a.curve.name,
        "b": found.b.curve.name,
        "k": found.a.k,
        "unit": found.a.unit,
        "budgets": [
            {"budget": budget, **{m.key: _at_budget(found, m.key, at) for m in PRIMARY}}
            for at, budget in enumerate(found.budgets.tolist())
        ],
        "opening": found.opening,
        "agree": found.agree,
        "needed": {
            role: None if side.needed is None else _needed_json(side.needed)
            for role, side in (("a", found.a), ("b", found.b))
        },
        "depending_queries": {
            m.key: {
                scope.query_ids[place]: [
                    {"verdict": BETTER[sign], "from": first, "to": last}
                    for sign, first, last in found.verdicts[m.key].spans(
                        place, int(found.budgets[-1])
                    )
                ]
                for place in found.verdicts[m.key].depending.tolist()
            }
            for m in PRIMARY
        },
    }


def _at_budget(found: BudgetSweep, measure: str, at: int) -> Json:
    a, b = found.a.curve.of(measure)[at], found.b.curve.of(measure)[at]
    counts = found.counts[measure][at]
    return {"a": number_text(a), "b": number_text(b), "delta": number_text(b - a), **vars(counts)}


def chunk_text(side: Side, k: int, budget: Budget | None) -> str:
    """What the command `chunks` prints for people: both protocols, and the first documents."""
    made = chunk_json(side, k, budget)
    whole = made["collapse_then_document_cutoff"]
    rows = [("", *_labels(k)), ("all chunks, then cut", *_means(whole, k))]
    if budget is not None:
        words = f"first {unit_words(budget.n, budget.unit)}, then collapsed"
        rows.append((words, *_means(made["budget_then_collapse"], k)))
    lines = [plain(side.name), "", *columns(rows), "", *_lists(made, k), "", DOCUMENT_CREDIT]
    return "\n".join([*lines, f"adapter {str(made['adapter_sha256'])[:12]}"]) + "\n"


def _labels(k: int) -> Iterable[str]:
    return (measure.mean_at(k) for measure in PRIMARY)


def _means(summary: object, k: int) -> Iterable[str]:
    values = summary if isinstance(summary, dict) else {}
    for measure in PRIMARY:
        text = values.get(_key(measure.key, k))
        yield value_text(None if text is None else Fraction(str(text)))


def _lists(made: Json, k: int) -> list[str]:
    """The first documents of each query with the chunk that brought each."""
    found = made["provenance"]
    lines = []
    for query, held in (found if isinstance(found, dict) else {}).items():
        parts = [
            f"{plain(each['document_id'])} ({plain(each['first_chunk_id'])} "
            f"at {each['first_chunk_rank']})"
            for each in held["documents"][:k]
        ]
        counts = f"{counted(held['received_chunks'], 'chunk')}"
        counts += f", {counted(held['distinct_documents'], 'document')}"
        lines.append(f"{plain(query)}: {counts}{': ' if parts else ''}{listed(parts)}")
    return lines


def map_bytes(chunk_map: ChunkMap, *, as_json: bool = False) -> bytes:
    """A chunk map as a file: TSV with its header, or a JSON object chunk → document."""
    pairs = zip(chunk_map.chunk_ids.to_pylist(), chunk_map.doc_ids.to_pylist(), strict=True)
    if as_json:
        return (json.dumps(dict(pairs), ensure_ascii=False, indent=0) + "\n").encode()
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(["chunk_id", "doc_id"])
    writer.writerows(pairs)
    return text.getvalue().encode()
