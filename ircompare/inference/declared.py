"""What a user declares before looking at values, apart from the values it is meant for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ircompare.inference.groups import default_group_field
from ircompare.inference.plan import DEFAULT_START, Plan
from ircompare.model.scope import Scope
from ircompare.scoring.limits import parse_drop
from ircompare.scoring.measures import PRIMARY


@dataclass(frozen=True)
class Declared:
    """Declarations, as an address, a settings file and the command line hold them.

    Attributes:
        margins: Largest change that does not matter, in (0, 1], by key of a primary measure.
        group_field: Query field that names groups of paraphrases; "" for none, None for the
            field `group` where the queries have one.
        hand_picked: Whether the queries were chosen by hand and so are no random sample.
        start: Start of the random signs of simulated p-values, >= 0.
    """

    margins: tuple[tuple[str, Fraction], ...] = ()
    group_field: str | None = None
    hand_picked: bool = False
    start: int = DEFAULT_START

    def field(self, scope: Scope) -> str | None:
        """The query field that names groups, None where each query stands for itself."""
        if self.group_field is None:
            return default_group_field(scope)
        return self.group_field or None

    def plan(self, scope: Scope) -> Plan:
        """The plan that these declarations make for the queries of a scope."""
        return Plan(
            margins=dict(self.margins),
            group_field=self.field(scope),
            hand_picked=self.hand_picked,
            start=self.start,
        )


NOTHING_DECLARED = Declared()


def parse_margin(text: str) -> tuple[str, Fraction]:
    """A margin written as `MRR=0.02` or `recall=1/50`, by key of its measure.

    >>> parse_margin("MRR=0.02")
    ('rr', Fraction(1, 50))

    Raises:
        ValueError: It is none, with what is wrong.
    """
    found = parse_drop(text)
    if found.k is not None:
        raise ValueError(f"{text!r}: a margin holds at the one cutoff, so leave @{found.k} out.")
    if found.measure not in {measure.key for measure in PRIMARY}:
        names = " and ".join(measure.mean_label.removesuffix("@{k}") for measure in PRIMARY)
        raise ValueError(f"{text!r}: only {names} are tested, so only they have a margin.")
    if not found.limit:
        raise ValueError(f"{text!r}: a margin lies above 0.")
    return found.measure, found.limit
