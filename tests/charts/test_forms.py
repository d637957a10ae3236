from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest

from ircompare.charts.bins import bin_of, rank_bins
from ircompare.charts.causes import cause_chart
from ircompare.charts.cutoffs import curves, verdict_stack
from ircompare.charts.deltas import delta_chart, worst_chart
from ircompare.charts.drawn import Drawn
from ircompare.charts.export import to_png, to_svg
from ircompare.charts.matrix import verdict_matrix
from ircompare.charts.pairs import pair_chart
from ircompare.charts.ranks import rank_chart
from ircompare.charts.slope import slope_chart
from ircompare.charts.strip import verdict_strip
from ircompare.charts.theme import Palette, short
from ircompare.scoring.account import Move, account
from ircompare.scoring.causes import causes
from ircompare.scoring.comparison import Comparison, Counts
from ircompare.scoring.sweep import sweep
from tests.charts.made import data_with, made, marks, spec_of, units

LIGHT, DARK = Palette.light(), Palette.dark()
SIZES = (3, 50, 225, 7000)
WRITTEN = ("minilm", "bm25", "密码", "refund", "q0000")
WORDS = {1: "improved", 0: "tied", -1: "regressed"}


@cache
def comparison(count: int) -> Comparison:
    return made(count)


@cache
def drawn(count: int, palette: Palette = LIGHT) -> dict[str, Drawn]:
    """Every chart of one comparison."""
    pair = comparison(count)
    swept = sweep(pair, 20)
    first = account(pair, pair.a.scope.query_ids[0])
    charts = {
        "matrix": verdict_matrix(pair, palette),
        "ranks": rank_chart(pair, palette),
        "slope": slope_chart(first.relevant, pair.k, palette, 20, 20, {}, ("a", "b")),
    }
    for measure in ("rr", "recall"):
        charts |= {
            f"delta {measure}": delta_chart(pair, measure, palette),
            f"worst {measure}": worst_chart(pair, measure, palette),
            f"pair {measure}": pair_chart(pair, measure, palette),
            f"strip {measure}": verdict_strip(pair.counts(measure), palette),
            f"causes {measure}": cause_chart(causes(pair, measure), palette),
            f"curves {measure}": curves(swept, measure, pair.k, palette, shade_from=15),
            f"stack {measure}": verdict_stack(swept, measure, palette),
        }
    return (
        charts
        | {"delta ndcg": delta_chart(pair, "ndcg", palette)}
        | {"pair ndcg": pair_chart(pair, "ndcg", palette)}
    )


@pytest.mark.parametrize(
    ("count", "forms"),
    [
        (3, ["bars", "dumbbells", "dumbbells"]),
        (30, ["bars", "dumbbells", "dumbbells"]),
        (31, ["sorted bars", "rank matrix", "value stack"]),
        (400, ["sorted bars", "rank matrix", "value stack"]),
        (401, ["histogram", "rank matrix", "value bins"]),
    ],
)
def test_the_number_of_queries_decides_the_form(count, forms):
    pair = made(count)
    charts = [
        delta_chart(pair, "rr", LIGHT),
        pair_chart(pair, "rr", LIGHT),
        pair_chart(pair, "recall", LIGHT),
    ]
    assert [chart.form for chart in charts] == forms


@pytest.mark.parametrize("count", SIZES)
def test_a_selection_is_in_the_specification_and_reports_columns_of_the_data(count):
    for name, chart in drawn(count).items():
        spec = spec_of(chart)
        expected = [(chart.selection, list(chart.fields))] if chart.selection else []
        params = spec.get("params", [])
        assert [(param["name"], param["select"]["fields"]) for param in params] == expected, name
        for view in (view for param in params for view in param["views"]):
            (data,) = [place for unit, place in units(spec) if unit.get("name") == view]
            assert all(set(chart.fields) <= set(row) for row in spec["datasets"][data]), name


@pytest.mark.parametrize("count", SIZES)
def test_a_chart_stays_small_low_and_as_wide_as_its_container(count):
    for name, chart in drawn(count).items():
        spec = spec_of(chart)
        assert marks(chart) <= (250 if count == 7000 else 850), name
        assert (spec["width"], spec["height"] <= 600) == ("container", True), name
        assert "title" not in spec, name
        if count == 7000:
            assert len(json.dumps(spec, ensure_ascii=False).encode()) <= 50_000, name


