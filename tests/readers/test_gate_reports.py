"""Earlier gate reports: what is kept of them, what is refused."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from ircompare.consistency.gate import gate
from ircompare.errors import InputError
from ircompare.readers.gate_reports import read_gate_report
from ircompare.report.gate_report import gate_json_text
from tests.consistency.worlds import LIBRARY, baseline_of, run_of

BASELINE = baseline_of({"q1": "abcde", "q2": "fg"})


def _read(text: str):
    return read_gate_report(text.encode(), "old.json")


def test_a_written_report_is_read_again():
    report = gate(BASELINE, [run_of({"q1": "abcdx", "q2": "gf"})], LIBRARY, "2.0")
    past = _read(gate_json_text(report))
    assert (past.status, past.engine_version, past.baseline_version) == ("GATE_FAIL", "2.0", "v1")
    assert (past.recall, past.top1, past.top5_jaccard) == (
        Fraction(6, 7),
        Fraction(1, 2),
        Fraction(5, 6),
    )


@pytest.mark.parametrize("library", [None, LIBRARY])
def test_a_report_without_indicators_is_read_too(library):
    past = _read(gate_json_text(gate(None, [run_of({"q1": "a"})], library, "2.0")))
    assert (past.recall, past.top1, past.top5_jaccard) == (None, None, None)


GOOD = {"gate": "PASS", "baselineVersion": "v1", "recallAt5": "1"}


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"gate": "FINE"}, 'field "gate" is a string'),
        ({"gate": None}, "file is no report of the consistency gate"),
        ({"recallAt5": "3/2"}, 'field "recallAt5" is a string'),
        ({"recallAt5": "1/0"}, 'field "recallAt5" is a string'),
        ({"recallAt5": 0.5}, 'field "recallAt5" is a number'),
        ({"recallAt5": float("nan")}, "NaN is no JSON number"),
        ({"top1Matches": True}, 'field "top1Matches" is a truth value'),
        ({"baselineVersion": None}, 'field "baselineVersion" is null'),
    ],
)
def test_what_is_no_report_is_refused(parts, message):
    with pytest.raises(InputError) as caught:
        _read(json.dumps({**GOOD, **parts}))
    assert message in str(caught.value)


def test_a_file_that_is_no_object_is_refused_once():
    with pytest.raises(InputError) as caught:
        _read("[]")
    assert caught.value.total == 1
