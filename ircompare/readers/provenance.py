"""What a run says of its own making: the ir_metadata header and a companion file."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ircompare.errors import Problem
from ircompare.readers.table import Line

_START, _END = "ir_metadata.start", "ir_metadata.end"
_MOST_CHARACTERS = 64 << 10
_DEEPEST = 20


@dataclass(frozen=True)
class Described:
    """What a description says, and a remark where it cannot be read."""

    values: Mapping[str, object] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()


def header_lines(filled: Sequence[Line]) -> list[Line]:
    """The comment lines of an ir_metadata header, with its first and last line; else none."""
    marked = [line for line in filled if line[1].startswith("#")]
    names = [line.lstrip("#").strip() for _, line in marked]
    if _START not in names or _END not in names:
        return []
    return marked[names.index(_START) : names.index(_END) + 1]


def from_header(header: Sequence[Line], source: str) -> Described:
    """The YAML of an ir_metadata header; empty without one."""
    if not header:
        return Described()
    inner = [line[2:] if line.startswith("# ") else line[1:] for _, line in header[1:-1]]
    return _mapping("\n".join(inner), source, header[0][0])


def from_companion(data: bytes | None, source: str) -> Described:
    """The YAML or JSON of a companion file; empty without one."""
    if data is None:
        return Described()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _unreadable(source, None, "not UTF-8")
    return _mapping(text, source, None)


def _mapping(text: str, source: str, line: int | None) -> Described:
    if len(text) > _MOST_CHARACTERS:
        return _unreadable(source, line, f"more than {_MOST_CHARACTERS:,} characters")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value, fault = _from_yaml(text)
        if fault:
            return _unreadable(source, line, fault)
    if value is None:
        return Described()
    if not isinstance(value, dict):
        return _unreadable(source, line, "not a list of names and values")
    return Described({str(name): _simple(item) for name, item in value.items()})


def _from_yaml(text: str) -> tuple[object, str]:
    """The value of a YAML text, and what is wrong with it."""
    import yaml

    try:
        fault = _yaml_excess(text)
        return (None, fault) if fault else (yaml.safe_load(text), "")
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        return None, str(error).split("\n")[0]


def _yaml_excess(text: str) -> str:
    """What makes a YAML text costly to read: aliases, and lists within lists without end."""
    import yaml

    depth = 0
    for event in yaml.parse(text, yaml.SafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if isinstance(event, yaml.AliasEvent):
            return "YAML aliases"
        if depth > _DEEPEST:
            return f"more than {_DEEPEST} levels"
    return ""


def _simple(value: object, depth: int = 0) -> object:
    """A value that JSON can hold: dates as text, names as strings."""
    if depth > _DEEPEST:
        return "…"
    if isinstance(value, dict):
        return {str(name): _simple(item, depth + 1) for name, item in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [_simple(item, depth + 1) for item in value]
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, (str, int, float)) else str(value)


def _unreadable(source: str, line: int | None, found: str) -> Described:
    warning = Problem(
        "bad-provenance",
        "description of the run cannot be read",
        source,
        line=line,
        expected="names and values in YAML or JSON",
        found=found,
        mend="mend the description; the run itself is read without it",
    )
    return Described(warnings=(warning,))
