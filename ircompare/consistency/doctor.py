"""Why a recorded fingerprint is not the library's: made by another rule, or of other pages."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from ircompare.consistency.fingerprint import digest_v1, page_record, utf16_length, utf16_order
from ircompare.consistency.library import Library, without_suffix
from ircompare.errors import some

Words = tuple[str, ...]
Rule = tuple[str, Callable[[str], str]]
Kept = TypeVar("Kept", bound=Hashable)
_MOST_LINES = 1_000_000
_LEAST_TRIED = 30
_MOST_PAGES = 50_000


def _same(text: str) -> str:
    return text


def _lf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _forms(what: str) -> tuple[Rule, ...]:
    """Unicode forms of a text."""
    return (
        ("", _same),
        (f"{what} in Unicode form NFC", lambda text: unicodedata.normalize("NFC", text)),
        (f"{what} in Unicode form NFD", lambda text: unicodedata.normalize("NFD", text)),
    )


_SUFFIXES: tuple[Rule, ...] = (
    ("", _same),
    ("names without their extension", without_suffix),
    ('names with ".md" added', lambda name: f"{name}.md"),
)
_ENDINGS: tuple[Rule, ...] = (
    ("", _same),
    ("line ends as LF", _lf),
    ("line ends as CRLF", lambda text: _lf(text).replace("\n", "\r\n")),
)
_MARKS: tuple[Rule, ...] = (
    ("", _same),
    ("byte order marks dropped", lambda text: text.removeprefix("\ufeff")),
)
_UNITS: tuple[tuple[str, Callable[[str], int]], ...] = (
    ("", utf16_length),
    ("lengths in code points", len),
    ("lengths in UTF-8 bytes", lambda text: len(text.encode())),
)
_SORTS: tuple[tuple[str, Callable[[tuple[str, int]], object]], ...] = (
    ("", lambda page: utf16_order(f"{page[0]}|{page[1]}")),
    ("lines sorted by code point", lambda page: f"{page[0]}|{page[1]}"),
    ("pages sorted by name in UTF-16", lambda page: utf16_order(page[0])),
    ("pages sorted by name in code points", lambda page: page[0]),
)
_JOINERS: tuple[tuple[str, str, str], ...] = (
    ("", "\n", ""),
    ("a line end after the last line too", "\n", "\n"),
    ("lines joined by CRLF", "\r\n", ""),
    ("every line ended by CRLF", "\r\n", "\r\n"),
    ("lines joined by nothing", "", ""),
    ("lines joined by a comma", ",", ""),
)


@dataclass(frozen=True)
class PageChanges:
    """How the pages differ from the recorded ones, each list in order of names.

    Attributes:
        renamed: (recorded name, name now) of pages whose body is the same.
        line_ends: Pages that changed in nothing but their line ends.
    """

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    line_ends: tuple[str, ...] = ()

    def sentences(self) -> list[str]:
        """What changed, a sentence a kind."""
        renamed = [f"{old} → {new}" for old, new in self.renamed]
        kinds = (
            ("added", self.added),
            ("removed", self.removed),
            ("changed", self.changed),
            ("renamed", renamed),
            ("changed in line ends alone", self.line_ends),
        )
        return [f"{_pages(len(names))} {what}: {some(names)}." for what, names in kinds if names]


@dataclass(frozen=True)
class Diagnosis:
    """What explains a fingerprint that differs.

    Attributes:
        rule: The deviations from the v1 rule under which the library as it stands gives the
            recorded fingerprint; None where none was found.
        complete: Whether every combination was tried.
        changes: Pages that differ; None where the baseline holds no page records.
    """

    rule: Words | None = None
    complete: bool = True
    changes: PageChanges | None = None

    def sentences(self) -> list[str]:
        """The explanation, in sentences."""
        if self.rule is not None:
            return [
                f"The recorded fingerprint is that of these pages made another way: "
                f"{', '.join(self.rule)}."
            ]
        none = "No other way of making the fingerprint gives the recorded one."
        if not self.complete:
            none = "No other way of making the fingerprint was found; not all were tried."
        if self.changes is None:
            return [none, "The baseline holds no page records, so the pages cannot be named."]
        return [none, *self.changes.sentences()]


def diagnose(
    library: Library, recorded: str | None, records: Mapping[str, str] | None = None
) -> Diagnosis:
    """Why the library's fingerprint differs from a recorded one.

    Args:
        recorded: The recorded v1; without it, or where it is the library's own, no other rule is
            looked for.
        records: The recorded page records, if there are any.
    """
    changes = page_changes(library, records) if records else None
    if recorded is None or recorded == library.v1:
        return Diagnosis(changes=changes)
    rule, complete = find_rule(library.pages, recorded)
    return Diagnosis(rule, complete, changes)


def find_rule(pages: Mapping[str, bytes], recorded: str) -> tuple[Words | None, bool]:
    """The simplest other rule that gives a v1 fingerprint, and whether all were tried.

    A large library is tried with the fewest deviations alone, a very large one not at all.
    """
    if len(pages) > _MOST_PAGES:
        return None, False
    names = _distinct(_named_variants(list(pages)))
    lengths = _distinct(_length_variants([body.decode() for body in pages.values()]))
    combinations = sorted(product(names, lengths, _SORTS), key=_deviations)
    room = max(_MOST_LINES // max(len(pages), 1), _LEAST_TRIED)
    for (said, named), (told, sizes), (sort, key) in combinations[:room]:
        ordered = sorted(zip(named, sizes, strict=True), key=key)  # type: ignore[arg-type]
        lines = [f"{name}|{size}" for name, size in ordered]
        for joiner, between, end in _JOINERS:
            if digest_v1(between.join(lines) + end) == recorded:
                return (*said, *told, *filter(None, (sort, joiner))), True
    return None, len(combinations) <= room


def page_changes(library: Library, records: Mapping[str, str]) -> PageChanges:
    """How the pages of a library differ from recorded page records."""
    now = library.records
    removed = sorted(records.keys() - now.keys())
    added = sorted(now.keys() - records.keys())
    renamed = _renamed(removed, added, records, now)
    gone, new = {old for old, _ in renamed}, {name for _, name in renamed}
    differ = [name for name in sorted(records.keys() & now.keys()) if records[name] != now[name]]
    ends = [name for name in differ if _in_line_ends(library.pages[name], records[name])]
    return PageChanges(
        tuple(name for name in added if name not in new),
        tuple(name for name in removed if name not in gone),
        tuple(name for name in differ if name not in set(ends)),
        tuple(renamed),
        tuple(ends),
    )


def _pages(count: int) -> str:
    return "1 page" if count == 1 else f"{count} pages"


def _renamed(
    removed: Sequence[str], added: Sequence[str], then: Mapping[str, str], now: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Removed and added pages with one body that stands once on either side."""
    before, after = Counter(then[name] for name in removed), Counter(now[name] for name in added)
    new = {now[name]: name for name in added}
    once = [name for name in removed if before[then[name]] == after[then[name]] == 1]
    return [(name, new[then[name]]) for name in once]


