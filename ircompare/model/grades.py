"""Grades are whole numbers: what is none is refused."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ircompare.errors import Problems, quote
from ircompare.model.ids import IntArray


def whole(grades: Sequence[int] | IntArray) -> IntArray:
    """Grades as integers; nothing else is turned into one.

    Raises:
        ValueError: They are no whole numbers of 64 bits.
    """
    values = np.asarray(grades) if len(grades) else np.zeros(0, np.int64)
    if values.dtype.kind not in "iu" or not np.can_cast(values.dtype, np.int64):
        raise ValueError(f"grades must be whole numbers of 64 bits, not {values.dtype}")
    return values.astype(np.int64)


def refuse_other_grades(rows: Sequence[tuple[str, str, object]], source: str) -> None:
    """Refuse (query, document, grade) rows where a grade is no whole number, such as 0.9 or True.

    Raises:
        InputError: With every such row.
    """
    problems = Problems(source)
    for query_id, doc_id, grade in rows:
        if isinstance(grade, bool) or not isinstance(grade, int | np.integer):
            problems.add(
                "bad-grade",
                f"grade {grade!r} for query {quote(query_id)} and document {quote(doc_id)}",
                expected="a whole number",
                mend="write the grade as an integer",
            )
    problems.raise_any()
