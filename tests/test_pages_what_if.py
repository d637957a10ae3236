"""Judge in place: marks on the Query page, what follows them, and how they are kept and dropped."""

from __future__ import annotations

import json

import numpy as np
import pytest

from ircompare.dashboard import calls, state
from ircompare.dashboard.dataset import dataset
from ircompare.dashboard.files import from_upload, library, with_roles
from ircompare.dashboard.judgements.marks import Mark, marked, register, with_mark
from ircompare.dashboard.text import plain
from ircompare.inference.whatif import patch_text
from ircompare.model.protocol import Protocol
from tests.conftest import TUTORIAL
from tests.pages import button, click_cell, dataset_of, opened, tutorial_set, words

BANNER = "not in your qrels**"
PAGES = (
    *("data", "compare", "query", "cutoffs", "confidence", "judgements", "slices", "chunks"),
    "gate",
)


def banner(at) -> list[str]:
    return [str(item.value) for item in at.markdown if BANNER in str(item.value)]


def ds(at) -> str:
    held = at.query_params["ds"]
    return held[0] if isinstance(held, list) else held


def mean_lines(at) -> list[str]:
    return [str(item.value) for item in at.markdown if "→ B" in str(item.value)]


def headline(at) -> list[str]:
    return [str(item.value) for item in at.markdown if str(item.value).startswith("####")]


def test_a_mark_moves_values_at_once_and_is_told():
    at = opened("query", tutorial_set(), k="2", q="q2")
    assert plain("RR@2 1 → 1/2") in words(at)
    assert banner(at) == []
    click_cell(at, 1, 1, "Id")
    button(at, "Relevant").click().run()
    text = words(at)
    assert plain("RR@2 1 → 1 ") in text
    assert plain("Recall@2 2/3 → 2/3") in text
    assert banner(at) == [f"**{plain('1 what-if judgement, not in your qrels')}**"]
    assert plain("what if, not in your qrels: there not relevant, grade 0") in text
    assert button(at, "Relevant").disabled
    assert not button(at, "Not relevant").disabled
    assert at.dataframe[1].value["Mark"].tolist()[1] == "●"


def test_taking_a_mark_back_gives_the_first_address_again():
    digest = tutorial_set()
    at = opened("query", digest, k="2", q="q2")
    click_cell(at, 1, 1, "Id")
    button(at, "Relevant").click().run()
    assert ds(at) != digest
    button(at, "As in your qrels").click().run()
    assert (ds(at), banner(at)) == (digest, [])
    button(at, "Relevant").click().run()
    button(at, "Not relevant").click().run()
    assert (ds(at), banner(at)) == (digest, [])


def test_the_shortcuts_stand_on_the_buttons():
    at = opened("query", tutorial_set(), k="2", q="q2")
    click_cell(at, 1, 1, "Id")
    button(at, "Relevant").click().run()
    shortcuts = {item.label: item.proto.shortcut.upper() for item in at.button}
    own = ("Relevant", "Not relevant", "As in your qrels")
    assert [shortcuts[label] for label in own] == ["Y", "N", "U"]
    assert len({key for key in shortcuts.values() if key}) == sum(map(bool, shortcuts.values()))


def patched_set(**changes: dict[str, int]) -> str:
    """The tutorial with the judgements changed in the file itself."""
    qrels = json.loads((TUTORIAL / "qrels.json").read_text())
    for query_id, grades in changes.items():
        qrels[query_id] |= grades
    names = ("corpus.json", "queries.json", "run.fixture_A.json", "run.fixture_B.json")
    files = [from_upload(name, (TUTORIAL / name).read_bytes()) for name in names]
    files.append(from_upload("qrels.json", json.dumps(qrels).encode()))
    return library().register(with_roles(files))


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"q2": {"d1": 1}}, id="one more relevant document"),
        pytest.param({"q5": {"d1": 1}}, id="a query becomes eligible"),
        pytest.param({"q4": {"d6": 0}}, id="a query loses its last"),
    ],
)
def test_every_value_equals_a_full_evaluation_of_the_patched_file(changes):
    marks = [
        Mark(query_id, doc_id, grade)
        for query_id, grades in changes.items()
        for doc_id, grade in grades.items()
    ]
    base, file_set = tutorial_set(), patched_set(**changes)
    derived = register(base, marks)
    protocol = Protocol(k=2)
    found, full = (calls.comparison(digest, protocol) for digest in (derived, file_set))
    before = calls.comparison(base, protocol)
    qrels = [one.a.scope.collection.qrels.sha256 for one in (before, found, full)]
    assert qrels[1] == qrels[2] != qrels[0]
    for one, other in ((found.a, full.a), (found.b, full.b)):
        for measure in ("recall", "rr", "ndcg"):
            assert one.mean(measure) == other.mean(measure)
            both = [side.values(measure).floats() for side in (one, other)]
            assert np.array_equal(*both, equal_nan=True)
    assert found.count == full.count
    at, at_full = (opened("compare", digest, k="2") for digest in (derived, file_set))
    assert mean_lines(at) == mean_lines(at_full)
    assert headline(at) == headline(at_full)
    assert mean_lines(at) != mean_lines(opened("compare", base, k="2"))


