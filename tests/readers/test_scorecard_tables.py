"""Tables of the scorecard: what each column takes, and every trap with its line."""

from __future__ import annotations

import io
import json
import math
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.errors import InputError, Problems
from ircompare.model.collection import Corpus, Queries
from ircompare.readers import read, sniff
from ircompare.readers.scorecard_fields import document_fields, query_fields
from ircompare.readers.scorecard_tables import (
    RunTableFiles,
    TableFiles,
    Tables,
    load_tables,
    read_answers,
    read_measurements,
    read_variants,
    scorecard_inputs,
)
from ircompare.report.scorecard_templates import COLUMNS as TEMPLATES
from ircompare.scorecard.described import STEP
from ircompare.scorecard.inputs import Nugget
from ircompare.scorecard.settings import Settings
from ircompare.scorecard.x_score_row import COLUMNS as PARTS
from tests.worlds import contrast


def faults(read_one: object, text: str) -> list[tuple[int | None, str, str]]:
    with pytest.raises(InputError) as caught:
        read_one(text.encode(), "t.csv")  # type: ignore[operator]
    return [(one.line, one.code, one.what) for one in caught.value.problems]


def test_measurements_take_every_column() -> None:
    text = (
        "query_id,latency_ms,tokens_in,tokens_context,tokens_out,answered,probability,"
        "predicted_intent,tokenizer,conditions,qps,compiles,note\n"
        "q1,12.5,3,40,5,yes,0.25,buy,bpe,idle machine,80,true,first\n"
        "q2,timeout,0,,7,0,1,,,,,0.1,second\n"
    )
    loaded = read_measurements(text.encode(), "m.csv")
    found = loaded.value
    assert found.latency_ms == {"q1": 12.5, "q2": math.inf}
    assert (found.tokens_in, found.tokens_context) == ({"q1": 3, "q2": 0}, {"q1": 40})
    assert found.answered == {"q1": True, "q2": False}
    assert found.probability == {"q1": 0.25, "q2": 1.0}
    assert found.predicted_intent == {"q1": "buy"}
    assert (found.tokenizer, found.conditions) == ("bpe", "idle machine")
    assert found.queries_per_second == 80
    assert found.columns == {"compiles": {"q1": 1, "q2": Fraction(1, 10)}}
    assert [(one.code, one.found) for one in loaded.warnings] == [("unused-column", '"note"')]
    assert loaded.counts["queries"] == 2


def test_json_lines_and_parquet_say_the_same_as_csv() -> None:
    line = '{"query_id": "q1", "latency_ms": 2, "answered": true, "compiles": 0.1}\n'
    sink = io.BytesIO()
    table = {"query_id": ["q1"], "latency_ms": [2], "answered": [True], "compiles": [0.1]}
    pq.write_table(pa.table(table), sink)
    for data in (line.encode(), sink.getvalue()):
        found = read_measurements(data, "m").value
        assert found.latency_ms == {"q1": 2.0}
        assert found.answered == {"q1": True}
        assert found.columns == {"compiles": {"q1": Fraction(1, 10)}}


@pytest.mark.parametrize(
    ("column", "cell", "what"),
    [
        pytest.param("latency_ms", "-0.1", "no latency in milliseconds", id="below 0"),
        pytest.param("latency_ms", "nan", "no latency in milliseconds", id="not a number"),
        pytest.param("latency_ms", "12 ms", "no latency in milliseconds", id="unit in the cell"),
        pytest.param("tokens_in", "3.0", "not a whole number of at least 0", id="not whole"),
        pytest.param("tokens_in", "-1", "not a whole number of at least 0", id="negative"),
        pytest.param("answered", "maybe", "neither true nor false", id="neither"),
        pytest.param("answered", "2", "neither true nor false", id="two"),
        pytest.param("probability", "1.001", "no probability", id="above 1"),
        pytest.param("probability", "-0.001", "no probability", id="below zero"),
        pytest.param("bert_f1_rescaled", "inf", "not a finite number", id="endless"),
        pytest.param("citation_coverage", "1.001", "no share", id="share above 1"),
        pytest.param("citation_coverage", "-0.001", "no share", id="share below 0"),
        pytest.param("citation_coverage", "50%", "no share", id="percent"),
        pytest.param("entropy_bits", "-0.1", "no entropy in bits", id="entropy below 0"),
        pytest.param("outcomes", "1", "not a whole number of at least 2", id="one outcome"),
        pytest.param(
            "outcomes", "2.0", "not a whole number of at least 2", id="outcomes not whole"
        ),
        pytest.param("queries_per_second", "fast", "not a finite number", id="rate in words"),
    ],
)
def test_a_cell_that_its_column_cannot_hold(column: str, cell: str, what: str) -> None:
    text = f"query_id,compiles,{column}\nq1,1,{cell}\n"
    assert faults(read_measurements, text) == [(2, "bad-value", f"{column} is {what}")]


