"""Slices as tables: exact in every form, safe in a spreadsheet and in Markdown."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest

from ircompare.report.slice_tables import (
    losing_json,
    slices_csv,
    slices_json,
    slices_markdown,
    slices_text,
)
from ircompare.scoring.comparison import Comparison
from tests.inference.made import with_fields

F = Fraction


def made(labels: tuple[str, str] = ("x", "y"), field: str = "domain") -> Comparison:
    """Ten queries that fall from rank 1 to 3, and thirty that rise from none to 1."""
    rows = [(1, 3)] * 10 + [(0, 1)] * 30
    a, b = ({f"q{n:02}": row[side] for n, row in enumerate(rows)} for side in (0, 1))
    return with_fields(a, b, {field: [labels[0]] * 10 + [labels[1]] * 30})


def test_text_has_a_table_for_each_field_and_measure():
    assert slices_text(made(), ["domain"]).splitlines() == [
        "domain, Recall@10  queries  A run  B run  delta  improved  tied  regressed",
        "y                       30      0      1     +1        30     0          0",
        "x                       10      1      1      0         0    10          0  too small",
        "",
        "domain, MRR@10  queries  A run        B run          delta  improved  tied  regressed",
        "x                    10      1  1/3 (0.333)  −2/3 (−0.667)         0     0         10",
        "y                    30      0            1             +1        30     0          0",
        "",
        "too small: fewer than 10 queries, or fewer than 6 that differ",
    ]


def test_no_field_gives_no_text():
    assert slices_text(made(), []) == slices_markdown(made(), []) == ""


def test_markdown_shows_names_literally():
    found = slices_markdown(made(("a|b", "*y*")), ["domain"]).splitlines()
    assert found[0] == (
        "| domain, Recall@10 | queries | A run | B run | delta | improved | tied | regressed |  |"
    )
    assert found[1] == "|---|---|---|---|---|---|---|---|---|"
    assert found[2] == "| \\*y\\* | 30 | 0 | 1 | +1 | 30 | 0 | 0 |  |"
    assert found[3] == "| a\\|b | 10 | 1 | 1 | 0 | 0 | 10 | 0 | too small |"
    assert found[-1].startswith("too small: ")


def test_json_holds_exact_fractions():
    (found,) = slices_json(made(), ["domain"])
    assert found["field"] == "domain"
    large, lost = found["slices"]
    assert (large["slice"], large["queries"], lost["slice"], lost["queries"]) == ("y", 30, "x", 10)
    assert lost["rr"] == {
        "a": "1",
        "b": "1/3",
        "delta": "-2/3",
        "improved": 0,
        "tied": 0,
        "regressed": 10,
        "too_small": False,
    }
    assert lost["recall"]["too_small"] is True


def test_json_names_the_slice_that_loses_in_each_measure():
    assert losing_json(made()) == {
        "fields": ["domain"],
        "looked_at": 2,
        "recall": None,
        "rr": {
            "field": "domain",
            "slice": "x",
            "queries": 10,
            "a": "1",
            "b": "1/3",
            "delta": "-2/3",
            "improved": 0,
            "tied": 0,
            "regressed": 10,
            "too_small": False,
            "fell": 1,
            "small": 0,
        },
    }


def read(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_csv_has_a_row_for_each_comparison_field_and_slice():
    comparison = made()
    rows = read(slices_csv([comparison, comparison.at(1)], ["domain", "relevant documents"]))
    assert [(row["k"], row["field"], row["slice"], row["queries"]) for row in rows] == [
        ("10", "domain", "y", "30"),
        ("10", "domain", "x", "10"),
        ("10", "relevant documents", "1", "40"),
        ("1", "domain", "y", "30"),
        ("1", "domain", "x", "10"),
        ("1", "relevant documents", "1", "40"),
    ]
    lost = rows[1]
    exact = F(int(lost["rr_delta_numerator"]), int(lost["rr_delta_denominator"]))
    assert exact == F(-2, 3)
    assert float(lost["rr_delta"]) == pytest.approx(-2 / 3, abs=0)
    assert (lost["rr_improved"], lost["rr_tied"], lost["rr_regressed"]) == ("0", "0", "10")
    assert (lost["rr_too_small"], lost["recall_too_small"]) == ("false", "true")


def test_csv_is_safe_in_a_spreadsheet_and_numbers_stay_numbers():
    rows = read(slices_csv([made(("=1+1", "@y"), field="-f")], ["-f"]))
    assert [row["slice"] for row in rows] == ["'@y", "'=1+1"]
    assert {row["field"] for row in rows} == {"'-f"}
    assert rows[1]["rr_delta_numerator"] == "-2"


def test_csv_without_a_slice_is_its_header():
    assert read(slices_csv([], ["domain"])) == []
    assert slices_csv([], ["domain"]).decode("utf-8-sig").startswith("run_a,run_b,k,field,slice,")


def test_an_unknown_field_is_refused():
    with pytest.raises(KeyError, match="no query field 'g'"):
        slices_text(made(), ["g"])
