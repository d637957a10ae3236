"""The largest regressions in full: why, where the relevant documents went, and both rankings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ircompare.report.explain import explain, verdict_line
from ircompare.report.full.blocks import Block, Section, Table, Text
from ircompare.report.full.queries import other_regressions, regressed_order
from ircompare.report.phrases import shortened
from ircompare.report.rankings import Rankings, Side, labels_of
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.numbers import count_text, counted

IN_FULL = 20
RANKS = 100
RELEVANT = 50
LONGEST = 300


def regressions(comparison: Comparison) -> Iterator[Block]:
    """The 20 largest in full, the others as a table."""
    order = regressed_order(comparison)
    if not order:
        yield Text("No query regressed in either measure.")
        return
    shown = order[:IN_FULL]
    which = "" if len(shown) == len(order) else f" The {len(shown)} largest losses come in full."
    yield Text(f"{counted(len(order), 'query')} regressed in RR or Recall.{which}")
    ids = [comparison.a.scope.query_ids[at] for at in shown]
    pairs = [Rankings.of(comparison, query_id) for query_id in ids]
    labels = _labels(comparison, pairs)
    for rankings in pairs:
        yield _told(comparison, rankings, labels)
    yield from other_regressions(comparison, order[IN_FULL:])


def _labels(comparison: Comparison, pairs: Sequence[Rankings]) -> Mapping[str, str]:
    """First line of every document that is shown, read at once."""
    wanted = [
        doc_id
        for rankings in pairs
        for documents in (
            rankings.relevant[:RELEVANT],
            *(side.ranking[: _depth(rankings)] for side in rankings.sides),
        )
        for doc_id in documents
    ]
    return labels_of(comparison.a.scope.collection.corpus, wanted)


def _depth(rankings: Rankings) -> int:
    """Last rank that is shown."""
    return min(rankings.k, RANKS)


def _told(comparison: Comparison, rankings: Rankings, labels: Mapping[str, str]) -> Section:
    query_id = rankings.query_id
    text = shortened(comparison.a.scope.collection.query_text(query_id), LONGEST)
    blocks: list[Block] = [
        Text(verdict_line(comparison, query_id)),
        Text(explain(comparison, query_id)),
        _relevant(rankings, labels),
        *_both(rankings, labels),
    ]
    return Section(f"{query_id}: {text}" if text else query_id, blocks, listed=False)


def _relevant(rankings: Rankings, labels: Mapping[str, str]) -> Table:
    a, b = rankings.sides
    shown = rankings.relevant[:RELEVANT]
    rest = len(rankings.relevant) - len(shown)
    more = f"; {counted(rest, 'more')[:-1]} left out" if rest else ""
    rows = [
        (
            doc_id,
            str(rankings.grades[doc_id]),
            a.rank_words(doc_id),
            b.rank_words(doc_id),
            labels.get(doc_id, ""),
        )
        for doc_id in shown
    ]
    head = ("Document", "Grade", "In A", "In B", "First line")
    words = f"{counted(len(rankings.relevant), 'relevant document')}{more}"
    return _table(words, head, rows, frozenset({0, 2, 3, 4}))


def _both(rankings: Rankings, labels: Mapping[str, str]) -> Iterator[Block]:
    """Both rankings side by side up to the cut, and which documents moved."""
    depth = min(_depth(rankings), rankings.deepest)
    if not depth:
        return
    a, b = rankings.sides
    rows = [
        (
            str(rank),
            *_cells(rankings, a, rank, labels),
            *_cells(rankings, b, rank, labels),
            rankings.movement(b.ranking[rank - 1]) if rank <= len(b.ranking) else "",
        )
        for rank in range(1, depth + 1)
    ]
    cut = f"cut at k = {rankings.k}"
    if rankings.k > RANKS:
        cut = f"the first {count_text(RANKS)} of k = {count_text(rankings.k)} ranks"
    head = ("Rank", "A", "Document in A", "First line", "B", "Document in B", "First line", "Move")
    yield _table(f"Both rankings, {cut}", head, rows, frozenset(range(1, 8)))


def _cells(
    rankings: Rankings, side: Side, rank: int, labels: Mapping[str, str]
) -> tuple[str, str, str]:
    if rank > len(side.ranking):
        return ("", "", "")
    doc_id = side.ranking[rank - 1]
    return rankings.mark(doc_id), doc_id, labels.get(doc_id, "")


def _table(
    caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], words: frozenset[int]
) -> Table:
    """A table without the first lines where none is known; relevant documents stand out."""
    known = [
        at for at, name in enumerate(head) if name != "First line" or any(row[at] for row in rows)
    ]
    shown = [[row[at] for at in known] for row in rows]
    strong = {
        (number, column + shift)
        for number, row in enumerate(shown)
        for column, cell in enumerate(row)
        if head[known[column]] in ("A", "B") and cell.startswith("●")
        for shift in range(2)
    }
    return Table(
        caption,
        [head[at] for at in known],
        shown,
        frozenset(new for new, at in enumerate(known) if at in words),
        frozenset(strong),
    )
