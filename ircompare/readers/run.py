"""A run from the columns of any format."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa

from ircompare.errors import Problem, Problems, some
from ircompare.model.run import Run
from ircompare.readers import numbers
from ircompare.readers.built import Built, skipped, unused_columns
from ircompare.readers.identifiers import damaged_ids, ids
from ircompare.readers.provenance import Described
from ircompare.readers.table import Column, Table


def build_run(table: Table, problems: Problems, name: str, companion: Described) -> Built[Run]:
    """The rankings of a table; faults are noted, also those between rows."""
    columns, lines = table.columns, table.lines
    scores, ranks = columns.get("score"), columns.get("rank")
    tags = _tags(columns.get("tag"))
    run = Run.build(
        name,
        ids(columns["query_id"], "query id", lines, problems, proven=table.proven),
        ids(columns["doc_id"], "document id", lines, problems, proven=table.proven),
        scores=None if scores is None else numbers.scores(scores, table.typed, lines, problems),
        ranks=None if ranks is None else numbers.ranks(ranks, table.typed, lines, problems),
        lines=lines,
        empty_queries=table.listed,
        provenance=_provenance(companion.values, table.provenance, tags),
        source=problems.source,
        problems=problems,
    )
    if len(problems):
        return Built(run, {})
    scored = run.ordered("score") if run.scores is not None else run
    warnings = [
        *companion.warnings,
        *table.warnings,
        *_several_tags(tags, problems.source),
        *_disagreements(scored, problems.source),
        *unused_columns(table, problems.source),
        *damaged_ids([run.documents, pa.array(run.query_ids, pa.string())], problems.source),
    ]
    return Built(run, {**_counts(scored), **skipped(table)}, tuple(warnings))


def _tags(column: Column | None) -> list[str]:
    if column is None:
        return []
    if isinstance(column, pa.Array):
        return [str(tag) for tag in column.unique().to_pylist() if tag is not None]
    return [str(tag) for tag in dict.fromkeys(column) if tag is not None]


def _provenance(
    companion: Mapping[str, object], header: Mapping[str, object], tags: list[str]
) -> dict[str, object]:
    """What the companion says, then the header, then the tag column; the last one holds."""
    tag: dict[str, object] = {"tag": tags[0]} if len(tags) == 1 else {}
    return {**companion, **header, **tag}


def _counts(scored: Run) -> dict[str, int]:
    counts = {"queries": len(scored), "rows": len(scored.documents), "depth": scored.depth}
    if scored.scores is not None:
        counts["queries with ties"] = scored.tied_queries()
    return counts


def _several_tags(tags: list[str], source: str) -> list[Problem]:
    if len(tags) < 2:
        return []
    return [
        Problem(
            "several-tags",
            f"file has {len(tags)} different tags",
            source,
            expected="one run in one file",
            found=some(tags),
            mend="split the file if it holds several runs",
        )
    ]


def _disagreements(scored: Run, source: str) -> list[Problem]:
    queries = scored.rank_disagreements()
    if not queries:
        return []
    count = "1 query" if len(queries) == 1 else f"{len(queries)} queries"
    real = len(scored.rank_disagreements(among_ties=False))
    if real < len(queries):
        count += f", in {real or 'none'} of them beyond equal scores"
    return [
        Problem(
            "rank-disagreement",
            f"order by score differs from the rank column in {count}",
            source,
            expected="ranks that follow the scores",
            found=some(queries),
            mend="choose the order rank if the rank column is right",
        )
    ]
