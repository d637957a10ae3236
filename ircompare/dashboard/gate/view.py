"""The Gate page: the status, what decided it, every miss, and what all this does not say."""

from __future__ import annotations

from fractions import Fraction

import streamlit as st

from ircompare.charts.gate import overlap_chart
from ircompare.consistency.conditions import Condition
from ircompare.consistency.indicators import Indicators, QueryOutcome
from ircompare.consistency.result import GateReport
from ircompare.consistency.words import NOT_A_STATISTIC, QUESTION, STATEMENT
from ircompare.dashboard import problems, state, widgets
from ircompare.dashboard.gate import badge as gate_badge
from ircompare.dashboard.gate import calls as gate_calls
from ircompare.dashboard.gate import demo as gate_demo
from ircompare.dashboard.gate import history as gate_history
from ircompare.dashboard.gate import misses as gate_list
from ircompare.dashboard.gate import setup as gate_setup
from ircompare.dashboard.gate import top1 as gate_top1
from ircompare.dashboard.gate.calls import Decision
from ircompare.dashboard.text import plain, shortened
from ircompare.report.gate_report import subject
from ircompare.report.phrases import capitalised, listed
from ircompare.scoring.numbers import count_text, counted, decimal, short_delta

PASSED, FAILED = ":material/check:", ":material/close:"
MARKS = {
    "not reached": ":material/more_horiz:",
    "not checked": ":material/remove:",
}


def show() -> None:
    """Draw the page."""
    decision = gate_calls.decision()
    if decision is None:
        _empty()
        gate_setup.draw(expanded=True)
        return
    _head(decision)
    gate_setup.draw(expanded=decision.report is None or decision.status == "SKIPPED")
    left, right = st.columns([5, 4], gap="large")
    with left:
        _checklist(decision)
    with right:
        _plain_words()
    report = decision.report
    if report is None:
        return
    _explained(report)
    if report.indicators is not None:
        _judged(report, report.indicators)
    if report.baseline_version is not None:
        gate_history.draw(report)


def _empty() -> None:
    """What the gate is, and a demonstration."""
    st.markdown(f"### {plain(QUESTION)}")
    st.text(
        "Record the top 5 of every query from the engine in use, with a fingerprint of the "
        "library. Then hold the next version of the engine against it, here and in CI."
    )
    left, right = st.columns(2, gap="large")
    with left:
        gate_demo.card()
    with right:
        _plain_words()


def _head(decision: Decision) -> None:
    """Badge, what was held against what, and the decision in a sentence."""
    report = decision.report
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        gate_badge.badge(decision)
        words = subject(report) if report is not None else "The gate has not run"
        st.markdown(plain(words), width="stretch")
        if report is not None:
            gate_history.take_away(report)
    if report is not None:
        st.markdown(f"#### {plain(report.message)}")
        if report.indicators is not None:
            st.markdown(plain(_what_changed(report, report.indicators)))
    elif decision.error is not None and decision.lacks_usage:
        told = [
            f"{problem.what}: {problem.mend or problem.expected}"
            for problem in decision.error.problems
        ]
        st.info(plain(f"Still needed. {capitalised('. '.join(told))}."), icon=":material/pending:")
    elif decision.error is not None:
        problems.show_error(decision.error, "The gate needs these to be mended first")


def _what_changed(report: GateReport, found: Indicators) -> str:
    """Where it shows: how many queries lost a page, begin otherwise, or changed at all."""
    whole = counted(len(report.outcomes), "query")
    lost, first = len(report.misses_by_query), len(report.top1_changes)
    if not found.changed_queries:
        return f"All {whole} return the same pages in the same order."
    told = [f"The top 5 changed on {count_text(found.changed_queries)} of {whole}"]
    if lost:
        told.append(f"a page of the baseline was lost on {count_text(lost)}")
    if first:
        told.append(f"the first page is another one on {count_text(first)}")
    return f"{listed(told)}."


def _checklist(decision: Decision) -> None:
    """The conditions in the order in which they are tried, with the one that decided."""
    st.markdown("**The conditions, in order; the first that does not hold decides**")
    st.markdown(
        "  \n".join(_condition(condition, decision.status) for condition in decision.conditions)
    )


