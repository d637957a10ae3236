"""Public collections: the right slot for every file, and counts found another way."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from ircompare.errors import InputError
from ircompare.readers import load, sniff

pytestmark = pytest.mark.shared

RUNS = [
    *("anthropic_contextual/derived/runs/bm25s.chunks.run", "cast21_a/orig/org_manual_bm25.run"),
    *("anthropic_contextual/derived/runs/minilm.chunks.run", "cast21_a/orig/org_manual_bm25.trec"),
    *("chunking_evaluation/derived/runs/bm25s_800_400.run",),
    *("chunking_evaluation/derived/runs/lsa_800_400.run", "coll_cisi/derived/runs/bm25s.run"),
    *("coll_cisi/derived/runs/bm25s_chunks80.run.gz", "coll_cisi/derived/runs/minilm.run"),
    *("coll_cisi/derived/runs/lsa_chunks80.run.gz", "coll_cranfield/derived/runs/bm25s.run"),
    *("coll_cranfield/derived/runs/bm25s_chunks60.run.gz",),
    *("coll_cranfield/derived/runs/lsa_chunks60.run.gz", "coll_cranfield/derived/runs/minilm.run"),
    *("coll_cranfield/derived/runs/tfidf.run", "ir_measures_fixtures/orig/compat.run"),
    *("ir_measures_fixtures/orig/cwl.run", "lecard_zh/derived/runs/bm25_top100.run"),
    *("lecard_zh/derived/runs/combined_top100.run", "lecard_zh/derived/runs/lm_top100.run"),
    *("lecard_zh/derived/runs/tfidf_top100.run", "trec_covid_r1_a/orig/Conv_KNRM"),
    *("trec_covid_r1_a/orig/T5R1", "trec_covid_r1_a/orig/TU_Vienna_TKL_1"),
    *("trec_covid_r1_a/orig/ir_covid19_cle_dfr", "trec_covid_r1_a/orig/lda400s2000"),
    *("trec_covid_r1_a/orig/sheikh_bm25_all", "trec_covid_r1_a/orig/wistud_bing"),
    *("trec_eval_core/orig/results-302.test", "trec_eval_core/orig/results.test"),
    *("trectools_fixtures/orig/input.uic0301_top30", "trectools_fixtures/orig/r1.run"),
    *("trectools_fixtures/orig/r2.run", "trectools_fixtures/orig/r3.run"),
    *("trectools_fixtures/orig/r4.run", "ranx_fixtures/orig/tests/unit/ranx/test_data/run.trec"),
    *("ranx_fixtures/orig/tests/unit/ranx/test_data/run.trec.gz",),
]
QRELS = [
    *("anserini_qrels_a/orig/qrels.backgroundlinking18.txt",),
    *("anserini_qrels_a/orig/qrels.beir-v1.0.0-arguana.test.txt",),
    *("anserini_qrels_a/orig/qrels.beir-v1.0.0-cqadupstack-wordpress.test.txt",),
    *("anserini_qrels_a/orig/qrels.beir-v1.0.0-scifact.test.txt",),
    *("anserini_qrels_a/orig/qrels.beir-v1.0.0-webis-touche2020.test.txt",),
    *("anserini_qrels_a/orig/qrels.bright-biology.fixed.txt",),
    *("anserini_qrels_a/orig/qrels.bright-biology.txt",),
    *("anserini_qrels_a/orig/qrels.ciral-v1.0-ha-dev.tsv",),
    *("anserini_qrels_a/orig/qrels.dl19-passage.txt", "anserini_qrels_a/orig/qrels.dummy.txt"),
    *("anserini_qrels_a/orig/qrels.miracl-v1.0-zh-dev.tsv",),
    *("anserini_qrels_a/orig/qrels.mrtydi-v1.1-ko.test.txt",),
    *("anserini_qrels_a/orig/qrels.msmarco-doc.dev.txt",),
    *(
        "anthropic_contextual/derived/qrels.chunks.txt",
        "anthropic_contextual/derived/qrels.docs.txt",
    ),
    *("cast21_a/orig/trec-cast-qrels-docs.2021.qrel",),
    *("chunking_evaluation/derived/qrels.chunks_800_400.txt", "coll_cisi/derived/qrels.txt"),
    *("coll_cisi/derived/qrels.beir.tsv", "coll_cranfield/derived/qrels.txt"),
    *("coll_cranfield/orig/IR_BIM_model__cran_cranqrel", "coll_cranfield/orig/cranqrel"),
    *("coll_cranfield/orig/cranqrel.trec.txt", "coll_cranfield/orig/cranqrel_bin.txt"),
    *("ir_datasets_dummy/orig/qrels", "ir_measures_fixtures/orig/compat.qrels"),
    *("ir_measures_fixtures/orig/cwl.qrels", "lecard_zh/derived/qrels.golden.txt"),
    *("lecard_zh/derived/qrels.graded.txt", "npl_formats/orig/tests/fixtures/qrels"),
    *("npl_formats/orig/tests/fixtures/vaswani_npl/qrels",),
    *("ranx_fixtures/orig/notebooks/data/qrels.trec",),
    *("ranx_fixtures/orig/notebooks/data/small_qrels.trec",),
    *("ranx_fixtures/orig/tests/unit/ranx/test_data/qrels.trec",),
    *("ranx_fixtures/orig/tests/unit/ranx/test_data/qrels.trec.gz",),
    *("trec_covid_r1_a/orig/qrels-rnd1.txt", "trec_eval_core/orig/qrels-302.test"),
    *("trec_eval_core/orig/qrels.rel_level", "trec_eval_core/orig/qrels.test"),
    *("trec_eval_core/orig/qrels.test.with-comments", "trectools_fixtures/orig/qrel1.txt"),
]
MAPS = [
    "anthropic_contextual/derived/chunk_to_doc.tsv",
    "cast21_a/derived/chunk_to_doc.tsv.gz",
    "chunking_evaluation/derived/chunk_to_doc_800_400.tsv",
    "coll_cisi/derived/chunk_to_doc.jsonl",
    "coll_cranfield/derived/chunk_to_doc.tsv",
]


def text_of(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8")


def fields_of(path: Path) -> list[list[str]]:
    """Fields as awk counts them; comments and headers left out."""
    rows = [line.split() for line in text_of(path).split("\n")]
    return [row for row in rows if row and row[0] not in {"#", "query-id"}]


@pytest.mark.parametrize("name", RUNS)
def test_runs(shared, name):
    rows = fields_of(shared / name)
    depths = Counter(row[0] for row in rows)
    assert sniff((shared / name).read_bytes(), "x").slot == "run"
    loaded = load(shared / name)
    assert (loaded.slot, loaded.format) == ("run", "TREC run")
    assert loaded.counts["queries"] == len(depths)
    assert loaded.counts["rows"] == len(rows)
    assert loaded.counts["depth"] == max(depths.values())
    scores = Counter((row[0], float(row[4])) for row in rows)
    assert loaded.counts["queries with ties"] == len({q for (q, _), n in scores.items() if n > 1})
    run = loaded.value
    for query_id in list(depths)[:5]:
        assert run.ranking(query_id) == [row[2] for row in rows if row[0] == query_id]
    assert sorted(run.scores.tolist()) == sorted(float(row[4]) for row in rows)


@pytest.mark.parametrize("name", QRELS)
def test_qrels(shared, name):
    rows = fields_of(shared / name)
    grades = Counter(int(row[-1]) for row in rows)
    assert sniff((shared / name).read_bytes(), "x").slot == "qrels"
    loaded = load(shared / name)
    assert loaded.slot == "qrels"
    assert loaded.counts["queries"] == len({row[0] for row in rows})
    assert loaded.counts["judgements"] == len({(row[0], row[-2]) for row in rows})
    assert loaded.counts["relevant"] == sum(n for grade, n in grades.items() if grade >= 1)
    shown = {f"grade {grade}".replace("-", "−"): grades[grade] for grade in sorted(grades)[:6]}
    assert {name: n for name, n in loaded.counts.items() if name.startswith("grade ")} == shown
    query_id = rows[-1][0]
    judged = {row[-2]: int(row[-1]) for row in rows if row[0] == query_id}
    assert loaded.value.of(query_id) == judged


def test_blanks_within_the_tab_separated_tag_are_part_of_it(shared):
    path = shared / "trec_eval_core/orig/results.trunc"
    rows = [line.split("\t") for line in text_of(path).split("\n") if line]
    assert {len(row) for row in rows} == {6}
    assert sum(" " in row[5].strip() for row in rows) == 5
    loaded = load(path)
    assert loaded.counts["rows"] == len(rows)
    assert [warning.code for warning in loaded.warnings][:1] == ["several-tags"]


@pytest.mark.parametrize(
    "name", ["coll_cisi/derived/corpus.jsonl.gz", "coll_cranfield/derived/corpus.jsonl.gz"]
)
def test_corpora(shared, name):
    documents = [json.loads(line) for line in text_of(shared / name).split("\n") if line]
    loaded = load(shared / name)
    assert (loaded.slot, loaded.compression) == ("corpus", "gzip")
    assert dict(loaded.counts) == {
        "documents": len(documents),
        "with text": sum(bool(document["text"]) for document in documents),
        "titles": sum(bool(document["title"]) for document in documents),
    }
    assert loaded.value.texts.to_pylist() == [document["text"] for document in documents]


@pytest.mark.parametrize(
    "name",
    [
        "anserini_qrels_a/orig/topics.beir-v1.0.0-scifact.test.tsv.gz",
        "anthropic_contextual/derived/queries.tsv",
        "chunking_evaluation/derived/queries.tsv",
        "coll_cisi/derived/queries.tsv",
        "ir_datasets_dummy/orig/queries.tsv",
    ],
)
def test_queries_in_tables(shared, name):
    rows = [line.split("\t") for line in text_of(shared / name).split("\n") if line]
    loaded = load(shared / name)
    assert loaded.slot == "queries"
    assert list(zip(loaded.value.ids, loaded.value.texts, strict=True)) == [
        tuple(row) for row in rows
    ]


@pytest.mark.parametrize(
    "name",
    [
        "coll_cranfield/orig/cran.qry.xml",
        "npl_formats/orig/tests/fixtures/vaswani_npl/query-text.trec",
        "npl_formats/orig/tests/fixtures/vaswani_npl/query_light.trec",
    ],
)
def test_topics(shared, name):
    text = text_of(shared / name)
    numbers = [number.strip() for number in re.findall(r"<num>([^<]*)</num>", text)]
    titles = [" ".join(title.split()) for title in re.findall(r"<title>([^<]*)</title>", text)]
    loaded = load(shared / name)
    assert (loaded.slot, loaded.format) == ("queries", "TREC topics")
    assert loaded.value.ids == tuple(numbers)
    assert loaded.value.texts == tuple(titles)


def test_queries_in_json_lines(shared):
    path = shared / "coll_cranfield/derived/queries.jsonl"
    loaded = load(path)
    assert (loaded.slot, len(loaded.value)) == ("queries", text_of(path).count("\n"))


@pytest.mark.parametrize("name", MAPS)
def test_chunk_maps_are_recognised(shared, name):
    assert sniff((shared / name).read_bytes(), "x").slot == "chunk_map"


def test_documents_without_a_header_may_be_meant_as_a_corpus(shared):
    guess = sniff((shared / "ir_datasets_dummy/orig/docs.tsv").read_bytes(), "x")
    assert guess.slot == "queries"
    assert "corpus" in guess.alternatives


@pytest.mark.parametrize(("name", "slot"), [("run", "run"), ("qrels", "qrels")])
def test_json_and_parquet_of_one_collection_agree(shared, name, slot):
    folder = shared / "ranx_fixtures/orig/tests/unit/ranx/test_data"
    loaded = {suffix: load(folder / f"{name}.{suffix}") for suffix in ("json", "parquet", "trec")}
    assert {one.slot for one in loaded.values()} == {slot}
    assert pq.read_table(folder / f"{name}.parquet").num_rows == len(
        loaded["parquet"].value.documents
    )
    columns = [one.value.documents.to_pylist() for one in loaded.values()]
    assert columns[0] == columns[1] == columns[2]


@pytest.mark.parametrize(
    ("name", "headline"),
    [
        ("lecard_zh/orig/bm25_top100.json", "document id 16478 is a number"),
        ("coll_cisi/orig/CISI.REL", 'grade "0.000000" is not a whole number'),
        ("coll_cisi/orig/cisi.tar.gz", "file is a tar archive"),
        ("ranx_fixtures/orig/tests/unit/ranx/test_data/run.lz4", "file is packed with LZ4"),
        ("coll_cranfield/orig/cran.qry", "content is not recognised"),
        ("trec_covid_r1_a/orig/leaderboard.csv", "content is not recognised"),
        ("chunking_evaluation/orig/questions_df.csv", "no column for id"),
    ],
)
def test_files_in_no_format_are_refused_with_the_reason(shared, name, headline):
    with pytest.raises(InputError) as caught:
        load(shared / name)
    assert caught.value.problems[0].what == headline


def test_the_golden_fixture_is_read(shared):
    golden = shared.parent / "golden"
    slots = {
        "corpus": "corpus",
        "queries": "queries",
        "qrels": "qrels",
        "chunk_to_doc": "chunk_map",
    }
    for name in ("run.fixture_A", "run.fixture_B", "run.all_empty", "chunk_run"):
        slots[name] = "run"
    for name, slot in slots.items():
        assert sniff((golden / f"{name}.json").read_bytes(), "x").slot == slot
    run = load(golden / "run.fixture_A.json").value
    given = json.loads((golden / "run.fixture_A.json").read_text("utf-8"))
    assert {query_id: run.ranking(query_id) for query_id in run.query_ids} == given
