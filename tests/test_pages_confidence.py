"""The Confidence page: two questions, two cards, every number held to one computed elsewhere."""

from __future__ import annotations

import json
import math
import random
import re
from fractions import Fraction

import pytest

from ircompare.dashboard.text import plain
from ircompare.inference.declared import Declared
from ircompare.readers.settings import Settings, read_settings, write_settings
from tests import oracle
from tests.inference import brute
from tests.inference.completions import pool_of, ranges_of
from tests.pages import button, click_cell, dataset_of, opened, tutorial_set, words

F = Fraction
IF = "If these queries are a random sample of the queries you care about,"
# Twelve queries with one relevant document each: rank in A, rank in B (0: not returned).
RANKS = [(2, 1), (2, 1), (3, 1), (2, 1), (4, 2), (1, 1), (1, 1), (2, 1), (0, 1), (5, 1), (2, 1)]
RANKS += [(1, 2)]


def at_rank(rank: int, query: str) -> list[str]:
    """A ranking whose relevant document stands at a rank; the others are judged not relevant."""
    others = [f"{query}n{place}" for place in range(5)]
    return [*others[: rank - 1], f"{query}r"] if rank else others[:1]


def ranked_set(ranks: list[tuple[int, int]], fields: dict[str, list[str]] | None = None) -> str:
    """Every document that is returned is judged, so nothing is open in either top k."""
    names = [f"q{number}" for number in range(len(ranks))]
    qrels = {q: {f"{q}r": 1, **{f"{q}n{place}": 0 for place in range(5)}} for q in names}
    queries = {
        q: {"text": f"text {q}", **{key: values[at] for key, values in (fields or {}).items()}}
        for at, q in enumerate(names)
    }
    runs = {
        name: {q: at_rank(pair[side], q) for q, pair in zip(names, ranks, strict=True)}
        for side, name in enumerate(("one", "two"))
    }
    return dataset_of(qrels=qrels, runs=runs, queries=queries)


def deltas(ranks: list[tuple[int, int]]) -> list[Fraction]:
    """RR deltas, spelled out."""
    a, b = ([F(1, rank) if rank else F(0) for rank in side] for side in zip(*ranks, strict=True))
    return [y - x for x, y in zip(a, b, strict=True)]


def said(at) -> str:
    return words(at).replace("\\", "")


def numbers(at, column: str) -> dict[str, str]:
    """The table of numbers as name → text of one measure."""
    frame = next(table.value for table in at.dataframe if "MRR@5" in table.value)
    return dict(zip(frame[" "], frame[column], strict=True))


def signed(value: float | Fraction, places: int = 3) -> str:
    return f"{float(value):+.{places}f}".replace("-", "−")


@pytest.fixture(scope="module")
def twelve() -> str:
    return ranked_set(RANKS)


def test_the_numbers_of_twelve_queries_are_those_spelled_out(twelve):
    at = opened("confidence", twelve, judgements="pooled", k="5")
    found, d = numbers(at, "MRR@5"), deltas(RANKS)
    n, mean = len(d), sum(d) / len(d)
    low, high, error = brute.interval(d, 0.95)
    sd = error * math.sqrt(n)
    assert found["mean delta, B − A"] == f"+{mean} ({signed(mean)})"
    assert found["95 % interval"] == f"{signed(low)} to {signed(high)}"
    p = [float(brute.enumerated_p(d)), 1.0]  # Recall differs on one query only
    assert found["p"] == f"{p[0]:.4f}"
    assert found["p corrected, 2 tests"] == f"{brute.holm(p)[0]:.4f}"
    assert found["queries that differ"] == "10 of 12"
    assert found["spread (sd)"] == f"{sd:.3f}"
    improved, tied = sum(x > 0 for x in d), sum(x == 0 for x in d)
    superiority = F(2 * improved + tied, 2 * n)
    assert found["superiority, ties half"] == f"{superiority} ({float(superiority):.3f})"
    gain, harm = sum(x for x in d if x > 0) / n, -sum(x for x in d if x < 0) / n
    assert found["gain"] == f"{gain} ({float(gain):.3f})"
    assert found["harm"] == f"{harm} ({float(harm):.3f})"
    assert found["mean ÷ sd"] == signed(float(mean) / sd, 2)
    assert "sign-flip test, all 1,024 choices of signs enumerated" in said(at)


def test_the_verdict_carries_its_condition_and_its_numbers(twelve):
    at = opened("confidence", twelve, judgements="pooled", k="5")
    d = deltas(RANKS)
    low, high, _ = brute.interval(d, 0.95)
    p = brute.holm([float(brute.enumerated_p(d)), 1.0])[0]
    assert (
        f"{IF} two is better than one in MRR@5: Δ {signed(sum(d) / 12)}, 95 % interval "
        f"{signed(low)} to {signed(high)}, corrected p {p:.4f}."
    ) in said(at)


