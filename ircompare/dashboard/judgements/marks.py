"""What-if judgements as marks on a set of files, which make a set with a digest of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from ircompare.dashboard.recent import Recent
from ircompare.model.collection import Qrels

HELD = 2_000
SOURCE = "what-if judgements"


@dataclass(frozen=True)
class Mark:
    """One judgement that is not in the user's qrels."""

    query_id: str
    doc_id: str
    grade: int


@dataclass(frozen=True)
class Marked:
    """A set of files with marks on its qrels.

    Attributes:
        base: Digest of the set without them.
        marks: In the order in which they were made, each pair once.
    """

    base: str
    marks: tuple[Mark, ...]

    @property
    def patch(self) -> Qrels:
        """The marks as qrels."""
        return Qrels.build(
            [mark.query_id for mark in self.marks],
            [mark.doc_id for mark in self.marks],
            [mark.grade for mark in self.marks],
            source=SOURCE,
        )


_SETS: Recent[str, Marked] = Recent(HELD)


def register(base: str, marks: Iterable[Mark]) -> str:
    """Hold a set of files with marks and return its digest; without marks it is that of the set."""
    made = Marked(base, tuple(marks))
    if not made.base or not made.marks:
        return base
    digest = hashlib.blake2b(repr(made).encode(), digest_size=8).hexdigest()
    _SETS.put(digest, made)
    return digest


def marked(digest: str) -> Marked:
    """The set and the marks that a digest stands for."""
    return _SETS.get(digest) or Marked(digest, ())


def with_mark(marks: Iterable[Mark], new: Mark, given: int | None) -> tuple[Mark, ...]:
    """The marks with a new one in place of that of its pair.

    Args:
        given: Grade in the user's qrels, None where they lack the pair; a mark that says the same
            is no mark.
    """
    kept = without((new.query_id, new.doc_id), marks)
    return kept if new.grade == given else (*kept, new)


def without(pair: tuple[str, str], marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """The marks but for that of a query and document."""
    return tuple(mark for mark in marks if (mark.query_id, mark.doc_id) != pair)
