"""Build the derived files of the help-centre collection.

Reads the authored files ``corpus.jsonl``, ``queries.jsonl`` and ``relevant.json`` and writes

* ``qrels.txt``: a judgement for every query and every document, TREC form;
* ``chunks.jsonl`` and ``chunk_map.tsv``: the documents cut into pieces of one or two sentences;
* ``runs/bm25.run``, ``runs/lsa.run``: rankings of documents;
* ``runs/bm25_chunks.run``, ``runs/lsa_chunks.run``: rankings of chunks;
* ``runs/dev/``: the same for the dev split; a run under exhaustive judgements holds one split;
* ``runs/repeats/``: made-up repeated runs of the test split;
* the made-up fields of ``queries.jsonl`` and ``corpus.jsonl``, all else in them untouched;
* ``variants.tsv``, ``measured/``, ``answers/`` and ``pairs/``: made-up tables for the scorecard.

Needs ``bm25s`` and ``scikit-learn`` (which brings numpy).  The result is the same every time:
only the tables and the made-up fields are drawn at random, from fixed starts, scores are rounded to
six decimals, and ties are broken by id, descending.

    python make_helpcentre.py                 # rewrite the files beside this script
    python make_helpcentre.py --out DIRECTORY # write them somewhere else
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import bm25s
import make_columns
import make_repeats
import make_tables
import numpy as np
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import normalize

HERE = Path(__file__).resolve().parent
DOCUMENT_DEPTH = 50
CHUNK_DEPTH = 60
LSA_DIMENSIONS = 100
SHORT_SENTENCE = 12  # a sentence of fewer tokens is joined to the one that follows
LONG_CHUNK = 45  # a chunk of at least so many tokens takes no second sentence

Record = dict[str, Any]
Ranking = list[tuple[str, float]]

_TOKEN = re.compile(r"[a-z0-9]+|[\u4e00-\u9fff]+")
_UNIT = re.compile(r"[a-z0-9]+|[\u4e00-\u9fff]")
_SENTENCE_END = re.compile(r"(?<=[.?!])\s+|(?<=[\u3002\uff1f\uff01])")


def read_jsonl(path: Path) -> list[Record]:
    """Read one JSON object per line."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines as UTF-8 with Unix line ends on every platform."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(f"{line}\n" for line in lines)


def is_chinese(token: str) -> bool:
    """Tell whether a token is a run of Chinese characters."""
    return "\u4e00" <= token[0] <= "\u9fff"


def tokenise(text: str) -> list[str]:
    """Split into lower-cased words and, for Chinese, overlapping pairs of characters."""
    tokens: list[str] = []
    for part in _TOKEN.findall(text.lower()):
        if is_chinese(part) and len(part) > 2:
            tokens.extend(part[i : i + 2] for i in range(len(part) - 1))
        else:
            tokens.append(part)
    return tokens


def count_tokens(text: str) -> int:
    """Count words and single Chinese characters, the size that a chunk is charged for."""
    return len(_UNIT.findall(text.lower()))


def document_text(document: Record) -> str:
    """Join title and text as they are indexed."""
    return f"{document['title']}\n{document['text']}"


def split_sentences(text: str) -> list[str]:
    """Cut a text after its full stops, question marks and exclamation marks."""
    return [part.strip() for part in _SENTENCE_END.split(text) if part.strip()]


def join_sentences(first: str, second: str) -> str:
    """Join two pieces of text, with a blank unless the first ends in Chinese punctuation."""
    return f"{first}{second}" if first[-1] in "\u3002\uff1f\uff01" else f"{first} {second}"


def group_sentences(sentences: list[str]) -> list[str]:
    """Join sentences in twos, but leave a long one alone; a short last one is not left over."""
    groups: list[str] = []
    open_for_more = False
    for position, sentence in enumerate(sentences):
        last_and_short = position == len(sentences) - 1 and count_tokens(sentence) < SHORT_SENTENCE
        if groups and (open_for_more or last_and_short):
            groups[-1] = join_sentences(groups[-1], sentence)
            open_for_more = False
        else:
            groups.append(sentence)
            open_for_more = count_tokens(sentence) < LONG_CHUNK
    return groups


def make_chunks(corpus: list[Record]) -> list[Record]:
    """Cut every document into chunks; the first one of a document carries its title."""
    chunks: list[Record] = []
    for document in corpus:
        for number, text in enumerate(group_sentences(split_sentences(document["text"]))):
            body = f"{document['title']}\n{text}" if number == 0 else text
            chunks.append(
                {
                    "chunk_id": f"{document['_id']}#{number}",
                    "doc_id": document["_id"],
                    "tokens": count_tokens(body),
                    "text": body,
                }
            )
    return chunks


def qrels_lines(
    corpus: list[Record], queries: list[Record], relevant: dict[str, list[str]]
) -> Iterator[str]:
    """Yield a judgement for every pair of query and document."""
    for query in queries:
        answers = set(relevant[query["_id"]])
        for document in corpus:
            yield f"{query['_id']} 0 {document['_id']} {int(document['_id'] in answers)}"


def rank(ids: list[str], scores: np.ndarray, depth: int, positive_only: bool) -> Ranking:
    """Sort by rounded score, then id, both descending, and cut at the depth."""
    pairs = [(name, round(float(score), 6)) for name, score in zip(ids, scores, strict=True)]
    if positive_only:
        pairs = [pair for pair in pairs if pair[1] > 0]
    pairs.sort(key=lambda pair: (pair[1], pair[0].encode()), reverse=True)
    return pairs[:depth]


