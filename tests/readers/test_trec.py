"""Line formats: how columns are cut, what is a comment, and what each fault says."""

from __future__ import annotations

import random

import pytest

from ircompare.errors import InputError
from ircompare.readers import read_qrels, read_run, trec


def faults(read, text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text.encode(), "a.txt")
    return [str(problem) for problem in caught.value.problems]


def judgements(text: str) -> dict[str, dict[str, int]]:
    qrels = read_qrels(text.encode(), "qrels.txt").value
    return {query_id: qrels.of(query_id) for query_id in qrels.query_ids}


def rankings(text: str) -> dict[str, list[str]]:
    run = read_run(text.encode(), "a.run").value
    return {query_id: run.ranking(query_id) for query_id in run.query_ids}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("q1 0 a 1\n", {"q1": {"a": 1}}, id="spaces"),
        pytest.param(
            "  q1  0\ta   1 \t\n", {"q1": {"a": 1}}, id="runs of blanks, also at the ends"
        ),
        pytest.param("q1\t0\tNew York\t1\n", {"q1": {"New York": 1}}, id="tabs keep inner blanks"),
        pytest.param("q1\t0\t a  b \t1\n", {"q1": {"a  b": 1}}, id="blanks at the ends of a field"),
        pytest.param(
            "q1\t0\ta\t1\nq1 0 b 0\n", {"q1": {"a": 1, "b": 0}}, id="tabs on one line only"
        ),
        pytest.param("q1\ta\t1\nq1\tb\t1\n", {"q1": {"a": 1, "b": 1}}, id="BEIR"),
        pytest.param("q1 a 1\nq1 b 2\n", {"q1": {"a": 1, "b": 2}}, id="three columns"),
        pytest.param(
            "q1 0 a\u3000b 1\n", {"q1": {"a\u3000b": 1}}, id="ideographic space is no blank"
        ),
        pytest.param("q1 0 a\u00a0b 1\n", {"q1": {"a\u00a0b": 1}}, id="no-break space is no blank"),
        pytest.param("q1 0 a +5\nq1 0 b -2\n", {"q1": {"a": 5, "b": -2}}, id="signs"),
        pytest.param(
            "b 0 x 1\na 0 x 1\nb 0 y 0\n", {"b": {"x": 1, "y": 0}, "a": {"x": 1}}, id="blocks"
        ),
    ],
)
def test_judgements_are_read(text, expected):
    assert judgements(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("q1 Q0 a 1 2.5 t\nq1 Q0 b 2 1e-3 t\n", {"q1": ["a", "b"]}, id="TREC"),
        pytest.param("q1\tQ0\tNew York\t1\t2\tt\n", {"q1": ["New York"]}, id="TREC, tabs"),
        pytest.param(
            "q1\tQ0\ta\t1\t  2.5\tmy run\n", {"q1": ["a"]}, id="padded score, blank in the tag"
        ),
        pytest.param("q1\tb\t1\nq1\ta\t2\n", {"q1": ["b", "a"]}, id="MS MARCO"),
        pytest.param("q1\tNew York\t1\n", {"q1": ["New York"]}, id="MS MARCO, blanks in the id"),
    ],
)
def test_rankings_are_read(text, expected):
    assert rankings(text) == expected


def test_ms_marco_ranks_are_ranks_and_no_scores():
    run = read_run(b"q1\tb\t1\nq1\ta\t2\n", "a.run").value
    assert run.scores is None
    assert run.ranks.tolist() == [1, 2]
    assert run.natural_order == "rank"


def test_lines_are_those_of_an_editor():
    loaded = read_run(
        b"# c\r\n\r\nq2 Q0 a 1 2 t\r\nq1 Q0 a 1 2 t\r\n\r\nq2 Q0 b 2 1 t\r\n", "a.run"
    )
    run = loaded.value
    assert run.query_ids == ("q2", "q1")
    assert run.lines.tolist() == [3, 6, 4]
    assert loaded.counts["blank lines"] == 2
    assert loaded.counts["comment lines"] == 1


