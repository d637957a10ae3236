"""Both rankings of one query as rows of text: ranks, marks, movements, and what is folded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ircompare.model.collection import Corpus
from ircompare.model.ids import strings
from ircompare.report.phrases import shortened
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.numbers import grade_text

FIRST_LINE = 160
SHOWN = 20
AT_MOST = 1_000


@dataclass(frozen=True, eq=False)
class Side:
    """One run's ranking of the query.

    Attributes:
        role: "A" or "B".
        ranking: Document ids, best first.
        missing: Whether the run does not list the query at all.
    """

    role: str
    name: str
    ranking: Sequence[str]
    missing: bool

    @classmethod
    def of(cls, role: str, evaluation: Evaluation, query_id: str) -> Side:
        """The ranking as it was scored."""
        place = evaluation.scope.positions[query_id]
        ranking = evaluation.hits.ranking(query_id)
        return cls(role, evaluation.name, ranking, bool(evaluation.hits.missing[place]))

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """Rank of each document returned."""
        return {doc_id: at for at, doc_id in enumerate(self.ranking, start=1)}

    def rank_words(self, doc_id: str) -> str:
        """Where a document stands: "rank 3", or why it does not."""
        if doc_id in self.ranks:
            return f"rank {self.ranks[doc_id]}"
        if self.missing:
            return "query not listed"
        return f"not returned in {len(self.ranking)}"


@dataclass(frozen=True, eq=False)
class Rankings:
    """The rankings of one query, A first, with its judgements.

    Attributes:
        grades: Grade of each judged document.
        level: Grade from which a document is relevant.
        graded: Whether grades say more than relevant or not.
    """

    query_id: str
    k: int
    level: int
    grades: Mapping[str, int]
    graded: bool
    sides: tuple[Side, ...]

    @classmethod
    def of(cls, result: Comparison | Evaluation, query_id: str, role: str = "A") -> Rankings:
        """Both rankings of a comparison, or the one of an evaluation in the given role."""
        pairs = (
            [("A", result.a), ("B", result.b)]
            if isinstance(result, Comparison)
            else [(role, result)]
        )
        scope = pairs[0][1].scope
        return cls(
            query_id,
            result.k,
            scope.protocol.min_relevance,
            scope.collection.qrels.of(query_id),
            scope.protocol.judgements == "pooled",
            tuple(Side.of(name, evaluation, query_id) for name, evaluation in pairs),
        )

    @property
    def deepest(self) -> int:
        """Length of the longer ranking."""
        return max((len(side.ranking) for side in self.sides), default=0)

    @cached_property
    def relevant(self) -> tuple[str, ...]:
        """All relevant documents, best rank in any run first."""
        far = 1 + self.deepest
        found = [doc_id for doc_id, grade in self.grades.items() if grade >= self.level]
        best = {doc: min(side.ranks.get(doc, far) for side in self.sides) for doc in found}
        return tuple(sorted(found, key=lambda doc_id: (best[doc_id], doc_id)))

    def first_relevant(self, side: Side) -> str | None:
        """The relevant document that stands first in a run, None where it returns none."""
        found = [doc_id for doc_id in self.relevant if doc_id in side.ranks]
        return min(found, key=lambda doc_id: side.ranks[doc_id], default=None)

    def mark(self, doc_id: str) -> str:
        """● relevant with its grade, ○ not relevant, ? unjudged."""
        grade = self.grades.get(doc_id)
        if grade is None:
            return "?"
        if grade < self.level:
            return "○"
        return f"● {grade}" if self.graded else "●"

    def judged_words(self, doc_id: str) -> str:
        """The judgement of a document in words."""
        grade = self.grades.get(doc_id)
        if grade is None:
            return "unjudged, counts as not relevant"
        return f"{'relevant' if grade >= self.level else 'not relevant'}, {grade_text(grade)}"

    def movement(self, doc_id: str) -> str:
        """From A to B: `▲3`, `▼2`, `═`, `new`, `gone at 14`; "" where a run has no ranking."""
        if len(self.sides) < 2 or not all(side.ranking for side in self.sides):
            return ""
        before, after = (side.ranks.get(doc_id) for side in self.sides)
        if before is None and after is None:
            return ""
        if before is None or after is None:
            return "new" if before is None else f"gone at {before}"
        return _steps(before - after)

    def rank_movement(self, doc_id: str) -> str:
        """Ranks in both runs, such as `1 → 4`, said once where no run has one."""
        words = [str(side.ranks.get(doc_id) or side.rank_words(doc_id)) for side in self.sides]
        alike = len(set(words)) == 1 and not any(doc_id in side.ranks for side in self.sides)
        return words[0] if alike else " → ".join(words)


def _steps(risen: int) -> str:
    if risen == 0:
        return "═"
    return f"▲{risen}" if risen > 0 else f"▼{-risen}"


@dataclass(frozen=True)
class Row:
    """One row of a ranking: a document, or a line that says what is left out.

    Attributes:
        rank: Rank of the document, None for a line.
        text: Title or first line, or the words of the line.
    """

    rank: int | None
    mark: str
    movement: str
    doc_id: str
    text: str


def rows_of(
    rankings: Rankings,
    side: Side,
    labels: Mapping[str, str],
    *,
    shown: int,
    only_changed: bool,
    open_document: str | None = None,
) -> list[Row]:
    """The rows of one side down to a rank, the relevant ones below it, and the line at k.

    Args:
        labels: Title or first line of documents.
        shown: Last rank up to which every document has a row.
        only_changed: Fold documents that stand at the same rank in both runs, if not relevant.
        open_document: A document that has a row wherever it stands.
    """
    rows: list[Row] = []
    folded = 0
    always = {*rankings.relevant, open_document}
    for rank, doc_id in enumerate(side.ranking, start=1):
        move = rankings.movement(doc_id)
        if (rank > shown or (only_changed and move == "═")) and doc_id not in always:
            folded += 1
        else:
            text = labels.get(doc_id, "")
            rows += [*_folded(folded), Row(rank, rankings.mark(doc_id), move, doc_id, text)]
            folded = 0
        if rank == rankings.k and rank < len(side.ranking):
            rows += [*_folded(folded), Row(None, "", "", "", f"cut at k = {rank}")]
            folded = 0
    return [*rows, *_folded(folded)]


def _folded(count: int) -> list[Row]:
    if not count:
        return []
    return [Row(None, "", "", "", f"… {count} {'row' if count == 1 else 'rows'} …")]


def labels_of(corpus: Corpus | None, doc_ids: Iterable[str]) -> dict[str, str]:
    """Title, else first line of the text, of each document that the corpus has, shortened."""
    wanted = list(dict.fromkeys(doc_ids))
    if corpus is None or not wanted:
        return {}
    places = corpus.index.find(strings(wanted))
    return {
        doc_id: shortened(title or first_line(text), FIRST_LINE)
        for doc_id, title, text in corpus.read(places[places >= 0])
    }


def first_line(text: str) -> str:
    """The first line of a text that is not blank."""
    return text.strip().split("\n", 1)[0]
