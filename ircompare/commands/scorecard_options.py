"""Options of `scorecard`: its tables, what is declared, and a profile where one is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from ircompare.commands.options import Whole, together

if TYPE_CHECKING:
    from ircompare.readers.loaded import Slot
    from ircompare.readers.settings import Settings


class RunTable(click.ParamType):  # type: ignore[type-arg]
    """A table of one run, written as `A=FILE`."""

    name = "RUN=FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The run's name or letter and the path, or a usage error."""
        run, _, path = str(value).partition("=")
        if not run or not path:
            self.fail(f"{value!r} is not written as A=FILE.", param, ctx)
        return run, path


class Named(click.ParamType):  # type: ignore[type-arg]
    """A field under another name, written as `query_group=language`."""

    name = "FIELD=NAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The field and its name in the file, or a usage error."""
        from ircompare.readers.scorecard_fields import FIELDS

        key, _, name = str(value).partition("=")
        if key not in FIELDS or not name:
            known = ", ".join(FIELDS)
            self.fail(f"{value!r} is not written as FIELD=NAME with one of {known}.", param, ctx)
        return key, name


class Share(click.ParamType):  # type: ignore[type-arg]
    """How much a step counts, an exact number of at least 0."""

    name = "W"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number, exact, or a usage error."""
        try:
            share = Fraction(str(value))
        except (ValueError, ZeroDivisionError):
            share = Fraction(-1)
        if share < 0:
            self.fail(f"{value!r} is no number of at least 0.", param, ctx)
        return share


class Weight(click.ParamType):  # type: ignore[type-arg]
    """The weight of one component of the profile, written as `recall_at_5=0.4`."""

    name = "COMPONENT=W"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The component and its weight, exact, or a usage error."""
        key, _, text = str(value).rpartition("=")
        try:
            weight = Fraction(text)
        except (ValueError, ZeroDivisionError):
            weight = Fraction(-1)
        if not key or weight < 0:
            self.fail(f"{value!r} is not a component with a weight of at least 0.", param, ctx)
        return key, weight


def table_option(slot: str, what: str) -> Any:
    """The option for a table, or another file, that belongs to a run."""
    return click.option(
        f"--{slot}", type=RunTable(), multiple=True, metavar="RUN=FILE", help=f"{what}; repeatable."
    )


table_options = together(
    click.option(
        "--variants",
        metavar="FILE",
        help="Other wordings of queries: a table with variant_id and original_id.",
    ),
    table_option(
        "measurements",
        "What was measured of a run, by its name or letter as in A=FILE: a table with query_id, "
        "latency_ms, tokens_in, tokens_out, answered, probability, …",
    ),
    table_option(
        "answers",
        "Labels of a run's answers: a table with query_id, nugget_id, vital, supported",
    ),
    table_option(
        "pairs",
        "What was supplied of a run's pairs: a table with query_id, document_id and probability "
        "(that the document is relevant to the query), similarity, or both",
    ),
    table_option(
        "repeat",
        "A repeated run: another answer of the same system to the same queries, for its response "
        "consistency",
    ),
)
declared_options = together(
    click.option(
        "--head-min",
        type=Whole(),
        help="Declared: frequency from which a query is frequent; has no default.",
    ),
    click.option(
        "--tail-max",
        type=Whole(least=0),
        help="Declared: frequency up to which a query is rare. [default: 5]",
    ),
    click.option(
        "--training-domain",
        multiple=True,
        metavar="NAME",
        help="Declared: a query domain that the systems were trained on; repeatable.",
    ),
    click.option(
        "--freshness",
        metavar="DECAY",
        help="Declared: how documents lose weight with age, news, e-commerce or academic, or such "
        "as half_life=48h or time_constant=3d; has no default.",
    ),
    click.option(
        "--reference-time",
        metavar="TIME",
        help="Declared: the fixed time at which ages are taken, such as 2026-07-01; has no "
        "default.",
    ),
    click.option(
        "--intent-step",
        type=Share(),
        multiple=True,
        metavar="W",
        help="Declared: how much a step of an intent path counts, the coarsest first; repeatable.",
    ),
    click.option(
        "--field",
        type=Named(),
        multiple=True,
        metavar="FIELD=NAME",
        help="What a field is called in the queries or the corpus, such as query_group=language; "
        "repeatable.",
    ),
)
profile_options = together(
    click.option(
        "--profile",
        metavar="NAME|FILE.toml",
        help="Also one number of declared weights, not validated: a profile of the package or a "
        "file of your own. [default: none]",
    ),
    click.option(
        "--weight",
        type=Weight(),
        multiple=True,
        metavar="COMPONENT=W",
        help="Another weight for a component of the profile; repeatable.",
    ),
)


rules_option = click.option(
    "--alert-rules",
    metavar="FILE.toml",
    help="Alert rules of your own in place of +15 % p95 latency and −0.8 points Recall@5, each "
    "from 72 observations: [[rules]] with dimension, kind, worse_by, least_n.",
)
replay_option = click.option(
    "--replay",
    type=RunTable(),
    multiple=True,
    metavar="RUN=FILE",
    help="Write the 100 worst queries of a run, as lines of JSON that --queries reads; repeatable.",
)


def tables_of(said: Settings, options: Mapping[str, Any]) -> list[tuple[Slot, str]]:
    """(slot, path) of every table named, whichever run it belongs to; for `check`."""
    found = [*said.tables()]
    if options.get("variants"):
        found = [("variants", options["variants"]), *(one for one in found if one[0] != "variants")]
    slots: tuple[Slot, ...] = ("measurements", "answers", "pairs", "repeat")
    found += [(slot, path) for slot in slots for _, path in options.get(slot) or ()]
    return list(dict.fromkeys(found))


class Level(click.ParamType):  # type: ignore[type-arg]
    """The least recall and precision agreed on, written as `0.92,0.85`."""

    name = "RECALL,PRECISION"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The level in exact numbers, or a usage error."""
        from ircompare.scorecard.pareto import ServiceLevel

        recall, _, precision = str(value).partition(",")
        try:
            return ServiceLevel.of(recall.strip(), precision.strip())
        except (ValueError, ZeroDivisionError):
            self.fail(f"{value!r} is not two numbers from 0 to 1 such as 0.92,0.85.", param, ctx)


pareto_options = together(
    click.option(
        "--pareto",
        type=click.Choice(["cutoffs", "thresholds", "configurations"]),
        help="Also recall against precision, with what is on the front: of both runs at every "
        "cutoff or at thresholds of their scores, or of every run given, a point each; then the "
        "first two are in the scorecard and --run may be given more often, or be a folder. "
        "[default: neither]",
    ),
    click.option(
        "--service-level",
        type=Level(),
        metavar="RECALL,PRECISION",
        help="With --pareto: the least recall and precision agreed on, such as 0.92,0.85; each "
        "point is told which of them it keeps.",
    ),
)