@pytest.mark.parametrize(
    ("line", "count"),
    [
        pytest.param("# comment here", 1, id="words"),
        pytest.param("#comment", 1, id="no blank after it"),
        pytest.param("# a b c", 1, id="the right number of words, but no grade"),
        pytest.param("#q 0 a 1", 0, id="a record whose query begins with it"),
        pytest.param("# 0 a 1", 0, id="a record whose query is it"),
    ],
)
def test_a_line_is_a_comment_only_if_it_is_no_record(line, count):
    loaded = read_qrels(f"{line}\nq1 0 CR#93E-1860 1\n".encode(), "qrels.txt")
    assert loaded.counts.get("comment lines", 0) == count
    assert loaded.counts["judgements"] == 2 - count
    assert loaded.value.of("q1") == {"CR#93E-1860": 1}


def test_an_indented_number_sign_is_no_comment():
    assert faults(read_qrels, "q1 0 a 1\n # a note\n")[0].startswith(
        "a.txt:2: 3 columns instead of 4"
    )


def test_comments_do_not_break_the_tab_rule():
    assert judgements("# made by hand\nq1\t0\tNew York\t1\n") == {"q1": {"New York": 1}}


def test_a_missing_tag_is_described_in_full():
    assert faults(read_run, "q1 Q0 a 1 2\n") == [
        "a.txt:1: 5 columns instead of 6\n"
        "  expected: 6 columns (qid Q0 docid rank score tag)\n"
        '  found:    "q1 Q0 a 1 2"\n'
        "  mend:     add a tag, the name of the run, as the last column"
    ]


def test_an_id_with_blanks_is_described_in_full():
    assert faults(read_run, "q1 Q0 New York 1 2 t\n") == [
        "a.txt:1: 7 columns instead of 6\n"
        "  expected: 6 columns (qid Q0 docid rank score tag)\n"
        '  found:    "q1 Q0 New York 1 2 t"\n'
        "  mend:     if an id holds blanks, separate the columns of every line by tabs"
    ]


def test_the_line_that_breaks_the_tab_rule_is_named():
    text = "q1\tQ0\tNew York\t1\t3\tt\nq1\tQ0\tRome\t2\t2\tt\nq1\tQ0\tOslo\t3\t1 t\n"
    assert faults(read_run, text) == [
        "a.txt:1: 7 columns instead of 6\n"
        "  expected: 6 columns (qid Q0 docid rank score tag)\n"
        '  found:    "q1\\tQ0\\tNew York\\t1\\t3\\tt"\n'
        "  mend:     an id with blanks needs 6 tab-separated fields on every line; "
        "line 3 has another number of them"
    ]


def test_a_tag_may_hold_blanks_where_tabs_separate():
    lines = ["q1\tQ0\ta\t1\t3\tSTD", "q1\tQ0\tb\t2\t2\tSTD more text"]
    loaded = read_run("\n".join(lines).encode(), "a.txt")
    assert loaded.value.ranking("q1") == ["a", "b"]
    assert loaded.warnings[0].found == '"STD", "STD more text"'


@pytest.mark.parametrize(
    ("score", "headline"),
    [
        pytest.param("nan", 'score "nan" is not finite', id="nan"),
        pytest.param("-Inf", 'score "-Inf" is not finite', id="infinity"),
        pytest.param("1e999", 'score "1e999" is not finite', id="too large"),
        pytest.param("1_000", 'score "1_000" is not a number', id="underscore"),
        pytest.param("0x1p3", 'score "0x1p3" is not a number', id="hexadecimal"),
        pytest.param("1,5", 'score "1,5" is not a number', id="decimal comma"),
        pytest.param("٣", 'score "٣" is not a number', id="other digits"),
        pytest.param(".", 'score "." is not a number', id="a point alone"),
    ],
)
def test_scores_are_finite_decimals(score, headline):
    lines = f"q1 Q0 a 1 9 t\nq1 Q0 b 2 {score} t\n"
    assert faults(read_run, lines)[0].splitlines()[0] == f"a.txt:2: {headline}"


