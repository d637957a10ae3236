"""Judging sheets read back: what was filled in counts, what was not is only counted."""

from __future__ import annotations

import pytest

from ircompare.errors import InputError
from ircompare.inference.pool import unjudged_pool
from ircompare.inference.sheet import judging_sheet
from ircompare.readers.reading import read
from ircompare.readers.sheet import SHEET_MARK, looks_like_sheet
from ircompare.report.bounds_tables import SHEET_HEAD, sheet_csv
from tests.worlds import contrast


def sheet() -> bytes:
    pair = contrast({"q": {"a": 1}}, {"q": ["x", "y", "a"]}, {"q": ["y", "a", "z"]}, k=3)
    rows = judging_sheet(pair, unjudged_pool(pair, 3))
    return sheet_csv(rows, pair.a.scope.collection)


def filled(**grades: str) -> bytes:
    """The sheet with grades put in as an editor does."""
    head, *rows = sheet().decode("utf-8-sig").splitlines()
    told = []
    for row in rows:
        query_id, doc_id, _, rest = row.split(",", 3)
        told.append(",".join([query_id, doc_id, grades.get(doc_id, ""), rest]))
    return "\n".join([head, *told, ""]).encode()


def test_the_sheet_that_is_written_is_known_as_one():
    assert SHEET_MARK in SHEET_HEAD
    assert looks_like_sheet(sheet())
    assert not looks_like_sheet(b"query_id,doc_id,relevance\nq,rr_delta_if_relevant,1\n")
    assert not looks_like_sheet(b"")


def test_what_was_filled_in_counts_and_the_rest_is_counted():
    found = read(filled(x="1", z="0"), "sheet.csv", "qrels")
    assert found.value.of("q") == {"x": 1, "z": 0}
    assert found.counts["rows not judged"] == 1
    assert found.warnings == ()


def test_an_empty_sheet_judges_nothing():
    found = read(sheet(), "sheet.csv", "qrels")
    assert len(found.value) == 0
    assert found.counts["rows not judged"] == 3


def test_a_full_sheet_leaves_nothing_to_count():
    found = read(filled(x="1", y="2", z="0"), "sheet.csv", "qrels")
    assert "rows not judged" not in found.counts
    assert len(found.value) == 3


def test_a_blank_of_blanks_is_a_blank():
    assert len(read(filled(x="  ", y="1"), "sheet.csv", "qrels").value) == 1


def test_a_bad_grade_is_told_with_the_line_of_the_file():
    with pytest.raises(InputError) as raised:
        read(filled(y="yes"), "sheet.csv", "qrels")
    (problem,) = raised.value.problems
    lines = sheet().decode().splitlines()
    assert lines[problem.line - 1].startswith("q,y,")


def test_blank_grades_of_any_other_table_are_faults():
    with pytest.raises(InputError):
        read(b"query_id,doc_id,relevance\nq,a,1\nq,b,\n", "qrels.csv", "qrels")
