"""Repeated runs on the Data and Scorecard pages: given, understood, removed, kept, told."""

from __future__ import annotations

import json
import tomllib

import pytest

from ircompare.dashboard import opening
from ircompare.dashboard.files import Given, add, from_path, from_upload, library, swapped
from ircompare.dashboard.files import with_roles as settled
from ircompare.dashboard.samples import SAMPLES
from ircompare.dashboard.scorecard import calls as card_calls
from ircompare.dashboard.text import plain
from ircompare.model.protocol import Protocol
from ircompare.readers.settings import Settings, write_settings
from tests.conftest import DATA, TUTORIAL
from tests.pages import FIXTURES, opened, tutorial_set, words

FOLDER = DATA / "helpcentre"
AGAIN = {"q2": ["d3", "d1", "d4"], "q3": ["d5", "d2"], "q4": ["d6"], "q5": []}
OVERLAP = "average overlap@5 0.917 · top-1 agreement 0.750 · identical top 5 0.750 · runs 2"


def upload(at, role: str, *files: tuple[str, object]):
    """Give files to the uploader of a role; texts as they are, else as JSON."""
    generation = at.session_state[f"repeat-{role}_generation"]
    held = [
        (name, (one if isinstance(one, str) else json.dumps(one)).encode(), "")
        for name, one in files
    ]
    at.file_uploader(key=f"repeat-{role}-{generation}").set_value(held).run()
    assert not at.exception
    return at


def places(at) -> list[tuple[str, str]]:
    """Names and roles of the repeated runs."""
    files = at.session_state["given_files"]
    return [(item.source, item.role) for item in files if item.slot == "repeat"]


def told(at) -> str:
    """What the Scorecard of the same files says, as a reader sees it."""
    page = opened("scorecard", at.session_state["dataset_digest"], k="2", split="test")
    return shown(page)


def said(at) -> str:
    """Words and errors of a page."""
    return words(at) + "\n".join(str(item.value) for item in at.error)


def shown(page) -> str:
    """The words of a page without the marks of Markdown."""
    return words(page).replace("\\", "").replace("\N{NO-BREAK SPACE}", " ").replace(":gray[·]", "·")


def test_several_files_of_either_run_are_understood_and_compared():
    at = opened("data", tutorial_set(), k="2")
    upload(at, "B", ("x2.json", AGAIN), ("x3.json", AGAIN))
    upload(at, "A", ("x2.json", AGAIN))
    assert places(at) == [("x2.json", "B"), ("x3.json", "B"), ("x2.json", "A")]
    assert words(at).count("JSON query → ids") == 5
    found = told(at)
    of_a, of_b = (found.index(f"**Response consistency of {role}**") for role in "AB")
    assert "runs 2" in found[of_a:of_b]
    assert "runs 3" in found[of_b:]


def test_values_by_hand_and_what_to_supply():
    """q2 is d1 d3 d4, then d3 d1 d4: (0 + 1 + 1) ÷ 3; three others alike, q5 empty in both."""
    found = told(upload(opened("data", tutorial_set(), k="2"), "B", ("x2.json", AGAIN)))
    assert OVERLAP in found
    assert "COMPUTED · n 4 · how alike the first 5 documents of 2 runs" in found
    assert "consistency, not quality" in found
    assert "**Response consistency of A** needs: repeated runs of run A" in found


def test_a_faulty_file_shows_its_problems_and_a_mended_one_replaces_it():
    at = opened("data", tutorial_set(), k="2")
    upload(at, "B", ("x2.json", '{"q2": ["d1", "d1"]}'), ("x3.json", AGAIN))
    assert 'document "d1" twice for query "q2"' in said(at)
    assert "Give the mended file as a repeated run again" in words(at)
    assert "· runs 2" in told(at)
    upload(at, "B", ("x2.json", AGAIN))
    assert sorted(places(at)) == [("x2.json", "B"), ("x3.json", "B")]
    assert plain("x2.json replaces the earlier file of that name.") in words(at)
    assert "· runs 3" in told(at)


def test_qrels_are_no_repeated_run():
    at = opened("data", tutorial_set(), k="2")
    upload(at, "A", ("q.txt", "q2 0 d1 1\nq2 0 d2 0\nq3 0 d1 0\n"))
    assert places(at) == [("q.txt", "A")]
    assert "file looks like qrels, not like a run" in said(at)


def test_a_repeated_run_is_removed_by_its_button():
    at = upload(opened("data", tutorial_set(), k="2"), "B", ("x2.json", AGAIN), ("x3.json", AGAIN))
    (key,) = [item.key for item in at.button if "x3.json" in plain_help(item)]
    at.button(key=key).click().run()
    assert places(at) == [("x2.json", "B")]


def plain_help(item) -> str:
    return str(item.proto.help).replace("\\", "")


