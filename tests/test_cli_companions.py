"""Companions of `scorecard` on the command line: what the files say, and what is declared."""

from __future__ import annotations

import csv
import json
import math
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ircompare.cli import main
from ircompare.readers import load
from tests.test_cli_scorecard import HELP, TUTORIAL, card, queries, rankings, recalls, table

Out = pytest.CaptureFixture[str]
SIDES = [("a", "bm25"), ("b", "lsa")]


def companions(capsys: Out, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = card(capsys, *words)["companions"]
    return found


def by_key(found: dict[str, Any]) -> dict[str, Any]:
    return {
        **{row["dimension"]: row for row in found["rows"]},
        **{one["finding"]: one for one in found["findings"]},
    }


@pytest.fixture
def helpcentre(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HELP)


@pytest.fixture
def tutorial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TUTORIAL)


def test_rows_equal_what_the_files_say(helpcentre: None, capsys: Out) -> None:
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
    helpcentre: None, capsys: Out, side: str, run: str
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


def test_flags_declare_what_has_no_default(helpcentre: None, capsys: Out) -> None:
    words = ["--freshness", "academic", "--reference-time", "2026-09-01"]
    row = by_key(companions(capsys, *words))["fresh_recall"]
    assert row["inputs"]["reference time"] == "2026-09-01T00:00:00"
    assert row["inputs"]["decay"] == "half_life 43800 h"


def test_confidences_and_rates_are_columns_of_the_measurements(
    tutorial: None, tmp_path: Path, capsys: Out
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


def test_what_is_absent_is_named(tutorial: None, capsys: Out) -> None:
    found = by_key(companions(capsys))
    assert found["tail_weighted_mean"]["why"] == "needs: query field `frequency`"
    assert found["drift_by_domain"]["missing"] == ["query field `domain`"]
    assert found["recall_at_50"]["state"] == "COMPUTED"


def test_the_default_alert_rules_speak(helpcentre: None, capsys: Out) -> None:
    found = {one["dimension"]: one for one in companions(capsys)["alerts"]}
    assert found["p95_latency"]["outcome"] == "FIRED"
    assert (found["p95_latency"]["worse_by"], found["p95_latency"]["least_n"]) == ("3/20", 72)
    assert found["recall_at_5"]["outcome"] == "QUIET"


def test_the_text_has_a_block_of_companions(helpcentre: None, capsys: Out) -> None:
    assert main(["scorecard"]) == 0
    out = capsys.readouterr().out
    block = out[out.index("Companions (none of the twelve dimensions)") :].splitlines()
    assert "  effective number of queries (Kish) 83.0" in block
    assert "  p95 latency 32.2 → 90.7" in block
    at = block.index("Intent path confidence")
    assert block[at + 1].startswith("  NOT_COMPUTABLE: needs: `confidence_1` of run A")
    rule = "  p95 latency worse by more than 15.0 %, from 72 observations: alert"
    assert block[block.index("Alerts") + 1] == rule


def test_the_text_of_a_rule_that_cannot_be_judged(tutorial: None, capsys: Out) -> None:
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
    tutorial: None, capsys: Out, words: list[str], told: str
) -> None:
    assert main(["scorecard", *words]) == 4
    assert told in capsys.readouterr().err


def test_csv_stays_with_the_twelve_rows(helpcentre: None, tmp_path: Path) -> None:
    place = tmp_path / "card.csv"
    assert main(["scorecard", "--format", "csv", "--output", str(place)]) == 0
    with place.open(encoding="utf-8-sig", newline="") as lines:
        assert len({row["dimension"] for row in csv.DictReader(lines)}) == 12


# The replay file


def test_the_worst_queries_of_a_run_are_written_worst_first(
    helpcentre: None, tmp_path: Path, capsys: Out
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


def test_a_replay_file_is_read_back_as_queries(tutorial: None, tmp_path: Path, capsys: Out) -> None:
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
    tutorial: None, capsys: Out, words: str, told: str
) -> None:
    assert main(["scorecard", "--replay", words]) == 4
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""


# Alert rules


RULE = '[[rules]]\ndimension = "{}"\nkind = "{}"\nworse_by = {}\nleast_n = {}\n'


def test_rules_of_ones_own_take_the_place_of_the_default_ones(
    tutorial: None, tmp_path: Path, capsys: Out
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
    tutorial: None, tmp_path: Path, capsys: Out, text: str | None, told: str
) -> None:
    place = tmp_path / "rules.toml"
    if text is not None:
        place.write_text(text)
    assert main(["scorecard", "--alert-rules", str(place)]) == 4
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""
