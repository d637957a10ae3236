"""X-Score of two runs: its mean, and its components with it or without."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from ircompare.scorecard.inputs import Measurements
from ircompare.scorecard.x_score import LABEL
from ircompare.scorecard.x_score_row import COLUMNS, x_score_row
from tests.scorecard.made import inputs, measured, names, shares

F = Fraction
EXAMPLE = {
    "bert_f1_rescaled": F(9, 10),
    "citation_coverage": F(2, 3),
    "entropy_bits": F(3, 2),
    "outcomes": 4,
}
CERTAIN = {
    "bert_f1_rescaled": F(1),
    "citation_coverage": F(1),
    "entropy_bits": F(0),
    "outcomes": 2,
}


def columns(rows):
    """Columns from the parts of each query."""
    return {
        name: {query: parts[name] for query, parts in rows.items() if name in parts}
        for name in COLUMNS
        if any(name in parts for parts in rows.values())
    }


def row(a, b, count=None):
    queries = names(count or len(a))
    compared = shares(dict.fromkeys(queries, (1, 1)), dict.fromkeys(queries, (1, 1)))
    return x_score_row(inputs(compared, **measured(columns(a), columns(b))))


def test_the_example_against_a_certain_answer():
    found = row({"q0": EXAMPLE}, {"q0": CERTAIN})
    assert f"{found.value_a:.5f}" == "0.65583"
    assert found.value_b == 1
    assert [(part.key, part.value_a, part.value_b) for part in found.parts] == [
        ("similarity", F(9, 10), 1),
        ("coverage", F(2, 3), 1),
        ("certainty", 0.25, 1.0),
    ]
    assert found.label.startswith(f"{LABEL}: 0.4 × similarity + 0.35 × citation coverage")
    assert "not validated" in found.label
    assert "not validated" in found.dimension.title
    assert "brief" not in found.label


@pytest.mark.parametrize(("count", "state"), [(9, "LOW_N"), (10, "COMPUTED")])
def test_the_least_number_of_queries(count, state):
    rows = dict.fromkeys(names(count), CERTAIN)
    found = row(rows, rows)
    assert (found.state, found.n_used, found.verdict) == (state, count, 0)


def test_only_queries_with_every_part_in_both_runs_count():
    less = {name: one for name, one in CERTAIN.items() if name != "entropy_bits"}
    found = row({"q0": EXAMPLE, "q1": CERTAIN, "q2": less}, {"q0": CERTAIN, "q2": CERTAIN})
    assert found.n_used == 1
    assert found.counts == {"queries without every part in both runs": 2}
    labels = [part.label for part in found.parts]
    assert labels == [
        "similarity to a reference answer (2 queries)",
        "citation coverage (2 queries)",
        "certainty, which is not correctness (1 query)",
    ]
    assert found.part("similarity").value_a == F(19, 20)


@pytest.mark.parametrize("missing", COLUMNS)
def test_without_a_column_the_components_that_there_are_still_stand(missing):
    less = {name: one for name, one in EXAMPLE.items() if name != missing}
    found = row({"q0": EXAMPLE}, {"q0": less})
    assert found.missing == (f"`{missing}` of run B",)
    assert (found.value_a, found.value_b) == (None, None)
    values = {part.key: (part.value_a, part.value_b) for part in found.parts}
    assert len(values) == 3
    assert [one for one in values.values() if None in one] == [
        {
            "bert_f1_rescaled": (F(9, 10), None),
            "citation_coverage": (F(2, 3), None),
            "entropy_bits": (0.25, None),
            "outcomes": (0.25, None),
        }[missing]
    ]


def test_without_any_column_there_is_nothing_to_show():
    found = row({"q0": {}}, {"q0": {}})
    assert found.parts == ()
    assert found.missing[:2] == ("`bert_f1_rescaled` of run A", "`bert_f1_rescaled` of run B")
    assert len(found.missing) == 8


def test_no_query_in_common():
    found = row({"q0": CERTAIN}, {"q1": CERTAIN}, count=2)
    assert (found.state, found.why) == ("UNDEFINED", "no query has every part in both runs")
    assert [part.value_a for part in found.parts] == [None] * 3


@pytest.mark.parametrize(("f1", "held"), [(F(-1, 5), 0), (F(6, 5), 1)])
def test_a_similarity_outside_is_set_to_the_end_and_said(f1, held):
    found = row({"q0": {**CERTAIN, "bert_f1_rescaled": f1}}, {"q0": CERTAIN})
    part = found.part("similarity")
    assert (part.value_a, part.label) == (
        held,
        "similarity to a reference answer (1 query, 1 set to 0 or 1)",
    )


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("bert_f1_rescaled", math.inf),
        ("citation_coverage", F(-1, 100)),
        ("citation_coverage", F(101, 100)),
        ("entropy_bits", F(-1, 100)),
        ("entropy_bits", math.inf),
        ("outcomes", 1),
        ("outcomes", True),
    ],
)
def test_values_out_of_their_range(column, value):
    with pytest.raises(ValueError, match=f"{column} of 'q' must be"):
        Measurements(**{column: {"q": value}})


@pytest.mark.parametrize(("bits", "fits"), [(F(2), True), (F(2001, 1000), False)])
def test_an_entropy_and_its_outcomes(bits, fits):
    parts = {"entropy_bits": {"q": bits}, "outcomes": {"q": 4}}
    if fits:
        assert Measurements(**parts).entropy_bits == {"q": 2}
        return
    with pytest.raises(ValueError, match="entropy_bits of 'q' must be from 0 to 2"):
        Measurements(**parts)