@pytest.mark.parametrize("score", ["-3", "+1.5", ".5", "5.", "1e-3", "1E+3", "17.123456789012345"])
def test_decimal_literals_are_scores(score):
    run = read_run(f"q1 Q0 a 1 {score} t\n".encode(), "a.run").value
    assert run.scores.tolist() == [float(score)]


@pytest.mark.parametrize(
    ("grade", "lines"),
    [
        pytest.param(
            "0.9", ['grade "0.9" is not a whole number', "choose the threshold"], id="0.9"
        ),
        pytest.param("1.0", ['grade "1.0" is not a whole number', "write 1"], id="1.0"),
        pytest.param("1e0", ['grade "1e0" is not a whole number', "write 1"], id="1e0"),
        pytest.param("true", ['grade "true" is not a whole number', "write 1"], id="true"),
        pytest.param("x", ['grade "x" is not a whole number'], id="a letter"),
        pytest.param("1_0", ['grade "1_0" is not a whole number'], id="underscore"),
        pytest.param("9" * 19, ["is out of range", "from -9223372036854775808 to"], id="64 bits"),
        pytest.param("9" * 5000, ["is not a whole number"], id="5000 digits"),
    ],
)
def test_grades_are_whole_numbers(grade, lines):
    fault = faults(read_qrels, f"q1 0 a 1\nq1 0 b {grade}\n")[0]
    assert fault.startswith("a.txt:2: ")
    assert all(line in fault for line in lines)


def test_ranks_are_whole_numbers():
    assert faults(read_run, "q1 Q0 a 1.5 2 t\n") == [
        'a.txt:1: rank "1.5" is not a whole number\n'
        "  expected: a whole number, such as 1 for the best document"
    ]


def test_all_faults_of_a_file_come_together_in_the_order_of_its_lines():
    text = "q1 Q0 a x 2 t\nq1 Q0 a 1 nan t\nq1 Q0\n\nq1 Q0 a 2 1 t\n"
    with pytest.raises(InputError) as caught:
        read_run(text.encode(), "a.txt")
    assert [(p.line, p.code) for p in caught.value.problems] == [
        (1, "bad-rank"),
        (2, "bad-score"),
        (2, "duplicate-document"),
        (3, "column-count"),
        (5, "duplicate-document"),
    ]


def test_a_file_of_nothing_but_faults_shows_20_and_counts_the_rest():
    with pytest.raises(InputError) as caught:
        read_run(b"q1 Q0 a 1 2\n" * 50, "a.run")
    assert (len(caught.value.problems), caught.value.total) == (20, 50)
    assert str(caught.value).endswith("\n… and 30 more problems")


def test_a_document_twice_is_described_in_full():
    assert faults(read_run, "q1 Q0 a 1 9 t\nq1 Q0 b 2 5 t\nq1 Q0 a 3 1 t\n") == [
        'a.txt:3: document "a" twice for query "q1"\n'
        "  expected: each document at most once a query\n"
        "  found:    also on line 1\n"
        "  mend:     remove one of the two, or read the file as chunks"
    ]


def test_two_grades_for_one_pair_are_described_in_full():
    assert faults(read_qrels, "q1 0 a 1\nq1 0 b 0\nq1 0 a 2\n") == [
        'a.txt:3: document "a" judged twice for query "q1"\n'
        "  expected: one grade for each query and document\n"
        "  found:    grade 2, and grade 1 on line 1\n"
        "  mend:     keep the right one of the two judgements"
    ]


def test_equal_repeats_are_a_warning():
    loaded = read_qrels(b"q1 0 a 1\nq1 0 a 1\nq1 0 b 0\n", "qrels.txt")
    assert loaded.counts["judgements"] == 2
    assert [str(warning) for warning in loaded.warnings] == [
        "qrels.txt: 1 judgement stands twice with the same grade and is counted once\n"
        "  expected: each judgement once\n"
        "  mend:     remove the repeated lines"
    ]


