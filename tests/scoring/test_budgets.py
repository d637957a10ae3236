"""Budgets: the golden fixture, the seven facts about them, and the sweep against re-scoring."""

from __future__ import annotations

import itertools
import json
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from statistics import median
from types import FrameType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ircompare
from ircompare.errors import InputError
from ircompare.model.chunks import ChunkMap
from ircompare.model.collapse import collapse
from ircompare.model.collection import Collection, Qrels
from ircompare.model.levels import looks_like_chunks, qrels_level
from ircompare.model.protocol import Budget, Protocol
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.readers import load
from ircompare.report.chunk_report import chunk_json
from ircompare.scoring.budgets import budget_curve, budget_sweep
from ircompare.scoring.chunked import Side, prepare, ruled
from ircompare.scoring.comparison import compare
from ircompare.scoring.evaluation import evaluate
from tests import oracle
from tests.chunk_worlds import World, collapsed, first_chunks, worlds
from tests.model.adapter_checks import CHUNK_MAP, CHUNK_RUN, EXPECTED, golden_scope, tutorial
from tests.worlds import pooled, scored_run

MANY = settings(max_examples=30, deadline=None)
UNITS = ("chunks", "tokens")


def golden_side(rankings=CHUNK_RUN) -> Side:
    return prepare(
        Run.from_rankings("A", rankings), ChunkMap.from_dict(CHUNK_MAP, "map.json"), golden_scope()
    )


def test_the_whole_golden_fixture_comes_out_of_the_report():
    made = chunk_json(golden_side(), 2, Budget("chunks", 2))
    for key in ("document_runs", "provenance", "collapse_then_document_cutoff"):
        assert made[key] == EXPECTED[key]
    budget = made["budget_then_collapse"]
    assert budget.pop("budget") == {"unit": "chunks", "n": 2}
    assert budget == EXPECTED["two_chunk_budget_then_collapse"]


def test_the_report_has_the_keys_of_the_contract_in_order():
    keys = ["adapter_sha256", "document_runs", "provenance", "collapse_then_document_cutoff"]
    assert list(chunk_json(golden_side(), 2)) == keys
    assert list(chunk_json(golden_side(), 2, Budget("chunks", 1))) == [
        *keys,
        "budget_then_collapse",
    ]


def test_naive_replacement_of_ids_is_refused_with_the_reason_of_the_contract():
    naive = {query: [CHUNK_MAP[chunk] for chunk in row] for query, row in CHUNK_RUN.items()}
    with pytest.raises(InputError) as error:
        Run.from_rankings("A", naive)
    reason = EXPECTED["raw_id_replacement"]["reason"]
    assert error.value.problems[0].contract_reason == reason


@pytest.mark.parametrize(
    ("budget", "recall", "mrr"),
    [
        pytest.param(1, "1/6", "1/3", id="one chunk"),
        pytest.param(2, "1/6", "1/3", id="two chunks of the same documents"),
        pytest.param(3, "2/3", "1/2", id="three chunks"),
        pytest.param(None, "2/3", "1/2", id="everything received"),
    ],
)
def test_golden_means_under_each_budget(budget, recall, mrr):
    side = golden_side()
    taken = None if budget is None else Budget("chunks", budget)
    scope = ruled(side.hits.scope, side.collapsed.chunk_map.rule(taken))
    evaluation = side.evaluation(scope)
    assert (evaluation.mean("recall"), evaluation.mean("rr")) == (Fraction(recall), Fraction(mrr))


def test_the_golden_curve():
    curve = budget_curve(golden_side(), 2)
    assert curve.budgets.tolist() == [1, 2, 3]
    assert curve.curve.recall == (Fraction(1, 6), Fraction(1, 6), Fraction(2, 3))
    assert curve.curve.rr == (Fraction(1, 3), Fraction(1, 3), Fraction(1, 2))
    assert (curve.needed.median, curve.needed.most) == (3, 3)
    assert (curve.needed.short, curve.needed.agree) == (1, 3)


def test_a_document_run_stays_as_it_is_over_all_budgets():
    b = prepare(
        Run.from_rankings("B", tutorial("run.fixture_B.json")),
        ChunkMap.from_dict(CHUNK_MAP),
        scope := golden_scope(),
    )
    a = prepare(Run.from_rankings("A", CHUNK_RUN), ChunkMap.from_dict(CHUNK_MAP), scope)
    assert (a.decision.level, b.decision.level) == ("chunk", "document")
    swept = budget_sweep(a, b, 2)
    assert set(swept.b.curve.recall) == {Fraction(5, 6)}
    assert swept.b.needed is None
    assert swept.opening == 3
    assert swept.verdicts["recall"].spans(scope.positions["q2"], 3)[-1][1:] == (3, 3)


