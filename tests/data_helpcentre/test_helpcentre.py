"""Check that the help-centre collection is complete, consistent and reproducible."""

from __future__ import annotations

import csv
import datetime
import importlib.util
import json
import math
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).resolve().parents[2] / "data" / "helpcentre"
DOCUMENT_RUNS = ("bm25", "lsa")
CHUNK_RUNS = ("bm25_chunks", "lsa_chunks")
REPEATS = ("bm25_2", "lsa_2", "lsa_3")
TABLES = ("measured", "answers", "pairs")
DERIVED = (
    "qrels.txt",
    "chunks.jsonl",
    "chunk_map.tsv",
    *(f"runs/{name}.run" for name in DOCUMENT_RUNS + CHUNK_RUNS),
    *(f"runs/dev/{name}.run" for name in DOCUMENT_RUNS + CHUNK_RUNS),
    *(f"runs/repeats/{name}.run" for name in REPEATS),
    *("variants.tsv", "queries.jsonl", "corpus.jsonl"),
    *(f"{folder}/{name}.csv" for folder in TABLES for name in DOCUMENT_RUNS),
)

Record = dict[str, Any]
Run = dict[str, list[tuple[str, int, float]]]


def _jsonl(name: str) -> list[Record]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def _run(name: str, folder: str = "runs") -> Run:
    rankings: Run = defaultdict(list)
    for line in (DATA / folder / f"{name}.run").read_text(encoding="utf-8").splitlines():
        query, q0, item, rank, score, tag = line.split(" ")
        assert (q0, tag) == ("Q0", name)
        rankings[query].append((item, int(rank), float(score)))
    return rankings


@pytest.fixture(scope="module")
def corpus() -> list[Record]:
    return _jsonl("corpus.jsonl")


@pytest.fixture(scope="module")
def queries() -> list[Record]:
    return _jsonl("queries.jsonl")


