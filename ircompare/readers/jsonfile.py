"""One JSON object: id → text, id → record, query → document → grade, query → ranking."""

from __future__ import annotations

import json
from dataclasses import replace

from ircompare.errors import InputError, Problems, quote
from ircompare.readers.chunkmap import SHAPE, mapping_table
from ircompare.readers.identifiers import kind_of
from ircompare.readers.jsontext import Document, Pairs, as_plain, parse
from ircompare.readers.loaded import Slot
from ircompare.readers.rankings import ranking_table
from ircompare.readers.records import Record, record_table
from ircompare.readers.table import Table
from ircompare.readers.text import shorten, text_of
from ircompare.readers.unpack import Content

_SHAPES: dict[Slot, str] = {
    "corpus": "document id → text, or → an object with title and text",
    "queries": "query id → text, or → an object with text and split",
    "qrels": "query id → document id → grade",
    "run": 'query id → list of document ids, → id → score, or → list of {"id", "score"}',
    "chunk_map": SHAPE,
}


def read_json(content: Content, slot: Slot, problems: Problems) -> Table:
    """The records of a JSON object; faults are noted.

    Raises:
        InputError: The text is no JSON object.
    """
    document = parse(text_of(content, problems), problems)
    if document is not None and not isinstance(document.root, Pairs):
        problems.add(
            "bad-shape",
            f"JSON file is {kind_of(document.root)}",
            line=document.line(0),
            expected=f"an object: {_SHAPES[slot]}",
            found=shorten(json.dumps(as_plain(document.root))),
        )
    if document is None or not isinstance(document.root, Pairs):
        raise InputError(problems.kept, problems.total)
    table = _table(document, document.root, slot, problems)
    return replace(table, samples=_samples(document.root))


def _table(document: Document, root: Pairs, slot: Slot, problems: Problems) -> Table:
    if slot == "qrels":
        return _judgements(document, root, problems)
    if slot == "run":
        return ranking_table(document, root, problems)
    if slot == "chunk_map":
        return mapping_table(document, root, problems)
    return _records(document, root, slot, problems)


def _samples(root: Pairs) -> tuple[str, ...]:
    shown_members = [{key: as_plain(_front(value))} for key, value in root[:3]]
    texts = [json.dumps(member, ensure_ascii=False)[1:-1] for member in shown_members]
    return tuple(shorten(text) for text in texts)


def _front(value: object) -> object:
    """The first members of a long value, enough for a sample."""
    if isinstance(value, Pairs):
        return Pairs((key, _front(item)) for key, item in value[:12])
    if isinstance(value, list):
        return [_front(item) for item in value[:12]]
    return value[:200] if isinstance(value, str) else value


def _judgements(document: Document, root: Pairs, problems: Problems) -> Table:
    queries: list[str] = []
    documents: list[str] = []
    grades: list[object] = []
    tokens: list[int] = []
    for query_id, judged, at in document.members(root, 0):
        if not isinstance(judged, Pairs):
            problems.add(
                "bad-shape",
                f"judgements of query {quote(query_id)} are {kind_of(judged)}",
                line=document.line(at + 1),
                expected=_SHAPES["qrels"],
                found=shorten(json.dumps(as_plain(_front(judged)), ensure_ascii=False)),
            )
            continue
        for doc_id, grade, token in document.members(judged, at + 1):
            queries.append(query_id)
            documents.append(doc_id)
            grades.append(grade)
            tokens.append(token)
    columns = {"query_id": queries, "doc_id": documents, "grade": grades}
    return Table(
        "JSON query → document → grade",
        columns,
        document.lines(tokens),
        typed=True,
        listed=tuple(dict.fromkeys(query_id for query_id, _ in root)),
    )


def _records(document: Document, root: Pairs, slot: Slot, problems: Problems) -> Table:
    ids: list[str] = []
    records: list[Record] = []
    tokens: list[int] = []
    for record_id, value, at in document.members(root, 0):
        if not isinstance(value, (str, Pairs)):
            what = "document" if slot == "corpus" else "query"
            problems.add(
                "bad-shape",
                f"{what} {quote(record_id)} is {kind_of(value)}",
                line=document.line(at + 1),
                expected=_SHAPES[slot],
                found=shorten(json.dumps(as_plain(_front(value)), ensure_ascii=False)),
            )
            continue
        ids.append(record_id)
        records.append({"text": value} if isinstance(value, str) else _record(value))
        tokens.append(at)
    plain = all(isinstance(value, str) for _, value in root)
    name = f"JSON id → {'text' if plain else 'record'}"
    return record_table(name, records, slot, document.lines(tokens), problems, ids)


def _record(value: Pairs) -> Record:
    return {key: as_plain(item) for key, item in value}
