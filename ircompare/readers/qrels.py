"""Qrels from the columns of any format."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from ircompare.errors import Problem, Problems
from ircompare.model.collection import Qrels
from ircompare.readers.built import Built, skipped, unused_columns
from ircompare.readers.identifiers import damaged_ids, ids
from ircompare.readers.numbers import grades
from ircompare.readers.sheet import filled_rows, is_sheet
from ircompare.readers.table import Table
from ircompare.scoring.numbers import grade_text

_MOST_GRADES = 6


def build_qrels(table: Table, problems: Problems) -> Built[Qrels]:
    """The judgements of a table; faults are noted, also those between rows.

    Of a judging sheet the rows without a grade are left out and counted.
    """
    whole, table = len(table), filled_rows(table)
    qrels = Qrels.build(
        ids(table.columns["query_id"], "query id", table.lines, problems, proven=table.proven),
        ids(table.columns["doc_id"], "document id", table.lines, problems, proven=table.proven),
        grades(table.columns["grade"], table.typed, table.lines, problems),
        source=problems.source,
        lines=table.lines,
        empty_queries=table.listed,
        problems=problems,
    )
    unused = () if is_sheet(table.extra) else unused_columns(table.extra, problems.source)
    warnings = [*table.warnings, *_repeats(qrels), *unused]
    warnings += damaged_ids(
        [qrels.documents, pa.array(qrels.query_ids, pa.string())], problems.source
    )
    left_out = {"rows not judged": whole - len(table)} if whole > len(table) else {}
    return Built(qrels, {**_counts(qrels), **left_out, **skipped(table)}, tuple(warnings))


def _counts(qrels: Qrels) -> dict[str, int]:
    values, numbers = np.unique(qrels.grades, return_counts=True)
    found = dict(zip(values.tolist(), numbers.tolist(), strict=True))
    return {
        "queries": len(qrels.query_ids),
        "judgements": len(qrels),
        "relevant": int(np.count_nonzero(qrels.grades >= 1)),
        **{grade_text(grade): count for grade, count in list(found.items())[:_MOST_GRADES]},
    }


def _repeats(qrels: Qrels) -> list[Problem]:
    count = qrels.equal_repeats
    if not count:
        return []
    what = "1 judgement stands twice" if count == 1 else f"{count} judgements stand twice"
    return [
        Problem(
            "repeated-judgement",
            f"{what} with the same grade and is counted once"
            if count == 1
            else f"{what} with the same grade and are counted once",
            qrels.source,
            expected="each judgement once",
            mend="remove the repeated lines",
        )
    ]