def test_all_problems_of_a_table_come_together_by_line() -> None:
    text = "query_id,latency_ms,tokenizer\nq1,1,a\nq1,x,b\n"
    assert faults(read_measurements, text) == [
        (3, "duplicate-id", 'query id "q1" twice'),
        (3, "bad-value", "latency_ms is no latency in milliseconds"),
        (3, "not-constant", "tokenizer differs from the rows before"),
    ]


def test_a_fault_says_how_to_mend_it() -> None:
    with pytest.raises(InputError) as caught:
        read_measurements(b"query_id,latency_ms\nq1,slow\n", "m.csv")
    assert str(caught.value) == (
        "m.csv:2: latency_ms is no latency in milliseconds\n"
        "  expected: a number of at least 0, or timeout\n"
        '  found:    "slow"\n'
        "  mend:     correct the cell"
    )


def test_parts_of_the_x_score_are_exact() -> None:
    text = (
        "query_id,bert_f1_rescaled,citation_coverage,entropy_bits,outcomes\n"
        "q1,-0.1,1,1,2\nq2,1.25,0,0,3\nq3,,0.1,9,\n"
    )
    found = read_measurements(text.encode(), "m.csv").value
    assert found.bert_f1_rescaled == {"q1": Fraction(-1, 10), "q2": Fraction(5, 4)}
    assert found.citation_coverage == {"q1": 1, "q2": 0, "q3": Fraction(1, 10)}
    assert found.entropy_bits == {"q1": 1, "q2": 0, "q3": 9}
    assert found.outcomes == {"q1": 2, "q2": 3}
    assert found.columns == {}


@pytest.mark.parametrize(("bits", "outcomes", "fits"), [("1", 2, True), ("1.0001", 2, False)])
def test_an_entropy_above_log2_of_its_outcomes(bits: str, outcomes: int, fits: bool) -> None:
    text = f"query_id,entropy_bits,outcomes\nq1,0,2\nq2,{bits},{outcomes}\n"
    if fits:
        assert read_measurements(text.encode(), "m.csv").value.outcomes == {"q1": 2, "q2": 2}
        return
    with pytest.raises(InputError) as caught:
        read_measurements(text.encode(), "m.csv")
    assert str(caught.value) == (
        "m.csv:3: entropy_bits is more than 2 outcomes can have\n"
        "  expected: at most log2(2) = 1\n"
        "  found:    1.0001\n"
        "  mend:     give the entropy in bits, and the size of its own distribution"
    )


def test_a_table_that_measures_nothing() -> None:
    assert faults(read_measurements, "query_id,note\nq1,hello\n") == [
        (None, "nothing-measured", "table names queries and measures nothing")
    ]


def test_a_column_of_numbers_with_a_word_in_it_is_refused_not_dropped() -> None:
    text = "query_id,compiles\nq1,1\nq2,unsure\n"
    assert faults(read_measurements, text) == [(3, "bad-value", "compiles is not a finite number")]


def test_variants() -> None:
    loaded = read_variants(b"variant_id\toriginal_id\nv1\tq1\nv2\tq1\n", "v.tsv")
    assert loaded.value.originals == {"v1": "q1", "v2": "q1"}
    assert loaded.counts == {"variants": 2, "originals": 1}


