"""What is neither computed nor claimed here, and why, in one line each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Refusal:
    """Something that is not done, and the reason."""

    what: str
    why: str


REFUSALS = (
    Refusal(
        "online lift, click rates, conversion",
        "rankings are compared against fixed labels; nothing here has seen a user",
    ),
    Refusal(
        "counterfactual effects, doubly robust estimates",
        "they need logged actions, propensities and rewards, which qrels and runs do not hold",
    ),
    Refusal(
        "a single quality score by default",
        "no weights are right for everyone; a composite needs a profile that the user chose",
    ),
    Refusal(
        "weights that learn from outcomes",
        "an evaluator that changes its criterion from what it measured measures nothing",
    ),
    Refusal(
        "policy enforcement",
        "rows and alerts describe; whether to ship is decided by people",
    ),
    Refusal(
        "Response Consistency Index as a thirteenth dimension",
        "it is not among the twelve; repeated runs are compared by average overlap instead",
    ),
    Refusal(
        "mean ÷ (deviation + ε) as consistency",
        "it has no upper bound, and equal bad similarities beat good ones that differ",
    ),
)
