"""What what-if judgements do to the means, in words: every way in which they may move or stay."""

from __future__ import annotations

import pytest

from ircompare.inference.whatif import what_if
from ircompare.model.collection import Qrels
from ircompare.report.what_if_sentences import effect_sentences
from tests.worlds import contrast

QRELS = {"q1": {"a": 1, "n": 0}, "q2": {"n": 0}}
RUN_A = {"q1": ["x", "a"], "q2": ["x", "y"]}
RUN_B = {"q1": ["a"], "q2": ["y"]}


def told(**patch: dict[str, int]) -> list[str]:
    before = contrast(QRELS, RUN_A, RUN_B, k=2)
    return effect_sentences(what_if(before, Qrels.from_dict(patch)))


@pytest.mark.parametrize(
    ("patch", "expected"),
    [
        pytest.param(
            {"q1": {"x": 1}},
            [
                "The mean delta of Recall@2: 0.000 → −0.500 on 1 query.",
                "The mean delta of MRR@2: +0.500 → 0.000 on 1 query.",
            ],
            id="both move",
        ),
        pytest.param(
            {"q1": {"z": 1}},
            [
                "The mean delta of Recall@2 stays 0.000 on 1 query.",
                "The mean delta of MRR@2 stays +0.500 on 1 query.",
            ],
            id="neither moves",
        ),
        pytest.param(
            {"q2": {"y": 1}},
            [
                "The mean delta of Recall@2: 0.000 on 1 query → 0.000 on 2 queries.",
                "The mean delta of MRR@2: +0.500 on 1 query → +0.500 on 2 queries.",
                "1 query now scored: q2.",
            ],
            id="a query becomes eligible",
        ),
        pytest.param(
            {"q1": {"a": 0}},
            [
                "The mean delta of Recall@2: 0.000 on 1 query → no value on 0 queries.",
                "The mean delta of MRR@2: +0.500 on 1 query → no value on 0 queries.",
                "1 query no longer scored: q1.",
            ],
            id="a query loses its last relevant document",
        ),
    ],
)
def test_effects(patch, expected):
    assert told(**patch) == expected


def test_a_small_move_is_told_with_enough_places():
    qrels = {f"q{n}": {"a": 1} for n in range(2000)}
    a = {query: ["a"] for query in qrels}
    before = contrast(qrels, a, {**a, "q0": ["x", "a"], "q1": ["x", "a"]}, k=2)
    after = what_if(before, Qrels.from_dict({"q0": {"x": 1}}))
    assert effect_sentences(after) == [
        "The mean delta of Recall@2: 0.0000 → +0.0002 on 2,000 queries.",
        "The mean delta of MRR@2: −0.0005 → −0.0002 on 2,000 queries.",
    ]
