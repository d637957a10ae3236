"""The defects 1 to 18 of the white paper's formulas and code: none of them is repeated here.

Each test is named for its defect and, where that helps, spells the defective form out beside ours.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scorecard.card import scorecard
from ircompare.scorecard.cross_modal import similarities
from ircompare.scorecard.decay import PRESETS, Decay
from ircompare.scorecard.dimensions import DIMENSIONS
from ircompare.scorecard.direction import DOWN
from ircompare.scorecard.freshness import fresh_recall
from ircompare.scorecard.inputs import DocumentFields, Inputs
from ircompare.scorecard.intent import intent_f1
from ircompare.scorecard.long_tail import decay, long_tail_decay
from ircompare.scorecard.pareto import Point, pareto_mask
from ircompare.scorecard.profiles import load_profile, profile_names
from ircompare.scorecard.refusals import REFUSALS
from ircompare.scorecard.repeats import response_consistency
from ircompare.scorecard.settings import Settings
from ircompare.scorecard.weight_updates import steps_needed, updated
from ircompare.scorecard.x_score import citation_coverage, entropy_bits, x_score
from tests.inference.tutorial_runs import golden_comparison
from tests.scorecard.made import fields, inputs, measured, names, shares
from tests.worlds import contrast

F = Fraction
SHARES = (F(1, 100), F(1, 10))
PARTS = {"bert_f1_rescaled": 0.9, "coverage": F(2, 3), "entropy_bits": 1.5, "outcomes": 4}

point_lists = st.lists(
    st.tuples(st.fractions(0, 1, max_denominator=9), st.fractions(0, 1, max_denominator=9)),
    min_size=1,
)


def long_tail(frequencies, hits, order=None, **settings):
    """The row of queries with frequencies and hits (0 or 1, the same in both runs)."""
    queries = names(len(frequencies))
    order = order or range(len(frequencies))
    values = {queries[at]: (hits[at], 1) for at in order}
    table = fields(frequency={queries[at]: frequencies[at] for at in order})
    return long_tail_decay(inputs(shares(values, values), settings, queries=table))


@given(point_lists)
def test_defect_1_the_pareto_front_is_never_empty(pairs):
    """The mask of the white paper is False for every point that equals itself, so for all."""
    points = np.array([[float(r), float(p)] for r, p in pairs])
    theirs = [bool((np.any(points < one, 1) | ~np.all(points <= one, 1)).all()) for one in points]
    assert not any(theirs)
    assert any(pareto_mask([Point("", r, p) for r, p in pairs]))


def test_defect_2_the_decay_is_a_share_and_not_multiplied_by_100():
    """Read by precedence, 1 − 5/9 · 100 is −54.6."""
    assert float(1 - F(1, 2) / F(9, 10) * 100) == pytest.approx(-54.6, abs=0.05)
    assert decay(F(9, 10), F(1, 2)) == F(4, 9)
    row = long_tail([100] * 10 + [1] * 10, [1] * 20, head_min=50)
    assert "not per cent" in row.part("ldr").label


def test_defect_3_equal_frequencies_are_not_all_frequent():
    """The 99th percentile with ≥ makes every query of equal frequency a frequent one."""
    same = [7] * 20
    assert (np.array(same) >= np.percentile(same, 99)).all()
    row = long_tail(same, [1] * 20, frequency_shares=SHARES)
    assert (row.state, row.value_a) == ("UNDEFINED", None)
    assert row.why == "the thresholds leave no frequent or no rare query"


def test_defect_3_one_frequent_query_of_a_hundred_is_low():
    """With up to 100 different frequencies that percentile leaves one single query."""
    frequencies = list(range(1, 101))
    assert (np.array(frequencies) >= np.percentile(frequencies, 99)).sum() == 1
    row = long_tail(frequencies, [1] * 100, frequency_shares=SHARES)
    assert (row.state, row.counts["frequent"]) == ("LOW_N", 1)


def test_defect_4_the_order_of_tied_queries_changes_nothing():
    """Half of 20 tied queries found: a tail cut by position depends on how they are listed."""
    frequencies, hits = [100] * 10 + [1] * 20, [1] * 10 + [1] * 10 + [0] * 10
    forward = long_tail(frequencies, hits, head_min=50)
    backward = long_tail(frequencies, hits, order=range(29, -1, -1), head_min=50)
    assert forward.value_a == backward.value_a == F(1, 2)
    by_share = [
        long_tail(frequencies, hits, order=order, frequency_shares=(F(1, 3), F(1, 10)))
        for order in (range(30), range(29, -1, -1))
    ]
    assert by_share[0].value_a == by_share[1].value_a == F(1, 2)
    assert by_share[0].counts["rare"] == 20


@pytest.mark.parametrize("count", range(2, 10))
def test_defect_5_the_tail_is_not_empty_below_ten_queries(count):
    """int(.1 n) is 0 there, and the mean of nothing is no number."""
    assert int(0.1 * count) == 0
    row = long_tail([9] * (count - 1) + [1], [1] * count, frequency_shares=SHARES)
    assert (row.counts["rare"], row.state, row.value_a) == (1, "LOW_N", 0)


def test_defect_6_a_head_of_zero_has_no_decay():
    """The white paper's code returns 1 then, the worst there is, even where the tail is 0 too."""
    assert decay(F(0), F(0)) is None
    assert decay(F(0), F(1, 2)) is None
    row = long_tail([100] * 10 + [1] * 10, [0] * 20, head_min=50)
    assert (row.value_a, row.part("ldr").value_a, row.state) == (0, None, "COMPUTED")


