"""Baselines: what is recorded, what is refused, and that reading gives back what was written."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.consistency.baseline import (
    Baseline,
    BaselineMeta,
    make_baseline,
    meta_json,
    rankings_json,
)
from ircompare.consistency.library import Library
from ircompare.errors import InputError
from ircompare.model.run import Run
from ircompare.readers.baseline import parse_baseline, read_baseline
from ircompare.report.baseline_files import write_baseline
from tests.consistency.worlds import LIBRARY, NAMES, baseline_of, run_of

lists = st.lists(st.sampled_from(NAMES), unique=True, max_size=7)
queries = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8)


def _record(run: Run | None = None, library: Library = LIBRARY, **given: object) -> Baseline:
    versions = {"version": "v1", "engine_version": "1.0", **given}
    return make_baseline(run or run_of({"q1": "abc"}), library, **versions)  # type: ignore[arg-type]


def test_the_top_5_of_every_query_is_recorded():
    baseline = baseline_of({"q1": "abcdefg", "q2": "", "q3": "ab"})
    assert baseline.rankings == {
        "q1": ("a.md", "b.md", "c.md", "d.md", "e.md"),
        "q2": (),
        "q3": ("a.md", "b.md"),
    }
    assert baseline.slots == 7


def test_scores_decide_the_order_that_is_recorded():
    run = Run.build("e", ["q"] * 3, ["a.md", "b.md", "c.md"], scores=[1.0, 3.0, 2.0])
    assert _record(run).rankings == {"q": ("b.md", "c.md", "a.md")}


def test_the_texts_of_both_files():
    baseline = _record(
        run_of({"q1": "ab", "世": ""}),
        Library.from_pages({"a.md": "hello", "b.md": "世界"}, pattern="**/*.md"),
        created="2024-05-01",
    )
    assert rankings_json(baseline) == '{\n  "q1": ["a.md", "b.md"],\n  "世": []\n}\n'
    meta = json.loads(meta_json(baseline))
    assert meta.pop("page_records") == {
        "a.md": f"{hashlib.sha256(b'hello').hexdigest()}:5",
        "b.md": f"{hashlib.sha256('世界'.encode()).hexdigest()}:6",
    }
    assert list(meta) == ["version", "library", "engine", "queries", "slots", "created", "run"]
    assert meta["library"] == {
        "fingerprint": "cf70a018450557f9",
        "fingerprint_v2": "a83bd79f63235cffeee0a6b074e4f815ee521848f8144ab664d794bdea91d022",
        "pages": 2,
        "pattern": "**/*.md",
        "strip_suffix": False,
    }
    assert (meta["version"], meta["engine"], meta["created"]) == (
        *("v1", {"version": "1.0"}),
        "2024-05-01",
    )
    assert (meta["queries"], meta["slots"]) == (2, 2)
    assert meta["run"]["order"] == "listed"


@given(st.dictionaries(queries, lists, min_size=1, max_size=4).filter(lambda r: any(r.values())))
def test_reading_gives_back_what_was_written(rankings):
    baseline = _record(Run.from_rankings("e", rankings))
    texts = rankings_json(baseline).encode(), meta_json(baseline).encode()
    assert parse_baseline(*texts) == baseline


@pytest.mark.parametrize(
    ("run", "library", "given", "message"),
    [
        pytest.param(
            *(run_of({"q": "ab"}), Library.from_pages({"a.md": ""}), {}),
            'page "b.md" of query "q" is not in the library',
            id="unknown page",
        ),
        pytest.param(
            *(run_of({"q": ""}), LIBRARY, {}), 'run "engine" returns nothing', id="no slot"
        ),
        pytest.param(
            *(None, Library.from_pages({}), {}), "library holds no page", id="empty library"
        ),
        pytest.param(
            *(None, LIBRARY, {"version": "../x"}), 'baseline version "../x" is no name', id="path"
        ),
        pytest.param(
            *(None, LIBRARY, {"version": ""}), 'baseline version "" is no name', id="no version"
        ),
        pytest.param(
            *(None, LIBRARY, {"engine_version": " "}),
            'engine version " " is no name',
            id="no engine version",
        ),
    ],
)
def test_what_cannot_be_recorded_is_refused(run, library, given, message):
    with pytest.raises(InputError) as caught:
        _record(run, library, **given)
    assert message in str(caught.value)


def test_a_page_behind_rank_5_must_be_in_the_library_too():
    library = Library.from_pages(dict.fromkeys(NAMES[:6], ""))
    with pytest.raises(InputError, match=r'page "g.md" of query "q" is not in the library'):
        _record(run_of({"q": "abcdefg"}), library)


def test_a_name_without_its_extension_is_hinted_at():
    with pytest.raises(InputError, match=r'found:    a page "a.md"'):
        _record(Run.from_rankings("e", {"q": ["a"]}))


BAD_RANKINGS = [
    ('{"q": ["a","b","c","d","e","f"]}', '1: 6 names for query "q"'),
    ('{"q": ["a",\n "a"]}', '2: page "a" twice for query "q"'),
    ('{"q": null}', '1: top 5 of query "q" is null'),
    ('{"q": "a"}', '1: top 5 of query "q" is a string'),
    ('{"q": {"a": 1}}', '1: top 5 of query "q" is an object'),
    ('{"q": [1]}', "1: page name 1 is a number"),
    ('{"q": [null]}', "1: page name null is null"),
    ('{"q": [NaN]}', "1: NaN is no JSON number"),
    ('{"q": [""]}', "1: page name is empty"),
    ('{"q": [], "q": []}', '1: key "q" twice in one object'),
    ('["q"]', "1: JSON file is a list"),
    ("{", "invalid JSON"),
    ("", "file is empty"),
]


@pytest.mark.parametrize(("text", "message"), BAD_RANKINGS)
def test_rankings_that_do_not_parse_are_refused_with_file_and_line(text, message):
    with pytest.raises(InputError) as caught:
        parse_baseline(text.encode(), b'{"version": "v1"}', source="base")
    assert str(caught.value).startswith("base/baseline.json:")
    assert message in str(caught.value)


BAD_META = [
    ('{"version": null}', 'field "version" is null'),
    ('{"version": 2}', 'field "version" is a number'),
    ('{"version": " "}', 'field "version" is a string'),
    ('{"version": NaN}', "NaN is no JSON number"),
    ('{"library": "x"}', 'field "library" is a string'),
    ('{"library": {"fingerprint": "xyz"}}', 'field "library.fingerprint" is a string'),
    ('{"library": {"fingerprint": null}}', 'field "library.fingerprint" is null'),
    ('{"library": {"fingerprint_v2": "cf70a018450557f9"}}', 'field "library.fingerprint_v2"'),
    ('{"library": {"pages": true}}', 'field "library.pages" is a truth value'),
    ('{"library": {"strip_suffix": 1}}', 'field "library.strip_suffix" is a number'),
    ('{"slots": -1}', 'field "slots" is a number'),
    ('{"slots": 1.5}', 'field "slots" is a number'),
    ('{"queries": 2}', "baseline.json is not the file that was recorded"),
    ('{"page_records": {"a.md": "x"}}', 'field "page_records.a.md" is a string'),
    ("[]", "JSON file is a list"),
]


@pytest.mark.parametrize(("text", "message"), BAD_META)
def test_metadata_that_do_not_parse_are_refused(text, message):
    with pytest.raises(InputError) as caught:
        parse_baseline(b'{"q": ["a.md"]}', text.encode(), source="base")
    assert str(caught.value).startswith("base/baseline.meta.json")
    assert message in str(caught.value)


def test_faults_of_both_files_come_together():
    with pytest.raises(InputError) as caught:
        parse_baseline(b'{"q": null}', b'{"version": null}')
    assert caught.value.total == 2


def test_page_records_must_be_those_of_the_fingerprint():
    baseline = _record()
    meta = baseline.meta
    assert meta is not None
    edited = Baseline(baseline.rankings, replace(meta, page_records={"a.md": "0" * 64 + ":1"}))
    with pytest.raises(InputError, match="page records are not those of the recorded library"):
        parse_baseline(rankings_json(edited).encode(), meta_json(edited).encode())


def test_what_metadata_leave_out_is_none():
    assert parse_baseline(b"{}", b"{}") == Baseline({}, BaselineMeta())
    assert parse_baseline(None, b"{}").rankings is None
    assert parse_baseline(b"{}", None).meta is None


def test_a_baseline_of_more_than_5_names_is_a_callers_mistake():
    with pytest.raises(ValueError, match="at most 5 names, each once"):
        Baseline({"q": tuple("abcdef")}, None)


def test_an_absent_folder_holds_no_baseline(tmp_path):
    assert read_baseline(tmp_path / "none") is None
    assert read_baseline(tmp_path) is None


def test_a_folder_gives_back_what_was_written_to_it(tmp_path):
    baseline = _record()
    assert write_baseline(baseline, tmp_path / "new" / "base") is None
    read = read_baseline(tmp_path / "new" / "base")
    assert read is not None
    assert (read.rankings, read.meta) == (baseline.rankings, baseline.meta)
    assert sorted(path.name for path in (tmp_path / "new" / "base").iterdir()) == [
        "baseline.json",
        "baseline.meta.json",
    ]


def test_a_baseline_is_not_written_over(tmp_path):
    write_baseline(_record(), tmp_path)
    before = (tmp_path / "baseline.json").read_bytes()
    with pytest.raises(InputError) as caught:
        write_baseline(_record(run_of({"q": "z"}), version="v2"), tmp_path)
    assert "folder already holds a baseline" in str(caught.value)
    assert "(--replace)" in str(caught.value)
    assert (tmp_path / "baseline.json").read_bytes() == before


def test_replacing_keeps_the_old_one_in_history(tmp_path):
    old, new = _record(), _record(run_of({"q": "z"}), version="v2")
    write_baseline(old, tmp_path)
    assert write_baseline(new, tmp_path, replace=True) == tmp_path / "history" / "v1"
    kept, standing = read_baseline(tmp_path / "history" / "v1"), read_baseline(tmp_path)
    assert kept is not None
    assert standing is not None
    assert (kept.meta, standing.meta) == (old.meta, new.meta)


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_a_version_that_an_earlier_baseline_has_is_refused(tmp_path, version):
    write_baseline(_record(), tmp_path)
    write_baseline(_record(version="v2"), tmp_path, replace=True)
    with pytest.raises(InputError, match=f'baseline version "{version}" is taken'):
        write_baseline(_record(version=version), tmp_path, replace=True)
    standing = read_baseline(tmp_path)
    assert standing is not None
    assert standing.meta is not None
    assert standing.meta.version == "v2"


def test_a_baseline_that_cannot_be_read_is_kept_without_a_name(tmp_path):
    (tmp_path / "baseline.json").write_text("broken")
    kept = write_baseline(_record(), tmp_path, replace=True)
    assert kept == tmp_path / "history" / "unnamed-1"
    assert (kept / "baseline.json").read_text() == "broken"
    (tmp_path / "baseline.meta.json").write_text("{")
    assert write_baseline(_record(version="v3"), tmp_path, replace=True) == (
        tmp_path / "history" / "unnamed-2"
    )


def test_a_folder_that_cannot_be_made_is_an_input_error(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="cannot be written"):
        write_baseline(_record(), tmp_path / "file" / "base")
