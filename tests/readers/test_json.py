"""JSON and JSON lines: shapes, exact lines, and every fault with its place."""

from __future__ import annotations

import json

import pytest

from ircompare.errors import InputError
from ircompare.readers import read_corpus, read_qrels, read_queries, read_run


def problems(read, text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text.encode("utf-8", "surrogatepass"), "a.json")
    return [str(problem) for problem in caught.value.problems]


def headlines(read, text: str) -> list[str]:
    return [problem.splitlines()[0] for problem in problems(read, text)]


def rankings(text: str) -> dict[str, list[str]]:
    run = read_run(text.encode(), "a.json").value
    return {query_id: run.ranking(query_id) for query_id in run.query_ids}


@pytest.mark.parametrize(
    ("value", "expected", "format"),
    [
        pytest.param({"q": ["a", "b"]}, {"q": ["a", "b"]}, "JSON query → ids", id="ids"),
        pytest.param(
            {"q": {"a": 1, "b": 2.5}}, {"q": ["a", "b"]}, "JSON query → id → score", id="map"
        ),
        pytest.param(
            {"q": [{"id": "a", "score": 1}, {"id": "b", "score": 2}]},
            {"q": ["a", "b"]},
            "JSON query → id and score",
            id="objects",
        ),
        pytest.param(
            {"q": [{"doc_id": "a", "score": 1.5}]},
            {"q": ["a"]},
            "JSON query → id and score",
            id="names",
        ),
        pytest.param(
            {"q2": [], "q1": ["a"]}, {"q2": [], "q1": ["a"]}, "JSON query → ids", id="empty list"
        ),
        pytest.param(
            {"q2": {}, "q1": {"a": 1}},
            {"q2": [], "q1": ["a"]},
            "JSON query → id → score",
            id="empty",
        ),
        pytest.param({"q2": []}, {"q2": []}, "JSON query → ids", id="nothing but empty rankings"),
        pytest.param({}, {}, "JSON query → ids", id="a run that misses every query"),
    ],
)
def test_rankings_are_read(value, expected, format):
    assert rankings(json.dumps(value)) == expected
    assert read_run(json.dumps(value).encode(), "a.json").format == format


def test_an_object_of_scores_is_ordered_by_score():
    run = read_run(b'{"q": {"a": 1, "b": 2}}', "a.json").value
    assert run.scores.tolist() == [1.0, 2.0]
    assert run.ordered().ranking("q") == ["b", "a"]
    assert read_run(b'{"q": ["a", "b"]}', "a.json").value.natural_order == "listed"


PRETTY = """{

  "q1": {
    "a": 1,
    "b\\u0020{": 0
  },
  "q2": {"a": 2, "x": 1,
         "y": 3}
}
"""


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_lines_of_judgements_are_exact(ends):
    qrels = read_qrels(PRETTY.replace("\n", ends).encode(), "a.json").value
    assert qrels.documents.to_pylist() == ["a", "b {", "a", "x", "y"]
    assert qrels.lines.tolist() == [4, 5, 7, 7, 8]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param('{"q": ["a", "b"]}', [1, 1], id="one line"),
        pytest.param('\n\n{"q": ["a", "b"]}\n', [3, 3], id="after blank lines"),
        pytest.param('{"q": [\n"a",\n\n"b"]}', [2, 4], id="one id a line"),
        pytest.param(
            '{"q": [\n{"id": "a",\n"score": 1},\n{"score": 2, "id": "b"}]}', [2, 4], id="objects"
        ),
        pytest.param(
            '{"r": {}, "q": {\n"a{[": -1e3,\n"tru\\"e": 2}}', [2, 3], id="marks within strings"
        ),
    ],
)
def test_lines_of_rankings_are_exact(text, lines):
    assert read_run(text.encode(), "a.json").value.lines.tolist() == lines


def test_a_label_false_is_described_in_full():
    assert problems(read_qrels, '{\n "q1": {\n  "a": 1,\n  "b": false\n }\n}') == [
        "a.json:4: grade false is not a whole number\n"
        "  expected: a whole number, such as 0, 1 or 2\n"
        "  found:    a truth value\n"
        "  mend:     write 0 instead of false"
    ]


def test_a_ranking_that_is_a_string_is_described_in_full():
    assert problems(read_run, '{\n "q1": ["a"],\n "q2": "a"\n}') == [
        'a.json:3: ranking of query "q2" is a string\n'
        "  expected: a list of ids, in every query\n"
        '  found:    "a"'
    ]


def test_a_document_id_that_is_a_number_is_described_in_full():
    assert problems(read_run, '{"q1": [\n"a",\n38633\n]}') == [
        "a.json:3: document id 38633 is a number\n"
        "  expected: an id in quotes; ids are exact strings\n"
        '  mend:     write "38633"'
    ]


