"""Documents whose texts are equal or nearly so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ircompare.inference.words import words
from ircompare.model.collection import Corpus

NEARLY = Fraction(4, 5)
RUN = 3
FIRST_WORDS = 1000


@dataclass(frozen=True)
class Likeness:
    """How alike two texts are.

    Attributes:
        left, right: Two documents.
        share: Three-word runs in both as a share of those in either, from 4/5 to 1; 1 as well for
            texts that differ in nothing but case, blanks and punctuation.
    """

    left: str
    right: str
    share: Fraction


class Texts:
    """The word runs of documents, taken from a corpus once each.

    Title and text count together, the first 1,000 words of each document; a document without a
    word is like no other.
    """

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._runs: dict[str, frozenset[tuple[str, ...]]] = {}

    def alike(self, left: Iterable[str], right: Iterable[str]) -> list[Likeness]:
        """Pairs of a document on the left and one on the right that are equal or nearly so.

        Few are looked at closely: a share of 4/5 needs sizes that differ by a fifth at most.
        """
        by_size = sorted(((len(self._of(doc)), doc) for doc in right), reverse=True)
        found = []
        for doc in left:
            own = self._of(doc)
            for size, other in by_size:
                if size < NEARLY * len(own):
                    break
                if NEARLY * size <= len(own) and own:
                    share = _share(own, self._of(other))
                    if share >= NEARLY:
                        found.append(Likeness(doc, other, share))
        return found

    def _of(self, doc_id: str) -> frozenset[tuple[str, ...]]:
        if doc_id not in self._runs:
            corpus = self._corpus
            text = f"{corpus.title(doc_id)}\n{corpus.text(doc_id)}"
            self._runs[doc_id] = word_runs(words(text)[:FIRST_WORDS])
        return self._runs[doc_id]


def word_runs(found: Sequence[str]) -> frozenset[tuple[str, ...]]:
    """Every three words in a row; the whole text where it has fewer."""
    last = max(len(found) - RUN, 0)
    return frozenset(tuple(found[at : at + RUN]) for at in range(last + 1) if found)


def _share(left: frozenset[tuple[str, ...]], right: frozenset[tuple[str, ...]]) -> Fraction:
    shared = len(left & right)
    return Fraction(shared, len(left) + len(right) - shared)
