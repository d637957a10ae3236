"""`scorecard` on the command line: the help centre whole, the tutorial grey, and every refusal."""

from __future__ import annotations

import csv
import json
import math
from fractions import Fraction
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from ircompare.cli import main
from ircompare.scorecard.dimensions import DIMENSIONS
from tests.cards import Out, card, queries, rankings, recalls, rows, table
from tests.conftest import HELPCENTRE as HELP


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    place = tmp_path_factory.mktemp("card") / "card.json"
    words = ["--config", str(HELP / "ircompare.toml"), "--format", "json", "--output", str(place)]
    assert main(["scorecard", *words]) == 0
    return rows(json.loads(place.read_text("utf-8")))


def test_all_twelve_rows_have_values_on_the_help_centre(whole: dict[str, dict[str, Any]]) -> None:
    assert list(whole) == list(DIMENSIONS)
    for row in whole.values():
        assert row["a"] is not None
        assert row["b"] is not None
        assert row["inputs"]
        assert row["state"] == "COMPUTED"


@pytest.mark.parametrize(("side", "run"), [("a", "bm25"), ("b", "lsa")])
def test_rows_equal_what_the_files_say(
    whole: dict[str, dict[str, Any]], side: str, run: str
) -> None:
    own, asked, measured = recalls(run), queries(), table(f"measured/{run}.csv")
    assert Fraction(whole["recall_at_5"][side]) == sum(own.values()) / len(own)
    often = [value for query, value in own.items() if asked[query]["frequency"] >= 100]
    seldom = [value for query, value in own.items() if asked[query]["frequency"] <= 5]
    gap = Fraction(sum(often), len(often)) - Fraction(sum(seldom), len(seldom))
    assert Fraction(whole["long_tail_decay"][side]) == gap
    trained = {"account", "billing", "sync"}
    inside = [value for query, value in own.items() if asked[query]["domain"] in trained]
    outside = [value for query, value in own.items() if asked[query]["domain"] not in trained]
    gap = Fraction(sum(inside), len(inside)) - Fraction(sum(outside), len(outside))
    assert Fraction(whole["ood_gap"][side]) == gap
    latencies = sorted(float(row["latency_ms"]) for row in measured)
    assert whole["p95_latency"][side] == latencies[math.ceil(0.95 * len(latencies)) - 1]
    tokens = sum(
        int(row[f"tokens_{kind}"]) for row in measured for kind in ("in", "context", "out")
    )
    answered = sum(row["answered"] == "yes" for row in measured)
    assert Fraction(whole["tokens_per_answer"][side]) == Fraction(tokens, answered)


@pytest.mark.parametrize(("side", "run"), [("a", "bm25"), ("b", "lsa")])
def test_answers_and_intents_equal_what_the_files_say(
    whole: dict[str, dict[str, Any]], side: str, run: str
) -> None:
    complete: dict[str, bool] = {}
    for row in table(f"answers/{run}.csv"):
        if row["vital"] == "yes":
            before = complete.get(row["query_id"], True)
            complete[row["query_id"]] = before and row["supported"] == "yes"
    rate = Fraction(sum(complete.values()), len(complete))
    assert Fraction(whole["answer_completeness"][side]) == rate
    asked = [one for one in queries().values() if one["split"] == "test"]
    scores = []
    for intent in {one["intent"] for one in asked}:
        told = [(one["intent"] == intent, one["predicted_intent"] == intent) for one in asked]
        right, wrong = (
            told.count((True, True)),
            told.count((True, False)) + told.count((False, True)),
        )
        scores.append(2 * right / (2 * right + wrong))
    assert whole["intent_f1"][side] == pytest.approx(mean(scores), abs=1e-12)


