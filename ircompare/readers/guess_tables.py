"""The tables of a scorecard, told from the names of their columns."""

from __future__ import annotations

from ircompare.readers.loaded import Slot
from ircompare.readers.names import COLUMNS, REQUIRED

_MEASURED = frozenset({"latency_ms", "tokens_in", "tokens_context", "tokens_out", "answered"})
_OTHERS = frozenset(
    {
        *COLUMNS["corpus"]["text"],
        *(name for name in COLUMNS["queries"]["text"] if name != "query"),
        *COLUMNS["qrels"]["doc_id"],
        "split",
    }
)


def scorecard_slot(names: set[str]) -> Slot | None:
    """Which table of a scorecard has these columns; None where it is none."""
    if names & _OTHERS:
        return None
    for slot in ("variants", "answers"):
        if all(names & set(COLUMNS[slot][column]) for column in REQUIRED[slot]):
            return slot
    asked = names & set(COLUMNS["measurements"]["query_id"])
    measured = {name for column in _MEASURED for name in COLUMNS["measurements"][column]}
    return "measurements" if asked and names & {*measured, "probability"} else None