def test_the_detectable_change_leaves_a_power_of_80_per_cent(twelve):
    """The two-sided paired t test at this true change, by the noncentral t distribution."""
    from scipy.stats import nct, t

    at = opened("confidence", twelve, judgements="pooled", k="5")
    found = numbers(at, "MRR@5")
    change, n = float(found["detectable change"].removeprefix("±")), 12
    _, _, error = brute.interval(deltas(RANKS), 0.95)
    limit = t.ppf(0.975, n - 1)
    power = nct.sf(limit, n - 1, change / error) + nct.cdf(-limit, n - 1, change / error)
    assert power == pytest.approx(0.8, abs=0.003)


def test_first_relevant_ranks_stand_beside_mrr(twelve):
    at = opened("confidence", twelve, judgements="pooled", k="3")
    frame = next(t.value for t in at.dataframe if "first relevant rank" in t.value)
    rows = {row[0]: row[1:] for row in frame.itertuples(index=False)}
    a, b = ([rank if 0 < rank <= 3 else 0 for rank in side] for side in zip(*RANKS, strict=True))
    for rank in (1, 2, 3):
        assert rows[str(rank)] == (str(a.count(rank)), str(b.count(rank)))
    assert rows["none"] == (str(a.count(0)), str(b.count(0)))
    assert rows["Success@1"] == ("1/4 (0.250)", "5/6 (0.833)")
    assert "whether such averages are meaningful is disputed" in said(at)


def test_a_measure_that_is_0_or_1_has_its_two_by_two_table(twelve):
    at = opened("confidence", twelve, judgements="pooled", k="5")
    frame = next(t.value for t in at.dataframe if "A 1" in t.value)
    assert frame.to_dict("list") == {" ": ["B 1", "B 0"], "A 1": ["11", "0"], "A 0": ["1", "0"]}


def test_below_the_limits_there_are_sentences_and_no_axes():
    at = opened("confidence", tutorial_set(), k="2")
    text = said(at)
    assert (
        "3 eligible queries. Recall@2 1/2 → 5/6 (Δ +1/3): 1 win, 2 ties, 0 losses. RR@2 1/2 → 5/6 "
        "(Δ +1/3): 2 wins, 1 loss (q2). These figures describe these three queries and nothing "
        "else. No significance test is reported: with 1 and 3 non-tied queries the smallest "
        "possible two-sided p-values are 1 and 0.25."
    ) in text
    assert "possible with at least 10 queries, of which at least 7 differ." in text
    assert "Every pair of a query and a document is judged, so no judgement is open." in text
    assert "Neither run is put in order by score" in text
    assert not at.get("vega_lite_chart")
    assert "better" not in text


def test_a_margin_is_declared_kept_in_the_address_and_decides(twelve):
    at = opened("confidence", twelve, judgements="pooled", k="5", margin_rr="9/10")
    low, high, _ = brute.interval(deltas(RANKS), 0.95)
    assert -0.9 < low < high < 0.9
    assert "MRR@5 rises from one to two, but by less than the margin of 0.900:" in said(at)
    assert at.number_input(key="declared_rr").value == 0.9
    at.number_input(key="declared_rr").set_value(0.05).run()
    assert not at.exception
    assert at.query_params["margin_rr"] == "1/20"
    assert "two is better than one in MRR@5" in said(at)
    at.number_input(key="declared_rr").set_value(None).run()
    assert "margin_rr" not in at.query_params


def test_what_an_address_cannot_mean_is_left_out(twelve):
    address = {"margin_rr": "2", "margin_recall": "x", "group_field": "no such", "start": "-1"}
    at = opened("confidence", twelve, judgements="pooled", k="5", **address)
    assert "Declared: no margin · each query by itself · taken as a random sample" in said(at)


def test_hand_picked_queries_turn_the_condition_unreal(twelve):
    at = opened("confidence", twelve, judgements="pooled", k="5")
    at.checkbox(key="declared_hand_picked").check().run()
    assert at.query_params["hand_picked"] == "yes"
    assert "If these queries were a random sample of the queries you care about, two" in said(at)
    assert "picked by hand: they are not a sample; read as description." in said(at)