@pytest.mark.parametrize(("side", "run"), [("a", "bm25"), ("b", "lsa")])
def test_variants_are_judged_as_their_originals(
    whole: dict[str, dict[str, Any]], side: str, run: str
) -> None:
    relevant = json.loads((HELP / "relevant.json").read_text("utf-8"))
    ranked, own = rankings(run), recalls(run)
    members: dict[str, list[Fraction]] = {}
    for row in table("variants.tsv"):
        original = row["original_id"]
        if original in own:
            found = set(ranked.get(row["variant_id"], [])[:5]) & set(relevant[original])
            members.setdefault(original, []).append(Fraction(len(found), len(relevant[original])))
    drops = [own[original] - sum(values) / len(values) for original, values in members.items()]
    assert len(drops) == whole["perturbation_sensitivity"]["n_used"] == 40
    assert Fraction(whole["perturbation_sensitivity"][side]) == sum(drops) / len(drops)


def test_the_tutorial_is_grey_with_reasons(in_tutorial: None, capsys: Out) -> None:
    found = rows(card(capsys))
    computed = [key for key, row in found.items() if row["state"] == "COMPUTED"]
    assert computed == ["recall_at_5", "ndcg_at_10"]
    for key in set(found) - set(computed):
        assert (found[key]["a"], found[key]["state"]) == (None, "NOT_COMPUTABLE")
        assert found[key]["missing"]
        assert found[key]["why"].startswith("needs: ")
    assert Fraction(found["recall_at_5"]["a"]) == Fraction(2, 3)