def test_two_document_runs_have_no_budget():
    side = prepare(
        Run.from_rankings("B", tutorial("run.fixture_B.json")),
        ChunkMap.from_dict(CHUNK_MAP),
        golden_scope(),
    )
    with pytest.raises(ValueError, match="a budget needs a run of chunks"):
        budget_sweep(side, side, 2)
    with pytest.raises(ValueError, match="names documents"):
        chunk_json(side, 2)


def test_runs_of_two_scopes_are_not_swept_together():
    with pytest.raises(ValueError, match="one protocol only"):
        budget_sweep(golden_side(), golden_side(), 2)


def test_t71_collapse_is_told_apart_from_its_budget():
    run = scored_run("A", {"q": [("D1#0", 9), ("D1#1", 8), ("D1#2", 7), ("D2#0", 6), ("D3#0", 5)]})
    chunk_map = ChunkMap.from_dict({c: c[:2] for c in ("D1#0", "D1#1", "D1#2", "D2#0", "D3#0")})
    side = prepare(run, chunk_map, scope := pooled({"q": {"D2": 1, "D3": 1}}))

    def recall(budget: int | None, k: int) -> Fraction:
        taken = None if budget is None else Budget("chunks", budget)
        return side.evaluation(ruled(scope, chunk_map.rule(taken)), k).mean("recall")

    assert recall(3, 3) == 0
    assert recall(4, 4) == Fraction(1, 2)
    assert recall(None, 2) == Fraction(1, 2)
    assert recall(None, 3) == 1
    assert side.evaluation(scope, 10).mean("rr") == Fraction(1, 2)
    on_chunks = evaluate(run, pooled({"q": {"D2#0": 1, "D3#0": 1}}), 10)
    assert on_chunks.mean("rr") == Fraction(1, 4)


@MANY
@given(worlds(), st.integers(1, 12), st.sampled_from(UNITS))
def test_fact_1_a_larger_budget_only_adds_at_the_end(world, n, unit):
    side, _ = world.sides()
    short, long = (side.collapsed.within(Budget(unit, each)) for each in (n, n + 1))
    for query in world.a:
        ranking = short.ranking(query)
        assert ranking == long.ranking(query)[: len(ranking)]
        assert ranking == world.documents_under(world.a, n, unit)[query]


@MANY
@given(worlds(), st.sampled_from(UNITS))
def test_fact_2_recall_rr_and_success_never_fall_in_budget_or_cutoff(world, unit):
    side, _ = world.sides()
    scope, chunk_map = side.hits.scope, side.collapsed.chunk_map
    rows = [
        [side.evaluation(ruled(scope, chunk_map.rule(Budget(unit, n))), k) for n in range(1, 12)]
        for k in (world.k, world.k + 1)
    ]
    for measure in ("recall", "rr", "success"):
        values = [[row.values(measure).floats() for row in line] for line in rows]
        assert all(np.all(a <= b) for line in values for a, b in itertools.pairwise(line))
        assert all(np.all(a <= b) for a, b in zip(*values, strict=True))


def test_fact_2_precision_may_fall_as_the_cutoff_grows():
    evaluation = evaluate(Run.from_rankings("A", {"q": ["d1", "d2"]}), pooled({"q": {"d1": 1}}))
    assert evaluation.at(2).mean("precision") < evaluation.at(1).mean("precision")


@MANY
@given(worlds(), st.integers(1, 12), st.sampled_from(UNITS))
def test_fact_3_a_budget_is_a_smaller_cutoff_for_each_query(world, n, unit):
    side, _ = world.sides()
    scope = side.hits.scope
    cut = side.evaluation(ruled(scope, side.collapsed.chunk_map.rule(Budget(unit, n))))
    for place, query in enumerate(scope.query_ids):
        depth = len(world.documents_under(world.a, n, unit).get(query, ()))
        k = min(world.k, depth)
        whole = side.evaluation(scope, k).values("recall").at(place) if k else 0
        assert cut.values("recall").at(place) == whole


