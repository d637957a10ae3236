"""The replay file: the worst queries of a run, to be asked again."""

from __future__ import annotations

import json

from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.legs import at_declared_cutoff
from ircompare.scorecard.replay import WORST, worst_queries
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import number_text


def replay_jsonl(inputs: Inputs, place: int, count: int = WORST) -> bytes:
    """The replay file of a run of a scorecard, by its declared measure; see `replay_lines`.

    Args:
        place: 0 for run A, 1 for run B.
        count: How many queries at most, >= 0.
    """
    compared = at_declared_cutoff(inputs)
    return replay_lines((compared.a, compared.b)[place], inputs.settings.measure, count)


def replay_lines(side: Evaluation, measure: str, count: int = WORST) -> bytes:
    """A line of JSON for each query, worst first, with its value in a measure.

    The lines are read back as queries, by `--queries` too.

    Args:
        measure: A key of MEASURES.
        count: How many queries at most, >= 0.
    """
    split = side.scope.split
    named = {"run": side.name, "measure": MEASURES[measure].at(side.k)}
    lines = (
        {
            "_id": one.query_id,
            "text": one.text,
            **({} if split is None else {"split": split}),
            **named,
            "value": number_text(one.value),
        }
        for one in worst_queries(side, measure, count)
    )
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
