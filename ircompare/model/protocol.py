"""Every choice that fixes a number, and the fingerprints that tell one choice from another.

Decisions that fix a number:

- *Ties.* Under `score` equal scores go by document id, descending in UTF-8 byte order, as in
  trec_eval; the rank column is not looked at, and a disagreement with it is reported.
- *Missing queries.* A query of the split that a run does not list scores 0 and stays in the
  denominator, for both runs and all measures; it is listed. An explicit empty ranking scores 0
  too and is not missing.
- *Nothing relevant.* Such a query has no value and leaves every mean (`exclude`), or counts 0
  (`zero`, as `trec_eval -c` does). A query without any judgement never has a value.
- *Unjudged documents.* Under `exhaustive` judgements there are none; under `pooled` they count
  as not relevant and are reported.
- *Chunks.* The first occurrence of each document stands, in the order of the chunks. A budget
  takes the first chunks before they are collapsed; without one everything received is collapsed
  and then cut at k. A token budget stops at the first chunk that does not fit.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

Judgements = Literal["exhaustive", "pooled"]
Order = Literal["score", "rank", "listed"]
NoRelevant = Literal["exclude", "zero"]
Unit = Literal["chunks", "tokens"]
CollapseRule = Literal["first-occurrence-document-v1", "max-score", "score-sum", "score-mean"]
FIRST_OCCURRENCE: CollapseRule = "first-occurrence-document-v1"
DEFAULT_SPLIT = "test"
DEFAULT_K = 10
LARGEST = 2**63 - 1


@dataclass(frozen=True)
class Budget:
    """How many chunks of a ranking are taken before they are collapsed to documents.

    Attributes:
        unit: What is counted; `tokens` stops at the first chunk that overflows.
        n: How many of them at most, whole number >= 1.

    Raises:
        ValueError: A value out of its range.
    """

    unit: Unit
    n: int

    def __post_init__(self) -> None:
        _require_choice("unit", self.unit, get_args(Unit))
        _require_whole("n", self.n)


@dataclass(frozen=True)
class ChunkRule:
    """How chunk runs are turned into document runs.

    Attributes:
        adapter_sha256: Fingerprint of the chunk map with the adapter's name.
        budget: Budget then collapse; None stands for collapse then cut.
        rule: How chunks become documents; all but the first occurrence need scores.
        tokens_sha256: Fingerprint of the token counts, where a token budget uses them.
    """

    adapter_sha256: str
    budget: Budget | None = None
    rule: CollapseRule = FIRST_OCCURRENCE
    tokens_sha256: str | None = None

    def __post_init__(self) -> None:
        _require_choice("rule", self.rule, get_args(CollapseRule))

    def settings(self) -> dict[str, object]:
        """The fields, for the fingerprint of the settings and for exports."""
        return {
            "adapter_sha256": self.adapter_sha256,
            "budget": None if self.budget is None else dict(vars(self.budget)),
            "rule": self.rule,
            "tokens_sha256": self.tokens_sha256,
        }


@dataclass(frozen=True)
class Protocol:
    """The choices under which runs are scored.

    Attributes:
        k: Cutoff, a rank, whole number >= 1.
        split: Split whose queries are scored; None stands for `test` where the queries carry
            splits and for every query where they do not.
        judgements: `exhaustive` (all pairs judged 0 or 1) or `pooled` (some pairs unjudged).
        min_relevance: Grade from which a document is relevant, >= 1; other than 1 only `pooled`.
        order: How each ranking is put in order; None stands for the run's natural order.
        no_relevant: Whether a judged query with nothing relevant is left out or counts 0.
        chunks: How chunk runs become document runs; None where no chunk map is used.

    Raises:
        ValueError: A value out of its range.
    """

    k: int = DEFAULT_K
    split: str | None = None
    judgements: Judgements = "exhaustive"
    min_relevance: int = 1
    order: Order | None = None
    no_relevant: NoRelevant = "exclude"
    chunks: ChunkRule | None = None

    def __post_init__(self) -> None:
        _require_whole("k", self.k)
        _require_whole("min_relevance", self.min_relevance)
        _require_choice("judgements", self.judgements, get_args(Judgements))
        _require_choice("no_relevant", self.no_relevant, get_args(NoRelevant))
        if self.order is not None:
            _require_choice("order", self.order, get_args(Order))
        if self.judgements == "exhaustive" and self.min_relevance != 1:
            raise ValueError("min_relevance other than 1 needs judgements 'pooled'")

    def settings(self, order: Order) -> dict[str, object]:
        """The fields beside split and k, with the order one run was really put in."""
        return {
            "judgements": self.judgements,
            "min_relevance": self.min_relevance,
            "order": order,
            "no_relevant": self.no_relevant,
            "missing": "zero",
            "chunks": None if self.chunks is None else self.chunks.settings(),
        }


def _require_whole(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError(f"{name} must be a whole number of at least 1, not {value!r}")
    if value > LARGEST:
        raise ValueError(f"{name} must be at most {LARGEST}, not {value}")


def _require_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, not {value!r}")


def canonical_json(value: object) -> str:
    """JSON with keys sorted by code point, no ASCII escaping and no blanks."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def sha256_text(text: str) -> str:
    """SHA-256 of the UTF-8 bytes, 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _stream_object(pairs: Iterable[tuple[str, object]]) -> Iterable[str]:
    """The canonical JSON of an object in pieces; `pairs` come sorted by key."""
    mark = "{"
    for key, value in pairs:
        yield f"{mark}{canonical_json(key)}:{canonical_json(value)}"
        mark = ","
    yield "{}" if mark == "{" else "}"


def protocol_sha256(
    corpus: Iterable[tuple[str, str]],
    queries: Iterable[tuple[str, Mapping[str, object]]],
    qrels: Iterable[tuple[str, Mapping[str, int]]],
    *,
    split: str | None,
    k: int,
) -> str:
    """Fingerprint of the collection, split and cutoff; each iterable is sorted by id.

    SHA-256 of the canonical JSON of `{"corpus", "k", "qrels", "queries", "split"}`, fed in
    pieces so that a large corpus is never held as one text.
    """
    digest = hashlib.sha256()

    def feed(text: str) -> None:
        digest.update(text.encode("utf-8"))

    def feed_object(name: str, pairs: Iterable[tuple[str, object]]) -> None:
        feed(f"{canonical_json(name)}:")
        for piece in _stream_object(pairs):
            feed(piece)

    feed("{")
    feed_object("corpus", corpus)
    feed(f',"k":{k},')
    feed_object("qrels", qrels)
    feed(",")
    feed_object("queries", queries)
    feed(f',"split":{canonical_json(split)}}}')
    return digest.hexdigest()


def settings_sha256(settings: Mapping[str, object]) -> str:
    """Fingerprint of every protocol field that `protocol_sha256` does not cover."""
    return sha256_text(canonical_json(settings))
