"""Files as given: slots, roles, descriptions, paths, and bytes held by content."""

from __future__ import annotations

import json
import os

import pytest

from ircompare.dashboard.data.understood import kept, understand
from ircompare.dashboard.dataset import assemble, dataset
from ircompare.dashboard.files import (
    Given,
    Library,
    add,
    describe,
    from_path,
    from_upload,
    is_description,
    library,
    swapped,
    with_roles,
)
from ircompare.errors import InputError
from tests.conftest import TUTORIAL

RUN = json.dumps({"q1": ["d1", "d2"]}).encode()
OTHER = json.dumps({"q1": ["d2", "d1"]}).encode()
QRELS = json.dumps({"q1": {"d1": 1, "d2": 0}}).encode()


def run(source: str, digest: str = "", role: str = "") -> Given:
    return Given(source, digest or source, "run", role)


def roles(files: tuple[Given, ...]) -> list[tuple[str, str]]:
    return [(item.source, item.role) for item in files]


def test_the_first_two_runs_are_a_and_b_and_a_third_is_neither():
    files = with_roles([run("x"), run("y"), run("z"), Given("q", "q", "qrels")])
    assert roles(files) == [("x", "A"), ("y", "B"), ("z", ""), ("q", "")]


def test_a_role_once_given_is_kept():
    assert roles(with_roles([run("x", role="B"), run("y")])) == [("x", "B"), ("y", "A")]


def test_a_file_that_is_no_run_has_no_role():
    assert roles(with_roles([Given("q", "q", "qrels", "A"), run("x")])) == [("q", ""), ("x", "A")]


def test_swapping_exchanges_a_and_b_only():
    files = with_roles([run("x"), run("y"), run("z")])
    assert roles(swapped(files)) == [("x", "B"), ("y", "A"), ("z", "")]
    assert swapped(swapped(files)) == files


def test_a_file_of_the_same_name_takes_the_place_and_the_role_of_the_old_one():
    held = with_roles([run("x", "old"), run("y")])
    found = add(held, [run("x", "new")])
    assert sorted((item.source, item.digest, item.role) for item in found) == [
        ("x", "new", "A"),
        ("y", "y", "B"),
    ]


def test_two_paths_of_one_name_are_two_files():
    held = with_roles([Given("run.txt", "1", "run", path="/a/run.txt")])
    found = add(held, [Given("run.txt", "2", "run", path="/b/run.txt")])
    assert roles(found) == [("run.txt", "A"), ("run.txt", "B")]


def test_a_second_corpus_replaces_the_first():
    held = (Given("old.json", "1", "corpus"),)
    assert [item.source for item in add(held, [Given("new.json", "2", "corpus")])] == ["new.json"]


def test_an_upload_is_given_the_slot_of_its_content():
    for name, slot in (
        ("corpus.json", "corpus"),
        ("queries.json", "queries"),
        ("qrels.json", "qrels"),
        ("run.fixture_A.json", "run"),
    ):
        assert from_upload("anything", (TUTORIAL / name).read_bytes()).slot == slot


@pytest.mark.parametrize("name", ["x.csv", "queries.csv", "run.csv"])
def test_confidences_alone_are_measurements_whatever_their_name(name):
    assert from_upload(name, b"query_id,confidence_1\nq1,0.5\n").slot == "measurements"


@pytest.mark.parametrize("name", ["bm25.run.meta.json", "bm25.meta.yaml", "bm25.meta.yml"])
def test_a_description_is_attached_to_the_run_that_it_names(name):
    files = with_roles([from_upload("bm25.run", RUN), from_upload("lsa.run", OTHER)])
    assert is_description(name)
    found = describe(files, name, b'{"retriever": "BM25", "index": "<b>7</b>"}')
    assert [bool(item.companion) for item in found] == [True, False]
    loaded = understand(found[0]).loaded
    assert loaded.value.provenance["retriever"] == "BM25"
    assert loaded.value.provenance["index"] == "<b>7</b>"


def test_a_description_without_its_run_is_refused_in_words():
    with pytest.raises(InputError) as caught:
        describe(with_roles([from_upload("lsa.run", RUN)]), "bm25.run.meta.json", b"{}")
    assert str(caught.value) == (
        "bm25.run.meta.json: description has no run beside it\n"
        "  expected: a run of the same name, such as bm25.run for bm25.run.meta.json\n"
        "  mend:     drop it together with its run, or after it"
    )


def test_a_description_beside_a_path_is_found(tmp_path):
    (tmp_path / "a.run").write_bytes(RUN)
    (tmp_path / "a.run.meta.json").write_text('{"model": "m"}', "utf-8")
    loaded = understand(from_path(tmp_path / "a.run", "run")).loaded
    assert loaded.value.provenance["model"] == "m"


def test_a_path_is_watched_by_size_and_time(tmp_path):
    path = tmp_path / "a.run"
    path.write_bytes(RUN)
    given = from_path(path, "run")
    assert not given.changed
    os.utime(path, ns=(0, 1))
    assert given.changed
    path.unlink()
    assert given.changed
    assert not from_upload("a.run", RUN).changed


def test_the_description_beside_a_run_is_watched_too(tmp_path):
    path, beside = tmp_path / "a.run", tmp_path / "a.meta.json"
    path.write_bytes(RUN)
    given = from_path(path, "run")
    assert not given.described_anew
    beside.write_text('{"model": "m"}', "utf-8")
    assert given.described_anew
    assert not given.changed
    given = from_path(path, "run")
    assert not given.described_anew
    os.utime(beside, ns=(0, 1))
    assert given.described_anew
    beside.unlink()
    assert given.described_anew
    assert not from_upload("a.run", RUN).described_anew


