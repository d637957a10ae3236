"""Qrels of several judges: one grade a pair as the user declared it, and every opinion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ircompare.errors import InputError, Problems, quote, some
from ircompare.inference.agreement import Opinion, by_pair
from ircompare.readers import numbers
from ircompare.readers.formats import FORMATS
from ircompare.readers.names import COLUMNS
from ircompare.readers.sniff import look
from ircompare.readers.table import Table, values_of
from ircompare.readers.unpack import unpack

MAJORITY = "majority"
_LOOKED_AT = 1 << 16
_WAYS = "one judge by name (--judge NAME), or the grade of most of them (--judge majority)"
Pair = tuple[str, str]


def of_one_grade(table: Table, judge: str, problems: Problems) -> Table:
    """The rows that count, without the columns of judges.

    Args:
        judge: Name of the judge whose grades count, or `majority`: the grade that more than half
            of a pair's judges give. "" where nothing was declared: then the judges may not differ.
        problems: Where faults are noted: an unknown judge, none of them named where they differ, a
            pair without a majority.
    """
    if "judge" not in table.columns:
        if judge:
            problems.add(
                "no-judges",
                f"judge {quote(judge)} was named, and the qrels have no column of judges",
                expected="a column judge",
                mend="leave the judge out",
            )
        return table
    kept = _one_a_pair(table, judge, problems)
    columns = {name: values_of(column) for name, column in table.columns.items()}
    return replace(
        table,
        columns={
            name: [values[row] for row in kept]
            for name, values in columns.items()
            if name not in ("judge", "reason")
        },
        lines=table.lines[np.array(kept, np.int64)],
    )


def opinions_of(data: bytes, source: str) -> tuple[Opinion, ...]:
    """What each judge says, in the order of the file; nothing where it has no column of judges.

    Raises:
        InputError: With every problem of the file.
    """
    edges = (data[:_LOOKED_AT] + data[-_LOOKED_AT:]).lower()
    content = unpack(data, source)
    packed = bool(content.compression)
    if not packed and not any(name.encode() in edges for name in COLUMNS["qrels"]["judge"]):
        return ()
    reader = FORMATS["qrels"].get(look(content).form)
    if reader is None:
        return ()
    problems = Problems(source)
    table = reader(content, "qrels", problems)
    problems.raise_any()
    return _opinions(table) if "judge" in table.columns else ()


def _opinions(table: Table) -> tuple[Opinion, ...]:
    """One for each row, in its order; a grade that is none counts as 0: the reader refuses it."""
    grades = numbers.grades(table.columns["grade"], table.typed, table.lines, Problems(""))
    texts = (
        ["" if value is None else str(value) for value in values_of(table.columns[name])]
        for name in ("query_id", "doc_id", "judge")
    )
    reasons = values_of(table.columns.get("reason", [""] * len(table)))
    return tuple(
        Opinion(query_id, doc_id, judge, grade, str(reason or ""))
        for query_id, doc_id, judge, grade, reason in zip(
            *texts, grades.tolist(), reasons, strict=True
        )
    )


def _one_a_pair(table: Table, judge: str, problems: Problems) -> list[int]:
    """Rows of the grades that count."""
    opinions = _opinions(table)
    names = sorted({one.judge for one in opinions})
    if judge in names:
        return [row for row, one in enumerate(opinions) if one.judge == judge]
    if judge not in ("", MAJORITY):
        problems.add(
            "unknown-judge",
            f"no judge {quote(judge)} among the qrels",
            expected=f"one of {some(names, limit=20)}, or {MAJORITY}",
            mend="name one of these",
        )
        return []
    try:
        pairs = by_pair(opinions, problems.source)
    except InputError as error:
        problems.extend(error.problems)
        return []
    chosen = {pair: _grade_of(by_judge, judge) for pair, by_judge in pairs.items()}
    open_pairs = [pair for pair, grade in chosen.items() if grade is None]
    if open_pairs:
        _note_open(open_pairs, pairs, judge, problems)
    first: dict[Pair, int] = {}
    for row, one in enumerate(opinions):
        pair = one.query_id, one.doc_id
        if one.grade == chosen[pair]:
            first.setdefault(pair, row)
    return sorted(first.values())


def _grade_of(by_judge: Mapping[str, Opinion], judge: str) -> int | None:
    """The grade that all give, or with `majority` more than half; None without one."""
    ((grade, count), *_) = Counter(one.grade for one in by_judge.values()).most_common(1)
    needed = len(by_judge) // 2 + 1 if judge == MAJORITY else len(by_judge)
    return grade if count >= needed else None


def _note_open(
    open_pairs: Sequence[Pair],
    pairs: Mapping[Pair, Mapping[str, Opinion]],
    judge: str,
    problems: Problems,
) -> None:
    query_id, doc_id = open_pairs[0]
    said = ", ".join(f"{name} {one.grade}" for name, one in pairs[query_id, doc_id].items())
    count = len(open_pairs)
    what = "1 pair" if count == 1 else f"{count:,} pairs"
    lacks = (
        f"{what} without a grade that most judges give"
        if judge == MAJORITY
        else f"judges differ on {what}, and it is not declared whose grade counts"
    )
    problems.add(
        "undeclared-judges" if not judge else "no-majority",
        lacks,
        expected=_WAYS,
        found=f"document {quote(doc_id)} for query {quote(query_id)}: {said}",
        mend="settle these pairs in the file, or name one judge" if judge else "declare it",
    )
