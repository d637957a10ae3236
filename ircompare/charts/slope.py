"""Relevant documents of one query: rank in A on the left, rank in B on the right."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import altair as alt

from ircompare.charts.drawn import Drawn
from ircompare.charts.theme import SIZE, Palette, haloed, short, sized, verdict_colour
from ircompare.charts.words import ranks_move, run_title
from ircompare.scoring.account import Move
from ircompare.scoring.numbers import SIGNS, VERDICTS

if TYPE_CHECKING:
    pass

MOST = 20
TICKS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
LEFT, RIGHT, TEXT = 0.1, 0.42, 0.47
SPACING, TOP, FOOT, GAP = 17, 34, 22, 44
TITLE_CELLS = 80


@dataclass(frozen=True)
class Ladder:
    """Where ranks stand, in pixels from the top: logarithmic, and a gutter for what is absent.

    Attributes:
        deepest: Largest rank that can occur, at least 2.
        height: Height of the chart.
    """

    deepest: int
    height: int

    @property
    def gutter(self) -> float:
        """Where documents end that a run did not return."""
        return float(self.height - 1.4 * FOOT)

    def at(self, rank: float | None) -> float:
        """Place of a rank; the gutter for none."""
        if not rank:
            return self.gutter
        length = self.gutter - GAP - TOP
        return TOP + length * math.log(rank) / math.log(self.deepest + 1)


def slope_chart(
    moves: Sequence[Move],
    k: int,
    palette: Palette,
    depth_a: int,
    depth_b: int,
    names: Mapping[str, str] | None = None,
    runs: tuple[str, str] = ("A", "B"),
) -> Drawn:
    """Where the relevant documents stand in both runs, best rank first, at most 20 of them.

    The scale is logarithmic, so that the first ranks can be told apart; what a run did not return
    ends in the gutter below.

    Args:
        moves: Relevant documents, as `QueryAccount.relevant` has them.
        depth_a, depth_b: How many documents each run returned for the query.
        names: Title of each document; ids alone where it is None or lacks one.
        runs: Names of both runs.
    """
    shown = moves[:MOST]
    ladder = Ladder(max(depth_a, depth_b, k, 2), max(260, SPACING * len(shown) + 96))
    rows = slope_rows(shown, ladder, names or {})
    layers = [
        *_rungs(ladder, k, palette),
        *(_slopes(rows, ladder, palette) if rows else []),
        *_words(ladder, k, palette, runs, (depth_a, depth_b)),
    ]
    text = _alt(moves, k, len(moves) - len(shown))
    chart = sized(alt.layer(*layers), ladder.height)
    return Drawn(chart, None, "slope", text, left_out=len(moves) - len(shown))


def slope_rows(
    moves: Sequence[Move], ladder: Ladder, names: Mapping[str, str]
) -> list[dict[str, object]]:
    """One row a document: both places, the place of its label, and its words."""
    ends = [ladder.at(move.rank_b) for move in moves]
    label_places = _spread(ends, ladder.height - FOOT / 2)
    return [
        {
            "doc_id": move.doc_id,
            "name": short(names.get(move.doc_id, "") or move.doc_id, 200),
            "ranks": ranks_move(move.rank_a, move.rank_b),
            "verdict": VERDICTS[_sign(move)],
            "from": ladder.at(move.rank_a),
            "to": end,
            "label_at": label_at,
            "label": f"{SIGNS[_sign(move)]} {ranks_move(move.rank_a, move.rank_b)} · "
            + short(" ".join([move.doc_id, names.get(move.doc_id, "")]), TITLE_CELLS),
        }
        for move, end, label_at in zip(moves, ends, label_places, strict=True)
    ]


def _sign(move: Move) -> int:
    rank_a, rank_b = move.rank_a or math.inf, move.rank_b or math.inf
    return (rank_b < rank_a) - (rank_b > rank_a)


def _spread(ends: Sequence[float], lowest: float) -> list[float]:
    """Places near the given ones, in the same order from the top, at least SPACING apart."""
    order = sorted(range(len(ends)), key=lambda row: ends[row])
    places = [0.0] * len(ends)
    above = -math.inf
    for row in order:
        places[row] = above = max(ends[row], above + SPACING)
    below = lowest + SPACING
    for row in reversed(order):
        places[row] = below = min(places[row], below - SPACING)
    return places


def _place(name: str, ladder: Ladder) -> alt.Y:
    return alt.Y(f"{name}:Q", scale=_down(ladder), axis=None)


def _down(ladder: Ladder) -> alt.Scale:
    return alt.Scale(domain=[0, ladder.height], nice=False, zero=False, reverse=True)


def _across(value: float) -> alt.XDatum:
    return alt.XDatum(value, type="quantitative", scale=alt.Scale(domain=[0, 1]), axis=None)


def _rungs(ladder: Ladder, k: int, palette: Palette) -> list[Any]:
    """Behind the slopes: quiet lines at round ranks, the dashed cut below k, and the gutter."""
    import pandas as pd

    ticks = [rank for rank in TICKS if rank <= ladder.deepest]
    rungs = alt.Chart(
        pd.DataFrame({"at": [ladder.at(rank) for rank in ticks], "rank": [str(t) for t in ticks]})
    ).encode(y=_place("at", ladder))
    cut = alt.Chart(pd.DataFrame({"at": [ladder.at(k + 0.5)]})).encode(y=_place("at", ladder))
    band = {"at": [ladder.gutter - 10], "end": [ladder.height]}
    line = {"x": _across(LEFT), "x2": alt.X2Datum(RIGHT)}
    return [
        alt.Chart(pd.DataFrame(band))
        .mark_rect(color=palette.shade)
        .encode(y=_place("at", ladder), y2="end:Q", **line),
        rungs.mark_rule(color=palette.grid).encode(**line),
        rungs.mark_text(align="right", dx=-12, fontSize=SIZE, color=palette.soft).encode(
            x=_across(LEFT), text="rank:N"
        ),
        cut.mark_rule(color=palette.ink, strokeDash=[6, 4], strokeWidth=1.2).encode(**line),
    ]


def _words(
    ladder: Ladder, k: int, palette: Palette, runs: tuple[str, str], depths: tuple[int, int]
) -> list[Any]:
    """In front of the slopes: names of the runs, the cut, and what the gutter means."""
    import pandas as pd

    middle = (LEFT + RIGHT) / 2
    heads = [(LEFT, 10.0, run_title("A", runs[0])), (RIGHT, 10.0, run_title("B", runs[1]))]
    notes = [
        (middle, ladder.at(k + 0.5) - 1, f"k = {k}"),
        (middle, ladder.height - FOOT / 2 + 2, f"not returned in {_depths(depths)}"),
    ]
    head, note = (
        alt.Chart(pd.DataFrame(rows, columns=["x", "at", "words"])).encode(
            x=alt.X("x:Q", scale=alt.Scale(domain=[0, 1]), axis=None),
            y=_place("at", ladder),
            text="words:N",
        )
        for rows in (heads, notes)
    )
    return [
        head.mark_text(
            fontSize=SIZE, fontWeight="bold", color=palette.ink, limit=alt.ExprRef("width * 0.33")
        ),
        *haloed(note.mark_text(fontSize=SIZE - 1, color=palette.soft), palette),
    ]


def _depths(depths: tuple[int, int]) -> str:
    return str(depths[0]) if depths[0] == depths[1] else f"{depths[0]} (A), {depths[1]} (B)"


def _slopes(rows: list[dict[str, object]], ladder: Ladder, palette: Palette) -> list[Any]:
    """A line a document with its ends, and its label beside B."""
    import pandas as pd

    base: Any = alt.Chart(pd.DataFrame(rows)).encode(
        color=verdict_colour(palette),
        tooltip=[
            alt.Tooltip("doc_id:N", title="Document"),
            alt.Tooltip("name:N", title="Title"),
            alt.Tooltip("ranks:N", title="Rank, A → B"),
        ],
    )
    ends = {"size": 46, "opacity": 1, "strokeWidth": 1.8}
    return [
        base.mark_rule(color=palette.grid).encode(
            x=_across(RIGHT + 0.012),
            x2=alt.X2Datum(TEXT - 0.006),
            y=_place("to", ladder),
            y2="label_at:Q",
            color=alt.value(palette.grid),
        ),
        base.mark_rule(strokeWidth=2.2).encode(
            x=_across(LEFT), x2=alt.X2Datum(RIGHT), y=_place("from", ladder), y2="to:Q"
        ),
        base.mark_point(filled=True, fill=palette.background, **ends).encode(
            x=_across(LEFT), y=_place("from", ladder), stroke=verdict_colour(palette)
        ),
        base.mark_point(filled=True, **ends).encode(x=_across(RIGHT), y=_place("to", ladder)),
        base.mark_text(
            align="left", baseline="middle", fontSize=SIZE, limit=alt.ExprRef("width * 0.53")
        ).encode(
            x=_across(TEXT),
            y=_place("label_at", ladder),
            text="label:N",
            color=alt.value(palette.ink),
        ),
    ]


def _alt(moves: Sequence[Move], k: int, left_out: int) -> str:
    signs = [_sign(move) for move in moves]
    rest = f" {left_out} more are not drawn." if left_out else ""
    return (
        f"Ranks of the relevant documents ({len(moves)}) in A and B with the cut at k = {k}: "
        f"{signs.count(1)} rose, {signs.count(0)} kept their rank, {signs.count(-1)} fell.{rest}"
    )