@pytest.mark.parametrize("count", SIZES)
def test_what_users_wrote_is_data_and_never_part_of_an_expression(count):
    for name, chart in drawn(count).items():
        for unit, _ in units(spec_of(chart)):
            told = json.dumps([unit.get("transform"), unit["mark"]], ensure_ascii=False)
            assert not any(text in told for text in WRITTEN), name


@pytest.mark.parametrize("count", [3, 50, 7000])
def test_every_specification_is_valid(count):
    for chart in drawn(count).values():
        chart.chart.to_dict(validate=True)


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("measure", ["rr", "recall"])
def test_alternative_texts_state_the_counts(count, measure):
    pair, charts = comparison(count), drawn(count)
    counts = pair.counts(measure)
    told = f"{counts.improved:,} improved, {counts.tied:,} tied, {counts.regressed:,} regressed"
    for name in ("delta", "pair", "strip"):
        assert told in charts[f"{name} {measure}"].alt
    assert f"of {counts.regressed:,}" in charts[f"worst {measure}"].alt


def test_bars_hold_every_query_with_its_exact_delta_and_the_worst_on_top():
    pair = comparison(3)
    bars = data_with(delta_chart(pair, "rr", LIGHT), "query_id", "delta")
    deltas = {
        query_id: pair.b.values("rr").at(at) - pair.a.values("rr").at(at)
        for at, query_id in enumerate(pair.a.scope.query_ids)
    }
    assert {bar["query_id"]: bar["delta"] for bar in bars} == pytest.approx(
        {query_id: float(delta) for query_id, delta in deltas.items()}
    )
    assert [bar["delta"] for bar in bars] == sorted(bar["delta"] for bar in bars)
    for bar in bars:
        assert bar["verdict"] == WORDS[(bar["delta"] > 0) - (bar["delta"] < 0)]
        assert str(abs(deltas[bar["query_id"]])) in bar["change"]


@pytest.mark.parametrize("count", SIZES)
def test_what_a_page_draws_holds_every_row_also_that_of_a_line_without_data(count):
    for chart in drawn(count).values():
        held = spec_of(chart)["datasets"]
        assert {name: len(rows) for name, rows in chart.spec["datasets"].items()} == {
            name: len(rows) for name, rows in held.items()
        }


def test_the_heads_of_dumbbells_have_no_scale_of_shapes_beside_that_of_colours():
    spec = spec_of(pair_chart(comparison(3), "rr", LIGHT))
    assert all("shape" not in view["encoding"] for view, _ in units(spec))
    heads = {view["mark"]["shape"] for view, _ in units(spec) if "shape" in view["mark"]}
    assert heads == {"circle", "triangle-left", "triangle-right"}


def test_sorted_bars_are_the_queries_that_differ_and_the_band_counts_the_ties():
    pair = comparison(225)
    chart = delta_chart(pair, "rr", LIGHT)
    bars = data_with(chart, "query_id", "delta")
    assert len(bars) == int(pair.differing("rr").sum())
    assert all(bar["delta"] for bar in bars)
    counts = pair.counts("rr")
    assert [band["words"] for band in data_with(chart, "start", "words")] == [
        f"▼ {counts.regressed} regressed",
        f"═ {counts.tied} tied",
        f"▲ {counts.improved} improved",
    ]


def test_tenths_count_every_query_once_and_ties_alone():
    pair = comparison(7000)
    tenths = data_with(delta_chart(pair, "rr", LIGHT), "low", "count")
    assert sum(bar["count"] for bar in tenths) == pair.count
    deltas = pair.to_pandas()["rr_delta"]
    for bar in tenths:
        if bar["verdict"] == "tied":
            inside = deltas == 0
        elif bar["verdict"] == "improved":
            inside = (deltas > bar["low"]) & (deltas <= bar["high"])
        else:
            inside = (deltas >= bar["low"]) & (deltas < bar["high"])
        assert bar["count"] == int(inside.sum())


def test_the_worst_are_the_largest_losses_and_the_rest_is_counted():
    pair = comparison(7000)
    chart = worst_chart(pair, "rr", LIGHT, count=20)
    shown = [bar["delta"] for bar in data_with(chart, "query_id", "delta")]
    assert shown == pytest.approx(sorted(pair.to_pandas()["rr_delta"])[:20])
    assert chart.left_out == pair.counts("rr").regressed - 20


