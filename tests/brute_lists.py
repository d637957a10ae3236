"""Which queries a filter lists and in which order, decided query by query."""

from __future__ import annotations

from fractions import Fraction

from tests import oracle
from tests.plain_helpcentre import Plain

SIGNS = {"improved": 1, "tied": 0, "regressed": -1}


def listed(plain: Plain, world: oracle.World, **filters: str) -> list[str]:
    """The ids that the filters list; `show` must be said, everything else may be left out."""
    measure = filters.get("measure", "rr")
    show = filters["show"]
    pool = [q for q in world.queries if q not in set(world.scored)]
    if show != "unscored":
        pool = _sorted(world, measure, filters.get("sort", "loss"))
        pool = [query for query in pool if _shown(world, query, show)]
        pool = [query for query in pool if _passes(plain, world, query, measure, filters)]
    needle = filters.get("find", "").lower()
    return [q for q in pool if needle in q.lower() or needle in plain.texts[q].lower()]


def _sorted(world: oracle.World, measure: str, order: str) -> list[str]:
    other = "recall" if measure == "rr" else "rr"
    if order == "id":
        return sorted(world.scored)
    if order == "file":
        return list(world.scored)
    if order == "gain":
        return sorted(
            world.scored,
            key=lambda query: (-world.delta(measure, query), -world.delta(other, query), query),
        )
    return world.loss_order(measure, other)


def _shown(world: oracle.World, query: str, show: str) -> bool:
    verdicts = world.verdict("recall", query), world.verdict("rr", query)
    return {
        "all": True,
        "differs": verdicts != (0, 0),
        "regressed": -1 in verdicts,
    }[show]


def _passes(
    plain: Plain, world: oracle.World, query: str, measure: str, filters: dict[str, str]
) -> bool:
    tests = [
        world.verdict(name, query) == SIGNS[filters[name]]
        for name in ("recall", "rr")
        if filters.get(name)
    ]
    for side in ("a", "b"):
        run = getattr(world, side).get(query, ())
        if filters.get(f"rank_{side}"):
            rank = oracle.first_rank(run, world.judged(query), world.rules)
            tests.append(_in_rank_bin(rank, filters[f"rank_{side}"]))
        if filters.get(f"value_{side}"):
            value = oracle.value(measure, run, world.judged(query), world.rules)
            tests.append(_in_value_bin(Fraction(value), filters[f"value_{side}"]))
    if filters.get("low"):
        tests.append(_in_tenth(world.delta(measure, query), filters["low"], filters["high"]))
    if filters.get("cause"):
        tests.append(world.cause(measure, query) == filters["cause"])
    if filters.get("slice"):
        tests.append(in_slice(plain, world, query, filters["field"], filters["slice"]))
    if filters.get("flag"):
        tests.append(_flagged(plain, world, query, filters["flag"]))
    return all(tests)


def in_slice(plain: Plain, world: oracle.World, query: str, field: str, label: str) -> bool:
    """Whether a query belongs to a slice, a band such as `26–86` by its ends."""
    value = plain.rows[query].get(field)
    if field == "relevant documents":
        value = sum(world.judged(query).values())
    if isinstance(value, int):
        low, _, high = label.partition("–")
        return int(low) <= value <= int(high or low)
    return value == label


def _in_rank_bin(rank: int, label: str) -> bool:
    if label == "none":
        return rank == 0
    low, _, high = label.partition("–")
    return int(low) <= rank <= int(high or low)


def _in_value_bin(value: Fraction, label: str) -> bool:
    if "–" not in label:
        return value == Fraction(label)
    low, high = (Fraction(end) for end in label.split("–"))
    return low < value <= high


def _in_tenth(delta: Fraction, low: str, high: str) -> bool:
    """The end next to 0 is outside; 0 alone is its own tenth."""
    low_end, high_end = Fraction(low), Fraction(high)
    if low_end == high_end:
        return delta == low_end
    return low_end <= delta < high_end if high_end <= 0 else low_end < delta <= high_end


def _flagged(plain: Plain, world: oracle.World, query: str, flag: str) -> bool:
    if flag in ("missing_a", "missing_b"):
        return query not in getattr(world, flag[-1])
    judged = world.judged(query)
    if flag == "unjudged":
        ranking = world.b.get(query, ())
        first = oracle.first_rank(ranking, judged, world.rules)
        above = ranking[: first - 1 if first else world.rules.k]
        return any(doc not in judged for doc in above)
    return any(
        len(set(oracle.tie_group(scored, doc))) > 1
        for scored in (plain.a.get(query, []), plain.b.get(query, []))
        for doc, _ in scored
        if judged.get(doc, 0) >= 1
    )