def _in_line_ends(body: bytes, record: str) -> bool:
    plain = body.replace(b"\r\n", b"\n")
    return record in (page_record(plain), page_record(plain.replace(b"\n", b"\r\n")))


def _named_variants(names: Sequence[str]) -> Iterable[tuple[Words, tuple[str, ...]]]:
    for (form, shaped), (suffix, cut) in product(_forms("names"), _SUFFIXES):
        yield _said(form, suffix), tuple(cut(shaped(name)) for name in names)


def _length_variants(texts: Sequence[str]) -> Iterable[tuple[Words, tuple[int, ...]]]:
    rules = product(_MARKS, _ENDINGS, _forms("bodies"))
    for (mark, dropped), (ending, ended), (form, shaped) in rules:
        written = [shaped(ended(dropped(text))) for text in texts]
        for unit, length in _UNITS:
            yield _said(mark, ending, form, unit), tuple(map(length, written))


def _said(*words: str) -> Words:
    return tuple(filter(None, words))


def _distinct(variants: Iterable[tuple[Words, Kept]]) -> list[tuple[Words, Kept]]:
    """The variants that differ, each with the fewest words that lead to it."""
    simplest: dict[Kept, Words] = {}
    for words, value in sorted(variants, key=lambda variant: len(variant[0])):
        simplest.setdefault(value, words)
    return [(words, value) for value, words in simplest.items()]


def _deviations(combination: tuple[tuple[Words, object], tuple[Words, object], object]) -> int:
    (said, _), (told, _), sort = combination
    return len(said) + len(told) + (sort is not _SORTS[0])
