"""Tables of queries: safe in a spreadsheet, exact in Parquet, whole or not at all."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from ircompare.errors import InputError
from ircompare.report.markdown import escaped, summary
from ircompare.report.tables import csv_bytes, parquet_bytes, write_atomic, write_per_query
from ircompare.scoring.comparison import Comparison

Make = Callable[..., Comparison]


def rows_of(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def test_csv_has_a_byte_order_mark_and_one_row_a_query(golden_pair: Make) -> None:
    data = csv_bytes([golden_pair(2)])
    assert data.startswith(b"\xef\xbb\xbf")
    rows = rows_of(data)
    assert [row["query_id"] for row in rows] == ["q2", "q3", "q4", "q5"]
    assert rows[0]["query_text"] == "有哪些导出格式，分别怎样导出？"
    assert (rows[0]["rr_delta"], rows[0]["rr_delta_numerator"]) == ("-0.5", "-1")
    assert rows[2]["first_relevant_rank_a"] == ""
    assert rows[3]["rr_a"] == ""
    assert rows[0]["rr_verdict"] == "regressed"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_text_that_a_spreadsheet_would_run_is_disarmed(pair: Make, start: str) -> None:
    query = f"{start}HYPERLINK(1)"
    comparison = pair({query: {"r": 1}}, {query: "r"}, {query: "x r"}, names=("=a", "b"))
    row = rows_of(csv_bytes([comparison]))[0]
    assert row["query_id"] == f"'{query}"
    assert row["run_a"] == "'=a"
    assert row["rr_delta"] == "-0.5"


def test_parquet_is_exact_and_carries_its_protocol(by_ranks: Make) -> None:
    comparison = by_ranks([1, 2, 3, 0], [3, 1, 2, 1])
    table = pq.read_table(io.BytesIO(parquet_bytes([comparison])))
    deltas = [
        Fraction(row["rr_delta_numerator"], row["rr_delta_denominator"])
        for row in table.to_pylist()
    ]
    assert deltas == [Fraction(-2, 3), Fraction(1, 2), Fraction(1, 6), Fraction(1)]
    about = json.loads(table.schema.metadata[b"ircompare"])
    assert about[0]["protocol"]["k"] == 3
    assert about[0]["fingerprints"]["run_a_sha256"] == comparison.a.run_sha256


def test_several_cutoffs_stand_one_after_the_other(golden_pair: Make) -> None:
    comparison = golden_pair(2)
    rows = rows_of(csv_bytes([comparison, comparison.at(1)]))
    assert [row["k"] for row in rows] == ["2"] * 4 + ["1"] * 4


def test_an_evaluation_has_its_own_columns(golden_pair: Make) -> None:
    rows = rows_of(csv_bytes([golden_pair(2).a]))
    assert rows[2]["missing"] == "true"
    assert (rows[0]["recall"], rows[0]["recall_denominator"]) == ("0.5", "2")


def test_writing_is_by_suffix_and_leaves_nothing_half_done(
    golden_pair: Make, tmp_path: Path
) -> None:
    write_per_query(golden_pair(2), tmp_path / "q.csv")
    write_per_query([golden_pair(2)], tmp_path / "q.parquet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["q.csv", "q.parquet"]
    with pytest.raises(InputError) as caught:
        write_per_query(golden_pair(2), tmp_path / "q.xlsx")
    assert str(caught.value) == (
        'table file "q.xlsx" has no known suffix\n'
        "  expected: .csv or .parquet\n"
        "  found:    .xlsx\n"
        "  mend:     give the file one of these suffixes"
    )


def test_a_folder_that_is_not_there_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        write_atomic(tmp_path / "nowhere" / "x", b"")


def test_a_file_has_its_usual_mode_and_the_mask_that_all_threads_share_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, written = tmp_path / "usual", tmp_path / "written"
    usual.touch()
    monkeypatch.delattr(os, "umask")
    write_atomic(written, b"x")
    assert written.stat().st_mode == usual.stat().st_mode
    assert sorted(tmp_path.iterdir()) == [usual, written]


def test_markdown_summary_in_ten_lines(golden_pair: Make) -> None:
    comparison = golden_pair(2)
    lines = [line for line in summary(comparison).splitlines() if line]
    assert lines[:-1] == [
        "**fixture\\_A → fixture\\_B**: Recall@2 1/2 → 5/6 and MRR@2 1/2 → 5/6 on 3 queries. All "
        "of the rise comes from q4, which fixture\\_A did not answer. q2 regressed: its first "
        "relevant document fell from rank 1 to 2. This describes these 3 queries and nothing more.",
        "3 of 4 eligible · missing A 1, B 0 · nothing relevant 1 · "
        "shorter than k: fixture\\_B on 1 query",
        "| measure | A fixture\\_A | B fixture\\_B | delta | improved | tied | regressed |",
        "|---|---|---|---|---|---|---|",
        "| Recall@2 | 1/2 (0.500) | 5/6 (0.833) | +1/3 (+0.333) | 1 | 2 | 0 |",
        "| MRR@2 | 1/2 (0.500) | 5/6 (0.833) | +1/3 (+0.333) | 2 | 0 | 1 |",
        "Largest regressions in RR@2: q2 (rank 1 → 2)",
        "Protocol: test · k 2 · exhaustive · order listed",
    ]
    assert lines[-1].startswith("Fingerprints: protocol 9dd1a576cc83 · qrels ")


def test_markdown_shows_names_literally(pair: Make) -> None:
    assert escaped("a|b*c_`d`[x](http://y)<z>") == r"a\|b\*c\_\`d\`\[x\](http\://y)\<z\>"
    assert escaped("www.x.org") == r"www\.x.org"
    names = ("a|b", "![x](http://evil)")
    text = summary(pair({"q": {"r": 1}}, {"q": "r"}, {"q": "x r"}, names=names))
    assert "![x]" not in text
    assert "A a\\|b |" in text


def test_markdown_without_regressions(by_ranks: Make) -> None:
    assert "No query regressed in either measure." in summary(by_ranks([2, 2], [1, 1]))
