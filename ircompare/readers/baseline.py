"""A recorded baseline: `baseline.json` and `baseline.meta.json`, read strictly."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from ircompare.consistency.baseline import (
    META_FILE,
    RANKINGS_FILE,
    TOP,
    Baseline,
    BaselineMeta,
    Rankings,
)
from ircompare.consistency.fingerprint import (
    fingerprint_of_records,
    is_page_record,
    is_v1,
    is_v2,
)
from ircompare.errors import InputError, Problems, quote
from ircompare.readers.identifiers import check_id, kind_of, shown
from ircompare.readers.jsontext import Document, Pairs, as_plain, items, parse
from ircompare.readers.text import shorten, text_of
from ircompare.readers.unpack import unpack

_SHAPE = f"query → list of at most {TOP} page names"
Kind = TypeVar("Kind")


def read_baseline(folder: str | os.PathLike[str]) -> Baseline | None:
    """The baseline in a folder; None where neither file is there.

    Raises:
        InputError: A file cannot be read, with all faults of both files.
    """
    place = Path(folder)
    problems = Problems(str(place))
    rankings, meta = (bytes_if_there(place / name, problems) for name in (RANKINGS_FILE, META_FILE))
    problems.raise_any()
    if rankings is None and meta is None:
        return None
    return parse_baseline(rankings, meta, source=str(place))


def parse_baseline(rankings: bytes | None, meta: bytes | None, *, source: str = "") -> Baseline:
    """A baseline from the bytes of its two files; None stands for a file that is absent.

    Raises:
        InputError: With all faults of both files.
    """
    faults = Problems(source)
    top = _part(rankings, _in(source, RANKINGS_FILE), _rankings, faults)
    known = _part(meta, _in(source, META_FILE), _meta, faults)
    if top is not None and known is not None and not len(faults):
        _check_counts(top, known, _in(source, META_FILE), faults)
    faults.raise_any()
    return Baseline(top, known, source)


def json_object(data: bytes, source: str, problems: Problems) -> tuple[Document, Pairs] | None:
    """A file that holds one JSON object; None, and a problem, where it holds none."""
    document = parse(text_of(unpack(data, source), problems), problems)
    if document is None:
        return None
    if isinstance(document.root, Pairs):
        return document, document.root
    problems.add(
        "bad-shape",
        f"JSON file is {kind_of(document.root)}",
        line=document.line(0),
        expected="an object",
        found=shorten(json.dumps(as_plain(document.root), ensure_ascii=False)),
    )
    return None


def _filled(text: str) -> bool:
    return bool(text.strip())


class Fields:
    """The fields of a JSON object, each of a known type; a wrong one is noted.

    Args:
        values: The object.
        where: Prefix of the names in messages, such as `library.`.
    """

    def __init__(self, values: Mapping[str, object], problems: Problems, where: str = "") -> None:
        self._values, self._problems, self._where = values, problems, where

    def text(self, name: str, ok: Callable[[str], bool] = _filled, like: str = "") -> str | None:
        """A text that passes a test; None where it is absent."""
        value = self._values.get(name)
        if name not in self._values or (isinstance(value, str) and ok(value)):
            return value if isinstance(value, str) else None
        self.refuse(name, like or "a text that is not empty")
        return None

    def count(self, name: str) -> int | None:
        """A whole number of at least 0; None where it is absent."""
        value = self._values.get(name)
        whole = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        if name not in self._values or whole:
            return value if isinstance(value, int) else None
        self.refuse(name, "a whole number of at least 0")
        return None

    def flag(self, name: str) -> bool:
        """True or false; false where it is absent."""
        value = self._values.get(name, False)
        if not isinstance(value, bool):
            self.refuse(name, "true or false")
        return value is True

    def inner(self, name: str) -> Mapping[str, object]:
        """An object; empty where it is absent."""
        value = self._values.get(name, {})
        if isinstance(value, dict):
            return value
        self.refuse(name, "an object")
        return {}

    def fields(self, name: str) -> Fields:
        """The fields of an object within."""
        return Fields(self.inner(name), self._problems, f"{self._where}{name}.")

    def refuse(self, name: str, expected: str) -> None:
        """Note that a field is not what it should be."""
        self._problems.add(
            "bad-field",
            f"field {quote(self._where + name)} is {kind_of(self._values.get(name))}",
            expected=expected,
            found=shorten(shown(self._values.get(name))),
        )


def _in(source: str, name: str) -> str:
    return f"{source}/{name}" if source else name


def bytes_if_there(path: Path, problems: Problems) -> bytes | None:
    """The bytes of a file, None where it is absent; what cannot be read is noted."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        problems.add("unreadable-file", f"file cannot be read: {error.strerror}", source=str(path))
        return None


