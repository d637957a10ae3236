"""The protocol and the fingerprints that every result carries, as one line and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from ircompare.model.protocol import FIRST_OCCURRENCE, ChunkRule
from ircompare.report.phrases import plain
from ircompare.scoring.evaluation import Evaluation, collection_fingerprint
from ircompare.scoring.numbers import counted

SHOWN_DIGITS = 12


def split_text(evaluation: Evaluation) -> str:
    """Name of the split, "all" where every query counts."""
    split = evaluation.scope.split
    return "all" if split is None else plain(split)


def protocol_line(evaluations: Sequence[Evaluation]) -> str:
    """The protocol of one or two runs: `test · k 10 · pooled · order A score, B listed`.

    Split, cutoff and judgements always; of the other choices those that are not the default.
    """
    first = evaluations[0]
    protocol = first.protocol
    parts = [split_text(first), f"k {protocol.k}", protocol.judgements]
    if protocol.min_relevance != 1:
        parts.append(f"relevant from grade {protocol.min_relevance}")
    if protocol.no_relevant == "zero":
        parts.append("nothing relevant counts 0")
    if protocol.chunks is not None:
        parts.append(chunk_words(protocol.chunks))
    return " · ".join([*parts, _order_text(evaluations), *what_if_words(first)])


def what_if_words(evaluation: Evaluation) -> list[str]:
    """How many of the judgements are not the user's own, with their fingerprint."""
    patch = evaluation.scope.collection.what_if
    if patch is None:
        return []
    words = counted(len(patch), "what-if judgement")
    return [f"{words}, not in the qrels ({patch.sha256[:SHOWN_DIGITS]})"]


def chunk_words(rule: ChunkRule) -> str:
    """Which of the two protocols turns chunks into documents, always named."""
    how = "" if rule.rule == FIRST_OCCURRENCE else f" by {rule.rule}"
    if rule.budget is None:
        return f"chunks: collapse all{how}, then cut"
    unit, n = rule.budget.unit, rule.budget.n
    return f"chunks: first {counted(n, unit.removesuffix('s'), unit)}, then collapse{how}"


def _order_text(evaluations: Sequence[Evaluation]) -> str:
    orders = [order_of(side) for side in evaluations]
    if len(set(orders)) == 1:
        return f"order {orders[0]}"
    return "order " + ", ".join(f"{x} {order}" for x, order in zip("AB", orders, strict=True))


def order_of(evaluation: Evaluation) -> str:
    """How the rankings of the run were really put in order."""
    return evaluation.order


def protocol_json(evaluations: Sequence[Evaluation]) -> dict[str, object]:
    """Every choice that fixes a number; `order` names that of each run where two differ."""
    protocol, orders = evaluations[0].protocol, [order_of(side) for side in evaluations]
    one = len(set(orders)) == 1
    return {
        "split": evaluations[0].scope.split,
        "k": protocol.k,
        "judgements": protocol.judgements,
        "min_relevance": protocol.min_relevance,
        "order": orders[0] if one else dict(zip("ab", orders, strict=True)),
        "no_relevant": protocol.no_relevant,
        "missing": "zero",
        "chunks": None if protocol.chunks is None else protocol.chunks.settings(),
        **_what_if_json(evaluations[0]),
    }


def _what_if_json(evaluation: Evaluation) -> dict[str, object]:
    """Only where there are what-if judgements."""
    patch = evaluation.scope.collection.what_if
    held = patch and {"judgements": len(patch), "sha256": patch.sha256}
    return {"what_if": held} if held else {}


def fingerprints(evaluations: Sequence[Evaluation], asked: bool = False) -> dict[str, str | None]:
    """All fingerprints of one or two evaluations, whole."""
    first = evaluations[0]
    names = ["run"] if len(evaluations) == 1 else ["run_a", "run_b"]
    runs = {f"{x}_sha256": side.run_sha256 for x, side in zip(names, evaluations, strict=True)}
    settings = {
        x.replace("run", "settings") + "_sha256": side.settings_sha256
        for x, side in zip(names, evaluations, strict=True)
    }
    return {
        "protocol_sha256": collection_fingerprint(first, asked),
        "qrels_sha256": first.scope.collection.qrels.sha256,
        **runs,
        **settings,
    }


def fingerprint_line(evaluations: Sequence[Evaluation], asked: bool = False) -> str:
    """The fingerprints that exist, twelve digits each: `run A 0123456789ab · qrels …`."""
    found = fingerprints(evaluations, asked)
    if len(evaluations) == 2 and found["settings_a_sha256"] == found["settings_b_sha256"]:
        del found["settings_b_sha256"]
        found = {name.replace("settings_a", "settings"): value for name, value in found.items()}
    return " · ".join(
        f"{_label(name)} {value[:SHOWN_DIGITS]}" for name, value in found.items() if value
    )


def _label(name: str) -> str:
    what, _, side = name.removesuffix("_sha256").partition("_")
    return f"{what} {side.upper()}".strip()
