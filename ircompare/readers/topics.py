"""TREC topics, in the SGML-like form and as XML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ircompare.errors import Problems, quote
from ircompare.readers.loaded import Slot
from ircompare.readers.records import Record
from ircompare.readers.table import Column, Table, line_numbers
from ircompare.readers.text import shorten, text_of
from ircompare.readers.unpack import Content

_OPEN = re.compile(r"<(top|topic)\b([^<>]*)>", re.IGNORECASE)
_CLOSE = re.compile(r"</(top|topic)\s*>", re.IGNORECASE)
_PART = re.compile(r"<([A-Za-z][\w-]*)[^<>]*>([^<]*(?:<(?![A-Za-z/])[^<]*)*)")
_ATTRIBUTE = re.compile(r"""\b(number|num|id|qid)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_LABEL = re.compile(r"(number|topic|description|narrative)\s*:\s*", re.IGNORECASE)
_IDS = ("num", "number", "id", "qid")
_TEXTS = ("title", "query", "question", "text")
_ENTITIES = {"&quot;": '"', "&apos;": "'"}


@dataclass(frozen=True)
class _Topic:
    """One topic as it stands: its line, its attributes and what is between its tags."""

    line: int
    attributes: str
    inner: str


def read_topics(content: Content, slot: Slot, problems: Problems) -> Table:
    """The topics of a file, title or query as the text; faults are noted."""
    topics = _topics(text_of(content, problems), problems)
    ids: list[str] = []
    texts: list[str] = []
    places: list[int] = []
    others: list[Record] = []
    for topic in topics:
        parts = _parts(topic)
        query_id = _id_of(topic, parts)
        text = next((name for name in _TEXTS if parts.get(name)), None)
        if query_id is None or text is None:
            _note_lack(topic, parts, query_id, problems)
            continue
        ids.append(query_id)
        texts.append(parts[text])
        places.append(topic.line)
        others.append({name: value for name, value in parts.items() if name not in {text, *_IDS}})
    return Table(
        "TREC topics",
        {"id": ids, "text": texts},
        line_numbers(places),
        typed=True,
        extra=_columns(others),
        samples=tuple(shorten(f"{at} {text}") for at, text in zip(ids[:3], texts[:3], strict=True)),
    )


def _topics(text: str, problems: Problems) -> list[_Topic]:
    opened = list(_OPEN.finditer(text))
    ends = [found.start() for found in opened[1:]] + [len(text)]
    topics: list[_Topic] = []
    line, counted = 1, 0
    for found, end in zip(opened, ends, strict=True):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        closed = _CLOSE.search(text, found.end(), end)
        if closed is None:
            problems.add(
                "bad-topic",
                f"<{found[1]}> is not closed",
                line=line,
                expected=f"</{found[1]}> before the next topic",
            )
        inner = text[found.end() : closed.start() if closed else end]
        topics.append(_Topic(line, found[2], inner))
    return topics


def _parts(topic: _Topic) -> dict[str, str]:
    """The parts of a topic by the names of their tags; the first of each name holds."""
    parts: dict[str, str] = {}
    for name, value in _PART.findall(topic.inner):
        plain = " ".join(_unescaped(value).split())
        label = _LABEL.match(plain)
        parts.setdefault(name.lower(), plain[label.end() :] if label else plain)
    return parts


def _id_of(topic: _Topic, parts: dict[str, str]) -> str | None:
    attribute = _ATTRIBUTE.search(topic.attributes)
    if attribute is not None:
        return _unescaped(attribute[2] or attribute[3] or "").strip() or None
    return next((parts[name] for name in _IDS if parts.get(name)), None)


def _unescaped(text: str) -> str:
    """A text with its five entities replaced."""
    from xml.sax.saxutils import unescape  # brings urllib and ssl along

    return unescape(text, _ENTITIES)


def _note_lack(
    topic: _Topic, parts: dict[str, str], query_id: str | None, problems: Problems
) -> None:
    what = "topic has no number" if query_id is None else f"topic {quote(query_id)} has no text"
    problems.add(
        "bad-topic",
        what,
        line=topic.line,
        expected="<num> and <title>, or a number and <query>",
        found=", ".join(f"<{name}>" for name in parts) or "no part at all",
    )


def _columns(records: Sequence[Record]) -> dict[str, Column]:
    fields = dict.fromkeys(name for record in records for name in record)
    return {name: [record.get(name) for record in records] for name in fields}
