"""The values of every query as a table: CSV that is safe in a spreadsheet, and exact Parquet.

Both hold the same columns. An exact value stands as `…_numerator` and `…_denominator` (reduced,
whole numbers) and as a double beside them; a fraction text such as 1/2 would turn into a date
in a spreadsheet. A value that a query does not have is empty.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa

from ircompare.errors import InputError, Problem, quote
from ircompare.model.ids import BoolArray
from ircompare.report.atomic import write_atomic
from ircompare.report.columns import reduced
from ircompare.report.protocol import fingerprints, protocol_json
from ircompare.scoring.causes import causes
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import MEASURES, PRIMARY
from ircompare.scoring.numbers import VERDICTS
from ircompare.scoring.values import AnyValues, Ratios

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
_WHOLE = ("_numerator", "_denominator")
_ROWS_AT_ONCE = 1000
CSV_MARK = b"\xef\xbb\xbf"
Result = Evaluation | Comparison


def table_of(results: Sequence[Result], *, with_causes: bool = True) -> pa.Table:
    """One row for each result and query of its split, results one after the other.

    Args:
        results: Evaluations or comparisons, all of one kind; runs and cutoffs are columns.
        with_causes: Whether comparisons tell why a query changed, which takes their documents.
    """
    return pa.concat_tables([_one(result, with_causes) for result in results])


def csv_bytes(results: Sequence[Result]) -> bytes:
    """The table as UTF-8 CSV with a byte order mark.

    Texts that a spreadsheet would take for a formula get an apostrophe in front; numbers stay
    numbers, doubles at full precision.
    """
    table = table_of(results)
    return CSV_MARK + csv_lines([table.column_names]) + csv_lines(csv_rows(table))


def csv_lines(rows: Iterable[Sequence[object]]) -> bytes:
    """Rows of cells as lines of CSV."""
    data = io.BytesIO()
    text = io.TextIOWrapper(data, encoding="utf-8", newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    text.flush()
    return data.getvalue()


def csv_rows(table: pa.Table) -> Iterable[Sequence[object]]:
    """The rows of a table as cells that are safe in a spreadsheet."""
    for start in range(0, len(table), _ROWS_AT_ONCE):
        part = table.slice(start, _ROWS_AT_ONCE)
        yield from zip(
            *(_cells(name, part.column(name)) for name in part.column_names), strict=True
        )


def parquet_bytes(results: Sequence[Result], *, fingerprint: bool = False) -> bytes:
    """The table as Parquet; its schema metadata `ircompare` holds protocols and fingerprints."""
    import pyarrow.parquet as pq

    listed = [about(result, fingerprint) for result in results]
    text = json.dumps(listed, ensure_ascii=False, default=str)
    table = table_of(results).replace_schema_metadata({"ircompare": text})
    buffer = io.BytesIO()
    pq.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()


def write_per_query(
    results: Result | Sequence[Result], path: Path, *, fingerprint: bool = False
) -> None:
    """Write the table in the format that the suffix names, all of it or nothing.

    Raises:
        InputError: Another suffix than `.csv` or `.parquet`, or a folder that cannot be written.
    """
    require_table_suffix(path)
    listed = [results] if isinstance(results, Evaluation | Comparison) else results
    if path.suffix.lower() == ".csv":
        write_atomic(path, csv_bytes(listed))
    else:
        write_atomic(path, parquet_bytes(listed, fingerprint=fingerprint))


def require_table_suffix(path: Path) -> None:
    """Refuse a suffix that names no table format.

    Raises:
        InputError: Another suffix than `.csv` or `.parquet`.
    """
    if path.suffix.lower() not in (".csv", ".parquet"):
        raise InputError(
            Problem(
                "bad-suffix",
                f"table file {quote(path.name)} has no known suffix",
                expected=".csv or .parquet",
                found=path.suffix or "no suffix",
                mend="give the file one of these suffixes",
            )
        )


def about(result: Result, fingerprint: bool) -> dict[str, object]:
    """What the table file says of one result beside its rows."""
    sides = (result,) if isinstance(result, Evaluation) else (result.a, result.b)
    return {
        "runs": [side.name for side in sides],
        "protocol": protocol_json(sides),
        "fingerprints": fingerprints(sides, fingerprint),
        "provenance": [dict(side.hits.run.provenance) for side in sides],
    }


def _one(result: Result, with_causes: bool) -> pa.Table:
    if isinstance(result, Evaluation):
        return pa.table(_evaluation_columns(result))
    columns = _comparison_columns(result)
    if with_causes and result.count:
        columns |= _cause_columns(result)
    return pa.table(columns)


def _query_columns(evaluation: Evaluation) -> dict[str, pa.Array]:
    scope = evaluation.scope
    columns = {
        "k": pa.array(np.full(len(scope), evaluation.k)),
        "query_id": pa.array(scope.query_ids, pa.string()),
    }
    if scope.collection.queries is not None:
        texts = [scope.collection.query_text(query) for query in scope.query_ids]
        columns["query_text"] = pa.array(texts, pa.string())
    columns["scored"] = pa.array(scope.scored)
    columns["relevant"] = pa.array(scope.relevant)
    return columns


def _evaluation_columns(evaluation: Evaluation) -> dict[str, pa.Array]:
    columns = {
        "run": pa.array([evaluation.name] * len(evaluation.scope), pa.string()),
        **_query_columns(evaluation),
        **_run_columns(evaluation, ""),
    }
    for key in MEASURES:
        columns |= _value_columns(key, evaluation.values(key))
    return columns


def _comparison_columns(comparison: Comparison) -> dict[str, pa.Array]:
    a, b = comparison.a, comparison.b
    columns = {
        "run_a": pa.array([a.name] * len(a.scope), pa.string()),
        "run_b": pa.array([b.name] * len(a.scope), pa.string()),
        **_query_columns(a),
        **_run_columns(a, "_a"),
        **_run_columns(b, "_b"),
    }
    for key in MEASURES:
        columns |= _value_columns(f"{key}_a", a.values(key))
        columns |= _value_columns(f"{key}_b", b.values(key))
        columns |= _value_columns(f"{key}_delta", comparison.deltas(key))
        columns[f"{key}_verdict"] = _verdict_column(comparison, key)
    return columns


def _cause_columns(comparison: Comparison) -> dict[str, pa.Array]:
    found = {measure.key: causes(comparison, measure.key).keys for measure in PRIMARY}
    return {
        f"{measure}_cause": pa.array([key or None for key in keys], pa.string())
        for measure, keys in found.items()
    }


def _run_columns(evaluation: Evaluation, suffix: str) -> dict[str, pa.Array]:
    hits, first = evaluation.hits, evaluation.first_ranks
    judged = hits.judged_in_top(evaluation.k)
    return {
        f"missing{suffix}": pa.array(hits.missing),
        f"returned{suffix}": pa.array(hits.returned),
        f"hits{suffix}": pa.array(evaluation.hit_counts),
        f"first_relevant_rank{suffix}": pa.array(first, mask=first == 0),
        f"unjudged{suffix}": pa.array(np.minimum(hits.returned, evaluation.k) - judged),
    }


def _value_columns(name: str, values: AnyValues) -> dict[str, pa.Array]:
    """Double, and for exact values reduced numerator and denominator; null where undefined."""
    absent: BoolArray = ~values.defined
    columns = {name: pa.array(values.floats(), mask=absent)}
    if isinstance(values, Ratios):
        top, below = reduced(values)
        columns[f"{name}_numerator"] = pa.array(top, mask=absent)
        columns[f"{name}_denominator"] = pa.array(below, mask=absent)
    return columns


def _verdict_column(comparison: Comparison, measure: str) -> pa.Array:
    signs = comparison.verdicts(measure).tolist()
    scored = comparison.scored.tolist()
    words = [VERDICTS[sign] if here else None for sign, here in zip(signs, scored, strict=True)]
    return pa.array(words, pa.string())


def _cells(name: str, column: pa.ChunkedArray) -> list[object]:
    if not pa.types.is_string(column.type):
        cells = _numbers(column)
        return [str(cell).lower() for cell in cells] if pa.types.is_boolean(column.type) else cells
    texts: list[object] = column.to_pylist()
    if name.endswith(_WHOLE):
        return texts
    safe = {cell: safe_cell(str(cell)) for cell in set(texts) if cell is not None}
    return [safe.get(cell) for cell in texts]


def _numbers(column: pa.ChunkedArray) -> list[object]:
    """A column of numbers or truth values as Python's own, None where there is none."""
    if not column.null_count:
        whole: list[object] = column.to_numpy().tolist()
        return whole
    cells: list[object] = column.fill_null(0).to_numpy().tolist()
    for row in np.flatnonzero(column.is_null().to_numpy()).tolist():
        cells[row] = None
    return cells


def safe_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_DANGEROUS) else text
