"""Intent-F1: predicted intents against true ones, at every level of an intent path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ircompare.scorecard.dimensions import INTENT_F1
from ircompare.scorecard.direction import UP
from ircompare.scorecard.inputs import Inputs, RunTables
from ircompare.scorecard.packages import lacks
from ircompare.scorecard.row import Input, Part, Row, measured, not_computable

GOLD = "query field `intent`"
PREDICTED = "`predicted_intent`, a query field or a measurement of the run"
STEP = "/"


def intent_f1(inputs: Inputs) -> Row:
    """Macro F1 over the declared intents, or over the true ones that occur.

    Micro F1 (which is accuracy), F1 weighted by frequency, and for paths macro F1 and agreement κ
    at every level stand beside it.
    """
    gold = inputs.queries.intent
    tables = [_predicted(inputs, side) for side in (inputs.a, inputs.b)]
    missing = [GOLD] if gold is None else []
    missing += [PREDICTED] if None in tables else []
    missing += lacks("sklearn")
    predicted = [table for table in tables if table is not None]
    if missing or gold is None or len(predicted) < 2:
        return not_computable(INTENT_F1, missing)
    queries = inputs.shared(gold, *predicted)
    level = inputs.settings.intent_level
    truth = [at_level(gold[query], level) for query in queries]
    guesses = [[at_level(table[query], level) for query in queries] for table in predicted]
    labels = inputs.settings.intent_labels or tuple(sorted(set(truth)))
    values = [f1(truth, guess, labels, "macro") for guess in guesses]
    same = " (the same predictions for both runs)" if predicted[0] is predicted[1] else ""
    origin = "declared" if inputs.settings.intent_labels else "true ones that occur"
    return measured(
        INTENT_F1,
        (values[0], values[1]),
        [
            Input(GOLD, inputs.queries.source),
            Input("predicted_intent", " and ".join(_sources(inputs)) + same),
            Input(f"intents, {origin}", ", ".join(labels)),
        ],
        n_used=len(queries),
        label=f"macro F1 over {len(labels)} intents{_level_words(level)}",
        parts=[*_averages(truth, guesses, labels), *_levels(queries, gold, predicted)],
        counts={"without intent or prediction": len(inputs.scope) - len(queries)},
        undefined="no query has both a true and a predicted intent",
    )


def f1(
    truth: Sequence[str], guesses: Sequence[str], labels: Sequence[str], average: str
) -> float | None:
    """F1 over a declared list of intents; None without queries or intents.

    An intent of the list that neither occurs nor is predicted counts 0.

    Args:
        average: `macro`, `micro` or `weighted`, as in scikit-learn; micro over every intent.
    """
    if not truth or not labels:
        return None
    from sklearn.metrics import f1_score

    chosen = None if average == "micro" else list(labels)
    return float(f1_score(truth, guesses, labels=chosen, average=average, zero_division=0))


def at_level(path: str, level: int | None) -> str:
    """The first steps of an intent path; all of them where no level is given.

    >>> at_level("account/login/reset", 2)
    'account/login'
    """
    return path if level is None else STEP.join(path.split(STEP)[:level])


def _averages(
    truth: Sequence[str], guesses: Sequence[Sequence[str]], labels: Sequence[str]
) -> list[Part]:
    names = {"micro": "micro F1 (accuracy)", "weighted": "F1 weighted by frequency of the intent"}
    return [
        Part.of(key, label, (f1(truth, guess, labels, key) for guess in guesses), UP)
        for key, label in names.items()
    ]


def _levels(
    queries: Sequence[str], gold: Mapping[str, str], predicted: Sequence[Mapping[str, str]]
) -> list[Part]:
    """Macro F1 and κ at each level; none where no intent is a path."""
    deepest = max((gold[query].count(STEP) + 1 for query in queries), default=1)
    parts = []
    for level in range(1, deepest + 1 if deepest > 1 else 1):
        truth = [at_level(gold[query], level) for query in queries]
        labels = sorted(set(truth))
        guesses = [[at_level(table[query], level) for query in queries] for table in predicted]
        values = [f1(truth, guess, labels, "macro") for guess in guesses]
        kappas = [kappa(truth, guess) for guess in guesses]
        parts += [
            Part.of(f"f1_level_{level}", f"macro F1 at level {level}", values, UP),
            Part.of(f"kappa_level_{level}", f"agreement κ at level {level}", kappas, UP),
        ]
    return parts


def kappa(truth: Sequence[str], guesses: Sequence[str]) -> float | None:
    """Cohen's κ; None where chance alone would always agree, and without queries."""
    if len({*truth, *guesses}) < 2:
        return None
    from sklearn.metrics import cohen_kappa_score

    return float(cohen_kappa_score(truth, guesses))


def _predicted(inputs: Inputs, side: RunTables) -> Mapping[str, str] | None:
    measured_here = side.measurements.predicted_intent if side.measurements else None
    return inputs.queries.predicted_intent if measured_here is None else measured_here


def _sources(inputs: Inputs) -> list[str]:
    sources = [
        side.measurements.source
        if side.measurements and side.measurements.predicted_intent is not None
        else inputs.queries.source
        for side in (inputs.a, inputs.b)
    ]
    return list(dict.fromkeys(sources))


def _level_words(level: int | None) -> str:
    return "" if level is None else f", level {level}"
