"""The protocol: ranges of its fields, and the fingerprints that cover them."""

from __future__ import annotations

import hashlib
import json

import pytest

from ircompare.model.protocol import (
    Protocol,
    canonical_json,
    protocol_sha256,
    settings_sha256,
)


@pytest.mark.parametrize("bad", [0, -1, 1.5, 1.0, True, False, "1", None, float("nan")])
@pytest.mark.parametrize("field", ["k", "min_relevance"])
def test_cutoff_and_level_are_whole_numbers_from_one(field, bad):
    with pytest.raises(ValueError, match=f"{field} must be a whole number of at least 1, not "):
        Protocol(judgements="pooled", **{field: bad})


@pytest.mark.parametrize("field", ["k", "min_relevance"])
def test_numbers_beyond_64_bits_are_refused_in_words(field):
    with pytest.raises(ValueError, match=f"{field} must be at most 9223372036854775807, not "):
        Protocol(judgements="pooled", **{field: 2**63})


@pytest.mark.parametrize("k", [1, 2, 10**9, 2**63 - 1])
def test_any_whole_cutoff_from_one_is_a_protocol(k):
    assert Protocol(k=k).k == k


@pytest.mark.parametrize("field", ["judgements", "no_relevant", "order"])
def test_choices_are_words_of_the_contract(field):
    with pytest.raises(ValueError, match=f"{field} must be one of "):
        Protocol(**{field: "other"})


def test_defaults_are_those_of_the_contract():
    protocol = Protocol()
    assert (protocol.k, protocol.judgements, protocol.min_relevance) == (10, "exhaustive", 1)
    assert (protocol.order, protocol.no_relevant, protocol.split) == (None, "exclude", None)


def test_a_level_above_one_needs_pooled_judgements():
    with pytest.raises(ValueError, match="needs judgements 'pooled'"):
        Protocol(min_relevance=2)
    assert Protocol(min_relevance=2, judgements="pooled").min_relevance == 2


@pytest.mark.parametrize(
    ("changed", "order"),
    [
        pytest.param({"judgements": "exhaustive", "min_relevance": 1}, "score", id="judgements"),
        pytest.param({"min_relevance": 3}, "score", id="min_relevance"),
        pytest.param({"no_relevant": "zero"}, "score", id="no_relevant"),
        pytest.param({}, "rank", id="order by rank"),
        pytest.param({}, "listed", id="listed order"),
    ],
)
def test_settings_fingerprint_changes_with_every_field(changed, order):
    base = {"judgements": "pooled", "min_relevance": 2}
    before = settings_sha256(Protocol(**base).settings("score"))
    assert settings_sha256(Protocol(**{**base, **changed}).settings(order)) != before


def test_settings_fingerprint_leaves_split_and_k_to_the_protocol_fingerprint():
    one, other = Protocol(k=1, split="test"), Protocol(k=2, split="dev")
    assert settings_sha256(one.settings("score")) == settings_sha256(other.settings("score"))


def test_canonical_json_sorts_by_code_point_and_escapes_nothing_it_need_not():
    assert canonical_json({"😀": 1, "\uffee": 2, "b": None, "B": "é\n"}) == (
        '{"B":"é\\n","b":null,"\uffee":2,"😀":1}'
    )


@pytest.mark.parametrize("split", [None, "test", "训练"])
def test_protocol_fingerprint_is_that_of_the_whole_object(split):
    corpus = {"d2": "", "d1": 'a "b"\n', "文": "\u2028"}
    queries = {"q": {"text": "怎样", "split": split}}
    qrels = {"q": {"d2": 1, "d1": 0}, "p": {}}
    whole = {"corpus": corpus, "queries": queries, "qrels": qrels, "split": split, "k": 7}
    text = json.dumps(whole, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    found = protocol_sha256(
        sorted(corpus.items()),
        sorted(queries.items()),
        sorted(qrels.items()),
        split=split,
        k=7,
    )
    assert found == hashlib.sha256(text.encode("utf-8")).hexdigest()


def test_protocol_fingerprint_of_nothing():
    text = '{"corpus":{},"k":1,"qrels":{},"queries":{},"split":null}'
    found = protocol_sha256([], [], [], split=None, k=1)
    assert found == hashlib.sha256(text.encode("ascii")).hexdigest()
