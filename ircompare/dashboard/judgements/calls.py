"""Cached calls for the Judgements page."""

from __future__ import annotations

from functools import lru_cache

from ircompare.dashboard import calls
from ircompare.errors import InputError
from ircompare.inference.suspects import (
    HitRate,
    Suspect,
    expected_hit_rate,
    hit_rates,
    suspects,
)
from ircompare.inference.whatif import WhatIf
from ircompare.model.protocol import Protocol


@lru_cache(maxsize=16)
def suspected(digest: str, protocol: Protocol, group_field: str) -> tuple[Suspect, ...]:
    """The judgements that deserve a second look; "" for no groups of paraphrases.

    Raises:
        InputError: The queries lack the field of groups.
    """
    return suspects(calls.comparison(digest, protocol), group_field or None)


def expected(digest: str, protocol: Protocol) -> HitRate:
    """How often a judged document in the top 5 of both runs is relevant."""
    return expected_hit_rate(calls.comparison(digest, protocol))


def judged_again(digest: str, protocol: Protocol, group_field: str) -> tuple[HitRate, ...]:
    """What the what-if judgements made of the suspects among the user's own."""
    found = what_if(digest, protocol)
    if found is None:
        return ()
    suspect = suspected(calls.known(digest).base, protocol, group_field)
    return hit_rates(suspect, found.patch, protocol.min_relevance)


def what_if(digest: str, protocol: Protocol) -> WhatIf | None:
    """The comparison without and with the what-if judgements.

    None without any, and where nothing could be compared without them.
    """
    data = calls.known(digest)
    if data.patch is None:
        return None
    try:
        before = calls.comparison(data.base, protocol)
    except InputError:
        return None
    return WhatIf(before, calls.comparison(digest, protocol), data.patch)
