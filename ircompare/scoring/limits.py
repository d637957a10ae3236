"""Quality limits: how much run B may lose against run A before a comparison counts as broken.

There are no defaults, and a loss that equals its limit keeps it. Judged queries decide, so this
is a verdict on quality; the consistency gate, which knows no judgements, is another thing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ircompare.errors import InputError, Problem
from ircompare.model.ids import BoolArray
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import measure_named

_DROP = re.compile(r"([A-Za-z]+)(?:@([0-9]{1,9}))?=([0-9]+/[0-9]*[1-9][0-9]*|[0-9]*\.?[0-9]+)")


@dataclass(frozen=True)
class Drop:
    """By how much the mean of a measure may fall.

    Attributes:
        measure: Key of the measure.
        limit: Largest fall of the mean that keeps the limit, in [0, 1].
        k: The cutoff for which it holds; None for every cutoff.
    """

    measure: str
    limit: Fraction
    k: int | None = None


@dataclass(frozen=True)
class Limits:
    """What is asked of a comparison; nothing is asked by default.

    Attributes:
        max_regressed: How many queries may regress in Recall@k or RR@k; None for any number.
        drops: How far means may fall.
    """

    max_regressed: int | None = None
    drops: tuple[Drop, ...] = ()

    def __bool__(self) -> bool:
        return self.max_regressed is not None or bool(self.drops)


@dataclass(frozen=True)
class Finding:
    """One limit held against one comparison.

    Attributes:
        measure: Key of the measure whose mean is limited; None where regressed queries are
            counted.
        limit, found: What is allowed, and what there is: a number of queries, or a fall of the
            mean (negative where it rose).
        regressed: Places of the queries that regressed, largest loss first.
    """

    measure: str | None
    limit: Fraction
    found: Fraction
    regressed: tuple[int, ...]

    @property
    def kept(self) -> bool:
        """Whether what was found is at most what is allowed."""
        return self.found <= self.limit


def parse_drop(text: str) -> Drop:
    """A limit written as `MRR=0.02`, `recall=1/50` or `MRR@10=0.02`; a measure by key or name.

    >>> parse_drop("MRR@10=0.02")
    Drop(measure='rr', limit=Fraction(1, 50), k=10)

    Raises:
        ValueError: It is none, with what is wrong.
    """
    found = _DROP.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not MEASURE=X, with X such as 0.02 or 1/50.")
    measure, k, limit = measure_named(found[1]), found[2], Fraction(found[3])
    if limit > 1 or k == "0":
        raise ValueError(f"{text!r}: a mean lies between 0 and 1, and a cutoff is at least 1.")
    return Drop(measure, limit, int(k) if k else None)


def held_against(comparison: Comparison, limits: Limits) -> tuple[Finding, ...]:
    """Every limit that applies at this cutoff, with what was found.

    Raises:
        InputError: No query is scored, so no limit can be judged.
    """
    if not comparison.count:
        raise InputError(
            Problem("no-scored-query", "no query is scored, so no quality limit can be judged")
        )
    found = (
        [_regressed(comparison, limits.max_regressed)] if limits.max_regressed is not None else []
    )
    drops = [drop for drop in limits.drops if drop.k in (None, comparison.k)]
    return (*found, *(_drop(comparison, drop) for drop in drops))


def all_kept(findings: Sequence[Finding]) -> bool:
    """Whether no limit is broken."""
    return all(finding.kept for finding in findings)


def _regressed(comparison: Comparison, limit: int) -> Finding:
    places = _by_loss(comparison, "rr", comparison.regressed_anywhere())
    return Finding(None, Fraction(limit), Fraction(len(places)), places)


def _drop(comparison: Comparison, drop: Drop) -> Finding:
    delta = comparison.mean_delta(drop.measure) or Fraction(0)
    lost = np.asarray(comparison.scored & (comparison.verdicts(drop.measure) < 0))
    places = _by_loss(comparison, drop.measure, lost)
    return Finding(drop.measure, drop.limit, -Fraction(delta), places)


def _by_loss(comparison: Comparison, measure: str, chosen: BoolArray) -> tuple[int, ...]:
    """The chosen queries, largest loss in the measure first."""
    order = comparison.loss_order(measure, "recall" if measure == "rr" else "rr")
    return tuple(order[chosen[order]].tolist())
