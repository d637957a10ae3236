"""The sentences of a headline: means, counts by verdict, and where a change comes from."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ircompare.model.ids import BoolArray
from ircompare.report.explain import regression_clause
from ircompare.report.phrases import (
    NAMED,
    capitalised,
    in_words,
    listed,
    plain,
    queries_named,
    sentence,
)
from ircompare.scoring.account import unjudged_above
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.fragility import Fragility, fragility
from ircompare.scoring.measures import MEASURES, PRIMARY
from ircompare.scoring.numbers import (
    Number,
    count_text,
    counted,
    decimal,
    delta_decimal,
    places_for,
    short_text,
    size_decimal,
)

FEW = 10
_FEW_CARRY = 5


def sign_of(comparison: Comparison, measure: str) -> int:
    """1 where the mean rose, −1 where it fell, 0 where it is the same or there is none."""
    delta = comparison.mean_delta(measure) or 0
    return (delta > 0) - (delta < 0)


def is_hidden(comparison: Comparison, measure: str) -> bool:
    """Whether the mean moved one way and more queries the other."""
    counts, sign = comparison.counts(measure), sign_of(comparison, measure)
    return sign * (counts.improved - counts.regressed) < 0


def verb(sign: int) -> str:
    """Rose, fell or is the same."""
    return {1: "rose", 0: "is the same", -1: "fell"}[sign]


def means(comparison: Comparison) -> list[str]:
    """What rose and fell, in figures, for ten queries and more; hidden losses said as such."""
    subject = plain(comparison.b.name)
    keys = [measure.key for measure in PRIMARY]
    hidden = [measure for measure in keys if is_hidden(comparison, measure)]
    if not hidden:
        return [_plain_means(comparison, keys, subject)]
    told = [
        _hidden_mean(comparison, measure)
        if measure in hidden
        else _plain_means(comparison, [measure], subject)
        for measure in keys
    ]
    return [f"{subject}: {told[0]}" if keys[0] in hidden else told[0], *told[1:]]


def _plain_means(comparison: Comparison, measures: list[str], subject: str) -> str:
    queries = f"on {counted(comparison.count, 'query')}"
    signs = {sign_of(comparison, measure) for measure in measures}
    texts = [_mean_text(comparison, measure) for measure in measures]
    if signs == {0}:
        return f"{subject} has the same {listed(texts)}, {queries}."
    if len(measures) == 1:
        return f"{subject} {verb(signs.pop())} in {_with_colon(texts[0])}, {queries}."
    if len(signs) == 1:
        return f"{subject} {verb(signs.pop())} in both: {', '.join(texts)}, {queries}."
    clauses = [_clause(comparison, m, text) for m, text in zip(measures, texts, strict=True)]
    return f"{subject} {' and '.join(clauses)}, {queries}."


def _clause(comparison: Comparison, measure: str, text: str) -> str:
    sign = sign_of(comparison, measure)
    return f"{verb(sign)} in {_with_colon(text)}"


def _with_colon(text: str) -> str:
    label, rest = text.split(" ", 1)
    return f"{label}: {rest}"


def _mean_text(comparison: Comparison, measure: str) -> str:
    """`Recall@10 0.412 → 0.487 (+0.075)`, with more places where three would hide the change."""
    label = MEASURES[measure].mean_at(comparison.k)
    a, b = (side.mean(measure) or Fraction(0) for side in (comparison.a, comparison.b))
    return f"{label} {decimal(a)}" if a == b else f"{label} {change_text(a, b)}"


def change_text(a: Number, b: Number) -> str:
    """Two different means as `0.412 → 0.487 (+0.075)`."""
    places = places_for(a, b, b - a)
    return f"{decimal(a, places)} → {decimal(b, places)} ({delta_decimal(b - a, places)})"


def _hidden_mean(comparison: Comparison, measure: str) -> str:
    counts, sign = comparison.counts(measure), sign_of(comparison, measure)
    delta = comparison.mean_delta(measure) or Fraction(0)
    order = ("regressed", "improved") if sign > 0 else ("improved", "regressed")
    more, less = (getattr(counts, name) for name in order)
    return (
        f"{MEASURES[measure].mean_at(comparison.k)} {verb(sign)} by "
        f"{size_decimal(delta, places_for(delta))}, but more queries {order[0]} than {order[1]}: "
        f"{count_text(more)} against {count_text(less)}, {count_text(counts.tied)} tied."
    )


def counts(comparison: Comparison, told_before: bool = True) -> list[str]:
    """Improved, tied and regressed in RR, and what regressed in Recall alone.

    Args:
        told_before: Whether the sentence of a hidden loss has given the counts already.
    """
    told = []
    losers = comparison.a.scope.names(_lost(comparison, "rr"))
    few = 0 < len(losers) <= NAMED
    if not (told_before and is_hidden(comparison, "rr")):
        rr = comparison.counts("rr")
        told.append(
            f"In RR {count_text(rr.improved)} improved, {count_text(rr.tied)} tied, "
            f"{count_text(rr.regressed)} regressed{f' ({queries_named(losers)})' if few else ''}."
        )
    elif few:
        told.append(f"{queries_named(losers, first=True)} regressed.")
    alone = comparison.a.scope.names(_lost(comparison, "recall") & ~_lost(comparison, "rr"))
    if alone and sign_of(comparison, "recall") >= 0 and not is_hidden(comparison, "recall"):
        told.append(f"{_some(alone)} regressed in Recall only.")
    return told


def _some(ids: tuple[str, ...]) -> str:
    """Up to three by name, more as a count, at the start of a sentence."""
    return queries_named(ids, first=True) if len(ids) <= NAMED else f"{count_text(len(ids))} more"


def _lost(comparison: Comparison, measure: str) -> BoolArray:
    return np.asarray(comparison.scored & (comparison.verdicts(measure) < 0))


def carriers(comparison: Comparison) -> list[str]:
    """How few queries carry a change: where it hides the opposite, or where they are very few."""
    found = {
        measure.key: fragility(comparison, measure.key)
        for measure in PRIMARY
        if sign_of(comparison, measure.key)
    }
    told = {
        measure: carried
        for measure, carried in found.items()
        if carried and (is_hidden(comparison, measure) or _is_thin(comparison, measure, carried))
    }
    alone = len(told) == 1 and is_hidden(comparison, next(iter(told)))
    return [
        _carried(carried, "" if alone else f" in {MEASURES[measure].mean_at(comparison.k)}")
        for measure, carried in told.items()
    ]


def _is_thin(comparison: Comparison, measure: str, carried: Fragility) -> bool:
    """Whether very few queries outweigh changes that go the other way."""
    counts = comparison.counts(measure)
    against = counts.regressed if carried.rose else counts.improved
    return bool(against) and carried.count <= _FEW_CARRY


def _carried(carried: Fragility, where: str) -> str:
    what, lost = ("rise", "gain") if carried.rose else ("fall", "loss")
    if carried.count == 1:
        return f"One query carries the {what}{where}: without its {lost} it is gone."
    plural = "gains" if carried.rose else "losses"
    number = capitalised(in_words(carried.count))
    return f"{number} queries carry the {what}{where}: without their {plural} it is gone."


def unjudged(comparison: Comparison) -> list[str]:
    """In how many RR regressions an unjudged document stands above the first relevant one."""
    lost = _lost(comparison, "rr")
    if comparison.a.scope.protocol.judgements != "pooled" or not lost.any():
        return []
    above = int((unjudged_above(comparison.b.hits, comparison.k)[lost] > 0).sum())
    total = int(lost.sum())
    if not above or not (is_hidden(comparison, "rr") or 2 * above >= total):
        return []
    if total == 1:
        return ["Where RR regressed, an unjudged document stands above the first relevant one."]
    share = f"{count_text(above)} of the {count_text(total)}"
    if above == total:
        share = "both" if total == 2 else f"all {count_text(total)}"
    return [f"In {share} an unjudged document stands above the first relevant one."]


def few_means(comparison: Comparison) -> str:
    """Both means as fractions, for fewer than ten queries."""
    texts = []
    for measure in PRIMARY:
        label = measure.mean_at(comparison.k)
        a, b = comparison.a.mean(measure.key), comparison.b.mean(measure.key)
        same = f"{label} is the same, {short_text(a)},"
        texts.append(same if a == b else f"{label} {short_text(a)} → {short_text(b)}")
    return f"{' and '.join(texts)} on {counted(comparison.count, 'query')}."


def few_regressions(comparison: Comparison, missing_told: bool = False) -> list[str]:
    """Each regressed query with what it lost, up to three; the rest counted.

    Args:
        missing_told: Whether a sentence has named the queries that B does not answer.
    """
    lost = comparison.regressed_anywhere()
    if missing_told:
        lost = lost & ~comparison.b.hits.missing
    order = [place for place in comparison.loss_order("rr", "recall").tolist() if lost[place]]
    ids = [comparison.a.scope.query_ids[place] for place in order]
    told = [
        f"{queries_named([q], first=True)} regressed: {sentence(regression_clause(comparison, q))}"
        for q in ids[:3]
    ]
    if len(ids) > len(told):
        told.append(f"{counted(len(ids) - len(told), 'more query', 'more queries')} regressed.")
    return told


def only_these(count: int) -> str:
    """What so few queries can say."""
    if count == 1:
        return "This describes this one query and nothing more."
    return f"This describes these {count} queries and nothing more."