def test_variants_of_variants_themselves_and_twice() -> None:
    text = "variant_id,original_id\nv1,q1\nv2,v1\nz,z\nv1,q2\n"
    assert faults(read_variants, text) == [
        (3, "variant-of-variant", 'query "v2" is a variant of "v1", itself a variant'),
        (4, "variant-of-variant", 'query "z" is a variant of itself'),
        (5, "duplicate-id", 'variant id "v1" twice'),
    ]


def test_answers() -> None:
    text = (
        "query_id,nugget_id,vital,supported,judged_by\n"
        "q1,n1,yes,no,llm\nq2,n1,true,1,\nq1,n2,0,yes,llm\n"
    )
    found = read_answers(text.encode(), "a.csv").value
    assert found.nuggets == {
        "q1": (Nugget("n1", True, False), Nugget("n2", False, True)),
        "q2": (Nugget("n1", True, True),),
    }
    assert found.judged_by == "LLM"


def test_traps_of_answers() -> None:
    text = "query_id,nugget_id,vital,supported,judged_by\nq1,n1,,yes,crowd\nq1,n1,no,no,\n"
    assert faults(read_answers, text) == [
        (2, "bad-value", "vital is neither true nor false"),
        (2, "bad-value", 'judged_by is "crowd"'),
        (3, "duplicate-id", 'query "q1": nugget id "n1" twice'),
    ]


def test_a_missing_column_is_named() -> None:
    found = faults(read_answers, "query_id,nugget_id,vital\nq1,n1,yes\n")
    assert found == [(1, "unknown-columns", "no column for supported")]


@pytest.mark.parametrize(
    ("slot", "text"),
    [
        ("variants", "variant_id,original_id\nv1,q1\n"),
        ("variants", "variant\tquery_id\nv1\tq1\n"),
        ("measurements", "query_id,latency_ms\nq1,3\n"),
        ("measurements", '{"query_id": "q1", "tokens_in": 3, "answered": true}'),
        ("measurements", "query_id,citation_coverage\nq1,0.5\n"),
        ("measurements", "query_id,predicted_intent\nq1,buy\n"),
        ("queries", "id,query,predicted_intent\nq1,how so?,buy\n"),
        ("answers", "query_id,nugget_id,vital,supported\nq1,n1,yes,no\n"),
        ("answers", '{"query_id": "q1", "nugget_id": "n", "vital": true, "supported": false}\n'),
        ("queries", "query_id,text,predicted_intent\nq1,how so?,buy\n"),
        ("qrels", "query_id,doc_id,relevance,answered\nq1,d1,1,yes\n"),
    ],
)
def test_tables_are_told_by_their_columns(slot: str, text: str) -> None:
    assert sniff(text.encode(), "f").slot == slot
    assert read(text.encode(), "f").slot == slot


LONE = {"query_id": ["q1", "q2"], "confidence_1": [0.5, 0.25], "confidence_2": [1.0, None]}


def lone_parquet() -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table(LONE), sink)
    return sink.getvalue()


@pytest.mark.parametrize(
    ("data", "format"),
    [
        (b"query_id,confidence_1,confidence_2\nq1,0.5,1\nq2,0.25,\n", "CSV"),
        (b'"query_id";"confidence_1";"confidence_2"\nq1;0.5;1\nq2;0.25;\n', "CSV"),
        (b"query_id\tconfidence_1\tconfidence_2\nq1\t0.5\t1\nq2\t0.25\t\n", "TSV"),
        (
            b'{"query_id": "q1", "confidence_1": 0.5, "confidence_2": 1}\n'
            b'{"query_id": "q2", "confidence_1": 0.25}\n',
            "JSON lines",
        ),
        (lone_parquet(), "Parquet"),
    ],
)
def test_confidences_alone_are_measurements_in_every_format(data: bytes, format: str) -> None:
    guess = sniff(data, "f")
    assert (guess.slot, guess.format, guess.sure) == ("measurements", format, True)
    assert read(data, "f").value.columns == {
        "confidence_1": {"q1": Fraction(1, 2), "q2": Fraction(1, 4)},
        "confidence_2": {"q1": 1},
    }


