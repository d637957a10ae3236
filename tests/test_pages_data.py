"""The Data page: what is given, what is understood, what can be mended, and what is kept."""

from __future__ import annotations

import json
import os
import tomllib

import pytest
from streamlit.testing.v1 import AppTest

from ircompare.dashboard import opening
from ircompare.dashboard.data.understood import understand
from ircompare.dashboard.files import from_path, from_upload, library, with_roles
from ircompare.dashboard.text import plain
from ircompare.model.protocol import Protocol
from ircompare.readers.settings import Settings, read_settings, write_settings
from tests.conftest import PATIENCE, TUTORIAL
from tests.pages import FIXTURES, button, dataset_of, opened, session, tutorial_set, words

BAD = b'{"q2": ["d1", "d3", "d1"]}'


@pytest.fixture
def empty() -> AppTest:
    at = session().run()
    assert not at.exception
    return at


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A data folder of its own, with the tutorial in it."""
    for name in FIXTURES:
        (tmp_path / name).write_bytes((TUTORIAL / name).read_bytes())
    monkeypatch.setattr(opening, "data_folder", lambda: tmp_path)
    return tmp_path


def tutorial_files(*names: str) -> list[tuple[str, bytes, str]]:
    return [(name, (TUTORIAL / name).read_bytes(), "") for name in names or FIXTURES]


def upload(at: AppTest, files, name: str = "upload") -> AppTest:
    generation = at.session_state[f"{name}_generation"]
    at.file_uploader(key=f"{name}-{generation}").set_value(list(files)).run()
    assert not at.exception
    return at


def slots(at: AppTest) -> dict[str, tuple[str, str]]:
    return {item.source: (item.slot, item.role) for item in at.session_state["given_files"]}


def said(at: AppTest) -> str:
    return words(at) + "\n".join(item.value for item in (*at.success, *at.error))


def test_without_data_the_page_says_what_it_takes(empty):
    assert "Which of two retrievers is better, and on which queries?" in words(empty)
    for slot in ("Qrels", "Runs", "Corpus", "Queries"):
        assert f"**{slot}**" in words(empty)
    assert "Up to 1,024 MB a file, kept on this machine's disk until the server ends." in words(
        empty
    )


def test_a_sample_is_one_click_away(empty):
    empty.button(key="sample-tutorial").click().run()
    assert not empty.exception
    assert plain("Recall@2 1/2 → 5/6 and MRR@2 1/2 → 5/6 on 3 queries.") in words(empty)


def test_five_files_at_once_find_their_slots(empty):
    at = upload(empty, tutorial_files())
    assert slots(at) == {
        "corpus.json": ("corpus", ""),
        "queries.json": ("queries", ""),
        "qrels.json": ("qrels", ""),
        "run.fixture_A.json": ("run", "A"),
        "run.fixture_B.json": ("run", "B"),
    }
    assert "3 of 4 queries are scored · pairs judged 100 %" in said(at)
    assert plain("6 documents") in words(at)


def test_a_whole_folder_is_uploaded_without_its_hidden_files(empty):
    files = [(f"set/sub/{name}", data, "") for name, data, _ in tutorial_files()]
    at = upload(empty, [*files, ("set/.DS_Store", b"\0\1", "")], "folder")
    assert set(slots(at)) == set(FIXTURES)


def test_a_bad_file_keeps_the_good_ones_and_its_mended_form_replaces_it(empty):
    at = upload(empty, [*tutorial_files(*FIXTURES[:4]), ("run.fixture_B.json", BAD, "")])
    text = said(at)
    assert 'document "d1" twice for query "q2"' in text
    assert "expected:" in text
    assert "mend:" in text
    assert "3 of 4 queries are scored" in text
    assert button(at, "See the run")
    at = upload(at, tutorial_files("run.fixture_B.json"))
    assert "twice" not in said(at)
    assert plain("run.fixture_B.json replaces the earlier file of that name.") in said(at)
    assert slots(at)["run.fixture_B.json"] == ("run", "B")
    assert button(at, "Compare")


def test_an_upload_that_is_named_again_after_it_was_taken_changes_nothing():
    def script() -> None:
        import streamlit as st
        from streamlit.runtime.uploaded_file_manager import DeletedFile

        from ircompare.dashboard.data import intake

        st.session_state["key"], st.session_state["generation"] = [DeletedFile("gone")], 3
        intake._take("key", "generation")
        st.text(st.session_state["generation"])

    at = AppTest.from_function(script, default_timeout=PATIENCE).run()
    assert not at.exception
    assert at.text[0].value == "3"


def test_an_unreadable_upload_is_refused_with_its_reason(empty):
    at = upload(empty, [("run.bin", b"\xff\xfe\x00nothing", "")])
    assert at.error
    assert "run.bin" in said(at)


def test_what_is_still_needed_is_said(empty):
    at = upload(empty, tutorial_files("run.fixture_A.json"))
    assert "Still needed: qrels." in said(at)
    at = upload(at, tutorial_files("qrels.json"))
    assert "exhaustive judgements need a corpus and queries" in said(at)
    button(at, "Use pooled").click().run()
    assert "queries are scored" in said(at)


def test_a_wrong_slot_is_corrected_by_its_menu(empty):
    at = upload(empty, tutorial_files())
    menu = next(item for item in at.selectbox if "fixture" in item.label and "A" in item.label)
    menu.set_value(("run", "B")).run()
    assert not at.exception
    assert slots(at)["run.fixture_A.json"] == ("run", "B")
    assert slots(at)["run.fixture_B.json"] == ("run", "A")
    menu = next(item for item in at.selectbox if "corpus" in item.label)
    menu.set_value(("qrels", "")).run()
    assert not at.exception
    assert at.error


def test_swapping_and_removing_runs():
    at = opened("data", tutorial_set())
    button(at, "Swap A and B").click().run()
    assert slots(at)["run.fixture_A.json"] == ("run", "B")
    removes = [item for item in at.button if item.label == "Remove"]
    removes[-1].click().run()
    assert len(slots(at)) == 4
    assert button(at, "See the run")


def test_a_third_run_is_said_not_to_be_compared():
    runs = {name: {"q1": ["d1"]} for name in ("x", "y", "z")}
    at = opened("data", dataset_of(qrels={"q1": {"d1": 1}}, runs=runs), judgements="pooled")
    assert sorted(slots(at).values()) == [("qrels", ""), ("run", ""), ("run", "A"), ("run", "B")]
    menu = next(item for item in at.selectbox if "z.json" in item.label)
    assert "Run, not compared" in menu.options
    menu.set_value(("run", "A")).run()
    assert slots(at)["z.json"] == ("run", "A")
    assert slots(at)["x.json"] == ("run", "")


def test_the_same_content_in_both_runs_is_said():
    qrels = from_upload("qrels.json", b'{"q1": {"d1": 1}}')
    same = [from_upload(name, b'{"q1": ["d1"]}') for name in ("a.json", "b.json")]
    digest = library().register(with_roles([qrels, *same]))
    at = opened("data", digest, judgements="pooled")
    assert "both runs are the same file content" in said(at)


def test_a_description_dropped_with_its_run_is_its_provenance(empty):
    beside = json.dumps({"retriever": "BM25", "note": "![](http://evil/x.png)"}).encode()
    at = upload(empty, [*tutorial_files(), ("run.fixture_A.json.meta.json", beside, "")])
    assert len(slots(at)) == 5
    shown = [json.loads(item.value) for item in at.json]
    assert {"retriever": "BM25", "note": "![](http://evil/x.png)"} in shown


def test_a_description_of_no_run_is_refused_in_words(empty):
    at = upload(empty, [("bm25.run.meta.yaml", b"retriever: BM25", "")])
    assert "description has no run beside it" in said(at)


def test_settings_saved_here_open_the_same_view_again(folder, empty):
    files = with_roles([from_path(folder / name) for name in FIXTURES])
    named = [(item.slot, item.path, item.name) for item in files]
    text = write_settings(Settings.of(named, Protocol(k=2, split="test")), folder=folder)
    assert tomllib.loads(text)["corpus"] == "corpus.json"
    at = upload(empty, [("ircompare.toml", text.encode(), "")])
    assert slots(at)["run.fixture_A.json"] == ("run", "A")
    assert at.number_input(key="k").value == 2
    assert "3 of 4 queries are scored" in said(at)
    again = read_settings(text.encode(), "ircompare.toml", folder=folder)
    assert again.protocol["k"] == 2


def test_settings_replace_the_files_that_were_loaded(folder):
    runs = {name: {"q1": ["d1"]} for name in ("x", "y")}
    at = opened("data", dataset_of(qrels={"q1": {"d1": 1}}, runs=runs), judgements="pooled")
    text = 'qrels = "qrels.json"\n[[runs]]\npath = "run.fixture_B.json"\nname = "mine"\n'
    at = upload(at, [("ircompare.toml", text.encode(), "")])
    assert slots(at) == {"qrels.json": ("qrels", ""), "run.fixture_B.json": ("run", "A")}


def test_settings_dropped_with_their_files_use_these(tmp_path, monkeypatch, empty):
    monkeypatch.setattr(opening, "data_folder", lambda: tmp_path)
    text = (
        'corpus = "corpus.json"\nqueries = "queries.json"\nqrels = "qrels.json"\n'
        '[[runs]]\npath = "run.fixture_B.json"\n[[runs]]\npath = "run.fixture_A.json"\n'
        "name = 'old'\n[protocol]\nk = 3\n"
    )
    at = upload(empty, [*tutorial_files(), ("ircompare.toml", text.encode(), "")])
    assert slots(at)["run.fixture_B.json"] == ("run", "A")
    assert slots(at)["run.fixture_A.json"] == ("run", "B")
    assert at.number_input(key="k").value == 3
    assert any("old" in item.value for item in at.markdown)


def test_settings_that_name_nothing_there_say_so(tmp_path, monkeypatch, empty):
    monkeypatch.setattr(opening, "data_folder", lambda: tmp_path)
    at = upload(empty, [("ircompare.toml", b'qrels = "absent.txt"\n', "")])
    assert "absent.txt cannot be opened: No such file or directory" in said(at)
    at = upload(at, [("ircompare.toml", b"[protocol]\nk = 0\n", "")])
    assert "a whole number of at least 1" in said(at)


def test_files_are_opened_from_the_folder_and_only_from_it(folder, empty):
    (folder / ".hidden").write_text("x", "utf-8")
    (folder / "run.fixture_A.json.meta.json").write_text("{}", "utf-8")
    at = empty.run()
    offered = at.multiselect(key="folder_choice").options
    assert offered == sorted(FIXTURES)
    at.multiselect(key="folder_choice").set_value(sorted(FIXTURES)).run()
    button(at, "Open").click().run()
    assert not at.exception
    assert "3 of 4 queries are scored" in said(at)
    assert at.multiselect(key="folder_choice").value == []
    assert plain("opened from qrels.json, watched for changes") in words(at)


def test_a_file_that_changed_on_disk_is_reloaded_with_everything_else_kept(folder):
    files = with_roles([from_path(folder / name) for name in FIXTURES])
    at = opened("compare", library().register(files), k="2", rr="improved")
    path = folder / "run.fixture_B.json"
    path.write_text('{"q2": ["d3"], "q3": ["d5"], "q4": ["d6"], "q5": []}', "utf-8")
    os.utime(path, ns=(1, 1))
    at.run()
    assert plain("run.fixture_B.json") in "\n".join(item.value for item in at.warning)
    assert "run B changed on disk" in "\n".join(item.value for item in at.warning)
    at.button(key="reload-changed").click().run()
    assert not at.exception
    assert not at.warning
    assert at.number_input(key="k").value == 2
    assert at.selectbox(key="filter-rr").value == "improved"
    assert slots(at)["run.fixture_B.json"] == ("run", "B")


def test_a_description_that_came_on_disk_is_told_and_reloaded(folder):
    files = with_roles([from_path(folder / name) for name in FIXTURES])
    at = opened("compare", library().register(files), k="2")
    (folder / "run.fixture_B.meta.json").write_text('{"model": "m"}', "utf-8")
    at.run()
    told = "\n".join(item.value for item in at.warning)
    assert "description of run B changed on disk" in told
    at.button(key="reload-changed").click().run()
    assert not at.exception
    assert not at.warning
    (held,) = (item for item in at.session_state["given_files"] if item.role == "B")
    assert understand(held).loaded.value.provenance["model"] == "m"


def test_a_file_that_takes_a_single_slot_says_which_it_replaces(empty):
    at = upload(empty, tutorial_files())
    assert "replaces" not in said(at)
    at = upload(at, tutorial_files("corpus.json"))
    assert "replaces" not in said(at)
    other = (TUTORIAL / "corpus.json").read_bytes() + b"\n"
    at = upload(at, [("new.json", other, "")])
    assert plain("new.json replaces corpus.json.") in said(at)
    assert "corpus.json" not in slots(at)


def test_the_copied_command_names_files_and_protocol(folder):
    files = with_roles([from_path(folder / name) for name in FIXTURES])
    at = opened("data", library().register(files), k="2")
    command = next(item.value for item in at.code if "python -m ircompare" in item.value)
    assert command.startswith("python -m ircompare compare --corpus ")
    assert command.index("fixture_A") < command.index("fixture_B")
    assert "--k 2" in command


def test_a_grade_below_0_has_a_minus_sign():
    digest = dataset_of(qrels={"q": {"a": 1, "b": -1}}, runs={"one": {"q": ["a"]}})
    assert plain("grade −1: 1") in words(opened("data", digest, judgements="pooled"))


def test_a_stale_address_is_said_on_the_data_page_too():
    at = opened("data", "0123456789abcdef")
    assert "This data set is no longer loaded" in words(at)
    assert len([item for item in at.button if item.key == "sample-tutorial"]) == 1