@MANY
@given(worlds(), st.sampled_from(UNITS))
def test_fact_4_from_b_star_on_both_protocols_agree(world, unit):
    side, _ = world.sides()
    needed = budget_curve(side, world.k, unit=unit).needed
    scope, whole = side.hits.scope, world.documents_under(world.a, None, unit)
    top = {query: documents[: world.k] for query, documents in whole.items()}

    def agrees(n: int, query: str) -> bool:
        return world.documents_under(world.a, n, unit)[query][: world.k] == top[query]

    reached = []
    for place, query in enumerate(scope.query_ids):
        documents = whole.get(query, [])
        first = int(needed.for_all[place])
        assert (first > 0) == bool(documents)
        assert int(needed.for_k[place]) == (first if len(documents) >= world.k else 0)
        reached += [first] if len(documents) >= world.k else []
        if first:
            assert agrees(first, query)
            assert agrees(first + 7, query)
            assert first == 1 or not agrees(first - 1, query)
    assert needed.median == (median(map(Fraction, reached)) if reached else None)
    assert needed.most == max(reached, default=None)
    assert needed.short == len(scope.query_ids) - len(reached)
    assert needed.agree == max([1, *needed.for_all.tolist()])


@MANY
@given(worlds(), st.randoms(use_true_random=False), st.booleans())
def test_fact_5_first_occurrence_is_best_score_where_scores_never_rise(world, random, falling):
    chunks = world.a["q0"]
    scores = [float(random.randint(0, 6)) for _ in chunks]
    scores = sorted(scores, reverse=True) if falling else scores
    run = Run.build("A", ["q0"] * len(chunks), chunks, scores=scores, empty_queries=["q0"])
    chunk_map = world.chunk_map()
    made = collapse(run, chunk_map, order="listed")
    best = made.under(chunk_map.rule(rule="max-score")).ranking("q0")
    rises = any(a < b for a, b in itertools.pairwise(scores))
    if not rises:
        assert best == made.documents.ranking("q0")
    assert ("scores-rise" in {note.code for note in made.notes}) == rises


def test_fact_5_stale_scores_are_warned_of():
    chunk_map = ChunkMap.from_dict({"a1": "a", "b1": "b"})
    run = Run.build("A", ["q", "q"], ["a1", "b1"], scores=[0.5, 0.7], ranks=[1, 2])
    made = collapse(run, chunk_map, order="rank")
    assert made.documents.ranking("q") == ["a", "b"]
    assert made.under(chunk_map.rule(rule="max-score")).ranking("q") == ["b", "a"]
    (note,) = [note for note in made.notes if note.code == "scores-rise"]
    assert str(note) == (
        "A: scores rise down the list of 1 query: first occurrence follows the list, "
        "not the scores\n"
        "  expected: scores that never rise, as the chunks are not ordered by score\n"
        '  found:    "q"\n'
        '  mend:     choose order "score" if the scores are right'
    )


def test_fact_6_with_sums_a_larger_budget_may_lower_a_value():
    order = [2, 1, 2, 1, 0, 1, 1]
    chunk_map = ChunkMap.from_dict({f"c{n}": str(doc) for n, doc in enumerate(order)})
    run = scored_run("A", {"q": [(f"c{n}", 7.0 - n) for n in range(7)]})
    side = prepare(run, chunk_map, scope := pooled({"q": {"2": 1}}))
    values = {}
    for n in (6, 7):
        rule = chunk_map.rule(Budget("chunks", n), "score-sum")
        values[n] = side.evaluation(ruled(scope, rule), 2).mean("rr")
        assert side.collapsed.under(rule).ranking("q") == (
            ["2", "1", "0"] if n == 6 else ["1", "2", "0"]
        )
    assert values == {6: 1, 7: Fraction(1, 2)}


def test_fact_6_with_means_too():
    chunk_map = ChunkMap.from_dict({"a1": "a", "a2": "a", "b1": "b"})
    run = scored_run("A", {"q": [("a1", 9.0), ("b1", 8.0), ("a2", 1.0)]})
    made = collapse(run, chunk_map)
    means = [
        made.under(chunk_map.rule(Budget("chunks", n), "score-mean")).ranking("q") for n in (2, 3)
    ]
    assert means == [["a", "b"], ["b", "a"]]


