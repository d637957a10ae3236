"""Small forms of the benchmark's data: our values against pytrec_eval and the oracle.

For values only: nothing here asserts on time.
"""

from __future__ import annotations

import os
import sys
from collections import Counter, defaultdict
from itertools import permutations
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from ircompare.cli import main as ircompare
from tests import oracle
from tests.benchmarks import agreement, cases, measure, peer_tasks, peers, shapes, sheets, table
from tests.benchmarks.__main__ import main as benchmark
from tests.benchmarks.agreement import LEFT_OUT, OTHER, SINGLE, TIES
from tests.benchmarks.data import made, write
from tests.benchmarks.shapes import Files, Shape, files_of
from tests.benchmarks.sheets import COLUMNS, MEASURES, Sheet

posix = pytest.mark.skipif(not hasattr(os, "wait4"), reason="children are measured by wait4")
SMALL = [shape.smaller() for shape in shapes.SHAPES]
MEASURED = [pytest.param(shape, id=shape.name) for shape in SMALL]


def ours(files: Files, folder: Path, capsys: pytest.CaptureFixture[str]) -> Sheet:
    """What `compare` finds, by its own command line."""
    out = folder / "ours"
    words = peers.compare_command(files.qrels, files.runs, out)
    assert ircompare([*words[words.index("compare") :], "--format", "json"]) == 0
    out.write_text(capsys.readouterr().out, "utf-8")
    return sheets.read_ours(peers.per_query_of(out), out)


def plain(files: Files) -> tuple[dict[str, dict[str, int]], list[dict[str, list[str]]]]:
    """Judgements, and the rankings of both runs as the oracle orders them."""
    qrels: dict[str, dict[str, int]] = defaultdict(dict)
    for line in files.qrels.read_text("ascii").splitlines():
        query, _, document, grade = line.split()
        qrels[query][document] = int(grade)
    runs = []
    for path in files.runs:
        scored: dict[str, list[tuple[str, float]]] = defaultdict(list)
        for line in path.read_text("ascii").splitlines():
            query, _, document, _, score, _ = line.split()
            scored[query].append((document, float(score)))
        runs.append({query: oracle.by_score(pairs) for query, pairs in scored.items()})
    return qrels, runs


