"""X-Score: a composite that the white paper defines, from supplied parts, not validated.

No model runs here: the parts come from the user. Each is brought to [0, 1] first, and the parts
are always shown; with one missing there is no score.
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import dataclass
from fractions import Fraction

from ircompare.scorecard.direction import Number

LABEL = "composite after the white paper, not validated"
SIMILARITY, COVERAGE, CERTAINTY = Fraction(2, 5), Fraction(7, 20), Fraction(1, 4)


@dataclass(frozen=True)
class XScore:
    """The score with its parts.

    Attributes:
        value: In [0, 1]; None where a part is missing.
        similarity: Rescaled BERTScore F1 of the answer against a reference answer, clipped.
        coverage: Share of the expected sources that are cited.
        certainty: 1 − entropy ÷ its largest value. A certain answer is not a right one.
        clipped: Whether the similarity lay outside [0, 1].
    """

    value: Number | None
    similarity: Number | None
    coverage: Number | None
    certainty: Number | None
    clipped: bool
    label: str = LABEL


def x_score(
    *,
    bert_f1_rescaled: Number | None,
    coverage: Number | None,
    entropy_bits: Number | None,
    outcomes: int | None,
) -> XScore:
    """.4 · similarity + .35 · coverage + .25 · certainty.

    Args:
        bert_f1_rescaled: Against a reference answer, never against the citations.
        coverage: In [0, 1], as from `citation_coverage`.
        entropy_bits: Of a distribution of probabilities, from 0 to log2 of its outcomes.
        outcomes: Size of that distribution, >= 2.

    Raises:
        ValueError: A part out of its range.
    """
    if coverage is not None and not 0 <= coverage <= 1:
        raise ValueError(f"coverage must be between 0 and 1, not {coverage}")
    similarity = None if bert_f1_rescaled is None else min(max(bert_f1_rescaled, 0), 1)
    certain = certainty(entropy_bits, outcomes)
    parts = [(SIMILARITY, similarity), (COVERAGE, coverage), (CERTAINTY, certain)]
    known = [weight * value for weight, value in parts if value is not None]
    value = sum(known) if len(known) == len(parts) else None
    return XScore(value, similarity, coverage, certain, similarity != bert_f1_rescaled)


def certainty(entropy_bits: Number | None, outcomes: int | None) -> Number | None:
    """1 − entropy ÷ log2(outcomes), in [0, 1]; None where either is missing.

    Raises:
        ValueError: Fewer than 2 outcomes, or an entropy that they cannot have.
    """
    if entropy_bits is None or outcomes is None:
        return None
    if outcomes < 2:
        raise ValueError(f"entropy needs at least 2 outcomes, not {outcomes}")
    most = math.log2(outcomes)
    if not 0 <= entropy_bits <= largest_entropy(outcomes):
        raise ValueError(f"entropy must be between 0 and {most:g} bits, not {entropy_bits}")
    return max(0.0, 1 - float(entropy_bits) / most)


def largest_entropy(outcomes: int | None) -> float:
    """Most bits that so many outcomes can have, with room for rounding; infinite for None."""
    return math.inf if outcomes is None else math.log2(outcomes) * (1 + 1e-12)


def entropy_bits(probabilities: Sequence[float]) -> float:
    """Entropy of probabilities in bits; a probability of 0 adds nothing.

    Raises:
        ValueError: Values that are no probabilities, such as logits.
    """
    if any(not 0 <= p <= 1 for p in probabilities) or not math.isclose(
        math.fsum(probabilities), 1, abs_tol=1e-9
    ):
        raise ValueError(
            "probabilities must be between 0 and 1 and sum to 1; these look like logits"
        )
    return math.fsum(-p * math.log2(p) for p in probabilities if p)


def citation_coverage(cited: Set[str], expected: Set[str]) -> Fraction | None:
    """Share of the expected sources that an answer cites; None where none is expected."""
    return Fraction(len(cited & expected), len(expected)) if expected else None