def test_groups_of_paraphrases_are_the_unit():
    ranks = [(2, 1), (2, 1), (1, 1)] * 8
    labels = [f"g{at // 2}" for at in range(24)]
    digest = ranked_set(ranks, {"intent": labels})
    at = opened("confidence", digest, judgements="pooled", k="5", group_field="intent")
    found, d = numbers(at, "MRR@5"), deltas(ranks)
    sums = [d[at] + d[at + 1] for at in range(0, 24, 2)]
    low, high, _ = brute.interval(sums, 0.95, [2] * 12)
    assert found["95 % interval"] == f"{signed(low)} to {signed(high)}"
    assert found["groups that differ"] == f"{sum(map(bool, sums))} of 12"
    assert found["p"] == f"{float(brute.counted_p(sums)):.4f}"
    at.selectbox(key="declared_groups").select("").run()
    assert numbers(at, "MRR@5")["queries that differ"] == "16 of 24"


def test_a_field_called_group_is_the_unit_unless_another_is_declared():
    digest = ranked_set(RANKS, {"group": ["one", "two"] * 6})
    at = opened("confidence", digest, judgements="pooled", k="5")
    assert "groups of the field group" in said(at)
    at.selectbox(key="declared_groups").select("").run()
    assert at.query_params["group_field"] == ""
    assert "each query by itself" in said(at)


def test_a_group_that_reaches_into_another_split_is_warned_of():
    queries = {
        f"q{at}": {"text": f"text {at}", "split": "test" if at else "dev", "group": f"g{at // 2}"}
        for at in range(4)
    }
    digest = dataset_of(
        qrels={q: {"r": 1} for q in queries},
        runs={name: {q: ["r"] for q in queries} for name in ("one", "two")},
        queries=queries,
    )
    at = opened("confidence", digest, judgements="pooled", k="5")
    assert "1 group reaches into another split" in said(at)


def simulated_ranks() -> list[tuple[int, int]]:
    chance = random.Random(5)
    return [(chance.randint(1, 5), chance.randint(1, 5)) for _ in range(40)]


def test_a_simulated_p_lies_near_the_true_one_and_its_start_is_said():
    ranks = simulated_ranks()
    at = opened("confidence", ranked_set(ranks), judgements="pooled", k="5", start="7")
    text = said(at)
    error = float(re.search(r"from start 7, Monte Carlo error (0\.\d+)", text)[1])
    p = float(numbers(at, "MRR@5")["p"])
    assert p == pytest.approx(float(brute.counted_p(deltas(ranks))), abs=4 * error)
    assert "random start 7" in text
    assert error == pytest.approx(math.sqrt(p * (1 - p) / 10_000), abs=0.0001)


# Judgements of x, y and z are missing; A and B as in the hand examples of incomplete judgements.
OPEN = {
    "qrels": {"q1": {"d3": 1, "n": 0}, "q2": {"a": 1, "b": 1, "n1": 0}},
    "a": {"q1": ["x", "d3", "n"], "q2": ["a", "u1", "n1"]},
    "b": {"q1": ["d3", "y", "x"], "q2": ["a", "b", "u1"]},
}


@pytest.fixture(scope="module")
def unjudged() -> str:
    return dataset_of(qrels=OPEN["qrels"], runs={"one": OPEN["a"], "two": OPEN["b"]})


def brute_means(measure: str) -> list[str]:
    """Bounds of both means and of the mean delta over every completion of the pool."""
    world = oracle.World(
        OPEN["a"], OPEN["b"], OPEN["qrels"], list(OPEN["qrels"]), oracle.Rules(k=3)
    )
    found = [ranges_of(measure, world, q, pool_of(world, q)) for q in OPEN["qrels"]]
    means = [
        [sum(ends, F(0)) / 2 for ends in zip(*rows, strict=True)]
        for rows in zip(*found, strict=True)
    ]
    forms = [lambda value: f"{float(value):.3f}"] * 2 + [
        lambda value: signed(value) if value else "0.000"
    ]
    return [f"{form(low)} to {form(high)}" for form, (low, high) in zip(forms, means, strict=True)]


def test_bounds_are_those_of_every_completion(unjudged):
    at = opened("confidence", unjudged, judgements="pooled", k="3")
    frame = next(t.value for t in at.dataframe if "top k judged" in t.value)
    shown = dict(zip(frame[" "], frame["top k judged"], strict=True))
    for key, name in (("recall", "Recall@3"), ("rr", "MRR@3")):
        rows = [f"{name}, {side}" for side in ("A", "B", "B − A")]
        assert [shown[row] for row in rows] == brute_means(key)
    assert set(frame["whole corpus judged"]) == {"no corpus given"}