def test_defect_7_a_worse_head_is_seen():
    """At a tail of .5 a head that falls from .9 to .6 improves the decay from .444 to .167."""
    assert f"{float(decay(F(9, 10), F(1, 2))):.3f}" == "0.444"
    assert f"{float(decay(F(6, 10), F(1, 2))):.3f}" == "0.167"
    queries = names(20)
    frequency = {q: 100 if at < 10 else 1 for at, q in enumerate(queries)}
    a, b = (
        {q: (int(at < head or 10 <= at < 15), 1) for at, q in enumerate(queries)} for head in (9, 6)
    )
    row = long_tail_decay(
        inputs(shares(a, b), {"head_min": 50}, queries=fields(frequency=frequency))
    )
    assert row.verdict == 1, "the gap shrinks"
    assert row.part("mean_frequent").delta == F(-3, 10), "and the leg that fell stands beside it"
    assert row.part("mean_rare").delta == 0


def test_defect_8_there_is_one_definition_of_rare_and_it_is_printed():
    """At most 5 a day, or the bottom 10 %: the two differ, so each row says which it used."""
    frequencies = [100] * 10 + [50] * 9 + [5]
    by_threshold = long_tail(frequencies, [1] * 20, head_min=60)
    by_share = long_tail(frequencies, [1] * 20, frequency_shares=SHARES)
    assert (by_threshold.counts["rare"], by_share.counts["rare"]) == (1, 10)
    assert [(row.inputs[1].name, row.inputs[1].value) for row in (by_threshold, by_share)] == [
        ("declared thresholds", "frequent from 60, rare up to 5"),
        ("thresholds from shares", "frequent from 100, rare up to 50; top 1/100, bottom 1/10"),
    ]


def test_defect_9_entropy_is_normalised():
    """With 151,936 outcomes 1 − H reaches −16.2 and the score −4.05."""
    most = math.log2(151_936)
    assert f"{1 - most:.1f}" == "-16.2"
    found = x_score(bert_f1_rescaled=0.0, coverage=F(0), entropy_bits=most, outcomes=151_936)
    assert (found.certainty, found.value) == (0, 0)


def test_defect_9_a_probability_of_0_adds_nothing_and_logits_are_refused():
    assert entropy_bits([0.5, 0.5, 0.0]) == 1
    assert entropy_bits([1.0]) == 0
    for logits in ([2.3, -1.0], [0.7, 0.7], [math.nan, 1.0]):
        with pytest.raises(ValueError, match="look like logits"):
            entropy_bits(logits)


def test_defect_10_similarity_is_of_a_reference_answer_and_clipped():
    """Rescaled BERTScore can be negative; against citations it says nothing of the answer."""
    assert x_score(**{**PARTS, "bert_f1_rescaled": -0.2}).similarity == 0
    assert "never against the citations" in (x_score.__doc__ or "")
    assert "not validated" in x_score(**PARTS).label


def test_defect_11_nothing_to_cite_is_no_division_by_zero():
    assert citation_coverage({"a"}, set()) is None
    assert citation_coverage(set(), {"a"}) == 0
    assert x_score(**{**PARTS, "coverage": citation_coverage({"a"}, set())}).value is None


def test_defect_12_consistency_has_bounds():
    """mean ÷ (sd + 1e−8) is 8 · 10⁷ for three .8, 10⁷ for three .1, 98 for .80, .79, .81."""
    expected = {(0.8, 0.8, 0.8): 8e7, (0.1, 0.1, 0.1): 1e7, (0.80, 0.79, 0.81): 98}
    for values, theirs in expected.items():
        assert np.mean(values) / (np.std(values) + 1e-8) == pytest.approx(theirs, rel=0.01)
        found = similarities([values])
        assert min(values) - 1e-12 <= found.mean <= max(values) + 1e-12
        assert 0 <= found.deviation <= 1
    assert similarities([[0.8] * 3]).mean > similarities([[0.1] * 3]).mean


