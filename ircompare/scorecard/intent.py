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

    A predicted path that goes deeper than the true one is judged as far as the true one goes.
    For paths macro F1 and agreement κ at every level stand beside it, and always micro F1 (which
    is accuracy) and F1 weighted by frequency.
    """
    gold = inputs.queries.intent
    tables = predictions(inputs)
    missing = [GOLD] if gold is None else []
    missing += [PREDICTED] if None in tables else []
    missing += lacks("sklearn")
    predicted = [table for table in tables if table is not None]
    if missing or gold is None or len(predicted) < 2:
        return not_computable(INTENT_F1, missing)
    queries = inputs.shared(gold, *predicted)
    level = inputs.settings.intent_level
    truth, *guesses = _compared(queries, gold, predicted, level)
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
        parts=[*_levels(queries, gold, predicted), *_averages(truth, guesses, labels)],
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


def predictions(inputs: Inputs) -> list[Mapping[str, str] | None]:
    """What the classifier of A and that of B say of each query; None where one says nothing.

    The same object twice where both runs have the predictions of the query fields.
    """
    return [_predicted(inputs, side) for side in (inputs.a, inputs.b)]


def _compared(
    queries: Sequence[str],
    gold: Mapping[str, str],
    predicted: Sequence[Mapping[str, str]],
    level: int | None,
) -> list[list[str]]:
    """True intents at a level, then each run's predictions, none deeper than the true intent."""
    truth = [at_level(gold[query], level) for query in queries]
    depths = [path.count(STEP) + 1 for path in truth]
    return [
        truth,
        *(
            [at_level(table[query], depth) for query, depth in zip(queries, depths, strict=True)]
            for table in predicted
        ),
    ]


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
    """Macro F1 and κ at each level; none where no intent is a path.

    A true path that ends before a level keeps its last step there; how many reach it is said.
    """
    depths = [gold[query].count(STEP) + 1 for query in queries]
    deepest, parts = max(depths, default=1), []
    for level in range(1, deepest + 1 if deepest > 1 else 1):
        truth, *guesses = _compared(queries, gold, predicted, level)
        labels = sorted(set(truth))
        values = [f1(truth, guess, labels, "macro") for guess in guesses]
        kappas = [kappa(truth, guess) for guess in guesses]
        deep = sum(depth >= level for depth in depths)
        reach = f" ({deep} of {len(depths)} paths reach it)" if deep < len(depths) else ""
        parts += [
            Part.of(f"f1_level_{level}", f"macro F1 at level {level}{reach}", values, UP),
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
