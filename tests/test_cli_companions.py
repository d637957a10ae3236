"""Companions of `scorecard` on the command line: what the files say, and what is declared."""

from __future__ import annotations

import csv
import json
import math
from datetime import date
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ircompare.cli import main
from ircompare.readers import load
from tests.cards import Out, card, queries, rankings, recalls, table
from tests.conftest import HELPCENTRE as HELP
from tests.conftest import TUTORIAL

SIDES = [("a", "bm25"), ("b", "lsa")]


def companions(capsys: Out, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = card(capsys, *words)["companions"]
    return found


def by_key(found: dict[str, Any]) -> dict[str, Any]:
    return {
        **{row["dimension"]: row for row in found["rows"]},
        **{one["finding"]: one for one in found["findings"]},
    }


def test_rows_equal_what_the_files_say(in_helpcentre: None, capsys: Out) -> None:
    found = by_key(companions(capsys))
    asked = queries()
    for side, run in SIDES:
        own = recalls(run)
        weights = {query: 1 / math.sqrt(max(1, asked[query]["frequency"])) for query in own}
        mean = sum(weights[q] * float(own[q]) for q in own) / sum(weights.values())
        assert found["tail_weighted_mean"][side] == pytest.approx(mean)
        (size, *_) = found["tail_weighted_mean"]["parts"]
        kish = sum(weights.values()) ** 2 / sum(one * one for one in weights.values())
        assert size[side] == pytest.approx(kish)
        rare = [own[query] > 0 for query in own if asked[query]["frequency"] <= 5]
        share = Fraction(sum(rare), len(rare))
        assert Fraction(found["low_frequency_coverage"][side]) == share
        latencies = sorted(float(row["latency_ms"]) for row in table(f"measured/{run}.csv"))
        assert found["p99_latency"][side] == latencies[math.ceil(0.99 * len(latencies)) - 1]


@pytest.mark.parametrize(("side", "run"), SIDES)
def test_fresh_recall_equals_what_the_files_say(
    in_helpcentre: None, capsys: Out, side: str, run: str
) -> None:
    lines = (HELP / "corpus.jsonl").read_text("utf-8").splitlines()
    days = {one["_id"]: one["updated"] for one in map(json.loads, lines)}
    ages = {doc: (date(2026, 8, 1) - date.fromisoformat(day)).days for doc, day in days.items()}
    weight = {doc: 2 ** -(max(age, 0) / 180) for doc, age in ages.items()}
    relevant, ranked = json.loads((HELP / "relevant.json").read_text("utf-8")), rankings(run)
    values = []
    for query in recalls(run):
        found = set(ranked.get(query, [])[:5]) & set(relevant[query])
        values.append(sum(map(weight.get, found)) / sum(map(weight.get, relevant[query])))
    row = by_key(companions(capsys))["fresh_recall"]
    assert row[side] == pytest.approx(sum(values) / len(values))
    assert row["n_used"] == len(values)


def test_flags_declare_what_has_no_default(in_helpcentre: None, capsys: Out) -> None:
    words = ["--freshness", "academic", "--reference-time", "2026-09-01"]
    row = by_key(companions(capsys, *words))["fresh_recall"]
    assert row["inputs"]["reference time"] == "2026-09-01T00:00:00"
    assert row["inputs"]["decay"] == "half-life of 1,825 days"


def test_confidences_and_rates_are_columns_of_the_measurements(
    in_tutorial: None, tmp_path: Path, capsys: Out
) -> None:
    told = []
    for name, rate, coarse in (("A", 100, "1"), ("B", 80, "0.5")):
        place = tmp_path / f"{name}.csv"
        place.write_text(
            "query_id,confidence_1,confidence_2,predicted_intent,queries_per_second\n"
            f"q2,{coarse},0.5,{name},{rate}\nq3,{coarse},,x,{rate}\n"
        )
        told += ["--measurements", f"{name}={place}"]
    steps = ["--intent-step", "0.6", "--intent-step", "0.4"]
    found = by_key(companions(capsys, *told, *steps))
    confidence = found["intent_path_confidence"]
    assert {name: Fraction(value) for name, value in confidence["values"].items()} == {
        "A": Fraction(9, 10),  # (.6 + .4 / 2, 1) / 2
        "B": Fraction(1, 2),
    }
    assert found["intent_drift"]["values"] == {"A to B": "1/2"}
    rates = found["queries_per_second"]
    assert (rates["a"], rates["b"], rates["better"]) == ("100", "80", "worse")


def test_what_is_absent_is_named(in_tutorial: None, capsys: Out) -> None:
    found = by_key(companions(capsys))
    assert found["tail_weighted_mean"]["why"] == "needs: query field `frequency`"
    assert found["drift_by_domain"]["missing"] == ["query field `domain`"]
    assert found["recall_at_50"]["state"] == "COMPUTED"


def test_the_default_alert_rules_speak(in_helpcentre: None, capsys: Out) -> None:
    found = {one["dimension"]: one for one in companions(capsys)["alerts"]}
    assert found["p95_latency"]["outcome"] == "FIRED"
    assert (found["p95_latency"]["worse_by"], found["p95_latency"]["least_n"]) == ("3/20", 72)
    assert found["recall_at_5"]["outcome"] == "QUIET"


def test_the_text_has_a_block_of_companions(in_helpcentre: None, capsys: Out) -> None:
    assert main(["scorecard"]) == 0
    out = capsys.readouterr().out
    block = out[out.index("Companions (none of the twelve dimensions)") :].splitlines()
    assert "  effective number of queries (Kish) 83.0" in block
    assert "  p95 latency 32.2 → 90.7" in block
    at = block.index("Intent path confidence")
    assert block[at + 1] == "  A 0.603 · B 0.620"
    rule = "  p95 latency worse by more than 15.0 %, from 72 observations: alert, worse by 181.7 %"
    assert block[block.index("Alerts") + 1] == rule


def test_no_companion_lacks_a_column_on_the_help_centre(in_helpcentre: None, capsys: Out) -> None:
    found = companions(capsys)
    grey = [row["dimension"] for row in found["rows"] if row["state"] != "COMPUTED"]
    grey += [
        one["finding"]
        for one in found["findings"]
        if one["state"] != "COMPUTED" and "repeated runs" not in one["why"]
    ]
    assert grey == []


def repetitions() -> list[tuple[str, str]]:
    """Each repetition on the help centre with the time before it."""
    series: dict[tuple[str, str], list[str]] = {}
    asked = {query: one for query, one in queries().items() if one["split"] == "test"}
    for query, one in sorted(asked.items(), key=lambda pair: pair[1]["asked"]):
        series.setdefault((one["user"], one["group"]), []).append(query)
    return [pair for one in series.values() for pair in pairwise(one)]


@pytest.mark.parametrize(("side", "run"), SIDES)
def test_columns_of_the_help_centre_give_what_the_files_say(
    in_helpcentre: None, capsys: Out, side: str, run: str
) -> None:
    found = by_key(companions(capsys))
    rows = {row["query_id"]: row for row in table(f"measured/{run}.csv")}
    changes = [
        rows[then]["predicted_intent"] != rows[first]["predicted_intent"]
        for first, then in repetitions()
    ]
    drift = found["user_intent_drift"]
    assert Fraction(drift["values"][side.upper()]) == Fraction(sum(changes), len(changes))
    assert drift["inputs"]["the same query"] == "query field `group`"
    whole = [row for row in rows.values() if row["citation_coverage"]]
    scores = [
        0.4 * min(max(float(row["bert_f1_rescaled"]), 0), 1)
        + 0.35 * float(row["citation_coverage"])
        + 0.25 * (1 - float(row["entropy_bits"]) / math.log2(int(row["outcomes"])))
        for row in whole
    ]
    assert found["x_score"][side] == pytest.approx(sum(scores) / len(scores))
    lines = (HELP / "corpus.jsonl").read_text("utf-8").splitlines()
    kinds = {one["_id"]: one["modality"] for one in map(json.loads, lines)}
    relevant, ranked = json.loads((HELP / "relevant.json").read_text("utf-8")), rankings(run)
    values = []
    for query in recalls(run):
        own = {doc for doc in relevant[query] if kinds[doc] == "image"}
        places = [at for at, doc in enumerate(ranked.get(query, [])[:5], 1) if doc in own]
        values += [Fraction(1, places[0]) if places else Fraction(0)] if own else []
    row = found["mrr_by_modality/text/image"]
    assert (Fraction(row[side]), row["n_used"]) == (sum(values) / len(values), len(values))


def test_noise_on_the_help_centre(in_helpcentre: None, capsys: Out) -> None:
    found = by_key(companions(capsys))["noise_queries"]
    asked = [one for one in queries().values() if one["split"] == "test"]
    heard = sum(one["frequency"] for one in asked)
    assert found["values"] == {
        "of the queries": "1/141",
        "of the traffic": str(Fraction(2, heard)),
        "of them answered by A": "0",
        "of them answered by B": "0",
    }


def test_every_level_of_an_intent_has_f1_and_kappa_in_the_text(
    in_helpcentre: None, capsys: Out
) -> None:
    assert main(["scorecard"]) == 0
    out = capsys.readouterr().out
    for level in (1, 2, 3):
        assert f"  macro F1 at level {level} " in out
        assert f"  agreement κ at level {level} " in out


def test_an_entropy_that_cannot_be_is_told_with_its_line(
    in_tutorial: None, tmp_path: Path, capsys: Out
) -> None:
    place = tmp_path / "m.csv"
    place.write_text("query_id,entropy_bits,outcomes\nq2,2,4\nq3,2.01,4\n")
    assert main(["scorecard", "--measurements", f"A={place}"]) == 4
    captured = capsys.readouterr()
    assert f"{place}:3: entropy_bits is more than 4 outcomes can have" in captured.err
    assert "expected: at most log2(4) = 2" in captured.err
    assert captured.out == ""


def test_check_names_the_fields_that_a_scorecard_takes(in_helpcentre: None, capsys: Out) -> None:
    assert main(["check"]) == 0
    out = capsys.readouterr().out
    assert "query fields for the scorecard: frequency 187 · intent (from intent_path) 187" in out
    assert "same_query (from group) 187" in out
    assert "document fields for the scorecard: group 189 · updated 189 · modality 189" in out


def test_a_modality_is_shown_literally(in_tutorial: None, tmp_path: Path, capsys: Out) -> None:
    texts = json.loads((TUTORIAL / "queries.json").read_text("utf-8"))
    for one in texts.values():
        one["modality"] = "\x1b[31mtext"
    (tmp_path / "q.json").write_text(json.dumps(texts))
    corpus = json.loads((TUTORIAL / "corpus.json").read_text("utf-8"))
    lines = [{"_id": doc, "text": text, "modality": "image"} for doc, text in corpus.items()]
    (tmp_path / "c.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    words = ["--queries", str(tmp_path / "q.json"), "--corpus", str(tmp_path / "c.jsonl")]
    assert main(["scorecard", *words]) == 0
    out = capsys.readouterr().out
    assert "MRR@5 \\x1b[31mtext → image" in out
    assert "\x1b" not in out


def test_the_text_of_a_rule_that_cannot_be_judged(in_tutorial: None, capsys: Out) -> None:
    assert main(["scorecard"]) == 0
    assert "72 observations: not judged, 3 observations, needs 72" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--freshness", "tau=48h"], "Freshness must be one of news, e-commerce, academic"),
        (["--reference-time", "now"], "Reference_time must be a day or a time in ISO 8601"),
        (["--intent-step", "-1"], "'-1' is no number of at least 0."),
        (["--intent-step", "x"], "'x' is no number of at least 0."),
        (["--intent-step", "0"], "Intent_steps must be numbers of at least 0, one of them above 0"),
    ],
)
def test_what_cannot_be_declared_ends_with_4(
    in_tutorial: None, capsys: Out, words: list[str], told: str
) -> None:
    assert main(["scorecard", *words]) == 4
    assert told in capsys.readouterr().err