def test_fact_7_a_token_budget_stops_at_the_first_overflow():
    tokens = [2, 6, 5, 4, 1]
    chunk_map = ChunkMap.from_dict(
        {f"c{n}": {"doc_id": f"d{n}", "tokens": size} for n, size in enumerate(tokens)}
    )
    made = collapse(Run.from_rankings("A", {"q": [f"c{n}" for n in range(5)]}), chunk_map)
    taken = {n: made.within(Budget("tokens", n)).ranking("q") for n in (1, 2, 7, 8, 18)}
    assert taken == {
        1: [],
        2: ["d0"],
        7: ["d0"],
        8: ["d0", "d1"],
        18: ["d0", "d1", "d2", "d3", "d4"],
    }

    def packed(budget: int) -> list[int]:
        """The other way, which skips what does not fit and goes on: it is not nested."""
        taken: list[int] = []
        for place, size in enumerate(tokens):
            if sum(tokens[each] for each in taken) + size <= budget:
                taken.append(place)
        return taken

    assert (packed(1), packed(2)) == ([4], [0])


def test_a_token_budget_without_token_counts_is_refused():
    side = golden_side()
    with pytest.raises(InputError, match="a token budget needs token counts"):
        budget_curve(side, 2, unit="tokens")
    with pytest.raises(InputError, match="a token budget needs token counts"):
        chunk_json(side, 2, Budget("tokens", 2))


@pytest.mark.parametrize("rule", ["max-score", "score-sum", "score-mean"])
def test_rules_by_score_need_scores(rule):
    side = golden_side()
    with pytest.raises(InputError) as error:
        side.collapsed.under(side.collapsed.chunk_map.rule(rule=rule))
    assert error.value.problems[0].what == f'collapse rule "{rule}" needs the scores of the chunks'


@MANY
@given(worlds(), st.sampled_from(["max-score", "score-sum", "score-mean"]), st.integers(1, 9))
def test_rules_by_score_against_the_definition(world, rule, n):
    chunks = {query: list(enumerate(row)) for query, row in world.a.items()}
    scored = {q: [(chunk, float(9 - at)) for at, chunk in row] for q, row in chunks.items()}
    chunk_map = world.chunk_map()
    made = collapse(scored_run("A", scored), chunk_map)
    found = made.under(chunk_map.rule(Budget("chunks", n), rule))
    how = {"max-score": max, "score-sum": sum, "score-mean": lambda s: sum(s) / len(s)}[rule]
    for query, row in scored.items():
        order = collapsed([chunk for chunk, _ in row[:n]], world.documents)
        of = {d: [s for c, s in row[:n] if world.documents[c] == d] for d in order}
        wanted = sorted(order, key=lambda d: -how(of[d]))
        assert found.ranking(query) == wanted


def rescored(world: World, run: dict[str, list[str]], n: int, unit: str, measure: str):
    documents = world.documents_under(run, n, unit)
    rules = oracle.Rules(world.k, zero=True)
    return oracle.values(measure, documents, world.qrels, list(world.qrels), rules)


@MANY
@given(worlds(), st.sampled_from(UNITS))
def test_the_sweep_equals_scoring_again_under_every_budget(world, unit):
    a, b = world.sides()
    swept = budget_sweep(a, b, world.k, unit=unit)
    last = int(swept.budgets[-1])
    queries = list(world.qrels)
    for measure in ("recall", "rr"):
        signs = []
        for n in range(1, last + 1):
            one, two = (rescored(world, run, n, unit, measure) for run in (world.a, world.b))
            at = int(np.searchsorted(swept.budgets, n, side="right")) - 1
            assert swept.a.curve.of(measure)[at] == Fraction(sum(one.values())) / len(queries)
            assert swept.b.curve.of(measure)[at] == Fraction(sum(two.values())) / len(queries)
            verdicts = [(two[q] > one[q]) - (two[q] < one[q]) for q in queries]
            signs.append(verdicts)
            counts = swept.counts[measure][at]
            assert (counts.improved, counts.tied, counts.regressed) == (
                verdicts.count(1),
                verdicts.count(0),
                verdicts.count(-1),
            )
            assert swept.verdicts[measure].at(n) == dict(enumerate(verdicts))
        check_steps(swept.verdicts[measure], signs)


