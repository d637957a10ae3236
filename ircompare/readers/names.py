"""Names of columns and JSON fields that are understood, one table for each slot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ircompare.errors import Problems, some
from ircompare.readers.loaded import Slot
from ircompare.readers.text import shorten

_QUERY = ("query_id", "qid", "q_id", "queryid", "topic_id", "topic", "query")
_DOCUMENT = (
    *("doc_id", "docid", "docno", "document_id", "documentid", "corpus_id", "corpusid"),
    *("passage_id", "pid", "did", "doc", "document"),
)
_CHUNK = ("chunk_id", "chunkid", "chunk")
_TEXT = ("text", "contents", "content", "body")

COLUMNS: dict[Slot, dict[str, tuple[str, ...]]] = {
    "corpus": {"id": ("_id", "id", *_DOCUMENT), "title": ("title",), "text": _TEXT},
    "queries": {
        "id": ("_id", "id", *_QUERY),
        "text": ("text", "query_text", "question", "title", "query", *_TEXT[1:]),
        "split": ("split",),
    },
    "qrels": {
        "query_id": _QUERY,
        "doc_id": _DOCUMENT,
        "grade": ("relevance", "grade", "judgement", "judgment", "rel", "label", "score"),
        "judge": ("judge", "assessor", "annotator", "rater"),
        "reason": ("reason", "rationale"),
    },
    "run": {
        "query_id": _QUERY,
        "doc_id": (*_DOCUMENT, *_CHUNK),
        "score": ("score", "similarity"),
        "rank": ("rank", "position"),
        "tag": ("tag", "run_id", "runid", "run_name", "run"),
    },
    "chunk_map": {"chunk_id": _CHUNK, "doc_id": _DOCUMENT, "tokens": ("tokens", "token_count")},
    "baseline": {},
    "variants": {
        "variant_id": ("variant_id", "variant", "variant_query_id"),
        "original_id": ("original_id", "original", "original_query_id", *_QUERY),
    },
    "measurements": {
        "query_id": _QUERY,
        "latency_ms": ("latency_ms",),
        "tokens_in": ("tokens_in", "prompt_tokens", "input_tokens"),
        "tokens_context": ("tokens_context", "context_tokens"),
        "tokens_out": ("tokens_out", "completion_tokens", "output_tokens"),
        "answered": ("answered",),
        "probability": ("probability",),
        "predicted_intent": ("predicted_intent",),
        "bert_f1_rescaled": ("bert_f1_rescaled",),
        "citation_coverage": ("citation_coverage",),
        "entropy_bits": ("entropy_bits",),
        "outcomes": ("outcomes",),
        "tokenizer": ("tokenizer",),
        "conditions": ("conditions",),
        "queries_per_second": ("queries_per_second", "qps"),
    },
    "answers": {
        "query_id": _QUERY,
        "nugget_id": ("nugget_id", "nugget"),
        "vital": ("vital",),
        "supported": ("supported",),
        "judged_by": ("judged_by",),
    },
    "pairs": {
        "query_id": _QUERY,
        "doc_id": _DOCUMENT,
        "probability": ("probability",),
        "similarity": ("similarity",),
    },
}
REQUIRED: dict[Slot, tuple[str, ...]] = {
    "corpus": ("id",),
    "queries": ("id", "text"),
    "qrels": ("query_id", "doc_id", "grade"),
    "run": ("query_id", "doc_id"),
    "chunk_map": ("chunk_id", "doc_id"),
    "baseline": (),
    "variants": ("variant_id", "original_id"),
    "measurements": ("query_id",),
    "answers": ("query_id", "nugget_id", "vital", "supported"),
    "pairs": ("query_id", "doc_id"),
}
IGNORED = frozenset({"iter", "iteration", "q0", "0", "", "__index_level_0__"})
KNOWN = frozenset(
    name for columns in COLUMNS.values() for names in columns.values() for name in names
)


@dataclass(frozen=True)
class Header:
    """Which column of a file stands for what.

    Attributes:
        places: Position in the file of each column that is understood, by our name for it.
        others: Position of each other column, by its own name.
    """

    places: dict[str, int]
    others: dict[str, int]


def plain(name: str) -> str:
    """A column name without the differences that do not matter: case, blanks, hyphens."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def known_names(cells: Sequence[str]) -> int:
    """How many of the cells are names of columns, 0 where one name stands twice."""
    names = [plain(cell) for cell in cells]
    return len(KNOWN.intersection(names)) if len(set(names)) == len(names) else 0


def match(
    cells: Sequence[str],
    slot: Slot,
    problems: Problems,
    *,
    line: int | None = None,
    given: Sequence[str] = (),
    what: str = "column",
) -> Header | None:
    """Find the columns of a slot among the names of a file; None, and a problem, if some lack.

    Args:
        line: Line of the header.
        given: Columns that do not come from the names, such as the id where it is a key.
        what: What a name stands for, in messages.
    """
    twice = [name for name, count in Counter(cells).items() if count > 1 and name.strip()]
    if twice:
        problems.add(
            "duplicate-column",
            f"column {some(twice)} stands twice in the header",
            line=line,
            expected="each column once",
            found=", ".join(cells),
            mend="rename or remove one of the two",
        )
        return None
    places: dict[str, int] = {}
    names = [plain(cell) for cell in cells]
    for column, accepted in COLUMNS[slot].items():
        free = [names.index(name) for name in accepted if name in names]
        free = [at for at in free if at not in places.values()]
        if free and column not in given:
            places[column] = free[0]
    lacking = [name for name in REQUIRED[slot] if name not in places and name not in given]
    if lacking:
        problems.add(
            "unknown-columns",
            f"no {what} for {' and '.join(lacking)}",
            line=line,
            expected="; ".join(f"{name}: {spellings(slot, name)}" for name in lacking),
            found=shorten(", ".join(cells)) or "no names",
            mend=f"rename the {what}s",
        )
        return None
    taken = set(places.values())
    others = {cell: at for at, cell in enumerate(cells) if at not in taken}
    return Header(places, others)


def spellings(slot: Slot, column: str) -> str:
    """The spellings of one column that are understood."""
    return " or ".join(COLUMNS[slot][column][:6])
