"""`ircompare.toml`: what is written is read back, what is wrong is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from ircompare.errors import InputError
from ircompare.model.chunks import ChunkMap
from ircompare.model.protocol import Budget, Protocol
from ircompare.readers.settings import (
    RunFile,
    Settings,
    load_settings,
    read_settings,
    write_settings,
)

WHOLE = Settings(
    corpus="/data/corpus.jsonl",
    queries="/data/queries.jsonl",
    qrels="/data/qrels.txt",
    runs=(RunFile("/data/a.run", "bm25"), RunFile("/data/b.run")),
    protocol={"k": 10, "judgements": "pooled", "min_relevance": 2, "split": "dev"},
    source="x.toml",
)


def test_what_is_written_is_read_back() -> None:
    text = write_settings(WHOLE)
    assert read_settings(text.encode(), "x.toml") == WHOLE


def test_relative_paths_start_at_the_folder_of_the_file(tmp_path: Path) -> None:
    place = tmp_path / "ircompare.toml"
    place.write_text('qrels = "judged/qrels.txt"\n[[runs]]\npath = "a.run"\n', "utf-8")
    found = load_settings(place)
    assert found.qrels == str(tmp_path / "judged" / "qrels.txt")
    assert found.runs == (RunFile(str(tmp_path / "a.run")),)


def test_paths_below_a_folder_are_written_relative_to_it(tmp_path: Path) -> None:
    text = write_settings(Settings(qrels=str(tmp_path / "q" / "qrels.txt")), folder=tmp_path)
    assert text == 'qrels = "q/qrels.txt"\n'


def test_settings_of_what_a_page_shows() -> None:
    files = [("run", "a.run", "A"), ("qrels", "q.txt", None)]
    found = Settings.of(files, Protocol(k=5, judgements="pooled"))  # type: ignore[arg-type]
    assert list(found.files()) == [("qrels", "q.txt", None), ("run", "a.run", "A")]
    assert found.protocol == {
        "k": 5,
        "judgements": "pooled",
        "min_relevance": 1,
        "no_relevant": "exclude",
    }
    assert Protocol(**found.protocol) == Protocol(k=5, judgements="pooled")  # type: ignore[arg-type]


def test_every_problem_is_named_with_its_key() -> None:
    text = (
        'corpsu = "x"\nqrels = 3\n[[runs]]\nname = ""\n'
        '[protocol]\nk = 0\njudgements = "some"\nx = 1\n'
    )
    with pytest.raises(InputError) as caught:
        read_settings(text.encode(), "ircompare.toml")
    assert [problem.what for problem in caught.value.problems] == [
        'unknown key "corpsu"',
        'key "qrels" has a value that cannot be used',
        'key "runs[1].path" has a value that cannot be used',
        'key "runs[1].name" has a value that cannot be used',
        'unknown key "protocol.x"',
        'key "protocol.k" has a value that cannot be used',
        'key "protocol.judgements" has a value that cannot be used',
    ]
    assert str(caught.value.problems[5]) == (
        'ircompare.toml: key "protocol.k" has a value that cannot be used\n'
        "  expected: a whole number of at least 1\n"
        '  found:    "0"\n'
        "  mend:     correct the value"
    )


@pytest.mark.parametrize("value", ["true", "1.5", "-1", '"10"'])
def test_k_is_a_whole_number(value: str) -> None:
    with pytest.raises(InputError, match=r"protocol\.k"):
        read_settings(f"[protocol]\nk = {value}\n".encode(), "x")


def test_what_is_not_toml_or_not_utf8_is_said() -> None:
    with pytest.raises(InputError, match="settings are not TOML"):
        read_settings(b"k = = 1", "x")
    with pytest.raises(InputError, match="settings are not UTF-8"):
        read_settings(b'qrels = "caf\xe9"', "x")


def test_an_absent_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="settings cannot be read: No such file"):
        load_settings(tmp_path / "no.toml")


def test_chunk_map_budget_and_level_are_written_and_read_back() -> None:
    rule = ChunkMap.from_dict({"a#0": "a"}).rule(Budget("tokens", 300))
    files = [("chunk_map", "/d/map.tsv", None), ("run", "/d/a.run", None)]
    wanted = Settings.of(files, Protocol(k=5, chunks=rule), {"/d/a.run": "chunk"})  # type: ignore[arg-type]
    found = read_settings(write_settings(wanted).encode(), "")
    assert found == wanted
    assert found.chunk_map == "/d/map.tsv"
    assert found.runs == (RunFile("/d/a.run", level="chunk"),)
    assert found.protocol["token_budget"] == 300


def test_two_budgets_are_refused() -> None:
    with pytest.raises(InputError, match="stand side by side"):
        read_settings(b"[protocol]\nbudget = 2\ntoken_budget = 9\n", "x")
