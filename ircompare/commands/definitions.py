"""Commands whose help ends with definitions, as they stand beside the code that computes them."""

from __future__ import annotations

import click


class Measured(click.Command):
    """A command whose help ends with the definition of every measure."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the definitions."""
        from ircompare.scoring.measures import MEASURES

        with formatter.section("Measures"):
            formatter.write_dl(
                [(measure.label.format(k="k"), measure.definition) for measure in MEASURES.values()]
            )
        super().format_epilog(ctx, formatter)


class Scored(click.Command):
    """A command whose help ends with the twelve dimensions, and with what is not claimed."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write both."""
        from ircompare.scorecard.dimensions import DIMENSIONS
        from ircompare.scorecard.refusals import REFUSALS

        with formatter.section("Dimensions"):
            formatter.write_dl([(one.title, one.definition) for one in DIMENSIONS.values()])
        with formatter.section("Not computed or claimed"):
            formatter.write_dl([(one.what, one.why) for one in REFUSALS])
        super().format_epilog(ctx, formatter)