def _part(
    data: bytes | None,
    source: str,
    build: Callable[[Document, Pairs, Problems], Kind],
    faults: Problems,
) -> Kind | None:
    """One file as what it stands for; its faults join those of the other."""
    if data is None:
        return None
    problems = Problems(source)
    try:
        read = json_object(data, source, problems)
    except InputError as error:
        faults.extend(error.problems)
        return None
    value = None if read is None else build(*read, problems)
    faults.extend(problems)
    faults.total += problems.total - len(problems.kept)
    return value


def _rankings(document: Document, root: Pairs, problems: Problems) -> Rankings:
    found: dict[str, tuple[str, ...]] = {}
    for query_id, names, token in document.members(root, 0):
        line = document.line(token)
        check_id(query_id, "query id", line, problems)
        if isinstance(names, Pairs) or not isinstance(names, list):
            problems.add(
                "bad-shape",
                f"top {TOP} of query {quote(query_id)} is {kind_of(names)}",
                line=line,
                expected=_SHAPE,
                found=shorten(shown(names)),
            )
            continue
        found[query_id] = _names(document, query_id, names, token, problems)
    return found


def _names(
    document: Document, query_id: str, names: list[object], token: int, problems: Problems
) -> tuple[str, ...]:
    """The names of one query, at most 5 and each once; faults are noted."""
    if len(names) > TOP:
        problems.add(
            "too-many-names",
            f"{len(names)} names for query {quote(query_id)}",
            line=document.line(token),
            expected=f"at most {TOP} names a query",
            mend="record the baseline again; it keeps the top 5 alone",
        )
    kept: dict[str, None] = {}
    for value, place in items(names, token + 1):
        name = check_id(value, "page name", document.line(place), problems)
        if name in kept:
            problems.add(
                "duplicate-document",
                f"page {quote(name)} twice for query {quote(query_id)}",
                line=document.line(place),
                expected="each page at most once a query",
                mend="record the baseline again",
            )
        kept[name] = None
    return tuple(kept)[:TOP]


def _meta(document: Document, root: Pairs, problems: Problems) -> BaselineMeta:
    plain = as_plain(root)
    fields = Fields(plain if isinstance(plain, dict) else {}, problems)
    library, engine = fields.fields("library"), fields.fields("engine")
    meta = BaselineMeta(
        version=fields.text("version"),
        fingerprint=library.text("fingerprint", is_v1, "16 lower-case hexadecimal digits"),
        fingerprint_v2=library.text("fingerprint_v2", is_v2, "64 lower-case hexadecimal digits"),
        pages=library.count("pages"),
        pattern=library.text("pattern"),
        strip_suffix=library.flag("strip_suffix"),
        engine_version=engine.text("version"),
        queries=fields.count("queries"),
        slots=fields.count("slots"),
        created=fields.text("created"),
        run=fields.inner("run"),
        page_records=_page_records(fields),
    )
    _check_records(meta, problems)
    return meta


def _page_records(fields: Fields) -> dict[str, str]:
    records = fields.fields("page_records")
    names = fields.inner("page_records")
    like = "sha256:bytes of the page"
    found = {name: records.text(name, is_page_record, like) for name in names}
    return {name: record for name, record in found.items() if record is not None}


def _check_records(meta: BaselineMeta, problems: Problems) -> None:
    """Page records must be those of the fingerprint and of the number of pages."""
    if len(problems) or not meta.page_records:
        return
    own = fingerprint_of_records(meta.page_records)
    counted = meta.pages in (None, len(meta.page_records))
    if counted and meta.fingerprint_v2 in (None, own):
        return
    problems.add(
        "baseline-mismatch",
        "page records are not those of the recorded library",
        expected=f"{meta.pages} pages with fingerprint {meta.fingerprint_v2}",
        found=f"{len(meta.page_records)} pages with fingerprint {own}",
        mend="record the baseline again; its files are not meant to be edited",
    )


def _check_counts(top: Rankings, meta: BaselineMeta, source: str, faults: Problems) -> None:
    """The numbers of queries and slots must be those of the other file."""
    actual = {"queries": len(top), "slots": sum(map(len, top.values()))}
    for name, recorded in (("queries", meta.queries), ("slots", meta.slots)):
        if recorded not in (None, actual[name]):
            faults.add(
                "baseline-mismatch",
                f"{RANKINGS_FILE} is not the file that was recorded",
                source=source,
                expected=f"{recorded} {name}",
                found=f"{actual[name]} {name} in {RANKINGS_FILE}",
                mend="record the baseline again; its files are not meant to be edited",
            )