@pytest.mark.parametrize("shape", MEASURED)
def test_every_value_is_the_oracles_and_pytrec_evals(
    shape: Shape, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pytrec_eval")
    files = made(shape, tmp_path)
    found = ours(files, tmp_path, capsys)
    qrels, runs = plain(files)
    assert list(found.values) == list(qrels)
    for run, rankings in zip("ab", runs, strict=True):
        for name, k in (("recall", 10), ("recall", 100), ("rr", 10)):
            rules = oracle.Rules(k)
            column = f"{'R' if name == 'recall' else 'RR'}@{k} {run}"
            wanted = oracle.values(name, rankings, qrels, list(qrels), rules)
            assert {query: row[column] for query, row in found.values.items()} == pytest.approx(
                {query: float(value) for query, value in wanted.items() if value is not None},
                abs=1e-15,
            )
            mean = oracle.mean(name, rankings, qrels, list(qrels), rules)
            assert found.means[column] == float(mean or 0)
    paired = tmp_path / "pytrec.csv"
    peer_tasks.main("pytrec-eval-terrier", *map(str, (files.qrels, *files.runs, paired)))
    held = agreement.held_against(found, sheets.read_paired(paired), files, 1e-9)
    assert (held.values, held.differing, held.means) == (6 * shape.queries, 0, {})


def test_each_case_has_the_value_that_the_table_expects(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = ours(cases.written(tmp_path, *cases.CASES), tmp_path, capsys)
    for case in cases.CASES:
        row = found.values.get(case.query, {})
        columns = ("R@10 a", "RR@10 a")
        assert tuple(row.get(column) for column in columns) == tuple(
            None if value is None else float(value) for value in case.expected
        ), case.what


def test_a_document_twice_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = cases.written(tmp_path, cases.REPEATED)
    words = peers.compare_command(files.qrels, files.runs, tmp_path / "out")
    assert ircompare(words[words.index("compare") :]) == 4
    assert 'document "5" twice for query "1"' in capsys.readouterr().err


@pytest.mark.parametrize("shape", MEASURED)
def test_a_data_set_has_the_shape_it_says(shape: Shape, tmp_path: Path) -> None:
    files = made(shape, tmp_path)
    judged = Counter(line.split()[0] for line in files.qrels.read_text("ascii").splitlines())
    assert judged.total() == round(shape.judged * shape.queries)
    ties = {files.a: shape.ties, files.b: 0}
    for path in files.runs:
        text = path.read_bytes().decode("ascii")
        lines = text.split(shape.end)
        assert lines.pop() == ""
        rows = [line.split(shape.separator) for line in lines]
        ranked = {(row[0], int(row[3])): (row[2], float(row[4])) for row in rows}
        assert len({(row[0], row[2]) for row in rows}) == shape.queries * shape.depth
        steps = [
            ranked[query, rank][1] - ranked[query, rank + 1][1]
            for query, rank in ranked
            if rank < shape.depth
        ]
        assert min(steps) >= 0
        assert steps.count(0) == ties[path]
        lengths = {len(document) for document, _ in ranked.values()}
        assert not shape.long_ids or lengths == {25}


def test_a_data_set_is_made_once_and_alike(tmp_path: Path) -> None:
    shape = shapes.M.smaller()
    first = made(shape, tmp_path / "one")
    stamp = first.a.stat().st_mtime_ns
    assert made(shape, tmp_path / "one").a.stat().st_mtime_ns == stamp
    again = made(shape, tmp_path / "two")
    for old, new in zip((first.qrels, *first.runs), (again.qrels, *again.runs), strict=True):
        assert old.read_bytes() == new.read_bytes()


def test_awkward_formats_hold_the_same_values(tmp_path: Path) -> None:
    regular, *others = (shape.smaller() for shape in shapes.AWKWARD)
    wanted = fields(made(regular, tmp_path))
    for shape in others:
        if not (shape.long_ids or shape.doubles):
            assert fields(made(shape, tmp_path)) == wanted, shape.name


def fields(files: Files) -> list[list[list[str]]]:
    return [
        sorted(line.split() for line in path.read_text("ascii").splitlines())
        for path in (files.qrels, *files.runs)
    ]


def test_a_half_written_data_set_is_made_again(tmp_path: Path) -> None:
    shape = shapes.S.smaller()
    home = tmp_path / shape.name
    home.mkdir()
    write(shape, home)
    whole = files_of(home).a.read_bytes()
    files_of(home).a.write_bytes(whole[:100])
    assert made(shape, tmp_path).a.read_bytes() == whole


scored = st.lists(st.sampled_from([1.0, 2.0, 3.0]), min_size=1, max_size=5)


@given(scored, st.sets(st.sampled_from("abcdef"), min_size=1), st.sampled_from([1, 2, 3]))
def test_reach_is_what_the_orders_of_equal_scores_give(
    scores: list[float], relevant: set[str], k: int
) -> None:
    ranking = list(zip("abcde", scores, strict=False))
    orders = [
        [document for document, _ in order]
        for order in permutations(ranking)
        if all(order[i][1] >= order[i + 1][1] for i in range(len(order) - 1))
    ]
    judged = dict.fromkeys(relevant, 1)
    for name, definition in (("R", oracle.recall), ("RR", oracle.rr)):
        values = [float(definition(order, judged, oracle.Rules(k))) for order in orders]
        assert agreement.reach(f"{name}@{k} a", ranking, relevant) == (min(values), max(values))


@pytest.mark.parametrize(
    ("value", "ranking", "expected"),
    [
        pytest.param(0.5, [("y", 2.0), ("x", 2.0)], TIES, id="tied"),
        pytest.param(0.25, [("y", 2.0), ("x", 2.0)], OTHER, id="tied, but no order gives it"),
        pytest.param(1.0, [("y", 20.000000001), ("x", 20.0)], SINGLE, id="alike in 32 bits"),
        pytest.param(1.0, [("y", 21.0), ("x", 20.0)], OTHER, id="apart in 32 bits too"),
        pytest.param(None, [("x", 1.0)], LEFT_OUT, id="no value"),
    ],
)
def test_a_reason_is_given_only_where_it_produces_the_value(
    value: float | None, ranking: list[tuple[str, float]], expected: str
) -> None:
    assert agreement.reason("RR@10 a", value, ranking, {"x"}, 1e-9) == expected


def test_a_difference_is_counted_by_its_reason(tmp_path: Path) -> None:
    files = cases.written(tmp_path, *cases.CASES[2:4])
    row = dict.fromkeys(COLUMNS, 1.0)
    one = Sheet({"3": row | {"RR@10 a": 0.5}, "4": row}, row)
    other = Sheet({"3": row, "4": row | {"R@10 b": 0.25}}, row | {"RR@10 a": 0.75})
    held = agreement.held_against(one, other, files, 1e-9)
    assert held.reasons == {TIES: 1, OTHER: 1}
    assert held.means == {"RR@10 a": (1.0, 0.75)}
    assert held.unexplained == 1


def test_a_mean_that_differs_alone_is_not_explained(tmp_path: Path) -> None:
    files = cases.written(tmp_path, *cases.CASES[2:3])
    row = dict.fromkeys(COLUMNS, 1.0)
    held = agreement.held_against(
        Sheet({"3": row}, row), Sheet({"3": row}, row | {"R@10 a": 0.5}), files, 1e-9
    )
    assert (held.differing, held.unexplained) == (0, 1)


def test_a_reciprocal_rank_without_a_cutoff_is_clipped_below_one_tenth() -> None:
    row = {"R@10": 1.0, "R@100": 1.0}
    given = {"at": row | {"RR@10": 0.1}, "below": row | {"RR@10": 1 / 11}}
    values = {query: found["RR@10"] for query, found in peer_tasks.clipped(given).items()}
    assert values == {"at": 0.1, "below": 0.0}


def test_what_trec_eval_prints_is_joined_and_clipped(tmp_path: Path) -> None:
    lines = "recip_rank \tq1\t{}\nrecall_10 \tq1\t0.5\nrecall_100 \tq1\t1.0\n"
    end = "recip_rank \tall\t0.7\nrecall_10 \tall\t0.5\nrecall_100 \tall\t1.0\n"
    for name, value in (("a", "0.1000"), ("b", "0.0909")):
        (tmp_path / name).write_text(lines.format(value) + end, "ascii")
    clip = sheets.read_trec_eval(tmp_path / "a", tmp_path / "b")
    assert [clip.values["q1"][f"RR@10 {run}"] for run in "ab"] == [0.1, 0.0]
    assert [clip.means[f"RR@10 {run}"] for run in "ab"] == [0.1, 0.0]
    given = sheets.read_trec_eval(tmp_path / "a", tmp_path / "b", clip=False)
    assert given.values["q1"]["RR@10 b"] == 0.0909
    assert given.means["RR@10 b"] == 0.7
    assert {column.split()[0] for column in given.means} == set(MEASURES)


@posix
def test_the_peak_is_the_childs_and_not_that_of_who_measures(tmp_path: Path) -> None:
    held = b"x" * (200 << 20)
    code = "print(len(bytearray(60 << 20)))"
    usage = measure.succeeded([sys.executable, "-c", code], tmp_path / "out")
    assert (tmp_path / "out").read_text() == f"{60 << 20}\n"
    assert 60 << 20 <= usage.peak < len(held)


@posix
def test_a_command_that_fails_says_so(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import sys; sys.exit('no such thing')"]
    assert measure.measured(command, tmp_path / "out").status == 1
    with pytest.raises(measure.CommandFailedError, match="ended with 1:\nno such thing"):
        measure.succeeded(command, tmp_path / "out")


@posix
def test_the_command_in_its_small_form(tmp_path: Path) -> None:
    pytest.importorskip("pytrec_eval")
    report = tmp_path / "report.md"
    words = ["--small", "--folder", str(tmp_path / "home"), "--output", str(report)]
    ended = CliRunner().invoke(benchmark, words)
    assert ended.exit_code == 0, ended.output
    text = report.read_text("utf-8")
    row = "| small-M | pytrec-eval-terrier | 240 | 240 | 0 | 0 | 0 | 0 | 0 |"
    assert row in text.splitlines()
    assert "| scores that differ beyond 32 bits | 1 · 1 | **1 · 0.5** |" in text.splitlines()


def test_a_table_has_its_first_column_on_the_left() -> None:
    assert table.table(["a", "b"], [["x", "1"]]) == "| a | b |\n| --- | --: |\n| x | 1 |"
