"""What what-if judgements do to the means, in sentences."""

from __future__ import annotations

from ircompare.inference.whatif import WhatIf
from ircompare.report.phrases import some_named
from ircompare.scoring.measures import PRIMARY, Measure
from ircompare.scoring.numbers import counted, delta_decimal, places_for


def effect_sentences(found: WhatIf) -> list[str]:
    """How each mean delta moves, and which queries gain or lose a value."""
    told = [_moved(found, measure) for measure in PRIMARY]
    for names, words in (
        (found.became_scored, "now scored"),
        (found.no_longer_scored, "no longer scored"),
    ):
        if names:
            told.append(f"{counted(len(names), 'query', 'queries')} {words}: {some_named(names)}.")
    return told


def _moved(found: WhatIf, measure: Measure) -> str:
    """The mean delta before and after, at as many places as tell the two apart."""
    pairs = (found.before, found.after)
    means = [one.mean_delta(measure.key) for one in pairs]
    places = places_for(*(mean for mean in means if mean is not None))
    deltas = ["no value" if mean is None else delta_decimal(mean, places) for mean in means]
    counts = [counted(one.count, "query", "queries") for one in pairs]
    of = f"The mean delta of {measure.mean_at(found.after.k)}"
    if means[0] == means[1] and counts[0] == counts[1]:
        return f"{of} stays {deltas[0]} on {counts[0]}."
    if counts[0] == counts[1]:
        return f"{of}: {deltas[0]} → {deltas[1]} on {counts[0]}."
    return f"{of}: {deltas[0]} on {counts[0]} → {deltas[1]} on {counts[1]}."
