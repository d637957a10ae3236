"""A row never shows a number without its inputs, and its state never contradicts its values."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ircompare.scorecard.dimensions import LATENCY, LONG_TAIL, RECALL
from ircompare.scorecard.row import Input, Part, Row, measured, needs, not_computable

HALF = Fraction(1, 2)
FILE = (Input("qrels", "qrels.txt"),)


def test_delta_gain_and_verdict_follow_the_direction():
    row = measured(LATENCY, (100.0, 115.0), FILE, n_used=100)
    assert (row.state, row.delta, row.gain, row.verdict) == ("COMPUTED", 15.0, -15.0, -1)
    crossing = measured(LONG_TAIL, (HALF, -HALF), FILE, n_used=20)
    assert (crossing.delta, crossing.gain, crossing.verdict) == (-1, 0, None)


def test_a_part_needs_both_values_for_a_delta():
    assert Part.of("x", "x", (HALF, None)).delta is None
    assert Part.of("x", "x", (HALF, Fraction(1))).delta == HALF


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        pytest.param(
            {"state": "COMPUTED", "value_a": HALF, "value_b": HALF}, "needs its inputs", id="bare"
        ),
        pytest.param(
            {"state": "UNDEFINED", "why": "x", "parts": (Part("p", "p", HALF, HALF),)},
            "needs its inputs",
            id="a part without inputs",
        ),
        pytest.param(
            {"state": "COMPUTED", "value_a": HALF, "inputs": FILE},
            "contradicts its values",
            id="computed with one value",
        ),
        pytest.param(
            {"state": "UNDEFINED", "value_a": HALF, "value_b": HALF, "inputs": FILE, "why": "x"},
            "contradicts its values",
            id="undefined with values",
        ),
        pytest.param({"state": "NOT_COMPUTABLE", "why": "x"}, "is missing", id="nothing missing"),
        pytest.param(
            {"state": "UNDEFINED", "inputs": FILE}, "contradicts its reason", id="without a reason"
        ),
        pytest.param(
            {"state": "COMPUTED", "value_a": HALF, "value_b": HALF, "inputs": FILE, "why": "x"},
            "contradicts its reason",
            id="computed with a reason",
        ),
    ],
)
def test_contradictions_are_refused(parts, message):
    with pytest.raises(ValueError, match=message):
        Row(RECALL, "Recall@5", **parts)


def test_states():
    missing = not_computable(RECALL, ["qrels", "run B"])
    assert (missing.state, missing.why) == ("NOT_COMPUTABLE", "needs: qrels, run B")
    assert measured(RECALL, (HALF, HALF), FILE, n_used=3, low="few").state == "LOW_N"
    nothing = measured(RECALL, (None, HALF), FILE, n_used=0, undefined="no value", low="few")
    assert (nothing.state, nothing.why, nothing.delta) == ("UNDEFINED", "no value", None)


def test_a_part_is_found_by_its_key():
    row = measured(RECALL, (HALF, HALF), FILE, n_used=3, parts=[Part("p", "p", HALF, HALF)])
    assert row.part("p").value_a == HALF
    with pytest.raises(KeyError):
        row.part("q")


def test_what_both_runs_lack_is_told_once():
    lacking = ["`x` of run A", "a table", "`x` of run B", "`y` of run B", "labels of run A (z)"]
    assert needs(lacking) == "needs: `x` of both runs, a table, `y` of run B, labels of run A (z)"
    assert needs([]) == "needs: "
