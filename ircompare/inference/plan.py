"""What was declared before looking at the values, and the fixed numbers of the procedure.

Decisions that fix a conclusion:

- *Test.* Values are averaged, so means are tested: the sign-flip (Fisher randomisation) test of
  the mean delta, on whole numbers and without the tied queries. It is enumerated up to 13
  differing units, simulated up to 2,000, and Student's t test beyond. No Wilcoxon and no sign
  test: they ask about medians and symmetry, not about means.
- *Interval.* Student's t, which covers better than the bootstrap on few queries.
- *Family.* The declared primary measures of every comparison at one cutoff, corrected by Holm.
- *Limits.* Below 10 units or 6 differing ones there is neither a p-value nor an interval.

Sources:
    Smucker, Allan and Carterette (2007, 2009) for the test, Hesterberg (2015) for the interval,
    Phipson and Smyth (2010) for simulated p-values, Holm (1979) for the correction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ircompare.scoring.measures import MEASURES, PRIMARY

ALPHA = 0.05
POWER = 0.8
MIN_UNITS = 10
MIN_DIFFERING = 6
ENUMERATED = 13
SIMULATED = 2000
RESAMPLES = 9999
BATCH = 500
DEFAULT_START = 1


@dataclass(frozen=True)
class Plan:
    """What a conclusion rests on besides the values.

    Attributes:
        measures: The primary measures; every one of them is tested and corrected for.
        margins: Largest change that does not matter, by measure, each in (0, 1]; a measure
            without one is never called equivalent or not inferior.
        group_field: Query field that names groups of paraphrases, which are the unit then.
        hand_picked: Whether the queries were chosen by hand and so are no random sample.
        start: Start of the random signs of simulated p-values, >= 0.

    Raises:
        ValueError: A value out of its range.
    """

    measures: tuple[str, ...] = tuple(measure.key for measure in PRIMARY)
    margins: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    group_field: str | None = None
    hand_picked: bool = False
    start: int = DEFAULT_START

    def __post_init__(self) -> None:
        if not self.measures or len(set(self.measures)) < len(self.measures):
            raise ValueError("a plan declares at least one primary measure, each once")
        unknown = [key for key in (*self.measures, *self.margins) if key not in MEASURES]
        if unknown:
            raise ValueError(f"{unknown[0]!r} is no measure: choose of {', '.join(MEASURES)}")
        if not set(self.margins) <= set(self.measures):
            raise ValueError("a margin belongs to a primary measure")
        for margin in self.margins.values():
            if not isinstance(margin, Fraction) or not 0 < margin <= 1:
                raise ValueError(f"a margin is a Fraction in (0, 1], not {margin!r}")
        if isinstance(self.start, bool) or not isinstance(self.start, int) or self.start < 0:
            raise ValueError(f"start must be a whole number of at least 0, not {self.start!r}")

    def settings(self) -> dict[str, object]:
        """Every choice that fixes a conclusion, for exports and fingerprints."""
        return {
            "measures": list(self.measures),
            "margins": {key: str(margin) for key, margin in self.margins.items()},
            "group_field": self.group_field,
            "hand_picked": self.hand_picked,
            "alpha": ALPHA,
            "correction": "holm",
            "enumerated_to": ENUMERATED,
            "simulated_to": SIMULATED,
            "resamples": RESAMPLES,
            "batch": BATCH,
            "start": self.start,
        }