def test_the_headings_of_the_bounds_are_short_and_explained(unjudged):
    at = opened("confidence", unjudged, judgements="pooled", k="3")
    frame = next(t for t in at.dataframe if "top k judged" in t.value)
    columns = json.loads(frame.proto.columns)
    assert columns["as judged"]["label"] == "now"
    assert columns["whole corpus judged"]["label"] == "corpus judged"
    assert all(columns[name]["help"] for name in list(frame.value)[1:])


def test_what_is_settled_and_what_is_open_is_said_of_each_measure(unjudged):
    at = opened("confidence", unjudged, judgements="pooled", k="3")
    text = said(at)
    assert (
        "Recall@3 of two stays above that of one whatever the judges say of the 3 unjudged "
        "documents in the two top 3: the mean delta lies in +0.167 to +0.500, assuming that no "
        "unjudged document outside both top 3 is relevant."
    ) in text
    assert "Complete judgements could level MRR@3:" in text
    assert (
        "The fewest that could turn it: if 1 document is found relevant and no other is, B is no "
        "longer above A."
    ) in text
    assert "judged@3: A 0.67, B 0.50. two is judged less" in text


def test_the_document_that_could_turn_it_leads_to_its_query(unjudged):
    at = opened("confidence", unjudged, judgements="pooled", k="3")
    place = next(n for n, table in enumerate(at.dataframe) if "document" in table.value)
    assert at.dataframe[place].value.to_dict("list") == {
        "query": ["q1"],
        "document": ["x"],
        "rank in A": ["1"],
        "rank in B": ["3"],
    }
    click_cell(at, place, 0, "document")
    assert not at.exception
    assert at.query_params["q"] == "q1"


def test_a_top_that_is_wholly_judged_has_no_axes(twelve):
    at = opened("confidence", twelve, judgements="pooled", k="5")
    text = said(at)
    assert "Every document in the two top 5 is judged: MRR@5 cannot change, assuming" in text
    described = [chart.proto.alt for chart in at.get("vega_lite_chart")]
    assert not any("mean of the run" in text for text in described)


def test_ties_that_could_turn_a_delta_are_told():
    scored = {"one": {"q": {"n": 2.0, "r": 1.0}}, "two": {"q": {"n": 1.0, "r": 1.0}}}
    digest = dataset_of(qrels={"q": {"r": 1, "n": 0}}, runs=scored)
    at = opened("confidence", digest, judgements="pooled", k="2")
    assert (
        "MRR@2: 1 query depends on how ties are broken. Over all orders of tied documents the "
        "mean delta lies in 0.000 to +0.500: its sign depends on the tie rule. Of 1 changed query "
        "1 could be tied or turned."
    ) in said(at)


def test_the_copied_command_draws_these_conclusions(twelve):
    address = {"margin_rr": "1/50", "hand_picked": "yes", "start": "3"}
    at = opened("confidence", twelve, judgements="pooled", k="5", **address)
    command = next(item.value for item in at.code if "compare" in item.value)
    assert command.endswith("--conclude --bounds --margin rr=1/50 --hand-picked --start 3")
    at = opened("compare", twelve, judgements="pooled", k="5", **address)
    command = next(item.value for item in at.code if "compare" in item.value)
    assert "--conclude" not in command


def test_declarations_are_written_to_the_settings_file_and_read_back():
    declared = Declared((("recall", F(1, 50)), ("rr", F(1, 3))), "intent", True, 4)
    wanted = Settings(qrels="/q", declared=declared)
    text = write_settings(wanted)
    assert read_settings(text.encode(), "") == wanted
    assert "[declared]" not in write_settings(Settings(qrels="/q"))


def test_one_run_alone_and_nothing_scored_have_their_way_out():
    at = opened("confidence", tutorial_set("run.fixture_A.json"), k="2")
    assert "Conclusions are about a difference, and one run is loaded." in said(at)
    digest = dataset_of(qrels={"q1": {"d": 0}}, runs={"one": {"q1": ["d"]}, "two": {"q1": ["d"]}})
    at = opened("confidence", digest, judgements="pooled")
    assert "No query is scored, so there is nothing to conclude." in said(at)
    button(at, "Count queries with nothing relevant as 0").click().run()
    assert not at.exception
    assert "is the same in both runs on the one query" in said(at)


def test_names_from_files_are_shown_literally():
    digest = dataset_of(
        qrels={"q": {"r": 1, "x": 0}}, runs={"*a*": {"q": ["x", "r"]}, "[b](c)": {"q": ["r"]}}
    )
    at = opened("confidence", digest, judgements="pooled")
    assert plain("*a*") in words(at)


def test_without_data_the_page_offers_a_sample():
    assert "Open this sample" in [item.label for item in opened("confidence", "").button]
