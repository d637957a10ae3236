"""The package from Python: public names, reading, comparing, tables."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import ircompare
from ircompare.api import distinct_names


def test_every_public_name_exists_and_all_is_sorted() -> None:
    assert sorted(ircompare.__all__, key=lambda name: (not name.isupper(), name)) == list(
        ircompare.__all__
    )
    for name in ircompare.__all__:
        assert getattr(ircompare, name) is not None
    assert set(dir(ircompare)) == set(ircompare.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = ircompare.nothing


def test_importing_the_package_imports_nothing_heavy(root: Path) -> None:
    heavy = ("numpy", "pyarrow", "click")
    code = f"import ircompare, sys; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_collection_runs_and_comparison(tutorial: Path) -> None:
    collection = ircompare.read_collection(
        tutorial / "qrels.json", corpus=tutorial / "corpus.json", queries=tutorial / "queries.json"
    )
    a, b = ircompare.read_runs([tutorial / "run.fixture_A.json", tutorial / "run.fixture_B.json"])
    assert (a.name, b.name) == ("fixture_A", "fixture_B")
    protocol = ircompare.Protocol(k=2)
    assert ircompare.evaluate(collection, a, protocol).mean("recall") == Fraction(1, 2)
    compared = ircompare.compare(collection, a, b, protocol)
    assert compared.mean_delta("rr") == Fraction(1, 3)
    frame = compared.to_pandas()
    assert frame["query_id"].tolist() == ["q2", "q3", "q4", "q5"]
    swept = ircompare.sweep(compared)
    assert swept.a.recall == (Fraction(1, 6), Fraction(1, 2), Fraction(2, 3))


def test_a_bad_file_raises_input_error(tmp_path: Path) -> None:
    with pytest.raises(ircompare.InputError, match="no such file"):
        ircompare.read_run(tmp_path / "no.run")


def test_runs_named_alike_get_their_folder_in_front() -> None:
    assert distinct_names(["x/bm25.run", "y/bm25.run.gz", "z/lsa.run"]) == [
        "x/bm25",
        "y/bm25",
        "lsa",
    ]
    assert distinct_names(["x/bm25.run", "x/bm25.run"]) == ["bm25", "bm25 (2)"]


def test_runs_named_alike_in_one_folder_are_told_apart_by_their_endings() -> None:
    paths = ["x/bm25.run", "x/bm25.trec"]
    assert distinct_names(paths) == ["bm25.run", "bm25.trec"]
    assert distinct_names([*paths, "y/bm25.run"]) == ["x/bm25.run", "x/bm25.trec", "y/bm25.run"]