@pytest.mark.parametrize(
    ("grade", "headline"),
    [
        pytest.param("1.0", "grade 1.0 is not a whole number", id="1.0"),
        pytest.param("0.9", "grade 0.9 is not a whole number", id="0.9"),
        pytest.param("true", "grade true is not a whole number", id="true"),
        pytest.param("null", "grade null is not a whole number", id="null"),
        pytest.param('"1"', 'grade "1" is not a whole number', id="a string"),
        pytest.param("[1]", 'grade "[1]" is not a whole number', id="a list"),
        pytest.param('{"x": 1}', "grade \"{'x': 1}\" is not a whole number", id="an object"),
        pytest.param("1" + "0" * 30, f"grade 1{'0' * 30} is out of range", id="64 bits"),
    ],
)
def test_json_grades_are_whole_numbers(grade, headline):
    text = f'{{"q": {{"a": 1,\n"b": {grade}}}}}'
    assert headlines(read_qrels, text) == [f"a.json:2: {headline}"]


@pytest.mark.parametrize(
    ("score", "headline"),
    [
        pytest.param("true", "score true is not a number", id="true"),
        pytest.param('"2.5"', 'score "2.5" is not a number', id="a string"),
        pytest.param("null", "score null is not a number", id="null"),
        pytest.param("1e999", "score inf is not finite", id="too large"),
        pytest.param("NaN", "NaN is no JSON number", id="NaN"),
        pytest.param("-Infinity", "-Infinity is no JSON number", id="infinity"),
    ],
)
def test_json_scores_are_finite_numbers(score, headline):
    text = f'{{"q": {{"a": 1.5,\n"b": {score}}}}}'
    assert headlines(read_run, text) == [f"a.json:2: {headline}"]


@pytest.mark.parametrize(
    ("item", "headline"),
    [
        pytest.param("true", "document id true is a truth value", id="true"),
        pytest.param("null", "document id null is null", id="null"),
        pytest.param("1.0", "document id 1.0 is a number", id="float"),
        pytest.param('["a"]', "document id \"['a']\" is a list", id="list"),
        pytest.param('""', "document id is empty", id="empty"),
        pytest.param('"a\\tb"', 'document id "a\\tb" holds a control character', id="tab"),
        pytest.param('"\\ud800"', 'document id "\\ud800" holds a lone surrogate', id="surrogate"),
    ],
)
def test_ids_in_json_are_strings(item, headline):
    assert headlines(read_run, f'{{"q": ["a",\n{item}]}}') == [f"a.json:2: {headline}"]


def test_a_repeated_key_is_described_in_full_and_reported_once():
    assert problems(read_qrels, '{"q1": {"a": 1,\n"b": 0,\n"a": 2}}') == [
        'a.json:3: key "a" twice in one object\n'
        "  expected: each key once\n"
        "  found:    also on line 1\n"
        "  mend:     remove one of the two, or merge what they hold"
    ]


@pytest.mark.parametrize(
    ("read", "text", "lines"),
    [
        pytest.param(read_qrels, '{"q": {"a": 1},\n"q": {"a": 1}}', [2], id="query, equal values"),
        pytest.param(
            read_run, '{"q": {"a": 1,\n"b": 1,\n"a": 1}}', [3], id="document of a ranking"
        ),
        pytest.param(read_run, '{"q": [],\n"q": ["a"], "q": 1}', [2, 2], id="ranking, three times"),
        pytest.param(read_corpus, '{"a": "x",\n"a": "x"}', [2], id="document"),
        pytest.param(
            read_corpus, '{"a": {"text": "x", "m": {"k": 1,\n"k": 2}}}', [2], id="deep inside"
        ),
        pytest.param(
            read_corpus, '{"_id": "a", "text": "x"}\n{"_id": "b", "_id": "c"}', [2], id="lines"
        ),
    ],
)
def test_repeated_keys_are_errors_at_every_level(read, text, lines):
    with pytest.raises(InputError) as caught:
        read(text.encode(), "a.json")
    assert [(p.code, p.line) for p in caught.value.problems] == [
        ("duplicate-key", n) for n in lines
    ]


@pytest.mark.parametrize(
    ("text", "headline"),
    [
        pytest.param('{"q": ["a",]}', "invalid JSON: expecting value", id="trailing comma"),
        pytest.param('{"q": ["a"\n', "invalid JSON: expecting ',' delimiter", id="cut off"),
        pytest.param('{"q": ["a"]}\n{"r": ["b"]}', "more text after the end", id="two values"),
        pytest.param("{'q': 1}", "invalid JSON: expecting property name", id="single quotes"),
        pytest.param('{"q": "a\tb"}', "invalid JSON: invalid control character", id="raw tab"),
    ],
)
def test_broken_json_is_an_input_error(text, headline):
    from ircompare.errors import Problems
    from ircompare.readers.jsontext import parse

    noted = Problems("a.json")
    assert parse(text, noted) is None
    assert headline in next(iter(noted)).what


def test_broken_json_is_described_in_full():
    assert problems(read_run, '{"q1": ["a"],\n "q2": ["b" "c"]\n}') == [
        "a.json:2: invalid JSON: expecting ',' delimiter at column 13\n"
        "  expected: valid JSON\n"
        '  found:    " "q2": ["b" "c"]"\n'
        "  mend:     write the file with a JSON library"
    ]


