"""The fingerprint of a scorecard: what fixes a number changes it, nothing else does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.model.protocol import Protocol, canonical_json, sha256_text
from ircompare.readers.scorecard_fields import FIELDS
from ircompare.readers.scorecard_settings import read_choices
from ircompare.readers.scorecard_tables import scorecard_inputs
from ircompare.scorecard.alerts import Rule, default_rules
from ircompare.scorecard.dimensions import RECALL
from ircompare.scorecard.fingerprint import scorecard_sha256
from ircompare.scorecard.profiles import Component, Profile, load_profile
from ircompare.scorecard.settings import Settings
from ircompare.scoring.comparison import compare
from tests.worlds import contrast, pooled, score

QRELS = {"q1": {"d1": 1}, "q2": {"d2": 1}}
RUNS: tuple[dict[str, list[str]], ...] = ({"q1": ["d1"], "q2": []}, {"q1": [], "q2": ["d2"]})
PAIR = contrast(QRELS, *RUNS)
# Another value of every setting; one that is added to them has its own here.
OTHER: dict[str, Any] = {
    "measure": "rr",
    "k": 6,
    "gain": "exponential",
    "intent_labels": ("x",),
    "intent_level": 1,
    "head_min": 6,
    "tail_max": 4,
    "frequency_shares": (Fraction(1, 100), Fraction(1, 10)),
    "training_domains": ("x",),
    "adversarial": True,
    "universe": "corpus",
    "reference": "corpus",
    "calibration_k": 2,
    "bins": 11,
    "start": 2,
    "freshness": "news",
    "reference_time": "2026-07-01",
    "intent_steps": (Fraction(1),),
}


def of(settings: Mapping[str, Any] | None = None, **named: str) -> str:
    held = Settings(**(settings or {}))
    return scorecard_sha256(scorecard_inputs(PAIR, held, fields=named))


USUAL = of()


def test_it_is_sha_256_of_canonical_json() -> None:
    at = PAIR.at(5)
    told = {
        "alerts": [
            {"dimension": "p95_latency", "kind": "relative", "least_n": 72, "worse_by": "3/20"},
            {"dimension": "recall_at_5", "kind": "absolute", "least_n": 72, "worse_by": "1/125"},
        ],
        "fields": {key: FIELDS[key] for key in sorted(FIELDS)},
        "profile": None,
        "protocol": {
            "protocol_sha256": None,
            "qrels_sha256": at.a.scope.collection.qrels.sha256,
            "settings_a_sha256": at.a.settings_sha256,
            "settings_b_sha256": at.b.settings_sha256,
            "split": None,
        },
        "settings": Settings().as_dict(),
    }
    assert sha256_text(canonical_json(told)) == USUAL


def test_every_setting_is_known_here() -> None:
    assert set(OTHER) == {one.name for one in fields(Settings)}


@pytest.mark.parametrize("name", OTHER)
def test_every_setting_changes_it(name: str) -> None:
    assert OTHER[name] != getattr(Settings(), name)
    assert of({name: OTHER[name]}) != USUAL


@given(st.sets(st.sampled_from(sorted(OTHER))), st.sets(st.sampled_from(sorted(OTHER))))
def test_two_sets_of_choices_have_one_fingerprint_only_where_they_are_the_same(
    first: set[str], second: set[str]
) -> None:
    one, other = (of({name: OTHER[name] for name in sorted(names)}) for names in (first, second))
    assert (one == other) == (first == second)


@given(st.lists(st.sampled_from(sorted(OTHER)), unique=True))
def test_a_default_written_out_changes_nothing(names: list[str]) -> None:
    assert of({name: getattr(Settings(), name) for name in names}) == USUAL


@given(st.permutations(["tail_max", "k", "head_min", "measure"]))
def test_the_order_of_keys_in_a_settings_file_changes_nothing(names: list[str]) -> None:
    held = {"tail_max": 3, "k": 7, "head_min": 9, "measure": "rr"}
    faults: list[str] = []
    table = {name: held[name] for name in names}
    found = read_choices(table, ".", lambda key, value, expected: faults.append(key))
    assert not faults
    assert scorecard_sha256(scorecard_inputs(PAIR, found.settings)) == of(held)


@given(st.permutations(["a", "b", "c"]))
def test_the_order_of_names_that_are_a_set_changes_nothing(names: list[str]) -> None:
    for key in ("training_domains", "intent_labels"):
        assert of({key: tuple(names)}) == of({key: ("a", "b", "c")})


def test_the_order_of_steps_counts() -> None:
    one, two = Fraction(1), Fraction(2)
    assert of({"intent_steps": (one, two)}) != of({"intent_steps": (two, one)})


@given(st.dictionaries(st.sampled_from(sorted(FIELDS)), st.sampled_from(["x", "y"])))
def test_another_name_of_a_field_changes_it(named: dict[str, str]) -> None:
    inputs = scorecard_inputs(PAIR, Settings())
    found = scorecard_sha256(replace(inputs, named={**FIELDS, **named}))
    assert (found == USUAL) == (not named)
    assert found == scorecard_sha256(replace(inputs, named={**FIELDS, **named}), None, None)


def test_a_field_by_its_own_name_changes_nothing() -> None:
    inputs = scorecard_inputs(PAIR, Settings())
    assert dict(inputs.named) == FIELDS


numbers = st.fractions(0, 2, max_denominator=4)
rules = st.lists(
    st.builds(
        Rule,
        st.sampled_from(["recall_at_5", "p95_latency"]),
        st.sampled_from(["relative", "absolute"]),
        numbers,
        st.integers(1, 3),
    ),
    max_size=3,
)


@given(rules, rules)
def test_alert_rules_change_it_and_their_order_does_not(
    first: list[Rule], second: list[Rule]
) -> None:
    inputs = scorecard_inputs(PAIR, Settings())
    one, other = (scorecard_sha256(inputs, rules=held) for held in (first, second))
    alike = sorted(map(repr, first)) == sorted(map(repr, second))
    assert (one == other) == alike
    assert scorecard_sha256(inputs, rules=reversed(first)) == one


def test_the_rules_of_the_package_written_out_change_nothing() -> None:
    inputs = scorecard_inputs(PAIR, Settings())
    assert scorecard_sha256(inputs, rules=default_rules()) == USUAL
    assert scorecard_sha256(inputs, rules=()) != USUAL


def profile(*weights: Fraction, low: int = 0, key: str = "x") -> Profile:
    first = Component(
        "dimension", "recall_at_5", weights[0], Fraction(low), Fraction(9), RECALL.direction
    )
    rest = replace(first, kind="column", key=key, weight=weights[1])
    return Profile("Mine", (first, rest))


positive = st.fractions(Fraction(1, 4), 4, max_denominator=4)


@given(positive, positive, positive, positive)
def test_weights_change_it_as_shares(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> None:
    inputs = scorecard_inputs(PAIR, Settings())
    one, other = (scorecard_sha256(inputs, profile(*pair).sha256) for pair in ((a, b), (c, d)))
    assert (one == other) == (a / b == c / d)


def test_components_ranges_and_the_choice_of_a_profile_change_it() -> None:
    inputs = scorecard_inputs(PAIR, Settings())
    half = Fraction(1, 2)
    chosen = [profile(half, half), profile(half, half, low=1), profile(half, half, key="y")]
    chosen += [load_profile("academic")]
    found = {scorecard_sha256(inputs, one.sha256) for one in chosen}
    assert len({*found, USUAL}) == 5
    named = replace(chosen[0], title="Other", note="told", components=chosen[0].components[::-1])
    assert scorecard_sha256(inputs, named.sha256) == scorecard_sha256(inputs, chosen[0].sha256)


@pytest.mark.parametrize(
    "protocol",
    [
        Protocol(judgements="pooled", min_relevance=2),
        Protocol(judgements="pooled", no_relevant="zero"),
        Protocol(judgements="pooled", order="score"),
    ],
)
def test_the_protocol_changes_it(protocol: Protocol) -> None:
    scope = replace(pooled(QRELS), protocol=protocol)
    scored = [{q: [(d, 1.0) for d in ids] for q, ids in run.items()} for run in RUNS]
    other = compare(*(score(run, scope) for run in scored))
    assert scorecard_sha256(scorecard_inputs(other, Settings())) != USUAL


def test_judgements_change_it_and_runs_do_not() -> None:
    def held(qrels: Any, *runs: Any) -> str:
        return scorecard_sha256(scorecard_inputs(contrast(qrels, *runs), Settings()))

    assert held(QRELS, *reversed(RUNS)) == USUAL
    assert held({**QRELS, "q2": {"d2": 1, "d9": 0}}, *RUNS) != USUAL


@given(st.integers(1, 9))
def test_the_cutoff_of_the_page_changes_nothing(k: int) -> None:
    assert scorecard_sha256(scorecard_inputs(PAIR.at(k), Settings())) == USUAL
