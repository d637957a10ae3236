"""Slots of JSON: told from the shape of the first members."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from ircompare.readers.guess import Guess, Seen
from ircompare.readers.guess_tables import pairs_at_all, scorecard_slot
from ircompare.readers.loaded import Slot
from ircompare.readers.names import COLUMNS, REQUIRED, plain

_BLANKS = " \t\n"
_DEEPEST = 4
_LOOKED_AT = 200
_DECODER = json.JSONDecoder()
_PAGES = (".md", ".html", ".txt", ".rst", ".pdf")
_RECORD_IDS = frozenset({"_id", "id", *COLUMNS["run"]["doc_id"], *COLUMNS["qrels"]["query_id"]})
_TEXTS = frozenset({*COLUMNS["corpus"]["text"], "title"})
_MANY_GRADES = 20
_SHORT = 200


def look_json(text: str) -> Seen:
    """Form and guess of a text that begins with `{` or `[`; it may be cut off."""
    start = len(text) - len(text.lstrip(_BLANKS))
    value, end = peek(text, start)
    if not isinstance(value, dict):
        return Seen("json", None)
    rest = "" if end is None else text[end:].lstrip(_BLANKS)
    one_line = "\n" not in text[start : end or len(text)].rstrip(_BLANKS)
    if rest.startswith("{") or (one_line and not rest and _is_record(value)):
        return Seen("jsonl", guess_record(value))
    return Seen("json", guess_object(value))


def peek(text: str, at: int, depth: int = 0) -> tuple[Any, int | None]:
    """The value that begins at a place, as far as it goes, and where it ends; None if cut off."""
    try:
        return _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        pass
    mark = text[at : at + 1]
    if mark == '"':
        return text[at + 1 :], None
    if depth < _DEEPEST and mark == "{":
        return _peek_members(text, at + 1, depth + 1), None
    if depth < _DEEPEST and mark == "[":
        return _peek_items(text, at + 1, depth + 1), None
    return None, None


def _peek_members(text: str, at: int, depth: int) -> dict[str, Any]:
    members: dict[str, Any] = {}
    end: int | None = at
    while end is not None:
        at = _skip(text, end, ",")
        if text[at : at + 1] != '"':
            break
        try:
            key, at = scanstring(text, at + 1)
        except ValueError:
            break
        members[key], end = peek(text, _skip(text, at, ":"), depth)
    return members


def _peek_items(text: str, at: int, depth: int) -> list[Any]:
    found: list[Any] = []
    end: int | None = at
    while end is not None and len(found) < _LOOKED_AT:
        at = _skip(text, end, ",")
        if text[at : at + 1] in ("", "]"):
            break
        value, end = peek(text, at, depth)
        found.append(value)
    return found


def _skip(text: str, at: int, mark: str) -> int:
    """The place after blanks, one mark and blanks again."""
    while text[at : at + 1] and text[at] in _BLANKS + mark:
        at += 1
    return at


def _is_record(value: Mapping[str, Any]) -> bool:
    """Whether an object is one record with an id, rather than a table by id."""
    names = {plain(name) for name, item in value.items() if not isinstance(item, dict | list)}
    if "_id" in names or scorecard_slot(names):
        return True
    known = {*_RECORD_IDS, *_TEXTS, "split", "tokens", "score", "rank"}
    return bool(names & _RECORD_IDS) and len(names & known) > 1


def guess_record(record: Mapping[str, Any]) -> Guess:
    """The slot of JSON lines, from the first of them."""
    names = {plain(name) for name in record}
    why = f"JSON lines with the fields {', '.join(list(record)[:6])}"
    beside = scorecard_slot(names)
    if beside or pairs_at_all(names):
        return Guess(beside or "pairs", "JSON lines", why=why, sure=True)
    if names & set(COLUMNS["chunk_map"]["chunk_id"]) and names & set(COLUMNS["qrels"]["doc_id"]):
        return Guess("chunk_map", "JSON lines", why=why, sure=True)
    if all(names & set(COLUMNS["qrels"][column]) for column in REQUIRED["qrels"]):
        return Guess("qrels", "JSON lines", why=why, sure=True)
    text = next((record[name] for name in record if plain(name) in _TEXTS - {"title"}), "")
    short = isinstance(text, str) and is_short(text)
    asks = "split" in names or bool(names & {"query_id", "qid"}) or ("title" not in names and short)
    return either(asks, "JSON lines", why)


def is_short(text: str) -> bool:
    """Whether a text is as short as most queries are."""
    return len(text) < _SHORT


def guess_object(value: Mapping[str, Any]) -> Guess | None:
    """The slot of one JSON object, from the form most of its values have."""
    if not value:
        others: tuple[Slot, ...] = ("qrels", "corpus", "queries", "baseline")
        return Guess("run", "JSON query → ids", why="an empty JSON object", alternatives=others)
    if {"library", "engine"} <= set(value) or {"version", "library"} <= set(value):
        return Guess("baseline", "baseline metadata", why="library and version", sure=True)
    members = list(value.items())[:_LOOKED_AT]
    kinds = Counter(type(item) for _, item in members)
    kind = kinds.most_common(1)[0][0]
    members = [(key, item) for key, item in members if isinstance(item, kind)]
    if kind is str:
        return guess_texts(members, "JSON id → text")
    if kind is list:
        return _guess_lists(members)
    return _guess_objects(members) if kind is dict else None


def either(queries: bool, format: str, why: str) -> Guess:
    """Queries or a corpus, the other one as the alternative."""
    if queries:
        return Guess("queries", format, why=why, alternatives=("corpus",))
    return Guess("corpus", format, why=why, alternatives=("queries",))


def guess_texts(members: Sequence[tuple[str, str]], format: str) -> Guess:
    """The slot of pairs of an id and a text: chunk map, queries or corpus."""
    if _map_like(members):
        return Guess(
            "chunk_map",
            format.replace("id → text", "chunk → document"),
            why="values are ids, repeated or beginning their keys",
            alternatives=("corpus", "queries"),
        )
    asked = sum(text.rstrip().endswith(("?", "？")) for _, text in members)
    named = sum(key[:1] in "qQ" for key, _ in members)
    if 2 * asked > len(members) or 2 * named > len(members):
        return Guess("queries", format, why="id → short text", alternatives=("corpus",))
    return Guess("corpus", format, why="id → text", alternatives=("queries", "chunk_map"))


def _map_like(members: Sequence[tuple[str, str]]) -> bool:
    values = [text for _, text in members]
    if any(not text or len(text) > 200 or " " in text for text in values):
        return False
    begun = sum(key != text and key.startswith(text) for key, text in members)
    return 2 * begun > len(values) or len(set(values)) * 5 < len(values) * 4


def _guess_lists(members: Sequence[tuple[str, list[Any]]]) -> Guess:
    rankings = [ranking for _, ranking in members]
    deepest = max(map(len, rankings))
    entries = [entry for ranking in rankings for entry in ranking[:5]]
    if any(isinstance(entry, dict) for entry in entries):
        return Guess("run", "JSON query → id and score", why="query → list", sure=True)
    paged = sum(isinstance(entry, str) and entry.lower().endswith(_PAGES) for entry in entries)
    if deepest == 5 and 2 * paged > len(entries):
        why = "query → at most five page names"
        return Guess("baseline", "JSON query → names", why=why, alternatives=("run",))
    others: tuple[Slot, ...] = ("baseline",) if deepest <= 5 else ()
    why = "query → list of ids"
    return Guess("run", "JSON query → ids", why=why, alternatives=others, sure=True)


def _guess_objects(members: Sequence[tuple[str, dict[str, Any]]]) -> Guess:
    inner = [(plain(key), item) for _, record in members for key, item in record.items()]
    names, values = {key for key, _ in inner}, [item for _, item in inner]
    if names & set(COLUMNS["chunk_map"]["doc_id"]) and names <= {
        *COLUMNS["chunk_map"]["doc_id"],
        *COLUMNS["chunk_map"]["tokens"],
    }:
        return Guess("chunk_map", "JSON chunk → record", why="chunk → document", sure=True)
    if names & {*_TEXTS, "split"} and any(isinstance(item, str) for item in values):
        texts = [(key, str(record.get("text", ""))) for key, record in members]
        asks = "split" in names or (
            "title" not in names and guess_texts(texts, "").slot == "queries"
        )
        return either(asks, "JSON id → record", f"id → {', '.join(sorted(names)[:4])}")
    return _guess_numbers(values)


def _guess_numbers(values: Sequence[Any]) -> Guess:
    """Qrels where all numbers are whole and few of them differ, else a run."""
    fractions = any(isinstance(value, float) for value in values)
    whole = {value for value in values if isinstance(value, int)}
    if fractions and not any(isinstance(value, bool) for value in values):
        why = "query → id → number with a fraction"
        return Guess("run", "JSON query → id → score", why=why, alternatives=("qrels",))
    if len(whole) > _MANY_GRADES:
        why = "query → id → many different numbers"
        return Guess("run", "JSON query → id → score", why=why, alternatives=("qrels",))
    return Guess(
        "qrels",
        "JSON query → document → grade",
        why="query → id → whole number",
        alternatives=("run",),
    )
