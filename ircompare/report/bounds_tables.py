"""Bounds as rows and JSON, and the judging sheet as CSV that can be read back as qrels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ircompare.inference.bounds import BOUNDED, Bounds
from ircompare.inference.ranges import Interval
from ircompare.inference.sheet import SheetRow, Shift
from ircompare.model.collection import Collection, Corpus
from ircompare.model.ids import strings
from ircompare.report.bounds_sentences import (
    COMPLETE,
    Completion,
    completion_sentences,
    open_queries,
)
from ircompare.report.tables import CSV_MARK, csv_lines, safe_cell
from ircompare.scoring.comparison import Number
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import decimal, delta_decimal, number_text, places_for

Json = dict[str, object]
Side = Literal["a", "b", "delta"]
SIDES: tuple[tuple[Side, str], ...] = (("a", "A"), ("b", "B"), ("delta", "B − A"))
NO_CORPUS = "no corpus given"
HEAD = ("", "as judged", "top k judged", "whole corpus judged")
SHEET_HEAD = (
    *("query_id", "doc_id", "relevance", "rank_a", "rank_b"),
    *("rr_delta", "rr_delta_if_relevant", "recall_delta", "recall_delta_if_relevant"),
    *("query_text", "title", "text"),
)
_LONGEST = 1000


def mean_bounds(found: Bounds, key: str, side: Side) -> Interval | None:
    """Bounds of a mean or of the mean delta; None where no query is scored."""
    ranges = {"a": found.a, "b": found.b, "delta": found.delta}[side](key)
    return ranges.mean(found.comparison.scored)


def as_judged(found: Completion, key: str, side: Side) -> Number | None:
    """The value as judged that stands between the bounds."""
    pair = found.comparison
    return pair.mean_delta(key) if side == "delta" else getattr(pair, side).mean(key)


def bounds_rows(found: Completion) -> list[tuple[str, ...]]:
    """For each measure A, B and the delta: as judged, and in both universes."""
    rows: list[tuple[str, ...]] = [HEAD]
    for key in BOUNDED:
        name = MEASURES[key].mean_at(found.comparison.k)
        for side, label in SIDES:
            value, form = as_judged(found, key, side), delta_decimal if side == "delta" else decimal
            spans = [
                NO_CORPUS if one is None else span_words(mean_bounds(one, key, side), side)
                for one in (found.pool, found.corpus)
            ]
            rows.append((f"{name}, {label}", form(value or 0), *spans))
    return rows


def span_words(interval: Interval | None, side: Side) -> str:
    """Bounds as `−0.452 to +0.469`; those of a mean have no sign."""
    if interval is None:
        return "no value"
    form = delta_decimal if side == "delta" else decimal
    places = places_for(interval.low, interval.high)
    return f"{form(interval.low, places)} to {form(interval.high, places)}"


def completion_json(found: Completion | None) -> Json:
    """Bounds in both universes, and how few documents could turn a verdict."""
    if found is None:
        return {"complete": True, "sentences": [COMPLETE]}
    pair = found.comparison
    return {
        "complete": False,
        "sentences": completion_sentences(found),
        "judged_at_k": {
            letter: number_text(side.judged_share())
            for letter, side in (("a", pair.a), ("b", pair.b))
        },
        "unjudged_in_top_k": found.unjudged,
        "not_scored_but_could_be": list(found.pool.uncertain),
        "measures": {key: _measure_json(found, key) for key in BOUNDED},
    }


def _measure_json(found: Completion, key: str) -> Json:
    least = found.shortest[key]
    return {
        "pool": _universe_json(found.pool, key),
        "corpus": None if found.corpus is None else _universe_json(found.corpus, key),
        "open_queries": open_queries(found, key),
        "settled": least.settled,
        "fewest_to_turn": [[row.query_id, row.doc_id] for row in least.rows],
    }


def _universe_json(found: Bounds, key: str) -> Json:
    held: Json = {}
    for side, _ in SIDES:
        interval = mean_bounds(found, key, side)
        held[side] = interval and [number_text(interval.low), number_text(interval.high)]
    return held


def sheet_csv(rows: Sequence[SheetRow], collection: Collection) -> bytes:
    """The judging sheet: fill in `relevance`, leave out what was not judged, read it as qrels.

    Ids stand as they are, since they must be read back as the same; texts are made safe for a
    spreadsheet.

    Args:
        rows: In the order to judge.
        collection: Texts of queries and documents, as far as they are given.
    """
    documents = _texts({row.doc_id for row in rows}, collection.corpus)
    lines = [
        [
            *(row.query_id, row.doc_id, "", row.rank_a, row.rank_b),
            *_shift(row.rr),
            *_shift(row.recall),
            safe_cell(_query_text(row.query_id, collection)),
            *map(safe_cell, documents.get(row.doc_id, ("", ""))),
        ]
        for row in rows
    ]
    return CSV_MARK + csv_lines([SHEET_HEAD, *lines])


def _query_text(query_id: str, collection: Collection) -> str:
    return "" if collection.queries is None else collection.query_text(query_id)


def _texts(wanted: set[str], corpus: Corpus | None) -> dict[str, tuple[str, str]]:
    """Title and beginning of the text of each document that the corpus has."""
    if corpus is None or not corpus.has_texts:
        return {}
    rows = corpus.index.find(strings(sorted(wanted)))
    read = corpus.read(rows[rows >= 0])
    return {doc_id: (title, text[:_LONGEST]) for doc_id, title, text in read}


def _shift(shift: Shift) -> tuple[float, float]:
    return float(shift.now), float(shift.then)