@pytest.mark.parametrize(
    "columns",
    [
        *(wanted["measurements"] for wanted in TEMPLATES.values() if "measurements" in wanted),
        *((STEP.format(at),) for at in (1, 2, 12)),
        *((part,) for part in PARTS),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("named", ["query_id", "qid", "Query ID"])
def test_every_template_of_measurements_is_told_by_its_columns(
    named: str, columns: tuple[str, ...]
) -> None:
    names = [named, *columns]
    for delimiter in ",\t":
        text = f"{delimiter.join(names)}\n{delimiter.join('q' for _ in names)}\n"
        assert sniff(text.encode(), "f").slot == "measurements"
    line = json.dumps(dict.fromkeys(names, "q"))
    assert sniff(f"{line}\n{line}\n".encode(), "f").slot == "measurements"
    assert sniff(line.encode(), "f").slot == "measurements"


@pytest.mark.parametrize(
    ("slot", "text"),
    [
        ("queries", "query_id,text,confidence_1\nq1,how so?,0.5\n"),
        ("queries", "query_id,query,confidence_1\nq1,how so?,0.5\n"),
        ("queries", "query_id,split,confidence_1\nq1,test,0.5\n"),
        ("queries", "id,query,outcomes\nq1,how so?,3\n"),
        ("queries", '{"query_id": "q1", "query": "how so?", "confidence_1": 0.5}\n'),
        ("corpus", "id,title,text,confidence_1\nd1,T,of a wing,0.5\n"),
        ("qrels", "query_id,doc_id,relevance,confidence_1\nq1,d1,1,0.5\n"),
        ("run", "query_id,doc_id,score,confidence_1\nq1,d1,0.5,0.5\n"),
        ("run", "query_id,chunk_id,score,confidence_1\nq1,c1,0.5,0.5\n"),
        ("run", "query_id,chunk_id,rank,outcomes\nq1,c1,1,3\n"),
        ("pairs", "query_id,doc_id,probability,confidence_1\nq1,d1,0.5,0.5\n"),
        ("chunk_map", "chunk_id,doc_id,confidence_1\nc1,d1,0.5\n"),
        ("variants", "variant_id,query_id,confidence_1\nv1,q1,0.5\n"),
        ("answers", "query_id,nugget_id,vital,supported,confidence_1\nq1,n,yes,no,0.5\n"),
    ],
)
def test_confidences_beside_columns_of_another_table_leave_it_what_it_is(
    slot: str, text: str
) -> None:
    assert sniff(text.encode(), "f").slot == slot


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("query,confidence_1\nhow so?,0.5\n", id="the text of a query"),
        pytest.param("query_id,effort,comfort\nq1,0.5,0.5\n", id="columns of one's own"),
        pytest.param("query_id,confidence,confidence_0\nq1,0.5,0.5\n", id="no step"),
    ],
)
def test_columns_that_leave_a_doubt_are_not_taken_for_measurements(text: str) -> None:
    with pytest.raises(InputError, match="content is not recognised"):
        sniff(text.encode(), "f")


def test_confidences_without_a_query_id_are_not_taken_for_measurements() -> None:
    assert sniff(b"name,confidence_1\nq1,0.5\n", "f").slot == "queries"


def test_measurements_given_as_queries_are_called_measurements() -> None:
    text = b"query_id,confidence_1\nq1,0.5\n"
    with pytest.raises(InputError) as caught:
        read(text, "f", "queries")
    (problem,) = caught.value.problems
    assert problem.what == "file looks like measurements of a run, not like queries"


def test_a_confidence_that_stands_twice_is_told() -> None:
    with pytest.raises(InputError) as caught:
        read(b"query_id,confidence_1,confidence_1\nq1,0.5,0.5\n", "f")
    assert caught.value.problems[0].what == 'column "confidence_1" stands twice in the header'


def test_qrels_given_as_variants_are_called_qrels() -> None:
    found = faults(read_variants, "q1 0 d1 1\nq1 0 d2 0\n")
    assert found == [(None, "wrong-slot", "file looks like qrels, not like a table of variants")]


