"""CSV, TSV, Parquet and lists of ids: columns by name, ids as exact strings."""

from __future__ import annotations

import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ircompare.errors import InputError
from ircompare.readers import delimited, read_corpus, read_qrels, read_queries, read_run


def problems(read, data: str | bytes) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(data.encode() if isinstance(data, str) else data, "a.csv")
    return [str(problem) for problem in caught.value.problems]


def parquet(**columns: object) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table(columns), sink)
    return sink.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("query_id,doc_id,relevance\nq1,a,1\nq1,b,0\n", id="CSV"),
        pytest.param("relevance,doc_id,query_id\n1,a,q1\n0,b,q1\n", id="any order"),
        pytest.param(
            "Query-ID;Corpus ID;Score\nq1;a;1\nq1;b;0\n", id="semicolons, other spellings"
        ),
        pytest.param("query-id\tcorpus-id\tscore\nq1\ta\t1\nq1\t b \t0\n", id="BEIR"),
        pytest.param("qid iter docno rel\nq1 0 a 1\nq1 0 b 0\n", id="blanks"),
        pytest.param(
            '"qid","docid","label"\n"q1","a","1"\n\n"q1","b","0"\n', id="quoted, blank line"
        ),
        pytest.param(
            "qid,iter,docid,rel,\nq1,0,a,1,\nq1,0,b,0,\n", id="columns that carry nothing"
        ),
    ],
)
def test_qrels_by_the_names_of_their_columns(text):
    loaded = read_qrels(text.encode(), "qrels.csv")
    assert loaded.value.of("q1") == {"a": 1, "b": 0}
    assert loaded.warnings == ()


def test_runs_by_the_names_of_their_columns():
    loaded = read_run(b"qid,docid,rank,score,model\nq1,a,1,0.5,m\nq1,b,2,0.25,m\n", "a.csv")
    assert loaded.value.ranking("q1") == ["a", "b"]
    assert loaded.value.scores.tolist() == [0.5, 0.25]
    assert loaded.value.ranks.tolist() == [1, 2]
    assert [str(w) for w in loaded.warnings] == ['a.csv: 1 column is not used\n  found:    "model"']


def test_a_run_without_scores_and_ranks_is_as_listed():
    run = read_run(b"query_id,doc_id\nq1,b\nq1,a\n", "a.csv").value
    assert run.natural_order == "listed"
    assert run.ranking("q1") == ["b", "a"]


def test_quoting_is_that_of_rfc_4180():
    text = 'id,title,text\nd1,"a, ""b""","two\r\nlines"\nd2,,"x"\r\n"d,3",t,\n'
    corpus = read_corpus(text.encode(), "c.csv").value
    assert corpus.ids.to_pylist() == ["d1", "d2", "d,3"]
    assert corpus.titles.to_pylist() == ['a, "b"', "", "t"]
    assert corpus.texts.to_pylist() == ["two\nlines", "x", ""]


def test_lines_of_rows_count_the_lines_within_quotes():
    text = 'query_id,doc_id,relevance\n"q\t1",a,1\n'
    assert "a.csv:2: query id" in problems(read_qrels, text)[0]
    text = 'id,text\nd1,"a\n\nb"\n\nd2,x,y\nd1,z\n'
    assert [problem.splitlines()[0] for problem in problems(read_corpus, text)] == [
        "a.csv:6: 3 columns instead of 2",
        'a.csv:7: document id "d1" twice',
    ]


@pytest.mark.parametrize("text", ['id,text\nd1,"a\n', 'id,text\nd1,"a"b\n'], ids=["open", "after"])
def test_broken_quoting_is_an_error(text):
    assert problems(read_corpus, text)[0].startswith("a.csv:2: quotes are not closed")


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        pytest.param(
            'q1\t"hello" world\nq2\tplain\n', ('"hello" world', "plain"), id="as it stands"
        ),
        pytest.param('q1\t"say ""x"""\nq2\tplain\n', ('say "x"', "plain"), id="quoted throughout"),
        pytest.param('q1\t5" pipe\nq2\t6" pipe\n', ('5" pipe', '6" pipe'), id="inches"),
        pytest.param('q1\t"open\nq2\tx"\ty\n', None, id="neither"),
    ],
)
def test_quotes_in_a_tsv_are_quoting_only_where_every_row_is_sound(text, texts):
    if texts is None:
        assert problems(read_queries, text)[0].startswith("a.csv:2: 3 columns instead of 2")
    else:
        assert read_queries(text.encode(), "q.tsv").value.texts == texts


