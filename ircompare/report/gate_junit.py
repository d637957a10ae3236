"""A gate report as JUnit XML, which CI systems show: a test case for every query."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from ircompare.consistency.indicators import Miss, QueryOutcome
from ircompare.consistency.result import GateReport
from ircompare.report.gate_report import gate_text, miss_sentence
from ircompare.scoring.numbers import counted

SUITE = "consistency gate"
_WHOLE = "gate"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def gate_junit(report: GateReport) -> str:
    """A gate report as JUnit XML.

    A query of the baseline is a test case that passes or fails. Where no query was judged, one
    test case stands for the gate: skipped, or an error (stale, unstable).
    """
    cases = [_case(outcome, report) for outcome in report.outcomes] or [_whole(report)]
    counts = {
        "tests": str(len(cases)),
        "failures": _count(cases, "failure"),
        "errors": _count(cases, "error"),
        "skipped": _count(cases, "skipped"),
    }
    root = Element("testsuites", {"name": SUITE, **counts})
    suite = SubElement(root, "testsuite", {"name": SUITE, **counts})
    _add_properties(suite, report)
    suite.extend(cases)
    SubElement(suite, "system-out").text = _clean(gate_text(report))
    ElementTree.indent(root)
    body = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _case(outcome: QueryOutcome, report: GateReport) -> Element:
    """The test case of one query."""
    case = _named(outcome.query_id)
    missed = report.misses_by_query.get(outcome.query_id, ())
    if missed:
        what = f"{len(missed)} of {counted(len(outcome.baseline), 'page')} not recalled"
        _add(case, "failure", report, what, _explained(missed, outcome))
    return case


def _whole(report: GateReport) -> Element:
    """The one test case of a gate that judged no query."""
    case = _named(_WHOLE)
    kind = "skipped" if report.status == "SKIPPED" else "error"
    _add(case, kind, report, report.message, gate_text(report))
    return case


def _named(name: str) -> Element:
    return Element("testcase", {"classname": SUITE, "name": _clean(name), "time": "0"})


def _add(case: Element, kind: str, report: GateReport, message: str, text: str) -> None:
    attributes = {"message": _clean(message)}
    if kind != "skipped":
        attributes["type"] = report.status
    SubElement(case, kind, attributes).text = _clean(text)


def _explained(missed: Sequence[Miss], outcome: QueryOutcome) -> str:
    lists = (
        f"baseline: {', '.join(outcome.baseline)}",
        f"now: {', '.join(outcome.current) or 'nothing'}",
    )
    return "\n".join([*map(miss_sentence, missed), *lists])


def _add_properties(suite: Element, report: GateReport) -> None:
    values = {
        "gate": report.status,
        "reason": report.reason,
        "engineVersion": report.engine_version,
        "baselineVersion": report.baseline_version,
        "fingerprint": report.fingerprint,
    }
    properties = SubElement(suite, "properties")
    for name, value in values.items():
        if value is not None:
            SubElement(properties, "property", {"name": name, "value": _clean(value)})


def _count(cases: Sequence[Element], kind: str) -> str:
    return str(sum(case.find(kind) is not None for case in cases))


def _clean(text: str) -> str:
    """Text without the characters that XML cannot hold, each written as its code point."""
    return _NOT_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
