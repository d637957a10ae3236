"""Many runs as text for people: a line for each run and cutoff."""

from __future__ import annotations

from collections.abc import Sequence

from ircompare.report.phrases import plain
from ircompare.report.protocol import SHOWN_DIGITS, protocol_line
from ircompare.report.text import columns
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import MEASURES, PRIMARY, Measure
from ircompare.scoring.numbers import (
    APPROX,
    NO_VALUE,
    SIGNS,
    Number,
    count_text,
    decimal,
    delta_decimal,
)

Line = tuple[str, ...]
_PLACES = 4


class RunTable:
    """Gathers the lines, which take little room, and aligns them at the end.

    Args:
        paired: Whether runs are compared with the first; then it says how the primary measures
            changed, and leaves the others to the table files.
    """

    def __init__(self, paired: bool) -> None:
        self._paired = paired
        self._measures: Sequence[Measure] = PRIMARY if paired else tuple(MEASURES.values())
        self._lines: list[Line] = [self._head()]
        self._protocols: dict[str, None] = {}
        self._qrels = ""

    def add(self, evaluations: Sequence[Evaluation], references: Sequence[Evaluation] = ()) -> None:
        """The lines of one run: at each cutoff, compared with a reference if there is one."""
        for at, evaluation in enumerate(evaluations):
            pair = Comparison(references[at], evaluation) if references else None
            cells = [plain(evaluation.name), str(evaluation.k)]
            for measure in self._measures:
                cells.append(_mean(evaluation.mean(measure.key)))
                cells += _change(pair, measure.key) if self._paired else []
            cells.append(count_text(len(evaluation.missing_queries)))
            self._lines.append(tuple(cells))
            self._protocols[f"protocol: {protocol_line((evaluation,))}"] = None
            self._qrels = evaluation.scope.collection.qrels.sha256[:SHOWN_DIGITS]

    def text(self) -> str:
        """The table, and under which protocols it was made."""
        last = f"fingerprint: qrels {self._qrels}"
        return "\n".join([*columns(self._lines), "", *self._protocols, last]) + "\n"

    def _head(self) -> Line:
        head = ["run", "k"]
        for measure in self._measures:
            head.append(measure.mean_label.removesuffix("@{k}"))
            head += ["delta", *SIGNS.values()] if self._paired else []
        return (*head, "missing")


def _mean(value: Number | None) -> str:
    if value is None:
        return NO_VALUE
    return (APPROX if isinstance(value, float) else "") + decimal(value, _PLACES)


def _change(pair: Comparison | None, measure: str) -> list[str]:
    """Delta, improved, tied and regressed; of the reference nothing."""
    if pair is None:
        return [""] * 4
    delta, counts = pair.mean_delta(measure), pair.counts(measure)
    told = NO_VALUE if delta is None else delta_decimal(delta, _PLACES)
    return [told, *(count_text(n) for n in (counts.improved, counts.tied, counts.regressed))]
