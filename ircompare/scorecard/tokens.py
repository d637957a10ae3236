"""Tokens per answer: all tokens ÷ all answered queries, a cost and so better when lower."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ircompare.scorecard.answers import answer_score
from ircompare.scorecard.dimensions import TOKENS
from ircompare.scorecard.direction import DOWN
from ircompare.scorecard.inputs import Inputs, Measurements, RunTables, absent
from ircompare.scorecard.row import Input, Part, Row, measured, not_computable

NEEDED = ("tokens_in", "tokens_out", "answered")
KINDS = {"tokens_in": "prompt", "tokens_context": "context", "tokens_out": "answer"}


def tokens_per_answer(inputs: Inputs) -> Row:
    """Ratio of sums over the queries that both runs measured; unanswered queries cost too."""
    missing = [text for name in NEEDED for text in absent(name, inputs.columns(name))]
    tables = [side.measurements for side in (inputs.a, inputs.b)]
    missing += [
        f"the tokenizer of run {name}"
        for name, one in zip("AB", tables, strict=True)
        if one is not None and not one.tokenizer
    ]
    both = [one for one in tables if one is not None]
    if missing or len(both) < 2:
        return not_computable(TOKENS, missing)
    queries = inputs.shared(*(_column(one, name) for one in both for name in _kinds(both)))
    queries = [q for q in queries if all(q in (one.answered or {}) for one in both)]
    values = [per_answer(one, queries, _kinds(both)) for one in both]
    names = list(dict.fromkeys(one.tokenizer for one in both))
    comparable = len(names) == 1
    return measured(
        TOKENS,
        (values[0], values[1]) if comparable else (None, None),
        [*inputs.measured_by("tokens"), Input("tokenizer", " and ".join(names))],
        n_used=len(queries),
        label=f"Tokens per answer ↓ ({' + '.join(KINDS[name] for name in _kinds(both))})",
        parts=_parts(inputs, both, queries) if comparable else [],
        counts={
            f"answered in {name}": _answers(one, queries)
            for name, one in zip("AB", both, strict=True)
        },
        undefined=f"counted by different tokenizers: {' and '.join(names)}"
        if not comparable
        else "a run answered no query",
    )


def per_answer(
    table: Measurements, queries: Sequence[str], kinds: Sequence[str]
) -> Fraction | None:
    """All tokens of some kinds ÷ all answered queries; None where none was answered."""
    tokens = sum(_column(table, name)[query] for name in kinds for query in queries)
    answers = _answers(table, queries)
    return Fraction(tokens, answers) if answers else None


def _kinds(both: Sequence[Measurements]) -> list[str]:
    """Prompt and answer, and the context where both runs count it."""
    return [name for name in KINDS if all(getattr(one, name) is not None for one in both)]


def _column(table: Measurements, name: str) -> Mapping[str, int]:
    column: Mapping[str, int] | None = getattr(table, name)
    return column or {}


def _answers(table: Measurements, queries: Sequence[str]) -> int:
    answered = table.answered or {}
    return sum(answered[query] for query in queries)


def _parts(inputs: Inputs, both: Sequence[Measurements], queries: Sequence[str]) -> list[Part]:
    kinds = _kinds(both)
    parts = [
        Part.of(
            name,
            f"{KINDS[name]} tokens per answer",
            (per_answer(one, queries, [name]) for one in both),
            DOWN,
        )
        for name in kinds
    ]
    if inputs.a.answers and inputs.b.answers:
        sides = zip((inputs.a, inputs.b), both, strict=True)
        values = [_per_correct(side, one, queries, kinds) for side, one in sides]
        label = "tokens per complete answer (every vital nugget supported)"
        parts.append(Part.of("per_complete_answer", label, values, DOWN))
    return parts


def _per_correct(
    side: RunTables, table: Measurements, queries: Sequence[str], kinds: Sequence[str]
) -> Fraction | None:
    """Tokens of the queries with labels ÷ their complete answers; None where none is complete."""
    labels = side.answers.nuggets if side.answers else {}
    scores = {query: answer_score(labels[query]) for query in queries if query in labels}
    known = [query for query, score in scores.items() if score is not None]
    complete = sum(score.complete for score in scores.values() if score is not None)
    tokens = sum(_column(table, name)[query] for name in kinds for query in known)
    return Fraction(tokens, complete) if complete else None
