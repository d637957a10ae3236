"""Groups of paraphrases as the unit of a conclusion."""

from __future__ import annotations

import random

import pytest

from ircompare.inference.conclusion import Significance
from ircompare.inference.plan import Plan
from ircompare.inference.significance import significance
from ircompare.inference.verdict import Verdict
from tests.inference import brute
from tests.inference.made import F, by_ranks, evidence_of, only, with_fields


def paraphrases(a: list[int], b: list[int], labels: list[str]) -> Significance:
    names = [f"q{at}" for at in range(len(a))]
    pair = with_fields(
        dict(zip(names, a, strict=True)), dict(zip(names, b, strict=True)), {"group": labels}
    )
    return significance(pair, Plan(("rr",), group_field="group"))


def test_groups_are_the_unit():
    labels = [f"g{at // 2}" for at in range(24)]
    found = paraphrases([2] * 16 + [1] * 8, [1] * 24, labels)
    (one,) = found.conclusions
    assert found.groups is not None
    assert (one.units, one.differing) == (12, 8)
    assert evidence_of(one).p.value == 1 / 128
    assert one.counts.improved == 16
    student = evidence_of(one).student
    assert student is not None
    sums = [F(1)] * 8 + [F(0)] * 4
    low, high, error = brute.interval(sums, 0.95, [2] * 12)
    assert (student.interval95.low, student.interval95.high) == pytest.approx((low, high))
    assert (student.standard_error, student.freedom) == (pytest.approx(error), 11)
    assert one.detectable is not None
    assert one.detectable.units == 12


def test_nine_groups_of_many_queries_are_too_few():
    labels = [f"g{at % 9}" for at in range(45)]
    (found,) = paraphrases([2] * 45, [1] * 45, labels).conclusions
    assert (found.verdict, found.limit, found.units) == (Verdict.DESCRIPTIVE, "units", 9)


def test_groups_that_cancel_out_are_not_identical_queries():
    labels = [f"g{at // 2}" for at in range(24)]
    (found,) = paraphrases([1, 2] * 12, [2, 1] * 12, labels).conclusions
    assert (found.differing, found.smallest_p) == (0, 1)
    assert (found.verdict, found.limit) == (Verdict.DESCRIPTIVE, "differing")


def test_groups_of_one_query_change_nothing():
    drawn = random.Random(8)
    a = [drawn.randint(1, 3) for _ in range(30)]
    b = [drawn.randint(1, 3) for _ in a]
    (found,) = paraphrases(a, b, [f"g{at}" for at in range(30)]).conclusions
    plain = only(by_ranks(a, b))
    assert found.evidence == plain.evidence
    assert (found.units, found.verdict, found.effect) == (30, plain.verdict, plain.effect)
