"""What the command line opens in the dashboard: the tables of the scorecard with their runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from streamlit.testing.v1 import AppTest

from ircompare.commands.launch import command
from ircompare.dashboard import opening
from ircompare.dashboard.text import plain, with_code
from ircompare.errors import InputError
from tests.conftest import DATA, TUTORIAL
from tests.pages import session, words

HELP = DATA / "helpcentre"
RUNS = {"run": (str(HELP / "runs" / "bm25.run"), str(HELP / "runs" / "lsa.run"))}
COLLECTION = {name: str(HELP / f"{name}.jsonl") for name in ("corpus", "queries")}
GIVEN = {**COLLECTION, **RUNS, "qrels": str(HELP / "qrels.txt"), "split": "test"}


def passed(options: dict[str, object]) -> list[str]:
    """What the command hands over to app.py."""
    told = command(options)
    return told[told.index("--") + 1 :]


def pairs(told: list[str]) -> list[tuple[str, str]]:
    return list(zip(told[::2], told[1::2], strict=True))


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    opening.arguments.cache_clear()
    yield
    opening.arguments.cache_clear()


def started(told: list[str], monkeypatch: pytest.MonkeyPatch, **address: str) -> AppTest:
    """The Scorecard page of a session that starts with these words."""
    monkeypatch.setattr(sys, "argv", ["app.py", *told])
    at = session()
    for name, text in address.items():
        at.query_params[name] = text
    at.switch_page("../../pages/scorecard.py")
    at.run()
    assert not at.exception
    return at


def test_a_settings_file_opens_with_its_tables_and_declarations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(HELP)
    at = started(passed({}), monkeypatch)
    assert plain("12 of 12 dimensions have values.") in words(at)
    assert '"head_min":100' in "".join(at.query_params["card"])
    held = {(item.slot, item.role): item.source for item in at.session_state["given_files"]}
    assert held["variants", ""] == "variants.tsv"
    for slot in ("measurements", "answers", "pairs"):
        assert (held[slot, "A"], held[slot, "B"]) == ("bm25.csv", "lsa.csv")


def test_an_address_with_declarations_goes_before_those_of_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(HELP)
    at = started(passed({}), monkeypatch, card='{"head_min":1000}')
    assert '"head_min":1000' in "".join(at.query_params["card"])
    assert with_code("declared `training_domains`") in words(at)


def test_tables_of_flags_go_to_the_runs_that_they_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, latency in (("x.csv", 10), ("y.csv", 30)):
        Path(name).write_text(f"query_id,latency_ms\nq001,{latency}\n")
    told = passed({**GIVEN, "measurements": (("lsa", "y.csv"), ("A", "x.csv"))})
    assert ("--measurements", f"A={tmp_path / 'x.csv'}") in pairs(told)
    assert ("--measurements", f"B={tmp_path / 'y.csv'}") in pairs(told)
    assert "--card" not in told
    said = words(started(told, monkeypatch))
    assert plain("A 10 ms") in said
    assert plain("B 30 ms") in said


OWN = '[[components]]\ndimension = "recall_at_5"\nweight = 2\nlow = 0\nhigh = 1\n'


def test_a_profile_of_the_settings_opens_and_its_path_stands_in_no_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.toml").write_text(OWN)
    (tmp_path / "x.toml").write_text('[scorecard]\nprofile = "mine.toml"\nhead_min = 100\n')
    told = passed({**GIVEN, "config": str(tmp_path / "x.toml")})
    assert ("--profile", str(tmp_path / "mine.toml")) in pairs(told)
    at = started(told, monkeypatch)
    assert plain("A 0.475 → B 0.483") in words(at)
    assert "".join(at.query_params["card"]) == '{"head_min":100,"profile":":own"}'
    held = {name: "".join(at.query_params[name]) for name in ("ds", "card")}
    again = started(told, monkeypatch, **held)
    assert plain("A 0.475 → B 0.483") in words(again)
    again.selectbox(key="card_profile").set_value("academic").run()
    assert "".join(again.query_params["card"]) == '{"head_min":100,"profile":"academic"}'
    assert again.selectbox(key="card_profile").options[-1] == "mine.toml"


def test_a_profile_without_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text('[scorecard]\nprofile = "absent.toml"\n')
    with pytest.raises(InputError, match="no such file"):
        command({**GIVEN, "config": str(tmp_path / "x.toml")})


def test_tables_of_a_third_run_come_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    third = tmp_path / "third.run"
    third.write_bytes((HELP / "runs" / "lsa.run").read_bytes())
    for name, latency in (("x.csv", 10), ("y.csv", 30), ("z.csv", 50)):
        Path(name).write_text(f"query_id,latency_ms\nq001,{latency}\n")
    tables = (("A", "x.csv"), ("B", "y.csv"), ("third", "z.csv"))
    told = passed({**GIVEN, "run": (*RUNS["run"], str(third)), "measurements": tables})
    assert ("--measurements", f"C={tmp_path / 'z.csv'}") in pairs(told)
    at = started(told, monkeypatch)
    assert plain("B 30 ms") in words(at)
    at.switch_page("../../pages/data.py").run()
    (menu,) = [one for one in at.selectbox if one.label == "Slot of third.run"]
    menu.set_value(("run", "B")).run()
    at.switch_page("../../pages/scorecard.py").run()
    assert not at.exception
    assert plain("A 10 ms") in words(at)
    assert plain("B 50 ms") in words(at)


@pytest.mark.parametrize("slot", ["measurements", "answers", "pairs"])
def test_a_table_without_a_file_is_refused(slot: str) -> None:
    with pytest.raises(InputError, match="no such file"):
        command({**GIVEN, slot: (("A", "absent.csv"),)})


def test_a_table_of_a_run_that_is_not_given_is_refused() -> None:
    with pytest.raises(click.UsageError, match="--answers names run 'C', which is not given"):
        command({**GIVEN, "answers": (("C", "x.csv"),)})


def test_variants_without_a_file_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        command({**GIVEN, "variants": "absent.tsv"})


def test_a_table_that_went_meanwhile_is_told_and_the_rest_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(TUTORIAL)
    table = tmp_path / "m.csv"
    table.write_text("query_id,latency_ms\nq1,3\n")
    told = passed({"measurements": (("B", str(table)),)})
    table.unlink()
    at = started(told, monkeypatch)
    (error,) = at.session_state["opening_errors"]
    assert "m.csv cannot be opened" in error
    assert plain("2 of 12 dimensions have values.") in words(at)