def test_csv_stays_with_the_twelve_rows(in_helpcentre: None, tmp_path: Path) -> None:
    place = tmp_path / "card.csv"
    assert main(["scorecard", "--format", "csv", "--output", str(place)]) == 0
    with place.open(encoding="utf-8-sig", newline="") as lines:
        assert len({row["dimension"] for row in csv.DictReader(lines)}) == 12


# The replay file


def test_the_worst_queries_of_a_run_are_written_worst_first(
    in_helpcentre: None, tmp_path: Path, capsys: Out
) -> None:
    place = tmp_path / "worst.jsonl"
    card(capsys, "--replay", f"lsa={place}")
    lines = [json.loads(line) for line in place.read_text("utf-8").splitlines()]
    own, asked = recalls("lsa"), queries()
    in_order = [query for query in asked if query in own]
    worst = sorted(in_order, key=lambda query: (own[query], in_order.index(query)))[:100]
    assert [line["_id"] for line in lines] == worst
    assert [Fraction(line["value"]) for line in lines] == [own[query] for query in worst]
    assert lines[0] == {
        "_id": worst[0],
        "text": asked[worst[0]]["text"],
        "split": "test",
        "run": "lsa",
        "measure": "Recall@5",
        "value": "0",
    }


def test_a_replay_file_is_read_back_as_queries(
    in_tutorial: None, tmp_path: Path, capsys: Out
) -> None:
    place = tmp_path / "worst.jsonl"
    card(capsys, "--replay", f"A={place}", "--replay", f"B={tmp_path / 'b.jsonl'}")
    assert (tmp_path / "b.jsonl").is_file()
    found = load(place, "queries").value
    texts = json.loads((TUTORIAL / "queries.json").read_text("utf-8"))
    assert set(found.ids) == {"q2", "q3", "q4"}
    assert all(found.text(query) == texts[query]["text"] for query in found.ids)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("worst.jsonl", "'worst.jsonl' is not written as A=FILE."),
        ("C=worst.jsonl", "--replay names run 'C', which is not given."),
        ("A=absent/worst.jsonl", "absent/worst.jsonl"),
    ],
)
def test_a_replay_file_that_cannot_be_written(
    in_tutorial: None, capsys: Out, words: str, told: str
) -> None:
    assert main(["scorecard", "--replay", words]) == 4
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""


