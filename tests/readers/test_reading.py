"""One file as one value: the interface, swapped slots, paths, and what is imported."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from ircompare import readers
from ircompare.errors import InputError
from ircompare.readers import load, read, read_corpus, read_qrels, read_run
from ircompare.readers.formats import DESCRIBED, FORMATS
from ircompare.readers.reading import BUILDERS, run_name

RUN = b"q1 Q0 a 1 2 t\n"
QRELS = b"q1 0 a 1\n"


def refusal(data: bytes, slot: str | None = None, name: str = "qrels.txt") -> str:
    with pytest.raises(InputError) as caught:
        read(data, name, slot)
    return str(caught.value)


def test_every_public_name_is_exported():
    assert set(readers.__all__) >= {"load", "read", "sniff", "Guess", "Loaded", "Slot"}
    assert all(hasattr(readers, name) for name in readers.__all__)
    assert set(BUILDERS) == set(FORMATS) == set(DESCRIBED)


def test_what_was_understood_is_said():
    loaded = read(b"q2 Q0 a 1 2 t\n\nq1 Q0 b 1 2 t\nq1 Q0 a 2 2 t\n", "runs/bm25.run.gz")
    assert (loaded.slot, loaded.source, loaded.format) == ("run", "runs/bm25.run.gz", "TREC run")
    assert list(loaded.counts.items()) == [
        ("queries", 2), ("rows", 3), ("depth", 2), ("queries with ties", 1), ("blank lines", 1)
    ]  # fmt: skip
    assert loaded.samples == ("q2 Q0 a 1 2 t", "q1 Q0 b 1 2 t", "q1 Q0 a 2 2 t")
    assert (loaded.size, len(loaded.digest)) == (43, 64)
    assert (loaded.value.name, loaded.value.source) == ("bm25", "runs/bm25.run.gz")


def test_counts_of_qrels_name_the_grades():
    text = "q1 0 a 1\nq1 0 b 0\nq2 0 a -2\nq2 0 b 2\nq2 0 c 1\n"
    assert list(read_qrels(text.encode(), "q").counts.items()) == [
        ("queries", 2), ("judgements", 5), ("relevant", 3),
        ("grade −2", 1), ("grade 0", 1), ("grade 1", 2), ("grade 2", 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("runs/bm25.run", "bm25"),
        ("bm25.run.gz", "bm25"),
        ("input.InexpC2", "input"),
        ("p_bm25", "p_bm25"),
        ("a.b.trec.ZST", "a.b"),
        (".gz", ".gz"),
        ("", ""),
    ],
)
def test_a_run_is_named_after_its_file(source, name):
    assert run_name(source) == name


def test_a_given_name_holds():
    assert read_run(RUN, "a.run", name="mine").value.name == "mine"


def test_a_run_in_the_place_of_qrels_is_described_in_full():
    assert refusal(RUN * 30, "qrels") == (
        "qrels.txt:1: file looks like a run, not like qrels\n"
        "  expected: qrels: TREC (qid iter docid grade), BEIR TSV, "
        "JSON query → document → grade, JSON lines, CSV, Parquet\n"
        "  found:    6 columns, such as q1 Q0 a 1 2 t\n"
        "  mend:     give it as a run; two files may be swapped"
    )


@pytest.mark.parametrize(
    ("data", "slot", "headline"),
    [
        pytest.param(QRELS, "run", "file looks like qrels, not like a run", id="qrels as run"),
        pytest.param(
            b'{"q": ["a"]}', "qrels", "file looks like a run, not like qrels", id="JSON run"
        ),
        pytest.param(b"<top><num>1<title>x</top>", "qrels", "file looks like queries", id="topics"),
        pytest.param(b"chunk_id\tdoc_id\nx\ty\n", "qrels", "file looks like a chunk map", id="map"),
    ],
)
def test_a_file_plainly_meant_for_another_slot_is_named(data, slot, headline):
    assert headline in refusal(data, slot).splitlines()[0]


@pytest.mark.parametrize(
    ("data", "slot", "rows"),
    [
        pytest.param(b'{"q": {"a": 3, "b": 2}}', "run", 2, id="whole numbers as scores"),
        pytest.param(b"q1\ta\t1\nq1\tb\t2\n", "qrels", 2, id="three columns as grades"),
        pytest.param(
            b"query-id\tcorpus-id\tscore\nq1\ta\t1\n", "run", 1, id="BEIR header as a run"
        ),
        pytest.param(b'{"d1": "text"}', "queries", 1, id="texts as queries"),
        pytest.param(b"a\nb\n", "corpus", 2, id="ids"),
        pytest.param(b"a b c d\ne\n", "corpus", 2, id="ids with blanks"),
    ],
)
def test_a_given_slot_decides(data, slot, rows):
    loaded = read(data, "x", slot)
    assert loaded.slot == slot
    assert loaded.counts.get("rows", len(getattr(loaded.value, "documents", loaded.value))) == rows


def test_a_form_that_a_slot_does_not_have_is_named():
    text = json.dumps({"_id": "a", "text": "x"}) + "\n" + json.dumps({"_id": "b", "text": "y"})
    assert refusal(text.encode(), "run", "a.jsonl") == (
        "a.jsonl: JSON lines cannot be read as a run\n"
        "  expected: TREC (qid Q0 docid rank score tag), MS MARCO (qid docid rank), "
        "JSON query → ranking, CSV, Parquet\n"
        "  found:    JSON lines with the fields _id, text\n"
        "  mend:     write the file in one of these formats"
    )


def test_slots_that_are_not_read_yet():
    assert refusal(b'{"version": "1", "library": {}, "engine": {}}', None, "meta.json") == (
        "meta.json: file looks like a baseline, which is not read here\n"
        "  found:    library and version\n"
        "  mend:     say what it is, if it is anything else"
    )
    with pytest.raises(ValueError, match="slot must be one of corpus, queries, qrels, run"):
        read(b"x", "x", "baseline")


def test_a_run_may_be_an_empty_object_and_nothing_else_may():
    assert read_run(b"{}", "a.json").value.query_ids == ()
    for slot in ("corpus", "queries", "qrels"):
        assert refusal(b"{}", slot).startswith("qrels.txt: file holds no record")


def test_order_by_score_is_compared_with_the_rank_column():
    loaded = read_run(b"q1 Q0 a 1 0.2 t\nq1 Q0 b 2 0.9 t\nq2 Q0 a 1 9 t\n", "a.run")
    assert [str(warning) for warning in loaded.warnings] == [
        "a.run: order by score differs from the rank column in 1 query\n"
        "  expected: ranks that follow the scores\n"
        '  found:    "q1"\n'
        "  mend:     choose the order rank if the rank column is right"
    ]
    assert loaded.value.order is None
    assert loaded.value.ranking("q1") == ["a", "b"]


def test_differences_among_equal_scores_are_told_apart():
    ties = "q1 Q0 a 1 1 t\nq1 Q0 b 2 1 t\n"
    headline = "order by score differs from the rank column in "
    found = [
        read_run(text.encode(), "a.run").warnings[0].what.removeprefix(headline)
        for text in (ties, ties + "q2 Q0 a 1 1 t\nq2 Q0 b 2 2 t\n")
    ]
    assert found == [
        "1 query, in none of them beyond equal scores",
        "2 queries, in 1 of them beyond equal scores",
    ]


def test_the_value_keeps_the_lines_for_later_problems():
    run = read_run(b"\n# c\nq1 Q0 a 1 2 t\n", "a.run").value
    assert run.lines.dtype == np.int64
    assert run.lines.tolist() == [3]


def load_refusal(path, slot=None) -> str:
    with pytest.raises(InputError) as caught:
        load(path, slot)
    return str(caught.value).replace(str(path), "PATH")


def test_a_missing_file_is_described_in_full(tmp_path):
    assert load_refusal(tmp_path / "none.run", "qrels") == (
        "PATH: no such file\n"
        "  expected: qrels: TREC (qid iter docid grade), BEIR TSV, "
        "JSON query → document → grade, JSON lines, CSV, Parquet\n"
        "  mend:     check the path"
    )


def test_a_folder_and_an_impossible_path_are_input_errors(tmp_path):
    assert load_refusal(tmp_path).splitlines()[0] == "PATH: path is a folder"
    assert load_refusal(tmp_path / "a.run" / "b").splitlines()[0] == "PATH: no such file"
    assert "file cannot be read" in load_refusal("a\0b")
    assert "file cannot be read" in load_refusal("x" * 5000)


def test_a_path_gives_what_its_bytes_give(tmp_path):
    path = tmp_path / "a.run"
    path.write_bytes(RUN)
    loaded = load(path)
    assert loaded.source == str(path)
    assert loaded.value.ranking("q1") == read_run(RUN, "a.run").value.ranking("q1")
    assert load(str(path), "run", name="x").value.name == "x"


def test_only_what_is_needed_is_imported(tmp_path, root):
    (tmp_path / "a.run").write_bytes(RUN)
    (tmp_path / "q.json").write_bytes(b'{"q1": {"a": 1}}')
    code = (
        "import sys\n"
        "class NoPandas:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'pandas': raise ImportError(name)\n"
        "sys.meta_path.insert(0, NoPandas())\n"
        "from ircompare.readers import load\n"
        "load('a.run', 'run'); load('q.json', 'qrels')\n"
        "print(*{'yaml', 'csv', 'pyarrow.csv', 'pyarrow.parquet'} & set(sys.modules))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(root)},
    )
    assert found.stdout.strip() == ""


def test_a_corpus_with_the_same_id_everywhere_is_read_in_moderate_time():
    with pytest.raises(InputError) as caught:
        read_corpus(b"same\n" * 50_000, "ids.txt")
    assert (len(caught.value.problems), caught.value.total) == (20, 49_999)