def _condition(condition: Condition, status: str) -> str:
    told = f"{condition.number}. {plain(condition.text)}"
    if condition.state == "passed":
        return f"{PASSED} {told} :gray[(passed)]"
    if condition.state == "decided":
        held = condition.otherwise == "PASS"
        mark, word = (PASSED, "passed") if held else (FAILED, "failed")
        return f"**{mark} {told} This {word} and decided: {plain(status)}.**"
    return f":gray[{MARKS[condition.state]} {told} ({condition.state})]"


def _plain_words() -> None:
    """What the gate measures, what it does not, and what nobody should do with it."""
    with st.container(border=True):
        st.markdown("**Consistency, not quality**")
        for sentence in (*STATEMENT, NOT_A_STATISTIC):
            st.text(sentence)


def _explained(report: GateReport) -> None:
    """Notes, and what explains a stale or an unstable result."""
    for note in report.notes:
        st.warning(plain(note), icon=":material/info:")
    if report.diagnosis is not None:
        st.markdown("**What differs in the library**")
        for sentence in report.diagnosis.sentences():
            st.text(sentence)
    if report.self_overlap is not None:
        st.markdown(
            f"**The runs agree with one another to {decimal(report.self_overlap)}** "
            "(mean average overlap of their top 5): the noise floor of this engine."
        )
        st.text(f"They differ on: {shortened(', '.join(report.unstable), 600)}")


def _judged(report: GateReport, found: Indicators) -> None:
    """Everything that exists once indicators were computed."""
    _indicators(report, found)
    _lists_of_queries(report)
    st.markdown("**How alike the two lists of a query are**")
    _distributions(report)
    st.markdown("**Query by query**")
    gate_list.draw(report, state.data())
    gate_top1.draw(report, state.data())


def _indicators(report: GateReport, found: Indicators) -> None:
    change = report.change
    cards: tuple[tuple[str, str, str, Fraction | None], ...] = (
        ("Recall@5, decides", _of(found.recalled, found.slots), decimal(found.recall), None),
        (
            "Top-1",
            _of(found.top1_matches, found.top1_queries),
            decimal(found.top1 or Fraction(0)),
            change.top1 if change else None,
        ),
        (
            "Top-5 Jaccard",
            decimal(found.top5_jaccard),
            "mean over all queries, blind to order",
            change.top5_jaccard if change else None,
        ),
        (
            "Average overlap",
            decimal(found.average_overlap),
            "mean over all queries, the top weighs most",
            None,
        ),
    )
    for column, (name, value, note, delta) in zip(st.columns(4), cards, strict=True):
        with column.container(border=True, height="stretch", gap="xsmall"):
            st.markdown(f"**{name}**")
            st.markdown(f"### {plain(value)}")
            st.caption(plain(note))
            if delta is not None:
                st.caption(plain(f"{short_delta(delta)} since the previous report"))


def _of(part: int, whole: int) -> str:
    return f"{count_text(part)} of {count_text(whole)}"


def _lists_of_queries(report: GateReport) -> None:
    for words, queries in (
        (
            "in the baseline and not in the run, so nothing of them is recalled",
            report.missing_queries,
        ),
        ("in the run and not in the baseline, ignored", report.extra_queries),
    ):
        if queries:
            told = f"{counted(len(queries), 'query')} {words}: {', '.join(queries)}"
            st.caption(plain(shortened(told, 400)))


def _distributions(report: GateReport) -> None:
    """Jaccard and average overlap over all queries; a bar lists its queries below."""
    for column, name in zip(st.columns(2, gap="medium"), gate_list.OVERLAPS, strict=True):
        with column:
            values = [_overlap(outcome, name) for outcome in report.outcomes]
            drawn = overlap_chart(values, name, widgets.palette())
            chosen = widgets.show_chart(drawn, f"gate-{name.split()[0].lower()}")
            if chosen:
                gate_list.set_bin(name, str(chosen["bin"]))
                st.rerun()


def _overlap(outcome: QueryOutcome, name: str) -> Fraction:
    return outcome.jaccard if name == "Jaccard" else outcome.average_overlap