# Alert rules


RULE = '[[rules]]\ndimension = "{}"\nkind = "{}"\nworse_by = {}\nleast_n = {}\n'


def test_rules_of_ones_own_take_the_place_of_the_default_ones(
    in_tutorial: None, tmp_path: Path, capsys: Out
) -> None:
    place = tmp_path / "rules.toml"
    place.write_text(RULE.format("recall_at_5", "absolute", 0.01, 3))
    (alert,) = companions(capsys, "--alert-rules", str(place))["alerts"]
    assert (alert["outcome"], alert["worse_by"]) == ("QUIET", "1/100")
    swapped = ["--run", "run.fixture_B.json", "--run", "run.fixture_A.json"]
    (alert,) = companions(capsys, "--alert-rules", str(place), *swapped)["alerts"]
    assert alert["outcome"] == "FIRED"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "alert rules cannot be read"),
        ("", "there is no rule"),
        (RULE.format("mood", "relative", 1, 1), "rule 1 has the dimension 'mood'"),
        (RULE.format("recall_at_5", "relative", -1, 1), "rule 1 has the worse_by"),
    ],
)
def test_rules_that_cannot_be_used(
    in_tutorial: None, tmp_path: Path, capsys: Out, text: str | None, told: str
) -> None:
    place = tmp_path / "rules.toml"
    if text is not None:
        place.write_text(text)
    assert main(["scorecard", "--alert-rules", str(place)]) == 4
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""