@pytest.mark.parametrize(
    ("text", "format"),
    [
        pytest.param("q1\twhat is it\nq2\tand, why\n", "TSV without a header", id="TSV"),
        pytest.param("id\ttext\nq1\twhat is it\nq2\tand, why\n", "TSV", id="TSV with a header"),
        pytest.param('q1,what is it\nq2,"and, why"\n', "CSV without a header", id="CSV"),
        pytest.param('qid,query\nq1,what is it\nq2,"and, why"\n', "CSV", id="CSV with a header"),
    ],
)
def test_queries_with_and_without_a_header(text, format):
    loaded = read_queries(text.encode(), "q")
    assert (loaded.value.ids, loaded.value.texts) == (("q1", "q2"), ("what is it", "and, why"))
    assert loaded.format == format


def test_an_empty_split_in_a_table_is_none():
    queries = read_queries(b"id,text,split\nq1,x,dev\nq2,y,\n", "q.csv").value
    assert queries.splits == ("dev", None)


def test_unknown_columns_are_described_in_full():
    assert problems(read_run, "frage,dokument,wert\nq1,a,1\n") == [
        "a.csv:1: no column for query_id and doc_id\n"
        "  expected: query_id: query_id or qid or q_id or queryid or topic_id or topic; "
        "doc_id: doc_id or docid or docno or document_id or documentid or corpus_id\n"
        "  found:    frage, dokument, wert\n"
        "  mend:     rename the columns"
    ]


def test_a_column_that_stands_twice_is_described_in_full():
    assert problems(read_qrels, "qid,docid,rel,rel\nq1,a,1,0\n") == [
        'a.csv:1: column "rel" stands twice in the header\n'
        "  expected: each column once\n"
        "  found:    qid, docid, rel, rel\n"
        "  mend:     rename or remove one of the two"
    ]


@pytest.mark.parametrize(
    "read", [read_run, read_qrels, read_corpus], ids=["run", "qrels", "corpus"]
)
def test_a_header_alone_is_no_collection(read):
    text = {"run": "qid,docid,score\n", "qrels": "qid,docid,rel\n", "corpus": "id,text\n"}
    name = read.__name__.removeprefix("read_")
    assert problems(read, text[name])[0].startswith("a.csv: file holds no record")


def big(rows: int = 300) -> str:
    return "".join(f"q{n // 10},d{n},{n / 7!r},+{n}\n" for n in range(rows))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("qid,docid,score,rank\n" + big(), id="CSV"),
        pytest.param("qid\tdocid\tscore\trank\n" + big().replace(",", "\t "), id="TSV with blanks"),
        pytest.param("qid,docid,score,rank\n" + big() + "q1,NA,null,2\n", id="a fault"),
        pytest.param("qid,docid,score,rank\n" + big() + "q1,NA,1\n", id="a short row"),
        pytest.param("qid,docid,score,rank\n" + big() + "\n\nq1,NA,1,2\n", id="blank lines"),
        pytest.param("qid,docid,score,rank\n" + big() + "q1,d9,1,2\n", id="a duplicate"),
        pytest.param("qid,docid,score,rank\n" + big() + "q1,d\x01,1,2\n", id="a control character"),
        pytest.param("qid,docid,score,rank\n" + big() + "q1,,1,2\n", id="an empty id"),
        pytest.param("qid,docid,score,rank\n" + big() + "q1,NA,1e999,2\n", id="no finite score"),
    ],
)
def test_large_tables_give_what_small_ones_give(monkeypatch, text):
    def outcome() -> object:
        try:
            loaded = read_run(text.encode(), "a.csv")
        except InputError as error:
            return str(error)
        run = loaded.value
        columns = [run.documents.to_pylist(), run.scores.tolist(), run.ranks.tolist()]
        return columns, run.lines.tolist(), run.query_ids, loaded.counts, loaded.samples

    strict = outcome()
    monkeypatch.setattr(delimited, "FAST_FROM", 0)
    assert outcome() == strict


def test_parquet_by_the_names_of_its_columns():
    data = parquet(q_id=["q1", "q1"], doc_id=["a", "b"], score=[0.5, 1.5])
    loaded = read_run(data, "a.parquet")
    assert loaded.value.ordered().ranking("q1") == ["b", "a"]
    assert loaded.value.lines.tolist() == [1, 2]
    assert loaded.samples[0] == "q_id=q1, doc_id=a, score=0.5"


@pytest.mark.parametrize("kind", [pa.large_string(), pa.dictionary(pa.int32(), pa.string())])
def test_every_kind_of_string_column_holds_ids(kind):
    data = parquet(qid=pa.array(["q1"]).cast(kind), docid=pa.array(["NA"]).cast(kind), rel=[1])
    assert read_qrels(data, "a.parquet").value.of("q1") == {"NA": 1}


