"""A collection in which every text tries to be more than text."""

from __future__ import annotations

from ircompare.model.collection import Collection, Corpus, Qrels, Queries
from ircompare.model.ids import strings
from ircompare.model.protocol import Protocol
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import Comparison, compare
from ircompare.scoring.evaluation import evaluate

ATTACKS = (
    "<script>alert(1)</script>",
    "</style><script>alert(2)</script>",
    "]]><svg onload=alert(3)>",
    "{{ 7 * 7 }}{% raw %}${7*7}",
    '" onmouseover="alert(4)',
    "' autofocus onfocus='alert(5)",
    "<img src=http://evil.example/x.png>",
    "![x](http://evil.example/y.png)[z](javascript:alert(6))",
    "<!-- a comment --><![CDATA[x]]>",
    "&lt;b&gt; &amp; &#60;i&#62;",
    "\u202egnp.exe\u2066 hidden\u200b",
    "a | b | c `code` **bold** # head",
    "https://evil.example www.evil.example",
    "<foreignObject><iframe src=//evil.example></iframe></foreignObject>",
    "=HYPERLINK(1) @SUM +1 -1",
    "\\<script\\>",
)
IN_TEXTS = ("nul \x00 bell \x07 escape \x1b[31m", "line\u2028two\u2029three")


def evil_comparison(k: int = 2) -> Comparison:
    """Every attack as query id, query text, document id, title, text, run name and provenance.

    The first document of each query is relevant in A and stands second in B, so that each query
    regresses.
    """
    ids = tuple(f"{at}{attack}" for at, attack in enumerate(ATTACKS))
    corpus = Corpus(
        strings([f"d{query}" for query in ids] + [f"e{query}" for query in ids]),
        strings([*ATTACKS, *("" for _ in ids)]),
        strings([*("" for _ in ids), *ATTACKS]),
        source=ATTACKS[0],
    )
    shown = (*IN_TEXTS, *ATTACKS[len(IN_TEXTS) :])
    queries = Queries(ids, shown, None, {"field": ATTACKS}, source=ATTACKS[1])
    qrels = Qrels.from_dict({query: {f"d{query}": 1} for query in ids}, ATTACKS[2])
    scope = Scope.of(
        Collection(qrels, corpus, queries), Protocol(k=k, judgements="pooled", split=None)
    )
    told = {attack: {"deep": [attack, {attack: attack}], "half": "\ud800"} for attack in ATTACKS}
    a = {query: [f"d{query}", f"e{query}"] for query in ids}
    b = {query: [f"e{query}", f"d{query}"] for query in ids}
    runs = [
        Run.build(
            name,
            [query for query in ids for _ in range(2)],
            [doc for ranking in rankings.values() for doc in ranking],
            provenance=told,
            source=name,
        )
        for name, rankings in ((ATTACKS[0], a), (ATTACKS[6], b))
    ]
    return compare(*(evaluate(run, scope) for run in runs))
