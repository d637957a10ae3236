"""MRR by modality pair: which documents count, which queries, and the exact means."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scorecard.inputs import DocumentFields
from ircompare.scorecard.modality import MOST_PAIRS, mrr_by_modality
from tests.scorecard.made import fields, inputs, names
from tests.worlds import DOCUMENTS, contrast, worlds

F = Fraction
KINDS = {"t1": "text", "t2": "text", "i1": "image", "i2": "image"}


def rows(compared, asked, held, **settings):
    queries, documents = fields(modality=asked), DocumentFields("corpus.jsonl", modality=held)
    found = mrr_by_modality(inputs(compared, settings, queries=queries, documents=documents))
    return {row.dimension.key.removeprefix("mrr_by_modality/"): row for row in found}


def two():
    """q1: text and image relevant; q2: image alone."""
    qrels = {"q1": {"t1": 1, "i1": 1, "t2": 0}, "q2": {"i2": 1, "t1": 0}}
    a = {"q1": ["t2", "i1", "t1"], "q2": ["t1", "i2"]}
    b = {"q1": ["t1", "t2", "x", "i1"]}
    return contrast(qrels, a, b)


def test_only_documents_of_the_modality_count_at_their_ranks_in_the_whole_ranking():
    found = rows(two(), {"q1": "text", "q2": "text"}, KINDS)
    assert list(found) == ["text/image", "text/text"]
    images, texts = found.values()
    assert (images.value_a, images.value_b, images.n_used) == (F(1, 2), F(1, 8), 2)
    assert (texts.value_a, texts.value_b, texts.n_used) == (F(1, 3), F(1), 1)
    assert (texts.delta, texts.verdict) == (F(2, 3), 1)
    assert texts.dimension.title == "MRR@5 text → text"
    assert (texts.state, texts.why) == ("LOW_N", "fewer than 10 queries")


def test_the_queries_of_each_modality_stand_apart():
    found = rows(two(), {"q1": "voice", "q2": "text"}, KINDS)
    assert {key: row.n_used for key, row in found.items()} == {
        "text/image": 1,
        "voice/image": 1,
        "voice/text": 1,
    }
    assert (found["text/image"].value_a, found["text/image"].value_b) == (F(1, 2), 0)


@pytest.mark.parametrize(("k", "expected"), [(3, F(1, 3)), (2, F(0))])
def test_the_cutoff_is_the_declared_one(k, expected):
    assert rows(two(), {"q1": "text"}, KINDS, k=k)["text/text"].value_a == expected


@pytest.mark.parametrize(("count", "state"), [(9, "LOW_N"), (10, "COMPUTED")])
def test_the_least_number_of_queries(count, state):
    queries = names(count)
    compared = contrast({q: {"t1": 1} for q in queries}, {q: ["t1"] for q in queries}, {})
    (row,) = rows(compared, dict.fromkeys(queries, "text"), KINDS).values()
    assert (row.n_used, row.state) == (count, state)


def test_what_has_no_modality_is_left_out_and_counted():
    found = rows(two(), {"q1": "text"}, {"i1": "image"})
    (row,) = found.values()
    assert dict(row.counts) == {
        "scored queries without modality": 1,
        "relevant documents without modality": 1,
    }


def test_no_pair_at_all():
    (row,) = rows(two(), {}, KINDS).values()
    assert row.state == "UNDEFINED"
    assert row.why == "no scored query with a modality has a relevant document with one"


@pytest.mark.parametrize(("count", "known"), [(MOST_PAIRS, True), (MOST_PAIRS + 1, False)])
def test_too_many_pairs_are_no_modalities(count, known):
    queries = names(count)
    compared = contrast({q: {"t1": 1} for q in queries}, {q: ["t1"] for q in queries}, {})
    found = list(rows(compared, {q: q for q in queries}, KINDS).values())
    assert len(found) == (count if known else 1)
    if not known:
        assert found[0].why == "31 modality pairs: a field of at most 30 pairs is needed"


def test_what_is_missing_is_named():
    (row,) = mrr_by_modality(inputs(two()))
    assert row.missing == ("query field `modality`", "document field `modality`")
    (row,) = mrr_by_modality(inputs(two(), queries=fields(modality={"q1": "text"})))
    assert row.missing == ("document field `modality`",)
    assert row.dimension.title == "MRR@5 by modality pair"


some_of = st.sampled_from(["text", "image", "video", None])


@given(worlds(), st.data())
def test_as_the_definition_says_query_by_query(case, data):
    pair, world = case
    compared = pair.compare()
    asked = {query: data.draw(some_of) for query in pair.qrels}
    held = {document: data.draw(some_of) for document in DOCUMENTS}
    asked, held = ({key: one for key, one in x.items() if one} for x in (asked, held))
    k, level = pair.rules.k, pair.rules.level
    expected = {}
    for query, kind in asked.items():
        relevant = {d for d, grade in pair.qrels[query].items() if grade >= level}
        for other in {held[d] for d in relevant if d in held}:
            values = []
            for run in (world.a, world.b):
                ranking = run.get(query, [])[:k]
                at = [r for r, d in enumerate(ranking, 1) if d in relevant and held.get(d) == other]
                values.append(F(1, at[0]) if at else F(0))
            expected.setdefault(f"{kind}/{other}", []).append(values)
    found = rows(compared, asked, held, k=k)
    if not expected:
        assert [row.state for row in found.values()] == ["UNDEFINED"]
        return
    assert {key: (row.value_a, row.value_b, row.n_used) for key, row in found.items()} == {
        key: (sum(a for a, _ in v) / len(v), sum(b for _, b in v) / len(v), len(v))
        for key, v in expected.items()
    }
