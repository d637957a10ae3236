"""What-if judgements: a patch of the qrels, and the comparison as the patched qrels give it.

A patch is itself qrels. Its judgements add to the given ones or replace their grades, so that a
query may become eligible or lose its last relevant document. The comparison equals a full
evaluation of the patched file; only the patched queries are judged again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from ircompare.errors import Problems, quote
from ircompare.model.collection import Collection, Qrels
from ircompare.model.grouping import bounds_of
from ircompare.model.ids import BoolArray, IntArray, strings
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import Comparison, compare
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.judging import HitRanks, judge


@dataclass(frozen=True, eq=False)
class WhatIf:
    """A comparison under judgements that are not in the user's qrels.

    Attributes:
        before, after: The comparison without and with them; `after` carries the patched qrels.
        patch: The judgements that differ from the user's, with a fingerprint of their own.
    """

    before: Comparison
    after: Comparison
    patch: Qrels

    @property
    def became_scored(self) -> tuple[str, ...]:
        """Queries that have a value only with the patch."""
        return self._scored(self.after, self.before)

    @property
    def no_longer_scored(self) -> tuple[str, ...]:
        """Queries that have a value only without the patch."""
        return self._scored(self.before, self.after)

    @staticmethod
    def _scored(one: Comparison, other: Comparison) -> tuple[str, ...]:
        names = set(other.a.scope.names(other.scored))
        return tuple(name for name in one.a.scope.names(one.scored) if name not in names)


def what_if(comparison: Comparison, patch: Qrels) -> WhatIf:
    """The comparison as it would be, had the qrels held these judgements.

    Args:
        comparison: Under the qrels as they are, never under another patch.
        patch: Judgements to add, or to take instead of the given ones.

    Raises:
        InputError: The patched qrels do not fit the protocol, such as a grade of 2, or a document
            that the corpus lacks, under `exhaustive`.
    """
    before = comparison.a.scope
    qrels = before.collection.qrels
    news = differing(patch, qrels)
    collection = with_patch(before.collection, news)
    scope = Scope.of(collection, before.protocol)
    a, b = (
        Evaluation(judged_again(side.hits, scope, news), side.k)
        for side in (comparison.a, comparison.b)
    )
    return WhatIf(comparison, compare(a, b), news)


def with_patch(collection: Collection, patch: Qrels) -> Collection:
    """The collection with patched qrels, which tells of the patch as long as it changes any."""
    news = differing(patch, collection.qrels)
    qrels = patched(collection.qrels, news)
    return replace(collection, qrels=qrels, what_if=news if len(news) else None)


def differing(patch: Qrels, qrels: Qrels) -> Qrels:
    """The judgements of a patch that qrels lack, or hold with another grade."""
    rows = _rows_in(qrels, patch)
    same = (rows >= 0) & (qrels.grades[rows] == patch.grades) if len(qrels) else rows >= 0
    return _chosen(patch, ~same)


def patched(qrels: Qrels, patch: Qrels) -> Qrels:
    """Qrels with the judgements of a patch, in the order of the qrels and then of the patch."""
    rows = _rows_in(qrels, patch)
    grades = qrels.grades.copy()
    grades[rows[rows >= 0]] = patch.grades[rows >= 0]
    new = _chosen(patch, rows < 0)
    made = Qrels.build(
        pa.concat_arrays([_query_column(qrels), _query_column(new)]),
        pa.concat_arrays([qrels.documents, new.documents]),
        np.concatenate([grades, new.grades]),
        source=qrels.source,
        empty_queries=qrels.query_ids,
    )
    return replace(made, equal_repeats=qrels.equal_repeats)


def extended(qrels: Qrels, further: Qrels) -> Qrels:
    """Qrels with further judgements, such as those of a filled judging sheet.

    Raises:
        InputError: The further judgements give a pair another grade than the qrels.
    """
    require_agreement(qrels, further)
    return patched(qrels, further)


def require_agreement(qrels: Qrels, further: Qrels) -> None:
    """Refuse further judgements that contradict the given ones.

    Raises:
        InputError: With every pair that both grade, but otherwise.
    """
    problems = Problems(further.source)
    rows = _rows_in(qrels, further)
    for at in np.flatnonzero(rows >= 0).tolist():
        before, now = int(qrels.grades[rows[at]]), int(further.grades[at])
        if before != now:
            query_id = further.query_ids[int(further.codes[at])]
            doc_id = further.documents[at].as_py()
            problems.add(
                "conflicting-judgements",
                f"document {quote(doc_id)} is judged otherwise for query {quote(query_id)}",
                line=None if further.lines is None else int(further.lines[at]),
                expected=f"grade {before}, as in {qrels.source or 'the qrels'}, or no grade",
                found=f"grade {now}",
                mend="leave the grade blank, or change it in one of the two files",
            )
    problems.raise_any()


def patch_text(patch: Qrels) -> str:
    """A patch as a TREC qrels file, separated by tabs so that ids may hold blanks."""
    rows = zip(
        _query_column(patch).to_pylist(),
        patch.documents.to_pylist(),
        patch.grades.tolist(),
        strict=True,
    )
    return "".join(f"{query_id}\t0\t{doc_id}\t{grade}\n" for query_id, doc_id, grade in rows)


def judged_again(hits: HitRanks, scope: Scope, patch: Qrels) -> HitRanks:
    """A run as judged under the patched scope.

    It is judged as a whole where more than the patched queries may differ: with a new query in
    the split, and where no judged document was found, which is noted.

    Args:
        hits: Under the qrels as they are.
        scope: Of the patched qrels.
        patch: The judgements that differ.
    """
    if not len(hits.ranks) or scope.query_ids != hits.scope.query_ids:
        return judge(hits.run, scope)
    names = [name for name in patch.query_ids if name in scope.positions]
    places = np.array([scope.positions[name] for name in names], np.int64)
    return _merged(hits, scope, places)


def _query_column(qrels: Qrels) -> pa.StringArray:
    return strings(qrels.query_ids).take(pa.array(qrels.codes))


def _rows_in(qrels: Qrels, patch: Qrels) -> IntArray:
    """Row of each judgement of the patch in the qrels, −1 where they lack it."""
    known = np.array([qrels.positions.get(name, -1) for name in patch.query_ids], np.int64)
    return qrels.index.find(patch.documents, known[patch.codes])


def _chosen(patch: Qrels, chosen: BoolArray) -> Qrels:
    rows = np.flatnonzero(chosen)
    return Qrels.build(
        _query_column(patch).take(pa.array(rows)),
        patch.documents.take(pa.array(rows)),
        patch.grades[rows],
        source=patch.source,
    )


def _merged(hits: HitRanks, scope: Scope, places: IntArray) -> HitRanks:
    """The hits as they were, but of these queries as they are under the patched qrels."""
    kept = ~np.isin(hits.codes, places)
    parts = [
        np.stack(
            [
                hits.codes[kept],
                hits.ranks[kept],
                _moved(hits, scope)[kept],
                hits.tie_first[kept],
                hits.tie_last[kept],
            ]
        ),
        *(_found(hits, scope, place) for place in places.tolist()),
    ]
    table = np.concatenate(parts, axis=1)
    codes, ranks, judgements, first, last = table[:, np.argsort(table[0], kind="stable")]
    return replace(
        hits,
        scope=scope,
        bounds=bounds_of(codes, len(scope)),
        ranks=ranks,
        grades=scope.collection.qrels.grades[judgements],
        judgements=judgements,
        tie_first=first,
        tie_last=last,
    )


def _moved(hits: HitRanks, scope: Scope) -> IntArray:
    """Row of each judged document found in the patched qrels: new ones stand behind the old."""
    before, after = hits.scope.collection.qrels, scope.collection.qrels
    places = hits.scope.qrels_places[hits.codes]
    return np.asarray(hits.judgements - before.bounds[places] + after.bounds[places])


def _found(hits: HitRanks, scope: Scope, place: int) -> IntArray:
    """Code, rank, judgement and tie group of the judged documents of one query (5 × m)."""
    part, qrels = hits.run.rows(scope.query_ids[place]), scope.collection.qrels
    query = np.full(len(part.documents), scope.qrels_places[place])
    judged = qrels.index.find(part.documents, query)
    rows = np.flatnonzero(judged >= 0)
    first, last = part.tie_ranks(rows)
    return np.stack([np.full(len(rows), place), rows + 1, judged[rows], first, last])
