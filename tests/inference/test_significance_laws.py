"""Laws of conclusions, and the rules of the verdict spelled out a second way."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from ircompare.inference.conclusion import Conclusion
from ircompare.inference.plan import Plan
from ircompare.inference.significance import significance
from ircompare.inference.verdict import Verdict
from ircompare.scoring.comparison import Comparison
from tests.inference import brute
from tests.inference.made import F, by_ranks, evidence_of, only, ranked
from tests.worlds import contrast

draws = st.lists(
    st.tuples(st.sampled_from([0, 1, 2, 3, 7]), st.sampled_from([0, 1, 1, 2, 5])),
    min_size=10,
    max_size=24,
)
MIRRORED = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}


@settings(max_examples=40)
@given(draws)
def test_swapping_the_runs_mirrors_the_conclusion(pairs: list[tuple[int, int]]) -> None:
    comparison = by_ranks([a for a, _ in pairs], [b for _, b in pairs])
    for one, other in zip(
        significance(comparison).conclusions,
        significance(comparison.swapped()).conclusions,
        strict=True,
    ):
        assert other.verdict is MIRRORED.get(one.verdict, one.verdict)
        assert (one.delta, one.sign) == (-other.delta, -other.sign)
        assert (one.counts.improved, one.counts.regressed) == (
            other.counts.regressed,
            other.counts.improved,
        )
        assert (one.evidence is None) == (other.evidence is None)
        if one.evidence is not None and other.evidence is not None:
            assert one.evidence.p == other.evidence.p
            assert one.evidence.p_holm == other.evidence.p_holm


@settings(max_examples=40)
@given(draws, st.randoms(use_true_random=False))
def test_names_and_order_of_queries_change_nothing(
    pairs: list[tuple[int, int]], drawn: random.Random
) -> None:
    shuffled = drawn.sample(pairs, len(pairs))
    names = [f"other {at}" for at in range(len(pairs))]
    plain = only(by_ranks([a for a, _ in pairs], [b for _, b in pairs]))
    moved = only(by_ranks([a for a, _ in shuffled], [b for _, b in shuffled], names=names))
    assert moved.verdict is plain.verdict
    assert (moved.evidence is None) == (plain.evidence is None)
    if moved.evidence is not None and plain.evidence is not None:
        assert moved.evidence.p == plain.evidence.p


@settings(max_examples=40)
@given(draws, st.integers(1, 5))
def test_tied_queries_leave_p_and_shrink_the_delta(pairs: list[tuple[int, int]], more: int) -> None:
    a, b = [a for a, _ in pairs], [b for _, b in pairs]
    plain, padded = only(by_ranks(a, b)), only(by_ranks([*a, *[1] * more], [*b, *[1] * more]))
    assert abs(padded.delta) <= abs(plain.delta)
    assert padded.delta * padded.units == plain.delta * plain.units
    assert padded.differing == plain.differing
    if plain.evidence is not None:
        assert evidence_of(padded).p == plain.evidence.p


def test_a_query_that_is_not_scored_changes_nothing():
    a = {f"q{at}": ranked(1 + at % 3) for at in range(12)}
    b = {query: ranked(1) for query in a}
    qrels = {query: {"r": 1} for query in a}
    plain = only(contrast(qrels, a, b))
    more = only(contrast({**qrels, "none": {"r": 0}}, a, {**b, "none": ["r"]}))
    assert (more.evidence, more.verdict, more.units) == (plain.evidence, plain.verdict, plain.units)


def drawn_pair(drawn: random.Random) -> Comparison:
    count = drawn.choice([3, 9, 10, 11, 12, 13, 20, 40])
    better = drawn.choice([0.0, 0.3, 0.7, 1.0])
    moves = drawn.choice([0.2, 0.6, 1.0])
    near = drawn.random() < 0.4
    ranks = [6, 7, 8, 9, 10] if near else [0, 1, 2, 3, 5]
    a = [drawn.choice(ranks) for _ in range(count)]
    b = []
    for rank in a:
        moved = rank if drawn.random() > moves else drawn.choice(ranks)
        up = drawn.random() < better
        b.append(ranks[1] if up and rank != ranks[1] else moved)
    k = drawn.choice([2, 10])
    return by_ranks(a, b, k=k) if drawn.random() < 0.5 else by_ranks(b, a, k=k)


def nearly_simulated(found: Conclusion) -> bool:
    """Whether random signs may put the p-value on the other side of 0.05."""
    evidence = found.evidence
    simulated = evidence is not None and evidence.p.engine == "simulation"
    return simulated and abs(evidence_of(found).p_holm - 0.05) < 0.02


def test_verdicts_follow_the_rules():
    drawn = random.Random(20)
    seen: Counter[str] = Counter()
    for _ in range(300):
        pair = drawn_pair(drawn)
        margins = {
            key: drawn.choice([F(1, 50), F(1, 10), F(1, 2)])
            for key in ("recall", "rr")
            if drawn.random() < 0.6
        }
        found = significance(pair, Plan(margins=margins)).conclusions
        families = [
            [Fraction(pair.deltas(key).at(at) or 0) for at in range(pair.count)]
            for key in ("recall", "rr")
        ]
        if any(map(nearly_simulated, found)):
            continue
        expected = brute.verdicts(families, [margins.get(key) for key in ("recall", "rr")])
        assert [one.verdict.value for one in found] == expected
        seen.update(expected)
    assert set(seen) == {verdict.value for verdict in Verdict}
    assert min(seen.values()) >= 3, seen
