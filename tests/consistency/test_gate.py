"""The gate: every row of the decision table, which of two conditions decides, and the counts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.consistency.baseline import Baseline
from ircompare.consistency.conditions import EXIT_CODES, conditions
from ircompare.consistency.gate import gate
from ircompare.consistency.indicators import QueryOutcome, distribution
from ircompare.consistency.library import Library
from ircompare.consistency.past import PastReport, trend
from ircompare.errors import InputError
from ircompare.model.run import Run
from tests.consistency.worlds import LIBRARY, NAMES, baseline_of, run_of

BASELINE = baseline_of({"q1": "abcde", "q2": "fg"})
SAME, LOST = run_of({"q1": "abcde", "q2": "fg"}), run_of({"q1": "abcdx", "q2": "fg"})
CHANGED = Library.from_pages({**LIBRARY.pages, "new.md": "x"})
SMALLER = Library.from_pages({name: LIBRARY.pages[name] for name in NAMES[1:]})
UNKNOWN = Run.from_rankings("engine", {"q1": ["nowhere.md"]})


def _judge(
    baseline: Baseline | None = BASELINE, runs=(SAME,), library=LIBRARY, engine="2.0", **more
):
    return gate(baseline, runs, library, engine, **more)


def _meta(**parts: object) -> Baseline:
    meta = BASELINE.meta
    assert meta is not None
    return replace(BASELINE, meta=replace(meta, **parts))


def _decided(*given, **more):
    report = _judge(*given, **more)
    return report.status, report.reason, report.decided_by, report.exit_code


ROWS = [
    pytest.param({"library": None}, ("SKIPPED", "no_library", 1, 0), id="1 no library"),
    pytest.param({"baseline": None}, ("BASELINE_STALE", "no_baseline", 3, 3), id="3 no baseline"),
    pytest.param(
        {"baseline": Baseline(None, BASELINE.meta)},
        ("BASELINE_STALE", "no_baseline", 3, 3),
        id="3 no rankings",
    ),
    pytest.param(
        {"baseline": Baseline(BASELINE.rankings, None)},
        ("BASELINE_STALE", "no_metadata", 3, 3),
        id="3 no metadata",
    ),
    pytest.param(
        {"baseline": _meta(version=None)}, ("BASELINE_STALE", "no_version", 3, 3), id="3 no version"
    ),
    pytest.param(
        {"baseline": _meta(fingerprint=None, fingerprint_v2=None)},
        ("BASELINE_STALE", "no_fingerprint", 3, 3),
        id="3 no fingerprint",
    ),
    pytest.param(
        {"baseline": Baseline({}, BASELINE.meta)},
        ("BASELINE_STALE", "nothing_to_certify", 3, 3),
        id="3 no query",
    ),
    pytest.param(
        {"baseline": Baseline({"q1": ()}, BASELINE.meta)},
        ("BASELINE_STALE", "nothing_to_certify", 3, 3),
        id="3 no slot",
    ),
    pytest.param(
        {"library": CHANGED}, ("BASELINE_STALE", "library_changed", 4, 3), id="4 library changed"
    ),
    pytest.param({"runs": (SAME, LOST)}, ("UNSTABLE", "runs_differ", 5, 5), id="5 runs differ"),
    pytest.param({"runs": (LOST,)}, ("GATE_FAIL", "slots_not_recalled", 6, 2), id="6 slot lost"),
    pytest.param({}, ("PASS", "all_slots_recalled", 7, 0), id="7 else"),
]


@pytest.mark.parametrize(("world", "expected"), ROWS)
def test_every_row_of_the_decision_table(world, expected):
    assert _decided(**world) == expected


TWO_AT_ONCE = [
    pytest.param({"library": None, "engine": None}, "SKIPPED", id="1 before 0"),
    pytest.param({"library": None, "runs": (UNKNOWN,)}, "SKIPPED", id="1 before 2"),
    pytest.param({"library": None, "baseline": None}, "SKIPPED", id="1 before 3"),
    pytest.param({"baseline": None, "library": CHANGED}, "no_baseline", id="3 before 4"),
    pytest.param({"baseline": _meta(version=None), "library": CHANGED}, "no_version", id="3 first"),
    pytest.param({"baseline": None, "runs": (SAME, LOST)}, "no_baseline", id="3 before 5"),
    pytest.param({"library": CHANGED, "runs": (SAME, LOST)}, "library_changed", id="4 before 5"),
    pytest.param({"library": CHANGED, "runs": (LOST,)}, "library_changed", id="4 before 6"),
    pytest.param({"runs": (LOST, SAME)}, "runs_differ", id="5 before 6"),
    pytest.param({"runs": (SAME, LOST)}, "runs_differ", id="5 before 7"),
]


@pytest.mark.parametrize(("world", "expected"), TWO_AT_ONCE)
def test_of_two_conditions_the_earlier_one_decides(world, expected):
    report = _judge(**world)
    assert expected in (report.status, report.reason)
    assert report.indicators is None


REFUSED = [
    pytest.param({"engine": None}, "engine version is missing", id="0 no engine version"),
    pytest.param({"engine": " "}, 'engine version " " is no name', id="0 blank engine version"),
    pytest.param({"runs": ()}, "no run is given", id="0 no run"),
    pytest.param({"runs": (), "baseline": None}, "no run is given", id="0 before 3"),
    pytest.param(
        {"engine": None, "runs": (UNKNOWN,)}, "engine version is missing", id="0 before 2"
    ),
    pytest.param({"library": Library({})}, "library holds no page", id="2 no page"),
    pytest.param({"runs": (UNKNOWN,)}, 'page "nowhere.md" of query "q1"', id="2 unknown page"),
    pytest.param(
        {"runs": (UNKNOWN,), "baseline": None}, 'page "nowhere.md" of query', id="2 before 3"
    ),
    pytest.param(
        {"runs": (UNKNOWN,), "library": CHANGED}, 'page "nowhere.md" of query', id="2 before 4"
    ),
    pytest.param({"runs": (SAME, UNKNOWN)}, 'page "nowhere.md" of query', id="2 before 5"),
    pytest.param(
        {"library": None, "require": True},
        "no library is given, and the gate is required to run",
        id="1 required",
    ),
]


@pytest.mark.parametrize(("world", "message"), REFUSED)
def test_wrong_usage_and_unusable_input_are_refused(world, message):
    with pytest.raises(InputError) as caught:
        _judge(**world)
    assert message in str(caught.value)


def test_faults_of_all_inputs_come_together():
    twice = Run.build("twice", ["q", "q"], ["a.md", "b.md"], ranks=[1, 1])
    with pytest.raises(InputError) as caught:
        _judge(runs=(UNKNOWN, twice))
    assert [problem.code for problem in caught.value.problems] == ["repeated-rank", "unknown-page"]


def test_a_page_behind_rank_5_or_of_an_extra_query_is_validated_too():
    deep = Run.from_rankings("engine", {"q1": [*NAMES[:5], "nowhere.md"]})
    extra = Run.from_rankings("engine", {"other": ["nowhere.md"]})
    for run in (deep, extra):
        with pytest.raises(InputError, match=r'page "nowhere\.md"'):
            _judge(runs=(run,))


def test_rankings_are_cut_at_5_before_anything():
    report = _judge(baseline_of({"q": "abcde"}), (run_of({"q": "bcdefa"}),))
    assert report.status == "GATE_FAIL"
    assert (report.misses[0].page, report.misses[0].current_rank) == ("a.md", 6)
    assert report.outcomes[0].current == tuple(f"{letter}.md" for letter in "bcdef")


def test_runs_agree_where_they_differ_below_rank_5_or_in_other_queries():
    first = run_of({"q1": "abcdex", "q2": "fg", "other": "a"})
    second = run_of({"q1": "abcdey".replace("y", "z"), "q2": "fg", "other": "b"})
    assert _judge(runs=(first, second)).status == "PASS"


def test_an_exchange_within_the_top_5_is_unstable_but_no_failure():
    turned = run_of({"q1": "bacde", "q2": "fg"})
    assert _judge(runs=(turned,)).status == "PASS"
    report = _judge(runs=(SAME, turned))
    assert (report.status, report.unstable) == ("UNSTABLE", ("q1",))
    assert report.self_overlap == (Fraction(4, 5) + 1) / 2


def test_a_same_length_edit_is_stale_with_its_own_reason():
    edited = Library.from_pages({**LIBRARY.pages, "a.md": b"PAGE a.md"})
    report = _judge(library=edited)
    assert (report.status, report.reason) == ("BASELINE_STALE", "same_length_edit")
    assert report.diagnosis is not None
    assert report.diagnosis.changes is not None
    assert report.diagnosis.changes.changed == ("a.md",)


def test_where_only_v1_was_recorded_it_decides_and_says_weak():
    weak = _meta(fingerprint_v2=None, page_records={})
    report = _judge(weak)
    assert (report.status, report.fingerprint) == ("PASS", "weak(v1)")
    assert "fingerprint: weak(v1)" in report.notes[0]
    edited = Library.from_pages({**LIBRARY.pages, "a.md": b"PAGE a.md"})
    assert _judge(weak, library=edited).status == "PASS"
    assert _judge(weak, library=CHANGED).status == "BASELINE_STALE"


def test_where_v2_agrees_another_v1_stops_nothing():
    report = _judge(_meta(fingerprint="0123456789abcdef"))
    assert (report.status, report.fingerprint) == ("PASS", "v2")
    assert report.notes[0].startswith("The fingerprint v2 agrees, v1 does not.")
    assert _judge(_meta(fingerprint=None)).status == "PASS"


def test_pages_added_and_removed_are_named():
    library = Library.from_pages({**SMALLER.pages, "new.md": "x"})
    run = run_of({"q1": "bcde"})
    report = _judge(runs=(run,), library=library)
    assert report.diagnosis is not None
    assert report.diagnosis.sentences()[1:] == [
        '1 page added: "new.md".',
        '1 page removed: "a.md".',
    ]


def test_a_baseline_that_names_pages_its_own_library_lacks_is_inconsistent():
    odd = replace(BASELINE, rankings={"q1": ("gone.md", "b.md")})
    report = _judge(odd, (run_of({"q1": "b"}),))
    assert report.status == "GATE_FAIL"
    assert report.indicators is not None
    assert report.indicators.missing_from_library == 1
    assert (report.misses[0].page, report.misses[0].in_library) == ("gone.md", False)
    assert report.notes[0].startswith("BASELINE_INCONSISTENT: ")
    assert "(1 of 2 slots)" in report.notes[0]


def test_a_query_that_the_run_lacks_misses_every_slot_and_extra_ones_are_listed():
    report = _judge(runs=(run_of({"q1": "abcde", "other": "a"}),))
    assert report.status == "GATE_FAIL"
    assert (report.missing_queries, report.extra_queries) == (("q2",), ("other",))
    assert [(miss.page, miss.query_missing) for miss in report.misses] == [
        ("f.md", True),
        ("g.md", True),
    ]


def test_each_miss_says_what_stands_there_and_where_the_page_went():
    report = _judge(baseline_of({"q": "abc"}), (run_of({"q": "xzqrija"}),))
    first, second, third = report.misses
    assert (first.page, first.baseline_rank, first.instead) == ("a.md", 1, "x.md")
    assert (first.current_rank, first.returned) == (7, 7)
    assert (second.current_rank, third.instead) == (None, "q.md")


def test_nothing_stands_there_where_the_run_returns_less():
    report = _judge(baseline_of({"q": "abc"}), (run_of({"q": "ab"}),))
    assert (report.misses[0].instead, report.misses[0].returned) == (None, 2)


def test_micro_and_macro_differ_on_purpose():
    baseline = baseline_of({"q1": "abcde", "q2": "abc"})
    report = _judge(baseline, (run_of({"q1": "abcdz", "q2": "abcqr"}),))
    found = report.indicators
    assert found is not None
    assert (found.recall, found.top5_jaccard) == (Fraction(7, 8), Fraction(19, 30))
    assert (found.recall_misses, found.top1_matches, found.top1_queries) == (1, 2, 2)


def test_one_lost_slot_of_68_fails():
    rankings = {f"q{number}": "abcde" for number in range(13)} | {"q13": "abc"}
    report = _judge(baseline_of(rankings), (run_of({**rankings, "q13": "abx"}),))
    assert report.indicators is not None
    assert (report.slots, report.indicators.recall) == (68, Fraction(67, 68))
    assert report.status == "GATE_FAIL"


def test_top_1_counts_queries_with_a_first_page_alone():
    baseline = baseline_of({"q1": "ab", "q2": "", "q3": "c", "q4": "d"})
    report = _judge(baseline, (run_of({"q1": "ba", "q2": "", "q3": "c"}),))
    assert report.indicators is not None
    assert (report.indicators.top1_matches, report.indicators.top1_queries) == (1, 3)
    assert [outcome.query_id for outcome in report.top1_changes] == ["q1", "q4"]


def test_the_distribution_counts_each_value():
    values = [Fraction(1), Fraction(1, 2), Fraction(1)]
    assert distribution(values) == ((Fraction(1, 2), 1), (Fraction(1), 2))


def _past(**parts: object) -> PastReport:
    plain = PastReport("PASS", "1.5", "v1", Fraction(1), 2, 2, Fraction(1))
    return replace(plain, **parts)  # type: ignore[arg-type]


def test_the_change_is_against_the_previous_report():
    report = _judge(runs=(run_of({"q1": "bacde", "q2": "fgx"}),), previous=_past())
    assert report.status == "PASS"
    assert report.change is not None
    assert (report.change.top1, report.change.top5_jaccard) == (Fraction(-1, 2), Fraction(-1, 6))


def test_a_previous_report_of_another_baseline_version_is_refused():
    with pytest.raises(InputError) as caught:
        _judge(previous=_past(baseline_version="v0", source="old.json"))
    assert str(caught.value).startswith(
        "old.json: previous report belongs to another baseline version"
    )


def test_a_previous_report_without_indicators_gives_no_change():
    skipped = PastReport("SKIPPED", None, None)
    report = _judge(previous=skipped)
    assert report.change is not None
    assert (report.change.top1, report.change.top5_jaccard) == (None, None)
    assert "no change to show" in report.notes[-1]


def test_reports_of_two_baseline_versions_are_no_trend():
    assert trend([_past(), _past(status="GATE_FAIL"), PastReport("SKIPPED", None, None)]) == (
        _past(),
        _past(status="GATE_FAIL"),
    )
    with pytest.raises(InputError, match="reports belong to 2 baseline versions"):
        trend([_past(), _past(baseline_version="v2")])


def test_the_checklist_ends_at_the_condition_that_decided():
    states = [condition.state for condition in _judge(library=CHANGED).conditions]
    assert states == [*["passed"] * 4, "decided", *["not reached"] * 3]
    states = [condition.state for condition in _judge().conditions]
    assert states == [*["passed"] * 5, "not checked", "passed", "decided"]
    states = [condition.state for condition in _judge(library=None).conditions]
    assert states == ["not checked", "decided", *["not reached"] * 6]
    with pytest.raises(ValueError, match="between 0 and 7"):
        conditions(8)


def test_every_status_has_its_exit_code():
    assert EXIT_CODES == {
        "PASS": 0,
        "SKIPPED": 0,
        "GATE_FAIL": 2,
        "BASELINE_STALE": 3,
        "UNSTABLE": 5,
    }


lists = st.lists(st.sampled_from(NAMES[:8]), unique=True, max_size=7)
worlds = st.dictionaries(st.sampled_from("uvwxyz"), st.tuples(lists, lists), min_size=1).filter(
    lambda world: any(before for before, _ in world.values())
)


@given(worlds)
def test_the_gate_passes_exactly_where_there_is_no_miss(world):
    before = {query: "".join(name[0] for name in names) for query, (names, _) in world.items()}
    run = Run.from_rankings("e", {query: now for query, (_, now) in world.items()})
    report = _judge(baseline_of(before), (run,))
    found = report.indicators
    assert found is not None
    lost = [
        (query, name)
        for query, (names, now) in world.items()
        for name in names[:5]
        if name not in now[:5]
    ]
    assert (report.status == "PASS") == (not lost) == (found.recall == 1)
    assert [(miss.query_id, miss.page) for miss in report.misses] == lost
    assert found.recall_misses == len(lost)


five = st.lists(st.sampled_from("abcdefg"), unique=True, min_size=5, max_size=5)


@given(five, st.lists(st.sampled_from("abcdefg"), unique=True, max_size=5))
def test_five_recalled_slots_leave_room_for_nothing_else(before, now):
    outcome = QueryOutcome("q", tuple(before), tuple(now))
    assert (outcome.recalled == 5) == (outcome.jaccard == 1)


def test_fewer_than_five_slots_may_pass_with_a_jaccard_below_1():
    report = _judge(baseline_of({"q": "abc"}), (run_of({"q": "abcqr"}),))
    assert report.status == "PASS"
    assert report.indicators is not None
    assert report.indicators.top5_jaccard == Fraction(3, 5)


def test_the_order_of_the_queries_changes_no_number():
    turned = run_of({"q2": "fg", "q1": "abcdx"})
    assert _judge(runs=(turned,)) == _judge(runs=(LOST,))
