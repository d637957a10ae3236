"""Perturbation sensitivity: the example, and runs judged on variants as on their originals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.model.run import Run
from ircompare.scorecard.inputs import Variants
from ircompare.scorecard.perturbation import perturbation_sensitivity, sensitivity
from ircompare.scoring.comparison import compare
from tests.scorecard.made import inputs
from tests.worlds import contrast, pooled, score

F = Fraction
EXAMPLE = {"q1": (F(1), [F(1), F(1, 2)]), "q2": (F(1, 2), [F(1, 2), F(0), F(1, 4)])}
RELEVANT = {"a": 1, "b": 1, "c": 1, "d": 1}


def test_the_example():
    """M: q1 1 → (1, ½), q2 ½ → (½, 0, ¼): absolute 1/4, relative 1/3, worst 1/2."""
    found = sensitivity(EXAMPLE)
    assert (found.absolute, found.relative, found.worst) == (F(1, 4), F(1, 3), F(1, 2))


def test_a_query_with_many_variants_weighs_no_more_than_one_with_few():
    many = {"q1": (F(1), [F(0)] * 9), "q2": (F(1), [F(1)])}
    assert sensitivity(many).absolute == F(1, 2)


def test_originals_of_zero_have_no_relative_form():
    found = sensitivity({"q": (F(0), [F(1, 2)])})
    assert (found.absolute, found.relative) == (F(-1, 2), None)
    assert sensitivity({}) is None


def card(a, b, originals, qrels=None, **settings):
    compared = contrast(qrels or {"q1": RELEVANT, "q2": RELEVANT}, a, b)
    return perturbation_sensitivity(inputs(compared, settings, variants=Variants(originals)))


A = {"q1": "abcd", "v1": "abcd", "v2": "xabz", "q2": "ab", "v3": "ba", "v4": "x", "v5": "xa"}
ORIGINALS = {"v1": "q1", "v2": "q1", "v3": "q2", "v4": "q2", "v5": "q2"}
RUN = {query: list(ranking) for query, ranking in A.items()}


def test_the_example_from_rankings():
    row = card(RUN, {**RUN, "v4": ["b", "a"]}, ORIGINALS)
    assert row.value_a == F(1, 4)
    assert row.part("relative").value_a == F(1, 3)
    assert row.part("worst").value_a == F(1, 2)
    assert row.value_b == F(1, 4) - F(1, 12)
    assert (row.state, row.n_used, row.counts["variants"]) == ("LOW_N", 2, 5)
    assert row.label == "Recall@5, query variation sensitivity (absolute)"


def test_only_searched_variants_are_called_adversarial():
    assert "adversarial" in card(RUN, RUN, ORIGINALS, adversarial=True).label


def test_overlap_needs_no_judgement():
    row = card(RUN, {**RUN, "v1": ["x"], "v2": []}, {"v1": "q1", "v2": "q1"})
    # abcd/abcd 1; abcd/xabz: 0, 1/2, 2/3, 1/2
    assert row.part("average_overlap").value_a == (1 + F(5, 12)) / 2
    assert row.part("average_overlap").value_b == 0


def test_a_variant_that_a_run_does_not_list_scores_zero():
    row = card(RUN, {"q1": list("abcd"), "v1": list("abcd")}, {"v1": "q1", "v2": "q1"})
    assert (row.value_a, row.value_b) == (F(1, 4), F(1, 2))


def test_a_run_without_any_variant_is_not_computable():
    row = card(RUN, {"q1": list("abcd")}, {"v1": "q1"})
    assert row.missing == ("rankings of the variants in run B",)
    compared = contrast({"q": {"d": 1}}, {"q": ["d"]}, {"q": ["d"]})
    assert perturbation_sensitivity(inputs(compared)).missing[0] == "table of variants"


def test_variants_of_queries_that_are_not_scored_are_left_out():
    row = card(RUN, RUN, {"v1": "q1", "v2": "nowhere"})
    assert (row.n_used, row.counts["variants left out"]) == (1, 1)
    assert card(RUN, RUN, {"v2": "nowhere"}).state == "UNDEFINED"


@pytest.mark.parametrize(("count", "state"), [(9, "LOW_N"), (10, "COMPUTED")])
def test_fewer_than_ten_originals_are_low(count, state):
    qrels = {f"q{at}": {"a": 1} for at in range(count)}
    run = {f"{kind}{at}": ["a"] for kind in "qv" for at in range(count)}
    row = card(run, run, {f"v{at}": f"q{at}" for at in range(count)}, qrels)
    assert (row.state, row.value_a) == (state, 0)


@pytest.mark.parametrize("originals", [{"v": "v"}, {"v": "w", "w": "q"}])
def test_a_variant_of_a_variant_is_refused(originals):
    with pytest.raises(ValueError, match="itself a variant"):
        Variants(originals)


values = st.fractions(0, 1, max_denominator=12)


@given(
    st.dictionaries(
        st.sampled_from("abcd"),
        st.tuples(values, st.lists(values, min_size=1, max_size=4)),
        min_size=1,
    )
)
def test_the_worst_case_is_never_below_the_mean_and_all_equal_the_definition(drops):
    found = sensitivity(drops)
    each = [own - sum(others) / len(others) for own, others in drops.values()]
    assert found.absolute == sum(each) / len(each)
    assert found.worst == sum(own - min(others) for own, others in drops.values()) / len(drops)
    assert found.worst >= found.absolute


def test_variants_are_judged_from_the_grade_of_the_protocol():
    compared = contrast(
        {"q": {"a": 2, "b": 1}}, {"q": ["a"], "v": ["b"]}, {"q": ["a"], "v": ["a"]}, min_relevance=2
    )
    row = perturbation_sensitivity(inputs(compared, variants=Variants({"v": "q"})))
    assert (row.value_a, row.value_b) == (1, 0)


def test_under_zero_a_query_with_nothing_relevant_counts_with_its_variants():
    compared = contrast(
        {"q": {"a": 1}, "r": {"a": 0}},
        {"q": ["a"], "v": ["x"], "w": ["a"]},
        {"q": ["a"], "v": ["a"], "w": ["a"]},
        no_relevant="zero",
    )
    row = perturbation_sensitivity(inputs(compared, variants=Variants({"v": "q", "w": "r"})))
    assert (row.value_a, row.value_b, row.n_used) == (F(1, 2), 0, 2)


def test_variants_are_ranked_by_the_order_of_the_protocol():
    scope = pooled({"q": {"a": 1}}, order="rank")
    run = Run.build(
        "run", ["q", "v", "v"], ["a", "x", "a"], scores=[1.0, 1.0, 9.0], ranks=[1, 1, 2]
    )
    side = score(run, scope)
    row = perturbation_sensitivity(
        inputs(compare(side, side), {"k": 1}, variants=Variants({"v": "q"}))
    )
    assert row.value_a == 1, "by rank x stands first; by score it would be a"
