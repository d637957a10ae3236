"""A chunk map: the document of each chunk, as exact ids that are never parsed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ircompare.errors import Problem, Problems, quote
from ircompare.model.collection import Corpus
from ircompare.model.contract import UNKNOWN_DOCUMENT
from ircompare.model.grouping import on_line, same_length
from ircompare.model.ids import BoolArray, IdIndex, IntArray, Strings, first_place, strings
from ircompare.model.protocol import (
    FIRST_OCCURRENCE,
    Budget,
    ChunkRule,
    CollapseRule,
    canonical_json,
    sha256_text,
)


@dataclass(frozen=True, eq=False)
class ChunkMap:
    """The document of each chunk, supplied with the corpus snapshot the chunks were cut from.

    Attributes:
        chunk_ids: Chunk ids (shape: n), each once.
        doc_ids: The document of each (shape: n).
        tokens: Length of each in tokens, at least 0 (shape: n), or None.
        lines: Line of each entry in its file, or None.
        source: Name of the file.
    """

    chunk_ids: Strings
    doc_ids: Strings
    tokens: IntArray | None = None
    lines: IntArray | None = None
    source: str = ""

    def __len__(self) -> int:
        return len(self.chunk_ids)

    @classmethod
    def build(
        cls,
        chunk_ids: Sequence[str] | Strings,
        doc_ids: Sequence[str] | Strings,
        *,
        tokens: Sequence[int] | IntArray | None = None,
        lines: IntArray | None = None,
        source: str = "",
        problems: Problems | None = None,
    ) -> ChunkMap:
        """A chunk map from its columns, in the order of the file.

        Args:
            chunk_ids, doc_ids, tokens, lines: One entry a chunk.
            problems: Where to note faults; without it they are raised here. Empty ids are then
                the reader's to note.

        Raises:
            InputError: A chunk that stands twice, an empty id, a negative number of tokens.
            ValueError: The columns have different lengths, or tokens are no whole numbers.
        """
        same_length(chunk_ids, doc_ids, tokens, lines)
        noted = problems if problems is not None else Problems(source)
        made = cls(strings(chunk_ids), strings(doc_ids), _whole(tokens), lines, source)
        made._note_repeats(noted)
        made._note_negative(noted)
        if problems is None:
            made._note_empty(noted)
            noted.raise_any()
        return made

    @classmethod
    def from_dict(
        cls, chunks: Mapping[str, str | Mapping[str, object]], source: str = ""
    ) -> ChunkMap:
        """A chunk map from chunk → document, or chunk → `{"doc_id", "tokens"}`.

        Raises:
            InputError: An entry of another form, or tokens given for some chunks only.
        """
        problems = Problems(source)
        entries = [_entry(chunk, value, problems) for chunk, value in chunks.items()]
        problems.raise_any()
        counts = [count for _, count in entries]
        return cls.build(
            list(chunks),
            [document for document, _ in entries],
            tokens=all_or_none(list(chunks), counts, None, problems),
            source=source,
        )

    @cached_property
    def index(self) -> IdIndex:
        """Finds chunks by id."""
        return IdIndex(self.chunk_ids)

    @cached_property
    def _encoded(self) -> pa.DictionaryArray:
        return self.doc_ids.dictionary_encode()

    @property
    def documents(self) -> Strings:
        """The documents that chunks belong to, each once, in order of first appearance."""
        return self._encoded.dictionary

    @cached_property
    def document_codes(self) -> IntArray:
        """Position in `documents` of each chunk's document (shape: n)."""
        codes = self._encoded.indices.to_numpy(zero_copy_only=False)
        return np.asarray(codes, np.int64)

    def has(self, ids: Strings) -> BoolArray:
        """Which of the ids are chunks of this map (shape: as `ids`)."""
        return np.asarray(self.index.find(ids) >= 0)

    def document_of(self, chunk_id: str) -> str | None:
        """Document of one chunk, None where the map lacks it."""
        row = int(self.index.find(strings([chunk_id]))[0])
        return None if row < 0 else str(self.doc_ids[row].as_py())

    @cached_property
    def adapter_sha256(self) -> str:
        """Fingerprint of the adapter's name and of the document of every chunk."""
        pairs = dict(zip(self.chunk_ids.to_pylist(), self.doc_ids.to_pylist(), strict=True))
        return sha256_text(canonical_json({"adapter": FIRST_OCCURRENCE, "chunk_to_doc": pairs}))

    @cached_property
    def tokens_sha256(self) -> str | None:
        """Fingerprint of the token counts; None where there are none."""
        if self.tokens is None:
            return None
        pairs = dict(zip(self.chunk_ids.to_pylist(), self.tokens.tolist(), strict=True))
        return sha256_text(canonical_json(pairs))

    def rule(
        self, budget: Budget | None = None, rule: CollapseRule = FIRST_OCCURRENCE
    ) -> ChunkRule:
        """The protocol's entry for this map, with a budget or without one."""
        counted = budget is not None and budget.unit == "tokens"
        sha256 = self.tokens_sha256 if counted else None
        return ChunkRule(self.adapter_sha256, budget, rule, sha256)

    def check_targets(self, corpus: Corpus, problems: Problems) -> None:
        """Note every entry that points outside the corpus, used or not."""
        known = corpus.index.find(self.documents) >= 0
        for row in np.flatnonzero(~known[self.document_codes]).tolist():
            document, chunk = self.doc_ids[row].as_py(), self.chunk_ids[row].as_py()
            problems.add(
                "unknown-document",
                f"document {quote(document)} of chunk {quote(chunk)} is not in the corpus",
                source=self.source,
                line=_line(self.lines, row),
                expected="only documents of the corpus, also for chunks that no run names",
                mend="give the corpus that the chunks were cut from",
                contract_reason=UNKNOWN_DOCUMENT,
            )

    def _note_repeats(self, problems: Problems) -> None:
        for row in self.index.repeats.tolist():
            first = first_place(self.index, self.chunk_ids, None, row)
            ids = (self.doc_ids[first].as_py(), self.doc_ids[row].as_py())
            where = on_line(self.lines, first) or " earlier"
            problems.add(
                "duplicate-chunk",
                f"chunk {quote(self.chunk_ids[row].as_py())} twice in the chunk map",
                line=_line(self.lines, row),
                expected="each chunk once",
                found=f"document {quote(ids[1])}, and document {quote(ids[0])}{where}",
                mend="remove one of the two",
            )

    def _note_negative(self, problems: Problems) -> None:
        if self.tokens is None:
            return
        for row in np.flatnonzero(self.tokens < 0).tolist():
            chunk = quote(self.chunk_ids[row].as_py())
            problems.add(
                "bad-tokens",
                f"chunk {chunk} has {self.tokens[row]} tokens",
                line=_line(self.lines, row),
                expected="a whole number of at least 0",
            )

    def _note_empty(self, problems: Problems) -> None:
        for what, column in (("chunk id", self.chunk_ids), ("document id", self.doc_ids)):
            empty = pc.fill_null(pc.equal(column, ""), True)
            for row in np.flatnonzero(np.asarray(empty)).tolist():
                problems.add(
                    "empty-id",
                    f"{what} is empty",
                    line=_line(self.lines, row),
                    expected="an id of at least one character",
                )


