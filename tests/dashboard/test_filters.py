"""Filters: every one against a decision query by query, and their way through the address."""

from __future__ import annotations

from dataclasses import fields

import pytest

from ircompare import readers
from ircompare.dashboard.filters import Filters
from ircompare.dashboard.listing import listing
from ircompare.model.collection import Collection
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.scoring.causes import CAUSES, causes
from ircompare.scoring.comparison import Comparison, compare
from ircompare.scoring.evaluation import evaluate
from tests import brute_lists
from tests.plain_helpcentre import FOLDER, helpcentre
from tests.worlds import contrast

CHOICES = [
    {"show": "regressed"},
    {"show": "differs"},
    {"show": "all"},
    {"show": "unscored"},
    {"show": "unscored", "find": "E"},
    *({"show": "all", "recall": verdict} for verdict in ("improved", "tied", "regressed")),
    *({"show": "all", "rr": verdict} for verdict in ("improved", "tied", "regressed")),
    {"show": "all", "recall": "tied", "rr": "regressed"},
    {"show": "all", "rank_a": "1", "rank_b": "none"},
    {"show": "all", "rank_b": "4–5"},
    {"show": "all", "rank_a": "none"},
    {"show": "all", "measure": "recall", "value_a": "1/2"},
    {"show": "all", "measure": "recall", "value_a": "1", "value_b": "0"},
    {"show": "all", "measure": "recall", "value_b": "0.4–0.5"},
    {"show": "all", "value_b": "0.2–0.3"},
    {"show": "all", "low": "0.0", "high": "0.0"},
    {"show": "all", "low": "-0.5", "high": "-0.4"},
    {"show": "all", "low": "0.4", "high": "0.5"},
    {"show": "all", "low": "-1.0", "high": "-0.9"},
    *({"show": "all", "cause": cause} for cause in CAUSES),
    *({"show": "all", "measure": "recall", "cause": cause} for cause in CAUSES),
    *({"show": "all", "flag": flag} for flag in ("missing_a", "missing_b", "ties", "unjudged")),
    {"show": "all", "field": "language", "slice": "zh"},
    {"show": "all", "field": "frequency", "slice": "26–86", "sort": "file"},
    {"show": "all", "field": "relevant documents", "slice": "2", "measure": "recall"},
    {"show": "regressed", "field": "domain", "slice": "sync"},
    {"show": "all", "field": "domain", "slice": "no such slice"},
    {"show": "all", "field": "language"},
    {"show": "all", "find": "PASSWORD"},
    {"show": "all", "find": "密码"},
    {"show": "all", "find": "q07"},
    {"show": "all", "find": "no such text"},
    {"show": "all", "sort": "gain"},
    {"show": "all", "sort": "id"},
    {"show": "all", "sort": "file"},
    {"show": "differs", "measure": "recall"},
    {"show": "differs", "measure": "recall", "sort": "gain"},
    {"show": "regressed", "cause": "moved", "rank_a": "1", "sort": "id"},
]


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    corpus, queries, qrels, a, b = (
        readers.load(FOLDER / name, slot).value
        for name, slot in (
            ("corpus.jsonl", "corpus"),
            ("queries.jsonl", "queries"),
            ("qrels.txt", "qrels"),
            ("runs/bm25.run", "run"),
            ("runs/lsa.run", "run"),
        )
    )
    scope = Scope.of(Collection(qrels, corpus, queries), Protocol(k=5, split="test"))
    return compare(evaluate(a, scope), evaluate(b, scope))


def ids(comparison: Comparison, filters: Filters) -> list[str]:
    keys = causes(comparison, filters.measure).keys if filters.cause else ()
    found = listing(comparison, filters, keys)
    return [comparison.a.scope.query_ids[place] for place in found.places.tolist()]


@pytest.mark.parametrize("chosen", CHOICES, ids=str)
def test_a_filter_lists_what_a_look_at_each_query_lists(comparison, chosen):
    plain = helpcentre()
    expected = brute_lists.listed(plain, plain.at_five, **chosen)
    assert ids(comparison, Filters(**chosen)) == expected