def test_an_unknown_header_lists_the_columns():
    assert faults(read_qrels, "topic_nr\tx\tdocument_nr\tgrade\nq1\t0\ta\t1\n") == [
        "a.txt:1: first line looks like a header with unknown column names\n"
        "  expected: query_id: query_id or qid or q_id or queryid or topic_id or topic; "
        "doc_id: doc_id or docid or docno or document_id or documentid or corpus_id; "
        "grade: relevance or grade or judgement or judgment or rel or label\n"
        "  found:    topic_nr, x, document_nr, grade\n"
        "  mend:     rename the columns, or remove the line"
    ]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"q1\t0\t\t1\n", id="empty id between tabs"),
        pytest.param(b"q1 0 a\x01b 1\n", id="control character"),
        pytest.param("q1 0 a\u0085b 1\n".encode(), id="C1 control character"),
        pytest.param(b"q1 0 a\x0bb 1\n", id="vertical tab"),
    ],
)
def test_what_is_no_id_is_refused(data):
    with pytest.raises(InputError) as caught:
        read_qrels(data, "qrels.txt")
    assert caught.value.problems[0].code in {"empty-id", "control-character"}
    assert caught.value.problems[0].line == 1


def test_a_control_character_is_described_in_full():
    assert faults(read_qrels, "q1 0 a\x01b 1\n") == [
        'a.txt:1: document id "a\\x01b" holds a control character\n'
        "  expected: printable characters\n"
        "  found:    U+0001 as character 2\n"
        "  mend:     remove it from the id"
    ]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        pytest.param(b"\n\n \n", "3 blank lines", id="blank lines"),
        pytest.param(b"# one\n# two\n\n", "1 blank lines, 2 comment lines", id="comments"),
    ],
)
def test_a_file_without_records_is_refused(data, found):
    with pytest.raises(InputError) as caught:
        read_run(data, "a.run")
    assert str(caught.value) == (
        "a.run: file holds no record\n"
        "  expected: at least one record\n"
        f"  found:    {found}\n"
        "  mend:     check how the file was written"
    )


def synthetic(separator: str, ends: str) -> bytes:
    chance = random.Random(7)
    rows = [
        separator.join(
            (
                f"q{query}",
                "Q0",
                f"d{chance.randrange(10**6)}-{rank}",
                str(rank),
                repr(50 - rank / 7),
                "t",
            )
        )
        for query in range(40)
        for rank in range(50)
    ]
    return (ends.join(rows) + ends).encode()


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("separator", [" ", "\t", "  "], ids=["space", "tab", "two spaces"])
def test_the_columnar_path_gives_what_the_strict_reader_gives(monkeypatch, separator, ends):
    data = synthetic(separator, ends)
    strict = read_run(data, "a.run")
    monkeypatch.setattr(trec, "COLUMNAR_FROM", 0)
    fast = read_run(data, "a.run")
    assert fast.value.documents.equals(strict.value.documents)
    assert fast.value.query_ids == strict.value.query_ids
    assert fast.value.scores.tolist() == strict.value.scores.tolist()
    assert fast.value.ranks.tolist() == strict.value.ranks.tolist()
    assert fast.value.lines.tolist() == strict.value.lines.tolist()
    assert (fast.counts, fast.samples, fast.format) == (
        strict.counts,
        strict.samples,
        strict.format,
    )
    assert fast.value.provenance == strict.value.provenance == {"tag": "t"}


@pytest.mark.parametrize(
    "text",
    [
        "q1 Q0 a 1 nan t\n",
        "q1 Q0 a 1 2\n",
        "# c\nq1 Q0 a 1 2 t\n\n",
        "q1 Q0 a 1 2 t\nq1 Q0 b 2 1 u\n",
    ],
)
def test_the_strict_reader_decides_where_the_columnar_path_does_not(monkeypatch, text):
    def outcome() -> object:
        try:
            loaded = read_run(text.encode(), "a.run")
        except InputError as error:
            return str(error)
        return loaded.counts, [str(warning) for warning in loaded.warnings]

    strict = outcome()
    monkeypatch.setattr(trec, "COLUMNAR_FROM", 0)
    assert outcome() == strict
