"""Parts A and B of the traps: what real files have already tripped over, by number."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys

import pyarrow as pa
import pytest

from ircompare.errors import InputError
from ircompare.readers import read, read_corpus, read_qrels, read_queries, read_run, sniff


def judgements(data: str | bytes) -> dict[str, dict[str, int]]:
    qrels = read_qrels(data.encode() if isinstance(data, str) else data, "qrels.txt").value
    return {query_id: qrels.of(query_id) for query_id in qrels.query_ids}


def ranking(data: str | bytes, query_id: str = "q1") -> list[str]:
    run = read_run(data.encode() if isinstance(data, str) else data, "run.txt").value
    return run.ordered().ranking(query_id)


def headline(read_slot, data: str | bytes, source: str = "qrels") -> str:
    with pytest.raises(InputError) as caught:
        read_slot(data.encode() if isinstance(data, str) else data, source)
    return str(caught.value).splitlines()[0]


def message(read_slot, data: str, source: str = "qrels") -> str:
    with pytest.raises(InputError) as caught:
        read_slot(data.encode(), source)
    return str(caught.value)


def test_t01_a_byte_order_mark_loses_no_query():
    assert judgements(b"\xef\xbb\xbfq1 0 a 1\nq2 0 b 1") == {"q1": {"a": 1}, "q2": {"b": 1}}
    run = read_run(b"\xef\xbb\xbfq1 Q0 x 1 2 t\nq2 Q0 b 1 2 t", "run.txt").value
    assert run.query_ids == ("q1", "q2")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_t02_utf_16_is_named(encoding):
    data = "q1 0 a 1\nq2 0 b 1".encode(encoding)
    assert headline(read_qrels, data, "qrels.txt") == "qrels.txt:1: file is UTF-16"


def test_t03_crlf_belongs_to_no_field():
    assert judgements("q1 0 a 1\r\n") == {"q1": {"a": 1}}
    run = read_run(b"q1 Q0 a 1 2 t\r\n", "run.txt").value
    assert run.provenance["tag"] == "t"


def test_t05_blank_lines_are_skipped_and_counted():
    loaded = read_qrels(b"q1 0 a 1\n\nq1 0 b 0\n\n", "qrels.txt")
    assert (loaded.counts["judgements"], loaded.counts["blank lines"]) == (2, 2)
    assert headline(read_qrels, "q1 0 a 1\n\nq1 0 b 0\n\nq1 0 c x\n").startswith("qrels:5: ")


def test_t06_a_comment_header_is_counted_and_read():
    data = b"# ir_metadata.start\n# tag: x\n# ir_metadata.end\nq1 Q0 a 1 2 t"
    loaded = read_run(data, "run.txt")
    assert loaded.counts["comment lines"] == 3
    assert loaded.value.ranking("q1") == ["a"]


def test_t08_the_second_column_is_not_looked_at():
    assert judgements("1 0.5  d1 2\n1 1  d2 0") == {"1": {"d1": 2, "d2": 0}}


def test_t09_tabs_and_spaces_may_mix():
    assert judgements("q1\t0\ta\t1\nq1 0 b 0\n") == judgements("q1 0 a 1\nq1 0 b 0\n")
    assert ranking("q1\tQ0\ta\t1\t2\tt\nq1 Q0 b 2 1 t\n") == ["a", "b"]


def test_t11_five_columns_lack_the_tag():
    assert message(read_run, "q1 Q0 a 1 2", "run.txt") == (
        "run.txt:1: 5 columns instead of 6\n"
        "  expected: 6 columns (qid Q0 docid rank score tag)\n"
        '  found:    "q1 Q0 a 1 2"\n'
        "  mend:     add a tag, the name of the run, as the last column"
    )


def test_t12_seven_columns_are_an_error():
    assert headline(read_run, "q1 Q0 New York 1 2 t", "run") == "run:1: 7 columns instead of 6"
    tabbed = "q1\tQ0\tNew York\t1\t2\tt\nq1\tQ0\tRome\t2\t1\tt\nq1\tQ0\tOslo\t3\t0 t\n"
    assert "needs 6 tab-separated fields on every line; line 3" in message(read_run, tabbed)


def test_t13_ids_hold_blanks_where_tabs_separate_all_fields():
    assert judgements("q1\t0\tNew York\t1") == {"q1": {"New York": 1}}
    assert ranking("q1\tQ0\tNew York\t1\t2\tt") == ["New York"]


def test_t14_ms_marco_ranks_are_small_where_they_are_good():
    assert sniff(b"q1\tb\t1\nq1\ta\t2", "x").format == "MS MARCO run"
    assert ranking("q1\tb\t1\nq1\ta\t2") == ["b", "a"]
    assert ranking("q1\tb\t2\nq1\ta\t1") == ["a", "b"]
    assert sniff(b"q1 0 a 1 2.5 t\n", "x").format == "TREC run"


def test_t15_two_columns_of_qrels_are_an_error_that_names_four():
    assert message(read_qrels, "q1\ta") == (
        "qrels:1: 2 columns instead of 4\n"
        "  expected: 4 columns (qid iter docid grade)\n"
        '  found:    "q1\\ta"\n'
        "  mend:     add what is missing"
    )


def test_t16_swapped_slots_are_named():
    found = message(read_qrels, "q1 Q0 a 1 2 t")
    assert found.startswith("qrels:1: file looks like a run, not like qrels\n")
    assert "6 columns" in found
    assert "two files may be swapped" in found
    assert headline(read_run, "q1 0 a 1", "run") == "run:1: file looks like qrels, not like a run"


@pytest.mark.parametrize(
    "header",
    [
        "",
        "query-id\tcorpus-id\tscore\n",
        "query_id\tcorpus_id\tscore\n",
        "Query-ID\tdoc id\tLabel\n",
    ],
)
def test_t17_beir_with_and_without_a_header(header):
    assert judgements(f"{header}q1\ta\t1\nq1\tb\t1") == {"q1": {"a": 1, "b": 1}}
    assert sniff(f"{header}q1\ta\t1\nq1\tb\t1".encode(), "x").slot == "qrels"


@pytest.mark.parametrize("separator", [",", "\t"], ids=["CSV", "TSV"])
@pytest.mark.parametrize("quote", ["", '"'], ids=["plain", "quoted"])
def test_t20_a_long_field_loads(separator, quote):
    text = "x" * 140_000
    data = f"id{separator}text\nd1{separator}{quote}{text}{quote}\n"
    assert read_corpus(data.encode(), "corpus").value.text("d1") == text


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\u0085"])
def test_t21_line_separators_of_unicode_end_no_line(mark):
    data = f'{{"_id":"d1","text":"a{mark}b"}}\nnonsense\n'
    corpus = read_corpus(data.split("\n")[0].encode(), "c.jsonl").value
    assert corpus.text("d1") == f"a{mark}b"
    assert headline(read_corpus, data, "c.jsonl").startswith("c.jsonl:2: ")


def test_t23_a_nul_byte_is_an_error_with_its_line():
    assert headline(read_run, b"q1 Q0 a\0 1 2 t", "run") == "run:1: NUL byte at column 8"


def test_t24_the_encoding_of_the_system_plays_no_part(tmp_path, root):
    (tmp_path / "qrels.txt").write_bytes("q1 0 Permian–x 1\n".encode())
    code = "from ircompare.readers import load; print(ascii(load('qrels.txt').value.of('q1')))"
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == r"{'Permian\u2013x': 1}"


def test_t25_latin_1_is_named_with_line_and_column():
    assert headline(read_qrels, b"q1 0 caf\xe9 1") == "qrels:1: byte 0xE9 at column 9 is not UTF-8"


def zstd(data: bytes) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    return sink.getvalue().to_pybytes()


def test_t27_packing_is_known_by_content():
    plain = b"q1 Q0 a 1 2 t\n" * 1
    assert ranking(gzip.compress(plain)) == ["a"]
    assert read_run(plain, "run.gz").compression == ""
    assert ranking(zstd(plain)) == ["a"]
    packed = gzip.compress(plain)
    assert headline(read_run, packed[:-3], "run.gz") == (
        f"run.gz: gzip data truncated at byte {len(packed) - 3}"
    )


def test_t28_an_empty_file_is_an_error_and_an_empty_object_a_run():
    assert headline(read_run, b"", "run") == "run: file is empty (0 bytes)"
    assert headline(read_run, b"# one\n# two\n", "run") == "run: file holds no record"
    assert read_run(b"{}", "run").value.query_ids == ()


@pytest.mark.parametrize("name", ["input.InexpC2", "p_bm25", "a.RUN", "run.qrels.json", ""])
def test_t29_the_suffix_plays_no_part(name):
    assert read(b"q1 Q0 a 1 2 t\n", name).slot == "run"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("NA 0 null 1\nnan 0 None 1", id="TREC"),
        pytest.param("qid,docid,rel\nNA,null,1\nnan,None,1\n", id="CSV"),
        pytest.param("qid\tdocid\trel\nNA\tnull\t1\nnan\tNone\t1\n", id="TSV"),
        pytest.param('{"NA": {"null": 1}, "nan": {"None": 1}}', id="JSON"),
    ],
)
def test_t31_words_for_nothing_are_ids(data):
    assert judgements(data) == {"NA": {"null": 1}, "nan": {"None": 1}}


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("1 0 001 1\n1 0 1 0\n01 0 1 1\n", id="TREC"),
        pytest.param("qid,docid,rel\n1,001,1\n1,1,0\n01,1,1\n", id="CSV"),
    ],
)
def test_t32_leading_zeros_are_part_of_an_id(data):
    assert judgements(data) == {"1": {"001": 1, "1": 0}, "01": {"1": 1}}


def test_t34_ids_are_never_parsed():
    rows = ["true 0 TRUE 1", "True 0 x 1", "1.0 0 x 1", "1 0 x 1", "+5 0 x 1", "5 0 x 1"]
    assert list(judgements("\n".join(rows))) == ["true", "True", "1.0", "1", "+5", "5"]


def test_t36_ids_that_a_spreadsheet_changed_are_a_warning():
    loaded = read_qrels(b"q1 0 3.91E+16 1\nq2 0 3.91E+16 1\nq2 0 d1 1\n", "qrels.txt")
    assert [str(warning) for warning in loaded.warnings] == [
        "qrels.txt: 1 id looks like a number changed by a spreadsheet\n"
        "  expected: ids as they were written, such as 39089837499752854\n"
        '  found:    "3.91E+16"\n'
        "  mend:     write the file again with that column as text"
    ]
    assert read_run(b"q1 Q0 39089837499752854 1 2 t\n", "run").warnings == ()


@pytest.mark.parametrize("number", ["12", "1.0"])
def test_t37_a_numeric_id_in_json_is_an_error(number):
    assert message(read_corpus, f'{{"_id": {number}, "text":"x"}}', "c.jsonl") == (
        f"c.jsonl:1: document id {number} is a number\n"
        "  expected: an id in quotes; ids are exact strings\n"
        f'  mend:     write "{number}"'
    )


@pytest.mark.parametrize(
    "odd",
    [
        "<dbpedia:General_Tso's_chicken>",
        "a/math_calculus_5_2.json",
        "http://x.y/z?a=b&c=d#e",
        "a.b[c]:d",
        "{}",
        "{x}",
        "[1]",
        "<x>",
        '"q"',
        "#1",
    ],
)
def test_t39_odd_ids_are_ids(odd):
    assert judgements(f"{odd} 0 {odd} 1") == {odd: {odd: 1}}
    assert ranking(f"{odd} Q0 {odd} 1 2 t", odd) == [odd]


def test_t41_a_query_and_a_document_may_share_an_id():
    assert judgements("0 0 0 1\n0 0 1 1") == {"0": {"0": 1, "1": 1}}
    assert ranking("0 Q0 0 1 2 t\n0 Q0 1 2 1 t", "0") == ["0", "1"]


def test_t42_to_t44_ids_arrive_as_they_are_for_the_checks_between_files():
    assert judgements("q1 0 a 1\nq1 0 ghost 1") == {"q1": {"a": 1, "ghost": 1}}
    assert read_queries(b"q2\twhat\n", "queries.tsv").value.text("q1") == ""
    assert list(judgements("1.0 0 a 1")) == ["1.0"]
    assert read_run(b"1 Q0 a 1 2 t", "run").value.query_ids == ("1",)