def test_the_choices_list_something_more_often_than_not():
    plain = helpcentre()
    filled = [bool(brute_lists.listed(plain, plain.at_five, **chosen)) for chosen in CHOICES]
    assert sum(filled) > len(filled) / 2


@pytest.mark.parametrize("chosen", CHOICES, ids=str)
def test_filters_come_back_from_the_address(chosen):
    filters = Filters(**chosen)
    assert Filters.from_params(filters.params()) == filters


def test_the_address_leaves_out_what_is_usual():
    assert Filters().params() == {}
    assert Filters(rr="tied").params() == {"rr": "tied"}


@pytest.mark.parametrize(
    "params",
    [
        {"measure": "ndcg"},
        {"show": "<b>"},
        {"recall": "better"},
        {"cause": "__import__"},
        {"flag": "x"},
        {"sort": "random"},
        {"low": "nan", "high": "inf"},
        {"low": "0.1"},
        {"high": "text"},
        {"unknown": "1"},
        {"slice": "zh"},
        {"slice": "zh", "field": ""},
    ],
    ids=str,
)
def test_an_address_that_means_nothing_filters_nothing(params):
    assert Filters.from_params(params) == Filters()


def test_without_a_choice_regressed_queries_come_first_then_those_that_differ_then_all():
    qrels = {query: {"d": 1} for query in ("q1", "q2")}
    a, better = {"q1": ["x", "d"], "q2": ["d"]}, {"q1": ["d"], "q2": ["d"]}
    cases = [(better, a, "regressed"), (a, better, "differs"), (a, a, "all")]
    for first, second, show in cases:
        assert listing(contrast(qrels, first, second, k=5), Filters()).show == show


def test_with_a_chip_all_queries_it_names_are_listed(comparison):
    assert listing(comparison, Filters(rr="improved")).show == "all"


@pytest.mark.parametrize(
    ("filters", "words"),
    [
        (Filters(recall="tied", rr="regressed"), ("Recall tied", "RR regressed")),
        (Filters(rank_a="1", rank_b="none"), ("first relevant rank 1 → none",)),
        (Filters(rank_a="4–5"), ("first relevant rank 4–5 → any",)),
        (Filters(value_b="1/3"), ("value any → 1/3",)),
        (Filters(low="-0.5", high="-0.4"), ("delta −0.5 to −0.4",)),
        (Filters(low="0.0", high="0.0"), ("delta 0",)),
        (Filters(cause="across_k"), ("fell below or rose above k",)),
        (Filters(flag="unjudged"), ("unjudged above in B",)),
        (Filters(find="$5 <b>"), ('contains "$5 <b>"',)),
        (Filters(field="language", slice="zh"), ("language zh",)),
        (Filters(field="language", slice="(none)"), ("no language",)),
        (Filters(field="language"), ()),
        (Filters(show="all", sort="gain"), ()),
    ],
    ids=str,
)
def test_each_filter_in_force_has_a_chip(filters, words):
    assert filters.chips() == words


def test_a_chip_takes_its_own_filter_away_and_no_other():
    filters = Filters(
        recall="tied",
        rr="tied",
        rank_a="1",
        value_b="1",
        low="0.0",
        high="0.1",
        cause="moved",
        flag="ties",
        find="x",
        field="language",
        slice="zh",
    )
    for words, names in filters.parts():
        left = filters.without(names)
        assert set(left.chips()) == set(filters.chips()) - {words}


def test_every_field_is_a_parameter_of_the_address():
    marked = {field.name: "x" for field in fields(Filters)}
    assert set(Filters(**marked).params()) == set(marked)


def test_only_keeps_measure_sort_and_field():
    kept = {"measure": "recall", "sort": "gain", "field": "language"}
    filters = Filters(**kept, slice="zh", rr="tied", find="x")
    assert filters.only(flag="ties") == Filters(**kept, flag="ties")


@pytest.mark.parametrize("field", ["no such field", "query length", "text"])
def test_a_slice_of_a_field_that_the_queries_lack_lists_nothing(field):
    found = listing(contrast({"q": {"d": 1}}, {}, {}), Filters(field=field, slice="1"))
    assert (found.show, found.places.tolist(), found.of) == ("all", [], 1)
