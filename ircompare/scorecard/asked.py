"""Companions on how queries were asked: those that ask nothing, and those asked again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from itertools import pairwise

from ircompare.scorecard.drift import intent_drift
from ircompare.scorecard.finding import Finding, lacking
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.intent import PREDICTED, predictions
from ircompare.scorecard.row import Input
from ircompare.scoring.numbers import counted

NOISE = ("noise_queries", "Noise-query share")
REPEATED = ("user_intent_drift", "Intent drift of repeated queries")
NOISE_FIELD, USER, ASKED = (f"query field `{name}`" for name in ("noise", "user", "asked"))
SAME_QUERY = "query field `same_query`"
SAME_TEXT = "the same text, case and blanks at its ends aside"


def noise_share(inputs: Inputs) -> Finding:
    """Share of the queries of the split that ask nothing, as the queries file declares.

    By count, by traffic where frequencies are known, and how many of them either run answered. The
    queries stay in every mean: this speaks of them, not of a run.
    """
    noise, frequency = inputs.queries.noise, inputs.queries.frequency
    if noise is None:
        return lacking(*NOISE, [NOISE_FIELD])
    queries = inputs.shared(noise)
    marked = [query for query in queries if noise[query]]
    told = [Input(f"{NOISE_FIELD}, as declared there", inputs.queries.source)]
    values = _share("of the queries", len(marked), len(queries))
    if frequency is not None:
        asked = sum(frequency[query] for query in queries if query in frequency)
        heard = sum(frequency[query] for query in marked if query in frequency)
        values += _share("of the traffic", heard, asked)
        told += [Input("query field `frequency`", inputs.queries.source)] if asked else []
    for run, column in zip("AB", inputs.columns("answered"), strict=True):
        answered = column or {}
        known = [query for query in marked if query in answered]
        got = sum(bool(answered[query]) for query in known)
        values += _share(f"of them answered by {run}", got, len(known))
        told += (
            [Input(f"`answered` in {run}", f"measured of {len(known)} of them")] if known else []
        )
    silent = len(inputs.scope) - len(queries)
    label = (
        f"{len(marked)} of {counted(len(queries), 'query', 'queries')} declared in the queries "
        "file to ask nothing"
        + (f", {silent} of the split not declared" if silent else "")
        + "; they stay in every mean"
    )
    why = "" if queries else "no query of the split is declared either way"
    return Finding(*NOISE, label, tuple(values), len(queries), tuple(told), why=why)


def _share(name: str, part: int, whole: int) -> list[tuple[str, Fraction]]:
    return [(name, Fraction(part, whole))] if whole else []


def repeated_intents(inputs: Inputs) -> Finding:
    """Share of the repetitions at which one user's repeated query has another predicted intent.

    A repetition is a query that the same user asked before: of the same `same_query` where the
    queries have that field, else of the same text, case and blanks at its ends aside. It is held
    against the time before; queries of the same time come in the order of the file. Intents are
    compared along their whole path.
    """
    user, asked = inputs.queries.user, inputs.queries.asked
    predicted = predictions(inputs)
    same = _same_queries(inputs)
    given = {USER: user, ASKED: asked, PREDICTED: None if None in predicted else predicted}
    missing = [name for name, column in given.items() if column is None]
    missing += [] if same is not None else [f"{SAME_QUERY}, or texts of the queries"]
    columns = [column for column in predicted if column is not None]
    if missing or user is None or asked is None or same is None:
        return lacking(*REPEATED, missing)
    queries = inputs.shared(user, asked, same, *columns)
    series = _series(queries, user, same, asked)
    names = ["A and B"] if columns[0] is columns[1] else ["A", "B"]
    shares = [intent_drift([column[q] for q in one] for one in series) for column in columns]
    values = tuple((name, x) for name, x in zip(names, shares, strict=False) if x is not None)
    repetitions = sum(len(one) - 1 for one in series)
    ties = sum(asked[first] == asked[then] for one in series for first, then in pairwise(one))
    told = [Input(name, inputs.queries.source) for name in (USER, ASKED)]
    field = f"query field `{inputs.named.get('same_query', 'same_query')}`"
    told += [Input("the same query", SAME_TEXT if inputs.queries.same_query is None else field)]
    label = (
        "share of the repetitions, a user asking the same query again, with another predicted "
        "intent than the time before; "
        + (f"{ties} at the same time, in the order of the file" if ties else "no two at one time")
    )
    why = "" if values else "no user asked the same query twice"
    return Finding(*REPEATED, label, values, repetitions, tuple(told), why=why)


def _series(
    queries: list[str],
    user: Mapping[str, str],
    same: Mapping[str, str],
    asked: Mapping[str, datetime],
) -> list[list[str]]:
    """For each user and query all times it was asked, the oldest first."""
    found: dict[tuple[str, str], list[str]] = {}
    for query in queries:
        found.setdefault((user[query], same[query]), []).append(query)
    return [sorted(one, key=asked.__getitem__) for one in found.values()]


def _same_queries(inputs: Inputs) -> Mapping[str, str] | None:
    """What is the same query: a name by query; None where neither field nor text tells."""
    held = inputs.scope.collection.queries
    if inputs.queries.same_query is not None:
        return inputs.queries.same_query
    if held is None or held.texts is None or "same_query" in inputs.queries.unread:
        return None
    texts = {query: held.text(query).strip().casefold() for query in inputs.scope.query_ids}
    return {query: text for query, text in texts.items() if text}