def all_or_none(
    chunk_ids: Sequence[str],
    counts: Sequence[int | None],
    lines: IntArray | None,
    problems: Problems,
) -> list[int] | None:
    """Token counts of every chunk, or None where no chunk has one; a gap is noted.

    Raises:
        InputError: Some chunks have a count and others none, and problems were noted.
    """
    given = [count for count in counts if count is not None]
    if not given:
        return None
    if len(given) < len(counts):
        for row in [row for row, count in enumerate(counts) if count is None]:
            problems.add(
                "no-tokens",
                f"chunk {quote(chunk_ids[row])} has no token count, others have",
                line=_line(lines, row),
                expected="a token count for every chunk, or for none",
            )
        problems.raise_any()
    return given


def _entry(chunk: str, value: object, problems: Problems) -> tuple[str, int | None]:
    document = value.get("doc_id") if isinstance(value, Mapping) else value
    tokens = value.get("tokens") if isinstance(value, Mapping) else None
    if not isinstance(document, str):
        problems.add(
            "bad-shape",
            f"entry of chunk {quote(chunk)} names no document",
            expected='a document id, or {"doc_id", "tokens"}',
            found=quote(repr(value)),
        )
    if tokens is not None and (isinstance(tokens, bool) or not isinstance(tokens, int)):
        problems.extend([_bad_tokens(chunk, tokens, problems.source)])
        return str(document), None
    return str(document), tokens


def _bad_tokens(chunk: str, tokens: object, source: str) -> Problem:
    return Problem(
        "bad-tokens",
        f"token count {tokens!r} of chunk {quote(chunk)} is not a whole number",
        source,
        expected="a whole number of at least 0",
    )


def _whole(tokens: Sequence[int] | IntArray | None) -> IntArray | None:
    if tokens is None:
        return None
    values = np.asarray(tokens) if len(tokens) else np.zeros(0, np.int64)
    if values.dtype.kind not in "iu":
        raise ValueError(f"token counts must be whole numbers, not {values.dtype}")
    return values.astype(np.int64)


def _line(lines: IntArray | None, row: int) -> int | None:
    return None if lines is None else int(lines[row])
