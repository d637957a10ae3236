"""A library: the named pages that an engine searches."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from ircompare.consistency.fingerprint import fingerprint_v1, fingerprint_v2, page_records
from ircompare.errors import InputError, Problem, Problems, quote, some
from ircompare.model.collection import Corpus


@dataclass(frozen=True, eq=False)
class Library:
    """All pages of a library, at one moment.

    Attributes:
        pages: Body of each page as UTF-8 bytes, by name; nothing is normalised.
        source: Name of the folder or file.
        pattern: Which files of a folder are pages; None for a corpus.
        strip_suffix: Whether names stand without their extension.
    """

    pages: Mapping[str, bytes]
    source: str = ""
    pattern: str | None = None
    strip_suffix: bool = False

    @classmethod
    def from_pages(
        cls,
        pages: Mapping[str, str | bytes],
        *,
        source: str = "",
        pattern: str | None = None,
        strip_suffix: bool = False,
    ) -> Library:
        """A library from name → body.

        Raises:
            InputError: A body that is not UTF-8, with its name.
        """
        problems = Problems(source)
        bodies = {name: _body(name, body, problems) for name, body in pages.items()}
        problems.raise_any()
        return cls(bodies, source, pattern, strip_suffix)

    @classmethod
    def from_corpus(cls, corpus: Corpus) -> Library:
        """A library whose pages are the documents, body = the text without its title.

        Raises:
            InputError: The corpus holds ids alone.
        """
        if not corpus.has_texts:
            raise InputError(
                Problem(
                    "no-texts",
                    "corpus has no texts, so the library has no pages",
                    corpus.source,
                    expected="a text for every document",
                    found="ids alone",
                    mend="give the corpus with its texts, or the folder of pages",
                )
            )
        bodies = {doc_id: text.encode() for doc_id, _, text in corpus.read()}
        return cls(bodies, corpus.source)

    def __len__(self) -> int:
        return len(self.pages)

    def __contains__(self, name: object) -> bool:
        return name in self.pages

    @cached_property
    def v1(self) -> str:
        """Fingerprint v1."""
        return fingerprint_v1(self.pages)

    @cached_property
    def v2(self) -> str:
        """Fingerprint v2."""
        return fingerprint_v2(self.pages)

    @cached_property
    def records(self) -> Mapping[str, str]:
        """What v2 knows of each page, by name."""
        return page_records(self.pages)

    def remarks(self) -> tuple[Problem, ...]:
        """What may trip another tool: names outside NFC, names alike but for case or form."""
        odd = [name for name in self.pages if not unicodedata.is_normalized("NFC", name)]
        alike = _alike(self.pages)
        return (
            *_remark("not-nfc", odd, "not in Unicode form NFC", self.source),
            *_remark("alike-names", alike, "alike but for case or Unicode form", self.source),
        )


def without_suffix(name: str) -> str:
    """A name without the extension of its last part.

    >>> without_suffix("notes/v1.2/a.b.md"), without_suffix("v1.2/read"), without_suffix(".md")
    ('notes/v1.2/a.b', 'v1.2/read', '.md')
    """
    return name.removesuffix(PurePosixPath(name).suffix)


def _body(name: str, body: str | bytes, problems: Problems) -> bytes:
    """The body as bytes; where it is no UTF-8 a problem is noted."""
    place = f"{problems.source}/{name}" if problems.source else name
    try:
        if isinstance(body, str):
            return body.encode()
        body.decode()
    except UnicodeEncodeError as error:
        found = f"a lone surrogate as character {error.start + 1}"
    except UnicodeDecodeError as error:
        found = f"byte 0x{error.object[error.start]:02X} as byte {error.start + 1}"
    else:
        return body
    problems.add(
        "not-utf-8",
        f"page {quote(name)} is not UTF-8",
        source=place,
        expected="UTF-8",
        found=found,
        mend="save the page as UTF-8, or leave it out of the library",
    )
    return b""


def _alike(names: Iterable[str]) -> list[str]:
    folded = {name: unicodedata.normalize("NFC", name).casefold() for name in names}
    counts = Counter(folded.values())
    return [name for name, plain in folded.items() if counts[plain] > 1]


def _remark(code: str, names: list[str], what: str, source: str) -> list[Problem]:
    if not names:
        return []
    are = "1 page name is" if len(names) == 1 else f"{len(names)} page names are"
    return [
        Problem(
            code,
            f"{are} {what}",
            source,
            found=some(names),
            mend="the gate compares names byte by byte; write them the same way everywhere",
        )
    ]
