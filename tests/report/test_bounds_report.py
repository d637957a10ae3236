"""Bounds in sentences and rows, and the judging sheet as a file that is read back as qrels."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from ircompare import read_collection, read_run
from ircompare.model.collection import Collection, Qrels
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.readers import load
from ircompare.report.bounds_sentences import (
    COMPLETE,
    Completion,
    completion,
    completion_sentences,
    judged_sentence,
)
from ircompare.report.bounds_tables import bounds_rows, completion_json, sheet_csv
from ircompare.scoring.comparison import Comparison, compare
from tests import oracle
from tests.inference.completions import pool_of, ranges_of
from tests.worlds import contrast, corpus_of, queries_of, score

F = Fraction
QRELS = {"q1": {"d3": 1, "n": 0}, "q2": {"a": 1, "b": 1, "n1": 0}}
A = {"q1": ["x", "d3", "n"], "q2": ["a", "u1", "n1"]}
B = {"q1": ["d3", "y", "x"], "q2": ["a", "b", "u1"]}


def decimal(value: float | Fraction) -> str:
    return f"{float(value):+.3f}".replace("-", "−")


def completed(*worlds: Any, **choices: Any) -> Completion:
    found = completion(contrast(*worlds, **{"k": 3, **choices}))
    assert found is not None
    return found


def test_under_exhaustive_judgements_nothing_is_open():
    corpus, queries = corpus_of(["d", "e"]), queries_of(["q"])
    scope = Scope.of(
        Collection(Qrels.from_dict({"q": {"d": 1, "e": 0}}), corpus, queries), Protocol(k=1)
    )
    pair = compare(score({"q": ["d"]}, scope), score({"q": ["e"]}, scope))
    assert completion(pair) is None
    assert completion_sentences(None) == [COMPLETE]
    assert completion_json(None) == {"complete": True, "sentences": [COMPLETE]}


@pytest.mark.parametrize("key", ["recall", "rr"])
def test_json_holds_the_bounds_of_every_completion(key):
    world = oracle.World(A, B, QRELS, list(QRELS), oracle.Rules(k=3))
    found = [ranges_of(key, world, q, pool_of(world, q)) for q in QRELS]
    expected = {
        side: [str(sum(ends, F(0)) / 2) for ends in zip(*column, strict=True)]
        for side, column in zip(("a", "b", "delta"), zip(*found, strict=True), strict=True)
    }
    measures: Any = completion_json(completed(QRELS, A, B))["measures"]
    assert measures[key]["pool"] == expected
    assert measures[key]["corpus"] is None


def test_the_corpus_moves_recall_alone():
    corpus = corpus_of(["d3", "n", "x", "y", "far"])
    scope = Scope.of(
        Collection(Qrels.from_dict({"q1": QRELS["q1"]}), corpus), Protocol(k=3, judgements="pooled")
    )
    found = completion(compare(score({"q1": A["q1"]}, scope), score({"q1": B["q1"]}, scope)))
    assert found is not None
    rows = {name: (pool, whole) for name, _, pool, whole in bounds_rows(found)[1:]}
    # A returns d3 of the relevant d3 and perhaps y and far: from 1/3 without far, 1/3 − with it.
    assert rows["Recall@3, A"] == ("0.500 to 1.000", "0.333 to 1.000")
    assert rows["MRR@3, A"][0] == rows["MRR@3, A"][1]


def test_a_run_that_is_judged_less_is_named():
    qrels = {"q": {"r": 1, "n": 0, "o": 0}}
    less = completed(qrels, {"q": ["r", "n", "o"]}, {"q": ["r", "u", "v"]})
    assert judged_sentence(less) == (
        "judged@3: A 1.00, B 0.33. B is judged less, so unjudged documents that count as not "
        "relevant cost it more: part of its deficit, or all of it, may be missing judgements."
    )
    alike = completed(qrels, {"q": ["r", "n", "u"]}, {"q": ["r", "u", "n"]})
    assert judged_sentence(alike) == "judged@3: A 0.67, B 0.67."


@pytest.mark.parametrize(
    ("judged", "warned"), [pytest.param(19, True, id="0.95"), pytest.param(20, False, id="1.00")]
)
def test_the_gap_is_wide_from_a_twentieth_on(judged, warned):
    names = [f"d{at}" for at in range(20)]
    qrels = {"q": {**dict.fromkeys(names, 0), "d0": 1}}
    b = {"q": [*names[:judged], *(f"u{at}" for at in range(20 - judged))]}
    told = judged_sentence(completed(qrels, {"q": names}, b, k=20))
    assert ("is judged less" in told) is warned


def test_queries_that_could_get_a_value_are_counted_apart():
    qrels = {"q": {"r": 1}, "none": {"n": 0}}
    told = completion_sentences(completed(qrels, {"q": ["r"], "none": ["u"]}, {"q": ["r"]}))
    assert told[-1] == (
        "1 query more has no value now and would have one, were an unjudged document of the top 3 "
        "found relevant; it enters no bound."
    )


def test_equal_means_say_what_would_part_them():
    told = completion_sentences(completed({"q": {"r": 1}}, {"q": ["u", "r"]}, {"q": ["n", "r"]}))
    assert told[1].endswith("The means are equal: 1 document found relevant would part them.")


def sheet_of(comparison: Comparison, collection: Collection) -> list[dict[str, str]]:
    found = completion(comparison)
    assert found is not None
    text = sheet_csv(found.sheet, collection).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_filled_sheet_is_read_back_as_qrels(tmp_path: Path):
    pair = contrast(QRELS, A, B, k=3)
    rows = sheet_of(pair, pair.a.scope.collection)
    assert [row["relevance"] for row in rows] == [""] * len(rows)
    for row in rows:
        row["relevance"] = "1"
    path = tmp_path / "sheet.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    qrels = load(str(path), "qrels").value
    assert len(qrels) == len(rows)
    assert {(row["query_id"], row["doc_id"]) for row in rows} == {
        ("q1", "x"),
        ("q1", "y"),
        ("q2", "u1"),
    }


def test_the_sheet_says_what_each_document_would_change():
    pair = contrast(QRELS, A, B, k=3)
    rows = {row["doc_id"]: row for row in sheet_of(pair, pair.a.scope.collection)}
    # x relevant: RR of A from 1/2 to 1, that of B stays 1; both then hold x and d3.
    assert (rows["x"]["rank_a"], rows["x"]["rank_b"]) == ("1", "3")
    assert (float(rows["x"]["rr_delta"]), float(rows["x"]["rr_delta_if_relevant"])) == (0.5, 0)
    assert (rows["y"]["rank_a"], rows["y"]["rank_b"]) == ("", "2")
    assert float(rows["y"]["recall_delta_if_relevant"]) == 0.5


def test_texts_are_safe_in_a_spreadsheet_and_ids_stay_as_they_are():
    queries = queries_of(["q"])
    corpus = corpus_of({"r": "fine", "-u": "=cmd()"})
    scope = Scope.of(
        Collection(Qrels.from_dict({"q": {"r": 1}}), corpus, queries),
        Protocol(k=2, judgements="pooled"),
    )
    pair = compare(score({"q": ["-u", "r"]}, scope), score({"q": ["r"]}, scope))
    (row,) = sheet_of(pair, scope.collection)
    assert row["doc_id"] == "-u"
    assert row["text"] == "'=cmd()"
    assert row["query_text"] == "text of q"


@pytest.mark.shared
def test_four_documents_could_turn_cranfields_mrr(shared: Path):
    """BM25 and MiniLM at 10: the fewest documents, found relevant one by one, tie the means."""
    folder = shared / "coll_cranfield" / "derived"
    collection = read_collection(folder / "qrels.txt")
    before = cranfield(folder, collection.qrels)
    found = completion(before)
    assert found is not None
    rows = found.shortest["rr"].rows
    assert len(rows) == 4
    delta = before.mean_delta("rr")
    assert delta is not None
    assert delta > 0
    for count, sign in ((3, 1), (4, 0)):
        extra = {(row.query_id, row.doc_id) for row in rows[:count]}
        after = cranfield(folder, patched(collection.qrels, extra)).mean_delta("rr")
        assert after is not None
        assert (after > 0) is (sign > 0)


def cranfield(folder: Path, qrels: Qrels) -> Comparison:
    scope = Scope.of(Collection(qrels), Protocol(k=10, judgements="pooled"))
    runs = (read_run(folder / "runs" / f"{name}.run") for name in ("bm25s", "minilm"))
    return compare(*(score(run, scope) for run in runs))


def patched(qrels: Qrels, relevant: set[tuple[str, str]]) -> Qrels:
    grades = {
        query: {
            str(doc): int(grade)
            for doc, grade in zip(
                qrels.documents.filter(pa.array(qrels.codes == at)).to_pylist(),
                qrels.grades[qrels.codes == at].tolist(),
                strict=True,
            )
        }
        for at, query in enumerate(qrels.query_ids)
    }
    for query, doc in relevant:
        grades[query][doc] = 1
    return Qrels.from_dict(grades)
