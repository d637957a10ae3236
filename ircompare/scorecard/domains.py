"""Out-of-domain gap: queries of declared training domains against all others."""

from __future__ import annotations

from ircompare.scorecard.dimensions import OUT_OF_DOMAIN
from ircompare.scorecard.direction import UP
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.legs import Leg, gap, leg, measure_name, too_few, welch_p
from ircompare.scorecard.row import Input, Part, Row, delta_of, measured, not_computable

FIELD = "query field `domain`"
INSIDE, OUTSIDE = "in domain", "out of domain"


def out_of_domain_gap(inputs: Inputs) -> Row:
    """Mean in the declared training domains − mean in all others.

    The two means are of different queries, so how hard these are is mixed in; what two runs can
    honestly be compared by is the difference in differences among the parts. What a system was
    really trained on cannot be checked.
    """
    domain, trained = inputs.queries.domain, set(inputs.settings.training_domains)
    missing = [] if domain is not None else [FIELD]
    if not trained:
        missing.append("declared `training_domains`")
    if missing or domain is None:
        return not_computable(OUT_OF_DOMAIN, missing)
    scored = inputs.scored_ids()
    known = {query: domain[query] for query in scored if query in domain}
    inside, outside = (
        leg(inputs, name, inputs.chosen({q for q, one in known.items() if (one in trained) is own}))
        for name, own in ((INSIDE, True), (OUTSIDE, False))
    )
    return measured(
        OUT_OF_DOMAIN,
        gap(inside, outside),
        [
            Input(FIELD, inputs.queries.source),
            Input("declared training domains", ", ".join(sorted(trained))),
        ],
        n_used=inside.count + outside.count,
        label=f"{measure_name(inputs)}, declared in domain − out of domain",
        parts=[
            inside.part,
            outside.part,
            _difference_in_differences(inside, outside),
            *welch_p(inputs, inside, outside),
        ],
        counts={
            INSIDE: inside.count,
            OUTSIDE: outside.count,
            "without domain": len(scored) - len(known),
        },
        low=too_few([inside, outside]),
        undefined="no scored query is in, or none is out of, the declared training domains",
    )


def _difference_in_differences(inside: Leg, outside: Leg) -> Part:
    """Change of B against A out of domain − the same in domain; 0 for A by definition."""
    deltas = [delta_of(one.mean_a, one.mean_b) for one in (inside, outside)]
    double = delta_of(*deltas)
    reference = None if double is None else 0 * double
    label = "change out of domain − change in domain"
    return Part("difference_in_differences", label, reference, double, UP)