# Recall against precision


def test_cutoffs_of_both_runs_stand_in_the_json(in_tutorial: None, capsys: Out) -> None:
    assert "pareto" not in card(capsys)
    found = card(capsys, "--pareto", "cutoffs")["pareto"]
    assert (found["points"], found["queries"], found["noisy"]) == ("cutoff", 3, True)
    told = [(one["recall"], one["precision"], one["on_front"]) for one in found["b"]]
    assert told == [("2/3", "2/3", True), ("5/6", "1/2", True), ("1", "4/9", True)]
    assert found["b"][0]["recall_interval"] is None


def test_score_thresholds_return_what_is_at_least_so_high(in_helpcentre: None, capsys: Out) -> None:
    found = card(capsys, "--pareto", "thresholds")["pareto"]
    lowest = found["b"][-1]
    scores = [float(line.split()[4]) for line in Path("runs/lsa.run").read_text().splitlines()]
    assert float(lowest["name"].removeprefix("score ≥ ")) <= min(scores)
    assert lowest["recall"] == card(capsys, "--pareto", "cutoffs")["pareto"]["b"][-1]["recall"]


def test_the_text_lists_what_is_on_the_front(in_tutorial: None, capsys: Out) -> None:
    assert main(["scorecard", "--pareto", "cutoffs"]) == 0
    out = capsys.readouterr().out
    assert "A fixture_A: 1 of 3 cutoffs on its front" in out
    assert "k = 2   0.833      0.500" in out