def test_any_run_becomes_a_repeated_run_by_its_slot():
    files = [from_upload(name, (TUTORIAL / name).read_bytes()) for name in FIXTURES]
    third = from_upload("third.json", json.dumps(AGAIN).encode())
    at = opened("data", library().register(settled([*files, third])), k="2")
    (menu,) = [item for item in at.selectbox if item.value == ("run", "")]
    menu.set_value(("repeat", "B")).run()
    assert not at.exception
    assert places(at) == [("third.json", "B")]


UNFIT = "Does not fit run B: the Scorecard cannot use it"
KEPT = "Give the mended file as a repeated run again: one of the same name replaces this one."


@pytest.mark.parametrize(
    ("content", "what"),
    [
        pytest.param({"q9": ["d1"]}, "the repeated run lists no query of the split", id="foreign"),
        pytest.param(
            {**AGAIN, "q2": ["d1", "*d99*"]},
            'document "*d99*" of query "q2" is not in the corpus',
            id="unknown document",
        ),
        pytest.param({**AGAIN, "q9": []}, 'query "q9"', id="query outside the split"),
        pytest.param(
            {query: [f"{document}#1" for document in top] for query, top in AGAIN.items()},
            'repeated run "x2" seems to name chunks, and run "fixture_B" names documents',
            id="chunks without a map",
        ),
    ],
)
def test_a_run_that_does_not_fit_is_told_on_its_card_as_on_the_scorecard(content, what):
    at = upload(opened("data", tutorial_set(), k="2"), "B", ("x2.json", content))
    page = opened("scorecard", at.session_state["dataset_digest"], k="2", split="test")
    assert [item.value for item in page.error] == ["Fields or tables do not fit the scorecard"]
    (fault,) = [str(item.value) for item in page.code if what in str(item.value)]
    assert fault.startswith("x2.json")
    assert [item.value for item in at.error] == [UNFIT]
    assert [str(item.value) for item in at.code].count(fault) == 1
    assert plain(KEPT).replace("\\", "") in shown(at)


def test_each_file_has_its_own_faults_and_one_that_fits_has_none():
    bad = {**AGAIN, "q2": ["d99"]}
    at = upload(opened("data", tutorial_set(), k="2"), "B", ("x2.json", AGAIN), ("x3.json", bad))
    upload(at, "A", ("x4.json", {"q9": ["d1"]}))
    assert sorted(item.value for item in at.error) == [UNFIT.replace("B", "A"), UNFIT]
    found = [str(item.value) for item in at.code]
    assert [sum(name in text for text in found) for name in ("x3.json", "x4.json")] == [1, 1]
    assert not any("x2.json" in text for text in found)


def test_a_run_that_was_mended_has_no_fault_left():
    at = upload(opened("data", tutorial_set(), k="2"), "B", ("x2.json", {"q9": ["d1"]}))
    assert [item.value for item in at.error] == [UNFIT]
    upload(at, "B", ("x2.json", AGAIN))
    assert not at.error


def test_a_repeated_run_of_neither_run_is_held_against_nothing():
    at = upload(opened("data", tutorial_set(), k="2"), "B", ("x2.json", {"q9": ["d1"]}))
    (menu,) = [item for item in at.selectbox if item.value == ("repeat", "B")]
    menu.set_value(("repeat", "")).run()
    assert not at.exception
    assert not at.error


def test_without_qrels_a_repeated_run_is_held_against_nothing():
    at = upload(opened("data", tutorial_set("qrels.json"), k="2"), "B", ("x2.json", {"q9": ["d1"]}))
    assert places(at) == [("x2.json", "B")]
    assert not at.error


def test_a_chunk_run_is_repeated_by_chunks_of_its_map():
    """The chunks of the map fit; a chunk that the map lacks is told on the card."""
    chunked = SAMPLES["helpcentre-chunks"].given()
    lines = (FOLDER / "runs" / "bm25_chunks.run").read_bytes()
    first = lines.split(b"\n")[0].split(b" ")
    odd = b" ".join([*first[:2], b"no-chunk", *first[3:]])
    at = opened("data", library().register(chunked), k="5", split="test")
    generation = at.session_state["repeat-A_generation"]
    name = f"repeat-A-{generation}"
    at.file_uploader(key=name).set_value(
        [("same.run", lines, ""), ("odd.run", odd + lines[lines.index(b"\n") :], "")]
    ).run()
    assert not at.exception
    assert [item.value for item in at.error] == [UNFIT.replace("B", "A")]
    (fault,) = [str(item.value) for item in at.code if str(item.value).startswith("odd.run")]
    assert "no-chunk" in fault


def test_without_a_run_nothing_is_asked_for():
    at = opened("data", tutorial_set("run.fixture_A.json", "run.fixture_B.json"))
    assert not [item for item in at.expander if item.label == "Repeated runs"]
    one = opened("data", tutorial_set("run.fixture_B.json"))
    labels = [item.label for item in one.file_uploader]
    assert [label for label in labels if "Repeated" in label] == ["Repeated runs of A"]