def test_defect_13_texts_by_images_is_no_symmetric_matrix():
    """Two texts and three images; and a square one whose two halves differ."""
    assert similarities([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]).count == 6
    square = similarities([[1.0, 0.0], [0.5, 1.0]])
    assert (square.count, square.mean) == (4, 0.625), "neither half nor diagonal is left out"


def test_defect_14_weights_sum_to_one():
    """Without normalisation (.45, .30, .25) becomes a total of 1.0096 in one step."""
    assert sum(updated((0.45, 0.30, 0.25), (-0.5, 1.0, 0.0), 0.1)) == pytest.approx(1, abs=1e-15)
    for name in profile_names():
        assert sum(load_profile(name).weights) == 1


def test_defect_14_the_table_of_the_white_paper_is_out_of_reach_in_one_step():
    assert steps_needed((0.45, 0.30, 0.25), (0.32, 0.49, 0.19), 0.1) == 5


def test_defect_15_a_half_life_and_a_time_constant_are_told_apart():
    span = timedelta(hours=2)
    weights = [Decay(kind, span).weight(span) for kind in ("half_life", "time_constant")]
    assert weights == [0.5, pytest.approx(0.3679, abs=1e-4)]
    assert all(decay.kind == "half_life" for decay in PRESETS.values())
    assert not hasattr(Decay("half_life", span), "tau")


def test_defect_15_no_scale_factor_stands_beside_the_decay():
    """A factor α on every weight cancels in fresh recall, so there is none to confuse."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    compared = contrast({"q": {"d": 1, "e": 1}}, {"q": ["d"]}, {"q": ["e"]})
    updated_at = {"d": now, "e": now - timedelta(hours=2)}
    row = fresh_recall(
        inputs(compared, documents=DocumentFields(updated=updated_at)),
        Decay("half_life", timedelta(hours=2)),
        now,
    )
    alpha = 7
    assert row.value_a == pytest.approx(alpha * 1 / (alpha * 1 + alpha * 0.5))
    assert set(Decay.__dataclass_fields__) == {"kind", "span"}


def test_defect_16_there_are_twelve_dimensions_and_no_default_composite():
    """List, weights and introduction of the white paper disagree; its three weights sum to 45 %."""
    assert len(DIMENSIONS) == 12
    assert not any("consistency" in key for key in DIMENSIONS)
    assert any("Response Consistency Index" in one.what for one in REFUSALS)
    assert response_consistency([{"q": ["a"]}] * 2).average_overlap == 1
    for name in profile_names():
        parts = load_profile(name).components
        assert {one.key for one in parts if one.kind == "dimension"} <= set(DIMENSIONS)
    rows = scorecard(Inputs(golden_comparison()))
    assert {row.dimension.key for row in rows} == set(DIMENSIONS)
    assert not any("weight" in name for name in Settings.__dataclass_fields__)


def test_defect_17_fewer_tokens_are_better_and_the_title_says_so():
    """As "token efficiency" a rising number would read as a gain."""
    dimension = DIMENSIONS["tokens_per_answer"]
    assert dimension.direction == DOWN
    assert dimension.title == "Tokens per answer ↓"
    columns = {"answered": {"q": True}, "tokens_out": {"q": 0}, "tokenizer": "t"}
    tables = measured({**columns, "tokens_in": {"q": 100}}, {**columns, "tokens_in": {"q": 150}})
    rows = scorecard(inputs(shares({"q": (1, 1)}, {"q": (1, 1)}), **tables))
    (row,) = [one for one in rows if one.dimension is dimension]
    assert (row.delta, row.gain, row.verdict) == (50, -50, -1)


def test_defect_18_granularity_is_no_averaging():
    """The white paper's macro and micro are levels of intent: F1 is given at each of them."""
    gold = {"q": "account/login", "r": "account/reset", "s": "files/share"}
    guess = {"q": "account/reset", "r": "account/reset", "s": "files/share"}
    ones = dict.fromkeys(gold, (1, 1))
    row = intent_f1(inputs(shares(ones, ones), queries=fields(intent=gold, predicted_intent=guess)))
    assert (row.part("f1_level_1").value_a, row.part("f1_level_2").value_a) == (
        1,
        pytest.approx(5 / 9),
    )
    assert row.part("micro").label == "micro F1 (accuracy)"
    assert row.part("micro").value_a == pytest.approx(2 / 3)
