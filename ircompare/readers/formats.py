"""The table of formats: which function reads which form of which slot.

To add a format: write its reader in a file of its own (bytes → Table), add its row here, and
teach `sniff.py` to name its form.
"""

from __future__ import annotations

from collections.abc import Callable

from ircompare.errors import Problems
from ircompare.readers.delimited import read_table
from ircompare.readers.guess import Form
from ircompare.readers.idlist import read_ids
from ircompare.readers.jsonfile import read_json
from ircompare.readers.jsonl import read_jsonl
from ircompare.readers.loaded import Slot
from ircompare.readers.parquet import read_parquet
from ircompare.readers.table import Table
from ircompare.readers.topics import read_topics
from ircompare.readers.trec import read_lines
from ircompare.readers.unpack import Content

TableReader = Callable[[Content, Slot, Problems], Table]

_TABLES: dict[Form, TableReader] = {
    "jsonl": read_jsonl,
    "table": read_table,
    "parquet": read_parquet,
}
FORMATS: dict[Slot, dict[Form, TableReader]] = {
    "corpus": {
        "json": read_json,
        "jsonl": read_jsonl,
        "table": read_table,
        "parquet": read_parquet,
        "lines": read_ids,
    },
    "queries": {
        "json": read_json,
        "jsonl": read_jsonl,
        "table": read_table,
        "lines": read_table,
        "topics": read_topics,
    },
    "qrels": {
        "lines": read_lines,
        "json": read_json,
        "jsonl": read_jsonl,
        "table": read_table,
        "parquet": read_parquet,
    },
    "run": {
        "lines": read_lines,
        "json": read_json,
        "table": read_table,
        "parquet": read_parquet,
    },
    "chunk_map": {
        "json": read_json,
        "jsonl": read_jsonl,
        "table": read_table,
        "lines": read_table,
        "parquet": read_parquet,
    },
    "variants": _TABLES,
    "measurements": _TABLES,
    "answers": _TABLES,
    "pairs": _TABLES,
}
DESCRIBED: dict[Slot, str] = {
    "corpus": "JSON id → text, JSON lines, CSV or TSV with a header, Parquet, a list of ids",
    "queries": "JSON id → text, JSON lines, CSV or TSV, TREC topics",
    "qrels": "TREC (qid iter docid grade), BEIR TSV, JSON query → document → grade, JSON lines, "
    "CSV, Parquet",
    "run": "TREC (qid Q0 docid rank score tag), MS MARCO (qid docid rank), "
    "JSON query → ranking, CSV, Parquet",
    "chunk_map": "JSON chunk → document, JSON lines, CSV or TSV (chunk_id, doc_id, tokens), "
    "Parquet",
    "variants": "CSV or TSV with a header, JSON lines, Parquet (variant_id, original_id)",
    "measurements": "CSV or TSV with a header, JSON lines, Parquet (query_id, latency_ms, "
    "tokens_in, tokens_out, answered, probability, …)",
    "answers": "CSV or TSV with a header, JSON lines, Parquet (query_id, nugget_id, vital, "
    "supported)",
    "pairs": "CSV or TSV with a header, JSON lines, Parquet (query_id, document_id, probability, "
    "similarity)",
}