def bm25_rankings(
    ids: list[str], texts: list[str], queries: list[str], depth: int
) -> list[Ranking]:
    """Rank with BM25; whatever shares no token with the query is left out."""
    index = bm25s.BM25(method="lucene", k1=1.2, b=0.75, dtype="float64")
    index.index([tokenise(text) for text in texts], show_progress=False)
    rankings: list[Ranking] = []
    for query in queries:
        tokens = [token for token in tokenise(query) if token in index.vocab_dict]
        scores = index.get_scores(tokens) if tokens else np.zeros(len(ids))
        rankings.append(rank(ids, scores, depth, positive_only=True))
    return rankings


def lsa_rankings(ids: list[str], texts: list[str], queries: list[str], depth: int) -> list[Ranking]:
    """Rank by cosine in a latent space of character n-grams; an all-zero query finds nothing."""
    vectoriser = TfidfVectorizer(
        analyzer="char_wb", ngram_range=(1, 4), min_df=2, sublinear_tf=True, dtype=np.float64
    )
    svd = TruncatedSVD(LSA_DIMENSIONS, algorithm="arpack", random_state=0)
    text_vectors = normalize(svd.fit_transform(vectoriser.fit_transform(texts)))
    sparse_queries = vectoriser.transform(queries)
    query_vectors = normalize(svd.transform(sparse_queries))
    rankings: list[Ranking] = []
    for row, vector in enumerate(query_vectors):
        known = sparse_queries[row].nnz > 0
        scores = text_vectors @ vector
        rankings.append(rank(ids, scores, depth, positive_only=False) if known else [])
    return rankings


def run_lines(queries: list[Record], rankings: list[Ranking], tag: str) -> Iterator[str]:
    """Yield a run in TREC form; a query with an empty ranking has no line."""
    for query, ranking in zip(queries, rankings, strict=True):
        for position, (name, score) in enumerate(ranking, start=1):
            yield f"{query['_id']} Q0 {name} {position} {score:.6f} {tag}"


def build(out: Path) -> None:
    """Make all derived files in the directory."""
    corpus = read_jsonl(HERE / "corpus.jsonl")
    queries = read_jsonl(HERE / "queries.jsonl")
    relevant = json.loads((HERE / "relevant.json").read_text(encoding="utf-8"))
    chunks = make_chunks(corpus)
    for name, records in (
        ("queries", make_columns.with_query_fields(queries)),
        ("corpus", make_columns.with_document_fields(corpus)),
    ):
        write_lines(out / f"{name}.jsonl", (json.dumps(r, ensure_ascii=False) for r in records))
    write_lines(out / "qrels.txt", qrels_lines(corpus, queries, relevant))
    write_lines(out / "chunks.jsonl", (json.dumps(c, ensure_ascii=False) for c in chunks))
    header = ["chunk_id\tdoc_id\ttokens"]
    rows = [f"{c['chunk_id']}\t{c['doc_id']}\t{c['tokens']}" for c in chunks]
    write_lines(out / "chunk_map.tsv", header + rows)

    questions = [query["text"] for query in queries]
    collections = {
        "": ([d["_id"] for d in corpus], [document_text(d) for d in corpus], DOCUMENT_DEPTH),
        "_chunks": ([c["chunk_id"] for c in chunks], [c["text"] for c in chunks], CHUNK_DEPTH),
    }
    for suffix, (ids, texts, depth) in collections.items():
        for name, retrieve in (("bm25", bm25_rankings), ("lsa", lsa_rankings)):
            tag = f"{name}{suffix}"
            rankings = retrieve(ids, texts, questions, depth)
            if not suffix:
                everywhere = {
                    query["_id"]: [document for document, _ in ranking]
                    for query, ranking in zip(queries, rankings, strict=True)
                }
                pairs = make_tables.pair_lines(name, queries, everywhere, relevant)
                write_lines(out / "pairs" / f"{name}.csv", pairs)
            for split, folder in (("test", out / "runs"), ("dev", out / "runs" / "dev")):
                chosen = [at for at, query in enumerate(queries) if query["split"] == split]
                lines = run_lines(
                    [queries[at] for at in chosen], [rankings[at] for at in chosen], tag
                )
                write_lines(folder / f"{tag}.run", lines)
                if not suffix and split == "test":
                    asked, answered = ([own[at] for at in chosen] for own in (queries, rankings))
                    for repeat, again in make_repeats.repeats(name, answered):
                        write_lines(
                            folder / "repeats" / f"{repeat}.run", run_lines(asked, again, tag)
                        )
                if not suffix and split == "test":
                    ranked = {
                        queries[at]["_id"]: [document for document, _ in rankings[at]]
                        for at in chosen
                    }
                    write_tables(
                        out, name, [queries[at] for at in chosen], ranked, corpus, relevant
                    )
    write_lines(out / "variants.tsv", make_tables.variant_lines(queries))


def write_tables(
    out: Path,
    name: str,
    queries: list[Record],
    ranked: dict[str, list[str]],
    corpus: list[Record],
    relevant: dict[str, list[str]],
) -> None:
    """Write the scorecard's tables of one run."""
    tokens = {document["_id"]: count_tokens(document_text(document)) for document in corpus}
    measured = make_tables.measured_lines(name, queries, ranked, relevant, count_tokens, tokens)
    write_lines(out / "measured" / f"{name}.csv", measured)
    answers = make_tables.answer_lines(name, queries, ranked, relevant)
    write_lines(out / "answers" / f"{name}.csv", answers)


def main() -> None:
    """Read the command line and build."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--out", type=Path, default=HERE, help="directory to write to")
    build(parser.parse_args().out)


if __name__ == "__main__":
    main()
