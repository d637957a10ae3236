"""Tables that grow part by part: the same rows in every format, whole or not at all."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ircompare.errors import InputError
from ircompare.report.table_files import growing_table

PARTS = [
    {"run": ["=a", None], "mean": [0.5, None], "mean_numerator": ["-1", "12345678901234567890"]},
    {"run": ["文"], "mean": [1.0], "mean_numerator": ["1"]},
]
SCHEMA = pa.schema([("run", pa.string()), ("mean", pa.float64()), ("mean_numerator", pa.string())])


def write(path: Path, parts: list[dict[str, list[object]]] = PARTS, about: object = None) -> None:
    with growing_table(path, about) as table:
        for part in parts:
            table.write(pa.table(part, SCHEMA))


def test_the_same_rows_in_every_format(tmp_path: Path) -> None:
    for name in ("t.parquet", "t.CSV", "t.json"):
        write(tmp_path / name)
    expected = pa.concat_tables([pa.table(part, SCHEMA) for part in PARTS])
    assert pq.read_table(tmp_path / "t.parquet").equals(expected)
    assert json.loads((tmp_path / "t.json").read_text("utf-8")) == expected.to_pylist()
    rows = list(csv.reader(io.StringIO((tmp_path / "t.CSV").read_text("utf-8-sig"))))
    assert rows == [
        ["run", "mean", "mean_numerator"],
        ["'=a", "0.5", "-1"],
        ["", "", "12345678901234567890"],
        ["文", "1.0", "1"],
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.CSV", "t.json", "t.parquet"]


def test_json_without_rows_is_an_empty_list(tmp_path: Path) -> None:
    write(tmp_path / "t.json", [])
    assert json.loads((tmp_path / "t.json").read_text()) == []


def test_parquet_tells_at_the_end_what_was_gathered(tmp_path: Path) -> None:
    told: list[object] = []
    with growing_table(tmp_path / "t.parquet", told) as table:
        table.write(pa.table(PARTS[0], SCHEMA))
        told.append({"k": 3})
    metadata = pq.read_table(tmp_path / "t.parquet").schema.metadata
    assert json.loads(metadata[b"ircompare"]) == [{"k": 3}]


def test_parts_are_gathered_into_large_row_groups(tmp_path: Path) -> None:
    part = {name: column * 1000 for name, column in PARTS[1].items()}
    write(tmp_path / "t.parquet", [part] * 200)
    found = pq.ParquetFile(tmp_path / "t.parquet").metadata
    assert (found.num_rows, found.num_row_groups) == (200_000, 4)


def break_off(path: Path) -> None:
    with growing_table(path) as table:
        table.write(pa.table(PARTS[0], SCHEMA))
        raise KeyboardInterrupt


@pytest.mark.parametrize("name", ["t.parquet", "t.csv", "t.json"])
def test_what_is_broken_off_leaves_what_was_there(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("before")
    with pytest.raises(KeyboardInterrupt):
        break_off(tmp_path / name)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["before"]


def test_another_suffix_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        write(tmp_path / "t.xlsx")
    assert str(caught.value) == (
        'table file "t.xlsx" has no known suffix\n'
        "  expected: .parquet, .csv or .json\n"
        "  found:    .xlsx\n"
        "  mend:     give the file one of these suffixes"
    )


def test_a_folder_that_is_not_there_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        write(tmp_path / "nowhere" / "t.csv")