def test_a_description_beside_other_files_is_not_watched(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(QRELS)
    given = from_path(path, "qrels")
    (tmp_path / "a.meta.json").write_text("{}", "utf-8")
    assert not given.described_anew


@pytest.mark.parametrize(
    ("make", "why"),
    [
        pytest.param(lambda path: None, "No such file or directory", id="absent"),
        pytest.param(lambda path: path.mkdir(), "not a regular file", id="folder"),
        pytest.param(lambda path: os.mkfifo(path), "not a regular file", id="pipe"),
    ],
)
def test_a_path_that_is_no_file_is_refused(tmp_path, make, why):
    path = tmp_path / "x.run"
    make(path)
    with pytest.raises(InputError, match=f"x.run cannot be opened: {why}"):
        from_path(path, "run")


def test_a_baseline_is_refused_in_words_not_by_a_fault_of_ours():
    found = understand(Given("b.json", from_upload("b.json", RUN).digest, "baseline"))
    assert found.usable or found.error is not None


def test_the_library_drops_what_was_not_used_for_longest():
    held = Library(limit=10)
    first, second = held.put(b"12345"), held.put(b"abcde")
    assert held.bytes(first) == b"12345"
    held.put(b"xyz")
    assert held.bytes(second) is None
    assert held.bytes(first) == b"12345"


def test_bytes_that_are_gone_are_asked_for_and_taken_again(monkeypatch):
    held = Library()
    monkeypatch.setattr("ircompare.dashboard.data.understood.library", lambda: held)
    given = Given("gone.json", from_upload("gone.json", b'{"q9": ["d9"]}').digest, "run")
    assert understand(given).error.problems[0].code == "no-longer-held"
    held.put(b'{"q9": ["d9"]}')
    assert understand(given).usable


def test_the_same_bytes_in_both_runs_are_noticed():
    files = [from_upload("qrels.json", QRELS), from_upload("a.json", RUN)]
    assert assemble("1", with_roles([*files, from_upload("b.json", RUN)])).same_content
    assert not assemble("2", with_roles([*files, from_upload("b.json", OTHER)])).same_content


def test_a_bad_file_leaves_the_good_ones_usable():
    bad = from_upload("b.json", b'{"q1": ["d1", "d1"]}')
    files = [from_upload("qrels.json", QRELS), from_upload("a.json", RUN), bad]
    data = assemble("3", with_roles(files))
    assert data.ready
    assert data.a is not None
    assert data.b is None
    assert data.file("run", "B").error.problems[0].code == "duplicate-document"


def test_a_file_opened_from_a_path_is_not_copied(tmp_path, monkeypatch):
    held = Library()
    monkeypatch.setattr("ircompare.dashboard.files.library", lambda: held)
    (tmp_path / "a.run").write_bytes(RUN)
    given = from_path(tmp_path / "a.run", "run")
    assert held.path(given.digest) is None
    assert understand(given).usable


def test_one_path_unchanged_is_the_same_file_and_another_one_after_a_change(tmp_path):
    path = tmp_path / "a.run"
    path.write_bytes(RUN)
    first = from_path(path, "run")
    assert from_path(path, "run") == first
    os.utime(path, ns=(0, 1))
    assert from_path(path, "run").digest != first.digest
    other = tmp_path / "b.run"
    other.write_bytes(RUN)
    os.utime(other, ns=(0, 1))
    assert from_path(other, "run").digest != from_path(path, "run").digest


def test_a_file_that_changed_before_it_was_read_is_not_read_as_the_one_given(tmp_path):
    path = tmp_path / "a.run"
    path.write_bytes(RUN)
    given = from_path(path, "run")
    path.write_bytes(OTHER + b" ")
    assert str(understand(given).error) == (
        "a.run: file changed on disk after it was opened\n  mend:     give the file again"
    )
    assert understand(from_path(path, "run")).usable


def test_a_file_that_changes_while_it_is_read_is_not_kept(tmp_path):
    path = tmp_path / "a.run"
    path.write_bytes(RUN)
    given = from_path(path, "run")
    found = understand(given, lambda done, total: os.utime(path, ns=(0, 1)))
    assert found.error.problems[0].code == "no-longer-held"
    assert kept(given) is None


def test_what_was_read_once_stays_though_its_file_changes(tmp_path):
    path = tmp_path / "a.run"
    path.write_bytes(RUN)
    given = from_path(path, "run")
    first = understand(given)
    path.unlink()
    assert understand(given) is first


def test_an_upload_that_the_server_dropped_is_mended_by_giving_it_again(monkeypatch):
    held = Library()
    monkeypatch.setattr("ircompare.dashboard.data.understood.library", lambda: held)
    data = b'{"q7": ["d7"]}'
    files = with_roles([from_upload("lost.json", data)])
    digest = library().register(files)
    assert dataset(digest).a is None
    held.put(data)
    assert dataset(digest).a is not None
    assert dataset(digest) is dataset(digest)


def test_the_same_content_from_two_paths_is_noticed(tmp_path):
    for name, data in (("qrels.json", QRELS), ("a.json", RUN), ("b.json", RUN), ("c.json", OTHER)):
        (tmp_path / name).write_bytes(data)
    qrels, a, b, c = (from_path(tmp_path / f"{name}.json") for name in ("qrels", "a", "b", "c"))
    assert assemble("1", with_roles([qrels, a, b])).same_content
    assert not assemble("2", with_roles([qrels, a, c])).same_content