def check_steps(steps, signs: list[list[int]]) -> None:
    """Opening, dependence, flips and spans against the verdicts of every budget."""
    changes = [n + 1 for n in range(1, len(signs)) if signs[n] != signs[n - 1]]
    assert steps.opening == (changes[0] if changes else None)
    for place, verdicts in enumerate(zip(*signs, strict=True)):
        assert (place in steps.depending.tolist()) == (len(set(verdicts)) > 1)
        told = [verdict for verdict in verdicts if verdict]
        flips = sum(a != b for a, b in itertools.pairwise(told))
        assert steps.flips().get(place, 0) == flips
        spelled = [
            verdict
            for verdict, first, last in steps.spans(place, len(signs))
            for _ in range(first, last + 1)
        ]
        assert spelled == list(verdicts)


@MANY
@given(worlds(), st.integers(1, 10), st.sampled_from(UNITS))
def test_cutting_the_hits_equals_judging_the_cut_run(world, n, unit):
    a, b = world.sides()
    rule = a.collapsed.chunk_map.rule(Budget(unit, n))
    scope = ruled(a.hits.scope, rule)
    quick = compare(a.evaluation(scope), b.evaluation(scope))
    slow = compare(*(evaluate(side.collapsed.under(rule), scope) for side in (a, b)))
    assert quick.to_pandas().equals(slow.to_pandas())
    assert quick.a.run_sha256 == slow.a.run_sha256
    assert quick.a.settings_sha256 == slow.a.settings_sha256


@MANY
@given(worlds(), st.integers(0, 12), st.sampled_from(UNITS))
def test_what_a_budget_takes_is_spelled_out(world, n, unit):
    side, _ = world.sides()
    made = side.collapsed
    taken = made.taken(Budget(unit, n) if n else None)
    tokens = world.tokens if unit == "tokens" else None
    for query, place in made.chunks.positions.items():
        rows = slice(int(made.chunks.bounds[place]), int(made.chunks.bounds[place + 1]))
        wanted = len(first_chunks(world.a[query], n, tokens)) if n else len(world.a[query])
        assert taken[rows].tolist() == [at < wanted for at in range(rows.stop - rows.start)]
    assert made.kept(Budget(unit, n) if n else None).tolist() == [
        len(world.documents_under(world.a, n or None, unit)[query]) for query in world.a
    ]


def test_settings_name_map_budget_and_rule():
    side = golden_side()
    scope, chunk_map = side.hits.scope, side.collapsed.chunk_map
    two = side.evaluation(ruled(scope, chunk_map.rule(Budget("chunks", 2))))
    assert two.protocol.settings("listed")["chunks"] == {
        "adapter_sha256": chunk_map.adapter_sha256,
        "budget": {"unit": "chunks", "n": 2},
        "rule": "first-occurrence-document-v1",
        "tokens_sha256": None,
    }
    three = side.evaluation(ruled(scope, chunk_map.rule(Budget("chunks", 3))))
    whole = side.evaluation(ruled(scope, chunk_map.rule()))
    prints = {each.settings_sha256 for each in (two, three, whole, side.evaluation(scope))}
    assert len(prints) == 4
    assert {two.protocol_sha256(), whole.protocol_sha256()} == {
        side.evaluation(scope).protocol_sha256()
    }


def calls(work: Callable[[], object]) -> Counter[str]:
    """How often each function of the package is called."""
    seen: Counter[str] = Counter()
    package = str(Path(ircompare.__file__).parent)

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(package):
            seen[code.co_qualname] += not code.co_qualname.endswith("<genexpr>")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return +seen


def test_sweeping_every_budget_of_a_large_run_takes_one_pass():
    queries, depth = 1000, 100
    rng = np.random.default_rng(7)
    documents = [f"d{n}" for n in range(600)]
    chunk_map = ChunkMap.build(
        [f"{doc}#{part}" for doc in documents for part in range(3)],
        [doc for doc in documents for _ in range(3)],
    )
    names = np.array(chunk_map.chunk_ids.to_pylist(), object)
    rows = np.concatenate([rng.permutation(len(names))[:depth] for _ in range(queries)])
    column = [f"q{n}" for n in range(queries) for _ in range(depth)]
    judged = rng.integers(0, 600, queries)
    qrels = Qrels.build([f"q{n}" for n in range(queries)], [f"d{n}" for n in judged], [1] * queries)
    scope = Scope.of(Collection(qrels), Protocol(judgements="pooled"))
    a = prepare(Run.build("A", column, names[rows].tolist()), chunk_map, scope)
    b = prepare(Run.build("B", column, names[rows[::-1]].tolist()), chunk_map, scope)
    swept = budget_sweep(a, b, 10)
    assert len(swept.budgets) == depth
    every = calls(lambda: budget_sweep(a, b, 10))
    assert every["budget_sweep"] == 1
    assert every == calls(lambda: budget_sweep(a, b, 10, last=1))


