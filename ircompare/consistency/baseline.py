"""A baseline: the top 5 of a reference engine, and the library on which it returned them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import pyarrow.compute as pc

from ircompare.consistency.library import Library
from ircompare.errors import InputError, Problem, Problems, quote
from ircompare.model.ids import strings
from ircompare.model.protocol import Order
from ircompare.model.run import Run

TOP = 5
RANKINGS_FILE = "baseline.json"
META_FILE = "baseline.meta.json"
Rankings = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class BaselineMeta:
    """What was recorded beside the top 5; what a file leaves out is None.

    Attributes:
        version: Name of the baseline; reports of two versions are never mixed.
        fingerprint, fingerprint_v2: Of the library, 16 and 64 hexadecimal digits.
        pages: Number of pages.
        pattern, strip_suffix: How the pages of a folder were chosen and named.
        engine_version: Version of the engine that returned the top 5.
        queries, slots: Number of queries, and of names over all queries.
        created: When it was recorded, as text.
        run: What is known of the run: name, fingerprint, order, depth, provenance.
        page_records: `sha256(body):bytes` by page name.
    """

    version: str | None = None
    fingerprint: str | None = None
    fingerprint_v2: str | None = None
    pages: int | None = None
    pattern: str | None = None
    strip_suffix: bool = False
    engine_version: str | None = None
    queries: int | None = None
    slots: int | None = None
    created: str | None = None
    run: Mapping[str, object] = field(default_factory=dict)
    page_records: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Baseline:
    """A baseline as read or made; either half may be absent, which the gate calls stale.

    Attributes:
        rankings: At most 5 names by query, best first, each once; None where there is no file.
        meta: None where there is no file.
        source: Name of the folder.

    Raises:
        ValueError: More than 5 names for a query, or a name twice.
    """

    rankings: Rankings | None
    meta: BaselineMeta | None
    source: str = ""

    def __post_init__(self) -> None:
        for query_id, names in (self.rankings or {}).items():
            if len(names) > TOP or len(set(names)) != len(names):
                raise ValueError(f"query {quote(query_id)}: at most {TOP} names, each once")

    @cached_property
    def slots(self) -> int:
        """Number of names over all queries: what a run is asked to return again."""
        return sum(map(len, (self.rankings or {}).values()))


def make_baseline(
    run: Run,
    library: Library,
    *,
    version: str,
    engine_version: str,
    created: str | None = None,
    order: Order | None = None,
) -> Baseline:
    """The baseline of a run: its top 5 for every query it lists.

    Args:
        created: The time to record, as text; the core has no clock.
        order: How the run's rankings are put in order; None for the run's natural order.

    Raises:
        InputError: The library holds no page, the run names a page that it lacks, the run holds
            nothing to certify, or a version is no name.
    """
    problems = Problems(run.source)
    problems.extend(version_problems(version, "baseline version"))
    problems.extend(version_problems(engine_version, "engine version"))
    note_library(library, problems)
    ordered = ordered_run(run, order, problems)
    note_unknown_pages(ordered, library, problems)
    rankings = {query_id: tuple(ordered.ranking(query_id, TOP)) for query_id in ordered.query_ids}
    slots = sum(map(len, rankings.values()))
    if not slots:
        problems.add(
            "nothing-to-certify",
            f"run {quote(run.name)} returns nothing, so there is nothing to record",
            expected="at least one query with a page",
        )
    problems.raise_any()
    meta = BaselineMeta(
        version=version,
        fingerprint=library.v1,
        fingerprint_v2=library.v2,
        pages=len(library),
        pattern=library.pattern,
        strip_suffix=library.strip_suffix,
        engine_version=engine_version,
        queries=len(rankings),
        slots=slots,
        created=created,
        run=_provenance(ordered),
        page_records=library.records,
    )
    return Baseline(rankings, meta)


def rankings_json(baseline: Baseline) -> str:
    """Text of `baseline.json`: query → names, a line a query."""
    lines = [
        f"  {_json(query_id)}: {_json(list(names))}"
        for query_id, names in (baseline.rankings or {}).items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def meta_json(baseline: Baseline) -> str:
    """Text of `baseline.meta.json`."""
    meta = baseline.meta or BaselineMeta()
    library = {
        "fingerprint": meta.fingerprint,
        "fingerprint_v2": meta.fingerprint_v2,
        "pages": meta.pages,
        "pattern": meta.pattern,
        "strip_suffix": meta.strip_suffix,
    }
    record = {
        "version": meta.version,
        "library": _present(library),
        "engine": _present({"version": meta.engine_version}),
        "queries": meta.queries,
        "slots": meta.slots,
        "created": meta.created,
        "run": dict(meta.run) or None,
        "page_records": dict(meta.page_records) or None,
    }
    return json.dumps(_present(record), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def version_problems(version: object, what: str) -> list[Problem]:
    """What keeps a text from naming a version; a baseline's version names a folder of history."""
    odd = not isinstance(version, str) or not version.strip() or not version.isprintable()
    if not odd and (what != "baseline version" or _names_a_folder(str(version))):
        return []
    return [
        Problem(
            "bad-version",
            f"{what} {quote(version) if isinstance(version, str) else 'is missing'}"
            f"{' is no name' if isinstance(version, str) else ''}",
            expected="printable text"
            + (", fit to name a folder" if what == "baseline version" else ""),
            mend=f"give {'an' if what[0] in 'aeiou' else 'a'} {what} such as 2.1",
        )
    ]