def test_the_saved_settings_give_them_again(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "data_folder", lambda: tmp_path)
    for name in FIXTURES:
        (tmp_path / name).write_bytes((TUTORIAL / name).read_bytes())
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text(json.dumps(AGAIN))
    slots = ("corpus", "queries", "qrels", "run", "run")
    files = [from_path(tmp_path / name, slot) for name, slot in zip(FIXTURES, slots, strict=True)]
    files += [
        Given(**{**vars(from_path(tmp_path / name, "repeat")), "role": "B"})
        for name in ("a.json", "b.json")
    ]
    text = card_files_text(settled(files))
    table = tomllib.loads(text)
    assert "repeats" not in table["runs"][0]
    assert table["runs"][1]["repeats"] == [str(tmp_path / "a.json"), str(tmp_path / "b.json")]
    (tmp_path / "x.toml").write_text(text)
    at = opened("data", tutorial_set(), k="2")
    generation = at.session_state["upload_generation"]
    at.file_uploader(key=f"upload-{generation}").set_value([("x.toml", text.encode(), "")]).run()
    assert not at.exception
    assert places(at) == [("a.json", "B"), ("b.json", "B")]


def card_files_text(files) -> str:
    """The settings file that a session with these files saves."""
    from ircompare.dashboard.scorecard.tables import kept

    in_order = sorted(files, key=lambda item: item.role or "~")
    named = [(item.slot, item.path or item.source, item.name) for item in in_order]
    return write_settings(kept(Settings.of(named, Protocol(k=2)), in_order))


def test_the_sample_has_them_and_its_values_are_those_of_the_command():
    digest = library().register(SAMPLES["helpcentre"].given())
    held = card_calls.inputs(digest, Protocol(k=5, split="test"), SAMPLES["helpcentre"].choices())
    assert [len(side.repeats) for side in (held.a, held.b)] == [1, 2]
    found = {one.key: dict(one.values) for one in card_calls.beside(held).findings}
    assert found["response_consistency_a"]["identical top 5"] == 1
    assert found["response_consistency_b"]["runs"] == 3
    page = opened("scorecard", digest, k="5", split="test")
    (command,) = [item.value for item in page.code if "ircompare scorecard" in str(item.value)]
    assert f"--repeat B={FOLDER / 'runs' / 'repeats' / 'lsa_3.run'}" in command


# Files as given


def repeat(source: str, role: str = "", digest: str = "") -> Given:
    return Given(source, digest or source, "repeat", role)


def run(source: str) -> Given:
    return Given(source, source, "run")


def test_either_run_has_any_number_of_them_and_no_role_is_taken():
    files = settled([run("x"), run("y"), repeat("1", "B"), repeat("2", "B"), repeat("3", "A")])
    assert [item.role for item in files] == ["A", "B", "B", "B", "A"]
    assert [item.role for item in swapped(files)] == ["B", "A", "A", "A", "B"]


@pytest.mark.parametrize(("source", "role"), [("lsa_2.run", "B"), ("other.run", "")])
def test_without_a_role_the_name_of_the_run_decides_or_nothing_does(source, role):
    assert settled([run("bm25.run"), run("lsa.run"), repeat(source)])[-1].role == role


def test_a_repeated_run_takes_the_place_of_no_run_and_of_no_repeat_of_the_other():
    held = settled([run("x.run"), run("y.run"), repeat("x.run", "A"), repeat("x.run", "B")])
    found = add(held, [repeat("x.run", "A", "new")])
    assert sorted((item.slot, item.role, item.digest) for item in found) == [
        ("repeat", "A", "new"),
        ("repeat", "B", "x.run"),
        ("run", "A", "x.run"),
        ("run", "B", "y.run"),
    ]
    assert len(add(held, [Given("x.run", "newer", "run")])) == 4


TABLES = {
    "measurements": "query_id,latency_ms\n{},3\n",
    "answers": "query_id,nugget_id,vital,supported\n{},n1,yes,no\n",
    "pairs": "query_id,document_id,probability\n{},d1,0.5\n",
    "variants": "variant_id,original_id\nv1,{}\n",
}


@pytest.mark.parametrize("slot", TABLES)
def test_a_table_of_another_collection_is_told_on_its_card_as_on_the_scorecard(slot):
    for query, foreign in (("q9", True), ("q2", False)):
        table = from_upload(f"{slot}.csv", TABLES[slot].format(query).encode())
        assert table.slot == slot
        digest = library().register(settled([*library().files(tutorial_set()), table]))
        at = opened("data", digest, k="2", split="test")
        page = opened("scorecard", digest, k="2", split="test")
        told = f"{slot}.csv: the {slot} name no query of the split"
        here = [str(item.value) for item in at.code if told in str(item.value)]
        assert here == [str(item.value) for item in page.code if told in str(item.value)]
        assert len(here) == foreign
        heading = "Does not fit this collection: the Scorecard cannot use it"
        assert [item.value for item in at.error] == [heading] * foreign
        assert ("Drop the mended file" in shown(at)) is foreign
