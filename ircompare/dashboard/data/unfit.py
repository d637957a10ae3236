"""Files that can be read and do not fit the others: told beside them as the Scorecard tells it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ircompare.dashboard import calls, problems, sidebar
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.files import SEVERAL
from ircompare.dashboard.scorecard.tables import PER_RUN
from ircompare.errors import InputError
from ircompare.model.protocol import Protocol
from ircompare.readers.scorecard_tables import require_own, require_repeat


def told(data: Dataset, number: int) -> bool:
    """Say why a repeated run does not fit its run, or a table the collection; whether it was said.

    Args:
        number: Its place among the files. Any other file, and one that cannot be held against
            the others, is not looked at.
    """
    given = data.files[number].given
    if not (given.slot == "variants" or (given.slot in (*PER_RUN, *SEVERAL) and given.role)):
        return False
    try:
        fault = _fault(data.digest, replace(sidebar.protocol(), k=1), number)
    except InputError:  # the run or the collection cannot be scored, which the page tells
        return False
    if fault is None:
        return False
    against = f"run {given.role}" if given.slot in SEVERAL else "this collection"
    problems.show_error(fault, f"Does not fit {against}: the Scorecard cannot use it")
    return True


@lru_cache(maxsize=64)
def _fault(digest: str, protocol: Protocol, number: int) -> InputError | None:
    """What the Scorecard says of a file; None where it fits.

    Raises:
        InputError: The collection, or the run that is repeated, cannot be scored.
    """
    item = calls.known(digest).files[number]
    scope = calls.scope(digest, protocol)
    repeats = item.given.slot in SEVERAL
    side = calls.side(digest, protocol, item.given.role) if repeats else None
    try:
        if item.loaded is not None and side is not None:
            require_repeat(item.loaded, side.evaluation(scope).hits, side.collapsed)
        elif item.loaded is not None:
            require_own(item.loaded, scope)
    except InputError as error:
        return error
    return None
