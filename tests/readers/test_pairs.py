"""Tables of pairs: what each column takes, every trap with its line, and how they are told."""

from __future__ import annotations

import io
import math
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.errors import InputError
from ircompare.readers import delimited, read, sniff
from ircompare.readers.scorecard_tables import Tables, read_pairs, scorecard_inputs
from ircompare.scorecard.inputs import RunTables
from ircompare.scorecard.pairs import Pairs
from ircompare.scorecard.settings import Settings
from tests.scorecard.made import whole_collection

HEAD = "query_id,document_id,probability,similarity\n"


def rows(pairs: Pairs) -> list[tuple[str, str, Any, Any]]:
    columns = [
        [None] * len(pairs)
        if column is None
        else [None if math.isnan(value) else value for value in column.tolist()]
        for column in (pairs.probability, pairs.similarity)
    ]
    queries = [pairs.query_ids[code] for code in pairs.codes]
    return list(zip(queries, pairs.documents.to_pylist(), *columns, strict=True))


def faults(text: str) -> list[tuple[int | None, str, str]]:
    with pytest.raises(InputError) as caught:
        read_pairs(text.encode(), "p.csv")
    return [(one.line, one.code, one.what) for one in caught.value.problems]


EXPECTED = [("q1", "d1", 0.25, -3.5), ("q2", "d1", None, 2.0), ("q1", "d2", 1.0, None)]


def parquet(**columns: Any) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table(columns), sink)
    return sink.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        pytest.param((HEAD + "q1,d1,0.25,-3.5\nq2,d1,,2\nq1,d2,+1,\n").encode(), id="CSV"),
        pytest.param(
            b"similarity\tdocid\tqid\tprobability\n-3.50\td1\tq1\t.25\n2.\td1\tq2\t \n"
            b" \td2\tq1\t1e0\n",
            id="TSV in another order",
        ),
        pytest.param(
            b'{"query_id": "q1", "document_id": "d1", "probability": 0.25, "similarity": -3.5}\n'
            b'{"query_id": "q2", "document_id": "d1", "similarity": 2}\n'
            b'{"query_id": "q1", "document_id": "d2", "probability": 1, "similarity": null}\n',
            id="JSON lines",
        ),
        pytest.param(
            b'{"query_id": "q1", "document_id": "d1", "probability": "0.25", "similarity": -3.5}\n'
            b'{"query_id": "q2", "document_id": "d1", "similarity": "2"}\n'
            b'{"query_id": "q1", "document_id": "d2", "probability": 1}\n',
            id="JSON lines, some numbers in quotes",
        ),
        pytest.param(
            parquet(
                query_id=["q1", "q2", "q1"],
                document_id=["d1", "d1", "d2"],
                probability=pa.array([0.25, None, 1.0], pa.float32()),
                similarity=pa.array([-3.5, 2.0, None]),
            ),
            id="Parquet",
        ),
    ],
)
def test_every_format_says_the_same(data: bytes) -> None:
    loaded = read_pairs(data, "p")
    assert rows(loaded.value) == EXPECTED
    assert loaded.counts == {"queries": 2, "pairs": 3, "probability": 2, "similarity": 2}
    assert loaded.warnings == ()


@pytest.mark.parametrize(
    ("column", "cell", "what"),
    [
        ("probability", "1.001", "no probability"),
        ("probability", "-0.001", "no probability"),
        ("probability", "nan", "no probability"),
        ("probability", "true", "no probability"),
        ("probability", "50 %", "no probability"),
        ("similarity", "inf", "not a finite number"),
        ("similarity", "1e999", "not a finite number"),
        ("similarity", "0,5", "not a finite number"),
        ("similarity", "true", "not a finite number"),
    ],
)
def test_a_cell_that_its_column_cannot_hold(column: str, cell: str, what: str) -> None:
    text = f'query_id,document_id,{column}\nq1,d1,1\n\nq1,d2,"{cell}"\n'
    assert faults(text) == [(4, "bad-value", f"{column} is {what}")]


@pytest.mark.parametrize(
    ("column", "values", "row"),
    [
        ("similarity", [1.0, math.nan], 2),
        ("similarity", [1.0, math.inf], 2),
        ("probability", [1.5, 1.0], 1),
        ("probability", [True, False], 1),
    ],
)
def test_a_value_of_parquet_that_its_column_cannot_hold(
    column: str, values: list[float], row: int
) -> None:
    data = parquet(query_id=["q", "q"], document_id=["d1", "d2"], **{column: values})
    with pytest.raises(InputError) as caught:
        read_pairs(data, "p.parquet")
    first = caught.value.problems[0]
    assert (first.code, first.line) == ("bad-value", row)


def test_all_problems_come_together_with_both_lines_of_a_pair() -> None:
    with pytest.raises(InputError) as caught:
        read_pairs((HEAD + "q1,d1,0.5,1\nq2,d1,0.5,x\nq1,d1,0.5,1\n").encode(), "p.csv")
    assert str(caught.value) == (
        "p.csv:3: similarity is not a finite number\n"
        "  expected: a decimal number, such as 0.83\n"
        '  found:    "x"\n'
        "  mend:     correct the cell\n"
        'p.csv:4: document "d1" twice for query "q1"\n'
        "  expected: each pair of a query and a document once\n"
        "  found:    also on line 2\n"
        "  mend:     remove one of the two lines"
    )


