"""How numbers go wrong, told: wrong beside right for one run or two, as rows, text and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ircompare.inference.pitfalls import PITFALLS, Example, Pitfall, pitfalls
from ircompare.model.collapse import Collapsed
from ircompare.report.phrases import capitalised, in_words, listed, plain
from ircompare.report.text import columns
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import decimal, delta_decimal, delta_text, number_text, value_text

Json = dict[str, object]
DELTA = "B − A"
LONGEST = 22
HEAD = ("mistake", "run", "of", "wrong", "right", "shows most on")


@dataclass(frozen=True)
class Wrong:
    """One mistake in one run, or in the mean delta of two.

    Attributes:
        key: A key of PITFALLS.
        run: "A", "B" or `DELTA`; "" where there is one run only.
        name: Name of the mean, such as MRR@10.
        wrong, right: A mean or a mean delta; None where the mistake cannot be made, or where no
            query is scored.
        example: The query on which it shows most; None for a delta, and where no query's own
            value changes.
    """

    key: str
    run: str
    name: str
    wrong: Fraction | None
    right: Fraction | None
    example: Example | None = None

    @property
    def turns(self) -> bool:
        """Whether the mistake turns the sign of a mean delta, or makes it 0 or not 0."""
        if self.run != DELTA or self.wrong is None or self.right is None:
            return False
        return _sign(self.wrong) != _sign(self.right)


@dataclass(frozen=True)
class Mistakes:
    """All mistakes of PITFALLS on one run, or on two and their delta.

    Attributes:
        rows: By mistake; of each the runs, then the delta. Only those that change a number.
        harmless: Keys of the others.
    """

    rows: tuple[Wrong, ...]
    harmless: tuple[str, ...]

    @property
    def turning(self) -> tuple[str, ...]:
        """Keys of the mistakes that turn a mean delta."""
        return tuple(row.key for row in self.rows if row.turns)


def mistakes(runs: Sequence[tuple[Evaluation, Collapsed | None]]) -> Mistakes:
    """What the mistakes make of one run, or of A and B.

    Args:
        runs: Each with its chunks, if it was collapsed from some; at one cutoff.
    """
    found = [pitfalls(*run) for run in runs]
    k, roles = runs[0][0].k, ("A", "B") if len(runs) == 2 else ("",)
    rows: list[Wrong] = []
    harmless: list[str] = []
    for of_one in zip(*found, strict=True):
        if not any(one.matters for one in of_one):
            harmless.append(of_one[0].key)
            continue
        rows += [_of_run(one, role, k) for one, role in zip(of_one, roles, strict=True)]
        if len(of_one) == 2:
            rows.append(_of_delta(*of_one, k))
    return Mistakes(tuple(rows), tuple(harmless))


def _of_run(one: Pitfall, role: str, k: int) -> Wrong:
    name = MEASURES[one.measure].mean_at(k)
    return Wrong(one.key, role, name, one.wrong, one.right, one.example)


def _of_delta(a: Pitfall, b: Pitfall, k: int) -> Wrong:
    name = MEASURES[a.measure].mean_at(k)
    return Wrong(a.key, DELTA, name, _gap(a.wrong, b.wrong), _gap(a.right, b.right))


def _gap(a: Fraction | None, b: Fraction | None) -> Fraction | None:
    return None if a is None or b is None else b - a


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def mistakes_sentence(found: Mistakes) -> str:
    """How many common mistakes would change a number here, and which would turn a delta."""
    count = len(PITFALLS) - len(found.harmless)
    if not count:
        return f"None of {in_words(len(PITFALLS))} common mistakes would change a number here."
    many = f"{in_words(count)} of {in_words(len(PITFALLS))}"
    told = f"{capitalised(many)} common mistakes would change a number here"
    if not found.turning:
        return f"{told}."
    labels = listed([PITFALLS[key] for key in found.turning])
    return f"{told}; the sign of a mean delta would be another with {labels}."


def harmless_sentence(found: Mistakes) -> str:
    """The mistakes that change nothing here; "" where there are none."""
    labels = listed([PITFALLS[key] for key in found.harmless])
    return f"Without effect here: {labels}." if labels else ""


def mistake_rows(found: Mistakes) -> list[tuple[str, ...]]:
    """The rows as text, under HEAD."""
    return [HEAD, *(_cells(row) for row in found.rows)]


def _cells(row: Wrong) -> tuple[str, ...]:
    means = (_mean(value, row.run) for value in (row.wrong, row.right))
    return (PITFALLS[row.key], row.run, row.name, *means, _shown(row.example))


def _mean(value: Fraction | None, run: str) -> str:
    """With its fraction where that is short enough for a cell."""
    if value is None:
        return ""
    whole, rounded = (delta_text, delta_decimal) if run == DELTA else (value_text, decimal)
    text = whole(value)
    return text if len(text) <= LONGEST else rounded(value)


def _shown(example: Example | None) -> str:
    if example is None:
        return ""
    values = (value_text(value) for value in (example.wrong, example.right))
    return f"{example.query_id}: {' instead of '.join(values)}"


def mistakes_text(found: Mistakes) -> str:
    """The sentence and the table."""
    parts = [mistakes_sentence(found)]
    if found.rows:
        rows = [tuple(plain(cell) for cell in row) for row in mistake_rows(found)]
        parts += ["", *columns(rows)]
    return "\n".join([*parts, *filter(None, [harmless_sentence(found)])])


def mistakes_json(evaluation: Evaluation, collapsed: Collapsed | None) -> list[Json]:
    """Every mistake on one run, also those without effect."""
    return [
        {
            "mistake": one.key,
            "label": one.label,
            "mean": MEASURES[one.measure].mean_at(evaluation.k),
            "wrong": number_text(one.wrong),
            "right": number_text(one.right),
            "shows_most": one.example
            and {
                "query_id": one.example.query_id,
                "wrong": number_text(one.example.wrong),
                "right": number_text(one.example.right),
            },
        }
        for one in pitfalls(evaluation, collapsed)
    ]
