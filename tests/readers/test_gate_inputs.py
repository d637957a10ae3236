"""The gate's inputs from paths: nothing read without a library, else all faults at once."""

from __future__ import annotations

import pytest

from ircompare.consistency.baseline import make_baseline
from ircompare.consistency.gate import gate
from ircompare.errors import InputError
from ircompare.model.run import Run
from ircompare.readers.gate_inputs import read_gate_inputs
from ircompare.readers.library import read_library
from ircompare.report.baseline_files import write_baseline
from ircompare.report.gate_report import gate_json_text


@pytest.fixture
def world(tmp_path):
    wiki = tmp_path / "wiki"
    wiki.mkdir()
    (wiki / "a.txt").write_text("hello")
    (wiki / "b.txt").write_text("world")
    library = read_library(wiki, pages="*.txt", strip_suffix=True)
    run = Run.from_rankings("e", {"q": ["a", "b"]})
    write_baseline(make_baseline(run, library, version="v1", engine_version="1"), tmp_path / "base")
    (tmp_path / "run.json").write_text('{"q": ["b", "a"]}')
    return tmp_path


def test_the_library_is_read_by_the_rule_of_the_baseline(world):
    read = read_gate_inputs(world / "wiki", world / "base", [world / "run.json"])
    runs = [loaded.value for loaded in read.runs]
    report = gate(read.baseline, runs, read.library, "2")
    assert report.status == "PASS"
    (world / "old.json").write_text(gate_json_text(report))
    again = read_gate_inputs(world / "wiki", world / "base", [], world / "old.json")
    assert again.previous is not None
    assert again.previous.top1 == 0


def test_a_rule_that_is_given_wins(world):
    read = read_gate_inputs(world / "wiki", world / "base", [], pages="a.*", strip_suffix=False)
    assert read.library is not None
    assert list(read.library.pages) == ["a.txt"]


def test_without_a_library_nothing_is_read():
    read = read_gate_inputs(None, "no/where", ["no/run"], "no/report")
    assert (read.library, read.baseline, read.runs, read.previous) == (None, None, (), None)


def test_an_absent_baseline_is_none(world):
    assert read_gate_inputs(world / "wiki", world / "none", [], pages="*.txt").baseline is None


def test_faults_of_all_inputs_come_together(world):
    (world / "base" / "baseline.json").write_text('{"q": null}')
    (world / "run.json").write_text('{"q": ["a", "a"]}')
    with pytest.raises(InputError) as caught:
        read_gate_inputs(
            world / "nowhere", world / "base", [world / "run.json"], world / "none.json"
        )
    assert [problem.code for problem in caught.value.problems] == [
        "bad-shape",
        "no-such-file",
        "duplicate-document",
        "no-such-file",
    ]
