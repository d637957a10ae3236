"""Made-up columns of the help centre: who asked what when, and what a run's classifier might say.

All of it is drawn from a fixed start, by id, so that no column moves another: nobody asked these
questions, no classifier and no language model ran. What is drawn follows the rankings.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

START = 20262
USERS = 64
FIRST_DAY, DAYS = datetime(2026, 7, 1), 31
NOISE = frozenset({"q177"})  # a code that does not exist: someone tried the box out
STEP, DEPTH, SHOWN = "/", 3, 5
OUTCOMES = 64
PER_SECOND = {"bm25": 52, "lsa": 23}
SURE = {"bm25": 0.74, "lsa": 0.82}  # how often a step below the first is right
EXTRA = (
    "predicted_intent",
    *(f"confidence_{step}" for step in range(1, DEPTH + 1)),
    *("bert_f1_rescaled", "citation_coverage", "entropy_bits", "outcomes"),
    "queries_per_second",
)

Record = dict[str, Any]
Ranked = Mapping[str, Sequence[str]]


def with_query_fields(queries: Sequence[Record]) -> Iterator[Record]:
    """Yield each question with who asked it and when; paraphrases often come from one user."""
    for query in queries:
        draw = random.Random(f"{START}/{query['_id']}/asked")
        whose = query["group"] if draw.random() < 0.75 else query["_id"]
        user = random.Random(f"{START}/{whose}/user").randrange(USERS)
        minute = draw.randrange(DAYS * 24 * 60)
        yield {
            **query,
            "user": f"u{user + 1:02}",
            "asked": f"{(FIRST_DAY + timedelta(minutes=minute)).isoformat()}Z",
            "noise": query["_id"] in NOISE,
            "modality": "text",
        }


def with_document_fields(corpus: Sequence[Record]) -> Iterator[Record]:
    """Yield each article with what it mainly is: text, pictures of the screen, or a video."""
    for document in corpus:
        drawn = random.Random(f"{START}/{document['_id']}/modality").random()
        modality = "video" if drawn < 0.05 else "image" if drawn < 0.3 else "text"
        yield {**document, "modality": modality}


def run_columns(
    name: str,
    queries: Sequence[Record],
    ranked: Ranked,
    relevant: Mapping[str, Sequence[str]],
) -> dict[str, str]:
    """The cells of the columns `EXTRA` of each question, by its id."""
    paths = sorted({query["intent_path"] for query in queries})
    rows = {}
    for query in queries:
        draw = random.Random(f"{START}/{name}/{query['_id']}/columns")
        whose = query["group"] if draw.random() < 0.8 else f"{name}/{query['_id']}"
        shown = ranked.get(query["_id"], ())[:SHOWN]
        answers = relevant[query["_id"]]
        found = sum(one in answers for one in shown)
        path = _predicted(query, paths, SURE[name], random.Random(f"{START}/{whose}/predicted"))
        cells = [path, *_confidences(path, query["intent_path"], draw)]
        cells += _answer_parts(found, len(answers), draw)
        rows[query["_id"]] = ",".join([*cells, str(PER_SECOND[name])])
    return rows


def _predicted(query: Record, paths: Sequence[str], sure: float, draw: random.Random) -> str:
    """A path that begins as `predicted_intent` says and is mostly right below that.

    Args:
        draw: Mostly the same for paraphrases and for both runs, which then err alike.
    """
    first, true = query["predicted_intent"], query["intent_path"]
    near = [path for path in paths if path.split(STEP)[0] == first and path != true]
    lucky, short, wrong = draw.random() < sure, draw.random() < 0.1, draw.choice(near or [true])
    path = true if lucky and first == query["intent"] else wrong
    return STEP.join(path.split(STEP)[:2]) if short else path


def _confidences(path: str, true: str, draw: random.Random) -> list[str]:
    """One a step of the path, lower below and where it is wrong; empty where it has ended."""
    cells = []
    for step in range(1, DEPTH + 1):
        own, wanted = path.split(STEP)[:step], true.split(STEP)[:step]
        high = 0.92 if own == wanted else 0.62
        stated = max(0.05, high - 0.09 * (step - 1) - 0.25 * draw.random())
        cells.append(f"{stated:.2f}" if len(own) == step else "")
    return cells


def _answer_parts(found: int, wanted: int, draw: random.Random) -> list[str]:
    """What the X-Score is made of: likeness to a reference answer, citations, entropy."""
    like = (0.62 if found else 0.24) + 0.36 * (draw.random() - 0.5)
    cited = sum(draw.random() < 0.85 for _ in range(found))
    bits = (0.35 if found else 0.6) * math.log2(OUTCOMES) * (0.6 + 0.8 * draw.random())
    coverage = f"{cited / wanted:.4f}" if wanted else ""
    return [f"{like:.3f}", coverage, f"{bits:.3f}", str(OUTCOMES)]
