"""Long-tail decay: how much worse rare queries fare than frequent ones.

The gap of the two means is the value; it is bounded and exact. The ratio of the white paper stands
beside it, and both legs always do: the gap also shrinks when frequent queries get worse.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from ircompare.scorecard.dimensions import LONG_TAIL
from ircompare.scorecard.direction import TO_ZERO, Number
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.legs import Leg, gap, gap_interval, leg, measure_name, too_few
from ircompare.scorecard.row import Input, Part, Row, measured, not_computable

HEAD, TAIL = "frequent", "rare"
FIELD = "query field `frequency`"


def long_tail_decay(inputs: Inputs) -> Row:
    """Mean over the frequent queries − mean over the rare ones, by declared thresholds.

    Equal frequencies always fall on one side, whatever the order of the queries.
    """
    frequency, settings = inputs.queries.frequency, inputs.settings
    missing = [FIELD] if frequency is None else []
    if settings.head_min is None and settings.frequency_shares is None:
        missing.append("declared threshold `head_min`")
    if missing or frequency is None:
        return not_computable(LONG_TAIL, missing)
    head_min, tail_max = thresholds(inputs, frequency)
    used = [Input(FIELD, inputs.queries.source), _declared(inputs, head_min, tail_max)]
    scored = inputs.scored_ids()
    known = {query: frequency[query] for query in scored if query in frequency}
    if head_min <= tail_max:
        head_min = tail_max = -1
    frequent = {query for query, times in known.items() if times >= head_min >= 0}
    rare = {query for query, times in known.items() if times <= tail_max}
    head, tail = (
        leg(inputs, name, inputs.chosen(ids)) for name, ids in ((HEAD, frequent), (TAIL, rare))
    )
    return measured(
        LONG_TAIL,
        gap(head, tail),
        used,
        n_used=head.count + tail.count,
        label=f"{measure_name(inputs)}, {HEAD} − {TAIL} queries",
        parts=[
            head.part,
            tail.part,
            _ratio(head, tail),
            *gap_interval(inputs, head, tail),
        ],
        counts={
            HEAD: head.count,
            TAIL: tail.count,
            "between": len(known) - head.count - tail.count,
            "without frequency": len(scored) - len(known),
        },
        low=too_few([head, tail]),
        undefined="the thresholds leave no frequent or no rare query",
    )


def _ratio(head: Leg, tail: Leg) -> Part:
    values = decay(head.mean_a, tail.mean_a), decay(head.mean_b, tail.mean_b)
    return Part.of("ldr", "1 − mean rare ÷ mean frequent (share, not per cent)", values, TO_ZERO)


def decay(head: Number | None, tail: Number | None) -> Number | None:
    """1 − mean rare ÷ mean frequent, in (−∞, 1]; None where the frequent mean is 0 or absent.

    >>> decay(Fraction(9, 10), Fraction(1, 2))
    Fraction(4, 9)
    """
    return None if head is None or tail is None or not head else 1 - tail / head


def thresholds(inputs: Inputs, frequency: Mapping[str, int]) -> tuple[int, int]:
    """Least frequency of a frequent query and largest of a rare one."""
    settings = inputs.settings
    if settings.frequency_shares is None:
        return settings.head_min or 0, settings.tail_max
    known = [frequency[query] for query in inputs.scored_ids() if query in frequency]
    return share_thresholds(known, settings.frequency_shares)


def share_thresholds(frequencies: list[int], shares: tuple[Fraction, Fraction]) -> tuple[int, int]:
    """Thresholds that take at least these shares of the queries, and all that are equal to them.

    Each takes one query at the least; where all frequencies are equal the two overlap.

    >>> share_thresholds([9, 1, 5, 1, 1], (Fraction(1, 5), Fraction(1, 5)))
    (9, 1)
    """
    falling = sorted(frequencies, reverse=True)
    if not falling:
        return 0, 0
    places = [math.ceil(share * len(falling)) - 1 for share in shares]
    return falling[places[0]], falling[::-1][places[1]]


def _declared(inputs: Inputs, head_min: int, tail_max: int) -> Input:
    text = f"{HEAD} from {head_min}, {TAIL} up to {tail_max}"
    shares = inputs.settings.frequency_shares
    if shares is None:
        return Input("declared thresholds", text)
    return Input("thresholds from shares", f"{text}; top {shares[0]}, bottom {shares[1]}")
