"""Answer completeness from supplied nuggets, with document coverage as a labelled stand-in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ircompare.scorecard.dimensions import COMPLETENESS
from ircompare.scorecard.direction import UP, Number
from ircompare.scorecard.effect import judged_inputs
from ircompare.scorecard.inputs import AnswerLabels, Inputs, Nugget
from ircompare.scorecard.legs import at_declared_cutoff
from ircompare.scorecard.means import mean
from ircompare.scorecard.row import Input, Part, Row, measured, not_computable
from ircompare.scoring.evaluation import Evaluation

OKAY_WEIGHT = Fraction(1, 2)


@dataclass(frozen=True)
class AnswerScore:
    """One answer.

    Attributes:
        vital: Share of the vital nuggets that it supports.
        complete: Whether it supports them all.
        weighted: The same share with okay nuggets counting one half.
    """

    vital: Fraction
    complete: bool
    weighted: Fraction


def answer_score(nuggets: Sequence[Nugget]) -> AnswerScore | None:
    """Nugget recall of one answer; None where no nugget is vital.

    Source:
        Pradeep and others (2025), nugget-based evaluation (AutoNuggetizer), strict vital and
        weighted scores.
    """
    vital = [nugget.supported for nugget in nuggets if nugget.vital]
    okay = [nugget.supported for nugget in nuggets if not nugget.vital]
    if not vital:
        return None
    weighted = sum(vital) + OKAY_WEIGHT * sum(okay)
    return AnswerScore(
        Fraction(sum(vital), len(vital)),
        all(vital),
        weighted / (len(vital) + OKAY_WEIGHT * len(okay)),
    )


def answer_completeness(inputs: Inputs) -> Row:
    """Share of the answers that support every vital nugget, over the queries that both runs label.

    Without labels the row carries Complete@k, which looks at documents and not at answers.
    """
    tables = [side.answers for side in (inputs.a, inputs.b)]
    labels = [table for table in tables if table is not None]
    if len(labels) < 2:
        return _stand_in(inputs, tables)
    queries = inputs.shared(*(table.nuggets for table in labels))
    pairs = [[answer_score(table.nuggets[query]) for table in labels] for query in queries]
    found = [(a, b) for a, b in pairs if a is not None and b is not None]
    sides = [[a for a, _ in found], [b for _, b in found]]
    rates = [mean(Fraction(score.complete) for score in side) for side in sides]
    vital = [mean(score.vital for score in side) for side in sides]
    weighted = [mean(score.weighted for score in side) for side in sides]
    judges = " and ".join(dict.fromkeys(f"{table.judged_by}-judged" for table in labels))
    return measured(
        COMPLETENESS,
        (rates[0], rates[1]),
        [Input(f"answer labels of run {n}", t.source) for n, t in zip("AB", labels, strict=True)],
        n_used=len(found),
        label=f"Answer Completeness Rate ({judges} nuggets)",
        parts=[
            Part.of("vital_recall", "mean share of vital nuggets supported", vital, UP),
            Part.of("weighted_recall", "the same, okay nuggets counting ½", weighted, UP),
        ],
        counts={
            "labelled in one run only": _only_one(labels, queries),
            "without a vital nugget": len(queries) - len(found),
        },
        undefined="no query has a vital nugget in both runs",
    )


def complete_at_k(evaluation: Evaluation) -> Number | None:
    """Share of the scored queries with every relevant document in the top k; None without any.

    Document coverage, which says nothing of an answer.
    """
    scope = evaluation.scope
    complete = scope.eligible & (evaluation.hit_counts == scope.relevant)
    count = int(scope.scored.sum())
    return Fraction(int(np.sum(complete & scope.scored)), count) if count else None


def _stand_in(inputs: Inputs, tables: Sequence[AnswerLabels | None]) -> Row:
    compared = at_declared_cutoff(inputs)
    values = complete_at_k(compared.a), complete_at_k(compared.b)
    label = f"Complete@{compared.k}: document coverage, not answer completeness"
    return not_computable(
        COMPLETENESS,
        [
            f"answer labels of run {name}"
            for name, table in zip("AB", tables, strict=True)
            if table is None
        ],
        inputs=judged_inputs(compared),
        parts=[Part.of("complete_at_k", label, values, UP)],
    )


def _only_one(labels: Sequence[AnswerLabels], both: Sequence[str]) -> int:
    together: Mapping[str, object] = {**labels[0].nuggets, **labels[1].nuggets}
    return len(together) - len(both)