@given(st.dictionaries(st.text("abc", min_size=1), st.integers(0, 10**17), min_size=1))
def test_whole_numbers_come_back(tokens: dict[str, int]) -> None:
    rows = "".join(f"{query},{count}\n" for query, count in tokens.items())
    assert read_measurements(f"query_id,tokens_in\n{rows}".encode(), "m").value.tokens_in == tokens


def queries_of(**fields: tuple[object, ...]) -> Queries:
    return Queries(("q1", "q2"), ("one", "two"), fields=fields, source="q.jsonl")


def test_fields_by_their_own_names_and_by_others() -> None:
    problems = Problems("")
    queries = queries_of(frequency=("12", None), group=("a", "b"), language=("en", ""))
    found = query_fields(queries, {"query_group": "language"}, problems)
    assert not len(problems)
    assert (found.frequency, found.group) == ({"q1": 12}, {"q1": "en"})
    assert (found.intent, found.domain, found.source) == (None, None, "q.jsonl")


def test_faults_of_fields_name_the_query() -> None:
    problems = Problems("")
    queries = queries_of(frequency=(1.5, -1))
    found = query_fields(queries, {"domain": "area"}, problems)
    assert [(one.source, one.what) for one in problems] == [
        ("q.jsonl", 'there is no query field "area"'),
    ]
    assert (found.frequency, set(found.unread)) == (None, {"frequency"})
    assert [(one.source, one.what) for one in found.unread["frequency"].problems] == [
        ("q.jsonl", 'frequency of query "q1" is not a whole number of at least 0'),
        ("q.jsonl", 'frequency of query "q2" is not a whole number of at least 0'),
    ]
    assert found.unread["frequency"].why == (
        'frequency of query "q1" is not a whole number of at least 0, but 1.5; '
        "2 values cannot be read: correct them, or leave them empty"
    )


def test_one_bad_value_leaves_the_other_fields_alone() -> None:
    problems = Problems("")
    queries = queries_of(area=("a", True), frequency=(1, 2), group=("g", "h"))
    found = query_fields(queries, {"domain": "area"}, problems)
    assert not len(problems)
    assert (found.frequency, found.group) == ({"q1": 1, "q2": 2}, {"q1": "g", "q2": "h"})
    assert (found.domain, set(found.unread)) == (None, {"domain"})
    assert found.unread["domain"].why == (
        'area of query "q2" is no name, but true; 1 value cannot be read: correct it, or leave it '
        "empty"
    )


@pytest.mark.parametrize(
    ("bad", "listed"), [(1, 1), (20, 20), (21, 21), (500, 21)], ids=["1", "20", "21", "500"]
)
def test_of_many_bad_values_the_first_are_listed_and_the_rest_counted(
    bad: int, listed: int
) -> None:
    ids = tuple(f"q{at}" for at in range(bad))
    queries = Queries(ids, ids, fields={"frequency": ("many",) * bad}, source="q.jsonl")
    told = query_fields(queries, {}, Problems("")).unread["frequency"].problems
    assert len(told) == listed
    rest = {21: "1 more value of frequency cannot be read"}
    rest |= {500: "480 more values of frequency cannot be read"}
    assert [one.what for one in told[20:]] == ([rest[bad]] if bad in rest else [])


def test_fields_of_how_a_query_was_asked() -> None:
    times = ("2026-07-01T12:00:00Z", "2026-07-02T12:00:00+08:00")
    queries = queries_of(
        form=("text", None), noise=(True, "no"), user=("u1", 7), asked=times, thread=("a", "a")
    )
    named = {"query_modality": "form", "same_query": "thread"}
    found = query_fields(queries, named, Problems(""))
    assert (found.modality, found.noise) == ({"q1": "text"}, {"q1": True, "q2": False})
    assert (found.user, found.same_query) == ({"q1": "u1", "q2": "7"}, {"q1": "a", "q2": "a"})
    assert found.asked == {
        "q1": datetime(2026, 7, 1, 12, tzinfo=UTC),
        "q2": datetime(2026, 7, 2, 4, tzinfo=UTC),
    }
    assert found.unread == {}


