"""Suspect judgements: each reason by hand, and what a second look at them found."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ircompare.errors import InputError
from ircompare.inference.alike import NEARLY, Likeness, Texts, word_runs
from ircompare.inference.suspects import (
    REASONS,
    HitRate,
    Suspect,
    expected_hit_rate,
    hit_rates,
    suspects,
)
from ircompare.inference.words import words
from ircompare.model.collection import Collection, Corpus, Qrels, Queries
from ircompare.model.ids import strings
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import Comparison, compare
from tests.worlds import contrast, corpus_of, score, worlds

F = Fraction
TWELVE = "one two three four five six seven eight nine ten eleven twelve"


def made(qrels, a, b, texts=None, groups=None, **choices) -> Comparison:
    """Two runs over a corpus of texts and queries with groups, where these are given."""
    queries = None if groups is None else Queries(tuple(groups), fields={"g": (*groups.values(),)})
    corpus = None if texts is None else corpus_of(texts)
    collection = Collection(Qrels.from_dict(qrels), corpus, queries)
    scope = Scope.of(collection, Protocol(judgements="pooled", **choices))
    return compare(score(a, scope), score(b, scope))


def of(found, reason):
    return [one for one in found if one.reason == reason]


# Unjudged in both top 5


def test_unjudged_in_both_top_5():
    top = ["a", "x1", "x2", "x3", "x4", "x5"]
    other = ["x5", "x4", "a", "x1", "x9"]
    found = suspects(
        contrast({"q": {"a": 1}, "n": {}}, {"q": top, "n": ["x"]}, {"q": other, "n": ["x"]})
    )
    assert of(found, "unjudged_in_both") == [
        Suspect("unjudged_in_both", "q", "x1", None, 2, 4),
        Suspect("unjudged_in_both", "q", "x4", None, 5, 2),
    ]


def test_the_cutoff_of_the_comparison_does_not_matter_there():
    comparison = contrast({"q": {"a": 1}}, {"q": ["a", "x"]}, {"q": ["x"]}, k=1)
    assert [one.doc_id for one in of(suspects(comparison), "unjudged_in_both")] == ["x"]


# Relevant but returned by neither


def test_relevant_but_returned_by_neither_run():
    qrels = {"q": {"a": 1, "lost": 1, "no": 0}, "p": {"gone": 2}}
    comparison = contrast(qrels, {"q": ["a"]}, {"q": ["n1", "n2"]}, k=1)
    assert of(suspects(comparison), "never_returned") == [
        Suspect("never_returned", "q", "lost", 1),
        Suspect("never_returned", "p", "gone", 2),
    ]


# Contradictions in a group

PARAPHRASES = {"q1": "g", "q2": "g", "q3": "g", "alone": None, "too": None}


def test_in_a_group_the_rarer_judgement_is_suspect():
    qrels = {"q1": {"d": 1}, "q2": {"d": 1}, "q3": {"d": 0}}
    comparison = made(qrels, {"q3": ["d"]}, {}, groups=PARAPHRASES)
    assert of(suspects(comparison, "g"), "group") == [
        Suspect("group", "q3", "d", 0, 1, None, ("q1", "q2"))
    ]


def test_where_a_group_is_divided_evenly_both_sides_are():
    comparison = made({"q1": {"d": 2}, "q2": {"d": -1}}, {}, {}, groups=PARAPHRASES)
    assert of(suspects(comparison, "g"), "group") == [
        Suspect("group", "q1", "d", 2, None, None, ("q2",)),
        Suspect("group", "q2", "d", -1, None, None, ("q1",)),
    ]


@pytest.mark.parametrize(
    "qrels",
    [
        pytest.param({"q1": {"d": 1}, "q2": {"d": 2}}, id="both relevant"),
        pytest.param({"q1": {"d": 1}, "q2": {"e": 0}}, id="the other one is unjudged"),
        pytest.param({"q1": {"d": 1}, "alone": {"d": 0}}, id="in no group"),
        pytest.param({"alone": {"d": 1}, "too": {"d": 0}}, id="two without a group are not one"),
    ],
)
def test_no_contradiction(qrels):
    comparison = made(qrels, {}, {}, groups=PARAPHRASES)
    assert of(suspects(comparison, "g"), "group") == []


def test_grades_contradict_only_across_the_level_of_relevance():
    qrels = {"q1": {"d": 1}, "q2": {"d": 2}}
    comparison = made(qrels, {}, {}, groups=PARAPHRASES, min_relevance=2)
    assert [one.query_id for one in of(suspects(comparison, "g"), "group")] == ["q1", "q2"]


def test_an_unknown_group_field_is_refused():
    with pytest.raises(InputError, match='no field "other"'):
        suspects(made({"q1": {"d": 1}}, {}, {}, groups=PARAPHRASES), "other")


# Texts


def test_equal_texts_judged_otherwise():
    texts = {"a": "Reset it.", "b": "reset  IT", "c": "something else", "e": "", "f": ""}
    qrels = {"q": {"a": 1, "b": 0, "c": 0, "e": 1, "f": 0}, "p": {"a": 1, "b": 1}}
    found = of(suspects(made(qrels, {"q": ["c", "b"]}, {}, texts)), "alike")
    assert found == [
        Suspect("alike", "q", "a", 1, None, None, ("b",)),
        Suspect("alike", "q", "b", 0, 2, None, ("a",)),
    ]


def test_without_texts_they_are_not_compared():
    qrels = {"q": {"a": 1, "b": 0}}
    assert of(suspects(made(qrels, {}, {})), "alike") == []
    assert of(suspects(made(qrels, {}, {}, ["a", "b"])), "alike") == []


def alike(left: str, right: str) -> list[Likeness]:
    return Texts(corpus_of({"l": left, "r": right})).alike(["l"], ["r"])


@pytest.mark.parametrize(
    ("left", "right", "share"),
    [
        pytest.param(TWELVE, TWELVE.upper() + ".", F(1), id="the same words"),
        pytest.param(TWELVE, f"{TWELVE} more", F(10, 11), id="one word behind"),
        pytest.param(
            TWELVE, TWELVE.replace("twelve", "dozen"), F(9, 11), id="the last one differs"
        ),
        pytest.param(
            TWELVE, TWELVE.replace("eleven", "dozen"), None, id="the one before it: 8 of 12"
        ),
        pytest.param(TWELVE, TWELVE.rsplit(" ", 2)[0], F(8, 10), id="exactly four fifths"),
        pytest.param(TWELVE, TWELVE.rsplit(" ", 3)[0], None, id="just below"),
        pytest.param("保存副本", "保存副本。", F(1), id="Chinese"),
        pytest.param("yes", "yes!", F(1), id="fewer than three words"),
        pytest.param("yes", "no", None, id="two short texts"),
        pytest.param("", "", None, id="no words"),
    ],
)
def test_likeness_by_hand(left, right, share):
    expected = [] if share is None else [Likeness("l", "r", share)]
    assert alike(left, right) == expected


def test_title_and_text_count_together():
    corpus = Corpus(
        strings(["l", "r"]), strings(["one two", ""]), strings(["three", "one two three"])
    )
    assert Texts(corpus).alike(["l"], ["r"]) == [Likeness("l", "r", F(1))]


texts = st.lists(st.sampled_from(["a", "b", "c"]), max_size=8).map(" ".join)


@settings(max_examples=100, deadline=None)
@given(st.lists(texts, min_size=1, max_size=4), st.lists(texts, min_size=1, max_size=4))
def test_no_alike_pair_is_overlooked_by_size(left, right):
    corpus = corpus_of(
        {
            **{f"l{n}": text for n, text in enumerate(left)},
            **{f"r{n}": text for n, text in enumerate(right)},
        }
    )
    runs = {doc: set(word_runs(words(corpus.text(doc)))) for doc in corpus.ids.to_pylist()}
    expected = set()
    for one in (doc for doc in runs if doc[0] == "l"):
        for other in (doc for doc in runs if doc[0] == "r"):
            union = len(runs[one] | runs[other])
            if union and F(len(runs[one] & runs[other]), union) >= NEARLY:
                expected.add((one, other))
    found = Texts(corpus).alike([d for d in runs if d[0] == "l"], [d for d in runs if d[0] == "r"])
    assert {(pair.left, pair.right) for pair in found} == expected
    assert len(found) == len(expected)


# Hit rates


def test_a_second_look_counts_what_it_overturns():
    found = [
        Suspect("unjudged_in_both", "q", "x", None),
        Suspect("unjudged_in_both", "q", "y", None),
        Suspect("unjudged_in_both", "q", "z", None),
        Suspect("alike", "q", "a", 1),
        Suspect("alike", "q", "b", 0),
        Suspect("group", "other", "c", 1),
    ]
    second = Qrels.from_dict({"q": {"x": 1, "y": 0, "a": 2, "b": 2}})
    assert hit_rates(found, second, 1) == (
        HitRate("unjudged_in_both", 3, 2, 1),
        HitRate("alike", 2, 2, 1),
        HitRate("group", 1, 0, 0),
    )
    assert [rate.rate for rate in hit_rates(found, second, 1)] == [F(1, 2), F(1, 2), None]
    assert hit_rates(found, second, 2)[0].overturned == 0


def test_what_the_first_reason_would_have_found_is_measured_on_the_users_judgements():
    qrels = {"q": {"a": 1, "n": 0, "far": 1, "one": 1}}
    a, b = {"q": ["a", "n", "x", "one"]}, {"q": ["n", "a", "x", "y", "z", "far", "one"]}
    assert expected_hit_rate(contrast(qrels, a, b)) == HitRate("unjudged_in_both", 2, 2, 1)


@settings(max_examples=40, deadline=None)
@given(worlds(ties=False))
def test_suspects_are_as_defined_on_random_worlds(pair_world):
    pair, world = pair_world
    found = suspects(pair.compare())
    tops = [{q: list(ranking)[:5] for q, ranking in run.items()} for run in (world.a, world.b)]
    unjudged = {
        (q, doc)
        for q in world.queries
        if world.judged(q)
        for doc in set(tops[0].get(q, ())) & set(tops[1].get(q, ())) - set(world.judged(q))
    }
    lost = {
        (q, doc)
        for q in world.queries
        for doc, grade in world.judged(q).items()
        if grade >= pair.rules.level and doc not in {*world.a.get(q, ()), *world.b.get(q, ())}
    }
    assert {(one.query_id, one.doc_id) for one in of(found, "unjudged_in_both")} == unjudged
    assert {(one.query_id, one.doc_id) for one in of(found, "never_returned")} == lost
    assert [one.reason for one in found] == sorted(
        (one.reason for one in found), key=list(REASONS).index
    )
