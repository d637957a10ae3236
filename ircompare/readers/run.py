"""A run from the columns of any format."""

from __future__ import annotations

import pyarrow as pa

from ircompare.errors import Problems
from ircompare.model.run import Run
from ircompare.readers import numbers
from ircompare.readers.built import Built, skipped, unused_columns
from ircompare.readers.identifiers import ids
from ircompare.readers.provenance import Described
from ircompare.readers.run_remarks import Remarks
from ircompare.readers.table import Column, Table


def build_run(table: Table, problems: Problems, name: str, companion: Described) -> Built[Run]:
    """The rankings of a table; faults are noted, also those between rows."""
    columns, lines = table.columns, table.lines
    scores, ranks = columns.get("score"), columns.get("rank")
    remarks = Remarks(problems.source, _tags(columns.get("tag")))
    run = Run.build(
        name,
        ids(columns["query_id"], "query id", lines, problems, proven=table.proven),
        ids(columns["doc_id"], "document id", lines, problems, proven=table.proven),
        scores=None if scores is None else numbers.scores(scores, table.typed, lines, problems),
        ranks=None if ranks is None else numbers.ranks(ranks, table.typed, lines, problems),
        lines=lines,
        empty_queries=table.listed,
        provenance=remarks.provenance(companion, table.provenance),
        source=problems.source,
        problems=problems,
    )
    if len(problems):
        return Built(run, {})
    remarks.see(run.ordered("score") if run.scores is not None else run)
    warnings = [
        *companion.warnings,
        *table.warnings,
        *remarks.on_rankings(),
        *unused_columns(table.extra, problems.source),
        *remarks.on_ids(run.query_ids),
    ]
    return Built(run, {**remarks.counts(), **skipped(table)}, tuple(warnings))


def _tags(column: Column | None) -> list[str]:
    if column is None:
        return []
    if isinstance(column, pa.Array):
        return [str(tag) for tag in column.unique().to_pylist() if tag is not None]
    return [str(tag) for tag in dict.fromkeys(column) if tag is not None]