@pytest.mark.parametrize("page", PAGES)
def test_every_page_carries_the_banner(page):
    derived = register(tutorial_set(), [Mark("q2", "d1", 1), Mark("q5", "d1", 1)])
    at = opened(page, derived, k="2")
    assert banner(at) == [f"**{plain('2 what-if judgements, not in your qrels')}**"]
    follows = plain("The gate compares rankings and reads no judgements") not in words(at)
    assert follows == (page != "gate")
    button(at, "Discard").click().run()
    assert banner(at) == []


def test_marks_that_the_qrels_hold_already_are_none():
    at = opened("compare", register(tutorial_set(), [Mark("q2", "d3", 1)]), k="2")
    assert banner(at) == []
    assert with_mark([Mark("q", "d", 1)], Mark("q", "d", 0), 0) == ()


def test_the_patch_is_lines_of_qrels():
    found = dataset(register(tutorial_set(), [Mark("q2", "d1", 1), Mark("q2", "d3", 1)]))
    assert found is not None
    assert found.patch is not None
    assert patch_text(found.patch) == "q2\t0\td1\t1\n"


def test_other_qrels_discard_the_marks_and_say_so():
    at = opened("data", register(tutorial_set(), [Mark("q2", "d1", 1)]), k="2")
    remove = [item for item in at.button if item.label == "Remove"]
    next(item for item in remove if "qrels" in item.help).click().run()
    assert "1 what-if judgement went with the qrels" in words(at)
    assert banner(at) == []
    at.run()
    assert "went with the qrels" not in words(at)


def test_a_mark_beyond_the_corpus_is_refused_in_words_with_the_way_back():
    at = opened("compare", register(tutorial_set(), [Mark("q2", "nowhere", 1)]), k="2")
    assert "nowhere" in "".join(str(item.value) for item in at.code)
    button(at, "Discard").click().run()
    assert mean_lines(at) == mean_lines(opened("compare", tutorial_set(), k="2"))


def test_one_run_alone_follows_too():
    digest = register(tutorial_set("run.fixture_B.json"), [Mark("q2", "d1", 1)])
    assert calls.evaluation(digest, Protocol(k=2), "A").mean("recall") != calls.evaluation(
        tutorial_set("run.fixture_B.json"), Protocol(k=2), "A"
    ).mean("recall")


def test_a_mark_as_relevant_reaches_the_grade_that_counts():
    digest = dataset_of(qrels={"q": {"a": 2}}, runs={"r": {"q": ["x", "a"]}, "s": {"q": ["a"]}})
    at = opened("query", digest, judgements="pooled", min_relevance="2", k="2", q="q")
    click_cell(at, 1, 0, "Id")
    button(at, "Relevant").click().run()
    held = dataset(ds(at))
    assert held is not None
    assert held.patch is not None
    assert patch_text(held.patch) == "q\t0\tx\t2\n"


def test_judgements_that_complete_the_qrels_make_them_exhaustive():
    """Without the marks the files cannot be scored at all; with them they can."""
    qrels = {"q": {"a": 1}}
    runs = {"r": {"q": ["a", "b"]}, "s": {"q": ["b", "a"]}}
    digest = dataset_of(
        qrels=qrels,
        runs=runs,
        queries={"q": {"text": "t", "split": "test"}},
        corpus={"a": "x", "b": "y"},
    )
    derived = register(digest, [Mark("q", "b", 0)])
    assert calls.comparison(derived, Protocol(k=1)).mean_delta("rr") == -1


def test_a_digest_without_marks_stands_for_itself():
    assert register("abc", ()) == "abc"
    assert marked("abc").base == "abc"
    assert state.PAGES.name == "pages"