def test_without_a_regression_the_worst_are_none():
    pair = comparison(3)
    same = replace(pair, b=pair.a)
    chart = worst_chart(same, "rr", LIGHT)
    assert (data_with(chart, "query_id"), chart.left_out) == ([], 0)
    assert to_svg(chart.chart, LIGHT).startswith(b"<svg")


def test_rank_cells_count_the_queries_between_two_bins():
    pair = comparison(225)
    bins = rank_bins(pair.k)
    frame = pair.to_pandas()
    expected = Counter(
        (bin_of(rank_a, bins), bin_of(rank_b, bins))
        for rank_a, rank_b in zip(
            frame["first_relevant_rank_a"], frame["first_relevant_rank_b"], strict=True
        )
    )
    cells = data_with(pair_chart(pair, "rr", LIGHT), "rank_a", "rank_b")
    assert {(cell["rank_a"], cell["rank_b"]): cell["count"] for cell in cells} == expected
    order = [entry.label for entry in bins]
    for cell in cells:
        step = order.index(cell["rank_a"]) - order.index(cell["rank_b"])
        assert cell["verdict"] == WORDS[(step > 0) - (step < 0)]


def test_value_stacks_keep_equal_pairs_as_exact_fractions():
    pair = comparison(225)
    a, b = pair.a.values("recall"), pair.b.values("recall")
    expected = Counter((a.at(at), b.at(at)) for at in range(pair.count))
    cells = data_with(pair_chart(pair, "recall", LIGHT), "value_a", "count")
    found = {(Fraction(row["value_a"]), Fraction(row["value_b"])): row["count"] for row in cells}
    assert found == expected


def test_value_bins_are_at_most_121_and_count_every_query():
    cells = data_with(pair_chart(comparison(7000), "recall", LIGHT), "value_a", "count")
    assert len(cells) <= 121
    assert sum(cell["count"] for cell in cells) == 7000


def test_the_matrix_has_the_nine_counts_of_the_comparison():
    pair = comparison(225)
    cells = data_with(verdict_matrix(pair, LIGHT), "recall", "rr")
    assert {(cell["recall"], cell["rr"]): cell["count"] for cell in cells} == {
        (WORDS[recall], WORDS[rr]): count for (recall, rr), count in pair.matrix().items() if count
    }


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        (Counts(65, 91, 69), ["▼69", "═91", "▲65"]),
        (Counts(0, 3, 1), ["▼1", "═3"]),
        (Counts(0, 0, 0), []),
        (Counts(1, 6998, 1), ["▼1", "═6,998", "▲1"]),
    ],
)
def test_a_strip_fills_its_length_and_leaves_room_for_every_number(counts, words):
    parts = data_with(verdict_strip(counts, LIGHT), "start", "words")
    assert [part["words"] for part in parts] == words
    lengths = [part["end"] - part["start"] for part in parts]
    assert all(length > 0.09 for length in lengths)
    assert not parts or sum(lengths) == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("measure", ["rr", "recall"])
def test_a_waterfall_ends_at_the_mean_delta(measure):
    pair = comparison(225)
    steps = data_with(cause_chart(causes(pair, measure), LIGHT), "cause", "amount")
    *parts, total = steps
    assert sum(step["amount"] for step in parts) == pytest.approx(total["end"])
    assert total["end"] == pytest.approx(float(pair.mean_delta(measure)))
    assert all(before["end"] == pytest.approx(after["start"]) for before, after in pairwise(parts))


def test_curves_and_stacks_hold_the_means_and_counts_of_every_cutoff():
    pair = comparison(225)
    swept = sweep(pair, 20)
    by_k = {row["k"]: row for row in data_with(curves(swept, "rr", 10, LIGHT), "a", "b")}
    assert sorted(by_k) == list(range(1, 21))
    for k, row in by_k.items():
        assert row["delta"] == pytest.approx(float(pair.at(k).mean_delta("rr")))
    stack = data_with(verdict_stack(swept, "rr", LIGHT), "k", "low")
    counts = pair.at(7).counts("rr")
    assert {row["verdict"]: row["high"] - row["low"] for row in stack if row["k"] == 7} == {
        "regressed": counts.regressed,
        "tied": counts.tied,
        "improved": counts.improved,
    }