REFERENCES = [
    ("cast21_a", "orig/org_manual_bm25.trec", "orig/trec-cast-qrels-docs.2021.qrel", "tsv.gz"),
    ("anthropic_contextual", "derived/runs/bm25s.chunks.run", "derived/qrels.docs.txt", "tsv"),
    ("anthropic_contextual", "derived/runs/minilm.chunks.run", "derived/qrels.docs.txt", "tsv"),
    ("coll_cranfield", "derived/runs/bm25s_chunks60.run.gz", "derived/qrels.txt", "tsv"),
    ("coll_cranfield", "derived/runs/lsa_chunks60.run.gz", "derived/qrels.txt", "tsv"),
]
VALUES = {
    "R@5": ("recall", 5),
    "R@10": ("recall", 10),
    "R@100": ("recall", 100),
    "RR@10": ("rr", 10),
}


@pytest.mark.shared
@pytest.mark.parametrize(("name", "run", "qrels", "ending"), REFERENCES)
def test_collapsed_runs_equal_the_reference_values(name, run, qrels, ending, shared):
    folder = shared / name
    scope = Scope.of(Collection(load(folder / qrels, "qrels").value), Protocol(judgements="pooled"))
    chunk_map = load(folder / f"derived/chunk_to_doc.{ending}", "chunk_map").value
    found = load(folder / run, "run").value
    hint = looks_like_chunks(found, scope.collection.qrels, chunk_map)
    assert hint is not None
    assert hint.resolved == hint.ids
    assert looks_like_chunks(found, scope.collection.qrels) is not None
    side = prepare(found, chunk_map, scope)
    assert side.decision.level == "chunk"
    stem = run.split("/")[-1].removesuffix(".gz")
    (reference,) = (folder / "reference").glob(f"{stem}.collapsed@*.json")
    wanted = json.loads(reference.read_text("utf-8"))
    means = wanted["by_order_means_all_qrels_queries"]["score_desc_docid_desc(trec_eval)"]
    for column, (measure, k) in VALUES.items():
        evaluation = side.evaluation(scope, k)
        assert float(evaluation.mean(measure)) == pytest.approx(means[column], abs=1e-6)
        at = wanted["per_query_columns"].index(column)
        for query, values in wanted["per_query"].items():
            value = evaluation.values(measure).at(scope.positions[query])
            assert float(value) == pytest.approx(values[at], abs=1e-6), query


@pytest.mark.shared
@pytest.mark.parametrize("run", ["bm25s", "minilm"])
def test_where_qrels_judge_chunks_the_same_evaluation_runs_on_chunks(run, shared):
    folder = shared / "anthropic_contextual"
    qrels = load(folder / "derived/qrels.chunks.txt", "qrels").value
    chunk_map = load(folder / "derived/chunk_to_doc.tsv", "chunk_map").value
    assert qrels_level(qrels, chunk_map).level == "chunk"
    scope = Scope.of(Collection(qrels), Protocol(judgements="pooled"))
    found = load(folder / f"derived/runs/{run}.chunks.run", "run").value
    reference = folder / "reference" / f"{run}.chunks.run@qrels.chunks.json"
    wanted = json.loads(reference.read_text("utf-8"))["by_order_means_all_qrels_queries"]
    for column, (measure, k) in VALUES.items():
        mean = evaluate(found, scope, k).mean(measure)
        assert float(mean) == pytest.approx(
            wanted["score_desc_docid_desc(trec_eval)"][column], abs=1e-6
        )


def test_the_help_centre_has_queries_whose_verdict_depends_on_the_budget(root):
    folder = root / "data" / "helpcentre"
    scope = Scope.of(
        Collection(load(folder / "qrels.txt", "qrels").value), Protocol(judgements="pooled")
    )
    chunk_map = load(folder / "chunk_map.tsv", "chunk_map").value
    a, b = (
        prepare(load(folder / "runs" / f"{name}_chunks.run", "run").value, chunk_map, scope)
        for name in ("bm25", "lsa")
    )
    for unit in UNITS:
        swept = budget_sweep(a, b, 5, unit=unit)
        assert len(swept.verdicts["rr"].depending)
        assert swept.opening is not None
        assert swept.agree <= swept.budgets[-1]
