"""Alerts: rows that got worse by more than a declared amount, on enough observations."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from typing import Any, Literal

from ircompare.errors import InputError, Problem, Problems, quote
from ircompare.scorecard.dimensions import DIMENSIONS
from ircompare.scorecard.direction import Number
from ircompare.scorecard.row import Row
from ircompare.scorecard.written import exact

Outcome = Literal["FIRED", "QUIET", "NOT_JUDGED"]
KINDS = ("relative", "absolute")
DEFAULT = "alert_rules.toml"
LONGEST = 60


@dataclass(frozen=True)
class Rule:
    """When a row is worth an alert; which way is worse, its dimension knows.

    Attributes:
        dimension: Key of the dimension.
        kind: Whether `worse_by` is a share of A's value, or in the unit of the row.
        worse_by: At least 0; only more than this fires.
        least_n: Observations below which the rule says nothing.
    """

    dimension: str
    kind: str
    worse_by: Fraction
    least_n: int


@dataclass(frozen=True)
class Alert:
    """What a rule says of its row.

    Attributes:
        outcome: `NOT_JUDGED` without values or with too few observations.
        why: The reason in words.
        row: The row that it is about, with the values that it rests on.
        lost: How much worse B is, in the kind of the rule and below 0 where it is better; None
            where that is not judged.
    """

    rule: Rule
    outcome: Outcome
    why: str
    row: Row
    lost: Number | None = None


def alerts(rows: Sequence[Row], rules: Iterable[Rule]) -> tuple[Alert, ...]:
    """What each rule says, in the order of the rules."""
    by_key = {row.dimension.key: row for row in rows}
    return tuple(_alert(by_key[rule.dimension], rule) for rule in rules)


def default_rules() -> tuple[Rule, ...]:
    """The rules that come with the package."""
    return read_rules(rules_text().encode(), DEFAULT)


def read_rules(data: bytes, source: str) -> tuple[Rule, ...]:
    """Rules from the bytes of a TOML file; numbers are exact as written.

    Raises:
        InputError: Every fault of the file together.
    """
    try:
        table = tomllib.loads(data.decode("utf-8-sig"), parse_float=exact)
    except ValueError as fault:
        what = f"the alert rules are not readable TOML: {fault}"
        raise InputError(Problem("bad-rule", what, source)) from None
    problems = Problems(source)
    _check_keys(table, ("rules",), "the file", problems)
    listed = table.get("rules")
    found = [_rule(row, at, problems) for at, row in enumerate(_rows(listed), 1)]
    if not found:
        problems.add("bad-rule", "there is no rule", expected="`[[rules]]`, at least one")
    problems.raise_any()
    return tuple(rule for rule in found if rule is not None)


def _rows(listed: object) -> list[Any]:
    return listed if isinstance(listed, list) else []


def rules_text() -> str:
    """The file of the rules that come with the package, to copy and edit."""
    return (files("ircompare.scorecard") / DEFAULT).read_text("utf-8")


def _check_keys(
    table: Mapping[str, Any], known: Sequence[str], where: str, problems: Problems
) -> None:
    """Refuse what would be left unread: a misspelt key is no rule that was not meant."""
    for name in sorted(set(table) - set(known)):
        what = f"{where} has the unknown key {quote(name)}"
        problems.add("bad-rule", what, expected=", ".join(known))


def _rule(row: Any, place: int, problems: Problems) -> Rule | None:
    table = row if isinstance(row, Mapping) else {}
    _check_keys(table, tuple(EXPECTED), f"rule {place}", problems)
    key, kind, worse_by, least_n = _values(table)
    wrong = [
        name
        for name, good in (
            ("dimension", isinstance(key, str) and key in DIMENSIONS),
            ("kind", kind in KINDS),
            ("worse_by", _is_number(worse_by) and worse_by >= 0),
            ("least_n", _is_number(least_n) and isinstance(least_n, int) and least_n >= 1),
        )
        if not good
    ]
    for name in wrong:
        told = f"the {name} {_told(table[name])}" if name in table else f"no {name}"
        what = f"rule {place} has {told}"
        problems.add("bad-rule", what, expected=EXPECTED[name])
    if wrong:
        return None
    return Rule(str(key), str(kind), Fraction(worse_by), int(least_n))


def _values(table: Mapping[str, Any]) -> list[Any]:
    return [table.get(name) for name in EXPECTED]


EXPECTED = {
    "dimension": f"one of {', '.join(DIMENSIONS)}",
    "kind": "relative or absolute",
    "worse_by": "a number of at least 0",
    "least_n": "a whole number of at least 1",
}


def _told(value: object) -> str:
    """A value of the file on one line."""
    text = str(value) if isinstance(value, Fraction) else repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _is_number(value: object) -> bool:
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def _alert(row: Row, rule: Rule) -> Alert:
    gain, reference = row.gain, row.value_a
    if gain is None or reference is None:
        return Alert(rule, "NOT_JUDGED", row.why, row)
    if row.n_used < rule.least_n:
        few = f"{row.n_used} observations, needs {rule.least_n}"
        return Alert(rule, "NOT_JUDGED", few, row)
    if rule.kind == "relative" and not reference:
        return Alert(rule, "NOT_JUDGED", "the value of run A is 0", row)
    size = reference if reference > 0 else -reference
    lost = -gain / size if rule.kind == "relative" else -gain
    fired = lost > rule.worse_by
    why = f"worse by more than {rule.worse_by} ({rule.kind})" if fired else "within the limit"
    return Alert(rule, "FIRED" if fired else "QUIET", why, row, lost)
