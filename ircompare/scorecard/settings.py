"""What a scorecard declares beside its tables: every choice that fixes one of its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from fractions import Fraction
from typing import Literal, get_args

from ircompare.scorecard.decay import EXPECTED, decay_of
from ircompare.scoring.measures import MEASURES

Universe = Literal["judged", "corpus"]
Reference = Literal["relevant", "corpus"]
Gain = Literal["linear", "exponential"]
TAIL_MAX = 5
BINS = 10
MOMENT = "a day or a time in ISO 8601, such as 2026-07-01"


@dataclass(frozen=True)
class Settings:
    """The declared choices.

    Attributes:
        measure, k: What robustness compares between queries, a key of MEASURES at a cutoff; the
            fairness dimensions look at the same top k.
        gain: Gain of a grade in nDCG: the grade itself, or 2^grade − 1.
        intent_labels: Intents that the macro mean goes over; empty for the true ones that occur.
        intent_level: How many steps of an intent path such as `account/login` count; None for all.
        head_min: Frequency from which a query is frequent; has no default.
        tail_max: Frequency up to which a query is rare.
        frequency_shares: (head, tail) shares of the queries, such as 1/100 and 1/10, from which
            the two thresholds are taken instead.
        training_domains: Query domains that were trained on, as declared; has no default.
        adversarial: Whether the variants were searched to hurt.
        universe: Candidates of demographic parity: judged pairs, or every document of the corpus.
        reference: What shares in the top k are held against: relevant documents, or the corpus.
        calibration_k: A stated probability is that of a relevant document in the top so many.
        bins: Bins of equal mass of the calibration error.
        start: Start of every random draw, >= 0.
        freshness: How documents lose weight with age, a preset or such as `half_life=48h`; has no
            default, as little as the time below.
        reference_time: The fixed time in ISO 8601 at which ages are taken, never "now".
        intent_steps: How much each step of an intent path counts, the coarsest first; no default.

    Raises:
        ValueError: A value out of its range.
    """

    measure: str = "recall"
    k: int = 5
    gain: Gain = "linear"
    intent_labels: tuple[str, ...] = ()
    intent_level: int | None = None
    head_min: int | None = None
    tail_max: int = TAIL_MAX
    frequency_shares: tuple[Fraction, Fraction] | None = None
    training_domains: tuple[str, ...] = ()
    adversarial: bool = False
    universe: Universe = "judged"
    reference: Reference = "relevant"
    calibration_k: int = 1
    bins: int = BINS
    start: int = 1
    freshness: str | None = None
    reference_time: str | None = None
    intent_steps: tuple[Fraction, ...] = ()

    def __post_init__(self) -> None:
        _choice("measure", self.measure, tuple(MEASURES))
        _choice("gain", self.gain, get_args(Gain))
        _choice("universe", self.universe, get_args(Universe))
        _choice("reference", self.reference, get_args(Reference))
        least = {"k": 1, "calibration_k": 1, "bins": 1, "tail_max": 0, "start": 0}
        for name, low in least.items():
            _whole(name, getattr(self, name), low)
        for name in ("intent_level", "head_min"):
            if getattr(self, name) is not None:
                _whole(name, getattr(self, name), 1)
        if len(set(self.intent_labels)) < len(self.intent_labels):
            raise ValueError("intent_labels must name each intent once")
        if self.head_min is not None and self.head_min <= self.tail_max:
            raise ValueError(
                f"head_min must be above tail_max, not {self.head_min} with {self.tail_max}"
            )
        if self.frequency_shares is not None and not all(0 < x < 1 for x in self.frequency_shares):
            raise ValueError("frequency_shares must be two shares between 0 and 1")
        _readable("freshness", self.freshness, decay_of, EXPECTED)
        _readable("reference_time", self.reference_time, datetime.fromisoformat, MOMENT)
        if self.intent_steps and not (min(self.intent_steps) >= 0 < max(self.intent_steps)):
            raise ValueError("intent_steps must be numbers of at least 0, one of them above 0")

    def as_dict(self) -> Mapping[str, object]:
        """Every choice, for exports and fingerprints."""
        shares = self.frequency_shares
        return {
            **asdict(self),
            "intent_labels": list(self.intent_labels),
            "training_domains": list(self.training_domains),
            "intent_steps": [str(weight) for weight in self.intent_steps],
            "frequency_shares": None if shares is None else [str(share) for share in shares],
        }


def _readable(name: str, text: object, read: Callable[[str], object], expected: str) -> None:
    """Refuse a text that has no meaning; None is not declared."""
    if text is None:
        return
    try:
        read(text if isinstance(text, str) else "")
    except ValueError:
        raise ValueError(f"{name} must be {expected}, not {text!r}") from None


def _choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, not {value!r}")


def _whole(name: str, value: object, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
