"""Rankings in JSON: query → ids, query → id → score, query → list of id and score."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from ircompare.errors import Problems, quote
from ircompare.readers.identifiers import kind_of
from ircompare.readers.jsontext import Document, Pairs, as_plain, items
from ircompare.readers.names import COLUMNS, plain
from ircompare.readers.table import Table
from ircompare.readers.text import shorten

_IDS, _SCORED, _OBJECTS = "ids", "id → score", "id and score"
_WORDED = {
    _IDS: "a list of ids",
    _SCORED: "an object id → score",
    _OBJECTS: 'a list of {"id", "score"}',
}
_ID_NAMES = frozenset(("id", "_id", *COLUMNS["run"]["doc_id"]))
_SCORE_NAMES = frozenset(COLUMNS["run"]["score"])


@dataclass
class _Rows:
    """Rows as they are found."""

    queries: list[str] = field(default_factory=list)
    documents: list[object] = field(default_factory=list)
    scores: list[object] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)

    def add(self, query_id: str, doc_id: object, score: object, token: int) -> None:
        """Note one document of a ranking."""
        self.queries.append(query_id)
        self.documents.append(doc_id)
        self.scores.append(score)
        self.tokens.append(token)


def ranking_table(document: Document, root: Pairs, problems: Problems) -> Table:
    """The rankings of a JSON object; every ranking must have the form of the first."""
    form = next((form for _, ranking in root if (form := _form(ranking))), _IDS)
    rows = _Rows()
    for query_id, ranking, at in document.members(root, 0):
        if not isinstance(ranking, list) or _form(ranking) not in {None, form}:
            _note_form(document, query_id, ranking, at + 1, form, problems)
        elif isinstance(ranking, Pairs):
            for doc_id, score, token in document.members(ranking, at + 1):
                rows.add(query_id, doc_id, score, token)
        else:
            for item, token in items(ranking, at + 1):
                _add_item(document, rows, query_id, item, token, form, problems)
    columns: dict[str, list[object]] = {"query_id": [*rows.queries], "doc_id": rows.documents}
    if form != _IDS:
        columns["score"] = rows.scores
    return Table(
        f"JSON query → {form}",
        columns,
        document.lines(rows.tokens),
        typed=True,
        listed=tuple(dict.fromkeys(query_id for query_id, _ in root)),
    )


def _form(ranking: object) -> str | None:
    """Form of one ranking; None where it is empty and may be of any, or is no ranking."""
    if not isinstance(ranking, list) or not ranking:
        return None
    if isinstance(ranking, Pairs):
        return _SCORED
    return _OBJECTS if isinstance(ranking[0], Pairs) else _IDS


def _note_form(
    document: Document, query_id: str, ranking: object, token: int, form: str, problems: Problems
) -> None:
    own = _form(ranking)
    problems.add(
        "bad-shape",
        f"ranking of query {quote(query_id)} is {_WORDED[own] if own else kind_of(ranking)}",
        line=document.line(token),
        expected=f"{_WORDED[form]}, in every query",
        found=_sample(ranking),
    )


def _add_item(
    document: Document,
    rows: _Rows,
    query_id: str,
    item: object,
    token: int,
    form: str,
    problems: Problems,
) -> None:
    if form == _IDS:
        rows.add(query_id, item, None, token)
        return
    found = _id_and_score(item) if isinstance(item, Pairs) else None
    if found is None:
        problems.add(
            "bad-shape",
            f"ranking of query {quote(query_id)} has an entry without id and score",
            line=document.line(token),
            expected='{"id": "d1", "score": 1.5}',
            found=_sample(item),
        )
        return
    rows.add(query_id, found[0], found[1], token)


def _id_and_score(item: Pairs) -> tuple[object, object] | None:
    ids = [value for key, value in item if plain(key) in _ID_NAMES]
    scores = [value for key, value in item if plain(key) in _SCORE_NAMES]
    return (ids[0], scores[0]) if ids and scores else None


def _sample(value: object) -> str:
    head = Pairs(value[:12]) if isinstance(value, Pairs) else value
    head = head[:12] if isinstance(head, list) and not isinstance(head, Pairs) else head
    return shorten(json.dumps(as_plain(head), ensure_ascii=False))