def test_deep_nesting_and_huge_numbers_are_input_errors():
    assert headlines(read_run, '{"q": ' + "[" * 100_000 + "]" * 100_000 + "}") == [
        "a.json: JSON is nested too deeply"
    ]
    assert headlines(read_run, '{"q":\n{"a": ' + "9" * 5000 + "}}") == [
        "a.json:2: a number has too many digits"
    ]


def test_an_array_is_no_collection():
    assert problems(read_corpus, '[{"_id": "a"}]') == [
        "a.json:1: JSON file is a list\n"
        "  expected: an object: document id → text, or → an object with title and text\n"
        '  found:    [{"_id": "a"}]'
    ]


@pytest.mark.parametrize(
    ("read", "text", "headline"),
    [
        pytest.param(
            read_qrels, '{"q": {"a": 1},\n"r": ["a"]}',
            'judgements of query "r" are a list', id="qrels",
        ),
        pytest.param(
            read_run, '{"q": ["a"],\n"r": {"a": 1}}',
            'ranking of query "r" is an object id → score', id="run",
        ),
        pytest.param(
            read_run, '{"q": [{"id": "a", "score": 1},\n"b"]}',
            'ranking of query "q" has an entry without id and score', id="entry",
        ),
        pytest.param(read_corpus, '{"a": "x",\n"b": 3}', 'document "b" is a number', id="corpus"),
        pytest.param(read_queries, '{"a": "x",\n"b": null}', 'query "b" is null', id="queries"),
        pytest.param(
            read_corpus, '{"a": {"text": "x"},\n"b": {"text": 5}}', "text is a number", id="text"
        ),
        pytest.param(
            read_corpus, '{"a": "x",\n"b": "\\udc00"}', "text holds a lone surrogate", id="half"
        ),
        pytest.param(
            read_queries, '{"a": {"text": "x", "split": "dev"},\n"b": {"text": "y", "split": 1}}',
            "split 1 is a number", id="split",
        ),
    ],
)  # fmt: skip
def test_values_of_another_shape_are_named(read, text, headline):
    assert headlines(read, text) == [f"a.json:2: {headline}"]


def test_a_corpus_of_texts_and_records():
    corpus = read_corpus(b'{"a": "x", "b": {"title": "T", "text": "y", "year": 3}}', "c").value
    assert list(corpus.full_texts()) == [("a", "x"), ("b", "T\ny")]
    assert corpus.fields["year"].to_pylist() == [None, 3]


def test_a_corpus_in_json_lines_with_its_metadata():
    lines = [
        {"_id": "d1", "title": "T", "text": "x\u2028y", "year": 2001, "score": 0.5, "tags": ["a"]},
        {"_id": "d2", "title": None, "text": "z", "year": 2002, "score": 2, "url": "u"},
        {"_id": "d3", "text": "", "ok": True},
    ]
    text = "\n\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    loaded = read_corpus(text.encode(), "corpus.jsonl")
    corpus = loaded.value
    assert corpus.ids.to_pylist() == ["d1", "d2", "d3"]
    assert corpus.titles.to_pylist() == ["T", "", ""]
    assert corpus.texts.to_pylist() == ["x\u2028y", "z", ""]
    assert {name: column.to_pylist() for name, column in corpus.fields.items()} == {
        "year": [2001, 2002, None],
        "score": [0.5, 2.0, None],
        "tags": ['["a"]', None, None],
        "url": [None, "u", None],
        "ok": [None, None, "true"],
    }
    assert dict(loaded.counts) == {"documents": 3, "with text": 2, "titles": 1, "blank lines": 2}


def test_faults_of_json_lines_name_the_line_of_the_file():
    text = '{"_id": "a", "text": "x"}\n\n{"_id": 12, "text": "y"}\nnonsense\n'
    text += '{"_id": "a"}\n{"text": "z"}\n'
    with pytest.raises(InputError) as caught:
        read_corpus(text.encode(), "c.jsonl")
    assert [(p.line, p.what) for p in caught.value.problems] == [
        (3, "document id 12 is a number"),
        (4, "invalid JSON: expecting value at column 1"),
        (5, 'document id "a" twice'),
        (6, "record has no field _id"),
    ]


def test_queries_with_splits_and_other_fields():
    records = {
        "q1": {"text": "x", "split": "dev"},
        "q2": {"text": "y", "split": "test", "n": 1},
        "q3": {"text": "z"},
    }
    loaded = read_queries(json.dumps(records).encode(), "queries.json")
    queries = loaded.value
    assert (queries.ids, queries.texts) == (("q1", "q2", "q3"), ("x", "y", "z"))
    assert queries.splits == ("dev", "test", None)
    assert dict(queries.fields) == {"n": (None, 1, None)}
    assert dict(loaded.counts) == {
        "queries": 3, "split dev": 1, "split test": 1, "without a split": 1
    }  # fmt: skip


def test_samples_show_the_first_records():
    loaded = read_run(json.dumps({f"q{n}": ["a"] * 1 for n in range(9)}).encode(), "a.json")
    assert loaded.samples == ('"q0": ["a"]', '"q1": ["a"]', '"q2": ["a"]')
