"""Charts of chunk budgets: what they hold, and what they leave out."""

from __future__ import annotations

import pytest

from ircompare.charts.budgets import budget_curves, budget_rows
from ircompare.charts.fold import chunk_rows, document_rows, fold_chart, shown_chunks
from ircompare.charts.theme import Palette
from ircompare.model.chunks import ChunkMap
from ircompare.model.collection import Collection, Qrels
from ircompare.model.protocol import Budget, Protocol
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.scoring.budgets import BudgetSweep, budget_sweep
from ircompare.scoring.chunked import prepare
from ircompare.scoring.fold import Fold, fold_of

# T71: a and b rank chunks of D1, D2 and D3; D2 and D3 are relevant.
RUNS = {
    "a": ["D1#0", "D1#1", "D1#2", "D2#0", "D3#0"],
    "b": ["D2#0", "D1#0", "D3#0", "D1#1", "D1#2"],
}


@pytest.fixture(scope="module")
def sides():
    chunk_map = ChunkMap.from_dict({chunk: chunk[:2] for chunk in RUNS["a"]})
    qrels = Qrels.from_dict({"q": {"D2": 1, "D3": 1, "D4": 1}})
    scope = Scope.of(Collection(qrels), Protocol(k=3, judgements="pooled"))
    runs = (Run.from_rankings(name, {"q": chunks}) for name, chunks in RUNS.items())
    return [prepare(run, chunk_map, scope, "chunk") for run in runs]


@pytest.fixture(scope="module")
def found(sides) -> BudgetSweep:
    return budget_sweep(*sides, 3, unit="chunks")


@pytest.fixture(scope="module")
def fold(sides) -> Fold:
    made = fold_of(sides[0], "q", Budget("chunks", 4))
    assert made is not None
    return made


def test_one_row_a_budget_with_means_by_hand(found):
    frame = budget_rows(found, "recall")
    assert frame["k"].tolist() == [1, 2, 3, 4, 5]
    assert frame["text_a"].tolist() == ["0", "0", "0", "1/3 (0.333)", "2/3 (0.667)"]
    assert frame["text_b"].tolist() == ["1/3 (0.333)", "1/3 (0.333)", *["2/3 (0.667)"] * 3]
    assert frame["verdict"].tolist() == [*["improved"] * 4, "tied"]


@pytest.mark.parametrize("appearance", ["light", "dark"])
@pytest.mark.parametrize("measure", ["recall", "rr"])
def test_the_chart_says_where_both_protocols_agree(found, measure, appearance):
    drawn = budget_curves(found, measure, 2, Palette.of(appearance))
    text = str(drawn.chart.to_dict())
    assert "agree from 5" in text
    assert "budget 2" in text
    assert drawn.selection == "pick"
    assert "agree from 5." in drawn.alt


def test_the_fold_draws_what_is_kept_and_what_is_cut_away(fold):
    assert shown_chunks(fold, 2) == 5
    rows = chunk_rows(fold, 5, 4, 2)
    assert [row["row"] for row in rows] == [1, 2, 3, 4, 6]
    assert [row["document"] for row in rows] == [1, 1, 1, 2, 4]
    assert [row["kept"] for row in rows] == [True, False, False, True, False]
    documents = document_rows(fold, 5, 2, {"D2": "A title"})
    assert [row["label"] for row in documents] == ["○ D1", "● A title", "● D3"]
    assert [row["kept"] for row in documents] == [True, True, False]


def test_the_fold_chart_is_described_and_holds_its_lines(fold):
    drawn = fold_chart(fold, 2, "budget: first 4 chunks", {}, Palette.light())
    text = str(drawn.chart.to_dict())
    assert "budget: first 4 chunks" in text
    assert "cut at k = 2" in text
    assert drawn.alt == (
        "5 chunks of run a fold into 3 documents; 1 are cut away by the budget, "
        "1 relevant ones were not received."
    )
