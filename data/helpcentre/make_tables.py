"""The scorecard's tables of the help centre: variants, measurements, answer labels, pairs.

All of it is made up, from a fixed start: nobody timed anything, no language model wrote an answer.
Only `tokens_context` is real (the tokens of the first five articles), and the variants are the
paraphrase groups of the queries. What is drawn follows the rankings, so that a run that finds more
also answers more.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import NormalDist
from typing import Any

import make_columns

START = 20261
SHOWN = 5
TOKENIZER = "words and single Chinese characters"
CONDITIONS = "made up; no machine was timed"
TYPICAL_MS = {"bm25": 18.0, "lsa": 41.0}
SPREAD = {"bm25": 0.35, "lsa": 0.50}
INSTRUCTIONS = 62  # tokens of the prompt around a question
MEASURED = "query_id,latency_ms,tokens_in,tokens_context,tokens_out,answered,probability"
PAIR_DEPTH = 10
TELLING = 1.6  # how far relevant and other articles lie apart for whoever states probabilities
BOASTS = {"bm25": {"zh": 1.0}}  # log odds that are added: BM25 is too sure in Chinese

Record = dict[str, Any]
Ranked = Mapping[str, Sequence[str]]


def variant_lines(queries: Sequence[Record]) -> Iterator[str]:
    """Yield each question with a paraphrase as a variant of the most frequent one of its group."""
    groups: dict[str, list[Record]] = {}
    for query in queries:
        groups.setdefault(query["group"], []).append(query)
    yield "variant_id\toriginal_id"
    for members in groups.values():
        original = max(members, key=lambda query: query["frequency"])
        yield from (f"{q['_id']}\t{original['_id']}" for q in members if q is not original)


def measured_lines(
    name: str,
    queries: Sequence[Record],
    ranked: Ranked,
    relevant: Mapping[str, Sequence[str]],
    size: Callable[[str], int],
    tokens: Mapping[str, int],
) -> Iterator[str]:
    """Yield what one run might have cost for each question, and how sure it might have been.

    Args:
        size: Tokens of a text.
        tokens: Tokens of each article.
    """
    draw, normal = random.Random(f"{START}/{name}/measured"), NormalDist()
    extra = make_columns.run_columns(name, queries, ranked, relevant)
    yield ",".join([MEASURED, "tokenizer", "conditions", *make_columns.EXTRA])
    for query in queries:
        shown = ranked.get(query["_id"], ())[:SHOWN]
        found = sum(one in relevant[query["_id"]] for one in shown)
        first = bool(shown) and shown[0] in relevant[query["_id"]]
        latency = TYPICAL_MS[name] * math.exp(SPREAD[name] * normal.inv_cdf(draw.random()))
        answered = bool(shown) and draw.random() < (0.97 if found else 0.7)
        out = 30 + int(120 * draw.random()) if answered else 8
        sure = min(max((0.72 if first else 0.38) + 0.5 * (draw.random() - 0.5), 0.02), 0.98)
        context = sum(tokens[one] for one in shown)
        cells = (f"{latency:.1f}", INSTRUCTIONS + size(query["text"]), context, out)
        text = ",".join(map(str, cells))
        yield (
            f"{query['_id']},{text},{'yes' if answered else 'no'},{sure:.2f},"
            f"{TOKENIZER},{CONDITIONS},{extra[query['_id']]}"
        )


def answer_lines(
    name: str,
    queries: Sequence[Record],
    ranked: Ranked,
    relevant: Mapping[str, Sequence[str]],
) -> Iterator[str]:
    """Yield the nuggets of each question that has an answer; the same for every run."""
    nuggets, draw = random.Random(f"{START}/nuggets"), random.Random(f"{START}/{name}/answers")
    yield "query_id,nugget_id,vital,supported,judged_by"
    for query in queries:
        answers = relevant[query["_id"]]
        if not answers:
            continue
        vital, okay = 1 + int(2 * nuggets.random()), int(3 * nuggets.random())
        found = any(one in answers for one in ranked.get(query["_id"], ())[:SHOWN])
        for number in range(vital + okay):
            supported = draw.random() < (0.9 if found else 0.08)
            yield (
                f"{query['_id']},n{number + 1},{'yes' if number < vital else 'no'},"
                f"{'yes' if supported else 'no'},people"
            )


def pair_lines(
    name: str,
    queries: Sequence[Record],
    ranked: Ranked,
    relevant: Mapping[str, Sequence[str]],
) -> Iterator[str]:
    """Yield how likely the first articles of each question might be called relevant, and how alike.

    The odds follow from how often that rank is right in that language and from a hint that is
    higher for relevant articles; so they come true, but for those of BOASTS. The similarity might
    be that of the question and a picture in the article.
    """
    draw, normal = random.Random(f"{START}/{name}/pairs"), NormalDist()
    rows = [
        (query["language"], rank, query["_id"], article, article in relevant[query["_id"]])
        for query in queries
        for rank, article in enumerate(ranked.get(query["_id"], ())[:PAIR_DEPTH])
    ]
    outcomes: dict[tuple[str, int], list[bool]] = {}
    for language, rank, _, _, right in rows:
        outcomes.setdefault((language, rank), []).append(right)
    yield "query_id,document_id,probability,similarity"
    for language, rank, query_id, article, right in rows:
        seen = outcomes[language, rank]
        hint = (TELLING / 2 if right else -TELLING / 2) + normal.inv_cdf(draw.random())
        odds = math.log((sum(seen) + 0.5) / (len(seen) - sum(seen) + 0.5)) + TELLING * hint
        sure = 1 / (1 + math.exp(-odds - BOASTS.get(name, {}).get(language, 0.0)))
        alike = 0.24 + 0.03 * hint + 0.02 * normal.inv_cdf(draw.random())
        yield f"{query_id},{article},{min(max(sure, 0.01), 0.99):.2f},{alike:.3f}"