def test_faults_of_how_a_query_was_asked() -> None:
    queries = queries_of(noise=("maybe", 1), asked=("2026-07-01T12:00:00Z", "2026-07-01"))
    found = query_fields(queries, {}, Problems(""))
    assert (found.noise, found.asked) == (None, None)
    assert found.unread["noise"].why.startswith('noise of query "q1" is neither true nor false')
    assert found.unread["asked"].why.startswith("some times of `asked` have a time zone and some")


def test_the_modality_of_documents() -> None:
    corpus = corpus_of(form=["image", None], modality=["x", "y"])
    assert document_fields(corpus, {}, Problems("")).modality == {"d1": "x", "d2": "y"}
    found = document_fields(corpus, {"document_modality": "form"}, Problems(""))
    assert found.modality == {"d1": "image"}


def corpus_of(**fields: list[object]) -> Corpus:
    columns = {name: pa.array(values) for name, values in fields.items()}
    return Corpus(pa.array(["d1", "d2"]), fields=columns, source="c.jsonl")


def test_document_fields() -> None:
    problems = Problems("")
    corpus = corpus_of(group=["core", None], updated=["2026-07-01", "2026-07-01T12:00:00"])
    found = document_fields(corpus, {}, problems)
    assert not len(problems)
    assert found.group == {"d1": "core"}
    assert found.updated == {"d1": datetime(2026, 7, 1), "d2": datetime(2026, 7, 1, 12)}


def test_times_with_and_without_a_zone_do_not_mix() -> None:
    problems = Problems("")
    zoned = corpus_of(updated=["2026-07-01T00:00:00Z", "2026-07-01"])
    found = document_fields(zoned, {}, problems)
    assert (found.updated, len(problems)) == (None, 0)
    assert [one.code for one in found.unread["updated"].problems] == ["mixed-time-zones"]
    assert found.unread["updated"].why == (
        "some times of `updated` have a time zone and some have none; write every time in one way, "
        "such as 2026-07-01T12:00:00Z"
    )
    alike = corpus_of(updated=["2026-07-01T00:00:00Z", None])
    times = document_fields(alike, {}, Problems("")).updated
    assert times == {"d1": datetime(2026, 7, 1, tzinfo=UTC)}


def test_a_date_that_is_none() -> None:
    problems = Problems("")
    found = document_fields(corpus_of(updated=["yesterday", "2026-02-30"]), {}, problems)
    assert not len(problems)
    assert [one.what for one in found.unread["updated"].problems] == [
        'updated of document "d1" is no day or time',
        'updated of document "d2" is no day or time',
    ]


def test_problems_of_all_tables_come_together(tmp_path: Path) -> None:
    (tmp_path / "v").write_text("variant_id,original_id\nz,z\n")
    (tmp_path / "m").write_text("query_id,latency_ms\nq1,x\n")
    files = TableFiles(tmp_path / "v", b=RunTableFiles(measurements=tmp_path / "m"))
    with pytest.raises(InputError) as caught:
        load_tables(files)
    assert [one.code for one in caught.value.problems] == ["variant-of-variant", "bad-value"]
    (tmp_path / "v").write_text("variant_id,original_id\nz,q1\n")
    (tmp_path / "m").write_text("query_id,latency_ms\nq1,7\n")
    found = load_tables(files)
    assert found.variants is not None
    assert found.b.measurements is not None
    assert (found.a.measurements, found.b.measurements.latency_ms) == (None, {"q1": 7.0})


def test_a_table_of_another_collection_is_refused() -> None:
    compared = contrast({"q1": {"d1": 1}}, {"q1": ["d1"]}, {"q1": []}, k=5)
    loaded = read_measurements(b"query_id,latency_ms\nx1,7\n", "m.csv")
    with pytest.raises(InputError, match="the measurements name no query of the split"):
        scorecard_inputs(compared, Settings(), Tables(loaded=(loaded,)))
    near = read_measurements(b"query_id,latency_ms\nq1,7\nx1,7\n", "m.csv")
    assert scorecard_inputs(compared, Settings(), Tables(loaded=(near,))).comparison is compared
