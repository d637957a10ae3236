"""Many runs as one table: exact, and as text for people."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ircompare.report.run_rows import run_rows
from ircompare.report.run_table import RunTable
from ircompare.scoring.comparison import Comparison

Make = Callable[..., Comparison]


def test_a_row_for_each_cutoff_and_measure(golden_pair: Make) -> None:
    pair = golden_pair(2)
    rows = run_rows([pair.b, pair.b.at(1)], [pair.a, pair.a.at(1)], paired=True).to_pylist()
    assert [(row["k"], row["measure"]) for row in rows] == [
        (k, measure) for k in (2, 1) for measure in ("recall", "rr", "success", "precision", "ndcg")
    ]
    assert rows[0] == {
        "run": "fixture_B",
        "source": pair.b.hits.run.source,
        "k": 2,
        "measure": "recall",
        "mean": 5 / 6,
        "mean_numerator": "5",
        "mean_denominator": "6",
        "reference": "fixture_A",
        "delta": 1 / 3,
        "delta_numerator": "1",
        "delta_denominator": "3",
        "improved": 1,
        "tied": 2,
        "regressed": 0,
        "scored": 3,
        "missing": 0,
        "protocol": "test · k 2 · exhaustive · order listed",
        "protocol_sha256": pair.b.protocol_sha256(),
        "run_sha256": pair.b.run_sha256,
        "settings_sha256": pair.b.settings_sha256,
        "qrels_sha256": pair.b.scope.collection.qrels.sha256,
    }
    ndcg = rows[4]
    assert (ndcg["mean"], ndcg["mean_numerator"]) == (pair.b.mean("ndcg"), None)


def test_a_reference_has_no_delta_and_alone_no_such_columns(golden_pair: Make) -> None:
    a = golden_pair(2).a
    row = run_rows([a], paired=True).to_pylist()[0]
    assert (row["mean_denominator"], row["missing"]) == ("2", 1)
    assert [row[name] for name in ("reference", "delta", "improved")] == [None] * 3
    assert "delta" not in run_rows([a]).column_names


def test_exact_means_of_any_length_and_none(by_ranks: Make, pair: Make) -> None:
    primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]
    comparison = by_ranks(primes, primes, depth=99)
    row = run_rows([comparison.at(99).b]).to_pylist()[1]
    exact = Fraction(int(row["mean_numerator"]), int(row["mean_denominator"]))
    assert exact == sum(Fraction(1, prime) for prime in primes) / len(primes)
    assert int(row["mean_denominator"]) > 2**64
    nothing = pair({"q": {"r": 0}}, {"q": "r"}, {"q": "r"})
    for row in run_rows([nothing.b], [nothing.a], paired=True).to_pylist():
        assert (row["mean"], row["mean_numerator"], row["delta"], row["scored"]) == (
            None,
            None,
            None,
            0,
        )


def test_text_of_evaluations(golden_pair: Make) -> None:
    pair, table = golden_pair(2), RunTable(paired=False)
    table.add([pair.a, pair.a.at(1)])
    table.add([pair.b, pair.b.at(1)])
    qrels = pair.a.scope.collection.qrels.sha256[:12]
    assert table.text().splitlines() == [
        "run        k  Recall     MRR  Success  Precision     nDCG  missing",
        "fixture_A  2  0.5000  0.5000   0.6667     0.3333  ≈0.4147        1",
        "fixture_A  1  0.1667  0.3333   0.3333     0.3333  ≈0.3333        1",
        "fixture_B  2  0.8333  0.8333   1.0000     0.5000  ≈0.7956        0",
        "fixture_B  1  0.6667  0.6667   0.6667     0.6667  ≈0.6667        0",
        "",
        "protocol: test · k 2 · exhaustive · order listed",
        "protocol: test · k 1 · exhaustive · order listed",
        f"fingerprint: qrels {qrels}",
    ]


def test_text_of_comparisons(golden_pair: Make) -> None:
    pair, table = golden_pair(2), RunTable(paired=True)
    table.add([pair.a])
    table.add([pair.b], [pair.a])
    table.add([pair.a], [pair.b])
    assert table.text().splitlines()[:4] == [
        "run        k  Recall    delta  ▲  ═  ▼     MRR    delta  ▲  ═  ▼  missing",
        "fixture_A  2  0.5000                    0.5000                          1",
        "fixture_B  2  0.8333  +0.3333  1  2  0  0.8333  +0.3333  2  0  1        0",
        "fixture_A  2  0.5000  −0.3333  0  2  1  0.5000  −0.3333  1  0  2        1",
    ]


def test_a_name_cannot_break_a_line(pair: Make) -> None:
    table = RunTable(paired=False)
    table.add([pair({"q": {"r": 1}}, {"q": "r"}, {"q": "r"}, names=("a\nb", "c")).a])
    assert table.text().splitlines()[1].startswith("a\\nb  ")
