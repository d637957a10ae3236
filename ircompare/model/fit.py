"""Whether a run fits a scope: its queries against those that are scored."""

from __future__ import annotations

from collections.abc import Sequence

from ircompare.errors import InputError, Problem, Problems, quote, some
from ircompare.model.contract import WRONG_SPLIT
from ircompare.model.scope import Scope
from ircompare.model.stored import AnyRun


def check_queries(run: AnyRun, scope: Scope, problems: Problems) -> tuple[Problem, ...]:
    """Note queries outside the split; under pooled judgements they are only remarked on.

    Returns:
        The remarks.

    Raises:
        InputError: Not one query of the run is judged.
    """
    extra = [query for query in run.query_ids if query not in scope.positions]
    qrels = scope.collection.qrels
    if run.query_ids and not any(query in qrels.positions for query in run.query_ids):
        raise InputError(_nothing_shared(run, qrels.query_ids))
    if extra and scope.protocol.judgements == "exhaustive":
        for query_id in extra:
            place = run.positions[query_id]
            row = int(run.bounds[place])
            problems.add(
                "wrong-split",
                f"query {quote(query_id)} is not in {_split_text(scope)}",
                line=run.line(row) if run.depths[place] else None,
                expected="only queries of the split that is scored, under exhaustive judgements",
                mend="remove the query from the run, or score its split",
                contract_reason=WRONG_SPLIT,
            )
    elif extra:
        return (
            Problem(
                "extra-query",
                f"{len(extra)} queries of the run are not in {_split_text(scope)}: ignored",
                run.source,
                found=some(extra),
            ),
        )
    return ()


def _split_text(scope: Scope) -> str:
    return "the queries that are scored" if scope.split is None else f"split {quote(scope.split)}"


def _nothing_shared(run: AnyRun, judged: Sequence[str]) -> Problem:
    return Problem(
        "no-shared-query",
        f"run {quote(run.name)} and the qrels share no query id",
        run.source,
        expected=f"query ids such as {some(judged)} (from the qrels)",
        found=some(run.query_ids),
        mend="give both files the same query ids; they are compared exactly",
    )
