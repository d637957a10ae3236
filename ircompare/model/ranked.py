"""Rankings put in order by their rank column, and what keeps a run from an order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircompare.errors import Problem, Problems, quote
from ircompare.model.grouping import line_at, on_line
from ircompare.model.ids import IntArray
from ircompare.model.ordering import by_rank

if TYPE_CHECKING:
    from ircompare.model.run import Run


def lacks(run: Run, what: str) -> Problem:
    """That a run lacks the column, `score` or `rank`, that an order goes by."""
    return Problem(
        "no-such-column",
        f"run {quote(run.name)} cannot be put in order by {what}",
        run.source,
        expected=f"a {what} for every document",
        found=f"a run without {what}s",
        mend=f'choose order "{run.natural_order}"',
    )


def rows_by_rank(ranks: IntArray, run: Run) -> IntArray | None:
    """Rows by rising rank; None where they stand so already.

    Raises:
        InputError: A rank stands twice in one ranking.
    """
    rows, repeated = by_rank(ranks, run.bounds)
    problems = Problems(run.source)
    for first, later in repeated:
        problems.add(
            "repeated-rank",
            f"rank {ranks[later]} twice for query {quote(run.query_ids[run.codes[later]])}",
            line=line_at(run.lines, later),
            expected="each rank at most once a query, when the order is rank",
            found=f"at document {quote(run.documents[later].as_py())}, and at "
            f"document {quote(run.documents[first].as_py())}{on_line(run.lines, first)}",
            mend='mend the rank column, or choose order "score" or "listed"',
        )
    problems.raise_any()
    return rows