@pytest.fixture(scope="module")
def relevant() -> dict[str, list[str]]:
    return json.loads((DATA / "relevant.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def chunk_map() -> dict[str, tuple[str, int]]:
    header, *rows = (DATA / "chunk_map.tsv").read_text(encoding="utf-8").splitlines()
    assert header == "chunk_id\tdoc_id\ttokens"
    fields = [row.split("\t") for row in rows]
    assert len({chunk for chunk, _, _ in fields}) == len(fields)
    return {chunk: (document, int(tokens)) for chunk, document, tokens in fields}


@pytest.fixture(scope="module")
def in_test(queries: list[Record]) -> list[Record]:
    return [query for query in queries if query["split"] == "test"]


def test_corpus_size_and_languages(corpus: list[Record]) -> None:
    assert len(corpus) >= 160
    for language in ("en", "zh"):
        share = sum(d["language"] == language for d in corpus) / len(corpus)
        assert 0.45 <= share <= 0.55


def test_corpus_fields(corpus: list[Record]) -> None:
    fields = {"_id", "title", "text", "updated", "group", "language", "domain", "modality"}
    ids = [document["_id"] for document in corpus]
    assert ids == sorted(set(ids))
    for document in corpus:
        assert set(document) == fields
        assert all(isinstance(value, str) and value.strip() for value in document.values())
        language, domain, _ = document["_id"].split("-")
        assert (language, domain) == (document["language"], document["domain"])
        day = datetime.date.fromisoformat(document["updated"])
        assert datetime.date(2024, 1, 1) <= day <= datetime.date(2026, 10, 31)


def test_corpus_texts_are_all_different_and_in_their_language(corpus: list[Record]) -> None:
    assert len({d["title"] for d in corpus}) == len({d["text"] for d in corpus}) == len(corpus)
    for document in corpus:
        chinese = re.findall(r"[\u4e00-\u9fff]", document["title"] + document["text"])
        if document["language"] == "zh":
            assert len(chinese) > 30
            assert not re.search(r"[\u4e00-\u9fff][,;?!()]", document["text"])
        else:
            assert not chinese


def test_corpus_groups_are_uneven(corpus: list[Record]) -> None:
    counts: dict[str, int] = defaultdict(int)
    for document in corpus:
        counts[document["group"]] += 1
    assert len(counts) >= 4
    assert max(counts.values()) > 10 * min(counts.values())


def test_files_are_utf8_without_ascii_escapes() -> None:
    for name in ("corpus.jsonl", "queries.jsonl", "chunks.jsonl", "confusable.json"):
        assert "\\u" not in (DATA / name).read_text(encoding="utf-8")


def test_query_counts(queries: list[Record], in_test: list[Record]) -> None:
    assert len(queries) >= 110
    assert {query["split"] for query in queries} == {"dev", "test"}
    assert 0.70 <= len(in_test) / len(queries) <= 0.80
    for language in ("en", "zh"):
        share = sum(q["language"] == language for q in queries) / len(queries)
        assert 0.45 <= share <= 0.55


def test_query_fields(queries: list[Record]) -> None:
    fields = {"_id", "text", "split", "frequency", "intent", "intent_path", "predicted_intent"}
    fields |= {"domain", "language", "group", "user", "asked", "noise", "modality"}
    ids = [query["_id"] for query in queries]
    assert ids == sorted(set(ids))
    assert len({query["text"] for query in queries}) == len(queries)
    for query in queries:
        assert set(query) == fields
        assert isinstance(query["frequency"], int)
        assert query["frequency"] >= 1


def test_made_up_fields(corpus: list[Record], in_test: list[Record]) -> None:
    assert {document["modality"] for document in corpus} == {"text", "image", "video"}
    assert {query["modality"] for query in in_test} == {"text"}
    assert [query["text"] for query in in_test if query["noise"]] == ["E9310"]
    repeated = defaultdict(list)
    for query in in_test:
        asked = datetime.datetime.fromisoformat(query["asked"])
        assert (asked.year, asked.month, asked.tzinfo) == (2026, 7, datetime.UTC)
        repeated[query["user"], query["group"]].append(query)
    assert sum(len(members) - 1 for members in repeated.values()) >= 20
    assert len({query["user"] for query in in_test}) > 30  # too many to slice by


@pytest.mark.parametrize("name", DOCUMENT_RUNS)
def test_predicted_paths_begin_as_the_classifier_says(name: str, in_test: list[Record]) -> None:
    text = (DATA / "measured" / f"{name}.csv").read_text(encoding="utf-8")
    measured = {row["query_id"]: row for row in csv.DictReader(text.splitlines())}
    assert set(measured) == {query["_id"] for query in in_test}
    for query in in_test:
        row = measured[query["_id"]]
        steps = row["predicted_intent"].split("/")
        assert steps[0] == query["predicted_intent"]
        stated = [row[f"confidence_{step}"] for step in (1, 2, 3)]
        assert [bool(one) for one in stated] == [len(steps) >= step for step in (1, 2, 3)]
        assert 0 <= float(row["entropy_bits"]) <= math.log2(int(row["outcomes"]))


def test_frequencies_are_long_tailed(in_test: list[Record]) -> None:
    frequencies = [query["frequency"] for query in in_test]
    assert sum(f >= 100 for f in frequencies) >= 12
    assert sum(f <= 5 for f in frequencies) >= 12
    assert min(frequencies) == 1
    assert max(frequencies) >= 1000


def test_predicted_intent_is_mostly_right(queries: list[Record]) -> None:
    intents = {query["intent"] for query in queries}
    assert {query["predicted_intent"] for query in queries} <= intents
    right = sum(query["intent"] == query["predicted_intent"] for query in queries)
    assert 0.7 <= right / len(queries) < 1


def test_some_queries_mix_languages(queries: list[Record]) -> None:
    mixed = [q for q in queries if re.search(r"[a-z]{4}.*[\u4e00-\u9fff]", q["text"].lower())]
    assert len(mixed) >= 5


def test_groups(queries: list[Record]) -> None:
    groups: dict[str, list[Record]] = defaultdict(list)
    for query in queries:
        groups[query["group"]].append(query)
    several = [members for members in groups.values() if len(members) > 1]
    assert len(several) >= 15
    assert all(len(members) <= 4 for members in several)
    for name, members in groups.items():
        assert len({query["split"] for query in members}) == 1, name
        assert (len(members) == 1) == (name == members[0]["_id"])


def test_relevant_ids_exist(
    corpus: list[Record], queries: list[Record], relevant: dict[str, list[str]]
) -> None:
    documents = {document["_id"] for document in corpus}
    assert list(relevant) == [query["_id"] for query in queries]
    for query, answers in relevant.items():
        assert answers == sorted(set(answers)), query
        assert set(answers) <= documents, query
        assert len(answers) <= 6, query


def test_unanswered_and_many_answers(in_test: list[Record], relevant: dict[str, list[str]]) -> None:
    counts = [len(relevant[query["_id"]]) for query in in_test]
    assert counts.count(0) >= 8
    assert sum(count >= 3 for count in counts) >= 12


def test_confusable_pairs(queries: list[Record], relevant: dict[str, list[str]]) -> None:
    pairs = json.loads((DATA / "confusable.json").read_text(encoding="utf-8"))
    by_id = {query["_id"]: query for query in queries}
    assert len(pairs) >= 10
    for pair in pairs:
        assert set(pair) == {"first", "second", "why"}
        first, second = by_id[pair["first"]], by_id[pair["second"]]
        answers = set(relevant[first["_id"]]), set(relevant[second["_id"]])
        assert answers[0] != answers[1]
    texts = {frozenset((by_id[p["first"]]["text"], by_id[p["second"]]["text"])) for p in pairs}
    assert frozenset(("reset password", "reset sync folder")) in texts
    assert frozenset(("导出账单", "导出文件")) in texts


def test_qrels_judge_every_pair(
    corpus: list[Record], queries: list[Record], relevant: dict[str, list[str]]
) -> None:
    lines = (DATA / "qrels.txt").read_text(encoding="utf-8").splitlines()
    expected = [
        f"{query['_id']} 0 {document['_id']} {int(document['_id'] in relevant[query['_id']])}"
        for query in queries
        for document in corpus
    ]
    assert lines == expected


def test_chunks_cover_the_corpus(
    corpus: list[Record], chunk_map: dict[str, tuple[str, int]]
) -> None:
    chunks = _jsonl("chunks.jsonl")
    assert {c["chunk_id"]: (c["doc_id"], c["tokens"]) for c in chunks} == chunk_map
    texts: dict[str, list[str]] = defaultdict(list)
    for chunk in chunks:
        assert chunk["chunk_id"] == f"{chunk['doc_id']}#{len(texts[chunk['doc_id']])}"
        assert chunk["tokens"] > 0
        texts[chunk["doc_id"]].append(chunk["text"])
    assert list(texts) == [document["_id"] for document in corpus]
    for document in corpus:
        whole = "".join(texts[document["_id"]])
        assert re.sub(r"\s", "", whole) == re.sub(r"\s", "", document["title"] + document["text"])


@pytest.mark.parametrize("name", DOCUMENT_RUNS + CHUNK_RUNS)
def test_runs_are_well_formed(
    name: str,
    corpus: list[Record],
    queries: list[Record],
    chunk_map: dict[str, tuple[str, int]],
) -> None:
    in_chunks = name in CHUNK_RUNS
    known = set(chunk_map) if in_chunks else {document["_id"] for document in corpus}
    rankings = _run(name)
    of_split = {
        split: {query["_id"] for query in queries if query["split"] == split}
        for split in ("test", "dev")
    }
    assert set(rankings) <= of_split["test"]
    assert set(_run(name, "runs/dev")) == of_split["dev"]
    for query, ranking in rankings.items():
        items = [item for item, _, _ in ranking]
        assert len(items) == len(set(items)) <= (60 if in_chunks else 50), query
        assert set(items) <= known, query
        assert [rank for _, rank, _ in ranking] == list(range(1, len(ranking) + 1)), query
        keys = [(score, item.encode()) for item, _, score in ranking]
        assert keys == sorted(keys, reverse=True), query


@pytest.mark.parametrize("name", ["bm25", "bm25_chunks"])
def test_bm25_lacks_what_it_has_no_word_for(
    name: str, queries: list[Record], relevant: dict[str, list[str]]
) -> None:
    rankings = _run(name)
    assert all(score > 0 for ranking in rankings.values() for _, _, score in ranking)
    in_test = [query for query in queries if query["split"] == "test"]
    missing = {query["text"] for query in in_test if query["_id"] not in rankings}
    assert missing == {"pasword forgoten", "refund", "E9310"}
    assert not relevant[next(q["_id"] for q in queries if q["text"] == "E9310")]


def _recall(run: Run, query: str, answers: list[str], k: int) -> float:
    found = {item for item, _, _ in run.get(query, [])[:k]}
    return len(found & set(answers)) / len(answers)


def _reciprocal_rank(run: Run, query: str, answers: list[str], k: int) -> float:
    ranks = [rank for item, rank, _ in run.get(query, [])[:k] if item in answers]
    return 1 / ranks[0] if ranks else 0.0


# README.md quotes these figures: BM25, LSA, then questions improved, tied and regressed.
FIGURES = [
    (_recall, 5, (0.4751, 0.4832, 14, 103, 13)),
    (_recall, 10, (0.5032, 0.5383, 16, 106, 8)),
    (_reciprocal_rank, 5, (0.6678, 0.6877, 22, 90, 18)),
    (_reciprocal_rank, 10, (0.6773, 0.7008, 27, 82, 21)),
]


@pytest.mark.parametrize(("measure", "k", "figures"), FIGURES)
def test_figures_in_the_readme(
    measure: Any,
    k: int,
    figures: tuple[float, float, int, int, int],
    in_test: list[Record],
    relevant: dict[str, list[str]],
) -> None:
    ids = [query["_id"] for query in in_test if relevant[query["_id"]]]
    before, after = (
        [measure(run, query, relevant[query], k) for query in ids]
        for run in (_run("bm25"), _run("lsa"))
    )
    better = sum(b > a for a, b in zip(before, after, strict=True))
    worse = sum(b < a for a, b in zip(before, after, strict=True))
    means = round(sum(before) / len(ids), 4), round(sum(after) / len(ids), 4)
    assert (*means, better, len(ids) - better - worse, worse) == figures
    row = f"| {means[0]:.4f} | {means[1]:.4f} | {better} | {len(ids) - better - worse} | {worse} |"
    assert row in (DATA / "README.md").read_text(encoding="utf-8")


def test_rebuilding_gives_the_same_bytes(tmp_path: Path) -> None:
    for module in ("bm25s", "sklearn"):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"{module} is not installed")
    script = DATA / "make_helpcentre.py"
    subprocess.run([sys.executable, str(script), "--out", str(tmp_path)], check=True)
    for name in DERIVED:
        assert (tmp_path / name).read_bytes() == (DATA / name).read_bytes(), name
