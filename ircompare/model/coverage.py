"""Whether the judgements cover the collection as the protocol asks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from ircompare.errors import SHOWN, Problem, Problems, quote, some
from ircompare.model.collection import Collection, Corpus, Qrels, Queries
from ircompare.model.contract import UNJUDGED, UNKNOWN_DOCUMENT
from ircompare.model.grouping import line_at
from ircompare.model.protocol import Protocol


def check_exhaustive(collection: Collection, problems: Problems) -> None:
    """Note what exhaustive judgements lack: files, known documents, grades 0 and 1, pairs."""
    corpus, queries, qrels = collection.corpus, collection.queries, collection.qrels
    if corpus is None or queries is None:
        lacking = " and ".join(
            name for name, given in (("a corpus", corpus), ("queries", queries)) if given is None
        )
        problems.add(
            "incomplete-collection",
            f"exhaustive judgements need {lacking}",
            expected="corpus, queries and qrels",
            mend="give the missing file, or choose pooled judgements",
        )
        return
    known = corpus.index.find(qrels.documents) >= 0
    for row in np.flatnonzero(~known).tolist():
        _refuse_row(qrels, row, problems, "is judged but not in the corpus", UNKNOWN_DOCUMENT)
    for row in np.flatnonzero((qrels.grades != 0) & (qrels.grades != 1)).tolist():
        problems.add(
            "bad-grade",
            f"grade {qrels.grades[row]} for {_pair(qrels, row)}",
            line=line_at(qrels.lines, row),
            expected="0 or 1, under exhaustive judgements",
            mend="choose pooled judgements for graded relevance",
        )
    judged = np.bincount(qrels.codes[known], minlength=len(qrels.query_ids)).tolist()
    _check_pairs(corpus, queries, qrels, dict(zip(qrels.query_ids, judged, strict=True)), problems)


def _check_pairs(
    corpus: Corpus, queries: Queries, qrels: Qrels, counts: dict[str, int], problems: Problems
) -> None:
    """Every query against every document; `counts` are the judged ones, by query."""
    short = [query for query in queries.ids if counts.get(query, 0) < len(corpus)]
    missing = sum(len(corpus) - counts.get(query, 0) for query in short)
    if missing:
        examples = _unjudged_pairs(corpus, qrels, short)
        problems.extend(examples)
        problems.total += missing - len(examples) + 1
        pairs = len(queries) * len(corpus)
        coverage = _percent(pairs - missing, pairs)
        problems.kept.insert(
            0,
            Problem(
                "incomplete-judgements",
                f"{missing:,} of {pairs:,} pairs are not judged: coverage {coverage}",
                qrels.source,
                expected="every query judged against every document, under exhaustive judgements",
                mend="choose pooled judgements (--judgements pooled): "
                "unjudged then counts as not relevant and is reported",
                contract_reason=UNJUDGED,
            ),
        )
        del problems.kept[SHOWN:]


def _percent(part: int, whole: int) -> str:
    """A share below the whole, in words that never round it up to all or down to nothing."""
    share = 100 * part / whole
    if part and share < 0.01:
        return "below 0.01 %"
    return "above 99 %" if share >= 99 else f"{share:.2g} %"


def _unjudged_pairs(corpus: Corpus, qrels: Qrels, short: Sequence[str]) -> list[Problem]:
    """The first few pairs without a judgement."""
    found: list[Problem] = []
    for query_id in short[:20]:
        judged = qrels.of(query_id)
        for doc_id in corpus.ids[: len(judged) + 20].to_pylist():
            if doc_id not in judged and len(found) < 20:
                found.append(
                    Problem(
                        "unjudged-pair",
                        f"document {quote(doc_id)} is not judged for query {quote(query_id)}",
                        qrels.source,
                        expected="0 or 1 for every query and document",
                        mend="add the judgement, or choose pooled judgements",
                        contract_reason=UNJUDGED,
                    )
                )
    return found


def note_unknown_judged(
    qrels: Qrels, corpus: Corpus, protocol: Protocol, notes: list[Problem]
) -> None:
    """Remark on judged documents that the corpus lacks, with their effect."""
    unknown = np.flatnonzero(corpus.index.find(qrels.documents) < 0)
    if len(unknown):
        relevant = int((qrels.grades[unknown] >= protocol.min_relevance).sum())
        notes.append(
            Problem(
                "unknown-judged-document",
                f"{len(unknown)} judged documents are not in the corpus, {relevant} of them "
                "relevant: no run can find those, so Recall cannot reach 1 there",
                qrels.source,
                found=some(qrels.documents.take(pa.array(unknown[:3])).to_pylist(), len(unknown)),
            )
        )


def _refuse_row(qrels: Qrels, row: int, problems: Problems, what: str, reason: str) -> None:
    problems.add(
        "unknown-document",
        f"document {quote(qrels.documents[row].as_py())} {what}",
        line=line_at(qrels.lines, row),
        expected="only documents of the corpus",
        mend="add the document to the corpus, or choose pooled judgements",
        contract_reason=reason,
    )


def _pair(qrels: Qrels, row: int) -> str:
    query = qrels.query_ids[int(qrels.codes[row])]
    return f"query {quote(query)} and document {quote(qrels.documents[row].as_py())}"
