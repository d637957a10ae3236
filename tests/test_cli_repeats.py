"""Repeated runs and the replay file of `evaluate` on the command line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import click
import pytest

from ircompare.cli import main
from ircompare.commands.launch import command
from ircompare.readers import load
from ircompare.scoring.measures import MEASURES
from tests.cards import Out, card, queries, rankings, recalls
from tests.conftest import HELPCENTRE as HELP
from tests.conftest import TUTORIAL

F = Fraction


def consistency(capsys: Out, *words: str) -> list[dict[str, Any]]:
    """Those of A and of B."""
    found = card(capsys, *words)["companions"]["findings"]
    return [one for one in found if one["finding"].startswith("response_consistency")]


def exact(found: dict[str, Any]) -> dict[str, Fraction]:
    return {name: Fraction(value) for name, value in found["values"].items()}


def run_file(folder: Path, name: str, run: Mapping[str, Sequence[str]]) -> str:
    place = folder / name
    place.write_text(json.dumps(run), "utf-8")
    return str(place)


def fixture(name: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads((TUTORIAL / f"run.fixture_{name}.json").read_text())
    return found


def test_two_repeated_runs_by_hand(in_tutorial: None, tmp_path: Path, capsys: Out) -> None:
    """q2 is d1 d3 d4, d3 d1 d4 and d1 d3 d4: one pair alike, two of overlap (0 + 1 + 1) ÷ 3."""
    own = fixture("B")
    assert own["q2"] == ["d1", "d3", "d4"]
    first = run_file(tmp_path, "b2.json", {**own, "q2": ["d3", "d1", "d4"]})
    second = run_file(tmp_path, "b3.json", own)
    a, b = consistency(capsys, "--repeat", f"B={first}", "--repeat", f"fixture_B={second}")
    count = len(own)
    assert a["state"] == "NOT_COMPUTABLE"
    assert b["n_used"] == count
    assert exact(b) == {
        "average overlap@5": (count - 1 + (1 + 2 * F(2, 3)) / 3) / count,
        "top-1 agreement": (count - 1 + F(1, 3)) / F(count),
        "identical top 5": F(count - 1, count),
        "runs": F(3),
    }
    assert list(b["inputs"]) == ["run B and 2 repeated runs"]


def test_the_help_centre_equals_what_its_files_say(in_helpcentre: None, capsys: Out) -> None:
    for found, run, repeats in zip(
        consistency(capsys), ("bm25", "lsa"), (["bm25_2"], ["lsa_2", "lsa_3"]), strict=True
    ):
        runs = [rankings(run), *(rankings(f"repeats/{name}") for name in repeats)]
        asked = sorted({query for one in runs for query in one})
        pairs = [
            (one.get(query, [])[:5], other.get(query, [])[:5])
            for query in asked
            for one, other in combinations(runs, 2)
        ]
        overlaps = [
            sum(F(len(set(x[:d]) & set(y[:d])), d) for d in range(1, 6)) / 5 for x, y in pairs
        ]
        if run == "lsa":
            assert all(len(x) == len(y) == 5 for x, y in pairs)
            assert exact(found)["average overlap@5"] == sum(overlaps) / len(overlaps)
        tops = [{tuple(one.get(query, [])[:5]) for one in runs} for query in asked]
        assert exact(found)["top-1 agreement"] == F(
            sum(x[:1] == y[:1] for x, y in pairs), len(pairs)
        )
        assert exact(found)["identical top 5"] == F(sum(len(x) == 1 for x in tops), len(asked))
        assert (found["n_used"], exact(found)["runs"]) == (len(asked), len(runs))


def test_what_is_given_by_flags_takes_the_place_of_the_settings_file(
    in_helpcentre: None, capsys: Out
) -> None:
    a, b = consistency(capsys, "--repeat", "lsa=runs/repeats/lsa_3.run")
    assert (a["values"]["runs"], b["values"]["runs"]) == ("2", "2")
    assert b["inputs"] == {"run B and 1 repeated run": "runs/lsa.run, runs/repeats/lsa_3.run"}


def test_the_text_says_that_it_is_no_quality(in_helpcentre: None, capsys: Out) -> None:
    assert main(["scorecard"]) == 0
    out = capsys.readouterr().out
    block = out[out.index("Response consistency of A") :].splitlines()
    assert block[1] == ("  average overlap@5 1 · top-1 agreement 1 · identical top 5 1 · runs 2")
    assert "consistency," in block[2]
    assert "not quality" in block[3]


CHUNKED = [
    *("--config", "empty.toml", "--qrels", "qrels.txt", "--queries", "queries.jsonl"),
    *("--corpus", "corpus.jsonl", "--chunk-map", "chunk_map.tsv", "--budget", "5"),
    *("--run", "runs/bm25_chunks.run", "--run", "runs/lsa.run"),
]


def test_chunks_are_collapsed_as_those_of_the_run_are(
    in_helpcentre: None, tmp_path: Path, capsys: Out
) -> None:
    (tmp_path / "empty.toml").write_text("")
    words = [str(tmp_path / word) if word == "empty.toml" else word for word in CHUNKED]
    found, _ = consistency(capsys, *words, "--repeat", "A=runs/lsa_chunks.run")
    owner = dict(line.split("\t")[:2] for line in (HELP / "chunk_map.tsv").read_text().splitlines())
    runs = [
        {q: list(dict.fromkeys(owner[chunk] for chunk in chunks[:5])) for q, chunks in run.items()}
        for run in (rankings("bm25_chunks"), rankings("lsa_chunks"))
    ]
    asked = {query for run in runs for query in run}
    tops = [[run.get(query, []) for run in runs] for query in asked]
    same_first = sum(x[:1] == y[:1] for x, y in tops)
    assert exact(found)["top-1 agreement"] == F(same_first, len(asked))
    assert exact(found)["identical top 5"] == F(sum(x == y for x, y in tops), len(asked))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["x.run"], "'x.run' is not written as A=FILE."),
        (["C=x.run"], "--repeat names run 'C', which is not given."),
        (["A=absent.run"], "no such file"),
        (["A=qrels.txt"], "file looks like qrels, not like a run"),
        (["A=runs/dev/bm25.run"], "the repeated run lists no query of the split"),
        (["A=runs/bm25_chunks.run"], 'repeated run "bm25_chunks" seems to name chunks'),
        (["A=runs/bm25.run"], "Run 'bm25' and its repeated runs name runs/bm25.run twice."),
        (["A=runs/lsa.run", "A=runs/../runs/lsa.run"], "name runs/../runs/lsa.run twice."),
    ],
)
def test_what_cannot_be_a_repeated_run_ends_with_4(
    in_helpcentre: None, capsys: Out, words: list[str], told: str
) -> None:
    assert main(["scorecard", *(part for word in words for part in ("--repeat", word))]) == 4
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""


def test_the_problems_of_all_files_come_together(in_helpcentre: None, capsys: Out) -> None:
    words = ["--repeat", "A=absent.run", "--answers", "B=none.csv", "--repeat", "B=gone.run"]
    assert main(["scorecard", *words]) == 4
    told = capsys.readouterr().err
    assert all(name in told for name in ("absent.run", "none.csv", "gone.run"))


def test_check_reads_repeated_runs_too(in_helpcentre: None, capsys: Out) -> None:
    assert main(["check", "--repeat", "A=runs/dev/bm25.run"]) == 0
    out = capsys.readouterr().out
    assert "runs/repeats/lsa_3.run: repeat, TREC run" in out
    assert "runs/dev/bm25.run: repeat, TREC run" in out


def test_the_dashboard_is_started_with_them(in_helpcentre: None) -> None:
    words = command({})
    told = list(pairwise(words))
    for letter, name in (("A", "bm25_2"), ("B", "lsa_2"), ("B", "lsa_3")):
        assert ("--repeat", f"{letter}={HELP / 'runs' / 'repeats' / name}.run") in told
    with pytest.raises(click.UsageError, match="twice"):
        command({"repeat": (("A", "runs/bm25.run"),)})


def test_a_large_repeated_run_is_read_in_pieces_and_says_the_same(
    tmp_path: Path, capsys: Out
) -> None:
    asked, depth = [f"query-{n}" for n in range(300)], 300
    qrels, run, again = (str(tmp_path / name) for name in ("qrels.txt", "a.run", "again.run"))
    Path(qrels).write_text("".join(f"{query} 0 {query}-document-0 1\n" for query in asked))
    for path, first in ((run, 0), (again, 1)):
        with Path(path).open("w") as lines:
            for query in asked:
                places = [first, 1 - first, *range(2, depth)]
                lines.writelines(
                    f"{query} Q0 {query}-document-{place} {rank} {depth - rank}.5 an-engine\n"
                    for rank, place in enumerate(places, 1)
                )
    assert Path(again).stat().st_size > 4 << 20
    assert type(load(again, "repeat").value).__name__ == "StoredRun"
    words = ["--config", str(tmp_path / "c.toml"), "--judgements", "pooled", "--qrels", qrels]
    (tmp_path / "c.toml").write_text("")
    found, _ = consistency(capsys, *words, "--run", run, "--run", run, "--repeat", f"A={again}")
    assert exact(found) == {
        "average overlap@5": F(4, 5),
        "top-1 agreement": F(0),
        "identical top 5": F(0),
        "runs": F(2),
    }


# evaluate --replay


def replayed(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_the_worst_queries_of_one_run_go_to_a_file(
    in_helpcentre: None, tmp_path: Path, capsys: Out
) -> None:
    place, other = tmp_path / "worst.jsonl", tmp_path / "card.jsonl"
    assert main(["evaluate", "--run", "runs/lsa.run", "--replay", str(place)]) == 0
    own = recalls("lsa")
    in_order = [query for query in queries() if query in own]
    worst = sorted(in_order, key=lambda query: (own[query], in_order.index(query)))[:100]
    assert [line["_id"] for line in replayed(place)] == worst
    capsys.readouterr()
    card(capsys, "--replay", f"lsa={other}")
    assert place.read_bytes() == other.read_bytes()


def test_of_several_runs_it_is_said_whose_and_by_which_measure(
    in_tutorial: None, tmp_path: Path, capsys: Out
) -> None:
    a, b = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    words = ["--k", "2", "--replay", f"A={a}", "--replay", f"fixture_B={b}", "--replay-by", "MRR"]
    assert main(["evaluate", *words]) == 0
    assert [(line["run"], line["measure"]) for line in (*replayed(a)[:1], *replayed(b)[:1])] == [
        ("fixture_A", "RR@2"),
        ("fixture_B", "RR@2"),
    ]
    values = {line["_id"]: F(line["value"]) for line in replayed(a)}
    assert values == {"q2": F(1), "q3": F(1, 2), "q4": F(0)}
    assert set(load(b, "queries").value.ids) == set(values)


@pytest.mark.parametrize("measure", [*MEASURES, "Recall", "mrr", "NDCG"])
def test_every_measure_can_be_chosen_by_key_or_name(
    in_tutorial: None, tmp_path: Path, measure: str
) -> None:
    place = tmp_path / "worst.jsonl"
    words = ["--k", "2", "--run", "run.fixture_A.json", "--replay", str(place)]
    assert main(["evaluate", *words, "--replay-by", measure]) == 0
    assert len(replayed(place)) == 3


ONE = ["--run", "run.fixture_A.json"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--replay", "w.jsonl"], "--replay of several runs is written as A=FILE, not 'w.jsonl'."),
        (["--replay", "A="], "--replay of several runs is written as A=FILE, not 'A='."),
        (["--replay", "C=w.jsonl"], "--replay names run 'C', which is not given."),
        ([*ONE, "--replay", "B=w.jsonl"], "--replay names run 'B', which is not given."),
        ([*ONE, "--replay", "=w.jsonl"], "--replay is written as FILE or A=FILE, not '=w.jsonl'."),
        ([*ONE, "--k", "3", "--replay", "w.jsonl"], "--replay is of one cutoff: give --k once."),
        (["--replay-by", "recall"], "--replay-by goes with --replay."),
        ([*ONE, "--replay", "w", "--replay-by", "f1"], "'f1' is no measure: choose one of Recall"),
        (["--format", "table", "--replay", "w"], "--replay does not go with --format table."),
        ([*ONE, "--replay", "absent/w.jsonl"], "absent/w.jsonl"),
    ],
)
def test_a_replay_that_makes_no_sense_writes_nothing(
    in_tutorial: None, capsys: Out, words: list[str], told: str
) -> None:
    assert main(["evaluate", "--k", "2", *words]) == 4
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""
    assert not list(TUTORIAL.glob("*w*.jsonl"))


def test_a_run_of_one_may_be_named_too(in_tutorial: None, tmp_path: Path) -> None:
    place = tmp_path / "w.jsonl"
    assert main(["evaluate", "--k", "2", *ONE, "--replay", f"A={place}"]) == 0
    assert replayed(place)