def test_the_text_has_four_quadrants_and_what_grey_rows_need(
    in_tutorial: None, capsys: Out
) -> None:
    assert main(["scorecard"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "A fixture_A → B fixture_B"
    quadrants = [line for line in lines if line in ("Effect", "Robustness", "Fairness")]
    assert quadrants == ["Effect", "Robustness", "Fairness"]
    assert "Recall@5  0.667      1  +0.333  ▲ better  3" in lines
    at = lines.index("Demographic parity difference")
    assert lines[at + 1] == "  NOT_COMPUTABLE: needs: document field `group`"
    assert not any("composite" in line for line in lines)


def test_tables_are_taken_from_flags(in_tutorial: None, tmp_path: Path, capsys: Out) -> None:
    for name, latency in (("a", 10), ("b", 30)):
        (tmp_path / name).write_text(f"query_id,latency_ms\nq2,{latency}\n")
    words = [f"A={tmp_path / 'a'}", f"fixture_B={tmp_path / 'b'}"]
    told = [word for one in words for word in ("--measurements", one)]
    row = rows(card(capsys, *told))["p95_latency"]
    assert (row["state"], row["a"], row["b"], row["n_used"]) == ("LOW_N", 10.0, 30.0, 1)


def test_flags_declare(in_helpcentre: None, capsys: Out) -> None:
    words = ["--head-min", "1000", "--training-domain", "mobile", "--field", "query_group=domain"]
    found = card(capsys, *words)
    assert found["settings"]["head_min"] == 1000
    assert found["settings"]["training_domains"] == ["mobile"]
    assert rows(found)["long_tail_decay"]["state"] == "LOW_N"
    assert rows(found)["group_calibration_error"]["counts"]["groups"] == 11


def test_a_composite_only_where_a_profile_is_chosen(in_helpcentre: None, capsys: Out) -> None:
    assert card(capsys)["composite"] is None
    found = card(capsys, "--profile", "customer-service")["composite"]
    assert sum(Fraction(one["weight"]) for one in found["components"]) == 1
    by_hand = sum(Fraction(one["weight"]) * Fraction(one["unit_a"]) for one in found["components"])
    assert Fraction(found["a"]) == pytest.approx(by_hand, abs=1e-12)
    assert found["missing"] == []
    other = card(capsys, "--profile", "customer-service", "--weight", "recall_at_5=0.9")
    assert other["composite"]["profile_sha256"] != found["profile_sha256"]
    weights = {
        one["component"]: Fraction(one["weight"]) for one in other["composite"]["components"]
    }
    assert weights["recall_at_5"] == Fraction(9, 17)


def test_a_composite_without_a_component_is_null(in_tutorial: None, capsys: Out) -> None:
    found = card(capsys, "--profile", "customer-service")["composite"]
    assert (found["a"], found["b"]) == (None, None)
    assert "p95 latency" in found["missing"]
    words = ["answer_completeness", "intent_f1", "long_tail_decay", "perturbation_sensitivity"]
    words += ["p95_latency", "tokens_per_answer"]
    told = [word for one in words for word in ("--weight", f"{one}=0")]
    found = card(capsys, "--profile", "customer-service", *told)["composite"]
    assert (Fraction(found["a"]), Fraction(found["b"])) == (Fraction(2, 3), 1)


def test_a_profile_of_ones_own(in_tutorial: None, tmp_path: Path, capsys: Out) -> None:
    place = tmp_path / "mine.toml"
    place.write_text(
        'title = "Mine"\n[[components]]\ndimension = "recall_at_5"\nweight = 2\nlow = 0\nhigh = 1\n'
    )
    assert main(["scorecard", "--profile", str(place)]) == 0
    assert "Mine: A 0.667, B 1 (composite of declared weights, not validated)" in (
        capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--measurements", "m.csv"], "'m.csv' is not written as A=FILE."),
        (["--measurements", "C=m.csv"], "--measurements names run 'C', which is not given."),
        (["--field", "mood=x"], "'mood=x' is not written as FIELD=NAME with one of frequency"),
        (["--weight", "recall_at_5=1"], "--weight changes a profile: choose one with --profile."),
        (["--weight", "recall_at_5=-1"], "is not a component with a weight of at least 0."),
        (["--profile", "academic", "--weight", "x=1"], "The profile has no component 'x'"),
        (["--profile", "best"], 'there is no profile "best"'),
        (["--profile", "absent.toml"], "absent.toml: profile cannot be read"),
        (["--head-min", "3"], "Head_min must be above tail_max, not 3 with 5."),
        (["--field", "domain=area"], 'there is no query field "area"'),
        (["--variants", "qrels.json"], "cannot be read as a table of variants"),
        (["--run", "run.fixture_A.json"], "The scorecard is of two runs: give --run twice."),
        (["--nonsense"], "No such option"),
    ],
)
def test_what_cannot_be_used_ends_with_4(
    in_tutorial: None, capsys: Out, words: list[str], told: str
) -> None:
    assert main(["scorecard", *words]) == 4
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""


def broken(tmp_path: Path, **values: str) -> list[str]:
    """The help centre with other values of fields of its first test queries, as options."""
    held = queries()
    for query, (name, value) in zip(recalls("bm25"), values.items(), strict=False):
        held[query][name] = value
    place = tmp_path / "queries.jsonl"
    place.write_text("".join(f"{json.dumps(one)}\n" for one in held.values()), "utf-8")
    return ["--queries", str(place)]


def test_a_field_that_cannot_be_read_leaves_out_its_rows_alone_and_ends_with_4(
    in_helpcentre: None, tmp_path: Path, capsys: Out, whole: dict[str, dict[str, Any]]
) -> None:
    first = next(iter(recalls("bm25")))
    words = ["scorecard", "--format", "json", *broken(tmp_path, frequency="many")]
    assert main(words) == 4
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    found = rows(told)
    what = f'frequency of query "{first}" is not a whole number of at least 0'
    why = (
        f'needs: query field `frequency` that can be read ({what}, but "many"; '
        "1 value cannot be read: correct it, or leave it empty)"
    )
    assert (found["long_tail_decay"]["state"], found["long_tail_decay"]["why"]) == (
        "NOT_COMPUTABLE",
        why,
    )
    beside = {row["dimension"]: row for row in told["companions"]["rows"]}
    assert beside["tail_weighted_mean"]["why"] == beside["low_frequency_coverage"]["why"] == why
    for key in set(DIMENSIONS) - {"long_tail_decay"}:
        for part in ("state", "a", "b", "n_used", "parts"):
            assert found[key][part] == whole[key][part]
    assert [one["what"] for one in told["unread"]] == [what]
    for line in (f"queries.jsonl: {what}", "  expected: plain digits", '  found:    "many"'):
        assert line in captured.err


def test_a_field_that_was_named_and_is_absent_stops_the_command_whatever_else_is_wrong(
    in_helpcentre: None, tmp_path: Path, capsys: Out
) -> None:
    words = [*broken(tmp_path, frequency="many"), "--field", "domain=area"]
    assert main(["scorecard", *words]) == 4
    captured = capsys.readouterr()
    assert captured.out == ""
    assert 'there is no query field "area"' in captured.err


def test_one_fingerprint_stands_in_text_json_and_csv(
    in_helpcentre: None, tmp_path: Path, capsys: Out
) -> None:
    words = ["--profile", "academic", "--weight", "recall_at_5=2"]
    found = card(capsys, *words)["fingerprints"]["scorecard_sha256"]
    assert main(["scorecard", *words]) == 0
    assert f"scorecard {found[:12]}" in " ".join(capsys.readouterr().out.split())
    place = tmp_path / "card.csv"
    assert main(["scorecard", *words, "--format", "csv", "--output", str(place)]) == 0
    with place.open(encoding="utf-8-sig", newline="") as lines:
        told = [row["scorecard_sha256"] for row in csv.DictReader(lines) if not row["part"]]
    assert told == [found] * len(DIMENSIONS)


@pytest.mark.parametrize(
    "words",
    [
        ["--profile", "academic"],
        ["--profile", "academic", "--weight", "recall_at_5=2"],
        ["--tail-max", "4"],
        ["--field", "query_group=domain"],
        ["--judgements", "pooled"],
        ["--alert-rules", "rules.toml"],
    ],
)
def test_each_choice_changes_the_fingerprint(
    in_helpcentre: None, tmp_path: Path, capsys: Out, words: list[str]
) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text(
        '[[rules]]\ndimension = "recall_at_5"\nkind = "absolute"\nworse_by = 0\nleast_n = 1\n'
    )
    given = [str(rules) if word == "rules.toml" else word for word in words]
    before, after = card(capsys), card(capsys, *given)
    assert before["fingerprints"]["scorecard_sha256"] != after["fingerprints"]["scorecard_sha256"]


def test_swapped_runs_have_the_same_fingerprint(in_helpcentre: None, capsys: Out) -> None:
    runs = ["--run", "runs/lsa.run", "--run", "runs/bm25.run"]
    before, after = card(capsys)["fingerprints"], card(capsys, *runs)["fingerprints"]
    assert before["scorecard_sha256"] == after["scorecard_sha256"]


def test_problems_are_json_where_json_is_asked_for(in_tutorial: None, capsys: Out) -> None:
    assert main(["scorecard", "--format", "json", "--variants", "absent.tsv"]) == 4
    found = json.loads(capsys.readouterr().out)
    assert [one["code"] for one in found["problems"]] == ["no-such-file"]


def test_csv_has_a_line_for_each_dimension(in_helpcentre: None, tmp_path: Path) -> None:
    place = tmp_path / "card.csv"
    assert main(["scorecard", "--format", "csv", "--output", str(place)]) == 0
    with place.open(encoding="utf-8-sig", newline="") as lines:
        found = list(csv.DictReader(lines))
    assert [row["dimension"] for row in found if not row["part"]] == list(DIMENSIONS)


def test_check_explains_the_tables(in_helpcentre: None, capsys: Out) -> None:
    assert main(["check"]) == 0
    out = capsys.readouterr().out
    assert "variants.tsv: variants, TSV\n  variants 63 · originals 55\n" in out
    assert "answers/lsa.csv: answers, CSV\n" in out


def test_check_reads_a_table_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.csv").write_text("query_id,latency_ms\nq1,slow\n")
    assert main(["check", "--measurements", "A=m.csv"]) == 4
    assert "m.csv:2: latency_ms is no latency in milliseconds" in capsys.readouterr().err


def test_help_says_what_is_not_claimed(capsys: Out) -> None:
    assert main(["scorecard", "--help"]) == 0
    out = capsys.readouterr().out
    assert "Not computed or claimed:" in out
    assert "online lift, click rates, conversion" in out
