"""Several judges: κ by hand, disputes, and what cannot be computed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ircompare.errors import InputError
from ircompare.inference.agreement import Dispute, Opinion, agreement


def opinions(**grades: str) -> list[Opinion]:
    """One judge a keyword, one digit a pair; "-" where the judge did not judge it."""
    return [
        Opinion("q", f"d{at}", judge, int(grade))
        for judge, digits in grades.items()
        for at, grade in enumerate(digits)
        if grade != "-"
    ]


def between(**grades: str):
    (found,) = agreement(opinions(**grades)).between
    return found


def test_kappa_by_hand():
    """20 and 15 agreed of 50, 25 and 30 called relevant: (0.7 − 0.5) ÷ (1 − 0.5)."""
    found = between(
        ann="1" * 20 + "1" * 5 + "0" * 10 + "0" * 15, ben="1" * 20 + "0" * 5 + "1" * 10 + "0" * 15
    )
    assert found.kappa == pytest.approx(0.4)
    assert (found.shared, found.observed) == (50, Fraction(7, 10))


@pytest.mark.parametrize(
    ("ann", "ben", "kappa"),
    [
        pytest.param("10", "10", 1.0, id="full agreement"),
        pytest.param("10", "01", -1.0, id="full disagreement"),
        pytest.param("1100", "1010", 0.0, id="as chance has it"),
        pytest.param("11", "11", None, id="both say the same of everything"),
        pytest.param("00", "00", None, id="both find nothing"),
        pytest.param("11", "00", 0.0, id="each says one thing, and never the same"),
    ],
)
def test_kappa_at_its_edges(ann, ben, kappa):
    assert between(ann=ann, ben=ben).kappa == (kappa if kappa is None else pytest.approx(kappa))


def test_grades_may_differ_where_relevance_does_not():
    found = between(ann="120", ben="210")
    assert (found.same_relevance, found.same_grade) == (3, 1)
    assert found.kappa == pytest.approx(1)
    assert found.kappa_grades == pytest.approx(0)


def test_only_pairs_that_both_judged_count():
    found = agreement(opinions(ann="10-1", ben="1-01", cai="----"))
    assert (found.judges, found.pairs, found.overlap) == (("ann", "ben"), 4, 2)
    assert found.between[0].shared == 2


def test_judges_who_share_nothing_are_not_compared():
    assert agreement(opinions(ann="1-", ben="-0")).between == ()


def test_every_two_judges_are_compared():
    found = agreement(opinions(ann="10", ben="10", cai="01"))
    assert [(one.left, one.right, one.kappa) for one in found.between] == [
        ("ann", "ben", pytest.approx(1)),
        ("ann", "cai", pytest.approx(-1)),
        ("ben", "cai", pytest.approx(-1)),
    ]


def test_a_dispute_is_about_relevance_and_carries_the_judges_reasons():
    given = [
        Opinion("q", "d", "ben", 0, "only names it"),
        Opinion("q", "d", "ann", 2, "answers it"),
        Opinion("q", "e", "ann", 1),
        Opinion("q", "e", "ben", 2),
    ]
    assert agreement(given).disputes == (Dispute("q", "d", (given[1], given[0])),)
    assert [one.doc_id for one in agreement(given, min_relevance=2).disputes] == ["d", "e"]


def test_the_same_opinion_twice_counts_once():
    assert agreement([Opinion("q", "d", "ann", 1)] * 2).pairs == 1


def test_two_grades_of_one_judge_for_one_pair_are_refused():
    given = [Opinion("q", "d", "ann", 1), Opinion("q", "d", "ann", 0)]
    with pytest.raises(InputError) as caught:
        agreement(given)
    assert str(caught.value) == (
        'judge "ann" judged document "d" twice for query "q"\n'
        "  expected: one grade a judge for each query and document\n"
        "  found:    grade 1, and grade 0\n"
        "  mend:     keep the right one of the two judgements"
    )


def test_nobody_agrees_on_nothing():
    found = agreement([])
    assert (found.judges, found.pairs, found.between, found.disputes) == ((), 0, (), ())


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=12))
def test_kappa_equals_its_definition(pairs):
    found = between(ann="".join(str(a) for a, _ in pairs), ben="".join(str(b) for _, b in pairs))
    for grades, kappa in (
        (pairs, found.kappa_grades),
        ([(int(a > 0), int(b > 0)) for a, b in pairs], found.kappa),
    ):
        n = len(grades)
        observed = Fraction(sum(a == b for a, b in grades), n)
        chance = sum(
            Fraction(sum(a == g for a, _ in grades) * sum(b == g for _, b in grades), n * n)
            for g in range(3)
        )
        if chance == 1:
            assert kappa is None
        else:
            assert kappa == pytest.approx(float((observed - chance) / (1 - chance)))
