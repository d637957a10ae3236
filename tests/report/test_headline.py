"""Every kind of headline, word for word, on comparisons made by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ircompare.report.headline import Link, headline, run_headline
from ircompare.scoring.comparison import Comparison

Make = Callable[..., Comparison]


def test_clear_rise(by_ranks: Make) -> None:
    told = headline(by_ranks([2] * 8 + [0] * 4, [1] * 4 + [2] * 4 + [1] * 4))
    assert told.sentences == (
        "b rose in both: Recall@3 0.667 → 1.000 (+0.333), MRR@3 0.333 → 0.833 (+0.500), "
        "on 12 queries.",
        "In RR 8 improved, 4 tied, 0 regressed.",
    )
    assert told.links == ()
    assert told.counts == (
        "12 of 12 eligible · missing A 0, B 0 · nothing relevant 0 · judged@3 A 0.22, B 0.33"
    )


def test_clear_fall_names_up_to_three_regressed(by_ranks: Make) -> None:
    told = headline(by_ranks([1] * 12, [1] * 10 + [2, 0]))
    assert told.sentences == (
        "b fell in both: Recall@3 1.000 → 0.917 (−0.083), MRR@3 1.000 → 0.875 (−0.125), "
        "on 12 queries.",
        "In RR 0 improved, 10 tied, 2 regressed (q11 and q12).",
        "In both an unjudged document stands above the first relevant one.",
    )
    assert told.links == (Link("See the 2", {"verdict": "regressed", "measure": "rr"}),)


def test_what_regressed_stands_large(by_ranks: Make) -> None:
    hidden = headline(by_ranks([0, 0, 1, 1, 1] + [1] * 7, [1, 1, 2, 2, 2] + [1] * 7))
    assert "3 against 2" in hidden.sentences[hidden.lead - 1]
    clear = headline(by_ranks([1] * 12, [1] * 10 + [2, 0]))
    assert clear.sentences[: clear.lead][-1].endswith("2 regressed (q11 and q12).")
    same = headline(by_ranks([1] * 12, [1] * 12))
    assert same.lead == 1


def test_ids_that_look_like_counts_carry_their_noun(pair: Make) -> None:
    qrels = {str(i): {"r": 1, "s": 1} for i in range(12)}
    a = dict.fromkeys(qrels, "r s x")
    first = {**a, "1": "x r y", "2": "x r s"}
    told = headline(pair(qrels, first, {**a, "0": "r x y", "5": "x r s"}))
    assert "1 regressed (query 5)." in told.text
    assert "Query 0 regressed in Recall only." in told.text


def test_one_measure_rises_and_the_other_is_the_same(by_ranks: Make) -> None:
    told = headline(by_ranks([2] * 12, [1] * 12))
    assert told.sentences[0] == (
        "b is the same in Recall@3: 1.000 and rose in MRR@3: 0.500 → 1.000 (+0.500), on 12 queries."
    )


def test_regressions_that_a_risen_mean_hides(by_ranks: Make) -> None:
    told = headline(by_ranks([0, 0, 1, 1, 1] + [1] * 7, [1, 1, 2, 2, 2] + [1] * 7))
    assert told.sentences == (
        "b rose in Recall@3: 0.833 → 1.000 (+0.167), on 12 queries.",
        "MRR@3 rose by 0.042, but more queries regressed than improved: 3 against 2, 7 tied.",
        "q3, q4 and q5 regressed.",
        "One query carries the rise: without its gain it is gone.",
        "In all 3 an unjudged document stands above the first relevant one.",
    )


def test_improvements_that_a_fallen_mean_hides(by_ranks: Make) -> None:
    told = headline(by_ranks([1, 1, 2, 2, 2] + [1] * 7, [0, 0, 1, 1, 1] + [1] * 7))
    assert told.sentences[:3] == (
        "b fell in Recall@3: 1.000 → 0.833 (−0.167), on 12 queries.",
        "MRR@3 fell by 0.042, but more queries improved than regressed: 3 against 2, 7 tied.",
        "q1 and q2 regressed.",
    )


def test_queries_that_regressed_in_recall_only_are_named(pair: Make) -> None:
    qrels = {f"q{i}": {"r": 1, "s": 1} for i in range(12)}
    a = dict.fromkeys(qrels, "r s x")
    told = headline(pair(qrels, {**a, "q1": "x r y"}, {**a, "q0": "r x y", "q1": "r s x"}))
    assert "q0 regressed in Recall only." in told.sentences


def test_same_rankings(by_ranks: Make) -> None:
    told = headline(by_ranks([1] * 12, [1] * 12))
    assert told.sentences == ("Both runs return the same rankings.",)


def test_rankings_differ_but_no_value_does(by_ranks: Make) -> None:
    told = headline(by_ranks([4, 5] + [1] * 10, [5, 4] + [1] * 10))
    assert told.sentences == (
        "Rankings differ on 2 queries, but no value at k = 3 does; at k = 4 two do.",
    )


def test_graded_gains_differ_where_recall_and_rr_do_not(pair: Make) -> None:
    qrels = {f"q{i}": {"r": 1, "s": 3} for i in range(12)}
    a = dict.fromkeys(qrels, "r s x")
    told = headline(pair(qrels, a, {**a, "q3": "s r x"}))
    assert told.sentences == (
        "Rankings differ on 1 query, but no Recall or RR at k = 3 or at any other cutoff does.",
    )


def test_rankings_differ_and_no_value_does_at_any_cutoff(pair: Make) -> None:
    qrels = {f"q{i}": {"r": 1} for i in range(12)}
    a = dict.fromkeys(qrels, "r x y")
    told = headline(pair(qrels, a, {**a, "q3": "r y x"}))
    assert told.sentences == (
        "Rankings differ on 1 query, but no value at k = 3 or at any other cutoff does.",
    )


def test_means_equal_but_queries_not(by_ranks: Make) -> None:
    told = headline(by_ranks([1, 2] * 6, [2, 1] * 6))
    assert told.sentences == ("Means are equal, queries are not: 6 improved, 6 regressed in RR.",)


def test_fewer_than_ten_queries_are_told_in_fractions(golden_pair: Make) -> None:
    told = headline(golden_pair(2))
    assert told.text == (
        "Recall@2 1/2 → 5/6 and MRR@2 1/2 → 5/6 on 3 queries. All of the rise comes from q4, "
        "which fixture_A did not answer. q2 regressed: its first relevant document fell from rank "
        "1 to 2. This describes these 3 queries and nothing more."
    )
    assert told.counts == (
        "3 of 4 eligible · missing A 1, B 0 · nothing relevant 1 · "
        "shorter than k: fixture_B on 1 query"
    )
    assert {"flag": "missing_a"} in [link.show for link in told.links]


def test_few_queries_and_a_rise_that_both_runs_share(golden_pair: Make) -> None:
    told = headline(golden_pair(1))
    assert told.sentences[1:3] == (
        "Recall@1 rose by 1/2: +1/3 from q4, which fixture_A did not answer, "
        "+1/6 from the 2 that both answered.",
        "MRR@1 rose by 1/3: +1/3 from q4, which fixture_A did not answer, "
        "0 from the 2 that both answered.",
    )


def test_few_queries_with_losses_beyond_k_and_not_returned(by_ranks: Make) -> None:
    told = headline(by_ranks([1, 1, 1, 1, 2], [5, 0, 2, 1, 1]))
    assert told.sentences[1:] == (
        "q1 regressed: its first relevant document fell from rank 1 to 5, below k = 3.",
        "q2 regressed: no relevant document is returned any more, the first stood at rank 1.",
        "q3 regressed: its first relevant document fell from rank 1 to 2.",
        "This describes these 5 queries and nothing more.",
    )


def test_many_missing_split_so_that_the_parts_add_up(by_ranks: Make) -> None:
    told = headline(by_ranks([2] * 40, [None, None] + [1] * 4 + [2] * 34, names=("bm25", "minilm")))
    assert told.sentences == (
        "minilm lacks 2 of 40 eligible queries; each counts 0.",
        "Recall@3 fell by 0.050: −0.050 from those 2, 0.000 from the 38 that both answered.",
        "MRR@3 rose by 0.025: −0.025 from those 2, +0.050 from the 38 that both answered.",
        "In RR 4 improved, 34 tied, 2 regressed (q1 and q2).",
        "Was the run cut short?",
    )
    assert told.links[-1] == Link("List the missing", {"flag": "missing_b"})


def test_what_each_of_two_runs_misses_is_listed_by_its_own_link(by_ranks: Make) -> None:
    told = headline(by_ranks([None] * 3 + [2] * 37, [2] * 38 + [None, None]))
    assert told.links[-2:] == (
        Link("List those missing in A", {"flag": "missing_a"}),
        Link("List those missing in B", {"flag": "missing_b"}),
    )


def test_queries_that_both_runs_lack_change_nothing(by_ranks: Make) -> None:
    a, b = [None] * 3 + [2] * 37, [None] + [1] * 2 + [None] * 2 + [1] * 35
    assert headline(by_ranks(a, b)).sentences[:2] == (
        "a lacks 3 and b lacks 3 of 40 eligible queries; each counts 0.",
        "MRR@3 rose by 0.4625: +0.0500 from those 2 that only a lacks, "
        "−0.0250 from those 2 that only b lacks, +0.4375 from the 35 that both answered.",
    )


def test_one_missing_query_is_told_where_it_turns_the_sign(by_ranks: Make) -> None:
    told = headline(by_ranks([1] * 40 + [2], [None] + [1] * 40))
    assert told.sentences[0] == "b lacks 1 of 41 eligible queries; it counts 0."


def test_one_missing_query_is_left_to_the_counts_where_it_turns_nothing(by_ranks: Make) -> None:
    told = headline(by_ranks([2] * 40, [None] + [0] * 5 + [2] * 34))
    assert told.sentences[0].startswith("b fell in both")
    assert "missing A 0, B 1" in told.counts


def test_no_eligible_query(pair: Make) -> None:
    told = headline(pair({"q1": {"d": 0}}, {"q1": "d"}, {"q1": "d"}))
    assert told.sentences == (
        "No query can be scored: no query of this collection (1 query) has a relevant document.",
    )
    assert told.links == ()


def test_no_eligible_query_under_a_threshold(pair: Make) -> None:
    told = headline(pair({"q1": {"d": 1}}, {"q1": "d"}, {"q1": "d"}, min_relevance=2))
    assert told.text.endswith("has a relevant document of grade 2 or more.")


def test_k_beyond_the_depth_of_both(by_ranks: Make) -> None:
    told = headline(by_ranks([1] * 12, [2] * 12, depth=2, k=4))
    assert told.counts.endswith(
        "k exceeds the depth of a on 12 queries and b on 12 queries; "
        "the largest k both support is 2"
    )


def test_exhaustive_judgements_have_no_judged_share(golden_pair: Make) -> None:
    assert "judged@" not in headline(golden_pair(2)).counts


def test_one_run(by_ranks: Make, golden_pair: Make) -> None:
    told = run_headline(by_ranks([1] * 12, [2] * 12).b)
    assert told.text == "b reaches Recall@3 1.000 and MRR@3 0.500 on 12 queries."
    few = run_headline(golden_pair(2).a)
    assert few.text == (
        "fixture_A reaches Recall@2 1/2 and MRR@2 1/2 on 3 queries. It does not answer q4; it "
        "counts 0. This describes these 3 queries and nothing more."
    )
    assert few.counts == "3 of 4 eligible · missing 1 · nothing relevant 1"


def test_no_headline_claims_better_or_significant(by_ranks: Make, golden_pair: Make) -> None:
    made = [golden_pair(2), by_ranks([1] * 12, [2] * 12), by_ranks([0, 1] * 9, [1, 2] * 9)]
    for comparison in made:
        words = headline(comparison).text.lower()
        assert not any(word in words for word in ("better", "worse", "significant"))


@pytest.mark.shared
def test_cranfield_names_what_its_risen_mean_hides(shared: Path) -> None:
    from ircompare import Protocol, compare, read_collection, read_runs

    folder = shared / "coll_cranfield" / "derived"
    runs = read_runs([folder / "runs" / "bm25s.run", folder / "runs" / "minilm.run"])
    collection = read_collection(folder / "qrels.txt")
    told = headline(compare(collection, *runs, Protocol(k=10, judgements="pooled")))
    assert told.sentences[1:] == (
        "MRR@10 rose by 0.015, but more queries regressed than improved: 69 against 65, 91 tied.",
        "29 more regressed in Recall only.",
        "Four queries carry the rise: without their gains it is gone.",
        "In 59 of the 69 an unjudged document stands above the first relevant one.",
    )
    assert told.links == (Link("See the 69", {"verdict": "regressed", "measure": "rr"}),)
