"""What a run says of itself: tags, the ir_metadata header, a companion file."""

from __future__ import annotations

import pytest

from ircompare.readers import load, read_run

ROWS = "q1 Q0 a 1 2 t\n"
HEADER = """# ir_metadata.start
# ir_metadata.version: 0.1
# tag: other
# method:
#   retrieval:
#     - name: bm25
#       k1: 0.9
# made: 2026-01-02
# ir_metadata.end
"""


def provenance(text: str, companion: bytes | None = None) -> dict[str, object]:
    return dict(read_run(text.encode(), "a.run", companion=companion).value.provenance)


def test_the_header_is_read_as_yaml_and_counted_as_comments():
    assert provenance(HEADER + ROWS) == {
        "ir_metadata.version": 0.1,
        "tag": "t",
        "method": {"retrieval": [{"name": "bm25", "k1": 0.9}]},
        "made": "2026-01-02",
    }
    assert read_run((HEADER + ROWS).encode(), "a.run").counts["comment lines"] == 9


def test_lines_of_the_header_are_never_records():
    header = "# ir_metadata.start\n# a: 1 2 3 x\n# ir_metadata.end\n"
    loaded = read_run((header + ROWS).encode(), "a.run")
    assert loaded.value.query_ids == ("q1",)
    assert loaded.counts["rows"] == 1


def test_a_header_that_is_no_yaml_is_a_warning():
    loaded = read_run(
        ("# ir_metadata.start\n# a: [1\n# ir_metadata.end\n" + ROWS).encode(), "a.run"
    )
    assert [(w.code, w.line) for w in loaded.warnings] == [("bad-provenance", 1)]
    assert str(loaded.warnings[0]) == (
        "a.run:1: description of the run cannot be read\n"
        "  expected: names and values in YAML or JSON\n"
        "  found:    while parsing a flow sequence\n"
        "  mend:     mend the description; the run itself is read without it"
    )
    assert dict(loaded.value.provenance) == {"tag": "t"}


@pytest.mark.parametrize(
    ("companion", "expected"),
    [
        pytest.param(b'{"engine": "x", "n": 1}', {"engine": "x", "n": 1}, id="JSON"),
        pytest.param(b"engine: x\nn: 1\n", {"engine": "x", "n": 1}, id="YAML"),
        pytest.param(b"\xef\xbb\xbfengine: x", {"engine": "x"}, id="byte order mark"),
        pytest.param(b"{}", {}, id="nothing"),
        pytest.param(b'{"x": NaN}', {"x": "nan"}, id="not finite"),
    ],
)
def test_a_companion_describes_the_run(companion, expected):
    assert provenance(ROWS, companion) == {**expected, "tag": "t"}


@pytest.mark.parametrize(
    "companion",
    [
        pytest.param(b"\xff", id="not UTF-8"),
        pytest.param(b"[1, 2]", id="a list"),
        pytest.param(b"a: &x [1]\nb: *x\n", id="aliases"),
        pytest.param(b"!!python/object/apply:os.getcwd []", id="objects"),
        pytest.param(b"[" * 100_000, id="deep"),
        pytest.param(b"a: 2026-13-45\n", id="no such date"),
        pytest.param(b"x" * (2 << 20), id="large"),
    ],
)
def test_a_companion_that_cannot_be_read_is_a_warning(companion):
    loaded = read_run(ROWS.encode(), "a.run", companion=companion)
    assert [warning.code for warning in loaded.warnings] == ["bad-provenance"]
    assert dict(loaded.value.provenance) == {"tag": "t"}


def test_the_last_word_is_the_tag_then_the_header_then_the_companion():
    text = "# ir_metadata.start\n# tag: h\n# engine: h\n# ir_metadata.end\n" + ROWS
    assert provenance(text, b'{"tag": "c", "engine": "c", "by": "c"}') == {
        "tag": "t",
        "engine": "h",
        "by": "c",
    }


def test_several_tags_are_a_warning():
    loaded = read_run(b"q1 Q0 a 1 2 t\nq1 Q0 b 2 1 u\n", "a.run")
    assert [str(warning) for warning in loaded.warnings] == [
        "a.run: file has 2 different tags\n"
        "  expected: one run in one file\n"
        '  found:    "t", "u"\n'
        "  mend:     split the file if it holds several runs"
    ]
    assert dict(loaded.value.provenance) == {}


@pytest.mark.parametrize(
    "name", ["a.run.meta.json", "a.meta.json", "a.run.meta.yml", "a.meta.yaml"]
)
def test_a_companion_is_found_beside_the_run(tmp_path, name):
    (tmp_path / "a.run").write_text(ROWS, "utf-8")
    (tmp_path / name).write_text('{"engine": "x"}', "utf-8")
    assert dict(load(tmp_path / "a.run", "run").value.provenance) == {"engine": "x", "tag": "t"}