def test_many_pairs_that_stand_twice_are_counted() -> None:
    with pytest.raises(InputError) as caught:
        read_pairs((HEAD + "q1,d1,0.5,1\n" * 31).encode(), "p.csv")
    assert (len(caught.value.problems), caught.value.total) == (20, 30)


def test_missing_and_useless_columns() -> None:
    assert faults("query_id,similarity\nq1,1\n")[0][1:] == (
        "unknown-columns",
        "no column for doc_id",
    )
    assert faults("query_id,document_id,price\nq1,d1,3\n") == [
        (None, "nothing-supplied", "table names pairs and says nothing of them")
    ]


def test_other_columns_are_remarked_on() -> None:
    loaded = read_pairs(b"query_id,document_id,probability,price,note\nq,d,1,3,x\n", "p.csv")
    assert [(one.code, one.found) for one in loaded.warnings] == [
        ("unused-column", '"price", "note"')
    ]


@pytest.mark.parametrize(
    ("slot", "alternatives", "text"),
    [
        ("pairs", (), "query_id,document_id,probability\nq1,d1,0.5\n"),
        ("pairs", (), "query_id\tdocid\tsimilarity\tprobability\nq1\td1\t3\t1\n"),
        ("pairs", (), '{"query_id": "q1", "document_id": "d1", "similarity": 2}\n'),
        ("run", ("pairs",), "query_id,document_id,similarity\nq1,d1,0.5\n"),
        ("run", (), "query_id,document_id,rank,similarity\nq1,d1,1,0.5\n"),
        ("qrels", (), "query_id,document_id,relevance,probability\nq1,d1,1,0.5\n"),
        ("measurements", (), "query_id,probability\nq1,0.5\n"),
    ],
)
def test_pairs_are_told_by_their_columns(
    slot: str, alternatives: tuple[str, ...], text: str
) -> None:
    guess = sniff(text.encode(), "f")
    assert (guess.slot, guess.alternatives) == (slot, alternatives)
    assert read(text.encode(), "f").slot == slot


def test_a_run_given_as_pairs_is_called_a_run() -> None:
    assert faults("q1 Q0 d1 1 3.5 bm25\nq1 Q0 d2 2 3.1 bm25\n") == [
        (None, "wrong-slot", "file looks like a run, not like pairs of a run")
    ]


numbers = st.none() | st.floats(0, 1) | st.sampled_from([0, 1])
tables = st.dictionaries(
    st.tuples(st.sampled_from(["q", "é", "问"]), st.text("ab", min_size=1, max_size=3)),
    st.tuples(numbers, st.none() | st.floats(-1e300, 1e300)),
    min_size=1,
)


@given(tables)
def test_what_was_written_comes_back(table: dict[tuple[str, str], tuple[Any, Any]]) -> None:
    def cell(value: object) -> str:
        return "" if value is None else repr(value)

    text = HEAD + "".join(f"{q},{d},{cell(p)},{cell(s)}\n" for (q, d), (p, s) in table.items())
    assert rows(read_pairs(text.encode(), "p").value) == [(*k, *v) for k, v in table.items()]


def test_a_large_table_is_read_as_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD + "q1,d1,0.25,-3.5\nq2,d1,,2\nq1,d2,+1,\n"
    monkeypatch.setattr(delimited, "FAST_FROM", 0)
    assert rows(read_pairs(text.encode(), "p").value) == EXPECTED
    with pytest.raises(InputError, match=r"p\.csv:3: probability is no probability"):
        read_pairs((HEAD + "q1,d1,1,\nq1,d2,1.5,\n").encode(), "p.csv")


def pairs_inputs(text: str) -> object:
    loaded = read_pairs(text.encode(), "p.csv")
    compared = whole_collection({"q1": {"d1": 1}}, [{"q1": ["d1"]}, {"q1": []}], ["d1", "d2"])
    tables = Tables(a=RunTables(pairs=loaded.value), loaded=(loaded,))
    return scorecard_inputs(compared, Settings(), tables).a.pairs


def test_a_probability_of_a_document_that_the_corpus_lacks_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        pairs_inputs(HEAD + "q1,d1,1,\nq1,d1#0,0.5,\n")
    (problem,) = caught.value.problems
    assert (problem.source, problem.line, problem.code) == ("p.csv", 3, "unknown-document")
    assert problem.what == 'document "d1#0" of query "q1" is not in the corpus'


def test_a_similarity_needs_no_document_of_the_corpus() -> None:
    found = pairs_inputs(HEAD + "q1,d2,1,\nq1,picture.png,,0.5\n")
    assert isinstance(found, Pairs)
    assert np.array_equal(found.probability, [1, np.nan], equal_nan=True)


def test_pairs_of_another_collection_are_refused() -> None:
    with pytest.raises(InputError, match="the pairs name no query of the split"):
        pairs_inputs(HEAD + "x,d1,1,\n")
