"""The task in each peer, run by the peers' own Python: `peer_tasks.py NAME QRELS A B OUT`.

The task: two runs and the judgements in, a paired file with the values of each query and their
means out. Each tool is used as its documentation shows. Standard library only at the top: pytest
may import this where no peer is installed.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import fmean

Values = Mapping[str, Mapping[str, float]]
Task = Callable[[str, str], Values]
MEASURES = ("R@10", "R@100", "RR@10")
AS_GIVEN = "--as-given"


def pytrec_eval_terrier(qrels: str, run: str) -> Values:
    """Its `recip_rank` has no cutoff."""
    import pytrec_eval

    with Path(qrels).open() as lines:
        judged = pytrec_eval.parse_qrel(lines)
    with Path(run).open() as lines:
        ranked = pytrec_eval.parse_run(lines)
    evaluator = pytrec_eval.RelevanceEvaluator(judged, {"recall.10,100", "recip_rank"})
    names = {"recall_10": "R@10", "recall_100": "R@100", "recip_rank": "RR@10"}
    return {
        query: {names[name]: value for name, value in values.items()}
        for query, values in evaluator.evaluate(ranked).items()
    }


def ir_measures_documented(qrels: str, run: str) -> Values:
    return _ir_measures(qrels, run, "RR@10")


def ir_measures_clipped(qrels: str, run: str) -> Values:
    """RR without a cutoff comes from its faster provider, together with Recall."""
    return _ir_measures(qrels, run, "RR")


def _ir_measures(qrels: str, run: str, reciprocal_rank: str) -> Values:
    import ir_measures

    names = {"R@10": "R@10", "R@100": "R@100", reciprocal_rank: "RR@10"}
    measures = [ir_measures.parse_measure(name) for name in names]
    judged = ir_measures.read_trec_qrels(qrels)
    ranked = ir_measures.read_trec_run(run)
    values: dict[str, dict[str, float]] = {}
    for metric in ir_measures.iter_calc(measures, judged, ranked):
        values.setdefault(metric.query_id, {})[names[str(metric.measure)]] = metric.value
    return values


def ranx(qrels: str, run: str) -> Values:
    """`make_comparable` lets runs and judgements name different queries."""
    from ranx import Qrels, Run, evaluate

    judged, ranked = Qrels.from_file(qrels, kind="trec"), Run.from_file(run, kind="trec")
    names = {"recall@10": "R@10", "recall@100": "R@100", "mrr@10": "RR@10"}
    evaluate(judged, ranked, list(names), make_comparable=True)
    values: dict[str, dict[str, float]] = {}
    for name, scores in ranked.scores.items():
        for query, value in scores.items():
            values.setdefault(query, {})[names[name]] = float(value)
    return values


def trectools(qrels: str, run: str) -> Values:
    """Its frame of reciprocal ranks leaves out the zeros that its own mean counts."""
    from trectools import TrecEval, TrecQrel, TrecRun

    judge = TrecEval(TrecRun(run), TrecQrel(qrels))
    frames = {
        "R@10": judge.get_recall(depth=10, per_query=True),
        "R@100": judge.get_recall(depth=100, per_query=True),
        "RR@10": judge.get_reciprocal_rank(depth=10, per_query=True),
    }
    values: dict[str, dict[str, float]] = {}
    for name, frame in frames.items():
        whole = frame.iloc[:, 0].reindex(frames["R@10"].index, fill_value=0.0)
        for query, value in whole.items():
            values.setdefault(str(query), {})[name] = float(value)
    return values


TASKS: dict[str, Task] = {
    "pytrec-eval-terrier": pytrec_eval_terrier,
    "ir-measures": ir_measures_documented,
    "ir-measures, RR clipped": ir_measures_clipped,
    "ranx": ranx,
    "trectools": trectools,
}


def clipped(values: Values) -> Values:
    """RR@10 from a reciprocal rank without cutoff: below one tenth it is 0."""
    return {
        query: {**row, "RR@10": row["RR@10"] if row["RR@10"] >= 0.1 else 0.0}
        for query, row in values.items()
    }


def write(path: str, a: Values, b: Values) -> None:
    """One row a query, then a row `all` with the means over the queries that each run has."""
    queries = {**a, **b}
    with Path(path).open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["query_id", *(f"{name} {run}" for run in "ab" for name in MEASURES)])
        for query in queries:
            rows.writerow(
                [query, *(_cell(run, query, name) for run in (a, b) for name in MEASURES)]
            )
        rows.writerow(["all", *(_mean(run, name) for run in (a, b) for name in MEASURES)])


def _cell(values: Values, query: str, name: str) -> float | str:
    return values[query].get(name, "") if query in values else ""


def _mean(values: Values, name: str) -> float | str:
    found = [row[name] for row in values.values() if name in row]
    return fmean(found) if found else ""


def main(name: str, qrels: str, a: str, b: str, out: str, *options: str) -> None:
    task = TASKS[name]
    finish = dict if AS_GIVEN in options else clipped
    write(out, finish(task(qrels, a)), finish(task(qrels, b)))


if __name__ == "__main__":
    main(*sys.argv[1:])
