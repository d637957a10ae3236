"""Variants, measurements and answer labels from the columns of any format."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeVar

from ircompare.errors import Problems, quote
from ircompare.readers import cells
from ircompare.readers.built import Built, skipped, unique_ids, unused_columns
from ircompare.readers.identifiers import ids, note_repeat
from ircompare.readers.table import Column, Table, values_of
from ircompare.scorecard.inputs import AnswerLabels, Measurements, Nugget, Variants
from ircompare.scorecard.x_score import largest_entropy

Value = TypeVar("Value")
Read = Callable[[object], Value]
COLUMNS: dict[str, Read[Any]] = {
    "latency_ms": cells.milliseconds,
    "tokens_in": cells.count,
    "tokens_context": cells.count,
    "tokens_out": cells.count,
    "answered": cells.truth,
    "probability": cells.probability,
    "predicted_intent": cells.word,
    "bert_f1_rescaled": cells.number,
    "citation_coverage": cells.share,
    "entropy_bits": cells.bits,
    "outcomes": cells.outcomes,
}
JUDGES: tuple[Literal["people", "LLM"], ...] = ("people", "LLM")


def build_variants(table: Table, problems: Problems) -> Built[Variants]:
    """The variants of a table; faults are noted."""
    found = ids(table.columns["variant_id"], "variant id", table.lines, problems)
    of = ids(table.columns["original_id"], "original id", table.lines, problems)
    unique_ids(found, "variant id", table.lines, problems)
    variants, originals = found.to_pylist(), of.to_pylist()
    lines = dict(zip(reversed(variants), reversed(table.lines.tolist()), strict=True))
    for variant, original, line in zip(variants, originals, table.lines.tolist(), strict=True):
        if original in lines:
            own = variant == original
            problems.add(
                "variant-of-variant",
                f"query {quote(variant)} is a variant of "
                + ("itself" if own else f"{quote(original)}, itself a variant"),
                line=line,
                expected="the query that the variant rewords",
                found="" if own else f"{quote(original)} as a variant on line {lines[original]}",
                mend="leave the original out of the variants",
            )
    value = Variants({} if len(problems) else dict(zip(variants, originals, strict=True)))
    counts = {"variants": len(variants), "originals": len(set(originals)), **skipped(table)}
    remarks = (*table.warnings, *unused_columns(table.extra, problems.source))
    return Built(Variants(value.originals, problems.source), counts, remarks)


def build_measurements(table: Table, problems: Problems) -> Built[Measurements]:
    """What a table says of each query of one run; faults are noted."""
    found = ids(table.columns["query_id"], "query id", table.lines, problems)
    unique_ids(found, "query id", table.lines, problems)
    queries = found.to_pylist()
    columns: dict[str, Any] = {
        name: _column(table, name, table.columns[name], queries, read, problems)
        for name, read in COLUMNS.items()
        if name in table.columns
    }
    _check_entropies(table, columns, queries, problems)
    own, unused = _own_columns(table, queries, problems)
    said = {name: _constant(table, name, problems) for name in ("tokenizer", "conditions")}
    rate = _rate(_constant(table, "queries_per_second", problems), table, problems)
    if not columns and not own and not len(problems):
        problems.add(
            "nothing-measured",
            "table names queries and measures nothing",
            expected=f"a column such as {', '.join(COLUMNS)}, or one of numbers",
            mend="add the column",
        )
    counts = {"queries": len(queries)}
    counts |= {name: len(column) for name, column in [*columns.items(), *own.items()]}
    sound = {} if len(problems) else {**columns, **said, "queries_per_second": rate}
    value = Measurements(problems.source, **sound, columns={} if len(problems) else own)
    remarks = (*table.warnings, *unused_columns(unused, problems.source))
    return Built(value, {**counts, **skipped(table)}, remarks)


def _check_entropies(
    table: Table, columns: dict[str, Any], queries: Sequence[str], problems: Problems
) -> None:
    """Note every entropy that its number of outcomes cannot have."""
    bits, outcomes = columns.get("entropy_bits", {}), columns.get("outcomes", {})
    for query, line in zip(queries, table.lines.tolist(), strict=True):
        if query in bits and query in outcomes and bits[query] > largest_entropy(outcomes[query]):
            problems.add(
                "bad-value",
                f"entropy_bits is more than {outcomes[query]} outcomes can have",
                line=line,
                expected=f"at most log2({outcomes[query]}) = {math.log2(outcomes[query]):.6g}",
                found=f"{float(bits[query]):g}",
                mend="give the entropy in bits, and the size of its own distribution",
            )


def build_answers(table: Table, problems: Problems) -> Built[AnswerLabels]:
    """The nuggets of a table by query; faults are noted."""
    queries = ids(table.columns["query_id"], "query id", table.lines, problems).to_pylist()
    named = ids(table.columns["nugget_id"], "nugget id", table.lines, problems).to_pylist()
    vital, supported = (_truths(table, name, problems) for name in ("vital", "supported"))
    first: dict[tuple[str, str], int] = {}
    nuggets: dict[str, list[Nugget]] = {}
    rows = zip(queries, named, vital, supported, table.lines.tolist(), strict=True)
    for query, name, is_vital, is_supported, line in rows:
        before = first.setdefault((query, name), line)
        if before != line:
            what = f"query {quote(query)}: nugget id"
            note_repeat(name, what, line, before, problems)
        nuggets.setdefault(query, []).append(Nugget(name, is_vital, is_supported))
    judged_by = _judged_by(table, problems)
    value = AnswerLabels(
        {query: tuple(own) for query, own in nuggets.items()}, problems.source, judged_by
    )
    counts = {"queries": len(nuggets), "nuggets": len(named), "vital": sum(vital)}
    remarks = (*table.warnings, *unused_columns(table.extra, problems.source))
    return Built(value, {**counts, **skipped(table)}, remarks)


def _own_columns(
    table: Table, queries: Sequence[str], problems: Problems
) -> tuple[dict[str, dict[str, Fraction]], list[str]]:
    """Columns of the user's own that begin with a number, and the names of the others."""
    own, unused = {}, []
    for name, column in table.extra.items():
        first = next((value for value in values_of(column) if not cells.absent(value)), None)
        if first is None or not _is_number(first):
            unused.append(name)
        else:
            own[name] = _column(table, name, column, queries, cells.number, problems)
    return own, unused


