"""One query in a sentence, word for word, in every state it can be in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.report.explain import explain, regression_clause, verdict_line
from ircompare.scoring.comparison import Comparison

Make = Callable[..., Comparison]
R = {"q": {"r": 1, "s": 1, "n": 0}, "other": {"r": 1}}
ALSO = {"other": "r"}


def told(pair: Make, a: str | None, b: str | None, qrels: Any = R, **more: Any) -> str:
    runs = [{**ALSO, "q": text} if text is not None else dict(ALSO) for text in (a, b)]
    return explain(pair(qrels, *runs, **more), "q")


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        pytest.param(
            "r x s",
            "n r s",
            "r fell from rank 1 to 2: n (new, judged not relevant) now stands above it.",
            id="fell, a new judged document above",
        ),
        pytest.param(
            "r x s",
            "x y r s",
            "r fell from rank 1 to 3: x (from rank 2, unjudged) and y (new, unjudged) now stand "
            "above it. For Recall, s (rank 3 → 4) left the top 3: 2 → 1 of 2 relevant documents.",
            id="fell, and another left the top k",
        ),
        pytest.param(
            "r x y",
            "x y z w r",
            "r fell from rank 1 to 5, below k = 3: x (from rank 2, unjudged), y (from rank 3, "
            "unjudged) and z (new, unjudged) now stand above it.",
            id="fell below k",
        ),
        pytest.param(
            "r x y",
            "x y z",
            "r stood at rank 1 and is not returned in 3: x (from rank 2, unjudged), y (from rank "
            "3, unjudged) and z (new, unjudged) now stand in the top 3.",
            id="not returned any more",
        ),
        pytest.param(
            "r x s",
            "x s r",
            "r fell from rank 1 to 3, and the first relevant document is now s at rank 2: x (from "
            "rank 2, unjudged) now stands above it.",
            id="another relevant document is first now",
        ),
        pytest.param(
            "x y r",
            "r x y",
            "r rose from rank 3 to 1: x (now at rank 2, unjudged) and y (now at rank 3, unjudged) "
            "no longer stand above it.",
            id="rose",
        ),
        pytest.param(
            "x y z w r",
            "r n y",
            "r rose from rank 5 to 1, from below k = 3: x (no longer returned, unjudged), y (now "
            "at rank 3, unjudged) and z (no longer returned, unjudged) no longer stand above it.",
            id="rose from below k",
        ),
        pytest.param(
            "x y z",
            "r",
            "r is new at rank 1, not returned in 3 before: x (no longer returned, unjudged), y (no "
            "longer returned, unjudged) and z (no longer returned, unjudged) no longer stand "
            "above it.",
            id="new",
        ),
        pytest.param(
            "x r",
            "x",
            "r stood at rank 2 and is not returned in 1: b returned only 1 document.",
            id="nothing passed it, the ranking is short",
        ),
        pytest.param(
            "r x s",
            "r x y s",
            "The first relevant document, r, stays at rank 1, but s (rank 3 → 4) left the top 3: "
            "2 → 1 of 2 relevant documents.",
            id="Recall alone fell",
        ),
        pytest.param(
            "r x y",
            "r s y",
            "The first relevant document, r, stays at rank 1, but s (not returned in 3 → rank 2) "
            "entered the top 3: 1 → 2 of 2 relevant documents.",
            id="Recall alone rose",
        ),
        pytest.param(
            "r x y",
            "s x y",
            "The first relevant rank stays 1 (r, now s), but r (rank 1 → not returned in 3) left "
            "the top 3 and s (not returned in 3 → rank 1) entered the top 3: still 1 of 2 "
            "relevant documents.",
            id="one for another",
        ),
        pytest.param(
            "x r y",
            "x r y",
            "Both runs return the same ranking: the first relevant document, r, stays at rank 2, "
            "with 1 of 2 relevant documents in the top 3.",
            id="same ranking",
        ),
        pytest.param(
            "x r y z",
            "x r y w",
            "The top 3 is the same in both runs: the first relevant document, r, stays at rank 2, "
            "with 1 of 2 relevant documents in the top 3.",
            id="same top k",
        ),
        pytest.param(
            "x r y",
            "z r y",
            "The rankings differ, the values do not: the first relevant document, r, stays at "
            "rank 2, with 1 of 2 relevant documents in the top 3.",
            id="tied with other rankings",
        ),
        pytest.param(
            "x y z r",
            "y x z w",
            "The rankings differ, the values do not: the first relevant document stands below "
            "k = 3 (rank 4 in a, not returned in 4 in b).",
            id="nothing in either top k",
        ),
        pytest.param(
            "x y z",
            "y x z",
            "The rankings differ, the values do not: no run returns a relevant document.",
            id="nothing in either run",
        ),
        pytest.param(
            None,
            "x r",
            "a does not list this query; scored 0. b has its first relevant document at rank 2.",
            id="missing in A",
        ),
        pytest.param(
            "r",
            None,
            "b does not list this query; scored 0. a has its first relevant document at rank 1.",
            id="missing in B",
        ),
        pytest.param(None, None, "Neither run lists this query; both score 0.", id="missing twice"),
        pytest.param(
            "",
            "x y z r",
            "a returned nothing; scored 0. b has its first relevant document at rank 4, "
            "below k = 3.",
            id="empty in A",
        ),
        pytest.param(
            "x",
            "",
            "b returned nothing; scored 0. a has no relevant document among its 1 either.",
            id="empty in B, nothing in A",
        ),
        pytest.param("", "", "Neither run returned anything; both score 0.", id="empty twice"),
        pytest.param(
            None,
            "",
            "a does not list this query and b returned nothing; both score 0.",
            id="missing and empty",
        ),
    ],
)
def test_explain(pair: Make, a: str | None, b: str | None, expected: str) -> None:
    assert told(pair, a, b) == expected


def test_more_than_three_newly_above_are_counted(pair: Make) -> None:
    text = told(pair, "r x", "n x y z w r", k=10)
    assert text == (
        "r fell from rank 1 to 6: n (new, judged not relevant), x (from rank 2, unjudged), "
        "y (new, unjudged) and 2 more (all unjudged) now stand above it."
    )


def test_nothing_relevant(pair: Make) -> None:
    qrels = {"q": {"n": 0}, "other": {"r": 1}}
    assert told(pair, "n", "n", qrels) == "Nothing is relevant to this query, so it has no value."
    assert told(pair, "n", "n", qrels, no_relevant="zero") == (
        "Nothing is relevant to this query, it counts 0 in both runs."
    )


def test_unjudged_query(pair: Make) -> None:
    comparison = pair({"q": {}, "other": {"r": 1}}, {"q": "x", **ALSO}, {"q": "x", **ALSO})
    assert explain(comparison, "q") == "This query is unjudged, so it has no value."


def test_a_query_outside_the_split_is_refused(pair: Make) -> None:
    with pytest.raises(KeyError):
        explain(pair(R, ALSO, ALSO), "nowhere")


def test_names_from_files_come_out_as_plain_text(pair: Make) -> None:
    comparison = pair({"q": {"r\x07": 1}}, {"q": ["r\x07"]}, {"q": ["x", "r\x07"]})
    assert explain(comparison, "q").startswith("r\\x07 fell from rank 1 to 2")


def test_verdict_line(golden_pair: Make) -> None:
    comparison = golden_pair(2)
    assert verdict_line(comparison, "q2") == "RR@2 1 → 1/2 ▼ · Recall@2 1/2 → 1/2 ═"
    assert verdict_line(comparison, "q4") == "RR@2 0 → 1 ▲ · Recall@2 0 → 1 ▲"
    assert verdict_line(comparison, "q5") == "RR@2 no value · Recall@2 no value"


def test_golden_sentences(golden_pair: Make) -> None:
    comparison = golden_pair(2)
    assert explain(comparison, "q2") == (
        "d3 fell from rank 1 to 2: d1 (from rank 2, judged not relevant) now stands above it."
    )
    assert explain(comparison, "q4") == (
        "fixture_A does not list this query; scored 0. "
        "fixture_B has its first relevant document at rank 1."
    )


@pytest.mark.parametrize(
    ("b", "expected"),
    [
        ("x r", "its first relevant document fell from rank 1 to 2"),
        ("x y z r", "its first relevant document fell from rank 1 to 4, below k = 3"),
        ("x y z", "no relevant document is returned any more, the first stood at rank 1"),
        ("r x y", "its relevant documents in the top 3 fell from 2 to 1 of 2"),
        ("", "b returned nothing for it"),
        (None, "b did not answer it"),
    ],
)
def test_regression_clause(pair: Make, b: str | None, expected: str) -> None:
    runs = [{**ALSO, "q": text} if text is not None else dict(ALSO) for text in ("r x s", b)]
    assert regression_clause(pair(R, *runs), "q") == expected


rankings = st.none() | st.lists(st.sampled_from("rsnxyzw"), unique=True).map(" ".join)


@given(rankings, rankings, st.integers(1, 5))
def test_every_pair_of_rankings_is_explained_in_two_sentences_at_most(
    pair: Make, a: str | None, b: str | None, k: int
) -> None:
    text = told(pair, a, b, k=k)
    assert text.endswith(".")
    assert 1 <= text.count(". ") + 1 <= 2
    assert "None" not in text