def note_library(library: Library, problems: Problems) -> None:
    """Note a library without a page."""
    if not len(library):
        problems.add(
            "no-pages",
            "library holds no page",
            source=library.source,
            expected=f"at least one file that matches {quote(library.pattern)}"
            if library.pattern
            else "at least one page",
            mend="check the folder, or the pattern of the pages",
        )


def ordered_run(run: Run, order: Order | None, problems: Problems) -> Run:
    """The run with every ranking in order; what keeps it from that is noted."""
    try:
        return run.ordered(order)
    except InputError as error:
        problems.extend(error.problems)
        return run


def note_unknown_pages(run: Run, library: Library, problems: Problems) -> None:
    """Note every page that a run names, at any rank, and the library lacks."""
    named = pc.unique(run.documents).to_pylist()
    unknown = [name for name in named if name not in library] if len(library) else []
    for name, row in zip(unknown, _first_rows(run, unknown), strict=True):
        query_id = run.query_ids[int(run.codes[row])]
        problems.add(
            "unknown-page",
            f"page {quote(name)} of query {quote(query_id)} is not in the library",
            source=run.source,
            line=run.line(row),
            expected="only names of the library's pages, at every rank",
            found=_near(name, library),
            mend="give the library that this run was made on, with names in the same form",
        )


def _first_rows(run: Run, names: Iterable[str]) -> list[int]:
    found = pc.index_in(strings(names), run.documents)
    rows: list[int] = found.to_pylist()
    return rows


def _near(name: str, library: Library) -> str:
    """A page whose name differs in nothing but its extension, for a hint."""
    stem = name.rpartition(".")[0] or name
    close = next((other for other in (f"{name}.md", stem) if other in library), None)
    return f"a page {quote(close)}" if close else ""


def _names_a_folder(version: str) -> bool:
    return not version.startswith(".") and not set(version) & set('/\\:*?"<>|')


def _provenance(run: Run) -> dict[str, object]:
    known = {
        "name": run.name,
        "sha256": run.sha256(),
        "order": run.order,
        "depth": run.depth,
        "provenance": dict(run.provenance),
    }
    return _present(known)


def _present(values: Mapping[str, object]) -> dict[str, object]:
    """The values that are there."""
    return {name: value for name, value in values.items() if value not in (None, {})}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