def test_of_many_cutoffs_a_hundred_are_drawn_and_the_rest_is_counted():
    swept = sweep(comparison(50), 1000)
    chart = curves(swept, "recall", 10, LIGHT)
    shown = {row["k"] for row in data_with(chart, "a", "b")}
    assert {1, 2, 3, 1000} <= shown
    assert len(shown) <= 100
    assert chart.left_out == 1000 - len(shown) == verdict_stack(swept, "rr", LIGHT).left_out


def test_bars_of_first_ranks_count_every_query_once_a_run():
    pair = comparison(225)
    bars = data_with(rank_chart(pair, LIGHT), "rank", "run", "count")
    for run, side in (("A", pair.a), ("B", pair.b)):
        counts = side.first_rank_counts()
        shown = {bar["rank"]: bar["count"] for bar in bars if bar["run"] == run}
        assert sum(shown.values()) == pair.count
        assert (shown["1"], shown["none"]) == (counts.get(1, 0), counts.get(0, 0))


def test_a_slope_draws_20_documents_and_keeps_their_labels_apart():
    moves = [Move(f"d{n}", 1, n, n + 1 if n % 3 else None) for n in range(1, 31)]
    chart = slope_chart(moves, 10, LIGHT, 100, 50, {"d1": "标题"})
    lines = data_with(chart, "doc_id", "from")
    assert (len(lines), chart.left_out) == (20, 10)
    assert "10 more are not drawn" in chart.alt
    places = sorted(line["label_at"] for line in lines)
    assert min(b - a for a, b in pairwise(places)) >= 16.9
    assert 0 <= places[0] <= places[-1] <= spec_of(chart)["height"]
    assert lines[0]["label"] == "▼ 1 → 2 · d1 标题"
    assert {line["verdict"] for line in lines} == {"regressed"}


@pytest.mark.parametrize("moves", [[], [Move("d", 1, None, None)]])
def test_a_slope_of_nothing_found_is_drawn(moves):
    chart = slope_chart(moves, 10, LIGHT, 0, 0)
    assert to_png(chart.chart, LIGHT, scale=1).startswith(b"\x89PNG")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "palette"),
    [
        pytest.param(3, DARK, id="3, dark"),
        pytest.param(50, LIGHT, id="50, light"),
        pytest.param(7000, DARK, id="7000, dark"),
    ],
)
def test_every_chart_is_drawn_offline_as_svg(count, palette):
    for name, chart in drawn(count, palette).items():
        svg = to_svg(chart.chart, palette).decode()
        assert svg.startswith("<svg"), name
        assert palette.background in svg, name
        assert svg.count("<path") + svg.count("<line") > 2, name


def test_png_has_the_asked_scale_and_chinese_text_is_in_the_svg():
    chart = delta_chart(comparison(3), "rr", LIGHT).chart
    small, large = (to_png(chart, LIGHT, scale=scale) for scale in (1, 2))
    widths = [int.from_bytes(png[16:20], "big") for png in (small, large)]
    assert small.startswith(b"\x89PNG\r\n")
    assert widths[1] == pytest.approx(2 * widths[0], abs=2)
    assert "密码忘了怎么办" in to_svg(chart, LIGHT).decode()


def test_verdict_colours_stand_for_verdicts_only():
    for palette in (LIGHT, DARK):
        colours = [palette.improved, palette.tied, palette.regressed]
        assert len({*vars(palette).values()}) == len(vars(palette))
        assert [palette.verdict(sign) for sign in (1, 0, -1)] == colours
    assert (Palette.of("dark"), Palette.of("light"), Palette.of(None)) == (DARK, LIGHT, LIGHT)


@pytest.mark.parametrize(
    ("text", "cells", "expected"),
    [
        ("short", 5, "short"),
        ("shorter", 5, "shor…"),
        ("two  lines\nof text", 40, "two lines of text"),
        ("密码忘了怎么办", 14, "密码忘了怎么办"),
        ("密码忘了怎么办", 13, "密码忘了怎么…"),
    ],
)
def test_texts_are_shortened_by_their_width(text, cells, expected):
    assert short(text, cells) == expected
