"""What complete judgements could change, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from ircompare.inference.bounds import BOUNDED, Bounds, bounds
from ircompare.inference.sheet import SheetRow, Shortest, judging_sheet, shortest
from ircompare.report.conclusion_words import (
    names_of,
)
from ircompare.report.sentences import sign_of
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import counted, decimal, delta_decimal, places_for

# A gap below this would be read as noise in a line of two decimals.
WIDE_GAP = Fraction(1, 20)
COMPLETE = "Every pair of a query and a document is judged, so no judgement is open."
CHECKED = (
    "This rests on the setting exhaustive, which was checked: no pair is missing from the qrels. "
    "Whether the judges were right is another question."
)
WHOLE_CORPUS = (
    "With the whole corpus judged, the lower bound of Recall is close to 0 whatever a run "
    "returns: it is printed, and no verdict rests on it."
)


@dataclass(frozen=True, eq=False)
class Completion:
    """Everything that is said of incomplete judgements in one comparison.

    Attributes:
        pool: Bounds over the unjudged documents of both top k.
        corpus: Bounds over every unjudged document; None where no corpus is given.
        shortest: The fewest documents that could turn a verdict, by measure.
    """

    pool: Bounds
    corpus: Bounds | None
    shortest: Mapping[str, Shortest]

    @property
    def comparison(self) -> Comparison:
        """The values as judged."""
        return self.pool.comparison

    @cached_property
    def sheet(self) -> tuple[SheetRow, ...]:
        """The documents to judge, those that could change most first."""
        return judging_sheet(self.comparison, self.pool.pool)

    @property
    def unjudged(self) -> int:
        """Unjudged documents in either top k of the scored queries, a pair each."""
        return int(self.pool.pool.sizes[self.comparison.scored].sum())


def completion(comparison: Comparison) -> Completion | None:
    """What is open; None under `exhaustive`, where nothing is."""
    scope = comparison.a.scope
    if scope.protocol.judgements == "exhaustive":
        return None
    found = bounds(comparison)
    return Completion(
        found,
        None if scope.collection.corpus is None else bounds(comparison, "corpus"),
        {key: shortest(comparison, found.pool, key) for key in BOUNDED},
    )


def completion_sentences(found: Completion | None) -> list[str]:
    """A paragraph for each measure, then what is judged and what does not enter."""
    if found is None:
        return [COMPLETE]
    told = [
        " ".join(filter(None, (bounds_sentence(found, key), fewest_sentence(found, key))))
        for key in BOUNDED
    ]
    return [*told, judged_sentence(found), *uncertain_sentences(found)]


def bounds_sentence(found: Completion, key: str) -> str:
    """Whether complete judgements of the pool could turn the verdict on a mean."""
    comparison, name = found.comparison, _mean(found, key)
    interval = found.pool.mean_delta(key)
    if interval is None:
        return f"No query is scored, so {name} has no bounds."
    low, high = interval.low, interval.high
    places = places_for(low, high)
    span = f"{delta_decimal(low, places)} to {delta_decimal(high, places)}"
    if not found.unjudged:
        return f"{_every_top(found)} is judged: {name} cannot change, {_assuming(found)}."
    if not interval.width:
        return (
            f"{name}: no judgement of {_pool_words(found)} can move the mean delta, "
            f"{delta_decimal(low, places)}, {_assuming(found)}."
        )
    a, b = names_of(comparison)
    if interval.sign:
        ahead = "above" if interval.sign > 0 else "below"
        return (
            f"{name} of {b} stays {ahead} that of {a} whatever the judges say of "
            f"{_pool_words(found)}: the mean delta lies in {span}, {_assuming(found)}."
        )
    could = "decide {} either way" if low < 0 < high else "level {}"
    return (
        f"Complete judgements could {could.format(name)}: over all judgements of "
        f"{_pool_words(found)} the mean delta lies in {span}, {_assuming(found)}."
    )


def fewest_sentence(found: Completion, key: str) -> str:
    """How few documents could turn the verdict on a mean; "" where none do."""
    least, sign = found.shortest[key], sign_of(found.comparison, key)
    many = counted(len(least.rows), "document")
    if least.settled:
        return ""
    if not sign:
        return f"The means are equal: {many} found relevant would part them."
    gone = "no longer above" if sign > 0 else "no longer below"
    verb = "is" if len(least.rows) == 1 else "are"
    return (
        f"The fewest that could turn it: if {many} {verb} found relevant and no other is, "
        f"B is {gone} A."
    )


def judged_sentence(found: Completion) -> str:
    """How much of both top k is judged, with a warning where one run is judged less."""
    comparison = found.comparison
    shares = [side.judged_share() for side in (comparison.a, comparison.b)]
    told = ", ".join(
        f"{letter} {'nothing returned' if share is None else decimal(share, 2)}"
        for letter, share in zip("AB", shares, strict=True)
    )
    line = f"judged@{comparison.k}: {told}."
    if None in shares or not _gap(shares):
        return line
    less = names_of(comparison)[0 if _gap(shares) < 0 else 1]
    return (
        f"{line} {less} is judged less, so unjudged documents that count as not relevant cost it "
        "more: part of its deficit, or all of it, may be missing judgements."
    )


def _gap(shares: list[Fraction | None]) -> int:
    """−1 where A is judged less by a wide gap, 1 where B is, else 0."""
    a, b = (share or Fraction(0) for share in shares)
    return int(a - b >= WIDE_GAP) - int(b - a >= WIDE_GAP)


def uncertain_sentences(found: Completion) -> list[str]:
    """Queries without a value that could get one, where there are any."""
    many = len(found.pool.uncertain)
    if not many:
        return []
    verb, it = ("has", "it") if many == 1 else ("have", "they")
    return [
        f"{counted(many, 'query')} more {verb} no value now and would have one, were an unjudged "
        f"document of the top {found.comparison.k} found relevant; {it} "
        f"{'enters' if many == 1 else 'enter'} no bound."
    ]


def _mean(found: Completion, key: str) -> str:
    return MEASURES[key].mean_at(found.comparison.k)


def _every_top(found: Completion) -> str:
    return f"Every document in the two top {found.comparison.k}"


def _assuming(found: Completion) -> str:
    return f"assuming that no unjudged document outside both top {found.comparison.k} is relevant"


def _pool_words(found: Completion) -> str:
    many = counted(found.unjudged, "unjudged document")
    return f"the {many} in the two top {found.comparison.k}"


def open_queries(found: Completion, key: str) -> int:
    """Scored queries whose delta unjudged documents of the pool could move."""
    return int(np.count_nonzero(found.pool.delta(key).open & found.comparison.scored))
