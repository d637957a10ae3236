"""Qrels of several judges: whose grades count is declared, never guessed."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.errors import InputError
from ircompare.inference.agreement import Opinion
from ircompare.readers.judges import opinions_of
from ircompare.readers.reading import read
from ircompare.readers.settings import Settings, read_settings, write_settings
from ircompare.readers.sniff import sniff

HEAD = "query_id,doc_id,judge,relevance,reason"
ROWS = (
    *("q,a,ann,2,names the price", 'q,a,bob,0,"old, and off topic"', "q,a,cid,2,"),
    *("q,b,ann,0,", "q,b,bob,0,", "p,a,bob,1,"),
)


def csv_of(*rows: str, head: str = HEAD) -> bytes:
    return "\n".join([head, *rows, ""]).encode()


def grades(data: bytes, judge: str | None = None, name: str = "qrels.csv") -> dict[str, object]:
    found = read(data, name, "qrels", name=judge)
    assert found.warnings == ()
    return {query_id: found.value.of(query_id) for query_id in found.value.query_ids}


def refused(data: bytes, judge: str | None = None) -> str:
    with pytest.raises(InputError) as raised:
        read(data, "qrels.csv", "qrels", name=judge)
    return str(raised.value)


def test_one_judge_by_name():
    assert grades(csv_of(*ROWS), "bob") == {"q": {"a": 0, "b": 0}, "p": {"a": 1}}
    assert grades(csv_of(*ROWS), "cid") == {"q": {"a": 2}}


def test_the_grade_of_most_judges():
    assert grades(csv_of(*ROWS), "majority") == {"q": {"a": 2, "b": 0}, "p": {"a": 1}}


def test_judges_who_differ_are_refused_while_nothing_is_declared():
    assert refused(csv_of(*ROWS)) == (
        "qrels.csv: judges differ on 1 pair, and it is not declared whose grade counts\n"
        "  expected: one judge by name (--judge NAME), or the grade of most of them "
        "(--judge majority)\n"
        '  found:    document "a" for query "q": ann 2, bob 0, cid 2\n'
        "  mend:     declare it"
    )


def test_judges_who_agree_need_no_declaration():
    assert grades(csv_of("q,a,ann,1,", "q,a,bob,1,", "q,b,bob,0,")) == {"q": {"a": 1, "b": 0}}


@pytest.mark.parametrize(
    ("rows", "has_majority"),
    [
        pytest.param(("ann,1", "bob,0"), False, id="one against one"),
        pytest.param(("ann,1", "bob,0", "cid,1"), True, id="two of three"),
        pytest.param(("ann,1", "bob,0", "cid,2"), False, id="three grades"),
        pytest.param(("ann,1", "bob,0", "cid,1", "dan,0"), False, id="two of four"),
        pytest.param(("ann,1",), True, id="one judge"),
    ],
)
def test_a_majority_is_more_than_half(rows, has_majority):
    data = csv_of(*(f"q,a,{row}," for row in rows))
    if has_majority:
        assert grades(data, "majority") == {"q": {"a": 1}}
    else:
        assert "1 pair without a grade that most judges give" in refused(data, "majority")


def test_an_unknown_judge_and_qrels_without_judges_are_refused():
    told = refused(csv_of(*ROWS), "zoe")
    assert 'no judge "zoe" among the qrels' in told
    assert '"ann", "bob", "cid", or majority' in told
    plain = csv_of("q,a,1", head="query_id,doc_id,relevance")
    assert 'judge "ann" was named, and the qrels have no column of judges' in refused(plain, "ann")


def test_a_judge_who_contradicts_himself_is_refused():
    data = csv_of("q,a,ann,1,", "q,a,ann,0,")
    for judge in (None, "majority"):
        assert 'judge "ann" judged document "a" twice for query "q"' in refused(data, judge)
    assert 'document "a" judged twice for query "q"' in refused(data, "ann")


def test_a_judge_named_majority_is_a_judge():
    data = csv_of("q,a,majority,0,", "q,a,ann,1,", "q,a,bob,1,")
    assert grades(data, "majority") == {"q": {"a": 0}}


def test_a_bad_grade_is_told_with_its_line():
    assert "qrels.csv:3: " in refused(csv_of("q,a,ann,1,", "q,b,ann,good,"), "ann")


def as_jsonl(*rows: str) -> bytes:
    names = HEAD.split(",")
    lines = []
    for row in rows:
        record = dict(zip(names, row.split(",", 4), strict=True))
        lines.append(json.dumps(record | {"relevance": int(record["relevance"])}))
    return "\n".join(lines).encode()


@pytest.mark.parametrize("form", ["csv", "tsv", "jsonl"])
def test_every_form_is_recognised_and_read_alike(form):
    rows = [row for row in ROWS if '"' not in row] + ["q,a,bob,0,off topic"]
    data = as_jsonl(*rows) if form == "jsonl" else csv_of(*rows)
    if form == "tsv":
        data = data.replace(b",", b"\t")
    assert sniff(data, "file").slot == "qrels"
    assert grades(data, "ann", "file") == {"q": {"a": 2, "b": 0}}
    said = opinions_of(data, "file")
    assert said[0] == Opinion("q", "a", "ann", 2, "names the price")
    assert said[-1] == Opinion("q", "a", "bob", 0, "off topic")
    assert len(said) == len(rows)


def test_files_without_judges_hold_no_opinions():
    assert opinions_of(b"q 0 a 1\n", "qrels.txt") == ()
    assert opinions_of(b'{"q": {"a": 1}}', "qrels.json") == ()
    assert opinions_of(b"query_id,doc_id,relevance\nq,judge,1\n", "qrels.csv") == ()


def test_the_settings_file_keeps_the_judge():
    said = Settings.of([("qrels", "q.csv", "ann")], read_protocol())
    assert said.judge == "ann"
    again = read_settings(write_settings(said).encode(), "ircompare.toml")
    assert list(again.files()) == [("qrels", "q.csv", "ann")]
    with pytest.raises(InputError, match='key "judge" has a value that cannot be used'):
        read_settings(b"judge = 3", "ircompare.toml")


def read_protocol():
    from ircompare.model.protocol import Protocol

    return Protocol()


opinion_rows = st.dictionaries(
    st.tuples(st.sampled_from("pq"), st.sampled_from("abc"), st.sampled_from("xyz")),
    st.integers(0, 2),
    min_size=1,
)


@given(opinion_rows)
def test_the_majority_is_that_of_a_plain_count(said):
    data = csv_of(*(f"{q},{d},{judge},{grade}," for (q, d, judge), grade in said.items()))
    by_pair: dict[tuple[str, str], list[int]] = {}
    for (q, d, _), grade in said.items():
        by_pair.setdefault((q, d), []).append(grade)
    wanted: dict[str, dict[str, int]] = {}
    for (q, d), given_grades in by_pair.items():
        grade, count = Counter(given_grades).most_common(1)[0]
        if 2 * count <= len(given_grades):
            assert "without a grade that most judges give" in refused(data, "majority")
            return
        wanted.setdefault(q, {})[d] = grade
    assert grades(data, "majority") == wanted