THREE = ["--run", "run.fixture_A.json", "--run", "run.fixture_B.json", "--run"]


@pytest.fixture
def third(tmp_path: Path) -> str:
    """fixture_B without d4 for q2: it finds 3 of its 4 relevant documents."""
    held = json.loads((TUTORIAL / "run.fixture_B.json").read_text())
    place = tmp_path / "third.json"
    place.write_text(json.dumps({**held, "q2": ["d1", "d3"]}))
    return str(place)


def test_every_run_given_is_a_point_and_the_first_two_are_compared(
    in_tutorial: None, third: str, capsys: Out
) -> None:
    words = [*THREE, third, "--pareto", "configurations", "--service-level", "5/6,0.2"]
    found = card(capsys, *words)
    held = found["pareto"]
    assert (held["points"], held["k"], held["queries"]) == ("configuration", 5, 3)
    assert held["service_level"] == {"recall": "5/6", "precision": "1/5"}
    keys = ("name", "recall", "precision", "on_front", "compliance")
    assert [tuple(point[key] for key in keys) for point in held["runs"]] == [
        ("fixture_A", "2/3", "1/5", False, "violates recall"),
        ("fixture_B", "1", "4/15", True, "compliant"),
        ("third", "5/6", "1/5", False, "compliant"),
    ]
    two = card(capsys, *THREE[:4])
    assert {key: value for key, value in found.items() if key != "pareto"} == two


def test_the_text_lists_every_run_where_each_is_a_point(
    in_tutorial: None, third: str, capsys: Out
) -> None:
    words = [*THREE, third, "--pareto", "configurations", "--service-level", "0.9,0.2"]
    assert main(["scorecard", *words]) == 0
    told = capsys.readouterr().out.split("Recall against precision at k = 5 ")[1]
    assert "Service level: recall of at least 0.900, precision of at least 0.200" in told
    assert "All runs: 1 of 3 configurations on the front" in told
    rows = [line.split() for line in told.splitlines()]
    assert ["fixture_B", "1.000", "0.267", "on", "it", "compliant"] in rows
    assert ["third", "0.833", "0.200", "behind", "violates", "recall"] in rows


def test_a_service_level_is_told_at_every_cutoff(in_tutorial: None, capsys: Out) -> None:
    """fixture_B at k = 1, 2, 3: recall 2/3, 5/6, 1 and precision 2/3, 1/2, 4/9."""
    found = card(capsys, "--pareto", "cutoffs", "--service-level", "5/6,0.5")["pareto"]["b"]
    assert [point["compliance"] for point in found] == [
        "violates recall",
        "compliant",
        "violates precision",
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--pareto", "thresholds"], "fixture_A and fixture_B have no scores for --pareto"),
        (["--pareto", "cutoffs", "--format", "csv"], "--pareto goes with --format text or json"),
        (["--pareto", "x"], "'x' is not one of"),
        (["--service-level", "0.9,0.5"], "--service-level goes with --pareto"),
        (["--pareto", "cutoffs", "--service-level", "0.9"], "'0.9' is not two numbers from 0 to 1"),
        (["--pareto", "cutoffs", "--service-level", "0.9,1.1"], "is not two numbers from 0 to 1"),
        (["--pareto", "cutoffs", "--service-level", "1/0,1"], "is not two numbers from 0 to 1"),
        ([*THREE, "run.all_empty.json", "--pareto", "cutoffs"], "runs go with --pareto configurat"),
        ([*THREE[:2], "--pareto", "configurations"], "The scorecard is of two runs"),
    ],
)
def test_a_front_that_cannot_be_had(
    in_tutorial: None, capsys: Out, words: list[str], told: str
) -> None:
    assert main(["scorecard", *words]) == 4
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""
