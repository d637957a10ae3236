"""What is measured, on which data, by whom."""

from __future__ import annotations

from collections.abc import Sequence

from tests.benchmarks import changes, shapes
from tests.benchmarks.contest import Bench, contest, ours_alone
from tests.benchmarks.differences import differences
from tests.benchmarks.peers import Tool
from tests.benchmarks.results import Contest, Results
from tests.benchmarks.shapes import Shape

OURSELVES, FIRST_PEER, IN_C = "ircompare", "pytrec-eval-terrier", "trec_eval C"
SMALL = (shapes.S, shapes.D, shapes.M)


def full(bench: Bench, tools: Sequence[Tool]) -> Results:
    """Everything: all tools on S, D and M, the quickest of them elsewhere."""
    # What is cheap comes first, so that a failure shows early.
    cases = differences(bench, tools)
    shallow = bench.made(shapes.SHALLOW).qrels.parent
    bench.say("changes of k")
    core, page = (changes.change(kind, shallow) for kind in ("core", "page"))
    quick = _only(tools, OURSELVES, IN_C, FIRST_PEER)
    work = [(shapes.S, tools), (shapes.D, tools), (shapes.FEWER, quick), (shapes.SHALLOW, quick)]
    contests = [_contest(bench, shape, who) for shape, who in [*work, (shapes.M, tools)]]
    two = _only(tools, OURSELVES, FIRST_PEER)
    large = bench.made(shapes.M)
    return Results(
        contests={contest.shape.name: contest for contest in contests},
        awkward=[_contest(bench, shape, two) for shape in shapes.AWKWARD],
        runs={count: ours_alone(bench, "M", large, large.copies(count)) for count in (2, 4)},
        core=core,
        page=page,
        cases=cases,
    )


def small(bench: Bench, tools: Sequence[Tool]) -> Results:
    """Values only, on data that takes seconds."""
    contests = [_contest(bench, shape.smaller(), tools) for shape in SMALL]
    awkward = [_contest(bench, shape.smaller(), tools) for shape in shapes.AWKWARD[-1:]]
    return Results(
        contests={contest.shape.name: contest for contest in contests},
        awkward=awkward,
        cases=differences(bench, tools),
    )


def _contest(bench: Bench, shape: Shape, tools: Sequence[Tool]) -> Contest:
    return Contest(shape, contest(bench, shape, tools))


def _only(tools: Sequence[Tool], *names: str) -> list[Tool]:
    return [tool for tool in tools if tool.name in names]
