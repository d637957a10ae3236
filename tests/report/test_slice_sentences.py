"""What is said of slices, word for word, on comparisons whose ranks are made by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from ircompare.inference.slices import declared_slices, slices
from ircompare.report.headline import Link, headline
from ircompare.report.slice_sentences import field_sentence, lead_sentence, losing
from ircompare.scoring.comparison import Comparison
from tests.inference.made import with_fields

Rows = Sequence[tuple[int, int]]
UP, DOWN, LOST, SAME = [(0, 1)], [(1, 2)], [(1, 0)], [(1, 1)]


def made(field: str = "domain", **of: Rows) -> Comparison:
    """Ranks in A and B of the only relevant document, by slice of one field; k = 10."""
    rows = [row for found in of.values() for row in found]
    labels = [label for label, found in of.items() for _ in found]
    a, b = ({f"q{n}": row[side] for n, row in enumerate(rows)} for side in (0, 1))
    return with_fields(a, b, {field: labels})


def lead(comparison: Comparison, measure: str = "rr") -> str:
    return lead_sentence(comparison, declared_slices(comparison), measure)


def by_field(comparison: Comparison) -> str:
    return field_sentence(comparison, slices(comparison, "domain"), "rr")


def test_one_slice_loses_while_the_whole_gains():
    comparison = made(down=DOWN * 10, up=UP * 40)
    assert lead(comparison) == (
        "MRR@10 rose, but fell in 1 of 2 slices looked at: domain down, "
        "1.000 → 0.500 (−0.500) on 10 queries."
    )


def test_of_several_the_one_that_fell_most_is_named_and_small_ones_are_counted():
    comparison = made(down=DOWN * 10, lost=LOST * 12, up=UP * 40, tiny=LOST, few=SAME * 10)
    assert lead(comparison) == (
        "MRR@10 rose, but fell in 2 of 5 slices looked at: most in domain lost, "
        "1.000 → 0.000 (−1.000) on 12 queries; 2 of the 5 are too small to count "
        "(fewer than 10 queries, or fewer than 6 that differ)."
    )


@pytest.mark.parametrize(
    ("comparison", "expected"),
    [
        pytest.param(
            made(down=DOWN * 9, up=UP * 40),
            "MRR@10 rose, and fell in none of 2 slices looked at; 1 of the 2 is too small to count "
            "(fewer than 10 queries, or fewer than 6 that differ).",
            id="9 queries",
        ),
        pytest.param(
            made(down=DOWN * 5 + SAME * 20, up=UP * 40),
            "MRR@10 rose, and fell in none of 2 slices looked at; 1 of the 2 is too small to count "
            "(fewer than 10 queries, or fewer than 6 that differ).",
            id="5 differ",
        ),
        pytest.param(
            made(one=UP * 10, two=UP * 10),
            "MRR@10 rose, and fell in none of 2 slices looked at.",
            id="all rose",
        ),
        pytest.param(
            made(down=LOST * 20, up=UP * 10),
            "MRR@10 fell on all queries together, so no slice loses while the whole gains.",
            id="the whole fell",
        ),
        pytest.param(
            made(down=LOST * 10, up=UP * 10),
            "MRR@10 is the same in both runs, so no slice loses while the whole gains.",
            id="the whole is the same",
        ),
    ],
)
def test_no_slice_is_named(comparison, expected):
    assert lead(comparison) == expected


@pytest.mark.parametrize(
    ("comparison", "expected"),
    [
        (made(down=DOWN * 10, up=UP * 40), "rose in 1 of 2 slices and fell in 1."),
        (
            made(one=UP * 10, two=UP * 10, tiny=UP),
            "rose in 2 of 3 slices and fell in none; 1 of the 3 is too small to tell.",
        ),
        (
            made(a=DOWN * 10, b=UP * 9, c=SAME * 20),
            "rose in none of 3 slices and fell in 1; 2 of the 3 are too small to tell.",
        ),
    ],
)
def test_one_field_in_a_sentence(comparison, expected):
    assert by_field(comparison) == f"By domain MRR@10 {expected}"


def test_a_field_of_small_slices_says_nothing():
    assert by_field(made(a=UP * 5, b=DOWN * 5)) == (
        "By domain every slice is too small to tell: fewer than 10 queries, or fewer than 6 that "
        "differ."
    )


# In the headline


def test_the_headline_ends_with_the_slice_and_links_to_it():
    told = headline(made(down=DOWN * 10, up=UP * 40))
    assert told.sentences[0] == (
        "run rose in both: Recall@10 0.200 → 1.000 (+0.800), MRR@10 0.200 → 0.900 (+0.700), "
        "on 50 queries."
    )
    assert told.sentences[-1].startswith("MRR@10 rose, but fell in 1 of 2 slices looked at:")
    show = {"measure": "rr", "field": "domain", "slice": "down"}
    assert told.links[-1] == Link("See domain down", show)


def test_recall_is_asked_where_rr_names_no_slice():
    comparison = made(lost=[(2, 0)] * 10 + [(2, 1)] * 12, up=UP * 40)
    found = losing(comparison)
    assert (found.measure, found.slice.label) == ("recall", "lost")
    assert headline(comparison).links[-1].show["measure"] == "recall"


def without_slice(comparison: Comparison) -> bool:
    told = headline(comparison)
    return "slices looked at" not in told.text and all("slice" not in x.show for x in told.links)


@pytest.mark.parametrize(
    "comparison",
    [
        pytest.param(made(down=DOWN * 9, up=UP * 40), id="9 queries"),
        pytest.param(made(down=DOWN * 5 + SAME * 20, up=UP * 40), id="5 differ"),
        pytest.param(made(up=UP * 40), id="one value"),
        pytest.param(made(down=LOST * 20, up=UP * 10), id="the whole fell"),
    ],
)
def test_a_headline_names_no_slice(comparison):
    assert without_slice(comparison)


def test_a_headline_looks_at_no_derived_field(by_ranks: Callable[..., Comparison]):
    assert without_slice(by_ranks([1] * 10 + [0] * 30, [2] * 10 + [1] * 30))


def test_a_run_that_lacks_many_queries_is_not_divided():
    a = {f"q{n:02}": 1 if n < 10 else 0 for n in range(50)}
    b = {query: 2 if rank else 1 for query, rank in a.items()}
    labels = {"domain": ["down"] * 10 + ["up"] * 40}
    assert not without_slice(with_fields(a, b, labels))
    cut_short = with_fields(a, dict(list(b.items())[:45]), labels)
    assert without_slice(cut_short)
    assert headline(cut_short).sentences[-1] == "Was the run cut short?"
    assert losing(cut_short).slice.label == "down"


def test_names_from_a_file_stand_on_one_line_without_control_characters():
    comparison = made(**{"a\nb\x1b[31m": DOWN * 10, "up": UP * 40}, field="x\ty")
    sentence = headline(comparison).sentences[-1]
    assert "\n" not in sentence
    assert "\x1b" not in sentence
    assert "x\\ty a\\nb" in sentence
