"""Pairs of a query and a document from the columns of any format."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa

from ircompare.errors import SHOWN, Problem, Problems, quote
from ircompare.model.collection import Corpus
from ircompare.model.grouping import line_at
from ircompare.model.ids import FloatArray, IdIndex, IntArray, encoded, first_place
from ircompare.readers import cells
from ircompare.readers.built import Built, skipped, unused_columns
from ircompare.readers.identifiers import damaged_ids, ids
from ircompare.readers.sparse_numbers import Holds, sparse_numbers
from ircompare.readers.table import Table
from ircompare.scorecard.pairs import Pairs

VALUES: dict[str, tuple[Callable[[object], float], Holds]] = {
    "probability": (cells.probability, lambda found: (found >= 0) & (found <= 1)),
    "similarity": (cells.finite, np.isfinite),
}
NOTHING = Pairs.build([], [])


def build_pairs(table: Table, problems: Problems) -> Built[Pairs]:
    """The pairs of a table; faults are noted, also a pair that stands twice."""
    queries = ids(table.columns["query_id"], "query id", table.lines, problems, proven=table.proven)
    documents = ids(
        table.columns["doc_id"], "document id", table.lines, problems, proven=table.proven
    )
    _once(encoded(queries), documents, table.lines, problems)
    values = {
        name: sparse_numbers(table, name, read, holds, problems)
        for name, (read, holds) in VALUES.items()
    }
    if not any(name in table.columns for name in VALUES) and not len(problems):
        problems.add(
            "nothing-supplied",
            "table names pairs and says nothing of them",
            expected=f"a column {' or '.join(VALUES)}",
            mend="add the column",
        )
    if len(problems):
        return Built(NOTHING, {})
    value = Pairs.build(queries, documents, **values, source=problems.source, lines=table.lines)
    counts = {"queries": len(value.query_ids), "pairs": len(value)}
    counts |= {name: _filled(column) for name, column in values.items() if column is not None}
    remarks = [*table.warnings, *unused_columns(table.extra, problems.source)]
    remarks += damaged_ids([documents, pa.array(value.query_ids, pa.string())], problems.source)
    return Built(value, {**counts, **skipped(table)}, tuple(remarks))


def note_unknown_documents(pairs: Pairs | None, corpus: Corpus | None, problems: Problems) -> None:
    """Note every pair with a probability whose document the corpus lacks; without one, nothing.

    Such a pair has no outcome: taken as not relevant it would be a guess.
    """
    if pairs is None or corpus is None or pairs.probability is None:
        return
    rows = np.flatnonzero(~np.isnan(pairs.probability))
    unknown = rows[corpus.index.find(pairs.documents.take(pa.array(rows))) < 0]
    problems.extend(_unknown(pairs, row) for row in unknown[:SHOWN].tolist())
    problems.total += len(unknown[SHOWN:])


def _unknown(pairs: Pairs, row: int) -> Problem:
    query = pairs.query_ids[int(pairs.codes[row])]
    return Problem(
        "unknown-document",
        f"document {quote(pairs.documents[row].as_py())} of query {quote(query)} is not in the "
        "corpus",
        pairs.source,
        line=line_at(pairs.lines, row),
        expected="only documents of the corpus, where a probability is stated",
        mend="remove the pair, or give the corpus that it belongs to",
    )


def _once(
    queries: pa.DictionaryArray, documents: pa.StringArray, lines: IntArray, problems: Problems
) -> None:
    """Note every pair that stands again; beyond those shown they are only counted."""
    codes = np.asarray(queries.indices.to_numpy(zero_copy_only=False), np.int64)
    index = IdIndex(documents, codes)
    for row in index.repeats[:SHOWN].tolist():
        first = first_place(index, documents, codes, row)
        pair = quote(documents[row].as_py()), quote(queries[row].as_py())
        problems.add(
            "duplicate-pair",
            "document {} twice for query {}".format(*pair),
            line=int(lines[row]),
            expected="each pair of a query and a document once",
            found=f"also on line {lines[first]}",
            mend="remove one of the two lines",
        )
    problems.total += len(index.repeats[SHOWN:])


def _filled(column: FloatArray) -> int:
    return int(np.count_nonzero(~np.isnan(column)))