@pytest.mark.parametrize("kind", [pa.int8(), pa.uint32(), pa.uint64()])
def test_every_kind_of_whole_column_holds_grades(kind):
    data = parquet(qid=["q1"], docid=["a"], rel=pa.array([3], kind))
    assert read_qrels(data, "a.parquet").value.of("q1") == {"a": 3}


def test_a_column_of_numbers_holds_no_ids():
    data = parquet(query_id=[1, 2], doc_id=["a", "b"], relevance=[1, 0])
    assert problems(read_qrels, data) == [
        "a.csv: query id column is of type int64\n"
        "  expected: a column of strings; ids are exact strings\n"
        "  mend:     cast the column to string where the file is written"
    ]


@pytest.mark.parametrize(
    ("columns", "headline"),
    [
        pytest.param({"rel": [1.0]}, "a.csv: grade column is of type double", id="float grades"),
        pytest.param({"rel": [True]}, "a.csv: grade column is of type bool", id="truth values"),
        pytest.param({"rel": ["1"]}, "a.csv: grade column is of type string", id="text"),
        pytest.param({"rel": pa.array([None], pa.int64())}, "a.csv:1: grade is null", id="null"),
        pytest.param(
            {"rel": [1], "docid": pa.array([None], pa.string())},
            "a.csv:1: document id is null", id="id",
        ),
        pytest.param({"rel": [1], "docid": [""]}, "a.csv:1: document id is empty", id="empty id"),
        pytest.param({"other": [1]}, "a.csv: no column for grade", id="no grade"),
    ],
)  # fmt: skip
def test_faults_of_parquet_are_named(columns, headline):
    data = parquet(**({"qid": ["q1"], "docid": ["a"]} | columns))
    assert problems(read_qrels, data)[0].splitlines()[0] == headline


def test_scores_in_parquet_are_finite():
    data = parquet(qid=["q", "q"], docid=["a", "b"], score=[1.0, float("nan")])
    assert problems(read_run, data)[0].splitlines()[0] == "a.csv:2: score nan is not finite"


def test_damaged_parquet_is_an_input_error():
    whole = parquet(qid=["q1"] * 50, docid=[f"d{n}" for n in range(50)], score=[0.5] * 50)
    for length in range(4, len(whole), 7):
        with pytest.raises(InputError):
            read_run(whole[:length], "a.parquet")


def test_text_that_is_not_utf_8_in_parquet_is_an_input_error():
    offsets, data = pa.py_buffer(bytes([0, 0, 0, 0, 1, 0, 0, 0])), pa.py_buffer(b"\xff")
    bad = pa.StringArray.from_buffers(1, offsets, data)
    assert problems(read_qrels, parquet(qid=["q"], docid=bad, rel=[1]))[0].startswith(
        "a.csv: Parquet file cannot be read"
    )


def test_a_corpus_in_parquet_keeps_its_metadata():
    data = parquet(
        _id=["a", "b"], title=["T", None], text=["x", "y"],
        year=pa.array([1, None], pa.int16()), price=pa.array([0.5, 1], pa.float32()),
        tags=[["u"], []],
    )  # fmt: skip
    corpus = read_corpus(data, "c.parquet").value
    assert corpus.titles.to_pylist() == ["T", ""]
    assert {name: column.to_pylist() for name, column in corpus.fields.items()} == {
        "year": [1, None], "price": [0.5, 1.0], "tags": ['["u"]', "[]"]
    }  # fmt: skip


def test_a_bare_list_of_ids_is_a_corpus_without_texts():
    loaded = read_corpus(b" d1 \n\nNew York\n007\n", "ids.txt")
    assert loaded.value.ids.to_pylist() == ["d1", "New York", "007"]
    assert loaded.value.texts is None
    assert dict(loaded.counts) == {"documents": 3, "with text": 0, "titles": 0, "blank lines": 1}


def test_a_repeated_id_of_a_list_is_described_in_full():
    assert problems(read_corpus, "a\nb\na\n") == [
        'a.csv:3: document id "a" twice\n'
        "  expected: each document id once\n"
        "  found:    also on line 1\n"
        "  mend:     remove one of the two, or give it an id of its own"
    ]


def test_lone_quotes_of_ids_join_no_lines_of_a_tsv() -> None:
    text = 'query-id\tcorpus-id\tscore\n0\t0\t0\n"\t0\t0\n"\t00\t0\n'
    found = read_qrels(text.encode(), "qrels.tsv").value
    assert dict(found.by_query()) == {'"': {"0": 0, "00": 0}, "0": {"0": 0}}


def test_documents_with_ids_like_names_of_fields_are_no_record() -> None:
    text = '{"ID": {"title": "", "text": "a"}, "QUERYID": {"title": "", "text": "b"}}'
    found = read_corpus(text.encode(), "corpus.json").value
    assert found.ids.to_pylist() == ["ID", "QUERYID"]
