"""What several judges say together, told: sentences, and rows of text for pairs and disputes."""

from __future__ import annotations

from collections.abc import Sequence

from ircompare.inference.agreement import Agreement, Dispute, Opinion
from ircompare.model.collection import Collection
from ircompare.report.phrases import listed, plain, shortened
from ircompare.report.rankings import labels_of
from ircompare.scoring.numbers import counted, percent

BETWEEN_HEAD = ("judges", "both judged", "same relevance", "same grade", "κ relevance", "κ grades")
DISPUTE_HEAD = ("query", "its text", "document", "its first line", "grades", "reasons")
KAPPA = (
    "κ (Cohen): agreement beyond what chance would give, 1 at most; none where both judges say the "
    "same of every pair. It is computed over the pairs that both judged."
)
_TEXT = 90


def agreement_sentence(found: Agreement) -> str:
    """How many judges there are, how far they overlap, and what they dispute."""
    judges = f"{counted(len(found.judges), 'judge')}: {listed([plain(n) for n in found.judges])}."
    told = f"{judges} {found.overlap:,} of {counted(found.pairs, 'pair')} have several opinions"
    if not found.overlap:
        return f"{told}, so agreement cannot be told."
    disputed = f"{counted(len(found.disputes), 'pair')} {_verb(found)} disputed"
    return f"{told}; {disputed}: relevant to some, not to others."


def _verb(found: Agreement) -> str:
    return "is" if len(found.disputes) == 1 else "are"


def between_rows(found: Agreement) -> list[tuple[str, ...]]:
    """Every two judges who share a pair, under BETWEEN_HEAD."""
    rows = [
        (
            f"{plain(one.left)} and {plain(one.right)}",
            f"{one.shared:,}",
            f"{one.same_relevance:,} ({percent(one.observed)})",
            f"{one.same_grade:,}",
            _kappa(one.kappa),
            _kappa(one.kappa_grades),
        )
        for one in found.between
    ]
    return [BETWEEN_HEAD, *rows]


def _kappa(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}".replace("-", "−")


def dispute_rows(disputes: Sequence[Dispute], collection: Collection) -> list[tuple[str, ...]]:
    """The disputed pairs, under DISPUTE_HEAD."""
    labels = labels_of(collection.corpus, [one.doc_id for one in disputes])
    rows = [
        (
            one.query_id,
            shortened(collection.query_text(one.query_id), _TEXT),
            one.doc_id,
            labels.get(one.doc_id, ""),
            grades_words(one.opinions),
            " · ".join(f"{plain(o.judge)}: {o.reason}" for o in one.opinions if o.reason),
        )
        for one in disputes
    ]
    return [DISPUTE_HEAD, *rows]


def grades_words(opinions: Sequence[Opinion]) -> str:
    """Who gives which grade, such as `ann 1, bob 0`."""
    return ", ".join(f"{plain(one.judge)} {one.grade}" for one in opinions)
