"""The headline of a comparison or an evaluation: sentences, links to what they count, one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from ircompare.inference.slice_words import slice_words
from ircompare.inference.slices import LosingSlice
from ircompare.model.ids import BoolArray
from ircompare.model.scope import Scope
from ircompare.report import origins
from ircompare.report import sentences as say
from ircompare.report.counts_line import counts_line
from ircompare.report.phrases import in_words, listed, plain, queries_named
from ircompare.report.slice_sentences import losing, losing_sentence
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import PRIMARY
from ircompare.scoring.numbers import count_text, counted, decimal, short_text
from ircompare.scoring.sweep import sweep

MANY_MISSING = 20
LEADING = 3
_SEARCHED_DEPTH = 100


@dataclass(frozen=True)
class Link:
    """A part of a headline that shows the queries it counts.

    Attributes:
        text: What it says, such as "See the 69".
        show: The filter, such as `{"verdict": "regressed", "measure": "rr"}` (measure `any`: in
            Recall or RR), `{"flag": "missing_b"}` or `{"field": "language", "slice": "zh"}`.
    """

    text: str
    show: Mapping[str, str]


@dataclass(frozen=True)
class Headline:
    """What a comparison says first. Plain text: names in it come from files.

    Attributes:
        sentences: In the order to read.
        links: What can be looked at.
        counts: The grey line below.
    """

    sentences: tuple[str, ...]
    links: tuple[Link, ...] = ()
    counts: str = ""

    @property
    def text(self) -> str:
        """The sentences as one paragraph."""
        return " ".join(self.sentences)

    @property
    def lead(self) -> int:
        """How many sentences stand large: up to the first that tells what regressed.

        One alone where none does, or only a later one than the third.
        """
        told = ("regressed" in sentence for sentence in self.sentences[:LEADING])
        return next((count for count, found in enumerate(told, start=1) if found), 1)


def headline(comparison: Comparison) -> Headline:
    """What B did against A, in words.

    Under ten scored queries values are fractions and every regressed query is named; from ten on
    means are decimals, and losses that a risen mean hides come first. A slice that fell although
    all queries together rose comes last, if it is large enough to count.
    """
    told, links = list(_sentences(comparison)), list(_links(comparison))
    found = None if _much_missing(comparison) else losing(comparison)
    if found is not None:
        told.append(losing_sentence(comparison, found))
        links.append(_slice_link(found))
    return Headline(tuple(told), tuple(links), counts_line((comparison.a, comparison.b)))


def run_headline(evaluation: Evaluation) -> Headline:
    """What one run reaches, in words."""
    count = int(evaluation.scope.scored.sum())
    line = counts_line((evaluation,))
    if not count:
        return Headline((nothing_scored(evaluation.scope),), (), line)
    few, name = count < say.FEW, plain(evaluation.name)
    means = [(m.mean_at(evaluation.k), evaluation.mean(m.key)) for m in PRIMARY]
    texts = [f"{label} {short_text(mean) if few else decimal(mean or 0)}" for label, mean in means]
    told = [f"{name} reaches {listed(texts)} on {counted(count, 'query')}."]
    lacking = evaluation.scope.names(evaluation.scope.scored & evaluation.hits.missing)
    if lacking:
        which = queries_named(lacking) if len(lacking) <= 3 else counted(len(lacking), "query")
        told.append(f"It does not answer {which}; {_each(len(lacking))} counts 0.")
    links = (Link("List the missing", {"flag": "missing_a"}),) if lacking else ()
    return Headline((*told, say.only_these(count)) if few else tuple(told), links, line)


def nothing_scored(scope: Scope) -> str:
    """Why no query can be scored, as a sentence."""
    where = f'split "{plain(scope.split)}"' if scope.split is not None else "this collection"
    total = f"of {where} ({counted(len(scope), 'query')})"
    if not scope.judged.any():
        return f"No query can be scored: no query {total} is judged."
    level = scope.protocol.min_relevance
    grade = f" of grade {level} or more" if level > 1 else ""
    return f"No query can be scored: no query {total} has a relevant document{grade}."


def _sentences(comparison: Comparison) -> Iterator[str]:
    if not comparison.count:
        yield nothing_scored(comparison.a.scope)
        return
    few = comparison.count < say.FEW
    changed = any(comparison.differing(measure.key).any() for measure in PRIMARY)
    if not changed:
        yield _tied(comparison)
    elif not any(say.sign_of(comparison, measure.key) for measure in PRIMARY):
        yield _equal_means(comparison)
        if few:
            yield from say.few_regressions(comparison)
    else:
        yield from _few(comparison) if few else _many(comparison)
    if few:
        yield say.only_these(comparison.count)


def _few(comparison: Comparison) -> Iterator[str]:
    yield say.few_means(comparison)
    whole = origins.all_from_missing(comparison)
    where = [whole] if whole else origins.of_both(comparison)
    yield from where
    yield from say.few_regressions(comparison, missing_told=bool(where))


def _many(comparison: Comparison) -> Iterator[str]:
    if _much_missing(comparison):
        yield _lacking(comparison)
        yield from origins.of_both(comparison)
        yield from say.counts(comparison, told_before=False)
        yield "Was the run cut short?"
        return
    yield from say.means(comparison)
    yield from say.counts(comparison)
    yield from say.carriers(comparison)
    yield from say.unjudged(comparison)


def _lost_by(comparison: Comparison) -> tuple[BoolArray, BoolArray]:
    """Scored queries that A and that B do not list."""
    scored = comparison.scored
    return scored & comparison.a.hits.missing, scored & comparison.b.hits.missing


def _much_missing(comparison: Comparison) -> bool:
    """Whether a run lacks 5 % of the scored queries, or enough to turn the sign of a mean."""
    most = max(int(lost.sum()) for lost in _lost_by(comparison))
    if not most:
        return False
    if most * MANY_MISSING >= comparison.count:
        return True
    for measure in PRIMARY:
        both = comparison.split(measure.key).both
        if ((both > 0) - (both < 0)) != say.sign_of(comparison, measure.key):
            return True
    return False


def _lacking(comparison: Comparison) -> str:
    total = f"{count_text(comparison.count)} {_kind(comparison.a.scope)} queries"
    sides = zip((comparison.a, comparison.b), _lost_by(comparison), strict=True)
    lacks = [(plain(side.name), int(lost.sum())) for side, lost in sides if lost.any()]
    texts = [f"{name} lacks {count_text(count)}" for name, count in lacks]
    each = _each(sum(count for _, count in lacks))
    return f"{' and '.join(texts)} of {total}; {each} counts 0."


def _each(count: int) -> str:
    return "each" if count > 1 else "it"


def _kind(scope: Scope) -> str:
    return "scored" if scope.protocol.no_relevant == "zero" else "eligible"


def _tied(comparison: Comparison) -> str:
    """The two sentences for runs of which no value differs at k."""
    if comparison.same_rankings():
        return "Both runs return the same rankings."
    differing = int(comparison.different_rankings.sum())
    if not differing:
        return "Both runs return the same rankings, but not for the same queries."
    what = "Recall or RR" if comparison.differing("ndcg").any() else "value"
    start = f"Rankings differ on {counted(differing, 'query')}, but no {what} at k = {comparison.k}"
    other, count = _other_cutoff(comparison)
    if not other:
        return f"{start} or at any other cutoff does."
    return f"{start} does; at k = {other} {in_words(count)} {'does' if count == 1 else 'do'}."


def _other_cutoff(comparison: Comparison) -> tuple[int, int]:
    """The cutoff at which most queries differ, nearest to k among equals, and how many do."""
    depth = max(side.hits.run.depth for side in (comparison.a, comparison.b))
    signs = sweep(comparison, min(max(depth, 1), _SEARCHED_DEPTH)).signs
    differ = ((signs["recall"] != 0) | (signs["rr"] != 0)).sum(axis=1)
    cutoffs = np.arange(1, len(differ) + 1)
    best = int(np.lexsort((abs(cutoffs - comparison.k), -differ))[0])
    return (best + 1, int(differ[best])) if differ[best] else (0, 0)


def _equal_means(comparison: Comparison) -> str:
    texts = []
    for measure in reversed(PRIMARY):
        found = comparison.counts(measure.key)
        if found.improved or found.regressed:
            up, down = count_text(found.improved), count_text(found.regressed)
            label = "RR" if measure.key == "rr" else "Recall"
            texts.append(f"{up} improved, {down} regressed in {label}")
    return f"Means are equal, queries are not: {'; '.join(texts)}."


def _slice_link(found: LosingSlice) -> Link:
    field, label = found.slice.field, found.slice.label
    show = {"measure": found.measure, "field": field, "slice": label}
    return Link(f"See {plain(slice_words(field, label))}", show)


def _links(comparison: Comparison) -> Iterator[Link]:
    if not comparison.count:
        return
    regressed = comparison.counts("rr").regressed
    if regressed:
        text = f"See the {count_text(regressed)}" if regressed > 1 else "See it"
        yield Link(text, {"verdict": "regressed", "measure": "rr"})
    elif comparison.counts("recall").regressed:
        text = f"See the {count_text(comparison.counts('recall').regressed)} regressed in Recall"
        yield Link(text, {"verdict": "regressed", "measure": "recall"})
    lacking = [
        letter for letter, lost in zip("AB", _lost_by(comparison), strict=True) if lost.any()
    ]
    for letter in lacking:
        what = "List the missing" if lacking == ["B"] else f"List those missing in {letter}"
        yield Link(what, {"flag": f"missing_{letter.lower()}"})
