"""What is said of slices: the one that loses while the whole gains, and a whole field."""

from __future__ import annotations

from collections.abc import Sequence

from ircompare.inference.slice_words import RULE, TOO_SMALL, field_title, slice_words
from ircompare.inference.slices import LosingSlice, Slice, declared_slices, losing_slice
from ircompare.report.phrases import plain
from ircompare.report.sentences import change_text, sign_of
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES, PRIMARY
from ircompare.scoring.numbers import count_text, counted


def losing(comparison: Comparison) -> LosingSlice | None:
    """The slice that a headline names: in RR, or in Recall where RR has none.

    Only fields that stand in the queries file are looked at, and those of them that divide it.
    """
    for key in reversed([measure.key for measure in PRIMARY]):
        if sign_of(comparison, key) > 0:
            told = losing_slice(comparison, declared_slices(comparison, (key,)), key)
            if told is not None:
                return told
    return None


def losing_sentence(comparison: Comparison, found: LosingSlice) -> str:
    """What fell although the whole rose, of how many slices."""
    value, name = found.slice.values[found.measure], _mean(comparison, found.measure)
    total = counted(found.looked_at, "slice")
    most = "most in " if found.fell > 1 else ""
    where = plain(slice_words(found.slice.field, found.slice.label))
    return (
        f"{name} rose, but fell in {count_text(found.fell)} of {total} looked at: "
        f"{most}{where}, {change_text(value.mean_a, value.mean_b)} on "
        f"{counted(found.slice.count, 'query')}{_not_counted(found.small, found.looked_at)}."
    )


def lead_sentence(comparison: Comparison, looked_at: Sequence[Slice], measure: str) -> str:
    """What the slices that were looked at say of one mean: one that loses, or why none is named."""
    found = losing_slice(comparison, looked_at, measure)
    if found is not None:
        return losing_sentence(comparison, found)
    name, sign = _mean(comparison, measure), sign_of(comparison, measure)
    if sign <= 0:
        fell = "fell on all queries together" if sign else "is the same in both runs"
        return f"{name} {fell}, so no slice loses while the whole gains."
    small = sum(one.values[measure].small for one in looked_at)
    total = counted(len(looked_at), "slice")
    rest = _not_counted(small, len(looked_at))
    return f"{name} rose, and fell in none of {total} looked at{rest}."


def _not_counted(small: int, total: int) -> str:
    """How many of all slices are too small, and what that means; "" where none is."""
    return f"; {_small(small, total)} to count ({RULE})" if small else ""


def _small(small: int, total: int) -> str:
    verb = "is" if small == 1 else "are"
    return f"{count_text(small)} of the {count_text(total)} {verb} {TOO_SMALL}"


def field_sentence(comparison: Comparison, found: Sequence[Slice], measure: str) -> str:
    """In how many slices of one field a mean rose and fell, those too small left out."""
    values = [one.values[measure] for one in found]
    deltas = [value.delta for value in values if not value.small]
    field, small = plain(field_title(found[0].field)), len(values) - len(deltas)
    if not deltas:
        return f"By {field} every slice is {TOO_SMALL} to tell: {RULE}."
    up, down = (
        count_text(count) if count else "none"
        for count in (sum(delta > 0 for delta in deltas), sum(delta < 0 for delta in deltas))
    )
    rest = f"; {_small(small, len(values))} to tell"
    return (
        f"By {field} {_mean(comparison, measure)} rose in {up} of "
        f"{counted(len(values), 'slice')} and fell in {down}{rest if small else ''}."
    )


def _mean(comparison: Comparison, measure: str) -> str:
    return MEASURES[measure].mean_at(comparison.k)
