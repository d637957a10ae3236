"""The table `[declared]` of a settings file: what was declared before looking at values.

    [declared]
    margins = { Recall = 0.02, MRR = "1/50" }
    group_field = "intent"
    hand_picked = false
    start = 1

`group_field = ""` declares that there are no groups; where the key is left out, a query field
`group` names them if there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from ircompare.inference.declared import Declared, parse_margin
from ircompare.scoring.measures import MEASURES

DECLARED_KEYS = ("margins", "group_field", "hand_picked", "start")
Refuse = Callable[[str, object, str], None]


def read_declared(table: Mapping[str, object], refuse: Refuse) -> Declared:
    """The declarations of a table; unknown keys are the caller's to refuse.

    Args:
        table: The table `[declared]`, empty where the file has none.
        refuse: Notes a key, its value and what was expected.
    """
    standard = Declared()
    group = table.get("group_field")
    if group is not None and not isinstance(group, str):
        refuse("declared.group_field", group, "the name of a query field in quotes")
        group = None
    hand_picked = table.get("hand_picked", standard.hand_picked)
    if not isinstance(hand_picked, bool):
        refuse("declared.hand_picked", hand_picked, "true or false")
        hand_picked = standard.hand_picked
    start = table.get("start", standard.start)
    if isinstance(start, bool) or not isinstance(start, int) or start < 0:
        refuse("declared.start", start, "a whole number of at least 0")
        start = standard.start
    return Declared(_margins(table.get("margins", {}), refuse), group, hand_picked, start)


def _margins(value: object, refuse: Refuse) -> tuple[tuple[str, Fraction], ...]:
    if not isinstance(value, dict):
        refuse("declared.margins", value, "a table such as { MRR = 0.02 }")
        return ()
    found: dict[str, Fraction] = {}
    for name, margin in value.items():
        text = "" if isinstance(margin, bool) else str(margin)
        try:
            key, exact = parse_margin(f"{name}={text}")
        except ValueError:
            expected = "Recall or MRR with a number above 0 and up to 1, such as 0.02"
            refuse(f"declared.margins.{name}", margin, expected)
            continue
        found[key] = exact
    return tuple(found.items())


def declared_table(declared: Declared) -> dict[str, object]:
    """The table that gives these declarations again; defaults are left out."""
    table: dict[str, object] = {}
    if declared.margins:
        table["margins"] = {
            MEASURES[key].mean_label.removesuffix("@{k}"): str(margin)
            for key, margin in declared.margins
        }
    if declared.group_field is not None:
        table["group_field"] = declared.group_field
    if declared.hand_picked:
        table["hand_picked"] = True
    if declared.start != Declared().start:
        table["start"] = declared.start
    return table
