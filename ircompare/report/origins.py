"""Where a mean delta comes from: queries that one run lacks, and those that both answered."""

from __future__ import annotations

from ircompare.report.phrases import plain, queries_named
from ircompare.report.sentences import FEW, sign_of, verb
from ircompare.scoring.comparison import Comparison, Split
from ircompare.scoring.measures import MEASURES, PRIMARY
from ircompare.scoring.numbers import (
    Number,
    count_text,
    delta_decimal,
    places_for,
    places_that_add_up,
    short_delta,
    size_decimal,
)


def of_both(comparison: Comparison) -> list[str]:
    """The origin of both deltas, as far as they have one to tell."""
    told = [origin(comparison, measure.key) for measure in PRIMARY]
    return [text for text in told if text]


def origin(comparison: Comparison, measure: str) -> str | None:
    """Where a mean delta comes from, split by who answered; None where nobody misses anything."""
    split = comparison.split(measure)
    if not (split.count_missing_a or split.count_missing_b) or not sign_of(comparison, measure):
        return None
    form = _Figures.few(split) if comparison.count < FEW else _Figures.many(split)
    parts = [
        f"{form.delta(split.missing_a)} from {_missing_text(comparison, 'a')}",
        f"{form.delta(split.missing_b)} from {_missing_text(comparison, 'b')}",
        f"{form.delta(split.both)} from {_answered_text(split)}",
    ]
    present = (split.count_missing_a, split.count_missing_b, split.count_both)
    shown = [part for part, here in zip(parts, present, strict=True) if here]
    label = MEASURES[measure].mean_at(comparison.k)
    rose = verb(sign_of(comparison, measure))
    return f"{label} {rose} by {form.size(split.total)}: {', '.join(shown)}."


def _missing_text(comparison: Comparison, side: str) -> str:
    a, b = comparison.a.hits.missing, comparison.b.hits.missing
    lacking, run = (a & ~b, comparison.a) if side == "a" else (b & ~a, comparison.b)
    ids = comparison.a.scope.names(comparison.scored & lacking)
    if comparison.count < FEW:
        return f"{queries_named(ids)}, which {plain(run.name)} did not answer"
    only = f" that only {plain(run.name)} lacks" if a.any() and b.any() else ""
    return f"those {count_text(len(ids))}{only}"


def _answered_text(split: Split) -> str:
    if split.count_both == 1:
        return "the one that both answered"
    return f"the {count_text(split.count_both)} that both answered"


class _Figures:
    """How the parts of a delta are written: as fractions, or rounded so that they add up."""

    def __init__(self, places: int | None) -> None:
        self.places = places

    @classmethod
    def few(cls, split: Split) -> _Figures:
        return cls(None)

    @classmethod
    def many(cls, split: Split) -> _Figures:
        parts = [split.missing_a, split.missing_b, split.both]
        return cls(max(places_that_add_up(split.total, parts), places_for(split.total)))

    def delta(self, value: Number) -> str:
        return short_delta(value) if self.places is None else delta_decimal(value, self.places)

    def size(self, value: Number) -> str:
        if self.places is None:
            return short_delta(value).lstrip("+−")
        return size_decimal(value, self.places)


def all_from_missing(comparison: Comparison) -> str | None:
    """The sentence for a change that stems, in every measure, from queries one run lacks."""
    moved = [m.key for m in PRIMARY if sign_of(comparison, m.key)]
    signs = {sign_of(comparison, measure) for measure in moved}
    if len(signs) != 1:
        return None
    splits = [comparison.split(measure) for measure in moved]
    what = "rise" if signs.pop() > 0 else "fall"
    if all(split.missing_a == split.total for split in splits):
        return f"All of the {what} comes from {_missing_text(comparison, 'a')}."
    if all(split.missing_b == split.total for split in splits):
        return f"All of the {what} comes from {_missing_text(comparison, 'b')}."
    return None
