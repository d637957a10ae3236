"""Suspect judgements told: how many, how often such a look pays, and each as a row of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ircompare.inference.suspects import DEPTH, REASONS, HitRate, Suspect
from ircompare.model.collection import Collection
from ircompare.report.phrases import named, shortened
from ircompare.report.rankings import labels_of
from ircompare.scoring.numbers import counted, grade_text, percent

_PAIR = ("reason", "query", "its text", "document", "its first line")
HEAD = (*_PAIR, "judged", "rank A", "rank B", "against")
SHORT = {
    "unjudged_in_both": f"unjudged, top {DEPTH} of both",
    "alike": "like one judged otherwise",
    "group": "otherwise in its group",
    "never_returned": "relevant, never returned",
}
_TEXT = 90


def suspects_sentence(found: Sequence[Suspect]) -> str:
    """How many judgements deserve a second look, by reason."""
    counts = Counter(one.reason for one in found)
    if not counts:
        return "No judgement stands out: nothing here asks for a second look."
    verb = "deserves" if len(found) == 1 else "deserve"
    told = "; ".join(f"{counts[key]:,} {REASONS[key]}" for key in REASONS if counts[key])
    if len(counts) == 1:
        told = REASONS[found[0].reason]
    return f"{counted(len(found), 'judgement')} {verb} a second look: {told}."


def expected_sentence(rate: HitRate) -> str:
    """How often an unjudged document high in both runs would be relevant, as far as is known."""
    if rate.rate is None:
        return ""
    return (
        f"Measured on the judgements given: of {counted(rate.checked, 'judged document')} in the "
        f"top {DEPTH} of both runs, {rate.overturned:,} are relevant ({percent(rate.rate)}). "
        "Where the unjudged ones are like these, as many of them are relevant."
    )


def again_sentences(rates: Sequence[HitRate]) -> list[str]:
    """For each reason, what second judgements made of its suspects."""
    return [
        f"{rate.checked:,} of {counted(rate.named, 'suspect')} {REASONS[rate.reason]}: judged "
        f"again, {rate.overturned:,} overturned ({percent(rate.rate)})."
        for rate in rates
        if rate.rate is not None
    ]


def suspect_rows(found: Sequence[Suspect], collection: Collection) -> list[tuple[str, ...]]:
    """The rows as text, under HEAD; texts as far as they are given."""
    labels = labels_of(collection.corpus, [one.doc_id for one in found])
    rows = [
        (
            SHORT[one.reason],
            one.query_id,
            shortened(collection.query_text(one.query_id), _TEXT),
            one.doc_id,
            labels.get(one.doc_id, ""),
            "unjudged" if one.grade is None else grade_text(one.grade),
            *("" if rank is None else str(rank) for rank in (one.rank_a, one.rank_b)),
            named(one.against),
        )
        for one in found
    ]
    return [HEAD, *rows]
