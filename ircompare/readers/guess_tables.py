"""The tables of a scorecard, told from the names of their columns."""

from __future__ import annotations

import re

from ircompare.readers.loaded import Slot
from ircompare.readers.names import COLUMNS, KNOWN, REQUIRED

_MEASURED = frozenset(
    {
        *("latency_ms", "tokens_in", "tokens_context", "tokens_out", "answered"),
        *("bert_f1_rescaled", "citation_coverage", "entropy_bits", "queries_per_second"),
    }
)
_OF_MEASUREMENTS = frozenset(name for names in COLUMNS["measurements"].values() for name in names)
_FOREIGN = frozenset({*(KNOWN - _OF_MEASUREMENTS), "query"})
_LONE = re.compile("outcomes|confidence_[1-9][0-9]*")
_PAIR_VALUES = frozenset({"probability", "similarity"})
_RANKED = frozenset({"score", *COLUMNS["run"]["rank"], *COLUMNS["run"]["tag"]})
_GRADED = frozenset(COLUMNS["qrels"]["grade"])
_TEXTED = frozenset({"split", *COLUMNS["corpus"]["text"], *COLUMNS["corpus"]["title"]})
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
    if "probability" in names and pairs_at_all(names):
        return "pairs"
    if names & _OTHERS:
        return None
    for slot in ("variants", "answers"):
        if all(names & set(COLUMNS[slot][column]) for column in REQUIRED[slot]):
            return slot
    asked = names & set(COLUMNS["measurements"]["query_id"])
    measured = {name for column in _MEASURED for name in COLUMNS["measurements"][column]}
    told = {*measured, "probability"}
    if "query" not in names:  # else it may be the text of a query that has this as a field
        told.add("predicted_intent")
    return "measurements" if (asked and names & told) or measured_alone(names) else None


def measured_alone(names: set[str]) -> bool:
    """Whether a query's id stands beside what no table but measurements says of a query.

    Only where no name speaks of another table: confidences may be fields of queries, too.
    """
    asked = names & set(COLUMNS["measurements"]["query_id"])
    return bool(asked) and not names & _FOREIGN and any(map(_LONE.fullmatch, names))


def pairs_at_all(names: set[str]) -> bool:
    """Whether a table may be one of pairs; a run may call its scores similarities."""
    paired = names & set(COLUMNS["qrels"]["query_id"]) and names & set(COLUMNS["qrels"]["doc_id"])
    others = names & (_RANKED | _GRADED | _TEXTED)
    return bool(paired and names & _PAIR_VALUES and not others)
