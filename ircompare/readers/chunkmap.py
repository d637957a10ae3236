"""A chunk map from the columns of any format, and from one JSON object."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pyarrow as pa

from ircompare.errors import Problems, quote
from ircompare.model.chunks import ChunkMap, all_or_none
from ircompare.readers import names, numbers
from ircompare.readers.built import Built, skipped, unused_columns
from ircompare.readers.identifiers import damaged_ids, ids, kind_of, shown
from ircompare.readers.jsontext import Document, Pairs, as_plain
from ircompare.readers.table import Column, Table
from ircompare.readers.text import shorten

SHAPE = 'chunk id → document id, or → {"doc_id", "tokens"}'


def build_chunk_map(table: Table, problems: Problems) -> Built[ChunkMap]:
    """The chunks of a table; faults are noted, also those between rows."""
    chunks = ids(table.columns["chunk_id"], "chunk id", table.lines, problems)
    tokens = table.columns.get("tokens")
    chunk_map = ChunkMap.build(
        chunks,
        ids(table.columns["doc_id"], "document id", table.lines, problems),
        tokens=None if tokens is None else _tokens(tokens, chunks, table, problems),
        lines=table.lines,
        source=problems.source,
        problems=problems,
    )
    if len(problems):
        return Built(chunk_map, {})
    counts = {"chunks": len(chunk_map), "documents": len(chunk_map.documents)}
    if chunk_map.tokens is not None:
        counts["tokens"] = int(chunk_map.tokens.sum())
    warnings = [*table.warnings, *unused_columns(table.extra, problems.source)]
    warnings += damaged_ids([chunk_map.chunk_ids, chunk_map.documents], problems.source)
    return Built(chunk_map, {**counts, **skipped(table)}, tuple(warnings))


def _tokens(
    values: Column, chunks: pa.StringArray, table: Table, problems: Problems
) -> Sequence[int] | None:
    """Token counts, None where no chunk has one; one gap among them is a fault."""
    if isinstance(values, pa.Array):
        values = values.to_pylist()
    absent = {None} if table.typed else {None, ""}
    counts = [
        None if value in absent else _count(value, line, table.typed, problems)
        for value, line in zip(values, table.lines.tolist(), strict=True)
    ]
    names_of = chunks.to_pylist() if None in counts else []
    return all_or_none(names_of, counts, table.lines, problems)


def _count(value: object, line: int, typed: bool, problems: Problems) -> int:
    """One token count, read as a rank is; 0 and a problem where it is none."""
    trial = Problems("")
    count = numbers.check_rank(value, typed, None, trial)
    if len(trial):
        hint = trial.kept[0].mend
        said = quote(value) if isinstance(value, str) else shown(value)
        problems.add(
            "bad-tokens",
            f"token count {said} is not a whole number",
            line=line,
            expected="a whole number of at least 0",
            mend=hint if hint.startswith("write") else "",
        )
    return count


def mapping_table(document: Document, root: Pairs, problems: Problems) -> Table:
    """The entries of a JSON object chunk → document, or chunk → record."""
    chunks: list[str] = []
    records: list[dict[str, object]] = []
    tokens: list[int] = []
    for chunk_id, value, at in document.members(root, 0):
        record = _record(value)
        if record is None:
            problems.add(
                "bad-shape",
                f"entry of chunk {quote(chunk_id)} is {_worded(value)}",
                line=document.line(at + 1),
                expected=SHAPE,
                found=shorten(json.dumps(as_plain(value), ensure_ascii=False)),
            )
            continue
        chunks.append(chunk_id)
        records.append(record)
        tokens.append(at)
    plain = all(isinstance(value, str) for _, value in root)
    return Table(
        f"JSON chunk → {'document' if plain else 'record'}",
        {
            "chunk_id": chunks,
            "doc_id": [record["doc_id"] for record in records],
            "tokens": [record.get("tokens") for record in records],
        },
        document.lines(tokens),
        typed=True,
    )


def _record(value: object) -> dict[str, object] | None:
    """Document and token count of an entry; None where it names no document."""
    if isinstance(value, str):
        return {"doc_id": value}
    if not isinstance(value, Pairs):
        return None
    fields = [key for key, _ in value]
    header = names.match(fields, "chunk_map", Problems(""), given=("chunk_id",))
    if header is None:
        return None
    return {name: as_plain(value[at][1]) for name, at in header.places.items()}


def _worded(value: object) -> str:
    return "an object without doc_id" if isinstance(value, Pairs) else kind_of(value)