def _is_number(value: object) -> bool:
    try:
        cells.number(value)
    except cells.NotSoError:
        return False
    return True


def _column(
    table: Table,
    name: str,
    column: Column,
    queries: Sequence[str],
    read: Read[Value],
    problems: Problems,
) -> dict[str, Value]:
    """One column as query → value, without the cells that say nothing."""
    found = {}
    for query, value, line in zip(queries, values_of(column), table.lines.tolist(), strict=True):
        if not cells.absent(value):
            held = cells.checked(name, value, line, read, problems)
            if held is not None:
                found[query] = held
    return found


def _truths(table: Table, name: str, problems: Problems) -> list[bool]:
    """A column of yes and no in which every cell is filled."""
    values = zip(values_of(table.columns[name]), table.lines.tolist(), strict=True)
    found = (cells.checked(name, value, line, cells.truth, problems) for value, line in values)
    return [bool(one) for one in found]


def _constant(table: Table, name: str, problems: Problems) -> str:
    """The one text of a column that speaks of the whole file; "" where there is none."""
    found = ""
    values = values_of(table.columns.get(name, ()))
    for value, line in zip(values, table.lines.tolist(), strict=False):
        said = "" if cells.absent(value) else str(value).strip(" ")
        if said and found and said != found:
            problems.add(
                "not-constant",
                f"{name} differs from the rows before",
                line=line,
                expected=f"{quote(found)} in every row: it speaks of the whole file",
                found=quote(said),
                mend="split the file, or correct the cell",
            )
            return found
        found = found or said
    return found


def _rate(text: str, table: Table, problems: Problems) -> Fraction | None:
    if not text:
        return None
    rate = cells.checked("queries_per_second", text, table.line(0), cells.number, problems)
    if rate is not None and rate <= 0:
        problems.add(
            "bad-value",
            f"queries_per_second is {text}",
            line=table.line(0),
            expected="a number above 0",
            mend="correct the cell",
        )
        return None
    return rate


def _judged_by(table: Table, problems: Problems) -> Literal["people", "LLM"]:
    said = _constant(table, "judged_by", problems) or JUDGES[0]
    found = next((judge for judge in JUDGES if judge.lower() == said.lower()), None)
    if found is None:
        problems.add(
            "bad-value",
            f"judged_by is {quote(said)}",
            line=table.line(0),
            expected=" or ".join(JUDGES),
            mend="say who decided what an answer supports",
        )
    return found or JUDGES[0]
